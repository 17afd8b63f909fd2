"""SET on the screen: the cards in three rows, the caller's picks, the verdict in words."""

from __future__ import annotations

from typing import Any

from device.screen.elements import CardFace, Panel, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import common
from device.screen.scenes.common import Page
from device.screen.theme import BRASS, DEEP, RIGHT, SAND, WRONG

ROWS = 3
TRAITS = ("number", "colour", "shading", "shape")
_SHAPE = (5, 4)
"""Width to height of a card."""


def scene(news: News, look: Look) -> Scene:
    """Return the picture of a game of SET."""
    view = news.view
    page = common.page("set_game", look, _headline(news, look), _to_do(news, look))
    strip = page.body.foot(look.px(0.15))
    page.body = page.body.above(strip.h + look.px(0.02))
    common.seats(page, news, strip, lambda seat: _note(news, look, seat))
    common.glass(page, news)
    foot = page.body.foot(look.px(0.13))
    page.body = page.body.above(foot.h + look.px(0.015))
    _cards(page, news)
    _foot(page, news, foot)
    if (judged := judgement(view)) is not None and judged["right"]:
        mark = next(each.rect for each in page.elements if each.key == f"seat:{judged['seat']}")
        page.leaving = {f"card:{card}": mark for card in judged["cards"]}
    return page.done()


def judgement(view: dict[str, Any]) -> dict[str, Any] | None:
    """Return the last judgement until something else happens, else None."""
    if view["news"][0] not in ("set", "wrong"):
        return None
    verdict: dict[str, Any] | None = view["verdict"]
    return verdict


def _cards(page: Page, news: News) -> None:
    view, look = news.view, page.look
    columns = max(1, -(-len(view["table"]) // ROWS))
    gap = look.px(0.016)
    grid = page.body.fit(columns * _SHAPE[0] * 10, ROWS * _SHAPE[1] * 10)
    columns_at = grid.columns(columns, gap)
    for index, card in enumerate(view["table"]):
        cell = columns_at[index // ROWS].rows(ROWS, gap)[index % ROWS]
        rect = cell.fit(*_SHAPE)
        page.add(common.button(news, look, card, rect, "", quiet=True))
        page.add(CardFace(f"card:{card}", rect, "set_game", card, _mood(news, card)))


def _mood(news: News, card: str) -> str:
    view = news.view
    judged = judgement(view)
    if judged is not None and not judged["right"] and card in judged["cards"]:
        return "wrong"
    if card in view["picked"]:
        return "picked"
    if common.is_lit(news, card):
        return "lit"
    return "hint" if card in view["hinted"] else "plain"


def _foot(page: Page, news: News, foot: Rect) -> None:
    """Fill the line under the cards: the verdict, or what else may be chosen."""
    view, look = news.view, page.look
    judged = judgement(view)
    if judged is not None:
        _verdict(page, foot, judged)
        return
    items = [item for item in common.items(news) if item not in view["table"]]
    stops = common.stops(news, look)
    wide = look.px(0.5)
    row = Rect(foot.x, foot.y, min(foot.w, wide * max(1, len(items) + len(stops))), foot.h)
    cells = row.columns(max(1, len(items) + len(stops)), look.px(0.02))
    for item, cell in zip(items, cells, strict=False):
        text = look.say(f"item.set_game.{item}")
        page.add(common.button(news, look, item, cell, text, size=0.055, lines=1))
    for (key, text, lit), cell in zip(stops, cells[len(items) :], strict=False):
        common.stop(page, key, cell, text, lit)
    rest = Rect(row.right, foot.y, foot.right - row.right, foot.h) if items or stops else foot
    if view["to_find"]:
        text = look.say("set_game.to_find", found=len(view["found"]), all=view["to_find"])
    else:
        text = look.say("set_game.deck_left", count=view["deck_left"])
    page.label("deck", rest, text, 0.05, colour=SAND, align="right" if items or stops else "centre")


def _verdict(page: Page, foot: Rect, judged: dict[str, Any]) -> None:
    """Show the three cards again, and beside them what is right, or which trait fails and how."""
    look = page.look
    rim = RIGHT if judged["right"] else WRONG
    page.add(Panel("verdict", foot, DEEP, rim, look.px(0.02)))
    inner = foot.inset(look.px(0.012))
    wide = inner.h * _SHAPE[0] // _SHAPE[1]
    for index, card in enumerate(judged["cards"]):
        cell = Rect(inner.x + index * (wide + look.px(0.012)), inner.y, wide, inner.h)
        mood = "right" if judged["right"] else "wrong"
        page.add(CardFace(f"judged:{card}", cell, "set_game", card, mood))
    words = inner.beside(len(judged["cards"]) * (wide + look.px(0.012)) + look.px(0.01))
    said = [failing(look, trait, judged["cards"]) for trait in judged["failing"]]
    text = "   ".join(said) if said else look.say("set_game.right")
    colour = BRASS if judged["right"] else WRONG
    page.label(
        "why", words, text, 0.05, colour=colour, ground=DEEP, lines=2, align="left", bold=True
    )


def failing(look: Look, trait: str, cards: list[str]) -> str:
    """Return how a trait fails: "colour: red, red, purple" (SET-B2)."""
    a, b, c = (_trait(look, trait, card) for card in cards)
    return look.say(
        "set_game.failing", attribute=look.say(f"attribute.set_game.{trait}"), a=a, b=b, c=c
    )


def _trait(look: Look, trait: str, card: str) -> str:
    value = card[TRAITS.index(trait)]
    return look.say(f"card.set_game.{trait}.{value}", count=1)


def _headline(news: News, look: Look) -> str:
    """Return what just happened."""
    view, show = news.view, news.show
    assert show is not None
    what, seat = view["news"]
    place = "" if seat is None else common.place_name(look, show.places[seat])
    kind = f".{view['about']}" if view["about"] else ("_alone" if len(show.places) == 1 else "")
    keys = [f"news.set_game.{what}{kind}", f"news.set_game.{what}"]
    return look.say_first(keys, place=place)


def _to_do(news: News, look: Look) -> str:
    """Return what there is to do now."""
    view, show = news.view, news.show
    assert show is not None
    if show.tie:
        places = common.names(look, [show.places[seat] for seat in show.tie])
        return look.say("page.tie", places=places)
    phase = view["phase"]
    if phase == "pick":
        place = common.place_name(look, show.places[view["caller"]])
        return look.say("phase.set_game.pick", place=place, count=3 - len(view["picked"]))
    alone = phase == "search" and len(show.places) == 1
    return look.say(f"phase.set_game.{phase}{'_alone' if alone else ''}", count=0)


def _note(news: News, look: Look, seat: int) -> str:
    """Return the few words under a seat's score, the most pressing first."""
    view = news.view
    late = common.behind(news, look, seat)
    if late is not None:
        return late
    for field, key in (("left", "left"), ("resting", "resting")):
        if seat in view[field]:
            return look.say(f"set_game.{key}")
    if view["phase"] == "vote" and seat in view["agreed"]:
        return look.say("set_game.agreed")
    return look.say("set_game.sets", count=view["sets"][seat])
