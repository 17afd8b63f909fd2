"""Who sits where: the place of each seat, and which seats the box plays."""

from __future__ import annotations

from dataclasses import dataclass

from device.wire import PLACES, Place
from games.match import Seat


@dataclass(frozen=True, slots=True)
class Seating:
    """The taken places in clockwise order, so that seat 0 is the lowest.

    Attributes:
        places: the place of each seat.
        bots: the seats that the box plays; a finger on their buzzer says nothing.
    """

    places: tuple[Place, ...]
    bots: tuple[Seat, ...] = ()

    def seat(self, place: Place) -> Seat | None:
        """Return the seat of the person at ``place``, or None."""
        if place not in self.places:
            return None
        seat = self.places.index(place)
        return None if seat in self.bots else seat

    def people(self) -> tuple[Seat, ...]:
        """Return the seats that people play."""
        return tuple(seat for seat in range(len(self.places)) if seat not in self.bots)


EVERYONE = Seating(tuple(range(1, PLACES + 1)))
"""Between matches each place is a seat of its own."""


def seated(people: tuple[Place, ...], bots: int) -> Seating:
    """Return the seating of ``people`` and of ``bots`` on the first empty places."""
    empty = [place for place in range(1, PLACES + 1) if place not in people][:bots]
    places = tuple(sorted((*people, *empty)))
    return Seating(places, tuple(seat for seat, place in enumerate(places) if place in empty))
