"""Matches that bots play as fast as they can, counted and timed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games import catalog, chance
from games.match import Match


@dataclass(frozen=True, slots=True)
class Report:
    """What came out; ``wins`` counts per seat, a shared win for each who shares it."""

    game: str
    seats: int
    matches: int
    actions: int
    seconds: float
    matches_per_s: float
    actions_per_s: float
    wins: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the report by name."""
        return asdict(self)

    def __str__(self) -> str:
        rows = [
            f"{self.game}, {self.seats} seats: {self.matches} matches in {self.seconds:.2f} s",
            f"{self.actions} actions; {self.matches_per_s:.1f} matches/s, "
            f"{self.actions_per_s:.0f} actions/s",
            "seat  wins",
        ]
        return "\n".join(rows + [f"{seat:4}  {wins:4}" for seat, wins in enumerate(self.wins)])


def run(
    name: str, seats: int, matches: int, seed: int, options: Mapping[str, object] | None = None
) -> Report:
    """Play ``matches`` (at least 1); the first has ``seed``, the next ``seed`` + 1, and so on.

    Raises:
        ValueError: as ``games.start``.
    """
    wins, actions, begun = [0] * seats, 0, time.perf_counter()
    for number in range(matches):
        match, played = _play(catalog.start(name, seats, seed + number, options), seed + number)
        actions += played
        outcome = match.game.outcome(match.state)
        for seat in outcome.winners if outcome else ():
            wins[seat] += 1
    seconds = max(time.perf_counter() - begun, 1e-9)
    rates = (round(matches / seconds, 3), round(actions / seconds, 3))
    return Report(name, seats, matches, actions, round(seconds, 6), *rates, tuple(wins))


def _play(match: Match[Any], seed: int) -> tuple[Match[Any], int]:
    """Return a match that bots have played to its end, and how many actions it took."""
    seeds = {seat: chance.branch(seed, seat) for seat in range(match.state.seats)}
    actions = 0
    while match.game.outcome(match.state) is None:
        match = match.play(catalog.next_action(match, seeds))
        actions += 1
    return match, actions
