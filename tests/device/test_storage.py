"""What the box remembers, on real files."""

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest

from device.record import UNDO, Closed, Entry, Opened, Sitting, entry_of
from device.storage import InUseError, Saved, Storage, disk, holder, journal, writer
from games.match import Press

SITTING = Sitting((1, 4), 1, "set_game", 1)
OPENED = Opened("set_game", 1, 3, 4242, {"end": "deck_out"}, None, (1, 2, 4), (1,))
CLOSED = Closed((3, 5, 2), (2, 1, 3), (1,), "no_set_left", {"sets": [3, 6, 2], "errors": [0, 1, 0]})
EVENING = datetime(2025, 12, 24, 18, 30, tzinfo=UTC)


def entry(number: int) -> Entry:
    return entry_of(number, Press(at=number * 10, seat=number % 3))


class Box:
    """A state folder, the storage on it, and what it says."""

    def __init__(self, folder):
        self.folder, self.lines, self.crashes = folder, [], []
        self.now = EVENING
        self.changed = threading.Condition()
        self.storage = None

    def open(self):
        self.storage = Storage.open(
            self.folder, self.report, on_crash=self.crash, pause=0.01, now=lambda: self.now
        )
        self.storage.on_commit(self.notice)
        return self.storage

    def report(self, line):
        self.lines.append(line)
        self.notice()

    def crash(self, error):
        self.crashes.append(error)
        self.notice()

    def notice(self):
        with self.changed:
            self.changed.notify_all()

    def until(self, condition):
        with self.changed:
            assert self.changed.wait_for(condition, timeout=30), self.lines

    def saved(self, ticket):
        self.until(lambda: self.storage.committed >= ticket)

    def reopen(self):
        self.storage.close()
        return self.open()


@pytest.fixture
def box(tmp_path):
    box = Box(tmp_path / "state")
    box.open()
    yield box
    if box.storage is not None:
        box.storage.close()
    assert not box.crashes


def play(storage, entries=5):
    """Begin a match and play in it; return the last ticket."""
    ticket = storage.journal.begin(OPENED, SITTING)
    for number in range(entries):
        ticket = storage.journal.add(entry(number), (number, 0, 0))
    return ticket


def rows(folder, statement):
    with closing(sqlite3.connect(folder / "box.db")) as db:
        found = db.execute(statement).fetchall()
        db.commit()
        return found


# The journal


def test_tickets_rise_and_are_committed_in_order(box):
    first = box.storage.journal.begin(OPENED, SITTING)
    last = box.storage.journal.add(entry(0), (0, 0, 0))
    assert last > first
    box.saved(last)
    assert [number for (number,) in rows(box.folder, "SELECT number FROM entry")] == [0]


def test_nobody_sat(box):
    assert box.storage.resume() is None


def test_a_match_goes_on_where_it_was(box):
    box.saved(play(box.storage))
    expected = Saved(SITTING, OPENED, tuple(entry(n) for n in range(5)), (4, 0, 0))
    assert box.reopen().resume() == expected
    box.storage.journal.add(entry(5), (7, 0, 0))
    assert len(box.reopen().resume().entries) == 6
    assert box.storage.resume().scores == (7, 0, 0)


def test_an_undo_and_a_tie_come_back_as_they_were_written(box):
    box.storage.journal.begin(OPENED, SITTING)
    lines = (Entry(0, 5, "press", 2, tie=(2, 0)), Entry(1, 9, UNDO), Entry(2, 9, "timeup"))
    for line in lines:
        box.storage.journal.add(line, (0, 0, 0))
    assert box.reopen().resume().entries == lines


def test_a_match_that_ended_leaves_the_sitting_and_a_result(box):
    play(box.storage)
    after = Sitting((1, 4), 1, "set_game", 1, (CLOSED,))
    box.storage.journal.end(CLOSED, after)
    assert box.reopen().resume() == Saved(after)
    (result,) = box.storage.results()
    assert (result.scores, result.ranks, result.winners) == ((3, 5, 2), (2, 1, 3), (1,))
    assert (result.places, result.bots, result.series) == ((1, 2, 4), (1,), 1)
    assert (result.date, result.clock_set) == ("2025-12-24T18:30:00+00:00", True)
    assert result.detail == {"sets": [3, 6, 2], "errors": [0, 1, 0]}


def test_a_cleared_table_leaves_nobody(box):
    box.storage.journal.sit(SITTING)
    box.storage.journal.sit(None)
    assert box.reopen().resume() is None


