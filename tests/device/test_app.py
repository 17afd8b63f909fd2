"""The screen's loop: it paints what changed, ticks once, and finds its hub again."""

import msgspec
import pytest

from device import wire
from device.screen import compose
from device.screen.app import App, spots
from device.screen.elements import Button, Panel, Rect, Scene
from device.screen.look import Look, News
from device.screen.theme import FRAMES_PER_SECOND, WOOD
from device.screen.turn import towards
from games.match import S
from tests.device.evening import shows

SIZE = (800, 480)
HELLO = wire.Hello("0", "en", True, {}, 3)


class Clock:
    """A wall clock in ms that goes only while somebody waits."""

    def __init__(self):
        self.ms = 1_000.0

    def __call__(self):
        return int(self.ms)

    def sleep(self, seconds):
        self.ms += seconds * 1000


class Hub:
    """What the hub says, and what it hears."""

    def __init__(self, clock):
        self.clock, self.queue, self.heard, self.there, self.up = clock, [], [], False, True
        self.complaints, self.waits = [], []

    def connect(self, now):
        self.there = self.there or self.up
        return self.there

    def wait(self, seconds):
        self.waits.append(seconds)
        if self.queue:
            return [self.queue.pop(0)]
        assert seconds is not None, "nothing would ever happen again"
        self.clock.sleep(max(seconds, 0.001))
        return []

    def send(self, payload):
        self.heard.append(wire.decode_screen(payload))

    def complain(self, what):
        self.complaints.append(what)
        self.there = False

    def understood(self):
        pass


class Stage:
    """Keeps the pictures that it is shown."""

    size, asks = SIZE, True

    def __init__(self):
        self.pictures, self.fingers = [], []

    def paint(self, scene, look, moving):
        self.pictures.append((scene, look, moving))

    def touches(self):
        found, self.fingers = self.fingers, []
        return found

    def closed(self):
        return False

    def rest(self):
        pass


class Speaker:
    def __init__(self):
        self.played, self.set, self.changes = [], None, []

    def hear(self, before, now):
        self.changes.append((before, now))

    def volume(self, volume):
        self.set = volume

    def play(self, name):
        self.played.append(name)
        return True


class Screen:
    """A screen process without a hub, a display or a loudspeaker."""

    def __init__(self, **more):
        self.clock = Clock()
        self.hub, self.stage, self.speaker = Hub(self.clock), Stage(), Speaker()
        self.app = App(
            self.hub, self.stage, self.speaker, now=self.clock, pause=self.clock.sleep, **more
        )

    def say(self, *messages):
        self.hub.queue += messages
        while self.hub.queue:
            self.app.step()
        self.app.step()

    def wait(self, seconds):
        until = self.clock.ms + seconds * 1000
        while self.clock.ms < until:
            self.app.step()

    @property
    def scene(self):
        return self.stage.pictures[-1][0]


@pytest.fixture
def screen():
    return Screen()


def changed(name, **changes):
    return msgspec.structs.replace(shows()[name], **changes)


def glass(name, left, whole=5 * S, **changes):
    """Return a Show whose sand runs for ``left`` ns more."""
    show = shows()[name]
    view = {**News(show).view, "glass": {"ends": show.now + left, "whole": whole}}
    return changed(name, view=msgspec.Raw(msgspec.json.encode(view)), **changes)


def still(name):
    """Return a Show in which nothing falls."""
    view = {**News(shows()[name]).view, "glass": None}
    return changed(name, view=msgspec.Raw(msgspec.json.encode(view)))


def test_nothing_is_painted_while_nothing_changes(screen):
    screen.say(HELLO, still("search"))
    screen.wait(1)
    before = screen.app.painted
    screen.wait(600)
    assert screen.app.painted == before


def test_the_same_again_paints_nothing(screen):
    screen.say(HELLO, still("search"))
    screen.wait(1)
    before = screen.app.painted
    screen.say(still("search"), still("search"))
    screen.wait(1)
    assert screen.app.painted == before


def test_a_change_is_painted_at_once(screen):
    screen.say(HELLO, still("search"))
    screen.wait(1)
    before, at = screen.app.painted, screen.clock.ms
    screen.say(still("pick"))
    assert screen.app.painted == before + 1
    assert screen.clock.ms - at <= 60


