"""Kill the real hub in the middle of play, start it again, and look whether anything is lost.

People play SET over the websocket, as pages do, and see only what a page sees. The hub is
killed with SIGKILL at a random moment, often right after a finger or a touch was sent. What a
page was shown as saved must be in the journal; a hub that starts again must show that match.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

import games
from device import record, wire
from device.record import Opened
from device.storage.journal import read_lines
from device.storage.seal import unseal
from games.match import IllegalActionError
from games.set_game import find_sets

SPEED = 8
"""Times as fast as the wall's clock, so that not all is waiting."""
PATIENCE = 20.0
"""Seconds after which a hub that does not answer counts as lost."""
CONFIG = "[games.set_game.options]\nbeginner = true\nnone_penalty = true\n"
GAME = "set_game"
View = dict[str, Any]


class LostError(Exception):
    """Something that was shown as saved is not there, or the hub does not go on."""


@dataclass
class Report:
    """What came out.

    Attributes:
        kills: by what the table was doing.
        podiums: matches that reached their podium.
        resumed: how often a match went on.
    """

    kills: Counter[str] = field(default_factory=Counter)
    podiums: int = 0
    resumed: int = 0
    lost: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        phases = ", ".join(f"{phase} {count}" for phase, count in sorted(self.kills.items()))
        return "\n".join(
            [
                f"kills: {self.kills.total()} ({phases})",
                f"matches that went on: {self.resumed}, that reached the podium: {self.podiums}",
                *self.lost,
                f"lost: {len(self.lost)}",
            ]
        )


class Hub:
    """One life of the hub's process."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address

    @classmethod
    async def start(cls, state: Path) -> Hub:
        """Start it and wait until it serves."""
        config = state / "kill.toml"
        config.write_text(CONFIG)
        call = ["hub", "--config", config, "--state", state, "--port", "0", "--speed", str(SPEED)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "device", *call, stderr=asyncio.subprocess.PIPE
        )
        said = b""
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while line := await process.stderr.readline():
                said += line
                if found := re.search(rb"http://\S+:\d+", line):
                    return cls(process, found[0].decode())
        raise LostError(f"the hub does not start: {said.decode()}")

    async def kill(self) -> None:
        """Kill it at once."""
        self.process.kill()
        await self.process.wait()


class Page:
    """A page of the browser box, and the people around it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, random: Random) -> None:
        self._socket, self._random = socket, random
        self._news = asyncio.Event()
        self.shows: list[View] = []
        self.sent = 0
        self.after_sending = asyncio.Event()

    async def listen(self) -> None:
        """Take what the hub sends."""
        async for message in self._socket:
            told = json.loads(message.data)
            if told["type"] == "show":
                self.shows.append(told)
                self._news.set()

    @property
    def show(self) -> View:
        """The newest Show."""
        return self.shows[-1]

    @property
    def view(self) -> View:
        """The view in it."""
        view: View = self.show["view"]
        return view

    @property
    def doing(self) -> str:
        """What the table is doing."""
        page = "lobby" if not self.shows else self.view["phase"]
        lobby = not self.shows or self.show["game"] == "lobby"
        if lobby:
            return page if page in ("podium", "go_on") else "lobby"  # with all its pages
        return "menu" if self.show["game"] == "menu" else str(page)

    async def news(self, seconds: float = 0.05) -> None:
        """Wait for the next Show, but not for long."""
        self._news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return

    async def send(self, message: wire.In) -> None:
        """Send a finger or a touch."""
        await self._socket.send_str(wire.encode(message).decode())
        self.sent += 1
        self.after_sending.set()

    async def finger(self, *places: int, seconds: float = 0.0) -> None:
        """Hold buzzers down for so many seconds of the box's time; 0 is as short as can be."""
        for place in places:
            await self.send(wire.Finger(place, True))
        if seconds:
            await asyncio.sleep(seconds / SPEED)
        for place in places:
            await self.send(wire.Finger(place, False))

    async def touch(self, item: str) -> None:
        """Touch an item and see what comes of it."""
        await self.send(wire.Touch(item))
        await self.news()

    async def play(self) -> None:
        """Play for ever, whatever shows."""
        while True:
            if not self.shows:
                await self.news(PATIENCE)
            elif self.show["game"] == "lobby":
                await self._in_the_lobby()
            elif self.show["game"] == "menu":
                await self.touch(self._random.choice(("go_on", "how_to", "done", "go_on")))
            else:
                await self._in_the_game()

    async def _in_the_lobby(self) -> None:
        phase, random = self.view["phase"], self._random
        free = [place for place, taken in enumerate(self.view["taken"], 1) if not taken]
        sitting = [place for place in range(1, 7) if place not in free]
        choices = [item for items in self.view["choosing"].values() for item in items]
        if phase == "attract" or (phase == "seating" and len(sitting) < 3):
            await self.finger(random.choice(free))
            await self.news()
        elif phase == "seating":
            await self.finger(self.view["host"] + 1, seconds=1.0)
            await self.news()
        elif phase == "go_on":
            await self.finger(random.choice(sitting))
            await self.news()
        else:
            likely = [item for item in ("play", "again", "tie_break", "done") if item in choices]
            await self.touch(random.choice((likely * 4 or choices) + choices))

    async def _in_the_game(self) -> None:
        phase, random, places = self.view["phase"], self._random, self.show["places"]
        if phase == "search" and random.random() < 0.06 and len(places) > 1:
            await self.finger(*random.sample(places, 2), seconds=3.5)
            await self.news()
        elif phase == "search" and len(places) > 1:
            await self.finger(random.choice(places))
            await self.news()
        elif phase == "vote":
            voters = [places[int(seat)] for seat in self.view["offers"]]
            for voter in voters:
                await self.finger(voter, seconds=0.0 if random.random() < 0.8 else 0.9)
            await self.news()
        elif phase in ("pick", "search"):
            await self._pick()
        else:
            await self.news()

    async def _pick(self) -> None:
        """Mostly pick a SET, sometimes any three, sometimes say "none", sometimes do nothing."""
        table, luck = self.view["table"], self._random.random()
        sets = find_sets(table)
        if luck < 0.15 or not sets:
            none = "deal" if len(self.show["places"]) == 1 else "none"
            await self.touch(none)
        elif luck < 0.95:
            trio = self._random.choice(sets) if luck < 0.8 else (0, 1, 2)
            for index in trio:
                await self.touch(table[index])
        else:
            await self.news(0.2)


