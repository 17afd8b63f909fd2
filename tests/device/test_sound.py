"""The loudspeaker: clean short sounds, each with a twin that is seen (FIELD D11, D12, D16, P25)."""

import cmath
import math
from itertools import combinations, pairwise

import pygame
import pytest

from device import lobby, menu, wire
from device.screen import cues, synthesis
from device.screen.cues import next_tick, sounds
from device.screen.sound import GAINS, Loudspeaker, quiet
from games import start
from games.match import MS, Choose, Hold, Press, Running, S, Stopped, Tap
from games.set_game import DECK, find_sets

LONGEST_MS = {"win": 1200}
NIGHT, NOON = 23 * 60, 12 * 60


def show(game, view):
    """Return a change as the screen hears of it."""
    return wire.Show(1, game, wire.raw(view), 0, True, 1, (1, 2, 3), (), True, None, (), ())


def seen(game, view):
    return cues.seen(show(game, view))


# -- the sounds themselves


@pytest.mark.parametrize("name", synthesis.SOUNDS)
def test_a_sound_is_short_and_does_not_clip_or_click(name):
    samples = synthesis.samples(name)
    ms = len(samples) * 1000 / synthesis.RATE
    assert 50 < ms < LONGEST_MS.get(name, 600)
    assert 0.2 * 32767 < max(abs(v) for v in samples) < 0.9 * 32767
    assert samples[0] == samples[-1] == 0
    assert max(abs(v) for v in samples[:8]) < 0.12 * 32767
    assert max(abs(v) for v in samples[-40:]) < 0.01 * 32767
    assert abs(sum(samples)) / len(samples) < 0.01 * 32767


@pytest.mark.parametrize("name", synthesis.SOUNDS)
def test_a_sound_is_always_the_same(name):
    before = synthesis.samples(name).tobytes()
    synthesis.samples.cache_clear()
    assert synthesis.samples(name).tobytes() == before


def features(name):
    """Return how much of a sound lies in each of 14 third-octaves, ten times a second."""
    samples = synthesis.samples(name)
    step = synthesis.RATE // 10
    found = []
    for first in range(0, step * 6, step):
        part = samples[first : first + step : 4]
        for band in range(14):
            turn = -2j * math.pi * 180 * 2 ** (band / 3) * 4 / synthesis.RATE
            found.append(abs(sum(v * cmath.exp(turn * i) for i, v in enumerate(part))))
    length = math.sqrt(sum(v * v for v in found))
    return [v / length for v in found]


def test_no_two_sounds_are_alike():
    """Their spectra over time have less than 0.8 in common (1 is the same sound)."""
    found = {name: features(name) for name in synthesis.SOUNDS}
    for one, other in combinations(found, 2):
        alike = sum(a * b for a, b in zip(found[one], found[other], strict=True))
        assert alike < 0.8, (one, other)


def test_what_comes_often_is_soft():
    """The tick and the voices of a vote are at most half as loud as a call."""
    loud = {name: max(synthesis.samples(name)) for name in synthesis.SOUNDS}
    assert max(loud["tick"], loud["attract"]) < loud["call"] / 2
    assert loud["vote"] < 0.7 * loud["call"]


def test_an_unknown_sound_is_named():
    with pytest.raises(ValueError, match="moo"):
        synthesis.samples("moo")


# -- which sound for which change


def sequence(match, *actions):
    """Return the sounds of each action on a match."""
    heard = []
    for action in actions:
        after = match.play(action)
        views = [m.game.view(m.state, None) for m in (match, after)]
        heard.append(sounds(*(seen(match.game.name, view) for view in views)))
        match = after
    return heard


@pytest.fixture
def table():
    return start("set_game", 3, 5)


def choose(seat, cards, at):
    return [Choose(at=at + i, seat=seat, item=card) for i, card in enumerate(cards)]


def test_a_call_and_a_set(table):
    cards = [table.state.table[i] for i in find_sets(table.state.table)[0]]
    heard = sequence(table, Press(at=S, seat=1), *choose(1, cards, 2 * S))
    assert heard == [("call",), (), (), ("right",)]


def test_a_wrong_three(table):
    right = find_sets(table.state.table)
    three = next(c for c in combinations(range(12), 3) if c not in right)
    cards = [table.state.table[i] for i in three]
    heard = sequence(table, Press(at=S, seat=1), *choose(1, cards, 2 * S))
    assert heard == [("call",), (), (), ("wrong",)]


