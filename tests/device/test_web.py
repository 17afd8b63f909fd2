"""The web server before a cardboard box: what it serves, and what no network can do to it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

import device.web
from device import wire
from device.art import palette
from device.outbox import Outbox
from device.web import box as browser_box
from device.web.allowance import full
from device.web.server import MOST_SOCKETS, Web
from tests.cardboard import CardboardBox

PAGES = Path(device.web.__file__).parent / "page"
LIMIT = 10.0
"""Seconds after which a test that waits gives up; none should come near it."""


class Visit:
    """A box that serves, and a browser's worth of connections to it."""

    def __init__(self, web: Web, box: CardboardBox, session: ClientSession) -> None:
        self.web, self.box, self.session = web, box, session

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.web.port}{path}"

    async def get(self, path: str) -> tuple[aiohttp.ClientResponse, str]:
        async with self.session.get(self.url(path)) as answer:
            return answer, await answer.text()

    async def open(self, **headers: str) -> ClientWebSocketResponse:
        return await self.session.ws_connect(self.url("/ws"), headers=headers, max_msg_size=0)

    async def page(self) -> ClientWebSocketResponse:
        """Open a page and read its greeting."""
        line = await self.open()
        assert (await hear(line))["type"] == "hello"
        return line

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not true():  # noqa: ASYNC110 - what is waited for knows no event
                await asyncio.sleep(0.005)

    async def pages(self, count: int) -> None:
        """Wait until so many pages are open."""
        async with asyncio.timeout(LIMIT):
            while not await self.has_pages(count):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.005)

    async def has_pages(self, count: int) -> bool:
        """Whether so many pages are open, as the health page says."""
        return f'"pages":{count}' in (await self.get("/healthz"))[1]


@asynccontextmanager
async def visit(**arguments: Any) -> AsyncIterator[Visit]:
    faults: list[dict[str, Any]] = []  # a fault in the loop ends the hub
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    box = CardboardBox()
    web = Web(address="127.0.0.1", port=0, box=box, **arguments)
    await web.start()
    try:
        async with ClientSession() as session:
            yield Visit(web, box, session)
    finally:
        await web.stop()
    gc.collect()
    assert faults == []


def run(story: Callable[[Visit], Awaitable[None]], **arguments: Any) -> None:
    """Tell a story at a box that serves."""

    async def told() -> None:
        async with visit(**arguments) as there:
            await story(there)

    asyncio.run(asyncio.wait_for(told(), 60))


async def hear(line: ClientWebSocketResponse) -> dict[str, Any]:
    message = await asyncio.wait_for(line.receive(), LIMIT)
    assert message.type is WSMsgType.TEXT, message
    return dict(msgspec.json.decode(message.data))


async def say(line: ClientWebSocketResponse, **message: Any) -> None:
    await line.send_str(msgspec.json.encode(message).decode())


async def closed(line: ClientWebSocketResponse) -> list[dict[str, Any]]:
    """Wait until the other end closes; return what it said before."""
    said = []
    async with asyncio.timeout(LIMIT):
        async for message in line:
            if message.type is WSMsgType.TEXT:
                said.append(msgspec.json.decode(message.data))
    return said


def show(number: int, *, running: bool = True, now: int = 0, weight: int = 0) -> bytes:
    view = msgspec.Raw(msgspec.json.encode({"weight": "x" * weight}))
    return wire.encode(
        wire.Show(number, "set_game", view, now, running, 2, (1, 2), (), True, None, (), ())
    )


# What is served


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/box", "text/html"),
        ("/healthz", "application/json"),
        ("/words/en.json", "application/json"),
        ("/page/box.js", "/javascript"),
        ("/page/box.css", "text/css"),
        ("/page/icon.svg", "image/svg+xml"),
    ],
)
def test_every_answer_is_locked_to_this_site(path: str, kind: str) -> None:
    async def story(there: Visit) -> None:
        answer, _ = await there.get(path)
        assert answer.status == 200
        assert answer.content_type.endswith(kind)
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        kept = "no-cache" if path.startswith("/page/") else "no-store"
        assert answer.headers["Cache-Control"] == kept

    run(story)


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/words/xx.json",
        "/words/..%2fen.json",
        "/page/../server.py",
        "/page/%2e%2e/box.py",
        "/page/",
        "/page/nothing.js",
    ],
)
def test_what_is_not_there_is_not_there(path: str) -> None:
    async def story(there: Visit) -> None:
        answer, text = await there.get(path)
        assert answer.status in (403, 404)
        assert "import" not in text

    run(story)


