"""A whole box in simulated time: the real hub on gpiozero's mock pins, played with fingers.

What is not real: the clock, the event loop's timer, and the pages at the other end of the web.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from device import hub as hub_module
from device.config import Config, House, Screen
from device.record import UNDO, Closed, Entry, Opened, Sitting
from device.storage import Storage
from games.match import MS, Ns, S
from games.set_game import find_sets

BUZZERS, LAMPS = Config().pins.buzzers, Config().pins.lamps
COLUMN = Config().pins.hourglass
STEP = Config().table.walk_step_ms * MS


class Clock:
    """Hub time, moved by the test alone."""

    def __init__(self) -> None:
        self.now: Ns = 1_000 * S

    def __call__(self) -> Ns:
        return self.now


class Timer:
    """The handle of ``call_later``."""

    def __init__(self, at: Ns, call: Callable[[], object]) -> None:
        self.at, self.call, self.cancelled = at, call, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """The event loop's timer; a timer that is due at once means a hub that turns in circles."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.timers: list[Timer] = []
        self.soon: deque[Callable[[], object]] = deque()

    def call_later(self, delay: float, call: Callable[[], object]) -> Timer:
        assert delay > 0, "the hub wants to be woken at once, having just done all that was due"
        self.timers = [timer for timer in self.timers if not timer.cancelled]
        self.timers.append(Timer(self._clock.now + max(1, round(delay * 1e9)), call))
        return self.timers[-1]

    def call_soon_threadsafe(self, call: Callable[[], object]) -> None:
        self.soon.append(call)

    def due(self) -> Ns | None:
        """Return when the next timer goes off."""
        times = [timer.at for timer in self.timers if not timer.cancelled]
        return min(times, default=None)

    def run(self) -> None:
        """Call what is due."""
        due = [t for t in self.timers if not t.cancelled and t.at <= self._clock.now]
        self.timers = [timer for timer in self.timers if timer not in due]
        for timer in due:
            timer.call()


class Ended:
    """The hub's end; an error there fails the test."""

    def __init__(self) -> None:
        self.over = False

    def done(self) -> bool:
        return self.over

    def set_exception(self, error: BaseException) -> None:
        raise error

    def set_result(self, _result: None) -> None:
        self.over = True


