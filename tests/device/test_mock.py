"""The mock is gpiozero's, at the wire (G26, G27): buzzers driven low, lamps read at their pins."""

import pytest

from device.gpio.mock import KEPT_STATES, MOST_WANTED, SHORTEST, MockPins
from games.match import MS, S

BUZZERS, LAMPS, COLUMN = (2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13), (14, 15, 16)


class Bench:
    def __init__(self):
        self.now, self.edges = 5 * S, []
        self.pins = MockPins(BUZZERS, LAMPS, COLUMN, lambda: self.now, self.edge)

    def edge(self, *what):
        self.edges.append(what)

    def wait(self, ns):
        end = self.now + ns
        while (due := self.pins.due()) is not None and due <= end:
            assert due > self.now
            self.now = due
            self.pins.advance(self.now)
        self.now = end


@pytest.fixture
def bench():
    made = Bench()
    yield made
    made.pins.close()


def test_a_buzzer_driven_low_is_a_finger_down_with_the_time_of_its_edge(bench):
    for place, pin in enumerate(BUZZERS, start=1):
        bench.now += S
        bench.pins.factory.pin(pin).drive_low()
        bench.now += 3
        bench.pins.factory.pin(pin).drive_high()
        assert bench.edges[-2:] == [(place, True, bench.now - 3), (place, False, bench.now)]


def test_a_lamp_shines_at_its_pin(bench):
    bench.pins.lamps[3](1.0)
    bench.pins.hourglass[0](1.0)
    states = [bench.pins.factory.pin(pin).state for pin in (*LAMPS, *COLUMN)]
    assert states == [0, 0, 0, 1, 0, 0, 1, 0, 0]


def test_a_finger_in_the_browser_is_on_the_wire_at_once_and_for_50_ms_at_least(bench):
    bench.wait(S)
    bench.pins.finger(2, True)
    bench.pins.finger(2, False)
    begun = bench.now
    bench.wait(S)
    assert bench.edges == [(2, True, begun), (2, False, begun + SHORTEST)]


def test_the_fingers_of_different_places_do_not_wait_for_each_other(bench):
    bench.pins.finger(1, True)
    bench.wait(MS)
    bench.pins.finger(2, True)
    assert [edge[2] for edge in bench.edges] == [bench.now - MS, bench.now]


def test_a_page_that_drums_too_fast_loses_whole_presses_and_leaves_no_finger_down(bench):
    for _ in range(100):
        bench.pins.finger(4, True)
        bench.pins.finger(4, False)
    bench.wait(10 * S)
    downs = [down for _, down, _ in bench.edges]
    assert downs[::2] == [True] * (len(downs) // 2)
    assert downs[1::2] == [False] * (len(downs) // 2)
    assert 2 <= len(downs) <= MOST_WANTED + 2
    assert bench.pins.due() is None


def test_a_finger_that_is_down_already_changes_nothing(bench):
    bench.pins.finger(1, True)
    bench.wait(S)
    bench.pins.finger(1, True)
    bench.wait(S)
    assert len(bench.edges) == 1


def test_a_box_that_runs_for_weeks_does_not_remember_every_blink(bench):  # S20
    for turn in range(5 * KEPT_STATES):
        bench.pins.lamps[0](float(turn % 2))
        bench.pins.finger(1, not turn % 2)
        bench.wait(2 * SHORTEST)
    for pin in (LAMPS[0], BUZZERS[0]):
        assert len(bench.pins.factory.pin(pin).states) <= 2 * KEPT_STATES
    assert len(bench.edges) == 5 * KEPT_STATES


def test_a_closed_box_has_dark_lamps(bench):
    bench.pins.lamps[0](1.0)
    pin = bench.pins.factory.pin(LAMPS[0])
    bench.pins.close()
    assert pin.state == 0
