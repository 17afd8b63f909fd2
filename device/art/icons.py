"""Small signs in one colour, drawn in a square of 100."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from device.art.palette import PAPER, Colour
from device.art.stencil import Point, Size, Stencil, clear, curve, lay


class _Pen:
    """A stencil whose unit is a hundredth of the largest square that fits, in the middle."""

    def __init__(self, size: Size) -> None:
        self.stencil = Stencil(size)
        self.unit = min(size) / 100
        self.left = (size[0] - min(size)) / 2
        self.top = (size[1] - min(size)) / 2

    def _at(self, point: Point) -> Point:
        return self.left + point[0] * self.unit, self.top + point[1] * self.unit

    def line(self, *points: Point, width: float = 11, value: int = 255) -> None:
        self.stencil.line([self._at(point) for point in points], width * self.unit, value)

    def area(self, *points: Point, value: int = 255) -> None:
        self.stencil.polygon([self._at(point) for point in points], value)

    def disc(self, x: float, y: float, radius: float, value: int = 255) -> None:
        self.stencil.disc(self._at((x, y)), radius * self.unit, value)

    def box(
        self, left: float, top: float, right: float, bottom: float, radius: float, value: int = 255
    ) -> None:
        (a, b), (c, d) = self._at((left, top)), self._at((right, bottom))
        self.stencil.box((a, b, c, d), radius * self.unit, value)

    def arc(self, x: float, y: float, radius: float, a: float, b: float, width: float = 9) -> None:
        self.stencil.arc(self._at((x, y)), radius * self.unit, (a, b), width * self.unit)


def _crown(pen: _Pen) -> None:
    pen.area((12, 74), (6, 30), (29, 50), (50, 16), (71, 50), (94, 30), (88, 74))
    for x, y in ((6, 28), (50, 15), (94, 28)):
        pen.disc(x if x == 50 else (9 if x < 50 else 91), y, 8)
    pen.box(12, 79, 88, 92, 4)


def _bot(pen: _Pen) -> None:
    pen.line((50, 8), (50, 30), width=8)
    pen.disc(50, 11, 9)
    pen.box(14, 28, 86, 90, 16)
    pen.disc(35, 53, 9, 0)
    pen.disc(65, 53, 9, 0)
    pen.line((36, 75), (64, 75), width=8, value=0)
    pen.box(2, 48, 10, 70, 4)
    pen.box(90, 48, 98, 70, 4)


def _pause(pen: _Pen) -> None:
    pen.box(20, 12, 42, 88, 6)
    pen.box(58, 12, 80, 88, 6)


def _horn(pen: _Pen) -> None:
    pen.area((6, 36), (24, 36), (50, 12), (50, 88), (24, 64), (6, 64))


def _speaker(pen: _Pen) -> None:
    _horn(pen)
    pen.arc(50, 50, 18, -50, 50)
    pen.arc(50, 50, 38, -50, 50)


def _muted(pen: _Pen) -> None:
    _horn(pen)
    pen.line((64, 36), (92, 64), width=10)
    pen.line((92, 36), (64, 64), width=10)


def _dot(pen: _Pen) -> None:
    pen.disc(50, 50, 38)


def _tick(pen: _Pen) -> None:
    pen.line((14, 54), (40, 80), (87, 22), width=17)


def _cross(pen: _Pen) -> None:
    pen.line((20, 20), (80, 80), width=17)
    pen.line((80, 20), (20, 80), width=17)


def _hourglass(pen: _Pen) -> None:
    pen.box(16, 4, 84, 15, 5)
    pen.box(16, 85, 84, 96, 5)
    pen.area((24, 15), (76, 15), (74, 28), (55, 50), (45, 50), (26, 28))
    pen.area((45, 50), (55, 50), (74, 72), (76, 85), (24, 85), (26, 72))
    pen.area((33, 17), (67, 17), (65, 25), (35, 25), value=0)
    pen.area((50, 57), (66, 75), (50, 66), (34, 75), value=0)


def _globe(pen: _Pen) -> None:
    pen.disc(50, 50, 45)
    pen.disc(50, 50, 38, 0)
    for bend in (-26, 26):
        pen.line(*curve((50, 8), (50 + bend, 30), (50 + bend, 70), (50, 92)), (50, 92), width=6)
    pen.line((50, 8), (50, 92), width=6)
    for y, half in ((33, 37), (67, 37)):
        pen.line((50 - half, y), (50 + half, y), width=6)


def _question(pen: _Pen) -> None:
    pen.arc(50, 33, 23, 165, 385, width=15)
    pen.line((71, 43), (53, 57), (50, 68), width=15)
    pen.disc(50, 90, 9)


def _hand(pen: _Pen) -> None:
    """Draw a hand that points down, as on a buzzer."""
    pen.line((42, 92), (42, 40), width=15)
    for x, y in ((56, 52), (69, 55), (81, 60)):
        pen.line((x, y), (x, 30), width=13)
    pen.box(35, 6, 87, 46, 14)
    pen.line((38, 34), (20, 48), width=13)


def _plug(pen: _Pen) -> None:
    """Draw a plug that is pulled: not saved."""
    pen.line((6, 50), (20, 50), width=11)
    pen.area((18, 32), (28, 24), (44, 24), (44, 76), (28, 76), (18, 68))
    pen.line((44, 37), (59, 37), width=9)
    pen.line((44, 63), (59, 63), width=9)
    pen.box(70, 20, 84, 80, 6)
    pen.line((82, 50), (94, 50), width=11)


_ICONS: dict[str, Callable[[_Pen], None]] = {
    "crown": _crown,
    "bot": _bot,
    "pause": _pause,
    "speaker": _speaker,
    "muted": _muted,
    "dot": _dot,
    "tick": _tick,
    "cross": _cross,
    "hourglass": _hourglass,
    "globe": _globe,
    "question": _question,
    "hand": _hand,
    "plug": _plug,
}
ICONS = tuple(_ICONS)
"""The names of all icons; ``plug`` says "not saved"."""


def icon(name: str, size: Size, colour: Colour = PAPER) -> Image.Image:
    """Return a sign in the middle of ``size`` px.

    Raises:
        ValueError: there is no such icon.
    """
    if name not in _ICONS:
        raise ValueError(f"no icon {name!r}; there are {', '.join(ICONS)}")
    picture = clear(size)
    pen = _Pen(size)
    _ICONS[name](pen)
    lay(picture, pen.stencil.done(), colour)
    return picture
