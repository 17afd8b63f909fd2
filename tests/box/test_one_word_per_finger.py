"""A finger speaks once: a contract of every game, the lobby and the table menu (DESIGN "Fingers").

Random people drum on the buzzers and touch whatever can be touched. Every word that the rules
took must belong to one finger, and have been offered from its first edge on.
"""

from dataclasses import dataclass, field
from random import Random

import pytest

from device.fingers import HOLD
from device.live import Live
from device.table import Table
from games import CATALOG
from games.match import Choose, Hold, Lift, Press, Tap

WORDS = {Press: "press", Tap: "tap", Hold: "hold", Lift: "lift"}


@dataclass
class Finger:
    """One finger on the wire, and what it came to say."""

    place: int
    down: int
    up: int | None = None
    words: list[str] = field(default_factory=list)


@dataclass
class Diary:
    """What happened on every page: when it was laid, its offers over time, what the rules took."""

    laid: list = field(default_factory=list)
    offers: dict = field(default_factory=dict)
    taken: list = field(default_factory=list)
    lives: list = field(default_factory=list)

    def stood(self, live, seat, verb, since, until):
        """Return whether an offer stood from match time ``since`` up to entry ``until``."""
        pages = self.offers[id(live)]
        first = max(i for i, (at, _) in enumerate(pages[:until]) if at <= since)
        ids = {offers.get(seat, {}).get(verb) for _, offers in pages[first:until]}
        return len(ids) == 1 and None not in ids


@pytest.fixture
def diary(monkeypatch):
    kept = Diary()
    lay, see, play = Table.lay, Live._see, Live.play

    def laying(table, live, now, **more):
        kept.laid.append((live, now))
        lay(table, live, now, **more)

    def seeing(live):
        see(live)
        kept.lives.append(live)  # so that no other one gets its id
        kept.offers.setdefault(id(live), []).append((live.match.at, live.view.offers))

    def playing(live, action, tie=()):
        entries = len(kept.offers.get(id(live), ()))
        play(live, action, tie)
        seat = getattr(action, "seat", None)
        if seat is not None and seat not in live.seating.bots:
            kept.taken.append((live, action, live.clock.hub_time(action.at), entries))

    monkeypatch.setattr(Table, "lay", laying)
    monkeypatch.setattr(Live, "_see", seeing)
    monkeypatch.setattr(Live, "play", playing)
    return kept


class Crowd:
    """Six people who have no idea what they are doing."""

    def __init__(self, box, seed, game):
        self.box, self.random, self.game = box, Random(seed), game
        self.fingers, self.pages = [], set()

    def drum(self, moves):
        for _ in range(moves):
            self.pages.add(self.box.page)
            move = self.random.random()
            if move < 0.62:
                self.move_a_finger()
            elif move < 0.9:
                self.touch()
            elif move < 0.93:
                self.open_the_menu()
            self.box.wait(self.random.choice((0.061, 0.083, 0.3, 0.7, 1.3)) + self.jitter())
        for finger in self.fingers:
            if finger.up is None:
                self.lift(finger)
                self.box.wait(0.07)

    def jitter(self):
        return self.random.randrange(1, 9) / 1000

    def held(self):
        return [finger for finger in self.fingers if finger.up is None]

    def move_a_finger(self):
        place = self.random.randrange(1, 7)
        (held,) = [f for f in self.held() if f.place == place] or (None,)
        if held is not None:
            self.lift(held)
        else:
            self.fingers.append(Finger(place, self.box.clock.now))
            self.box.down(place)

    def lift(self, finger):
        finger.up = self.box.clock.now
        self.box.up(finger.place)

    def touch(self):
        shown = self.box.view["choosing"].items()
        choosing = [(int(seat), item) for seat, items in shown for item in items]
        dull = ("clear", "end", "seats", "language", "how_to", "more", "bots")
        lively = [each for each in choosing if not each[1].startswith(dull)]
        likely = [each for each in lively if each[1] in ("play", "again", "go_on", "none", "done")]
        if choosing:
            some = self.random.choice((choosing, lively, likely, likely, likely)) or choosing
            seat, item = self.random.choice(some)
            self.box.try_touch(item, seat)

    def open_the_menu(self):
        for place in self.random.sample(range(1, 7), 3):
            if place not in {finger.place for finger in self.held()}:
                self.fingers.append(Finger(place, self.box.clock.now))
                self.box.down(place)
                self.box.wait(0.011)
        self.box.wait(3.2)

    def finger_of(self, place, action, stamp):
        """Return the finger whose edge or whose 600 ms this is."""
        mine = [finger for finger in self.fingers if finger.place == place]
        edges = {Press: "down", Tap: "up", Lift: "up", Choose: "down"}
        if type(action) is Hold:
            found = [finger for finger in mine if finger.down + HOLD == stamp]
        else:
            found = [finger for finger in mine if getattr(finger, edges[type(action)]) == stamp]
        return found


