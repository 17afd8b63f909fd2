""" "I see no SET": the vote, the cards that come, and who rests."""

import pytest

from games.match import MS, Choose, Hold, Press, Refusal, Running, S, Tap
from games.set_game import News, Phase
from tests.games.set_game.table import NO_SET, ONE_SET, TRIO, TWENTY, VOICE, WRONG, Table, stacked


@pytest.fixture
def table():
    return Table(3, stacked(NO_SET))


def test_a_caller_who_sees_none_opens_a_vote_of_the_others(table):  # SET-C3
    table.none(1)
    seen = table.seen
    assert (seen.phase, seen.about, seen.proposer) == (Phase.VOTE, "none", 1)
    assert seen.offers == {0: VOICE, 2: VOICE}
    assert seen.lit == {0: "pulse", 1: "on", 2: "pulse"}
    assert seen.glass == Running(table.now + 8 * S, 8 * S)
    for seat in range(3):
        table.refuses(Refusal.WRONG_PHASE, Press, seat)


def test_if_all_agree_three_cards_come(table):  # SET-24
    table.none(1).tap(0)
    assert len(table.seen.table) == 12
    assert table.seen.agreed == (0,)
    table.tap(2)
    assert len(table.seen.table) == 15
    assert table.seen.deck_left == 66
    assert table.seen.scores == (0, 0, 0)
    assert table.seen.news == (News.THREE_MORE, 1)
    assert table.seen.phase is Phase.SEARCH


def test_even_if_a_set_was_there():  # SET-C3
    table = Table(3, stacked(ONE_SET)).none_agreed(0)
    assert len(table.seen.table) == 15


def test_one_who_refuses_is_enough(table):  # SET-24 SET-C3
    table.none(1).hold(2)
    assert len(table.seen.table) == 12
    assert table.seen.phase is Phase.SEARCH
    assert table.seen.news == (News.NONE_REFUSED, 1)
    assert table.seen.scores == (0, 0, 0)


def test_silence_refuses_after_eight_seconds(table):  # SET-C3
    table.none(1).tap(0).wait(7.89)
    assert table.seen.phase is Phase.VOTE
    table.wait(0.02)
    assert table.seen.phase is Phase.SEARCH
    assert len(table.seen.table) == 12


def test_a_seat_votes_once_and_the_proposer_not_at_all(table):  # SET-C3
    table.none(1).tap(0)
    table.refuses(Refusal.ALREADY_VOTED, Tap, 0)
    table.refuses(Refusal.ALREADY_VOTED, Hold, 0)
    table.refuses(Refusal.NOT_YOUR_TURN, Tap, 1)
    assert table.seen.lit == {1: "on", 2: "pulse"}


def test_a_refused_proposer_rests_for_ten_seconds_from_the_votes_end(table):  # SET-C3
    table.none(1).wait(3).hold(2)
    assert table.seen.resting == (1,)
    assert list(table.seen.offers) == [0, 2]
    assert 1 not in table.seen.lit
    table.refuses(Refusal.RESTING, Press, 1)
    assert table.match.game.deadline(table.match.state) == table.now + 10 * S
    table.wait(9.999)
    assert table.seen.resting == (1,)
    table.wait(0.001)
    assert table.seen.resting == ()
    assert table.press(1).seen.caller == 1


def test_a_silent_refusal_rests_from_its_end_too(table):  # SET-C3
    table.none(1)
    ends = table.now + 8 * S
    table.wait(8)
    assert table.match.game.deadline(table.match.state) == ends + 10 * S


def test_a_rest_ends_while_another_seat_picks(table):  # SET-C3
    table.none(1).hold(2).wait(8).press(0)
    assert table.seen.resting == (1,)
    table.wait(2)
    assert (table.seen.resting, table.seen.caller) == ((), 0)
    table.wait(3)
    assert table.seen.errors == (1, 0, 0)


def test_a_rest_and_a_pick_window_that_end_together(table):
    table.none(1).hold(2).wait(5)
    table.now -= 100 * MS
    table.press(0).wait(5)
    assert table.seen.resting == ()
    assert table.seen.errors == (1, 0, 0)


def test_an_agreed_none_makes_nobody_rest(table):
    assert table.none_agreed(1).seen.resting == ()


def test_it_must_be_the_first_choice(table):  # SET-C3: no way out of a wrong call
    table.press(1).choose(1, NO_SET[0])
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 1, item="none")
    assert "none" not in table.seen.choosing[1]


