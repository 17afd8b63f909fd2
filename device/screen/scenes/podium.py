"""The podium: who won, with what, by which rules, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import games
from device.screen import type as letters
from device.screen.elements import Panel, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import choices, common, lobby, seats
from device.screen.scenes.page import Page, Text, stack
from device.screen.theme import BRASS, DEEP, PAPER, SAND, WOOD

_STEPS = 3
"""So many seats stand on steps; more are listed."""
_SECOND = 1_000_000_000
_AIR = 3
"""Px at either side of what stands in a column."""
_TIE = "\N{NO-BREAK SPACE}"


def scene(news: News, look: Look) -> Scene:
    """Return the podium of the last match."""
    last = news.view["last"]
    reason = look.say_first([f"reason.{last['game']}.{last['reason']}", f"reason.{last['reason']}"])
    page = common.page("lobby.podium", look, won(look, last), reason, news, tall=0.17)
    items = common.items(news)
    foot = page.foot(look.px(0.3 if look.narrow and len(items) > 2 else 0.13))
    line = page.foot(look.px(0.15 if look.narrow else 0.095))
    if len(last["places"]) <= _STEPS:
        _steps(page, last)
    else:
        _table(page, last)
    _small_print(page, last, line)
    choices.lay(page, news, foot, items, lambda item: lobby.face(news, look, item))
    return page.done()


def won(look: Look, last: dict[str, Any]) -> str:
    """Return who won, in words."""
    winners = [last["places"][seat] for seat in last["winners"]]
    if not winners:
        return look.say("page.nobody_won")
    return look.say("page.won", places=common.names(look, winners), count=len(winners))


def _order(last: dict[str, Any]) -> list[int]:
    return sorted(range(len(last["places"])), key=lambda seat: (last["ranks"][seat], seat))


def _mood(last: dict[str, Any], seat: int) -> str:
    if seat in last["bots"]:
        return "bot"
    return "active" if seat in last["winners"] else "here"


def _rank(look: Look, last: dict[str, Any], seat: int) -> str:
    rank = look.say("page.rank", rank=last["ranks"][seat])
    shared = last["ranks"].count(last["ranks"][seat]) > 1
    return f"{rank} {look.say('page.shared')}" if shared else rank


def _steps(page: Page, last: dict[str, Any]) -> None:
    """Show the seats in the order of their places, the better the higher."""
    order, area, look = _order(last), page.body, page.look
    row = area.middle(min(area.w, len(order) * look.px(0.75)), area.h)
    for seat, rect in zip(order, row.columns(len(order), look.gap), strict=True):
        step = rect.below(min(2, last["ranks"][seat] - 1) * area.h // 14)
        first = seat in last["winners"]
        rank = Text(f"rank:{seat}", _rank(look, last, seat), 0.055)
        score = Text(f"score:{seat}", common.number(last["scores"][seat]), 0.12, PAPER, 1, True)
        figures = [
            Text(f"figure:{seat}:{i}", text, 0.045, SAND, 2)
            for i, text in enumerate(_figures(look, last, seat))
        ]
        page.add(Panel(f"panel:{seat}", step, DEEP, BRASS if first else WOOD, look.px(0.02)))
        inner = step.inset(look.px(0.015))
        upper = inner.top(inner.h * 34 // 100)
        seats.mark(page, f"seat:{seat}", upper, last["places"][seat], _mood(last, seat))
        stack(page, inner.below(upper.h), [rank, score, *figures], ground=DEEP)


def _figures(look: Look, last: dict[str, Any], seat: int) -> Iterator[str]:
    """Yield a seat's figures in words, the series' total last."""
    for name, values in last["detail"].items():
        value = values[seat]
        if value is None:
            continue
        key = f"detail.{last['game']}.{name}"
        seconds = common.decimal(look, value / _SECOND)
        yield _TIE.join(look.say(key, count=value, seconds=seconds).rsplit(" ", 1))
    if last["matches"] > 1:
        yield look.say("page.total", total=common.number(last["totals"][seat]))


class _Column(NamedTuple):
    """A column of the table: what stands over it, and in it per seat; ``w`` px wide at least."""

    key: str
    title: str
    values: list[str]
    w: int


def _table(page: Page, last: dict[str, Any]) -> None:
    """List the seats with their figures under one another."""
    look, order = page.look, _order(last)
    rows = page.body.rows(len(order) + 1, look.gap // 2)
    side = min(rows[1].h - 4, look.px(0.12))
    ranks = [_rank(look, last, seat) for seat in order]
    first = side + 3 * look.gap + max(_width(look, text, 0.05) for text in ranks)
    room = page.body.w - first
    columns = _columns(look, last, room)
    spare = (room - sum(column.w for column in columns)) // len(columns)
    cells, x = [], page.body.x + first
    for column in columns:
        cells.append((column, x, column.w + spare))
        x += column.w + spare
    for column, left, wide in cells:
        head = Rect(left, rows[0].y, wide, rows[0].h).inset(_AIR, 0)
        page.label(f"column:{column.key}", head, column.title, 0.045, colour=SAND)
    for seat, row, rank in zip(order, rows[1:], ranks, strict=True):
        winner = seat in last["winners"]
        page.add(Panel(f"panel:{seat}", row, DEEP, BRASS if winner else WOOD, look.px(0.02)))
        inner = row.inset(look.gap, 2)
        seats.mark(page, f"seat:{seat}", inner.left(side), last["places"][seat], _mood(last, seat))
        box = inner.left(first - look.gap).beside(side + look.gap)
        page.label(f"rank:{seat}", box, rank, 0.05, align="left", ground=DEEP)
        for column, left, wide in cells:
            score = column.key == "points"
            size, colour = (0.06, PAPER) if score else (0.05, SAND)
            cell = Rect(left, row.y, wide, row.h).inset(_AIR, 2)
            key, text = f"{column.key}:{seat}", column.values[seat]
            page.label(key, cell, text, size, bold=score, colour=colour, ground=DEEP)


def _width(look: Look, text: str, size: float) -> int:
    """Return how wide a text is in px; a little less would do where room is scarce."""
    size_px = letters.SMALLEST if look.narrow else look.px(size)
    return letters.width(text, size_px, look.language) + 2 * _AIR + 2


def _columns(look: Look, last: dict[str, Any], room: int) -> list[_Column]:
    """Return the columns that have room, the most telling first: points, series, the game's."""
    found = [("points", look.say("page.points"), [common.number(each) for each in last["scores"]])]
    if last["matches"] > 1:
        totals = [common.number(each) for each in last["totals"]]
        found.append(("series", look.say("page.series"), totals))
    for name, values in last["detail"].items():
        title = look.say(f"column.{last['game']}.{name}")
        found.append((name, title, [_figure(look, name, value) for value in values]))
    columns = []
    for key, title, values in found:
        w = max(_width(look, text, 0.045) for text in (title, *values)) + 2
        if w <= room:
            columns.append(_Column(key, title, values, w))
            room -= w
    return columns