def test_an_old_rules_match_is_ended_by_the_sitting_with_its_scores(box):
    play(box.storage)
    scores = box.reopen().resume().scores
    box.storage.journal.end(Closed(scores, (), (), "cut_short"), SITTING)
    assert box.reopen().resume() == Saved(SITTING)
    assert [(r.scores, r.ranks) for r in box.storage.results()] == [((4, 0, 0), (1, 2, 2))]


def test_a_match_begun_over_an_open_one_closes_that_with_its_scores(box):
    play(box.storage)
    box.storage.journal.begin(OPENED, SITTING)
    assert box.reopen().resume().entries == ()
    assert [(r.reason, r.scores) for r in box.storage.results()] == [("lost", (4, 0, 0))]


@pytest.mark.parametrize("number", [0, 2, 7])
def test_an_entry_that_is_not_the_next_is_a_mistake(box, number):
    play(box.storage, entries=1)
    with pytest.raises(ValueError, match=f"entry {number}: the next is 1"):
        box.storage.journal.add(entry(number), (0, 0, 0))


def test_entries_and_ends_need_an_open_match(box):
    with pytest.raises(ValueError, match="the next is None"):
        box.storage.journal.add(entry(0), (0, 0, 0))
    with pytest.raises(ValueError, match="no match is open"):
        box.storage.journal.end(CLOSED, SITTING)


def test_a_clock_that_was_never_set_is_marked(box):
    box.now = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
    play(box.storage)
    box.storage.journal.end(CLOSED, SITTING)
    assert [r.clock_set for r in box.reopen().results()] == [False]


def test_old_matches_lose_their_actions_but_not_their_results(box, monkeypatch):
    monkeypatch.setattr(journal, "MOST_MATCHES", 2)
    for _ in range(5):
        play(box.storage, entries=3)
        box.storage.journal.end(CLOSED, SITTING)
    box.storage.close()
    assert rows(box.folder, "SELECT id FROM match") == [(4,), (5,)]
    assert rows(box.folder, "SELECT count(*) FROM entry") == [(6,)]
    assert rows(box.folder, "SELECT count(*) FROM result") == [(5,)]


# Settings and bests


def test_settings_are_copies_and_survive(box):
    value = {"end": "deck_out", "pick_seconds": 7}
    box.storage.keep("options.set_game", value)
    value["end"] = "changed later"
    box.storage.setting("options.set_game", None)["pick_seconds"] = 0
    expected = {"end": "deck_out", "pick_seconds": 7}
    assert box.storage.setting("options.set_game", None) == expected
    assert box.reopen().setting("options.set_game", None) == expected
    assert box.storage.setting("language", "en") == "en"


def end_match(box, sets, fastest, bots=(1,)):
    opened = Opened("set_game", 1, 3, 1, {}, None, (1, 2, 4), bots)
    box.storage.journal.begin(opened, SITTING)
    detail = {"sets": sets, "fastest": fastest}
    box.storage.journal.end(Closed(sets, (1, 1, 1), (), "no_set_left", detail), SITTING)


def test_bests_are_those_of_people_and_the_first_of_equals(box):
    end_match(box, (3, 20, 5), (900, 1, None))
    box.now = EVENING.replace(year=2026)
    end_match(box, (5, 20, 4), (800, 1, 850))
    for storage in (box.storage, box.reopen()):
        bests = storage.bests("set_game")
        assert (bests["sets"].value, bests["sets"].date[:4]) == (5, "2025")
        assert (bests["fastest"].value, bests["fastest"].date[:4]) == (800, "2026")
    assert box.storage.bests("chess") == {}


def test_solo_bests_stand_apart(box):
    box.storage.journal.begin(Opened("set_game", 1, 1, 1, {}, None, (3,), ()), SITTING)
    box.storage.journal.end(Closed((27,), (1,), (0,), "done", {"sets": (27,)}), SITTING)
    assert set(box.storage.bests("set_game")) == {"solo_score", "solo_sets"}


# One hub at a time


def test_a_second_hub_is_refused_in_one_line(box):
    with pytest.raises(
        InUseError, match=rf"another hub \(process \d+\) is running on {box.folder}"
    ):
        Storage.open(box.folder, box.report, on_crash=box.crash)
    assert holder(box.folder) is not None
    box.storage.close()
    assert holder(box.folder) is None
    box.open()


# A disk that fails


def limit_pages(monkeypatch, pages):
    """Let every connection from now on find the disk full at so many pages."""
    pragmas = (*disk._PRAGMAS, f"PRAGMA max_page_count = {pages}")
    monkeypatch.setattr(disk, "_PRAGMAS", pragmas)


