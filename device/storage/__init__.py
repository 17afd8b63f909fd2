"""What the box remembers: the journal, results and settings, in one SQLite file.

A power cut at any moment loses nothing whose commit was announced, and a full,
broken or missing disk never stops a match.
"""

from device.storage.disk import NAME, InUseError, NothingStoredError, health, holder
from device.storage.journal import Saved
from device.storage.results import Best, Result
from device.storage.store import Storage

__all__ = [
    "NAME",
    "Best",
    "InUseError",
    "NothingStoredError",
    "Result",
    "Saved",
    "Storage",
    "health",
    "holder",
]
