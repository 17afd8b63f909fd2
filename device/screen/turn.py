"""Turned pictures: a display that is built in turned, and a picture that faces one place.

All turns are in degrees counter-clockwise: 0, 90, 180 or 270.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.screen.elements import Rect, Scene
from device.screen.look import Look

Px = tuple[int, int]


def turned_size(size: Px, turn: int) -> Px:
    """Return the size of the upright picture on a display of ``size`` px turned by ``turn``."""
    return size if turn % 180 == 0 else (size[1], size[0])


def upright(x: int, y: int, size: Px, turn: int) -> Px:
    """Return where a touch at ``x``, ``y`` (px) of a turned display lies in the upright picture.

    Args:
        x: column on the display.
        y: row on the display.
        size: of the display in px.
        turn: by which the picture is turned on it.
    """
    w, h = size
    match turn:
        case 90:
            return h - 1 - y, x
        case 180:
            return w - 1 - x, h - 1 - y
        case 270:
            return y, w - 1 - x
    return x, y


def placed(rect: Rect, size: Px, turn: int) -> Rect:
    """Return where a rectangle of the upright picture lies on a display of ``size`` px."""
    w, h = size
    match turn:
        case 90:
            return Rect(rect.y, h - rect.right, rect.h, rect.w)
        case 180:
            return Rect(w - rect.right, h - rect.bottom, rect.w, rect.h)
        case 270:
            return Rect(w - rect.bottom, rect.x, rect.h, rect.w)
    return rect


def towards(place: int, look: Look, make: Callable[[Look], Scene]) -> Scene:
    """Return a picture that faces one place, as for a peek.

    Args:
        place: 1 to 6.
        look: of the whole screen.
        make: lays the picture out for a look whose size is that of the turned picture.
    """
    turn = look.facing[place - 1]
    w, h = turned_size((look.w, look.h), turn)
    return replace(make(replace(look, w=w, h=h)), turn=turn)
