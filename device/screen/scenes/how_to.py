"""How to play: a few pictures with one line each, twenty seconds in all."""

from __future__ import annotations

from device.screen.elements import Picture, Scene
from device.screen.look import Look, News
from device.screen.scenes import choices, common
from device.wire import HOW_TO_PAGES


def scene(news: News, look: Look, game: str, number: int) -> Scene:
    """Return page ``number`` (from 0) of a game's how-to-play."""
    counted = f"{number + 1}/{HOW_TO_PAGES}"
    title = look.say("page.how_to", game=look.game(game), page=counted)
    page = common.page(f"how_to.{game}.{number}", look, title, "", news, tall=0.13)
    foot = page.foot(look.px(0.13))
    words = page.foot(look.px(0.36 if look.narrow else 0.19))
    page.add(Picture("picture", page.body, f"{game}.{number + 1}"))
    line = look.say(f"how_to.{game}.{number + 1}")
    page.label("line", words, line, 0.08, lines=5, bold=True)
    choices.lay(
        page,
        news,
        foot,
        common.items(news),
        lambda item: choices.Face(look.say(f"item.how_to.{item}")),
    )
    return page.done()
