"""Who sits where (G: P23): seats go clockwise from place 1, bots take the first empty places."""

import pytest

from device.seating import EVERYONE, Seating, seated


def test_between_matches_each_place_is_a_seat():
    assert [EVERYONE.seat(place) for place in range(1, 7)] == [0, 1, 2, 3, 4, 5]


def test_seats_are_the_taken_places_in_clockwise_order():
    seating = seated((2, 5), bots=0)
    assert seating.places == (2, 5)
    assert [seating.seat(place) for place in range(1, 7)] == [None, 0, None, None, 1, None]


@pytest.mark.parametrize(
    ("people", "bots", "places", "bot_seats"),
    [
        ((2, 5), 1, (1, 2, 5), (0,)),
        ((2, 5), 4, (1, 2, 3, 4, 5, 6), (0, 2, 3, 5)),
        ((1,), 5, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5)),
        ((6,), 2, (1, 2, 6), (0, 1)),
    ],
)
def test_bots_sit_on_the_first_empty_places(people, bots, places, bot_seats):
    assert seated(people, bots) == Seating(places, bot_seats)


def test_a_finger_on_the_buzzer_of_a_bot_or_of_nobody_is_nobodys():
    seating = seated((2, 5), bots=1)
    assert seating.seat(1) is None
    assert seating.seat(6) is None
    assert seating.people() == (1, 2)
