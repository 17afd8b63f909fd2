"""The contract between the rules and everything else: actions, Game, Match, View, glass, Outcome.

A game is a record of pure functions over a frozen state. Nothing here or below
reads a clock, draws a number or opens a file: time enters as the ``at`` of an
action, chance as the seed given to ``setup``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeVar

Ns = int
"""Match time: nanoseconds since the match began."""
Seat = int
"""0…N-1, the taken places in clockwise order."""
Verb = Literal["press", "tap", "hold", "lift"]
Light = Literal["on", "blink", "pulse"]

S: Ns = 1_000_000_000
"""One second."""
MS: Ns = 1_000_000
"""One millisecond."""
LEAVE = "leave"
"""The item with which a seat goes home; every game offers it in ``menu``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that happened ``at`` a match time (ns)."""

    at: Ns


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(Action):
    """A finger went down; ``at`` is its first edge."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap(Action):
    """The finger came up again within 0.6 s."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Action):
    """The finger is still down after 0.6 s."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift(Action):
    """A Hold ended."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Action):
    """A seat chose ``item``, by touch, key, phone or the walk."""

    seat: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp(Action):
    """A deadline passed; ``at`` is that deadline."""


class Refusal(StrEnum):
    """Why the rules refuse an action; closed, so that every screen has words for each."""

    MATCH_OVER = "match_over"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_A_CHOICE = "not_a_choice"
    CALL_STANDS = "call_stands"
    RESTING = "resting"
    ALREADY_FOUND = "already_found"
    ALREADY_VOTED = "already_voted"
    SEAT_LEFT = "seat_left"


class IllegalActionError(ValueError):
    """The rules refuse the action; the match is unchanged.

    Attributes:
        refusal: why, as one of the closed list.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Running:
    """A glass whose sand falls: empty at ``ends`` (match time), ``whole`` ns when full."""

    ends: Ns
    whole: Ns


@dataclass(frozen=True, slots=True)
class Stopped:
    """A glass at rest with ``left`` of ``whole`` ns."""

    left: Ns
    whole: Ns


Glass = Running | Stopped


def sand_left(glass: Glass, now: Ns) -> Ns:
    """Return the ns left in ``glass`` at match time ``now``, never below 0."""
    return glass.left if isinstance(glass, Stopped) else max(0, glass.ends - now)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat, or the whole table, may see; games add their own fields.

    Ids and parameters only, never sentences. ``lit`` is filled in the public
    view alone, ``own`` in a seat's view alone.
    """

    game: str
    phase: StrEnum
    lit: Mapping[Seat, Light]
    glass: Glass | None
    offers: Mapping[Seat, Mapping[Verb, str]]
    choosing: Mapping[Seat, tuple[str, ...]]
    own: tuple[str, ...]
    menu: Mapping[Seat, tuple[str, ...]]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    Attributes:
        scores: points per seat.
        places: 1 for the best; equal seats share, the next place is skipped (1, 1, 3).
        winners: the seats that won; may be empty (a solo game that was lost).
        reason: id of what ended the match, in the game's own list.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


class State(Protocol):
    """What every game's state has in common."""

    @property
    def seats(self) -> int:
        """Number of seats that the match began with."""


StateT = TypeVar("StateT", bound=State)


@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[StateT]):
    """The functions that are a game.

    Attributes:
        name: its key in the catalog.
        seats: how many may play.
        options: frozen dataclass of house rules (see ``games.options``).
        setup: ``(options, seats, seed, deck=None)`` to the first state; ``deck`` is
            in dealing order, top first. ValueError names what does not fit.
        apply: the state after an action. IllegalActionError if the rules refuse it,
            ValueError if it is a caller's mistake (see ``admit``).
        deadline: match time of the next change that needs no one, or None.
        legal: every action that ``apply`` takes from a seat at a time, and no other.
        view: what a seat sees; None is the public view.
        outcome: None while the match runs.
        bot: an action in the future (its reaction time) or None, from its seat's view alone.
        version: of the rules; a journal of another version is not replayed.
        figures: a seat's figures that are kept with the result, by name (SET-43), each a tuple
            with one entry per seat.
    """

    name: str
    seats: range
    options: type
    setup: Callable[..., StateT]
    apply: Callable[[StateT, Action], StateT]
    deadline: Callable[[StateT], Ns | None]
    legal: Callable[[StateT, Seat, Ns], tuple[Action, ...]]
    view: Callable[[StateT, Seat | None], View]
    outcome: Callable[[StateT], Outcome | None]
    bot: Callable[[Any, tuple[Action, ...], Ns, int], Action | None]
    version: int = 1
    figures: Callable[[StateT], Mapping[str, tuple[Any, ...]]] = lambda state: {}


