"""SET as a state machine: search -> pick -> search, or -> vote -> search, until it is over.

Alone there is no call: the cards are chosen while searching.

Source: RULES.md, SET-01 to SET-44, SET-C1 to SET-C15, SET-B1 to SET-B6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games import chance, voting
from games.match import (
    LEAVE,
    Action,
    Choose,
    Game,
    Glass,
    Hold,
    IllegalActionError,
    Light,
    Ns,
    Outcome,
    Press,
    Refusal,
    Running,
    Seat,
    Tap,
    TimeUp,
    Verb,
    actions,
    admit,
    check_seat,
    places,
)
from games.set_game.bot import bot
from games.set_game.cards import BEGINNER_DECK, DECK, Card, check, failing
from games.set_game.layout import add_three, can_add, laid, over, take
from games.set_game.puzzles import SETS, check_board, puzzle
from games.set_game.state import (
    MOST_HINTED,
    REST_TIME,
    VOTE_TIME,
    Ballot,
    Options,
    State,
    Tally,
)
from games.set_game.view import News, Phase, Verdict, View
from games.value import once

__all__ = ["GAME", "Options", "State", "apply", "deadline", "legal", "outcome", "setup", "view"]

_CALL: Mapping[Verb, str] = {"press": "call"}
_VOICE: Mapping[Verb, str] = {"tap": "agree", "hold": "refuse"}
_NONE, _DEAL = ("none",), ("deal",)
_LEAVE: tuple[str, ...] = (LEAVE,)
_HINT: tuple[str, ...] = ("hint", LEAVE)

_Items = dict[Seat, tuple[str, ...]]
_May = tuple[dict[Seat, Mapping[Verb, str]], _Items, _Items]
"""Offers, public choices, and the table menu's, of each seat that has some."""


def setup(options: Options, seats: int, seed: int, deck: Sequence[Card] | None = None) -> State:
    """Return the first layout (SET-05); with a puzzle, ``deck`` is the board.

    Raises:
        ValueError: names a card that is unknown or repeated, or what is wrong with the board.
    """
    components = BEGINNER_DECK if options.beginner else DECK
    if deck is not None:
        cards = check(deck)
        if options.puzzle:
            check_board(cards, options.puzzle)
    elif options.puzzle:
        cards = puzzle(options.puzzle, seed, components)
    else:
        cards = chance.shuffled(components, seed, 0)
    if not cards:
        raise ValueError("the deck has no cards")
    open_cards = options.puzzle or options.open_cards
    zeros = (0,) * seats
    tally = Tally(zeros, zeros, zeros, ((),) * seats)
    return laid(State(options, seats, cards[open_cards:], cards[:open_cards], tally), at=0)


def apply(state: State, action: Action) -> State:
    """Return the state after ``action``; raise IllegalActionError if it may not happen."""
    admit(action, state.seats, deadline(state))
    at = action.at
    match state.phase, action:
        case _, TimeUp():
            return _time_up(state, at)
        case Phase.OVER, _:
            raise IllegalActionError(Refusal.MATCH_OVER)
        case _, Press(seat=seat) | Tap(seat=seat) | Hold(seat=seat) | Choose(seat=seat) if (
            seat in state.left
        ):
            raise IllegalActionError(Refusal.SEAT_LEFT)
        case _, Choose(seat=seat, item="leave"):
            return _leave(state, seat, at)
        case Phase.SEARCH, Press(seat=seat) if state.seats > 1:
            return _call(state, seat, at)
        case Phase.SEARCH, Choose(seat=seat, item="hint"):
            return _ask_hint(state, seat, at)
        case Phase.SEARCH, Choose(item="deal") if state.seats == 1:
            return _deal(state, at)
        case Phase.SEARCH, Choose(seat=seat, item=card) if state.seats == 1:
            return _pick(state, seat, card, at)
        case Phase.PICK, Press():
            raise IllegalActionError(Refusal.CALL_STANDS)
        case Phase.PICK, Choose(seat=seat) if seat != state.caller:
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
        case Phase.PICK, Choose(seat=seat, item="none"):
            return _propose_none(state, seat, at)
        case Phase.PICK, Choose(seat=seat, item=card):
            return _pick(state, seat, card, at)
        case Phase.VOTE, Tap(seat=seat):
            return _voice(state, seat, True, at)
        case Phase.VOTE, Hold(seat=seat):
            return _voice(state, seat, False, at)
    raise IllegalActionError(Refusal.WRONG_PHASE)


