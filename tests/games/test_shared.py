"""What the games share: votes, chance, house rules, values, places."""

from dataclasses import dataclass
from typing import Any

import pytest

from games import chance, voting
from games.match import (
    IllegalActionError,
    Refusal,
    Running,
    S,
    Stopped,
    places,
    sand_left,
)
from games.options import build, choice, shown, specs, switch, whole
from games.value import Value, once


def vote(voters=(0, 1, 2), unanimous=True, yes=(), no=()):
    return voting.Vote(voters, 8 * S, unanimous, frozenset(yes), frozenset(no))


def test_a_seat_votes_once_and_only_if_it_has_a_say():
    for wrong, refusal in ((0, Refusal.ALREADY_VOTED), (3, Refusal.NOT_YOUR_TURN)):
        with pytest.raises(IllegalActionError) as caught:
            voting.cast(vote(yes=(0,)), wrong, False)
        assert caught.value.refusal is refusal
    assert voting.cast(vote(), 1, True).waiting == (0, 2)
    assert voting.cast(vote(), 1, False).no == {1}


@pytest.mark.parametrize(
    ("yes", "no", "certain", "closed"),
    [((), (), None, False), ((0, 1), (), None, False), ((0, 1, 2), (), True, True),
     ((0,), (1,), False, False)],
)  # fmt: skip
def test_where_all_must_agree_one_no_and_silence_refuse(yes, no, certain, closed):
    assert voting.certain(vote(yes=yes, no=no)) is certain
    assert voting.closed(vote(yes=yes, no=no)) is closed


@pytest.mark.parametrize(
    ("yes", "no", "certain", "closed"),
    [((), (), None, False), ((0,), (), None, True), ((0, 1), (), True, True),
     ((0,), (1,), None, False), ((), (0, 1), False, False), ((0,), (1, 2), False, False)],
)  # fmt: skip
def test_else_more_yes_than_no_among_the_votes_cast(yes, no, certain, closed):
    assert voting.certain(vote(unanimous=False, yes=yes, no=no)) is certain
    assert voting.closed(vote(unanimous=False, yes=yes, no=no)) is closed


def test_who_left_never_had_a_say():
    left = voting.without(vote(yes=(0,), no=(1,)), 1)
    assert (left.voters, left.yes, left.no) == ((0, 2), {0}, set())


def test_a_shuffle_keeps_every_card_and_depends_on_seed_and_draw_alone():
    cards = tuple(range(81))
    assert sorted(chance.shuffled(cards, 5, 0)) == list(cards)
    assert chance.shuffled(cards, 5, 0) == chance.shuffled(cards, 5, 0)
    assert len({chance.shuffled(cards, s, d) for s in (5, 6, -5, 2**64 + 4) for d in (0, 1)}) == 8


def test_a_shuffle_is_the_same_on_every_python():
    """An old journal must replay on a newer box: these numbers never change."""
    assert chance.shuffled("abcdefgh", 1, 0) == tuple("beafdgch")
    assert chance.below(1000, 1, 1) == 101
    assert round(chance.fraction(7, 3), 12) == 0.498085557059
    assert chance.branch(1, 2) == 2976720005820265
    assert round(chance.noise(1, 2, 3), 12) == 0.087111192991


def test_every_card_may_come_first():
    firsts = {chance.shuffled(range(12), seed, 0)[0] for seed in range(200)}
    assert firsts == set(range(12))


def test_a_draw_of_some_has_no_doubles_and_reaches_every_card():
    hands = [chance.drawn(range(12), 5, seed, 0) for seed in range(200)]
    assert all(len(set(hand)) == 5 for hand in hands)
    assert all({hand[place] for hand in hands} == set(range(12)) for place in range(5))
    assert chance.drawn(range(12), 5, 7, 1) == chance.drawn(range(12), 5, 7, 1)
    assert sorted(chance.drawn("abc", 9, 1, 1)) == ["a", "b", "c"]
    assert chance.drawn("abcdefgh", 3, 1, 0) == tuple("hde")