def test_time_that_runs_out_sounds_wrong(table):
    called = table.play(Press(at=S, seat=1))
    late, _ = called.catch_up(60 * S)
    views = [seen("set_game", m.game.view(m.state, None)) for m in (called, late)]
    assert sounds(*views) == ("wrong",)


def test_a_vote_is_heard_voice_by_voice(table):
    heard = sequence(
        table,
        Press(at=S, seat=0),
        Choose(at=2 * S, seat=0, item="none"),
        Tap(at=3 * S, seat=1),
        Tap(at=4 * S, seat=2),
    )
    assert heard == [("call",), ("vote",), ("vote",), ("turn",)]


def test_a_refused_vote_sounds_wrong(table):
    heard = sequence(
        table,
        Press(at=S, seat=0),
        Choose(at=2 * S, seat=0, item="none"),
        Hold(at=3 * S, seat=1),
    )
    assert heard[-1] == ("wrong",)


def test_alone_two_wrong_threes_are_two_sounds():
    match = start("set_game", 1, 5)
    right = find_sets(match.state.table)
    wrong = [c for c in combinations(range(12), 3) if c not in right][:2]
    cards = [[match.state.table[i] for i in three] for three in wrong]
    heard = sequence(match, *choose(0, cards[0], S), *choose(0, cards[1], 2 * S))
    assert heard == [(), (), ("wrong",)] * 2


def test_sitting_down_is_heard():
    from games import CATALOG

    state = lobby.setup(CATALOG, {})
    one = lobby.apply(state, Press(at=S, seat=2))
    two = lobby.apply(one, Press(at=2 * S, seat=4))
    views = [seen("lobby", lobby.view(each, None)) for each in (state, one, two)]
    assert sounds(views[0], views[1]) == ("vote",)
    assert sounds(views[1], views[2]) == ("vote",)
    assert sounds(views[1], views[1]) == ()


def test_the_menu_interrupts_without_a_sound_and_its_vote_is_heard(table):
    game = seen("set_game", table.game.view(table.state, None))
    match = menu.open_menu("set_game", 0, (0, 1, 2), ())
    opened = seen("menu", menu.view(match.state, None))
    assert sounds(game, opened) == ("turn",)
    assert sounds(opened, game) == ()
    asked = match.play(Choose(at=S, seat=0, item="end"))
    assert sounds(opened, seen("menu", menu.view(asked.state, None))) == ("vote",)


LOBBY = {"phase": "lobby", "taken": [True, True]}


def test_the_first_picture_is_silent(table):
    assert sounds(None, seen("set_game", table.game.view(table.state, None))) == ()


def test_a_match_begins_and_ends_with_a_sound(table):
    game = seen("set_game", table.game.view(table.state, None))
    assert sounds(("lobby", LOBBY), game) == ("turn",)
    assert sounds(game, ("lobby", LOBBY | {"phase": "podium"})) == ("win",)
    assert sounds(game, ("lobby", LOBBY | {"phase": "attract"})) == ("attract",)


def test_a_game_without_sounds_of_its_own_tells_whose_turn_it_is():
    views = [{"lit": {"0": "on"}}, {"lit": {"1": "on"}}]
    assert sounds(("new_game", views[0]), ("new_game", views[1])) == ("turn",)
    assert sounds(("new_game", views[0]), ("new_game", views[0])) == ()


@pytest.mark.parametrize("seed", range(6))
def test_every_sound_has_a_twin_that_is_seen(seed):
    """Nothing is heard when nothing in the view changed, and never more than one sound."""
    match = start("set_game", 4, seed)
    before = seen("set_game", match.game.view(match.state, None))
    for i, card in enumerate(DECK):
        at = (i + 1) * 20 * S
        match, _ = match.catch_up(at)
        if match.game.outcome(match.state):
            break
        for action in match.game.legal(match.state, i % 4, at)[: 1 + i % 2]:
            match = match.play(action)
        now = seen("set_game", match.game.view(match.state, None))
        heard = sounds(before, now)
        assert set(heard) <= set(synthesis.SOUNDS), card
        assert len(heard) <= 1
        assert not heard or before != now
        before = now


# -- the last seconds


def encoded(glass):
    return {name: getattr(glass, name) for name in type(glass).__slots__}


def test_the_last_three_seconds_tick():
    glass = encoded(Running(ends=15 * S, whole=5 * S))
    ticks, now = [], 10 * S
    while (tick := next_tick(glass, now)) is not None:
        ticks.append(tick)
        now = tick
    assert ticks == [12 * S, 13 * S, 14 * S]
    assert next_tick(glass, 13 * S - MS) == 13 * S


