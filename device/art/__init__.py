"""All drawings of the box, made by pillow: cards, marks, icons, pictures; the only door to them.

Every drawing is a pure function of its name and its size in px, and returns an
RGBA picture of exactly that size. A new game adds a module here and a line to
``GAMES``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image

from device.art import set_game, set_game_pages
from device.art.icons import ICONS, icon
from device.art.marks import mark
from device.art.moods import mood
from device.art.plate import frame, plate, sand, table
from device.art.stencil import Size, clear

__all__ = [
    "GAMES",
    "ICONS",
    "SIGNS",
    "back",
    "card",
    "frame",
    "icon",
    "mark",
    "mood",
    "picture",
    "plate",
    "sand",
    "table",
]

SMALLEST = 40
"""A how-to-play picture whose shorter side has fewer px says nothing, and stays empty."""
SIGNS = "RGP"
"""The signs of red, green and purple, where the words of a language have none of their own."""


class Drawings(NamedTuple):
    """What a game shows.

    Attributes:
        card: ``(name, size, signs)`` to a card; ``signs`` is empty where they are turned off.
        back: the other side of every card.
        pictures: of the how-to-play pages, in their order.
    """

    card: Callable[[str, Size, Sequence[str]], Image.Image]
    back: Callable[[Size], Image.Image]
    pictures: tuple[Callable[[Size], Image.Image], ...]


GAMES: dict[str, Drawings] = {
    "set_game": Drawings(set_game.card, set_game.back, set_game_pages.PICTURES),
}
"""The drawings of each game of the catalog."""


def _of(game: str) -> Drawings:
    if game not in GAMES:
        raise ValueError(f"no drawings of {game!r}; there are {', '.join(GAMES)}")
    return GAMES[game]


def card(
    game: str, name: str, size: Size, marks: bool = True, signs: Sequence[str] = SIGNS
) -> Image.Image:
    """Return a card of a game; with ``marks`` each colour has its sign (SET-B3).

    Raises:
        ValueError: there is no such game or card.
    """
    return _of(game).card(name, size, signs if marks else "")


def back(game: str, size: Size) -> Image.Image:
    """Return the back of a game's cards.

    Raises:
        ValueError: there is no such game.
    """
    return _of(game).back(size)


def picture(name: str, size: Size) -> Image.Image:
    """Return a drawing by name, ``<game>.<page>`` (from 1) or ``icon.<icon>``.

    Raises:
        ValueError: there is no such drawing.
    """
    kind, _, rest = name.partition(".")
    if kind == "icon":
        return icon(rest, size)
    pictures = _of(kind).pictures
    pages = {str(number): draw for number, draw in enumerate(pictures, 1)}
    if rest not in pages:
        raise ValueError(f"no picture {name!r}; {kind} has pages 1 to {len(pages)}")
    return pages[rest](size) if min(size) >= SMALLEST else clear(size)
