"""Where pictures go: turned as a whole, only what changed, frames only when they are others."""

import io
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from device.art.cache import Art
from device.config import Config, Screen
from device.screen import StartError, kiosk, run
from device.screen import type as letters
from device.screen.elements import Panel, Rect, Scene
from device.screen.look import Look
from device.screen.stage import Display, Easel, Offscreen, encoded
from device.screen.theme import BRASS, INK
from device.screen.turn import placed, turned_size, upright

SIZE = (480, 320)
TURNS = (0, 90, 180, 270)
RED, WHITE = (200, 0, 0), (255, 255, 255)


@pytest.fixture(scope="module")
def drawings():
    return Art()


@pytest.fixture
def window(monkeypatch, drawings):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield lambda turn: Display(SIZE, turn, drawings, window=True)
    pygame.display.quit()


def marked(size, *more, turn=0):
    """Return a picture with a red mark in its upper left corner, and a white one beside it."""
    marks = (Panel("a", Rect(0, 0, 30, 20), RED), Panel("b", Rect(30, 0, 30, 20), WHITE))
    return Scene("test", (*marks, *more), turn=turn), Look(*size)


@pytest.mark.parametrize("turn", TURNS)
def test_a_touch_of_a_turned_display_lies_where_it_was_drawn(turn):
    w, h = turned_size(SIZE, turn)
    for x, y in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1), (17, 101)):
        rect = placed(Rect(x, y, 1, 1), SIZE, turn)
        assert rect[2:] == (1, 1)
        assert upright(rect.x, rect.y, SIZE, turn) == (x, y)


@pytest.mark.parametrize("turn", TURNS)
def test_a_turned_rectangle_covers_the_same(turn):
    rect = Rect(10, 20, 50, 30)
    there = placed(rect, SIZE, turn)
    corners = {upright(x, y, SIZE, turn) for x in (there.x, there.right - 1)
               for y in (there.y, there.bottom - 1)}  # fmt: skip
    assert corners == {(10, 20), (59, 20), (10, 49), (59, 49)}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("by", ["the display", "the scene"])
def test_a_picture_is_turned_as_a_whole(drawings, turn, by):
    screen = pygame.Surface(SIZE)
    easel = Easel(screen, turn if by == "the display" else 0, drawings)
    scene, look = marked(turned_size(SIZE, turn), turn=0 if by == "the display" else turn)
    easel.paint(scene, look, False)
    for (x, y), colour in (((5, 5), RED), ((40, 5), WHITE)):
        there = placed(Rect(x, y, 1, 1), SIZE, turn)
        assert screen.get_at(there[:2])[:3] == colour


@pytest.mark.parametrize("turn", TURNS)
def test_only_what_changed_is_laid_on_the_display(drawings, turn):
    screen = pygame.Surface(SIZE)
    easel = Easel(screen, turn, drawings)
    size = turned_size(SIZE, turn)
    easel.paint(*marked(size), False)
    assert easel.paint(*marked(size), False) == []
    added = Rect(100, 60, 40, 20)
    areas = easel.paint(*marked(size, Panel("c", added, BRASS)), False)
    assert areas == [pygame.Rect(placed(added, SIZE, turn))]
    there = placed(Rect(120, 70, 1, 1), SIZE, turn)
    assert screen.get_at(there[:2])[:3] == BRASS


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_peek_leaves_no_trace(drawings, turn):
    """Hidden is hidden: the whole of the display is painted over (FIELD P19)."""
    screen = pygame.Surface(SIZE)
    easel = Easel(screen, 0, drawings)
    easel.paint(*marked(SIZE), False)
    before = pygame.image.tobytes(screen, "RGB")
    secret, look = marked(SIZE, Panel("c", Rect(100, 60, 90, 90), INK), turn=turn)
    easel.paint(secret, look, False)
    assert pygame.image.tobytes(screen, "RGB") != before
    assert easel.paint(*marked(SIZE), False) == [pygame.Rect(0, 0, *SIZE)]
    assert pygame.image.tobytes(screen, "RGB") == before


