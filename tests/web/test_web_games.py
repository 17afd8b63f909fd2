"""People at the real box in a browser: they sit down, play, vote, pause and win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from device.words import Words
from games.set_game import find_sets

SAY = Words("en").say
TOUCH = """
[screen]
touch = "yes"
[games.set_game.options]
pick_seconds = 30
"""
BUZZERS_ONLY = """
[screen]
touch = "no"
[games.set_game.options]
beginner = true
"""
REACTION = 0.45
"""A person presses when this part of the walk's step has gone by."""
STEP = 0.9
"""Seconds of box time that the walk stands on a stop."""

EYES = """
  const screen = document.querySelector("[data-screen]");
  const all = (css) => [...screen.querySelectorAll(css)];
  const items = (css) => all(css).map((each) => each.dataset.item);
  const chosen = () =>
    `${screen.dataset.game} ${screen.dataset.phase} ${items(".card[data-picked]")}`;
"""
LOOK = """
  return {
    game: screen.dataset.game,
    phase: screen.dataset.phase,
    number: Number(screen.dataset.number),
    cards: items(".card"),
    picked: items(".card[data-picked]"),
    choices: items("[data-item]:enabled"),
    lit: items("[data-walk]"),
    chosen: chosen(),
    taps: [...document.querySelectorAll(".buzzer")]
      .filter((each) => each.textContent.includes("Tap"))
      .map((each) => Number(each.dataset.at)),
  };
"""

AT_THE_RIGHT_MOMENT = """
  // Resolves when the walk has stood for a while on a wanted item, or on the way back from a row
  // that has none; false when something was chosen meanwhile, or there is no walk any more.
  const [wanted, before, wait, done] = arguments;
  let timer = 0;
  const look = () => {
    const lit = all("[data-walk]");
    const over = !lit.length || chosen() !== before;
    const good = (each) => each.dataset.stop === "back" || each.dataset.item === wanted;
    clearTimeout(timer);
    if (!over && !lit.some(good)) return;
    timer = setTimeout(() => { watch.disconnect(); done(!over); }, wait);
  };
  const watch = new MutationObserver(look);
  const filter = ["data-walk", "data-picked", "data-phase"];
  const what = { subtree: true, attributes: true, childList: true, attributeFilter: filter };
  watch.observe(document.body, what);
  look();
"""


@dataclass
class Table:
    """People around the box: what they see, and what their hands do."""

    sight: Any
    speed: int
    places: tuple[int, ...] = ()

    def look(self) -> dict[str, Any]:
        return dict(self.sight.script(EYES + LOOK))

    def until(self, **wanted: object) -> dict[str, Any]:
        """Wait until the screen shows what is ``wanted``, e.g. a phase."""

        def there() -> dict[str, Any] | None:
            seen = self.look()
            return seen if all(seen[key] == value for key, value in wanted.items()) else None

        return dict(self.sight.until(there))

    def press(self, place: int) -> None:
        self.sight.tap_key(f"Digit{place}")

    def hold(self, *places: int, until: Callable[[], object]) -> None:
        """Hold buzzers down until something is seen."""
        for place in places:
            self.sight.key(f"Digit{place}", down=True)
        try:
            self.sight.until(until)
        finally:
            for place in places:
                self.sight.key(f"Digit{place}", down=False)

    def touch(self, item: str) -> None:
        self.sight.touch(item)

    def sit(self, *places: int) -> None:
        """Sit down at ``places``; the first is the host, who holds when all are here."""
        self.places = places
        for place in places:
            self.press(place)
            self.sight.one(f'.ring [data-at="{place}"][data-taken]')
        self.hold(places[0], until=lambda: self.look()["phase"] == "lobby")

    def caller(self) -> int:
        """Return whose turn it is to call: everybody once."""
        self.places = (*self.places[1:], self.places[0])
        return self.places[0]

    def pick(self, *cards: str) -> None:
        """Pick cards by touch."""
        for card in cards:
            self.touch(card)

    def walk_to(self, place: int, item: str) -> None:
        """Choose ``item`` by the buzzer alone: its row first, then the item."""
        before = self.look()
        wait = STEP * 1000 / self.speed * REACTION
        while (seen := self.look())["chosen"] == before["chosen"]:
            now = (EYES + AT_THE_RIGHT_MOMENT, item, before["chosen"], wait)
            if self.sight.browser.execute_async_script(*now):
                self.press(place)
            self.sight.until(lambda number=seen["number"]: self.look()["number"] > number)

    def score(self, place: int) -> int:
        return int(self.sight.text(f'[data-score="{place}"]').replace("\N{MINUS SIGN}", "-"))


@pytest.fixture
def gather(start_hub: Any, sight: Any) -> Callable[..., Table]:
    """Gather people around a new box."""

    def gathered(speed: int, config: str) -> Table:
        hub = start_hub(speed=speed, config=config)
        calm = {"name": "prefers-reduced-motion", "value": "reduce" if speed > 1 else ""}
        sight.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [calm]})
        sight.open(hub.address)
        sight.browser.set_script_timeout(20)
        table = Table(sight, speed)
        table.hub = hub  # type: ignore[attr-defined]
        table.until(phase="attract")
        return table

    return gathered


