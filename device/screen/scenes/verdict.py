"""The verdict of SET: three cards lifted out, and beside them what is right, or what fails."""

from __future__ import annotations

from typing import Any

from device.screen import type as letters
from device.screen.elements import CardFace, Panel, Rect
from device.screen.look import Look
from device.screen.scenes.page import Page
from device.screen.theme import DEEP, PAPER, RIGHT, WRONG

TRAITS = ("number", "colour", "shading", "shape")
_LINES = 4
_SIZE = 0.055
_TIE = "\N{NO-BREAK SPACE}"
"""Keeps a trait and its values in one line."""


def show(page: Page, foot: Rect, judged: dict[str, Any]) -> None:
    """Put the verdict into ``foot``; where its words need all the room, without the cards."""
    look, right, cards = page.look, judged["right"], judged["cards"]
    page.add(Panel("verdict", foot, DEEP, RIGHT if right else WRONG, look.px(0.02)))
    inner = foot.inset(max(4, look.px(0.014)), max(2, look.px(0.008)))
    gap = look.px(0.01)
    text, wide = _chosen(look, inner, judged, gap)
    for index, card in enumerate(cards if wide else ()):
        cell = Rect(inner.x + index * (wide + gap), inner.y, wide, inner.h)
        mood = "right" if right else "wrong"
        page.add(CardFace(f"judged:{card}", cell, "set_game", card, mood))
    words = inner.beside(len(cards) * (wide + gap) + gap if wide else 0).before(gap)
    style: dict[str, Any] = {"ground": DEEP, "lines": _LINES, "align": "left", "bold": True}
    page.label("why", words, text, _SIZE, colour=PAPER if right else WRONG, **style)


def _chosen(look: Look, inner: Rect, judged: dict[str, Any], gap: int) -> tuple[str, int]:
    """Return the words, and how wide the cards beside them are: as wide as both have room."""
    if judged["right"]:
        whole = [look.say("set_game.right")]
    else:
        said = [failing(look, trait, judged["cards"]) for trait in judged["failing"]]
        whole = ["  ".join(each.replace(" ", _TIE) for each in said), "   ".join(said)]
    for part in (118, 72, 0):
        wide = inner.h * part // 100
        room = inner.w - (len(judged["cards"]) * (wide + gap) + gap if wide else 0) - gap
        for text in whole:
            size = look.px(_SIZE)
            if letters.fitted(text, room, inner.h, size, _LINES, look.language, True).whole:
                return text, wide
    return whole[-1], 0


def failing(look: Look, trait: str, cards: list[str]) -> str:
    """Return how a trait fails: "colour: red, red, purple" (SET-B2)."""
    a, b, c = (_trait(look, trait, card) for card in cards)
    return look.say(
        "set_game.failing", attribute=look.say(f"attribute.set_game.{trait}"), a=a, b=b, c=c
    )


def _trait(look: Look, trait: str, card: str) -> str:
    value = card[TRAITS.index(trait)]
    return look.say(f"card.set_game.{trait}.{value}", count=1)
