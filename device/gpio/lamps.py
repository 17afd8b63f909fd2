"""Buzzer lamps: what each kind of light looks like, and when it changes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.match import MS, Ns

PATTERNS: dict[str, tuple[tuple[Ns, float], ...]] = {
    "off": ((0, 0.0),),
    "on": ((0, 1.0),),
    "blink": ((250 * MS, 1.0), (250 * MS, 0.0)),
    "pulse": ((900 * MS, 1.0), (600 * MS, 0.0)),
}
"""Each light as (ns, brightness in [0, 1]) steps, round and round. Whole steps, because a
software PWM flickers, and never faster than 3 Hz; a pulse shines longer than it rests, so that
it is told from a blink without counting."""


def level(light: str, now: Ns) -> float:
    """Return the brightness of ``light`` in [0, 1] at hub time ``now`` (ns)."""
    return _step(light, now)[0]


def next_change(light: str, now: Ns) -> Ns | None:
    """Return the hub time after ``now`` at which ``light`` changes by itself, or None."""
    left = _step(light, now)[1]
    return None if left is None else now + left


def _step(light: str, now: Ns) -> tuple[float, Ns | None]:
    steps = PATTERNS[light]
    whole = sum(length for length, _ in steps)
    if not whole:
        return steps[0][1], None
    into = now % whole
    for length, brightness in steps:
        if into < length:
            return brightness, length - into
        into -= length
    raise AssertionError("a remainder is less than the whole")


class Lamps:
    """Drives the six buzzer lamps; one scheduler in the hub's loop, no threads.

    Attributes:
        lights: what each shines, place 1 first.
    """

    def __init__(self, write: Sequence[Callable[[float], None]]) -> None:
        self._write = write
        self.lights: tuple[str, ...] = ("off",) * len(write)

    def set(self, lights: tuple[str, ...], now: Ns) -> None:
        """Light the lamps, place 1 first."""
        self.lights = lights
        self.advance(now)

    def advance(self, now: Ns) -> None:
        """Bring every lamp to its brightness at hub time ``now``."""
        for write, light in zip(self._write, self.lights, strict=True):
            write(level(light, now))

    def due(self, now: Ns) -> Ns | None:
        """Return when a lamp next changes by itself."""
        times = [next_change(light, now) for light in self.lights]
        return min((time for time in times if time is not None), default=None)
