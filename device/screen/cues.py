"""Which sound belongs to which change, and when the last seconds tick.

Each sound is chosen from two Shows alone, so whatever is heard is also seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from device import wire

SECOND = 1_000_000_000
TICKS = 3
"""How many of the last seconds are heard."""

View = Mapping[str, Any]
Seen = tuple[str, View]
"""A game's key and its public view, as decoded from JSON."""


def seen(show: wire.Show) -> Seen:
    """Return what a Show lets everybody see."""
    return show.game, msgspec.json.decode(show.view)


def sounds(before: Seen | None, now: Seen) -> tuple[str, ...]:
    """Return the sounds of a change, none for the first picture, loudest meaning first.

    Args:
        before: what was seen; None if nothing was, as after a restart.
        now: what is seen.
    """
    if before is None:
        return ()
    (old_game, old), (game, new) = before, now
    if game == old_game:
        return _GAMES.get(game, _turns)(old, new)
    if game == "lobby":
        return _entered(new["phase"])
    return () if old_game == "menu" else ("turn",)


def _entered(phase: str) -> tuple[str, ...]:
    """Return the sound with which a page of the lobby opens."""
    return {"podium": ("win",), "attract": ("attract",)}.get(phase, ())


def _lobby(old: View, new: View) -> tuple[str, ...]:
    """A place is taken or left; a page opens."""
    if old["phase"] != new["phase"] and (sound := _entered(new["phase"])):
        return sound
    return ("vote",) if old["taken"] != new["taken"] else ()


def _menu(old: View, new: View) -> tuple[str, ...]:
    """A vote opens, a voice is counted, a vote is refused."""
    if new["refused"] is not None and new["refused"] != old["refused"]:
        return ("wrong",)
    return ("vote",) if old["asked"] != new["asked"] or _more(old, new, "agreed") else ()


_NEWS = {
    "call": "call",
    "set": "right",
    "wrong": "wrong",
    "time_up": "wrong",
    "set_exists": "wrong",
    "none_refused": "wrong",
    "hint_refused": "wrong",
    "proposed": "vote",
    "three_more": "turn",
    "hint": "turn",
    "hint_none": "turn",
}


def _set_game(old: View, new: View) -> tuple[str, ...]:
    """Return what the newest news of SET sounds like; alone, the same news may come twice."""
    again = (
        any(old[name] != new[name] for name in ("sets", "errors", "hinted"))
        or old["verdict"] != new["verdict"]
        or len(new["picked"]) < len(old["picked"]) - 1
    )
    news = new["news"][0]
    if (old["news"] != new["news"] or again) and news in _NEWS:
        return (_NEWS[news],)
    return ("vote",) if _more(old, new, "agreed") else ()


def _turns(old: View, new: View) -> tuple[str, ...]:
    """Return the sound of a game that has none of its own: another lamp shines."""
    return ("turn",) if old["lit"] != new["lit"] else ()


def _more(old: View, new: View, name: str) -> bool:
    return len(new[name]) > len(old[name])


_GAMES: dict[str, Callable[[View, View], tuple[str, ...]]] = {
    "lobby": _lobby,
    "menu": _menu,
    "set_game": _set_game,
}


def next_tick(glass: Mapping[str, int] | None, now: int) -> int | None:
    """Return the match time (ns) of the next tick: 3, 2 and 1 s before running sand is out.

    Args:
        glass: as decoded: ``ends`` and ``whole`` while it runs; None without one.
        now: match time in ns; a tick at this very instant is over.
    """
    if glass is None or "ends" not in glass:
        return None
    ticks = (glass["ends"] - left * SECOND for left in range(TICKS, 0, -1))
    begun = glass["ends"] - glass["whole"]
    return next((tick for tick in ticks if tick > now and tick > begun), None)
