"""Fair order: what happened is released by its stamp, ties are drawn, late reports fit in.

Something that happened at ``at`` is released ``SETTLE`` later, when glitches are
known and everything with an earlier stamp has been reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from device.fingers import CONFIRM, Finger
from device.wire import Place
from games import chance
from games.match import MS, Ns

SETTLE: Ns = CONFIRM
TIE: Ns = MS // 5
"""Presses this close to the first one are a tie: a board reads its pins in a fixed order, so
stamps that close say nothing about the fingers."""


@dataclass(eq=False, slots=True)
class Pending:
    """Something that happened and is not yet in the match.

    Attributes:
        at: hub time (ns) of its stamp.
        place: whose it is.
        verb: "press", "tap", "hold", "lift", "choose" or "stop".
        item: of a choice.
        finger: the finger it came from, which must be sure before it is released.
        stop: of a "stop": the walk and the stop that a press picked.
        race: whether it competes with presses of the same instant.
    """

    at: Ns
    place: Place
    verb: str
    item: str | None = None
    finger: Finger | None = None
    stop: object = None
    race: bool = False

    @property
    def sure(self) -> bool:
        """Whether it is no glitch."""
        return self.finger is None or self.finger.sure


@dataclass(slots=True)
class Sequencer:
    """Holds what happened until its order is certain.

    Attributes:
        seed: of the draws that put ties in order; each place is as likely.
        tie: the tie window in ns.
    """

    seed: int
    tie: Ns = TIE
    pending: list[Pending] = field(default_factory=list)
    draws: int = 0

    def put(self, pending: Pending) -> None:
        """Take something that happened."""
        self.pending.append(pending)
        self.pending.sort(key=lambda each: each.at)

    def withdraw(self, finger: Finger) -> None:
        """Forget what came from a finger that was a glitch."""
        self.pending = [each for each in self.pending if each.finger is not finger]

    def clear(self) -> None:
        """Forget everything."""
        self.pending = []

    def due(self) -> Ns | None:
        """Return when ``release`` next has something; None while an unsure finger holds it up."""
        group = self._group()
        return self._settled_at(group) if group and all(each.sure for each in group) else None

    def _group(self) -> list[Pending]:
        first = next((each for each in self.pending), None)
        if first is None or not first.race:
            return self.pending[:1]
        return [each for each in self.pending if each.race and each.at <= first.at + self.tie]

    def _settled_at(self, group: list[Pending]) -> Ns:
        return group[-1].at + SETTLE

    def release(self, now: Ns) -> list[Pending]:
        """Return the next thing whose order is certain at hub time ``now``; several are a tie.

        The members of a tie all carry the first one's stamp and stand in the
        order of a fair draw. Call it again until it returns nothing.
        """
        group = self._group()
        if not group or self._settled_at(group) > now or not all(each.sure for each in group):
            return []
        self.pending = [each for each in self.pending if each not in group]
        if len(group) > 1:
            group = self._draw(group)
        return group

    def _draw(self, group: list[Pending]) -> list[Pending]:
        self.draws += 1
        first = group[0].at
        for each in group:
            each.at = first
        fair = sorted(group, key=lambda each: each.place)
        return list(chance.shuffled(fair, self.seed, self.draws))
