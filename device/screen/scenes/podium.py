"""The podium: who won, with what, and what comes next."""

from __future__ import annotations

from typing import Any

from device.screen.elements import Panel, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import common, lobby
from device.screen.scenes.common import Page
from device.screen.theme import BRASS, DEEP, PAPER, SAND, WOOD


def scene(news: News, look: Look) -> Scene:
    """Return the podium of the last match."""
    view = news.view
    last = view["last"]
    reason = look.say_first([f"reason.{last['game']}.{last['reason']}", f"reason.{last['reason']}"])
    page = common.page("lobby.podium", look, won(look, last), reason)
    foot = page.body.foot(look.px(0.14))
    line = page.body.above(foot.h + look.px(0.01)).foot(look.px(0.06))
    area = page.body.above(foot.h + line.h + look.px(0.02))
    _steps(page, last, area)
    _small_print(page, last, line)
    lobby.choices(page, news, foot, common.items(news), lambda item: lobby.word(news, look, item))
    return page.done()


def won(look: Look, last: dict[str, Any]) -> str:
    """Return who won, in words."""
    winners = [last["places"][seat] for seat in last["winners"]]
    if not winners:
        return look.say("page.nobody_won")
    return look.say("page.won", places=common.names(look, winners), count=len(winners))


def _steps(page: Page, last: dict[str, Any], area: Rect) -> None:
    """Show the seats in the order of their places, the better the higher."""
    order = sorted(range(len(last["places"])), key=lambda seat: (last["ranks"][seat], seat))
    widest = min(area.w // len(order), page.look.px(0.6))
    row = Rect(area.x + (area.w - widest * len(order)) // 2, area.y, widest * len(order), area.h)
    for seat, cell in zip(order, row.columns(len(order), page.look.px(0.02)), strict=True):
        _step(page, last, seat, cell.below(min(2, last["ranks"][seat] - 1) * cell.h // 12))


def _step(page: Page, last: dict[str, Any], seat: int, cell: Rect) -> None:
    look = page.look
    first = seat in last["winners"]
    page.add(Panel(f"step:{seat}", cell, DEEP, BRASS if first else WOOD, look.px(0.03)))
    inner = cell.inset(look.px(0.02))
    mood = "bot" if seat in last["bots"] else "active" if first else "here"
    upper = inner.top(inner.h * 34 // 100)
    common.seat_mark(page, f"seat:{seat}", upper, last["places"][seat], mood)
    lines = _figures(look, last, seat)
    rows = inner.below(upper.h).rows(2 + len(lines))
    style: dict[str, Any] = {"ground": DEEP}
    shared = last["ranks"].count(last["ranks"][seat]) > 1
    rank = look.say("page.rank", rank=last["ranks"][seat])
    text = f"{rank} {look.say('page.shared')}" if shared else rank
    page.label(f"rank:{seat}", rows[0], text, 0.06, colour=PAPER, **style)
    score = common.number(last["scores"][seat])
    page.label(f"score:{seat}", rows[1], score, 0.1, bold=True, **style)
    for index, line in enumerate(lines):
        page.label(f"figure:{seat}:{index}", rows[2 + index], line, 0.045, colour=SAND, **style)


def _figures(look: Look, last: dict[str, Any], seat: int) -> list[str]:
    """Return a seat's figures in words, the series' total last."""
    lines = []
    for name, values in last["detail"].items():
        value = values[seat]
        if value is None:
            continue
        key = f"detail.{last['game']}.{name}"
        if name in ("fastest", "median"):
            lines.append(look.say(key, seconds=f"{value / 1e9:.1f}"))
        else:
            lines.append(look.say(key, count=value))
    if last["matches"] > 1:
        lines.append(look.say("page.total", total=last["totals"][seat]))
    return lines


def _small_print(page: Page, last: dict[str, Any], line: Rect) -> None:
    look = page.look
    page.label("seed", line, look.say("page.seed", seed=last["seed"]), 0.045, colour=SAND)
