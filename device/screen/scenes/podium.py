"""The podium: who won, with what, by which rules, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import games
from device.screen import type as letters
from device.screen.elements import Panel, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import common, lobby, seats
from device.screen.scenes.common import Page, Text, stack
from device.screen.theme import BRASS, DEEP, PAPER, SAND, WOOD

_STEPS = 3
"""So many seats stand on steps; more are listed."""
_SECOND = 1_000_000_000


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
    common.choices(page, news, foot, items, lambda item: lobby.face(news, look, item))
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
        yield look.say(key, count=value, seconds=seconds)
    if last["matches"] > 1:
        yield look.say("page.total", total=common.number(last["totals"][seat]))


def _table(page: Page, last: dict[str, Any]) -> None:
    """List the seats with their figures under one another."""
    look, order = page.look, _order(last)
    columns = _columns(look, last)
    rows = page.body.rows(len(order) + 1, look.gap // 2)
    head = rows[0].foot(max(16, rows[0].h))
    first = round(page.body.w * (0.3 if look.narrow else 0.24))
    for (title, _), cell in zip(columns, head.beside(first).columns(len(columns)), strict=True):
        page.label(f"column:{title}", cell, title, 0.045, colour=SAND)
    for seat, row in zip(order, rows[1:], strict=True):
        winner = seat in last["winners"]
        page.add(Panel(f"panel:{seat}", row, DEEP, BRASS if winner else WOOD, look.px(0.02)))
        inner = row.inset(look.gap, 2)
        side = min(inner.h, look.px(0.12))
        mark = inner.left(side)
        seats.mark(page, f"seat:{seat}", mark, last["places"][seat], _mood(last, seat))
        rank = inner.left(first - look.gap).beside(side + look.gap)
        style: dict[str, Any] = {"ground": DEEP}
        page.label(f"rank:{seat}", rank, _rank(look, last, seat), 0.05, align="left", **style)
        cells = row.beside(first).columns(len(columns))
        for (title, values), cell in zip(columns, cells, strict=True):
            bold = title == columns[0][0]
            size, colour = (0.065, PAPER) if bold else (0.05, SAND)
            box = cell.inset(1, 2)
            key = f"figure:{seat}:{title}"
            page.label(key, box, values[seat], size, bold=bold, colour=colour, **style)


def _columns(look: Look, last: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return the table's columns: each with its title and what stands in it per seat."""
    found = [(look.say("page.points"), [common.number(each) for each in last["scores"]])]
    for name, values in last["detail"].items():
        title = look.say(f"column.{last['game']}.{name}")
        found.append((title, [_figure(look, name, value) for value in values]))
    if last["matches"] > 1:
        totals = [common.number(each) for each in last["totals"]]
        found.append((look.say("page.series"), totals))
    return found


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
