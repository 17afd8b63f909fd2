"""A pulled plug costs nothing: the match goes on from its last committed action (S1, S4, S7)."""

from itertools import pairwise

import msgspec
import pytest

from device.record import UNDO, Entry, Opened
from games import CATALOG, start
from games.match import Choose, S


def whole_evening(box):
    """An evening with a bit of everything; return the match as it stood after each line."""
    stood = {}

    def note():
        kind, what = box.store.lines[-1]
        if kind == "begin":
            opened = what[0]
            match = start(opened.game, opened.seats, opened.seed, opened.options)
            stood[len(box.store.lines)] = match, (0,) * opened.seats
        elif kind == "add":
            game = box.hub.evening._game
            stood[len(box.store.lines)] = game.match, what[1]

    box.store.noted = note
    box.play_set(2, 5, 6, beginner=True, hints=True)
    box.take_turn(5)
    box.press(2)
    box.wait(5.1)  # time is up
    box.press(6)
    box.touch("none")
    box.hold(2)  # refused; place 6 rests
    box.press(2)
    box.touch(*wrong_three(box))
    box.open_menu(5, 2)  # a call that is taken back
    box.touch("menu:hint")
    box.vote("tap")
    box.wait(11)
    box.take_turn(6)
    box.open_menu(2, 5)
    box.touch("leave", "leave:5")
    box.tap(5)
    box.play_to_the_end(2, 5)
    box.to_the_podium()
    box.touch("lobby", "rules")
    box.set_rule(box.touch, "beginner", False)
    box.set_rule(box.touch, "puzzle", 9)
    box.touch("done", "play")
    box.wait(0.1)
    for place in (2, 5, 5, 2):
        box.take_turn(place)
    box.to_the_podium()
    box.touch("tie_break")
    box.wait(0.1)
    box.take_turn(5)
    box.press(2)
    box.touch(box.view["table"][0])
    return stood


def wrong_three(box):
    table, right = box.view["table"], [set(trio) for trio in box.sets()]
    trios = ([table[0], table[1], card] for card in table[2:])
    return next(trio for trio in trios if set(trio) not in right)


def test_after_any_action_of_an_evening_the_plug_may_be_pulled(open_box):
    """Same match, same scores, match time from the last committed action; then play goes on."""
    evening = open_box()
    stood = whole_evening(evening)
    lines = evening.store.lines
    kinds = {what[0].kind for kind, what in lines if kind == "add"}
    assert kinds == {"press", "tap", "hold", "choose", "timeup", UNDO}
    assert len(lines) > 60
    box = open_box()
    for cut in range(1, len(lines) + 1):
        following = lines[cut : cut + 1]
        if following and following[0][0] == "add" and following[0][1][0].kind == UNDO:
            continue  # nothing is ever written between an action and its being taken back
        box.pull_the_plug(evening.store.cut(cut))
        check_resumed(box, lines[cut - 1], stood)


def check_resumed(box, last, stood):
    cut = len(box.store.lines)
    assert box.page == ("lobby", "go_on")
    assert box.show["saved"] is True
    if box.store.lines[-1][0] == "end":  # written before the cut, or when the box came back
        box.tap(2)
        assert box.page == ("lobby", "podium")
        return
    match, scores = stood[cut]
    box.tap(2)
    game = box.hub.evening._game
    assert box.show["game"] == "set_game"
    assert game.match.state == match.state
    assert tuple(box.view["scores"]) == scores
    since = box.show["now"] - (box.store.entries()[-1].at if last[0] == "add" else 0)
    assert 0 <= since < 0.1 * S
    assert len(box.store.lines) == cut
    if box.view["phase"] == "search":
        box.press(5)
        assert box.journal()[-1][0] == "press"


def test_a_caller_in_mid_pick_gets_the_glass_from_the_last_action_again(box):
    box.play_set(2, 5)
    box.press(5)
    box.wait(2)
    box.touch(box.view["table"][0])
    box.wait(2)
    assert box.view["glass"]["ends"] - box.hub.evening._game.clock.match_time(box.clock.now) < S
    box.pull_the_plug()
    assert box.glass() == 0
    box.wait(100)
    box.tap(5)
    assert len(box.view["picked"]) == 1
    left = box.view["glass"]["ends"] - box.show["now"]
    assert 2.7 * S < left <= 3 * S
    box.wait(left / S - 0.1)
    assert box.view["phase"] == "pick"
    box.wait(0.2)
    assert box.score(5) == -1


def test_what_was_not_committed_is_gone_and_was_never_announced_as_saved(box):
    box.play_set(2, 5)
    box.take_turn(5)
    box.store.slow = True
    cards = box.sets()[0]
    box.press(2)
    box.wait(0.3)
    box.touch(*cards)
    box.wait(0.3)
    assert box.view["scores"] == [1, 1]
    assert box.show["saved"] is False
    saved = [show for show in box.pages.shows if show["saved"]][-1]
    box.pull_the_plug()
    box.tap(2)
    assert box.view["scores"] == saved["view"]["scores"] == [0, 1]


def test_the_plug_may_be_pulled_again_and_again(box):
    box.play_set(2, 5, beginner=True)
    for turn in range(40):
        if box.view["phase"] == "over":
            break
        box.take_turn((2, 5)[turn % 2])
        scores = box.view["scores"]
        box.pull_the_plug()
        box.tap((2, 5)[turn % 2])
        if box.show["game"] == "lobby":
            assert box.view["last"]["scores"] == scores
            break
        assert box.view["scores"] == scores
    assert box.page == ("lobby", "podium")


