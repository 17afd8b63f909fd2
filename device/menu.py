"""The table menu: a pause in which the table goes on, changes something, or ends the match.

A state machine of the games' own shape; its seats are the six places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from types import NoneType

from device.wire import HOW_TO_PAGES, PLACES, louder
from device.words import LANGUAGES
from games import match as contract
from games import voting
from games.match import (
    Action,
    Choose,
    Game,
    Hold,
    IllegalActionError,
    Light,
    Match,
    Ns,
    Outcome,
    Refusal,
    S,
    Seat,
    Tap,
    TimeUp,
    Verb,
)

VOTE: Ns = 8 * S
"""How long the others may think about someone leaving, or the match's end."""


class Phase(StrEnum):
    """Which page of the menu shows."""

    MENU = "menu"
    LEAVE = "leave"
    VOTE = "vote"
    HOW_TO = "how_to"
    LANGUAGE = "language"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class State:
    """The menu.

    Attributes:
        game: what is paused.
        opener: the seat that chooses here: the first finger of the two that opened it.
        people: the seats (place - 1) that people play and that have not left.
        items: the game's own rare choices for the opener.
        asked: "end" or "leave:<seat>", while it is voted on and when it was agreed.
        wish: what the menu ended with: "go_on", "end", "leave:<seat>" or "menu:<item>".
        page: of the how-to-play, from 0.
        language, volume: how the box is set; volume 0 is mute.
    """

    game: str
    opener: Seat
    people: tuple[Seat, ...]
    items: tuple[str, ...]
    phase: Phase = Phase.MENU
    asked: str | None = None
    vote: voting.Vote | None = None
    refused: str | None = None
    wish: str | None = None
    page: int = 0
    language: str = "en"
    volume: int = 3

    @property
    def seats(self) -> int:
        """Every place is a seat here."""
        return PLACES


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """The menu as everybody sees it.

    Attributes:
        paused: the game that waits.
        by: whose menu it is.
        asked: what is voted on, or None.
        agreed: who has agreed so far.
        refused: what the last vote refused, or None.
        page, language, volume: see ``State``.
    """

    paused: str
    by: Seat
    asked: str | None
    agreed: tuple[Seat, ...]
    refused: str | None
    page: int
    language: str
    volume: int


def apply(state: State, action: Action) -> State:
    """Return the menu after ``action``; raise IllegalActionError if it may not happen."""
    contract.admit(action, state.seats, deadline(state))
    match state.phase, action:
        case Phase.DONE, _:
            raise IllegalActionError(Refusal.MATCH_OVER)
        case Phase.VOTE, TimeUp() if state.vote is not None:
            return _settle(state, voting.closed(state.vote))
        case Phase.VOTE, Tap(seat=seat) | Hold(seat=seat) if state.vote is not None:
            vote = voting.cast(state.vote, seat, isinstance(action, Tap))
            return _settle(replace(state, vote=vote), voting.certain(vote))
        case _, Choose(seat=seat, item=item) if item in _items(state, seat):
            return _choose(replace(state, refused=None), item, action.at)
        case Phase.VOTE, Choose():
            raise IllegalActionError(Refusal.WRONG_PHASE)
        case _, Choose(seat=seat) if seat == state.opener:
            raise IllegalActionError(Refusal.NOT_A_CHOICE)
        case _, Choose():
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
    raise IllegalActionError(Refusal.WRONG_PHASE)


def _choose(state: State, item: str, at: Ns) -> State:
    word, _, rest = item.partition(":")
    match word:
        case "leave" | "how_to" | "language" if not rest:
            return replace(state, phase=Phase(word), page=0)
        case "back" | "done":
            return replace(state, phase=Phase.MENU)
        case "next":
            return replace(state, page=state.page + 1)
        case "language":
            return replace(state, phase=Phase.MENU, language=rest)
        case "volume":
            return replace(state, volume=int(rest))
        case "end" | "leave":
            return _ask(state, item, at)
    return replace(state, phase=Phase.DONE, wish=item)


