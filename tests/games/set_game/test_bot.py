"""The bot plays every kind of game to its end, mostly right and at a person's pace."""

from random import Random
from statistics import median

import pytest

import games
from games.match import Choose, Hold, Press, S, Tap
from games.set_game import find_sets, is_set
from tests.games.play import random_match
from tests.games.set_game.table import NO_SET, ONE_SET, TRIO, Table, stacked


def moves(table, seat, seeds=range(300)):
    """Return what many bots would do on this seat."""
    game, match = table.match.game, table.match
    view = game.view(match.state, seat)
    legal = game.legal(match.state, seat, match.at)
    return [game.bot(view, legal, match.at, 1000 * seed) for seed in seeds]


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"end": "deck_out"},
        {"none": "auto", "lockout": True},
        {"none_checked": True, "none_penalty": True},
        {"none_at_end": "accept", "pick_seconds": 3},
        {"beginner": True, "hints": True},
        {"puzzle": 9, "hints": True},
        {"puzzle": 12, "lockout": True, "timeout_penalty": False},
    ],
    ids=str,
)
def test_every_match_comes_to_its_end(seats, options):
    for seed in range(3):
        match = games.simulate("set_game", seats, seed, options)
        assert match.game.outcome(match.state).reason != "left"


def test_it_calls_after_some_seconds_not_milliseconds():  # P: a person's reaction time
    calls = moves(Table(3), 0)
    assert {type(move) for move in calls} == {Press}
    times = [move.at / S for move in calls]
    assert min(times) > 1
    assert 4 < median(times) < 20
    assert max(times) < 30


def test_some_bots_are_faster_than_others():
    table = Table(3)
    game, state = table.match.game, table.match.state

    def pace(seed):
        view, legal = game.view(state, 0), game.legal(state, 0, 0)
        return median(game.bot(view, legal, now * S, seed).at - now * S for now in range(1, 200))

    paces = [pace(seed) for seed in range(0, 1009, 40)]
    assert max(paces) > 1.8 * min(paces)


def test_it_mostly_picks_a_set_and_sometimes_slips():
    table = Table(3, stacked(ONE_SET)).press(0)
    first = moves(table, 0)
    right = sum(move is not None and move.item in TRIO for move in first)
    assert 0.9 * len(first) < right < len(first)
    assert any(move is None for move in first), "sometimes it freezes"
    table.choose(0, *TRIO[:2])
    assert sum(m is not None and m.item == TRIO[2] for m in moves(table, 0)) > 0.9 * len(first)


def test_three_picks_fit_into_the_shortest_window():
    table = Table(3, stacked(ONE_SET), pick_seconds=3).press(0)
    longest = max(move.at - table.now for move in moves(table, 0) if move)
    assert 3 * longest < 3 * S


def test_it_says_none_when_there_is_none():
    table = Table(3, stacked(NO_SET)).press(0)
    assert {move.item for move in moves(table, 0) if move} == {"none"}
    alone = Table(1, stacked(NO_SET))
    assert {move.item for move in moves(alone, 0)} == {"deal"}


def test_it_votes_as_it_sees():
    truly = moves(Table(3, stacked(NO_SET)).none(0), 1)
    assert sum(isinstance(move, Tap) for move in truly) > 0.85 * len(truly)
    falsely = moves(Table(3, stacked(ONE_SET)).none(0), 1)
    assert 0.8 * len(falsely) < sum(isinstance(m, Hold) for m in falsely) < len(falsely)
    assert any(move is None for move in falsely), "sometimes it keeps silent"


def test_it_waits_while_another_picks_and_when_it_may_do_nothing():
    table = Table(3).press(0)
    assert set(moves(table, 1)) == {None}
    assert set(moves(table.leave(0).play_out(1), 2)) == {None}


def test_it_never_leaves():
    for seed in range(5):
        for _, action in random_match(
            games.start("set_game", 3, seed, {"hints": True}), Random(seed), 900, 1
        ):
            assert not (isinstance(action, Choose) and action.item == "leave")


def test_between_bots_all_rules_come_into_play():
    seen = set()
    for seed in range(40):
        start = games.start("set_game", 4, seed, {"hints": True, "lockout": True})
        for match, _ in random_match(start, Random(seed), 900, bots=1):
            seen.add(match.state.news[0].value)
    assert seen >= {
        "call", "set", "wrong", "time_up", "proposed", "three_more", "none_refused", "hint"
    }  # fmt: skip


def test_it_judges_by_its_own_eyes():
    """A bot's first pick belongs to a SET that is really there."""
    table = Table(2, seed=12)
    table.press(0)
    cards = {table.seen.table[i] for trio in find_sets(table.seen.table) for i in trio}
    picks = [move.item for move in moves(table, 0) if move and move.item != "none"]
    assert sum(pick in cards for pick in picks) > 0.95 * len(picks)
    assert is_set(*TRIO)
