"""A solo game: no calls, three more cards cost one, and a win or none."""

import pytest

from games.match import Choose, Hold, Press, Refusal, S, Tap
from games.set_game import News, Phase
from tests.games.set_game.table import NO_SET, ONE_SET, TRIO, TWENTY, WRONG, Table, stacked

DECK_OUT = [*ONE_SET, "3PSE", "3PSD", "3PSW"]
"""Two SETs: with three cards more on the table the deck is empty."""


@pytest.fixture
def table():
    return Table(1, stacked(ONE_SET))


def test_there_is_no_calling(table):  # SET-35
    assert table.seen.offers == {}
    assert table.seen.choosing == {0: (*table.seen.table, "deal")}
    for kind in (Press, Tap, Hold):
        table.refuses(Refusal.WRONG_PHASE, kind, 0)


def test_three_cards_are_just_chosen(table):  # SET-35
    table.choose(0, *TRIO)
    assert table.seen.scores == (1,)
    assert table.seen.phase is Phase.SEARCH
    assert len(table.seen.table) == 12


def test_no_hourglass_runs(table):  # SET-35
    table.choose(0, *TRIO[:2])
    assert table.seen.glass is None
    assert table.wait(3600).seen.picked == TRIO[:2]


def test_a_wrong_three_costs_nothing(table):  # SET-C15
    table.choose(0, *WRONG)
    assert table.seen.scores == (0,)
    assert table.seen.errors == (0,)
    assert table.seen.verdict.failing == ("shading", "shape")
    assert table.seen.picked == ()


def test_three_more_cards_cost_one(table):  # SET-36 SET-C11
    table.choose(0, "deal")
    assert len(table.seen.table) == 15
    assert table.seen.scores == (-1,)
    assert table.seen.news == (News.THREE_MORE, 0)


def test_three_more_cards_cost_one_even_if_there_was_no_set():  # SET-C11
    assert Table(1, stacked(NO_SET)).choose(0, "deal").seen.scores == (-1,)


def test_by_house_rule_only_if_there_was_a_set():  # SET-C11 opt
    assert Table(1, stacked(NO_SET), solo_penalty="if_set").choose(0, "deal").seen.scores == (0,)
    assert Table(1, stacked(ONE_SET), solo_penalty="if_set").choose(0, "deal").seen.scores == (-1,)


def test_picked_cards_are_put_down_when_cards_come(table):
    assert table.choose(0, TRIO[0], "deal").seen.picked == ()


def test_up_to_twenty_one_cards_and_while_the_deck_lasts():  # SET-C4
    table = Table(1, stacked(TWENTY)).choose(0, "deal", "deal", "deal")
    assert len(table.seen.table) == 21
    assert "deal" not in table.seen.choosing[0]
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="deal")
    table = Table(1, DECK_OUT).choose(0, "deal")
    table.refuses(Refusal.NOT_A_CHOICE, Choose, 0, item="deal")


def test_the_box_adds_cards_for_nothing_by_house_rule():  # SET-C3 opt
    table = Table(1, stacked(NO_SET), none="auto")
    assert len(table.seen.table) == 15
    assert table.seen.scores == (0,)
    assert table.choose(0, "deal").seen.scores == (-1,)


def test_without_a_penalty_it_is_a_win():  # SET-37 SET-C10
    assert Table(1, ONE_SET).choose(0, *TRIO).outcome.winners == (0,)
    assert Table(1, NO_SET).outcome.winners == (0,)


def test_a_penalty_is_made_up_for_by_a_late_set():  # SET-37 SET-C10
    table = Table(1, DECK_OUT).choose(0, "deal", *TRIO)
    assert table.match.state.tally.late == 1
    table.play_out()
    assert table.seen.scores == (1,)
    assert table.outcome.winners == (0,)


def test_a_penalty_without_a_late_set_is_no_win():  # SET-37 SET-C10
    table = Table(1, DECK_OUT, end="deck_out").choose(0, "deal")
    assert table.outcome.winners == ()
    assert table.outcome.places == (1,)


def test_a_set_that_empties_the_deck_is_not_late():  # SET-37
    deck = [*ONE_SET, *NO_SET[11:12], "3GTW", "3ROW"]
    table = Table(1, deck).choose(0, *TRIO)
    assert table.seen.deck_left == 0
    assert table.match.state.tally.late == 0


@pytest.mark.parametrize(("rule", "winners"), [("one", (0,)), ("each", ())])
def test_each_penalty_may_need_a_late_set_of_its_own(rule, winners):  # SET-C10 opt
    deck = [*ONE_SET, *[card for card in TWENTY if card not in ONE_SET][:6]]
    table = Table(1, deck, solo_win=rule).choose(0, "deal", "deal", *TRIO)
    if table.outcome is None:
        table.match = table.match.play(Choose(at=table.now, seat=0, item="leave"))
    state = table.match.state
    state = state.but(left=(), ended="no_set_left")
    assert state.tally.errors == (2,)
    assert state.tally.late == 1
    assert table.match.game.outcome(state).winners == winners


def test_reactions_run_to_the_third_card(table):  # SET-B6
    table.wait(9).choose(0, *TRIO)
    assert table.seen.reactions == ((round(9.3 * S),),)


def test_leaving_ends_the_game_and_wins_nothing(table):
    table.choose(0, *TRIO).leave(0)
    assert table.outcome.reason == "left"
    assert table.outcome.winners == ()
    assert table.outcome.scores == (1,)