def test_sand_that_does_not_fall_does_not_tick():
    assert next_tick(None, 0) is None
    assert next_tick(encoded(Stopped(left=2 * S, whole=5 * S)), 0) is None


def test_a_short_glass_does_not_tick_at_its_start():
    glass = encoded(Running(ends=13 * S, whole=3 * S))
    assert next_tick(glass, 10 * S) == 11 * S
    assert next_tick(glass, 9 * S) == 11 * S


# -- volume, quiet hours, the loudspeaker


@pytest.mark.parametrize(
    ("at", "spec", "silent"),
    [
        (22 * 60, "22:00-08:00", True),
        (22 * 60 - 1, "22:00-08:00", False),
        (0, "22:00-08:00", True),
        (8 * 60 - 1, "22:00-08:00", True),
        (8 * 60, "22:00-08:00", False),
        (13 * 60, "12:30-14:00", True),
        (14 * 60, "12:30-14:00", False),
        (600, "10:00-10:00", False),
        (0, "", False),
    ],
)
def test_quiet_hours(at, spec, silent):
    assert quiet(at, spec) is silent


@pytest.mark.parametrize("spec", ["22-8", "24:00-08:00", "22:60-08:00", "always", "22:00-08:00 "])
def test_quiet_hours_that_cannot_be_read_are_named(spec):
    with pytest.raises(ValueError, match="22:00-08:00"):
        quiet(0, spec)
    with pytest.raises(ValueError, match="22:00-08:00"):
        Loudspeaker(hours=spec)


def test_the_steps_of_the_volume_are_even_to_the_ear():
    """7 to 9 dB each; the lowest is 30 dB under the highest, for a bar's quiet hour (D16)."""
    steps = [20 * math.log10(b / a) for a, b in pairwise(GAINS[1:])]
    assert GAINS[0] == 0
    assert all(6.5 <= step <= 9 for step in steps)
    assert 20 * math.log10(GAINS[5] / GAINS[1]) >= 30


@pytest.fixture
def speaker(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speakers = []

    def make(*args, **kwargs):
        speakers.append(Loudspeaker(*args, **kwargs))
        speakers[-1].ready()
        return speakers[-1]

    yield make
    for each in speakers:
        each.close()


def test_it_plays_at_once_with_a_short_buffer(speaker, table, monkeypatch):
    buffers = []
    real = pygame.mixer.init

    def init(rate, form, channels, buffer, **rest):
        buffers.append(buffer)
        real(rate, form, channels, buffer, **rest)

    monkeypatch.setattr(pygame.mixer, "init", init)
    loud = speaker(minutes=lambda: NOON)
    called = table.play(Press(at=S, seat=1))
    before, now = (show("set_game", m.game.view(m.state, None)) for m in (table, called))
    assert loud.play("call")
    loud.hear(before, now)
    loud.hear(None, now)
    assert pygame.mixer.get_busy()
    assert buffers == [256]


def test_a_device_that_refuses_short_buffers_gets_longer_ones(speaker, monkeypatch):
    tried = []
    real = pygame.mixer.init

    def init(rate, form, channels, buffer, **rest):
        tried.append(buffer)
        if buffer < 1024:
            raise pygame.error("no such buffer")
        real(rate, form, channels, buffer, **rest)

    monkeypatch.setattr(pygame.mixer, "init", init)
    assert speaker(minutes=lambda: NOON).play("call")
    assert tried == [256, 1024]


def test_without_a_loudspeaker_the_box_is_silent_and_says_so_once(monkeypatch, caplog):
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    speaker = Loudspeaker()
    speaker.ready()
    assert not speaker.open
    assert not speaker.play("call")
    speaker.volume(5)
    speaker.close()
    assert len(caplog.records) == 1
    assert "no sound" in caplog.text


def test_mute_quiet_hours_and_attract(speaker):
    clock = [NOON]
    loud = speaker(hours="22:00-08:00", minutes=lambda: clock[0])
    assert loud.play("call")
    assert not loud.play("attract")
    loud.volume(0)
    assert not loud.play("call")
    loud.volume(1)
    assert loud.play("call")
    clock[0] = NIGHT
    assert not loud.play("call")


def test_an_empty_table_calls_for_players_if_the_owner_wants_it(speaker):
    assert speaker(attract=True, minutes=lambda: NOON).play("attract")
