"""What every page is made of: the bar with its two lines, buttons, texts under one another."""

from __future__ import annotations

from device import art
from device.screen import type as letters
from device.screen.elements import Panel, Picture, Rect
from device.screen.look import Look, News
from device.screen.scenes.page import Page, Text, stack
from device.screen.theme import BRASS, DEEP, PAPER, SAND, WOOD


def page(
    name: str,
    look: Look,
    headline: str,
    note: str = "",
    news: News | None = None,
    *,
    tall: float = 0.19,
    tools: float = 0,
    icon: str = "",
) -> Page:
    """Return a page with its bar: the headline, the smaller line under it, and what is amiss.

    Args:
        name: of the scene.
        look: how to show it.
        headline: what goes on.
        note: who does what.
        news: what the hub says; None without a hub.
        tall: height of the bar, a part of the shorter side.
        tools: part of the bar's width that is kept free at its right end.
        icon: a sign at the left end of the bar, or "".
    """
    gap = look.gap
    frame = art.frame((look.w, look.h)) + max(3, look.px(0.012))
    whole = Rect(0, 0, look.w, look.h).inset(frame)
    bar = whole.top(look.px(max(tall, 0.22) if look.narrow and note else tall))
    made = Page(name, look, whole.below(bar.h + gap))
    made.add(Panel("bar", bar, WOOD, None, look.px(0.02)))
    words = bar.inset(look.px(0.022), max(2, look.px(0.008)))
    words = words.before(round(words.w * tools))
    words = _badges(made, words, news)
    if icon:
        side = min(words.h, look.px(0.1))
        made.add(Picture("sign", words.left(side).middle(side, side), f"icon.{icon}"))
        words = words.beside(side + gap)
    texts = [
        Text("headline", headline, 0.08, PAPER, 2, True),
        Text("note", note, 0.052, SAND, 3 if look.narrow else 2),
    ]
    stack(made, words, texts, ground=WOOD, align="left")
    return made


def _badges(page: Page, words: Rect, news: News | None) -> Rect:
    """Say at the right of the bar what is amiss; return what is left of it."""
    show, look = None if news is None else news.show, page.look
    if show is None or news is None:
        return words
    over = news.view["phase"] in ("over", "done")
    halted = not show.running and not over and show.game not in ("lobby", "menu")
    badges = [("not_saved", "plug", look.say("page.not_saved"))] if not show.saved else []
    badges += [("paused", "pause", look.say("page.paused"))] if halted else []
    if not badges:
        return words
    h = min(look.px(0.1), (words.h + 2) // 2 - 2)
    texts = [letters.width(text, look.px(0.045), look.language) for _, _, text in badges]
    wide = min(max(texts) + 2 * h, words.w // 2)
    column = words.right_of(wide).middle(wide, len(badges) * (h + 2) - 2)
    for (key, icon, text), rect in zip(badges, column.rows(len(badges), 2), strict=True):
        page.add(Panel(f"badge:{key}", rect, DEEP, BRASS, h // 4))
        inner = rect.inset(h // 4, 3)
        page.add(Picture(f"sign:{key}", inner.left(inner.h), f"icon.{icon}"))
        box = inner.beside(inner.h + h // 8)
        page.label(f"says:{key}", box, text, 0.045, ground=DEEP, align="left")
    return words.before(wide + look.gap)


def place_name(look: Look, place: int) -> str:
    """Return "Place 3"."""
    return look.say("page.place", place=place)


def names(look: Look, places: list[int]) -> str:
    """Return "Place 1, Place 3 and Place 5"."""
    said = [place_name(look, place) for place in places]
    if len(said) < 2:
        return "".join(said)
    return look.say("page.and", first=look.say("page.comma").join(said[:-1]), last=said[-1])


def number(value: int) -> str:
    """Return a whole number; Noto Sans has no minus sign, so an en dash stands for it."""
    return str(value).replace("-", "\N{EN DASH}")


def decimal(look: Look, value: float) -> str:
    """Return a number with one decimal, as the language writes it."""
    return f"{value:.1f}".replace(".", look.say("page.decimal"))


def item_seat(news: News, item: str) -> int | None:
    """Return the one seat that may choose ``item``; None if several or none may."""
    able = [int(seat) for seat, items in news.view["choosing"].items() if item in items]
    return able[0] if len(able) == 1 else None


def is_lit(news: News, item: str) -> bool:
    """Return whether the walk stands on ``item`` or on its row."""
    walk = None if news.show is None else news.show.walk
    return walk is not None and item in walk.items


def items(news: News) -> list[str]:
    """Return every item that somebody may choose, once, in the order of the offers."""
    found = [item for items in news.view["choosing"].values() for item in items]
    return list(dict.fromkeys(found))
