"""A page under construction, and texts under one another, as large as they all fit."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from device.screen import type as letters
from device.screen.elements import Align, Element, Label, Rect, Scene
from device.screen.look import Look
from device.screen.theme import FELT, PAPER, Colour

_STEPS = 24
"""In how many steps texts under one another shrink from their size to the smallest letters."""


@dataclass
class Page:
    """A page under construction.

    Attributes:
        name: of the scene.
        body: what is left for the page's own things.
        elements: so far, from back to front.
        leaving, arriving: see ``Scene``.
    """

    name: str
    look: Look
    body: Rect
    elements: list[Element] = field(default_factory=list)
    leaving: dict[str, Rect] = field(default_factory=dict)
    arriving: dict[str, Rect] = field(default_factory=dict)

    def add(self, *elements: Element) -> None:
        """Put elements on top."""
        self.elements += elements

    def label(self, key: str, rect: Rect, text: str, size: float, **style: object) -> None:
        """Put words on the felt; ``size`` is a part of the shorter side (see ``Look.px``)."""
        kept = {"colour": PAPER, "ground": FELT, "language": self.look.language} | style
        self.add(Label(key, rect, text, self.look.px(size), **kept))  # type: ignore[arg-type]

    def foot(self, h: int) -> Rect:
        """Cut the lowest ``h`` px off the body, and a gap; return them."""
        foot = self.body.foot(h)
        self.body = self.body.above(h + self.look.gap)
        return foot

    def side(self, w: int) -> Rect:
        """Cut the rightmost ``w`` px off the body, and a gap; return them."""
        side = self.body.right_of(w)
        self.body = self.body.before(w + self.look.gap)
        return side

    def done(self) -> Scene:
        """Return the scene."""
        return Scene(self.name, tuple(self.elements), self.leaving, self.arriving)


class Text(NamedTuple):
    """Words in a stack; ``size`` is a part of the shorter side, at the most."""

    key: str
    text: str
    size: float
    colour: Colour = PAPER
    lines: int = 1
    bold: bool = False


def stack(
    page: Page,
    rect: Rect,
    texts: Iterable[Text],
    *,
    ground: Colour = FELT,
    align: Align = "centre",
    spare: int = 0,
) -> None:
    """Put texts under one another in the middle of ``rect``, as large as all of them fit.

    ``spare`` of them, the last first, are left out where there is no room for all.
    """
    look = page.look
    shown = [text for text in texts if text.text]
    fits = fitting(look, rect, shown)
    while not fits and spare > 0 and len(shown) > 1:
        shown, spare = shown[:-1], spare - 1
        fits = fitting(look, rect, shown)
    fits = fits or [_fitted(look, rect, text, letters.SMALLEST) for text in shown]
    talls = [_tall(fit) for fit in fits]
    room = max(0, rect.h - sum(talls))
    between = min(room // (len(shown) + 1), look.px(0.025)) if len(shown) > 1 else 0
    y = rect.y + max(0, room - between * (len(shown) - 1)) // 2
    for text, fit, tall in zip(shown, fits, talls, strict=True):
        box = Rect(rect.x, y, rect.w, tall)
        style: dict[str, Any] = {"colour": text.colour, "ground": ground, "align": align}
        style |= {"language": look.language, "bold": text.bold, "lines": text.lines}
        page.add(Label(text.key, box, text.text, fit.size, **style))
        y += tall + between


def fitting(look: Look, rect: Rect, texts: list[Text]) -> list[letters.Fitted]:
    """Return texts in the largest letters in which all fit under one another; [] if none do."""
    air = max(2, look.px(0.009)) * (len(texts) - 1)
    for step in range(_STEPS, -1, -1):
        fits = [_fitted(look, rect, text, _between(look.px(text.size), step)) for text in texts]
        if sum(map(_tall, fits)) + air <= rect.h and all(fit.whole for fit in fits):
            return fits
    return []


def _fitted(look: Look, rect: Rect, text: Text, size: int) -> letters.Fitted:
    language, bold = look.language, text.bold
    return letters.fitted(text.text, rect.w, look.h, size, text.lines, language, bold)


def _between(most: int, step: int) -> int:
    least = letters.SMALLEST
    return max(least, least + round((most - least) * step / _STEPS))


def _tall(fit: letters.Fitted) -> int:
    """Return how tall a text is in px; the air below its last line does not count."""
    return math.ceil(max(1, len(fit.lines)) * fit.size * letters.LEADING - fit.size * 0.25)