@dataclass
class Told:
    """What stands on the disk of a killed hub: the public views of its newest matches.

    Attributes:
        entries: journal lines of all matches.
        views: of the newest two matches, after each entry, oldest first.
        newest: the views that the newest match may show when it goes on.
        over: whether it has been closed.
        sitting: whoever sits, or None.
    """

    entries: int
    matches: int
    views: list[View]
    newest: list[View]
    over: bool
    sitting: record.Sitting | None


def told(state: Path) -> Told:
    """Read the disk of a hub that is dead."""
    # Read and write, so that SQLite takes up the write-ahead log as the next hub does.
    with closing(sqlite3.connect(state / "box.db")) as db:
        rows = db.execute("SELECT id, open, opened FROM match ORDER BY id DESC LIMIT 2").fetchall()
        views: list[View] = []
        newest: list[View] = []
        for number, (row, _, opened) in enumerate(rows):
            lines, fault = read_lines(db, row)
            if fault is not None:
                raise LostError(f"the journal has a fault: {fault}")
            seen = list(views_of(unseal(opened, Opened), [line.entry for line in lines]))
            views += seen
            if number == 0:
                newest = seen
        entries = db.execute("SELECT count(*) FROM entry").fetchone()[0]
        matches = db.execute("SELECT count(*) FROM match").fetchone()[0]
        sat = db.execute("SELECT sitting FROM sitting").fetchone()
        sitting = None if sat is None else unseal(sat[0], record.Sitting)
    over = not rows or not rows[0][1]
    return Told(entries, matches, views, newest[-2:], over, sitting)


def views_of(opened: Opened, entries: list[record.Entry]) -> Iterator[View]:
    """Yield a match's public view before and after each entry, and after the next deadline."""
    match = games.start(opened.game, opened.seats, opened.seed, opened.options, opened.deck)
    past = [match]
    yield seen(past[-1])
    for entry in entries:
        if entry.kind == record.UNDO:
            past.pop()
        else:
            past.append(past[-1].play(record.action_of(entry)))
        yield seen(past[-1])
    due = past[-1].game.deadline(past[-1].state)
    ahead = past[-1] if due is None else past[-1].catch_up(due)[0]
    yield seen(ahead)


def seen(match: Any) -> View:
    """Return a match's public view as a page decodes it."""
    view: View = json.loads(wire.encode(match.game.view(match.state, None)))
    return view


