"""The journal of matches: what the table writes, and what stood when the hub ended."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from device.record import Closed, Entry, Opened, Sitting
from device.storage.results import (
    Bests,
    Result,
    bests_of,
    note,
    read_results,
    result_of,
    write_result,
)
from device.storage.seal import DamagedError, seal, unseal
from device.storage.writer import Write
from games.match import places

MOST_MATCHES = 2_000
"""Matches whose actions are kept, at some 15 kB each; of older ones only the result stays."""


class Line(msgspec.Struct, frozen=True):
    """A stored entry, and the scores that stand after it."""

    entry: Entry
    scores: tuple[int, ...]


class Saved(msgspec.Struct, frozen=True):
    """What stood when the hub ended.

    Attributes:
        sitting: who sits at the box.
        opened: the match that was running; None between matches.
        entries: its actions in order, ``UNDO`` entries as they were written.
        scores: of that match, or of one that was too damaged to go on (``opened`` is None then,
            and it has been closed with these scores); else empty.
    """

    sitting: Sitting
    opened: Opened | None = None
    entries: tuple[Entry, ...] = ()
    scores: tuple[int, ...] = ()


class OpenMatch:
    """The match being written: ``row`` is its id on the disk, known to the writer alone."""

    def __init__(self, opened: Opened, lines: Sequence[Line] = (), row: int | None = None) -> None:
        self.opened, self.lines, self.row = opened, list(lines), row

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that stand now."""
        return self.lines[-1].scores if self.lines else (0,) * self.opened.seats


class TableJournal:
    """``record.Journal`` on the writer thread, and what it knows of the open match.

    Args:
        put: ``Writer.put``.
        now: the wall clock, for the dates of results.
        report: is told in one line of what cannot be read.

    A write may run again after a failed commit, or on a fresh database, so each
    looks at what is there.
    """

    def __init__(
        self,
        put: Callable[[Write, bool], int],
        now: Callable[[], datetime],
        report: Callable[[str], None],
    ) -> None:
        self.bests: Bests = {}
        self._put, self._now, self._report = put, now, report
        self._match: OpenMatch | None = None
        self._sitting: Sitting | None = None

    def begin(self, opened: Opened, sitting: Sitting) -> int:
        """Open a match; one that was not ended is closed with its scores kept."""
        self._match, self._sitting = OpenMatch(opened), sitting
        return self._put(_all(_begin(self._match, self._now), _sit(sitting)), False)

    def add(self, entry: Entry, scores: tuple[int, ...]) -> int:
        """Add an entry to the open match.

        Raises:
            ValueError: no match is open, or the entry is not its next one.
        """
        match = self._match
        if match is None or entry.number != len(match.lines):
            expected = None if match is None else len(match.lines)
            raise ValueError(f"journal entry {entry.number}: the next is {expected}")
        match.lines.append(Line(entry, scores))
        return self._put(_add(match, match.lines[-1]), True)

    def end(self, closed: Closed, sitting: Sitting) -> int:
        """Close the open match and keep its result.

        Raises:
            ValueError: no match is open.
        """
        match = self._match
        if match is None:
            raise ValueError(f"no match is open to end: {closed.reason!r}")
        self._match, self._sitting = None, sitting
        result = result_of(match.opened, closed, sitting, self._now())
        note(self.bests, result)
        return self._put(_all(_end(match, result), _sit(sitting)), False)

    def sit(self, sitting: Sitting | None) -> int:
        """Note who sits at the box between matches; None when the table is cleared."""
        self._match, self._sitting = None, sitting
        return self._put(_all(_close_open(self._now), _sit(sitting)), False)

    def refill(self) -> list[Write]:
        """Return what writes all that is known in memory; called on the writer's thread."""
        match, sitting = self._match, self._sitting
        writes = [] if sitting is None else [_sit(sitting)]
        if match is not None:
            writes.append(_begin(match, self._now))
            writes += [_add(match, line) for line in tuple(match.lines)]  # copied in one step
        return writes

    def take_up(self, db: sqlite3.Connection) -> Saved | None:
        """Return what stood when the hub ended, and go on writing there.

        A damaged match is closed with its scores kept.
        """
        self.bests = bests_of(result for _, result in read_results(db, self._report))
        self._match, fault = _read_open(db)
        sitting = self._sitting = self._read_sitting(db)
        match = self._match
        if fault is not None:
            self._report(f"the open match cannot go on: {fault}")
        if match is None or sitting is None:
            return None if sitting is None else Saved(sitting)
        if fault is not None:
            self.end(by_scores(match.scores, "damaged"), sitting)
            return Saved(sitting, scores=match.scores)
        entries = tuple(line.entry for line in match.lines)
        return Saved(sitting, match.opened, entries, match.scores)

    def _read_sitting(self, db: sqlite3.Connection) -> Sitting | None:
        """Return who sits; where that cannot be read, who played the open match."""
        row = db.execute("SELECT sitting FROM sitting").fetchone()
        try:
            if row is not None:
                return unseal(row[0], Sitting)
        except DamagedError as error:
            self._report(f"who sat at the box cannot be read: {error}")
        return None if self._match is None else sitting_of(self._match.opened)