def check(crowd, diary):
    for live, action, stamp, until in diary.taken:
        place = live.seating.places[action.seat]
        found = crowd.finger_of(place, action, stamp)
        if isinstance(action, Choose):
            if found:
                found[0].words.append("choose")
            continue  # else a touch, or what the table agreed on
        by_walk = [f for f in crowd.fingers if f.place == place and f.down == stamp]
        assert found or by_walk, f"nobody said {action}"
        finger = (found or by_walk)[0]
        word = WORDS[type(action)]
        finger.words.append(word)
        laid = max(now for page, now in diary.laid if page is live and now <= stamp)
        assert finger.down >= laid, f"{finger} was there before the page"
        if found:
            since = live.clock.match_time(finger.down)
            first = finger.words[0]
            assert diary.stood(live, action.seat, word, since, until), f"{word} of {finger}"
            assert first == word or (first, word) == ("hold", "lift")
    for finger in crowd.fingers:
        few = [[], ["press"], ["tap"], ["hold"], ["hold", "lift"], ["choose"]]
        assert finger.words in few, finger


@pytest.mark.parametrize("touch", ["yes", "no"])
@pytest.mark.parametrize("game", CATALOG)
@pytest.mark.parametrize("seed", range(5))
def test_a_finger_speaks_once(box_with, diary, game, seed, touch):
    box = box_with(touch=touch, hints=True)
    box.store.settings["game"] = game
    crowd = Crowd(box, seed, game)
    crowd.drum(700)
    check(crowd, diary)
    said = {word for finger in crowd.fingers for word in finger.words}
    assert {"press", "hold"} <= said
    assert ("choose" in said) is (touch == "no")
    assert {"lobby", "menu", game} <= {name for name, _ in crowd.pages}
    assert sum(len(finger.words) > 0 for finger in crowd.fingers) > 8


@pytest.mark.parametrize("game", CATALOG)
def test_a_finger_that_is_down_while_the_page_turns_is_silent(box, diary, game):
    """Lobby to game, game to menu, menu to game, game to podium: one finger through all of it."""
    box.store.settings["game"] = game
    for place in (2, 5, 6, 1):
        box.press(place)
    box.hold(2)
    box.down(6)
    diary.taken.clear()
    box.touch("play")
    box.wait(1)
    pages = [box.show["game"]]
    box.down(2)
    box.down(5)
    box.wait(3.2)
    pages.append(box.show["game"])
    box.touch("go_on")
    box.up(2)
    box.up(5)
    box.wait(1)
    pages.append(box.show["game"])
    box.open_menu(5, 1)
    box.touch("end")
    box.wait(8.1)
    pages.append(box.page[1])
    box.up(6)
    box.wait(1)
    assert pages == [game, "menu", game, "podium"]
    spoken = [
        action
        for live, action, *_ in diary.taken
        if live.seating.places[action.seat] == 6 and not isinstance(action, Choose)
    ]
    assert spoken == []
