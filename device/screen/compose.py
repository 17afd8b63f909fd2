"""From what the hub says to a picture: which scene shows, and when time alone changes it."""

from __future__ import annotations

from collections.abc import Callable

from device.screen.elements import Scene
from device.screen.look import Look, News
from device.screen.scenes import lobby, menu, moment, set_game
from device.screen.scenes.common import LEDS

Compose = Callable[[News, Look], Scene]

SCENES: dict[str, Compose] = {
    "lobby": lobby.scene,
    "menu": menu.scene,
    "set_game": set_game.scene,
}
"""One scene module per game of the catalog, beside the table's own pages."""


def scene(news: News, look: Look) -> Scene:
    """Return the picture of what the hub says, or of waiting for it."""
    if news.show is None:
        return moment.scene(look)
    return SCENES[news.show.game](news, look)


def due(news: News) -> int | None:
    """Return in how many ns (wall) the sand falls a step, or None while nothing falls."""
    show = news.show
    glass = None if show is None else news.view["glass"]
    if show is None or not show.running or glass is None or "ends" not in glass:
        return None
    left = glass["ends"] - news.at
    if left <= 0:
        return None
    step = glass["whole"] / LEDS
    return int((left % step or step) / show.speed)
