"""Very many random matches, each checked for what must always be true.

``scripts/fuzz --matches 100000`` spreads them over games, seats, house rules and three kinds of
play: bots alone, bots and chance by turns, chance alone (cut off, since it hardly ever finds a
SET). A broken promise is printed with the seed and the options that bring it back.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import games
from games import CATALOG
from games import options as house_rules
from games.match import Action, Match, Outcome, TimeUp
from games.set_game import DECK, find_sets
from games.set_game.cards import BEGINNER_DECK
from tests.games.play import accepts, random_match

KINDS: Mapping[str, tuple[float, int]] = {
    "bots": (1.0, 5000),
    "mixed": (0.7, 5000),
    "chance": (0.0, 150),
}
"""How often a bot moves, and after how many actions a match is cut off."""
_ANY_RULES = ("set_game",)
"""Games whose house rules go together in any way; of the others some mixes are refused."""


@dataclass(frozen=True, slots=True)
class Case:
    """A match that can be played again: its number decides everything in it."""

    game: str
    kind: str
    number: int
    seats: int
    options: Mapping[str, Any]
    cards: int | None

    def __str__(self) -> str:
        short = f" cards={self.cards}" if self.cards else ""
        return (
            f"{self.game} --kind {self.kind} --first {self.number} --matches 1"
            f" (seats {self.seats}, options {dict(self.options)}{short})"
        )


@dataclass(slots=True)
class Tally:
    """What some matches came to."""

    matches: int = 0
    actions: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.matches += other.matches
        self.actions += other.actions
        self.ended += other.ended
        self.broken += other.broken


def case(name: str, kind: str, number: int) -> Case:
    """Return match ``number`` of its kind: any seats, half of the house rules changed."""
    game, random = CATALOG[name], Random(f"{name} {kind} {number}")
    specs = house_rules.specs(game.options)
    while True:
        seats = random.choice(game.seats)
        options = {n: random.choice(s.values) for n, s in specs.items() if random.random() < 0.4}
        if name in _ANY_RULES or accepts(game, seats, options):
            break
    short = name == "set_game" and not options.get("puzzle") and random.random() < 0.2
    return Case(name, kind, number, seats, options, random.randint(3, 40) if short else None)


def play(this: Case) -> Tally:
    """Play a match and check it at every action."""
    random = Random(f"play {this}")
    deck = random.sample(DECK, this.cards) if this.cards else None
    match = games.start(this.game, this.seats, random.getrandbits(40), this.options, deck)
    bots, steps = KINDS[this.kind]
    leaving = 0.002 if random.random() < 0.3 else 0.0
    check = INVARIANTS[this.game]
    actions = 0
    check(match, deck)
    for after, action in random_match(match, random, steps, bots, leaving):
        _in_time(match, after, action)
        check(after, deck)
        match, actions = after, actions + 1
    outcome = match.game.outcome(match.state)
    if outcome is None:
        must(this.kind == "chance", f"still running after {actions} actions")
        return Tally(1, actions, Counter({"cut off": 1}))
    _placed(match, outcome)
    return Tally(1, actions, Counter({outcome.reason: 1}))


def must(true: bool, message: str) -> None:
    """Raise AssertionError with the message unless it is true (in ``python -O`` too)."""
    if not true:
        raise AssertionError(message)


def _in_time(before: Match[Any], after: Match[Any], action: Action) -> None:
    due, following = before.game.deadline(before.state), after.game.deadline(after.state)
    must(due is None or action.at < due or action == TimeUp(at=due), f"{action} passes {due}")
    must(following is None or following > after.at, f"due at {following}, it is {after.at}")


def _placed(match: Match[Any], outcome: Outcome) -> None:
    seats = range(match.state.seats)
    must(len(outcome.scores) == len(outcome.places) == len(seats), "a place for each seat")
    must(min(outcome.places) == 1, "somebody is first")
    must(all(outcome.places[seat] == 1 for seat in outcome.winners), "winners are first")
    must(match.game.deadline(match.state) is None, "nothing is due after the end")


def set_game(match: Match[Any], deck: Iterable[str] | None) -> None:
    """Check RULES.md 4.4, and that no card is lost or doubled; a call or a pick changes neither."""
    state = match.state
    if state.ended is None and (state.caller is not None or state.picked):
        return
    options, table, tally = state.options, state.table, state.tally
    whole = BEGINNER_DECK if options.beginner else DECK
    cards = [*table, *state.deck]
    must(len(set(cards)) == len(cards), "a card is there twice")
    must(len(table) <= 21, "more than 21 cards")
    if not options.puzzle:
        start = tuple(deck) if deck is not None else whole
        must(len(cards) + 3 * sum(tally.sets) == len(start), "a card is lost")
        must(set(cards) <= set(start), "a card came from nowhere")
        if deck is None and state.ended is not None:
            _sums(cards)
    hidden = find_sets(table)
    must(bool(hidden) or len(table) < 21, "21 cards always hold a SET")
    for seat in range(state.seats):
        full = tally.sets[seat] - tally.errors[seat]
        least = full - (tally.sets[seat] if options.hints else 0)
        must(least <= tally.scores[seat] <= full, "score = SETs - errors")
        must(len(tally.reactions[seat]) == tally.sets[seat], "one reaction for each SET")
        must(all(ns >= 0 for ns in tally.reactions[seat]), "nobody calls before the cards lie")
    if state.ended is None and not state.deck and not options.puzzle:
        must(options.end == "play_out" and bool(hidden), "goes on though it is over")
    if state.ended == "no_set_left":
        must(not hidden and not state.deck, "a SET is left")
        must(len(table) != 3 or deck is not None, "three cards left")


def _sums(cards: Iterable[str]) -> None:
    """Each attribute's values sum to 0 mod 3: of the whole deck, of each SET, so of the rest."""
    for place, values in enumerate(("123", "RGP", "STO", "EDW")):
        total = sum(values.index(card[place]) for card in cards)
        must(total % 3 == 0, f"attribute {place} sums to {total}")