def test_noise_spreads_evenly():
    draws = [chance.noise(seed, now, 1) for seed in range(40) for now in range(0, 50 * S, S)]
    assert all(0 <= draw < 1 for draw in draws)
    tenths = [sum(n / 10 <= draw < (n + 1) / 10 for draw in draws) for n in range(10)]
    assert min(tenths) > 0.8 * len(draws) / 10
    assert len(set(draws)) == len(draws)


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules of a made-up game."""

    cards: int = whole(5, low=1, high=10, walk=7)
    loud: bool = switch(False)
    side: str = choice("left", "left", "right")
    size: int = choice(0, 0, 9)


def test_house_rules_are_built_from_names():
    assert build(Rules) == build(Rules, {}) == build(Rules, Rules()) == Rules(5, False, "left", 0)
    assert build(Rules, {"cards": 10, "loud": True}) == Rules(10, True, "left", 0)
    assert list(specs(Rules)) == ["cards", "loud", "side", "size"]
    assert specs(Rules)["cards"].walk == 7


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"card": 5}, "'card' is unknown; did you mean 'cards'"),
        ({"zzz": 5}, "'zzz' is unknown; there are: cards, loud, side, size"),
        ({"cards": 11}, "'cards' is 11; it may be 1 to 10"),
        ({"cards": 5.0}, "'cards' is 5.0"),
        ({"cards": True}, "'cards' is True"),
        ({"loud": 1}, "'loud' is 1; it may be False, True"),
        ({"side": "up"}, "'side' is 'up'; it may be left, right"),
        ({"size": 9.0}, "'size' is 9.0; it may be 0, 9"),
        (Rules(cards=0), "'cards' is 0"),
        ("loud", "want a table of names and values"),
        ([("loud", True)], "want a table of names and values"),
    ],
)
def test_a_wrong_house_rule_is_named(given, wrong):
    with pytest.raises(ValueError, match=wrong):
        build(Rules, given)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        ("up", "'up'"),
        (1 << 20_000, "a number too long to show"),
        ([1 << 20_000], "a number too long to show"),
        ("x" * 5000, "'" + "x" * 79 + "…"),
        ("x" * 78, "'" + "x" * 78 + "'"),
    ],
    ids=["number", "word", "endless", "endless_in_a_list", "long", "just_not_long"],
)
def test_a_wrong_value_is_shown_short_whatever_it_is(value, text):
    assert shown(value) == text


def test_a_house_rule_that_is_a_number_without_end_is_named():
    with pytest.raises(ValueError, match=r"^option 'cards' is a number too long to show; it may"):
        build(Rules, {"cards": 1 << 20_000})


@dataclass(frozen=True)
class Spot(Value):
    """A value with two fields."""

    across: int
    down: int = 0


def test_a_copy_differs_only_where_it_is_told_to():
    spot = Spot(1, 2)
    assert spot.but(down=5) == Spot(1, 5)
    assert spot == Spot(1, 2)
    with pytest.raises(TypeError, match="up"):
        spot.but(up=1)


def test_once_is_once_for_each_value():
    calls: list[Any] = []

    @once
    def product(spot: Spot) -> int:
        calls.append(spot)
        return spot.across * spot.down

    spot = Spot(3, 4)
    assert [product(spot), product(spot)] == [12, 12]
    assert len(calls) == 1
    assert product(spot.but(down=5)) == 15
    assert spot == Spot(3, 4)


def test_equal_seats_share_a_place_and_the_next_is_skipped():
    assert places((4, 9, 4, -1)) == (2, 1, 2, 4)
    assert places([(True, 0), (False, 9)]) == (1, 2)


def test_sand_never_falls_below_nothing():
    assert sand_left(Running(5 * S, 5 * S), 2 * S) == 3 * S
    assert sand_left(Running(5 * S, 5 * S), 9 * S) == 0
    assert sand_left(Stopped(2 * S, 5 * S), 9 * S) == 2 * S
