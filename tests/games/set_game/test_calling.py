"""A call, its three cards, and what a wrong one costs."""

from dataclasses import replace

import pytest

from games.match import MS, Choose, Hold, Press, Refusal, Running, S, Tap, TimeUp
from games.set_game import DECK, News, Phase, Verdict
from tests.games.set_game.table import CALL, ONE_SET, TRIO, WRONG, Table, stacked


@pytest.fixture
def table():
    return Table(3, stacked(ONE_SET))


def test_twelve_cards_lie_open_and_69_are_left():  # SET-05 SET-06
    table = Table(4)
    assert len(table.seen.table) == 12
    assert table.seen.deck_left == 69
    assert {*table.seen.table, *table.match.state.deck} == set(DECK)


def test_another_seed_gives_another_deal():  # SET-04 SET-C12: the box shuffles and deals
    assert Table(4, seed=1).seen.table != Table(4, seed=2).seen.table
    assert Table(4, seed=1).seen.table == Table(4, seed=1).seen.table


def test_one_to_six_may_play():  # SET-16
    for seats in range(1, 7):
        assert len(Table(seats).seen.scores) == seats


def test_all_may_call_at_once_and_there_are_no_turns(table):  # SET-17
    assert table.seen.offers == {0: CALL, 1: CALL, 2: CALL}
    assert table.seen.choosing == {}


def test_the_first_to_press_is_the_caller_and_shines(table):  # SET-18 SET-B1
    table.press(1)
    assert table.seen.caller == 1
    assert table.seen.phase is Phase.PICK
    assert table.seen.lit == {1: "on"}
    assert table.seen.choosing == {1: (*table.seen.table, "none")}


def test_until_the_taking_is_finished_nobody_else_may_take(table):  # SET-23 SET-C9 SET-B1
    table.press(1)
    for seat in (0, 1, 2):
        table.refuses(Refusal.CALL_STANDS, Press, seat)
    table.refuses(Refusal.NOT_YOUR_TURN, Choose, 0, item=TRIO[0])
    assert table.seen.offers == {}
    assert table.seen.scores == (0, 0, 0)


def test_nobody_takes_without_a_call(table):  # SET-18
    table.refuses(Refusal.WRONG_PHASE, Choose, 0, item=TRIO[0])
    table.refuses(Refusal.WRONG_PHASE, Tap, 0)
    table.refuses(Refusal.WRONG_PHASE, Hold, 0)


def test_a_card_is_picked_and_unpicked(table):  # SET-C8
    table.press(0).choose(0, TRIO[0], "1GSE")
    assert table.seen.picked == (TRIO[0], "1GSE")
    table.choose(0, TRIO[0])
    assert table.seen.picked == ("1GSE",)


def test_only_cards_on_the_table_can_be_picked(table):
    table.press(0)
    for item in ("3POW", "1RS", "", "hint", "deal"):
        table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item=item)


def test_a_right_set_scores_one_and_is_kept_and_three_cards_come(table):  # SET-13 SET-21
    table.take(1, *TRIO)
    assert table.seen.scores == (0, 1, 0)
    assert (table.seen.sets, table.seen.errors) == ((0, 1, 0), (0, 0, 0))
    assert len(table.seen.table) == 12
    assert table.seen.deck_left == 66
    assert not set(TRIO) & {*table.seen.table, *table.match.state.deck}
    assert table.seen.verdict == Verdict(1, TRIO, True, ())


def test_new_cards_lie_where_the_taken_ones_lay(table):  # SET-21
    before = table.seen.table
    table.take(1, *TRIO)
    after = table.seen.table
    assert [a for a, b in zip(before, after, strict=True) if a != b] == list(TRIO)


def test_a_wrong_three_costs_one_and_goes_back(table):  # SET-14 SET-22 SET-31 SET-C14
    before = table.seen.table
    table.take(2, *WRONG)
    assert table.seen.scores == (0, 0, -1)
    assert (table.seen.sets, table.seen.errors) == ((0, 0, 0), (0, 0, 1))
    assert table.seen.table == before
    assert table.seen.verdict == Verdict(2, WRONG, False, ("shading", "shape"))
    assert table.seen.news == (News.WRONG, 2)


