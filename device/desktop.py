"""The screen beside a desktop's hub: started with it, started again when it dies, ended with it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

log = logging.getLogger(__name__)

MOST_FAILURES = 3
"""After so many ends in a row, each within ``SOON``, it is left alone."""
SOON = 10.0
"""Seconds."""


def stages() -> list[str]:
    """Return how the screen is shown: in the browser box, and on a desktop in a window, too."""
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return ["--offscreen", "--window"] if desktop else ["--offscreen"]


def call(how: str, state: Path, config: Path | None) -> list[str]:
    """Return the command line of a screen process."""
    words = [sys.executable, "-m", "device", "screen", how, "--state", str(state)]
    return words if config is None else [*words, "--config", str(config)]


class Keeper:
    """Keeps one process running on a thread of its own until ``stop``.

    Args:
        command: what to run; status 0 means that somebody closed its window, and is the end.
        now: returns seconds that only rise.
    """

    def __init__(self, command: Sequence[str], now: Callable[[], float] = time.monotonic) -> None:
        self._command, self._now = command, now
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="screen", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        failures = 0
        while failures < MOST_FAILURES and (process := self._start()) is not None:
            began = self._now()
            status = process.wait()
            if self._stopped.is_set() or status == 0:
                return
            failures = failures + 1 if self._now() - began < SOON else 1
            log.warning("the screen ended (status %d); the game goes on", status)
        if not self._stopped.is_set():
            log.warning("the screen does not stay up; the browser box shows a page of its own")

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._stopped.is_set():
                return None
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)
            return self._process

    def stop(self) -> None:
        """End the process and wait for it."""
        self._stopped.set()
        with self._lock:
            if self._process is not None:
                self._process.terminate()
        self._thread.join()
