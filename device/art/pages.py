"""What the drawings on the how-to-play pages share: a buzzer, a finger, cards on a table."""

from __future__ import annotations

from PIL import Image, ImageFilter

from device.art.icons import icon
from device.art.palette import INK, PAPER, SEATS, WOOD, Colour
from device.art.stencil import Size, Stencil, clear, lay, on_circle, put


def _mixed(a: Colour, b: Colour, part: float) -> Colour:
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return red, green, blue


def buzzer(size: Size, place: int = 2, *, pressed: bool = False) -> Image.Image:
    """Return a buzzer seen from the front: a dome in the colour of its place on a wooden foot."""
    w, h = size
    picture = clear(size)
    sink = h * 0.1 if pressed else 0
    base = Stencil(size).box((0, h * 0.66, w, h), h * 0.12).done()
    dome = Stencil(size).oval((w * 0.1, h * 0.1 + sink, w * 0.9, h * 1.26 + sink))
    dome.box((0, h * 0.68, w, h), 0, 0)
    ring = Stencil(size).box((w * 0.05, h * 0.6, w * 0.95, h * 0.74), h * 0.06).done()
    lay(picture, dome.done(), SEATS[place])
    shine = Stencil(size).oval((w * 0.24, h * 0.2 + sink, w * 0.46, h * 0.44 + sink)).done()
    lay(picture, shine, _mixed(SEATS[place], PAPER, 0.6))
    lay(picture, ring, INK)
    lay(picture, base, _mixed(WOOD, PAPER, 0.16))
    return picture


def pressing(size: Size, place: int = 2) -> Image.Image:
    """Return a finger on a buzzer, with the noise that it makes."""
    w, h = size
    picture = clear(size)
    wide, tall = round(min(w, h * 1.1) * 0.8), round(min(h, w / 1.1) * 0.5)
    left, top = (w - wide) / 2, h - tall
    put(picture, buzzer((wide, tall), place, pressed=True), (left, top))
    side = round(min(w, h) * 0.62)
    tip = top + tall * 0.24
    put(
        picture,
        outlined(icon("hand", (side, side)), max(1, side // 40)),
        (w / 2 - side * 0.42, tip - side * 0.98),
    )
    noise = Stencil(size)
    middle = (w / 2, top + tall * 0.6)
    for angle in (-150, -172, -8, -30):
        near, far = (on_circle(middle, wide * reach, angle) for reach in (0.5, 0.6))
        noise.line([near, far], max(2.0, wide / 40))
    lay(picture, noise.done(), PAPER)
    return picture


def outlined(sign: Image.Image, thick: int) -> Image.Image:
    """Return a sign in a dark outline ``thick`` px wide, larger by it on every side."""
    w, h = sign.size
    picture = clear((w + 2 * thick, h + 2 * thick))
    shape = Image.new("L", picture.size)
    shape.paste(sign.getchannel("A"), (thick, thick))
    lay(picture, shape.filter(ImageFilter.MaxFilter(2 * thick + 1)), INK)
    put(picture, sign, (thick, thick))
    return picture


def row(
    picture: Image.Image,
    pieces: list[Image.Image],
    box: tuple[float, float, float, float],
    gap: float,
) -> None:
    """Put pictures side by side in the middle of ``box`` (left, top, right, bottom)."""
    left, top, right, bottom = box
    whole = sum(piece.width for piece in pieces) + gap * (len(pieces) - 1)
    x = (left + right - whole) / 2
    for piece in pieces:
        put(picture, piece, (x, (top + bottom - piece.height) / 2))
        x += piece.width + gap
