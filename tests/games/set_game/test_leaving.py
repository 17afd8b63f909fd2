"""A player goes home: what becomes of the call, the vote, the rest and the place."""

import pytest

from games.match import Choose, Outcome, Press, Refusal
from games.set_game import News, Phase
from tests.games.set_game.table import NO_SET, ONE_SET, TRIO, WRONG, Table, stacked


@pytest.fixture
def table():
    return Table(3, stacked(ONE_SET))


def test_any_seat_may_leave_at_any_time(table):
    everyone = dict.fromkeys(range(3), ("leave",))
    assert table.seen.menu == everyone
    assert table.press(0).seen.menu == everyone
    assert table.choose(0, "none").seen.menu == everyone


def test_the_callers_call_ends_at_once_without_an_error(table):
    table.press(0).choose(0, TRIO[0]).leave(0)
    assert table.seen.phase is Phase.SEARCH
    assert table.seen.picked == ()
    assert table.seen.errors == (0, 0, 0)
    assert table.seen.left == (0,)
    assert table.seen.news == (News.LEFT, 0)
    assert list(table.seen.offers) == [1, 2]
    assert table.take(1, *TRIO).seen.scores == (0, 1, 0)


def test_the_call_of_another_seat_stands(table):
    table.press(0).choose(0, TRIO[0]).leave(1)
    assert table.seen.caller == 0
    assert table.seen.picked == TRIO[:1]
    assert table.choose(0, *TRIO[1:]).seen.scores == (1, 0, 0)


def test_who_left_has_no_more_actions(table):
    table.leave(2)
    table.refuses(Refusal.SEAT_LEFT, Press, 2)
    table.refuses(Refusal.SEAT_LEFT, Choose, 2, item="leave")
    assert 2 not in table.seen.menu
    assert table.match.game.legal(table.match.state, 2, table.now) == ()


def test_a_vote_goes_on_without_a_voter(table):
    table.none(0).tap(1).leave(2)
    assert len(table.seen.table) == 15, "all who are still here agree"


def test_a_vote_still_waits_for_the_others():
    table = Table(4, stacked(NO_SET)).none(0).tap(1).leave(1)
    assert table.seen.phase is Phase.VOTE
    assert table.seen.agreed == ()
    assert table.tap(2).seen.phase is Phase.VOTE
    assert len(table.tap(3).seen.table) == 15


def test_a_vote_goes_on_without_its_proposer():
    table = Table(3, stacked(NO_SET)).none(0).leave(0)
    assert table.seen.lit == {1: "pulse", 2: "pulse"}
    assert len(table.tap(1, 2).seen.table) == 15


def test_a_proposer_who_left_neither_rests_nor_pays():
    table = Table(3, stacked(NO_SET), none_penalty=True).none(0).leave(0).hold(1)
    assert table.seen.resting == ()
    assert table.seen.errors == (0, 0, 0)
    assert table.match.game.deadline(table.match.state) is None


def test_a_resting_seat_that_leaves_rests_no_more(table):
    table.none(0).hold(1)
    table.leave(0)
    assert table.seen.resting == ()
    assert table.match.game.deadline(table.match.state) is None


def test_a_locked_seat_that_leaves_is_not_waited_for():
    table = Table(3, stacked(ONE_SET), lockout=True).take(0, *WRONG).take(1, *WRONG).leave(0)
    assert table.seen.resting == (1,)
    table.take(2, *WRONG)
    assert table.seen.resting == ()


def test_two_go_on_and_one_does_not(table):
    table.leave(0)
    assert table.outcome is None
    table.leave(1)
    assert table.outcome == Outcome((0, 0, 0), (2, 2, 1), (2,), "left")


def test_who_left_places_behind_all_who_stayed(table):
    table.take(0, *TRIO).take(1, *a_wrong_one(table)).leave(0)
    table.leave(1)
    assert table.outcome == Outcome((1, -1, 0), (2, 3, 1), (2,), "left")


def test_leavers_are_placed_among_themselves_by_score():
    table = Table(4, ONE_SET).take(3, *WRONG).leave(3).leave(2).take(0, *TRIO)
    assert table.outcome == Outcome((1, 0, 0, -1), (1, 2, 3, 4), (0,), "no_set_left")


def test_a_leavers_better_score_does_not_win():
    table = Table(3, [*TRIO, "2PSE", "2PSD", "2PSW", *NO_SET[4:9]]).take(0, *TRIO).leave(0)
    table.take(1, *WRONG[:0], "2PSE", "2PSD", "2PSW")
    assert table.outcome.winners == (1,)
    assert table.outcome.places == (3, 1, 2)


def a_wrong_one(table):
    from games.set_game import is_set

    a, b, *others = table.seen.table
    return a, b, next(c for c in others if not is_set(a, b, c))
