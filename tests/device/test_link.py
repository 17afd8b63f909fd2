"""The hub's socket for screens: no state folder and no screen hurts the box."""

import asyncio
import contextlib
import logging
import shutil
import struct
import tempfile
from pathlib import Path

import msgspec
import pytest

from device import wire
from device.link import Link

LIMIT = 10.0
"""Seconds after which a test that waits gives up."""


class Room:
    """What a hub does for a screen: it notes it."""

    def __init__(self):
        self.touches, self.pictures, self.spots_seen = [], [], []

    def touch(self, item, seat):
        self.touches.append(item)

    def hello(self):
        return wire.Hello("0", "en", True, {}, 3)

    def picture(self, frame):
        self.pictures.append(frame)

    def spots(self, spots):
        self.spots_seen.append(spots)


class Screen:
    """A screen process, as the socket knows it."""

    def __init__(self, there, reader, writer):
        self.there, self.reader, self.writer = there, reader, writer

    def send(self, payload):
        self.writer.write(struct.pack(">I", len(payload)) + payload)

    async def say(self, *payloads):
        """Send, and wait until the hub has heard it all."""
        for payload in payloads:
            self.send(payload)
        heard = len(self.there.room.touches)
        self.send(wire.encode(wire.Touch("heard")))
        await self.there.until(lambda: len(self.there.room.touches) > heard)

    async def go(self):
        before = self.there.link.screens
        self.writer.close()
        await self.there.until(lambda: self.there.link.screens < before)

    async def sent_away(self):
        """Wait until the hub closes the line."""
        with contextlib.suppress(ConnectionError):  # it had not read all that was sent
            await asyncio.wait_for(self.reader.read(), LIMIT)


class There:
    """A hub's link and the screens at it."""

    def __init__(self, path):
        self.room = Room()
        self.link = Link(path, self.room, lambda: 0.0)
        self.lines = []

    async def screen(self):
        reader, writer = await asyncio.open_unix_connection(self.link.path)
        self.lines.append(writer)
        return Screen(self, reader, writer)

    async def until(self, true):
        async with asyncio.timeout(LIMIT):
            while not true():  # noqa: ASYNC110 - what is waited for knows no event
                await asyncio.sleep(0.001)


@contextlib.asynccontextmanager
async def open_link(path):
    faults = []  # a fault in the loop ends the hub
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    there = There(path)
    await there.link.start()
    try:
        yield there
    finally:
        await there.link.stop()
    await there.until(lambda: there.link.screens == 0)
    for line in there.lines:
        line.close()
        with contextlib.suppress(ConnectionError):
            await line.wait_closed()
    assert faults == []


@pytest.fixture
def path():
    folder = Path(tempfile.mkdtemp(prefix="bb"))  # a socket's path may not be long
    yield folder / "s"
    shutil.rmtree(folder)


def run(story, path):
    async def told():
        async with open_link(path) as there:
            await story(there)

    asyncio.run(told())


def picture(text):
    return b"\xff\xd8" + text


def spots(text):
    return wire.encode(wire.Spots(text, ()))


# Where it is


def deep(tmp_path):
    folder = tmp_path / ("x" * 120)
    folder.mkdir()
    return folder / "s"


def taken(tmp_path):
    (tmp_path / "s").mkdir()
    return tmp_path / "s"


def under_a_file(tmp_path):
    (tmp_path / "file").write_text("in the way")
    return tmp_path / "file" / "s"


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (deep, "AF_UNIX path too long"),
        (taken, "Is a directory"),
        (under_a_file, "Not a directory"),
        (lambda tmp_path: tmp_path / "none" / "s", "No such file or directory"),
    ],
    ids=["too_long", "a_folder_of_that_name", "under_a_file", "no_folder"],
)
def test_a_folder_that_cannot_hold_the_socket_is_one_line_and_no_screen(
    tmp_path, caplog, make, why
):
    async def story(there):
        there.link.send("show", b"{}")
        assert there.link.screens == 0

    path = make(tmp_path)
    with caplog.at_level(logging.WARNING):
        run(story, path)
    (line,) = [each.getMessage() for each in caplog.records]
    assert line == f"no screen can be shown: {path}: {why}"


def test_the_socket_of_a_dead_hub_is_taken_over_and_goes_when_this_one_stops(path):
    path.write_text("left behind")

    async def story(there):
        await (await there.screen()).say()
        assert path.stat().st_mode & 0o777 == 0o600

    run(story, path)
    assert not path.exists()


# Several screens


