"""The 81 cards of SET: ``2RTD`` is two red striped diamonds.

Nothing rests on colour alone: each colour has a sign in the corner, each shading its own look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from device.art import letters
from device.art.palette import CARDS, PAPER, SAND, WOOD, Colour
from device.art.plate import plate, rounded
from device.art.stencil import SCALE, Point, Size, Stencil, clear, curve, lay, placed

_NAME = re.compile(r"([123])([RGP])([STO])([EDW])")
_ACROSS, _ALONG, _GAP = 44, 84, 10
"""A symbol, and the air between two, in parts of one another."""
_STRETCH = 1.2
"""A symbol may be this much longer, where the card has room."""
_SMALLEST_SIGN = 40
"""A card whose shorter side has fewer px bears no sign: it only repeats a card that does."""


def _oval() -> list[Point]:
    up = [(x, y * 22 / 42) for x, y in curve((0, 0.5), (0, -0.17), (1, -0.17), (1, 0.5))]
    return up + [(1 - x, 1 - y) for x, y in up]


def _diamond() -> list[Point]:
    return [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)]


def _squiggle() -> list[Point]:
    """Return a wave that looks the same upside down."""
    half = curve((10, 26), (4, 4), (38, -8), (43, 14)) + curve(
        (43, 14), (47, 31), (29, 40), (34, 58)
    )
    whole = half + [(44 - x, 84 - y) for x, y in half]
    left, top = min(x for x, _ in whole), min(y for _, y in whole)
    return [((x - left) / (44 - 2 * left), (y - top) / (84 - 2 * top)) for x, y in whole]


_SHAPES: dict[str, Callable[[], list[Point]]] = {"E": _oval, "D": _diamond, "W": _squiggle}


def card(name: str, size: Size, signs: Sequence[str] = "RGP") -> Image.Image:
    """Return a card; its symbols stand side by side, or lie on one another if it is tall.

    Args:
        name: number, colour, shading and shape, e.g. ``2RTD``.
        size: in px.
        signs: one each for red, green and purple; empty for none.

    Raises:
        ValueError: there is no such card, or not three signs.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"no card {name!r}; a card is like '2RTD'")
    if len(signs) not in (0, 3):
        raise ValueError(f"signs {signs!r}; one for red, green and purple each, or none")
    number, colour, shading, shape = found.groups()
    picture = paper(size)
    sign = signs["RGP".index(colour)] if signs and min(size) >= _SMALLEST_SIGN else ""
    w, h = size
    wide = (max(size), min(size))
    stencil = _symbols(wide, int(number), shading, shape, bool(sign), tall=h > w)
    if h > w:
        stencil = stencil.transpose(Image.Transpose.TRANSPOSE)
    lay(picture, stencil, CARDS[colour])
    if sign:
        _write_sign(picture, sign, CARDS[colour])
    return picture


def paper(size: Size) -> Image.Image:
    """Return an empty card: paper with a thin shadow below, within ``size`` px."""
    return _paper(size).copy()


