"""The few letters and digits within drawings: on cards, marks and pictures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from device.art.palette import Colour
from device.art.stencil import Point, put

_LATIN = Path("/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf")
_CJK = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc")
_PACKAGES = "apt-get install fonts-noto-core fonts-noto-cjk"
_TRADITIONAL = "紅綠"


@lru_cache(maxsize=64)
def _font(path: Path, index: int, size: int) -> ImageFont.FreeTypeFont:
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing; install it: {_PACKAGES}")
    return ImageFont.truetype(str(path), size, index=index)


def font(text: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the bold face that has the signs of ``text``, ``size`` px.

    Raises:
        FileNotFoundError: names the missing file and the package to install.
    """
    if all(ord(sign) < 0x2E80 for sign in text):
        return _font(_LATIN, 0, size)
    return _font(_CJK, 3 if any(sign in _TRADITIONAL for sign in text) else 2, size)


def extent(text: str, size: int) -> tuple[int, int]:
    """Return how wide and tall the ink of ``text`` is, in px."""
    left, top, right, bottom = font(text, size).getbbox(text)
    return int(right - left), int(bottom - top)


def write(picture: Image.Image, text: str, middle: Point, size: int, colour: Colour) -> None:
    """Write ``text`` with the middle of its ink at ``middle`` (px), in ``size`` px letters."""
    face = font(text, size)
    left, top, right, bottom = face.getbbox(text)
    at = (middle[0] - (right - left) / 2, middle[1] - (bottom - top) / 2)
    ink = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)))
    ImageDraw.Draw(ink).text((-left, -top), text, font=face, fill=255)
    coat = Image.new("RGBA", ink.size, (*colour, 0))
    coat.putalpha(ink)
    put(picture, coat, at)
