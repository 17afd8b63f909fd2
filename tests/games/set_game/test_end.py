"""How a match ends, and who is where."""

from random import Random

import pytest

import games
from games.match import Outcome
from games.set_game import find_sets
from tests.games.set_game.table import NO_SET, ONE_SET, TRIO, WRONG, Table

CALMER = ("2GTD", "2GTE", "2GSD")
"""A SET-free three, out of the way of TRIO."""


def test_played_out_until_no_set_is_left():  # SET-27 SET-28 SET-C1
    table = Table(2).play_out()
    assert table.outcome.reason == "no_set_left"
    assert table.seen.deck_left == 0
    assert find_sets(table.seen.table) == []
    assert len(table.seen.table) in (0, 6, 9, 12, 15, 18)


def test_with_an_empty_deck_there_is_no_refill_and_play_goes_on():  # SET-27 SET-C1
    other = ("2PSE", "2PSD", "2PSW")
    table = Table(2, [*TRIO, *other, *NO_SET[4:7]]).take(0, *TRIO)
    assert len(table.seen.table) == 6
    assert table.outcome is None
    table.take(1, *other)
    assert table.outcome == Outcome((1, 1), (1, 1), (0, 1), "no_set_left")


def test_by_house_rule_it_ends_when_the_deck_is_empty_and_the_refill_over():  # SET-39 SET-C1
    deck = [*ONE_SET, "3PSE", "3PSD", "3PSW"]
    table = Table(2, deck, end="deck_out").take(0, *TRIO)
    assert len(table.seen.table) == 12
    assert find_sets(table.seen.table)
    assert table.outcome == Outcome((1, 0), (1, 2), (0,), "deck_out")


def test_three_more_cards_can_empty_the_deck_too():  # SET-39
    deck = [*ONE_SET, "3PSE", "3PSD", "3PSW"]
    assert Table(2, deck, end="deck_out").none_agreed(0).outcome.reason == "deck_out"
    assert Table(2, deck).none_agreed(0).outcome is None


def test_while_the_deck_lasts_it_goes_on():  # SET-39
    deck = [*ONE_SET, "3PSE", "3PSD", "3PSW", "3GTW"]
    assert Table(2, deck, end="deck_out").take(0, *TRIO).outcome is None


def test_the_highest_score_wins():  # SET-15 SET-41
    table = Table(3, ONE_SET).take(2, *WRONG).take(1, *TRIO)
    assert table.outcome == Outcome((0, 1, -1), (2, 1, 3), (1,), "no_set_left")


def test_negative_scores_rank_last():  # SET-41 SET-C14
    table = Table(3, ONE_SET).take(0, *WRONG).take(0, *WRONG).take(1, *WRONG).take(0, *TRIO)
    assert table.outcome == Outcome((-1, -1, 0), (2, 2, 1), (2,), "no_set_left")


def test_a_tie_is_shared():  # SET-42
    table = Table(4, ONE_SET).take(0, *WRONG).take(0, *TRIO)
    assert table.outcome == Outcome((0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 2, 3), "no_set_left")


def test_the_final_score_is_sets_minus_errors():  # SET-40
    table = Table(3)
    table.take(0, *a_wrong_three(table)).play_out(seat=0)
    assert table.outcome.scores[0] == table.seen.sets[0] - 1


def a_wrong_three(table):
    cards = table.seen.table
    good = find_sets(cards)
    return [cards[i] for i in next(t for t in ((0, 1, 2), (0, 1, 3)) if t not in good)]


def test_several_games_add_up():  # SET-29 SET-42 SET-43
    first = Outcome((5, 3, 2), (1, 2, 3), (0,), "no_set_left")
    second = Outcome((1, 4, 2), (3, 1, 2), (1,), "no_set_left")
    assert games.standings([first, second]) == Outcome((6, 7, 4), (2, 1, 3), (1,), "series")
    assert games.standings([first]).scores == first.scores
    extra = Outcome((0, -1, 2), (2, 3, 1), (2,), "no_set_left")
    assert games.standings([first, second, extra]).places == (1, 1, 1)


def test_a_series_has_the_same_seats_throughout():  # SET-43
    one, two = Outcome((1,), (1,), (0,), ""), Outcome((1, 2), (2, 1), (1,), "")
    for outcomes in ([one, two], []):
        with pytest.raises(ValueError, match="a series needs"):
            games.standings(outcomes)


# Decks that are given


def test_a_given_deck_is_dealt_from_the_top():
    deck = Table(1, seed=5).match.state.deck
    table = Table(2, deck)
    assert table.seen.table == deck[:12]
    assert table.match.state.deck == deck[12:]


def test_a_short_deck_is_a_drill():
    table = Table(2, [*TRIO, *CALMER])
    assert len(table.seen.table) == 6
    table.take(0, *TRIO)
    assert table.outcome.scores == (1, 0)


def test_fewer_than_three_left_are_all_dealt():
    table = Table(2, [*ONE_SET, "3PSE", "3PSD"]).take(0, *TRIO)
    assert len(table.seen.table) == 11
    assert table.seen.deck_left == 0


@pytest.mark.parametrize(
    ("deck", "wrong"),
    [
        (["1RSE", "2RSE", "1RSE"], "card '1RSE' is there more than once"),
        (["1RSE", "9RSE"], "no card '9RSE'"),
        ([], "the deck has no cards"),
        (["1RSE", 7], "no card 7"),
    ],
)
def test_a_wrong_deck_is_named(deck, wrong):
    with pytest.raises(ValueError, match=wrong):
        Table(2, deck)


# The beginner's game


def test_the_beginners_game_opens_nine_of_27_cards():  # SET-08 SET-C7 SET-B5
    table = Table(2, beginner=True)
    assert len(table.seen.table) == 9
    assert table.seen.deck_left == 18
    assert {card[2] for card in (*table.seen.table, *table.match.state.deck)} == {"S"}


def test_the_beginners_game_can_open_twelve():  # SET-C7 opt
    table = Table(2, beginner=True, beginner_open=12)
    assert len(table.seen.table) == 12
    assert table.seen.deck_left == 15


def test_beginners_get_three_more_and_go_back_to_nine():  # SET-C7 SET-25
    table = Table(2, beginner=True).none_agreed(0)
    assert len(table.seen.table) == 12
    assert len(table.take_any(0).seen.table) == 9
    assert len(table.take_any(0).seen.table) == 9 or not find_sets(table.seen.table)


# The invariants of RULES.md 4.4, over random play


@pytest.mark.parametrize("beginner", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_sums_to_zero_in_each_attribute_and_is_never_three_cards(seed, beginner):
    seats = 1 + Random(seed).randrange(6)
    end = games.simulate("set_game", seats, seed, {"beginner": beginner})
    left = end.state.table
    for place, values in enumerate(("123", "RGP", "STO", "EDW")):
        assert sum(values.index(card[place]) for card in left) % 3 == 0
    assert len(left) != 3
    assert find_sets(left) == []
    whole = 27 if beginner else 81
    assert sum(end.state.tally.sets) == (whole - len(left)) / 3
