"""A match in play: its journal, since when each offer has stood, and what would be if."""

import pytest

import games
from device.live import Live
from device.record import UNDO, action_of, entry_of
from device.seating import seated
from games.match import MS, Choose, Hold, IllegalActionError, Lift, Press, S, Tap, TimeUp


class Journal:
    def __init__(self):
        self.entries = []

    def add(self, entry, scores):
        self.entries.append((entry, scores))
        return len(self.entries)


def live(seats=3, **options):
    match = games.start("set_game", seats, 7, options)
    return Live(match, seated(tuple(range(1, seats + 1)), 0), Journal())


def test_each_accepted_action_is_one_numbered_line_with_the_scores_after_it():
    table = live()
    table.play(Press(at=S, seat=1))
    table.catch_up(6 * S)
    lines = [(e.number, e.kind, e.at, e.seat, scores) for e, scores in table.journal.entries]
    assert lines == [(0, "press", S, 1, (0, 0, 0)), (1, "timeup", 6 * S, None, (0, -1, 0))]
    assert (table.number, table.ticket) == (2, 2)


def test_a_refused_action_leaves_no_line():
    table = live()
    with pytest.raises(IllegalActionError):
        table.play(Tap(at=S, seat=1))
    assert table.journal.entries == []


@pytest.mark.parametrize(
    "action",
    [
        Press(at=1, seat=0),
        Tap(at=2, seat=5),
        Hold(at=3, seat=1),
        Lift(at=4, seat=2),
        Choose(at=5, seat=3, item="2RTD"),
        TimeUp(at=6),
    ],
)
def test_a_line_is_read_back_as_the_action_that_it_was(action):
    assert action_of(entry_of(0, action)) == action


def test_a_line_of_an_unknown_kind_is_refused_by_name():
    with pytest.raises(ValueError, match="journal line 4: no action 'sneeze'"):
        action_of(entry_of(4, Press(at=1, seat=0)).__class__(4, 1, "sneeze"))


def test_an_offer_stands_since_the_change_that_made_it():
    table = live()
    first = table.standing(0, 0)["press"]
    table.play(Press(at=S, seat=1))
    assert table.standing(0, 2 * S) == {}
    table.catch_up(6 * S)
    again = table.standing(0, 6 * S)["press"]
    assert (first.id, again.id) == ("call", "call")
    assert first != again
    assert again.since == 6 * S


def test_an_offer_that_goes_through_a_change_is_the_same_one():
    table = live(none_penalty=True)
    table.play(Press(at=S, seat=1))
    table.play(Choose(at=2 * S, seat=1, item="none"))
    stood = table.standing(0, 3 * S)
    table.play(Tap(at=3 * S, seat=2))
    assert table.standing(0, 4 * S) == stood


def test_an_offer_did_not_stand_before_it_was_made():
    table = live()
    table.play(Press(at=S, seat=1))
    table.catch_up(6 * S)
    assert table.standing(0, 6 * S - 1) == {}


def test_what_a_deadline_will_offer_stands_from_its_very_instant():
    table = live()
    table.play(Press(at=S, seat=1))
    assert table.standing(0, 6 * S - 1) == {}
    coming = table.standing(0, 6 * S)["press"]
    table.catch_up(6 * S)
    assert table.standing(0, 6 * S)["press"] == coming
    assert table.journal.entries[-1][0].kind == "timeup"


def test_playing_tentatively_changes_nothing():
    table = live()
    seen = table.tentative([Press(at=S, seat=2), Press(at=S + MS, seat=1)])
    assert seen.lit == {2: "on"}
    assert table.view.lit == {}
    assert (table.number, table.match.at, table.journal.entries) == (0, 0, [])


def test_a_tentative_press_after_the_deadline_sees_the_sand_run_out_first():
    table = live()
    table.play(Press(at=S, seat=1))
    assert table.tentative([Press(at=6 * S - 1, seat=0)]).lit == {1: "on"}
    assert table.tentative([Press(at=6 * S, seat=0)]).lit == {0: "on"}


def test_taking_a_press_back_leaves_two_lines_and_new_offers():
    table = live()
    stood, before = table.standing(0, 0)["press"], table.match
    table.play(Press(at=S, seat=1))
    table.undo(before, 1)
    assert table.match == before
    kinds = [(entry.number, entry.kind, entry.at) for entry, _ in table.journal.entries]
    assert kinds == [(0, "press", S), (1, UNDO, S)]
    assert table.standing(0, 2 * S)["press"] != stood