def test_after_a_judgement_the_buzzers_are_open_at_once(table):  # SET-22 SET-B2
    table.take(2, *WRONG)
    assert table.seen.phase is Phase.SEARCH
    assert list(table.seen.offers) == [0, 1, 2]
    table.take(2, *TRIO)
    assert table.seen.scores == (0, 0, 0)


def test_the_order_of_picking_does_not_matter(table):  # SET-09
    table.take(0, TRIO[2], TRIO[0], TRIO[1])
    assert table.seen.sets == (1, 0, 0)


def test_every_seat_has_its_sets_and_errors_counted(table):  # SET-07 SET-40
    table.take(0, *WRONG).take(1, *WRONG).take(1, *WRONG).take(2, *TRIO)
    assert table.seen.sets == (0, 0, 1)
    assert table.seen.errors == (1, 2, 0)
    assert table.seen.scores == (-1, -2, 1)


def test_the_caller_has_five_seconds(table):  # SET-19 SET-C2
    table.press(0)
    called = table.now
    assert table.seen.glass == Running(called + 5 * S, 5 * S)
    table.choose(0, *TRIO[:2])
    assert table.match.game.deadline(table.match.state) == called + 5 * S
    last = table.match.play(Choose(at=called + 5 * S - 1, seat=0, item=TRIO[2]))
    assert last.state.tally.sets == (1, 0, 0)


def test_the_sand_beats_the_third_card_at_the_very_instant(table):  # SET-C2
    table.press(0).choose(0, *TRIO[:2])
    due = table.match.game.deadline(table.match.state)
    with pytest.raises(ValueError, match=f"deadline at {due}"):
        table.match.play(Choose(at=due, seat=0, item=TRIO[2]))
    assert table.match.play(TimeUp(at=due)).state.tally.errors == (1, 0, 0)


def test_a_time_out_is_an_error_and_others_may_take_that_group(table):  # SET-30 SET-31 SET-C2
    table.press(0).choose(0, *TRIO[:2]).wait(5)
    assert table.seen.scores == (-1, 0, 0)
    assert table.seen.caller is None
    assert table.seen.picked == ()
    assert table.seen.news == (News.TIME_UP, 0)
    assert table.seen.verdict == Verdict(0, TRIO[:2], False, ())
    table.take(1, *TRIO)
    assert table.seen.scores == (-1, 1, 0)


def test_a_time_out_can_be_free_of_penalty():  # SET-C2 opt
    table = Table(2, timeout_penalty=False).press(0).wait(5)
    assert table.seen.caller is None
    assert table.seen.errors == (0, 0)
    table = Table(2, stacked(ONE_SET), timeout_penalty=False).take(0, *WRONG)
    assert table.seen.errors == (1, 0)


@pytest.mark.parametrize("seconds", [3, 4, 30])
def test_the_pick_window_is_3_to_30_seconds(seconds):  # SET-C2 opt
    table = Table(2, pick_seconds=seconds).press(0).wait(seconds - 0.001)
    assert table.seen.caller == 0
    assert table.wait(0.001).seen.caller is None


@pytest.mark.parametrize("seconds", [2, 31, 5.0, True])
def test_no_other_pick_window(seconds):
    with pytest.raises(ValueError, match=r"'pick_seconds' is .* 3 to 30"):
        Table(2, pick_seconds=seconds)


def test_by_buzzer_alone_the_lobby_gives_30_seconds():  # SET-C8
    from games.options import specs
    from games.set_game import Options

    assert specs(Options)["pick_seconds"].walk == 30


def test_a_call_that_is_undone_was_never_made(table):  # the table menu's chord
    before = table.match
    table.press(0)
    table.match = before
    table.wait(60).take(1, *TRIO)
    assert table.seen.scores == (0, 1, 0)


# House rule: the lock-out