class Pages:
    """The browser boxes: they note what they are sent."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.shows: list[dict[str, Any]] = []
        self.lights: list[tuple[Ns, list[str]]] = []
        self.greetings = 0

    def show(self, frame: bytes) -> None:
        self.shows.append(msgspec.json.decode(frame))

    def hello(self) -> None:
        self.greetings += 1

    def lamps(self, frame: bytes) -> None:
        self.lights.append((self._clock.now, msgspec.json.decode(frame)["lamps"]))


class Notebook:
    """A journal and settings in memory, on a disk that can be slow, full or unplugged.

    Attributes:
        slow: nothing is committed before ``commit``.
        noted: called after each line.
        failed: what is wrong with the disk, or None.
    """

    def __init__(self) -> None:
        self.lines: list[tuple[str, tuple[Any, ...]]] = []
        self.settings: dict[str, Any] = {}
        self.committed = 0
        self.slow = False
        self.failed: str | None = None
        self.noted: Callable[[], object] = lambda: None
        self._told: list[Callable[[], object]] = []

    @property
    def journal(self) -> Notebook:
        return self

    def _write(self, kind: str, *what: Any) -> int:
        self.lines.append((kind, what))
        if not self.slow and self.failed is None:
            self.committed = len(self.lines)
        self.noted()
        return len(self.lines)

    def begin(self, opened: Opened, sitting: Sitting) -> int:
        return self._write("begin", opened, sitting)

    def add(self, entry: Entry, scores: tuple[int, ...]) -> int:
        assert entry.number == len(self.entries()), "a journal line is missing"
        return self._write("add", entry, scores)

    def end(self, closed: Closed, sitting: Sitting) -> int:
        assert self.open() is not None, "a match is ended that is not open"
        return self._write("end", closed, sitting)

    def sit(self, sitting: Sitting | None) -> int:
        return self._write("sit", sitting)

    def setting(self, key: str, default: Any) -> Any:
        return self.settings.get(key, default)

    def keep(self, key: str, value: Any) -> None:
        self.settings[key] = msgspec.json.decode(msgspec.json.encode(value))

    def on_commit(self, tell: Callable[[], object]) -> None:
        self._told = [tell]

    def commit(self) -> None:
        """The disk has taken all that waited, and takes the rest at once."""
        self.slow, self.failed, self.committed = False, None, len(self.lines)
        for tell in self._told:
            tell()

    def break_down(self, why: str) -> None:
        """The disk takes nothing any more, and says so."""
        self.failed = why
        for tell in self._told:
            tell()

    def open(self) -> Opened | None:
        """Return the match that is open."""
        ours = [what[0] for kind, what in self.lines if kind in ("begin", "end", "sit")]
        return ours[-1] if ours and isinstance(ours[-1], Opened) else None

    def entries(self) -> list[Entry]:
        """Return the lines of the newest match."""
        begun = max(i for i, (kind, _) in enumerate(self.lines) if kind == "begin")
        return [what[0] for kind, what in self.lines[begun:] if kind == "add"]

    def closed(self) -> list[Closed]:
        """Return how the matches ended."""
        return [what[0] for kind, what in self.lines if kind == "end"]

    def cut(self, lines: int | None = None) -> Notebook:
        """Return what is found after the plug was pulled: the first ``lines``, or the committed."""
        found = Notebook()
        found.lines = self.lines[: self.committed if lines is None else lines]
        found.committed = len(found.lines)
        found.settings = dict(self.settings)
        return found

    def resume(self) -> SimpleNamespace | None:
        sittings = [what[-1] for kind, what in self.lines if kind != "add"]
        if not sittings or sittings[-1] is None:
            return None
        opened = self.open()
        entries = tuple(self.entries()) if opened is not None else ()
        added = [what[1] for kind, what in self.lines if kind == "add"]
        scores: tuple[int, ...] = ()
        if opened is not None:
            scores = added[-1] if entries else (0,) * opened.seats
        kept = SimpleNamespace(
            sitting=_written(sittings[-1], Sitting), opened=None, entries=(), scores=scores
        )
        if opened is not None:
            kept.opened = _written(opened, Opened)
            kept.entries = tuple(_written(entry, Entry) for entry in entries)
        return kept


def _written(value: Any, kind: type) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


class Box:
    """The box as the people around it know it: places are 1 to 6, times are seconds.

    Attributes:
        store: its journal; survives ``pull_the_plug``.
        hub: the real one.
        pages: what the browser boxes were sent.
        by_touch: whether people use the screen; else the walk.
    """

    def __init__(self, store: Any, patch: pytest.MonkeyPatch, **config: Any) -> None:
        self.store, self._patch, self._config = store, patch, Config(**config)
        self.clock = Clock()
        self._seeds = Random(42)
        self.by_touch = True
        self.hubs: list[Any] = []
        self._start()

    def _start(self) -> None:
        loop = self._loop = Loop(self.clock)
        with self._patch.context() as patch:
            patch.setattr(hub_module, "hub_clock", lambda speed: self.clock)
            patch.setattr("device.hub.asyncio.get_running_loop", lambda: loop)
            patch.setattr("device.sitting.secrets.randbits", self._seeds.getrandbits)
            self.hub = hub_module.Hub(self._config, self.store, 1, Ended(), Path("screen"))
        self.hubs.append(self.hub)
        self.pages = self.hub.web = Pages(self.clock)
        self.store.on_commit(self.hub.committed)
        self.hub.step()
        self._settle()

    def pull_the_plug(self, store: Any = None) -> None:
        """The hub dies at once, and a new one starts on what is on the disk."""
        self.store = store if store is not None else self.store.cut()
        self.clock.now += 20 * S
        self._start()

    # Fingers

    def down(self, place: int) -> None:
        """A finger goes down, at the wire."""
        with self._patch.context() as patch:
            patch.setattr("device.sitting.secrets.randbits", self._seeds.getrandbits)
            self.hub.pins.factory.pin(BUZZERS[place - 1]).drive_low()
        self._settle()

    def up(self, place: int) -> None:
        """It comes up again."""
        self.hub.pins.factory.pin(BUZZERS[place - 1]).drive_high()
        self._settle()

    def press(self, place: int, seconds: float = 0.1) -> None:
        """A finger is down for ``seconds``."""
        self.down(place)
        self.wait(seconds)
        self.up(place)
        self.wait(0.06)

    tap = press

    def hold(self, *places: int, seconds: float = 0.8) -> None:
        """Fingers are down together for ``seconds``."""
        for place in places:
            self.down(place)
        self.wait(seconds)
        for place in places:
            self.up(place)
        self.wait(0.06)

    def touch(self, *items: str, seat: int | None = None) -> None:
        """Somebody touches items on the screen, one after another."""
        for item in items:
            refused = self.try_touch(item, seat)
            assert refused is None, f"{item}: {refused}"

    def try_touch(self, item: str, seat: int | None = None) -> str | None:
        """Touch an item and return why it does nothing, or None."""
        refused: str | None = self.hub.touch(item, seat)
        self.wait(0.01)
        return refused

    # Time

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        self.wait_until(self.clock.now + round(seconds * S))

    def wait_until(self, end: Ns) -> None:
        """Time goes by until the hub's clock says ``end``."""
        with self._patch.context() as patch:
            patch.setattr("device.sitting.secrets.randbits", self._seeds.getrandbits)
            while (due := self._loop.due()) is not None and due <= end:
                self.clock.now = max(self.clock.now, due)
                self._loop.run()
                self._settle()
            self.clock.now = end
            self.hub.step()
            self._settle()

    def _settle(self) -> None:
        """Let a real disk finish, as simulated time does not wait for it."""
        if isinstance(self.store, Storage):
            while self.store.committed < self.hub.evening.ticket and self.store.failed is None:
                pass
        while self._loop.soon:
            self._loop.soon.popleft()()

    # What can be seen

    @property
    def show(self) -> dict[str, Any]:
        """The newest message on the screen."""
        return self.pages.shows[-1]

    @property
    def view(self) -> dict[str, Any]:
        """The view in it."""
        return self.show["view"]

    @property
    def page(self) -> tuple[str, str]:
        """Which game shows, and its phase."""
        return self.show["game"], self.view["phase"]

    @property
    def walk(self) -> dict[str, Any] | None:
        """Where the highlight stands."""
        return self.show["walk"]

    def lamps(self) -> str:
        """The six lamps at their pins just now: ``*`` shines, ``.`` is dark."""
        pins = [self.hub.pins.factory.pin(pin) for pin in LAMPS]
        return "".join("*" if pin.state else "." for pin in pins)

    def glass(self) -> int:
        """How many LEDs of the hourglass shine; they do from the bottom up."""
        pins = [self.hub.pins.factory.pin(pin) for pin in COLUMN]
        lit = [bool(pin.state) for pin in pins]
        assert lit == sorted(lit), "there is a hole in the sand"
        return sum(lit)

    def choices(self, place: int) -> list[str]:
        """What the person at ``place`` may choose on the screen."""
        choosing: list[str] = self.view["choosing"].get(str(self.seat(place)), [])
        return choosing

    def seat(self, place: int) -> int:
        """The seat of a place."""
        seat: int = self.show["places"].index(place)
        return seat

    def score(self, place: int) -> int:
        """The score that the screen shows."""
        score: int = self.view["scores"][self.seat(place)]
        return score

    def journal(self) -> list[tuple[str, int | None, str | None]]:
        """The newest match's lines in the journal."""
        return [(entry.kind, entry.seat, entry.item) for entry in self.store.entries()]

    # The walk

    def pick(self, place: int, item: str) -> None:
        """Choose ``item`` with nothing but one's buzzer: wait for the highlight and press."""
        for _ in range(60):
            walk = self.walk
            assert walk is not None, f"no walk to {item}: {self.page}"
            assert walk["seat"] == self.seat(place)
            if item not in (walk["items"] or ["back"]) or walk["verb"] is not None:
                self.wait_for_step()
                continue
            self.wait(0.3)
            self.press(place)
            if not walk["row"]:
                return
        raise AssertionError(f"the walk never came to {item}")

    def wait_for_step(self) -> None:
        """Wait until the highlight moves."""
        before = self.show["number"]
        self.wait(0.05)
        for _ in range(200):
            if self.show["number"] != before:
                return
            self.wait(0.05)
        raise AssertionError("the highlight does not move")

    # Longer ways

    def sit(self, *places: int, touch: bool = True) -> None:
        """People sit down in this order, and the host says that all are here."""
        self.hub.evening.touched = self.by_touch = touch
        for place in places:
            self.press(place)
        self.hold(places[0])
        assert self.page == ("lobby", "lobby")

    def play_set(self, *places: int, touch: bool = True, bots: int = 0, **rules: Any) -> None:
        """From attract into a match of SET; ``rules`` are set in the lobby, like by people."""
        self.sit(*places, touch=touch)
        choose = (
            (lambda item: self.touch(item)) if touch else (lambda item: self.pick(places[0], item))
        )
        if rules:
            choose("rules")
            for name, value in rules.items():
                self.set_rule(choose, name, value)
            choose("done")
        for _ in range(bots):
            choose(next(item for item in self.choices(places[0]) if item.startswith("bots:")))
        choose("play")
        self.wait(0.1)
        assert self.show["game"] == "set_game"

    def choose(self, place: int, item: str) -> None:
        """Choose on the screen, or by the walk if these people play with buzzers alone."""
        if self.by_touch:
            self.touch(item)
        else:
            self.pick(place, item)

    def sets(self) -> list[list[str]]:
        """The SETs on the table that nobody has found yet, as a sharp eye sees them."""
        table = self.view["table"]
        known = [set(cards) for _, cards in self.view["found"]]
        trios = [[table[i] for i in trio] for trio in find_sets(table)]
        return [trio for trio in trios if set(trio) not in known]

    def take_turn(self, place: int) -> None:
        """The person at ``place`` calls and takes a SET, or says that there is none."""
        solo = len(self.show["places"]) == 1
        sets = self.sets()
        if not solo:
            self.press(place)
            assert self.view["caller"] == self.seat(place), self.view
        if sets:
            for card in sets[0]:
                self.choose(place, card)
        else:
            self.choose(place, "deal" if solo else "none")
            self.wait(0.1)
            self.vote("tap")

    def vote(self, how: str) -> None:
        """Everybody who has a voice in the vote agrees ("tap") or refuses ("hold")."""
        for seat in [int(seat) for seat in self.view["offers"]]:
            if how in self.view["offers"].get(str(seat), {}):
                place = self.show["places"][seat]
                self.tap(place) if how == "tap" else self.hold(place)

    def play_to_the_end(self, *places: int) -> dict[str, Any]:
        """Play SET in turn until it is over; return its last view."""
        for turn in range(200):
            if self.view["phase"] == "over":
                return self.view
            self.take_turn(places[turn % len(places)])
        raise AssertionError("the match never ends")

    def to_the_podium(self) -> dict[str, Any]:
        """Look at the last picture, and then at the podium."""
        self.wait(4.5)
        assert self.page == ("lobby", "podium")
        last: dict[str, Any] = self.view["last"]
        return last

    def open_menu(self, first: int, second: int) -> None:
        """Two hold their buzzers for 3 s; ``first`` chooses then."""
        self.down(first)
        self.wait(0.1)
        self.down(second)
        self.wait(3.1)
        self.up(first)
        self.up(second)
        self.wait(0.1)
        assert self.show["game"] == "menu"

    def set_rule(self, choose: Callable[[str], None], name: str, value: Any) -> None:
        """On the page of house rules: set one."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        choose(f"rule:{name}")
        for _ in range(20):
            if self.view["phase"] == "rules" or self.view["options"][name] == value:
                break
            offered = {item.partition(":")[2]: item for item in self.choices(self.view["host"] + 1)}
            if text in offered:
                choose(offered[text])
                continue
            steps = sorted(int(each) for each in offered if each.lstrip("-").isdigit())
            choose(f"value:{min(steps, key=lambda step: abs(step - int(value)))}")
        if self.view["phase"] == "rule":
            choose("done")
        assert self.view["options"][name] == value


@pytest.fixture
def open_box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Box]]:
    """Make boxes; keyword arguments are sections of the config, ``store`` what it remembers."""
    boxes: list[Box] = []

    def make(store: Any = None, **config: Any) -> Box:
        boxes.append(Box(Notebook() if store is None else store, monkeypatch, **config))
        return boxes[-1]

    yield make
    for box in boxes:
        for hub in box.hubs:
            hub.pins.close()


@pytest.fixture
def box(open_box: Callable[..., Box]) -> Box:
    """A box with a disk in memory, in attract."""
    return open_box()


@pytest.fixture
def box_with(open_box: Callable[..., Box]) -> Callable[..., Box]:
    """Make a box whose config has house rules of SET, or says whether it has touch."""

    def make(touch: str = "auto", store: Any = None, **rules: Any) -> Box:
        games: Mapping[str, House] = {"set_game": House(options=rules)} if rules else {}
        return open_box(store, screen=Screen(touch=touch), games=games)

    return make


@pytest.fixture
def open_storage(tmp_path: Path) -> Iterator[Callable[[], Storage]]:
    """Open the real storage of the box; opening it again closes it first, as a restart does."""
    opened: list[Storage] = []

    def crash(error: BaseException) -> None:
        raise error

    def make() -> Storage:
        if opened:
            opened.pop().close()
        opened.append(Storage.open(tmp_path, lambda line: None, on_crash=crash))
        return opened[-1]

    yield make
    for storage in opened:
        storage.close()


@pytest.fixture
def is_undo() -> Callable[[Entry], bool]:
    """Return whether a journal line takes others back."""
    return lambda entry: entry.kind == UNDO
