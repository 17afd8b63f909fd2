"""Motion that explains: what has the same key glides from where it was to where it is."""

from __future__ import annotations

from dataclasses import replace

from device.screen.elements import Element, Rect, Scene
from device.screen.theme import GLIDE_MS

_EMPTY = Scene("empty", (), {})


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
        shown = {element.key: element for element in self.at(now).elements}
        same_page = scene.name == self._target.name
        self._from = {key: element.rect for key, element in shown.items()} if same_page else {}
        kept = {element.key for element in scene.elements}
        self._gone = {key: shown[key] for key in scene.leaving if key in shown and key not in kept}
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
        if not self.moving(now):
            return self._target
        part = _eased((now - self._since) / GLIDE_MS)
        elements = [self._on_its_way(each, part) for each in self._target.elements]
        elements += [
            replace(each, rect=_between(each.rect, self._target.leaving[key], part))
            for key, each in self._gone.items()
        ]
        return Scene(self._target.name, tuple(elements), {})

    def _on_its_way(self, element: Element, part: float) -> Element:
        start = self._from.get(element.key, element.rect)
        if start == element.rect:
            return element
        return replace(element, rect=_between(start, element.rect, part))


def _eased(part: float) -> float:
    """Return ``part`` of a way in [0, 1], slow at both ends."""
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def _between(start: Rect, end: Rect, part: float) -> Rect:
    return Rect(*(round(a + (b - a) * part) for a, b in zip(start, end, strict=True)))
