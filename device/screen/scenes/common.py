"""What every page is made of: the headline, the seats below, buttons, the hourglass at the side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.screen.elements import Button, Element, Label, Mark, Panel, Rect, Sand, Scene
from device.screen.look import Look, News
from device.screen.theme import BRASS, DEEP, FELT, PAPER, SAND, WOOD

LEDS = 20
"""Lights of the screen's hourglass."""


@dataclass
class Page:
    """A page under construction.

    Attributes:
        name: of the scene.
        body: what is left for the page's own things.
        elements: so far, from back to front.
        leaving: see ``Scene``.
    """

    name: str
    look: Look
    body: Rect
    elements: list[Element] = field(default_factory=list)
    leaving: dict[str, Rect] = field(default_factory=dict)

    def add(self, *elements: Element) -> None:
        """Put elements on top."""
        self.elements += elements

    def label(self, key: str, rect: Rect, text: str, size: float, **style: object) -> None:
        """Put words on the felt; ``size`` is a part of the shorter side (see ``Look.px``)."""
        kept = {"colour": PAPER, "ground": FELT, "language": self.look.language} | style
        self.add(Label(key, rect, text, self.look.px(size), **kept))  # type: ignore[arg-type]

    def done(self) -> Scene:
        """Return the scene."""
        return Scene(self.name, tuple(self.elements), self.leaving)


def page(name: str, look: Look, headline: str, note: str = "") -> Page:
    """Return a page with its headline and the smaller line under it."""
    gap = look.px(0.025)
    whole = Rect(0, 0, look.w, look.h).inset(gap)
    bar = whole.top(look.px(0.19))
    made = Page(name, look, whole.below(bar.h + gap))
    made.add(Panel("bar", bar, WOOD, None, look.px(0.03)))
    words = bar.inset(look.px(0.03), look.px(0.012))
    style = {"ground": WOOD, "align": "left"}
    first = words.top(round(words.h * 0.6)) if note else words
    made.label("headline", first, headline, 0.085, bold=True, lines=2 if not note else 1, **style)
    if note:
        made.label("note", words.below(first.h), note, 0.052, colour=SAND, **style)
    return made


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
) -> Button:
    """Return a choice as a button; a ``quiet`` one has no face of its own (a card lies on it)."""
    return Button(
        f"item:{item}",
        rect,
        item if item in items(news) else "",
        text,
        look.px(size),
        look.language,
        item_seat(news, item),
        is_lit(news, item) and not quiet,
        on,
        lines,
        quiet,
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
        Button(f"stop:{key}", rect, "", text, look.px(0.055), look.language, None, lit, False, 1)
    )


def glass(page: Page, news: News) -> None:
    """Stand the hourglass at the right of the body, with the seconds left under it."""
    shown = news.view["glass"]
    if shown is None:
        return
    look = page.look
    left = shown["left"] if "left" in shown else max(0, shown["ends"] - news.at)
    column = Rect(page.body.right - look.px(0.1), page.body.y, look.px(0.1), page.body.h)
    page.body = Rect(page.body.x, page.body.y, page.body.w - look.px(0.12), page.body.h)
    lit = min(LEDS, -(-left * LEDS // shown["whole"]))
    page.add(Sand("sand", column.above(look.px(0.1)), lit, LEDS))
    text = str(-(-left // 1_000_000_000))
    page.label("seconds", column.foot(look.px(0.1)), text, 0.09, bold=True, colour=BRASS)


def behind(news: News, look: Look, seat: int) -> str | None:
    """Return the photo finish of a seat, "+3.2 ms", or None."""
    show = news.show
    late = [] if show is None else [each for each in show.photo if each.seat == seat]
    return look.say("page.behind", ms=f"{late[0].behind / 1e6:.1f}") if late else None


def seats(page: Page, news: News, strip: Rect, note: Callable[[int], str]) -> None:
    """Lay the seats out in ``strip``: mark, score, and a few words under it."""
    look, show, view = page.look, news.show, news.view
    assert show is not None
    n = len(show.places)
    widest = min(strip.w // n, look.px(0.55))
    row = Rect(strip.x + (strip.w - widest * n) // 2, strip.y, widest * n, strip.h)
    for seat, cell in enumerate(row.columns(n, look.px(0.012))):
        lit = view["lit"].get(str(seat))
        page.add(Panel(f"panel:{seat}", cell, DEEP, BRASS if lit else WOOD, look.px(0.02)))
        inner = cell.inset(look.px(0.012))
        mark = inner.left(min(inner.h, inner.w // 2))
        mood = "active" if lit else ("bot" if seat in show.bots else "here")
        seat_mark(page, f"seat:{seat}", mark, show.places[seat], mood)
        words = inner.beside(mark.w + look.px(0.008))
        style: dict[str, object] = {"ground": DEEP, "align": "left"}
        tall = round(words.h * 0.58)
        score = view["scores"][seat]
        text = number(score)
        page.label(f"score:{seat}", words.top(tall), text, 0.08, bold=True, **style)
        page.label(f"note:{seat}", words.below(tall), note(seat), 0.042, colour=SAND, **style)


def seat_mark(page: Page, key: str, rect: Rect, place: int, mood: str) -> None:
    """Put a place's sign, as large as ``rect`` allows."""
    page.add(Mark(key, rect.fit(1, 1), place, mood))