def test_the_first_page_links_to_the_box_in_its_language() -> None:
    async def story(there: Visit) -> None:
        _, text = await there.get("/")
        assert 'href="/box"' in text
        assert '<html lang="en">' in text

    run(story)


@pytest.mark.parametrize("path", sorted(PAGES.iterdir()), ids=lambda path: path.name)
def test_no_page_asks_anything_of_another_site(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"(?:https?:|wss?:|[\"'(])//[\w$]", text)


@pytest.mark.parametrize("name", ["home.html", "box.html"])
def test_no_page_has_script_or_style_in_its_text(name: str) -> None:
    text = (PAGES / name).read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)


def test_the_page_has_the_colours_of_the_screen() -> None:
    """They are chosen for eyes that lack a kind of cone (SET-B3); see ``device.art.palette``."""
    styles = "".join((PAGES / name).read_text() for name in ("box.css", "set_game.css"))
    cards = dict(re.findall(r'\[data-colour="(\w)"\] { color: (#\w+);', styles))
    seats = dict(re.findall(r'\[data-place="(\d)"\] { --place: (#\w+);', styles))
    assert cards == {key: f"#{bytes(rgb).hex()}" for key, rgb in palette.CARDS.items()}
    assert seats == {str(key): f"#{bytes(rgb).hex()}" for key, rgb in palette.SEATS.items()}


# Greeting, and what the hub shows


def test_a_new_page_is_greeted_and_shown_the_newest() -> None:
    async def story(there: Visit) -> None:
        for number in (1, 2):
            there.web.show(show(number))
        there.web.lamps(wire.encode(wire.Lamps(("on", "off", "off", "off", "off", "off"))))
        line = await there.open()
        said = [await hear(line) for _ in range(3)]
        assert [each["type"] for each in said] == ["hello", "lamps", "show"]
        assert said[0]["language"] == "en"
        assert said[2]["number"] == 2

    run(story)


@pytest.mark.parametrize(("running", "now"), [(True, 5_000_000_000), (False, 1_000_000_000)])
def test_a_late_page_is_told_the_match_time_of_its_own_moment(running: bool, now: int) -> None:
    at = [10.0]

    async def story(there: Visit) -> None:
        there.web.show(show(1, running=running, now=1_000_000_000))
        at[0] += 2  # s on the wall; the box runs twice as fast
        line = await there.page()
        assert (await hear(line))["now"] == now

    run(story, clock=lambda: at[0])


def test_a_page_that_lags_gets_only_the_newest() -> None:
    async def story() -> None:
        outbox = Outbox()
        for number in range(1000):
            outbox.put("show", browser_frame(show(number)))
            outbox.put("lamps", browser_frame(b"{}"))
        said = [await outbox.next(lambda: 0.0) for _ in range(2)]
        assert said[0] == "{}"
        assert '"number":999' in said[1]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(outbox.next(lambda: 0.0), 0)

    asyncio.run(story())


def browser_frame(data: bytes) -> Any:
    from device.outbox import Frame

    return Frame(data, 0.0)


def test_a_page_that_does_not_read_is_closed_and_costs_the_others_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browser_box, "SLOW_SECONDS", 0.2)

    async def story(there: Visit) -> None:
        deaf = await deaf_page(there.web.port)
        reader = await there.page()
        await there.pages(2)
        number = 0
        while await there.has_pages(2):
            number += 1
            there.web.show(show(number, weight=200_000))
            while (await hear(reader))["number"] < number:
                pass
        await there.pages(1)
        deaf.close()

    run(story)


