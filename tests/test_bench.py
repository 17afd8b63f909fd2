"""The bench runs, and prints every figure; how fast anything is, no test says."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIGURES = {
    "all SETs of 12 cards",
    *(
        f"bot matches, {seats} seats, {rules} rules"
        for seats in (2, 4, 6)
        for rules in ("default", "mixed")
    ),
    "one action, default rules",
    "one action, mixed rules",
    "press to lamp, median",
    "press to lamp, 99 %",
    "start to first answer",
    "memory (PSS) at the start",
    "CPU while waiting: attract",
    "CPU while waiting: lobby, one person",
    "CPU while waiting: SET, two people",
    "memory (PSS) in a match",
    "redraw of all at 800x480",
    "frames while 12 cards glide",
    "start to first picture",
    "the same before any card was drawn",
    "redraws of a still picture",
    "CPU on a still picture, frames for the browser",
    "CPU on a still picture, a window",
    "press to lamp while a screen paints, median",
    "press to lamp while a screen paints, 99 %",
    "memory (PSS) of the screen",
    "memory (PSS) of hub and screen",
}


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "scripts/bench", *arguments]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_bench_takes_every_figure():
    done = bench("--quick", "--json")
    assert done.returncode == 0, done.stderr
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    assert {figure["name"] for figure in figures} == FIGURES
    assert all(figure["value"] >= 0 for figure in figures)


def test_the_bench_prints_what_was_asked_for():
    done = bench("--quick", "--only", "sets,apply")
    assert done.returncode == 0, done.stderr
    assert "all SETs of 12 cards" in done.stdout
    assert "one action" in done.stdout
    assert "press" not in done.stdout


def test_the_bench_names_what_it_can_measure():
    done = bench("--only", "luck")
    assert done.returncode == 2
    assert "no 'luck'; there are: sets, matches" in done.stderr
