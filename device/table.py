"""The table: fingers and choices go in, lamps come out at once, settled actions go into the match.

All of it is driven from outside, by edges, touches and ``advance(now)``, so a
test can play whole evenings in simulated time. Times are hub time in ns unless
they say match time.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device import scan
from device.fingers import Event, Finger, Fingers, What
from device.live import Live
from device.race import Race, race
from device.sequencer import SETTLE, Pending, Sequencer
from device.wire import PLACES, Highlight, Place
from games import catalog
from games.match import (
    MS,
    Action,
    Choose,
    Hold,
    IllegalActionError,
    Lift,
    Match,
    Ns,
    Press,
    Refusal,
    S,
    Seat,
    Tap,
)

log = logging.getLogger(__name__)

CHORD: Ns = 3 * S
"""Two buzzers held together this long open the table menu."""
STEP: Ns = 900 * MS
"""How long the walk's highlight rests on each stop."""
TABLE_OFFERS = frozenset({"peek", "finger"})
"""Offers whose Hold is the table's own and never reaches the rules."""
_VERBS = {"press": Press, "tap": Tap, "hold": Hold, "lift": Lift}


@dataclass(frozen=True, slots=True)
class Undoable:
    """A press since which nobody but time has acted.

    Attributes:
        finger: whose press.
        before: the match before it.
        number: of its entry.
    """

    finger: Finger
    before: Match[Any]
    number: int