def test_the_sand_falls_by_time_alone(screen):
    screen.say(HELLO, glass("pick", 5 * S))
    seen = []
    for _ in range(400):
        screen.wait(0.01)
        sand = next(each.lit for each in screen.scene.elements if each.key == "sand")
        if sand not in seen:
            seen.append(sand)
    assert seen == list(range(seen[0], seen[-1] - 1, -1))
    assert screen.app.painted < 40


def test_the_sand_stands_still_while_the_match_does(screen):
    screen.say(HELLO, glass("pick", 5 * S, running=False))
    screen.wait(0.2)
    before = screen.app.painted
    screen.wait(10)
    assert screen.app.painted == before
    assert screen.speaker.played == []


def test_the_last_seconds_tick_once_each(screen):
    screen.say(HELLO, glass("pick", 5 * S))
    screen.wait(8)
    assert screen.speaker.played == ["tick"] * 3


def test_a_picture_between_two_ticks_does_not_play_one_again(screen):
    screen.say(HELLO, glass("pick", 5 * S))
    screen.wait(2.01)
    assert screen.speaker.played == ["tick"]
    gone = int((screen.clock.ms - 1000) * 1_000_000) - 20_000_000
    show = glass("pick, two cards", 0)
    view = {**News(show).view, "glass": News(glass("pick", 5 * S)).view["glass"]}
    again = changed(
        "pick, two cards",
        view=msgspec.Raw(msgspec.json.encode(view)),
        now=shows()["pick"].now + gone,
    )
    screen.say(again)
    screen.wait(8)
    assert screen.speaker.played == ["tick"] * 3


def test_a_lost_hub_shows_one_moment_and_comes_back_by_itself(screen):
    screen.say(HELLO, still("search"))
    screen.hub.there = screen.hub.up = False
    screen.wait(1)
    assert screen.scene.name == "moment"
    screen.hub.up = True
    screen.say(HELLO, still("search"))
    assert screen.scene.name == "set_game"


def test_one_moment_is_painted_once(screen):
    screen.hub.up = False
    screen.wait(30)
    assert screen.app.painted == 1


def test_a_screen_whose_hub_and_parent_are_gone_ends():
    parents = iter([7, 7, 7, 1, 1, 1, 1])
    screen = Screen(parent=lambda: next(parents))
    screen.hub.up = False
    assert screen.app.run() == 0
    assert screen.app.painted == 1


def test_a_screen_whose_parent_alone_is_gone_goes_on():
    screen = Screen(parent=lambda: 1 if screen.app.painted else 7)
    screen.stage.closed = lambda: screen.clock.ms > 20_000
    screen.hub.queue = [HELLO, still("search")]
    assert screen.app.run() == 0
    assert screen.clock.ms > 20_000


@pytest.mark.parametrize(
    "show",
    [
        changed("search", game="ludo"),
        changed("search", view=msgspec.Raw(b'{"phase": "search"}')),
        changed("search", view=msgspec.Raw(b"[1]")),
        changed("search", view=msgspec.Raw(b"null")),
        changed("lobby", view=msgspec.Raw(b'{"phase": "karaoke", "host": null}')),
    ],
)
def test_a_hub_of_another_version_is_left_and_asked_again(screen, show):
    screen.say(HELLO, still("search"))
    screen.hub.up = False
    screen.say(show)
    assert len(screen.hub.complaints) == 1
    screen.wait(1)
    assert screen.scene.name == "moment"


def test_a_language_that_is_not_here_is_a_hub_of_another_version(screen):
    screen.say(wire.Hello("9", "tlh", True, {}, 3))
    assert len(screen.hub.complaints) == 1


def test_the_box_can_change_its_language_and_its_volume_at_any_time(screen):
    screen.say(HELLO, still("search"))
    screen.say(wire.Hello("0", "pl", True, {"set_game": "Sety"}, 5))
    assert screen.stage.pictures[-1][1].language == "pl"
    assert screen.speaker.set == 5
    texts = [each.text for each in screen.scene.elements if each.key == "headline"]
    assert texts == [Look(*SIZE, "pl").say("news.set_game.dealt")]


def test_every_change_is_heard_after_the_one_before(screen):
    first, second = still("search"), still("pick")
    screen.say(HELLO, first, second)
    assert screen.speaker.changes == [(None, first), (first, second)]


