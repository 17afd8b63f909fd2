"""Seats on the screen, and the hourglass: sign, score, a few words; the six places of the box."""

from __future__ import annotations

from collections.abc import Callable

from device.screen.elements import Align, Mark, Panel, Picture, Rect, Sand
from device.screen.look import Look, News
from device.screen.scenes.common import decimal, number
from device.screen.scenes.page import Page, Text, fitting, stack
from device.screen.theme import BRASS, DEEP, PAPER, QUIET, SAND, WOOD, Colour

LEDS = 20
"""Lights of the screen's hourglass."""
PLACES = 6
_RING = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
"""Column and row of places 1 to 6: clockwise, as they lie around the box."""
_STACKED = 0.8
"""A cell with more than this height to its width has its words under the sign."""


def mark(page: Page, key: str, rect: Rect, place: int, mood: str) -> None:
    """Put a place's sign in the middle of ``rect``, as large as it allows."""
    page.add(Mark(key, rect.fit(1, 1), place, mood))


def cell(
    page: Page,
    seat: str,
    rect: Rect,
    rim: Colour,
    sign: tuple[int, str],
    texts: list[Text],
    crown: bool = False,
) -> None:
    """Put a panel with a place's sign (place and mood), and words beside or under it.

    All but the first two texts are left out where there is no room for them.
    """
    look = page.look
    page.add(Panel(f"panel:{seat}", rect, DEEP, rim, look.px(0.02)))
    inner = rect.inset(max(3, look.px(0.011)))
    stacked = inner.h > _STACKED * inner.w or (inner.w < 100 and inner.h >= 46)
    if stacked:
        tall = round(sum(max(13, look.px(text.size)) for text in texts) * 1.35)
        side = min(inner.w, max(inner.h * 40 // 100, inner.h - tall), look.px(0.3))
        beside = (inner.w - side) // 2 >= 14
        head = side // 4 if crown and not beside else 0
        side -= head
        air = max(0, inner.h - side - head - tall) // 2
        above, top = inner.below(air).top(head), inner.below(air + head).top(side)
        words = inner.below(air + head + side).above(air)
        if beside:
            above = top.right_of((inner.w - side) // 2).top(side // 2)
    else:
        side = min(inner.h, inner.w * (40 if inner.w > 100 else 27) // 100)
        top, words = inner.left(side), inner.beside(side + max(2, look.px(0.008)))
        above = words.top(words.h * 4 // 10)
        words = words.below(above.h) if crown else words
        above = above.left(above.h)
    if crown:
        page.add(Picture("crown", above.fit(1, 1), "icon.crown"))
    mark(page, f"seat:{seat}", top, *sign)
    align: Align = "centre" if stacked else "left"
    stack(page, words, texts, ground=DEEP, align=align, spare=max(0, len(texts) - 2))


def table(page: Page, news: News, strip: Rect, note: Callable[[int], list[str]]) -> None:
    """Lay the seats of a match out in ``strip``: below one another, or beside if it is wide."""
    show, view, look = news.show, news.view, page.look
    assert show is not None
    n = len(show.places)
    if strip.h > strip.w:
        cells = strip.rows(n, look.gap)
    else:
        few = [n] if n <= 3 else [n // 2, n - n // 2]
        rows = zip(few, strip.rows(len(few), look.gap), strict=True)
        cells = [each for count, row in rows for each in row.columns(count, look.gap)]
    for seat, rect in enumerate(cells):
        lit = view["lit"].get(str(seat))
        notes = [look.say("page.longer")] if show.hold == seat else note(seat)
        mood = "active" if lit else "bot" if seat in show.bots else "here"
        if seat in view.get("resting", ()):
            mood = "resting"
        texts = [
            Text(f"score:{seat}", number(view["scores"][seat]), 0.09, PAPER, 1, True),
            *(Text(f"note:{seat}:{i}", text, 0.045, SAND, 2) for i, text in enumerate(notes)),
        ]
        if show.hold == seat and not fitting(look, rect.inset(rect.w // 5, 3), texts):
            texts = texts[1:]  # what to do comes before the score
        cell(page, str(seat), rect, BRASS if lit else WOOD, (show.places[seat], mood), texts)


def places(page: Page, news: News, area: Rect) -> None:
    """Show the lobby's six places as they lie around the box."""
    look, view, show = page.look, news.view, news.show
    columns = [column.rows(2, look.gap) for column in area.columns(3, look.gap)]
    bots = [seat for seat in range(PLACES) if not view["taken"][seat]][: view["bots"]]
    for seat, (column, row) in enumerate(_RING):
        taken, host = view["taken"][seat], view["host"] == seat
        bot = seat in bots and view["phase"] == "lobby"
        kind = "host" if host else "taken" if taken else "bot" if bot else "free"
        said = look.say(f"page.{kind}")
        if show is not None and show.hold == seat:
            said = look.say("page.longer")
        colour = BRASS if host else PAPER if taken else SAND
        rim = BRASS if host else SAND if taken else QUIET
        mood = "here" if taken else "bot" if bot else "free"
        texts = [Text(f"who:{seat}", said, 0.06, colour, 3, taken)]
        rect = columns[column][row]
        cell(page, str(seat), rect, rim, (seat + 1, mood), texts, host)


def glass(page: Page, news: News, column: Rect) -> None:
    """Stand the hourglass in ``column``, with the seconds left under it (or after it)."""
    look = page.look
    shown = news.view["glass"]
    upright = column.h > column.w
    side = min(column.w, column.h) if upright else look.px(0.1)
    sand = column.above(side + 2) if upright else column.before(side + 2)
    end = column.foot(side) if upright else column.right_of(side)
    page.add(Sand("sand", sand, lights(news), LEDS))
    if shown is None:
        page.add(Picture("glass", end.fit(1, 1), "icon.hourglass"))
        return
    text = str(-(-_left(news) // 1_000_000_000))
    page.label("seconds", end, text, 0.08, bold=True, colour=BRASS)


def _left(news: News) -> int:
    shown = news.view["glass"]
    if "left" in shown:
        return int(shown["left"])
    return int(min(shown["whole"], max(0, shown["ends"] - news.at)))


def lights(news: News) -> int:
    """Return how many lights of the hourglass still shine."""
    shown = news.view["glass"]
    if shown is None or not shown["whole"]:
        return 0
    return min(LEDS, -(-_left(news) * LEDS // int(shown["whole"])))


def behind(news: News, look: Look, seat: int) -> str | None:
    """Return the photo finish of a seat, "+3.2 ms", or None."""
    show = news.show
    late = [] if show is None else [each for each in show.photo if each.seat == seat]
    return look.say("page.behind", ms=decimal(look, late[0].behind / 1e6)) if late else None