@lru_cache(maxsize=8)
def _paper(size: Size) -> Image.Image:
    picture = clear(size)
    radius = max(2, min(size) // 8)
    drop = 1 if min(size) < 60 else 2
    if min(size) <= 2 * drop:
        return plate(size, PAPER)
    lay(picture, rounded(size, radius), WOOD)
    sheet = (size[0], size[1] - drop)
    lay(picture, rounded(sheet, radius), SAND)
    lay(picture, rounded((sheet[0] - 2, sheet[1] - 2), max(1, radius - 1)), PAPER, (1, 1))
    return picture


def _sign_size(size: Size) -> int:
    return max(14, round(min(size) * 0.17))


def _sign_margin(size: Size) -> int:
    """Return how far a sign is from the edges, in px: within the rim of any mood."""
    return max(6, round(min(size) * 0.095))


class _Fit(NamedTuple):
    """How wide and long a symbol is, the air between two, and the room for all, in px."""

    across: int
    along: int
    gap: int
    room: tuple[int, int, int, int]


def _fit(size: Size, sign: bool, tall: bool) -> _Fit:
    """Return how large symbols are on a card that is wider than tall, or is laid on its side.

    The sign stands before the first symbol or above all, whichever leaves more room. Three
    symbols set the size for one and two.
    """
    w, h = size
    margin = max(3, round(h * 0.09))
    whole = (margin, margin, w - margin, h - margin)
    rooms = [whole]
    if sign:
        across, up = letters.extent("R", _sign_size(size))
        before, above = (up, across) if tall else (across, up)
        edge = _sign_margin(size) + 1
        rooms = [
            (edge + before, margin, w - margin, h - margin),
            (margin, edge + above, w - margin, h - margin),
        ]
    return max((_fitted(room) for room in rooms), key=lambda fit: fit.along)


def _fitted(room: tuple[int, int, int, int]) -> _Fit:
    wide, high = max(1, room[2] - room[0]), max(1, room[3] - room[1])
    scale = min(wide / (3 * _ACROSS + 2 * _GAP), high / _ALONG)
    along = min(high, int(_ALONG * scale * _STRETCH))
    return _Fit(max(2, int(_ACROSS * scale)), max(3, along), max(1, int(_GAP * scale)), room)


def _symbols(
    size: Size, number: int, shading: str, shape: str, sign: bool, tall: bool
) -> Image.Image:
    """Return the stencil of all symbols, in the middle, moved from the sign if they must be."""
    fit = _fit(size, sign, tall)
    one = symbol((fit.across, fit.along), shading, shape)
    whole = Image.new("L", size)
    length = number * fit.across + (number - 1) * fit.gap
    left = max(fit.room[0], (size[0] - length) // 2)
    top = max(fit.room[1], (size[1] - fit.along) // 2)
    for i in range(number):
        whole.paste(one, (left + i * (fit.across + fit.gap), top))
    return whole


@lru_cache(maxsize=64)
def symbol(size: Size, shading: str, shape: str) -> Image.Image:
    """Return the stencil of one upright symbol, ``size`` px.

    The rim and the stripes are whole px wide and lie on whole px, so they stay sharp.
    """
    w, h = size
    rim = max(1 if h < 30 else 2, round(h * 0.055))
    half = rim / 2
    points = placed(_SHAPES[shape](), (half, half, w - half, h - half))
    body = Stencil(size).polygon(points)
    if shading == "T":
        body.image = ImageChops.multiply(body.image, _stripes(size))
    elif shading == "O":
        body = Stencil(size)
    body_and_rim = ImageChops.lighter(
        body.image, Stencil(size).line([*points, points[0]], rim).image
    )
    body.image = body_and_rim
    return body.done()


def _stripes(size: Size) -> Image.Image:
    """Return lines across, as large as a stencil is cut: a third ink, two thirds paper."""
    w, h = size
    step = max(3, round(h / 11))
    thick = max(1, round(step * 0.36))
    lines = Image.new("L", (w * SCALE, h * SCALE))
    first = (h % step + step - thick) // 2
    for y in range(first, h, step):
        lines.paste(255, (0, y * SCALE, w * SCALE, min(h, y + thick) * SCALE))
    return lines


def _write_sign(picture: Image.Image, sign: str, colour: Colour) -> None:
    size = _sign_size(picture.size)
    across, up = letters.extent(sign, size)
    margin = _sign_margin(picture.size)
    letters.write(picture, sign, (margin + across / 2, margin + up / 2), size, colour)


def back(size: Size) -> Image.Image:
    """Return the back of a card: a lattice of small diamonds on wood."""
    w, h = size
    picture = paper(size)
    edge = max(2, min(size) // 14)
    inner = (w - 2 * edge, h - 2 * edge - 1)
    if min(inner) < 4:
        return picture
    lay(picture, rounded(inner, max(1, min(size) // 8 - edge)), WOOD, (edge, edge))
    step = max(6, min(size) // 6)
    dot = step / 5
    lattice = Stencil(size)
    for row, y in enumerate(range(h // 2 % step, h, step // 2)):
        for x in range(w // 2 % step - (row % 2) * step // 2, w + step, step):
            lattice.polygon(placed(_diamond(), (x - dot, y - dot, x + dot, y + dot)))
    mask = Image.new("L", size)
    mask.paste(rounded((inner[0] - 4, inner[1] - 4), 2), (edge + 2, edge + 2))
    lay(picture, ImageChops.multiply(lattice.done(), mask), SAND)
    return picture
