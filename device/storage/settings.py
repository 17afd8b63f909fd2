"""Settings: JSON values by key, all in memory, written when they change."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec

from device.storage.seal import DamagedError, seal, unseal
from device.storage.writer import Write


class Settings:
    """The box's settings.

    Args:
        put: ``Writer.put``.
        report: is told in one line of a setting that cannot be read.
    """

    def __init__(self, put: Callable[[Write, bool], int], report: Callable[[str], None]) -> None:
        self._put, self._report = put, report
        self._sealed: dict[str, str] = {}

    def take_up(self, db: sqlite3.Connection) -> None:
        """Read what is stored; what is damaged counts as never set."""
        for key, text in db.execute("SELECT key, value FROM setting"):
            try:
                unseal(text, object)
                self._sealed[key] = text
            except DamagedError as error:
                self._report(f"setting {key} cannot be read: {error}")

    def get(self, key: str, default: Any) -> Any:
        """Return a copy of the value, or ``default`` if it was never set."""
        text = self._sealed.get(key)
        return default if text is None else unseal(text, object)

    def keep(self, key: str, value: object) -> None:
        """Set ``key`` to a JSON value; what is so already is not written again."""
        text = seal(msgspec.to_builtins(value))
        if self._sealed.get(key) != text:
            self._sealed[key] = text
            self._put(_write(key, text), False)

    def refill(self) -> list[Write]:
        """Return what writes all settings; called on the writer's thread."""
        return [_write(key, text) for key, text in tuple(self._sealed.items())]


def _write(key: str, text: str) -> Write:
    return lambda db: db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, text))
