"""The rules alone: looking for SETs, bots' matches, and what one action costs.

All of it is one thread's work, so what it takes is its CPU time: other programs do not count.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping
from random import Random
from statistics import median
from time import perf_counter_ns, process_time
from typing import Any

import games
from benches.figure import Effort, Figure, against
from games import catalog, chance
from games.match import Action, Match
from games.options import specs
from games.set_game import DECK, GAME, find_sets

SEATS = (2, 4, 6)
SHORT = ("puzzle", "beginner")
"""House rules that make a match much shorter; the mix leaves them at their defaults, because
its figure would flatter."""

Rules = Mapping[str, object]
Cards = tuple[str, ...]


def sets(effort: Effort) -> Iterator[Figure]:
    """All SETs of 12 random cards, no table twice."""
    random = Random(1)
    ours, theirs = [], []
    for _ in range(effort.runs):
        tables = [tuple(random.sample(DECK, 12)) for _ in range(effort.tables)]
        theirs.append(_each(textbook_sets, tables))
        ours.append(_each(find_sets, tables))
    yield against("all SETs of 12 cards", "µs", ours, theirs, "three nested loops", ">= 20 x")


def _each(find: Callable[[Cards], object], tables: list[Cards]) -> float:
    """Return the µs that ``find`` takes for a table."""
    begun = process_time()
    for cards in tables:
        find(cards)
    return (process_time() - begun) / len(tables) * 1e6


def textbook_sets(cards: Cards) -> list[tuple[str, str, str]]:
    """Return the SETs among ``cards``: every three of them, looked at one by one."""
    return [trio for trio in itertools.combinations(cards, 3) if _is_set(*trio)]


def _is_set(a: str, b: str, c: str) -> bool:
    return all(len({x, y, z}) != 2 for x, y, z in zip(a, b, c, strict=True))


def matches(effort: Effort) -> Iterator[Figure]:
    """Whole matches that bots play, with the default rules and with a mix of house rules."""
    for seats in SEATS:
        for kind, rules in (("default rules", _default), ("mixed rules", _mixed)):
            rates = [_rate(seats, rules, run, effort.matches) for run in range(effort.runs)]
            aim = ">= 150" if seats == 4 else ""
            yield Figure(f"bot matches, {seats} seats, {kind}", median(rates), "/s", aim=aim)


def _rate(seats: int, rules: Callable[[int], Rules], run: int, count: int) -> float:
    seeds = range(run * count, (run + 1) * count)
    begun = process_time()
    for seed in seeds:
        games.simulate(GAME.name, seats, seed, rules(seed))
    return count / (process_time() - begun)


def _default(_seed: int) -> Rules:
    return {}


def _mixed(seed: int) -> Rules:
    """Return house rules of which every value is as likely, but those that make a match short."""
    random, options = Random(seed), specs(GAME.options)
    return {name: random.choice(spec.values) for name, spec in options.items() if name not in SHORT}


def apply(effort: Effort) -> Iterator[Figure]:
    """One action, over bots' matches of four beside a plain copy of the same states."""
    for kind, rules in (("default rules", _default), ("mixed rules", _mixed)):
        ours: list[float] = []
        theirs: list[float] = []
        for seed in range(effort.matches):
            _timed_match(seed, rules(seed), ours, theirs)
        name = f"one action, {kind}"
        value, beside = median(ours), median(theirs)
        yield Figure(name, value, "µs", beside, "dataclasses.replace(state)", beside / value)


def _timed_match(seed: int, rules: Rules, ours: list[float], theirs: list[float]) -> None:
    def timed(state: Any, action: Action) -> Any:
        begun = perf_counter_ns()
        after = GAME.apply(state, action)
        applied = perf_counter_ns()
        dataclasses.replace(state)
        ours.append((applied - begun) / 1e3)
        theirs.append((perf_counter_ns() - applied) / 1e3)
        return after

    fresh = games.start(GAME.name, 4, seed, rules)
    match: Match[Any] = Match(dataclasses.replace(GAME, apply=timed), fresh.state)
    seeds = {seat: chance.branch(seed, seat) for seat in range(4)}
    while match.game.outcome(match.state) is None:
        match = match.play(catalog.next_action(match, seeds))
