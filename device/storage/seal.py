"""Rows as JSON with a checksum.

SQLite keeps no checksum of its pages: a bit that a worn card flips inside a text
passes ``quick_check``. So every row that is stored carries its own CRC-32.
"""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec

T = TypeVar("T")
_DIGITS = 8


class DamagedError(ValueError):
    """A stored row, or the whole database, is not what was written; says what is wrong."""


def seal(value: object) -> str:
    """Return ``value`` as eight hex digits of CRC-32 and its JSON."""
    text = msgspec.json.encode(value)
    return f"{zlib.crc32(text):08x}{text.decode()}"


def unseal(row: object, kind: type[T]) -> T:
    """Return the value of a sealed row.

    Raises:
        DamagedError: it is no text, its checksum is wrong, or it does not hold a ``kind``.
    """
    if not isinstance(row, str):
        raise DamagedError(f"no sealed row but {type(row).__name__}")
    crc, text = row[:_DIGITS], row[_DIGITS:].encode()
    if f"{zlib.crc32(text):08x}" != crc:
        raise DamagedError(f"wrong checksum of a row of {len(text)} bytes")
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise DamagedError(f"no {kind.__name__}: {error}") from None
