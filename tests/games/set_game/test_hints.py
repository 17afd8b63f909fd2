"""Hints: asked for in the table menu, granted by all."""

import pytest

from games.match import Choose, Press, Refusal, S
from games.set_game import News, Phase, find_sets
from tests.games.set_game.table import NO_SET, ONE_SET, TRIO, VOICE, WRONG, Table, stacked


@pytest.fixture
def table():
    return Table(3, stacked(ONE_SET), hints=True)


def test_there_are_none_unless_the_house_rule_says_so():  # SET-B4
    table = Table(3)
    assert table.seen.menu == dict.fromkeys(range(3), ("leave",))
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="hint")


def test_a_hint_is_asked_for_in_the_menu_and_voted_on(table):  # SET-B4
    assert table.seen.menu == dict.fromkeys(range(3), ("hint", "leave"))
    table.choose(1, "hint")
    assert (table.seen.phase, table.seen.about, table.seen.proposer) == (Phase.VOTE, "hint", 1)
    assert table.seen.offers == {0: VOICE, 2: VOICE}
    assert table.seen.menu == dict.fromkeys(range(3), ("leave",))
    table.refuses(Refusal.WRONG_PHASE, Press, 0)


def test_one_card_then_two_and_no_more(table):  # SET-B4
    table.choose(1, "hint").tap(0, 2)
    assert table.seen.hinted == (TRIO[0],)
    assert table.seen.news == (News.HINT, 1)
    table.choose(0, "hint").tap(1, 2)
    assert table.seen.hinted == TRIO[:2]
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="hint")
    assert table.seen.menu[0] == ("leave",)


def test_all_must_agree(table):  # SET-B4
    table.choose(1, "hint").tap(0).hold(2)
    assert table.seen.hinted == ()
    assert table.seen.news == (News.HINT_REFUSED, 1)
    assert table.seen.resting == ()
    assert table.seen.phase is Phase.SEARCH


def test_silence_refuses_a_hint(table):  # SET-B4
    table.choose(1, "hint").tap(0).wait(8)
    assert table.seen.hinted == ()
    assert table.seen.glass is None


def test_not_while_a_call_stands(table):  # SET-23
    table.press(0)
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="hint")
    table.refuses(Refusal.NOT_YOUR_TURN, Choose, 1, item="hint")


@pytest.mark.parametrize("score", [0, 1])
def test_a_set_found_after_a_hint_scores_nothing_or_one(score):  # SET-B4
    table = Table(3, stacked(ONE_SET), hints=True, hint_score=score)
    table.choose(1, "hint").tap(0, 2).take(2, *TRIO)
    assert table.seen.sets == (0, 0, 1)
    assert table.seen.scores == (0, 0, score)
    assert table.seen.hinted == ()


def test_the_next_set_counts_in_full_again(table):  # SET-B4
    table.choose(1, "hint").tap(0, 2).take(2, *TRIO).take_any(2)
    assert table.seen.sets == (0, 0, 2)
    assert table.seen.scores == (0, 0, 1)


def test_a_wrong_three_after_a_hint_costs_one_all_the_same(table):  # SET-14
    table.choose(1, "hint").tap(0, 2).take(2, *WRONG)
    assert table.seen.scores == (0, 0, -1)
    assert table.seen.hinted == (TRIO[0],)


def test_three_more_cards_take_the_hint_away(table):
    table.choose(1, "hint").tap(0, 2).none_agreed(0)
    assert table.seen.hinted == ()


def test_the_hint_may_be_that_there_is_no_set():
    table = Table(2, stacked(NO_SET), hints=True).choose(0, "hint").tap(1)
    assert table.seen.hinted == ()
    assert table.seen.news == (News.HINT_NONE, 0)


def test_who_plays_alone_just_gets_it():  # SET-B4
    table = Table(1, stacked(ONE_SET), hints=True).choose(0, "hint")
    assert table.seen.hinted == (TRIO[0],)
    assert table.choose(0, *TRIO).seen.scores == (0,)


def test_a_puzzle_hints_at_a_set_not_yet_found():
    table = Table(1, puzzle=9, hints=True, hint_score=1)
    board = table.seen.table
    first, second, *_ = find_sets(board)
    table.choose(0, *[board[i] for i in first], "hint", "hint")
    assert table.seen.hinted == (board[second[0]], board[second[1]])


def test_a_resting_seat_may_ask_for_a_hint_too(table):
    table.none(0).hold(1)
    assert table.seen.resting == (0,)
    table.choose(0, "hint").tap(1, 2)
    assert table.seen.hinted == (TRIO[0],)


def test_reactions_are_not_reset_by_a_hint(table):  # SET-B6
    table.wait(20).choose(1, "hint").tap(0, 2).take(2, *TRIO)
    assert table.seen.reactions[2][0] > 20 * S
