"""The games shipped, in menu order, and how to start, simulate and add them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games import chance
from games import options as house_rules
from games.match import Action, Game, Match, Outcome, Seat, TimeUp, places
from games.set_game import GAME as SET_GAME

CATALOG: Mapping[str, Game[Any]] = MappingProxyType({game.name: game for game in (SET_GAME,)})


def start(
    name: str,
    seats: int,
    seed: int,
    options: object | Mapping[str, object] | None = None,
    deck: Sequence[Any] | None = None,
) -> Match[Any]:
    """Return a new match at time 0.

    Args:
        name: a key of ``CATALOG``.
        seats: how many play.
        seed: decides every shuffle and draw of the match.
        options: an instance of the game's options, or a mapping of their names.
        deck: the components in dealing order, top first; None for a fresh shuffle.

    Raises:
        ValueError: names the known games, or the wrong option, seat count or card.
    """
    if name.__class__ is not str or name not in CATALOG:
        raise ValueError(f"no game {name!r}; there are: {', '.join(CATALOG)}")
    game = CATALOG[name]
    if seats.__class__ is not int or seats not in game.seats:
        raise ValueError(f"{name} takes {game.seats[0]} to {game.seats[-1]} seats, not {seats!r}")
    if seed.__class__ is not int:
        raise ValueError(f"the seed is a whole number, not {seed!r}")
    if deck is not None and (isinstance(deck, str) or not isinstance(deck, Sequence)):
        raise ValueError(f"a deck is a list of cards, top first, not {deck!r}")
    checked = house_rules.build(game.options, options)
    return Match(game, game.setup(checked, seats, seed, deck))


def simulate(
    name: str,
    seats: int,
    seed: int,
    options: object | Mapping[str, object] | None = None,
    deck: Sequence[Any] | None = None,
) -> Match[Any]:
    """Return a match that bots played to its end through play, legal, view and bot.

    Raises:
        ValueError: as ``start``.
    """
    match = start(name, seats, seed, options, deck)
    seeds = {seat: chance.branch(seed, seat) for seat in range(seats)}
    while match.game.outcome(match.state) is None:
        match = match.play(next_action(match, seeds))
    return match


def next_action(match: Match[Any], seeds: Mapping[Seat, int]) -> Action:
    """Return what happens next: the earliest bot's move, or the deadline before it.

    Args:
        match: a match that runs.
        seeds: the bots, each seat with its own seed.

    Raises:
        RuntimeError: nobody moves and no deadline is due, so the match is stuck.
    """
    due, move = match.game.deadline(match.state), first_move(match, seeds)
    if due is not None and (move is None or due <= move.at):
        return TimeUp(at=due)
    if move is None:
        raise RuntimeError(f"{match.game.name} is stuck at {match.at}")
    return move


def first_move(match: Match[Any], seeds: Mapping[Seat, int]) -> Action | None:
    """Return the earliest move that the bots of these seats mean to make, or None."""
    game, state, now = match.game, match.state, match.at
    first: Action | None = None
    for seat, seed in seeds.items():
        view = game.view(state, seat)
        if seat not in view.offers and seat not in view.choosing and not view.own:
            continue  # nothing to do but what lives in the table menu, which bots leave alone
        move = game.bot(view, game.legal(state, seat, now), now, seed)
        if move is not None and (first is None or move.at < first.at):
            first = move
    return first


def standings(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the series so far: scores added up, the highest total wins (SET-43).

    Raises:
        ValueError: there is no outcome, or they differ in seats.
    """
    outcomes = tuple(outcomes)
    if len({len(outcome.scores) for outcome in outcomes}) != 1:
        raise ValueError("a series needs outcomes, all with the same number of seats")
    totals = tuple(sum(scores) for scores in zip(*(o.scores for o in outcomes), strict=True))
    order = places(totals)
    winners = tuple(seat for seat, place in enumerate(order) if place == 1)
    return Outcome(totals, order, winners, "series")
