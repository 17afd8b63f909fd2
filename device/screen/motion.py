"""Motion that explains: what has the same key glides from where it was to where it is."""

from __future__ import annotations

from dataclasses import replace

from device.screen.elements import CardFace, Element, Mark, Rect, Scene
from device.screen.theme import GLIDE_MS

_EMPTY = Scene("empty", ())


GLIDES = (CardFace, Mark)
"""What glides; all else is at once where it belongs, so that words are never seen in between."""


class Motion:
    """The picture between two scenes.

    Attributes:
        reduced: things are at once where they belong.
    """

    def __init__(self, reduced: bool = False) -> None:
        self.reduced = reduced
        self._target = _EMPTY
        self._from: dict[str, Rect] = {}
        self._gone: dict[str, Element] = {}
        self._since = 0

    def to(self, scene: Scene, now: int) -> bool:
        """Make ``scene`` the picture from ``now`` (ms) on; return whether anything changed."""
        if scene == self._target:
            return False
        before = self._target
        shown = {each.key: each for each in self.at(now).elements if _glides(each)}
        self._from, self._gone = {}, {}
        if (scene.name, scene.turn) == (before.name, before.turn) and not self.reduced:
            kept = {each.key for each in scene.elements}
            starts = {**scene.arriving, **{key: each.rect for key, each in shown.items()}}
            self._from = {
                each.key: starts[each.key]
                for each in scene.elements
                if _glides(each) and each.key in starts
            }
            self._gone = {
                key: shown[key] for key in scene.leaving if key in shown and key not in kept
            }
        self._target, self._since = scene, now
        return True

    def moving(self, now: int) -> bool:
        """Return whether the picture still changes by itself after ``now`` (ms)."""
        if self.reduced or now >= self._since + GLIDE_MS:
            return False
        return bool(self._gone) or any(
            self._from.get(each.key, each.rect) != each.rect for each in self._target.elements
        )

    def at(self, now: int) -> Scene:
        """Return the picture at ``now`` (ms)."""
        target = self._target
        if not self.moving(now):
            return target
        part = _eased((now - self._since) / GLIDE_MS)
        elements = [self._on_its_way(each, part) for each in target.elements]
        elements += [
            replace(each, rect=_between(each.rect, target.leaving[key], part))
            for key, each in self._gone.items()
        ]
        return replace(target, elements=tuple(elements))

    def _on_its_way(self, element: Element, part: float) -> Element:
        start = self._from.get(element.key, element.rect)
        if start == element.rect:
            return element
        return replace(element, rect=_between(start, element.rect, part))


def _glides(element: Element) -> bool:
    return isinstance(element, GLIDES)


def _eased(part: float) -> float:
    """Return ``part`` of a way in [0, 1], slow at both ends."""
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def _between(start: Rect, end: Rect, part: float) -> Rect:
    return Rect(*(round(a + (b - a) * part) for a, b in zip(start, end, strict=True)))
