"""The hub's socket for the screen process: what every page gets, and touches and frames back.

A unix socket in the state folder that only this user can open. Each message is
four bytes of length, then JSON, or a picture of the live screen.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device import wire
from device.outbox import Frame, Outbox

log = logging.getLogger(__name__)

SOCKET = "screen.sock"
"""Its name in the state folder."""
_HEAD = struct.Struct(">I")
_PICTURE = (b"\xff\xd8", b"\x89PNG")
"""How a JPEG and a PNG file begin."""
_MOST_BYTES = 8 << 20


class Box(Protocol):
    """What the hub does for a screen."""

    def touch(self, item: str, seat: int | None) -> str | None:
        """Someone touched an item; returns the id of a refusal, or None."""

    def hello(self) -> wire.Hello:
        """Return the first message to a new screen."""

    def picture(self, frame: bytes | None) -> None:
        """Take a picture of the live screen (a PNG or JPEG file), or None: there is none now."""

    def spots(self, spots: bytes) -> None:
        """Take where things can be touched in the live screen, as an encoded message."""


class Link:
    """Serves the screen process."""

    def __init__(self, path: Path, box: Box, clock: Callable[[], float]) -> None:
        self.path = path
        self._box = box
        self._clock = clock
        self._newest: dict[str, Frame] = {}
        self._screens: dict[Outbox, asyncio.StreamWriter] = {}
        self._painters: list[Outbox] = []
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Open the socket; one that a dead hub left behind is taken over.

        Without it the box plays on: it has no screen of its own then.
        """
        try:
            self.path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self.path)
            self.path.chmod(0o600)
        except OSError as error:
            log.warning("no screen can be shown: %s: %s", self.path, error.strerror or error)

    async def stop(self) -> None:
        """Close the socket and every screen's connection."""
        if self._server is not None:
            self._server.close()
            for writer in tuple(self._screens.values()):
                writer.close()
            self.path.unlink(missing_ok=True)

    @property
    def screens(self) -> int:
        """How many screens are connected."""
        return len(self._screens)

    def send(self, kind: str, message: bytes) -> None:
        """Send a message to every screen, and to those that come later."""
        self._newest[kind] = frame = Frame(message, self._clock())
        for outbox in self._screens:
            outbox.put(kind, frame)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        outbox = Outbox()
        outbox.put("hello", Frame(wire.encode(self._box.hello()), self._clock()))
        for kind, frame in self._newest.items():
            outbox.put(kind, frame)
        self._screens[outbox] = writer
        sender = asyncio.create_task(self._send(outbox, writer))
        try:
            while True:
                self._take(await self._read(reader), outbox)
        except (asyncio.IncompleteReadError, ConnectionError, ValueError) as error:
            if isinstance(error, ValueError):
                log.warning("a screen was sent away: %s", error)
        finally:
            sender.cancel()
            del self._screens[outbox]
            writer.close()
            self._rest(outbox)

    def _rest(self, outbox: Outbox) -> None:
        """Forget a screen that has gone, and its picture until another one paints."""
        if outbox in self._painters:
            if outbox is self._painters[-1]:
                self._box.picture(None)
            self._painters.remove(outbox)

    async def _read(self, reader: asyncio.StreamReader) -> bytes:
        length = _HEAD.unpack(await reader.readexactly(_HEAD.size))[0]
        if length > _MOST_BYTES:
            raise ValueError(f"a message of {length} bytes; at most {_MOST_BYTES}")
        return await reader.readexactly(length)

    def _take(self, payload: bytes, outbox: Outbox) -> None:
        """Act on one message; of several screens that paint, the newest is shown."""
        if payload.startswith(_PICTURE):
            if outbox not in self._painters:
                self._painters.append(outbox)
            if outbox is self._painters[-1]:
                self._box.picture(payload)
            return
        message = wire.decode_screen(payload)
        if isinstance(message, wire.Spots):
            if outbox in self._painters[-1:]:
                self._box.spots(payload)
        else:
            self._box.touch(message.item, message.seat)

    async def _send(self, outbox: Outbox, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                message = await outbox.next(self._clock)
                payload = message.encode() if isinstance(message, str) else message
                writer.write(_HEAD.pack(len(payload)) + payload)
                await writer.drain()
        except ConnectionError:
            writer.close()
