"""What a scene is made of: keyed rectangles with a meaning, which tests read and ``draw`` paints.

A scene is a pure function from what the hub says to a tuple of elements.
Elements with the same key in two pictures are the same thing: it glides from
one rectangle to the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from device.screen.theme import Colour

Align = Literal["left", "centre", "right"]


class Rect(NamedTuple):
    """A rectangle in px; ``x`` and ``y`` are its upper left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column that is no longer inside."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row that is no longer inside."""
        return self.y + self.h

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """Return what is left within a margin of ``dx`` px at the sides, ``dy`` above and below."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0, self.w - 2 * dx), max(0, self.h - 2 * dy))

    def top(self, h: int) -> Rect:
        """Return the uppermost ``h`` px."""
        return Rect(self.x, self.y, self.w, min(h, self.h))

    def below(self, h: int) -> Rect:
        """Return what is left under the uppermost ``h`` px."""
        return Rect(self.x, self.y + min(h, self.h), self.w, max(0, self.h - h))

    def foot(self, h: int) -> Rect:
        """Return the lowest ``h`` px."""
        return Rect(self.x, self.bottom - min(h, self.h), self.w, min(h, self.h))

    def above(self, h: int) -> Rect:
        """Return what is left over the lowest ``h`` px."""
        return Rect(self.x, self.y, self.w, max(0, self.h - h))

    def left(self, w: int) -> Rect:
        """Return the leftmost ``w`` px."""
        return Rect(self.x, self.y, min(w, self.w), self.h)

    def beside(self, w: int) -> Rect:
        """Return what is left to the right of the leftmost ``w`` px."""
        return Rect(self.x + min(w, self.w), self.y, max(0, self.w - w), self.h)

    def right_of(self, w: int) -> Rect:
        """Return the rightmost ``w`` px."""
        return Rect(self.right - min(w, self.w), self.y, min(w, self.w), self.h)

    def before(self, w: int) -> Rect:
        """Return what is left to the left of the rightmost ``w`` px."""
        return Rect(self.x, self.y, max(0, self.w - w), self.h)

    def middle(self, w: int, h: int) -> Rect:
        """Return ``w`` x ``h`` px in the middle, or less where it is smaller."""
        w, h = min(w, self.w), min(h, self.h)
        return Rect(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def columns(self, n: int, gap: int = 0) -> list[Rect]:
        """Return ``n`` equal columns with ``gap`` px between them, filling the whole width."""
        edges = _spread(self.w, n, gap)
        return [Rect(self.x + at, self.y, w, self.h) for at, w in edges]

    def rows(self, n: int, gap: int = 0) -> list[Rect]:
        """Return ``n`` equal rows with ``gap`` px between them, filling the whole height."""
        edges = _spread(self.h, n, gap)
        return [Rect(self.x, self.y + at, self.w, h) for at, h in edges]

    def fit(self, w: int, h: int) -> Rect:
        """Return the largest rectangle of the shape ``w``:``h`` that fits, in the middle."""
        scale = min(self.w / w, self.h / h)
        across, down = int(w * scale), int(h * scale)
        return Rect(self.x + (self.w - across) // 2, self.y + (self.h - down) // 2, across, down)

    def has(self, x: int, y: int) -> bool:
        """Return whether the pixel is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom


def _spread(whole: int, n: int, gap: int) -> list[tuple[int, int]]:
    """Return where each of ``n`` equal parts begins and how long it is, to the px."""
    ends = [round((whole + gap) * i / n) for i in range(n + 1)]
    return [(a, max(0, b - a - gap)) for a, b in pairwise(ends)]


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen.

    Attributes:
        key: what it is, the same from picture to picture.
        rect: where it is.
    """

    key: str
    rect: Rect


@dataclass(frozen=True, slots=True)
class Panel(Element):
    """A plain surface, with or without a rim."""

    fill: Colour | None
    rim: Colour | None = None
    radius: int = 0
    thick: int = 2


@dataclass(frozen=True, slots=True)
class Label(Element):
    """Words.

    Attributes:
        text: the sentence; it is wrapped, and set in the largest size that fits.
        size: height of the letters in px at the most.
        colour: of the letters; ``ground`` is what they stand on, for the contrast test.
        align: within the rectangle, which it always fills from its vertical middle.
        lines: how many at the most.
        language: code of the language that it is written in.
    """

    text: str
    size: int
    colour: Colour
    ground: Colour
    language: str
    align: Align = "centre"
    bold: bool = False
    lines: int = 1


@dataclass(frozen=True, slots=True)
class CardFace(Element):
    """A card of a game, from the art cache.

    Attributes:
        game: key of the game; ``card`` as its rules name it.
        mood: "plain", "picked", "right", "wrong", "hint", "dim" or "lit" (the walk).
    """

    game: str
    card: str
    mood: str = "plain"


@dataclass(frozen=True, slots=True)
class Mark(Element):
    """The sign of a place: its number on its own shape and colour.

    Attributes:
        place: 1 to 6.
        mood: "here", "free", "bot", "active" (it is this place's turn) or "resting".
    """

    place: int
    mood: str = "here"


@dataclass(frozen=True, slots=True)
class Button(Element):
    """A choice that can be touched, or picked by the walk.

    Attributes:
        item: what a touch chooses, or "" for a stop of the walk that nobody can touch;
            ``seat`` for whom, None if whoever may.
        text: its words; empty where other elements lie on it.
        lit: the walk stands on it.
        on: it is the present value of what is being set.
        quiet: it has no face of its own, because a card lies on it.
        icon: a sign before the words, or "".
        bold: whether they are bold.
    """

    item: str
    text: str
    size: int
    language: str
    seat: int | None = None
    lit: bool = False
    on: bool = False
    lines: int = 2
    quiet: bool = False
    icon: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Sand(Element):
    """The hourglass: ``lit`` of ``leds`` lights still shine."""

    lit: int
    leds: int


@dataclass(frozen=True, slots=True)
class Picture(Element):
    """A drawing of the project's own, by name; see ``device.art``."""

    name: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture.

    Attributes:
        elements: from back to front.
        name: of the scene, for tests and screenshots.
        leaving: where elements of the picture before glide that are gone in this one, by key.
        arriving: from where elements glide that were not in the picture before, by key.
        turn: degrees counter-clockwise by which it is turned towards somebody: 0, 90, 180, 270.
    """

    name: str
    elements: tuple[Element, ...]
    leaving: Mapping[str, Rect] = field(default_factory=dict)
    arriving: Mapping[str, Rect] = field(default_factory=dict)
    turn: int = 0
