"""The browser box with the live screen: a whole game is read off the box's own pictures."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.set_game import find_sets

CONFIG = """
[screen]
touch = "yes"
motion = "reduced"
[games.set_game.options]
puzzle = 9
pick_seconds = 30
"""
CARD = re.compile(r"[123][RGP][STO][EDW]")

BRIGHTNESS = """
  // Mean brightness (0 to 255) of the picture under a spot.
  const [css] = arguments;
  const image = document.querySelector(".live img");
  const spot = document.querySelector(css)?.getBoundingClientRect();
  if (!image?.naturalWidth || !spot) return null;
  const frame = image.getBoundingClientRect();
  const scale = image.naturalWidth / frame.width;
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const paper = canvas.getContext("2d");
  paper.drawImage(image, 0, 0);
  const [x, y] = [(spot.x - frame.x) * scale, (spot.y - frame.y) * scale];
  const { data } = paper.getImageData(x, y, spot.width * scale, spot.height * scale);
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
  return sum / (data.length * 0.75);
"""


@pytest.fixture
def start_screen(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Start the screen process beside the hub."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "device", "screen", "--offscreen"]
        command += ["--config", str(tmp_path / "box.toml"), "--state", str(tmp_path / "state")]
        started.append(subprocess.Popen(command))
        return started[-1]

    yield start
    for screen in started:
        screen.terminate()
        screen.wait(10)


class Live:
    """Two people who see nothing but the live screen and their lamps."""

    def __init__(self, sight: Any) -> None:
        self.sight = sight

    def scene(self) -> str | None:
        return next(iter(self.sight.names(".live", "data-live")), None)

    def until(self, scene: str) -> None:
        self.sight.until(lambda: self.scene() == scene)

    def items(self) -> list[str]:
        return list(self.sight.names(".live [data-item]", "data-item"))

    def cards(self) -> list[str]:
        return [item for item in self.items() if CARD.fullmatch(item)]

    def press(self, place: int) -> None:
        self.sight.tap_key(f"Digit{place}")

    def bright(self, css: str) -> float:
        return float(self.sight.until(lambda: self.sight.script(BRIGHTNESS, css)))

    def sit(self, *places: int) -> None:
        for place in places:
            self.press(place)
        self.until("lobby.seating")
        self.sight.key(f"Digit{places[0]}", down=True)
        self.until("lobby.lobby")
        self.sight.key(f"Digit{places[0]}", down=False)


@pytest.fixture
def live(start_hub: Any, start_screen: Any, sight: Any) -> Live:
    hub = start_hub(speed=5, config=CONFIG)
    sight.open(hub.address)
    table = Live(sight)
    table.process = start_screen()  # type: ignore[attr-defined]
    table.until("lobby.attract.set_game")
    return table


def test_a_whole_game_is_read_off_the_live_screen(live: Live) -> None:
    live.sit(1, 4)
    live.sight.touch("play")
    live.until("set_game")
    found: set[frozenset[str]] = set()
    while len(found) < 4:
        live.press(1 if len(found) % 2 else 4)
        live.sight.until(lambda: len(live.cards()) == 9)
        table = live.cards()
        trios = [frozenset(table[index] for index in trio) for trio in find_sets(table)]
        assert len(trios) == 4
        trio = next(each for each in trios if each not in found)
        paper = live.bright(f'.live [data-item="{table[0]}"]')
        assert paper > 120  # a card is paper, whatever lies on it
        found.add(trio)
        for card in trio:
            live.sight.touch(card)
        live.sight.until(lambda: not live.cards() or live.scene() == "lobby.podium")
    live.until("lobby.podium")
    assert "again" in live.items()
    assert "Place 1" in live.sight.status
    assert "Place 4" in live.sight.status


def test_a_screen_that_dies_leaves_the_page_of_the_browser_and_comes_back(
    live: Live, start_screen: Any
) -> None:
    live.process.kill()  # type: ignore[attr-defined]
    live.sight.until(lambda: live.scene() is None)
    assert live.sight.all(".ring [data-at]")
    start_screen()
    live.until("lobby.attract.set_game")
