"""One vote for all games: who may vote, who did, and whether the result is certain."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.match import IllegalActionError, Ns, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Vote:
    """An open vote.

    Attributes:
        voters: the seats that have a say, in seat order.
        ends: match time (ns) at which it closes.
        unanimous: every voter must agree and silence refuses; otherwise it
            passes if and only if yes outnumbers no among the votes cast.
        yes, no: who voted how.
    """

    voters: tuple[Seat, ...]
    ends: Ns
    unanimous: bool
    yes: frozenset[Seat] = frozenset()
    no: frozenset[Seat] = frozenset()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have not voted, in seat order."""
        return tuple(seat for seat in self.voters if seat not in self.yes | self.no)


def cast(vote: Vote, seat: Seat, agree: bool) -> Vote:
    """Return the vote with the voice of ``seat``; a seat votes once.

    Raises:
        IllegalActionError: the seat has voted, or has no say.
    """
    if seat not in vote.voters:
        raise IllegalActionError(Refusal.NOT_YOUR_TURN)
    if seat in vote.yes or seat in vote.no:
        raise IllegalActionError(Refusal.ALREADY_VOTED)
    if agree:
        return replace(vote, yes=vote.yes | {seat})
    return replace(vote, no=vote.no | {seat})


def without(vote: Vote, seat: Seat) -> Vote:
    """Return the vote as if ``seat`` had never had a say (it left the table)."""
    return replace(
        vote,
        voters=tuple(each for each in vote.voters if each != seat),
        yes=vote.yes - {seat},
        no=vote.no - {seat},
    )


def certain(vote: Vote) -> bool | None:
    """Return the result if no further voice can change it, else None."""
    waiting = len(vote.waiting)
    lead = len(vote.yes) - len(vote.no)
    if vote.unanimous:
        return False if vote.no else (None if waiting else True)
    if lead > waiting:
        return True
    return False if lead + waiting <= 0 else None


def closed(vote: Vote) -> bool:
    """Return the result when time is up: silence refuses where all must agree."""
    if vote.unanimous:
        return len(vote.yes) == len(vote.voters)
    return len(vote.yes) > len(vote.no)
