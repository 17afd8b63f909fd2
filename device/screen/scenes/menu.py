"""The table menu: the match stands still until the table goes on."""

from __future__ import annotations

from typing import Any

from device.screen.elements import Panel, Scene
from device.screen.look import Look, News
from device.screen.scenes import common, how_to
from device.screen.scenes.common import Page
from device.screen.scenes.lobby import choices
from device.screen.theme import BRASS, DEEP, PAPER, SAND


def scene(news: News, look: Look) -> Scene:
    """Return the menu's present page."""
    view = news.view
    if view["phase"] == "how_to":
        return how_to.scene(news, look, view["paused"], view["page"])
    page = common.page(f"menu.{view['phase']}", look, *_words(news, look))
    common.glass(page, news)
    area = page.body.inset(look.px(0.05), look.px(0.03))
    if view["phase"] == "vote":
        _votes(page, news)
    else:
        choices(page, news, area, common.items(news), lambda item: word(news, look, item))
    return page.done()


def _words(news: News, look: Look) -> tuple[str, str]:
    view = news.view
    asked = view["asked"] or view["refused"]
    params: dict[str, object] = {
        "asked": word(news, look, asked) if asked else "",
        "by": common.place_name(look, view["by"] + 1),
        "game": look.game(view["paused"]),
    }
    note = "refused" if view["refused"] else view["phase"]
    return look.say(f"phase.menu.{view['phase']}", **params), look.say(
        f"note.menu.{note}", **params
    )


def word(news: News, look: Look, item: str) -> str:
    """Return an item of the menu, or of the game below it, in words."""
    kind, _, value = item.partition(":")
    if kind == "menu":
        return look.say(f"item.{news.view['paused']}.{value}")
    if kind == "language" and value:
        return look.say(f"language.{value}")
    if kind == "leave" and value:
        return look.say("item.menu.leave_of", place=common.place_name(look, int(value) + 1))
    number = int(value) if value.isdigit() else 0
    return look.say(f"item.menu.{kind}", value=value, count=number)


def _votes(page: Page, news: News) -> None:
    """Show who has agreed, and who has still to speak."""
    look, view = page.look, news.view
    said: list[tuple[int, str]] = [(seat, "agrees") for seat in view["agreed"]]
    said += [(int(seat), "thinks") for seat in view["offers"]]
    area = page.body.inset(look.px(0.05), look.px(0.08))
    for (seat, what), cell in zip(said, area.columns(max(1, len(said)), 8), strict=False):
        page.add(Panel(f"voter:{seat}", cell, DEEP, BRASS if what == "agrees" else None, 8))
        inner = cell.inset(look.px(0.02))
        common.seat_mark(page, f"seat:{seat}", inner.top(inner.h * 6 // 10), seat + 1, "here")
        style: dict[str, Any] = {"ground": DEEP, "colour": PAPER if what == "agrees" else SAND}
        words = inner.below(inner.h * 6 // 10)
        page.label(f"says:{seat}", words, look.say(f"page.{what}"), 0.06, lines=2, **style)
