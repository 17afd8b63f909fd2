"""``Storage``: the one door to what the box remembers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from device.storage.disk import Disk, DiskError, is_damage, read_only
from device.storage.journal import Saved, TableJournal
from device.storage.results import Best, Result, read_results
from device.storage.settings import Settings
from device.storage.writer import Write, Writer

_CLOSE_SECONDS = 5.0


def _local_now() -> datetime:
    return datetime.now().astimezone()


class Storage:
    """The journal, results and settings of one box; made by ``open``.

    Attributes:
        journal: where the table writes; never waits for the disk.
    """

    def __init__(
        self,
        folder: Path,
        report: Callable[[str], None],
        on_crash: Callable[[BaseException], object],
        pause: float,
        now: Callable[[], datetime],
    ) -> None:
        self._folder, self._report = folder, report
        self._disk = Disk(folder, report)
        self._writer = Writer(self._disk, self._refill, report, on_crash, pause)
        self.journal = TableJournal(self._writer.put, now, report)
        self._settings = Settings(self._writer.put, report)
        self._saved: Saved | None = None

    @classmethod
    def open(
        cls,
        folder: Path,
        report: Callable[[str], None],
        *,
        on_crash: Callable[[BaseException], object],
        pause: float = 2.0,
        now: Callable[[], datetime] = _local_now,
    ) -> Storage:
        """Open the state folder and start the writer thread.

        A damaged database is set aside and a fresh one begins. A folder that
        cannot be used does not stop the box: ``failed`` says why, changes wait in
        memory, and the writer tries again.

        Args:
            folder: made if it is missing.
            report: is told in one line of damage, and whenever saving fails or goes on;
                called on this thread or the writer's.
            on_crash: is told of an error in the writer thread that is not the disk's, on that
                thread, which has ended: the hub must end too.
            pause: seconds between two tries while the disk fails.
            now: the wall clock, for the dates of results only.

        Raises:
            InUseError: another hub has the folder.
        """
        storage = cls(folder, report, on_crash, pause, now)
        storage._start()
        return storage

    @property
    def committed(self) -> int:
        """The newest ticket on the disk."""
        return self._writer.committed

    @property
    def failed(self) -> str | None:
        """One line while nothing can be saved (show views at once, as not saved), else None."""
        return self._writer.failed

    def on_commit(self, callback: Callable[[], object]) -> None:
        """Have ``callback`` called, on the writer's thread, after each commit and failure."""
        self._writer.on_commit.append(callback)

    def resume(self) -> Saved | None:
        """Return what stood when the hub ended; None if nobody sat.

        The match, if one was open, is still open: go on with its next entry, or
        ``journal.end`` it (rules of another version, an unknown game).
        """
        return self._saved

    def setting(self, key: str, default: Any) -> Any:
        """Return a setting's JSON value, or ``default`` if it was never kept."""
        return self._settings.get(key, default)

    def keep(self, key: str, value: object) -> None:
        """Keep a JSON value under ``key``."""
        self._settings.keep(key, value)

    def results(self, limit: int = 100) -> tuple[Result, ...]:
        """Return the newest results on the disk, newest first; a read of some ms.

        What cannot be read is left out and reported.
        """
        try:
            with closing(read_only(self._folder)) as db:
                return tuple(result for _, result in read_results(db, self._report, limit))
        except (OSError, sqlite3.Error) as error:
            self._report(f"results cannot be read: {error}")
            return ()

    def bests(self, game: str) -> dict[str, Best]:
        """Return the all-time bests of a game by what ("score", "sets", "fastest", "solo_…")."""
        return dict(self.journal.bests.get(game, {}))

    def close(self) -> None:
        """Write what waits and end; what the disk does not take in 5 s is reported as lost."""
        ended = self._writer.close(_CLOSE_SECONDS)
        if self._writer.unsaved:
            self._report(f"{self._writer.unsaved} changes were not saved in {self._folder}")
        if ended:
            self._disk.close()

    def _start(self) -> None:
        db, failed = None, None
        try:
            db = self._take_up()
        except DiskError as error:
            failed = str(error)
            self._report(failed)
        self._writer.start(db, failed)

    def _take_up(self) -> sqlite3.Connection:
        """Open the database and read what stood.

        Raises:
            InUseError, DiskError: as ``Disk.open``.
        """
        db = self._disk.open()
        try:
            self._settings.take_up(db)
            self._saved = self.journal.take_up(db)
        except sqlite3.DatabaseError as error:
            db.close()
            if not is_damage(error):
                raise DiskError(f"nothing is saved in {self._folder}: {error}") from error
            self._disk.set_aside(f"is damaged ({error})")
            return self._disk.open()
        return db

    def _refill(self) -> list[Write]:
        return [*self._settings.refill(), *self.journal.refill()]
