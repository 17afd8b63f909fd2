"""From what the hub says to a picture: which scene shows, and when time alone changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.screen.elements import Scene
from device.screen.look import Look, News
from device.screen.scenes import attract, lobby, menu, moment, set_game
from device.screen.scenes.seats import LEDS

Compose = Callable[[News, Look], Scene]
SECOND = 1_000_000_000

SCENES: dict[str, Compose] = {
    "lobby": lobby.scene,
    "menu": menu.scene,
    "set_game": set_game.scene,
}
"""One scene module per game of the catalog, beside the table's own pages."""


def scene(news: News, look: Look) -> Scene:
    """Return the picture of what the hub says, or of waiting for it.

    Raises:
        ValueError: the hub's message is of another version: what it shows is unknown here.
    """
    if news.show is None:
        return moment.scene(look)
    try:
        return SCENES[news.show.game](news, look)
    except (LookupError, TypeError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise ValueError(f"a message that this version cannot show ({what})") from error


def due(news: News) -> int | None:
    """Return in how many ns (wall) time alone changes the picture, or None if it never does."""
    show = news.show
    if show is None:
        return None
    steps = list(_steps(news))
    if news.demo is not None:
        steps += _steps(news.demo)
        if show.running:
            steps.append(attract.TURN - news.at % attract.TURN)
    return -(-min(steps) // show.speed) if steps else None


def _steps(news: News) -> Iterator[int]:
    """Yield in how many ns (match time) the sand falls a step, and a second is over."""
    show = news.show
    glass = None if show is None else news.view["glass"]
    if show is None or not show.running or glass is None or "ends" not in glass:
        return
    left = glass["ends"] - news.at
    if left <= 0:
        return
    step = glass["whole"] // LEDS or 1
    yield left % step or step
    yield left % SECOND or SECOND
