"""The hub as a process: how soon it answers, what it takes while it waits, and its memory."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.request import urlopen

import aiohttp
import msgspec

from benches.figure import Effort, Figure, against
from device import wire

PATIENCE = 30.0
BARE = "import aiohttp.web; print(flush=True); input()"
"""A process that has the web server's library and nothing else."""
TEXTBOOK = "import aiohttp"
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""Compiled modules are kept, as on any box: only the first start after an update is slower."""


@dataclass(frozen=True, slots=True)
class Running:
    """A process, ready after so many ``seconds``; a hub has an ``address`` and a ``state``."""

    process: subprocess.Popen[Any]
    seconds: float
    address: str = ""
    state: Path | None = None

    def cpu(self) -> float:
        """Return the CPU seconds that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return its share of memory (PSS) in MB."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


@contextmanager
def hub() -> Iterator[Running]:
    """Run a hub with default config and an empty state; it is ready when /healthz answers."""
    with tempfile.TemporaryDirectory(prefix="buzzbox-") as folder:
        config = Path(folder, "box.toml")
        config.touch()
        state = str(Path(folder, "state"))
        call = ["hub", "--config", str(config), "--state", state, "--port", "0"]
        begun = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "device", *call],
            env=ENVIRONMENT,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            address = _address(process)
            with urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:
                answer.read()
            yield Running(process, perf_counter() - begun, address, Path(state))
        finally:
            process.terminate()
            process.wait(PATIENCE)
            _close(process)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if line.rstrip().endswith("/box"):
            return line.split()[-1].removesuffix("/box")
    raise RuntimeError(f"the hub did not start: {''.join(said)}")


def _close(process: subprocess.Popen[str]) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


@contextmanager
def _bare() -> Iterator[Running]:
    begun = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", BARE],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield Running(process, perf_counter() - begun)
    finally:
        process.kill()
        process.wait()
        _close(process)


def start(effort: Effort) -> Iterator[Figure]:
    """From nothing to the first answer of /healthz, and the memory held then."""
    ours, theirs, memory, bare = [], [], [], []
    for _ in range(effort.runs):
        with _bare() as running:
            theirs.append(running.seconds * 1e3)
            bare.append(running.memory())
        with hub() as running:
            ours.append(running.seconds * 1e3)
            memory.append(running.memory())
    yield against("start to first answer", "ms", ours, theirs, TEXTBOOK)
    yield against("memory (PSS) at the start", "MB", memory, bare, TEXTBOOK)


def waiting(effort: Effort) -> Iterator[Figure]:
    """A hub that waits, with one page open: attract, the lobby, a match with nobody pressing."""
    with hub() as running:
        yield from asyncio.run(_watch(running, effort.seconds))


async def _watch(running: Running, seconds: float) -> list[Figure]:
    figures = []
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{running.address}/ws", timeout=None) as socket,
    ):
        page = Page(socket)
        for phase, arrive in (
            ("attract", page.attract),
            ("lobby, one person", page.lobby),
            ("SET, two people", page.play),
        ):
            async with asyncio.timeout(PATIENCE):
                await arrive()
            listening = asyncio.create_task(page.listen())
            used, begun = running.cpu(), perf_counter()
            await asyncio.sleep(seconds)
            share = (running.cpu() - used) / (perf_counter() - begun) * 100
            listening.cancel()
            figures.append(Figure(f"CPU while waiting: {phase}", share, "%", aim="< 2"))
    return [*figures, Figure("memory (PSS) in a match", running.memory(), "MB")]


class Page:
    """A page of the browser box."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def attract(self) -> None:
        """Wait for the first picture."""
        await self._until("attract")

    async def lobby(self) -> None:
        """Sit down at place 1; all are here."""
        await self._finger(1, 0.1)
        await self._until("seating")
        await asyncio.sleep(0.1)
        await self._finger(1, 0.8)
        await self._until("lobby")

    async def play(self) -> None:
        """One more sits down, and SET begins."""
        await self._finger(2, 0.1)
        await self._send(wire.Touch("play"))
        await self._until("search")

    async def listen(self) -> None:
        """Read what the hub sends."""
        async for _ in self._socket:
            pass

    async def _until(self, phase: str) -> None:
        while True:
            received = await self._socket.receive()
            if received.type is not aiohttp.WSMsgType.TEXT:  # a frame of the live screen
                continue
            message = msgspec.json.decode(received.data)
            if message["type"] == "show" and message["view"]["phase"] == phase:
                return

    async def _finger(self, place: int, seconds: float) -> None:
        await self._send(wire.Finger(place, True))
        await asyncio.sleep(seconds)
        await self._send(wire.Finger(place, False))
        await asyncio.sleep(0.1)

    async def _send(self, message: wire.In) -> None:
        await self._socket.send_str(wire.encode(message).decode())
