"""A call and its three cards, and what a wrong one costs.

Source: RULES.md, SET-13 to SET-23, SET-30 to SET-32, SET-C2, SET-C13 to SET-C15.
"""

from __future__ import annotations

from games.match import IllegalActionError, Ns, Refusal, Seat
from games.set_game.cards import Card, failing
from games.set_game.layout import laid, take
from games.set_game.state import State
from games.set_game.view import News, Verdict


def call(state: State, seat: Seat, at: Ns) -> State:
    """The first to press has the table alone (SET-18, SET-23)."""
    if seat in state.barred:
        raise IllegalActionError(Refusal.RESTING)
    return state.but(caller=seat, called=at, news=(News.CALL, seat))


def pick(state: State, seat: Seat, card: Card, at: Ns) -> State:
    """Pick a card or unpick it; the third is judged at once (SET-20)."""
    if card not in state.table:
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    if card in state.picked:
        return state.but(picked=tuple([each for each in state.picked if each != card]))
    picked = (*state.picked, card)
    if len(picked) < 3:
        return state.but(picked=picked)
    if frozenset(picked) in state.found_sets:
        raise IllegalActionError(Refusal.ALREADY_FOUND)
    wrong = failing(*picked)
    state = state.but(verdict=Verdict(seat, picked, not wrong, wrong))
    return missed(state, seat, News.WRONG) if wrong else _take(state, seat, picked, at)


def _take(state: State, seat: Seat, taken: tuple[Card, ...], at: Ns) -> State:
    """A right SET: +1, the cards are kept, the table is refilled (SET-13, SET-21)."""
    options = state.options
    called = at if state.seats == 1 else state.called
    tally = state.tally.with_set(
        seat,
        score=options.hint_score if state.hint_asked else 1,
        reaction=called - state.opened,
        late=not state.deck,
    )
    table, deck, found = state.table, state.deck, state.found
    if options.puzzle:
        found = (*found, (seat, tuple(sorted(taken, key=table.index))))
    else:
        table, deck = take(table, deck, taken, options.open_cards)
    news = (News.SET, seat)
    return laid(state.but(tally=tally, table=table, deck=deck, found=found, news=news), at)


def missed(state: State, seat: Seat, news: News) -> State:
    """A wrong three or a time-out: the cards lie back, the buzzers are open at once (SET-22)."""
    solo, options = state.seats == 1, state.options
    locked = state.locked
    if options.lockout and not solo:
        locked = unless_all(state, locked | {seat})
    free = solo or (news is News.TIME_UP and not options.timeout_penalty)
    state = state if free else penalised(state, seat)
    return state.but(caller=None, picked=(), locked=locked, news=(news, seat))


def penalised(state: State, seat: Seat) -> State:
    """Return the state with one error more for ``seat`` (SET-14)."""
    return state.but(tally=state.tally.with_error(seat))


def unless_all(state: State, locked: frozenset[Seat]) -> frozenset[Seat]:
    """A lock-out of every active seat ends for all (SET-C13)."""
    return locked if set(state.active) - locked else frozenset()
