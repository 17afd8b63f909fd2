"""Seeded chance: the only module of the rules that imports ``random``.

A state keeps a seed and the number of its next draw, never a generator. All is
built on ``random.Random.random``, the one stream that Python promises to keep
across versions, so an old journal replays on a newer box.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
_WORD = 1 << 64


def _stream(seed: int, draw: int) -> Random:
    return Random((seed % _WORD) * _WORD + draw % _WORD)


def fraction(seed: int, draw: int) -> float:
    """Return a number in [0, 1) for this seed and draw number."""
    return _stream(seed, draw).random()


def below(n: int, seed: int, draw: int) -> int:
    """Return an integer in 0…``n``-1, each as likely."""
    return int(fraction(seed, draw) * n)


def noise(*numbers: int) -> float:
    """Return a number in [0, 1) that depends on all ``numbers``; much faster than ``fraction``.

    For what need not be fair to the last digit, such as a bot's mood; never for a deal.

    Source: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
    """
    z = 0
    for number in numbers:
        z = z * 0x9E3779B97F4A7C15 + number
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % _WORD
    return ((z ^ z >> 31) >> 11) / (1 << 53)


def shuffled(items: Sequence[T], seed: int, draw: int) -> tuple[T, ...]:
    """Return ``items`` in an order that depends on seed and draw number alone (Fisher-Yates)."""
    random = _stream(seed, draw).random
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def drawn(items: Sequence[T], count: int, seed: int, draw: int) -> tuple[T, ...]:
    """Return ``count`` of the items, each selection and order as likely; at most all of them."""
    random = _stream(seed, draw).random
    order = list(items)
    for first in range(min(count, len(order))):
        other = first + int(random() * (len(order) - first))
        order[first], order[other] = order[other], order[first]
    return tuple(order[:count])


def branch(seed: int, number: int) -> int:
    """Return a seed of its own for part ``number`` (0 or more), e.g. one bot's."""
    return int(fraction(seed, -1 - number) * (1 << 53))
