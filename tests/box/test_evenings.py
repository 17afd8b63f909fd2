"""Whole evenings, from attract to the podium and on, as the people at the table live them."""

import pytest

from device.config import Screen
from games import CATALOG
from games.match import places
from games.options import specs
from games.set_game import DECK, find_sets

SPECS = specs(CATALOG["set_game"].options)


def standings_are_right(last):
    """The podium's scores, ranks and winners agree with each other."""
    assert last["ranks"] == list(places(last["scores"]))
    assert last["winners"] == [seat for seat, rank in enumerate(last["ranks"]) if rank == 1]


@pytest.mark.parametrize("people", [(2, 5), (1, 2, 4, 6), (1, 2, 3, 4, 5, 6)])
def test_a_whole_match_by_finger_and_touch(box, people):
    """Attract, sit, all here, play, SET to the last card, podium (SET-05, SET-28, SET-C1)."""
    box.play_set(*people)
    assert box.show["places"] == list(people)
    assert box.view["deck_left"] == 69
    end = box.play_to_the_end(*people)
    assert find_sets(end["table"]) == []
    assert end["deck_left"] == 0
    last = box.to_the_podium()
    assert last["reason"] == "no_set_left"
    assert sum(last["scores"]) == (len(DECK) - len(end["table"])) // 3
    standings_are_right(last)
    assert [len(box.store.closed()), box.store.open()] == [1, None]
    assert list(box.store.closed()[0].scores) == last["scores"] == last["totals"]


@pytest.mark.parametrize("people", [(3,), (2, 5), (1, 2, 4, 6)])
def test_a_whole_match_by_nothing_but_buzzers(box, people):
    """The walk alone: lobby, call, rows, cards, "none" and the vote (SET-C8)."""
    box.play_set(*people, touch=False, beginner=True)
    end = box.play_to_the_end(*people)
    assert box.hub.evening.touched is False
    assert end["deck_left"] == 0
    last = box.to_the_podium()
    assert last["options"]["pick_seconds"] == 30
    assert last["detail"]["sets"] == end["sets"]
    box.pick(people[0], "again")
    box.wait(0.1)
    assert box.show["game"] == "set_game"


@pytest.mark.parametrize("end", ["play_out", "deck_out"])
def test_both_endings(box, end):  # SET-C1, SET-39
    box.play_set(2, 5, end=end)
    view = box.play_to_the_end(2, 5)
    last = box.to_the_podium()
    assert last["reason"] == {"play_out": "no_set_left", "deck_out": "deck_out"}[end]
    assert view["deck_left"] == 0
    if end == "play_out":
        assert find_sets(view["table"]) == []


@pytest.mark.parametrize("name", SPECS)
def test_every_option_is_set_by_people_and_reaches_the_match(box, name):
    """Set in the lobby by touch, seen by the rules, kept with the podium and by the box."""
    default = getattr(CATALOG["set_game"].options(), name)
    value = next(each for each in reversed(SPECS[name].values) if each != default)
    rules = {"puzzle": {}, "beginner_open": {"beginner": True}}.get(name, {"beginner": True})
    box.play_set(2, 5, **{**rules, name: value})
    assert box.store.open().options[name] == value
    box.play_to_the_end(2, 5)
    last = box.to_the_podium()
    assert last["options"][name] == value
    standings_are_right(last)
    assert box.store.setting("options.set_game", {})[name] == value


def test_a_rule_set_by_the_walk_through_its_steps(box):
    box.play_set(4, touch=False, pick_seconds=12, beginner=True)
    assert box.store.open().options["pick_seconds"] == 12


def test_the_walk_gives_30_s_to_pick_unless_the_host_said_otherwise(box):  # SET-C8
    box.play_set(2, 5, touch=False)
    assert box.store.open().options["pick_seconds"] == 30
    box.press(2)
    assert box.view["glass"]["whole"] == 30 * 10**9


def test_one_touch_and_the_walk_is_gone(box):
    box.play_set(2, 5, touch=False)
    box.press(2)
    assert box.walk is not None
    box.touch(box.view["table"][0])
    assert box.walk is None
    box.wait(31)
    box.press(5)
    assert box.walk is None


@pytest.mark.parametrize(("touch", "walks"), [("yes", False), ("no", True)])
def test_the_config_may_say_whether_there_is_touch(box_with, touch, walks):
    box = box_with(touch=touch)
    for place in (2, 5):
        box.press(place)
    box.hold(2)
    assert (box.walk is not None) is walks
    box.by_touch = not walks
    box.choose(2, "play")
    box.wait(0.1)
    assert box.store.open().options["pick_seconds"] == (30 if walks else 5)


def test_rules_of_the_config_hold_until_the_host_changes_them(box_with):
    box = box_with(pick_seconds=9, lockout=True)
    box.play_set(2, 5, lockout=False)
    assert box.store.open().options["pick_seconds"] == 9
    assert box.store.open().options["lockout"] is False


