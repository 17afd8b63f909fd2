"""A series of matches: the podium after each, scores added up, ties broken (SET-42, SET-43)."""

from __future__ import annotations

from msgspec.structs import replace

from device.record import Closed, Opened, Podium, Sitting
from games.match import places


def podium(sitting: Sitting, opened: Opened, closed: Closed) -> Sitting:
    """Return the sitting after a match: its podium, and the series with its scores added."""
    if sitting.tied is not None:
        return replace(sitting, last=_untied(sitting.tied, opened, closed), tied=None)
    series = (*sitting.series, closed)
    last = Podium(
        opened.game,
        opened.places,
        opened.bots,
        closed.scores,
        closed.places or places(closed.scores),
        closed.winners,
        closed.reason,
        tuple(sum(scores) for scores in zip(*(each.scores for each in series), strict=True)),
        len(series),
        closed.detail,
        opened.options,
        f"{opened.seed:x}",
    )
    return replace(sitting, series=series, last=last)


def _untied(tied: Podium, opened: Opened, closed: Closed) -> Podium:
    """Return the podium whose tie for the win an extra game has put in order.

    One that was ended before its rules had a result decides nothing: the tie stands.
    """
    if not closed.places:
        return tied
    ranks = list(tied.ranks)
    for place, rank in zip(opened.places, closed.places, strict=True):
        ranks[tied.places.index(place)] = rank
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return replace(tied, ranks=tuple(ranks), winners=winners, reason="tie_break")
