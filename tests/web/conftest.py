"""One browser for all web tests, and a stage on which a test can show the page any scene."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from device import wire
from device.web.server import Web
from games.match import View
from tests.cardboard import CardboardBox

T = TypeVar("T")
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


CODES = {
    "Tab": 9,
    "Enter": 13,
    "Space": 32,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}
"""Key codes that the browser's own handling of a key goes by."""


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


class Hub:
    """The real hub, as a process of its own: ``python -m device hub``."""

    def __init__(self, folder: Path, speed: int, config: str) -> None:
        self._folder, self._speed, self._port = folder, speed, 0
        (folder / "box.toml").write_text(config, encoding="utf-8")
        self.start()

    def start(self) -> None:
        """Start it, on the port it had before, and wait until its pages answer."""
        command = [sys.executable, "-m", "device", "hub", "--address", "127.0.0.1"]
        command += ["--config", str(self._folder / "box.toml"), "--port", str(self._port)]
        command += ["--state", str(self._folder / "state"), "--speed", str(self._speed)]
        with (self._folder / "log").open("w") as log:
            self._process = subprocess.Popen(command, stderr=log)
        end = time.monotonic() + PATIENCE
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/box", self.log)):
            if self._process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"the hub did not start: {self.log}")
            time.sleep(0.02)
        self.address, self._port = found[0], int(found[1])

    @property
    def log(self) -> str:
        """What it has said since it started."""
        return (self._folder / "log").read_text()

    def stop(self) -> int:
        """Ask it to stop; return its exit status."""
        self._process.terminate()
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait(PATIENCE)


@pytest.fixture
def start_hub(tmp_path: Path) -> Iterator[Callable[..., Hub]]:
    """Start a hub with a speed and a config; it has to end well, too."""
    hubs: list[Hub] = []

    def start(*, speed: int, config: str) -> Hub:
        hubs.append(Hub(tmp_path, speed, config))
        return hubs[-1]

    yield start
    for hub in hubs:
        assert (hub.stop(), hub.log.splitlines()[1:]) == (0, [])


class Sight:
    """The page as a person sees and touches it."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser

    def open(self, url: str) -> None:
        """Open the page and wait until its line to the box stands."""
        self.browser.get(url)
        self.until(lambda: self.script("return !!document.querySelector('.buzzer')"))

    def script(self, code: str, *arguments: object) -> Any:
        return self.browser.execute_script(code, *arguments)  # type: ignore[no-untyped-call]

    def until(self, true: Callable[[], T]) -> T:
        """Wait until ``true`` returns something, and return that."""

        def seen(_: object) -> T | bool:
            try:
                return true() or False
            except StaleElementReferenceException:  # drawn anew while we looked
                return False

        try:
            return WebDriverWait(self.browser, PATIENCE, 0.02).until(seen)  # type: ignore[return-value]
        except TimeoutException:
            pytest.fail(f"waited in vain; the page says: {self.text('body')}")

    def one(self, css: str) -> WebElement:
        """Return the element, waiting for it."""
        return self.until(lambda: next(iter(self.all(css)), None))  # type: ignore[return-value]

    def all(self, css: str) -> list[WebElement]:
        return self.browser.find_elements("css selector", css)

    def names(self, css: str, attribute: str) -> list[str]:
        """Return an attribute of every element, in the order of the page."""
        code = "return [...document.querySelectorAll(arguments[0])]"
        return list(self.script(f"{code}.map(e => e.getAttribute(arguments[1]))", css, attribute))

    def text(self, css: str) -> str:
        """Return all text of an element, as a screen reader finds it."""
        return str(self.script("return document.querySelector(arguments[0]).textContent", css))

    @property
    def status(self) -> str:
        return self.text("[data-status]")

    def key(self, name: str, *, down: bool, repeat: bool = False) -> None:
        """A key, by its code, goes down or up."""
        digit = name.removeprefix("Digit").removeprefix("Numpad")
        key, text = {"Enter": ("Enter", "\r"), "Space": (" ", " ")}.get(name, (digit, digit))
        event = {
            "type": "keyDown" if down else "keyUp",
            "code": name,
            "key": key,
            "autoRepeat": repeat,
            "windowsVirtualKeyCode": CODES.get(name, ord(text[0]) if len(text) == 1 else 0),
        }
        if down and len(text) == 1:
            event["text"] = text
        self.browser.execute_cdp_cmd("Input.dispatchKeyEvent", event)

    def tap_key(self, name: str) -> None:
        self.key(name, down=True)
        self.key(name, down=False)

    def mouse(self, kind: str, element: WebElement, *, shift: bool = False, out: int = 0) -> None:
        """The mouse is "Pressed", "Moved" or "Released" at an element, or ``out`` px left of it."""
        code = "const b = arguments[0].getBoundingClientRect();"
        code += "return [b.x + b.width / 2 - arguments[1], b.y + b.height / 2]"
        self._mouse(kind, *self.script(code, element, out), shift)

    def _mouse(self, kind: str, x: float, y: float, shift: bool = False) -> None:
        event = {"type": f"mouse{kind}", "x": x, "y": y, "clickCount": 1}
        event |= {"modifiers": 8 if shift else 0, "button": "left"}
        event |= {"buttons": 0 if kind == "Released" else 1}
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def click(self, element: WebElement, *, shift: bool = False) -> None:
        """Press and release the mouse on an element."""
        self.mouse("Pressed", element, shift=shift)
        self.mouse("Released", element, shift=shift)

    def touch(self, item: str) -> None:
        """Click an item of the screen as soon as it can be chosen."""
        code = 'const e = document.querySelector(`[data-item="${arguments[0]}"]:enabled`);'
        code += "e?.scrollIntoView({block: 'nearest'}); const b = e?.getBoundingClientRect();"
        code += "return b && [b.x + b.width / 2, b.y + b.height / 2]"
        x, y = self.until(lambda: self.script(code, item))
        for kind in ("Pressed", "Released"):
            self._mouse(kind, x, y)

    def size(self, width: int, height: int) -> None:
        """Make the window's inside exactly so many px."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


@pytest.fixture
def sight(browser: webdriver.Chrome) -> Iterator[Sight]:
    """The page at 1280 x 800; whatever it complains of to the console fails the test."""
    sight = Sight(browser)
    sight.size(1280, 800)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    yield sight
    said = [each["message"] for each in browser.get_log("browser")]  # type: ignore[no-untyped-call]
    browser.get("about:blank")
    assert [line for line in said if "/ws' failed" not in line] == []


@pytest.fixture
def stage() -> Iterator[Stage]:
    """The pages before a cardboard box."""
    stage = Stage()
    yield stage
    stage.close()
