"""A table of SET for tests, in a player's words: each action a moment after the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import games
from games.match import (
    MS,
    Choose,
    Hold,
    IllegalActionError,
    Match,
    Ns,
    Outcome,
    Press,
    Refusal,
    S,
    Tap,
)
from games.set_game import DECK, View, find_sets

# SET-free: with only two values in each attribute no three cards can all differ.
CALM = tuple(c for c in DECK if c[0] in "12" and c[1] in "RG" and c[2] in "ST" and c[3] in "ED")
# The first two of CALM and the card that completes them.
TRIO = ("1RSE", "1RSD", "1RSW")
WRONG = ("1RSE", "1RSD", "1RTE")
ONE_SET = (*TRIO, *[card for card in CALM if card not in TRIO][:9])
"""Twelve cards, of which only TRIO is a SET."""
NO_SET = CALM[:12]

# A complete cap of 20 cards: any further card makes a SET.
# fmt: off
TWENTY = (
    "1GOD", "1GTD", "1GTE", "1POD", "1PSD", "1PSW", "2GOE", "2GSW", "2POE", "2PTE",
    "2PTW", "2RSW", "2RTE", "2RTW", "3GSD", "3GTD", "3GTW", "3ROD", "3ROE", "3RSD",
)
# fmt: on


def stacked(first: Sequence[str]) -> list[str]:
    """Return the whole deck with these cards on top."""
    return [*first, *[card for card in DECK if card not in first]]


CALL = {"press": "call"}
VOICE = {"tap": "agree", "hold": "refuse"}


class Table:
    """A match at which time moves on by 0.1 s with each action."""

    def __init__(
        self, seats: int, deck: Sequence[str] | None = None, seed: int = 1, **options: Any
    ) -> None:
        self.match: Match[Any] = games.start("set_game", seats, seed, options, deck)
        self.now: Ns = 0

    @property
    def seen(self) -> View:
        """What everybody sees."""
        view = self.match.game.view(self.match.state, None)
        assert isinstance(view, View)
        return view

    @property
    def outcome(self) -> Outcome | None:
        return self.match.game.outcome(self.match.state)

    def play(self, kind: Any, seat: int, **more: Any) -> Table:
        self.wait(0.1)
        self.match = self.match.play(kind(at=self.now, seat=seat, **more))
        return self

    def wait(self, seconds: float) -> Table:
        """Let time pass, and play what it brings."""
        self.now += round(seconds * S)
        self.match, _ = self.match.catch_up(self.now)
        return self

    def press(self, seat: int) -> Table:
        return self.play(Press, seat)

    def tap(self, *seats: int) -> Table:
        for seat in seats:
            self.play(Tap, seat)
        return self

    def hold(self, seat: int) -> Table:
        return self.play(Hold, seat)

    def choose(self, seat: int, *items: str) -> Table:
        for item in items:
            self.play(Choose, seat, item=item)
        return self

    def take(self, seat: int, *cards: str) -> Table:
        """Call, and pick these cards."""
        return self.press(seat).choose(seat, *cards)

    def leave(self, seat: int) -> Table:
        return self.choose(seat, "leave")

    def none(self, seat: int) -> Table:
        """Call, and say that there is no SET."""
        return self.press(seat).choose(seat, "none")

    def none_agreed(self, seat: int) -> Table:
        self.none(seat)
        return self.tap(*[each for each in self.seen.offers if each != seat])

    def take_any(self, seat: int) -> Table:
        """Take the first SET on the table, by a call if there are others."""
        cards = [self.seen.table[i] for i in find_sets(self.seen.table)[0]]
        return self.choose(seat, *cards) if self.match.state.seats == 1 else self.take(seat, *cards)

    def play_out(self, seat: int = 0) -> Table:
        """Let ``seat`` take every SET; the others agree when there is none."""
        while self.outcome is None:
            if find_sets(self.seen.table):
                self.take_any(seat)
            elif self.match.state.seats == 1:
                self.choose(seat, "deal")
            else:
                self.none_agreed(seat)
        return self

    def refuses(self, refusal: Refusal, kind: Any, seat: int, **more: Any) -> None:
        """Assert that this is refused, for this reason."""
        with pytest.raises(IllegalActionError) as caught:
            self.match.play(kind(at=self.now + MS, seat=seat, **more))
        assert caught.value.refusal is refusal
