"""The screen's end of the hub's socket: in pieces, in garbage, lost and found again."""

import logging
import shutil
import socket
import struct
import tempfile
from pathlib import Path

import pytest

from device import wire
from device.screen.client import RETRY_MS, Client

HELLO = wire.encode(wire.Hello("0", "en", True, {}, 3))


def framed(payload):
    return struct.pack(">I", len(payload)) + payload


@pytest.fixture
def path():
    folder = Path(tempfile.mkdtemp(prefix="bb"))  # a socket's path may not be long
    yield folder / "s"
    shutil.rmtree(folder)


@pytest.fixture
def hub(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen(4)
        yield server


@pytest.fixture
def joined(path, hub):
    """A client and the hub's end of its connection."""
    client = Client(path)
    assert client.connect(0)
    theirs, _ = hub.accept()
    yield client, theirs
    client.lose()
    theirs.close()


def test_no_hub_yet_is_asked_for_again_later(path):
    client = Client(path)
    assert not client.connect(0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen(1)
        assert not client.connect(RETRY_MS - 1)
        assert client.connect(RETRY_MS)
        client.lose()


def test_messages_come_whole_however_they_are_cut(joined):
    client, theirs = joined
    text = framed(HELLO) * 2
    found = []
    for i in range(0, len(text), 7):
        theirs.sendall(text[i : i + 7])
        found += client.wait(1)
    assert found == [wire.decode_out(HELLO)] * 2


def test_nothing_said_is_nothing_heard(joined):
    client, _ = joined
    assert client.wait(0) == []


def test_a_hub_that_goes_away_is_noticed(joined):
    client, theirs = joined
    theirs.close()
    assert client.wait(1) == []
    assert not client.there


@pytest.mark.parametrize(
    "garbage",
    [
        framed(b"hello"),
        framed(b'{"type": "show", "number": "one"}'),
        framed(b'{"type": "karaoke"}'),
        framed(b"\xff\xfe"),
        framed(b"[" * 100_000),
        struct.pack(">I", 1 << 31) + b"x",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_garbage_is_one_line_in_the_log_and_a_new_connection(joined, hub, caplog, garbage):
    client, theirs = joined
    with caplog.at_level(logging.WARNING):
        theirs.sendall(garbage)
        while client.there:
            assert client.wait(1) == []
        for again in (RETRY_MS, 2 * RETRY_MS):
            assert client.connect(again)
            other, _ = hub.accept()
            other.sendall(garbage)
            while client.there:
                assert client.wait(1) == []
            other.close()
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 1
    assert "another version" in lines[0]
    assert "\n" not in lines[0]


def test_what_came_before_the_garbage_is_heard(joined):
    client, theirs = joined
    theirs.sendall(framed(HELLO) + framed(b"?"))
    assert client.wait(1) == [wire.decode_out(HELLO)]
    assert not client.there


def test_after_a_message_that_made_sense_the_next_complaint_is_heard(joined, caplog):
    client, _ = joined
    with caplog.at_level(logging.WARNING):
        client.complain("first")
        client.complain("second")
        client.understood()
        client.complain("third")
    assert ["third" in each.getMessage() for each in caplog.records] == [False, True]


def test_what_is_sent_is_framed(joined):
    client, theirs = joined
    client.send(b"{}")
    assert theirs.recv(100) == framed(b"{}")


def test_sending_to_a_hub_that_is_gone_loses_it_quietly(joined):
    client, theirs = joined
    theirs.close()
    client.send(b"{}")
    client.send(b"{}")
    assert not client.there
    client.send(b"{}")
