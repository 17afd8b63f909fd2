"""The page of the browser box on a stage: fingers, keys, lamps, the hourglass, every scene."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import games
from device import lobby, menu, record, wire
from device.words import LANGUAGES, Words
from games.match import Choose, Hold, Match, Press, S, Tap, View
from games.set_game import find_sets

Show = dict[str, Any]
SIZES = ((1280, 800), (1920, 1080), (800, 480), (800, 600), (1024, 768), (768, 1024), (320, 568))
OFF = ("off",) * 6
LIGHT = "return getComputedStyle(document.querySelector('[data-place] .dome'), '::before')"
UNSAID = r"[{}]|\b\w+_\w+\b|\b(?:page|phase|item|offer|news|value)\.\w|undefined|NaN|null"
"""What shows where a sentence or a parameter lacks."""


def started(seats: int = 4, seed: int = 5, **options: Any) -> Match[Any]:
    return games.start("set_game", seats, seed, options)


def called(seats: int = 4, **options: Any) -> Match[Any]:
    return started(seats, **options).play(Press(at=10, seat=1))


def picked(match: Match[Any], *cards: str) -> Match[Any]:
    for card in cards:
        match = match.play(Choose(at=match.at, seat=match.state.caller or 0, item=card))
    return match


def right() -> Match[Any]:
    match = called()
    trio = find_sets(match.state.table)[0]
    return picked(match, *(match.state.table[index] for index in trio))


def wrong() -> Match[Any]:
    match = called()
    table = match.state.table
    sets = set(find_sets(table))
    return picked(match, *(table[0], table[1], next(
        table[i] for i in range(2, 12) if (0, 1, i) not in sets
    )))  # fmt: skip


def voting(match: Match[Any]) -> Match[Any]:
    return match.play(Choose(at=20, seat=1, item="none"))


def more(match: Match[Any], times: int) -> Match[Any]:
    for _ in range(times):
        match = voting(match.play(Press(at=10, seat=1)))
        for seat in range(match.state.seats):
            if seat != 1:
                match = match.play(Tap(at=20, seat=seat))
        match = replace(match, at=0)
    return match


def of_lobby(phase: str, **fields: Any) -> View:
    state = replace(
        lobby.setup(games.CATALOG, {}),
        phase=lobby.Phase(phase),
        taken=(True, True, False, True, True, False),
        host=1,
        **fields,
    )
    return lobby.view(state, None)


def of_menu(*choices: str) -> View:
    match = menu.open_menu("set_game", 1, (0, 1, 3, 4), ("hint",))
    for item in choices:
        match = match.play(Choose(at=1, seat=1, item=item))
    return match.game.view(match.state, None)


def podium(**fields: Any) -> record.Podium:
    made = record.Podium(
        game="set_game",
        places=(1, 2, 4, 5),
        bots=(3,),
        scores=(9, 7, 9, -2),
        ranks=(1, 3, 1, 4),
        winners=(0, 2),
        reason="no_set_left",
        totals=(15, 9, 11, -4),
        matches=2,
        detail={
            "sets": (10, 8, 9, 1),
            "errors": (1, 1, 0, 3),
            "fastest": (812_000_000, 1_200_000_000, 1_900_000_000, None),
            "median": (4_000_000_000, 5_000_000_000, 6_000_000_000, None),
        },
        options={},
        seed="7f3a",
    )
    return record.msgspec.structs.replace(made, **fields)


def seen(match: Match[Any]) -> View:
    return match.game.view(match.state, None)


def walk(match: Match[Any], *items: str, row: bool = False, verb: str | None = None) -> Show:
    return {"view": seen(match), "walk": wire.Highlight(1, items, verb, row)}


SCENES: dict[str, Callable[[], Show]] = {
    "attract": lambda: {"view": lobby.view(lobby.setup(games.CATALOG, {}), None)},
    "seating": lambda: {"view": of_lobby("seating")},
    "lobby": lambda: {"view": of_lobby("lobby", bots=1)},
    "house rules": lambda: {"view": of_lobby("rules")},
    "a rule": lambda: {"view": of_lobby("rule", rule="pick_seconds")},
    "a choice": lambda: {"view": of_lobby("rule", rule="puzzle")},
    "games": lambda: {"view": of_lobby("games")},
    "language": lambda: {"view": of_lobby("language")},
    "more": lambda: {"view": of_lobby("more")},
    "traits": lambda: {"view": of_lobby("how_to")},
    "pressing": lambda: {"view": of_lobby("how_to", page=1)},
    "picking": lambda: {"view": of_menu("how_to", "next", "next")},
    "scoring": lambda: {"view": of_menu("how_to", "next", "next", "next")},
    "menu language": lambda: {"view": of_menu("language")},
    "podium": lambda: {"view": of_lobby("podium", last=podium())},
    "nobody won": lambda: {"view": of_lobby("podium", last=podium(winners=(), reason="ended"))},
    "go on": lambda: {"view": of_lobby("go_on")},
    "menu": lambda: {"view": of_menu()},
    "who leaves": lambda: {"view": of_menu("leave")},
    "menu vote": lambda: {"view": of_menu("end")},
    "12 cards": lambda: {"view": seen(started())},
    "15 cards": lambda: {"view": seen(more(started(), 1))},
    "18 cards": lambda: {"view": seen(more(started(), 2))},
    "21 cards": lambda: {"view": seen(more(started(6), 3))},
    "beginners": lambda: {"view": seen(started(beginner=True))},
    "puzzle": lambda: {"view": seen(started(2, puzzle=9))},
    "alone": lambda: {"view": seen(started(1))},
    "call": lambda: {"view": seen(called())},
    "photo finish": lambda: {
        "view": seen(called()),
        "photo": (wire.Late(2, 3_200_000), wire.Late(0, 41_700_000)),
        "tie": (1, 0),
    },
    "wrong": lambda: {"view": seen(wrong())},
    "right": lambda: {"view": seen(right())},
    "vote": lambda: {"view": seen(voting(called()).play(Tap(at=20, seat=0)))},
    "refused": lambda: {"view": seen(voting(called()).play(Hold(at=20, seat=0)))},
    "walk": lambda: walk(called(), "none"),
    "back": lambda: walk(called()),
    "not saved": lambda: {"view": seen(called()), "saved": False},
    "over": lambda: {"view": seen(started(2).play(Choose(at=1, seat=0, item="leave")))},
}


@pytest.fixture
def at(stage: Any, sight: Any) -> Callable[[str], None]:
    """Open the page and show it a scene by name."""
    sight.open(stage.url())

    def scene(name: str) -> None:
        shown(stage, sight, **SCENES[name]())

    return scene


def shown(stage: Any, sight: Any, **show: Any) -> None:
    """Show a scene and wait until it stands on the screen."""
    stage.show(**show)
    sight.until(lambda: sight.names("[data-screen]", "data-number") == [str(stage.number)])


# Fingers


def test_a_pointer_on_a_buzzer_is_a_finger(stage: Any, sight: Any, at: Any) -> None:
    at("12 cards")
    buzzer = sight.one('[data-place="3"]')
    sight.mouse("Pressed", buzzer)
    sight.until(lambda: stage.box.fingers == [(3, True)])
    assert buzzer.get_attribute("data-down") == ""
    sight.mouse("Released", buzzer)
    sight.until(lambda: stage.box.fingers == [(3, True), (3, False)])


def test_a_pointer_that_slips_off_still_lifts(stage: Any, sight: Any, at: Any) -> None:
    at("12 cards")
    buzzer = sight.one('[data-place="2"]')
    sight.mouse("Pressed", buzzer)
    sight.mouse("Moved", buzzer, out=400)
    sight.mouse("Released", buzzer, out=400)
    sight.until(lambda: stage.box.fingers == [(2, True), (2, False)])


@pytest.mark.parametrize("row", ["Digit", "Numpad"])
def test_keys_1_to_6_are_fingers(row: str, stage: Any, sight: Any, at: Any) -> None:
    at("12 cards")
    for place in range(1, 7):
        sight.key(f"{row}{place}", down=True)
    for place in range(1, 7):
        sight.key(f"{row}{place}", down=False)
    wanted = [(place, down) for down in (True, False) for place in range(1, 7)]
    sight.until(lambda: stage.box.fingers == wanted)


def test_a_key_that_repeats_is_one_finger(stage: Any, sight: Any, at: Any) -> None:
    at("12 cards")
    sight.key("Digit1", down=True)
    for _ in range(3):
        sight.key("Digit1", down=True, repeat=True)
    sight.key("Digit1", down=False)
    sight.until(lambda: stage.box.fingers == [(1, True), (1, False)])


def test_a_key_and_a_pointer_are_one_finger_until_both_are_up(
    stage: Any, sight: Any, at: Any
) -> None:
    at("12 cards")
    buzzer = sight.one('[data-place="1"]')
    sight.key("Digit1", down=True)
    sight.click(buzzer)
    sight.tap_key("Digit2")
    sight.key("Digit1", down=False)
    sight.until(lambda: stage.box.fingers == [(1, True), (2, True), (2, False), (1, False)])


def test_a_shift_click_latches_a_buzzer_down_and_the_next_click_lifts_it(
    stage: Any, sight: Any, at: Any
) -> None:
    at("12 cards")
    buzzer = sight.one('[data-place="5"]')
    sight.click(buzzer, shift=True)
    sight.until(lambda: stage.box.fingers == [(5, True)])
    assert buzzer.get_attribute("data-latched") == ""
    sight.click(buzzer)
    sight.until(lambda: stage.box.fingers == [(5, True), (5, False)])
    assert buzzer.get_attribute("data-latched") is None


def test_a_window_that_loses_its_focus_lifts_fingers_but_no_latch(
    stage: Any, sight: Any, at: Any
) -> None:
    at("12 cards")
    sight.key("Digit1", down=True)
    sight.click(sight.one('[data-place="2"]'), shift=True)
    sight.script("dispatchEvent(new Event('blur'))")
    sight.until(lambda: stage.box.fingers == [(1, True), (2, True), (1, False)])


@pytest.mark.parametrize("code", ["Enter", "Space"])
def test_a_focused_buzzer_is_pressed_by_the_keyboard(
    code: str, stage: Any, sight: Any, at: Any
) -> None:
    at("12 cards")
    sight.script("arguments[0].focus()", sight.one('[data-place="4"]'))
    sight.key(code, down=True)
    sight.until(lambda: stage.box.fingers == [(4, True)])
    sight.key(code, down=False)
    sight.until(lambda: stage.box.fingers == [(4, True), (4, False)])


def test_where_real_buzzers_count_the_page_only_watches(stage: Any, sight: Any) -> None:
    stage.box.pressing = False
    sight.open(stage.url())
    shown(stage, sight, **SCENES["12 cards"]())
    sight.one('[data-badge="watching"]')
    sight.tap_key("Digit1")
    sight.click(sight.one('[data-place="2"]'))
    stage.box.pressing = True
    sight.open(stage.url())
    shown(stage, sight, **SCENES["12 cards"]())
    sight.tap_key("Digit3")
    sight.until(lambda: stage.box.fingers == [(3, True), (3, False)])


# Lamps and the hourglass


def test_lamps_shine_as_the_hub_says(stage: Any, sight: Any, at: Any) -> None:
    lamps = ("on", "off", "blink", "pulse", "off", "on")
    stage.light(*lamps)
    sight.until(lambda: tuple(sight.names("[data-place]", "data-lamp")) == lamps)


@pytest.mark.parametrize(("lamp", "slowest"), [("blink", 1 / 3), ("pulse", 1)])
def test_nothing_flashes_faster_than_three_times_a_second(
    lamp: str, slowest: float, stage: Any, sight: Any, at: Any
) -> None:
    stage.light(lamp, *OFF[1:])
    sight.until(lambda: sight.names("[data-place]", "data-lamp")[0] == lamp)
    assert float(sight.script(f"{LIGHT}.animationDuration").removesuffix("s")) >= slowest


def test_who_wants_no_motion_sees_none(stage: Any, sight: Any, at: Any) -> None:
    feature = {"name": "prefers-reduced-motion", "value": "reduce"}
    sight.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    stage.light("blink", *OFF[1:])
    sight.until(lambda: sight.names("[data-place]", "data-lamp")[0] == "blink")
    assert sight.script(f"{LIGHT}.animationName") == "none"
    sight.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_without_a_glass_there_is_nothing_left(sight: Any, at: Any) -> None:
    at("12 cards")
    assert sight.names("[data-glass]", "data-left") == [""]


def test_the_sand_falls_while_the_clock_runs(stage: Any, sight: Any, at: Any) -> None:
    shown(stage, sight, view=seen(called()), now=1 * S)
    first = float(sight.names("[data-glass]", "data-left")[0])
    assert first <= 0.8
    sight.until(lambda: float(sight.names("[data-glass]", "data-left")[0]) < first)


def test_the_sand_runs_as_fast_as_the_box(stage: Any, sight: Any, at: Any) -> None:
    shown(stage, sight, view=seen(called()), now=0, speed=100)
    sight.until(lambda: sight.names("[data-glass]", "data-left") == ["0.000"])


def test_the_sand_stands_still_in_a_pause(stage: Any, sight: Any, at: Any) -> None:
    shown(stage, sight, view=seen(called()), now=2 * S + 10, running=False)
    sight.script("return new Promise((done) => setTimeout(done, 100))")
    assert sight.names("[data-glass]", "data-left") == ["0.600"]
    sight.one('[data-badge="paused"]')


# Choosing


def test_a_card_is_touched_for_the_seat_that_may_choose_it(stage: Any, sight: Any, at: Any) -> None:
    at("call")
    card = called().state.table[7]
    sight.click(sight.one(f'[data-item="{card}"]'))
    sight.until(lambda: stage.box.touches == [(card, 1)])


def test_what_is_no_choice_cannot_be_touched(stage: Any, sight: Any, at: Any) -> None:
    at("12 cards")
    assert len(sight.all(".card:disabled")) == 12
    sight.click(sight.all(".card")[0])
    at("call")
    sight.click(sight.one('[data-item="none"]'))
    sight.until(lambda: stage.box.touches == [("none", 1)])


def test_cards_are_chosen_by_keyboard_and_digits_stay_fingers(
    stage: Any, sight: Any, at: Any
) -> None:
    at("call")
    table = called().state.table
    for code in ("ArrowRight", "ArrowRight", "ArrowDown"):
        sight.tap_key(code)
    sight.tap_key("Enter")
    sight.tap_key("Digit4")
    sight.tap_key("ArrowLeft")
    sight.tap_key("Space")
    sight.until(lambda: len(stage.box.touches) == 2)
    assert stage.box.touches == [(table[4], 1), (table[1], 1)]
    assert stage.box.fingers == [(4, True), (4, False)]


def test_a_held_enter_key_picks_once(stage: Any, sight: Any, at: Any) -> None:
    at("call")
    sight.tap_key("ArrowRight")
    sight.key("Enter", down=True)
    for _ in range(3):
        sight.key("Enter", down=True, repeat=True)
    sight.key("Enter", down=False)
    sight.tap_key("ArrowRight")
    sight.tap_key("Enter")
    table = called().state.table
    sight.until(lambda: stage.box.touches == [(table[0], 1), (table[3], 1)])


def test_a_card_keeps_the_focus_while_the_page_is_drawn_anew(
    stage: Any, sight: Any, at: Any
) -> None:
    at("call")
    table = called().state.table
    sight.script("arguments[0].focus()", sight.one(f'[data-item="{table[5]}"]'))
    at("12 cards")
    at("call")
    sight.tap_key("Enter")
    sight.until(lambda: stage.box.touches == [(table[5], 1)])


def test_a_refusal_is_told_in_words(stage: Any, sight: Any, at: Any) -> None:
    stage.box.refusal = "not_a_choice"
    at("call")
    sight.click(sight.one('[data-item="none"]'))
    sight.until(lambda: sight.text("#refused") == "That cannot be chosen just now.")


# Every scene


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_told_in_words_and_every_place_by_its_number(
    name: str, stage: Any, sight: Any, at: Any
) -> None:
    at(name)
    assert sight.status.strip()
    told = sight.script("return document.body.innerText")
    assert not re.search(UNSAID, told)
    for label in sight.names("[aria-label]", "aria-label"):
        assert not re.search(r"[{}_]|\.\w", label)
    for place in range(1, 7):
        assert sight.text(f'[data-place="{place}"]').strip() == str(place)
    for seat in sight.all("[data-seat]"):
        assert re.search(r"\d", seat.text)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_scene_fits_every_screen(
    width: int, height: int, stage: Any, sight: Any, at: Any
) -> None:
    sight.size(width, height)
    for name in SCENES:
        at(name)
        assert (name, sight.script(TOO_BIG)) == (name, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_a_small_screen(language: str, stage: Any, sight: Any, at: Any) -> None:
    stage.box.language = language
    stage.call(stage.web.hello)
    sight.until(lambda: sight.names("html", "lang") == [language])
    sight.size(800, 480)
    for name in SCENES:
        at(name)
        assert (name, sight.script(TOO_BIG)) == (name, [])


def test_another_language_is_spoken_at_once(stage: Any, sight: Any, at: Any) -> None:
    at("12 cards")
    for language in reversed(LANGUAGES):
        stage.box.language = language
        stage.call(stage.web.hello)
        wanted = Words(language).say("phase.set_game.search")
        sight.until(lambda wanted=wanted: wanted in sight.status)


TOO_BIG = """
  const faults = [];
  const inside = (box) => box.left >= -1 && box.top >= -1
    && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) faults.push("page");
  const middle = document.querySelector("#middle").getBoundingClientRect();
  for (const buzzer of document.querySelectorAll("[data-place]")) {
    const box = buzzer.getBoundingClientRect();
    if (!inside(box)) faults.push(`buzzer ${buzzer.dataset.place} is outside`);
    const apart = box.right <= middle.left + 1 || box.left >= middle.right - 1
      || box.bottom <= middle.top + 1 || box.top >= middle.bottom - 1;
    if (!apart) faults.push(`buzzer ${buzzer.dataset.place} lies on the screen`);
  }
  const text = "[data-item], .seats li, .ranks li, .does, #status";
  for (const part of document.querySelectorAll(text)) {
    if (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2) {
      faults.push(`clipped: ${part.outerHTML.slice(0, 80)}`);
    }
  }
  for (const part of document.querySelectorAll(".card, .actions > *, .seats li, #status")) {
    const out = !inside(part.getBoundingClientRect());
    if (out) faults.push(`outside: ${part.outerHTML.slice(0, 80)}`);
  }
  return faults;
