"""One thread that commits what has gathered, and keeps it while the disk cannot take it."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from device.storage.disk import Disk, DiskError, InUseError, is_damage, trouble

Write = Callable[[sqlite3.Connection], object]
"""Writes into an open transaction; may run again after a failure, or on a fresh database."""

MOST_WAITING = 20_000
"""Changes kept in memory while the disk fails: about 10 MB, some thirty matches."""


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    ticket: int
    write: Write
    spare: bool


class Writer:
    """The writer thread.

    While the disk fails, changes wait in memory, at most ``MOST_WAITING``: then the
    oldest spare ones (journal lines, so those of finished matches go first) are
    dropped, and the rest in order if none is spare.

    Args:
        disk: where to write.
        refill: writes all that is known in memory, for a fresh database.
        report: is told in one line when saving fails, and when it goes on.
        on_crash: is told of an error that is not a disk's; the thread has ended then.
        pause: seconds between two tries while the disk fails.

    Attributes:
        committed: the newest ticket on the disk; 0 before the first.
        failed: one line while nothing can be saved, else None.
        on_commit: called on the writer's thread after each commit and each change of ``failed``.
    """

    def __init__(
        self,
        disk: Disk,
        refill: Callable[[], Sequence[Write]],
        report: Callable[[str], None],
        on_crash: Callable[[BaseException], object],
        pause: float,
    ) -> None:
        self.committed = 0
        self.failed: str | None = None
        self.on_commit: list[Callable[[], object]] = []
        self._disk, self._refill, self._report = disk, refill, report
        self._on_crash, self._pause = on_crash, pause
        self._db: sqlite3.Connection | None = None
        self._reopened = False
        self._last = 0
        self._closing = False
        self._waiting: deque[_Change] = deque()
        self._wake = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self, db: sqlite3.Connection | None, failed: str | None) -> None:
        """Begin to write to ``db``; None to open it later, ``failed`` says why."""
        self._db, self.failed = db, failed
        self._thread.start()

    def put(self, write: Write, spare: bool = False) -> int:
        """Queue a change and return its ticket; never waits for the disk."""
        with self._wake:
            self._last += 1
            self._waiting.append(_Change(self._last, write, spare))
            self._trim()
            self._wake.notify()
            return self._last

    def close(self, seconds: float) -> bool:
        """Write what waits, once more if the disk fails, and end.

        Return whether the thread has ended; a disk that hangs for ``seconds`` is left alone.
        """
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def unsaved(self) -> int:
        """How many changes are not on the disk."""
        return self._last - self.committed

    def _trim(self) -> None:
        while len(self._waiting) > MOST_WAITING:
            oldest = next((c for c in self._waiting if c.spare), self._waiting[0])
            self._waiting.remove(oldest)

    def _run(self) -> None:
        try:
            try:
                while self._turn():
                    pass
            finally:
                if self._db is not None:
                    self._db.close()
        except BaseException as error:
            self.failed = f"nothing is saved: {error!r}"
            self._on_crash(error)

    def _turn(self) -> bool:
        """Write one batch; return whether to go on."""
        with self._wake:
            self._wake.wait_for(lambda: self._waiting or self._closing or self.failed)
            closing = self._closing
        if (self._waiting or self.failed) and not self._save():
            with self._wake:
                self._wake.wait_for(lambda: self._closing, self._pause)
            return not closing
        return not (closing and not self._waiting)

    def _save(self) -> bool:
        """Commit what waits; return False, with ``failed`` set, if the disk did not take it."""
        batch: list[_Change] = []
        try:
            if self._db is None:
                self._db = self._disk.open()
                self._reopened = True
            batch = self._take()
            self._commit(self._db, batch)
        except (sqlite3.DatabaseError, OSError, DiskError, InUseError) as error:
            self._put_back(batch)
            self._fail(error)
            return False
        if batch:
            self.committed = batch[-1].ticket
        self._reopened = False
        if self.failed is not None:
            self.failed = None
            self._report(f"saving goes on in {self._disk.folder}")
        self._tell()
        return True

    def _commit(self, db: sqlite3.Connection, batch: list[_Change]) -> None:
        """Write a batch in one transaction.

        After it comes all that is known in memory if the database was opened anew:
        it may be a fresh one, or spare changes may have been dropped. What is known
        is read when nothing older waits any more, so that it cannot be undone.
        """
        writes = [change.write for change in batch]
        if self._reopened:
            writes += self._refill()
        db.execute("BEGIN IMMEDIATE")
        for write in writes:
            write(db)
        db.execute("COMMIT")
        if not all(change.spare for change in batch):
            # A result, a setting or who sits must outlive the log, which is the last that a
            # dying disk has written. The batch is safe already: a disk that fails only now
            # will say so at the next one.
            with suppress(sqlite3.OperationalError):
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _take(self) -> list[_Change]:
        with self._wake:
            batch = list(self._waiting)
            self._waiting.clear()
            return batch

    def _put_back(self, batch: list[_Change]) -> None:
        with self._wake:
            self._waiting.extendleft(reversed(batch))
            self._trim()

    def _fail(self, error: Exception) -> None:
        """Note why nothing was saved; the next try opens the database anew.

        A file whose disk was pulled and put back never works again through the old
        connection.
        """
        if isinstance(error, DiskError | InUseError):
            why = str(error)
        elif (reason := trouble(error)) is not None:
            why = f"nothing is saved in {self._disk.folder}: {reason}"
        else:
            raise error
        if self._db is not None:
            db, self._db = self._db, None
            db.close()
        if is_damage(error):
            self._put_aside(error)
        if why != self.failed:
            self.failed = why
            self._report(why)
            self._tell()

    def _put_aside(self, error: Exception) -> None:
        """Make room for a fresh database; if even that fails, the next open tries again."""
        try:
            self._disk.set_aside(f"is damaged ({error})")
        except OSError as stuck:
            self._report(f"{self._disk.folder} cannot be cleared: {stuck}")

    def _tell(self) -> None:
        for callback in self.on_commit:
            callback()
