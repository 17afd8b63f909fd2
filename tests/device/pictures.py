"""Every picture of the box, in every size, turn and language: what tests read and eyes look at.

``scripts/shots`` writes them into a folder, with sheets and a page that shows all.
"""

from __future__ import annotations

import argparse
import html
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from device.art.cache import Art
from device.screen import compose
from device.screen.elements import Scene
from device.screen.look import Look, News
from device.screen.scenes import moment
from device.screen.stage import Easel
from device.screen.theme import SIZES
from device.screen.turn import turned_size
from device.words import LANGUAGES
from tests.device.evening import shows

REASON = (
    "/etc/buzzbox/box.toml:12: pins.lamps gives BCM 8 two functions: lamp 1 and hourglass LED 3"
)
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True)
class Picture:
    """One picture on one screen.

    Attributes:
        name: of the page.
        size: of the display in px.
        turn: degrees by which the picture is turned on it.
    """

    name: str
    size: tuple[int, int]
    turn: int
    language: str

    @property
    def look(self) -> Look:
        w, h = turned_size(self.size, self.turn)
        return Look(w, h, self.language)

    @property
    def scene(self) -> Scene:
        return scenes()[self.name](self.look)

    @property
    def file(self) -> str:
        name = "".join(c if c.isalnum() else "-" for c in self.name)
        return f"{self.size[0]}x{self.size[1]}/{self.turn}/{self.language}/{name}.png"


def scenes() -> dict[str, Callable[[Look], Scene]]:
    """Return how every page is laid out for a look, by its name."""
    found: dict[str, Callable[[Look], Scene]] = {
        name: partial(compose.scene, News(show, show.now)) for name, show in shows().items()
    }
    found["one moment"] = moment.scene
    found["safe mode"] = partial(moment.safe_mode, reason=REASON)
    return found


def all_pictures(
    names: list[str] | None = None,
    sizes: list[tuple[int, int]] | None = None,
    turns: list[int] | None = None,
    languages: list[str] | None = None,
) -> Iterator[Picture]:
    """Yield every picture, or those asked for."""
    for size in sizes or SIZES:
        for turn in turns or TURNS:
            for language in languages or LANGUAGES:
                for name in names or scenes():
                    yield Picture(name, size, turn, language)


def painted(picture: Picture, drawings: Art) -> pygame.Surface:
    """Return a picture as the display shows it."""
    screen = pygame.Surface(picture.size)
    Easel(screen, picture.turn, drawings).paint(picture.scene, picture.look, False)
    return screen


def sheet(surfaces: list[pygame.Surface], across: int) -> pygame.Surface:
    """Return pictures of one size beside and under one another."""
    w, h = surfaces[0].get_size()
    made = pygame.Surface((across * (w + 8), -(-len(surfaces) // across) * (h + 8)))
    for index, surface in enumerate(surfaces):
        made.blit(surface, (index % across * (w + 8), index // across * (h + 8)))
    return made


def write(folder: Path, pictures: list[Picture], drawings: Art) -> None:
    """Write pictures, a sheet of each size, turn and language, and a page that shows all."""
    groups: dict[str, list[Picture]] = {}
    for picture in pictures:
        groups.setdefault(str(Path(picture.file).parent), []).append(picture)
    lines = ["<!doctype html><meta charset=utf-8><title>Buzzbox</title>"]
    lines.append(
        "<style>body{background:#222;color:#eee;font:16px sans-serif}img{margin:4px}</style>"
    )
    for name, group in groups.items():
        surfaces = []
        lines.append(f"<h2>{html.escape(name)}</h2>")
        for picture in group:
            file = folder / picture.file
            file.parent.mkdir(parents=True, exist_ok=True)
            surfaces.append(painted(picture, drawings))
            pygame.image.save(surfaces[-1], str(file))
            title = html.escape(picture.name, quote=True)
            lines.append(f'<img loading=lazy title="{title}" src="{picture.file}">')
        w = surfaces[0].get_width()
        target = folder / f"{name.replace('/', '-')}.png"
        pygame.image.save(sheet(surfaces, max(1, 1960 // (w + 8))), str(target))
        print(target, flush=True)
    (folder / "index.html").write_text("\n".join(lines), encoding="utf-8")


def main() -> int:
    """Write what was asked for; return the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/shots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/shots"))
    parser.add_argument("--only", action="append", metavar="NAME", help="a page, by its name")
    parser.add_argument("--size", action="append", choices=[f"{w}x{h}" for w, h in SIZES])
    parser.add_argument("--turn", action="append", type=int, choices=TURNS)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--list", action="store_true", help="print the names of all pages")
    given = parser.parse_args()
    if given.list:
        print(*scenes(), sep="\n")
        return 0
    unknown = set(given.only or ()) - set(scenes())
    if unknown:
        parser.error(f"no page {sorted(unknown)[0]!r}; --list names them")
    sizes = [(int(w), int(h)) for w, h in (each.split("x") for each in given.size or ())]
    pictures = list(all_pictures(given.only, sizes, given.turn, given.language))
    write(given.folder, pictures, Art())
    print(given.folder / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
