"""What a scene needs to know beside the message: the size, the words, and how the box is set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from device import wire
from device.words import Words


@dataclass(frozen=True)
class Look:
    """How this screen shows things.

    Attributes:
        w, h: of the picture in px.
        language: code of the words.
        titles: what the operator calls the games.
        volume: 0 (mute) to 5.
        marks: cards carry a sign for each colour (SET-B3).
        facing: degrees counter-clockwise by which a picture is turned to face each place.
    """

    w: int
    h: int
    language: str = "en"
    titles: Mapping[str, str] = field(default_factory=dict)
    volume: int = 3
    marks: bool = True
    facing: tuple[int, ...] = (180, 180, 180, 0, 0, 0)

    @cached_property
    def words(self) -> Words:
        """The sentences of the language."""
        return Words(self.language)

    def say(self, key: str, **params: object) -> str:
        """Return a sentence."""
        return self.words.say(key, **params)

    def say_first(self, keys: list[str], **params: object) -> str:
        """Return the first sentence that there is; KeyError names the last key."""
        known = self.words.all()
        key = next((key for key in keys if key in known), keys[-1])
        return self.say(key, **params)

    def game(self, name: str) -> str:
        """Return what this box calls a game."""
        return self.titles.get(name) or self.say(f"game.{name}")

    @property
    def narrow(self) -> bool:
        """Whether the picture is taller than wide."""
        return self.h > self.w

    @property
    def gap(self) -> int:
        """Air between two things in px."""
        return max(4, self.px(0.015))

    def px(self, part: float) -> int:
        """Return ``part`` of the shorter side, in px; sizes of letters and gaps are such parts."""
        return round(part * min(self.w, self.h))


@dataclass(frozen=True)
class News:
    """What the hub says, as a scene reads it.

    Attributes:
        show: the message, or None while there is no hub.
        at: match time in ns at which the picture is seen.
    """

    show: wire.Show | None
    at: int = 0

    @cached_property
    def view(self) -> dict[str, Any]:
        """The game's public view by name; seats are text there, as JSON has them."""
        assert self.show is not None
        decoded: dict[str, Any] = msgspec.json.decode(self.show.view)
        return decoded

    def later(self, at: int) -> News:
        """Return the same news, seen at match time ``at`` (ns)."""
        news = News(self.show, at)
        if self.show is not None:
            news.__dict__["view"] = self.view  # decoded once
        return news

    @cached_property
    def demo(self) -> News | None:
        """The match that bots play in attract, at its own match time."""
        if self.show is None or self.show.demo is None:
            return None
        show = self.show.demo
        gone = self.at - self.show.now if show.running else 0
        return News(show, show.now + gone)
