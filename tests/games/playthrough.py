"""A match as a text that reads like a rulebook's example: an action, then what was seen.

A file begins with a title and the table, then has one paragraph for each action:

    > 2.5 seat 0 press
      phase: pick
      caller: 0

Lines with ``>`` are played; all others are what everybody saw change, or why it was
refused. What one seat alone sees follows as ``seat 0 sees own: …``.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import games
from games.match import (
    Action,
    Choose,
    IllegalActionError,
    Match,
    Running,
    S,
    Stopped,
    TimeUp,
    View,
)
from tests.games.play import VERBS

HEADS = ("seats", "seed", "options", "deck")


def rendered(text: str, name: str) -> str:
    """Return the text of a playthrough of game ``name`` as it should be, from its actions."""
    lines = text.splitlines()
    asked = [line for line in lines if line.startswith(">")]
    notes = [line for line in lines if line.startswith("#")]
    head = {key: value for line in lines for key, value in [_head(line)] if key}
    match = _begun(name, head)
    out = [*notes, *[f"{key}: {head[key]}" for key in HEADS if key in head], ""]
    out += ["At the start", *_seen(None, match)]
    for line in asked:
        after, told = _played(match, line)
        out += ["", line, *told, *_seen(match, after)]
        match = after
    return "\n".join([*out, *_ended(match)]) + "\n"


def _head(line: str) -> tuple[str | None, str]:
    key, colon, value = line.partition(": ")
    return (key, value) if colon and key in HEADS else (None, "")


def _begun(name: str, head: dict[str, str]) -> Match[Any]:
    options = {}
    for pair in head.get("options", "").split():
        key, _, value = pair.partition("=")
        options[key] = {"yes": True, "no": False}.get(value, value)
        if value.lstrip("-").isdigit():
            options[key] = int(value)
    deck = head["deck"].split() if "deck" in head else None
    return games.start(name, int(head["seats"]), int(head.get("seed", "0")), options, deck)


def _played(match: Match[Any], line: str) -> tuple[Match[Any], list[str]]:
    """Play ``> 2.5 seat 0 press``, ``> 3 seat 1 choose 2RTD`` or ``> 7.5 time is up``."""
    try:
        return match.play(_action(shlex.split(line[1:]))), []
    except IllegalActionError as error:
        return match, [f"  refused: {error.refusal.value}"]


def _action(words: Sequence[str]) -> Action:
    at = round(float(words[0]) * S)
    if words[1:] == ["time", "is", "up"]:
        return TimeUp(at=at)
    _, seat, verb, *item = words[1:]
    if verb == "choose":
        return Choose(at=at, seat=int(seat), item=item[0])
    return VERBS[verb](at=at, seat=int(seat))


def _seen(before: Match[Any] | None, after: Match[Any]) -> Iterator[str]:
    """Yield what changed for everybody, then what a seat alone sees."""
    public = _view(after, None)
    yield from _changes(_view(before, None) if before else None, public, "  ")
    for seat in range(after.state.seats):
        alone = _private(_view(after, seat), public)
        was = _private(_view(before, seat), _view(before, None)) if before else {}
        for name, value in alone.items():
            if was.get(name) != value:
                yield f"  seat {seat} sees {name}: {_words(value)}"


def _view(match: Match[Any], seat: int | None) -> View:
    view = match.game.view(match.state, seat)
    assert isinstance(view, View)
    return view


def _private(view: View, public: View) -> dict[str, Any]:
    names = [field.name for field in dataclasses.fields(view) if field.name != "lit"]
    return {n: getattr(view, n) for n in names if getattr(view, n) != getattr(public, n)}


def _changes(before: View | None, after: View, indent: str) -> Iterator[str]:
    for field in dataclasses.fields(after):
        value = getattr(after, field.name)
        if before is None and value in (None, (), {}, 0):
            continue
        if before is None or getattr(before, field.name) != value:
            yield f"{indent}{field.name}: {_words(value)}"


def _words(value: Any) -> str:
    """Return a value of a view for a reader; times in seconds."""
    match value:
        case Running(ends, whole):
            return f"runs out at {_seconds(ends)} s, of {_seconds(whole)} s"
        case Stopped(left, whole):
            return f"stands at {_seconds(left)} s, of {_seconds(whole)} s"
        case Enum():
            return str(value.value)
        case dict():
            return ", ".join(f"{_words(key)}: {_part(each)}" for key, each in value.items()) or "-"
        case tuple() | list():
            return " ".join(_part(each) for each in value) or "-"
        case int() if not isinstance(value, bool) and abs(value) > S // 1000:
            return f"{_seconds(value)} s"
        case None:
            return "-"
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        return ", ".join(f"{name}: {_words(getattr(value, name))}" for name in names)
    return str(value)


def _part(value: Any) -> str:
    return f"({_words(value)})" if isinstance(value, dict | tuple) else _words(value)


def _seconds(ns: int) -> str:
    return f"{ns / S:.9f}".rstrip("0").rstrip(".")


def _ended(match: Match[Any]) -> list[str]:
    outcome = match.game.outcome(match.state)
    return [] if outcome is None else ["", "The end", f"  {_words(outcome)}"]


def files() -> list[Path]:
    """Return the playthroughs of all games; a file's folder names its game."""
    return sorted(Path(__file__).parent.glob("*/playthroughs/*.txt"))
