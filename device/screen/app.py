"""The screen process: follows the hub, composes pictures, paints what changed, sends touches."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from device import wire
from device.screen import compose, cues
from device.screen.elements import Button, CardFace, Scene
from device.screen.look import Look, News
from device.screen.motion import Motion
from device.screen.theme import FRAMES_PER_SECOND
from device.screen.turn import placed, upright

_PUMP_SECONDS = 0.05
"""How often a window is asked for touches while nothing moves."""
_WAIT_SECONDS = 0.1
"""How often a lost hub is looked for."""


class Stage(Protocol):
    """Where pictures go: a window, a bare display, or frames for the browser box."""

    size: tuple[int, int]
    asks: bool
    """Whether ``touches`` must be asked for, because it has no file to wait on."""

    def paint(self, scene: Scene, look: Look, moving: bool) -> None:
        """Show a picture."""

    def touches(self) -> list[tuple[int, int]]:
        """Return where it was touched since it was last asked, in px of the whole picture."""

    def closed(self) -> bool:
        """Return whether somebody closed it."""

    def rest(self) -> None:
        """Wait a moment for a touch."""


class Hub(Protocol):
    """The hub as a screen sees it; see ``Client``."""

    @property
    def there(self) -> bool:
        """Whether it is connected."""

    def connect(self, now: int) -> bool:
        """Ask for it (``now`` in ms); return whether it is there."""

    def wait(self, seconds: float | None) -> list[wire.Out]:
        """Return what it says; at the latest after so long, nothing."""

    def send(self, payload: bytes) -> None:
        """Tell it something."""

    def complain(self, what: str) -> None:
        """Leave it, because it says what makes no sense."""

    def understood(self) -> None:
        """Note that what it says makes sense."""


class Speaker(Protocol):
    """What makes sounds heard."""

    def hear(self, before: wire.Show | None, now: wire.Show) -> None:
        """Play what belongs to a change."""

    def volume(self, volume: int) -> None:
        """Set the volume, 0 to 5."""

    def play(self, name: str) -> bool:
        """Play a sound by name."""


def wall_ms() -> int:
    """Return a clock in ms that only goes forward."""
    return time.monotonic_ns() // 1_000_000


class App:
    """The screen's loop.

    Attributes:
        painted: how many pictures were painted; nothing is painted when nothing changes.
    """

    def __init__(
        self,
        client: Hub,
        stage: Stage,
        speaker: Speaker,
        *,
        look: Look | None = None,
        reduced: bool = False,
        now: Callable[[], int] = wall_ms,
        pause: Callable[[float], None] = time.sleep,
        parent: Callable[[], int] = os.getppid,
    ) -> None:
        self.painted = 0
        self._client, self._stage, self._speaker, self._now = client, stage, speaker, now
        self._pause, self._parent = pause, parent
        self._motion = Motion(reduced)
        self._look = Look(*stage.size) if look is None else look
        self._news = News(None)
        self._shown_at = 0
        self._next_tick: int | None = None
        self._scene: Scene | None = None
        self._due: int | None = None
        self._painted_at = 0
        self._last: Scene | None = None
        self._spots: wire.Spots | None = None

    def run(self) -> int:
        """Follow the hub until the window is closed; return the exit status.

        It ends, too, when both the hub and who started it are gone: a ``play`` that was killed.
        """
        parent = self._parent()
        while not self._stage.closed() and (self._client.there or self._parent() == parent):
            self.step()
        return 0

    def step(self) -> None:
        """Wait for something to happen, and do what follows from it."""
        self._wait()
        for x, y in self._stage.touches():
            self._touch(x, y)
        if not self._client.there and self._news.show is not None:
            self._turn_to(News(None), self._now())
        now = self._now()
        self._tick(now)
        self._paint(now)

    # Waiting

    def _wait(self) -> None:
        now = self._now()
        if not self._client.connect(now):
            self._pause(_WAIT_SECONDS)
            return
        for message in self._client.wait(self._timeout(now)):
            self._take(message)

    def _timeout(self, now: int) -> float | None:
        """Return for how long (s) nothing happens unless the hub or a finger says so."""
        waits = []
        if self._scene is None:
            return 0.0
        if self._motion.moving(now):
            waits.append(max(0.0, self._painted_at / 1000 + 1 / FRAMES_PER_SECOND - now / 1000))
        elif self._last is not self._motion.at(now):
            return 0.0
        if self._due is not None:
            waits.append(max(0.0, (self._due - now) / 1000))
        if self._next_tick is not None and self._news.show is not None:
            left = (self._next_tick - self._match_time(now)) / self._news.show.speed
            waits.append(max(0.0, left / 1e9))
        if self._stage.asks:
            waits.append(_PUMP_SECONDS)
        return min(waits, default=None)

    def _match_time(self, now: int) -> int:
        show = self._news.show
        if show is None:
            return 0
        gone = (now - self._shown_at) * 1_000_000 * show.speed
        return show.now + gone if show.running else show.now

    # What the hub says

    def _take(self, message: wire.Out) -> None:
        try:
            if isinstance(message, wire.Show):
                self._take_show(message)
            elif isinstance(message, wire.Hello):
                self._take_hello(message)
        except (ValueError, LookupError, TypeError) as error:  # of another version
            self._client.complain(f"the hub says what this version does not know: {error}")

    def _take_show(self, show: wire.Show) -> None:
        before, now, news = self._news.show, self._now(), News(show, show.now)
        compose.scene(news, self._look)  # another version's message ends here
        self._speaker.hear(before, show)
        self._turn_to(news, now)
        self._client.understood()

    def _take_hello(self, hello: wire.Hello) -> None:
        look = replace(
            self._look, language=hello.language, titles=hello.titles, volume=hello.volume
        )
        look.say("page.title")  # a language that is not here ends here
        self._speaker.volume(hello.volume)
        self._look, self._scene = look, None

    def _turn_to(self, news: News, now: int) -> None:
        gone = (now - self._shown_at) * 1_000_000
        before, heard = self._news, self._match_time(now) if gone else self._news.at
        self._news, self._shown_at, self._scene = news, now, None
        glass = None if news.show is None else news.view["glass"]
        running = news.show is not None and news.show.running
        old = None if before.show is None else before.view["glass"]
        at = max(news.at, heard) if glass is not None and glass == old else news.at
        self._next_tick = cues.next_tick(glass, at) if running else None

    def _tick(self, now: int) -> None:
        """Play a tick of the last seconds once, and find the next."""
        if self._next_tick is None or self._match_time(now) < self._next_tick:
            return
        at, self._next_tick = self._next_tick, None
        self._speaker.play("tick")
        self._next_tick = cues.next_tick(self._news.view["glass"], at)

    # Pictures

    def _compose(self, now: int) -> None:
        """Lay the picture out anew, and note when time alone changes it (ms, rounded up)."""
        news = self._news.later(self._match_time(now))
        self._scene = compose.scene(news, self._look)
        due = compose.due(news)
        self._due = None if due is None else now - (-due // 1_000_000)
        self._motion.to(self._scene, now)

    def _paint(self, now: int) -> None:
        if self._scene is None or (self._due is not None and now >= self._due):
            self._compose(now)
        moving = self._motion.moving(now)
        if moving and now * FRAMES_PER_SECOND < self._painted_at * FRAMES_PER_SECOND + 1000:
            return
        picture = self._motion.at(now)
        if picture == self._last:
            self._last = picture
            return
        self._last, self._painted_at = picture, now
        self.painted += 1
        self._stage.paint(picture, self._look, moving)
        self._tell()

    def _tell(self) -> None:
        """Tell the hub what can be touched, if that has changed; what glides counts as arrived."""
        assert self._scene is not None
        found = spots(self._scene, self._look)
        if found != self._spots:
            self._spots = found
            self._client.send(wire.encode(found))

    def _touch(self, x: int, y: int) -> None:
        """Send what lies under the finger, the uppermost first; what glides cannot be missed."""
        if self._scene is None:
            return
        x, y = upright(x, y, (self._look.w, self._look.h), self._scene.turn)
        for element in reversed(self._scene.elements):
            if isinstance(element, Button) and element.item and element.rect.has(x, y):
                self._client.send(wire.encode(wire.Touch(element.item, element.seat)))
                return


def spots(scene: Scene, look: Look) -> wire.Spots:
    """Return what can be read and touched in a picture."""
    found = []
    for each in scene.elements:
        if isinstance(each, Button):
            item, seat, text = each.item, each.seat, each.text
        elif isinstance(each, CardFace):
            item, seat, text = "", None, each.card
        else:
            continue
        x, y, w, h = placed(each.rect, (look.w, look.h), scene.turn)
        found.append(wire.Spot(item, seat, text, x / look.w, y / look.h, w / look.w, h / look.h))
    return wire.Spots(scene.name, tuple(found), look.w / look.h)
