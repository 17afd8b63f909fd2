"""The table with a toy game: what a finger comes to mean, deadlines, late reports, the walk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from types import NoneType
from typing import Any

import pytest

from device.fingers import HOLD
from device.live import Live
from device.race import PHOTO
from device.scan import GRACE
from device.seating import Seating
from device.sequencer import SETTLE, TIE, Sequencer
from device.table import CHORD, STEP, Table
from games import match as contract
from games.match import (
    MS,
    Choose,
    Game,
    Hold,
    IllegalActionError,
    Lift,
    Match,
    Outcome,
    Press,
    Refusal,
    S,
    Tap,
    TimeUp,
    View,
)

T = 50 * S
KINDS = {"press": Press, "tap": Tap, "hold": Hold, "lift": Lift}


class Phase(StrEnum):
    TOY = "toy"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyView(View):
    """A view of nothing but offers and choices."""


@dataclass(frozen=True)
class Toy:
    """A game that offers what the test says; ``react`` may change it after each action."""

    seats: int = 3
    offers: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    choosing: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    due: int | None = None
    log: tuple[Any, ...] = ()
    over: bool = False
    react: Callable[[Any, Any], Any] = lambda toy, action: toy


def apply(toy, action):
    contract.admit(action, toy.seats, toy.due)
    if toy.over:
        raise IllegalActionError(Refusal.MATCH_OVER)
    after = replace(toy, log=(*toy.log, action))
    if isinstance(action, TimeUp):
        return toy.react(replace(after, due=None), action)
    if isinstance(action, Choose):
        if action.item not in toy.choosing.get(action.seat, ()):
            raise IllegalActionError(Refusal.NOT_A_CHOICE)
    elif type(action).__name__.lower() not in toy.offers.get(action.seat, {}):
        raise IllegalActionError(Refusal.CALL_STANDS)
    return toy.react(after, action)


def view(toy, seat):
    lit = {action.seat: "on" for action in toy.log if isinstance(action, Press)}
    return ToyView(
        game="toy",
        phase=Phase.TOY,
        lit=lit,
        glass=None,
        offers=toy.offers,
        choosing=toy.choosing,
        own=(),
        menu={},
        scores=(0,) * toy.seats,
    )


def outcome(toy):
    return Outcome((), (), (), "over") if toy.over else None


def play_nothing(view, legal, now, seed):
    return None


GAME = Game(
    "toy",
    range(1, 7),
    NoneType,
    Toy,
    apply,
    lambda toy: toy.due,
    lambda toy, seat, at: (),
    view,
    outcome,
    play_nothing,
)


class Seats:
    """A table of a toy game in simulated time; places are 1 to 3, match time is hub time - T."""

    def __init__(self, *, walks=False, bots=(), game=GAME, menu=False, **toy):
        self.now = T
        self.toy = Toy(**toy)
        seating = Seating(tuple(range(1, self.toy.seats + 1)), bots)
        live = Live(Match(game, self.toy), seating, seeds=dict.fromkeys(bots, 1))
        self.table = Table(live, T, walks=lambda: walks, sequencer=Sequencer(5))
        self.table.lay(live, T, menu_allowed=menu)

    def wait_until(self, end):
        while (due := self.table.due()) is not None and due <= end:
            self._advance(max(self.now, due))
        self._advance(end)

    def _advance(self, now):
        self.now = now
        self.table.advance(now)
        due = self.table.due()
        assert due is None or due > now, "woken at once, having done all that was due"

    def edge(self, place, down, at, reported=None):
        """An edge, reported at once or later."""
        self.wait_until(at if reported is None else reported)
        self.table.edge(place, down, at)
        self._advance(self.now)

    def finger(self, place, at, lasts=100 * MS):
        self.edge(place, True, at)
        self.edge(place, False, at + lasts)

    def settled(self):
        self.wait_until(self.now + 2 * S)
        return self.said()

    def said(self):
        """The actions that the rules took."""
        return list(self.table.live.match.state.log)

    def verbs(self):
        return [type(action).__name__.lower() for action in self.said()]


# What a finger comes to mean


@pytest.mark.parametrize(
    ("offers", "short", "long"),
    [
        ({"press": "a"}, ["press"], ["press"]),
        ({"press": "a", "tap": "b", "hold": "c"}, ["press"], ["press"]),
        ({"tap": "a"}, ["tap"], ["tap"]),
        ({"tap": "a", "hold": "b"}, ["tap"], ["hold"]),
        ({"hold": "b"}, [], ["hold"]),
        ({"hold": "b", "lift": "c"}, [], ["hold", "lift"]),
        ({"tap": "a", "hold": "b", "lift": "c"}, ["tap"], ["hold", "lift"]),
        ({"lift": "c"}, [], []),
        ({}, [], []),
    ],
)
def test_a_finger_speaks_once(offers, short, long):
    """DESIGN "A finger speaks once": Press, or Tap, or Hold and then Lift; nothing not offered."""
    for lasts, verbs in ((200 * MS, short), (HOLD, short), (HOLD + 50 * MS, long)):
        seats = Seats(offers={1: offers})
        seats.finger(2, T + S, lasts)
        seats.settled()
        assert seats.verbs() == verbs


def test_a_press_is_at_the_first_edge_a_tap_at_its_end_a_hold_at_600_ms():
    press = Seats(offers={1: {"press": "a"}})
    press.finger(2, T + S)
    tap = Seats(offers={1: {"tap": "a", "hold": "b"}})
    tap.finger(2, T + S)
    hold = Seats(offers={1: {"tap": "a", "hold": "b"}})
    hold.finger(2, T + S, 2 * S)
    assert press.settled() == [Press(at=S, seat=1)]
    assert tap.settled() == [Tap(at=S + 100 * MS, seat=1)]
    assert hold.settled() == [Hold(at=S + HOLD, seat=1)]


def test_a_short_press_where_only_a_hold_does_something_says_so():
    seats = Seats(offers={1: {"hold": "b"}})
    seats.finger(2, T + S)
    seats.settled()
    assert seats.table.hint == 1
    seats.finger(2, T + 10 * S, S)
    seats.settled()
    assert seats.table.hint is None


@pytest.mark.parametrize("offer", ["peek", "finger"])
def test_the_hold_of_the_tables_own_offers_never_reaches_the_rules(offer):
    seats = Seats(offers={1: {"hold": offer, "lift": "answer"}})
    seats.finger(2, T + S, 2 * S)
    assert [type(action) for action in seats.settled()] == [Lift]


def test_the_buzzer_of_a_bot_or_of_an_empty_place_says_nothing():
    seats = Seats(offers={0: {"press": "a"}, 1: {"press": "a"}}, bots=(1,))
    seats.finger(2, T + S)
    seats.finger(6, T + 2 * S)
    assert seats.settled() == []


# The offer must have stood at the first edge, and stand


def swap(offers):
    """Return a reaction that changes the offers when somebody chooses "change"."""
    return lambda toy, action: replace(toy, offers=offers) if isinstance(action, Choose) else toy


def change(seats, at):
    seats.wait_until(at)
    assert seats.table.touch("change", None, at) is None


BUZZER = {1: {"tap": "a", "hold": "b"}}


def test_a_finger_whose_offer_is_gone_is_silent():
    seats = Seats(offers=BUZZER, choosing={0: ("change",)}, react=swap({}))
    seats.edge(2, True, T + S)
    change(seats, T + S + 50 * MS)
    seats.edge(2, False, T + S + 100 * MS)
    seats.settled()
    assert seats.verbs() == ["choose"]


@pytest.mark.parametrize("lasts", [300 * MS, 900 * MS])
def test_a_finger_on_an_offer_that_came_only_after_its_first_edge_is_silent(lasts):
    seats = Seats(choosing={0: ("change",)}, react=swap({1: {"tap": "a", "hold": "b"}}))
    seats.edge(2, True, T + S)
    change(seats, T + S + 50 * MS)
    seats.edge(2, False, T + S + lasts)
    seats.settled()
    assert seats.verbs() == ["choose"]


def test_the_same_offer_made_anew_is_another_one():
    seats = Seats(
        offers=BUZZER,
        choosing={0: ("change",)},
        react=lambda toy, action: replace(toy, offers={} if toy.offers else BUZZER),
    )
    seats.edge(2, True, T + S)
    change(seats, T + S + 50 * MS)
    change(seats, T + S + 60 * MS)
    seats.edge(2, False, T + S + 100 * MS)
    seats.settled()
    assert seats.verbs() == ["choose", "choose"]


def test_an_offer_of_another_verb_for_the_same_finger_is_silent():
    seats = Seats(
        offers={1: {"tap": "a"}}, choosing={0: ("change",)}, react=swap({1: {"hold": "b"}})
    )
    seats.edge(2, True, T + S)
    change(seats, T + S + 50 * MS)
    seats.edge(2, False, T + 2 * S)
    seats.settled()
    assert seats.verbs() == ["choose"]


def test_a_finger_found_at_the_end_of_the_quiet_is_not_older_than_the_offer():
    """Drumming: the second finger came while the line rattled, and before the buzzers opened."""
    seats = Seats(choosing={0: ("change",)}, react=swap({1: {"press": "call"}}))
    seats.finger(2, T + S, 200 * MS)
    seats.edge(2, True, T + S + 210 * MS)
    change(seats, T + S + 220 * MS)
    seats.settled()
    assert seats.verbs() == ["choose"]


def test_a_finger_held_when_another_page_is_laid_is_silent():
    seats = Seats(offers=BUZZER)
    seats.edge(2, True, T + S)
    seats.wait_until(T + S + 100 * MS)
    live = Live(
        Match(GAME, replace(seats.toy, offers={1: {"tap": "a", "lift": "c"}})), Seating((1, 2, 3))
    )
    seats.table.lay(live, seats.now)
    seats.edge(2, False, T + 2 * S)
    assert seats.settled() == []
    seats.finger(2, seats.now + S)
    assert len(seats.settled()) == 1


@pytest.mark.parametrize("lasts", [S, 100 * MS])
def test_a_finger_held_through_another_page_and_back_is_silent(lasts):
    """The offer is still the same one, but the finger has seen another page."""
    seats = Seats(offers=BUZZER)
    seats.edge(2, True, T + S)
    seats.wait_until(T + S + 50 * MS)
    live = seats.table.live
    seats.table.lay(Live(Match(GAME, Toy()), Seating((1, 2, 3))), seats.now)
    seats.table.lay(live, seats.now)
    seats.edge(2, False, T + S + lasts)
    assert seats.settled() == []


def test_an_edge_from_before_the_page_was_laid_is_silent():
    seats = Seats()
    seats.wait_until(T + S)
    seats.table.lay(Live(Match(GAME, Toy(offers={1: {"press": "a"}})), Seating((1, 2, 3))), T + S)
    seats.edge(2, True, T + S - 1, reported=T + S)
    assert seats.settled() == []
    seats.edge(2, False, T + 4 * S)
    seats.edge(2, True, T + 5 * S)
    assert seats.settled() == [Press(at=4 * S, seat=1)]


# Order


def one_call(toy, action):
    return replace(toy, offers={}) if isinstance(action, Press) else toy


CALL = {seat: {"press": "call"} for seat in range(3)}


def test_the_earliest_finger_wins_whatever_the_order_of_the_reports():  # G19
    for reports in ((3, 1, 2), (2, 3, 1), (1, 2, 3)):
        seats = Seats(offers=CALL, react=one_call)
        stamps = {1: T + S + 600_000, 2: T + S, 3: T + S + 300_000}
        for place in reports:
            seats.edge(place, True, stamps[place], reported=T + S + MS)
        assert seats.settled() == [Press(at=S, seat=1)]


def test_a_bouncing_first_finger_beats_a_clean_second_one():  # G12
    seats = Seats(offers=CALL, react=one_call)
    seats.edge(1, True, T + S)
    seats.edge(1, False, T + S + 200_000)
    seats.edge(1, True, T + S + 1500_000)
    seats.edge(1, False, T + S + 1900_000)
    seats.edge(1, True, T + S + 2500_000)
    seats.edge(3, True, T + S + TIE + 1)
    assert seats.settled() == [Press(at=S, seat=0)]
    assert [(late.seat, late.behind) for late in seats.table.race.late] == [(2, TIE + 1)]


def test_a_glitch_wins_nothing_and_its_lamp_goes_out():  # G12, G14
    seats = Seats(offers=CALL, react=one_call)
    seats.edge(1, True, T + S)
    assert seats.table.lamps()[:3] == ("on", "off", "off")
    seats.edge(1, False, T + S + MS)
    seats.edge(2, True, T + S + MS + 1)
    seats.wait_until(T + S + 2 * MS)
    assert seats.table.lamps()[:3] == ("off", "on", "off")
    assert seats.settled() == [Press(at=S + MS + 1, seat=1)]
    assert seats.table.counts["glitch"] == 1


def test_a_noisy_line_leaves_the_others_presses_fair_and_quick():  # G14, G16
    """Place 1 has a thousand edges a second; the other two press, and each is settled in time."""
    seats, random = Seats(offers={1: CALL[1], 2: CALL[2]}), Random(8)
    noise, down, pressed = T + S, False, []
    while noise < T + 6 * S:
        noise, down = noise + random.randrange(300_000, 1_700_000), not down
        seats.edge(1, down, noise)
        if random.random() < 0.01:
            for place in random.sample((2, 3), 2):
                noise += 500_000
                seats.edge(place, True, noise)
                pressed.append(Press(at=noise - T, seat=place - 1))
            seats.wait_until(noise + SETTLE)
            assert seats.said()[-2:] == pressed[-2:]
            noise += SETTLE + 60 * MS
            seats.edge(2, False, noise)
            seats.edge(3, False, noise)
            noise += 60 * MS
    assert seats.said() == pressed
    assert len(pressed) > 20


def test_a_stamp_older_than_the_last_action_is_clamped_to_it_and_counted():
    seats = Seats(offers={0: {"press": "a"}, 1: {"press": "a"}})
    seats.edge(1, True, T + 2 * S)
    seats.wait_until(T + 2 * S + 50 * MS)
    seats.edge(2, True, T + S, reported=seats.now)
    assert seats.settled() == [Press(at=2 * S, seat=0), Press(at=2 * S, seat=1)]
    assert seats.table.counts["late"] == 1


# The sand and the finger


def sand(toy, action):
    """The answerer's press stops the sand; when it has run out, the press means another thing."""
    if isinstance(action, TimeUp):
        return replace(toy, offers={1: {"press": "i_had_three"}})
    return replace(toy, due=None)


