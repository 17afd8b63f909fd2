"""What a page is still owed: never more than the newest of each kind, and its own refusals."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from device import wire

BURST = 120
"""Refusals owed at most, as many as messages may come at once."""
STALE_SECONDS = 0.05
"""A Show that waited longer has its ``now`` brought forward before it leaves."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An encoded message, and when (s) it was true."""

    data: bytes
    at: float

    def text(self, now: float) -> str:
        """Return the message as it is true at ``now``: the match time of a Show goes on."""
        if now - self.at <= STALE_SECONDS or not self.data.startswith(b'{"type":"show"'):
            return self.data.decode()
        message = msgspec.json.decode(self.data, type=wire.Out)
        if not isinstance(message, wire.Show) or not message.running:
            return self.data.decode()
        later = message.now + round((now - self.at) * 1e9) * message.speed
        return wire.encode(msgspec.structs.replace(message, now=later)).decode()


class Outbox:
    """What a page is still owed: the newest Lamps and Show, and its own refusals."""

    def __init__(self) -> None:
        self._newest: dict[str, Frame] = {}
        self._refusals: deque[str] = deque(maxlen=BURST)
        self._some = asyncio.Event()

    def put(self, kind: str, frame: Frame) -> None:
        """Owe ``frame``; one of the same ``kind`` that has not left is forgotten."""
        self._newest[kind] = frame
        self._some.set()

    def refuse(self, why: str) -> None:
        """Owe a refusal."""
        self._refusals.append(wire.encode(wire.Refused(why)).decode())
        self._some.set()

    async def next(self, clock: Callable[[], float]) -> str | bytes:
        """Wait for what is to leave next and return it; lamps go first, a picture last.

        A picture of the live screen is a file in bytes, all else is text.
        """
        while True:
            for kind in ("hello", "lamps", "show", "spots"):
                if kind in self._newest:
                    return self._newest.pop(kind).text(clock())
            if "picture" in self._newest:
                return self._newest.pop("picture").data
            if self._refusals:
                return self._refusals.popleft()
            self._some.clear()
            await self._some.wait()
