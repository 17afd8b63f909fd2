"""The screen beside a desktop's hub is kept running, but not for ever."""

import sys

from device import desktop
from device.desktop import Keeper


def counting(tmp_path, then):
    """Return a command that adds a line to a file and then does ``then``."""
    path = tmp_path / "starts"
    return path, [
        sys.executable,
        "-c",
        f"import os, signal, sys, time\nopen({str(path)!r}, 'a').write('x')\n{then}",
    ]


def ended(keeper):
    keeper._thread.join(20)
    assert not keeper._thread.is_alive()


def test_a_screen_that_dies_is_started_again_but_not_for_ever(tmp_path, caplog):
    path, command = counting(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")
    ended(Keeper(command))
    assert path.read_text() == "x" * desktop.MOST_FAILURES
    assert "the screen ended (status -9)" in caplog.text
    assert "does not stay up" in caplog.text


def test_a_screen_that_stood_for_long_counts_anew(tmp_path):
    times = iter([0, 1, 10, 100, 200, 201, 300, 301, 400, 401])
    path, command = counting(tmp_path, "sys.exit(1)")
    ended(Keeper(command, lambda: next(times)))
    assert path.read_text() == "x" * 4


def test_a_window_that_somebody_closed_stays_closed(tmp_path):
    path, command = counting(tmp_path, "sys.exit(0)")
    ended(Keeper(command))
    assert path.read_text() == "x"


def test_it_ends_with_the_hub(tmp_path):
    path, command = counting(tmp_path, "time.sleep(60)")
    keeper = Keeper(command)
    while not (path.exists() and path.read_text()):
        assert keeper._thread.is_alive()
    keeper.stop()
    assert not keeper._thread.is_alive()
    assert path.read_text() == "x"