_VERBS: Mapping[Verb, type[Press | Tap | Hold | Lift]] = {
    "press": Press,
    "tap": Tap,
    "hold": Hold,
    "lift": Lift,
}


# A dozen choices are made for every look at a table: a frozen dataclass's own __init__ takes
# twice as long, which is a tenth of a simulated match.
_NEW = object.__new__
_AT = vars(Action)["at"].__set__
_SEAT = vars(Choose)["seat"].__set__
_ITEM = vars(Choose)["item"].__set__


def actions(
    seat: Seat, at: Ns, verbs: Collection[Verb], items: Iterable[str]
) -> tuple[Action, ...]:
    """Return a seat's actions: the verbs that it is offered, the items that it may choose."""
    found: list[Action] = []
    for item in items:
        choice = _NEW(Choose)
        _AT(choice, at)
        _SEAT(choice, seat)
        _ITEM(choice, item)
        found.append(choice)
    if verbs:
        found[:0] = [_VERBS[verb](at=at, seat=seat) for verb in verbs]
    return tuple(found)


def check_seat(seat: Seat, seats: int) -> None:
    """Raise ValueError unless ``seat`` is one of 0…``seats``-1."""
    if seat.__class__ is not int or not 0 <= seat < seats:
        raise ValueError(f"no seat {seat!r}: the match has seats 0 to {seats - 1}")


def admit(action: Action, seats: int, due: Ns | None) -> None:
    """Raise ValueError for a caller's mistake; every ``apply`` begins with this.

    Mistakes are a time that is no whole number, a seat that does not exist, an
    action at or after a deadline that has not been played (the sand beats the
    finger at the very instant), and a TimeUp at any other time than the deadline.
    """
    at: object = getattr(action, "at", None)
    if at.__class__ is not int:
        raise ValueError(f"an action's time is a whole number of ns: {action!r}")
    if isinstance(action, TimeUp):
        if at != due:
            raise ValueError(f"no deadline at {at}: the next is {due}")
        return
    if not isinstance(action, (Press, Tap, Hold, Lift, Choose)):
        raise ValueError(f"not an action of a seat: {action!r}")
    check_seat(action.seat, seats)
    if due is not None and action.at >= due:
        raise ValueError(f"at {action.at}: the deadline at {due} has not been played")


@dataclass(frozen=True, slots=True)
class Match(Generic[StateT]):
    """A game, its state, and the match time (ns) of the last action."""

    game: Game[StateT]
    state: StateT
    at: Ns = 0

    def play(self, action: Action) -> Match[StateT]:
        """Return the match after ``action``.

        Raises:
            IllegalActionError: the rules refuse it.
            ValueError: it is older than the last action, or see ``admit``.
        """
        at = getattr(action, "at", None)
        if at.__class__ is int and at < self.at:
            raise ValueError(f"out of order: at {at}, but the match is at {self.at}")
        return Match(self.game, self.game.apply(self.state, action), action.at)

    def catch_up(self, now: Ns) -> tuple[Match[StateT], tuple[TimeUp, ...]]:
        """Return the match after every deadline up to ``now``, and what was played."""
        match, played = self, []
        while (due := match.game.deadline(match.state)) is not None and due <= now:
            played.append(TimeUp(at=due))
            match = match.play(played[-1])
        return match, tuple(played)


def places(order: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the greatest key; equal keys share (1, 1, 3)."""
    return tuple(1 + sum(other > key for other in order) for key in order)
