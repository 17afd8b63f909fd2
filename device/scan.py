"""The walk: a highlight goes over what a seat may choose, and a press of its buzzer picks.

An input method of the table, the same for every game, for players who have
nothing but their buzzer.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.wire import Highlight
from games.match import MS, Ns, Seat, View

GRACE: Ns = 200 * MS
"""A press this soon after a step was meant for the stop before."""
MANY = 6
"""More choices than this are walked by rows first."""
ROWS = 3
_VERBS = ("tap", "hold")


@dataclass(frozen=True, slots=True)
class Walk:
    """One seat's walk.

    Attributes:
        seat: whose.
        stops: what it goes over, round and round.
        ground: the stops outside of any row.
        start: match time (ns) of the first stop; ``step`` ns each.
    """

    seat: Seat
    stops: tuple[Highlight, ...]
    ground: tuple[Highlight, ...]
    start: Ns
    step: Ns

    def _index(self, at: Ns) -> int:
        return max(0, at - self.start) // self.step % len(self.stops)

    def stop(self, now: Ns) -> Highlight:
        """Return where the highlight stands at match time ``now``."""
        return self.stops[self._index(now)]

    def picked(self, at: Ns) -> Highlight:
        """Return the stop that a press at match time ``at`` means."""
        return self.stops[self._index(max(self.start, at - GRACE))]

    def due(self, now: Ns) -> Ns:
        """Return the match time of the next step after ``now``."""
        return self.start + (max(0, now - self.start) // self.step + 1) * self.step


def walker(view: View, people: tuple[Seat, ...]) -> Seat | None:
    """Return the person's seat that has public choices and no ``press`` offer, or None."""
    for seat in people:
        if view.choosing.get(seat) and "press" not in view.offers.get(seat, {}):
            return seat
    return None


def begin(view: View, seat: Seat, now: Ns, step: Ns) -> Walk:
    """Return the walk over what ``seat`` may do, beginning at match time ``now``."""
    items = view.choosing[seat]
    stops = [Highlight(seat, row, row=len(row) > 1) for row in rows(items)]
    stops += [Highlight(seat, (), verb) for verb in _VERBS if verb in view.offers.get(seat, {})]
    return Walk(seat, tuple(stops), tuple(stops), now, step)


def open_row(walk: Walk, row: Highlight, now: Ns) -> Walk:
    """Return the walk over the items of ``row``, with a last stop "back"."""
    stops = (*(Highlight(row.seat, (item,)) for item in row.items), Highlight(row.seat, ()))
    return Walk(walk.seat, stops, walk.ground, now, walk.step)


def rows(items: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return ``items`` in rows: one each when few, else three rows and what is left over.

    Many items stand on the screen in columns of three, so that a table that
    grows keeps its cards where they were; a row takes every third item.
    """
    if len(items) <= MANY:
        return [(item,) for item in items]
    even = len(items) // ROWS * ROWS
    return [items[row:even:ROWS] for row in range(ROWS)] + [(item,) for item in items[even:]]
