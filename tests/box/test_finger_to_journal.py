"""From a finger on the wire to the lamp, the line in the journal, and the screen."""

import pytest

from device.fingers import CONFIRM
from device.sequencer import SETTLE, TIE
from games.match import MS, S


def test_a_finger_on_an_empty_box_sits_down_and_is_the_host(box):
    assert box.page == ("lobby", "attract")
    assert {box.lamps() for _ in range(20) if box.wait(0.1) is None} == {"******", "......"}
    box.press(2)
    assert box.page == ("lobby", "seating")
    assert box.view["taken"] == [False, True, False, False, False, False]
    assert box.view["host"] == 1
    assert box.lamps() == ".*...."


def test_a_call_and_three_cards_by_touch(box):  # SET-18, SET-13
    box.play_set(2, 5)
    cards = box.sets()[0]
    box.press(5)
    box.touch(*cards)
    assert [box.score(2), box.score(5)] == [0, 1]
    assert box.journal() == [("press", 1, None), *(("choose", 1, card) for card in cards)]
    assert box.show["saved"] is True


def test_the_lamp_is_lit_at_the_first_edge_before_anything_is_settled(box):  # "Lamp first"
    box.play_set(2, 5)
    box.down(5)
    assert box.lamps() == "....*."
    assert box.pages.lights[-1] == (box.clock.now, ["off"] * 4 + ["on", "off"])
    assert box.view["caller"] is None
    box.wait(SETTLE / S)
    assert box.view["caller"] == 1
    assert box.journal() == [("press", 1, None)]


def test_a_glitch_takes_its_lamp_back_and_calls_nothing(box):  # G12, G14
    box.play_set(2, 5)
    box.down(5)
    box.wait(0.0005)
    box.up(5)
    assert box.lamps() == "....*."
    box.wait(CONFIRM / S)
    assert box.lamps() == "......"
    assert box.journal() == []
    assert box.view["phase"] == "search"
    assert box.hub.health()["glitches"] == [0, 0, 0, 0, 1, 0]


def test_a_bouncing_finger_that_was_first_wins_and_keeps_the_lamp(box):  # G12
    box.play_set(2, 5)
    box.down(2)
    box.wait(0.0004)
    box.up(2)
    box.wait(0.0003)
    box.down(5)
    assert box.lamps() == ".*...."
    box.wait(0.0005)
    box.down(2)
    box.wait(0.1)
    assert box.view["caller"] == 0
    assert box.lamps() == ".*...."
    assert box.show["photo"] == [{"seat": 1, "behind": 700_000}]


def test_the_photo_finish_says_how_far_behind(box):  # G20, SET-B1
    box.play_set(1, 3, 6)
    box.down(3)
    box.wait(0.0032)
    box.down(6)
    box.wait(0.05)
    box.down(1)
    box.wait(0.1)
    assert box.view["caller"] == 1
    assert box.show["photo"] == [
        {"seat": 2, "behind": 3_200_000},
        {"seat": 0, "behind": 53_200_000},
    ]
    assert box.journal() == [("press", 1, None)]


def test_presses_so_close_are_a_tie_that_is_drawn_shown_and_journalled(box):  # SET-C9
    winners = set()
    box.play_set(1, 3, 6)
    for _ in range(12):
        for place in (6, 3, 1):
            box.down(place)
            box.wait(0.00005)
        box.wait(0.1)
        entry = [e for e in box.store.entries() if e.kind == "press"][-1]
        assert sorted(box.show["tie"]) == [0, 1, 2]
        assert list(entry.tie) == box.show["tie"]
        assert entry.seat == box.view["caller"] == entry.tie[0]
        assert [late["behind"] for late in box.show["photo"]] == [0, 0]
        winners.add(entry.seat)
        for place in (6, 3, 1):
            box.up(place)
        box.wait(6)
    assert winners == {0, 1, 2}


def test_a_press_just_outside_the_tie_window_loses(box):
    box.play_set(1, 3)
    box.down(3)
    box.wait((TIE + 1) / S)
    box.down(1)
    box.wait(0.1)
    assert box.show["tie"] == []
    assert box.view["caller"] == 1


def test_two_who_sit_down_at_once_are_no_tie(box):
    box.down(4)
    box.down(2)
    box.wait(0.1)
    assert box.view["taken"] == [False, True, False, True, False, False]
    assert box.show["tie"] == []
    assert box.show["photo"] == []


