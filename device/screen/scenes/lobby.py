"""Between matches: sitting down, choosing a game and its house rules, "go on?"."""

from __future__ import annotations

from typing import Any

from device.screen.elements import Label, Panel, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import common, how_to, podium
from device.screen.scenes.common import Page
from device.screen.theme import BRASS, DEEP, FELT, PAPER, QUIET, SAND, WOOD

PLACES = 6
_RING = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
"""Column and row of places 1 to 6: clockwise, as they lie around the box."""


def scene(news: News, look: Look) -> Scene:
    """Return the lobby's present page."""
    phase = news.view["phase"]
    if phase == "podium" and news.view["last"] is not None:
        return podium.scene(news, look)
    if phase == "how_to":
        return how_to.scene(news, look, news.view["how_to"], news.view["page"])
    page = common.page(f"lobby.{phase}", look, *_words(news, look))
    _PAGES.get(phase, _ring)(page, news)
    return page.done()


def _words(news: News, look: Look) -> tuple[str, str]:
    """Return the headline, and the line under it."""
    view = news.view
    phase = view["phase"]
    host = "" if view["host"] is None else common.place_name(look, view["host"] + 1)
    rule = option_name(look, view["chosen"], view["rule"]) if view["rule"] else ""
    params: dict[str, object] = {
        "host": host,
        "game": look.game(view["chosen"]),
        "rule": rule,
        "won": "",
    }
    note = view["problem"] or look.say(f"note.lobby.{phase}", **params) if phase != "rule" else ""
    return look.say(f"phase.lobby.{phase}", **params), note


def _ring(page: Page, news: News) -> None:
    """Show the six places as they lie around the box."""
    _places(page, news, page.body.inset(page.look.px(0.02)))


