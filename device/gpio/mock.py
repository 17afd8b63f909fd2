"""Pins without hardware: gpiozero's mock, driven and read at the wire."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import PWMLED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.clock import Now
from games.match import MS, Ns

KEPT_STATES = 512
"""The mock records every level of a pin for ever; a box that runs for weeks keeps this many."""
SHORTEST: Ns = 50 * MS
"""A finger in the browser stays on the wire, and off it, at least this long: no real one is
faster, and a shorter pulse would be a glitch."""
MOST_WANTED = 8
"""Moves that may wait for that; a page that drums faster loses whole presses."""

Edge = Callable[[int, bool, Ns], None]
"""Takes (place, down, hub time of the stamp in ns)."""


class MockPins:
    """Buzzers, lamps and hourglass on mock pins.

    Attributes:
        factory: gpiozero's pin factory; tests drive and read its pins.
        lamps, hourglass: take a brightness in [0, 1] for each LED.
    """

    def __init__(
        self,
        buzzers: Sequence[int],
        lamps: Sequence[int],
        hourglass: Sequence[int],
        now: Now,
        edge: Edge,
    ) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self._now = now
        self._leds = {pin: PWMLED(pin, pin_factory=self.factory) for pin in (*lamps, *hourglass)}
        self._shown: dict[int, float] = {}
        self.lamps = [self._writer(pin) for pin in lamps]
        self.hourglass = [self._writer(pin) for pin in hourglass]
        self._buzzers = [self.factory.pin(pin) for pin in buzzers]
        # gpiozero holds these callbacks weakly.
        self._callbacks = [self._stamper(place, edge) for place in range(1, len(buzzers) + 1)]
        for pin, callback in zip(self._buzzers, self._callbacks, strict=True):
            pin.function = "input"
            pin.pull = "up"
            pin.edges = "both"
            pin.when_changed = callback
        places = range(1, len(buzzers) + 1)
        self._wanted: dict[int, deque[bool]] = {place: deque() for place in places}
        self._down = dict.fromkeys(places, False)
        self._moved = dict.fromkeys(places, now() - SHORTEST)

    def _stamper(self, place: int, edge: Edge) -> Callable[[float, int], None]:
        return lambda _ticks, level: edge(place, not level, self._now())

    def _writer(self, pin: int) -> Callable[[float], None]:
        def write(brightness: float) -> None:
            if self._shown.get(pin) == brightness:
                return
            self._shown[pin] = brightness
            self._leds[pin].value = brightness
            _trim(self.factory.pin(pin).states)

        return write

    def finger(self, place: int, down: bool) -> None:
        """Put a finger on a place's buzzer, or take it away; see ``SHORTEST``."""
        wanted = self._wanted[place]
        if (wanted[-1] if wanted else self._down[place]) is not down:
            if len(wanted) < MOST_WANTED:
                wanted.append(down)
            else:
                wanted.pop()
        self.advance(self._now())

    def advance(self, now: Ns) -> None:
        """Move the fingers that had to wait."""
        for place, wanted in self._wanted.items():
            if wanted and now >= self._moved[place] + SHORTEST:
                self._moved[place] = now
                self._drive(place, wanted.popleft())

    def due(self) -> Ns | None:
        """Return the hub time at which a waiting finger moves, or None."""
        waiting = [place for place, wanted in self._wanted.items() if wanted]
        return min((self._moved[place] + SHORTEST for place in waiting), default=None)

    def _drive(self, place: int, down: bool) -> None:
        pin = self._buzzers[place - 1]
        self._down[place] = down
        if down:
            pin.drive_low()
        else:
            pin.drive_high()
        _trim(pin.states)

    def close(self) -> None:
        """Give the pins back: lamps dark, buzzers silent."""
        for led in self._leds.values():
            led.close()
        self.factory.close()


def _trim(states: list[Any]) -> None:
    if len(states) > 2 * KEPT_STATES:
        del states[:-KEPT_STATES]