def test_the_hourglass_runs_for_the_pick_window_and_is_dark_at_its_end(box):  # SET-B1, P14
    box.play_set(2, 5)
    assert box.glass() == 0
    box.down(2)
    box.wait(SETTLE / S)
    begun = box.clock.now - SETTLE
    assert box.glass() == 10
    for lit in range(9, 0, -1):
        box.wait_until(begun + (10 - lit) * S // 2 - 1)
        assert box.glass() == lit + 1
        box.wait_until(begun + (10 - lit) * S // 2)
        assert box.glass() == lit
    box.wait_until(begun + 5 * S)
    assert box.glass() == 0
    assert box.view["phase"] == "pick"
    box.wait_until(begun + 5 * S + SETTLE)
    assert box.view["phase"] == "search"
    assert box.score(2) == -1
    assert box.store.entries()[-1].at - box.store.entries()[0].at == 5 * S


def test_a_press_at_the_very_instant_of_the_time_out_is_a_new_call(box):
    box.play_set(2, 5)
    box.down(2)
    begun = box.clock.now
    box.wait_until(begun + 5 * S)
    box.down(5)
    box.wait(0.1)
    assert [kind for kind, *_ in box.journal()] == ["press", "timeup", "press"]
    assert box.view["caller"] == 1


def test_a_third_card_before_the_sand_is_out_counts(box):
    box.play_set(2, 5)
    cards = box.sets()[0]
    box.down(2)
    begun = box.clock.now
    box.wait(1)
    box.touch(*cards[:2])
    box.wait_until(begun + 5 * S - 1)
    box.touch(cards[2])
    assert box.score(2) == 1
    assert "timeup" not in [kind for kind, *_ in box.journal()]


def test_a_short_press_where_only_a_hold_does_something_says_hold(box):
    box.sit(2, 5)
    box.press(5)
    assert box.show["hold"] == 4
    assert box.view["taken"][4] is True
    box.hold(5)
    assert box.show["hold"] is None
    assert box.view["taken"][4] is False


def test_lamps_blink_and_pulse_at_their_pins(box):  # P24
    box.play_set(1, 3, 6)
    box.press(3)
    box.touch("none")
    assert box.view["phase"] == "vote"
    seen = set()
    for _ in range(40):
        box.wait(0.1)
        seen.add(box.lamps())
    assert seen == {"*.*..*", "..*..."}


def test_a_touch_that_does_nothing_says_why(box):
    box.play_set(2, 5)
    card = box.view["table"][0]
    assert box.try_touch(card) == "not_a_choice"
    box.press(2)
    assert box.try_touch(card, seat=1) == "not_your_turn"
    assert box.try_touch("9XYZ") == "not_a_choice"
    assert box.try_touch(card, seat=0) is None
    assert box.view["picked"] == [card]


@pytest.mark.parametrize("slow", [0.01, 0.2, 0.3, 3.0])
def test_the_score_waits_for_its_commit_but_never_for_long(box, slow):  # "Durability"
    box.play_set(2, 5)
    cards = box.sets()[0]
    box.store.slow = True
    shows = len(box.pages.shows)
    box.down(5)
    assert box.lamps() == "....*."
    box.wait(SETTLE / S)
    called = box.clock.now
    assert len(box.pages.shows) == shows
    box.wait_until(called + round(slow * S) - 1)
    assert box.view["caller"] == (None if slow <= 0.25 else 1)
    box.store.commit()
    box.wait(0.001)
    assert box.view["caller"] == 1
    assert box.show["saved"] is True
    assert [show["saved"] for show in box.pages.shows[shows:]] == [True] if slow <= 0.25 else True
    box.touch(*cards[:1])
    assert box.view["picked"] == cards[:1]


def test_with_a_broken_disk_play_goes_on_marked_and_is_saved_when_it_is_mended(box):  # S4
    box.play_set(2, 5)
    box.store.break_down("the disk is full")
    box.take_turn(5)
    assert box.score(5) == 1
    assert box.show["saved"] is False
    assert box.hub.health()["saving"] == "the disk is full"
    box.take_turn(2)
    assert box.score(2) == 1
    box.store.commit()
    box.wait(0.01)
    assert box.show["saved"] is True
    assert [box.score(2), box.score(5)] == [1, 1]


def test_match_time_in_a_show_is_the_time_at_which_it_leaves(box):
    box.play_set(2, 5)
    box.store.slow = True
    box.down(2)
    begun = box.clock.now
    box.wait(0.3)
    shown = box.show
    sent = begun + SETTLE + 250 * MS
    called = box.store.entries()[0].at
    assert shown["saved"] is False
    assert shown["now"] - called == sent - begun
    assert shown["view"]["glass"]["ends"] == called + 5 * S


def test_numbers_of_shows_rise(box):  # P8
    box.play_set(1, 3, 6)
    box.take_turn(3)
    numbers = [show["number"] for show in box.pages.shows]
    assert numbers == sorted(set(numbers))