def any_game(match: Match[Any], deck: Iterable[str] | None) -> None:
    """Check what holds for every game: see ``_in_time`` and ``_placed``."""


INVARIANTS: Mapping[str, Callable[[Match[Any], Any], None]] = {
    name: {"set_game": set_game}.get(name, any_game) for name in CATALOG
}


def run(share: tuple[str, str, int, int]) -> Tally:
    """Play the matches ``first`` to ``last`` - 1 of a kind."""
    name, kind, first, last = share
    tally = Tally()
    for number in range(first, last):
        this = case(name, kind, number)
        try:
            tally.add(play(this))
        except Exception as error:  # every fault is told with what brings it back
            tally.matches += 1
            tally.broken.append(f"{this}: {type(error).__name__}: {error}")
    return tally


def fuzz(names: Iterable[str], kinds: Iterable[str], matches: int, first: int, jobs: int) -> bool:
    """Play ``matches`` in all, print a line for each kind, and return whether all was well."""
    pairs = [(name, kind) for name in names for kind in kinds]
    well = True
    with multiprocessing.Pool(jobs) as pool:
        for number, (name, kind) in enumerate(pairs):
            many = matches // len(pairs) + (number < matches % len(pairs))
            begun, tally = time.monotonic(), Tally()
            shares = [
                (name, kind, n, min(n + 50, first + many)) for n in range(first, first + many, 50)
            ]
            for part in pool.imap_unordered(run, shares):
                tally.add(part)
            print(_line(name, kind, tally, time.monotonic() - begun), flush=True)
            for broken in tally.broken[:10]:
                print(f"  broken: {broken}", flush=True)
            well = well and not tally.broken
    return well


def _line(name: str, kind: str, tally: Tally, seconds: float) -> str:
    ends = ", ".join(f"{reason} {count}" for reason, count in tally.ended.most_common())
    return (
        f"{name} {kind}: {tally.matches} matches, {tally.actions} actions,"
        f" {len(tally.broken)} broken, {seconds:.0f} s ({ends})"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 if nothing was broken, 1 if something was, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("games", nargs="*", help="games to play; all if none is named")
    parser.add_argument(
        "--matches", type=int, default=100_000, help="in all (default: %(default)s)"
    )
    parser.add_argument("--kind", choices=KINDS, help="one kind of play instead of all")
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    given = parser.parse_args(arguments)
    if unknown := set(given.games) - set(CATALOG):
        parser.error(f"no game {', '.join(sorted(unknown))}; there are: {', '.join(CATALOG)}")
    kinds = [given.kind] if given.kind else list(KINDS)
    well = fuzz(given.games or CATALOG, kinds, given.matches, given.first, given.jobs)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
