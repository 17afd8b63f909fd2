"""The LED hourglass: a column of lights that empties from the top."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from games.match import Glass, Ns, Running, sand_left


def levels(left: Ns, whole: Ns, leds: int) -> tuple[float, ...]:
    """Return each LED's brightness in [0, 1], top LED first.

    Args:
        left: time left in ns, at least 0; more than ``whole`` counts as full.
        whole: length of the full glass in ns, more than 0.
        leds: lights in the column, at least 1.

    Only the top lit LED is partly lit, so the fall looks smooth.
    """
    lit = min(left, whole) * leds / whole
    return tuple(min(1.0, max(0.0, lit - (leds - 1 - top))) for top in range(leds))


class Hourglass:
    """Drives the column in whole steps: an LED goes dark when its share of the sand is gone.

    A software PWM flickers, so a partly lit LED is shown as lit.
    """

    def __init__(self, write: Sequence[Callable[[float], None]]) -> None:
        self._write = write
        self._glass: Glass | None = None

    def set(self, glass: Glass | None, now: Ns) -> None:
        """Show ``glass`` at match time ``now``; None is dark."""
        self._glass = glass
        self.advance(now)

    def advance(self, now: Ns) -> None:
        """Bring every LED to its level at match time ``now``."""
        leds = len(self._write)
        glass = self._glass
        lit = (0.0,) * leds if glass is None else levels(sand_left(glass, now), glass.whole, leds)
        for write, brightness in zip(self._write, lit, strict=True):
            write(float(math.ceil(brightness)))

    def due(self, now: Ns) -> Ns | None:
        """Return the match time after ``now`` at which an LED goes dark, or None."""
        glass, leds = self._glass, len(self._write)
        if not isinstance(glass, Running) or now >= glass.ends:
            return None
        lit = math.ceil(sand_left(glass, now) * leds / glass.whole)
        return glass.ends - (lit - 1) * glass.whole // leds
