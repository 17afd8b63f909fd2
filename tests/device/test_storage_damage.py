"""Pulled plugs and damaged files: what was announced is there, what is broken is set aside."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from device.record import Closed, Opened, Sitting, entry_of
from device.storage import Saved, Storage
from games.match import Press

ROOT = Path(__file__).parents[2]
SITTING = Sitting((1, 4), 1, "set_game", 1)
OPENED = Opened("set_game", 1, 3, 4242, {"end": "deck_out"}, None, (1, 2, 4), (1,))
CLOSED = Closed((3, 5, 2), (2, 1, 3), (1,), "deck_out")
ENTRIES = 200

WRITER = """
import sys, threading
from pathlib import Path
from device.storage import Storage
from device.record import Closed, Opened, Sitting, entry_of
from games.match import Press

storage = Storage.open(Path(sys.argv[1]), print, on_crash=print)
told = threading.Semaphore(0)

def committed():
    print(storage.committed, flush=True)
    told.release()

storage.on_commit(committed)
sitting = Sitting((1, 4), 1, "set_game", 1)
storage.journal.begin(Opened("set_game", 1, 3, 1, {}, None, (1, 2, 4), (1,)), sitting)
for number in range(1_000_000):
    storage.journal.add(entry_of(number, Press(at=number, seat=0)), (number, 0, 0))
    if number % 3 == 0:
        told.acquire()
