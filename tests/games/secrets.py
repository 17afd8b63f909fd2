"""What each game keeps secret: states that nobody of the table may tell from the true one.

A new game needs an entry here; ``test_contract.py`` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.match import Seat


def _set_game(state: Any, seat: Seat | None) -> Iterator[Any]:
    """The cards to come, and what the rules have worked out about the table."""
    yield state.but(deck=state.deck[::-1])
    if state.hidden:
        yield state.but(hidden=())


TWINS: Mapping[str, Callable[[Any, Seat | None], Iterator[Any]]] = {"set_game": _set_game}
