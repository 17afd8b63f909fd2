"""What is shown waits for its commit, so that nothing announced is lost; but never for long."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from device.wire import Show
from games.match import MS, Ns

PATIENCE: Ns = 250 * MS
"""A view whose commit takes longer is shown as "not saved"."""


class Announcer:
    """Sends each Show once its journal line is on the disk.

    Attributes:
        out: takes a Show that may be seen.
        committed: returns the newest ticket on the disk.
        patience: returns the ns after which a view is shown all the same; 0 while the disk
            is known to be broken.
    """

    def __init__(
        self,
        out: Callable[[Show], None],
        committed: Callable[[], int],
        patience: Callable[[], Ns] = lambda: PATIENCE,
    ) -> None:
        self._out = out
        self._committed = committed
        self._patience = patience
        self._waiting: deque[tuple[Show, int, Ns]] = deque()
        self._unsaved: tuple[Show, int, Ns] | None = None

    def put(self, show: Show, ticket: int, now: Ns) -> None:
        """Take a Show that may be seen once ``ticket`` is on the disk."""
        self._waiting.append((show, ticket, now))
        self.advance(now)

    def advance(self, now: Ns) -> None:
        """Send what may be sent at hub time ``now`` (ns)."""
        committed = self._committed()
        while self._waiting:
            show, ticket, since = self._waiting[0]
            saved = ticket <= committed
            if not saved and now < since + self._patience():
                return
            self._waiting.popleft()
            self._unsaved = None if saved else (show, ticket, since)
            self._out(_leaving(show, now - since, saved))
        if self._unsaved is not None and self._unsaved[1] <= committed:
            show, _, since = self._unsaved
            self._unsaved = None
            self._out(_leaving(show, now - since, saved=True))

    def due(self) -> Ns | None:
        """Return when the oldest waiting Show is sent without its commit."""
        return self._waiting[0][2] + self._patience() if self._waiting else None


def _leaving(show: Show, waited: Ns, saved: bool) -> Show:
    """Return ``show`` as it leaves after ``waited`` ns: its match time has gone on."""
    now = show.now + waited if show.running else show.now
    return msgspec.structs.replace(show, now=now, saved=saved)
