"""The photo finish: who pressed behind the winner of a race, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from device.wire import Late
from games.match import Ns, Press, S, Seat, Verb

PHOTO: Ns = 1 * S
"""Presses this long after the winner's are still part of the photo finish."""

Offers = Mapping[Seat, Mapping[Verb, str]]


@dataclass(slots=True)
class Race:
    """A press that others competed with.

    Attributes:
        at: match time of the winner's press.
        racers: the seats that might have pressed and have not.
        late: who did, and how far behind.
        tie: the seats of a drawn tie, in the order drawn.
    """

    at: Ns
    racers: set[Seat]
    tie: tuple[Seat, ...] = ()
    late: list[Late] = field(default_factory=list)

    def came(self, seat: Seat, at: Ns) -> bool:
        """Take a press of ``seat`` at match time ``at``; return whether it is in the picture."""
        behind = at - self.at
        if seat not in self.racers or behind > PHOTO:
            return False
        self.racers.discard(seat)
        self.late.append(Late(seat, max(0, behind)))
        self.late.sort(key=lambda late: late.behind)
        return True


def race(press: Press, stood: Offers, still: Offers, tie: tuple[Seat, ...]) -> Race:
    """Return the race that ``press`` has won.

    Args:
        press: the winner's.
        stood: all offers before it.
        still: all offers after it; who may still press the same has lost nothing.
        tie: the seats of a drawn tie, in the order drawn.
    """
    id_ = stood.get(press.seat, {}).get("press")
    racers = {
        seat
        for seat, offers in stood.items()
        if offers.get("press") == id_ and "press" not in still.get(seat, {})
    }
    racers.discard(press.seat)
    return Race(press.at, racers, tie if racers else ())
