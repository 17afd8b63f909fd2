"""How cards come to the table and leave it.

Source: RULES.md, SET-05, SET-21, SET-24, SET-25, SET-C4, SET-C5, SET-C7.
"""

from __future__ import annotations

from collections.abc import Collection

from games.match import Ns, Seat
from games.set_game.cards import Card, sets_of
from games.set_game.state import MOST_OPEN, State
from games.set_game.view import News

Cards = tuple[Card, ...]


def take(
    table: Cards, deck: Cards, taken: Collection[Card], open_cards: int
) -> tuple[Cards, Cards]:
    """Return table and deck after a SET was taken.

    New cards fill up to ``open_cards`` and lie where the taken ones lay; without
    refill the last cards of the table move into the gaps, so that few cards move.
    """
    stay = len(table) - len(taken)
    fresh = deck[: max(0, open_cards - stay)]
    size = stay + len(fresh)
    spare = iter(fresh + tuple([card for card in table[size:] if card not in taken]))
    after = [next(spare) if card in taken else card for card in table[:size]]
    return tuple(after), deck[len(fresh) :]


def can_add(state: State) -> bool:
    """Return whether three more cards may come: never beyond 21, which always hold a SET."""
    return bool(state.deck) and len(state.table) < MOST_OPEN


def add_three(state: State, at: Ns, seat: Seat | None) -> State:
    """Return the state with three more cards, or what the deck still has."""
    table, deck = state.table + state.deck[:3], state.deck[3:]
    return laid(state.but(table=table, deck=deck, news=(News.THREE_MORE, seat)), at)


def laid(state: State, at: Ns) -> State:
    """Return the state with a layout that is new: look for SETs, open the buzzers, or end."""
    hidden = unfound(state)
    state = state.but(
        hidden=hidden,
        opened=at,
        caller=None,
        picked=(),
        ballot=None,
        locked=frozenset(),
        hinted=(),
        hint_asked=False,
    )
    if not hidden and state.options.none == "auto" and can_add(state):
        return add_three(state, at, None)
    reason = _why_over(state)
    return state if reason is None else over(state, reason)


def unfound(state: State) -> tuple[tuple[int, int, int], ...]:
    """Return the SETs on the table that nobody has found before."""
    sets = sets_of(state.table)
    if not state.found:
        return sets
    known, table = state.found_sets, state.table
    return tuple(trio for trio in sets if frozenset(table[i] for i in trio) not in known)


def _why_over(state: State) -> str | None:
    if state.options.puzzle:
        return None if state.hidden else "all_found"
    if state.deck:
        return None
    if state.options.end == "deck_out":
        return "deck_out"
    return None if state.hidden else "no_set_left"


def over(state: State, reason: str) -> State:
    """Return the state of a match that has ended; nothing is due any more."""
    return state.but(
        ended=reason,
        caller=None,
        picked=(),
        ballot=None,
        locked=frozenset(),
        resting=(),
    )
