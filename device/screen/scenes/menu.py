"""The table menu: the match stands still until the table goes on."""

from __future__ import annotations

from device.screen.elements import Scene
from device.screen.look import Look, News
from device.screen.scenes import choices, common, how_to, seats
from device.screen.scenes.choices import Face
from device.screen.scenes.page import Page, Text
from device.screen.theme import BRASS, PAPER, SAND, WOOD

_ICONS = {
    "how_to": "question",
    "language": "globe",
    "volume": "speaker",
    "end": "cross",
    "leave": "hand",
}


def scene(news: News, look: Look) -> Scene:
    """Return the menu's present page."""
    view = news.view
    if view["phase"] == "how_to":
        return how_to.scene(news, look, view["paused"], view["page"])
    name = f"menu.{view['phase']}"
    page = common.page(name, look, *_words(news, look), news, icon="pause")
    if view["phase"] == "vote":
        _votes(page, news)
    else:
        area = page.body.inset(look.px(0.03))
        choices.lay(page, news, area, common.items(news), lambda item: face(news, look, item))
    return page.done()


def _words(news: News, look: Look) -> tuple[str, str]:
    """Return the headline, and the line under it."""
    view = news.view
    asked = view["asked"] or view["refused"]
    params: dict[str, object] = {
        "asked": face(news, look, asked).text if asked else "",
        "by": common.place_name(look, view["by"] + 1),
        "game": look.game(view["paused"]),
    }
    note = "refused" if view["refused"] else view["phase"]
    return look.say(f"phase.menu.{view['phase']}", **params), look.say(
        f"note.menu.{note}", **params
    )


def face(news: News, look: Look, item: str) -> Face:
    """Return how an item of the menu, or of the game below it, looks."""
    kind, _, value = item.partition(":")
    icon = "muted" if item == "volume:0" else _ICONS.get(kind, "")
    if kind == "menu":
        return Face(look.say(f"item.{news.view['paused']}.{value}"))
    if kind == "language" and value:
        on = value == news.view["language"]
        return Face(look.say(f"language.{value}"), on=on, language=value)
    if kind == "leave" and value:
        place = common.place_name(look, int(value) + 1)
        return Face(look.say("item.menu.leave_of", place=place))
    number = int(value) if value.isdigit() else 0
    return Face(look.say(f"item.menu.{kind}", value=value, count=number), icon)


def _votes(page: Page, news: News) -> None:
    """Show who has agreed, and who has still to speak."""
    look, view, show = page.look, news.view, news.show
    assert show is not None
    column = page.foot(look.px(0.08)) if look.narrow else page.side(look.px(0.09))
    seats.glass(page, news, column)
    said: list[tuple[int, str]] = [(seat, "agrees") for seat in view["agreed"]]
    said += [(int(seat), "thinks") for seat in view["offers"]]
    cells = choices.grid(page.body, len(said), look.gap, look.px(0.6))
    for (seat, what), rect in zip(sorted(said), cells, strict=True):
        agrees = what == "agrees"
        text = look.say("page.longer") if show.hold == seat else look.say(f"page.{what}")
        words = [Text(f"says:{seat}", text, 0.06, PAPER if agrees else SAND, 3, agrees)]
        mood = "active" if agrees else "here"
        seats.cell(page, str(seat), rect, BRASS if agrees else WOOD, (seat + 1, mood), words)
