"""The walk: rows first, then the row, a last stop "back", then the verbs (SET-C8)."""

from dataclasses import dataclass
from enum import StrEnum

import pytest

from device import scan
from device.wire import Highlight
from games.match import MS, S, View

STEP = 900 * MS
T = 10 * S
TABLE = tuple(f"card{number}" for number in range(12))


class Phase(StrEnum):
    PICK = "pick"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView(View):
    """A view of nothing but offers and choices."""


def view(choosing, offers=None):
    return TableView(
        game="toy",
        phase=Phase.PICK,
        lit={},
        glass=None,
        offers=offers or {},
        choosing=choosing,
        own=(),
        menu={},
        scores=(),
    )


def walk(items, offers=None):
    return scan.begin(view({2: items}, {2: offers or {}}), 2, T, STEP)


def test_who_has_public_choices_walks():
    assert scan.walker(view({2: TABLE}), (0, 1, 2)) == 2
    assert scan.walker(view({}), (0, 1, 2)) is None
    assert scan.walker(view({2: ()}), (0, 1, 2)) is None


def test_a_seat_with_a_press_offer_never_walks():
    assert scan.walker(view({2: TABLE}, {2: {"press": "call"}}), (0, 1, 2)) is None


def test_a_seat_that_the_box_plays_never_walks():
    assert scan.walker(view({2: TABLE}), (0, 1)) is None


def test_few_choices_are_walked_one_by_one():
    stops = walk(("play", "seats", "rules")).stops
    assert [stop.items for stop in stops] == [("play",), ("seats",), ("rules",)]
    assert not any(stop.row for stop in stops)


def test_many_choices_are_walked_by_the_three_rows_of_the_screen():
    stops = walk(TABLE).stops
    assert [stop.items for stop in stops] == [TABLE[0::3], TABLE[1::3], TABLE[2::3]]
    assert all(stop.row for stop in stops)


@pytest.mark.parametrize("count", range(1, 25))
def test_every_choice_is_on_just_one_stop(count):
    items = tuple(f"item{number}" for number in range(count))
    rows = scan.rows(items)
    assert sorted(item for row in rows for item in row) == sorted(items)
    assert all(len(row) == 1 for row in rows) == (count <= scan.MANY)


def test_what_does_not_fill_a_column_is_walked_by_itself():
    assert walk((*TABLE, "none")).stops[-1] == Highlight(2, ("none",))


def test_the_verbs_that_the_seat_is_offered_come_last():
    stops = walk(("a", "b"), {"tap": "go_on", "hold": "peek"}).stops
    assert [stop.verb for stop in stops] == [None, None, "tap", "hold"]


def test_the_highlight_rests_on_each_stop_and_goes_round():
    walking = walk(("a", "b", "c"))
    seen = [walking.stop(T + step * STEP).items[0] for step in range(7)]
    assert seen == ["a", "b", "c", "a", "b", "c", "a"]
    assert walking.stop(T + STEP - 1).items == ("a",)
    assert walking.due(T) == T + STEP
    assert walking.due(T + STEP) == T + 2 * STEP


def test_a_press_within_200_ms_after_a_step_counts_for_the_stop_before():
    walking = walk(("a", "b", "c"))
    step = T + STEP
    assert walking.picked(step - 1).items == ("a",)
    assert walking.picked(step + scan.GRACE - 1).items == ("a",)
    assert walking.picked(step + scan.GRACE).items == ("b",)
    assert scan.GRACE == 200 * MS


def test_a_press_right_at_the_beginning_counts_for_the_first_stop():
    assert walk(("a", "b", "c")).picked(T).items == ("a",)
    assert walk(("a", "b", "c")).picked(T - 5 * MS).items == ("a",)


def test_a_row_opens_into_its_cards_with_a_last_stop_back():
    walking = walk(TABLE)
    row = scan.open_row(walking, walking.stops[1], T + S)
    assert [stop.items for stop in row.stops] == [*((card,) for card in TABLE[1::3]), ()]
    assert row.start == T + S
    assert row.ground == walking.ground


@pytest.mark.parametrize("seed", range(5))
def test_the_next_step_is_always_ahead(seed):
    walking = walk(TABLE)
    for now in range(T - S, T + 20 * S, 37 * MS * (seed + 1)):
        assert walking.due(now) > now
        assert walking.stop(walking.due(now) - 1) == walking.stop(max(now, T))