def test_a_frame_is_sent_only_when_it_is_another(drawings):
    sent = []
    stage = Offscreen(SIZE, drawings, sent.append)
    scene, look = marked(SIZE)
    stage.paint(scene, look, False)
    stage.paint(scene, look, False)
    assert len(sent) == 1
    stage.paint(*marked(SIZE, Panel("c", Rect(100, 60, 40, 20), BRASS)), False)
    assert len(sent) == 2
    assert pygame.image.load(io.BytesIO(sent[1]), "a.jpg").get_size() == SIZE
    assert (stage.touches(), stage.closed()) == ([], False)


def held():
    """Return the memory (kB) that this process alone holds."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def test_frames_do_not_fill_the_memory():
    """A live screen sends some hundred thousand frames in an evening (FIELD S20)."""
    canvas = pygame.Surface((800, 480))
    canvas.set_at((3, 3), RED)
    for _ in range(20):
        size = len(encoded(canvas)) // 1024
    before = held()
    for _ in range(1000):
        encoded(canvas)
    assert size >= 5
    assert held() - before < 1000 * size / 4


@pytest.mark.parametrize("turn", TURNS)
def test_a_finger_on_the_display_is_told_in_the_upright_picture(window, turn):
    stage = window(turn)
    assert stage.size == turned_size(SIZE, turn)
    stage.touches()
    there = placed(Rect(33, 44, 1, 1), SIZE, turn)
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=there[:2], button=1, touch=False)
    pygame.event.post(down)
    finger = {"x": (there.x + 0.5) / SIZE[0], "y": (there.y + 0.5) / SIZE[1]}
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, **finger, finger_id=1, touch_id=1))
    assert stage.touches() == [(33, 44), (33, 44)]


def test_a_finger_is_not_told_twice(window):
    """A touch screen makes a mouse button of every finger, too."""
    stage = window(0)
    stage.touches()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1, touch=True))
    assert stage.touches() == []


def test_a_finger_at_the_very_edge_is_still_on_the_picture(window):
    stage = window(180)
    stage.touches()
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=1.0, y=1.0, finger_id=1, touch_id=1))
    assert stage.touches() == [(0, 0)]


def test_a_closed_window_ends_the_screen(window):
    stage = window(0)
    assert not stage.closed()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    stage.touches()
    assert stage.closed()


def test_the_display_shows_what_was_painted(window):
    stage = window(90)
    stage.paint(*marked((320, 480)), False)
    there = placed(Rect(5, 5, 1, 1), SIZE, 90)
    assert pygame.display.get_surface().get_at(there[:2])[:3] == RED


def test_a_missing_font_is_one_line_and_no_traceback(monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(letters, "_LATIN", tmp_path)
    with pytest.raises(StartError, match=r"NotoSans-Regular\.ttf is missing; install it: apt-get"):
        run(Config(), tmp_path, "offscreen")


def test_the_screen_is_set_up_as_the_config_says(monkeypatch, tmp_path, drawings):
    """Size, motion, marks and the turn of each place reach the loop."""
    made = []

    class App:
        def __init__(self, client, stage, speaker, *, look, reduced):
            made.append((client.path, stage.size, look, reduced))

        def run(self):
            return 0

    monkeypatch.setattr(kiosk, "App", App)
    facing = (90, 180, 270, 270, 0, 90)
    screen = Screen(size="480x320", motion="reduced", marks="no", facing=facing)
    config = replace(Config(), screen=screen)
    assert kiosk.run(config, tmp_path / "s", "offscreen", None, drawings) == 0
    look = Look(480, 320, "en", marks=False, facing=facing)
    assert made == [(tmp_path / "s", SIZE, look, True)]


def test_a_box_that_cannot_start_says_why_until_it_is_closed(monkeypatch, tmp_path, drawings):
    shown = []

    class Stage(Offscreen):
        def paint(self, scene, look, moving):
            shown.append(scene)

        def closed(self):
            return bool(shown)

    monkeypatch.setattr(kiosk, "Offscreen", Stage)
    reason = "no pins: run buzzbox doctor"
    assert kiosk.run(Config(), tmp_path / "s", "offscreen", reason, drawings) == 0
    assert shown[0].name == "safe_mode"
    assert reason in [getattr(each, "text", None) for each in shown[0].elements]