def a_set(cards: list[str]) -> tuple[str, ...]:
    """Return a SET on the table, or () if there is none."""
    found = find_sets(cards)
    return tuple(cards[index] for index in found[0]) if found else ()


def play(table: Table, choose: Callable[[int, str], None]) -> None:
    """Play a whole game; ``choose`` is how a place chooses an item."""
    alone = len(table.places) == 1
    while (seen := table.look())["phase"] != "over":
        me = table.places[0]
        if seen["phase"] == "vote":
            table.press(seen["taps"][0])
        elif seen["phase"] == "search" and not alone:
            table.press(table.caller())
        else:
            choose(me, next_card(seen) or ("deal" if alone else "none"))
        table.sight.until(lambda number=seen["number"]: table.look()["number"] > number)
    table.until(phase="podium")


def next_card(seen: dict[str, Any]) -> str | None:
    """Return the next card to pick, or one to unpick; None if there is no SET."""
    trio, picked = a_set(seen["cards"]), seen["picked"]
    stray = [card for card in picked if card not in trio]
    return next(iter(stray or [card for card in trio if card not in picked]), None)


@pytest.mark.parametrize("places", [(3,), (1, 4), (1, 2, 4, 5), (1, 2, 3, 4, 5, 6)], ids=len)
def test_people_play_a_whole_game_by_touch(places: tuple[int, ...], gather: Any) -> None:
    table = gather(5, TOUCH)
    table.sit(*places)
    table.touch("play")
    table.until(phase="search")
    play(table, lambda _, item: table.touch(item))
    ranks = table.sight.names("[data-rank]", "data-rank")
    assert len(ranks) == len(places)
    assert ranks[0] == "1"
    assert sum(table.score(place) for place in places) > 15


@pytest.mark.parametrize("places", [(2,), (3, 6), (1, 2, 4, 5), (1, 2, 3, 4, 5, 6)], ids=len)
def test_people_play_a_whole_game_with_buzzers_only(places: tuple[int, ...], gather: Any) -> None:
    table = gather(4, BUZZERS_ONLY)
    table.sit(*places)
    table.walk_to(places[0], "play")
    table.until(phase="search")
    play(table, table.walk_to)
    assert sum(table.score(place) for place in places) > 3


def test_people_play_a_whole_game_at_the_speed_of_life(gather: Any) -> None:
    table = gather(1, TOUCH)
    table.sit(1, 2)
    table.touch("play")
    table.until(phase="search")
    play(table, lambda _, item: table.touch(item))
    assert table.sight.all("[data-won]")


def test_bots_find_every_set_of_a_puzzle_while_someone_watches(gather: Any) -> None:
    table = gather(20, TOUCH + "puzzle = 9\n")
    table.sit(4)
    table.touch("bots:1")
    table.touch("bots:2")
    table.touch("play")
    table.until(phase="podium")
    assert table.score(4) == 0
    assert len(table.sight.all("[data-rank]")) == 3
    assert SAY("reason.set_game.all_found") in table.sight.text("[data-reason]")


def test_a_wrong_three_costs_a_point_and_is_explained(gather: Any) -> None:
    table = gather(3, TOUCH)
    table.sit(2, 5)
    table.touch("play")
    seen = table.until(phase="search")
    table.press(5)
    table.until(phase="pick")
    cards = seen["cards"]
    third = next(i for i in range(2, 12) if (0, 1, i) not in find_sets(cards))
    table.pick(cards[0], cards[1], cards[third])
    table.until(phase="search")
    assert table.score(5) == -1
    assert table.score(2) == 0
    judged = set(table.sight.names("[data-judged]", "data-item"))
    assert judged == {cards[0], cards[1], cards[third]}
    assert table.sight.all("[data-failing]")


def test_who_calls_first_has_the_table_alone(gather: Any) -> None:
    table = gather(1, TOUCH)
    table.sit(1, 2)
    table.touch("play")
    table.until(phase="search")
    for place in (2, 1):
        table.press(place)
    table.until(phase="pick")
    assert SAY("news.set_game.call", place="Place 2") in table.sight.status
    assert table.sight.names("[data-place]", "data-lamp").count("on") == 1
    table.sight.one('li[data-seat="0"] .notes')
    table.sight.until(lambda: " ms" in table.sight.text('li[data-seat="0"] .notes'))


def test_the_table_votes_on_three_more_cards(gather: Any) -> None:
    table = gather(2, TOUCH)
    table.sit(1, 2, 3)
    table.touch("play")
    table.until(phase="search")
    table.press(1)
    table.touch("none")
    table.until(phase="vote")
    for place in (2, 3):
        table.press(place)
    table.until(phase="search")
    assert len(table.look()["cards"]) == 15
    table.press(2)
    table.touch("none")
    table.until(phase="vote")
    table.hold(3, until=lambda: table.look()["phase"] == "search")
    assert len(table.look()["cards"]) == 15
    assert SAY("set_game.resting") in table.sight.text('li[data-seat="1"]')


