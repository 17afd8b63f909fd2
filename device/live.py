"""What the table plays just now: a match, its clock, who sits at it, and its journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from device import record
from device.clock import MatchClock
from device.fingers import Offer
from device.seating import Seating
from games.match import Action, IllegalActionError, Match, Ns, Outcome, Seat, TimeUp, View

Standing = Mapping[str, Offer]
"""A seat's offers by verb."""
Offers = dict[Seat, Standing]


class Live:
    """A match in play; the lobby and the table menu are matches, too.

    Attributes:
        match: as it stands.
        view: its public view.
        number: entries so far; each accepted action is one.
        ticket: of the journal's newest line, 0 before the first.
        journal: where the entries go, or None for what is not kept.
        seeds: the seats that the box plays, each with its bot's seed.
        clock: its match time; it begins at ``at`` (ns) or the match's last action.
    """

    def __init__(
        self,
        match: Match[Any],
        seating: Seating,
        journal: record.Journal | None = None,
        number: int = 0,
        seeds: Mapping[Seat, int] | None = None,
        at: Ns = 0,
    ) -> None:
        self.match = match
        self.seating = seating
        self.clock = MatchClock(max(at, match.at))
        self.journal = journal
        self.number = number
        self.ticket = 0
        self.seeds = dict(seeds or {})
        self._offers: Offers = {}
        self._see()

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return self.match.game.outcome(self.match.state)

    @property
    def deadline(self) -> Ns | None:
        """Match time at which time alone changes something."""
        return self.match.game.deadline(self.match.state)

    def _public(self, match: Match[Any]) -> View:
        return match.game.view(match.state, None)

    def _see(self) -> None:
        self.view = self._public(self.match)
        self._offers = _marked(self._offers, self.view, self.number, self.match.at)

    def play(self, action: Action, tie: tuple[Seat, ...] = ()) -> None:
        """Play and journal an action; ``tie`` are the seats of a drawn tie that it won.

        Raises:
            IllegalActionError: the rules refuse it; nothing has changed.
        """
        self.match = self.match.play(action)
        self._note(record.entry_of(self.number, action, tie))

    def undo(self, before: Match[Any], entries: int) -> None:
        """Take the last ``entries`` back: ``before`` is the match before them."""
        at, self.match = self.match.at, before
        for _ in range(entries):
            self._note(record.Entry(self.number, at, record.UNDO))

    def _note(self, entry: record.Entry) -> None:
        self.number += 1
        self._see()
        if self.journal is not None:
            self.ticket = self.journal.add(entry, self.view.scores)

    def catch_up(self, at: Ns) -> bool:
        """Play every deadline up to match time ``at``; return whether there was one."""
        some = False
        while (due := self.deadline) is not None and due <= at:
            self.play(TimeUp(at=due))
            some = True
        return some

    def standing(self, seat: Seat, at: Ns) -> Standing:
        """Return the seat's offers that stood at match time ``at``, deadlines before it played."""
        _, passed = self.match.catch_up(at)
        match, number, offers = self.match, self.number, self._offers
        for time_up in passed:
            match, number = match.play(time_up), number + 1
            offers = _marked(offers, self._public(match), number, match.at)
        return {verb: offer for verb, offer in offers.get(seat, {}).items() if offer.since <= at}

    def tentative(self, actions: Iterable[Action]) -> View:
        """Return the public view as if ``actions`` were played now; nothing changes."""
        match = self.match
        for action in actions:
            match, _ = match.catch_up(max(action.at, match.at))
            try:
                match = match.play(action)
            except IllegalActionError:
                continue
        return self._public(match)


def _marked(before: Offers, view: View, number: int, at: Ns) -> Offers:
    """Return the view's offers; one that stood before is the same offer still."""
    marked: Offers = {}
    for seat, offers in view.offers.items():
        stood = before.get(seat, {})
        marked[seat] = {
            verb: stood[verb] if verb in stood and stood[verb].id == id_ else Offer(id_, number, at)
            for verb, id_ in offers.items()
        }
    return marked
