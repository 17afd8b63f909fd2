"""The lobby: attract, sitting down, game, house rules, podium, "go on?".

A state machine of the games' own shape, so that fingers, walk and lamps work
in it as they do in a game. Its seats are the six places (seat = place - 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import NoneType
from typing import Any

from device.record import Podium
from device.wire import HOW_TO_PAGES, PLACES, louder
from device.words import LANGUAGES
from games import match as contract
from games import options as house_rules
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
    Press,
    Refusal,
    S,
    Seat,
    Tap,
    TimeUp,
    Verb,
)

IDLE: Ns = 300 * S
"""After this long without a finger the box goes back to attract."""
GO_ON: Ns = 600 * S
"""How long a match that was cut short is offered again."""
FEW = 6
"""An option with more values than this is set by steps."""
STEPS = (-5, -1, 1, 5)


class Phase(StrEnum):
    """Which page of the lobby shows."""

    ATTRACT = "attract"
    SEATING = "seating"
    LOBBY = "lobby"
    RULES = "rules"
    RULE = "rule"
    GAMES = "games"
    HOW_TO = "how_to"
    LANGUAGE = "language"
    MORE = "more"
    PODIUM = "podium"
    GO_ON = "go_on"
    DONE = "done"


class Wish(StrEnum):
    """What the lobby ended with."""

    PLAY = "play"
    TIE_BREAK = "tie_break"
    GO_ON = "go_on"
    CLEAR = "clear"
    """Everybody went home."""


@dataclass(frozen=True, slots=True)
class State:
    """The lobby; the games on the shelf are part of it, as a deck is of a game.

    Attributes:
        taken: whether someone sits at each place.
        host: the seat with the crown, or None.
        options: house rules per game, by name.
        usual: the house rules that this box's config sets, per game; "defaults" goes back to them.
        changed: the games whose options the host has touched.
        wish: what it ended with, when DONE.
        until: match time of the fall back to attract.
        problem: why the chosen rules cannot be played, one line, or None.
        page: of the how-to-play, from 0.
        language, volume: how the box is set; volume 0 is mute.
    """

    shelf: Mapping[str, Game[Any]]
    phase: Phase
    taken: tuple[bool, ...]
    host: Seat | None
    chosen: str
    bots: int
    options: Mapping[str, Mapping[str, Any]]
    usual: Mapping[str, Mapping[str, Any]]
    changed: frozenset[str] = frozenset()
    rule: str | None = None
    last: Podium | None = None
    wish: Wish | None = None
    until: Ns | None = None
    problem: str | None = None
    page: int = 0
    language: str = "en"
    volume: int = 3

    @property
    def seats(self) -> int:
        """Every place is a seat here."""
        return PLACES

    @property
    def people(self) -> int:
        """How many sit."""
        return sum(self.taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class View(contract.View):
    """The lobby as everybody sees it; the fields are those of ``State``."""

    taken: tuple[bool, ...]
    host: Seat | None
    chosen: str
    games: tuple[str, ...]
    bots: int
    options: Mapping[str, Any]
    rule: str | None
    last: Podium | None
    problem: str | None
    page: int
    language: str
    volume: int


def setup(
    shelf: Mapping[str, Game[Any]],
    options: Mapping[str, Mapping[str, Any]],
    chosen: str | None = None,
    language: str = "en",
    volume: int = 3,
    usual: Mapping[str, Mapping[str, Any]] | None = None,
) -> State:
    """Return the lobby in attract: an empty table."""
    first = next(iter(shelf))
    empty = (False,) * PLACES
    remembered = {name: dict(options.get(name, {})) for name in shelf}
    state = State(shelf, Phase.ATTRACT, empty, None, chosen or first, 0, remembered, usual or {})
    return replace(state, language=language, volume=volume)


def sit_again(
    state: State,
    people: tuple[int, ...],
    host: int,
    bots: int,
    phase: Phase,
    last: Podium | None = None,
    problem: str | None = None,
) -> State:
    """Return the lobby with ``people`` (places) seated, on page ``phase``."""
    taken = tuple(place in people for place in range(1, PLACES + 1))
    until = GO_ON if phase is Phase.GO_ON else IDLE
    again = replace(state, phase=phase, taken=taken, host=host - 1, bots=bots, until=until)
    return _fit_bots(replace(again, last=last, problem=problem))


def apply(state: State, action: Action) -> State:
    """Return the lobby after ``action``; raise IllegalActionError if it may not happen."""
    contract.admit(action, state.seats, deadline(state))
    if state.phase is Phase.DONE:
        raise IllegalActionError(Refusal.MATCH_OVER)
    if isinstance(action, TimeUp):
        return replace(state, phase=Phase.DONE, wish=Wish.CLEAR, until=None)
    after = _apply(state, action)
    if after.phase is Phase.GO_ON or after.phase is Phase.DONE:
        return after
    return replace(after, until=action.at + IDLE)


def _apply(state: State, action: Action) -> State:
    match state.phase, action:
        case Phase.GO_ON, Tap(seat=seat) if state.taken[seat]:
            return replace(state, phase=Phase.DONE, wish=Wish.GO_ON, until=None)
        case Phase.GO_ON, Hold(seat=seat) if state.taken[seat]:
            return replace(state, phase=Phase.DONE, wish=Wish.CLEAR, until=None)
        case Phase.ATTRACT | Phase.SEATING | Phase.LOBBY, Press(seat=seat) if not state.taken[seat]:
            return _sit(state, seat)
        case Phase.SEATING, Hold(seat=seat) if seat == state.host:
            return replace(state, phase=Phase.LOBBY)
        case Phase.SEATING | Phase.LOBBY, Hold(seat=seat) if _may_stand(state, seat):
            return _fit_bots(replace(state, taken=_with(state.taken, seat, False)))
        case _, Choose(seat=seat, item=item) if item in _items(state, seat):
            return _choose(replace(state, problem=None), item)
        case _, Choose(seat=seat) if seat == state.host:
            raise IllegalActionError(Refusal.NOT_A_CHOICE)
        case _, Choose():
            raise IllegalActionError(Refusal.NOT_YOUR_TURN)
    raise IllegalActionError(Refusal.WRONG_PHASE)


def _may_stand(state: State, seat: Seat) -> bool:
    return state.taken[seat] and seat != state.host


def _sit(state: State, seat: Seat) -> State:
    phase = Phase.SEATING if state.phase is Phase.ATTRACT else state.phase
    host = seat if state.host is None else state.host
    return _fit_bots(replace(state, phase=phase, host=host, taken=_with(state.taken, seat, True)))


def _with(taken: tuple[bool, ...], seat: Seat, value: bool) -> tuple[bool, ...]:
    return (*taken[:seat], value, *taken[seat + 1 :])


def _fit_bots(state: State) -> State:
    """Return the lobby with as many bots as still fit at the table."""
    return replace(state, bots=min(state.bots, _most_bots(state)))


def _most_bots(state: State) -> int:
    return min(PLACES, state.shelf[state.chosen].seats[-1]) - state.people


def playable(state: State) -> bool:
    """Return whether the chosen game can be played by as many as sit, bots included."""
    return state.people + state.bots in state.shelf[state.chosen].seats


def rules_of(state: State) -> Mapping[str, Any]:
    """Return all house rules of the chosen game: the defaults, and what was set."""
    kind = state.shelf[state.chosen].options
    built: Any = house_rules.build(kind, state.options[state.chosen])
    return {name: getattr(built, name) for name in house_rules.specs(kind)}


def _items(state: State, seat: Seat) -> tuple[str, ...]:
    """Return what ``seat`` may choose; only the host chooses."""
    if seat != state.host:
        return ()
    match state.phase:
        case Phase.LOBBY:
            return _lobby_items(state)
        case Phase.RULES:
            kind = state.shelf[state.chosen].options
            names = tuple(f"rule:{name}" for name in house_rules.specs(kind))
            return (*names, "defaults", "done")
        case Phase.RULE:
            return (*(f"value:{_text(value)}" for value in _values(state)), "done")
        case Phase.GAMES:
            return (*(f"game:{name}" for name in state.shelf), "done")
        case Phase.HOW_TO:
            return ("next", "done") if state.page < HOW_TO_PAGES - 1 else ("done",)
        case Phase.LANGUAGE:
            return (*(f"language:{code}" for code in LANGUAGES), "done")
        case Phase.MORE:
            return (f"volume:{louder(state.volume)}", "seats", "clear", "done")
        case Phase.PODIUM if state.last is not None:
            tie = ("tie_break",) if len(state.last.winners) > 1 else ()
            return ("again", *tie, "lobby", "clear")
    return ()


def _lobby_items(state: State) -> tuple[str, ...]:
    play = ("play",) if playable(state) else ()
    others = ("games",) if len(state.shelf) > 1 else ()
    most = _most_bots(state)
    bots = (f"bots:{(state.bots + 1) % (most + 1)}",) if most > 0 else ()
    return (*play, *others, "how_to", *bots, "language", "more", "rules")


def _values(state: State) -> tuple[Any, ...]:
    """Return the values on offer for the option being set."""
    assert state.rule is not None
    spec = house_rules.specs(state.shelf[state.chosen].options)[state.rule]
    if len(spec.values) <= FEW:
        return spec.values
    now = spec.values.index(rules_of(state)[state.rule])
    near = (now + step for step in STEPS)
    return tuple(spec.values[each] for each in near if 0 <= each < len(spec.values))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _choose(state: State, item: str) -> State:
    word, _, rest = item.partition(":")
    match word:
        case "play" | "again":
            return replace(state, phase=Phase.DONE, wish=Wish.PLAY, until=None)
        case "tie_break":
            return replace(state, phase=Phase.DONE, wish=Wish.TIE_BREAK, until=None)
        case "clear":
            return replace(state, phase=Phase.DONE, wish=Wish.CLEAR, until=None)
        case "game":
            return _fit_bots(replace(state, chosen=rest, phase=Phase.LOBBY))
        case "games" | "language" | "more" if not rest:
            return replace(state, phase=Phase(word))
        case "language":
            return replace(state, language=rest, phase=Phase.LOBBY)
        case "volume":
            return replace(state, volume=int(rest))
        case "how_to":
            return replace(state, phase=Phase.HOW_TO, page=0)
        case "next":
            return replace(state, page=state.page + 1)
        case "bots":
            return replace(state, bots=int(rest))
        case "seats":
            return replace(state, phase=Phase.SEATING)
        case "lobby":
            return replace(state, phase=Phase.LOBBY)
        case "rules":
            return replace(state, phase=Phase.RULES)
        case "rule":
            return replace(state, phase=Phase.RULE, rule=rest)
        case "value":
            return _set_rule(state, rest)
        case "defaults":
            return _keep(state, state.usual.get(state.chosen, {}))
    if state.phase is Phase.RULE:
        return replace(state, phase=Phase.RULES, rule=None)
    return replace(state, phase=Phase.LOBBY)


def _set_rule(state: State, text: str) -> State:
    value = next(value for value in _values(state) if _text(value) == text)
    after = _keep(state, {**state.options[state.chosen], str(state.rule): value})
    spec = house_rules.specs(state.shelf[state.chosen].options)[str(state.rule)]
    return after if len(spec.values) > FEW else replace(after, phase=Phase.RULES, rule=None)


def _keep(state: State, options: Mapping[str, Any]) -> State:
    changed = state.changed | {state.chosen}
    return replace(state, options={**state.options, state.chosen: options}, changed=changed)


def deadline(state: State) -> Ns | None:
    """Return when an idle lobby falls back to attract."""
    return state.until


def legal(state: State, seat: Seat, at: Ns) -> tuple[Action, ...]:
    """Return every action that ``apply`` takes from ``seat`` at match time ``at``."""
    contract.check_seat(seat, state.seats)
    if state.phase is Phase.DONE or (state.until is not None and at >= state.until):
        return ()
    kinds: dict[Verb, type] = {"press": Press, "tap": Tap, "hold": Hold}
    verbs = tuple(kinds[verb](at=at, seat=seat) for verb in _offers(state, seat))
    return verbs + tuple(Choose(at=at, seat=seat, item=item) for item in _items(state, seat))


def _offers(state: State, seat: Seat) -> dict[Verb, str]:
    """Return what a finger on the buzzer of ``seat`` would mean."""
    taken = state.taken[seat]
    match state.phase:
        case Phase.GO_ON if taken:
            return {"tap": "go_on", "hold": "new"}
        case Phase.ATTRACT | Phase.SEATING | Phase.LOBBY if not taken:
            return {"press": "sit"}
        case Phase.SEATING if seat == state.host:
            return {"hold": "all_here"}
        case Phase.SEATING | Phase.LOBBY if seat != state.host:
            return {"hold": "stand"}
    return {}


def view(state: State, seat: Seat | None) -> View:
    """Return the lobby; it has no secrets, so every view is the same but for the lamps."""
    if seat is not None:
        contract.check_seat(seat, state.seats)
    seats = range(PLACES)
    offers = {each: found for each in seats if (found := _offers(state, each))}
    choosing = {each: items for each in seats if (items := _items(state, each))}
    lit = _lit(state) if seat is None else {}
    return View(
        game="lobby",
        phase=state.phase,
        lit=lit,
        glass=None,
        offers=offers,
        choosing=choosing,
        own=(),
        menu={},
        scores=(),
        taken=state.taken,
        host=state.host,
        chosen=state.chosen,
        games=tuple(state.shelf),
        bots=state.bots,
        options=rules_of(state),
        rule=state.rule,
        last=state.last,
        problem=state.problem,
        page=state.page,
        language=state.language,
        volume=state.volume,
    )


def _lit(state: State) -> dict[Seat, Light]:
    if state.phase is Phase.ATTRACT:
        return dict.fromkeys(range(PLACES), "pulse")
    if state.phase is Phase.GO_ON:
        return {seat: "pulse" for seat in range(PLACES) if state.taken[seat]}
    if state.phase is Phase.PODIUM and state.last is not None:
        return {state.last.places[seat] - 1: "on" for seat in state.last.winners}
    return {seat: "on" for seat in range(PLACES) if state.taken[seat]}


def outcome(state: State) -> Outcome | None:
    """Return an empty outcome whose reason is the wish, once there is one."""
    if state.wish is None:
        return None
    return Outcome((), (), (), state.wish)


def bot(view: View, legal: tuple[Action, ...], now: Ns, seed: int) -> Action | None:
    """Return None: bots do not sit down by themselves."""
    return None


GAME: Game[State] = Game(
    "lobby",
    range(PLACES, PLACES + 1),
    NoneType,
    setup,
    apply,
    deadline,
    legal,
    view,
    outcome,
    bot,
)


def open_lobby(state: State) -> Match[State]:
    """Return the lobby as a match at time 0."""
    return Match(GAME, state)
