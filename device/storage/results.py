"""Results of finished matches, and the box's all-time bests."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from device.record import Closed, Opened, Sitting
from device.storage.seal import DamagedError, seal, unseal
from games.match import places

_SET_YEAR = 2025
"""A clock before this year was never set: a Pi without a network starts in the past."""
_MOST = ("sets",)
_LEAST = ("fastest",)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One finished match.

    Attributes:
        game, options, places, bots: as in ``record.Opened``.
        date: when it ended, in local time with its offset (ISO 8601).
        clock_set: False if the box did not know the date.
        scores, ranks, winners, reason, detail: as in ``record.Closed``; ranks are its places,
            by score alone if it has none.
        series: which match of its series it was, from 1; 0 if that is not known.
    """

    game: str
    date: str
    clock_set: bool
    options: dict[str, Any]
    places: tuple[int, ...]
    bots: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    detail: dict[str, Any]
    series: int


class Best(msgspec.Struct, frozen=True):
    """The best that a person reached at this box, nameless; the earliest of equal ones.

    ``seats`` is how many played that match.
    """

    value: int
    date: str
    clock_set: bool
    seats: int


Bests = dict[str, dict[str, Best]]
"""By game, then by what: "score", "sets", "fastest" (ns); with "solo_" before it if one played."""


def result_of(opened: Opened, closed: Closed, sitting: Sitting | None, now: datetime) -> Result:
    """Return what is kept of a match that ended at ``now``; ``sitting`` is the one after it."""
    return Result(
        game=opened.game,
        date=now.isoformat(timespec="seconds"),
        clock_set=now.year >= _SET_YEAR,
        options=opened.options,
        places=opened.places,
        bots=opened.bots,
        scores=closed.scores,
        ranks=closed.places or places(closed.scores),
        winners=closed.winners,
        reason=closed.reason,
        detail=closed.detail,
        series=len(sitting.series) if sitting else 0,
    )


def note(bests: Bests, result: Result) -> None:
    """Let a result take its place among the bests; seats that the box played do not count."""
    found = bests.setdefault(result.game, {})
    solo = "solo_" if len(result.scores) == 1 else ""
    columns: list[tuple[str, Any, Callable[[int, int], bool]]] = [
        ("score", result.scores, int.__gt__)
    ]
    columns += [(key, result.detail.get(key), int.__gt__) for key in _MOST]
    columns += [(key, result.detail.get(key), int.__lt__) for key in _LEAST]
    for key, values, better in columns:
        for value in _people(result, values):
            best = found.get(solo + key)
            if best is None or better(value, best.value):
                seats = len(result.scores)
                found[solo + key] = Best(value, result.date, result.clock_set, seats)


def _people(result: Result, values: object) -> list[int]:
    """Return the whole numbers in a per-seat record that belong to people."""
    if not isinstance(values, list | tuple):
        return []
    return [v for seat, v in enumerate(values) if seat not in result.bots and type(v) is int]


def read_results(
    db: sqlite3.Connection, report: Callable[[str], None], limit: int = -1
) -> Iterator[tuple[int, Result]]:
    """Yield the id and the result of the newest ``limit`` matches (-1: all), newest first.

    A damaged one is left out and reported.
    """
    rows = db.execute("SELECT id, result FROM result ORDER BY id DESC LIMIT ?", (limit,))
    for number, row in rows:
        try:
            yield number, unseal(row, Result)
        except DamagedError as error:
            report(f"result {number} cannot be read: {error}")


def bests_of(results: Iterable[Result]) -> Bests:
    """Return the bests of results given newest first."""
    bests: Bests = {}
    for result in reversed(list(results)):
        note(bests, result)
    return bests


def write_result(db: sqlite3.Connection, number: int, result: Result) -> None:
    """Store a result under its match's id."""
    db.execute("INSERT OR REPLACE INTO result VALUES (?, ?)", (number, seal(result)))


def by_seat(number: int, result: Result) -> Iterator[Mapping[str, object]]:
    """Yield one flat row per seat, for a table; a per-seat record is a column of its name."""
    for seat, score in enumerate(result.scores):
        row: dict[str, object] = {
            "match": number,
            "date": result.date,
            "clock_set": result.clock_set,
            "game": result.game,
            "series": result.series,
            "seat": seat,
            "place": result.places[seat],
            "bot": seat in result.bots,
            "score": score,
            "rank": result.ranks[seat],
            "winner": seat in result.winners,
            "reason": result.reason,
            "options": msgspec.json.encode(result.options).decode(),
        }
        for key, values in result.detail.items():
            per_seat = isinstance(values, list) and len(values) == len(result.scores)
            row.setdefault(key, values[seat] if per_seat else msgspec.json.encode(values).decode())
        yield row