def _places(page: Page, news: News, area: Rect) -> None:
    look, view = page.look, news.view
    columns = area.columns(3, look.px(0.03))
    bots = [seat for seat in range(PLACES) if not view["taken"][seat]][: view["bots"]]
    for seat, (column, row) in enumerate(_RING):
        cell = columns[column].rows(2, look.px(0.03))[row]
        taken, host = view["taken"][seat], view["host"] == seat
        bot = seat in bots and view["phase"] == "lobby"
        kind = "host" if host else "taken" if taken else "bot" if bot else "free"
        rim = BRASS if host else (SAND if taken else QUIET)
        page.add(Panel(f"place:{seat}", cell, DEEP, rim, look.px(0.03)))
        inner = cell.inset(look.px(0.02))
        mark = inner.left(min(inner.h, inner.w * 45 // 100))
        mood = "here" if taken else "bot" if bot else "free"
        common.seat_mark(page, f"seat:{seat}", mark, seat + 1, mood)
        words = inner.beside(mark.w + look.px(0.02))
        colour = BRASS if host else (PAPER if taken else SAND)
        page.label(
            f"who:{seat}",
            words,
            look.say(f"page.{kind}"),
            0.065,
            colour=colour,
            ground=DEEP,
            align="left",
            bold=taken,
        )


def _menu(page: Page, news: News) -> None:
    """Show who plays what, and the host's choices."""
    look, view = page.look, news.view
    foot = page.body.foot(look.px(0.3))
    upper = page.body.above(foot.h + look.px(0.02))
    wide = upper.w * 55 // 100
    _places(page, news, upper.left(wide))
    words = upper.beside(wide + look.px(0.03))
    page.label(
        "chosen", words.top(words.h // 3), look.game(view["chosen"]), 0.13, bold=True, align="left"
    )
    about = look.say(f"about.{view['chosen']}.game")
    page.label("about", words.below(words.h // 3), about, 0.058, lines=5, colour=SAND, align="left")
    choices(page, news, foot, common.items(news), lambda item: word(news, look, item))


def choices(page: Page, news: News, area: Rect, items: list[str], say: Any) -> None:
    """Lay choices out as buttons, in rows that the walk goes over column by column."""
    look = page.look
    stops = common.stops(news, look)
    n = len(items) + len(stops)
    if not n:
        return
    across = n if n <= 4 else -(-n // 2) if n <= 8 else -(-n // 3)
    down = -(-n // across)
    cells = [
        cell
        for row in area.rows(down, look.px(0.015))
        for cell in row.columns(across, look.px(0.015))
    ]
    for item, cell in zip(items, cells, strict=False):
        page.add(common.button(news, look, item, cell, say(item), size=0.06))
    for (key, text, lit), cell in zip(stops, cells[len(items) :], strict=False):
        common.stop(page, key, cell, text, lit)


def word(news: News, look: Look, item: str) -> str:
    """Return an item of the lobby in words."""
    kind, _, value = item.partition(":")
    number = int(value) if value.isdigit() else 0
    params: dict[str, object] = {"value": value, "count": number}
    if kind in ("game", "how_to") and value:
        params["game"] = look.game(value)
    if kind == "language" and value:
        return look.say(f"language.{value}")
    return look.say(f"item.lobby.{kind}", **params)


def _rules(page: Page, news: News) -> None:
    """List the house rules with their values; what stands below is "done" and "defaults"."""
    look, view = page.look, news.view
    foot = page.body.foot(look.px(0.13))
    area = page.body.above(foot.h + look.px(0.02))
    names = list(view["options"])
    across = 2
    down = -(-len(names) // across)
    cells = [
        cell
        for column in area.columns(across, look.px(0.02))
        for cell in column.rows(down, look.px(0.008))
    ]
    for name, cell in zip(names, cells, strict=False):
        _rule_row(page, news, name, cell)
    others = [item for item in common.items(news) if not item.startswith("rule:")]
    choices(page, news, foot, others, lambda item: word(news, look, item))


def _rule_row(page: Page, news: News, name: str, cell: Rect) -> None:
    look, view = page.look, news.view
    page.add(common.button(news, look, f"rule:{name}", cell, "", size=0.05))
    inner = cell.inset(look.px(0.02), 0)
    half = inner.w * 62 // 100
    style: dict[str, Any] = {"ground": WOOD, "lines": 2}
    text = option_name(look, view["chosen"], name)
    page.label(f"option:{name}", inner.left(half), text, 0.046, align="left", **style)
    value = option_value(look, view["chosen"], name, view["options"][name])
    page.label(
        f"value:{name}", inner.beside(half), value, 0.046, align="right", colour=SAND, **style
    )


def _rule(page: Page, news: News) -> None:
    """Explain one house rule and offer its values."""
    look, view = page.look, news.view
    game, name = view["chosen"], view["rule"]
    now = str(view["options"][name]).lower()
    area = page.body.inset(look.px(0.04), look.px(0.02))
    about = area.top(area.h * 45 // 100)
    page.label("about", about, look.say(f"about.{game}.{name}"), 0.065, lines=4, colour=SAND)
    values = common.items(news)
    below = area.below(about.h)
    cells = [
        cell
        for row in below.rows(2 if len(values) > 3 else 1, look.px(0.02))
        for cell in row.columns(-(-len(values) // (2 if len(values) > 3 else 1)), look.px(0.02))
    ]
    for item, cell in zip(values, cells, strict=False):
        kind, _, value = item.partition(":")
        text = option_value(look, game, name, value) if kind == "value" else word(news, look, item)
        page.add(common.button(news, look, item, cell, text, on=kind == "value" and value == now))


def option_name(look: Look, game: str, name: str) -> str:
    """Return an option in plain words."""
    return look.say(f"option.{game}.{name}")


def option_value(look: Look, game: str, name: str, value: object) -> str:
    """Return a value of an option in plain words: its own, by its number, or yes and no."""
    text = str(value).lower()
    keys = [f"value.{game}.{name}.{text}", f"value.{game}.{name}", f"value.{text}"]
    return look.say_first(keys, count=int(text) if text.lstrip("-").isdigit() else 0)


def _attract(page: Page, news: News) -> None:
    """Show the name of the box over the six places, until the bots play."""
    look = page.look
    upper = page.body.top(page.body.h // 3)
    page.add(
        Label(
            "logo", upper, look.say("page.title"), look.px(0.2), BRASS, FELT, "en", "centre", True
        )
    )
    _places(page, news, page.body.below(upper.h))


def _list(page: Page, news: News) -> None:
    look = page.look
    area = page.body.inset(look.px(0.05), look.px(0.03))
    choices(page, news, area, common.items(news), lambda item: word(news, look, item))


_PAGES = {
    "attract": _attract,
    "lobby": _menu,
    "rules": _rules,
    "rule": _rule,
    "language": _list,
    "games": _list,
    "more": _list,
}
