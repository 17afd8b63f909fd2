"""What can be chosen, as buttons: laid out so that the walk goes over them in rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from device.screen.elements import Button, Rect
from device.screen.look import Look, News
from device.screen.scenes.common import is_lit, item_seat, items
from device.screen.scenes.page import Page

MANY = 6
"""More items than this are walked by rows, every third in one."""
ROWS = 3


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


def lay(
    page: Page,
    news: News,
    area: Rect,
    found: list[str],
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
        found: what can be chosen, in the order of the walk.
        face: how an item looks.
        size: of the letters at the most, a part of the shorter side.
        most: height of a button at the most, a part of the shorter side.
        first: a shorter row comes first, because the first item is the likeliest.
    """
    look = page.look
    others = stops(news, look)
    arranged = walked if len(found) > MANY else grid
    cells = arranged(area, len(found) + len(others), look.gap, look.px(most), first)
    for item, cell in zip(found, cells, strict=False):
        style: dict[str, Any] = {**face(item)._asdict(), "size": size}
        page.add(button(news, look, item, cell, style.pop("text"), **style))
    for (key, text, lit), cell in zip(others, cells[len(found) :], strict=True):
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
