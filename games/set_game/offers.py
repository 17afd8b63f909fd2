"""What every seat may do just now."""

from __future__ import annotations

from collections.abc import Mapping

from games.match import LEAVE, Seat, Verb
from games.set_game.cards import Card
from games.set_game.layout import can_add
from games.set_game.state import State
from games.set_game.votes import may_hint, may_propose
from games.value import once

_CALL: Mapping[Verb, str] = {"press": "call"}
_VOICE: Mapping[Verb, str] = {"tap": "agree", "hold": "refuse"}
_NONE, _DEAL = ("none",), ("deal",)
_LEAVE: tuple[str, ...] = (LEAVE,)
_HINT: tuple[str, ...] = ("hint", LEAVE)

_Items = dict[Seat, tuple[str, ...]]
_May = tuple[dict[Seat, Mapping[Verb, str]], _Items, _Items]
"""Offers, public choices, and the table menu's, of each seat that has some."""


@once
def may(state: State) -> _May:
    """Return what every seat may do just now."""
    offers: dict[Seat, Mapping[Verb, str]] = {}
    choosing: _Items = {}
    if state.ended is not None:
        return offers, choosing, {}
    active, items = state.active, _LEAVE
    if state.caller is not None:
        choosing[state.caller] = _cards(state) + (_NONE if may_propose(state) else ())
    elif state.ballot is not None:
        offers = dict.fromkeys(state.ballot.vote.waiting, _VOICE)
    else:
        items = _HINT if may_hint(state) else _LEAVE
        if state.seats == 1:
            choosing[0] = _cards(state) + (_DEAL if can_add(state) else ())
        else:
            barred = state.barred
            offers = {seat: _CALL for seat in active if seat not in barred}
    return offers, choosing, dict.fromkeys(active, items)


def _cards(state: State) -> tuple[Card, ...]:
    """Return the cards to pick or unpick: not one that would complete a SET found before."""
    if not state.found or len(state.picked) < 2:
        return state.table
    known, picked = state.found_sets, state.picked
    return tuple([card for card in state.table if frozenset((*picked, card)) not in known])