def test_a_power_cut_between_the_last_card_and_the_podium_loses_neither(box):
    box.play_set(2, 5, puzzle=9)
    box.play_to_the_end(2, 5)
    box.pull_the_plug()
    assert box.page == ("lobby", "go_on")
    box.tap(2)
    assert box.page == ("lobby", "podium")
    assert box.view["last"]["reason"] == "all_found"


def test_a_power_cut_right_after_the_last_card_is_saved_still_ends_the_match(box):
    box.play_set(2, 5, puzzle=9)
    box.play_to_the_end(2, 5)
    last = max(i for i, (kind, _) in enumerate(box.store.lines) if kind == "add")
    box.pull_the_plug(box.store.cut(last + 1))
    assert box.store.lines[-1][0] == "end"
    box.tap(2)
    assert box.page == ("lobby", "podium")
    assert box.view["last"]["reason"] == "all_found"


def test_who_has_left_stays_away_after_a_power_cut(box):
    box.play_set(2, 5, 6)
    box.open_menu(5, 6)
    box.touch("leave", "leave:1")
    box.tap(6)
    box.pull_the_plug()
    assert box.view["taken"] == [False, False, False, False, True, True]
    assert box.view["host"] == 4


def test_a_hold_on_go_on_begins_anew_and_keeps_the_scores(box):  # S7: continue / new
    box.play_set(2, 5)
    box.take_turn(5)
    box.pull_the_plug()
    box.hold(2)
    assert box.page == ("lobby", "attract")
    assert [(closed.scores, closed.reason) for closed in box.store.closed()] == [
        ((0, 1), "abandoned")
    ]


def changed(store, **fields):
    """Return the store as if the match had been opened otherwise."""
    found = store.cut()
    for number, (kind, what) in enumerate(found.lines):
        if kind == "begin":
            opened = msgspec.structs.replace(what[0], **fields)
            found.lines[number] = (kind, (opened, *what[1:]))
    return found


@pytest.mark.parametrize(
    "fields",
    [
        {"version": CATALOG["set_game"].version + 1},
        {"game": "chess"},
        {"options": {"pick_seconds": 5, "colour_of_the_box": "red"}},
        {"seats": 7},
    ],
)
def test_a_match_that_cannot_go_on_is_closed_with_its_scores_and_the_box_plays_on(box, fields):
    box.play_set(2, 5)
    box.take_turn(5)
    box.pull_the_plug(changed(box.store, **fields))
    assert box.page == ("lobby", "go_on")
    assert [(closed.scores, closed.reason) for closed in box.store.closed()] == [
        ((0, 1), "cut_short")
    ]
    box.tap(5)
    assert box.page == ("lobby", "podium")
    assert (box.view["last"]["scores"], box.view["last"]["ranks"]) == ([0, 1], [2, 1])
    box.touch("lobby")
    box.touch("play")
    box.wait(0.1)
    assert box.show["game"] == "set_game"
    box.take_turn(2)
    assert box.score(2) == 1


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, 10**12, "sneeze", 0),
        Entry(1, 10**12, "tap", 0),
        Entry(1, 0, "press", 1),
        Entry(1, 10**12, "press"),
        Entry(1, 1, "timeup"),
    ],
)
def test_a_journal_that_the_rules_refuse_is_closed_with_its_scores(box, entry):
    box.play_set(2, 5)
    box.press(5)
    found = box.store.cut()
    found.lines.append(("add", (entry, (3, 4))))
    found.committed = len(found.lines)
    box.pull_the_plug(found)
    assert [(closed.scores, closed.reason) for closed in box.store.closed()] == [
        ((3, 4), "cut_short")
    ]


def test_the_real_disk_brings_back_what_the_notebook_does(open_box, open_storage):
    """The same evening on SQLite: a restart in mid-pick, after an undone call, at the podium."""
    box = open_box(open_storage())
    box.play_set(2, 5, 6, puzzle=9)
    box.take_turn(5)
    box.press(6)
    box.open_menu(2, 5)
    box.touch("go_on")
    box.hold(2, 5, seconds=0.2)
    state = box.hub.evening._game.match.state
    picked = list(box.view["table"][:2])
    box.touch(*picked)
    box.pull_the_plug(open_storage())
    box.tap(6)
    assert box.view["picked"] == picked
    assert (
        box.hub.evening._game.match.play(
            Choose(at=box.hub.evening._game.match.at, seat=2, item=picked[1])
        )
        .play(Choose(at=box.hub.evening._game.match.at, seat=2, item=picked[0]))
        .state
        == state
    )
    box.wait(6)
    box.play_to_the_end(2)
    last = box.to_the_podium()
    assert last["scores"] == [3, 1, -1]
    box.pull_the_plug(open_storage())
    box.tap(2)
    assert box.view["last"] == last
    (result,) = box.store.results()
    assert list(result.scores) == last["scores"]


def test_times_in_the_journal_never_go_back(box):
    whole_evening(box)
    matches = []
    for kind, what in box.store.lines:
        if kind == "begin":
            assert isinstance(what[0], Opened)
            matches.append([])
        elif kind == "add":
            matches[-1].append(what[0].at)
    assert len(matches) == 3
    for times in matches:
        assert all(a <= b for a, b in pairwise(times))
