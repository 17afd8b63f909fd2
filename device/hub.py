"""The hub: builds the box's parts, wires them together, and runs until told to stop.

A part that fails ends the hub; systemd starts it again and the match goes on
from its journal. What a player or the network does never counts as failing.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import signal
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from device import wire
from device.announce import PATIENCE, Announcer
from device.clock import hub_clock
from device.config import Config
from device.fingers import Fingers
from device.gpio.hourglass import Hourglass
from device.gpio.lamps import Lamps
from device.gpio.mock import MockPins
from device.link import SOCKET, Link
from device.sitting import Evening
from device.storage import InUseError, Storage
from device.web.server import Web
from games.match import MS, Ns, Seat

log = logging.getLogger(__name__)

_FULL_SECONDS = 60.0
"""How long nothing more is said of connections that must wait: asyncio tries again and again."""
_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class StartError(Exception):
    """The hub cannot start; one line says why and what to do."""


class Hub:
    """The parts of a running box, and the one place that knows them all."""

    def __init__(
        self,
        config: Config,
        storage: Storage,
        speed: int,
        ended: asyncio.Future[None],
        link: Path,
    ) -> None:
        self._config = config
        self._storage = storage
        self._speed = speed
        self.now = hub_clock(speed)
        table = config.table
        self.evening = Evening(
            storage,
            self.now(),
            touch=config.screen.touch,
            rules={name: house.options for name, house in config.games.items()},
            fingers=Fingers(wire.PLACES, table.quiet_ms * MS),
            tie=table.tie_us * 1_000,
            step=table.walk_step_ms * MS,
            language=config.box.language,
        )
        self._greeted = self._greeting()
        pins = config.pins
        self.pins = MockPins(pins.buzzers, pins.lamps, pins.hourglass, self.now, self._edge)
        self._lamps = Lamps(self.pins.lamps)
        self._hourglass = Hourglass(self.pins.hourglass)
        self.web = Web(address=config.web.address, port=config.web.port, box=self)
        self._link = Link(link, self, time.monotonic)
        self._announcer = Announcer(self._show, lambda: storage.committed, self._patience)
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._ended = ended
        self._full_until = 0.0

    # What the pins and the pages do

    def _edge(self, place: wire.Place, down: bool, at: Ns) -> None:
        self.evening.edge(place, down, at)
        self.step()

    def finger(self, place: wire.Place, down: bool) -> None:
        """A finger of the browser box goes down on, or up from, a place's buzzer."""
        self.pins.finger(place, down)
        self.step()

    def touch(self, item: str, seat: Seat | None) -> str | None:
        """Someone touched ``item`` on the screen; return why that does nothing, or None."""
        refusal = self.evening.touch(item, seat, self.now())
        self.step()
        return refusal

    def hello(self) -> wire.Hello:
        """Return the first message to a page."""
        titles = {name: house.title for name, house in self._config.games.items() if house.title}
        language, volume = self._greeting()
        return wire.Hello(version("buzzbox"), language, True, titles, volume)

    def _greeting(self) -> tuple[str, int]:
        return self.evening.language, self.evening.volume

    def health(self) -> dict[str, object]:
        """Return what the health page says."""
        table = self.evening.table
        return {
            "version": version("buzzbox"),
            "hardware": self._config.pins.backend,
            "game": table.live.match.game.name,
            "saving": self._storage.failed or "ok",
            "counts": dict(table.counts),
            "glitches": [line.glitches for line in table.fingers.lines.values()],
        }

    # The loop

    def step(self) -> None:
        """Do everything that is due, show what changed, and set the timer for what is next.

        Lamps come first: they wait for nothing. An error here ends the hub.
        """
        try:
            self._step()
        except Exception as error:
            self.fail(error)

    def _step(self) -> None:
        now = self.now()
        self.pins.advance(now)
        self.evening.advance(now)
        self._light(now)
        table = self.evening.table
        if self._greeted != self._greeting():
            self._greeted = self._greeting()
            self.web.hello()
            self._link.send("hello", wire.encode(self.hello()))
        if table.changed:
            table.changed = False
            self._announcer.put(self.evening.show(now, self._speed), self.evening.ticket, now)
        self._announcer.advance(now)
        self._set_timer(now)

    def _light(self, now: Ns) -> None:
        before, lights = self._lamps.lights, self.evening.lamps()
        self._lamps.set(lights, now)
        if lights != before:
            self.web.lamps(wire.encode(wire.Lamps(lights)))
        live = self.evening.table.live
        self._hourglass.set(live.view.glass, live.clock.match_time(now))

    def _set_timer(self, now: Ns) -> None:
        live = self.evening.table.live
        sand = self._hourglass.due(live.clock.match_time(now))
        times = [
            self.pins.due(),
            self.evening.due(),
            self._announcer.due(),
            self._lamps.due(now),
            None if sand is None else live.clock.hub_time(sand),
        ]
        if self._timer is not None:
            self._timer.cancel()
        due = min((time for time in times if time is not None), default=None)
        if due is None:
            self._timer = None
            return
        delay = max(0, due - self.now()) / 1e9 / self._speed
        self._timer = self._loop.call_later(delay, self.step)

    def _show(self, show: wire.Show) -> None:
        message = wire.encode(show)
        self.web.show(message)
        self._link.send("show", message)

    # What the screen process does

    def picture(self, frame: bytes | None) -> None:
        """Take a picture of the live screen (a JPEG file), or None: there is no live screen."""
        self.web.picture(frame)

    def spots(self, message: bytes) -> None:
        """Take what can be read and touched in the live screen, as an encoded ``Spots``."""
        self.web.spots(message)

    def _patience(self) -> Ns:
        return 0 if self._storage.failed else PATIENCE * self._speed

    def committed(self) -> None:
        """Take word from the writer's thread that a commit is done, or has failed."""
        self._loop.call_soon_threadsafe(self.step)

    def fail(self, error: BaseException) -> None:
        """End the hub with ``error``; the first one counts."""
        _end(self._ended, error)

    def stop(self) -> None:
        """End the hub in good order."""
        if not self._ended.done():
            self._ended.set_result(None)

    async def run(self, ready: Callable[[str], object]) -> None:
        """Serve until ``stop`` or a failure; ``ready`` is told the browser box's address.

        Raises:
            StartError: the port cannot be had.
        """
        self._loop.set_exception_handler(self._loop_failed)
        for name in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(name, self.stop)
        try:
            await self.web.start()
        except ValueError as error:
            raise StartError(str(error)) from None
        try:
            await self._link.start()
            self.step()
            ready(self._address())
            await self._ended
        finally:
            await self._link.stop()
            await self.web.stop()
            self.pins.close()

    def _address(self) -> str:
        host = self._config.web.address
        shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.web.port}/box"

    def _loop_failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in _OUT_OF_FILES:
            # The network's doing, not a part's: asyncio pauses and accepts again by itself.
            if self._loop.time() >= self._full_until:
                self._full_until = self._loop.time() + _FULL_SECONDS
                log.warning("too many connections at once: new ones must wait")
            return
        self.fail(error if error is not None else RuntimeError(str(context.get("message"))))