def test_after_fifteen_the_next_set_is_not_refilled():  # SET-25
    table = Table(3, stacked(ONE_SET)).none_agreed(0).take(1, *TRIO)
    assert len(table.seen.table) == 12
    assert table.seen.deck_left == 66


def test_without_refill_the_last_cards_move_into_the_gaps():
    table = Table(3, stacked(ONE_SET)).none_agreed(0)
    before = table.seen.table
    table.take(1, *TRIO)
    assert table.seen.table == (*before[12:], *before[3:12])


def test_no_refill_while_more_than_twelve_remain():  # SET-C5
    table = Table(3, stacked(ONE_SET)).none_agreed(0).none_agreed(0).take(1, *TRIO)
    assert len(table.seen.table) == 15
    assert table.seen.deck_left == 63


def test_vote_again_up_to_twenty_one():  # SET-C4
    table = Table(3, stacked(TWENTY))
    for size in (15, 18, 21):
        assert len(table.none_agreed(0).seen.table) == size
    table.press(0)
    assert "none" not in table.seen.choosing[0]
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="none")


def test_the_deck_permitting():  # SET-C4
    table = Table(2, [*NO_SET, "3POW"]).none_agreed(0)
    assert len(table.seen.table) == 13
    assert table.seen.deck_left == 0


# House rules


def test_the_box_can_add_cards_by_itself():  # SET-C3 opt
    table = Table(3, stacked(NO_SET), none="auto")
    assert len(table.seen.table) == 15
    assert table.seen.news == (News.THREE_MORE, None)
    table.press(0)
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="none")
    assert "none" not in table.seen.choosing[0]


def test_the_box_adds_as_often_as_it_takes():  # SET-C3 opt
    assert len(Table(3, stacked(TWENTY), none="auto").seen.table) == 21


def test_the_box_adds_none_while_there_is_a_set():  # SET-C3 opt
    assert len(Table(3, stacked(ONE_SET), none="auto").seen.table) == 12


def test_the_box_adds_after_a_set_was_taken():  # SET-C3 opt
    rest = [card for card in TWENTY if card not in NO_SET][:3]
    table = Table(2, stacked([*TRIO, *NO_SET[2:11], *rest]), none="auto")
    while table.seen.deck_left:
        table.take_any(0)
        assert table.match.state.hidden or not table.seen.deck_left


def test_the_box_can_refuse_when_there_is_a_set():  # SET-C3 opt
    table = Table(3, stacked(ONE_SET), none_checked=True).none_agreed(0)
    assert len(table.seen.table) == 12
    assert table.seen.news == (News.SET_EXISTS, 0)
    assert table.seen.resting == (0,)
    assert table.seen.errors == (0, 0, 0)
    assert table.seen.hinted == ()
    table = Table(3, stacked(NO_SET), none_checked=True).none_agreed(0)
    assert len(table.seen.table) == 15


def test_a_refused_none_can_cost_one():  # SET-C3 opt
    table = Table(3, stacked(NO_SET), none_penalty=True).none(0).hold(1)
    assert table.seen.scores == (-1, 0, 0)
    assert table.seen.errors == (1, 0, 0)
    table = Table(3, stacked(NO_SET), none_penalty=True).none_agreed(0)
    assert table.seen.scores == (0, 0, 0)


# The deck is empty


def test_with_an_empty_deck_a_wrong_none_is_rejected_with_a_hint():  # SET-C6
    table = Table(3, ONE_SET).none_agreed(0)
    assert table.outcome is None
    assert table.seen.news == (News.SET_EXISTS, 0)
    assert table.seen.hinted == (TRIO[0],)
    assert table.seen.resting == (0,)
    assert table.none_agreed(1).seen.hinted == TRIO[:2]
    assert table.none_agreed(2).seen.hinted == TRIO[:2]
    assert table.wait(10).take(1, *TRIO).seen.scores == (0, 1, 0), (
        "a hint that nobody asked for is free"
    )


def test_with_an_empty_deck_the_vote_can_end_the_game():  # SET-C6 opt
    table = Table(3, ONE_SET, none_at_end="accept").take(1, *WRONG).none_agreed(0)
    assert table.outcome.reason == "agreed"
    assert table.outcome.scores == (0, -1, 0)


def test_a_truly_empty_table_ends_the_game_before_any_vote():  # SET-C6 SET-C1
    assert Table(3, NO_SET).outcome.reason == "no_set_left"
