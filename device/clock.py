"""The two clocks of the box: hub time, which always runs, and match time, which can stand still.

Hub time is CLOCK_MONOTONIC in ns, the clock of the kernel's edge stamps; no
wall clock decides anything here, so a stepped clock changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from games.match import Ns

Now = Callable[[], Ns]
"""Returns the present hub time in ns."""


def hub_clock(speed: int = 1) -> Now:
    """Return a clock that runs ``speed`` times as fast as the wall's (tests and demos)."""
    if speed == 1:
        return time.monotonic_ns
    origin = time.monotonic_ns()
    return lambda: origin + (time.monotonic_ns() - origin) * speed


class MatchClock:
    """Match time of one match: hub time without its pauses.

    Attributes:
        running: False in a pause.
    """

    def __init__(self, at: Ns) -> None:
        self._at = at
        self._since: Ns | None = None

    @property
    def running(self) -> bool:
        """Whether match time goes on."""
        return self._since is not None

    def go(self, now: Ns) -> None:
        """Go on at hub time ``now``; does nothing while it runs."""
        if self._since is None:
            self._since = now

    def pause(self, now: Ns) -> None:
        """Stand still from hub time ``now`` on; does nothing in a pause."""
        self._at, self._since = self.match_time(now), None

    def match_time(self, stamp: Ns) -> Ns:
        """Return the match time of a hub time; one from before the start is the start."""
        return self._at if self._since is None else self._at + max(0, stamp - self._since)

    def hub_time(self, at: Ns) -> Ns | None:
        """Return the hub time at which match time will be ``at``; None in a pause."""
        return None if self._since is None else self._since + at - self._at
