"""What is shown waits for its commit, but never for long (DESIGN "Durability")."""

import msgspec
import pytest

from device.announce import PATIENCE, Announcer
from device.wire import Show
from games.match import MS, S

T = 5 * S


def show(number, now=0, running=True):
    return Show(number, "lobby", msgspec.Raw(b"{}"), now, running, 1, (), (), True, None, (), ())


class Disk:
    def __init__(self):
        self.committed, self.patience, self.sent = 0, PATIENCE, []
        self.announcer = Announcer(self.sent.append, lambda: self.committed, lambda: self.patience)

    def said(self):
        return [(each.number, each.saved) for each in self.sent]


@pytest.fixture
def disk():
    return Disk()


def test_a_show_waits_for_its_commit(disk):
    disk.announcer.put(show(1), 1, T)
    disk.announcer.advance(T + 100 * MS)
    assert disk.said() == []
    disk.committed = 1
    disk.announcer.advance(T + 101 * MS)
    assert disk.said() == [(1, True)]


def test_what_is_on_the_disk_already_is_shown_at_once(disk):
    disk.committed = 7
    disk.announcer.put(show(1), 7, T)
    assert disk.said() == [(1, True)]


def test_after_250_ms_it_is_shown_as_not_saved(disk):
    disk.announcer.put(show(1), 1, T)
    assert disk.announcer.due() == T + PATIENCE == T + 250 * MS
    disk.announcer.advance(T + PATIENCE - 1)
    assert disk.said() == []
    disk.announcer.advance(T + PATIENCE)
    assert disk.said() == [(1, False)]
    assert disk.announcer.due() is None


def test_what_was_shown_as_not_saved_is_shown_again_once_it_is(disk):
    disk.announcer.put(show(1), 1, T)
    disk.announcer.advance(T + PATIENCE)
    disk.committed = 1
    disk.announcer.advance(T + S)
    disk.announcer.advance(T + 2 * S)
    assert disk.said() == [(1, False), (1, True)]


def test_of_several_not_saved_only_the_newest_is_shown_again(disk):
    for number in (1, 2, 3):
        disk.announcer.put(show(number), number, T)
    disk.announcer.advance(T + PATIENCE)
    disk.committed = 3
    disk.announcer.advance(T + S)
    assert disk.said() == [(1, False), (2, False), (3, False), (3, True)]


def test_a_saved_show_takes_the_place_of_one_that_was_not(disk):
    disk.announcer.put(show(1), 1, T)
    disk.announcer.advance(T + PATIENCE)
    disk.announcer.put(show(2), 2, T + PATIENCE)
    disk.committed = 2
    disk.announcer.advance(T + S)
    assert disk.said() == [(1, False), (2, True)]


def test_the_order_is_kept_whatever_waits_for_what(disk):
    disk.announcer.put(show(1), 5, T)
    disk.announcer.put(show(2), 0, T + MS)
    assert disk.said() == []
    disk.committed = 5
    disk.announcer.advance(T + 2 * MS)
    assert disk.said() == [(1, True), (2, True)]


def test_with_a_broken_disk_nothing_waits(disk):  # S4: play goes on, marked
    disk.patience = 0
    disk.announcer.put(show(1), 1, T)
    assert disk.said() == [(1, False)]


def test_a_show_that_waited_carries_the_match_time_at_which_it_leaves(disk):
    """DESIGN: each message carries match-now; so the hourglass on a screen never jumps back."""
    disk.announcer.put(show(1, now=10 * S), 1, T)
    disk.announcer.put(show(2, now=10 * S, running=False), 1, T)
    disk.announcer.advance(T + PATIENCE)
    assert [each.now for each in disk.sent] == [10 * S + PATIENCE, 10 * S]
    disk.announcer.put(show(3, now=10 * S), 2, T)
    disk.committed = 2
    disk.announcer.advance(T + 3 * S)
    assert disk.sent[-1].now == 13 * S


def test_nothing_is_ever_due_that_was_just_done(disk):
    for number in range(1, 50):
        now = T + number * 70 * MS
        disk.announcer.put(show(number), number, now)
        disk.committed = number - number % 7
        disk.announcer.advance(now)
        due = disk.announcer.due()
        assert due is None or due > now
    assert len(disk.sent) > 40
