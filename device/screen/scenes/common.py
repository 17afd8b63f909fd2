"""What every page is made of: the bar with its two lines, buttons, texts under one another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from device import art
from device.screen import type as letters
from device.screen.elements import Align, Button, Element, Label, Panel, Picture, Rect, Scene
from device.screen.look import Look, News
from device.screen.theme import BRASS, DEEP, FELT, PAPER, SAND, WOOD, Colour

MANY = 6
"""More items than this are walked by rows, every third in one."""
ROWS = 3
_STEPS = 24
"""In how many steps texts under one another shrink from their size to the smallest letters."""


@dataclass
class Page:
    """A page under construction.

    Attributes:
        name: of the scene.
        body: what is left for the page's own things.
        elements: so far, from back to front.
        leaving, arriving: see ``Scene``.
    """

    name: str
    look: Look
    body: Rect
    elements: list[Element] = field(default_factory=list)
    leaving: dict[str, Rect] = field(default_factory=dict)
    arriving: dict[str, Rect] = field(default_factory=dict)

    def add(self, *elements: Element) -> None:
        """Put elements on top."""
        self.elements += elements

    def label(self, key: str, rect: Rect, text: str, size: float, **style: object) -> None:
        """Put words on the felt; ``size`` is a part of the shorter side (see ``Look.px``)."""
        kept = {"colour": PAPER, "ground": FELT, "language": self.look.language} | style
        self.add(Label(key, rect, text, self.look.px(size), **kept))  # type: ignore[arg-type]

    def foot(self, h: int) -> Rect:
        """Cut the lowest ``h`` px off the body, and a gap; return them."""
        foot = self.body.foot(h)
        self.body = self.body.above(h + self.look.gap)
        return foot

    def side(self, w: int) -> Rect:
        """Cut the rightmost ``w`` px off the body, and a gap; return them."""
        side = self.body.right_of(w)
        self.body = self.body.before(w + self.look.gap)
        return side

    def done(self) -> Scene:
        """Return the scene."""
        return Scene(self.name, tuple(self.elements), self.leaving, self.arriving)


class Text(NamedTuple):
    """Words in a stack; ``size`` is a part of the shorter side, at the most."""

    key: str
    text: str
    size: float
    colour: Colour = PAPER
    lines: int = 1
    bold: bool = False


def stack(
    page: Page,
    rect: Rect,
    texts: Iterable[Text],
    *,
    ground: Colour = FELT,
    align: Align = "centre",
    spare: int = 0,
) -> None:
    """Put texts under one another in the middle of ``rect``, as large as all of them fit.

    ``spare`` of them, the last first, are left out where there is no room for all.
    """
    look = page.look
    shown = [text for text in texts if text.text]
    fits = fitting(look, rect, shown)
    while not fits and spare > 0 and len(shown) > 1:
        shown, spare = shown[:-1], spare - 1
        fits = fitting(look, rect, shown)
    fits = fits or [_fitted(look, rect, text, letters.SMALLEST) for text in shown]
    talls = [_tall(fit) for fit in fits]
    room = max(0, rect.h - sum(talls))
    between = min(room // (len(shown) + 1), look.px(0.025)) if len(shown) > 1 else 0
    y = rect.y + max(0, room - between * (len(shown) - 1)) // 2
    for text, fit, tall in zip(shown, fits, talls, strict=True):
        box = Rect(rect.x, y, rect.w, tall)
        page.add(
            Label(
                text.key, box, text.text, fit.size, text.colour, ground, look.language, align,
                text.bold, text.lines,
            )  # fmt: skip
        )
        y += tall + between


def fitting(look: Look, rect: Rect, texts: list[Text]) -> list[letters.Fitted]:
    """Return texts in the largest letters in which all fit under one another; [] if none do."""
    air = max(2, look.px(0.009)) * (len(texts) - 1)
    for step in range(_STEPS, -1, -1):
        fits = [_fitted(look, rect, text, _between(look.px(text.size), step)) for text in texts]
        if sum(map(_tall, fits)) + air <= rect.h and all(fit.whole for fit in fits):
            return fits
    return []


def _fitted(look: Look, rect: Rect, text: Text, size: int) -> letters.Fitted:
    language, bold = look.language, text.bold
    return letters.fitted(text.text, rect.w, look.h, size, text.lines, language, bold)


def _between(most: int, step: int) -> int:
    least = letters.SMALLEST
    return max(least, least + round((most - least) * step / _STEPS))


def _tall(fit: letters.Fitted) -> int:
    """Return how tall a text is in px; the air below its last line does not count."""
    return math.ceil(max(1, len(fit.lines)) * fit.size * letters.LEADING - fit.size * 0.25)


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
        Text("note", note, 0.052, SAND, 2),
    ]
    stack(made, words, texts, ground=WOOD, align="left")
    return made


def _badges(page: Page, words: Rect, news: News | None) -> Rect:
    """Say at the right of the bar what is amiss; return what is left of it."""
    show = None if news is None else news.show
    if show is None or news is None:
        return words
    over = news.view["phase"] in ("over", "done")
    halted = not show.running and not over and show.game not in ("lobby", "menu")
    for there, key, icon, text in (
        (not show.saved, "not_saved", "plug", page.look.say("page.not_saved")),
        (halted, "paused", "pause", page.look.say("page.paused")),
    ):
        if there:
            words = _badge(page, words, key, icon, text)
    return words


def _badge(page: Page, words: Rect, key: str, icon: str, text: str) -> Rect:
    look = page.look
    h = min(words.h, look.px(0.1))
    wide = letters.width(text, look.px(0.045), look.language) + 2 * h
    wide = min(max(wide, look.px(0.2)), words.w // 2)
    badge = words.right_of(wide).middle(wide, h)
    page.add(Panel(f"badge:{key}", badge, DEEP, BRASS, h // 4))
    inner = badge.inset(h // 5, h // 6)
    page.add(Picture(f"sign:{key}", inner.left(inner.h), f"icon.{icon}"))
    box = inner.beside(inner.h + h // 8)
    page.label(f"says:{key}", box, text, 0.045, ground=DEEP, align="left", lines=2)
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


def button(
    news: News,
    look: Look,
    item: str,
    rect: Rect,
    text: str,
    *,
    size: float = 0.06,
    on: bool = False,
    lines: int = 2,
    quiet: bool = False,
    icon: str = "",
    language: str = "",
    bold: bool = False,
) -> Button:
    """Return a choice as a button; a ``quiet`` one has no face of its own (a card lies on it)."""
    return Button(
        f"item:{item}",
        rect,
        item if item in items(news) else "",
        text,
        look.px(size),
        language or look.language,
        item_seat(news, item),
        is_lit(news, item) and not quiet,
        on,
        lines,
        quiet,
        icon,
        bold,
    )


def stops(news: News, look: Look) -> list[tuple[str, str, bool]]:
    """Return the stops of the walk that are no item, as (key, words, lit): offers, and "back"."""
    show = news.show
    walk = None if show is None else show.walk
    if show is None or walk is None:
        return []
    offers = news.view["offers"].get(str(walk.seat), {})
    found = [
        (verb, look.say(f"offer.{show.game}.{offers[verb]}"), walk.verb == verb)
        for verb in ("tap", "hold")
        if verb in offers
    ]
    if walk.verb is None and not walk.items:
        found.append(("back", look.say("page.back"), True))
    return found


def stop(page: Page, key: str, rect: Rect, text: str, lit: bool) -> None:
    """Put a stop of the walk that nobody can touch."""
    look = page.look
    page.add(
        Button(f"stop:{key}", rect, "", text, look.px(0.055), look.language, None, lit, False, 2)
    )


class Face(NamedTuple):
    """How a choice looks as a button."""

    text: str
    icon: str = ""
    on: bool = False
    language: str = ""
    bold: bool = False


def choices(
    page: Page,
    news: News,
    area: Rect,
    items: list[str],
    face: Callable[[str], Face],
    *,
    size: float = 0.06,
    most: float = 0.34,
    first: bool = False,
) -> None:
    """Lay choices, and the walk's other stops, out as buttons that fill ``area``.

    Args:
        page: where to put them.
        news: what the hub says.
        area: where they go.
        items: what can be chosen, in the order of the walk.
        face: how an item looks.
        size: of the letters at the most, a part of the shorter side.
        most: height of a button at the most, a part of the shorter side.
        first: a shorter row comes first, because the first item is the likeliest.
    """
    look = page.look
    others = stops(news, look)
    lay = walked if len(items) > MANY else grid
    cells = lay(area, len(items) + len(others), look.gap, look.px(most), first)
    for item, cell in zip(items, cells, strict=False):
        text, icon, on, language, bold = face(item)
        page.add(
            button(
                news, look, item, cell, text, size=size, icon=icon, on=on, language=language,
                bold=bold,
            )  # fmt: skip
        )
    for (key, text, lit), cell in zip(others, cells[len(items) :], strict=True):
        stop(page, key, cell, text, lit)


def grid(area: Rect, n: int, gap: int, most: int, first: bool = False) -> list[Rect]:
    """Return ``n`` cells in rows that fill the width; in a shorter row they are wider.

    Args:
        area: where.
        n: how many.
        gap: px between them.
        most: height of a cell at the most, in px; what is left stays above and below.
        first: the shorter rows are the first ones, not the last.
    """
    if n == 0:
        return []
    downs = range(1, n + 1)
    down = max(downs, key=lambda down: _roomy(area, -(-n // down), down, gap, most))
    few, more = divmod(n, down)
    counts = [few + 1] * more + [few] * (down - more)
    return _rows(area, counts[::-1] if first else counts, gap, most)


def walked(area: Rect, n: int, gap: int, most: int, first: bool = False) -> list[Rect]:
    """Return ``n`` cells in three rows, every third item in one, as the walk goes over many.

    What is left over stands in a row of its own.
    """
    across, rest = divmod(n, ROWS)
    rows = _rows(area, [across] * ROWS + [rest] * bool(rest), gap, most)
    by_column = [rows[row * across + column] for column in range(across) for row in range(ROWS)]
    return by_column + rows[across * ROWS :]


def _rows(area: Rect, counts: list[int], gap: int, most: int) -> list[Rect]:
    down = len(counts)
    block = area.middle(area.w, min(area.h, down * (most + gap) - gap))
    rows = zip(counts, block.rows(down, gap), strict=True)
    return [cell for count, row in rows for cell in row.columns(count, gap)]


def _roomy(area: Rect, across: int, down: int, gap: int, most: int) -> float:
    """Return how large words can be in the cells of a grid."""
    w = (area.w - gap * (across - 1)) / across
    h = min(most, (area.h - gap * (down - 1)) / down)
    return min(w / 3.4, h)
