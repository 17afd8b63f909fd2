"""Match time stands still in a pause (DESIGN "Match time"); no wall clock decides (S15)."""

import time

from device.clock import MatchClock, hub_clock
from games.match import S


def test_match_time_runs_from_where_the_match_was():
    clock = MatchClock(at=7 * S)
    assert not clock.running
    assert clock.match_time(100 * S) == 7 * S
    clock.go(100 * S)
    assert clock.running
    assert clock.match_time(103 * S) == 10 * S
    assert clock.hub_time(10 * S) == 103 * S


def test_match_time_stands_still_in_a_pause_and_goes_on_after_it():
    clock = MatchClock(at=0)
    clock.go(100 * S)
    clock.pause(104 * S)
    assert clock.match_time(200 * S) == 4 * S
    assert clock.hub_time(5 * S) is None
    clock.go(300 * S)
    assert clock.match_time(301 * S) == 5 * S
    assert clock.hub_time(5 * S) == 301 * S


def test_going_on_twice_and_pausing_twice_change_nothing():
    clock = MatchClock(at=0)
    clock.go(100 * S)
    clock.go(110 * S)
    assert clock.match_time(120 * S) == 20 * S
    clock.pause(120 * S)
    clock.pause(130 * S)
    clock.go(140 * S)
    assert clock.match_time(141 * S) == 21 * S


def test_a_stamp_from_before_the_start_is_the_start():
    clock = MatchClock(at=3 * S)
    clock.go(100 * S)
    assert clock.match_time(99 * S) == 3 * S


def test_the_hubs_clock_is_the_one_of_the_kernels_stamps():
    assert hub_clock() is time.monotonic_ns


def test_a_faster_clock_runs_so_many_times_as_fast(monkeypatch):
    ticks = iter([1_000, 1_000, 1_250])
    monkeypatch.setattr("device.clock.time.monotonic_ns", lambda: next(ticks))
    now = hub_clock(speed=20)
    assert [now(), now()] == [1_000, 6_000]
