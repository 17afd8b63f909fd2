"""A player for an empty seat: as slow as a person, mostly right, from its seat's view alone.

It keeps nothing in mind: what it does follows from the view, the time and its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from games.chance import noise
from games.match import MS, Action, Choose, Hold, Ns, Press, Seat, Tap
from games.set_game.cards import Card, sets_of
from games.set_game.view import View

Thing = TypeVar("Thing")

_PACES = 1009
"""How many kinds of bots there are, from quick to slow."""

# How likely a slip is, at one decision.
_FREEZES = 0.01
_OVERLOOKS_ALL = 0.01
_SLIPS = 0.03
"""Of these, what is not overlooking is picking any card."""
_AGREES_BLINDLY = 0.1
_DOUBTS_BLINDLY = 0.03
_KEEPS_SILENT = 0.02
_ASKS_FOR_A_HINT = 0.03
_WANTS_NO_HINT = 0.2


def bot(view: View, legal: tuple[Action, ...], now: Ns, seed: int) -> Action | None:
    """Return what this seat does next, at its reaction time, or None to wait.

    Args:
        view: of the seat.
        legal: of the seat; empty if it may do nothing.
        now: match time since which the view stands.
        seed: decides how fast this bot is, and where it slips.
    """
    match legal[0] if legal else None:
        case Press(seat=seat):
            return _search(view, seat, now, seed)
        case Tap(seat=seat):
            return _vote(view, seat, now, seed)
        case Choose(seat=seat, item=item) if item in view.table:
            items = [action.item for action in legal if isinstance(action, Choose)]
            return _choose(view, seat, items, now, seed)
    return None


@lru_cache(maxsize=16)
def _on_table(table: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the SETs of a table; a bot looks at it once, then picks card by card."""
    return tuple([tuple([table[i] for i in trio]) for trio in sets_of(table)])


def _sets(view: View) -> Sequence[tuple[Card, ...]]:
    """Return the SETs that are still to be found and hold all picked cards."""
    sets: Sequence[tuple[Card, ...]] = _on_table(view.table)
    if view.found:
        known = {frozenset(cards) for _, cards in view.found}
        sets = [trio for trio in sets if frozenset(trio) not in known]
    for card in view.picked:
        sets = [trio for trio in sets if card in trio]
    return sets


def _again(luck: float) -> float:
    """Return a number in [0, 1) that is as good as new, from one that was looked at."""
    return luck * 9973 % 1


def _between(low: Ns, high: Ns, luck: float) -> Ns:
    """Return a time in ``low``…``high``."""
    return low + int((high - low) * luck)


def _search_time(view: View, seed: int, luck: float) -> Ns:
    """Quick and slow bots differ by a factor of 3; more cards take longer: 1.5 to 25 s."""
    pace = 0.5 + seed % _PACES / _PACES
    return int(pace * _between(3000, 1300 * (len(view.table) + 1), luck)) * MS


def _search(view: View, seat: Seat, now: Ns, seed: int) -> Action:
    luck = noise(seed, now)
    at = now + _search_time(view, seed, _again(luck))
    if luck < _ASKS_FOR_A_HINT and "hint" in view.menu[seat]:
        return Choose(at=at, seat=seat, item="hint")
    return Press(at=at, seat=seat)


def _vote(view: View, seat: Seat, now: Ns, seed: int) -> Action | None:
    """Agree to "none" if it sees no SET; to most hints."""
    luck = noise(seed, now)
    if luck < _KEEPS_SILENT:
        return None
    at = now + _between(800 * MS, 4000 * MS, _again(luck))
    if view.about == "hint":
        agree = luck > _WANTS_NO_HINT
    elif _sets(view):
        agree = luck > 1 - _AGREES_BLINDLY
    else:
        agree = luck < 1 - _DOUBTS_BLINDLY
    return Tap(at=at, seat=seat) if agree else Hold(at=at, seat=seat)


def _choose(view: View, seat: Seat, items: Sequence[str], now: Ns, seed: int) -> Action | None:
    """Pick the cards of a SET one by one, or say that there is none."""
    luck = noise(seed, now)
    alone = view.caller is None
    if luck > 1 - _FREEZES and not alone:
        return None
    if alone and not view.picked:
        wait = _search_time(view, seed, _again(luck))
    else:
        wait = _between(350 * MS, 800 * MS, _again(luck))
    return Choose(at=now + wait, seat=seat, item=_item(view, items, luck))


def _item(view: View, items: Sequence[str], luck: float) -> str:
    """Return a card of a SET that holds those picked; "none" or "deal" if there is no SET."""
    sets = _sets(view)
    if not view.picked and (not sets or luck < _OVERLOOKS_ALL):
        for item in ("none", "deal"):
            if item in items:
                return item
    if sets and luck >= _SLIPS:
        trio = _one_of(sets, _again(luck))
        return next(card for card in trio if card not in view.picked)
    if "hint" in items and _again(luck) < _SLIPS * 10:
        return "hint"
    cards = [item for item in items if item in view.table and item not in view.picked]
    return _one_of(cards, _again(luck))


def _one_of(things: Sequence[Thing], luck: float) -> Thing:
    return things[int(luck * len(things))]
