"""The lobby as rules: attract, sitting down, the host's pages, podium, "go on?"."""

from random import Random

import pytest

import games
from device import lobby
from device.lobby import GO_ON, IDLE, Phase, Wish
from device.record import Podium
from games import options as house_rules
from games.match import Choose, Hold, IllegalActionError, Press, Refusal, S, Tap, TimeUp

SPECS = house_rules.specs(games.CATALOG["set_game"].options)


def attract():
    return lobby.open_lobby(lobby.setup(games.CATALOG, {}))


def sat(*seats, match=None):
    match = match or attract()
    for number, seat in enumerate(seats):
        match = match.play(Press(at=number, seat=seat))
    return match


def in_lobby(*seats):
    return sat(*seats).play(Hold(at=S, seat=seats[0]))


def choose(match, *items):
    for item in items:
        match = match.play(Choose(at=match.at + 1, seat=match.state.host, item=item))
    return match


def public(match):
    return lobby.GAME.view(match.state, None)


def items(match):
    return public(match).choosing.get(match.state.host, ())


def podium(winners=(0,), ranks=(1, 2)):
    return Podium(
        "set_game", (2, 5), (), (3, 1), ranks, winners, "no_set_left", (3, 1), 1, {}, {}, "2a"
    )


def again(phase, **kwargs):
    state = lobby.setup(games.CATALOG, {})
    return lobby.open_lobby(lobby.sit_again(state, (2, 5), 5, 0, phase, **kwargs))


def test_in_attract_all_lamps_pulse_and_any_press_sits_down():
    seen = public(attract())
    assert seen.lit == dict.fromkeys(range(6), "pulse")
    assert seen.offers == {seat: {"press": "sit"} for seat in range(6)}


def test_the_first_to_sit_gets_the_crown():
    match = sat(4, 1)
    assert public(match).host == 4
    assert public(match).taken == (False, True, False, False, True, False)
    assert public(match).lit == {1: "on", 4: "on"}


def test_a_taken_place_cannot_be_taken_again():
    with pytest.raises(IllegalActionError):
        sat(4, 4)


def test_a_hold_stands_up_and_the_host_stays():
    match = sat(4, 1).play(Hold(at=S, seat=1))
    assert public(match).taken[1] is False
    assert public(match).offers[4] == {"hold": "all_here"}


def test_when_all_are_here_only_the_host_chooses():
    match = in_lobby(4, 1)
    assert public(match).phase == "lobby"
    assert set(public(match).choosing) == {4}
    with pytest.raises(IllegalActionError) as refused:
        match.play(Choose(at=2 * S, seat=1, item="play"))
    assert refused.value.refusal is Refusal.NOT_YOUR_TURN


def test_latecomers_may_sit_down_and_stand_up_in_the_lobby():
    match = in_lobby(4, 1).play(Press(at=2 * S, seat=0)).play(Hold(at=3 * S, seat=1))
    assert public(match).taken == (True, False, False, False, True, False)
    assert public(choose(match, "more", "seats")).phase == "seating"


def test_bots_fill_empty_places_and_give_way_to_people():
    match = in_lobby(0, 1)
    for bots in (1, 2, 3, 4):
        match = choose(match, f"bots:{bots}")
    assert public(match).bots == 4
    match = match.play(Press(at=9 * S, seat=5))
    assert public(match).bots == 3
    assert "bots:0" in items(match)


def test_a_full_table_has_no_place_for_bots():
    assert not any(item.startswith("bots") for item in items(in_lobby(0, 1, 2, 3, 4, 5)))


def test_play_and_clear_end_the_lobby():
    for way, wish in ((["play"], Wish.PLAY), (["more", "clear"], Wish.CLEAR)):
        assert lobby.GAME.outcome(choose(in_lobby(0), *way).state).reason == wish


@pytest.mark.parametrize("name", SPECS)
def test_every_house_rule_can_be_set_to_each_of_its_values(name):
    spec, default = SPECS[name], getattr(games.CATALOG["set_game"].options(), name)
    for value in (spec.values[0], spec.values[-1], default):
        match = choose(in_lobby(0), "rules", f"rule:{name}")
        for _ in range(40):
            if match.state.phase is not Phase.RULE or public(match).options[name] == value:
                break
            offered = [item.partition(":")[2] for item in items(match) if item.startswith("value:")]
            text = str(value).lower() if isinstance(value, bool) else str(value)
            nearest = text if text in offered else min(offered, key=lambda o: abs(int(o) - value))
            match = choose(match, f"value:{nearest}")
        assert public(match).options[name] == value


def test_a_switch_is_set_with_one_choice_and_shows_all_rules_again():
    match = choose(in_lobby(0), "rules", "rule:hints", "value:true")
    assert public(match).phase == "rules"
    assert public(match).options["hints"] is True


