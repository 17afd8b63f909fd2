"""Every sentence that the box may have to say is there, and none that it never says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import device
import games
from device import lobby, menu
from device.wire import HOW_TO_PAGES
from device.words import LANGUAGES, PLURALS, Words
from games.catalog import next_action
from games.match import LEAVE, Action, Match, Refusal, View
from games.options import specs
from games.set_game.cards import ATTRIBUTES, DECK, VALUES
from games.set_game.view import News

CODE = Path(device.__file__).parent
CATEGORIES = {"en": {"one", "other"}, "pl": {"one", "few", "many", "other"}}
CARDS = frozenset(DECK)
"""Items that are shown as cards, not said."""
MATCHES = 150
"""Random matches in which the ids of a game are gathered."""

Keys = tuple[str, ...]
"""Keys of which one must have a sentence: the first that has is the one said."""


def test_a_sentence_says_its_parameters() -> None:
    assert Words("en").say("page.place", place=3) == "Place 3"


def test_a_number_chooses_the_plural_form() -> None:
    said = [Words("en").say("set_game.deck_left", count=count) for count in (0, 1, 2)]
    assert said == ["0 cards in the deck", "1 card in the deck", "2 cards in the deck"]


def test_none_at_all_may_have_words_of_its_own() -> None:
    assert Words("en").say("item.lobby.bots", count=0) == "Without bots"


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "other", 1: "one", 2: "other", 21: "other"}),
        ("pl", {0: "many", 1: "one", 2: "few", 4: "few", 5: "many", 12: "many", 22: "few"}),
        ("zh-Hans", {0: "other", 1: "other"}),
        ("zh-Hant", {0: "other", 1: "other"}),
    ],
)
def test_each_language_has_its_own_plurals(language: str, forms: dict[int, str]) -> None:
    assert {count: PLURALS[language](count) for count in forms} == forms


def test_a_key_without_a_sentence_is_named() -> None:
    with pytest.raises(KeyError, match=r"no sentence 'page\.nonsense' in en"):
        Words("en").say("page.nonsense")


def test_a_parameter_that_lacks_is_named() -> None:
    with pytest.raises(KeyError, match=r"'page\.place' in en needs 'place'"):
        Words("en").say("page.place")
    with pytest.raises(KeyError, match="needs 'count'"):
        Words("en").say("set_game.deck_left")


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="no language 'tlh'; there are: en"):
        Words("tlh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_sentences_with_the_same_parameters(language: str) -> None:
    english, other = Words("en").all(), Words(language).all()
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        assert _named(sentence) == _named(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_the_forms_of_its_language(language: str) -> None:
    for key, sentence in Words(language).all().items():
        if not isinstance(sentence, str):
            assert set(sentence) - {"zero"} == CATEGORIES.get(language, {"other"}), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing(language: str) -> None:
    have = Words(language).all()
    missing = [keys for keys in needed() if not any(key in have for key in keys)]
    assert missing == []


def test_no_sentence_is_left_over() -> None:
    have = Words("en").all()
    said = {next((key for key in keys if key in have), "") for keys in needed()}
    assert sorted(have.keys() - said - set(_optional())) == []


def _named(sentence: object) -> set[str]:
    texts = [sentence] if isinstance(sentence, str) else list(dict(sentence).values())  # type: ignore[call-overload]
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)} - {"count"}


@cache
def needed() -> tuple[Keys, ...]:
    """Return what the box may have to say: whole sentences in the code, and those by id."""
    return tuple({*_in_code(), *_of_box(), *_of_set(), *_of_games()})


def _in_code() -> Iterator[Keys]:
    for path in (*CODE.rglob("*.py"), *CODE.rglob("*.js")):
        for key in re.findall(r'\bsay\(\s*"([\w.]+)"', path.read_text(encoding="utf-8")):
            yield (key,)
    for path in CODE.rglob("*.html"):
        for name in re.findall(r"\$(\w+)", path.read_text(encoding="utf-8")):
            if name != "language":
                yield (f"page.{name}",)


def _of_box() -> Iterator[Keys]:
    for phase in set(lobby.Phase) - {lobby.Phase.HOW_TO}:
        yield (f"phase.lobby.{phase}",)
        if phase is not lobby.Phase.RULE:
            yield (f"note.lobby.{phase}",)
    for page in set(menu.Phase) - {menu.Phase.HOW_TO}:
        yield (f"phase.menu.{page}",)
        yield (f"note.menu.{page}",)
    yield ("note.menu.refused",)
    for offer in ("sit", "stand", "all_here", "go_on", "new"):
        yield (f"offer.lobby.{offer}",)
    items = "play again tie_break lobby clear seats rules defaults done bots game games how_to"
    items += " language more volume"
    for item in items.split():
        yield (f"item.lobby.{item}",)
    for item in ("go_on", "how_to", "language", "volume", "leave", "leave_of", "back", "end"):
        yield (f"item.menu.{item}",)
    for item in ("next", "done"):
        yield (f"item.how_to.{item}",)
    for language in LANGUAGES:
        yield (f"language.{language}",)
    for offer in ("agree", "refuse"):
        yield (f"offer.menu.{offer}",)
    for word in ("free", "taken", "host", "bot", "agrees", "thinks"):
        yield (f"page.{word}",)
    for verb in ("press", "tap", "hold"):
        yield (f"verb.{verb}",)
    for refusal in (*Refusal, "too_fast", "not_here"):
        yield (f"refusal.{refusal}",)
    for reason in ("ended", "cut_short", "tie_break"):
        yield (f"reason.{reason}",)


def _of_games() -> Iterator[Keys]:
    for name, game in games.CATALOG.items():
        yield (f"game.{name}",)
        yield (f"about.{name}.game",)
        for number in range(HOW_TO_PAGES):
            yield (f"how_to.{name}.{number + 1}",)
        for option, spec in specs(game.options).items():
            yield (f"option.{name}.{option}",)
            yield (f"about.{name}.{option}",)
            for value in spec.values:
                text = str(value).lower() if isinstance(value, bool) else str(value)
                shared = (f"value.{text}",) if isinstance(value, bool) else ()
                yield (f"value.{name}.{option}.{text}", f"value.{name}.{option}", *shared)
        yield from sorted(_ids(name))


def _of_set() -> Iterator[Keys]:
    yield ("phase.set_game.search_alone",)
    for news in set(News) - {News.PROPOSED}:
        yield (f"news.set_game.{news}",)
    for about in ("none", "hint"):
        yield (f"news.set_game.proposed.{about}",)
    for attribute, values in zip(ATTRIBUTES, VALUES, strict=True):
        yield (f"attribute.set_game.{attribute}",)
        for value in values:
            yield (f"card.set_game.{attribute}.{value}",)
    for colour in VALUES[1]:
        yield (f"card.set_game.letter.{colour}",)


def _optional() -> Iterator[str]:
    """Yield what is said only if there is a sentence: what is told differently to one alone."""
    for news in News:
        yield f"news.set_game.{news}_alone"


def _ids(name: str) -> set[Keys]:
    """Return the sentences for every id that turns up in matches of bots that are half mad."""
    found: set[Keys] = set()
    for seed in range(MATCHES):
        match, lot = _random_match(name, seed), random.Random(seed)
        while match.game.outcome(match.state) is None:
            found |= set(_of_view(match.game.view(match.state, None)))
            match = _step(match, lot)
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        found |= set(_of_view(match.game.view(match.state, None)))
        found.add((f"reason.{name}.{outcome.reason}",))
        for figure in match.game.figures(match.state):
            found |= {(f"detail.{name}.{figure}",), (f"column.{name}.{figure}",)}
    return found


def _random_match(name: str, seed: int) -> Match[Any]:
    """Return a match with house rules drawn by lot, and a short deck, so that it ends soon."""
    lot, game = random.Random(seed), games.CATALOG[name]
    options = {key: lot.choice(spec.values) for key, spec in specs(game.options).items()}
    seats = lot.choice(game.seats)
    whole = games.start(name, seats, seed, options)
    cards = (*whole.state.table, *whole.state.deck[: lot.choice((0, 3, 9))])
    return games.start(name, seats, seed, options, None if options["puzzle"] else cards)


def _step(match: Match[Any], lot: random.Random) -> Match[Any]:
    """Return the match after what a bot does next, or now and then after anything legal."""
    seats = range(match.state.seats)
    sane = next_action(match, dict.fromkeys(seats, match.at))
    at = min(sane.at, match.at + 1)
    legal = [action for seat in seats for action in match.game.legal(match.state, seat, at)]
    if lot.random() < 0.01:
        return match.play(lot.choice(legal)) if legal else match.play(sane)
    kinds: dict[object, list[Action]] = {}
    for action in legal:
        item = getattr(action, "item", None)
        if item != LEAVE:
            kinds.setdefault((type(action), None if item in CARDS else item), []).append(action)
    if not kinds or lot.random() < 0.6:
        return match.play(sane)
    return match.play(lot.choice(kinds[lot.choice(list(kinds))]))


def _of_view(view: View) -> Iterator[Keys]:
    game = view.game
    yield (f"phase.{game}.{view.phase}",)
    for offers in view.offers.values():
        for offer in offers.values():
            yield (f"offer.{game}.{offer}",)
    for items in (*view.choosing.values(), *view.menu.values()):
        for item in items:
            if item != LEAVE and item not in CARDS:
                yield (f"item.{game}.{item.partition(':')[0]}",)
