"""Fair order: by stamp, ties by a fair draw, late reports where they belong (SET-C9, G19)."""

from collections import Counter
from random import Random

import pytest

from device.fingers import Finger
from device.sequencer import SETTLE, TIE, Pending, Sequencer
from games.match import MS, S

T = 7 * S
SEEDS = range(100)


def press(place, at, sure=True):
    return Pending(at, place, "press", finger=Finger(place, at, sure=sure), race=True)


def choose(place, at, item="2RTD"):
    return Pending(at, place, "choose", item)


def run(*pending, seed=1, tie=TIE):
    """Put all in, and return what comes out, each with the hub time at which it did."""
    sequencer, out = Sequencer(seed, tie), []
    for each in pending:
        sequencer.put(each)
    while (due := sequencer.due()) is not None:
        assert sequencer.release(due - 1) == []
        while group := sequencer.release(due):
            out.append(([(each.place, each.at) for each in group], due))
    return out


def test_a_press_is_released_2_ms_after_its_stamp():
    assert run(press(3, T)) == [([(3, T)], T + SETTLE)]


def test_order_is_the_stamps_whatever_the_order_of_the_reports():
    stamps = {place: T + place * MS for place in range(1, 7)}
    for seed in range(20):
        order = Random(seed).sample(list(stamps), len(stamps))
        out = run(*(press(place, stamps[place]) for place in order))
        assert [group for group, _ in out] == [[(p, at)] for p, at in stamps.items()]


def test_a_press_reported_just_before_the_release_of_a_later_one_is_first():
    sequencer = Sequencer(1)
    sequencer.put(press(1, T + MS))
    assert sequencer.release(T + MS + SETTLE - 1) == []
    sequencer.put(press(2, T))
    assert [each.place for each in sequencer.release(T + MS + SETTLE)] == [2]
    assert [each.place for each in sequencer.release(T + MS + SETTLE)] == [1]


def test_presses_within_200_us_of_the_first_are_a_tie_with_its_stamp():
    ((group, due),) = run(press(5, T + TIE), press(2, T), press(4, T + TIE // 2))
    assert sorted(group) == [(2, T), (4, T), (5, T)]
    assert due == T + TIE + SETTLE


def test_a_press_1_ns_after_the_tie_window_is_no_tie():
    out = run(press(5, T + TIE + 1), press(2, T))
    assert [group for group, _ in out] == [[(2, T)], [(5, T + TIE + 1)]]


def test_a_tie_does_not_grow_from_one_press_to_the_next():
    out = run(press(1, T), press(2, T + TIE), press(3, T + 2 * TIE))
    assert [len(group) for group, _ in out] == [2, 1]


def test_choices_are_never_in_a_tie():
    out = run(choose(1, T), choose(2, T + 1), press(3, T + 2))
    assert [[place for place, _ in group] for group, _ in out] == [[1], [2], [3]]


def test_a_choice_between_two_tied_presses_comes_after_them():
    out = run(press(1, T), choose(2, T + 10), press(3, T + 20))
    assert sorted(out[0][0]) == [(1, T), (3, T)]
    assert out[1][0] == [(2, T + 10)]


def test_a_tie_window_of_0_lets_only_equal_stamps_tie():
    assert len(run(press(1, T), press(2, T + 1), tie=0)) == 2
    assert len(run(press(1, T), press(2, T), tie=0)) == 1


@pytest.mark.parametrize("places", [(1, 6), (2, 3, 5), (1, 2, 3, 4, 5, 6)])
def test_a_drawn_tie_is_fair_to_every_place(places):
    """Chi-square over 6000 draws of one sequencer: each place is first as often (SET-C9)."""
    sequencer, first, ways = Sequencer(42), Counter(), Counter()
    draws = 6000
    for draw in range(draws):
        at = T + draw * S
        for place in Random(draw).sample(places, len(places)):
            sequencer.put(press(place, at + place * 10))
        group = [each.place for each in sequencer.release(at + S)]
        first[group[0]] += 1
        ways[tuple(group[:2])] += 1
    assert sum(first.values()) == draws
    for counts, cells in ((first, len(places)), (ways, len(places) * (len(places) - 1))):
        expected = draws / cells
        chi_square = sum((counts[each] - expected) ** 2 / expected for each in counts)
        assert len(counts) == cells
        assert chi_square < (cells - 1) + 4 * (2 * (cells - 1)) ** 0.5  # 4 standard deviations


def test_a_draw_follows_from_the_seed_alone():
    ties = [run(press(1, T), press(4, T + 1), press(6, T + 2), seed=seed) for seed in SEEDS]
    again = [run(press(6, T + 2), press(4, T + 1), press(1, T), seed=seed) for seed in SEEDS]
    assert ties == again
    assert len({tuple(group) for ((group, _),) in ties}) == 6


def test_an_unsure_finger_holds_up_what_came_after_it_and_needs_no_alarm():
    sequencer = Sequencer(1)
    first, second = press(1, T, sure=False), press(2, T + MS)
    sequencer.put(first)
    sequencer.put(second)
    assert sequencer.due() is None
    assert sequencer.release(T + S) == []
    first.finger.sure = True
    assert [each.place for each in sequencer.release(T + S)] == [1]
    assert [each.place for each in sequencer.release(T + S)] == [2]


def test_a_bouncing_first_finger_beats_a_clean_second_one():  # G12
    bouncing, clean = press(1, T, sure=False), press(2, T + TIE + 1)
    sequencer = Sequencer(1)
    sequencer.put(bouncing)
    sequencer.put(clean)
    assert sequencer.release(T + TIE + 1 + SETTLE) == []
    bouncing.finger.sure = True
    assert sequencer.release(T + 4 * SETTLE) == [bouncing]


def test_a_glitch_is_forgotten_and_the_next_press_wins():  # G12
    glitch, clean = press(1, T, sure=False), press(2, T + MS)
    sequencer = Sequencer(1)
    sequencer.put(glitch)
    sequencer.put(clean)
    sequencer.withdraw(glitch.finger)
    assert sequencer.due() == T + MS + SETTLE
    assert sequencer.release(T + MS + SETTLE) == [clean]


def test_a_glitch_within_a_tie_is_no_part_of_it():
    glitch, clean = press(1, T + 10, sure=False), press(2, T)
    sequencer = Sequencer(1)
    sequencer.put(glitch)
    sequencer.put(clean)
    assert sequencer.release(T + SETTLE + 10) == []
    sequencer.withdraw(glitch.finger)
    assert sequencer.release(T + SETTLE + 10) == [clean]
    assert sequencer.draws == 0


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_due_again_after_all_that_was_due_is_out(seed):
    sequencer, random, now = Sequencer(seed), Random(seed), T
    waiting = set()
    for _ in range(300):
        now += random.choice((0, 1, 100_000, MS, 3 * MS))
        if random.random() < 0.7:
            one = random.choice((press, choose))(random.randrange(1, 7), now - random.randrange(MS))
            waiting.add(one)
            sequencer.put(one)
        while group := sequencer.release(now):
            waiting -= set(group)
        due = sequencer.due()
        assert due is None or due > now
    assert set(sequencer.pending) == waiting
