"""The table menu: two buzzers held for 3 s pause the match, and the table decides."""

import pytest

from device.record import UNDO
from games.match import S


def test_two_buzzers_held_for_3_s_pause_the_match_and_the_first_chooses(box):
    box.play_set(2, 5, 6)
    box.open_menu(5, 2)
    assert box.page == ("menu", "menu")
    assert box.view["by"] == 4
    assert {"go_on", "leave", "end"} <= set(box.choices(5))
    assert box.choices(2) == []
    assert box.lamps() == "....*."


def test_a_call_made_by_those_fingers_is_undone_with_no_error(box):
    box.play_set(2, 5)
    stood = box.hub.evening.table.live.match.state
    box.open_menu(5, 2)
    box.touch("go_on")
    assert box.page == ("set_game", "search")
    assert [box.score(2), box.score(5)] == [0, 0]
    assert [kind for kind, *_ in box.journal()] == ["press", UNDO]
    assert box.hub.evening.table.live.match.state == stood


def test_a_call_that_timed_out_meanwhile_is_undone_too(box):
    box.play_set(2, 5, pick_seconds=3)
    box.down(5)
    box.wait(1)
    box.down(2)
    box.wait(3.1)
    assert box.show["game"] == "menu"
    box.touch("go_on")
    box.up(2)
    box.up(5)
    box.wait(0.1)
    assert box.page == ("set_game", "search")
    assert [box.score(2), box.score(5)] == [0, 0]


def test_a_call_of_somebody_else_stands_and_its_glass_stands_still(box):
    box.play_set(2, 5, 6, pick_seconds=10)
    box.press(6)
    box.open_menu(2, 5)
    paused = box.hub.evening._game.clock.match_time(box.clock.now)
    assert box.glass() == 0
    box.wait(100)
    box.touch("go_on")
    assert box.page == ("set_game", "pick")
    assert box.view["caller"] == 2
    assert 0 <= box.show["now"] - paused < 0.05 * S
    left = box.view["glass"]["ends"] - box.show["now"]
    assert 6 * S < left < 7 * S
    assert box.glass() == 7
    box.wait(left / S + 0.1)
    assert box.score(6) == -1


def test_the_fingers_of_the_menu_say_nothing_when_they_are_lifted(box):
    box.play_set(2, 5)
    box.down(5)
    box.down(2)
    box.wait(3.1)
    box.touch("go_on")
    lines = len(box.store.entries())
    box.up(2)
    box.up(5)
    box.wait(4)
    assert len(box.store.entries()) == lines
    assert box.page == ("set_game", "search")


def test_the_same_two_fingers_do_not_open_it_again_while_they_stay_down(box):
    box.play_set(2, 5)
    box.down(5)
    box.down(2)
    box.wait(3.1)
    box.touch("go_on")
    box.wait(20)
    assert box.show["game"] == "set_game"


def test_fingers_held_since_the_lobby_open_no_menu_in_the_match(box):
    box.sit(2, 5)
    box.down(2)
    box.down(5)
    box.touch("play")
    box.wait(20)
    assert box.page == ("set_game", "search")
    box.up(2)
    box.wait(0.1)
    box.down(2)  # one anew, one still held
    box.wait(0.3)
    assert box.page == ("set_game", "pick")
    box.wait(20)
    assert box.show["game"] == "set_game"
    box.up(2)
    box.up(5)
    box.wait(0.1)
    box.open_menu(5, 2)
    assert box.page == ("menu", "menu")


def test_the_menu_by_the_walk_alone(box):
    box.play_set(2, 5, touch=False)
    box.open_menu(2, 5)
    box.pick(2, "leave")
    box.pick(2, "back")
    box.pick(2, "go_on")
    assert box.page == ("set_game", "search")


def test_in_the_lobby_and_in_the_menu_two_buzzers_open_nothing(box):
    box.sit(2, 5)
    box.hold(2, 6, seconds=4)
    assert box.show["game"] == "lobby"
    box.touch("play")
    box.open_menu(2, 5)
    box.hold(2, 5, seconds=4)
    assert box.page == ("menu", "menu")


@pytest.mark.parametrize(("bots", "other"), [(1, 1), (1, 6), (0, 4)])
def test_who_is_alone_opens_it_with_any_second_buzzer(box, bots, other):
    box.play_set(3, bots=bots)
    box.down(other)
    box.wait(1)
    box.hold(3, seconds=3.1)
    assert box.show["game"] == "menu"
    assert box.view["by"] == 2
    box.touch("end")
    assert box.page == ("lobby", "podium")