def test_a_touch_is_sent_with_the_seat_that_may(screen):
    screen.say(HELLO, still("pick"))
    card = next(each for each in screen.scene.elements if isinstance(each, Button))
    screen.stage.fingers = [(card.rect.x + 1, card.rect.y + 1)]
    screen.app.step()
    assert wire.Touch(card.item, 1) in screen.hub.heard


def test_a_touch_of_nothing_says_nothing(screen):
    screen.say(HELLO, still("search"))
    screen.stage.fingers = [(400, 240), (2, 2)]
    screen.app.step()
    assert not any(isinstance(each, wire.Touch) for each in screen.hub.heard)


def test_what_can_be_touched_is_told_when_it_changes(screen):
    screen.say(HELLO, still("pick"))
    screen.wait(1)
    told = [each for each in screen.hub.heard if isinstance(each, wire.Spots)]
    assert {spot.item for spot in told[-1].spots} >= {"none"}
    screen.wait(5)
    assert [each for each in screen.hub.heard if isinstance(each, wire.Spots)] == told


def test_frames_are_at_most_thirty_a_second(screen):
    screen.say(HELLO, still("pick, two cards"))
    screen.wait(1)
    before, at = screen.app.painted, screen.clock.ms
    screen.say(still("a SET"))
    screen.wait(1)
    frames = screen.app.painted - before
    assert 8 <= frames <= 0.45 * FRAMES_PER_SECOND + 3
    assert screen.clock.ms > at
    assert not screen.stage.pictures[-1][2], "the last picture is at rest"


def test_reduced_motion_paints_a_change_once():
    screen = Screen(reduced=True)
    screen.say(HELLO, still("pick, two cards"))
    screen.wait(1)
    before = screen.app.painted
    screen.say(still("a SET"))
    screen.wait(1)
    assert screen.app.painted == before + 1


def test_attract_changes_its_band_every_few_seconds_and_paints_little(screen):
    show = changed("attract", demo=changed("search", running=False))
    screen.say(HELLO, show)
    before = screen.app.painted
    screen.wait(60)
    assert 9 <= screen.app.painted - before <= 11


def test_while_nothing_is_due_the_loop_waits_for_the_hub_alone():
    screen = Screen()
    screen.stage.asks = False
    screen.hub.queue = [HELLO, still("search"), HELLO]
    for _ in range(3):
        screen.app.step()
    screen.hub.queue = [HELLO, HELLO]
    screen.app.step()
    screen.app.step()
    assert screen.hub.waits[-1] is None


def plain(look):
    """Return a picture with a button in its upper left corner and a bar at its foot."""
    return Scene(
        "peek",
        (
            Button("item:a", Rect(10, 10, 100, 50), "a", "A", 20, look.language),
            Panel("foot", Rect(0, look.h - 20, look.w, 20), WOOD),
        ),
    )


@pytest.mark.parametrize(
    ("turn", "finger"),
    [(0, (12, 12)), (180, (787, 467)), (90, (12, 467)), (270, (787, 12))],
)
def test_a_peek_is_turned_towards_its_place_and_touches_turn_back(
    screen, monkeypatch, turn, finger
):
    facing = (turn, 0, 0, 0, 0, 0)
    screen.app = App(
        screen.hub, screen.stage, screen.speaker,
        look=Look(*SIZE, facing=facing), now=screen.clock, pause=screen.clock.sleep,
    )  # fmt: skip
    monkeypatch.setitem(compose.SCENES, "set_game", lambda news, look: towards(1, look, plain))
    screen.say(still("search"))
    assert screen.scene.turn == turn
    w, h = SIZE if turn % 180 == 0 else SIZE[::-1]
    assert screen.scene.elements[1].rect == Rect(0, h - 20, w, 20)
    screen.stage.fingers = [finger]
    screen.app.step()
    assert screen.hub.heard[-1] == wire.Touch("a", None)
    spot = spots(screen.scene, screen.app._look).spots[0]
    assert 0 <= spot.x <= finger[0] / 800 <= spot.x + spot.w <= 1
    assert 0 <= spot.y <= finger[1] / 480 <= spot.y + spot.h <= 1


def test_places_on_the_far_side_are_faced_upside_down():
    assert Look(*SIZE).facing == (180, 180, 180, 0, 0, 0)