def test_of_two_screens_that_paint_the_newest_is_shown_and_its_spots(path):
    async def story(there):
        old, new = await there.screen(), await there.screen()
        await old.say(picture(b"old 1"), spots("old 1"))
        await new.say(picture(b"new 1"), spots("new 1"))
        await old.say(picture(b"old 2"), spots("old 2"))
        await new.say(picture(b"new 2"), spots("new 2"))
        texts = [b"old 1", b"new 1", b"new 2"]
        assert there.room.pictures == [picture(text) for text in texts]
        assert there.room.spots_seen == [spots(text.decode()) for text in texts]

    run(story, path)


def test_when_the_newest_goes_the_older_ones_next_picture_is_shown(path):
    async def story(there):
        old, new = await there.screen(), await there.screen()
        await old.say(picture(b"old 1"))
        await new.say(picture(b"new 1"))
        await new.go()
        assert there.room.pictures == [picture(b"old 1"), picture(b"new 1"), None]
        await old.say(picture(b"old 2"), spots("old 2"))
        assert there.room.pictures[3:] == [picture(b"old 2")]
        assert there.room.spots_seen == [spots("old 2")]

    run(story, path)


def test_when_the_older_one_goes_the_newest_is_still_shown(path):
    async def story(there):
        old, new = await there.screen(), await there.screen()
        await old.say(picture(b"old 1"))
        await new.say(picture(b"new 1"))
        await old.go()
        await new.say(picture(b"new 2"))
        assert None not in there.room.pictures
        assert there.room.pictures[-1] == picture(b"new 2")

    run(story, path)


def test_when_every_screen_that_paints_is_gone_its_picture_goes_too(path):
    async def story(there):
        silent, old, new = [await there.screen() for _ in range(3)]
        await silent.say()
        await old.say(b"\x89PNG old")
        await new.say(picture(b"new"))
        await new.go()
        assert there.room.pictures == [b"\x89PNG old", picture(b"new"), None]
        await old.say(b"\x89PNG again")
        await old.go()
        assert there.room.pictures[3:] == [b"\x89PNG again", None]
        await silent.go()
        assert len(there.room.pictures) == 5

    run(story, path)


def test_a_screen_that_never_painted_says_nothing_of_what_can_be_touched(path):
    async def story(there):
        window, painter = await there.screen(), await there.screen()
        await window.say(spots("a window of its own"))
        await painter.say(picture(b"1"), spots("1"))
        await window.say(spots("a window of its own"))
        assert there.room.spots_seen == [spots("1")]

    run(story, path)


# Garbage

GARBAGE = {
    "empty": b"",
    "text": b"garbage",
    "gif": b"GIF89a",
    "half_a_jpeg": b"\xff",
    "no_utf8": b'{"type":"touch","item":"\xff"}',
    "half_a_surrogate": b'{"type":"touch","item":"\\ud800"}',
    "of_the_hub": b'{"type":"finger","place":1,"down":true}',
    "deep": b"[" * 100_000,
    "deep_before_its_type": b'{"more":' + b"[" * 100_000,
}


@pytest.mark.parametrize("payload", GARBAGE.values(), ids=GARBAGE)
def test_a_screen_that_sends_garbage_is_sent_away_and_the_others_stay(path, caplog, payload):
    async def story(there):
        good, bad = await there.screen(), await there.screen()
        await good.say(picture(b"good"))
        bad.send(payload)
        await bad.sent_away()
        await there.until(lambda: there.link.screens == 1)
        await good.say(picture(b"still good"))
        assert there.room.pictures == [picture(b"good"), picture(b"still good")]

    with caplog.at_level(logging.WARNING):
        run(story, path)
    (line,) = [each.getMessage() for each in caplog.records]
    assert line.startswith("a screen was sent away: not a message of a screen: ")
    assert len(line.splitlines()) == 1


def test_the_picture_of_a_screen_that_is_sent_away_goes(path):
    async def story(there):
        bad = await there.screen()
        await bad.say(picture(b"1"))
        bad.send(b"garbage")
        await bad.sent_away()
        await there.until(lambda: there.link.screens == 0)
        assert there.room.pictures == [picture(b"1"), None]

    run(story, path)


@pytest.mark.parametrize("payload", GARBAGE.values(), ids=GARBAGE)
def test_what_is_no_message_of_a_screen_is_a_value_error_of_one_line(payload):
    with pytest.raises(ValueError, match=r"^not a message of a screen: ") as refused:
        wire.decode_screen(payload)
    assert type(refused.value) is ValueError
    assert not isinstance(refused.value, msgspec.MsgspecError)
    assert len(str(refused.value).splitlines()) == 1