class Torturer:
    """Kills hubs."""

    def __init__(self, state: Path, seed: int) -> None:
        self.state, self.random, self.report = state, Random(seed), Report()
        self._before = Told(0, 0, [], [], True, None)

    async def run(self, times: int) -> Report:
        """Kill ``times`` times, then let the last match reach its podium."""
        async with aiohttp.ClientSession() as session:
            for number in range(times):
                try:
                    await self._life(session)
                except (LostError, TimeoutError, IllegalActionError, ValueError) as error:
                    self.report.lost.append(f"kill {number}: {type(error).__name__}: {error}")
                    self._before = told(self.state)
            try:
                await self._to_the_podium(session)
            except (LostError, TimeoutError) as error:
                self.report.lost.append(f"the last match never ended: {error}")
        return self.report

    async def _life(self, session: aiohttp.ClientSession) -> None:
        hub = await Hub.start(self.state)
        try:
            async with session.ws_connect(f"{hub.address}/ws") as socket:
                page = Page(socket, self.random)
                listening = asyncio.create_task(page.listen())
                await self._check_start(page)
                playing = asyncio.create_task(page.play())
                await self._moment(page, playing)
                self.report.kills[page.doing] += 1
                await hub.kill()
                playing.cancel()
                await asyncio.wait([listening, playing], timeout=PATIENCE)
                self._count_podiums(page)
            self._check_disk(page)
        finally:
            if hub.process.returncode is None:
                await hub.kill()

    async def _moment(self, page: Page, playing: asyncio.Task[None]) -> None:
        """Wait for a random moment: any, or right after something was sent."""
        await asyncio.sleep(self.random.random() ** 2 * 1.2)
        if self.random.random() < 0.6:
            page.after_sending.clear()
            try:
                async with asyncio.timeout(0.5):
                    await page.after_sending.wait()
            except TimeoutError:
                pass
            await asyncio.sleep(self.random.choice((0, 0, 0.001, 0.003, 0.006, 0.012)))
        if playing.done():
            playing.result()

    async def _check_start(self, page: Page) -> None:
        """The hub that started again goes on from what is on the disk."""
        before = self._before
        while not page.shows:
            await page.news(PATIENCE)
        phase = page.view["phase"]
        if page.show["game"] != "lobby" or phase != (
            "attract" if before.sitting is None else "go_on"
        ):
            raise LostError(f"started with {page.show['game']} {phase}, {before.sitting}")
        if not page.show["saved"]:
            raise LostError("what it starts with is not saved")
        if before.sitting is None:
            return
        if page.view["last"] != json.loads(wire.encode(before.sitting.last)):
            raise LostError(f"the podium was {before.sitting.last}, is {page.view['last']}")
        await self._go_on(page, before)

    async def _go_on(self, page: Page, before: Told) -> None:
        shows = len(page.shows)
        place = page.view["taken"].index(True) + 1
        await page.finger(place)
        async with asyncio.timeout(PATIENCE):
            while len(page.shows) == shows or page.shows[shows]["view"]["phase"] == "go_on":
                shows += len(page.shows) > shows
                await page.news()
        first = page.shows[shows]
        if first["view"]["phase"] == "attract":
            return  # on a slow computer the tap became a hold: "new"
        if before.over:
            if first["game"] != "lobby":
                raise LostError(f"went on with {first['game']} after the match was closed")
        elif first["view"] not in before.newest:
            raise LostError(f"went on with {first['view']}, not with {before.newest[0]}")
        else:
            self.report.resumed += 1

    def _count_podiums(self, page: Page) -> None:
        seen = [(show["game"], show["view"]["phase"]) for show in page.shows]
        podium = ("lobby", "podium")
        self.report.podiums += sum(b == podium and a[0] == GAME for a, b in pairwise(seen))

    def _check_disk(self, page: Page) -> None:
        """All that was shown as saved is on the disk, and nothing that was there is gone."""
        after, before = told(self.state), self._before
        self._before = after
        if after.entries < before.entries or after.matches < before.matches:
            raise LostError(
                f"{before.entries} lines of {before.matches} matches were there, now "
                f"{after.entries} of {after.matches}"
            )
        saved = [show for show in page.shows if show["saved"]]
        for view in [show["view"] for show in saved if show["game"] == GAME]:
            if view not in after.views:
                raise LostError(f"shown as saved, and gone: {view}")
        if saved and saved[-1]["view"]["phase"] == "podium" and after.sitting is not None:
            last, shown = json.loads(wire.encode(after.sitting.last)), saved[-1]["view"]["last"]
            if shown != last:
                raise LostError(f"the podium {shown} was shown as saved, now {last}")

    async def _to_the_podium(self, session: aiohttp.ClientSession) -> None:
        hub = await Hub.start(self.state)
        try:
            async with session.ws_connect(f"{hub.address}/ws") as socket:
                page = Page(socket, self.random)
                listening = asyncio.create_task(page.listen())
                await self._check_start(page)
                playing = asyncio.create_task(page.play())
                async with asyncio.timeout(3 * PATIENCE):
                    while ("lobby", "podium") not in self._pages(page):
                        await page.news()
                self.report.podiums += 1
                playing.cancel()
                listening.cancel()
        finally:
            await hub.kill()

    @staticmethod
    def _pages(page: Page) -> set[tuple[str, str]]:
        return {(show["game"], show["view"]["phase"]) for show in page.shows}


def main() -> int:
    """Kill as often as was asked for; return 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="how often (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the people and the moments")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(Torturer(Path(folder), arguments.seed).run(arguments.times))
    print(report)
    return 1 if report.lost else 0


if __name__ == "__main__":
    sys.exit(main())
