"""Between matches: sitting down, choosing a game and its house rules, "go on?"."""

from __future__ import annotations

from device.screen.elements import Panel, Picture, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import attract, choices, common, how_to, podium, rules, seats
from device.screen.scenes.choices import Face
from device.screen.scenes.page import Page, Text, stack
from device.screen.scenes.rules import option_name, option_value
from device.screen.theme import BRASS, DEEP, INK, PAPER, SAND, WOOD

__all__ = ["face", "option_name", "option_value", "scene"]

_ICONS = {
    "how_to": "question",
    "language": "globe",
    "volume": "speaker",
    "bots": "bot",
    "seats": "hand",
    "clear": "cross",
}


def scene(news: News, look: Look) -> Scene:
    """Return the lobby's present page."""
    view = news.view
    match view["phase"]:
        case "attract":
            return attract.scene(news, look)
        case "podium" if view["last"] is not None:
            return podium.scene(news, look)
        case "how_to":
            return how_to.scene(news, look, view["chosen"], view["page"])
        case "rules":
            return rules.scene(news, look)
        case "rule":
            return rules.one(news, look)
    phase = view["phase"]
    icon = {"language": "globe", "seating": "hand"}.get(phase, "")
    page = common.page(f"lobby.{phase}", look, *words(news, look), news, icon=icon)
    _PAGES.get(phase, _ring)(page, news)
    return page.done()


def words(news: News, look: Look) -> tuple[str, str]:
    """Return the headline, and the line under it."""
    view = news.view
    phase = view["phase"]
    host = "" if view["host"] is None else common.place_name(look, view["host"] + 1)
    params: dict[str, object] = {"host": host, "game": look.game(view["chosen"])}
    note = view["problem"] or look.say(f"note.lobby.{phase}", **params)
    return look.say(f"phase.lobby.{phase}", **params, won=""), note


def face(news: News, look: Look, item: str) -> Face:
    """Return how an item of the lobby looks."""
    kind, _, value = item.partition(":")
    number = int(value) if value.isdigit() else 0
    params: dict[str, object] = {"value": value, "count": number}
    if kind in ("game", "how_to") and value:
        params["game"] = look.game(value)
    if kind == "language" and value:
        on = value == news.view["language"]
        return Face(look.say(f"language.{value}"), on=on, language=value)
    icon = "muted" if item == "volume:0" else _ICONS.get(kind, "")
    on = kind == "game" and value == news.view["chosen"]
    return Face(look.say(f"item.lobby.{kind}", **params), icon, on, bold=kind == "play")


def _ring(page: Page, news: News) -> None:
    """Show the six places as they lie around the box."""
    seats.places(page, news, page.body)


def _menu(page: Page, news: News) -> None:
    """Show who plays what, and the host's choices."""
    look, view = page.look, news.view
    foot = page.foot(look.px(0.52 if look.narrow else 0.29))
    found = common.items(news)
    choices.lay(page, news, foot, found, lambda item: face(news, look, item), first=True)
    if look.narrow:
        about = page.foot(page.body.h * 45 // 100)
    else:
        about = page.side(page.body.w * 42 // 100)
    seats.places(page, news, page.body)
    texts = [
        Text("chosen", look.game(view["chosen"]), 0.13, bold=True),
        Text("about", look.say(f"about.{view['chosen']}.game"), 0.058, SAND, 7),
    ]
    stack(page, about.inset(look.gap, 0), texts, align="centre" if look.narrow else "left")


def _choices(page: Page, news: News, area: Rect) -> None:
    _some(page, news, area, common.items(news))


def _list(page: Page, news: News) -> None:
    _choices(page, news, page.body.inset(page.look.px(0.03)))


def _games(page: Page, news: News) -> None:
    """Offer every game with a line on what it is."""
    look = page.look
    found = common.items(news)
    games = [item for item in found if item.startswith("game:")]
    others = [item for item in found if item not in games]
    foot = page.foot(look.px(0.13))
    _some(page, news, foot, others)
    for item, cell in zip(
        games, choices.grid(page.body, len(games), look.gap, look.h), strict=True
    ):
        name = item.partition(":")[2]
        page.add(choices.button(news, look, item, cell, ""))
        ink, ground = (INK, BRASS) if common.is_lit(news, item) else (PAPER, WOOD)
        texts = [
            Text(f"game:{name}", look.game(name), 0.09, ink, bold=True),
            Text(f"about:{name}", look.say(f"about.{name}.game"), 0.05, ink, 6),
        ]
        stack(page, cell.inset(look.px(0.03), look.gap), texts, ground=ground)


def _some(page: Page, news: News, area: Rect, items: list[str]) -> None:
    look = page.look
    choices.lay(page, news, area, items, lambda item: face(news, look, item))


def _go_on(page: Page, news: News) -> None:
    """Show who sat here, and what a tap and a hold do."""
    look, view = page.look, news.view
    foot = page.foot(look.px(0.36))
    seats.places(page, news, page.body)
    offers: dict[str, str] = next(iter(view["offers"].values()), {})
    verbs = sorted(offers.items(), reverse=True)
    cells = foot.columns(max(1, len(verbs)), look.gap)
    for (verb, offer), cell in zip(verbs, cells, strict=False):
        page.add(Panel(f"offer:{verb}", cell, DEEP, SAND, look.px(0.02)))
        inner = cell.inset(look.px(0.02))
        sign = inner.left(min(inner.h, inner.w // 3))
        page.add(Picture(f"sign:{verb}", sign.fit(1, 1), "icon.hand"))
        texts = [
            Text(f"verb:{verb}", look.say(f"verb.{verb}"), 0.08, PAPER, 1, True),
            Text(f"says:{verb}", look.say(f"offer.lobby.{offer}"), 0.06, SAND, 2),
        ]
        stack(page, inner.beside(sign.w + look.gap), texts, ground=DEEP)


_PAGES = {
    "lobby": _menu,
    "language": _list,
    "games": _games,
    "more": _list,
    "go_on": _go_on,
}