# -- a call and its three cards


def _call(state: State, seat: Seat, at: Ns) -> State:
    """The first to press has the table alone (SET-18, SET-23)."""
    if seat in state.barred:
        raise IllegalActionError(Refusal.RESTING)
    return state.but(caller=seat, called=at, news=(News.CALL, seat))


def _pick(state: State, seat: Seat, card: Card, at: Ns) -> State:
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
    return _missed(state, seat, News.WRONG) if wrong else _take(state, seat, picked, at)


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


def _missed(state: State, seat: Seat, news: News) -> State:
    """A wrong three or a time-out: the cards lie back, the buzzers are open at once (SET-22)."""
    solo, options = state.seats == 1, state.options
    locked = state.locked
    if options.lockout and not solo:
        locked = _unless_all(state, locked | {seat})
    free = solo or (news is News.TIME_UP and not options.timeout_penalty)
    state = state if free else _penalised(state, seat)
    return state.but(caller=None, picked=(), locked=locked, news=(news, seat))


def _penalised(state: State, seat: Seat) -> State:
    return state.but(tally=state.tally.with_error(seat))


def _unless_all(state: State, locked: frozenset[Seat]) -> frozenset[Seat]:
    """A lock-out of every active seat ends for all (SET-C13)."""
    return locked if set(state.active) - locked else frozenset()


# -- no SET: the vote, and three more cards


def _propose_none(state: State, seat: Seat, at: Ns) -> State:
    """Who sees no SET says so instead of the first card; the others vote (SET-C3)."""
    if not _may_propose(state):
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    return _open_vote(state, "none", seat, at)


def _may_propose(state: State) -> bool:
    """With an empty deck it may be said too, and is checked (SET-C6)."""
    options = state.options
    if state.picked or options.puzzle or options.none == "auto":
        return False
    return can_add(state) or not state.deck


def _open_vote(state: State, about: str, seat: Seat, at: Ns) -> State:
    voters = tuple([each for each in state.active if each != seat])
    ballot = Ballot(about, seat, voting.Vote(voters, at + VOTE_TIME, unanimous=True))
    return state.but(caller=None, ballot=ballot, news=(News.PROPOSED, seat))


def _voice(state: State, seat: Seat, agree: bool, at: Ns) -> State:
    assert state.ballot is not None
    return _counted(state, voting.cast(state.ballot.vote, seat, agree), at)


def _counted(state: State, vote: voting.Vote, at: Ns) -> State:
    """Go on with the vote, or end it as soon as its result is certain."""
    assert state.ballot is not None
    state = state.but(ballot=replace(state.ballot, vote=vote))
    passed = voting.certain(vote)
    return state if passed is None else _end_vote(state, passed, at)


def _end_vote(state: State, passed: bool, at: Ns) -> State:
    assert state.ballot is not None
    about, seat = state.ballot.about, state.ballot.proposer
    state = state.but(ballot=None)
    if about == "hint":
        return _hint(state, seat) if passed else state.but(news=(News.HINT_REFUSED, seat))
    if not passed:
        return _refused(state.but(news=(News.NONE_REFUSED, seat)), seat, at)
    return _none_agreed(state, seat, at)


def _none_agreed(state: State, seat: Seat, at: Ns) -> State:
    """Three more cards, even if a SET was there (SET-C3); none left to add: see SET-C6."""
    options = state.options
    if not state.deck:
        if options.none_at_end == "accept":
            return over(state, "agreed")
        state = _shown(state).but(news=(News.SET_EXISTS, seat))
        return _refused(state, seat, at)
    if options.none_checked and state.hidden:
        return _refused(state.but(news=(News.SET_EXISTS, seat)), seat, at)
    return add_three(state, at, seat)


