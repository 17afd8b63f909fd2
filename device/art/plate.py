"""Plain surfaces: plates with a rim, lights, the hourglass, and the table itself."""

from __future__ import annotations

import random

from PIL import Image, ImageChops, ImageDraw

from device.art.palette import DEEP, FELT, GLOW, INK, QUIET, WOOD, Colour
from device.art.stencil import Size, Stencil, clear, lay

_GRAIN = 2
"""How much lighter or darker a thread of the felt is, at the most."""


def rounded(size: Size, radius: int) -> Image.Image:
    """Return the stencil of a rectangle with round corners; only these are drawn large."""
    w, h = size
    radius = max(0, min(radius, w // 2, h // 2))
    stencil = Image.new("L", size, 255)
    if radius == 0:
        return stencil
    ball = Stencil((2 * radius, 2 * radius)).disc((radius, radius), radius).done()
    for x, left in ((0, 0), (radius, w - radius)):
        for y, top in ((0, 0), (radius, h - radius)):
            stencil.paste(ball.crop((x, y, x + radius, y + radius)), (left, top))
    return stencil


def ring(size: Size, radius: int, thick: int, inset: int = 0) -> Image.Image:
    """Return the stencil of a rim ``thick`` px wide, ``inset`` px within the rectangle."""
    outer = _inset(size, radius, inset)
    return ImageChops.subtract(outer, _inset(size, radius, inset + thick))


def _inset(size: Size, radius: int, by: int) -> Image.Image:
    whole = Image.new("L", size)
    w, h = size[0] - 2 * by, size[1] - 2 * by
    if w > 0 and h > 0:
        whole.paste(rounded((w, h), max(0, radius - by)), (by, by))
    return whole


def plate(
    size: Size, fill: Colour | None, rim: Colour | None = None, radius: int = 0, thick: int = 2
) -> Image.Image:
    """Return a plain surface with round corners (px), with or without a rim within its edge."""
    picture = clear(size)
    if fill is not None:
        lay(picture, _inset(size, radius, 0), fill)
    if rim is not None and thick > 0:
        lay(picture, ring(size, radius, thick), rim)
    return picture


def light(side: int, on: bool) -> Image.Image:
    """Return one light of the hourglass, ``side`` px: a glowing ball, or an empty ring."""
    picture = clear((side, side))
    middle, radius = (side / 2, side / 2), side * 0.46
    if not on:
        hollow = Stencil(picture.size).disc(middle, radius * 0.8)
        lay(picture, hollow.disc(middle, radius * 0.8 - max(1.0, side / 12), 0).done(), QUIET)
        return picture
    lay(picture, Stencil(picture.size).disc(middle, radius).done(), GLOW)
    spot = Stencil(picture.size).disc((side * 0.42, side * 0.38), side * 0.16)
    lay(picture, spot.done(), (255, 240, 208))
    return picture


def sand(size: Size, lit: int, leds: int) -> Image.Image:
    """Return the hourglass: ``leds`` lights in a column, or a row if it is wider than tall."""
    w, h = size
    along, across = (h, w) if h >= w else (w, h)
    picture = plate(size, INK, WOOD, across // 2, max(2, across // 10))
    margin = max(2, across // 6)
    step = (along - 2 * margin) / max(1, leds)
    side = max(1, int(min(step * 0.9, across - 2 * margin)))
    balls = light(side, False), light(side, True)
    for i in range(leds):
        on = leds - i <= lit if h >= w else i < lit
        middle = margin + step * (i + 0.5)
        far, near = round(middle - side / 2), (across - side) // 2
        picture.alpha_composite(balls[on], (near, far) if h >= w else (far, near))
    return picture


def frame(size: Size) -> int:
    """Return how thick the wooden frame of the table is, in px."""
    return max(6, min(size) // 44)


def table(size: Size) -> Image.Image:
    """Return the table: green felt under a warm lamp, in a wooden frame."""
    clear(size)
    edge = frame(size)
    picture = Image.composite(
        Image.new("RGB", size, DEEP), Image.new("RGB", size, FELT), _lamp(size)
    )
    picture = ImageChops.add(picture, Image.merge("RGB", [_threads(size)] * 3), 1, -_GRAIN)
    picture.paste(_wood(size), mask=ring(size, 0, edge))
    for inset, colour in ((0, INK), (edge - 1, INK), (edge, DEEP)):
        picture.paste(colour, mask=ring(size, 0, 1, inset))
    return picture.convert("RGBA")


def _lamp(size: Size) -> Image.Image:
    """Return how dark it is: 0 under the lamp, above the middle, 255 in the far corners."""
    gradient = Image.radial_gradient("L")
    return gradient.resize(size, Image.Resampling.BICUBIC, (40, 72, 216, 256))


def _threads(size: Size) -> Image.Image:
    """Return the felt's threads, 0 to twice ``_GRAIN``, always the same."""
    noise = Image.frombytes("L", size, random.Random(1).randbytes(size[0] * size[1]))
    return noise.point([i * (2 * _GRAIN + 1) // 256 for i in range(256)])


def _wood(size: Size) -> Image.Image:
    """Return walnut: long grain lines, a little lighter and darker than ``WOOD``."""
    picture = Image.new("RGB", size, WOOD)
    pen = ImageDraw.Draw(picture)
    for i in range(0, size[1], 3):
        tone = (i * 37 % 13) - 6
        shade = (WOOD[0] + tone, WOOD[1] + tone * 2 // 3, WOOD[2] + tone // 2)
        pen.line([(0, i), (size[0], i + (i * 17 % 5) - 2)], fill=shade, width=2)
    return picture