def hourglass():
    return Seats(offers={1: {"press": "three"}}, due=5 * S, react=sand)


@pytest.mark.parametrize("reported", [0, MS, 1900_000])
def test_a_finger_1_ns_before_the_sand_beats_it_however_late_it_is_reported(reported):
    seats = hourglass()
    seats.edge(2, True, T + 5 * S - 1, reported=T + 5 * S - 1 + reported)
    assert seats.settled() == [Press(at=5 * S - 1, seat=1)]


def test_the_sand_beats_the_finger_at_the_very_instant():  # FIVE-C9
    seats = hourglass()
    seats.edge(2, True, T + 5 * S)
    assert seats.settled() == [TimeUp(at=5 * S), Press(at=5 * S, seat=1)]


def test_time_is_up_2_ms_after_the_deadline_but_counts_at_the_deadline():
    seats = hourglass()
    seats.wait_until(T + 5 * S + SETTLE - 1)
    assert seats.said() == []
    assert seats.table.due() == T + 5 * S + SETTLE
    seats.wait_until(T + 5 * S + SETTLE)
    assert seats.said() == [TimeUp(at=5 * S)]


def test_a_bouncing_finger_before_the_sand_is_waited_for_without_turning_in_circles():
    seats = hourglass()
    begun = T + 5 * S - MS
    for down, at in ((True, 0), (False, 500_000), (True, 1_500_000), (False, 1_800_000)):
        seats.edge(2, down, begun + at)
    seats.edge(2, True, begun + 3 * MS)
    seats.wait_until(begun + 3_500_000)
    assert seats.said() == []
    assert seats.settled() == [Press(at=5 * S - MS, seat=1)]


