"""Ways to play any game of the catalog without people: by chance, by bots, by a mix of both."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import games
from games import options as house_rules
from games.catalog import next_action
from games.match import (
    LEAVE,
    Action,
    Choose,
    Game,
    Hold,
    IllegalActionError,
    Lift,
    Match,
    Press,
    Seat,
    Tap,
    TimeUp,
)

VERBS = {"press": Press, "tap": Tap, "hold": Hold, "lift": Lift}
OF_THE_TABLE = {"peek", "finger"}
"""Offers that the table plays itself; they never reach the rules."""


def tables(game: Game[Any], mixes: int = 12) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield seat counts and house rules: each value of each option, then random mixes.

    What ``setup`` refuses (a rule that wants six seats, say) is left out.
    """
    random = Random(game.name)
    specs = house_rules.specs(game.options)
    single = [{name: value} for name, spec in specs.items() for value in ends(spec.values)]
    mixed = [
        {name: random.choice(spec.values) for name, spec in specs.items()} for _ in range(mixes)
    ]
    plain: list[dict[str, Any]] = [{} for _ in game.seats]
    for number, options in enumerate(plain + single + mixed):
        seats = game.seats[number % len(game.seats)]
        if accepts(game, seats, options):
            yield seats, options


def ends(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return all values, or only the ends of a long range."""
    return values if len(values) < 5 else (values[0], values[-1])


def accepts(game: Game[Any], seats: int, options: Mapping[str, Any]) -> bool:
    try:
        games.start(game.name, seats, 0, options)
    except ValueError:
        return False
    return True


def random_action(match: Match[Any], random: Random, leaving: float = 0.0) -> Action:
    """Return a legal action of some seat a little later, or the TimeUp that comes first."""
    game, state = match.game, match.state
    due = game.deadline(state)
    at = match.at + int(10 ** random.uniform(6, 10.3))
    seats = list(range(state.seats))
    random.shuffle(seats)
    for seat in seats:
        if due is not None and at >= due:
            return TimeUp(at=due)
        may = [a for a in game.legal(state, seat, at) if stays(a) or random.random() < leaving]
        if may:
            return random.choice(may)
    if due is None:
        raise AssertionError(f"nobody may do anything, and no deadline is due: {match}")
    return TimeUp(at=due)


def stays(action: Action) -> bool:
    return not (isinstance(action, Choose) and action.item == LEAVE)


def random_match(
    match: Match[Any], random: Random, steps: int, bots: float = 0.5, leaving: float = 0.001
) -> Iterator[tuple[Match[Any], Action]]:
    """Yield the match after each action, and the action: a bot's as often as ``bots`` says."""
    seeds: dict[Seat, int] = {seat: random.getrandbits(40) for seat in range(match.state.seats)}
    for _ in range(steps):
        if match.game.outcome(match.state) is not None:
            return
        by_bots = random.random() < bots
        action = next_action(match, seeds) if by_bots else random_action(match, random, leaving)
        match = match.play(action)
        yield match, action


def every_action(match: Match[Any], at: int, items: set[str]) -> Iterator[Action]:
    """Yield all that anyone could do at ``at``: each verb, and each item, of each seat."""
    for seat in range(match.state.seats):
        for verb in VERBS.values():
            yield verb(at=at, seat=seat)
        for item in items:
            yield Choose(at=at, seat=seat, item=item)


def refused(match: Match[Any], action: Action) -> bool:
    try:
        match.play(action)
    except IllegalActionError:
        return True
    return False


def components(game: Game[Any]) -> set[str]:
    """Return the game's deck, if its parts are words."""
    deck = getattr(importlib.import_module(f"games.{game.name}"), "DECK", ())
    return {card for card in deck if isinstance(card, str)}


def items_of(match: Match[Any]) -> set[str]:
    """Return all items that any seat may choose just now."""
    found: set[str] = set()
    for seat in range(match.state.seats):
        view = match.game.view(match.state, seat)
        found |= set(view.choosing.get(seat, ()) + view.own + view.menu.get(seat, ()))
    return found
