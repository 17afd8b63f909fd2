"""The box's sounds as pure functions: wooden bars and blocks, short, warm, always the same.

Every sound is mono, 16 bit, ``RATE`` samples a second; it begins and ends at 0, so it never
clicks.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import add

RATE = 44_100
"""Samples a second."""
_PEAK = 0.82
"""The loudest sample of the loudest sound, in parts of full scale."""
_ATTACK = 0.004
"""Seconds in which a struck bar swells: soft, as with a felt mallet."""
_RELEASE = 0.03
"""Seconds in which the end of a sound fades to nothing."""
_BAR = ((1.0, 1.0, 1.0), (3.93, 0.22, 0.35), (9.2, 0.05, 0.15))
"""A marimba's bar: each partial's pitch, loudness and length in parts of the first's."""

_RINGS = 7
"""After so many times its fall a bar is silent: a thousandth is left."""

_Wave = list[float]

# Pitches in Hz.
_G3, _A3, _C4, _E4, _G4, _A4, _C5, _D5, _E5, _G5, _C6 = (
    440 * 2 ** (steps / 12) for steps in (-14, -12, -9, -5, -2, 0, 3, 5, 7, 10, 15)
)


def _bar(pitch: float, seconds: float, fall: float, loud: float = 1.0) -> _Wave:
    """Return a wooden bar struck once; ``fall`` is when (s) a third of it is left."""
    wave = [0.0] * int(seconds * RATE)
    for ratio, part, length in _BAR:
        rings = min(len(wave), int(_RINGS * fall * length * RATE))
        ringing = _ring(pitch * ratio, fall * length, rings, loud * part)
        wave[:rings] = map(add, wave, ringing)
    return _swollen(wave, _ATTACK)


def _swollen(wave: _Wave, seconds: float) -> _Wave:
    """Return the wave with a soft beginning."""
    swell = min(len(wave), int(seconds * RATE))
    for i in range(swell):
        wave[i] *= 0.5 - 0.5 * math.cos(math.pi * i / swell)
    return wave


def _ring(pitch: float, fall: float, count: int, loud: float) -> Iterator[float]:
    """Yield ``count`` samples of a sine that dies away: each follows from the two before."""
    decay = math.exp(-1 / (fall * RATE))
    turn = 2 * math.pi * pitch / RATE
    again, less = 2 * decay * math.cos(turn), -decay * decay
    before, now = 0.0, loud * decay * math.sin(turn)
    for _ in range(count):
        yield before
        before, now = now, again * now + less * before


def _block(pitch: float, seconds: float, loud: float = 1.0) -> _Wave:
    """Return a knock on a hollow block of wood: a short tone and a breath of noise."""
    count = int(seconds * RATE)
    high = _ring(pitch * 1.52, 0.018, count, 0.4 * loud)
    wave = list(map(add, _ring(pitch, 0.018, count, loud), high))
    noise, smooth = random.Random(7).random, 0.0
    for i in range(min(count, int(0.04 * RATE))):
        t = i / RATE
        smooth += 0.25 * (2 * noise() - 1 - smooth)
        wave[i] += 0.5 * loud * smooth * math.exp(-t / 0.006)
    return _swollen(wave, _ATTACK / 3)


def _mixed(seconds: float, *parts: tuple[float, _Wave]) -> _Wave:
    """Return waves laid over one another, each from its second on."""
    whole = [0.0] * int(seconds * RATE)
    for start, wave in parts:
        first = int(start * RATE)
        last = min(len(whole), first + len(wave))
        whole[first:last] = map(add, whole[first:last], wave)
    return whole


def _call() -> _Wave:
    """Somebody was first: a knock, and a bright leap up."""
    return _mixed(
        0.38,
        (0.0, _block(620, 0.1, 0.7)),
        (0.0, _bar(_G4, 0.3, 0.07, 0.8)),
        (0.075, _bar(_D5, 0.3, 0.1)),
    )


def _right() -> _Wave:
    """A SET: a chord, broken upwards."""
    notes = (_C5, _E5, _G5)
    return _mixed(0.56, *((0.08 * i, _bar(note, 0.4, 0.13)) for i, note in enumerate(notes)))


def _wrong() -> _Wave:
    """Two dull, low bars downwards; nobody is laughed at."""
    return _mixed(0.48, (0.0, _bar(_C4, 0.3, 0.07)), (0.15, _bar(_G3, 0.33, 0.11)))


def _tick() -> _Wave:
    """One of the last seconds."""
    return _block(980, 0.09, 0.6)


def _vote() -> _Wave:
    """A voice is counted, or a place is taken: one soft bar."""
    return _mixed(0.26, (0.0, _bar(_A4, 0.26, 0.06, 0.7)))


def _turn() -> _Wave:
    """It goes on: two knocks on a deep block, then a bar."""
    return _mixed(
        0.42,
        (0.0, _block(330, 0.12, 0.7)),
        (0.1, _block(330, 0.12, 0.7)),
        (0.2, _bar(_E4, 0.22, 0.06, 0.6)),
    )


def _win() -> _Wave:
    """The end of a match: up the chord and home."""
    tune = ((0.0, _G4), (0.12, _C5), (0.24, _E5), (0.36, _G5), (0.54, _E5), (0.66, _C6))
    bars = [(start, _bar(note, 1.15 - start, 0.16)) for start, note in tune]
    return _mixed(1.15, *bars, (0.66, _bar(_C5, 0.49, 0.18, 0.6)))


def _attract() -> _Wave:
    """Come and play: three far bars, as if tried with one finger."""
    tune = ((0.0, _E5), (0.16, _C5), (0.32, _A4))
    return _mixed(0.58, *((start, _bar(note, 0.26, 0.09, 0.5)) for start, note in tune))


_RECIPES: dict[str, tuple[Callable[[], _Wave], float]] = {
    "call": (_call, 1.0),
    "right": (_right, 0.9),
    "wrong": (_wrong, 0.95),
    "tick": (_tick, 0.42),
    "vote": (_vote, 0.6),
    "turn": (_turn, 0.65),
    "win": (_win, 1.0),
    "attract": (_attract, 0.45),
}
"""How each sound is made, and how loud it is beside the loudest."""
SOUNDS = tuple(_RECIPES)


@cache
def samples(name: str) -> array[int]:
    """Return a sound as 16-bit samples.

    Raises:
        ValueError: there is no such sound.
    """
    if name not in _RECIPES:
        raise ValueError(f"no sound {name!r}; there are {', '.join(SOUNDS)}")
    make, loud = _RECIPES[name]
    return _pressed(_faded(make()), loud * _PEAK)


def _faded(wave: _Wave) -> _Wave:
    """Return the wave with its end faded and its very first and last sample 0."""
    steps = min(len(wave), int(_RELEASE * RATE))
    for i in range(steps):
        wave[-1 - i] *= 0.5 - 0.5 * math.cos(math.pi * i / steps)
    wave[0] = 0.0
    return wave


def _pressed(wave: Sequence[float], peak: float) -> array[int]:
    """Return the wave as 16-bit samples whose loudest is ``peak`` of full scale."""
    scale = peak * 32767 / max(max(wave), -min(wave))
    return array("h", [int(value * scale) for value in wave])
