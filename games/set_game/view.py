"""What a seat, or the whole table, may see of a game of SET."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games import match
from games.match import Ns, Seat


class Phase(StrEnum):
    """What the table is doing."""

    SEARCH = "search"
    PICK = "pick"
    """A call stands; solo there is none, so solo stays in SEARCH."""
    VOTE = "vote"
    OVER = "over"


class News(StrEnum):
    """What the last change was about, for sounds and captions."""

    DEALT = "dealt"
    CALL = "call"
    SET = "set"
    WRONG = "wrong"
    TIME_UP = "time_up"
    PROPOSED = "proposed"
    """A vote opened: see ``about``."""
    THREE_MORE = "three_more"
    """Three cards came: by vote, by the box (``none="auto"``), or for a solo player."""
    NONE_REFUSED = "none_refused"
    SET_EXISTS = "set_exists"
    """All agreed that there is no SET, but there is one."""
    HINT = "hint"
    HINT_REFUSED = "hint_refused"
    HINT_NONE = "hint_none"
    """A hint was granted, and it is that there is no SET."""
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement of the box.

    Attributes:
        seat: whose three cards they were.
        cards: in the order of picking; fewer than three after a time-out.
        right: whether they are a SET.
        failing: the attributes in which two are alike and one is not.
    """

    seat: Seat
    cards: tuple[str, ...]
    right: bool
    failing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(match.View):
    """A game of SET as everybody sees it; nothing in it is private.

    Attributes:
        table: the open cards; a refill lies where the taken card lay.
        deck_left: cards still to come.
        caller: the seat whose call stands.
        picked: the cards picked so far.
        sets, errors: counts per seat; a solo player's -1 for more cards is an error.
        resting: seats that may not call: locked out, or after a refused "none".
        verdict: the last judgement; shown only, the buzzers are open at once.
        news: what the last change was about, and whose it was.
        about: what is voted on, "none" or "hint"; None when there is no vote.
        proposer: who asked for the vote.
        agreed: the seats that have agreed so far.
        hinted: cards of a SET that a hint has shown, at most two.
        found: in a puzzle, the SETs found so far: (seat, cards in table order).
        to_find: in a puzzle, how many SETs there are to find; else 0.
        left: seats that went home, in that order.
        reactions: per seat, ns from the buzzers' opening with the layout to the call, of each
            SET; solo to the third card.
    """

    phase: Phase
    table: tuple[str, ...]
    deck_left: int
    caller: Seat | None
    picked: tuple[str, ...]
    sets: tuple[int, ...]
    errors: tuple[int, ...]
    resting: tuple[Seat, ...]
    verdict: Verdict | None
    news: tuple[News, Seat | None]
    about: str | None
    proposer: Seat | None
    agreed: tuple[Seat, ...]
    hinted: tuple[str, ...]
    found: tuple[tuple[Seat, tuple[str, ...]], ...]
    to_find: int
    left: tuple[Seat, ...]
    reactions: tuple[tuple[Ns, ...], ...]