def _figure(look: Look, name: str, value: int | None) -> str:
    if value is None:
        return "\N{EN DASH}"
    if name in ("fastest", "median"):
        return look.say("page.seconds", seconds=common.decimal(look, value / _SECOND))
    return common.number(value)


def _small_print(page: Page, last: dict[str, Any], line: Rect) -> None:
    """Print the deal's number, and the house rules that are not the usual ones."""
    look = page.look
    text = look.say("page.seed", seed=last["seed"])
    said: list[str] = []
    for rule in _own_rules(look, last):
        said.append(rule)
        rules = look.say("page.house_rules", rules=look.say("page.comma").join(said))
        longer = f"{text} · {rules}"
        size = look.px(0.045)
        if not letters.fitted(f"{longer}…", line.w, line.h, size, 3, look.language).whole:
            said[-1] = "…"
            break
    if said:
        rules = look.say("page.house_rules", rules=look.say("page.comma").join(said))
        text = f"{text} · {rules}"
    page.label("print", line, text, 0.045, colour=SAND, lines=3)


def _own_rules(look: Look, last: dict[str, Any]) -> Iterator[str]:
    usual = games.CATALOG[last["game"]].options()
    for name, value in last["options"].items():
        if value != getattr(usual, name):
            rule = lobby.option_name(look, last["game"], name)
            shown = lobby.option_value(look, last["game"], name, value)
            yield look.say("page.rule", rule=rule, value=shown)
