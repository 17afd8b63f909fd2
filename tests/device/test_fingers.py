"""Edges to fingers: glitches, bounces, rattle, taps and holds (DESIGN "First edge"; G9 to G17)."""

from random import Random

import pytest

from device.fingers import CHECKS, CONFIRM, HOLD, QUIET, Fingers, What
from games.match import MS, S

T = 5 * S
US = 1_000


class Wire:
    """One buzzer's wire: edges come at once, time goes from one due moment to the next."""

    def __init__(self, place=1, places=6):
        self.fingers = Fingers(places)
        self.place = place
        self.events = []

    def edge(self, down, at):
        self.wait_until(at - 1)
        self.events += self.fingers.edge(self.place, down, at)

    def wait_until(self, end):
        while (due := self.fingers.due()) is not None and due <= end:
            self.advance(due)
        self.advance(end)

    def advance(self, now):
        self.events += self.fingers.advance(now)
        due = self.fingers.due()
        assert due is None or due > now, "woken at once, having done all that was due"

    def play(self, *edges):
        """Play (down, at) edges, and wait until all has settled."""
        for down, at in edges:
            self.edge(down, at)
        self.wait_until(edges[-1][1] + 2 * S)

    def told(self):
        return [(event.what, event.at) for event in self.events]

    @property
    def glitches(self):
        return self.fingers.lines[self.place].glitches


@pytest.fixture
def wire():
    return Wire()


def test_the_first_edge_counts_at_its_own_stamp(wire):
    wire.edge(True, T)
    assert wire.told() == [(What.DOWN, T)]
    assert not wire.events[0].finger.sure
    wire.wait_until(T + CONFIRM)
    assert wire.events[0].finger.sure
    assert wire.events[0].finger.at == T


def test_a_glitch_of_2_ms_is_void_and_counted(wire):  # G12, G14
    wire.play((True, T), (False, T + CONFIRM))
    assert [what for what, _ in wire.told()] == [What.DOWN, What.VOID]
    assert wire.glitches == 1
    assert wire.fingers.down() == []


def test_a_finger_that_is_down_after_2_ms_is_a_finger(wire):
    wire.play((True, T), (False, T + CONFIRM + 1))
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]
    assert wire.glitches == 0


def test_a_press_right_after_a_glitch_is_heard_at_its_own_edge(wire):
    press = T + 5 * MS
    wire.play((True, T), (False, T + MS), (True, press), (False, press + 100 * MS))
    assert wire.told()[2:4] == [(What.DOWN, press), (What.SURE, press + CONFIRM)]


def test_a_long_bounce_is_one_press_at_its_first_edge(wire):  # G17
    wire.play(
        (True, T),
        (False, T + 300 * US),
        (True, T + 900 * US),
        (False, T + 1800 * US),
        (True, T + 2500 * US),
        (False, T + 200 * MS),
    )
    assert wire.told()[0] == (What.DOWN, T)
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]
    assert wire.glitches == 0


def test_a_contact_that_only_ever_flickers_is_void_in_the_end(wire):
    flicker = []
    for begun in range(T, T + CHECKS * CONFIRM, 700 * US):
        flicker += [(True, begun), (False, begun + 200 * US)]
    wire.play(*flicker)
    assert [what for what, _ in wire.told()] == [What.DOWN, What.VOID]
    assert wire.told()[1][1] == T + CHECKS * CONFIRM


def test_the_rattle_of_letting_go_is_no_press(wire):
    up = T + 300 * MS
    rattle = [(each % 2 == 1, up + each * 3 * MS) for each in range(9)]
    wire.play((True, T), *rattle)
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]


