"""The 81 cards, and which three of them are a SET.

A card is ``number colour shading shape``, e.g. ``2RTD``: two red striped diamonds.

Source: RULES.md, SET-01 to SET-03, SET-09 to SET-12, SET-33.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, compress, product

Card = str

ATTRIBUTES = ("number", "colour", "shading", "shape")
VALUES = ("123", "RGP", "STO", "EDW")
"""The values of each attribute: red, green, purple; solid, striped, outline; oval, diamond,
squiggle."""

DECK: tuple[Card, ...] = tuple("".join(values) for values in product(*VALUES))
BEGINNER_DECK: tuple[Card, ...] = tuple(card for card in DECK if card[2] == "S")
"""The 27 solid cards (SET-08)."""


def _third_code(a: int, b: int) -> int:
    """Return the card that completes ``a`` and ``b``; cards are numbers in base 3 here.

    In each attribute the third value makes the sum divisible by 3: it is the same
    as two alike, and the one that is missing from two that differ.
    """
    return sum(-(a // place + b // place) % 3 * place for place in (1, 3, 9, 27))


_CODE = {card: code for code, card in enumerate(DECK)}
# One row of 256 for each card, so that bytes.translate turns a whole layout into the
# cards that would complete it, in one call.
_THIRD = tuple(bytes(_third_code(a, b) for b in range(81)).ljust(256, b"\xff") for a in range(81))
# A place on the table, counted from 1, with the high bit set to tell it from a card; and the
# way back, by which a card that is not on the table becomes 0.
_MARKED = bytes(range(129, 129 + 81))
_UNMARKED = bytes(128) + bytes(range(128))


def _codes(cards: Iterable[Card]) -> bytes:
    """Return the cards as numbers.

    Raises:
        ValueError: names a card that is unknown or there twice.
    """
    cards = tuple(cards)
    try:
        codes = bytes([_CODE[card] for card in cards])
    except (KeyError, TypeError):
        unknown = next(card for card in cards if card not in DECK)
        raise ValueError(f"no card {unknown!r}; a card is like '2RTD'") from None
    if len(set(codes)) != len(codes):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ValueError(f"card {twice!r} is there more than once")
    return codes


def check(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards if all are known and distinct, else raise ValueError naming one."""
    return tuple(DECK[code] for code in _codes(cards))


def third(a: Card, b: Card) -> Card:
    """Return the one card that makes a SET with ``a`` and ``b`` (SET-33).

    Raises:
        ValueError: a card is unknown, or both are the same.
    """
    first, second = _codes((a, b))
    return DECK[_THIRD[first][second]]


def is_set(a: Card, b: Card, c: Card) -> bool:
    """Return whether each attribute is all the same or all different (SET-09).

    Raises:
        ValueError: a card is unknown or repeated.
    """
    first, second, last = _codes((a, b, c))
    return _THIRD[first][second] == last


def failing(a: Card, b: Card, c: Card) -> tuple[str, ...]:
    """Return the attributes in which two are alike and one is not (SET-12)."""
    columns = zip(ATTRIBUTES, a, b, c, strict=True)
    return tuple(name for name, *values in columns if len(set(values)) == 2)


@cache
def _pairs(n: int) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(n), 2))


def find_sets(cards: Sequence[Card]) -> list[tuple[int, int, int]]:
    """Return every SET as 0-based indices, each triple and the list ascending.

    For each pair, the card that would complete it is looked for on the table; strings
    of bytes do this for all pairs at once. A SET has three pairs; the one whose third
    card lies behind it counts.

    Raises:
        ValueError: names a card that is unknown or there twice.
    """
    codes = _codes(cards)
    thirds = b"".join([codes[i:].translate(_THIRD[code]) for i, code in enumerate(codes, 1)])
    lies_at = bytes.maketrans(codes, _MARKED[: len(codes)])
    where = thirds.translate(lies_at).translate(_UNMARKED)
    hits = zip(compress(_pairs(len(codes)), where), where.translate(None, b"\0"), strict=True)
    return [(i, j, k - 1) for (i, j), k in hits if k - 1 > j]


@lru_cache(maxsize=16)
def sets_of(table: tuple[Card, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return ``find_sets`` of a table that the rules and every bot look at in turn."""
    return tuple(find_sets(table))