async def deaf_page(port: int) -> socket.socket:
    """Return the line of a page that shakes hands and then never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", port))
    await loop.sock_sendall(
        line,
        b"GET /ws HTTP/1.1\r\nHost: box\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    )
    return line


# Fingers and touches


def test_fingers_and_touches_reach_the_box() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        await say(line, type="finger", place=3, down=True)
        await say(line, type="finger", place=3, down=False)
        await say(line, type="touch", item="2RTD", seat=1)
        await say(line, type="touch", item="none")
        await there.until(lambda: len(there.box.touches) == 2)
        assert there.box.fingers == [(3, True), (3, False)]
        assert there.box.touches == [("2RTD", 1), ("none", None)]

    run(story)


def test_the_fingers_of_a_page_that_goes_come_up() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        await say(line, type="finger", place=2, down=True)
        await say(line, type="finger", place=5, down=True)
        await there.until(lambda: len(there.box.fingers) == 2)
        await line.close()
        await there.until(lambda: len(there.box.fingers) == 4)
        assert sorted(there.box.fingers[2:]) == [(2, False), (5, False)]

    run(story)


def test_a_buzzer_is_up_when_no_page_holds_it_any_more() -> None:
    async def story(there: Visit) -> None:
        first, second = await there.page(), await there.page()
        for line, down in ((first, True), (second, True), (first, True), (first, False)):
            await say(line, type="finger", place=4, down=down)
            await say(line, type="touch", item="x")  # so that the order is sure
            touched = len(there.box.touches)
            await there.until(lambda touched=touched: len(there.box.touches) > touched)
        assert there.box.fingers == [(4, True)]
        await second.close()
        await there.until(lambda: there.box.fingers == [(4, True), (4, False)])

    run(story)


def test_a_lift_that_nobody_began_does_nothing() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        await say(line, type="finger", place=4, down=False)
        await say(line, type="touch", item="x")
        await there.until(lambda: len(there.box.touches) == 1)
        assert there.box.fingers == []

    run(story)


def test_where_real_buzzers_count_the_page_does_not_press() -> None:
    async def story(there: Visit) -> None:
        there.box.pressing = False
        line = await there.page()
        await say(line, type="finger", place=1, down=True)
        assert await hear(line) == {"type": "refused", "why": "not_here"}
        assert there.box.fingers == []

    run(story)


def test_a_refusal_goes_to_the_sender_alone() -> None:
    async def story(there: Visit) -> None:
        there.box.refusal = "not_a_choice"
        line, other = await there.page(), await there.page()
        await say(line, type="touch", item="none")
        assert await hear(line) == {"type": "refused", "why": "not_a_choice"}
        there.web.show(show(1))
        assert (await hear(other))["type"] == "show"

    run(story)


# What no network can do


BAD = [
    "",
    "garbage",
    "null",
    "[]",
    "7",
    "{}",
    '{"type":"show"}',
    '{"type":"finger"}',
    '{"type":"finger","place":0,"down":true}',
    '{"type":"finger","place":7,"down":true}',
    '{"type":"finger","place":1.5,"down":true}',
    '{"type":"finger","place":true,"down":true}',
    '{"type":"finger","place":1,"down":1}',
    '{"type":"finger","place":1,"down":true,"at":5}',
    '{"type":"touch"}',
    '{"type":"touch","item":""}',
    '{"type":"touch","item":"%s"}' % ("x" * 65),
    '{"type":"touch","item":"play","seat":6}',
    '{"type":"touch","item":"play","seat":-1}',
    '{"type":"touch","item":"play","who":"me"}',
    '{"type":["touch"],"item":"play"}',
    '{"type":"touch","item":"\\ud800"}',
    "[" * 2000,
    " " * 5000,
    "x" * 60_000,
]


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:40])
def test_a_bad_message_gets_one_refusal_and_reaches_nobody(text: str) -> None:
    async def story(there: Visit) -> None:
        line, other = await there.page(), await there.page()
        await line.send_str(text)
        refused = await hear(line)
        assert refused["type"] == "refused"
        assert 0 < len(refused["why"].splitlines()) <= 1
        await say(line, type="touch", item="x")
        await there.until(lambda: there.box.touches == [("x", None)])
        assert there.box.fingers == []
        there.web.show(show(1))
        assert [(await hear(each))["type"] for each in (line, other)] == ["show", "show"]

    run(story)


def test_a_binary_message_is_refused() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        await line.send_bytes(b'{"type":"touch","item":"play"}')
        assert await hear(line) == {"type": "refused", "why": "text messages only"}
        assert there.box.touches == []

    run(story)


def test_a_frame_too_long_to_read_is_refused_and_its_page_closed() -> None:
    async def story(there: Visit) -> None:
        line, other = await there.page(), await there.page()
        await line.send_str("x" * 3_000_000)
        (refused,) = await closed(line)
        assert refused["why"].startswith("a message too long to read")
        assert line.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        there.web.show(show(1))
        assert (await hear(other))["number"] == 1

    run(story)


def test_a_frame_that_is_not_utf8_is_refused_and_its_page_closed() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        await line._writer.send_frame(b"\xff\xfe\xfd", WSMsgType.TEXT)
        assert [each["type"] for each in await closed(line)] == ["refused"]
        assert line.close_code == aiohttp.WSCloseCode.INVALID_TEXT

    run(story)


@pytest.mark.parametrize("text", ['{"type":"touch","item":"play"}', "garbage"])
def test_a_flood_is_cut_off_with_a_reason_and_hurts_nobody(text: str) -> None:
    at = [0.0]

    async def story(there: Visit) -> None:
        line, other = await there.page(), await there.page()
        for _ in range(5000):
            if line.closed:
                break
            await line.send_str(text)
            at[0] += 0.001
        said = await closed(line)
        assert line.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert {"type": "refused", "why": "too_fast"} in said
        allowed = browser_box.BURST + 5 * browser_box.MESSAGES_PER_SECOND
        assert len(said) <= allowed + 10
        assert len(there.box.touches) <= allowed
        await say(other, type="touch", item="calm")
        await there.until(lambda: there.box.touches[-1:] == [("calm", None)])

    run(story, clock=lambda: at[0])


def test_a_flooding_page_still_lifts_its_fingers() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        await say(line, type="finger", place=6, down=True)
        for _ in range(browser_box.BURST):
            await say(line, type="touch", item="x")
        await say(line, type="finger", place=6, down=False)
        await there.until(lambda: there.box.fingers == [(6, True), (6, False)])

    run(story, clock=lambda: 0.0)


def test_an_allowance_comes_back_with_time() -> None:
    tokens = full(rate=2, most=3, now=0.0)
    assert [tokens.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [tokens.take(1.0) for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1:1"]
)
def test_the_pages_of_other_sites_may_not_play(origin: str) -> None:
    async def story(there: Visit) -> None:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await there.open(Origin=origin)
        assert refused.value.status == 403

    run(story)


def test_its_own_page_may_play() -> None:
    async def story(there: Visit) -> None:
        line = await there.open(Origin=there.url(""))
        assert (await hear(line))["type"] == "hello"

    run(story)


def test_there_are_only_so_many_pages_at_once() -> None:
    async def story(there: Visit) -> None:
        lines = [await there.page() for _ in range(MOST_SOCKETS)]
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await there.open()
        assert refused.value.status == 503
        await lines[0].close()
        await there.pages(MOST_SOCKETS - 1)
        await there.page()

    run(story)


def test_a_plain_request_for_the_websocket_is_told_so() -> None:
    async def story(there: Visit) -> None:
        answer, text = await there.get("/ws")
        assert (answer.status, text) == (426, "this address is for websockets\n")

    run(story)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"POST /box HTTP/1.1\r\nHost: b\r\nContent-Length: 9999999\r\n\r\n",
        b"GET /%ff%00 HTTP/1.1\r\nHost: b\r\n\r\n",
        b"A" * 100_000,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_request_hurts_nobody(text: bytes) -> None:
    async def story(there: Visit) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.web.port)
        writer.write(text)
        with contextlib.suppress(ConnectionError):
            writer.write_eof()
            await asyncio.wait_for(reader.read(), LIMIT)
        writer.close()
        assert (await there.get("/healthz"))[0].status == 200

    run(story)


NO_HTTP = {
    "garbage": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "words": b"hello, box\r\n\r\n",
    "another_version": b"GET / HTTP/9.9\r\n\r\n",
    "a_line_too_long": b"GET /" + b"A" * 100_000 + b" HTTP/1.1\r\nHost: b\r\n\r\n",
    "a_header_too_long": b"GET / HTTP/1.1\r\nHost: b\r\nX: " + b"A" * 100_000 + b"\r\n\r\n",
    "a_header_that_is_none": b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    "two_lengths": b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
}


@pytest.mark.parametrize("text", NO_HTTP.values(), ids=NO_HTTP)
def test_what_is_no_request_writes_nothing_to_the_log(
    text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Anyone can send it, at any rate, and the log is on the card."""

    async def story(there: Visit) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.web.port)
        writer.write(text)
        answer = b""
        with contextlib.suppress(ConnectionError):
            answer = await asyncio.wait_for(reader.read(12), LIMIT)
        writer.close()
        assert answer in (b"HTTP/1.0 400", b"HTTP/1.1 400", b"")
        assert (await there.get("/healthz"))[0].status == 200

    with caplog.at_level(logging.DEBUG, "device"), caplog.at_level(logging.DEBUG, "aiohttp"):
        run(story)
    assert [record.getMessage() for record in caplog.records] == []