def test_a_finger_is_up_at_the_first_edge_of_its_lift(wire):
    up = T + 300 * MS
    wire.play((True, T), (False, up), (True, up + MS // 2), (False, up + MS))
    assert wire.told()[-1] == (What.UP, up)


def test_a_contact_that_breaks_for_a_moment_is_still_one_finger(wire):
    wire.play((True, T), (False, T + 200 * MS), (True, T + 201 * MS), (False, T + 400 * MS))
    assert wire.told()[-1] == (What.UP, T + 400 * MS)
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]


def test_a_tap_that_is_over_within_the_quiet_is_a_tap(wire):  # G13
    wire.play((True, T), (False, T + QUIET // 2))
    assert wire.told()[-1] == (What.UP, T + QUIET // 2)
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]


def test_a_finger_that_comes_in_the_quiet_is_found_at_its_end(wire):
    again = T + 200 * MS + QUIET // 2
    wire.play((True, T), (False, T + 200 * MS), (True, again), (False, again + 200 * MS))
    assert wire.told()[3] == (What.DOWN, again)
    assert [what for what, _ in wire.told()[3:]] == [What.DOWN, What.SURE, What.UP]


def test_drumming_loses_no_press(wire):  # G13
    edges = []
    for beat in range(20):
        at = T + beat * 120 * MS
        edges += [(True, at), (False, at + 60 * MS)]
    wire.play(*edges)
    assert [at for what, at in wire.told() if what is What.DOWN] == [at for _, at in edges[::2]]


def test_a_finger_that_is_down_for_exactly_600_ms_has_tapped(wire):
    wire.play((True, T), (False, T + HOLD))
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]


def test_a_finger_that_is_down_1_ns_longer_has_held(wire):
    wire.play((True, T), (False, T + HOLD + 1))
    assert wire.told()[-2:] == [(What.HELD, T + HOLD), (What.UP, T + HOLD + 1)]


def test_a_lift_just_before_600_ms_that_is_reported_late_is_a_tap(wire):
    wire.edge(True, T)
    wire.wait_until(T + HOLD + CONFIRM - 1)
    wire.events += wire.fingers.edge(1, False, T + HOLD - 1)
    wire.wait_until(T + S)
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]


def test_the_rattle_of_a_lift_before_600_ms_makes_no_hold(wire):
    """The line is not believed for 40 ms after the rattle, but the finger is up."""
    up = T + HOLD - 20 * MS
    wire.play((True, T), (False, up), (True, up + MS), (False, up + 4 * MS))
    assert [what for what, _ in wire.told()] == [What.DOWN, What.SURE, What.UP]


def test_a_hold_is_told_while_the_finger_is_down_and_its_lift_after_it(wire):
    wire.edge(True, T)
    wire.wait_until(T + HOLD + CONFIRM)
    assert wire.told()[-1] == (What.HELD, T + HOLD)
    wire.edge(False, T + 2 * S)
    wire.wait_until(T + 3 * S)
    assert wire.told()[-1] == (What.UP, T + 2 * S)


def test_a_second_glitch_soon_after_puts_the_line_into_its_quiet(wire):  # G14
    wire.play(
        (True, T),
        (False, T + MS),
        (True, T + 10 * MS),
        (False, T + 11 * MS),
        (True, T + 20 * MS),
        (False, T + 21 * MS),
    )
    assert [what for what, _ in wire.told()] == [What.DOWN, What.VOID] * 2
    assert wire.glitches == 2


def test_a_line_with_a_thousand_edges_a_second_leaves_the_others_alone():
    """The others' fingers are told at once, sure after 2 ms, with their own stamps (G16, G21)."""
    wire, random = Wire(), Random(3)
    at, down = T, False
    for number in range(1, 2001):
        at, down = at + random.randrange(200 * US, 1800 * US), not down
        wire.edge(down, at)
        if number % 200 == 0:
            press = at + 10
            (told,) = wire.fingers.edge(2, True, press)
            assert (told.what, told.at) == (What.DOWN, press)
            at = press + CONFIRM
            wire.wait_until(at)
            assert told.finger.sure
            wire.fingers.edge(2, False, at + 1)
            at += 50 * MS
            wire.wait_until(at)


@pytest.mark.parametrize("seed", range(16))
def test_any_edges_settle_and_nothing_is_ever_due_in_the_past(seed):
    """Each finger: down, then void, or sure, perhaps held, up. In the end the wire is believed."""
    random, wire = Random(seed), Wire()
    at, down = T, False
    for _ in range(400):
        at += random.choice((1, 50 * US, MS, 2 * MS, 5 * MS, 39 * MS, QUIET, 600 * MS, 602 * MS))
        down = random.random() < 0.5 if random.random() < 0.1 else not down
        wire.edge(down, at)
        wire.advance(at)
        if random.random() < 0.3:
            late = at + random.randrange(5 * MS)
            wire.wait_until(late)
            at = late
    wire.wait_until(at + S)
    assert bool(wire.fingers.down()) is down
    life = {}
    for event in wire.events:
        life.setdefault(id(event.finger), []).append(event.what)
    lives = {tuple(each) for each in life.values()}
    up, held = (What.DOWN, What.SURE, What.UP), (What.DOWN, What.SURE, What.HELD, What.UP)
    assert lives <= {(What.DOWN, What.VOID), up, held, up[:2], held[:3]}
    assert up in lives
    assert held in lives


def test_the_fingers_that_are_down_stand_in_the_order_of_their_edges():
    fingers = Fingers(6)
    for place, at in ((4, T), (1, T + MS), (6, T + 2 * MS)):
        fingers.edge(place, True, at)
    fingers.advance(T + S)
    assert [finger.place for finger in fingers.down()] == [4, 1, 6]