def _refused(state: State, seat: Seat, at: Ns) -> State:
    """The proposer's buzzer rests, so "none" is no way out of a wrong call (SET-C3)."""
    if seat in state.left:
        return state
    if state.options.none_penalty:
        state = _penalised(state, seat)
    return state.but(resting=(*state.resting, (seat, at + REST_TIME)))


def _deal(state: State, at: Ns) -> State:
    """Alone, three more cards cost 1 (SET-36), by default even if there was no SET (SET-C11)."""
    if not can_add(state):
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    if state.hidden or state.options.solo_penalty == "always":
        state = _penalised(state, 0)
    return add_three(state, at, 0)


# -- hints


def _ask_hint(state: State, seat: Seat, at: Ns) -> State:
    """All others must agree to a hint; who plays alone just gets it (SET-B4)."""
    if not _may_hint(state):
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    return _hint(state, seat) if state.seats == 1 else _open_vote(state, "hint", seat, at)


def _may_hint(state: State) -> bool:
    return state.options.hints and len(state.hinted) < MOST_HINTED


def _hint(state: State, seat: Seat) -> State:
    news = News.HINT if state.hidden else News.HINT_NONE
    return _shown(state).but(hint_asked=bool(state.hidden), news=(news, seat))


def _shown(state: State) -> State:
    """Show one card more of a SET on the table, two at most."""
    if not state.hidden:
        return state
    shown = min(len(state.hinted) + 1, MOST_HINTED)
    return state.but(hinted=tuple([state.table[i] for i in state.hidden[0][:shown]]))


# -- leaving, and what time alone changes


def _leave(state: State, seat: Seat, at: Ns) -> State:
    """Its call ends without an error, its vote goes on without it; two go on, one does not."""
    state = state.but(
        left=(*state.left, seat),
        resting=tuple([rest for rest in state.resting if rest[0] != seat]),
        news=(News.LEFT, seat),
    )
    if len(state.active) < 2:
        return over(state, "left")
    state = state.but(locked=_unless_all(state, state.locked - {seat}))
    if state.caller == seat:
        state = state.but(caller=None, picked=())
    if state.ballot is not None and seat in state.ballot.vote.voters:
        return _counted(state, voting.without(state.ballot.vote, seat), at)
    return state


def _time_up(state: State, at: Ns) -> State:
    """Wake the buzzers that have rested; end the call or the vote whose time is up."""
    state = state.but(resting=tuple([rest for rest in state.resting if rest[1] > at]))
    if state.caller is not None and state.called + state.pick_time <= at:
        seat = state.caller
        state = state.but(verdict=Verdict(seat, state.picked, False, ()))
        return _missed(state, seat, News.TIME_UP)
    if state.ballot is not None and state.ballot.vote.ends <= at:
        return _end_vote(state, voting.closed(state.ballot.vote), at)
    return state


def deadline(state: State) -> Ns | None:
    """Return the end of the pick window, of the vote, or of a buzzer's rest: the earliest."""
    due: Ns | None = None
    if state.caller is not None:
        due = state.called + state.pick_time
    elif state.ballot is not None:
        due = state.ballot.vote.ends
    for _, until in state.resting:
        due = until if due is None or until < due else due
    return due


# -- what each seat may do, and what everybody sees


@once
def _may(state: State) -> _May:
    """Return what every seat may do just now."""
    offers: dict[Seat, Mapping[Verb, str]] = {}
    choosing: _Items = {}
    if state.ended is not None:
        return offers, choosing, {}
    active, items = state.active, _LEAVE
    if state.caller is not None:
        choosing[state.caller] = _cards(state) + (_NONE if _may_propose(state) else ())
    elif state.ballot is not None:
        offers = dict.fromkeys(state.ballot.vote.waiting, _VOICE)
    else:
        items = _HINT if _may_hint(state) else _LEAVE
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


