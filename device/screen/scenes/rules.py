"""House rules: all of them on one page, and one page for each."""

from __future__ import annotations

from device.screen import type as letters
from device.screen.elements import Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import choices, common
from device.screen.scenes.choices import Face
from device.screen.scenes.page import Page, Text, fitting, stack
from device.screen.theme import BRASS, INK, PAPER, SAND, WOOD

_SIZE = 0.05


def option_name(look: Look, game: str, name: str) -> str:
    """Return an option in plain words."""
    return look.say(f"option.{game}.{name}")


def option_value(look: Look, game: str, name: str, value: object) -> str:
    """Return a value of an option in plain words: its own, by its number, or yes and no."""
    text = str(value).lower()
    keys = [f"value.{game}.{name}.{text}", f"value.{game}.{name}", f"value.{text}"]
    return look.say_first(keys, count=int(text) if text.lstrip("-").isdigit() else 0)


def scene(news: News, look: Look) -> Scene:
    """Return the house rules with their values, in columns that the walk goes over."""
    view = news.view
    title = look.say("phase.lobby.rules", game=look.game(view["chosen"]))
    tools = 0.45 if look.narrow else 0.56
    page = common.page("lobby.rules", look, title, "", news, tall=0.125, tools=tools)
    bar = page.elements[0].rect.inset(1)
    bar = bar.right_of(round(bar.w * tools) - look.gap)
    others = [item for item in common.items(news) if not item.startswith("rule:")]
    names = list(view["options"])
    cells, inner = _cells(page, len(names) + look.narrow)
    if look.narrow:
        _others(page, news, cells[-1], others[1:])
        others = others[:1]
    _others(page, news, bar, others)
    texts = [_texts(news, look, name) for name in names]
    size = _size(look, inner, texts)
    for name, cell, box, row in zip(names, cells, inner, texts, strict=False):
        item = f"rule:{name}"
        page.add(choices.button(news, look, item, cell, ""))
        ground = BRASS if common.is_lit(news, item) else WOOD
        part = (size + 0.4) / min(look.w, look.h)
        stack(page, box, [text._replace(size=part) for text in row], ground=ground, align="left")
    return page.done()


def _cells(page: Page, n: int) -> tuple[list[Rect], list[Rect]]:
    """Return where ``n`` rules go, and where their words go: rows that the walk crosses."""
    look = page.look
    across = 2 if look.narrow else 3
    rows = page.body.rows(-(-n // across), look.gap if look.h > 400 else 3)
    cells = [cell for row in rows for cell in row.columns(across, look.gap)][:n]
    return cells, [cell.inset(max(5, look.gap), 2) for cell in cells]


def _size(look: Look, boxes: list[Rect], texts: list[list[Text]]) -> int:
    """Return the largest letters (px) in which all the rules fit."""
    for size in range(look.px(_SIZE), letters.SMALLEST, -1):
        rows = zip(boxes, texts, strict=False)
        if all(_fits(look, box, row, size) for box, row in rows):
            return size
    return letters.SMALLEST


def _fits(look: Look, box: Rect, texts: list[Text], size: int) -> bool:
    part = (size + 0.4) / min(look.w, look.h)
    fits = fitting(look, box, [text._replace(size=part) for text in texts])
    return bool(fits) and all(fit.size == size for fit in fits)


def _texts(news: News, look: Look, name: str) -> list[Text]:
    """Return a rule's name and its value."""
    view = news.view
    lit = common.is_lit(news, f"rule:{name}")
    title = option_name(look, view["chosen"], name)
    value = option_value(look, view["chosen"], name, view["options"][name])
    return [
        Text(
            f"option:{name}",
            title,
            _SIZE,
            INK if lit else PAPER,
            3,
        ),
        Text(f"value:{name}", value, _SIZE, INK if lit else SAND, 3, True),
    ]


def _others(page: Page, news: News, area: Rect, items: list[str]) -> None:
    look = page.look

    def face(item: str) -> Face:
        return Face(look.say(f"item.lobby.{item}"))

    choices.lay(page, news, area, items, face, size=0.05)


def one(news: News, look: Look) -> Scene:
    """Return the page of one house rule: what it does, how it stands, what it may be."""
    view = news.view
    game, name = view["chosen"], view["rule"]
    now = str(view["options"][name]).lower()
    title = option_name(look, game, name)
    page = common.page("lobby.rule", look, title, "", news, tall=0.15)
    foot = page.foot(look.px(0.55 if look.narrow else 0.42))
    shown = look.say("page.now", value=option_value(look, game, name, now))
    texts = [
        Text("about", look.say(f"about.{game}.{name}"), 0.065, SAND, 6),
        Text("now", shown, 0.085, BRASS, 2, True),
    ]
    stack(page, page.body.inset(look.px(0.04), look.gap), texts)

    def face(item: str) -> Face:
        kind, _, value = item.partition(":")
        if kind != "value":
            return Face(look.say(f"item.lobby.{kind}"))
        return Face(option_value(look, game, name, value), on=value == now)

    choices.lay(page, news, foot, common.items(news), face)
    return page.done()
