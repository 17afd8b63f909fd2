"""Letters: each language's own face, sentences that fit, signs the fonts have (FIELD D9, D10)."""

import unicodedata

import pygame
import pytest

from device.screen import things
from device.screen import type as letters
from device.screen.elements import Label, Rect
from device.screen.theme import FELT, PAPER
from device.words import LANGUAGES, Words

NAMES = {"en": "Noto Sans", "pl": "Noto Sans", "zh-Hans": "Noto Sans CJK SC",
         "zh-Hant": "Noto Sans CJK TC"}  # fmt: skip
PANGRAM = "Who sees a SET? Press your buzzer, then pick three cards."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bold", [False, True])
def test_each_language_has_its_own_face(language, bold):
    """Simplified and traditional signs are drawn differently, and the file's first face is
    Japanese."""
    assert letters.font_of(language, bold).name == NAMES[language]
    weight = "Bold" if bold else "Regular"
    assert weight in letters.face(language, bold).path.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_every_sentence_is_in_the_font(language):
    for key, sentence in Words(language).all().items():
        texts = [sentence] if isinstance(sentence, str) else sentence.values()
        for text in texts:
            face = key.partition("language.")[2] if key.startswith("language.") else language
            for bold in (False, True):
                assert letters.missing(text, face, bold) == set(), key


def test_a_sign_that_the_font_lacks_is_named():
    assert letters.missing("SET 简", "en") == {"简"}
    assert letters.missing("SET", "en") == set()


def test_the_largest_letters_that_fit_are_chosen():
    fit = letters.fitted("SET", 400, 100, 60, 1, "en")
    assert fit == (("SET",), 60, True)
    small = letters.fitted(PANGRAM, 300, 100, 60, 3, "en")
    assert small.whole
    assert letters.SMALLEST <= small.size < 60
    assert len(small.lines) <= 3
    assert all(letters.width(line, small.size, "en") <= 300 for line in small.lines)


def test_what_cannot_fit_says_so_in_the_smallest_letters():
    fit = letters.fitted(PANGRAM * 9, 100, 40, 30, 2, "en")
    assert not fit.whole
    assert fit.size == letters.SMALLEST
    assert len(fit.lines) == 2


@pytest.mark.parametrize("w", range(60, 400, 20))
def test_wrapping_loses_no_words(w):
    assert " ".join(letters.wrapped(PANGRAM, w, 20, "en")) == PANGRAM


@pytest.mark.parametrize("w", range(60, 300, 20))
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_a_chinese_line_never_begins_with_a_mark(w, language):
    words = Words(language)
    for page in range(1, 5):
        text = words.say(f"how_to.set_game.{page}")
        lines = letters.wrapped(text, w, 20, language)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        for line in lines:
            assert unicodedata.category(line[0]) not in ("Po", "Pe", "Pf"), line
            assert unicodedata.category(line[-1]) not in ("Ps", "Pi"), line
        found = sum(line.count("SET") for line in lines)
        assert found == text.count("SET"), "a word is not broken"


def test_fonts_that_were_given_back_are_loaded_again():
    from pygame import freetype

    before = letters.width("SET", 30, "en")
    freetype.quit()
    letters.fitted.cache_clear()
    assert letters.width("SET", 30, "en") == before


def test_a_missing_font_is_named_with_its_package(monkeypatch, tmp_path):
    monkeypatch.setattr(letters, "_CJK", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"apt-get install .*fonts-noto-cjk") as told:
        letters.check(LANGUAGES)
    assert str(tmp_path) in str(told.value)
    assert "\n" not in str(told.value)


def test_no_font_is_missing_here():
    letters.check(LANGUAGES)


@pytest.mark.parametrize("text", ["《形色牌》的房规", "看到SET", "SETs"])
@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_no_ink_is_cut_off_at_the_edge_of_its_box(text, align):
    """A bracket's ink begins half a sign behind its left end."""
    w = letters.width(text, 30, "zh-Hans")
    label = Label("a", Rect(0, 0, w, 40), text, 30, PAPER, FELT, "zh-Hans", align)
    wide = Label("a", Rect(0, 0, w + 60, 40), text, 30, PAPER, FELT, "zh-Hans", align)
    assert letters.fitted(text, w, 40, 30, 1, "zh-Hans").size == 30
    tight, loose = (things.words(each, each.rect[2:]) for each in (label, wide))
    ink = [pygame.mask.from_surface(each, 10).count() for each in (tight, loose)]
    assert ink[0] == ink[1]
