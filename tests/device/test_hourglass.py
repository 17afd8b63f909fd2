"""The LED column empties from the top, and is dark exactly when the sand is gone (P14)."""

from random import Random

import pytest

from device.gpio.hourglass import Hourglass, levels
from games.match import Running, S, Stopped


class Column:
    def __init__(self, leds):
        self.shine = [0.0] * leds
        self.glass = Hourglass([lambda b, i=i: self.shine.__setitem__(i, b) for i in range(leds)])

    @property
    def lit(self):
        assert self.shine == sorted(self.shine), "there is a hole in the sand"
        return round(sum(self.shine))


@pytest.mark.parametrize("leds", range(2, 11))
def test_a_full_glass_shines_from_top_to_bottom_and_an_empty_one_is_dark(leds):
    assert levels(5 * S, 5 * S, leds) == (1.0,) * leds
    assert levels(0, 5 * S, leds) == (0.0,) * leds


def test_the_glass_empties_from_the_top_and_only_the_top_lit_led_is_partly_lit():
    assert levels(5 * S, 8 * S, 4) == (0.0, 0.5, 1.0, 1.0)


def test_more_sand_than_the_glass_holds_is_full():
    assert levels(9 * S, 5 * S, 3) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("seed", range(30))
def test_each_alarm_puts_out_one_led_and_the_last_comes_with_the_end(seed):
    random = Random(seed)
    leds, whole = random.randrange(2, 11), random.randrange(1, 300 * S)
    now = random.randrange(100 * S)
    ends = now + random.randrange(1, whole + 1)
    column = Column(leds)
    column.glass.set(Running(ends, whole), now)
    while (due := column.glass.due(now)) is not None:
        lit = column.lit
        assert due > now
        column.glass.advance(due - 1)
        assert column.lit == lit
        column.glass.advance(due)
        assert column.lit == lit - 1
        now = due
    assert now == ends
    assert column.lit == 0


def test_a_stopped_glass_stands_and_needs_no_alarm():
    column = Column(10)
    column.glass.set(Stopped(3 * S, 5 * S), 77 * S)
    assert column.lit == 6
    assert column.glass.due(77 * S) is None
    column.glass.advance(99 * S)
    assert column.lit == 6


def test_no_glass_is_dark():
    column = Column(10)
    column.glass.set(Running(5 * S, 5 * S), 0)
    assert column.lit == 10
    column.glass.set(None, 0)
    assert column.lit == 0
    assert column.glass.due(0) is None
