"""The four drawings of how SET is played; the page's one line of words stands beside them."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from device.art import letters
from device.art.icons import icon
from device.art.moods import mood
from device.art.pages import outlined, pressing, row
from device.art.palette import CARDS, DEEP, INK, PAPER, RIGHT, SAND, WRONG, Colour
from device.art.plate import plate, sand
from device.art.set_game import back, card, symbol
from device.art.stencil import Size, Stencil, clear, lay, put

_SET = ("1RTE", "2GTD", "3PTW")
_NO_SET = ("1RSE", "2RSE", "3GSE")
_TABLE = ("2PSD", "1RTE", "3GOW", "1GSW", "2GTD", "3RSD", "2ROE", "1POD", "3PTW")


def _faces(names: tuple[str, ...], size: Size, moods: str = "plain") -> list[Image.Image]:
    faces = [card(name, size) for name in names]
    for face in faces:
        face.alpha_composite(mood(moods, size))
    return faces


def traits(size: Size) -> Image.Image:
    """Return three cards that are a SET, and below what each trait does: all alike or all apart."""
    w, h = size
    picture = clear(size)
    across = round(min(w * 0.29, h * 0.58 * 1.4))
    faces = _faces(_SET, (across, round(across / 1.4)))
    row(picture, faces, (0, 0, w, h * 0.62), across * 0.08)
    whole = across * 3.16
    chip = (round(whole * 0.235), round(min(h * 0.3, whole * 0.11)))
    chips = [_trait(chip, draw) for draw in (_numbers, _colours, _shadings, _shapes)]
    row(picture, chips, (0, h * 0.66, w, h), whole * 0.02)
    return picture


def _trait(size: Size, draw: Callable[[int], list[Image.Image]]) -> Image.Image:
    """Return three small samples of a trait on paper, and a tick."""
    w, h = size
    picture = plate(size, PAPER, SAND, max(2, h // 8))
    side = round(min(h * 0.62, w * 0.19))
    tick = icon("tick", (side, side), (20, 110, 70))
    row(picture, [*draw(side), tick], (0, 0, w, h), (w - 4 * side) / 6)
    return picture


def _blank(side: int) -> Image.Image:
    return clear((side, side))


def _numbers(side: int) -> list[Image.Image]:
    found = []
    for digit in "123":
        piece = _blank(side)
        letters.write(piece, digit, (side / 2, side / 2), max(6, round(side * 1.1)), INK)
        found.append(piece)
    return found


def _colours(side: int) -> list[Image.Image]:
    found = []
    for colour, sign in zip(CARDS.values(), "RGP", strict=True):
        piece = _blank(side)
        lay(piece, Stencil(piece.size).disc((side / 2, side / 2), side / 2).done(), colour)
        letters.write(piece, sign, (side / 2, side / 2), max(6, round(side * 0.72)), PAPER)
        found.append(piece)
    return found


def _shadings(side: int) -> list[Image.Image]:
    return [_symbol(side, "T", "E") for _ in range(3)]


def _shapes(side: int) -> list[Image.Image]:
    return [_symbol(side, "S", shape) for shape in "EDW"]


def _symbol(side: int, shading: str, shape: str) -> Image.Image:
    piece = _blank(side)
    across = max(2, round(side * 0.56))
    lay(piece, symbol((across, side), shading, shape), INK, ((side - across) // 2, 0))
    return piece


def press(size: Size) -> Image.Image:
    """Return a table on which somebody sees a SET, and a finger on a buzzer."""
    w, h = size
    picture = clear(size)
    across = round(min(w * 0.175, h * 0.29 * 1.35))
    tall = round(across / 1.35)
    gap = max(2, across // 14)
    left, top = w * 0.03, (h - 3 * tall - 2 * gap) / 2
    for i, name in enumerate(_TABLE):
        face = card(name, (across, tall))
        face.alpha_composite(mood("lit" if name in _SET else "dim", face.size))
        put(picture, face, (left + i % 3 * (across + gap), top + i // 3 * (tall + gap)))
    beside = left + 3 * across + 2 * gap
    room = (round(w - beside), round(h * 0.94))
    put(picture, pressing(room), (beside, h * 0.03))
    return picture


def pick(size: Size) -> Image.Image:
    """Return three picked cards, a finger on the third, and five seconds of sand."""
    w, h = size
    picture = clear(size)
    across = round(min(w * 0.26, h * 0.55 * 1.4))
    faces = _faces(_SET, (across, round(across / 1.4)), "picked")
    gap = across * 0.07
    row(picture, faces, (0, 0, w * 0.84, h), gap)
    side = round(min(across * 0.62, h * 0.4))
    touch = w * 0.42 + across + gap
    finger = outlined(icon("hand", (side, side)).rotate(180), max(1, side // 40))
    put(picture, finger, (touch - side * 0.55, h * 0.55))
    glass = (round(min(w * 0.07, h * 0.2)), round(h * 0.72))
    put(picture, sand(glass, 5, 5), (w * 0.92 - glass[0] / 2, h * 0.03))
    letters.write(picture, "5 s", (w * 0.92, h * 0.88), max(8, round(h * 0.15)), PAPER)
    return picture


def score(size: Size) -> Image.Image:
    """Return what a right three brings, what a wrong one costs, and three cards for no SET."""
    w, h = size
    picture = clear(size)
    third = round(w * 0.32)
    column = (third, min(h, round(third * 1.3)))
    across = round(min(third * 0.28, column[1] * 0.46 / 1.4))
    small = (across, round(across * 1.4))
    unsure = _faces(_NO_SET[1:] + _SET[:1], small, "dim")
    columns = [
        _column(column, _faces(_SET, small), "tick", "+1", RIGHT),
        _column(column, _faces(_NO_SET, small), "cross", "–1", WRONG),
        _column(column, unsure, "question", "+3", SAND),
    ]
    row(picture, columns, (0, 0, w, h), w * 0.02)
    return picture


def _column(
    size: Size, cards: list[Image.Image], sign: str, points: str, colour: Colour
) -> Image.Image:
    """Return three cards, what the box says of them, and what they bring."""
    w, h = size
    picture = plate(size, DEEP, colour, max(4, min(size) // 10))
    row(picture, cards, (0, h * 0.04, w, h * 0.6), w * 0.025)
    side = round(min(h * 0.28, w * 0.26))
    number = clear((round(side * 1.3), side))
    letters.write(number, points, (number.width / 2, side / 2), max(8, round(side * 0.95)), colour)
    found = [icon(sign, (side, side), colour), number]
    if sign == "question":
        found.append(back((round(side * 0.68), round(side * 0.95))))
    row(picture, found, (0, h * 0.58, w, h * 0.98), w * 0.035)
    return picture


PICTURES: tuple[Callable[[Size], Image.Image], ...] = (traits, press, pick, score)
