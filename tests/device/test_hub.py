"""The hub's loop: what the network does never ends it, a part that fails does."""

import asyncio
import contextlib
import errno
import http.client
import logging
import resource
import signal
import socket
import threading
from urllib.parse import urlsplit

import pytest

from device import hub
from device.config import Config, Web
from device.link import SOCKET

CONFIG = Config(web=Web(port=0))
FULL = [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM]


@pytest.fixture(autouse=True)
def _files():
    """The hub takes as many files as it may; the tests do not."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def lines(caplog):
    return [each.getMessage() for each in caplog.records]


def run_and_visit(tmp_path):
    """Run the hub until a visitor has its answer; return the hub's status and the visitor's."""
    answers = []

    def visit(address, loop):
        line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
        with contextlib.suppress(OSError, http.client.HTTPException):
            line.request("GET", "/healthz")
            answers.append(line.getresponse().status)
        line.close()
        with contextlib.suppress(RuntimeError):  # the hub has ended by itself
            loop.call_soon_threadsafe(signal.raise_signal, signal.SIGTERM)

    def ready(address):
        nonlocal visitor
        visitor = threading.Thread(target=visit, args=(address, asyncio.get_running_loop()))
        visitor.start()

    visitor = None
    status = hub.run(CONFIG, tmp_path, on_ready=ready)
    visitor.join()
    return status, answers


@pytest.mark.parametrize("number", FULL, ids=errno.errorcode.get)
def test_more_connections_than_the_system_has_files_for_are_one_line(
    tmp_path, monkeypatch, caplog, number
):
    """asyncio says so to the loop, rests, and takes the connection when there is room again."""
    accept, failures = socket.socket.accept, [OSError(number, "no room")]

    def crowded(listening):
        if failures:
            raise failures.pop()
        return accept(listening)

    monkeypatch.setattr(asyncio.constants, "ACCEPT_RETRY_DELAY", 0.01)
    monkeypatch.setattr(socket.socket, "accept", crowded)
    with caplog.at_level(logging.WARNING):
        assert run_and_visit(tmp_path) == (0, [200])
    assert failures == []
    assert [line for line in lines(caplog) if "connections" in line] == [
        "too many connections at once: new ones must wait"
    ]
    assert "failed" not in caplog.text


@pytest.mark.parametrize(
    "context",
    [
        {"message": "a mistake", "exception": ZeroDivisionError("in a part")},
        {"message": "a disk", "exception": OSError(errno.EIO, "in a part")},
        {"message": "in a part"},
    ],
    ids=["mistake", "another_errno", "no_exception"],
)
def test_any_other_error_in_the_loop_ends_the_hub_and_is_told(tmp_path, caplog, context):
    def ready(_address):
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_exception_handler, context)

    assert hub.run(CONFIG, tmp_path, on_ready=ready) == 1
    assert "a part of the hub failed" in caplog.text
    assert "in a part" in caplog.text


def test_the_hub_may_hold_as_many_connections_as_the_system_allows(tmp_path):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most - 1, most))
    assert run_and_visit(tmp_path) == (0, [200])
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)


def test_without_a_place_for_the_screens_socket_the_box_plays_on(tmp_path, caplog):
    (tmp_path / SOCKET).mkdir()
    assert run_and_visit(tmp_path) == (0, [200])
    assert [line for line in lines(caplog) if "screen" in line] == [
        f"no screen can be shown: {tmp_path / SOCKET}: Is a directory"
    ]
