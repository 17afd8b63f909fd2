"""Puzzles: find all SETs of a board, alone or in a race."""

import pytest

from games.match import Choose, Outcome, Refusal
from games.set_game import DECK, find_sets, is_set, puzzle
from tests.games.set_game.table import TWENTY, Table

SETS = {9: 4, 12: 6}
sizes = pytest.mark.parametrize("cards", SETS)


def sets_of(board):
    return [tuple(board[i] for i in trio) for trio in find_sets(board)]


def a_wrong_three(board):
    return next((board[0], board[1], c) for c in board[2:] if not is_set(board[0], board[1], c))


@sizes
def test_nine_cards_hide_four_sets_and_twelve_hide_six(cards):  # SET-38
    for seed in range(12):
        board = puzzle(cards, seed)
        assert len(set(board)) == cards
        assert set(board) <= set(DECK)
        assert len(find_sets(board)) == SETS[cards]
        assert board == puzzle(cards, seed)
    assert puzzle(cards, 1) != puzzle(cards, 2)


@pytest.mark.parametrize("cards", [0, 6, 10, 81, True, 9.0, "9", None])
def test_no_other_puzzles(cards):  # SET-38
    with pytest.raises(ValueError, match="9 or 12 cards"):
        puzzle(cards, 1)


@sizes
def test_the_board_lies_open_and_there_is_no_deck(cards):  # SET-38 SET-B5
    table = Table(1, puzzle=cards)
    assert len(table.seen.table) == cards
    assert table.seen.deck_left == 0
    assert table.seen.to_find == SETS[cards]
    assert table.seen.choosing == {0: table.seen.table}


@sizes
@pytest.mark.parametrize("seats", [1, 3])
def test_it_ends_when_all_are_found_and_cards_are_used_again(cards, seats):  # SET-38 SET-C15
    table = Table(seats, puzzle=cards)
    board = table.seen.table
    for trio in sets_of(board):
        assert table.outcome is None
        picks = trio[::-1]
        table.choose(0, *picks) if seats == 1 else table.take(seats - 1, *picks)
        assert table.seen.table == board
    assert table.outcome.reason == "all_found"
    assert table.outcome.scores[-1] == SETS[cards]
    assert table.outcome.winners == (seats - 1,)
    assert table.seen.found == tuple((seats - 1, trio) for trio in sets_of(board))


def test_a_set_found_before_is_refused_and_the_match_unchanged():  # SET-C15
    table = Table(2, puzzle=9)
    first, middle, last = sets_of(table.seen.table)[0]
    table.take(0, first, middle, last).take(1, middle, last)
    table.refuses(Refusal.ALREADY_FOUND, Choose, 1, item=first)
    assert first not in table.seen.choosing[1]
    assert table.seen.picked == (middle, last)
    assert first in table.choose(1, middle).seen.choosing[1]


def test_a_set_found_before_is_refused_alone_too():  # SET-C15
    table = Table(1, puzzle=9)
    first, middle, last = sets_of(table.seen.table)[0]
    table.choose(0, first, middle, last, last, first)
    table.refuses(Refusal.ALREADY_FOUND, Choose, 0, item=middle)
    assert table.seen.sets == (1,)


def test_in_a_race_each_set_counts_for_who_found_it():  # SET-B5
    table = Table(2, puzzle=9)
    for number, trio in enumerate(sets_of(table.seen.table)):
        table.take(number % 2, *trio)
    assert table.outcome == Outcome((2, 2), (1, 1), (0, 1), "all_found")


def test_a_wrong_three_costs_one_in_a_race_and_nothing_alone():  # SET-C15
    race, alone = Table(2, puzzle=12), Table(1, puzzle=12)
    race.take(1, *a_wrong_three(race.seen.table))
    assert race.seen.scores == (0, -1)
    alone.choose(0, *a_wrong_three(alone.seen.table))
    assert alone.seen.scores == (0,)


def test_nothing_is_dealt():  # SET-38
    alone, race = Table(1, puzzle=9), Table(2, puzzle=9).press(0)
    alone.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="deal")
    race.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="none")
    assert "none" not in race.seen.choosing[0]


@pytest.mark.parametrize("none", ["vote", "auto"])
def test_other_house_rules_do_not_touch_the_board(none):
    table = Table(2, puzzle=9, none=none, end="deck_out")
    for trio in sets_of(table.seen.table):
        table.take(0, *trio)
    assert table.outcome.reason == "all_found"


def test_a_board_can_be_given():
    board = puzzle(9, 77)
    assert Table(1, board, puzzle=9).seen.table == board


@pytest.mark.parametrize(
    ("board", "puzzle_of", "wrong"),
    [
        (puzzle(9, 1), 12, "board has 9 cards, not 12"),
        (TWENTY[:9], 9, "board hides 0 SETs, not 4"),
        (TWENTY[:12], 12, "board hides 0 SETs, not 6"),
        (["1RSE"] * 9, 9, "'1RSE' is there more than once"),
    ],
)
def test_a_wrong_board_is_refused(board, puzzle_of, wrong):
    with pytest.raises(ValueError, match=wrong):
        Table(1, board, puzzle=puzzle_of)


def test_beginners_puzzles_are_solid():
    assert {card[2] for card in Table(1, beginner=True, puzzle=12).seen.table} == {"S"}


def test_a_found_set_ends_a_lock_out():  # SET-C13
    table = Table(2, puzzle=9, lockout=True)
    table.take(0, *a_wrong_three(table.seen.table))
    assert table.seen.resting == (0,)
    assert table.take(1, *sets_of(table.seen.table)[0]).seen.resting == ()


def test_reactions_run_from_the_last_set_found():  # SET-B6
    table = Table(2, puzzle=9)
    first, second, *_ = sets_of(table.seen.table)
    table.take(0, *first)
    opened = table.now
    table.wait(2).press(1)
    called = table.now
    table.choose(1, *second)
    assert table.seen.reactions[1] == (called - opened,)