def end_by_vote(box, first, second):
    """Two open the table menu and everybody agrees to end the match."""
    box.open_menu(first, second)
    box.touch("end")
    box.vote("tap")
    box.wait(0.1)
    assert box.page == ("lobby", "podium")


def test_defaults_go_back_to_the_rules_of_the_config_and_stay_so(box_with):
    box = box_with(pick_seconds=9, lockout=True)
    box.sit(2, 5)
    box.touch("rules")
    box.set_rule(box.touch, "pick_seconds", 12)
    box.set_rule(box.touch, "lockout", False)
    box.set_rule(box.touch, "hints", True)
    box.touch("defaults")
    usual = {"pick_seconds": 9, "lockout": True, "hints": False}
    assert usual.items() <= box.view["options"].items()
    box.touch("done", "play")
    box.wait(0.1)
    assert usual.items() <= box.store.open().options.items()
    end_by_vote(box, 2, 5)
    box.touch("again")
    box.wait(0.1)
    assert usual.items() <= box.store.open().options.items()
    end_by_vote(box, 2, 5)
    box.touch("lobby")
    assert usual.items() <= box.view["options"].items()


def test_bots_play_on_empty_seats_to_the_end(box):
    """One person who never calls, five bots; their lamps shine and their seats are marked."""
    box.play_set(3, bots=5, beginner=True)
    assert box.show["places"] == [1, 2, 3, 4, 5, 6]
    assert box.show["bots"] == [0, 1, 3, 4, 5]
    shone = set()
    for _ in range(2000):
        if box.view["phase"] == "over":
            break
        box.wait(0.5)
        shone |= {place for place, lamp in enumerate(box.lamps(), start=1) if lamp == "*"}
        if "2" in box.view["offers"] and "tap" in box.view["offers"]["2"]:
            box.tap(3)
    last = box.to_the_podium()
    assert last["bots"] == [0, 1, 3, 4, 5]
    assert sum(last["detail"]["sets"]) >= 6
    assert len(shone - {3}) >= 3


def test_a_bot_gives_way_to_a_finger_that_is_earlier_and_the_finger_of_its_place_says_nothing(box):
    box.play_set(3, bots=1)
    box.press(1)
    assert box.view["phase"] == "search"
    box.press(3)
    assert box.view["caller"] == box.seat(3)


def test_a_series_adds_up_and_other_people_begin_a_new_one(box):  # SET-29, SET-43, P22
    box.play_set(2, 5, beginner=True)
    box.play_to_the_end(2, 5)
    first = box.to_the_podium()
    box.touch("again")
    box.wait(0.1)
    box.play_to_the_end(5, 2)
    second = box.to_the_podium()
    assert second["matches"] == 2
    assert second["totals"] == [
        a + b for a, b in zip(first["scores"], second["scores"], strict=True)
    ]
    box.touch("lobby")
    box.press(6)
    box.touch("play")
    box.wait(0.1)
    box.play_to_the_end(2, 5, 6)
    third = box.to_the_podium()
    assert (third["matches"], third["totals"]) == (1, third["scores"])


def test_a_bot_on_a_persons_place_begins_a_new_series(box):
    box.play_set(1, 2, puzzle=9)
    box.play_to_the_end(1)
    first = box.to_the_podium()
    box.touch("lobby")
    box.hold(2)  # stands up
    box.touch("bots:1", "play")
    box.wait(0.1)
    assert (box.show["places"], box.show["bots"]) == ([1, 2], [1])
    box.open_menu(1, 6)
    box.touch("end")
    box.wait(0.1)
    second = box.view["last"]
    assert second["places"] == first["places"]
    assert (second["matches"], second["totals"]) == (1, second["scores"])


def tied_evening(box, *people):
    """Play a puzzle with four SETs so that the first two people tie at the top."""
    box.play_set(*people, puzzle=9)
    for place in (people[0], people[1], people[0], people[1]):
        box.take_turn(place)
    return box.to_the_podium()


def test_a_tie_for_the_win_may_be_broken_by_an_extra_game(box):  # SET-42
    last = tied_evening(box, 2, 5, 6)
    assert (last["scores"], last["ranks"], last["winners"]) == ([2, 2, 0], [1, 1, 3], [0, 1])
    box.touch("tie_break")
    box.wait(0.1)
    assert box.show["places"] == [2, 5]
    for place in (5, 2, 5, 5):
        box.take_turn(place)
    after = box.to_the_podium()
    assert after["places"] == [2, 5, 6]
    assert (after["ranks"], after["winners"], after["reason"]) == ([2, 1, 3], [1], "tie_break")
    assert after["totals"] == last["totals"]
    assert "tie_break" not in box.choices(2)


def test_a_tie_break_that_is_a_tie_may_be_broken_again(box):
    tied_evening(box, 2, 5)
    box.touch("tie_break")
    box.wait(0.1)
    for place in (2, 5, 2, 5):
        box.take_turn(place)
    assert box.to_the_podium()["winners"] == [0, 1]
    assert "tie_break" in box.choices(2)