def legal(state: State, seat: Seat, at: Ns) -> tuple[Action, ...]:
    """Return every action that ``apply`` takes from ``seat`` at ``at``, and no other."""
    check_seat(seat, state.seats)
    due = deadline(state)
    if due is not None and at >= due:
        return ()
    offers, choosing, menu = _may(state)
    return actions(seat, at, offers.get(seat, ()), choosing.get(seat, ()) + menu.get(seat, ()))


def view(state: State, seat: Seat | None) -> View:
    """Return the state as ``seat`` may see it: nothing is private, the lamps are the table's."""
    if seat is None:
        return replace(_seen_by_all(state), lit=_lit(state))
    check_seat(seat, state.seats)
    return _seen_by_all(state)


@once
def _seen_by_all(state: State) -> View:
    """Show the state to everyone; a field not named here stays hidden."""
    tally, ballot = state.tally, state.ballot
    offers, choosing, menu = _may(state)
    return View(
        game="set_game",
        phase=state.phase,
        lit={},
        glass=_glass(state),
        offers=offers,
        choosing=choosing,
        own=(),
        menu=menu,
        scores=tally.scores,
        table=state.table,
        deck_left=len(state.deck),
        caller=state.caller,
        picked=state.picked,
        sets=tally.sets,
        errors=tally.errors,
        resting=state.barred,
        verdict=state.verdict,
        news=state.news,
        about=ballot.about if ballot else None,
        proposer=ballot.proposer if ballot else None,
        agreed=tuple(sorted(ballot.vote.yes)) if ballot else (),
        hinted=state.hinted,
        found=state.found,
        to_find=SETS.get(state.options.puzzle, 0),
        left=state.left,
        reactions=tally.reactions,
    )


def _lit(state: State) -> dict[Seat, Light]:
    """The caller and the proposer shine; who may still vote pulses (SET-B1)."""
    if state.caller is not None:
        return {state.caller: "on"}
    if state.ballot is None:
        return {}
    lit: dict[Seat, Light] = dict.fromkeys(state.ballot.vote.waiting, "pulse")
    if state.ballot.proposer not in state.left:
        lit[state.ballot.proposer] = "on"
    return lit


def _glass(state: State) -> Glass | None:
    if state.caller is not None:
        return Running(state.called + state.pick_time, state.pick_time)
    if state.ballot is not None:
        return Running(state.ballot.vote.ends, VOTE_TIME)
    return None


# -- the end


def outcome(state: State) -> Outcome | None:
    """Return who is where (SET-41); a solo player wins or nobody does (SET-37)."""
    if state.ended is None:
        return None
    scores = state.tally.scores
    order = places([(seat not in state.left, score) for seat, score in enumerate(scores)])
    winners = tuple([seat for seat, place in enumerate(order) if place == 1])
    if state.seats == 1 and not _solo_won(state):
        winners = ()
    return Outcome(scores, order, winners, state.ended)


def _solo_won(state: State) -> bool:
    """A SET taken after the deck ran out makes up for the penalties (SET-C10)."""
    if state.left:
        return False
    penalties = state.tally.errors[0]
    needed = penalties if state.options.solo_win == "each" else min(penalties, 1)
    return state.tally.late >= needed


def figures(state: State) -> dict[str, tuple[Any, ...]]:
    """Return what is kept of each seat with the result (SET-43, SET-B6); times in ns or None."""
    tally = state.tally
    return {
        "sets": tally.sets,
        "errors": tally.errors,
        "fastest": tuple([min(times, default=None) for times in tally.reactions]),
        "median": tuple(
            [sorted(times)[(len(times) - 1) // 2] if times else None for times in tally.reactions]
        ),
    }


GAME: Game[State] = Game(
    name="set_game",
    seats=range(1, 7),
    options=Options,
    setup=setup,
    apply=apply,
    deadline=deadline,
    legal=legal,
    view=view,
    outcome=outcome,
    bot=bot,
    figures=figures,
)
