"""Boards on which a known number of SETs hides: 9 cards with 4, 12 cards with 6.

Source: RULES.md, SET-38 and 4.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from games import chance
from games.set_game.cards import DECK, Card, find_sets

SETS = {9: 4, 12: 6}
"""How many SETs hide on a board of so many cards."""


def puzzle(cards: int, seed: int, deck: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """Return a board of 9 cards with exactly 4 SETs, or of 12 with exactly 6.

    Deals until a board fits, so every board is as likely; of 81 cards that takes about
    140 deals for 9 and 43 for 12.

    Args:
        cards: 9 or 12.
        seed: decides the board.
        deck: what to deal from.

    Raises:
        ValueError: another number of cards.
    """
    if cards.__class__ is not int or cards not in SETS:
        raise ValueError(f"a puzzle has 9 or 12 cards, not {cards!r}")
    for draw in count():
        board = chance.drawn(deck, cards, seed, draw)
        if len(find_sets(board)) == SETS[cards]:
            return board
    raise AssertionError("count() never ends")


def check_board(board: Sequence[Card], cards: int) -> None:
    """Raise ValueError unless ``board`` is a puzzle of that many cards."""
    if len(board) != cards:
        raise ValueError(f"the puzzle's board has {len(board)} cards, not {cards}")
    hidden = len(find_sets(board))
    if hidden != SETS[cards]:
        raise ValueError(f"the puzzle's board hides {hidden} SETs, not {SETS[cards]}")