"""


@pytest.mark.parametrize("cards", [12, 15, 18, 21])
def test_cards_lie_in_three_rows(cards: int, sight: Any, at: Any) -> None:
    at(f"{cards} cards")
    code = "return [...document.querySelectorAll('.card')]"
    tops = sight.script(f"{code}.map(e => Math.round(e.getBoundingClientRect().top))")
    assert len(tops) == cards
    assert [tops.index(top) for top in tops] == [index % 3 for index in range(cards)]


def test_a_card_is_told_in_words(sight: Any, at: Any) -> None:
    at("12 cards")
    label = sight.one(f'[data-item="{started().state.table[0]}"]').get_attribute("aria-label")
    assert label == "1 green solid diamond"


def test_picks_are_numbered_in_their_order(stage: Any, sight: Any, at: Any) -> None:
    table = called().state.table
    shown(stage, sight, view=seen(picked(called(), table[3], table[1])))
    assert set(sight.names("[data-picked]", "data-item")) == {table[1], table[3]}
    assert sight.text(f'[data-item="{table[3]}"] .pick') == "1"


def test_a_wrong_three_is_explained_until_something_happens(sight: Any, at: Any) -> None:
    at("wrong")
    verdict = wrong().state.verdict
    assert set(sight.names("[data-judged]", "data-item")) == set(verdict.cards)
    assert sight.names("[data-failing]", "data-failing") == list(verdict.failing)
    assert re.search(r"colour: \w+, \w+, \w+", sight.status)
    at("call")
    assert sight.all("[data-judged], [data-failing]") == []


def test_a_right_three_is_shown_to_all(sight: Any, at: Any) -> None:
    at("right")
    assert sight.names("[data-verdict]", "data-verdict") == ["right"]
    assert "A SET for Place 2!" in sight.status
    assert sight.text('[data-score="2"]') == "1"


def test_the_cards_of_a_set_glide_to_their_place(stage: Any, sight: Any, at: Any) -> None:
    match = called()
    trio = [match.state.table[index] for index in find_sets(match.state.table)[0]]
    shown(stage, sight, view=seen(picked(match, *trio[:2])))
    stage.show(view=seen(picked(match, *trio)))
    sight.until(lambda: len(sight.all(".gliding")) == 3)
    sight.until(lambda: not sight.all(".gliding"))
    assert not set(sight.names(".card", "data-item")) & set(trio)


def test_the_photo_finish_tells_who_came_behind(sight: Any, at: Any) -> None:
    at("photo finish")
    assert "+3.2 ms" in sight.text('li[data-seat="2"]')
    assert "+41.7 ms" in sight.text('li[data-seat="0"]')
    assert "A tie!" in sight.status


def test_what_is_not_on_the_disk_is_marked(sight: Any, at: Any) -> None:
    at("not saved")
    assert sight.names("[data-screen]", "data-saved") == ["false"]
    assert sight.text('[data-badge="not_saved"]') == "Not saved"
    at("call")
    assert sight.names("[data-screen]", "data-saved") == ["true"]
    assert sight.all('[data-badge="not_saved"]') == []


def test_the_walk_lights_where_it_stands(stage: Any, sight: Any, at: Any) -> None:
    table = called().state.table
    shown(stage, sight, **walk(called(), *table[1::3], row=True))
    assert sight.names('[data-walk="row"]', "data-item") == list(table[1::3])
    shown(stage, sight, **walk(called(), table[4]))
    assert sight.names("[data-walk]", "data-item") == [table[4]]
    shown(stage, sight, **walk(called()))
    assert sight.names("[data-walk]", "data-walk") == ["back"]
    assert "Back" in sight.text('[data-at="2"]')


def test_the_walk_lights_a_verb(stage: Any, sight: Any, at: Any) -> None:
    view = plain(offers={1: {"tap": "draw"}}, choosing={1: ["bomb"]})
    shown(stage, sight, view=view, walk=wire.Highlight(1, (), "tap"))
    assert sight.names("[data-walk]", "data-stop") == ["tap"]


def test_a_buzzer_says_what_it_does(sight: Any, at: Any) -> None:
    at("vote")
    assert sight.text('[data-at="3"] .does').split() == ["Tap", "agree", "Hold", "refuse"]
    at("12 cards")
    assert sight.text('[data-at="3"] .does').split() == ["Press", "SET!"]


def test_who_pressed_too_short_is_told_to_hold(stage: Any, sight: Any, at: Any) -> None:
    shown(stage, sight, view=of_lobby("seating"), hold=1)
    assert "hold it longer" in sight.text('[data-at="2"] .does')


def test_bots_are_marked(stage: Any, sight: Any, at: Any) -> None:
    shown(stage, sight, view=seen(started()), bots=(2,))
    assert "bot" in sight.text('li[data-seat="2"]')
    assert sight.text('[data-at="3"] .does').strip() == "the box plays"


def test_the_podium_tells_places_ties_and_figures(sight: Any, at: Any) -> None:
    at("podium")
    assert "Place 1 and Place 4 share the win!" in sight.status
    ranks = sight.names("[data-rank]", "data-rank")
    assert ranks == ["1", "1", "3", "4"]
    first = sight.text('.ranks [data-seat="0"]')
    for figure in ("10 SETs", "1 error", "fastest 0.8 s", "median 4.0 s", "series 15", "shared"):
        assert figure in first
    assert sight.text("[data-reason]").startswith("No SET was left.")


def test_house_rules_stand_there_in_plain_words(sight: Any, at: Any) -> None:
    at("house rules")
    shown_rules = sight.names("[data-option]", "data-option")
    assert shown_rules == list(of_lobby("rules").options)  # type: ignore[attr-defined]
    assert "5 seconds" in sight.text('[data-option="pick_seconds"]')


def test_the_owners_name_of_a_game_is_used_and_is_only_text(stage: Any, sight: Any) -> None:
    stage.box.titles = {"set_game": "<b>Trios</b>"}
    sight.open(stage.url())
    shown(stage, sight, **SCENES["lobby"]())
    sight.until(lambda: sight.text(".chosen h1") == "<b>Trios</b>")


# Any game


def plain(**fields: Any) -> dict[str, Any]:
    made = {
        "game": "some_game",
        "phase": "turn",
        "lit": {},
        "glass": None,
        "offers": {},
        "choosing": {1: ["bomb", "=21"]},
        "own": [],
        "menu": {},
        "scores": [3, -2, 5],
        "secret_looking": {"nested": ["fields", "are", "not dumped"]},
    }
    return {**made, **fields}


def test_a_game_that_the_page_does_not_know_can_be_played(stage: Any, sight: Any, at: Any) -> None:
    shown(stage, sight, view=plain())
    assert sight.names("[data-item]", "data-item") == ["bomb", "=21"]
    assert [sight.text(f'[data-score="{place}"]') for place in (1, 2, 3)] == ["3", "-2", "5"]
    assert "not dumped" not in sight.text("body")
    sight.click(sight.one('[data-item="=21"]'))
    sight.until(lambda: stage.box.touches == [("=21", 1)])


# The line


def test_a_lost_line_comes_back_by_itself(stage: Any, sight: Any, at: Any) -> None:
    at("call")
    sight.click(sight.one('[data-place="2"]'), shift=True)
    stage.run(stage.web.stop())
    sight.until(lambda: "One moment" in sight.status)
    assert sight.names("[data-screen]", "data-connected") == ["false"]
    stage.run(stage.web.start())
    stage.show(**SCENES["podium"]())
    sight.until(lambda: sight.names("[data-screen]", "data-phase") == ["podium"])
    assert sight.all("[data-latched]") == []
    assert stage.box.fingers == [(2, True), (2, False)]
