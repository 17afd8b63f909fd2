"""The screen process: follows the hub, composes pictures, paints what changed, sends touches."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from device import wire
from device.screen import compose
from device.screen.client import RETRY_MS, Client
from device.screen.elements import Button, CardFace, Scene
from device.screen.look import Look, News
from device.screen.motion import Motion
from device.screen.theme import FRAMES_PER_SECOND

_PUMP_SECONDS = 0.05
"""How often a window is asked for touches while nothing moves."""


class Stage(Protocol):
    """Where pictures go: a window, a bare display, or frames for the browser box."""

    size: tuple[int, int]
    asks: bool
    """Whether ``touches`` must be asked for, because it has no file to wait on."""

    def paint(self, scene: Scene, look: Look, moving: bool) -> None:
        """Show a picture."""

    def touches(self) -> list[tuple[int, int]]:
        """Return where it was touched since it was last asked, in px of the picture."""

    def closed(self) -> bool:
        """Return whether somebody closed it."""

    def rest(self) -> None:
        """Wait a moment for a touch."""


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
        client: Client,
        stage: Stage,
        speaker: Speaker,
        *,
        reduced: bool = False,
        marks: bool = True,
        now: Callable[[], int] = wall_ms,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.painted = 0
        self._client, self._stage, self._speaker, self._now = client, stage, speaker, now
        self._pause = pause
        self._motion = Motion(reduced)
        self._look = Look(*stage.size, marks=marks)
        self._show: wire.Show | None = None
        self._shown_at = 0
        self._last: Scene | None = None

    def run(self) -> int:
        """Follow the hub until the window is closed; return the exit status."""
        while not self._stage.closed():
            self.step()
        return 0

    def step(self) -> None:
        """Wait for something to happen, and do what follows from it."""
        self._wait()
        now = self._now()
        for x, y in self._stage.touches():
            self._touch(x, y)
        if self._client.socket is None:
            self._show = None
        self._paint(now)

    def _wait(self) -> None:
        now = self._now()
        if not self._client.connect(now):
            self._pause(RETRY_MS / 1000)
            return
        assert self._client.socket is not None
        ready, _, _ = select.select([self._client.socket], [], [], self._timeout(now))
        if ready:
            for message in self._client.receive():
                self._take(message)

    def _timeout(self, now: int) -> float | None:
        if self._motion.moving(now):
            return 1 / FRAMES_PER_SECOND
        due = compose.due(News(self._show, self._match_time(now)))
        waits = [] if due is None else [max(0.0, due / 1e9)]
        if self._stage.asks:
            waits.append(_PUMP_SECONDS)
        return min(waits, default=None)

    def _match_time(self, now: int) -> int:
        show = self._show
        if show is None:
            return 0
        gone = (now - self._shown_at) * 1_000_000 * show.speed
        return show.now + gone if show.running else show.now

    def _take(self, message: wire.Show | wire.Lamps | wire.Hello | wire.Refused) -> None:
        if isinstance(message, wire.Show):
            self._speaker.hear(self._show, message)
            self._show, self._shown_at = message, self._now()
        elif isinstance(message, wire.Hello):
            self._speaker.volume(message.volume)
            self._look = replace(
                self._look,
                language=message.language,
                titles=message.titles,
                volume=message.volume,
            )

    def _paint(self, now: int) -> None:
        news = News(self._show, self._match_time(now))
        changed = self._motion.to(compose.scene(news, self._look), now)
        picture = self._motion.at(now)
        if picture == self._last:
            return
        self._last = picture
        self.painted += 1
        self._stage.paint(picture, self._look, self._motion.moving(now))
        if changed:
            self._client.send(wire.encode(spots(compose.scene(news, self._look), self._look)))

    def _touch(self, x: int, y: int) -> None:
        """Send what lies under the finger, the uppermost first; what glides cannot be missed."""
        scene = compose.scene(News(self._show, self._match_time(self._now())), self._look)
        for element in reversed(scene.elements):
            if isinstance(element, Button) and element.rect.has(x, y):
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
        rect = each.rect
        found.append(
            wire.Spot(
                item, seat, text, rect.x / look.w, rect.y / look.h, rect.w / look.w, rect.h / look.h
            )
        )
    return wire.Spots(scene.name, tuple(found), look.w / look.h)