def _end(ended: asyncio.Future[None], error: BaseException) -> None:
    if not ended.done():
        ended.set_exception(error)


def run(
    config: Config,
    state: Path,
    speed: int = 1,
    on_ready: Callable[[str], object] = lambda address: None,
) -> int:
    """Run the hub until it is stopped; return the exit status.

    Args:
        config: checked.
        state: folder of the journal, results and settings.
        speed: times as fast as the wall's clock, for tests and demos.
        on_ready: is told the address of the browser box once it answers.

    Raises:
        StartError: one line on what is in the way.
    """
    try:
        return asyncio.run(_run(config, state, speed, on_ready))
    except InUseError as error:
        raise StartError(str(error)) from None


def _allow_many_files() -> None:
    """Let the process hold as many connections as the system allows at the most."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _run(config: Config, state: Path, speed: int, on_ready: Callable[[str], object]) -> int:
    _allow_many_files()
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def crash(error: BaseException) -> None:
        loop.call_soon_threadsafe(_end, ended, error)

    storage = Storage.open(state, log.warning, on_crash=crash)
    try:
        hub = Hub(config, storage, speed, ended, state / SOCKET)
        storage.on_commit(hub.committed)
        await hub.run(on_ready)
        return 0
    except StartError:
        raise
    except Exception:
        log.exception("a part of the hub failed; it ends, and the match goes on when it starts")
        return 1
    finally:
        storage.close()
