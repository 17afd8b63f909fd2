"""The painter: each thing inside its rectangle, only what changed, sharp at rest."""

from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from device.art.cache import Art
from device.screen import draw
from device.screen.draw import Painter, changed, joined
from device.screen.elements import (
    Button,
    CardFace,
    Element,
    Label,
    Mark,
    Panel,
    Picture,
    Rect,
    Sand,
    Scene,
)
from device.screen.look import Look
from device.screen.theme import BRASS, FELT, INK, PAPER, SIZES, WOOD

SIZE = (480, 320)
LOOK = Look(*SIZE)
BOX = Rect(100, 80, 150, 90)
THINGS: dict[str, Element] = {
    "plain panel": Panel("a", BOX, WOOD),
    "round panel": Panel("a", BOX, WOOD, BRASS, 12, 3),
    "rim": Panel("a", BOX, None, BRASS, 12, 3),
    "label": Label("a", BOX, "Who sees a SET?", 40, PAPER, FELT, "en", lines=2),
    "too long": Label("a", BOX, "wwwwwwwwwwwwwwwwwwwwwwwwww " * 9, 40, PAPER, FELT, "en", lines=2),
    "card": CardFace("a", BOX, "set_game", "3PTW", "picked"),
    "card face down": CardFace("a", BOX, "set_game", "back"),
    "mark": Mark("a", BOX, 3, "active"),
    "button": Button("a", BOX, "play", "Play", 30, "en"),
    "sand": Sand("a", BOX, 7, 20),
    "picture": Picture("a", BOX, "set_game.2"),
    "icon": Picture("a", BOX, "icon.globe"),
}
REAL = draw.drawn
COLUMN = Rect(400, 40, 30, 240)


@pytest.fixture(scope="module")
def drawings():
    return Art()


@pytest.fixture
def painter(drawings):
    """A painter on a canvas that needs no display."""
    return Painter(pygame.Surface(SIZE), drawings)


def scene(*elements):
    return Scene("test", elements, {})


def frame(painter, *elements, look=LOOK, moving=False):
    painter.paint(scene(*elements), look, moving)
    return painter.surface.copy()


def different(one, other):
    """Return the smallest rectangle in which two surfaces differ, or None."""
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), other)
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else None


@pytest.mark.parametrize("name", THINGS)
def test_a_thing_paints_inside_its_rectangle_and_nowhere_else(painter, name):
    empty = frame(painter)
    area = different(empty, frame(painter, THINGS[name]))
    assert area is not None
    assert pygame.Rect(BOX).contains(area), name


def test_every_kind_of_element_is_painted():
    """A new kind of element needs a painter and a line above."""
    kinds = {kind.__name__ for kind in Element.__subclasses__()}
    assert {type(thing).__name__ for thing in THINGS.values()} == kinds


def variants(element, field, values):
    return [replace(element, **{field: value}) for value in values]


@pytest.mark.parametrize(
    "things",
    [
        variants(
            THINGS["card"], "mood", ("plain", "picked", "right", "wrong", "hint", "dim", "lit")
        ),
        variants(THINGS["mark"], "mood", ("here", "free", "bot", "active", "resting")),
        [
            replace(THINGS["button"], lit=lit, on=on)
            for lit, on in ((False, False), (True, False), (False, True), (True, True))
        ],
        variants(THINGS["sand"], "lit", range(0, 21, 4)),
    ],
    ids=["card", "mark", "button", "sand"],
)
def test_moods_differ_without_colours(painter, things):
    """In grey at least 40 px are plainly lighter or darker (FIELD P5, P6)."""
    seen = [pygame.transform.grayscale(frame(painter, thing)) for thing in things]
    for one, other in combinations(seen, 2):
        near = pygame.mask.from_threshold(one, (0, 0, 0), (40, 40, 40, 255), other)
        assert SIZE[0] * SIZE[1] - near.count() >= 40


def test_the_same_picture_paints_nothing(painter):
    things = [replace(thing, key=name) for name, thing in THINGS.items()]
    assert painter.paint(scene(*things), LOOK)
    assert painter.paint(scene(*things), LOOK) == []


