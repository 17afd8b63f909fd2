"""Drawings are made once, and a spoilt folder costs only time (FIELD S4)."""

import os

import pytest
from PIL import Image

from device import art
from device.art import cache
from device.art.cache import Art

SIZE = (66, 50)


@pytest.fixture
def drawn(monkeypatch):
    """The cards that were really drawn."""
    names = []
    real = art.card

    def card(game, name, *rest):
        names.append(name)
        return real(game, name, *rest)

    monkeypatch.setattr(art, "card", card)
    return names


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_card_is_drawn_once(drawn):
    drawings = Art()
    first = drawings.card("set_game", "1RSE", SIZE)
    assert drawings.card("set_game", "1RSE", SIZE) is first
    assert drawn == ["1RSE"]


def test_the_next_start_finds_it_in_the_folder(drawn, tmp_path):
    first = Art(tmp_path).card("set_game", "1RSE", SIZE)
    again = Art(tmp_path).card("set_game", "1RSE", SIZE)
    assert again == first
    assert drawn == ["1RSE"]


def test_size_marks_and_signs_are_different_drawings(tmp_path):
    drawings = Art(tmp_path)
    seen = [
        drawings.card("set_game", "1RSE", SIZE),
        drawings.card("set_game", "1RSE", SIZE, marks=False),
        drawings.card("set_game", "1RSE", SIZE, signs=("C", "Z", "F")),
        drawings.card("set_game", "1RSE", (67, 50)),
        drawings.back("set_game", SIZE),
        drawings.mark(1, SIZE),
        drawings.mark(1, SIZE, "bot"),
        drawings.mood("lit", SIZE),
        drawings.icon("tick", SIZE),
        drawings.icon("tick", SIZE, (1, 2, 3)),
        drawings.picture("set_game.3", SIZE),
        drawings.table(SIZE),
    ]
    assert len({picture.tobytes() for picture in seen}) == len(seen) == len(files(tmp_path))


@pytest.mark.parametrize("damage", ["empty", "cut", "text", "flipped", "other size", "other mode"])
def test_a_damaged_file_is_drawn_again(drawn, tmp_path, damage):
    first = Art(tmp_path).card("set_game", "1RSE", SIZE)
    (file,) = files(tmp_path)
    data = file.read_bytes()
    middle = len(data) // 2
    match damage:
        case "empty":
            file.write_bytes(b"")
        case "cut":
            file.write_bytes(data[:middle])
        case "text":
            file.write_text("no picture")
        case "flipped":
            file.write_bytes(data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :])
        case "other size":
            Image.new("RGBA", (3, 3)).save(file)
        case "other mode":
            Image.new("L", SIZE).save(file)
    assert Art(tmp_path).card("set_game", "1RSE", SIZE) == first
    assert drawn == ["1RSE", "1RSE"]
    assert Art(tmp_path).card("set_game", "1RSE", SIZE) == first
    assert drawn == ["1RSE", "1RSE"]


def test_a_folder_that_cannot_be_written_is_named_once(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    drawings = Art(tmp_path / "file")
    for name in ("1RSE", "2RSE"):
        assert drawings.card("set_game", name, SIZE).size == SIZE
    assert len(caplog.records) == 1
    assert "file" in caplog.text


def test_a_file_is_whole_or_not_there(tmp_path, monkeypatch):
    def cut(*_):
        raise OSError("power")

    monkeypatch.setattr(os, "replace", cut)
    Art(tmp_path).card("set_game", "1RSE", SIZE)
    assert files(tmp_path) == []


def test_another_version_of_the_art_is_drawn_anew(drawn, tmp_path, monkeypatch):
    Art(tmp_path).card("set_game", "1RSE", SIZE)
    monkeypatch.setattr(cache, "version", lambda: "other")
    Art(tmp_path).card("set_game", "1RSE", SIZE)
    assert drawn == ["1RSE", "1RSE"]


def test_memory_is_bounded(drawn):
    one = SIZE[0] * SIZE[1] * 4
    drawings = Art(room=2 * one)
    for name in ("1RSE", "2RSE", "3RSE", "3RSE", "2RSE", "1RSE"):
        drawings.card("set_game", name, SIZE)
    assert drawn == ["1RSE", "2RSE", "3RSE", "1RSE"]