def by_scores(scores: tuple[int, ...], reason: str) -> Closed:
    """Return how a match closes that its rules did not end: nobody has won it."""
    return Closed(scores, places(scores), (), reason)


def sitting_of(opened: Opened) -> Sitting:
    """Return who sits at the box, as far as a match tells."""
    people = tuple(place for seat, place in enumerate(opened.places) if seat not in opened.bots)
    return Sitting(people, (people or opened.places)[0], opened.game, len(opened.bots))


def _all(*writes: Write) -> Write:
    def write(db: sqlite3.Connection) -> None:
        for each in writes:
            each(db)

    return write


def _sit(sitting: Sitting | None) -> Write:
    if sitting is None:
        return lambda db: db.execute("DELETE FROM sitting")
    return lambda db: db.execute("INSERT OR REPLACE INTO sitting VALUES (1, ?)", (seal(sitting),))


def _begin(match: OpenMatch, now: Callable[[], datetime]) -> Write:
    opened = seal(match.opened)
    same = "SELECT 1 FROM match WHERE id = ? AND open AND opened = ?"

    def write(db: sqlite3.Connection) -> None:
        if db.execute(same, (match.row, opened)).fetchone():
            return
        _close_open(now)(db)
        match.row = _next_id(db)
        db.execute("INSERT INTO match VALUES (?, 1, ?)", (match.row, opened))

    return write


def _add(match: OpenMatch, line: Line) -> Write:
    statement = "INSERT OR REPLACE INTO entry SELECT id, ?, ? FROM match WHERE id = ? AND open"
    text = seal(line)
    return lambda db: db.execute(statement, (line.entry.number, text, match.row))


def _end(match: OpenMatch, result: Result) -> Write:
    def write(db: sqlite3.Connection) -> None:
        row = _next_id(db) if match.row is None else match.row
        db.execute("UPDATE match SET open = 0 WHERE id = ?", (row,))
        write_result(db, row, result)
        old = "SELECT id FROM match WHERE NOT open ORDER BY id DESC LIMIT 1 OFFSET ?"
        db.execute(f"DELETE FROM match WHERE id <= ({old})", (MOST_MATCHES,))

    return write


def _close_open(now: Callable[[], datetime]) -> Write:
    """Close what an earlier hub left open and this one never took up."""

    def write(db: sqlite3.Connection) -> None:
        match, _ = _read_open(db)
        if match is not None:
            closed = by_scores(match.scores, "lost")
            _end(match, result_of(match.opened, closed, None, now()))(db)
        db.execute("UPDATE match SET open = 0 WHERE open")

    return write


def _next_id(db: sqlite3.Connection) -> int:
    newest = db.execute("SELECT max(id) FROM match UNION ALL SELECT max(id) FROM result")
    return 1 + max(number or 0 for (number,) in newest)


def _read_open(db: sqlite3.Connection) -> tuple[OpenMatch | None, str | None]:
    """Return the open match, as far as it can be read, and what is damaged in it."""
    row = db.execute("SELECT id, opened FROM match WHERE open ORDER BY id DESC").fetchone()
    if row is None:
        return None, None
    lines, fault = read_lines(db, row[0])
    try:
        return OpenMatch(unseal(row[1], Opened), lines, row[0]), fault
    except DamagedError as error:
        return None, f"how it began: {error}"


def read_lines(db: sqlite3.Connection, match: int) -> tuple[list[Line], str | None]:
    """Return the readable lines of a match in order, and the first fault: a gap, or damage."""
    lines: list[Line] = []
    faults: list[str] = []
    rows = db.execute("SELECT number, line FROM entry WHERE match = ? ORDER BY number", (match,))
    for expected, (number, text) in enumerate(rows):
        try:
            line = unseal(text, Line)
            lines.append(line)
            if not expected == number == line.entry.number:
                faults.append(f"entry {expected} is missing")
        except DamagedError as error:
            faults.append(f"entry {number}: {error}")
    return lines, faults[0] if faults else None
