"""SET as a state machine: search -> pick -> search, or -> vote -> search, until it is over.

Alone there is no call: the cards are chosen while searching.

Source: RULES.md, SET-01 to SET-44, SET-C1 to SET-C15, SET-B1 to SET-B6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games import chance, voting
from games.match import (
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
    actions,
    admit,
    check_seat,
    places,
)
from games.set_game import calls, votes
from games.set_game.bot import bot
from games.set_game.cards import BEGINNER_DECK, DECK, Card, check
from games.set_game.layout import laid, over
from games.set_game.offers import may
from games.set_game.puzzles import SETS, check_board, puzzle
from games.set_game.state import (
    VOTE_TIME,
    Options,
    State,
    Tally,
)
from games.set_game.view import News, Phase, Verdict, View
from games.value import once

__all__ = ["GAME", "Options", "State", "apply", "deadline", "legal", "outcome", "setup", "view"]


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
    if state.left:
        _refuse_leavers(state, action)
    at = action.at
    match state.phase, action:
        case _, TimeUp():
            return _time_up(state, at)
        case Phase.OVER, _:
            raise IllegalActionError(Refusal.MATCH_OVER)
        case _, Choose(seat=seat, item="leave"):
            return _leave(state, seat, at)
        case Phase.SEARCH, Press(seat=seat) if state.seats > 1:
            return calls.call(state, seat, at)
        case Phase.SEARCH, Choose(seat=seat, item="hint"):
            return votes.ask_hint(state, seat, at)
        case Phase.SEARCH, Choose(item="deal") if state.seats == 1:
            return votes.deal(state, at)
        case Phase.SEARCH, Choose(seat=seat, item=card) if state.seats == 1:
            return calls.pick(state, seat, card, at)
        case Phase.PICK, Press():
            raise IllegalActionError(Refusal.CALL_STANDS)
        case Phase.PICK, Choose(seat=seat) if seat != state.caller:
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
        case Phase.PICK, Choose(seat=seat, item="none"):
            return votes.propose_none(state, seat, at)
        case Phase.PICK, Choose(seat=seat, item=card):
            return calls.pick(state, seat, card, at)
        case Phase.VOTE, Tap(seat=seat):
            return votes.voice(state, seat, True, at)
        case Phase.VOTE, Hold(seat=seat):
            return votes.voice(state, seat, False, at)
    raise IllegalActionError(Refusal.WRONG_PHASE)


def _refuse_leavers(state: State, action: Action) -> None:
    match action:
        case Press(seat=seat) | Tap(seat=seat) | Hold(seat=seat) | Choose(seat=seat) if (
            seat in state.left and state.ended is None
        ):
            raise IllegalActionError(Refusal.SEAT_LEFT)


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
    state = state.but(locked=calls.unless_all(state, state.locked - {seat}))
    if state.caller == seat:
        state = state.but(caller=None, picked=())
    if state.ballot is not None and seat in state.ballot.vote.voters:
        return votes.counted(state, voting.without(state.ballot.vote, seat), at)
    return state


def _time_up(state: State, at: Ns) -> State:
    """Wake the buzzers that have rested; end the call or the vote whose time is up."""
    state = state.but(resting=tuple([rest for rest in state.resting if rest[1] > at]))
    if state.caller is not None and state.called + state.pick_time <= at:
        seat = state.caller
        state = state.but(verdict=Verdict(seat, state.picked, False, ()))
        return calls.missed(state, seat, News.TIME_UP)
    if state.ballot is not None and state.ballot.vote.ends <= at:
        return votes.end_vote(state, voting.closed(state.ballot.vote), at)
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


def legal(state: State, seat: Seat, at: Ns) -> tuple[Action, ...]:
    """Return every action that ``apply`` takes from ``seat`` at ``at``, and no other."""
    check_seat(seat, state.seats)
    due = deadline(state)
    if due is not None and at >= due:
        return ()
    offers, choosing, menu = may(state)
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
    offers, choosing, menu = may(state)
    return View(
        game="set_game",
        phase=state.phase,
        lit={},
        glass=_glass(state),
        # A view shares nothing with the rules that could be changed.
        offers={seat: dict(verbs) for seat, verbs in offers.items()},
        choosing=dict(choosing),
        own=(),
        menu=dict(menu),
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
