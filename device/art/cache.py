"""Drawings that are made once: kept in memory, and in a folder for the next start."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import PIL
from PIL import Image

from device import art
from device.art.palette import PAPER, Colour
from device.art.stencil import Size

log = logging.getLogger(__name__)

ROOM = 6 << 20
"""Bytes of pictures kept in memory; a screen keeps its own copies."""


@cache
def version() -> str:
    """Return the art's version: it changes with every line of code that draws."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.blake2b(PIL.__version__.encode(), digest_size=6)
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()


class Art:
    """All drawings, each made at most once.

    Args:
        folder: where they are kept between two starts; None for nowhere. It may be
            emptied at any time; a damaged file is drawn again.
        room: bytes of pictures kept in memory.
    """

    def __init__(self, folder: Path | None = None, room: int = ROOM) -> None:
        self._folder = None if folder is None else folder / version()
        self._room = room
        self._kept: OrderedDict[str, Image.Image] = OrderedDict()
        self._bytes = 0

    def card(
        self, game: str, name: str, size: Size, marks: bool = True, signs: Sequence[str] = art.SIGNS
    ) -> Image.Image:
        """Return a card; see ``art.card``."""
        key = f"{game}-{name}-{''.join(signs) if marks else 0}"
        return self._get(key, size, lambda: art.card(game, name, size, marks, signs))

    def back(self, game: str, size: Size) -> Image.Image:
        """Return the back of a game's cards."""
        return self._get(f"{game}-back", size, lambda: art.back(game, size))

    def mood(self, names: str, size: Size) -> Image.Image:
        """Return what lies over a card; see ``art.mood``."""
        return self._get(f"mood-{names}", size, lambda: art.mood(names, size))

    def mark(self, place: int, size: Size, mood: str = "here") -> Image.Image:
        """Return the mark of a place; see ``art.mark``."""
        return self._get(f"mark-{place}-{mood}", size, lambda: art.mark(place, size, mood))

    def icon(self, name: str, size: Size, colour: Colour = PAPER) -> Image.Image:
        """Return an icon; see ``art.icon``."""
        return self._get(f"icon-{name}-{colour}", size, lambda: art.icon(name, size, colour))

    def picture(self, name: str, size: Size) -> Image.Image:
        """Return a drawing by name; see ``art.picture``."""
        return self._get(f"picture-{name}", size, lambda: art.picture(name, size))

    def table(self, size: Size) -> Image.Image:
        """Return the empty table."""
        return self._get("table", size, lambda: art.table(size))

    def _get(self, name: str, size: Size, draw: Callable[[], Image.Image]) -> Image.Image:
        key = f"{name}-{size[0]}x{size[1]}"
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        picture = self._read(key, size)
        if picture is None:
            picture = draw()
            self._write(key, picture)
        self._keep(key, picture)
        return picture

    def _keep(self, key: str, picture: Image.Image) -> None:
        self._kept[key] = picture
        self._bytes += _weight(picture)
        while self._bytes > self._room and self._kept:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= _weight(oldest)

    def _file(self, key: str) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / f"{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}.png"

    def _read(self, key: str, size: Size) -> Image.Image | None:
        """Return a kept drawing, or None if there is none that is whole."""
        file = self._file(key)
        if file is None or not file.exists():
            return None
        try:
            with Image.open(file) as found:
                found.load()
                whole = found.mode == "RGBA" and found.size == size
                return found.copy() if whole else None
        except (OSError, SyntaxError, ValueError, EOFError) as error:
            log.warning("%s is damaged and is drawn again: %s", file, error)
            return None

    def _write(self, key: str, picture: Image.Image) -> None:
        """Keep a drawing, whole or not at all; without a folder it is drawn at each start."""
        file = self._file(key)
        if file is None:
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent, suffix=".new")
            try:
                with os.fdopen(handle, "wb") as open_file:
                    picture.save(open_file, "PNG", compress_level=3)
                os.replace(name, file)
            except BaseException:
                os.unlink(name)
                raise
        except OSError as error:
            log.warning("drawings are not kept in %s: %s", file.parent, error)
            self._folder = None


def _weight(picture: Image.Image) -> int:
    return picture.width * picture.height * len(picture.getbands())