def _ask(state: State, item: str, at: Ns) -> State:
    """Open the vote; the opener has agreed by asking, and nobody votes on their own leaving."""
    leaver = int(item.partition(":")[2]) if item != "end" else None
    voters = tuple(seat for seat in state.people if seat != leaver)
    yes = frozenset({state.opener}) & frozenset(voters)
    vote = voting.Vote(voters, at + VOTE, unanimous=False, yes=yes)
    asked = replace(state, phase=Phase.VOTE, asked=item, vote=vote)
    return _settle(asked, True if not voters else voting.certain(vote))


def _settle(state: State, passed: bool | None) -> State:
    if passed is None:
        return state
    if passed:
        return replace(state, phase=Phase.DONE, vote=None, wish=state.asked)
    return replace(state, phase=Phase.MENU, vote=None, asked=None, refused=state.asked)


def _items(state: State, seat: Seat) -> tuple[str, ...]:
    if seat != state.opener:
        return ()
    match state.phase:
        case Phase.LEAVE:
            return (*(f"leave:{each}" for each in state.people), "back")
        case Phase.HOW_TO:
            return ("next", "done") if state.page < HOW_TO_PAGES - 1 else ("done",)
        case Phase.LANGUAGE:
            return (*(f"language:{code}" for code in LANGUAGES), "back")
        case Phase.MENU:
            own = tuple(f"menu:{item}" for item in state.items)
            volume = f"volume:{louder(state.volume)}"
            return ("go_on", *own, "how_to", "language", volume, "leave", "end")
    return ()


def deadline(state: State) -> Ns | None:
    """Return the end of a vote."""
    return None if state.vote is None else state.vote.ends


def _offers(state: State, seat: Seat) -> dict[Verb, str]:
    if state.vote is None or seat not in state.vote.waiting:
        return {}
    return {"tap": "agree", "hold": "refuse"}


def legal(state: State, seat: Seat, at: Ns) -> tuple[Action, ...]:
    """Return every action that ``apply`` takes from ``seat`` at match time ``at``."""
    contract.check_seat(seat, state.seats)
    due = deadline(state)
    if due is not None and at >= due:
        return ()
    verbs = (Tap(at=at, seat=seat), Hold(at=at, seat=seat)) if _offers(state, seat) else ()
    return verbs + tuple(Choose(at=at, seat=seat, item=item) for item in _items(state, seat))


def view(state: State, seat: Seat | None) -> View:
    """Return the menu; it has no secrets."""
    if seat is not None:
        contract.check_seat(seat, state.seats)
    seats = range(PLACES)
    waiting = state.vote.waiting if state.vote is not None else ()
    lit: dict[Seat, Light] = dict.fromkeys(waiting, "pulse")
    if state.vote is None:
        lit[state.opener] = "on"
    whole = None if state.vote is None else contract.Running(state.vote.ends, VOTE)
    return View(
        game="menu",
        phase=state.phase,
        lit=lit if seat is None else {},
        glass=whole,
        offers={each: found for each in seats if (found := _offers(state, each))},
        choosing={each: items for each in seats if (items := _items(state, each))},
        own=(),
        menu={},
        scores=(),
        paused=state.game,
        by=state.opener,
        asked=state.asked,
        agreed=tuple(sorted(state.vote.yes)) if state.vote is not None else (),
        refused=state.refused,
        page=state.page,
        language=state.language,
        volume=state.volume,
    )


def outcome(state: State) -> Outcome | None:
    """Return an empty outcome whose reason is the wish, once there is one."""
    return None if state.wish is None else Outcome((), (), (), state.wish)


def bot(view: View, legal: tuple[Action, ...], now: Ns, seed: int) -> Action | None:
    """Return None: the menu is for people."""
    return None


def setup(
    game: str,
    opener: Seat,
    people: tuple[Seat, ...],
    items: tuple[str, ...],
    language: str = "en",
    volume: int = 3,
) -> State:
    """Return the menu over a paused ``game``."""
    return State(game, opener, people, items, language=language, volume=volume)


GAME: Game[State] = Game(
    "menu", range(PLACES, PLACES + 1), NoneType, setup, apply, deadline, legal, view, outcome, bot
)


def open_menu(
    game: str,
    opener: Seat,
    people: tuple[Seat, ...],
    items: tuple[str, ...],
    language: str = "en",
    volume: int = 3,
) -> Match[State]:
    """Return the menu as a match at time 0; see ``State``."""
    return Match(GAME, setup(game, opener, people, items, language, volume))
