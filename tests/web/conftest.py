"""One browser for all web tests, and a stage: the real pages and server before a box of cardboard.

The stage's box does nothing but note what the page asks of it, so a test can show the page
any scene it likes.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from device import wire
from device.web.server import Web
from games.match import View

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 10.0
"""Seconds after which a test that waits for the page gives up; none should come near it."""


class CardboardBox:
    """A box that notes what a page asks of it."""

    def __init__(self) -> None:
        self.fingers: list[tuple[int, bool]] = []
        self.touches: list[tuple[str, int | None]] = []
        self.refusal: str | None = None
        self.language = "en"
        self.pressing = True
        self.titles: dict[str, str] = {}

    def finger(self, place: int, down: bool) -> None:
        self.fingers.append((place, down))

    def touch(self, item: str, seat: int | None) -> str | None:
        self.touches.append((item, seat))
        return self.refusal

    def hello(self) -> wire.Hello:
        return wire.Hello("0.1.0", self.language, self.pressing, self.titles)

    def health(self) -> dict[str, object]:
        return {"ok": True}


class Stage:
    """The web server in a thread of its own, before a cardboard box."""

    def __init__(self) -> None:
        self.box = CardboardBox()
        self.number = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.web = Web(address="127.0.0.1", port=0, box=self.box)
        self.run(self.web.start())

    def run(self, task: Coroutine[Any, Any, Any]) -> Any:
        """Run ``task`` on the server's loop and return its result."""
        return asyncio.run_coroutine_threadsafe(task, self._loop).result(PATIENCE)

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Call ``function`` on the server's loop and wait until it has returned."""

        async def called() -> None:
            function(*args)

        self.run(called())

    def url(self, path: str = "/box") -> str:
        return f"http://127.0.0.1:{self.web.port}{path}"

    def show(self, view: View | dict[str, Any], **fields: Any) -> None:
        """Show ``view``; ``fields`` are those of ``wire.Show``."""
        self.number += 1
        encoded = wire.encode(view)
        game = msgspec.json.decode(encoded)["game"]
        seats = 6 if game in ("lobby", "menu") else len(msgspec.json.decode(encoded)["scores"])
        shown: dict[str, Any] = {
            "number": self.number,
            "game": game,
            "view": msgspec.Raw(encoded),
            "now": 0,
            "running": True,
            "speed": 1,
            "places": tuple(range(1, seats + 1)),
            "bots": (),
            "saved": True,
            "walk": None,
            "photo": (),
            "tie": (),
        }
        self.call(self.web.show, wire.encode(wire.Show(**{**shown, **fields})))

    def light(self, *lamps: str) -> None:
        """Light the lamps, place 1 first."""
        self.call(self.web.lamps, wire.encode(wire.Lamps(lamps)))

    def close(self) -> None:
        self.run(self.web.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


def start_browser(profile: Path, *flags: str) -> webdriver.Chrome:
    """Start a headless Chromium with an empty profile."""
    for needed in (CHROMIUM, DRIVER):
        if not needed.exists():
            pytest.fail(f"{needed} is missing: apt-get install chromium chromium-driver", False)
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}", *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    browser.set_window_size(1280, 800)
    return browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """Chromium without a window; it is slow to start, so all tests share it."""
    started = start_browser(tmp_path_factory.mktemp("profile"))
    yield started
    started.quit()


@pytest.fixture
def stage() -> Iterator[Stage]:
    """The pages before a cardboard box."""
    stage = Stage()
    yield stage
    stage.close()
