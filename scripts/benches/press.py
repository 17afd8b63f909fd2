"""From the press of a buzzer to its lamp, through the mock pins of a real hub.

A mock pin records when its level changed, counted from ``clear_states``: so the lamp's own pin
says when it was lit, and nothing else of the hub is touched. The hub plays a match of six and
keeps its journal on a disk. Every call ends in three wrong cards, so the match never does.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter_ns

from gpiozero import LED, Button
from gpiozero.pins.mock import MockFactory

from benches.figure import Effort, Figure, percentile
from device.config import Config, Web
from device.hub import Hub
from device.storage import Storage
from games.set_game import is_set

PATIENCE = 10.0
"""Seconds after which a hub that does not come as far as expected has failed."""
CONFIRMED = 0.004
"""A finger stays down so long (s), or it would be a glitch."""
BETWEEN = 0.006
"""Seconds between two presses: all six take longer than a buzzer's quiet."""
ALL_HERE = 0.7
"""A Hold, in s."""


def press(effort: Effort) -> Iterator[Figure]:
    """The lamp of who presses first in SET, beside gpiozero's own and a bare callback."""
    hub, wired, called = asyncio.run(measure(effort.presses))
    for name, pick in (("median", median), ("99 %", lambda times: percentile(times, 99))):
        ours = pick(hub)
        for textbook, times in (
            ("gpiozero when_pressed = led.on", wired),
            ("asyncio call_soon", called),
        ):
            theirs = pick(times)
            yield Figure(f"press to lamp, {name}", ours, "µs", theirs, textbook, theirs / ours)


async def measure(presses: int) -> tuple[list[float], list[float], list[float]]:
    """Return the µs of each press: the hub's, gpiozero's and a bare callback's, in turns."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory(prefix="buzzbox-") as folder:
        failures: list[object] = []
        storage = Storage.open(Path(folder), failures.append, on_crash=failures.append)
        config = replace(Config(), web=Web(port=0))
        hub = Hub(config, storage, 1, loop.create_future(), Path(folder, "screen.sock"))
        storage.on_commit(hub.committed)
        running = asyncio.create_task(hub.run(lambda _address: None))
        try:
            stage = _Stage(hub, config)
            await stage.begin()
            wired = _Wired()
            times: tuple[list[float], list[float], list[float]] = ([], [], [])
            for number in range(presses):
                times[0].append(await stage.press(1 + number % 6))
                times[1].append(wired.press())
                times[2].append(await _call_soon(loop))
            return times
        finally:
            hub.stop()
            await running
            storage.close()
            if failures:
                raise RuntimeError(f"the hub's storage failed: {failures[0]}")


class _Stage:
    """A hub, and fingers at its wire."""

    def __init__(self, hub: Hub, config: Config) -> None:
        pins = config.pins
        self._hub = hub
        self._buzzers = [hub.pins.factory.pin(pin) for pin in pins.buzzers]
        self._lamps = [hub.pins.factory.pin(pin) for pin in pins.lamps]
        self._wrong: tuple[str, ...] = ()

    async def begin(self) -> None:
        """Sit six people down and start SET."""
        await self._until("attract")
        for buzzer in self._buzzers:
            buzzer.drive_low()
            await asyncio.sleep(CONFIRMED)
            buzzer.drive_high()
            await asyncio.sleep(0.05)
        self._buzzers[0].drive_low()
        await asyncio.sleep(ALL_HERE)
        self._buzzers[0].drive_high()
        await self._until("lobby")
        self._hub.touch("play", 0)
        await self._until("search")
        table = self._hub.evening.table.live.view.table  # type: ignore[attr-defined]
        trios = itertools.combinations(table, 3)
        self._wrong = next(trio for trio in trios if not is_set(*trio))
        await asyncio.sleep(0.1)

    async def press(self, place: int) -> float:
        """Press, call wrongly, let go; return the µs to the lamp."""
        buzzer, lamp = self._buzzers[place - 1], self._lamps[place - 1]
        lamp.clear_states()
        buzzer.drive_low()
        lit = lamp.states[-1]
        if lit.state != 1:
            raise RuntimeError(f"the lamp of place {place} stayed dark")
        await asyncio.sleep(CONFIRMED)
        buzzer.drive_high()
        for card in self._wrong:
            self._hub.touch(card, None)
        await self._until("search")
        await asyncio.sleep(BETWEEN)
        return lit.timestamp * 1e6

    async def _until(self, phase: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while self._hub.evening.table.live.view.phase != phase:  # noqa: ASYNC110
                await asyncio.sleep(0.001)


class _Wired:
    """A button and a light, wired together as gpiozero's first example does."""

    def __init__(self) -> None:
        factory = MockFactory()
        self._led = LED(8, pin_factory=factory)
        self._button = Button(2, pin_factory=factory)
        self._button.when_pressed = self._led.on
        self._buzzer, self._lamp = factory.pin(2), factory.pin(8)

    def press(self) -> float:
        """Press and let go; return the µs to the light."""
        self._lamp.clear_states()
        self._buzzer.drive_low()
        lit = self._lamp.states[-1]
        assert lit.state, "gpiozero's light stayed dark"
        self._buzzer.drive_high()
        self._led.off()
        return float(lit.timestamp * 1e6)


async def _call_soon(loop: asyncio.AbstractEventLoop) -> float:
    """Return the µs until a loop that has nothing else to do calls a function."""
    called: asyncio.Future[int] = loop.create_future()
    begun = perf_counter_ns()
    loop.call_soon(lambda: called.set_result(perf_counter_ns()))
    return (await called - begun) / 1e3