def test_two_buzzers_of_nobody_open_nothing(box):
    box.play_set(3, bots=1)
    box.hold(1, 6, seconds=5)
    assert box.show["game"] == "set_game"


def test_a_hint_is_asked_for_in_the_menu_and_voted_on_in_the_game(box):  # SET-B4
    box.play_set(2, 5, hints=True)
    box.open_menu(2, 5)
    assert "menu:hint" in box.choices(2)
    box.touch("menu:hint")
    assert box.page == ("set_game", "vote")
    box.tap(5)
    assert len(box.view["hinted"]) == 1


@pytest.mark.parametrize("how", ["agreed", "silence"])
def test_a_seat_leaves_by_vote_and_the_others_go_on(box, how):  # P18
    box.play_set(2, 5, 6)
    box.take_turn(6)
    box.open_menu(2, 5)
    box.touch("leave", "leave:5")
    assert box.view["offers"] == {"4": {"tap": "agree", "hold": "refuse"}}
    if how == "agreed":
        box.tap(5)
    else:
        box.wait(8.1)
    assert box.page == ("set_game", "search")
    assert box.view["left"] == [2]
    assert box.journal()[-1] == ("choose", 2, "leave")
    box.press(6)
    assert box.view["caller"] is None
    box.play_to_the_end(2, 5)
    last = box.to_the_podium()
    assert last["places"] == [2, 5, 6]
    assert last["ranks"][2] == 3
    assert box.view["taken"] == [False, True, False, False, True, False]


def test_a_seat_that_the_others_want_to_keep_stays(box):
    box.play_set(2, 5, 6)
    box.open_menu(2, 5)
    box.touch("leave", "leave:5")
    box.hold(5)
    assert box.page == ("menu", "menu")
    assert box.view["refused"] == "leave:5"
    box.touch("go_on")
    assert box.view["left"] == []


def test_when_the_host_leaves_the_crown_goes_to_the_next(box):
    box.play_set(2, 5, 6)
    box.open_menu(5, 6)
    box.touch("leave", "leave:1")
    box.tap(6)
    assert box.page == ("set_game", "search")
    box.play_to_the_end(5, 6)
    box.to_the_podium()
    assert box.view["host"] == 4
    assert "again" in box.choices(5)


def test_of_two_one_leaves_and_the_match_is_over(box):
    box.play_set(2, 5)
    box.take_turn(5)
    box.open_menu(2, 5)
    box.touch("leave", "leave:4")
    box.wait(0.1)
    last = box.to_the_podium()
    assert (last["reason"], last["ranks"]) == ("left", [1, 2])


def test_the_last_person_among_bots_leaves_and_can_still_say_what_comes_next(box):
    box.play_set(3, bots=2)
    assert box.show["places"] == [1, 2, 3]
    box.open_menu(3, 6)
    box.touch("leave", "leave:2")
    assert box.show["game"] == "set_game"
    assert box.view["left"] == [2]
    while box.show["game"] == "set_game":
        box.wait(1)
    assert box.page == ("lobby", "podium")
    assert "again" in box.choices(3)


@pytest.mark.parametrize(("how", "ends"), [("tap", True), ("hold", False), ("silence", True)])
def test_the_end_by_vote(box, how, ends):
    box.play_set(2, 5)
    box.take_turn(2)
    box.open_menu(2, 5)
    box.touch("end")
    assert box.page == ("menu", "vote")
    assert box.glass() == 10
    if how == "silence":
        box.wait(8.1)
    else:
        box.vote(how)
    if ends:
        assert box.page == ("lobby", "podium")
        assert box.view["last"]["scores"] == [1, 0]
        assert box.view["last"]["reason"] == "ended"
        assert [closed.winners for closed in box.store.closed()] == [()]
    else:
        assert box.page == ("menu", "menu")
        assert box.store.closed() == []


def test_the_menu_is_not_called_saved_before_the_undone_call_is(box):
    box.play_set(2, 5)
    box.down(5)
    box.wait(0.5)
    assert box.show["saved"] is True
    box.store.slow = True
    box.down(2)
    box.wait(3.5)
    assert (box.show["game"], box.show["saved"]) == ("menu", False)
    box.store.commit()
    box.wait(0.01)
    assert box.show["saved"] is True


def test_a_menu_that_is_cut_by_a_power_cut_is_gone_and_the_match_stands(box):
    box.play_set(2, 5)
    box.take_turn(5)
    state = box.hub.evening.table.live.match.state
    box.open_menu(2, 5)
    box.pull_the_plug()
    box.tap(2)
    assert box.page == ("set_game", "search")
    assert box.hub.evening.table.live.match.state == state
