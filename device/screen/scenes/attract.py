"""Attract: bots play, under a band that says how to sit down, by turns with the box's name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from device.screen.elements import Button, Label, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import common, seats
from device.screen.scenes.page import Page
from device.screen.theme import BRASS, FELT

TURN = 6_000_000_000
"""How long (ns) each of the band's two texts stands."""
_BAND = frozenset({"bar", "headline", "note"})


def scene(news: News, look: Look) -> Scene:
    """Return the table in attract."""
    demo = news.demo
    if demo is None:
        return _empty(news, look)
    game = play(demo, look)
    named = news.at // TURN % 2 == 1
    if named:
        titles = look.game(demo.view["game"]), look.say("page.bot_plays")
        band = look.say("page.title"), " · ".join(titles)
    else:
        band = look.say("phase.lobby.attract"), look.say("note.lobby.attract")
    bar = next(each.rect for each in game.elements if each.key == "bar")
    icon = "bot" if named else "hand"
    page = common.page("lobby.attract", look, *band, news, tall=bar.h / look.px(1), icon=icon)
    page.add(
        *(each for each in game.elements if each.key not in _BAND and not isinstance(each, Button))
    )
    return Scene(f"lobby.attract.{game.name}", tuple(page.elements), game.leaving, game.arriving)


def play(demo: News, look: Look) -> Scene:
    """Return the picture of the bots' match, drawn by the game's own scene."""
    module: Any = import_module(f"device.screen.scenes.{demo.view['game']}")
    made: Scene = module.scene(demo, look)
    return made


def _empty(news: News, look: Look) -> Scene:
    """Return the name of the box over the six places."""
    words = look.say("phase.lobby.attract"), look.say("note.lobby.attract")
    page = common.page("lobby.attract", look, *words, news, icon="hand")
    upper = page.body.top(page.body.h * 32 // 100)
    _logo(page, upper)
    page.body = page.body.below(upper.h + look.gap)
    seats.places(page, news, page.body)
    return page.done()


def _logo(page: Page, rect: Rect) -> None:
    look = page.look
    title = look.say("page.title")
    page.add(Label("logo", rect, title, look.px(0.2), BRASS, FELT, look.language, "centre", True))
