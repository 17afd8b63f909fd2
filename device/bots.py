"""The attract mode's bots: a match that the box plays by itself for whoever walks past."""

from __future__ import annotations

from typing import Any

import games
from device.live import Live
from device.seating import Seating
from games import catalog, chance
from games.match import Action, Ns, S, TimeUp

REST: Ns = 8 * S
"""How long the last picture of a match stands before the next one begins."""
PLACES = (1, 2, 4, 5)
"""Where the bots sit: opposite each other, two places free."""


class Demo:
    """Bots at play; nothing of it is kept.

    Attributes:
        live: the match.
    """

    def __init__(self, seed: int, now: Ns) -> None:
        self._seed = seed
        self._round = 0
        self._begin(now)

    def _begin(self, now: Ns) -> None:
        names = tuple(games.CATALOG)
        name = names[self._round % len(names)]
        seed = chance.branch(self._seed, self._round)
        seats = tuple(range(len(PLACES)))
        match = games.start(name, len(PLACES), seed)
        seeds = {seat: chance.branch(seed, seat) for seat in seats}
        self.live = Live(match, Seating(PLACES, seats), seeds=seeds)
        self.live.clock.go(now)
        self._round += 1
        self._next: Action | None = self._plan()
        self._ended: Ns | None = None

    def _plan(self) -> Action | None:
        match: Any = self.live.match
        return catalog.next_action(match, self.live.seeds)

    def due(self) -> Ns | None:
        """Return the hub time at which the bots next do something."""
        if self._next is None:
            return self._ended
        return self.live.clock.hub_time(self._next.at)

    def advance(self, now: Ns) -> bool:
        """Play what is due at hub time ``now``; return whether anything changed."""
        changed = False
        while (due := self.due()) is not None and due <= now:
            changed = True
            if self._next is None:
                self._begin(now)
                continue
            if isinstance(self._next, TimeUp):
                self.live.catch_up(self._next.at)
            else:
                self.live.play(self._next)
            over = self.live.outcome is not None
            self._next = None if over else self._plan()
            self._ended = now + REST if over else None
        return changed
