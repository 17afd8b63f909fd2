"""The state folder and the database in it: lock, open, check, set damage aside."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from device.storage.seal import DamagedError

NAME = "box.db"
_LOCK = "box.lock"
_VERSION = 1
_SCHEMA = (
    # ids rise for ever and are shared: a match and its result have the same one
    "CREATE TABLE match (id INTEGER PRIMARY KEY, open INTEGER NOT NULL, opened TEXT NOT NULL)",
    "CREATE TABLE entry (match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE, "
    "number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID",
    "CREATE TABLE result (id INTEGER PRIMARY KEY, result TEXT NOT NULL)",
    "CREATE TABLE sitting (one INTEGER PRIMARY KEY CHECK (one = 1), sitting TEXT NOT NULL)",
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
)
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk, not in its cache (FIELD S5)
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 1000",  # pages: a checkpoint every few hundred commits
    "PRAGMA journal_size_limit = 4194304",  # bytes left of the log after a long export
)
_WORDS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the disk or the file is read-only",
    sqlite3.SQLITE_IOERR: "the disk fails to read or write",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_PERM: "the file may not be used",
    sqlite3.SQLITE_BUSY: "another program holds the file",
    sqlite3.SQLITE_LOCKED: "another program holds the file",
    sqlite3.SQLITE_PROTOCOL: "another program holds the file",
    sqlite3.SQLITE_NOMEM: "the memory is full",
}
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


class DiskError(Exception):
    """Nothing can be saved just now; one line says where and why."""


class NothingStoredError(FileNotFoundError):
    """There is no database in a folder; one line says which."""


class InUseError(RuntimeError):
    """Another hub has the state folder; one line says which."""


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 if the error has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: Exception) -> bool:
    """Say whether the database itself is broken, so that only a fresh one helps."""
    return isinstance(error, sqlite3.Error) and _code(error) in _DAMAGE


def trouble(error: Exception) -> str | None:
    """Return in words what is wrong with the disk; None if the error is not a disk's."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if not isinstance(error, sqlite3.DatabaseError):
        return None
    if _code(error) in _WORDS:
        return f"{_WORDS[_code(error)]} ({error})"
    unnamed = isinstance(error, sqlite3.OperationalError) and _code(error) != sqlite3.SQLITE_ERROR
    return str(error) if unnamed or is_damage(error) else None


def read_only(folder: Path) -> sqlite3.Connection:
    """Return a connection that cannot write, while the hub may be running or not.

    Raises:
        NothingStoredError: there is no database in ``folder``.
        OSError, sqlite3.Error: it cannot be read.
    """
    path = folder / NAME
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise NothingStoredError(f"no {NAME} in {folder}") from None
    # A log that is not there cannot be made in a folder that is read-only: then the file is all.
    alone = not Path(f"{path}-wal").exists() and not os.access(folder, os.W_OK)
    uri = f"file:{quote(str(path.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    db = sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None)
    db.text_factory = _text
    return db


def _text(stored: bytes) -> str:
    """Return a text even if a flipped bit made it no UTF-8; its checksum will tell."""
    return stored.decode(errors="replace")


class Disk:
    """A state folder.

    Args:
        folder: made if it is missing.
        report: is told in one line when a damaged database is set aside.
    """

    def __init__(self, folder: Path, report: Callable[[str], None]) -> None:
        self.folder = folder
        self._path = folder / NAME
        self._report = report
        self._lock: int | None = None
        self._checked = False

    def open(self) -> sqlite3.Connection:
        """Return a connection to a sound database, a fresh one if the old one is damaged.

        Raises:
            InUseError: another hub has the folder.
            DiskError: the folder or the disk cannot be used.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._take()
            return self._sound()
        except (OSError, sqlite3.DatabaseError) as error:
            reason = trouble(error)
            if reason is None:
                raise
            raise DiskError(f"nothing is saved in {self.folder}: {reason}") from error

    def set_aside(self, why: str) -> None:
        """Rename the database and its log out of the way and report it; nothing is deleted.

        Raises:
            OSError: they cannot be renamed.
        """
        number, self._checked = 1, False
        tails = ("-shm", "-wal", "")
        while any(Path(f"{self._path}.damaged-{number}{tail}").exists() for tail in tails):
            number += 1
        aside = Path(f"{self._path}.damaged-{number}")
        for tail in tails:  # the log keeps the name that belongs to its database
            part = Path(f"{self._path}{tail}")
            if part.exists():
                part.rename(f"{aside}{tail}")
        many = f" ({number} such files; the old ones may be deleted)" if number > 3 else ""
        self._report(f"{self._path} {why}: set aside as {aside.name}, a new one begins{many}")

    def close(self) -> None:
        """Let another hub have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take(self) -> None:
        """Lock the folder until the process ends, however it ends."""
        if self._lock is not None:
            return
        lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = _written_in(lock)
            os.close(lock)
            message = f"another hub (process {other}) is running on {self.folder}"
            raise InUseError(message) from None
        self._lock = lock
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)

    def _sound(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except DamagedError as error:
            self.set_aside(str(error))
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            self.set_aside(f"is damaged ({error})")
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        if self._path.exists() and self._path.stat().st_size == 0:
            raise DamagedError("is empty")
        log = Path(f"{self._path}-wal")
        if not self._path.exists() and log.exists() and log.stat().st_size > 0:
            raise DamagedError("is missing, though its log is there")
        db = sqlite3.connect(self._path, timeout=1, isolation_level=None, check_same_thread=False)
        db.text_factory = _text
        try:
            for pragma in _PRAGMAS:
                db.execute(pragma)
            _create(db)
            if not self._checked:  # seconds on a slow card: not at every try while the disk fails
                check(db)
            db.execute("BEGIN IMMEDIATE")  # says now, not at the first action, if it is read-only
            db.execute("ROLLBACK")
        except BaseException:
            db.close()
            raise
        self._checked = True
        return db


def _create(db: sqlite3.Connection) -> None:
    """Make the tables in a database that has nothing in it."""
    version, tables = _version(db), db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version or tables:
        return
    db.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA:
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {_VERSION}")
    db.execute("COMMIT")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def check(db: sqlite3.Connection) -> None:
    """Return if the database is ours and whole.

    Raises:
        DamagedError: says what is wrong with it.
        sqlite3.DatabaseError: it cannot be read.
    """
    version = _version(db)
    if version > _VERSION:
        raise DamagedError(f"was written by a newer Buzzbox (version {version}, not {_VERSION})")
    rows = db.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    if version != _VERSION or {sql for (sql,) in rows} != set(_SCHEMA):
        raise DamagedError("is not a database of this Buzzbox")
    fault = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise DamagedError(f"is damaged ({' '.join(str(fault).split())})")


def holder(folder: Path) -> str | None:
    """Return the process id of the hub that runs on ``folder``; None if there is none."""
    try:
        lock = os.open(folder / _LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _written_in(lock)
    finally:
        os.close(lock)
    return None


def _written_in(lock: int) -> str:
    return os.pread(lock, 20, 0).decode(errors="replace").strip() or "unknown"


def health(folder: Path) -> str | None:
    """Return what is wrong with the database in ``folder``, in one line; None if nothing is."""
    try:
        with closing(read_only(folder)) as db:
            check(db)
    except (OSError, sqlite3.Error, DamagedError) as error:
        return str(error)
    return None