def locked_table(seats=3):
    return Table(seats, stacked(ONE_SET), lockout=True)


def test_without_the_house_rule_a_wrong_caller_may_call_again(table):  # SET-32
    assert table.take(0, *WRONG).seen.resting == ()


def test_a_wrong_caller_is_locked_out_until_cards_come(table):  # SET-32 SET-C13
    table = locked_table().take(0, *WRONG)
    assert table.seen.resting == (0,)
    assert table.seen.offers == {1: CALL, 2: CALL}
    assert 0 not in table.seen.lit
    table.refuses(Refusal.RESTING, Press, 0)
    table.wait(600).refuses(Refusal.RESTING, Press, 0)
    table.take(1, *TRIO)
    assert table.seen.resting == ()
    assert table.press(0).seen.caller == 0


def test_three_cards_more_end_the_lock_out_too():  # SET-C13
    table = locked_table().take(0, *WRONG).none_agreed(1)
    assert len(table.seen.table) == 15
    assert table.seen.resting == ()


@pytest.mark.parametrize("penalty", [True, False])
def test_a_time_out_locks_even_when_it_is_free(penalty):  # SET-C13
    table = Table(3, lockout=True, timeout_penalty=penalty).press(1).wait(5)
    assert table.seen.resting == (1,)
    assert table.seen.errors == (0, int(penalty), 0)


def test_a_lock_out_of_all_ends_for_all():  # SET-C13
    table = locked_table().take(0, *WRONG).take(1, *WRONG)
    assert table.seen.resting == (0, 1)
    table.take(2, *WRONG)
    assert table.seen.resting == ()
    assert list(table.seen.offers) == [0, 1, 2]


def test_a_lock_out_of_all_who_are_still_here_ends_for_all():  # SET-C13
    table = locked_table().take(0, *WRONG).take(1, *WRONG).leave(2)
    assert table.seen.resting == ()


def test_who_is_locked_out_still_has_a_voice():  # SET-24: all players must agree
    table = locked_table().take(0, *WRONG).none(1)
    assert list(table.seen.offers) == [0, 2]


# Statistics


def test_reactions_run_from_the_layout_to_the_call_of_a_right_set(table):  # SET-B6
    table.wait(7).take(1, *TRIO)
    assert table.seen.reactions == ((), (7 * S + 100 * MS,), ())
    opened = table.now
    table.take(0, *table.seen.table[:2], third_wrong(table)).wait(2)
    table.press(0)
    called = table.now
    cards = [table.seen.table[i] for i in table.match.state.hidden[0]]
    table.choose(0, *cards)
    assert table.seen.reactions == ((called - opened,), (7 * S + 100 * MS,), ())


def third_wrong(table):
    from games.set_game import is_set

    a, b, *others = table.seen.table
    return next(c for c in others if not is_set(a, b, c))


def test_a_wrong_three_leaves_no_reaction(table):  # SET-B6
    assert table.take(0, *WRONG).seen.reactions == ((), (), ())


def test_sets_errors_and_reactions_are_kept_with_the_result(table):  # SET-43 SET-B5 SET-B6
    table.wait(7).take(1, *TRIO).take(0, *table.seen.table[:2], third_wrong(table))
    figures = table.match.game.figures(table.match.state)
    assert figures["sets"] == (0, 1, 0)
    assert figures["errors"] == (1, 0, 0)
    assert figures["fastest"] == figures["median"] == (None, 7 * S + 100 * MS, None)


@pytest.mark.parametrize(
    ("reactions", "fastest", "median"),
    [((9, 2, 4), 2, 4), ((9, 2, 4, 30), 2, 4), ((7,), 7, 7), ((), None, None)],
)
def test_the_median_is_of_all_reactions_the_lower_of_two(
    table, reactions, fastest, median
):  # SET-B6
    state = table.match.state
    tally = replace(state.tally, reactions=(reactions, (), ()))
    figures = table.match.game.figures(state.but(tally=tally))
    assert (figures["fastest"][0], figures["median"][0]) == (fastest, median)