def test_two_buzzers_held_pause_the_match_and_it_goes_on(gather: Any) -> None:
    table = gather(5, TOUCH)
    table.sit(1, 2)
    table.touch("play")
    cards = table.until(phase="search")["cards"]
    table.hold(1, 2, until=lambda: table.look()["game"] == "menu")
    table.touch("go_on")
    seen = table.until(game="set_game")
    assert (seen["phase"], seen["cards"]) == ("search", cards)
    assert [table.score(place) for place in (1, 2)] == [0, 0]


def test_a_seat_goes_home_by_vote_and_the_last_one_ends_the_match(gather: Any) -> None:
    table = gather(4, TOUCH)
    table.sit(1, 3, 5)
    table.touch("play")
    table.until(phase="search")
    table.hold(1, 3, until=lambda: table.look()["game"] == "menu")
    table.touch("leave")
    table.touch("leave:4")  # place 5
    while (seen := table.look())["game"] == "menu":
        if seen["taps"]:
            table.press(seen["taps"][0])
        table.sight.until(lambda number=seen["number"]: table.look()["number"] > number)
    table.sight.until(lambda: SAY("set_game.left") in table.sight.text('li[data-seat="2"]'))
    table.hold(1, 3, until=lambda: table.look()["game"] == "menu")
    table.touch("end")
    table.until(phase="vote")
    table.press(3)
    table.until(phase="podium")
    assert SAY("reason.ended") in table.sight.text("[data-reason]")


def test_the_host_changes_a_house_rule_with_the_buzzer_alone(gather: Any) -> None:
    table = gather(3, BUZZERS_ONLY)
    table.sit(4, 6)
    table.walk_to(4, "rules")
    table.walk_to(4, "rule:lockout")
    assert table.look()["phase"] == "rule"
    table.walk_to(4, "value:true")
    table.until(phase="rules")
    assert table.sight.names('[data-option="lockout"]', "data-value") == ["true"]
    table.walk_to(4, "done")
    table.until(phase="lobby")


def test_how_to_play_is_shown_page_by_page(gather: Any) -> None:
    table = gather(3, TOUCH)
    table.sit(1)
    table.touch("how_to")
    for page in range(4):
        table.sight.one(f'[data-page="{page}"]')
        assert table.sight.text(".how_to p") in table.sight.status
        table.touch("next" if page < 3 else "done")
    table.until(phase="lobby")


def test_the_same_people_play_again_and_their_scores_add_up(gather: Any) -> None:
    table = gather(4, TOUCH + "puzzle = 9\n")
    table.sit(1, 2)
    for total in (4, 8):
        table.touch("play" if total == 4 else "again")
        table.until(phase="search")
        puzzle(table)
        if total == 8:
            told = [total.text for total in table.sight.all(".ranks .total")]
            assert sum(int(text.split()[-1]) for text in told) == 8
    table.touch("clear")
    table.until(phase="attract")


def puzzle(table: Table) -> None:
    """Find the four SETs of a puzzle; ``found`` ones are no choice any more."""
    cards = table.look()["cards"]
    for trio in find_sets(cards):
        table.press(table.caller())
        table.until(phase="pick")
        table.pick(*(cards[index] for index in trio))
        table.sight.until(lambda: table.look()["phase"] != "pick")
    table.until(phase="podium")


def test_a_pulled_plug_costs_nothing(gather: Any) -> None:
    table = gather(3, TOUCH)
    table.sit(2, 3)
    table.touch("play")
    seen = table.until(phase="search")
    if trio := a_set(seen["cards"]):
        table.press(3)
        table.until(phase="pick")
        table.pick(*trio)
        seen = table.until(phase="search")
    table.sight.until(lambda: table.sight.names("[data-screen]", "data-saved") == ["true"])
    scores = [table.score(place) for place in (2, 3)]
    table.hub.kill()  # type: ignore[attr-defined]
    table.sight.until(lambda: SAY("page.one_moment") in table.sight.status)
    table.hub.start()  # type: ignore[attr-defined]
    table.until(phase="go_on")
    table.press(2)
    again = table.until(game="set_game")
    assert again["cards"] == seen["cards"]
    assert [table.score(place) for place in (2, 3)] == scores


def test_a_page_that_closes_lets_go_of_its_buzzers(gather: Any, start_hub: Any) -> None:
    table = gather(2, TOUCH)
    table.press(1)
    table.until(phase="seating")
    buzzer = table.sight.one('[data-place="1"]')
    table.sight.click(buzzer, shift=True)  # the host's hold: all here
    table.until(phase="lobby")
    table.sight.open(table.hub.address)  # type: ignore[attr-defined]
    table.until(phase="lobby")
    assert table.sight.all("[data-latched]") == []
    table.touch("more")
    table.touch("seats")
    table.until(phase="seating")
    table.hold(1, until=lambda: table.look()["phase"] == "lobby")
