"""The screen's end of the hub's socket: messages in, touches and frames out, and coming back.

Each message is four bytes of length, then JSON; a frame for the browser box is
a picture file instead, which never begins with a brace.
"""

from __future__ import annotations

import logging
import select
import socket
import struct
from pathlib import Path

import msgspec

from device import wire

log = logging.getLogger(__name__)

RETRY_MS = 500
"""How long to wait before the hub is asked again."""
_HEAD = struct.Struct(">I")
_MOST_BYTES = 8 << 20


class Client:
    """A connection to the hub that is made again whenever it is lost.

    Attributes:
        path: of the hub's socket.
        socket: to wait on, or None while there is no hub.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.socket: socket.socket | None = None
        self._buffer = bytearray()
        self._asked: int | None = None
        self._complained = False

    def connect(self, now: int) -> bool:
        """Ask for the hub, at most every ``RETRY_MS`` (``now`` in ms); return if it is there."""
        if self.socket is not None:
            return True
        if self._asked is not None and now < self._asked + RETRY_MS:
            return False
        self._asked = now
        attempt = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            attempt.connect(str(self.path))
        except OSError:  # no hub yet, or no more: asked again later
            attempt.close()
            return False
        attempt.settimeout(1.0)
        self.socket, self._buffer = attempt, bytearray()
        return True

    @property
    def there(self) -> bool:
        """Whether the hub is connected."""
        return self.socket is not None

    def wait(self, seconds: float | None) -> list[wire.Out]:
        """Return the hub's messages as soon as there are some, or after so long none."""
        if self.socket is None:
            return []
        ready, _, _ = select.select([self.socket], [], [], seconds)
        return self.receive() if ready else []

    def receive(self) -> list[wire.Out]:
        """Return the messages that are here; call it when ``socket`` is readable.

        A hub that says what no message is, is left, and asked again.
        """
        assert self.socket is not None
        try:
            some = self.socket.recv(1 << 16)
        except OSError:
            some = b""
        if not some:
            self.lose()
            return []
        self._buffer += some
        found: list[wire.Out] = []
        for text in self._whole():
            try:
                found.append(wire.decode_out(text))
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self.complain(f"not a message of the hub: {error}")
                break
        return found

    def complain(self, what: str) -> None:
        """Leave a hub that is of another version; say so once, until one is understood."""
        if not self._complained:
            log.warning("%s; is it of another version? Asking again", what)
        self._complained = True
        self.lose()

    def understood(self) -> None:
        """Note that the hub and this screen understand one another."""
        self._complained = False

    def _whole(self) -> list[bytes]:
        found = []
        while len(self._buffer) >= _HEAD.size:
            length = _HEAD.unpack_from(self._buffer)[0]
            end = _HEAD.size + length
            if length > _MOST_BYTES:
                self.complain(f"not a message of the hub: {length} bytes long")
                break
            if len(self._buffer) < end:
                break
            found.append(bytes(self._buffer[_HEAD.size : end]))
            del self._buffer[:end]
        return found

    def send(self, payload: bytes) -> None:
        """Send a message or a frame; a lost hub is noticed and asked for again."""
        if self.socket is None:
            return
        try:
            self.socket.sendall(_HEAD.pack(len(payload)) + payload)
        except OSError:
            self.lose()

    def lose(self) -> None:
        """Drop the connection."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None
