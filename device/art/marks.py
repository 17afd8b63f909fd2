"""The sign of a place: its number on its own shape and colour, in the moods a place can be in."""

from __future__ import annotations

import math

from PIL import Image, ImageChops

from device.art import letters
from device.art.icons import icon
from device.art.palette import BRASS, INK, QUIET, SAND, SEATS, Colour
from device.art.stencil import Point, Size, Stencil, clear, lay, on_circle, placed, put

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge in px."""
MOODS = ("here", "free", "bot", "active", "resting")


def _circle(radius: float = 0.44) -> list[Point]:
    return [on_circle((0.5, 0.5), radius, angle) for angle in range(0, 360, 6)]


def _star() -> list[Point]:
    return [on_circle((0.5, 0.53), (0.5, 0.27)[i % 2], 36 * i - 90) for i in range(10)]


def _cross() -> list[Point]:
    arm = [(0.32, 0.0), (0.68, 0.0), (0.68, 0.32)]
    right = [(1 - y, x) for x, y in arm]
    return [*arm, *right, *((1 - x, 1 - y) for x, y in [*arm, *right])]


_SHAPES: dict[int, list[Point]] = {
    1: _circle(),
    2: [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
    3: [(0.5, 0.02), (1.0, 0.94), (0.0, 0.94)],
    4: [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
    5: _cross(),
    6: _star(),
}
_MIDDLES = {3: 0.66, 6: 0.55}
"""How far down the number stands, where that is not the middle."""
_HEARTS = {3: 0.62}
"""How far down the middle is about which a shape shrinks."""
_ROOM = 0.78
"""How large the shape is within its square: around it there is room for a ring."""
_NUMBER = {1: 0.56, 2: 0.56, 3: 0.44, 4: 0.5, 5: 0.46, 6: 0.42}
"""How tall the number's letters are, in parts of the shape."""


def mark(place: int, size: Size, mood: str = "here") -> Image.Image:
    """Return the mark of a place in the middle of ``size`` px.

    Here it is full; free only an outline; a bot has a head with an antenna beside it; an
    active one has a brass rim of its own shape around it; a resting one is hatched.

    Raises:
        ValueError: there is no such place or mood.
    """
    if place not in SEATS or mood not in MOODS:
        raise ValueError(f"no mark of place {place!r}, {mood!r}; places 1 to 6, moods {MOODS}")
    picture = clear(size)
    side = min(size)
    left, top = (size[0] - side) / 2, (size[1] - side) / 2
    full = (left, top, left + side, top + side)
    colour = QUIET if mood == "free" else SEATS[place]
    lay(picture, _body(place, size, full, mood), colour)
    if mood == "active":
        lay(picture, _ring(place, size, full), BRASS)
    _number(picture, place, full, SAND if mood == "free" else INK)
    if mood == "bot":
        _bot(picture, full)
    return picture


def _points(place: int, box: Box) -> list[Point]:
    """Return the shape in ``box``, with room around it for a ring."""
    heart = _HEARTS.get(place, 0.5)
    shrunk = [(0.5 + (x - 0.5) * _ROOM, heart + (y - heart) * _ROOM) for x, y in _SHAPES[place]]
    return placed(shrunk, box)


def _body(place: int, size: Size, box: Box, mood: str) -> Image.Image:
    side = box[2] - box[0]
    points = _points(place, box)
    rim = max(1.5, side * 0.05)
    edge = Stencil(size).line([*points, points[0]], rim).done()
    if mood == "free":
        return edge
    body = Stencil(size).polygon(points)
    if mood != "resting":
        return body.done()
    hatch = Stencil(size)
    step = max(4.0, side / 9)
    for i in range(math.ceil(2 * side / step)):
        x = box[0] + i * step
        hatch.line([(x, box[1]), (x - side, box[3])], step * 0.36)
    hatch.disc(_middle(place, box), side * (0.14 if place == 3 else 0.2), 0)
    return ImageChops.lighter(ImageChops.subtract(body.done(), hatch.done()), edge)


def _ring(place: int, size: Size, box: Box) -> Image.Image:
    """Return a rim around the body, with a thin gap between."""
    points = _points(place, box)
    side = box[2] - box[0]
    around = [*points, points[0]]
    outer = Stencil(size).polygon(points).line(around, side * 0.2).done()
    inner = Stencil(size).polygon(points).line(around, side * 0.07).done()
    return ImageChops.subtract(outer, inner)


def _middle(place: int, box: Box) -> Point:
    side = box[2] - box[0]
    return box[0] + side / 2, box[1] + side * _MIDDLES.get(place, 0.5)


def _number(picture: Image.Image, place: int, box: Box, colour: Colour) -> None:
    side = box[2] - box[0]
    letters.write(
        picture, str(place), _middle(place, box), max(6, round(side * _NUMBER[place])), colour
    )


def _bot(picture: Image.Image, box: Box) -> None:
    """Put a small bot's head at the upper right, on a dark disc."""
    side = box[2] - box[0]
    small = max(7, round(side * 0.42))
    x, y = box[2] - small, box[1]
    disc = Stencil(picture.size).disc((x + small / 2, y + small / 2), small / 2).done()
    lay(picture, disc, INK)
    head = round(small * 0.72)
    put(picture, icon("bot", (head, head), SAND), (x + small * 0.14, y + small * 0.12))
