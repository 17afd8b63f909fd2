"""Everything the rules know about a game of SET, and what can be read off it."""

from __future__ import annotations

from dataclasses import dataclass

from games.match import Ns, S, Seat
from games.options import choice, switch, whole
from games.set_game.cards import Card
from games.set_game.view import News, Phase, Verdict
from games.value import Value
from games.voting import Vote

VOTE_TIME: Ns = 8 * S
"""Silence refuses after this (SET-C3)."""
REST_TIME: Ns = 10 * S
"""How long the buzzer of a refused "none" rests, from the vote's end (SET-C3)."""
MOST_OPEN = 21
"""So many cards always hold a SET (4.4), so no more are laid out (SET-C4)."""
MOST_HINTED = 2
"""A hint shows one card, the next one two (SET-B4)."""


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of a match."""

    end: str = choice("play_out", "play_out", "deck_out")
    """On until no SET is left, or stop when the deck is empty (SET-C1)."""
    pick_seconds: int = whole(5, low=3, high=30, unit="s", walk=30)
    timeout_penalty: bool = switch(True)
    """A time-out is an error (SET-C2)."""
    none: str = choice("vote", "vote", "auto")
    """Three more cards by vote, or by the box as soon as there is no SET (SET-C3)."""
    none_checked: bool = switch(False)
    """The box refuses the three cards when there is a SET (SET-C3)."""
    none_penalty: bool = switch(False)
    """A refused "none" is an error (SET-C3)."""
    none_at_end: str = choice("check", "check", "accept")
    """With the deck empty an agreed "none" is checked, or ends the game (SET-C6)."""
    lockout: bool = switch(False)
    """A wrong caller may not call until cards come or go (SET-32)."""
    beginner: bool = switch(False)
    """The 27 solid cards (SET-08)."""
    beginner_open: int = choice(9, 9, 12)
    """How many of them lie open (SET-C7)."""
    puzzle: int = choice(0, 0, 9, 12)
    """A board of so many cards instead of a deck (SET-38)."""
    hints: bool = switch(False)
    hint_score: int = choice(0, 0, 1)
    """What a SET found after a hint scores (SET-B4)."""
    solo_win: str = choice("one", "one", "each")
    """One late SET makes up for all penalties, or each needs its own (SET-C10)."""
    solo_penalty: str = choice("always", "always", "if_set")
    """More cards cost 1 always, or only if there was a SET (SET-C11)."""

    @property
    def open_cards(self) -> int:
        """How many cards lie open when nothing was added."""
        return self.beginner_open if self.beginner else 12


@dataclass(frozen=True, slots=True)
class Tally:
    """What each seat has done.

    Attributes:
        scores: SETs minus errors (SET-40), less the SETs that a hint made worth nothing;
            may be negative (SET-41).
        sets, errors: counts.
        reactions: ns from the buzzers' opening to the call, of each SET.
        late: SETs taken when the deck was empty already, all seats together.
    """

    scores: tuple[int, ...]
    sets: tuple[int, ...]
    errors: tuple[int, ...]
    reactions: tuple[tuple[Ns, ...], ...]
    late: int = 0

    def with_set(self, seat: Seat, *, score: int, reaction: Ns, late: bool) -> Tally:
        """Return the tally with one SET more for ``seat``."""
        times = list(self.reactions)
        times[seat] += (reaction,)
        return Tally(
            scores=_plus(self.scores, seat, score),
            sets=_plus(self.sets, seat, 1),
            errors=self.errors,
            reactions=tuple(times),
            late=self.late + late,
        )

    def with_error(self, seat: Seat) -> Tally:
        """Return the tally with one error more for ``seat``: -1 (SET-14)."""
        scores, errors = _plus(self.scores, seat, -1), _plus(self.errors, seat, 1)
        return Tally(scores, self.sets, errors, self.reactions, self.late)


def _plus(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote on "none" or "hint", and who asked for it."""

    about: str
    proposer: Seat
    vote: Vote


@dataclass(frozen=True)
class State(Value):
    """Everything the rules know, secrets included; never leaves the hub.

    Attributes:
        deck: cards to come, top first; secret.
        hidden: the SETs on the table that are still to be found, by index; secret.
        opened: match time at which the buzzers opened with this layout.
        caller, called: whose call stands, and since when.
        locked: seats that wait for new cards (SET-32).
        resting: (seat, until), after a refused "none".
        hint_asked: the hint was asked for, so the next SET is worth ``hint_score``.
        ended: why the match is over; None while it runs.
    """

    options: Options
    seats: int
    deck: tuple[Card, ...]
    table: tuple[Card, ...]
    tally: Tally
    hidden: tuple[tuple[int, int, int], ...] = ()
    opened: Ns = 0
    caller: Seat | None = None
    called: Ns = 0
    picked: tuple[Card, ...] = ()
    ballot: Ballot | None = None
    locked: frozenset[Seat] = frozenset()
    resting: tuple[tuple[Seat, Ns], ...] = ()
    left: tuple[Seat, ...] = ()
    hinted: tuple[Card, ...] = ()
    hint_asked: bool = False
    found: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    verdict: Verdict | None = None
    news: tuple[News, Seat | None] = (News.DEALT, None)
    ended: str | None = None

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self.ended is not None:
            return Phase.OVER
        if self.ballot is not None:
            return Phase.VOTE
        return Phase.SEARCH if self.caller is None else Phase.PICK

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that have not left, in seat order."""
        seats = tuple(range(self.seats))
        return tuple([seat for seat in seats if seat not in self.left]) if self.left else seats

    @property
    def barred(self) -> tuple[Seat, ...]:
        """The seats that may not call just now, in seat order."""
        if not self.locked and not self.resting:
            return ()
        return tuple(sorted(self.locked.union(seat for seat, _ in self.resting)))

    @property
    def pick_time(self) -> Ns:
        """Length of the pick window."""
        return self.options.pick_seconds * S

    @property
    def found_sets(self) -> frozenset[frozenset[Card]]:
        """The SETs of a puzzle that were found before."""
        return frozenset(frozenset(cards) for _, cards in self.found)