"""


class Opening:
    """A storage opened, what it said, and a clean end."""

    def __init__(self, folder):
        self.folder, self.lines = folder, []

    def __enter__(self):
        self.storage = Storage.open(self.folder, self.lines.append, on_crash=self.crash)
        return self

    def crash(self, error):
        self.lines.append(repr(error))

    def __exit__(self, *_):
        self.storage.close()


@pytest.mark.parametrize("announced", [1, 2, 10, 60])
def test_a_killed_hub_has_everything_that_it_announced(tmp_path, announced):
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as hub:
        for _ in range(announced):
            newest = int(hub.stdout.readline())
        hub.send_signal(signal.SIGKILL)
        newest = max([newest, *(int(line) for line in hub.stdout if line.endswith("\n"))])
    with Opening(tmp_path) as after:
        saved = after.storage.resume()
        assert len(saved.entries) >= newest - 1  # the first ticket opened the match
        assert [entry.number for entry in saved.entries] == list(range(len(saved.entries)))
        assert saved.scores == (max(len(saved.entries) - 1, 0), 0, 0)
        assert after.lines == []


@pytest.fixture
def folder(tmp_path):
    """A state folder with a match that was cut short."""
    with Opening(tmp_path) as opening:
        storage = opening.storage
        storage.keep("language", "pl")
        storage.journal.begin(OPENED, SITTING)
        for number in range(ENTRIES):
            storage.journal.add(entry_of(number, Press(at=number, seat=0)), (number, 0, 0))
    return tmp_path


def overwrite(path, offset, content):
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


def foreign(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE shopping (item)")


def newer(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


def lacks_a_table(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE result")


DAMAGE = {
    "truncated": lambda path: os.truncate(path, 5000),
    "empty": lambda path: os.truncate(path, 0),
    "zeroed": lambda path: overwrite(path, 0, bytes(path.stat().st_size)),
    "zeroed_page": lambda path: overwrite(path, 4096, bytes(4096)),
    "noise": lambda path: overwrite(path, 4096, os.urandom(path.stat().st_size - 4096)),
    "flipped_page_type": lambda path: overwrite(path, 2 * 4096, b"\xf2"),
    "flipped_schema": lambda path: overwrite(path, 4096 - 200, b"\xff\x00\xff"),
    "text": lambda path: path.write_text("this is not a database\n" * 500),
    "of_another_program": foreign,
    "of_a_newer_version": newer,
    "lacks_a_table": lacks_a_table,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_database_is_set_aside_named_and_play_goes_on(folder, damage):
    path = folder / "box.db"
    DAMAGE[damage](path)
    damaged = path.read_bytes()
    with Opening(folder) as opening:
        assert opening.storage.resume() is None
        assert opening.storage.failed is None
        opening.storage.journal.sit(SITTING)
    (line,) = opening.lines
    assert line.startswith(f"{path} ")
    assert "set aside as box.db.damaged-1, a new one begins" in line
    assert len(line.splitlines()) == 1
    aside = folder / "box.db.damaged-1"
    assert aside.stat().st_size == len(damaged)
    with Opening(folder) as again:
        assert again.storage.resume() == Saved(SITTING)
        assert again.lines == []


def test_a_log_without_its_database_is_set_aside_named_and_play_goes_on(tmp_path):
    """SQLite would delete it, and the evening in it, without a word."""
    kept, lost = tmp_path / "kept", tmp_path / "lost"
    lost.mkdir()
    with Opening(kept) as opening:
        until_saved(opening.storage, opening.storage.journal.begin(OPENED, SITTING))
        entry = entry_of(0, Press(at=0, seat=0))
        until_saved(opening.storage, opening.storage.journal.add(entry, (0, 0, 0)))
        log = (kept / "box.db-wal").read_bytes()
    assert log
    (lost / "box.db-wal").write_bytes(log)
    with Opening(lost) as opening:
        assert opening.storage.resume() is None
        assert opening.storage.failed is None
        opening.storage.journal.sit(SITTING)
    (line,) = opening.lines
    assert line.startswith(f"{lost / 'box.db'} is missing, though its log is there: set aside as ")
    assert len(line.splitlines()) == 1
    assert (lost / "box.db.damaged-1-wal").read_bytes() == log
    with Opening(lost) as again:
        assert again.storage.resume() == Saved(SITTING)
        assert again.lines == []


def test_an_empty_log_without_a_database_is_a_fresh_box(tmp_path):
    (tmp_path / "box.db-wal").write_bytes(b"")
    with Opening(tmp_path) as opening:
        assert opening.storage.resume() is None
        assert opening.storage.failed is None
    assert opening.lines == []


def until_saved(storage, ticket):
    while storage.committed < ticket:
        assert storage.failed is None


@pytest.mark.parametrize("what", ["result", "setting", "sitting"])
def test_what_outlasts_a_match_is_in_the_database_itself_at_once(folder, tmp_path_factory, what):
    """Its log may be lost: it is the last that a dying disk has written."""
    alone = tmp_path_factory.mktemp("alone")
    with Opening(folder) as opening:
        storage = opening.storage
        if what == "result":
            ticket = storage.journal.end(CLOSED, SITTING)
        elif what == "sitting":
            ticket = storage.journal.sit(Sitting((3,), 3, "set_game"))
        else:
            storage.keep("language", "en")
            ticket = 1
        until_saved(storage, ticket)
        (alone / "box.db").write_bytes((folder / "box.db").read_bytes())
    with Opening(alone) as after:
        if what == "result":
            (result,) = after.storage.results()
            assert (result.scores, result.winners, result.reason) == ((3, 5, 2), (1,), "deck_out")
        elif what == "sitting":
            assert after.storage.resume().sitting.people == (3,)
        else:
            assert after.storage.setting("language", "pl") == "en"
        assert after.lines == []


def test_every_damaged_copy_is_kept(folder):
    for _ in range(5):
        (folder / "box.db").write_text("noise")
        with Opening(folder) as opening:
            pass
    assert len(list(folder.glob("box.db.damaged-*"))) == 5
    assert "5 such files; the old ones may be deleted" in opening.lines[0]


@pytest.mark.parametrize("tail", ["-wal", "-shm"])
def test_noise_in_the_log_costs_at_most_the_log(folder, tail):
    (folder / f"box.db{tail}").write_bytes(os.urandom(40_000))
    with Opening(folder) as opening:
        assert len(opening.storage.resume().entries) == ENTRIES
        assert opening.lines == []


def change(folder, statement, *values):
    with closing(sqlite3.connect(folder / "box.db")) as db:
        db.execute(statement, values)
        db.commit()


FLIPS = {
    "entry": "UPDATE entry SET line = replace(line, '\"press\"', '\"prets\"') WHERE number = 50",
    "not_text": "UPDATE entry SET line = x'80ff' WHERE number = 50",
    "no_utf8": "UPDATE entry SET line = CAST(x'80ff' AS TEXT) WHERE number = 50",
    "gap": "DELETE FROM entry WHERE number = 50",
    "beginning": "DELETE FROM entry WHERE number < 50",
}


@pytest.mark.parametrize("flip", FLIPS)
def test_a_match_with_a_damaged_journal_is_closed_with_its_scores(folder, flip):
    change(folder, FLIPS[flip])
    with Opening(folder) as opening:
        expected = Saved(SITTING, scores=(ENTRIES - 1, 0, 0))
        assert opening.storage.resume() == expected
        assert "the open match cannot go on: entry" in opening.lines[0]
    with Opening(folder) as again:
        (result,) = again.storage.results()
        assert (result.scores, result.reason) == ((ENTRIES - 1, 0, 0), "damaged")
        assert again.storage.resume() == Saved(SITTING)
        assert again.lines == []


def test_a_match_whose_beginning_is_lost_is_left_behind(folder):
    change(folder, "UPDATE match SET opened = replace(opened, '4242', '4243')")
    with Opening(folder) as opening:
        assert opening.storage.resume() == Saved(SITTING)
        assert "the open match cannot go on: how it began: wrong checksum" in opening.lines[0]
        opening.storage.journal.begin(OPENED, SITTING)
    with Opening(folder) as again:
        assert again.storage.resume().entries == ()


def test_a_damaged_sitting_is_told_from_its_match(folder):
    change(folder, "UPDATE sitting SET sitting = 'noise'")
    with Opening(folder) as opening:
        saved = opening.storage.resume()
        assert saved.sitting == Sitting((1, 4), 1, "set_game", 1)
        assert len(saved.entries) == ENTRIES


def test_a_damaged_setting_counts_as_never_set(folder):
    change(folder, "UPDATE setting SET value = replace(value, 'pl', 'pm')")
    with Opening(folder) as opening:
        assert opening.storage.setting("language", "en") == "en"
        assert opening.lines == [
            "setting language cannot be read: wrong checksum of a row of 4 bytes"
        ]
