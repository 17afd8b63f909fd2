"""How much one sender may ask of the box: a bucket of tokens."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Allowance:
    """Tokens that come back with time.

    Attributes:
        rate: tokens per second.
        most: how many gather at most.
        tokens, at: how many there were at the second ``at``.
    """

    rate: float
    most: float
    tokens: float
    at: float

    def take(self, now: float) -> bool:
        """Take one token at ``now`` (s, rising); False if there is none."""
        self.tokens = min(self.most, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


def full(rate: float, most: float, now: float) -> Allowance:
    """Return an allowance that has all its tokens at ``now``."""
    return Allowance(rate, most, most, now)
