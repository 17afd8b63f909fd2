"""Paints scenes: each thing is drawn once, then only copied, and only where something changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace

import pygame
from PIL import Image

from device.art.cache import Art
from device.screen.elements import Button, CardFace, Element, Mark, Panel, Picture, Rect, Scene
from device.screen.look import Look
from device.screen.things import drawn

ROOM = 20 << 20
"""Bytes of painted things that are kept: a box with 512 MB holds this beside all else."""
_FULL = 0.7
"""If more than this part of the picture changed, all of it is painted."""
_SCALED = (CardFace, Mark, Picture)
"""What is scaled while it glides, and drawn sharp where it comes to rest."""


class Painter:
    """Paints one picture after the other on a surface.

    Args:
        surface: what is painted on, opaque.
        drawings: where the drawings come from.
        room: bytes of painted things that are kept.

    Attributes:
        held: bytes of painted things that are kept now.
    """

    def __init__(
        self, surface: pygame.Surface, drawings: Art | None = None, room: int = ROOM
    ) -> None:
        self.surface = surface
        self._art = Art() if drawings is None else drawings
        self._kept: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._room, self.held = room, 0
        self._sharp: dict[Element, pygame.Surface] = {}
        self._ground: pygame.Surface | None = None
        self._last: tuple[Element, ...] | None = None
        self._look: Look | None = None
        self._moving = False
        self._scaled: set[Element] = set()

    def paint(self, scene: Scene, look: Look, moving: bool = False) -> list[pygame.Rect]:
        """Paint ``scene`` over what was painted last; return the rectangles that changed.

        Args:
            scene: what to paint.
            look: the marks and the words on what is painted.
            moving: things glide; those that change their size are scaled until they rest.
        """
        whole = self.surface.get_rect()
        if self._look is None or look != self._look:
            self.forget()
        self._look, self._moving = look, moving
        areas = [whole]
        if self._last is not None:
            areas = changed(self._last, scene.elements, whole, self._scaled)
        self._scaled = set()
        for area in areas:
            self._paint(scene.elements, area)
        self._last = scene.elements
        if not moving:
            rest = [each for each in scene.elements if _scales(each) and _seen(each)]
            self._sharp = {_bare(each): self._image(each) for each in rest}
        return areas

    def again(self) -> None:
        """Paint all of the picture next time, whatever has changed."""
        self._last = None

    def forget(self) -> None:
        """Draw everything anew next time."""
        self._kept.clear()
        self.held = 0
        self._sharp.clear()
        self._last = None

    def _paint(self, elements: Sequence[Element], area: pygame.Rect) -> None:
        if self._ground is None:
            self._ground = _opaque(self._art.table(self.surface.get_size()), self.surface)
        self.surface.set_clip(area)
        self.surface.blit(self._ground, area, area)
        for element in elements:
            if _seen(element) and area.colliderect(element.rect):
                self._put(element, area)
        self.surface.set_clip(None)

    def _put(self, element: Element, area: pygame.Rect) -> None:
        if isinstance(element, Panel) and element.rim is None and element.radius == 0:
            if element.fill is not None:
                self.surface.fill(element.fill, area.clip(element.rect))
            return
        at = element.rect[:2]
        self.surface.blit(self._image(element), at, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _image(self, element: Element) -> pygame.Surface:
        """Return an element as it looks anywhere, from what is kept or newly drawn."""
        size = element.rect[2:]
        key = _anywhere(element)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._moving and (sharp := self._sharp.get(_bare(element))) is not None:
            self._scaled.add(element)
            return pygame.transform.smoothscale(sharp, size)
        assert self._look is not None
        image = drawn(element, self._art, self._look)
        if self._moving and _scales(element):
            self._sharp[_bare(element)] = image
        self._kept[key] = image
        self.held += size[0] * size[1] * 4
        while self.held > self._room and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.held -= oldest.get_width() * oldest.get_height() * 4
        return image


def _scales(element: Element) -> bool:
    return isinstance(element, _SCALED)


def _seen(element: Element) -> bool:
    """Return whether there is anything to paint."""
    quiet = isinstance(element, Button) and element.quiet
    return element.rect.w > 0 and element.rect.h > 0 and not quiet


def _anywhere(element: Element) -> Element:
    """Return the element as a key of its looks: whoever looks the same is drawn once."""
    return replace(element, key="", rect=Rect(0, 0, element.rect.w, element.rect.h))


def _bare(element: Element) -> Element:
    return replace(element, key="", rect=Rect(0, 0, 0, 0))


def changed(
    before: Sequence[Element],
    now: Sequence[Element],
    whole: pygame.Rect,
    blurred: Collection[Element] = (),
) -> list[pygame.Rect]:
    """Return where two pictures differ, as rectangles (px) that do not overlap.

    Args:
        before: the elements of the last picture, from back to front.
        now: those of the new one.
        whole: of the picture.
        blurred: what was only scaled, and so differs even if it is the same.
    """
    before, now = [each for each in before if _seen(each)], [each for each in now if _seen(each)]
    old, new = set(before), set(now)
    kept = [element for element in before if element in new]
    if kept != [element for element in now if element in old]:
        return [whole]
    rects = [pygame.Rect(each.rect).clip(whole) for each in (old ^ new) | set(blurred)]
    areas = joined([rect for rect in rects if rect.w and rect.h])
    if sum(area.w * area.h for area in areas) > _FULL * whole.w * whole.h:
        return [whole]
    return areas


def joined(rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that cover the same and do not overlap."""
    apart: list[pygame.Rect] = []
    for rect in sorted(rects, key=lambda rect: (rect.y, rect.x)):
        area = rect.copy()
        while (hit := area.collidelist(apart)) >= 0:
            area.union_ip(apart.pop(hit))
        apart.append(area)
    return apart


def _opaque(picture: Image.Image, like: pygame.Surface) -> pygame.Surface:
    made = pygame.image.frombytes(picture.convert("RGB").tobytes(), picture.size, "RGB")
    return made.convert(like)
