"""What is laid over a card to say how it is: rims and signs, never a colour alone."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from device.art.icons import icon
from device.art.palette import BRASS, DEEP, HINT, INK, RIGHT, WRONG, Colour
from device.art.plate import ring
from device.art.stencil import Size, Stencil, clear, lay, put


def _radius(size: Size) -> int:
    return max(2, min(size) // 8)


def _rim(picture: Image.Image, colour: Colour, thick: int) -> None:
    """Lay a rim within the edge, with a thin dark line that parts it from the paper."""
    radius = _radius(picture.size)
    line = max(1, thick // 3)
    lay(picture, ring(picture.size, radius, thick + line), INK)
    lay(picture, ring(picture.size, radius, thick), colour)


def _thick(size: Size) -> int:
    return max(3, round(min(size) * 0.05))


def _badge(picture: Image.Image, name: str, colour: Colour) -> None:
    """Put a sign on a dark disc in the upper right corner."""
    w, _ = picture.size
    side = max(16, round(min(picture.size) * 0.27))
    at = (w - side - 1, 1)
    badge = clear((side, side))
    lay(badge, Stencil(badge.size).disc((side / 2, side / 2), side / 2).done(), INK)
    small = round(side * 0.62)
    put(badge, icon(name, (small, small), colour), ((side - small) / 2, (side - small) / 2))
    put(picture, badge, at)


def _picked(picture: Image.Image) -> None:
    _rim(picture, BRASS, _thick(picture.size) + 1)
    _badge(picture, "dot", BRASS)


def _right(picture: Image.Image) -> None:
    _rim(picture, RIGHT, _thick(picture.size))
    _badge(picture, "tick", RIGHT)


def _wrong(picture: Image.Image) -> None:
    _rim(picture, WRONG, _thick(picture.size))
    _badge(picture, "cross", WRONG)


def _hint(picture: Image.Image) -> None:
    _rim(picture, HINT, _thick(picture.size))
    _badge(picture, "question", HINT)


def _dim(picture: Image.Image) -> None:
    veil = ring(picture.size, _radius(picture.size), max(picture.size))
    lay(picture, veil.point(lambda v: v * 140 // 255), DEEP)


def _lit(picture: Image.Image) -> None:
    """Lay a broad brass rim with two arrows that point inwards: here stands the walk."""
    w, h = picture.size
    thick = round(_thick(picture.size) * 1.25)
    _rim(picture, BRASS, thick)
    reach = max(4.0, min(w, h) * 0.11)
    for extra, colour in ((1.5, INK), (0.0, BRASS)):
        arrows = Stencil(picture.size)
        wide, deep = reach * 1.1 + extra * 1.4, thick + reach + extra
        arrows.polygon([(w / 2 - wide, thick - 1), (w / 2 + wide, thick - 1), (w / 2, deep)])
        low = h - thick + 1
        arrows.polygon([(w / 2 - wide, low), (w / 2 + wide, low), (w / 2, h - deep)])
        lay(picture, arrows.done(), colour)


_MOODS: dict[str, Callable[[Image.Image], None]] = {
    "plain": lambda picture: None,
    "picked": _picked,
    "right": _right,
    "wrong": _wrong,
    "hint": _hint,
    "dim": _dim,
    "lit": _lit,
}
MOODS = tuple(_MOODS)


def mood(names: str, size: Size) -> Image.Image:
    """Return what lies over a card of ``size`` px.

    Args:
        names: one mood, or several with spaces between them ("picked lit").
        size: in px.

    Raises:
        ValueError: there is no such mood.
    """
    picture = clear(size)
    for name in sorted(names.split(), key=lambda name: name != "lit"):
        if name not in _MOODS:
            raise ValueError(f"no mood {name!r} of a card; there are {', '.join(MOODS)}")
        _MOODS[name](picture)
    return picture
