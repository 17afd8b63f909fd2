"""Exports: what is stored, without the secrets of an open match, while the hub writes."""

import csv
import json
import threading

import pytest

from device.record import Closed, Opened, Sitting, entry_of
from device.storage import NothingStoredError, Storage, export, health
from games.match import Choose, Press

SITTING = Sitting((1, 4), 1, "set_game", 1)
FINISHED = Opened("set_game", 1, 3, 1111, {"end": "deck_out"}, None, (1, 2, 4), (1,))
OPEN = Opened("set_game", 1, 3, 987654321, {}, ("1RSE", "2RTD"), (1, 2, 4), (1,))
DETAIL = {"sets": [3, 6, 2], "errors": [0, 1, 0], "fastest": [900, 1, None]}


@pytest.fixture
def folder(tmp_path):
    """A state folder with a finished and an open match; the hub still runs."""
    storage = Storage.open(tmp_path, print, on_crash=print)
    storage.journal.begin(FINISHED, SITTING)
    storage.journal.add(entry_of(0, Press(at=5, seat=2)), (0, 0, 0))
    storage.journal.add(entry_of(1, Choose(at=9, seat=2, item="1RSE")), (3, 5, 2))
    storage.journal.end(Closed((3, 5, 2), (2, 1, 3), (1,), "no_set_left", DETAIL), SITTING)
    storage.journal.begin(OPEN, SITTING)
    storage.journal.add(entry_of(0, Choose(at=9, seat=0, item="canary")), (0, 0, 0))
    told = threading.Semaphore(0)
    storage.on_commit(told.release)
    last = storage.journal.add(entry_of(1, Press(at=10, seat=0)), (0, 0, 0))
    while storage.committed < last:
        assert told.acquire(timeout=30)
    yield tmp_path
    storage.close()


def lines(folder, what, form):
    return list(export.export(folder, what, form, pytest.fail))


def test_results_as_json_lines(folder):
    (result,) = map(json.loads, lines(folder, "results", "jsonl"))
    assert (result["match"], result["game"], result["scores"]) == (1, "set_game", [3, 5, 2])
    assert result["detail"] == DETAIL


def test_results_as_a_table_have_a_row_per_seat(folder):
    table = list(csv.DictReader(lines(folder, "results", "csv")))
    picked = [[row[key] for key in ("seat", "place", "bot", "rank", "sets")] for row in table]
    assert picked == [
        ["0", "1", "False", "2", "3"],
        ["1", "2", "True", "1", "6"],
        ["2", "4", "False", "3", "2"],
    ]
    assert table[2]["fastest"] == ""


def test_bests(folder):
    bests = {
        best["best"]: best["value"] for best in map(json.loads, lines(folder, "bests", "jsonl"))
    }
    assert bests == {"score": 3, "sets": 3, "fastest": 900}
    assert len(lines(folder, "bests", "csv")) == 4


def test_the_journal_of_a_finished_match_can_be_played_again(folder):
    (match,) = map(json.loads, lines(folder, "journal", "jsonl"))
    assert (match["seed"], match["version"], match["options"]) == (1111, 1, {"end": "deck_out"})
    assert [entry["kind"] for entry in match["entries"]] == ["press", "choose"]
    rows = list(csv.DictReader(lines(folder, "journal", "csv")))
    assert [(row["at"], row["item"], row["scores"]) for row in rows] == [
        ("5", "", "0 0 0"),
        ("9", "1RSE", "3 5 2"),
    ]


@pytest.mark.parametrize("what", export.WHAT)
@pytest.mark.parametrize("form", export.FORMATS)
def test_an_open_match_tells_nothing(folder, what, form):
    text = "\n".join(lines(folder, what, form))
    assert text
    for secret in ("987654321", "canary", "2RTD"):
        assert secret not in text


@pytest.mark.parametrize("what", export.WHAT)
@pytest.mark.parametrize("form", export.FORMATS)
def test_a_new_box_has_nothing_to_tell(tmp_path, what, form):
    Storage.open(tmp_path, print, on_crash=print).close()
    assert lines(tmp_path, what, form) == []
    assert health(tmp_path) is None


def test_a_folder_without_a_database_is_named(tmp_path):
    with pytest.raises(NothingStoredError, match=f"no box.db in {tmp_path}"):
        lines(tmp_path, "results", "jsonl")
    assert health(tmp_path) == f"no box.db in {tmp_path}"


def test_a_damaged_database_is_named(tmp_path):
    (tmp_path / "box.db").write_text("noise" * 1000)
    with pytest.raises(export.ExportError, match=f"cannot export from {tmp_path}: file is not a"):
        lines(tmp_path, "results", "jsonl")
    assert "not a database" in health(tmp_path)
