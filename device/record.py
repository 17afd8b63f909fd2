"""What the journal keeps of a match: how it was opened, each action, how it closed."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from games.match import Action, Choose, Hold, Lift, Ns, Press, Seat, Tap, TimeUp

_KINDS: dict[str, type[Action]] = {
    kind.__name__.lower(): kind for kind in (Press, Tap, Hold, Lift, Choose, TimeUp)
}
UNDO = "undo"
"""Kind of an entry that takes the action before it back (a call by fingers that held the table
menu's chord)."""


class Opened(msgspec.Struct, frozen=True):
    """How a match began: all that ``games.start`` needs, and who sat where.

    Attributes:
        game, seats, seed, options, deck: the arguments of ``games.start``.
        version: of the rules that played it.
        places: the place of each seat.
        bots: the seats that the box plays.
    """

    game: str
    version: int
    seats: int
    seed: int
    options: dict[str, Any]
    deck: tuple[Any, ...] | None
    places: tuple[int, ...]
    bots: tuple[Seat, ...]


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal.

    Attributes:
        number: 0, 1, 2, … within the match.
        at: match time in ns.
        kind: an action's class in lower case, or ``UNDO``.
        seat, item: of the action, where it has them.
        tie: the seats of a tied race in the order drawn, on the entry of the race's first.
    """

    number: int
    at: Ns
    kind: str
    seat: Seat | None = None
    item: str | None = None
    tie: tuple[Seat, ...] = ()


class Closed(msgspec.Struct, frozen=True):
    """How a match ended: an ``Outcome`` of its rules, or scores alone with ``reason`` why not.

    ``detail`` is the game's own record per seat for the statistics (SETs, errors, reaction
    times in ns), as its view names them.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
    detail: dict[str, Any] = {}


class Podium(msgspec.Struct, frozen=True):
    """A finished match, for the podium and its printed result.

    Attributes:
        game: its key.
        places, bots: the place of each seat of the match, and the seats that the box played.
        scores, ranks, winners, reason: its outcome (ranks are 1, 1, 3).
        totals: the series' scores per seat; ``matches`` so far in the series.
        detail: the game's own figures per seat, by name.
        options: the house rules that it was played with.
        seed: short text by which the match can be told.
    """

    game: str
    places: tuple[int, ...]
    bots: tuple[Seat, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
    totals: tuple[int, ...]
    matches: int
    detail: dict[str, Any]
    options: dict[str, Any]
    seed: str


class Sitting(msgspec.Struct, frozen=True):
    """Who sits at the box and what they have played, so that a pulled plug costs nothing.

    Attributes:
        people: the places with a player, in clockwise order.
        host: the place with the crown.
        game: key of the game chosen last.
        bots: how many seats the box plays.
        series: the finished matches of this series.
        last: the podium of the last one.
        tied: the podium whose tie the match in play decides, or None.
    """

    people: tuple[int, ...]
    host: int
    game: str
    bots: int = 0
    series: tuple[Closed, ...] = ()
    last: Podium | None = None
    tied: Podium | None = None


class Journal(Protocol):
    """Where the table writes; each call returns a ticket that rises, and never waits."""

    def begin(self, opened: Opened, sitting: Sitting) -> int:
        """Open a match; what is added from now on belongs to it."""

    def add(self, entry: Entry, scores: tuple[int, ...]) -> int:
        """Add an entry; ``scores`` stand after it."""

    def end(self, closed: Closed, sitting: Sitting) -> int:
        """Close the match."""

    def sit(self, sitting: Sitting | None) -> int:
        """Note who sits at the box between matches; None when the table is cleared."""


def entry_of(number: int, action: Action, tie: tuple[Seat, ...] = ()) -> Entry:
    """Return the journal's line for an action."""
    kind = type(action).__name__.lower()
    seat, item = getattr(action, "seat", None), getattr(action, "item", None)
    return Entry(number, action.at, kind, seat, item, tie)


def action_of(entry: Entry) -> Action:
    """Return the action of a line.

    Raises:
        ValueError: the line is not one (a damaged journal).
    """
    fields: dict[str, Any] = {"at": entry.at}
    if entry.kind not in _KINDS:
        raise ValueError(f"journal line {entry.number}: no action {entry.kind!r}")
    if entry.kind != "timeup":
        fields["seat"] = entry.seat
    if entry.kind == "choose":
        fields["item"] = entry.item
    return _KINDS[entry.kind](**fields)
