"""One page of the browser box at the other end of a websocket.

What comes in is checked, weighed and acted upon; what goes out is only the newest, so a page
that reads slowly costs the hub nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Protocol

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.abc import AbstractStreamWriter

from device import wire
from device.outbox import BURST, Outbox
from device.web.allowance import full

MESSAGES_PER_SECOND = 60
"""What a page may send, after a burst; six fingers drumming are well below."""
SPARE = 600
"""Messages beyond the allowance, coming back at the same rate, after which a page is closed."""
NEVER_MORE_BYTES = 64 * 1024
"""A frame longer than this is not even read to its end: the page is told so, and closed."""
SLOW_SECONDS = 5.0
"""A page that has taken nothing for so long is closed."""
KERNEL_BYTES = 64 * 1024
"""What the kernel may keep for a page that does not read."""
CLOSE_SECONDS = 1.0
"""How long a page may take to answer a goodbye."""
HEARTBEAT_SECONDS = 8.0
"""A page that answers nothing for half as long again is gone, and its fingers come up."""
_BROKEN: dict[int, str] = {
    WSCloseCode.MESSAGE_TOO_BIG: f"a message too long to read; at most {wire.MOST_BYTES} bytes",
    WSCloseCode.INVALID_TEXT: "a message that is not UTF-8",
    WSCloseCode.PROTOCOL_ERROR: "a broken websocket frame",
}
"""What aiohttp closes a socket for by itself, in words."""


class Box(Protocol):
    """What the hub does for a page."""

    def finger(self, place: wire.Place, down: bool) -> None:
        """A finger of the browser box goes down on, or up from, a place's buzzer."""

    def touch(self, item: str, seat: int | None) -> str | None:
        """Someone touched an item; returns the id of a refusal, or None."""

    def hello(self) -> wire.Hello:
        """Return the first message to a new page."""

    def health(self) -> dict[str, object]:
        """Return what ``/healthz`` says."""


class Hands:
    """Which pages hold which buzzers down: a buzzer is up when no page holds it."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._holders: dict[wire.Place, set[object]] = {}

    def holds(self, page: object, place: wire.Place) -> bool:
        """Return whether ``page`` holds the buzzer of ``place`` down."""
        return page in self._holders.get(place, ())

    def move(self, page: object, place: wire.Place, down: bool) -> None:
        """A finger of ``page`` goes down or up; one that is there already changes nothing."""
        if self.holds(page, place) is down:
            return
        holders = self._holders.setdefault(place, set())
        if down:
            holders.add(page)
        else:
            holders.remove(page)
        if len(holders) == down:
            self._box.finger(place, down)

    def let_go(self, page: object) -> None:
        """Every finger of ``page`` comes up: it is gone."""
        for place in self._holders:
            self.move(page, place, False)


class Socket(web.WebSocketResponse):
    """A websocket that says why before it closes, and closes whatever the other end does."""

    def __init__(self) -> None:
        super().__init__(
            heartbeat=HEARTBEAT_SECONDS,
            compress=False,
            max_msg_size=NEVER_MORE_BYTES,
            timeout=CLOSE_SECONDS,
        )
        self._line: asyncio.BaseTransport | None = None

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter:
        """Begin to talk; the kernel keeps little, so that a page that does not read is noticed."""
        writer = await super().prepare(request)
        self._line = request.transport
        if self._line is not None:
            line = self._line.get_extra_info("socket")
            line.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES)
        return writer

    async def close(
        self, *, code: int = WSCloseCode.OK, message: bytes = b"", drain: bool = True
    ) -> bool:
        """Close; a frame that could not be read gets its refusal first."""
        try:
            async with asyncio.timeout(2 * CLOSE_SECONDS):
                if code in _BROKEN and not self.closed:
                    message = _BROKEN[code].encode()
                    with suppress(ConnectionError):  # gone by now: nobody to tell
                        await self.send_str(wire.encode(wire.Refused(_BROKEN[code])).decode())
                return await super().close(code=code, message=message, drain=drain)
        except TimeoutError:
            self.cut()
            return True

    def cut(self) -> None:
        """End the line at once."""
        if isinstance(self._line, asyncio.WriteTransport):
            self._line.abort()


class Page:
    """One connected page of the browser box."""

    def __init__(self, box: Box, hands: Hands, clock: Callable[[], float]) -> None:
        self.outbox = Outbox()
        self._box = box
        self._hands = hands
        self._clock = clock
        self._may_send = full(MESSAGES_PER_SECOND, BURST, clock())
        self._spare = full(MESSAGES_PER_SECOND, SPARE, clock())
        self._may_hear = full(1, 1, clock())

    async def talk(self, socket: Socket) -> None:
        """Serve the page until it goes, floods, or stops reading."""
        sender = asyncio.create_task(self._send(socket))
        try:
            async for message in socket:
                await asyncio.sleep(0)  # a flood that is already here must not hold the hub
                if message.type is WSMsgType.ERROR:
                    break
                if not self._take(message.type, message.data):
                    reason = b"too many messages"
                    await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=reason)
        finally:
            sender.cancel()
            self._hands.let_go(self)

    async def _send(self, socket: Socket) -> None:
        try:
            while True:
                message = await self.outbox.next(self._clock)
                async with asyncio.timeout(SLOW_SECONDS):
                    if isinstance(message, str):
                        await socket.send_str(message)
                    else:
                        await socket.send_bytes(message)
        except (TimeoutError, ConnectionError):
            socket.cut()

    def _take(self, kind: WSMsgType, data: object) -> bool:
        """Act on one message; False if the page has flooded too long."""
        if kind is not WSMsgType.TEXT or not isinstance(data, str):
            return self._weigh(None, "text messages only")
        try:
            message = wire.decode(data)
        except ValueError as error:
            return self._weigh(None, str(error))
        return self._weigh(message, None)

    def _weigh(self, message: wire.In | None, wrong: str | None) -> bool:
        now = self._clock()
        if not self._may_send.take(now):
            if isinstance(message, wire.Finger) and not message.down:
                self._hands.move(self, message.place, False)  # a finger is never stuck
            if self._may_hear.take(now):
                self.outbox.refuse("too_fast")
            return self._spare.take(now)
        why = self._act(message) if message is not None else wrong
        if why is not None:
            self.outbox.refuse(why)
        return True

    def _act(self, message: wire.In) -> str | None:
        if isinstance(message, wire.Touch):
            return self._box.touch(message.item, message.seat)
        if message.down and not self._box.hello().pressing:
            return "not_here"
        self._hands.move(self, message.place, message.down)
        return None
