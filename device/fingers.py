"""Edges to fingers: the first edge counts at its own stamp, glitches are void, rattle is silent.

Each buzzer's line has a filter of its own, so a noisy line disturbs no other.
The stamps come with the edges and are never read from a clock here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from device.wire import Place
from games.match import MS, Ns

CONFIRM: Ns = 2 * MS
"""A line that is up again this long after its first edge had a glitch, not a finger."""
CHECKS = 4
"""How often a bouncing contact is looked at again, each time ``CONFIRM`` later."""
QUIET: Ns = 40 * MS
"""After any edge the line is not believed for this long; then its level is read again."""
NOISY: Ns = 100 * MS
"""A second glitch within this time puts the line into its quiet, too."""
HOLD: Ns = 600 * MS
"""Still down after this long is a Hold; up again before it, a Tap."""


class Offer(NamedTuple):
    """What one verb of a seat means just now.

    Attributes:
        id: the meaning.
        number: of the match's entry with which it began to stand.
        since: match time (ns) of that entry.
    """

    id: str
    number: int
    since: Ns


@dataclass(eq=False, slots=True)
class Finger:
    """One finger on one buzzer, from its first edge until it is up.

    Attributes:
        place: whose buzzer.
        at: hub time (ns) of the first edge.
        sure: it is no glitch.
        offers: what the seat was offered at the first edge, by verb; set by the table.
        spoken: it has been played, or must stay silent until it is up.
        held: its Hold was offered, so that a Lift ends it.
        past_hold: it has been down long enough for a Hold.
        chorded: it opens no table menu: it has, or it was down before this page.
    """

    place: Place
    at: Ns
    sure: bool = False
    offers: Mapping[str, Offer] = field(default_factory=dict)
    spoken: bool = False
    held: bool = False
    past_hold: bool = False
    chorded: bool = False


class What(Enum):
    """What became of a finger."""

    DOWN = "down"
    """Its first edge; it may still turn out a glitch."""
    SURE = "sure"
    VOID = "void"
    """It was a glitch."""
    HELD = "held"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Event:
    """``what`` became of ``finger`` at hub time ``at`` (ns)."""

    what: What
    finger: Finger
    at: Ns


class Line:
    """The filter of one buzzer."""

    def __init__(self, place: Place, quiet: Ns = QUIET) -> None:
        self.place = place
        self.finger: Finger | None = None
        self.glitches = 0
        self._quiet = quiet
        self._level = False
        self._edge: Ns | None = None
        self._rise: Ns = 0
        self._falls = 0
        self._check: Ns | None = None
        self._checks = 0
        self._void: Ns | None = None

    def edge(self, down: bool, at: Ns) -> list[Event]:
        """Take an edge of the wire: ``down`` is the finger's direction, ``at`` its stamp."""
        events = self.advance(at - 1)
        quiet = self._edge is not None and at < self._edge + self._quiet
        first_rise = self._level and not down and not quiet
        self._level, self._edge = down, at
        if first_rise:
            self._rise = at
        if self._unsure:
            self._falls += down
        elif not quiet and down and self.finger is None:
            events.append(self._touch(at))
        elif not quiet and not down and self.finger is not None:
            self._check = at + CONFIRM
        return events

    @property
    def _unsure(self) -> bool:
        return self.finger is not None and not self.finger.sure

    def _touch(self, at: Ns) -> Event:
        self.finger = Finger(self.place, at)
        self._check, self._checks, self._falls = at + CONFIRM, CHECKS, 0
        return Event(What.DOWN, self.finger, at)

    def advance(self, now: Ns) -> list[Event]:
        """Return what time alone has settled up to hub time ``now``, in order."""
        events: list[Event] = []
        while (due := self.due()) is not None and due <= now:
            events += self._step(due)
        return events

    def due(self) -> Ns | None:
        """Return the hub time at which ``advance`` next has something to do."""
        times = [self._check, self._end_of_quiet(), self._hold_due()]
        return min((time for time in times if time is not None), default=None)

    def _end_of_quiet(self) -> Ns | None:
        differs = self._level != (self.finger is not None)
        if self._unsure or self._check is not None or not differs or self._edge is None:
            return None
        return self._edge + self._quiet

    def _hold_due(self) -> Ns | None:
        finger = self.finger
        if finger is None or not finger.sure or finger.past_hold or self._check is not None:
            return None
        return finger.at + HOLD + CONFIRM if self._level else None  # up: on its way to a lift

    def _step(self, now: Ns) -> list[Event]:
        if self._check is not None and self._check <= now:
            return self._confirm(now) if self._unsure else self._check_lift()
        hold = self._hold_due()
        return self._hold() if hold is not None and hold <= now else self._read_again()

    def _hold(self) -> list[Event]:
        assert self.finger is not None
        self.finger.past_hold = True
        return [Event(What.HELD, self.finger, self.finger.at + HOLD)]

    def _confirm(self, now: Ns) -> list[Event]:
        assert self.finger is not None
        finger, bounced = self.finger, self._falls > 0
        self._check, self._checks, self._falls = None, self._checks - 1, 0
        if self._level:
            finger.sure = True
            return [Event(What.SURE, finger, now)]
        if bounced and self._checks > 0:
            self._check = now + CONFIRM
            return []
        return [self._glitch(finger, now)]

    def _glitch(self, finger: Finger, now: Ns) -> Event:
        self.glitches += 1
        self.finger = None
        if self._void is None or now > self._void + NOISY:
            self._edge = None
        self._void = now
        return Event(What.VOID, finger, now)

    def _check_lift(self) -> list[Event]:
        self._check = None
        return [] if self._level else self._lift(self._rise)

    def _lift(self, at: Ns) -> list[Event]:
        assert self.finger is not None
        finger = self.finger
        late = at > finger.at + HOLD and not finger.past_hold
        held = self._hold() if late else []
        self.finger = None
        return [*held, Event(What.UP, finger, at)]

    def _read_again(self) -> list[Event]:
        assert self._edge is not None
        at = self._edge
        if not self._level:
            return self._lift(at)
        self.finger = Finger(self.place, at, sure=True)
        return [Event(What.DOWN, self.finger, at), Event(What.SURE, self.finger, at)]


class Fingers:
    """The filters of all buzzers."""

    def __init__(self, places: int, quiet: Ns = QUIET) -> None:
        self.lines = {place: Line(place, quiet) for place in range(1, places + 1)}

    def edge(self, place: Place, down: bool, at: Ns) -> list[Event]:
        """Take an edge of a place's buzzer; see ``Line.edge``."""
        return self.lines[place].edge(down, at)

    def advance(self, now: Ns) -> list[Event]:
        """Return what time alone has settled up to ``now``, in the order of its stamps."""
        events = [event for line in self.lines.values() for event in line.advance(now)]
        return sorted(events, key=lambda event: event.at)

    def due(self) -> Ns | None:
        """Return the hub time at which ``advance`` next has something to do."""
        times = [line.due() for line in self.lines.values()]
        return min((time for time in times if time is not None), default=None)

    def down(self) -> list[Finger]:
        """Return the fingers that are surely down, the longest first."""
        here = [line.finger for line in self.lines.values()]
        return sorted((f for f in here if f is not None and f.sure), key=lambda f: f.at)
