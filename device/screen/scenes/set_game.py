"""SET on the screen: the cards in columns of three, the caller's picks, the verdict in words."""

from __future__ import annotations

from typing import Any

from device.screen import type as letters
from device.screen.elements import Align, CardFace, Rect, Scene
from device.screen.look import Look, News
from device.screen.scenes import choices, common, seats, verdict
from device.screen.scenes.choices import Face
from device.screen.scenes.page import Page
from device.screen.theme import SAND
from device.screen.things import BACK

GAME = "set_game"
ROWS = 3
_WIDEST, _TALLEST = 1.6, 1.5
"""A card is at the most so much wider than tall, or taller than wide."""
_SEATS = 0.235
"""Part of the width that the seats take."""
_FOOT = 0.165
_NARROW_FOOT = 0.2
_MANY = 15
"""More cards than this lie in three rows even on a picture that is tall."""
_GLASS = 0.075


def scene(news: News, look: Look) -> Scene:
    """Return the picture of a game of SET."""
    tall = 0.2 if look.narrow else 0.15
    page = common.page(GAME, look, _headline(news, look), _to_do(news, look), news, tall=tall)
    if look.narrow:
        rows = 1 if len(news.view["scores"]) <= 3 else 2
        strip = page.foot(rows * look.px(0.135) + (rows - 1) * look.gap)
        foot = page.foot(look.px(_NARROW_FOOT))
        column = page.foot(look.px(_GLASS))
    else:
        strip = page.side(round(look.w * _SEATS))
        foot = page.foot(look.px(_FOOT))
        column = page.side(look.px(_GLASS))
    seats.table(page, news, strip, lambda seat: _note(news, look, seat))
    seats.glass(page, news, column)
    _cards(page, news)
    _foot(page, news, foot)
    _motion(page, news)
    return page.done()


def judgement(view: dict[str, Any]) -> dict[str, Any] | None:
    """Return the last judgement until something else happens, else None."""
    if view["news"][0] not in ("set", "wrong"):
        return None
    verdict: dict[str, Any] | None = view["verdict"]
    return verdict


def cells(area: Rect, n: int, gap: int, across: bool) -> list[Rect]:
    """Return where ``n`` cards lie, in columns of three (``across``: in rows of three).

    A table that grows keeps its cards in their columns, and the walk goes over every third.
    """
    lines = max(1, -(-n // ROWS))
    columns, rows = (ROWS, lines) if across else (lines, ROWS)
    w = (area.w - gap * (columns - 1)) // columns
    h = (area.h - gap * (rows - 1)) // rows
    w, h = min(w, int(h * _WIDEST)), min(h, int(w * _TALLEST))
    block = area.middle(columns * (w + gap) - gap, rows * (h + gap) - gap)
    place = [(i % ROWS, i // ROWS) if across else (i // ROWS, i % ROWS) for i in range(n)]
    return [Rect(block.x + x * (w + gap), block.y + y * (h + gap), w, h) for x, y in place]


def _cards(page: Page, news: News) -> None:
    view, look = news.view, page.look
    n = len(view["table"])
    places = cells(page.body, n, look.gap, look.narrow and n <= _MANY)
    for card, rect in zip(view["table"], places, strict=True):
        page.add(choices.button(news, look, card, rect, "", quiet=True))
        page.add(CardFace(f"card:{card}", rect, GAME, card, _mood(news, card)))


def _mood(news: News, card: str) -> str:
    view = news.view
    judged = judgement(view)
    moods = []
    if judged is not None and not judged["right"] and card in judged["cards"]:
        moods.append("wrong")
    elif card in view["picked"]:
        moods.append("picked")
    elif card in view["hinted"]:
        moods.append("hint")
    if common.is_lit(news, card):
        moods.append("lit")
    return " ".join(moods) or "plain"


def _foot(page: Page, news: News, foot: Rect) -> None:
    """Fill the strip under the cards: the verdict, or the deck and what else may be chosen."""
    view, look = news.view, page.look
    judged = judgement(view)
    if judged is not None and judged["cards"] and news.show is not None:
        verdict.show(page, foot, judged)
        return
    found = [item for item in common.items(news) if item not in view["table"]]
    n = len(found) + len(choices.stops(news, look))
    wide = foot.w * (55 if n == 1 else 70) // 100
    if n == 0:
        _deck(page, view, foot, "centre")
        return
    _deck(page, view, foot.before(wide + look.gap), "left")

    def face(item: str) -> Face:
        return Face(look.say(f"item.set_game.{item}"))

    choices.lay(page, news, foot.right_of(wide), found, face, size=0.055)


def _deck(page: Page, view: dict[str, Any], area: Rect, align: Align) -> None:
    """Show how many cards are to come, or in a puzzle how many SETs are found."""
    look = page.look
    if view["to_find"]:
        text = look.say("set_game.to_find", found=len(view["found"]), all=view["to_find"])
        page.label("deck", area, text, 0.055, colour=SAND, lines=2, align=align)
        return
    text = look.say("set_game.deck_left", count=view["deck_left"])
    if view["deck_left"]:
        h = area.h * 8 // 10
        wide, air = h * 7 // 10, look.gap * 2
        if align == "centre":
            whole = letters.width(text, look.px(0.05), look.language) + wide + air + look.gap
            area = area.middle(whole, area.h)
        page.add(CardFace("pile", area.left(wide).middle(wide, h), GAME, BACK))
        area = area.beside(wide + air)
        align = "left"
    fit = letters.fitted(text, area.w, area.h, look.px(0.05), 2, look.language)
    text = text if fit.whole else str(view["deck_left"])
    page.label("deck", area, text, 0.05, colour=SAND, align=align, lines=2)


def _motion(page: Page, news: News) -> None:
    """Let a SET glide to its winner, new cards come from the deck, and judged ones be lifted."""
    rects = {each.key: each.rect for each in page.elements}
    judged = judgement(news.view)
    pile = rects.get("pile", rects.get("verdict"))
    if pile is not None:
        start = Rect(pile.x, pile.y, pile.h * 8 // 10, pile.h)
        page.arriving = {f"card:{card}": start for card in news.view["table"]}
    if judged is None:
        return
    for card in judged["cards"]:
        if judged["right"]:
            page.leaving[f"card:{card}"] = rects[f"seat:{judged['seat']}"]
        elif f"card:{card}" in rects:
            page.arriving[f"judged:{card}"] = rects[f"card:{card}"]


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


def _note(news: News, look: Look, seat: int) -> list[str]:
    """Return the few words under a seat's score, the most pressing first."""
    view = news.view
    late = seats.behind(news, look, seat)
    if late is not None:
        return [late]
    for field, key in (("left", "left"), ("resting", "resting")):
        if seat in view[field]:
            return [look.say(f"set_game.{key}")]
    if view["phase"] == "vote" and seat in view["agreed"]:
        return [look.say("set_game.agreed")]
    errors = view["errors"][seat]
    found = [look.say("set_game.sets", count=view["sets"][seat])]
    return [*found, look.say("set_game.errors", count=errors)] if errors else found
