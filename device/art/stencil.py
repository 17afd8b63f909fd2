"""What all drawings are made with: smooth stencils, and laying colour through them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from device.art.palette import Colour

Size = tuple[int, int]
"""Width and height in px."""
Point = tuple[float, float]
SCALE = 4
"""A stencil is cut this many times as large, then shrunk, so that its edges are smooth."""


class Stencil:
    """A shape that is cut in px of the finished picture; 255 where colour passes.

    Args:
        size: of the picture in px.
    """

    def __init__(self, size: Size) -> None:
        self.size = size
        self.image = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
        self._draw = ImageDraw.Draw(self.image)

    def polygon(self, points: Iterable[Point], value: int = 255) -> Stencil:
        """Cut the inside of ``points``; a ``value`` of 0 covers it again."""
        self._draw.polygon(_large(points), fill=value)
        return self

    def line(self, points: Sequence[Point], width: float, value: int = 255) -> Stencil:
        """Cut a line ``width`` px wide with round ends and corners."""
        self._draw.line(_large(points), fill=value, width=max(1, round(width * SCALE)))
        for point in points:
            self.disc(point, width / 2, value)
        return self

    def disc(self, centre: Point, radius: float, value: int = 255) -> Stencil:
        """Cut a disc."""
        x, y = centre
        self.oval((x - radius, y - radius, x + radius, y + radius), value)
        return self

    def oval(self, box: tuple[float, float, float, float], value: int = 255) -> Stencil:
        """Cut the ellipse in ``box`` (left, top, right, bottom)."""
        left, top, right, bottom = (round(edge * SCALE) for edge in box)
        if right > left and bottom > top:
            self._draw.ellipse((left, top, right - 1, bottom - 1), fill=value)
        return self

    def box(
        self, box: tuple[float, float, float, float], radius: float = 0, value: int = 255
    ) -> Stencil:
        """Cut a rectangle with corners rounded by ``radius`` px."""
        left, top, right, bottom = (round(edge * SCALE) for edge in box)
        if right > left and bottom > top:
            edges = (left, top, right - 1, bottom - 1)
            self._draw.rounded_rectangle(edges, radius * SCALE, fill=value)
        return self

    def arc(self, centre: Point, radius: float, turn: tuple[float, float], width: float) -> Stencil:
        """Cut a part of a circle, between two angles in degrees, clockwise from the right."""
        steps = [turn[0] + (turn[1] - turn[0]) * i / 24 for i in range(25)]
        return self.line([on_circle(centre, radius, angle) for angle in steps], width)

    def done(self) -> Image.Image:
        """Return the stencil in its own size: each px by how much of it is cut.

        A mean, not a wider filter: lines on whole px stay exactly as sharp as they are.
        """
        return self.image.reduce(SCALE)


def _large(points: Iterable[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """Return the point at ``angle`` (degrees, clockwise from the right)."""
    turn = math.radians(angle)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def curve(a: Point, b: Point, c: Point, d: Point, steps: int = 24) -> list[Point]:
    """Return points of the cubic curve from ``a`` to ``d``, without ``d`` itself."""
    found = []
    for i in range(steps):
        t = i / steps
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        corners = (a, b, c, d)
        found.append(
            (
                sum(w * p[0] for w, p in zip(weights, corners, strict=True)),
                sum(w * p[1] for w, p in zip(weights, corners, strict=True)),
            )
        )
    return found


def placed(points: Iterable[Point], box: tuple[float, float, float, float]) -> list[Point]:
    """Return points of the unit square in ``box`` (left, top, right, bottom)."""
    left, top, right, bottom = box
    return [(left + x * (right - left), top + y * (bottom - top)) for x, y in points]


def clear(size: Size) -> Image.Image:
    """Return an empty picture.

    Raises:
        ValueError: a side is less than one px.
    """
    if size[0] < 1 or size[1] < 1:
        raise ValueError(f"a picture of {size[0]} x {size[1]} px; at least 1 x 1")
    return Image.new("RGBA", size)


def lay(
    picture: Image.Image, stencil: Image.Image, colour: Colour, at: tuple[int, int] = (0, 0)
) -> None:
    """Lay ``colour`` on ``picture`` through ``stencil``, its upper left corner ``at`` (px)."""
    coat = Image.new("RGBA", stencil.size, (*colour, 0))
    coat.putalpha(stencil)
    picture.alpha_composite(coat, at)


def put(picture: Image.Image, other: Image.Image, at: Point) -> None:
    """Put a picture on another, as far as it lies inside."""
    x, y = round(at[0]), round(at[1])
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(other.width, picture.width - x), min(other.height, picture.height - y)
    if right > left and bottom > top:
        seen = other.crop((left, top, right, bottom))
        picture.alpha_composite(seen, (x + left, y + top))