def test_a_tie_break_that_was_ended_early_leaves_the_tie_and_its_offer(box):
    last = tied_evening(box, 2, 5, 6)
    box.touch("tie_break")
    box.wait(0.1)
    box.take_turn(5)
    end_by_vote(box, 2, 5)
    assert box.view["last"] == last
    assert box.lamps() == ".*..*."
    box.touch("tie_break")
    box.wait(0.1)
    assert box.show["places"] == [2, 5]
    for place in (5, 2, 5, 5):
        box.take_turn(place)
    assert box.to_the_podium()["ranks"] == [2, 1, 3]


def test_alone_nobody_offers_a_tie_break_or_a_call(box):  # SET-35
    box.play_set(3, puzzle=9)
    assert "0" not in box.view["offers"]
    box.play_to_the_end(3)
    last = box.to_the_podium()
    assert last["reason"] == "all_found"
    assert box.choices(3) == ["again", "lobby", "clear"]


def test_the_winners_lamp_shines_at_the_podium(box):
    box.play_set(2, 5, puzzle=9)
    box.play_to_the_end(5)
    box.to_the_podium()
    assert box.lamps() == "....*."


def test_clear_sends_everybody_home(box):
    box.play_set(2, 5, puzzle=9)
    box.play_to_the_end(2)
    box.to_the_podium()
    box.touch("clear")
    box.wait(0.1)
    assert box.page == ("lobby", "attract")
    assert box.view["last"] is None
    box.pull_the_plug()
    assert box.page == ("lobby", "attract")


def test_the_next_guests_have_not_touched_the_screen_yet(box):
    box.play_set(2, 5, puzzle=9)
    box.play_to_the_end(2)
    box.to_the_podium()
    assert box.walk is None
    box.touch("clear")
    box.press(4)
    box.hold(4)
    assert box.walk is not None


def test_an_idle_lobby_falls_back_to_attract_after_5_minutes(box):
    box.sit(2, 5)
    box.wait(299)
    assert box.page == ("lobby", "lobby")
    box.wait(1)
    assert box.page == ("lobby", "attract")
    assert box.view["taken"] == [False] * 6


def test_an_idle_match_asks_whether_to_go_on_and_a_tap_goes_on(box):  # P18
    box.play_set(2, 5)
    box.take_turn(5)
    box.wait(299)
    assert box.show["game"] == "set_game"
    table, stood = box.view["table"], box.hub.evening.table.live.match
    box.wait(1)
    assert box.page == ("lobby", "go_on")
    box.wait(400)
    box.tap(2)
    assert box.show["game"] == "set_game"
    assert box.view["table"] == table
    assert box.hub.evening.table.live.match == stood
    assert box.show["now"] < 310 * 10**9
    box.press(2)
    assert box.view["caller"] == 0


def test_an_idle_table_menu_asks_too(box):
    box.play_set(2, 5)
    box.open_menu(2, 5)
    box.wait(301)
    assert box.page == ("lobby", "go_on")
    box.tap(5)
    assert box.page == ("set_game", "search")


def test_go_on_is_offered_for_10_minutes_then_the_scores_are_kept_and_attract_shows(box):
    box.play_set(2, 5)
    box.take_turn(5)
    box.wait(300)
    assert box.page == ("lobby", "go_on")
    box.wait(599)
    assert box.page == ("lobby", "go_on")
    box.wait(1.1)
    assert box.page == ("lobby", "attract")
    (closed,) = box.store.closed()
    assert (closed.scores, closed.winners, closed.reason) == ((0, 1), (), "abandoned")


def test_a_hold_on_go_on_begins_anew_and_keeps_the_scores(box):
    box.play_set(2, 5)
    box.take_turn(2)
    box.wait(301)
    box.hold(5)
    assert box.page == ("lobby", "attract")
    assert box.store.closed()[0].scores == (1, 0)


def test_rules_that_cannot_be_played_are_told_and_the_lobby_stays(box, monkeypatch):
    def refuse(*_args):
        raise ValueError("there are not enough cards")

    box.sit(2, 5)
    monkeypatch.setattr("device.sitting.games.start", refuse)
    box.touch("play")
    box.wait(0.1)
    assert box.page == ("lobby", "lobby")
    assert box.view["problem"] == "there are not enough cards"
    assert box.store.open() is None


def test_what_the_box_remembers_and_no_longer_knows_is_left_out(open_box, box):
    box.store.settings.update({"game": "chess", "options.set_game": {"lockout": True, "age": 7}})
    box.pull_the_plug()
    box.sit(2, 5)
    assert box.view["chosen"] == "set_game"
    assert box.view["options"]["lockout"] is True


def test_who_clicked_once_may_still_choose_with_the_buzzer(open_box):
    box = open_box(screen=Screen(touch="auto"))
    for place in (2, 5):
        box.press(place)
    box.hold(2)
    box.touch("play")
    box.wait(0.1)
    box.press(5)
    assert box.show["walk"] is None  # the screen was used a moment ago
    box.press(5)
    assert box.show["walk"]["seat"] == box.seat(5)
