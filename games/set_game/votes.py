"""What the table votes on, "none" and "hint", and what comes of it; alone there is no vote.

Source: RULES.md, SET-24, SET-36, SET-C3, SET-C4, SET-C6, SET-C11, SET-B4.
"""

from __future__ import annotations

from dataclasses import replace

from games import voting
from games.match import IllegalActionError, Ns, Refusal, Seat
from games.set_game.calls import penalised
from games.set_game.layout import add_three, can_add, over
from games.set_game.state import MOST_HINTED, REST_TIME, VOTE_TIME, Ballot, State
from games.set_game.view import News


def propose_none(state: State, seat: Seat, at: Ns) -> State:
    """Who sees no SET says so instead of the first card; the others vote (SET-C3)."""
    if not may_propose(state):
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    return _open_vote(state, "none", seat, at)


def may_propose(state: State) -> bool:
    """With an empty deck it may be said too, and is checked (SET-C6)."""
    options = state.options
    if state.picked or options.puzzle or options.none == "auto":
        return False
    return can_add(state) or not state.deck


def _open_vote(state: State, about: str, seat: Seat, at: Ns) -> State:
    voters = tuple([each for each in state.active if each != seat])
    ballot = Ballot(about, seat, voting.Vote(voters, at + VOTE_TIME, unanimous=True))
    return state.but(caller=None, ballot=ballot, news=(News.PROPOSED, seat))


def voice(state: State, seat: Seat, agree: bool, at: Ns) -> State:
    """A voter taps to agree or holds to refuse, once (SET-C3)."""
    assert state.ballot is not None
    return counted(state, voting.cast(state.ballot.vote, seat, agree), at)


def counted(state: State, vote: voting.Vote, at: Ns) -> State:
    """Go on with the vote, or end it as soon as its result is certain."""
    assert state.ballot is not None
    state = state.but(ballot=replace(state.ballot, vote=vote))
    passed = voting.certain(vote)
    return state if passed is None else end_vote(state, passed, at)


def end_vote(state: State, passed: bool, at: Ns) -> State:
    """Close the vote and do what it decided."""
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
        state = penalised(state, seat)
    return state.but(resting=(*state.resting, (seat, at + REST_TIME)))


def deal(state: State, at: Ns) -> State:
    """Alone, three more cards cost 1 (SET-36), by default even if there was no SET (SET-C11)."""
    if not can_add(state):
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    if state.hidden or state.options.solo_penalty == "always":
        state = penalised(state, 0)
    return add_three(state, at, 0)


def ask_hint(state: State, seat: Seat, at: Ns) -> State:
    """All others must agree to a hint; who plays alone just gets it (SET-B4)."""
    if not may_hint(state):
        raise IllegalActionError(Refusal.NOT_A_CHOICE)
    return _hint(state, seat) if state.seats == 1 else _open_vote(state, "hint", seat, at)


def may_hint(state: State) -> bool:
    """Return whether a hint may be asked for: one card, then two (SET-B4)."""
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
