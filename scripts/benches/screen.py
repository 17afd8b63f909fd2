"""The screen: how fast it paints, what it takes while it stands still, and if it slows a buzzer.

A picture is painted on a surface in memory, as it is before a display shows it. Processes are
real ones: ``buzzbox screen`` at a socket that plays the hub, or beside a real hub.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import aiohttp
import pygame

import games
from benches import press
from benches.figure import Effort, Figure, against, percentile
from benches.service import ENVIRONMENT, PATIENCE, Page, Running, hub
from device import wire
from device.art.cache import Art
from device.screen import SOCKET, compose
from device.screen.draw import Painter
from device.screen.elements import CardFace, Rect, Scene
from device.screen.look import Look, News
from device.screen.motion import Motion
from device.screen.theme import GLIDE_MS
from device.screen.things import surface
from games.set_game.view import View

SIZE = (800, 480)
SETTLED = 8.0
"""Seconds after which the sounds are made, too."""
BARE = "import pygame; print(flush=True); input()"
TEXTBOOK = "import pygame"
_HEAD = struct.Struct(">I")


def _show(number: int = 1, shift: int = 0) -> wire.Show:
    """Return six people before twelve cards, all of which have moved by ``shift`` spots."""
    match = games.start("set_game", 6, 7)
    view: View = match.game.view(match.state, None)  # type: ignore[assignment]
    table = view.table[shift:] + view.table[:shift]
    view = replace(view, table=table)
    places = (1, 2, 3, 4, 5, 6)
    return wire.Show(
        number, "set_game", wire.raw(view), 0, False, 1, places, (), True, None, (), ()
    )


def _scene(shift: int = 0) -> Scene:
    show = _show(shift=shift)
    return compose.scene(News(show, show.now), Look(*SIZE))


def paint(effort: Effort) -> Iterator[Figure]:
    """All of a picture, beside copying its cards; and frames while all cards glide."""
    look, scene, drawings = Look(*SIZE), _scene(), Art()
    painter = Painter(pygame.Surface(SIZE), drawings)
    painter.paint(scene, look)
    ground, cards = _cards(scene, drawings)
    times = max(1, effort.tables // 20)
    ours, theirs = [], []
    for _ in range(effort.runs):
        ours.append(_time(times, lambda: (painter.again(), painter.paint(scene, look))))
        theirs.append(_time(times, lambda: _blits(painter.surface, ground, cards)))
    textbook = "blit the ground and 12 cards"
    yield against("redraw of all at 800x480", "ms", ours, theirs, textbook)
    frames = [_frames(Painter(pygame.Surface(SIZE), drawings)) for _ in range(effort.runs)]
    yield Figure("frames while 12 cards glide", median(frames), "1/s", aim=">= 30")


def _time(times: int, work: object) -> float:
    assert callable(work)
    begun = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - begun) / times * 1e3


def _cards(scene: Scene, drawings: Art) -> tuple[pygame.Surface, list[tuple[pygame.Surface, Rect]]]:
    """Return the ground, and each card with where it lies, ready to be copied."""
    picture = drawings.table(SIZE).convert("RGB")
    ground = pygame.image.frombytes(picture.tobytes(), SIZE, "RGB")
    found = []
    for each in scene.elements:
        if isinstance(each, CardFace) and each.key.startswith("card:"):
            face = drawings.card("set_game", each.card, each.rect[2:])
            found.append((surface(face), each.rect))
    return ground.convert(pygame.Surface(SIZE)), found


def _blits(
    target: pygame.Surface,
    ground: pygame.Surface,
    cards: Sequence[tuple[pygame.Surface, Rect]],
) -> None:
    target.blit(ground, (0, 0))
    for face, rect in cards:
        target.blit(face, rect[:2], special_flags=pygame.BLEND_PREMULTIPLIED)


def _frames(painter: Painter) -> float:
    """Return the frames per second in which every card glides to the next spot but two."""
    look, motion = Look(*SIZE), Motion()
    for shift in (0, 5):
        motion.to(_scene(shift), 0)
        if shift == 0:
            painter.paint(motion.at(0), look)
    begun, count = perf_counter(), 40
    for frame in range(count):
        now = frame * GLIDE_MS // count
        painter.paint(motion.at(now), look, motion.moving(now))
    return count / (perf_counter() - begun)


# The screen as a process, at a socket that plays the hub


class _Fake:
    """A hub that says one thing, and counts what comes back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(folder / SOCKET))
        self._server.listen(1)
        self._server.settimeout(PATIENCE)
        self._link: socket.socket | None = None

    def greet(self) -> None:
        """Wait for the screen, and tell it what to show."""
        self._link, _ = self._server.accept()
        for message in (wire.Hello("0", "en", True, {}), _show()):
            text = wire.encode(message)
            self._link.sendall(_HEAD.pack(len(text)) + text)

    def frame(self, seconds: float) -> bool:
        """Return whether a picture comes within so many seconds."""
        assert self._link is not None
        until = perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            self._link.settimeout(left)
            try:
                length = _HEAD.unpack(self._read(_HEAD.size))[0]
                if not self._read(length).startswith(b"{"):
                    return True
            except TimeoutError:
                break
        return False

    def _read(self, count: int) -> bytes:
        assert self._link is not None
        found = b""
        while len(found) < count:
            some = self._link.recv(count - len(found))
            if not some:
                raise RuntimeError("the screen ended")
            found += some
        return found

    def close(self) -> None:
        """End the connection."""
        if self._link is not None:
            self._link.close()
        self._server.close()


