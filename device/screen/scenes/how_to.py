"""How to play: a few pictures with one line each, twenty seconds in all."""

from __future__ import annotations

from device.screen.elements import Picture, Scene
from device.screen.look import Look, News
from device.screen.scenes import common, lobby


def scene(news: News, look: Look, game: str, number: int) -> Scene:
    """Return page ``number`` (from 0) of a game's how-to-play."""
    title = look.say("page.how_to", game=look.game(game), page=number + 1)
    page = common.page(f"how_to.{game}.{number}", look, title)
    foot = page.body.foot(look.px(0.14))
    area = page.body.above(foot.h + look.px(0.02))
    words = area.foot(look.px(0.2))
    page.add(Picture("picture", area.above(words.h + look.px(0.02)), f"{game}.{number + 1}"))
    line = look.say(f"how_to.{game}.{number + 1}")
    page.label("line", words, line, 0.085, lines=2, bold=True)
    items = common.items(news)
    lobby.choices(page, news, foot, items, lambda item: look.say(f"item.how_to.{item}"))
    return page.done()