def test_a_glitch_before_the_sand_does_not_stop_it():
    seats = hourglass()
    seats.edge(2, True, T + 5 * S - MS)
    seats.edge(2, False, T + 5 * S - MS // 2)
    assert seats.settled() == [TimeUp(at=5 * S)]


@pytest.mark.parametrize("late", [0, 1900_000])
def test_a_hold_is_played_only_when_a_lift_before_600_ms_cannot_come_any_more(late):
    seats = Seats(offers=BUZZER)
    seats.edge(2, True, T + S)
    seats.edge(2, False, T + S + HOLD - 1, reported=T + S + HOLD - 1 + late)
    assert seats.settled() == [Tap(at=S + HOLD - 1, seat=1)]


# The photo finish


def test_who_came_later_is_shown_with_how_much():  # G20, SET-B1
    seats = Seats(offers=CALL, react=one_call)
    for place, at in ((3, 0), (1, 3_200_000), (2, 40 * MS)):
        seats.edge(place, True, T + S + at)
    seats.settled()
    assert seats.said() == [Press(at=S, seat=2)]
    assert [(late.seat, late.behind) for late in seats.table.race.late] == [
        (0, 3_200_000),
        (1, 40 * MS),
    ]


def test_after_a_second_a_press_is_no_part_of_the_photo_finish():
    seats = Seats(offers=CALL, react=one_call)
    seats.finger(1, T + S)
    seats.finger(2, T + S + PHOTO)
    seats.finger(3, T + S + PHOTO + 1)
    seats.settled()
    assert [(late.seat, late.behind) for late in seats.table.race.late] == [(1, PHOTO)]


def test_a_second_press_of_the_same_finger_is_not_shown_again():
    seats = Seats(offers=CALL, react=one_call)
    for at in (0, 300 * MS, 600 * MS):
        seats.finger(1, T + S + at, 80 * MS)
        seats.finger(2, T + S + at + 100 * MS, 80 * MS)
    seats.settled()
    assert [late.seat for late in seats.table.race.late] == [1]


def test_who_was_not_in_the_race_is_not_in_the_photo():
    seats = Seats(offers={0: {"press": "call"}, 1: {"press": "call"}}, react=one_call)
    seats.finger(1, T + S)
    seats.finger(3, T + S + 200 * MS)
    seats.settled()
    assert seats.table.race.late == []


def test_a_finger_that_says_something_else_is_not_late():
    """After the call a vote opened: its taps are no part of the race."""
    vote = {1: {"tap": "agree", "hold": "refuse"}, 2: {"tap": "agree", "hold": "refuse"}}
    seats = Seats(offers=CALL, react=lambda toy, action: replace(toy, offers=vote))
    seats.finger(1, T + S)
    seats.finger(2, T + S + 300 * MS)
    seats.settled()
    assert seats.verbs() == ["press", "tap"]
    assert seats.table.race.late == []


def test_a_tie_is_told_where_only_one_could_win():
    race, free = Seats(offers=CALL, react=one_call), Seats(offers=CALL)
    for seats in (race, free):
        for place in (3, 1, 2):
            seats.edge(place, True, T + S + place)
        seats.settled()
    assert sorted(race.table.race.tie) == [0, 1, 2]
    assert race.said()[0].seat == race.table.race.tie[0]
    assert [late.behind for late in race.table.race.late] == [0, 0]
    assert len(free.said()) == 3
    assert free.table.race.tie == ()


# The walk


def walking(**toy):
    return Seats(walks=True, choosing={1: ("x", "y", "z")}, **toy)


def test_a_press_picks_what_the_highlight_is_on():
    for step, item in enumerate(("x", "y", "z", "x")):
        seats = walking()
        seats.finger(2, T + step * STEP + GRACE)
        assert seats.settled() == [Choose(at=step * STEP + GRACE, seat=1, item=item)]


def test_a_press_within_200_ms_after_a_step_counts_for_the_stop_before():
    seats = walking()
    seats.finger(2, T + STEP + GRACE - 1)
    assert [action.item for action in seats.settled()] == ["x"]


def test_the_walk_begins_anew_after_a_pick():
    seats = walking()
    seats.finger(2, T + 2 * STEP + 300 * MS)
    seats.wait_until(T + 2 * STEP + 310 * MS)
    assert seats.table.highlight(seats.now).items == ("x",)
    seats.finger(2, T + 2 * STEP + 600 * MS)
    assert [action.item for action in seats.settled()] == ["z", "x"]


def test_the_walk_goes_on_through_a_change_that_does_not_touch_it():
    seats = walking(offers={0: {"tap": "a"}})
    seats.finger(1, T + STEP, 100 * MS)
    seats.wait_until(T + STEP + 500 * MS)
    assert seats.table.highlight(seats.now).items == ("y",)


def test_the_seats_own_verbs_are_the_last_stops_and_its_finger_says_nothing_else():
    seats = walking(offers={1: {"tap": "ask", "hold": "skip"}})
    seats.finger(2, T + 4 * STEP + 300 * MS, 1200 * MS)
    assert seats.settled() == [Hold(at=4 * STEP + 300 * MS, seat=1)]


def test_rows_then_the_row_then_back():
    cards = tuple(f"c{number}" for number in range(12))
    seats = Seats(walks=True, choosing={1: cards})
    seats.finger(2, T + STEP + 300 * MS)
    assert seats.said() == []
    opened = seats.now
    assert seats.table.highlight(opened).items == ("c1",)
    start = T + STEP + 300 * MS
    seats.finger(2, start + 4 * STEP + 300 * MS)
    assert seats.said() == []
    assert seats.table.highlight(seats.now).items == cards[0::3]
    begun = start + 4 * STEP + 300 * MS
    seats.finger(2, begun + 300 * MS)
    seats.finger(2, begun + 300 * MS + 2 * STEP + 300 * MS)
    assert [action.item for action in seats.settled()] == ["c6"]


def test_nobody_walks_where_there_is_touch_or_a_press_offer():
    for seats in (
        Seats(walks=False, choosing={1: ("x",)}),
        Seats(walks=True, choosing={1: ("x",)}, offers={1: {"press": "call"}}),
        Seats(walks=True, choosing={1: ("x",)}, bots=(1,)),
    ):
        assert seats.table.walk is None
        assert seats.table.due() is None


def test_a_finger_of_another_seat_does_not_pick():
    seats = walking(offers={0: {"tap": "a"}})
    seats.finger(1, T + 300 * MS)
    seats.finger(3, T + 600 * MS)
    assert seats.settled() == [Tap(at=400 * MS, seat=0)]


def test_a_pick_at_the_deadline_is_too_late():
    seats = walking(due=S, react=lambda toy, action: replace(toy, choosing={}))
    seats.finger(2, T + S)
    assert seats.settled() == [TimeUp(at=S)]
    seats = walking(due=S, react=lambda toy, action: replace(toy, choosing={}, due=None))
    seats.finger(2, T + S - 1)
    assert seats.settled() == [Choose(at=S - 1, seat=1, item="x")]


def test_the_walk_of_a_match_that_goes_on_after_a_pause_begins_at_its_first_stop():
    seats = walking()
    seats.wait_until(T + STEP + 100 * MS)
    live = seats.table.live
    seats.table.lay(Live(Match(GAME, Toy()), Seating((1, 2, 3))), seats.now)
    seats.wait_until(T + 60 * S)
    seats.table.lay(live, seats.now)
    assert seats.table.highlight(seats.now).items == ("x",)
    assert seats.table.due() == T + 60 * S + STEP


# Two buzzers together


def test_two_buzzers_held_for_3_s_are_the_chord():
    seats = Seats(menu=True)
    seats.edge(3, True, T + S)
    seats.edge(1, True, T + 2 * S)
    seats.wait_until(T + 2 * S + CHORD - 1)
    assert seats.table.chord is None
    seats.wait_until(T + 2 * S + CHORD)
    assert [finger.place for finger in seats.table.chord] == [3, 1]


def test_letting_go_before_is_no_chord():
    seats = Seats(menu=True)
    seats.edge(3, True, T + S)
    seats.edge(1, True, T + 2 * S)
    seats.edge(1, False, T + 2 * S + CHORD - 10 * MS)
    seats.settled()
    assert seats.table.chord is None


def test_no_chord_where_the_menu_is_not_allowed_or_while_the_saucer_runs():
    for seats in (Seats(menu=False), Seats(menu=True, offers={0: {"hold": "finger"}})):
        seats.edge(3, True, T + S)
        seats.edge(1, True, T + S)
        seats.wait_until(T + 10 * S)
        assert seats.table.chord is None


# Bots


def test_a_bots_press_races_like_a_finger_and_its_lamp_is_quick():
    def bot(view, legal, now, seed):
        return Press(at=now + S, seat=2) if view.offers else None

    game = replace(GAME, bot=bot)
    seats = Seats(game=game, bots=(2,), offers=CALL, react=one_call)
    seats.edge(1, True, T + S + 5 * MS)
    seats.settled()
    assert seats.said() == [Press(at=S, seat=2)]
    assert [(late.seat, late.behind) for late in seats.table.race.late] == [(0, 5 * MS)]
    early = Seats(game=game, bots=(2,), offers=CALL, react=one_call)
    early.edge(1, True, T + S - MS)
    early.settled()
    assert early.said() == [Press(at=S - MS, seat=0)]
    assert [(late.seat, late.behind) for late in early.table.race.late] == [(2, MS)]


# Whatever happens


def test_what_was_pending_when_the_match_ended_wakes_nobody():
    over = Seats(offers=CALL, react=lambda toy, action: replace(toy, over=True))
    for place in (1, 2, 3):
        over.edge(place, True, T + S + place * MS)
    over.wait_until(T + 10 * S)
    assert len(over.said()) == 1
    assert over.table.due() is None


@pytest.mark.parametrize("seed", range(10))
def test_random_fingers_touches_and_deadlines_never_wake_the_table_in_vain(seed):
    """Whatever comes: the log is in order and there is no busy loop."""
    random = Random(seed)
    kinds = [{}, {"press": "p"}, {"tap": "t"}, BUZZER[1], {"hold": "h", "lift": "l"}]

    def react(toy, action):
        drawn = Random(f"{seed} {action}")
        if drawn.random() < 0.4:
            offers = {seat: drawn.choice(kinds) for seat in range(3)}
            return replace(toy, offers=offers, due=action.at + drawn.randrange(1, 3 * S))
        return toy

    seats = Seats(walks=seed % 2 == 0, offers=CALL, choosing={1: ("x", "y")}, due=S, react=react)
    down, at = dict.fromkeys((1, 2, 3), False), T
    for _ in range(250):
        at = max(at, seats.now) + random.choice((1, 50_000, MS, 5 * MS, 45 * MS, 300 * MS, S))
        place = random.randrange(1, 4)
        down[place] = not down[place]
        seats.edge(place, down[place], at, reported=at + random.randrange(2 * MS))
        if random.random() < 0.2:
            seats.table.touch(random.choice("xy"), None, seats.now)
    seats.settled()
    times = [action.at for action in seats.said()]
    assert times == sorted(times)
    assert len(times) > 50