def test_a_fault_of_ours_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(there: Visit) -> None:
        monkeypatch.setattr(there.box, "health", lambda: 1 // 0)
        answer, _ = await there.get("/healthz")
        assert answer.status == 500

    run(story)
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("device.web.http", "ERROR")
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


@pytest.mark.parametrize("after", [0, 1, 40])
def test_a_line_cut_at_any_moment_hurts_nobody(after: int) -> None:
    async def story(there: Visit) -> None:
        line = await deaf_page(there.web.port)
        for _ in range(after):
            await asyncio.sleep(0)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.close()  # a reset, not a goodbye
        for number in range(5):
            there.web.show(show(number, weight=100_000))
        await there.pages(0)

    run(story)


# Starting and stopping


def test_a_port_in_use_is_named_in_one_line() -> None:
    async def story(there: Visit) -> None:
        second = Web(address="127.0.0.1", port=there.web.port, box=there.box)
        wanted = f"cannot serve the web pages at 127.0.0.1 port {there.web.port}: Address already"
        with pytest.raises(ValueError, match=wanted) as refused:
            await second.start()
        assert "\n" not in str(refused.value)

    run(story)


@pytest.mark.parametrize(("address", "port"), [("203.0.113.7", 0), ("127.0.0.1", 70_000)])
def test_an_address_that_is_not_ours_is_named_in_one_line(address: str, port: int) -> None:
    async def story() -> None:
        web = Web(address=address, port=port, box=CardboardBox())
        with pytest.raises(ValueError, match=f"at {address} port {port}: ") as refused:
            await web.start()
        assert "\n" not in str(refused.value)

    asyncio.run(story())


def test_a_box_that_stops_says_goodbye_and_frees_its_port() -> None:
    async def story(there: Visit) -> None:
        line = await there.page()
        said, _ = await asyncio.gather(closed(line), there.web.stop())
        assert said == []
        assert line.close_code == aiohttp.WSCloseCode.GOING_AWAY
        again = Web(address="127.0.0.1", port=there.web.port, box=there.box)
        await again.start()
        await again.stop()

    run(story)


def test_a_deaf_page_does_not_keep_the_box_from_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_box, "CLOSE_SECONDS", 0.05)

    async def story(there: Visit) -> None:
        deaf = await deaf_page(there.web.port)
        await there.pages(1)
        there.web.show(show(1, weight=10_000_000))
        await there.web.stop()
        deaf.close()

    run(story)
