"""What the lamps in the buzzers look like (P24: never faster than 3 Hz; G23, G24)."""

from itertools import pairwise

import pytest

from device.gpio.lamps import PATTERNS, Lamps, level, next_change
from games.match import MS, S

T = 12 * S


def changes(light, since=T, seconds=12):
    """Return when a light changes, and to what, followed by its own alarms."""
    now, seen = since, []
    while (due := next_change(light, now)) is not None and due < since + seconds * S:
        assert due > now
        before, now = level(light, now), due
        assert level(light, due - 1) == before
        seen.append((now, level(light, now)))
    return seen


@pytest.mark.parametrize(("light", "shines"), [("off", 0.0), ("on", 1.0)])
def test_a_steady_light_never_changes(light, shines):
    assert level(light, T) == level(light, T + 123_456_789) == shines
    assert next_change(light, T) is None


@pytest.mark.parametrize("light", ["blink", "pulse"])
def test_a_light_that_changes_goes_on_and_off_in_turn(light):
    levels = [brightness for _, brightness in changes(light)]
    assert len(levels) > 4
    assert all(a != b for a, b in pairwise(levels))
    assert set(levels) == {0.0, 1.0}


@pytest.mark.parametrize("light", PATTERNS)
def test_no_light_flashes_faster_than_3_hz(light):  # P24
    times = [at for at, brightness in changes(light) if brightness]
    assert all(b - a >= S // 3 for a, b in pairwise(times))


def test_a_pulse_shines_longer_than_it_rests():
    rises = changes("pulse")
    on = sum(b[0] - a[0] for a, b in pairwise(rises) if a[1])
    off = sum(b[0] - a[0] for a, b in pairwise(rises) if not a[1])
    assert on > off


def test_all_that_blink_blink_together():
    written = [[], [], []]
    lamps = Lamps([each.append for each in written])
    lamps.set(("blink", "on", "blink"), T)
    for _ in range(6):
        now = lamps.due(T)
        lamps.advance(now)
    assert written[0] == written[2]
    assert set(written[1]) == {1.0}


def test_the_next_alarm_is_the_earliest_of_all_lamps():
    lamps = Lamps([lambda level: None] * 2)
    lamps.set(("pulse", "blink"), 0)
    assert lamps.due(0) == 250 * MS
    lamps.set(("pulse", "off"), 0)
    assert lamps.due(0) == 900 * MS
    lamps.set(("on", "off"), 0)
    assert lamps.due(0) is None
