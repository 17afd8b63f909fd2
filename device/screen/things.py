"""How each kind of element looks: a surface of its size, drawn once and then copied."""

from __future__ import annotations

from functools import singledispatch

import pygame
from PIL import Image

from device import art
from device.art.cache import Art
from device.screen import type as letters
from device.screen.elements import (
    Button,
    CardFace,
    Element,
    Label,
    Mark,
    Panel,
    Picture,
    Rect,
    Sand,
)
from device.screen.look import Look
from device.screen.theme import BRASS, INK, PAPER, WOOD, Colour

_MIDDLE = 0.36
"""How far below the middle of a line its baseline is, in parts of the letters' size."""
_BELOW = 0.25
"""How far letters like g reach below the baseline, in parts of their size."""
BACK = "back"
"""The name of a card that lies face down."""
Px = tuple[int, int]


@singledispatch
def drawn(element: Element, drawings: Art, look: Look) -> pygame.Surface:
    """Return an element as it looks, its colours multiplied by their alpha."""
    raise TypeError(f"nothing draws a {type(element).__name__}")


@drawn.register
def _(panel: Panel, drawings: Art, look: Look) -> pygame.Surface:
    size = panel.rect[2:]
    return surface(art.plate(size, panel.fill, panel.rim, panel.radius, panel.thick))


@drawn.register
def _(label: Label, drawings: Art, look: Look) -> pygame.Surface:
    return words(label, label.rect[2:])


@drawn.register
def _(card: CardFace, drawings: Art, look: Look) -> pygame.Surface:
    size = card.rect[2:]
    if card.card == BACK:
        face = drawings.back(card.game, size).copy()
    else:
        face = drawings.card(card.game, card.card, size, look.marks, signs(card.game, look)).copy()
    face.alpha_composite(drawings.mood(card.mood, size))
    return surface(face)


@drawn.register
def _(mark: Mark, drawings: Art, look: Look) -> pygame.Surface:
    return surface(drawings.mark(mark.place, mark.rect[2:], mark.mood))


@drawn.register
def _(glass: Sand, drawings: Art, look: Look) -> pygame.Surface:
    return surface(art.sand(glass.rect[2:], glass.lit, glass.leds))


@drawn.register
def _(picture: Picture, drawings: Art, look: Look) -> pygame.Surface:
    return surface(drawings.picture(picture.name, picture.rect[2:]))


def signs(game: str, look: Look) -> tuple[str, ...]:
    """Return the signs that the language has for the colours of a game's cards (SET-B3)."""
    if game != "set_game":
        return tuple(art.SIGNS)
    return tuple(look.say(f"card.set_game.letter.{each}") for each in art.SIGNS)


def surface(picture: Image.Image) -> pygame.Surface:
    """Return a drawing as a surface whose colours are multiplied by their alpha."""
    data = picture.tobytes("raw", "BGRA")
    made = pygame.image.frombytes(data, picture.size, "BGRA")
    return made.premul_alpha()


def words(label: Label, size: Px) -> pygame.Surface:
    """Return a label: its lines in the largest letters that fit, about its vertical middle."""
    w, h = size
    made = pygame.Surface(size, pygame.SRCALPHA)
    fit = letters.fitted(label.text, w, h, label.size, label.lines, label.language, label.bold)
    chinese = label.language.startswith("zh")  # its signs stand higher and reach less deep
    middle, below = (0.38, 0.13) if chinese else (_MIDDLE, _BELOW)
    step = fit.size * letters.LEADING
    first = h / 2 - step * (len(fit.lines) - 1) / 2 + fit.size * middle
    last = first + step * (len(fit.lines) - 1)
    first -= max(0.0, last + fit.size * below - h)
    for i, line in enumerate(fit.lines):
        room = w - letters.width(line, fit.size, label.language, label.bold)
        x = {"left": 0, "centre": room // 2, "right": room}[label.align]
        at = (max(0, x), round(first + i * step))
        letters.paint(made, line, at, fit.size, label.colour, label.language, label.bold)
    return made.premul_alpha()


def face(button: Button) -> tuple[Rect, Rect]:
    """Return where a button's sign and its words go, from its own corner; no sign has no width."""
    w, h = button.rect[2:]
    inside = Rect(0, 0, w, h).inset(min(w // 4, max(4, h // 8)), min(h // 10, 4))
    if not (button.on or button.icon):
        return inside.left(0), inside
    side = min(inside.h, inside.w // 4, round(button.size * 1.25))
    return inside.left(side).middle(side, side), inside.beside(side + side // 4)


def colours(button: Button) -> tuple[Colour, Colour, Colour]:
    """Return what a button is filled with, its ink and its rim: brass where the walk stands."""
    return (BRASS, INK, INK) if button.lit else (WOOD, PAPER, BRASS)


@drawn.register
def _(button: Button, drawings: Art, look: Look) -> pygame.Surface:
    """Draw a brass rim; all is brass, in a dark rim, where the walk stands; a tick if it is on."""
    w, h = button.rect[2:]
    fill, ink, rim = colours(button)
    radius = min(w // 8, h // 8, 20)
    made = surface(art.plate((w, h), fill, rim, radius, max(2, h // 16) if button.lit else 2))
    if button.lit:
        _lay(made, surface(art.plate((w, h), None, BRASS, radius, max(1, h // 32))), (0, 0))
    sign, inside = face(button)
    if sign.w > 0 and sign.h > 0:
        icon = drawings.icon("tick" if button.on else button.icon, sign[2:], ink)
        _lay(made, surface(icon), sign[:2])
    if button.text and inside.w > 0 and inside.h > 0:
        label = Label(
            "", inside, button.text, button.size, ink, fill, button.language,
            bold=button.bold, lines=button.lines,
        )  # fmt: skip
        _lay(made, words(label, inside[2:]), inside[:2])
    return made


def _lay(under: pygame.Surface, over: pygame.Surface, at: Px) -> None:
    under.blit(over, at, special_flags=pygame.BLEND_PREMULTIPLIED)
