"""The table menu (DESIGN "Table gestures"): the opener chooses, the others vote."""

import pytest

from device import menu
from games.match import Choose, Hold, IllegalActionError, Refusal, Running, S, Tap, TimeUp

OPENER, OTHER, THIRD = 1, 3, 4


def opened(people=(OPENER, OTHER, THIRD), items=()):
    return menu.open_menu("set_game", OPENER, people, items)


def choose(match, item, seat=OPENER, at=S):
    return match.play(Choose(at=at, seat=seat, item=item))


def public(match):
    return menu.GAME.view(match.state, None)


def test_only_the_opener_chooses():
    match = opened()
    assert set(public(match).choosing) == {OPENER}
    assert {"go_on", "leave", "end"} <= set(public(match).choosing[OPENER])
    with pytest.raises(IllegalActionError) as refused:
        choose(match, "go_on", seat=OTHER)
    assert refused.value.refusal is Refusal.NOT_YOUR_TURN


def test_what_the_game_puts_there_stands_between():
    items = public(opened(items=("hint",))).choosing[OPENER]
    assert items[:2] == ("go_on", "menu:hint")
    assert items[-2:] == ("leave", "end")


@pytest.mark.parametrize(("item", "wish"), [("go_on", "go_on"), ("menu:hint", "menu:hint")])
def test_going_on_and_the_games_own_items_need_no_vote(item, wish):
    match = choose(opened(items=("hint",)), item)
    assert menu.GAME.outcome(match.state).reason == wish


def test_the_end_is_put_to_the_vote_and_the_asker_agrees():
    match = choose(opened(), "end")
    seen = public(match)
    assert (seen.phase, seen.asked, seen.agreed) == ("vote", "end", (OPENER,))
    assert seen.offers == {seat: {"tap": "agree", "hold": "refuse"} for seat in (OTHER, THIRD)}
    assert seen.lit == {OTHER: "pulse", THIRD: "pulse"}
    assert seen.glass == Running(S + 8 * S, 8 * S)
    assert seen.choosing == {}


def test_one_more_voice_of_three_ends_the_match():
    match = choose(opened(), "end").play(Tap(at=2 * S, seat=OTHER))
    assert menu.GAME.outcome(match.state).reason == "end"


def test_two_refusals_of_three_and_the_menu_says_so():
    match = choose(opened(), "end").play(Hold(at=2 * S, seat=OTHER))
    match = match.play(Hold(at=3 * S, seat=THIRD))
    assert menu.GAME.outcome(match.state) is None
    assert (public(match).phase, public(match).refused) == ("menu", "end")
    assert public(choose(match, "leave", at=4 * S)).refused is None


def test_silence_agrees_with_the_one_who_asked():
    match, played = choose(opened(), "end").catch_up(9 * S)
    assert played == (TimeUp(at=9 * S),)
    assert menu.GAME.outcome(match.state).reason == "end"


def test_one_against_one_is_refused():
    match = choose(opened((OPENER, OTHER)), "end").play(Hold(at=2 * S, seat=OTHER))
    assert public(match).refused == "end"


def test_nobody_votes_on_their_own_leaving():
    match = choose(choose(opened(), "leave"), f"leave:{OTHER}")
    assert set(public(match).offers) == {THIRD}
    match = match.play(Tap(at=2 * S, seat=THIRD))
    assert menu.GAME.outcome(match.state).reason == f"leave:{OTHER}"


def test_the_opener_may_ask_to_leave():
    match = choose(choose(opened(), "leave"), f"leave:{OPENER}")
    assert set(public(match).offers) == {OTHER, THIRD}
    assert public(match).agreed == ()


def test_of_two_the_askers_word_is_enough_for_the_other_to_leave():
    match = choose(choose(opened((OPENER, OTHER)), "leave"), f"leave:{OTHER}")
    assert menu.GAME.outcome(match.state).reason == f"leave:{OTHER}"


def test_who_is_alone_needs_no_vote():
    match = choose(opened((OPENER,)), "end")
    assert menu.GAME.outcome(match.state).reason == "end"
    match = choose(choose(opened((OPENER,)), "leave"), f"leave:{OPENER}")
    assert menu.GAME.outcome(match.state).reason == f"leave:{OPENER}"


def test_how_to_play_language_and_volume_come_back_to_the_menu():
    match = choose(opened(), "how_to")
    while "next" in public(match).choosing[OPENER]:
        match = choose(match, "next")
    match = choose(choose(match, "done"), "language")
    match = choose(match, public(match).choosing[OPENER][-2])
    volume = next(item for item in public(match).choosing[OPENER] if item.startswith("volume"))
    match = choose(match, volume)
    assert volume == f"volume:{public(match).volume}"
    assert public(match).phase == "menu"


def test_the_page_of_who_leaves_has_a_way_back():
    match = choose(opened(), "leave")
    assert public(match).choosing[OPENER] == ("leave:1", "leave:3", "leave:4", "back")
    assert public(choose(match, "back")).phase == "menu"


def test_a_voice_counts_once():
    match = choose(opened((0, OPENER, OTHER, THIRD)), "end").play(Tap(at=2 * S, seat=OTHER))
    with pytest.raises(IllegalActionError) as refused:
        match.play(Tap(at=3 * S, seat=OTHER))
    assert refused.value.refusal is Refusal.ALREADY_VOTED


@pytest.mark.parametrize("people", [(OPENER,), (OPENER, OTHER), (0, 1, 2, 3, 4, 5)])
def test_every_legal_action_is_taken_and_every_other_refused(people):
    items = ("go_on", "leave", "end", "back", "menu:hint", *(f"leave:{seat}" for seat in range(6)))
    matches = [opened(people, ("hint",))]
    for match in matches:
        for seat in range(6):
            legal = menu.GAME.legal(match.state, seat, 2 * S)
            tried = [Tap(at=2 * S, seat=seat), Hold(at=2 * S, seat=seat)]
            for action in tried + [Choose(at=2 * S, seat=seat, item=item) for item in items]:
                if action in legal:
                    after = match.play(action)
                    if len(matches) < 40:
                        matches.append(after)
                else:
                    with pytest.raises(IllegalActionError):
                        match.play(action)
    assert len(matches) > 3