def test_a_full_disk_is_named_once_and_play_goes_on_until_it_is_saved(tmp_path):
    with pytest.MonkeyPatch.context() as full:
        limit_pages(full, 12)
        box = Box(tmp_path / "state")
        storage = box.open()
        box.saved(play(storage, entries=2))
        storage.journal.begin(OPENED, SITTING)
        for number in range(600):
            last = storage.journal.add(entry(number), (number, 0, 0))
        box.until(lambda: storage.failed)
        assert "the disk is full" in storage.failed
        assert storage.committed < last
    box.saved(last)
    assert storage.failed is None
    assert [line.split(":")[0] for line in box.lines] == [
        f"nothing is saved in {box.folder}",
        f"saving goes on in {box.folder}",
    ]
    assert len(box.reopen().resume().entries) == 600
    box.storage.close()


@pytest.fixture
def blocked(tmp_path):
    """A box whose state folder cannot be made: a file stands in its way."""
    (tmp_path / "state").write_text("in the way")
    box = Box(tmp_path / "state" / "box")
    box.open()
    yield box
    box.storage.close()
    assert not box.crashes


def test_without_a_state_folder_play_goes_on_unsaved(blocked):
    assert "Not a directory" in blocked.storage.failed
    assert blocked.storage.resume() is None
    assert play(blocked.storage) > blocked.storage.committed
    assert blocked.storage.results() == ()
    blocked.storage.keep("language", "pl")
    assert blocked.storage.setting("language", "en") == "pl"
    blocked.storage.close()
    assert blocked.lines[-1] == f"7 changes were not saved in {blocked.folder}"


def test_a_state_folder_that_appears_is_used(blocked):
    blocked.storage.keep("language", "pl")
    last = play(blocked.storage)
    blocked.folder.parent.unlink()
    blocked.saved(last)
    assert len(blocked.reopen().resume().entries) == 5
    assert blocked.storage.setting("language", "en") == "pl"


def test_a_match_that_this_hub_never_saw_is_closed_with_its_scores(box):
    box.saved(play(box.storage))
    box.storage.close()
    hidden = box.folder.rename(box.folder.with_name("hidden"))
    box.folder.write_text("in the way")
    box.open()
    box.storage.journal.begin(OPENED, SITTING)
    last = box.storage.journal.add(entry(0), (9, 0, 0))
    box.folder.unlink()
    hidden.rename(box.folder)
    box.saved(last)
    assert box.reopen().resume().scores == (9, 0, 0)
    assert [(r.reason, r.scores) for r in box.storage.results()] == [("lost", (4, 0, 0))]


def test_memory_is_bounded_and_results_outlast_actions(blocked, monkeypatch):
    monkeypatch.setattr(writer, "MOST_WAITING", 10)
    for _ in range(3):
        play(blocked.storage, entries=20)
        blocked.storage.journal.end(CLOSED, SITTING)
    last = play(blocked.storage, entries=20)
    blocked.folder.parent.unlink()
    blocked.saved(last)
    # the open match is whole, because the journal still knows it
    assert len(blocked.reopen().resume().entries) == 20
    assert len(blocked.storage.results()) == 3


def test_a_database_that_breaks_at_run_time_is_set_aside_and_loses_no_match(box):
    box.storage.keep("language", "pl")
    box.saved(play(box.storage))
    path = box.folder / "box.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(b"\xff" * path.stat().st_size)
    last = box.storage.journal.add(entry(5), (8, 0, 0))
    box.saved(last)
    box.until(lambda: box.storage.failed is None)
    saved = box.reopen().resume()
    assert (len(saved.entries), saved.scores) == (6, (8, 0, 0))
    assert box.storage.setting("language", "en") == "pl"
    assert (box.folder / "box.db.damaged-1").exists()


def test_an_error_that_is_not_the_disks_ends_the_hub(tmp_path, monkeypatch):
    box = Box(tmp_path)
    box.open()

    def broken(*_):
        raise ZeroDivisionError("a mistake in the program")

    monkeypatch.setattr(journal, "write_result", broken)
    play(box.storage)
    ticket = box.storage.journal.end(CLOSED, SITTING)
    box.until(lambda: box.crashes)
    assert isinstance(box.crashes[0], ZeroDivisionError)
    assert box.storage.committed < ticket
    assert "a mistake in the program" in box.storage.failed
    box.storage.close()