CARDS = [
    CardFace(f"card:{name}", Rect(20 + i % 4 * 90, 60 + i // 4 * 70, 80, 60), "set_game", name)
    for i, name in enumerate(("1RSE", "2GTD", "3POW", "1GSW", "2PSD", "3RTE", "1POE", "2RSW"))
]


def test_a_picked_card_alone_is_painted_anew(painter):
    painter.paint(scene(*CARDS), LOOK)
    picked = [replace(CARDS[0], mood="picked"), *CARDS[1:]]
    assert painter.paint(scene(*picked), LOOK) == [pygame.Rect(CARDS[0].rect)]


@pytest.mark.parametrize("moving", [False, True])
def test_partly_painted_looks_like_painted_anew(drawings, moving):
    """Cards that move, go, come, change and lie over one another leave no trace."""
    words = Label("words", Rect(10, 10, 300, 60), "Place 1 picks", 30, PAPER, FELT, "en")
    steps = [
        (*CARDS, words),
        (replace(CARDS[0], rect=Rect(60, 90, 80, 60)), *CARDS[1:], words),
        (*CARDS[3:], replace(words, text="A SET!")),
        (Panel("veil", Rect(0, 0, 480, 200), INK), *CARDS),
        (words, *CARDS[::-1]),
        (),
        (*CARDS, words, Mark("m", Rect(-20, 290, 60, 60), 2)),
    ]
    once = Painter(pygame.Surface(SIZE), drawings)
    for elements in steps:
        anew = Painter(pygame.Surface(SIZE), drawings)
        assert different(frame(once, *elements, moving=moving), frame(anew, *elements)) is None


def test_what_glides_is_scaled_and_comes_to_rest_sharp(painter, drawings, monkeypatch):
    """A gliding card is not drawn anew in each of its sizes; where it rests, it is."""
    painter.paint(scene(*CARDS), LOOK)
    drawn = []
    monkeypatch.setattr(draw, "drawn", lambda *args: drawn.append(args) or REAL(*args))
    half = replace(CARDS[0], rect=Rect(200, 100, 60, 45))
    small = replace(CARDS[0], rect=Rect(300, 200, 40, 30))
    frame(painter, half, *CARDS[1:], moving=True)
    frame(painter, small, *CARDS[1:], moving=True)
    assert drawn == []
    rest = frame(painter, small, *CARDS[1:])
    assert len(drawn) == 1
    anew = Painter(pygame.Surface(SIZE), drawings)
    assert different(rest, frame(anew, small, *CARDS[1:])) is None


def test_what_is_kept_is_bounded(drawings):
    room = 20 * 80 * 60 * 4
    painter = Painter(pygame.Surface(SIZE), drawings, room)
    for i in range(60):
        label = Label("a", Rect(0, 0, 80, 60), str(i), 30, PAPER, FELT, "en")
        painter.paint(scene(label), LOOK)
        assert painter.held <= room


def test_without_marks_cards_are_painted_anew(painter):
    with_marks = frame(painter, *CARDS)
    without = frame(painter, *CARDS, look=replace(LOOK, marks=False))
    assert different(with_marks, without) is not None


@pytest.mark.parametrize("size", SIZES)
def test_the_table_is_as_large_as_the_screen(drawings, size):
    painter = Painter(pygame.Surface(size), drawings)
    painter.paint(scene(), Look(*size))
    assert painter.surface.get_at((size[0] // 2, size[1] // 2))[:3] != (0, 0, 0)


def test_a_thing_without_a_size_is_not_painted(painter):
    empty = frame(painter)
    nothing = [replace(thing, rect=Rect(5, 5, 0, 9), key=n) for n, thing in THINGS.items()]
    assert different(empty, frame(painter, *nothing)) is None


def test_changed_areas_do_not_overlap():
    rects = [
        pygame.Rect(*r) for r in ((0, 0, 10, 10), (8, 8, 10, 10), (40, 0, 5, 5), (16, 2, 6, 3))
    ]
    areas = joined(rects)
    assert all(not a.colliderect(b) for a, b in combinations(areas, 2))
    assert all(any(area.contains(rect) for area in areas) for rect in rects)


def test_another_order_is_painted_as_a_whole():
    whole = pygame.Rect(0, 0, *SIZE)
    assert changed(CARDS, CARDS[::-1], whole) == [whole]


def test_the_label_stands_in_the_middle_of_its_box(painter):
    empty = frame(painter)
    label = Label("a", BOX, "HNE", 40, PAPER, FELT, "en")
    area = different(empty, frame(painter, label))
    middle = BOX.y + BOX.h / 2
    assert abs(area.centery - middle) <= 2
    assert abs(area.centerx - (BOX.x + BOX.w / 2)) <= 3


def test_sand_falls_from_the_top(painter):
    empty, full = (frame(painter, Sand("a", COLUMN, lit, 10)) for lit in (0, 10))
    half = frame(painter, Sand("a", COLUMN, 5, 10))
    assert different(half, full).bottom <= COLUMN.y + COLUMN.h // 2 + 2
    assert different(half, empty).top >= COLUMN.y + COLUMN.h // 2 - 2