@contextmanager
def _screen(folder: Path, *how: str) -> Iterator[subprocess.Popen[bytes]]:
    config = folder / "box.toml"
    config.touch()
    call = ["screen", "--config", str(config), "--state", str(folder), *how]
    quiet = {**ENVIRONMENT, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    process = subprocess.Popen(
        [sys.executable, "-m", "device", *call], env=quiet, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def first(effort: Effort) -> Iterator[Figure]:
    """From nothing to the first picture of a match, beside the bare library."""
    ours, theirs = [], []
    with tempfile.TemporaryDirectory(prefix="bb") as name:
        folder = Path(name)
        cold = _first(folder) * 1e3
        for _ in range(effort.runs):
            theirs.append(_bare() * 1e3)
            ours.append(_first(folder) * 1e3)
    yield against("start to first picture", "ms", ours, theirs, TEXTBOOK)
    yield Figure("the same before any card was drawn", cold, "ms")


def _first(folder: Path) -> float:
    (folder / SOCKET).unlink(missing_ok=True)
    fake, begun = _Fake(folder), perf_counter()
    with _screen(folder, "--offscreen"):
        try:
            fake.greet()
            if not fake.frame(PATIENCE):
                raise RuntimeError("no picture came")
            return perf_counter() - begun
        finally:
            fake.close()


def _bare() -> float:
    begun = perf_counter()
    quiet = {**ENVIRONMENT, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", BARE], env=quiet, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    seconds = perf_counter() - begun
    process.communicate(b"\n", PATIENCE)
    return seconds


def still(effort: Effort) -> Iterator[Figure]:
    """A picture in which nothing changes: frames that come, and the CPU that it takes."""
    for how, name in ((("--offscreen",), "frames for the browser"), (("--window",), "a window")):
        with tempfile.TemporaryDirectory(prefix="bb") as folder:
            fake = _Fake(Path(folder))
            with _screen(Path(folder), *how) as process:
                fake.greet()
                running = Running(process, 0)
                while fake.frame(min(2.0, effort.seconds)):
                    pass
                sleep(min(SETTLED, effort.seconds))
                used, begun, frames = running.cpu(), perf_counter(), 0
                while perf_counter() - begun < effort.seconds:
                    frames += fake.frame(effort.seconds - (perf_counter() - begun))
                share = (running.cpu() - used) / (perf_counter() - begun) * 100
                fake.close()
            if how == ("--offscreen",):
                yield Figure("redraws of a still picture", frames, "", aim="0")
            yield Figure(f"CPU on a still picture, {name}", share, "%", aim="< 2")


# Beside a hub


def beside(effort: Effort) -> Iterator[Figure]:
    """The lamp while another process paints as fast as it can on the same core."""
    alone = asyncio.run(press.measure(effort.presses))[0]
    busy = subprocess.Popen([sys.executable, "-c", "from benches import screen; screen.paint_on()"])
    try:
        sleep(min(2.0, effort.seconds))
        painting = asyncio.run(press.measure(effort.presses))[0]
    finally:
        busy.kill()
        busy.wait()
    for name, percent in (("median", 50), ("99 %", 99)):
        ours, theirs = percentile(painting, percent), percentile(alone, percent)
        line = f"press to lamp while a screen paints, {name}"
        yield Figure(line, ours, "µs", theirs, "without a screen", theirs / ours)


def paint_on() -> None:
    """Paint all of a picture again and again."""
    look, scene = Look(*SIZE), _scene()
    painter = Painter(pygame.Surface(SIZE), Art())
    while os.getppid() != 1:
        painter.again()
        painter.paint(scene, look)


def memory(effort: Effort) -> Iterator[Figure]:
    """Return what hub and screen hold together in a match of two."""
    with hub() as running:
        assert running.state is not None
        with _screen(running.state, "--offscreen") as process:
            asyncio.run(_into_a_match(running.address))
            sleep(min(3.0, effort.seconds))
            screen = Running(process, 0).memory()
            whole = screen + running.memory()
    yield Figure("memory (PSS) of the screen", screen, "MB")
    yield Figure("memory (PSS) of hub and screen", whole, "MB", aim="< 120")


async def _into_a_match(address: str) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}/ws") as found:
        opened = Page(found)
        async with asyncio.timeout(PATIENCE):
            await opened.attract()
            await opened.lobby()
            await opened.play()
