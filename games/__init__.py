"""The rules of the games: values in, values out.

``CATALOG``, ``start``, ``simulate`` and ``standings`` are loaded from
``games.catalog`` on first use, so that a game can import ``games.match``
without loading every other game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.catalog import CATALOG, simulate, standings, start

__all__ = ["CATALOG", "simulate", "standings", "start"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from games import catalog

        return getattr(catalog, name)
    raise AttributeError(f"module 'games' has no attribute {name!r}")