class Table:
    """The live match and its fingers.

    Attributes:
        live: what is played just now.
        walk: the highlight of buzzer-only play, or None.
        chord: the two fingers that asked for the table menu, or None; the first is a player's,
            whose menu it is, the other may be on any buzzer.
        changed: something that a screen shows has changed; whoever shows it resets this.
        hint: the seat that pressed short where only a Hold does something, or None.
        last_input: when a person last did something.
        counts: how often presses were late, refused or void, for the health page.
    """

    def __init__(
        self,
        live: Live,
        now: Ns,
        *,
        walks: Callable[[], bool],
        no_touch: Callable[[], None] = lambda: None,
        sequencer: Sequencer,
        fingers: Fingers | None = None,
        step: Ns = STEP,
    ) -> None:
        self.fingers = fingers or Fingers(PLACES)
        self.sequencer = sequencer
        self.counts: Counter[str] = Counter()
        self.last_input = now
        self.menu_allowed = False
        self._walks = walks
        self._no_touch = no_touch
        self._step = step
        self._walked: Ns = 0
        self.live = live
        self.lay(live, now)

    def lay(self, live: Live, now: Ns, *, menu_allowed: bool = False) -> None:
        """Play ``live`` from now on; what was played before stands still."""
        self.live.clock.pause(now)
        self.live = live
        self.menu_allowed = menu_allowed
        self.sequencer.clear()
        for line in self.fingers.lines.values():
            if line.finger is not None:
                line.finger.spoken = line.finger.chorded = True
                line.finger.held, line.finger.offers = False, {}
        self.walk: scan.Walk | None = None
        self.race: Race | None = None
        self.chord: tuple[Finger, Finger] | None = None
        self.hint: Seat | None = None
        self._undoable: Undoable | None = None
        self._plan: Action | None = None
        self._laid = now
        live.clock.go(now)
        self._after(live.clock.match_time(now))

    # Input

    def edge(self, place: Place, down: bool, at: Ns) -> None:
        """Take an edge of a place's buzzer, stamped ``at``."""
        self.last_input = max(self.last_input, at)
        self._take(self.fingers.edge(place, down, at))

    def touch(self, item: str, seat: Seat | None, at: Ns) -> Refusal | None:
        """Take a touch of ``item`` on the shared screen, for ``seat`` or whoever may choose it.

        Returns why it does nothing, or None if it goes to the rules.
        """
        choosing = self.live.view.choosing
        people = self.live.seating.people()
        able = [each for each in people if item in choosing.get(each, ())]
        if seat is not None and seat not in able:
            return Refusal.NOT_YOUR_TURN if able else Refusal.NOT_A_CHOICE
        if not able:
            return Refusal.NOT_A_CHOICE
        self.last_input = max(self.last_input, at)
        chosen = able[0] if seat is None else seat
        self.sequencer.put(Pending(at, self.live.seating.places[chosen], "choose", item))
        return None

    def choose(self, seat: Seat, item: str, at: Ns) -> None:
        """Take a choice that the table has agreed on for ``seat`` (its menu)."""
        self.sequencer.put(Pending(at, self.live.seating.places[seat], "choose", item))

    def _take(self, events: list[Event]) -> None:
        for event in events:
            match event.what:
                case What.DOWN:
                    self._touched(event.finger)
                case What.SURE:
                    self._sure(event.finger)
                case What.VOID:
                    self.counts["glitch"] += 1
                    self.sequencer.withdraw(event.finger)
                case What.HELD:
                    self._held(event.finger, event.at)
                case What.UP:
                    self._lifted(event.finger, event.at)

    def _touched(self, finger: Finger) -> None:
        seat = self.live.seating.seat(finger.place)
        if seat is None or self.live.outcome is not None or finger.at < self._laid:
            finger.spoken = True
            return
        at = self.live.clock.match_time(finger.at)
        if (walk := self._walk_of(seat, at)) is not None:
            finger.spoken = True
            stop = (walk, walk.picked(at))
            self.sequencer.put(Pending(finger.at, finger.place, "stop", finger=finger, stop=stop))
            return
        self._buzzer_chooses(seat, at)
        finger.offers = self.live.standing(seat, at)
        if "press" in finger.offers:
            finger.spoken = True
            self.sequencer.put(Pending(finger.at, finger.place, "press", finger=finger, race=True))

    def _walk_of(self, seat: Seat, at: Ns) -> scan.Walk | None:
        """Return the walk in which a finger of ``seat`` at match time ``at`` picks, or None."""
        walk, due = self.walk, self.live.deadline
        if walk is None or walk.seat != seat or at < walk.start:
            return None
        return walk if due is None or at < due else None

    def _buzzer_chooses(self, seat: Seat, at: Ns) -> None:
        """Begin the walk for someone who wants to choose with the buzzer after all."""
        view = self.live.view
        if self.walk is None and scan.walker(view, (seat,)) is not None:
            self._no_touch()
            self._walk_anew(at)
            self.changed = True

    def _sure(self, finger: Finger) -> None:
        seat = self.live.seating.seat(finger.place)
        if seat is not None and not finger.offers:
            self._came_late(seat, finger.at)

    def _held(self, finger: Finger, at: Ns) -> None:
        if finger.spoken or "hold" not in finger.offers:
            return
        finger.spoken = finger.held = True
        if finger.offers["hold"].id not in TABLE_OFFERS:
            self.sequencer.put(Pending(at, finger.place, "hold", finger=finger))

    def _lifted(self, finger: Finger, at: Ns) -> None:
        if finger.held:
            verb = "lift"
        elif finger.spoken:
            return
        elif "hold" in finger.offers and (finger.past_hold or "tap" not in finger.offers):
            self._say_hold(finger)
            return
        else:
            verb = "tap"
        finger.spoken = True
        if verb in finger.offers:
            self.sequencer.put(Pending(at, finger.place, verb, finger=finger))

    def _say_hold(self, finger: Finger) -> None:
        if not finger.past_hold:
            self.hint = self.live.seating.seat(finger.place)
            self.changed = True

    # Time

    def advance(self, now: Ns) -> None:
        """Do everything that is due at ``now``; stops short when a match has ended."""
        self._take(self.fingers.advance(now))
        while self.live.outcome is None:
            self._bots_move(now)
            if group := self.sequencer.release(now):
                self._settle(group)
            elif not self._time_up(now):
                break
        self._walk_on(now)
        self._look_for_chord(now)

    def due(self) -> Ns | None:
        """Return when ``advance`` next has something to do, or None."""
        hub_time = self.live.clock.hub_time
        times = [self.fingers.due(), self._chord_due()]
        if self.live.outcome is None:
            times.append(self.sequencer.due())
            times.append(self._time_up_due())
            if self._plan is not None:
                times.append(hub_time(self._plan.at))
            if self.walk is not None:
                times.append(hub_time(self._walked))
        return min((time for time in times if time is not None), default=None)

    def _time_up_due(self) -> Ns | None:
        """Return when the deadline may be played; what has an earlier stamp comes first."""
        deadline, pending = self.live.deadline, self.sequencer.pending
        at = None if deadline is None else self.live.clock.hub_time(deadline)
        if at is None or (pending and pending[0].at < at):
            return None
        return at + SETTLE

    def _time_up(self, now: Ns) -> bool:
        limit = now - SETTLE
        if self.sequencer.pending:
            limit = min(limit, self.sequencer.pending[0].at)
        deadline = self.live.deadline
        if deadline is None or deadline > self.live.clock.match_time(limit):
            return False
        self.live.catch_up(deadline)
        self._after(deadline)
        return True

    def _bots_move(self, now: Ns) -> None:
        plan = self._plan
        if plan is None or (at := self.live.clock.hub_time(plan.at)) is None or at > now:
            return
        self._plan = None
        seat: Seat = plan.seat  # type: ignore[attr-defined]
        place = self.live.seating.places[seat]
        verb, item = type(plan).__name__.lower(), getattr(plan, "item", None)
        self.sequencer.put(Pending(at, place, verb, item, race=verb == "press"))

    def _walk_on(self, now: Ns) -> None:
        at = self.live.clock.match_time(now)
        if self.walk is not None and self._walked <= at:
            self._walked = self.walk.due(at)
            self.changed = True

    def _pair(self) -> tuple[Finger, Finger] | None:
        """Return the two fingers that are on their way to open the table menu, or None."""
        if not self.menu_allowed or self.chord is not None or self._saucer():
            return None
        down = [finger for finger in self.fingers.down() if not finger.chorded]
        seated = [f for f in down if self.live.seating.seat(f.place) is not None]
        if not seated or len(down) < 2:
            return None
        return seated[0], next(finger for finger in down if finger is not seated[0])

    def _chord_due(self) -> Ns | None:
        pair = self._pair()
        return None if pair is None else max(finger.at for finger in pair) + CHORD

    def _saucer(self) -> bool:
        return any(offers.get("hold") == "finger" for offers in self.live.view.offers.values())

    def _look_for_chord(self, now: Ns) -> None:
        pair, due = self._pair(), self._chord_due()
        if pair is None or due is None or due > now:
            return
        self.chord = pair
        for finger in pair:
            finger.chorded = finger.spoken = True
        last = self._undoable
        if last is not None and last.finger in pair:
            self.live.undo(last.before, self.live.number - last.number)
            self._after(self.live.match.at)

    # The match

    def _settle(self, group: list[Pending]) -> None:
        seats = self.live.seating.places.index
        tie = tuple(seats(each.place) for each in group) if len(group) > 1 else ()
        for each in group:
            if self.live.outcome is None:
                self._play(each, tie)

    def _play(self, pending: Pending, tie: tuple[Seat, ...]) -> None:
        at = self._clamped(self.live.clock.match_time(pending.at))
        if self.live.catch_up(at):
            self._after(at)
        seat = self.live.seating.places.index(pending.place)
        if not self._stands(pending, seat):
            self._fell(pending, seat)
            return
        if (action := self._action(pending, seat, at)) is None:
            return
        before = self.live.match
        try:
            self.live.play(action, tie)
        except IllegalActionError as error:
            self._fell(pending, seat)
            log.debug("seat %d: %s refused: %s", seat, pending.verb, error)
            return
        self._played(pending, action, before, tie)

    def _clamped(self, at: Ns) -> Ns:
        if at >= self.live.match.at:
            return at
        self.counts["late"] += 1
        log.info("a stamp came %d ns late", self.live.match.at - at)
        return self.live.match.at

    def _stands(self, pending: Pending, seat: Seat) -> bool:
        if pending.verb == "stop":
            assert isinstance(pending.stop, tuple)
            return pending.stop[0] is self.walk
        if pending.finger is None:
            return True
        now = self.live.standing(seat, self.live.match.at)
        return now.get(pending.verb) == pending.finger.offers.get(pending.verb)

    def _action(self, pending: Pending, seat: Seat, at: Ns) -> Action | None:
        """Return what ``pending`` means to the rules; None if it only moved the walk."""
        if pending.verb == "stop":
            assert isinstance(pending.stop, tuple)
            return self._stop(pending.stop[1], seat, at)
        if pending.verb == "choose":
            return Choose(at=at, seat=seat, item=pending.item or "")
        return _VERBS[pending.verb](at=at, seat=seat)

    def _stop(self, stop: Highlight, seat: Seat, at: Ns) -> Action | None:
        if stop.verb is not None:
            return _VERBS[stop.verb](at=at, seat=seat)
        if stop.items and not stop.row:
            self.walk = None
            return Choose(at=at, seat=seat, item=stop.items[0])
        assert self.walk is not None
        if stop.row:
            self._set_walk(scan.open_row(self.walk, stop, at))
        else:
            self._set_walk(scan.begin(self.live.view, seat, at, self._step))
        return None

    def _set_walk(self, walk: scan.Walk) -> None:
        self.walk, self._walked = walk, walk.due(walk.start)
        self.changed = True

    def _played(
        self, pending: Pending, action: Action, before: Match[Any], tie: tuple[Seat, ...]
    ) -> None:
        self._undoable = None
        if isinstance(action, Press):
            if pending.finger is not None:
                self._undoable = Undoable(pending.finger, before, self.live.number - 1)
            stood = before.game.view(before.state, None).offers
            self.race = race(action, stood, self.live.view.offers, tie)
        self._after(action.at)

    def _fell(self, pending: Pending, seat: Seat) -> None:
        self.counts["refused"] += 1
        if pending.verb == "press":
            self._came_late(seat, pending.at)

    def _came_late(self, seat: Seat, stamp: Ns) -> None:
        if self.race is not None and self.race.came(seat, self.live.clock.match_time(stamp)):
            self.changed = True

    def _after(self, at: Ns) -> None:
        """Follow a change of the match at match time ``at``."""
        self.changed = True
        self.hint = None
        self._plan = None
        if self.live.outcome is None and self.live.seeds:
            self._plan = catalog.first_move(self.live.match, self.live.seeds)
        self._walk_anew(at)

    def _walk_anew(self, at: Ns) -> None:
        people = self.live.seating.people()
        seat = scan.walker(self.live.view, people) if self._walks() else None
        if seat is None or self.live.outcome is not None:
            self.walk = None
            return
        fresh = scan.begin(self.live.view, seat, at, self._step)
        if self.walk is None or self.walk.seat != seat or self.walk.ground != fresh.ground:
            self._set_walk(fresh)

    # Output

    def lamps(self) -> tuple[str, ...]:
        """Return each place's lamp, place 1 first, unsettled presses played tentatively."""
        view = self.live.view
        if self.sequencer.pending and self.live.outcome is None:
            view = self.live.tentative(self._tentative())
        lamps = ["off"] * PLACES
        for seat, light in view.lit.items():
            lamps[self.live.seating.places[seat] - 1] = light
        return tuple(lamps)

    def _tentative(self) -> list[Action]:
        actions: list[Action] = []
        for each in self.sequencer.pending:
            seat = self.live.seating.places.index(each.place)
            at = max(self.live.clock.match_time(each.at), self.live.match.at)
            if each.verb == "choose":
                actions.append(Choose(at=at, seat=seat, item=each.item or ""))
            elif each.verb != "stop":
                actions.append(_VERBS[each.verb](at=at, seat=seat))
        return actions

    def highlight(self, now: Ns) -> Highlight | None:
        """Return where the walk stands at hub time ``now``, or None."""
        return None if self.walk is None else self.walk.stop(self.live.clock.match_time(now))