def test_defaults_take_back_what_was_set():
    match = choose(in_lobby(0), "rules", "rule:hints", "value:true", "defaults", "done")
    assert public(match).options["hints"] is False
    assert public(match).phase == "lobby"


def test_defaults_are_what_the_config_of_this_box_says():
    usual = {"set_game": {"pick_seconds": 9}}
    given = {"set_game": {"pick_seconds": 12, "hints": True}}
    match = sat(0, match=lobby.open_lobby(lobby.setup(games.CATALOG, given, usual=usual)))
    match = match.play(Hold(at=S, seat=0))
    assert public(match).options["pick_seconds"] == 12
    match = choose(match, "rules", "defaults", "done")
    assert public(match).options["pick_seconds"] == 9
    assert public(match).options["hints"] is False
    assert match.state.options["set_game"] == usual["set_game"]


def test_only_rules_that_the_host_touched_are_remembered():
    assert in_lobby(0).state.changed == frozenset()
    match = choose(in_lobby(0), "rules", "rule:hints", "value:true")
    assert match.state.changed == {"set_game"}


def test_after_5_idle_minutes_the_lobby_clears():
    match = in_lobby(0, 1)
    assert lobby.GAME.deadline(match.state) == match.at + IDLE == match.at + 300 * S
    match, _ = match.catch_up(match.at + IDLE)
    assert lobby.GAME.outcome(match.state).reason == Wish.CLEAR


def test_attract_stands_for_ever():
    assert lobby.GAME.deadline(attract().state) is None


def test_every_action_begins_the_5_minutes_anew():
    match = in_lobby(0, 1).play(Press(at=100 * S, seat=3))
    assert lobby.GAME.deadline(match.state) == 400 * S


def test_go_on_is_offered_to_who_sat_for_10_minutes():
    match = again(Phase.GO_ON)
    assert public(match).offers == {s: {"tap": "go_on", "hold": "new"} for s in (1, 4)}
    assert public(match).lit == {1: "pulse", 4: "pulse"}
    assert lobby.GAME.deadline(match.state) == GO_ON == 600 * S


@pytest.mark.parametrize(
    ("action", "wish"),
    [
        (Tap(at=S, seat=1), Wish.GO_ON),
        (Hold(at=S, seat=4), Wish.CLEAR),
        (TimeUp(at=600 * S), Wish.CLEAR),
    ],
)
def test_go_on_ends_with_a_tap_a_hold_or_silence(action, wish):
    assert lobby.GAME.outcome(again(Phase.GO_ON).play(action).state).reason == wish


def test_the_podium_offers_again_and_a_tie_break_only_for_a_tie():
    assert items(again(Phase.PODIUM, last=podium())) == ("again", "lobby", "clear")
    for scores, ranks in (((3, 3, 1), (1, 1, 3)), ((3, 3), (1, 1))):
        tied = Podium("set_game", (1, 2, 5), (), scores, ranks, (0, 1), "", (), 1, {}, {}, "")
        assert "tie_break" in items(again(Phase.PODIUM, last=tied))


def test_the_winners_lamp_shines_at_the_podium():
    assert public(again(Phase.PODIUM, last=podium((1,), (2, 1)))).lit == {4: "on"}


def test_a_problem_is_told_until_the_next_choice():
    match = again(Phase.LOBBY, problem="the deck has no cards")
    assert public(match).problem == "the deck has no cards"
    assert public(choose(match, "rules")).problem is None


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_action_is_taken_and_every_other_refused(seed):
    """A random walk through all pages; the view offers what is legal, and nothing else."""
    random, match = Random(seed), attract()
    known = {"play", "seats", "clear", "rules", "done", "again", "lobby", "tie_break", "defaults"}
    for at in range(1, 80):
        legal = [a for seat in range(6) for a in lobby.GAME.legal(match.state, seat, at)]
        seen = public(match)
        for seat in range(6):
            for verb, kind in (("press", Press), ("tap", Tap), ("hold", Hold)):
                action = kind(at=at, seat=seat)
                assert (action in legal) == (verb in seen.offers.get(seat, {}))
                if action not in legal:
                    with pytest.raises(IllegalActionError):
                        match.play(action)
            for item in known:
                action = Choose(at=at, seat=seat, item=item)
                assert (action in legal) == (item in seen.choosing.get(seat, ()))
                if action not in legal:
                    with pytest.raises(IllegalActionError):
                        match.play(action)
        known |= {item for each in seen.choosing.values() for item in each}
        ends = ("play", "again", "clear", "tie_break")
        goes_on = [action for action in legal if getattr(action, "item", None) not in ends]
        match = match.play(random.choice(goes_on))
    assert len(known) > 20
