"""Letters: fonts found by path, the face chosen by language, sentences that fit their box.

Noto Sans CJK keeps its faces in one file, the Japanese first; Chinese has faces
of its own, since some signs are drawn differently.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import freetype

from device.screen.theme import Colour

_LATIN = Path("/usr/share/fonts/truetype/noto")
_CJK = Path("/usr/share/fonts/opentype/noto")
PACKAGES = {"en": "fonts-noto-core", "pl": "fonts-noto-core"} | dict.fromkeys(
    ("zh-Hans", "zh-Hant"), "fonts-noto-cjk"
)
"""Debian's package of each language's font."""
SMALLEST = 13
"""No letters are ever smaller, in px: a page that needs them smaller says too much."""
LEADING = 1.25


class Face(NamedTuple):
    """A font file and the face within it."""

    path: Path
    number: int


def face(language: str, bold: bool = False) -> Face:
    """Return the face for a language."""
    weight = "Bold" if bold else "Regular"
    faces = {"zh-Hans": 2, "zh-Hant": 3}
    if language in faces:
        return Face(_CJK / f"NotoSansCJK-{weight}.ttc", faces[language])
    return Face(_LATIN / f"NotoSans-{weight}.ttf", 0)


@lru_cache(maxsize=16)
def _font(which: Face) -> freetype.Font:
    if not which.path.exists():
        raise FileNotFoundError(_missing(which.path))
    font = freetype.Font(str(which.path), font_index=which.number)
    font.kerning = True
    return font


def check(languages: Iterable[str]) -> None:
    """See whether every font is there; none is loaded.

    Raises:
        FileNotFoundError: names the missing file and the package to install.
    """
    for language in languages:
        for bold in (False, True):
            path = face(language, bold).path
            if not path.exists():
                raise FileNotFoundError(_missing(path))


def _missing(path: Path) -> str:
    packages = " ".join(sorted(set(PACKAGES.values()), reverse=True))
    return f"{path} is missing; install it: apt-get install {packages}"


def font_of(language: str, bold: bool = False) -> freetype.Font:
    """Return the loaded font.

    Raises:
        FileNotFoundError: names the missing file and the package to install.
    """
    if not freetype.get_init():
        _font.cache_clear()  # what was loaded before it was given back is gone
        freetype.init()
    return _font(face(language, bold))


def width(text: str, size: int, language: str, bold: bool = False) -> int:
    """Return how wide ``text`` is in px."""
    return int(font_of(language, bold).get_rect(text, size=size).width) if text else 0


class Fitted(NamedTuple):
    """A sentence set in lines of ``size`` px letters; ``whole`` is False if it does not fit."""

    lines: tuple[str, ...]
    size: int
    whole: bool


@lru_cache(maxsize=2048)
def fitted(
    text: str, w: int, h: int, size: int, most: int, language: str, bold: bool = False
) -> Fitted:
    """Return ``text`` in the largest letters up to ``size`` px that fit ``w`` x ``h`` px.

    Args:
        text: one sentence.
        w: width of the box in px.
        h: its height in px.
        size: the largest letters in px.
        most: lines at the most.
        language: its code, which decides the face and where a line may break.
        bold: whether the letters are bold.
    """
    for letters in range(max(size, SMALLEST), SMALLEST - 1, -1):
        lines = wrapped(text, w, letters, language, bold)
        tall = len(lines) * letters * LEADING
        wide = max((width(line, letters, language, bold) for line in lines), default=0)
        if len(lines) <= most and tall <= h + letters * (LEADING - 1) and wide <= w:
            return Fitted(lines, letters, True)
    return Fitted(lines[:most], SMALLEST, False)


def wrapped(text: str, w: int, size: int, language: str, bold: bool = False) -> tuple[str, ...]:
    """Return ``text`` broken into lines of at most ``w`` px where it can be."""
    lines: list[str] = []
    line = ""
    for piece in pieces(text, language):
        longer = line + piece
        if line and width(longer.rstrip(), size, language, bold) > w:
            lines.append(line.rstrip())
            longer = piece.lstrip()
        line = longer
    return tuple([*lines, line.rstrip()] if line.strip() else lines)


def pieces(text: str, language: str) -> list[str]:
    """Return the parts between which a line may break: words, or Chinese signs and their marks."""
    if not language.startswith("zh"):
        words = text.split(" ")
        return [word + " " for word in words[:-1]] + words[-1:]
    found: list[str] = []
    for sign in text:
        if found and _joins(found[-1][-1], sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _joins(before: str, sign: str) -> bool:
    """Return whether no line may break between two signs of a Chinese sentence."""
    if sign == " " or unicodedata.category(sign) in ("Po", "Pe", "Pf"):
        return True
    if unicodedata.category(before) in ("Ps", "Pi"):
        return True
    return before.isascii() and sign.isascii() and before.isalnum() and sign.isalnum()


def paint(
    surface: pygame.Surface,
    line: str,
    at: tuple[int, int],
    size: int,
    colour: Colour,
    language: str,
    bold: bool = False,
) -> None:
    """Paint one line with the left end of its ink and its baseline at ``at`` (px).

    Some signs, like a Chinese bracket, have half their width of air before their ink.
    """
    font = font_of(language, bold)
    left = at[0] - font.get_rect(line, size=size).x
    font.origin = True
    font.render_to(surface, (left, at[1]), line, colour, size=size)
    font.origin = False


def missing(text: str, language: str, bold: bool = False) -> set[str]:
    """Return the signs of ``text`` that the language's font lacks."""
    signs = text.replace("\n", "")
    found: list[object] = list(font_of(language).get_metrics(signs, size=SMALLEST))
    return {sign for sign, metric in zip(signs, found, strict=True) if metric is None}
