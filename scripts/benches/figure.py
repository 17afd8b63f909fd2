"""What was measured: a figure, what it stands beside, and the table of them all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured.

    Attributes:
        runs: each figure is the median of so many.
        tables: tables of 12 cards in a run.
        matches: matches in a run.
        presses: presses in all.
        seconds: how long a waiting hub is watched.
    """

    runs: int
    tables: int
    matches: int
    presses: int
    seconds: float


FULL = Effort(runs=5, tables=2000, matches=60, presses=1500, seconds=30)
QUICK = Effort(runs=1, tables=5, matches=1, presses=6, seconds=0.2)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        value, unit: what Buzzbox does.
        beside, textbook: what the textbook way does, in the same unit and run, and which way
            that is.
        ratio: how many times as fast (or small) as the textbook way Buzzbox is.
        aim: what it should be.
    """

    name: str
    value: float
    unit: str
    beside: float | None = None
    textbook: str = ""
    ratio: float | None = None
    aim: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the figure by name."""
        return asdict(self)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value that ``percent`` of ``values`` do not exceed (nearest rank)."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


def against(
    name: str,
    unit: str,
    ours: Sequence[float],
    theirs: Sequence[float],
    textbook: str,
    aim: str = "",
) -> Figure:
    """Return the figure of runs that alternated with runs of the textbook way; both are times."""
    ratio = median(their / our for our, their in zip(ours, theirs, strict=True))
    return Figure(name, median(ours), unit, median(theirs), textbook, ratio, aim)


def table(figures: Iterable[Figure]) -> str:
    """Return the figures as lines of text."""
    rows = [("figure", "value", "unit", "beside", "ratio", "aim", "textbook way")]
    for each in figures:
        beside = "" if each.beside is None else _short(each.beside)
        ratio = "" if each.ratio is None else f"{_short(each.ratio)} x"
        value = _short(each.value)
        rows.append((each.name, value, each.unit, beside, ratio, each.aim, each.textbook))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = (1, 3, 4)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
