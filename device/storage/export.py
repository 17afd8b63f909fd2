"""What is stored, as JSON Lines or CSV; reads only, so it works while the hub runs.

The actions, seed and deck of an open match are its secrets and never leave.
"""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from device.record import Opened
from device.storage.disk import NothingStoredError, read_only
from device.storage.journal import read_lines
from device.storage.results import bests_of, by_seat, read_results
from device.storage.seal import DamagedError, unseal

WHAT = ("results", "bests", "journal")
FORMATS = ("jsonl", "csv")

Report = Callable[[str], None]
Row = Mapping[str, object]


class ExportError(Exception):
    """Nothing can be exported; one line says why."""


def export(folder: Path, what: str, form: str, report: Report) -> Iterator[str]:
    """Yield the lines of an export, without line ends; oldest match first.

    Args:
        folder: the state folder.
        what: one of ``WHAT``.
        form: one of ``FORMATS``.
        report: is told in one line of each damaged row, which is left out.

    Raises:
        NothingStoredError: there is no database.
        ExportError: it cannot be read.
    """
    try:
        with closing(read_only(folder)) as db:
            db.execute("BEGIN")  # one moment of the database, whatever the hub writes meanwhile
            rows = _SOURCES[what, form](db, report)
            yield from _as_csv(rows) if form == "csv" else map(_as_json, rows)
    except NothingStoredError:
        raise
    except (OSError, sqlite3.Error) as error:
        raise ExportError(f"cannot export from {folder}: {error}") from error


def _as_json(row: Row) -> str:
    return msgspec.json.encode(row).decode()


def _as_csv(rows: Iterator[Row]) -> Iterator[str]:
    """Yield a heading and the rows, all of which have the keys of the first."""
    for number, row in enumerate(rows):
        if number == 0:
            yield _csv_line(row)
        yield _csv_line(row.values())


def _csv_line(values: Any) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()


def _results(db: sqlite3.Connection, report: Report) -> Iterator[Row]:
    for number, result in reversed(list(read_results(db, report))):
        yield {"match": number, **msgspec.to_builtins(result)}


def _results_by_seat(db: sqlite3.Connection, report: Report) -> Iterator[Row]:
    """Yield a row per seat; what only some games keep is a column that others leave empty."""
    found = reversed(list(read_results(db, report)))
    table = [row for number, result in found for row in by_seat(number, result)]
    columns = dict.fromkeys(key for row in table for key in row)
    yield from ({**columns, **row} for row in table)


def _bests(db: sqlite3.Connection, report: Report) -> Iterator[Row]:
    for game, bests in bests_of(result for _, result in read_results(db, report)).items():
        for what, best in bests.items():
            yield {"game": game, "best": what, **msgspec.to_builtins(best)}


def _journal(db: sqlite3.Connection, report: Report) -> Iterator[Row]:
    for number, text in db.execute("SELECT id, opened FROM match WHERE NOT open ORDER BY id"):
        lines, fault = read_lines(db, number)
        try:
            opened = unseal(text, Opened)
        except DamagedError as error:
            report(f"match {number} cannot be read: {error}")
            continue
        if fault is not None:
            report(f"match {number} is damaged: {fault}")
        entries = [{**msgspec.to_builtins(x.entry), "scores": x.scores} for x in lines]
        yield {"match": number, **msgspec.to_builtins(opened), "entries": entries}


def _journal_by_entry(db: sqlite3.Connection, report: Report) -> Iterator[Row]:
    for match in _journal(db, report):
        entries: Any = match["entries"]
        for entry in entries:
            listed = {key: " ".join(map(str, entry[key])) for key in ("tie", "scores")}
            yield {"match": match["match"], "game": match["game"], **entry, **listed}


_SOURCES: Mapping[tuple[str, str], Callable[[sqlite3.Connection, Report], Iterator[Row]]] = {
    ("results", "jsonl"): _results,
    ("results", "csv"): _results_by_seat,
    ("bests", "jsonl"): _bests,
    ("bests", "csv"): _bests,
    ("journal", "jsonl"): _journal,
    ("journal", "csv"): _journal_by_entry,
}
