"""Every sentence a person reads, by key, in one file per language.

A file is nested TOML; ``[offer.lobby] sit = "…"`` is the key ``offer.lobby.sit``. A sentence
names its parameters in braces. One that depends on a number is a table of the plural
categories of its language (``one``, ``few``, ``many``, ``other``), chosen by ``count``; with
``zero`` it has words of its own for none at all.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Sentence = str | Mapping[str, str]
"""One text, or one per plural category."""

_FOLDER = Path(__file__).parent
_CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})
_NAMED = re.compile(r"\{(\w+)\}")


def _english(count: int) -> str:
    return "one" if count == 1 else "other"


def _polish(count: int) -> str:
    if count == 1:
        return "one"
    few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
    return "few" if few else "many"


def _chinese(_count: int) -> str:
    return "other"


PLURALS: Mapping[str, Callable[[int], str]] = {
    "en": _english,
    "pl": _polish,
    "zh-Hans": _chinese,
    "zh-Hant": _chinese,
}
"""The plural category of a whole number in each language, as Unicode CLDR has it."""

LANGUAGES: tuple[str, ...] = tuple(
    language for language in PLURALS if (_FOLDER / f"{language}.toml").is_file()
)
"""Codes of the languages that have a file, English first."""


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Sentence]]:
    """Yield the sentences of a nested table as (dotted key, sentence)."""
    for name, value in tree.items():
        if isinstance(value, str) or ("other" in value and _CATEGORIES.issuperset(value)):
            yield prefix + name, value
        else:
            yield from flat(value, f"{prefix}{name}.")


@cache
def _read(language: str) -> dict[str, Sentence]:
    with (_FOLDER / f"{language}.toml").open("rb") as file:
        return dict(flat(tomllib.load(file)))


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        """Load ``language``; ValueError names the languages there are."""
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; there are: {', '.join(LANGUAGES)}")
        self.language = language
        self._sentences = _read(language)

    def all(self) -> dict[str, Sentence]:
        """Return every sentence by key, for a page that says them itself."""
        return dict(self._sentences)

    def say(self, key: str, **params: object) -> str:
        """Return the sentence of ``key`` with its parameters filled in.

        Raises:
            KeyError: names the key that has no sentence, or the parameter it lacks.
        """
        if key not in self._sentences:
            raise KeyError(f"no sentence {key!r} in {self.language}")
        sentence = self._sentences[key]
        if not isinstance(sentence, str):
            sentence = sentence[self._category(key, params)]

        def fill(named: re.Match[str]) -> str:
            if named[1] not in params:
                raise KeyError(f"{key!r} in {self.language} needs {named[1]!r}")
            return str(params[named[1]])

        return _NAMED.sub(fill, sentence)

    def _category(self, key: str, params: Mapping[str, object]) -> str:
        count = params.get("count")
        if not isinstance(count, int):
            raise KeyError(f"{key!r} in {self.language} needs 'count', a whole number")
        sentence = self._sentences[key]
        category = "zero" if count == 0 else PLURALS[self.language](abs(count))
        if category not in sentence:
            category = PLURALS[self.language](abs(count))
        return category if category in sentence else "other"
