"""Paints scenes: each thing is drawn once, then only copied, and only where something changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatchmethod

import pygame
from PIL import Image

from device import art
from device.art.cache import Art
from device.screen import type as letters
from device.screen.elements import (
    Button,
    CardFace,
    Element,
    Label,
    Mark,
    Panel,
    Picture,
    Rect,
    Sand,
    Scene,
)
from device.screen.look import Look
from device.screen.theme import BRASS, INK, PAPER, WOOD

ROOM = 20 << 20
"""Bytes of painted things that are kept: a box with 512 MB holds this beside all else."""
_FULL = 0.7
"""If more than this part of the picture changed, all of it is painted."""
_MIDDLE = 0.36
"""How far below the middle of a line its baseline is, in parts of the letters' size."""
_SCALED = (CardFace, Mark, Picture)
"""What is scaled while it glides, and drawn sharp where it comes to rest."""


class Painter:
    """Paints one picture after the other on a surface.

    Args:
        surface: what is painted on, opaque.
        drawings: where the drawings come from.
        room: bytes of painted things that are kept.
    """

    def __init__(
        self, surface: pygame.Surface, drawings: Art | None = None, room: int = ROOM
    ) -> None:
        self.surface = surface
        self._art = Art() if drawings is None else drawings
        self._kept: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._room, self._bytes = room, 0
        self._sharp: dict[Element, pygame.Surface] = {}
        self._ground: pygame.Surface | None = None
        self._last: tuple[Element, ...] | None = None
        self._look: Look | None = None
        self._moving = False

    def paint(self, scene: Scene, look: Look, moving: bool = False) -> list[pygame.Rect]:
        """Paint ``scene`` over what was painted last; return the rectangles that changed.

        Args:
            scene: what to paint.
            look: of which the marks and the language count here.
            moving: things glide; those that change their size are scaled until they rest.
        """
        whole = self.surface.get_rect()
        if self._look is None or (look.marks, look.language) != (
            self._look.marks,
            self._look.language,
        ):
            self.forget()
        self._look, self._moving = look, moving
        if self._last is None:
            areas = [whole]
        else:
            areas = changed(self._last, scene.elements, whole)
        for area in areas:
            self._paint(scene.elements, area)
        self._last = scene.elements
        if not moving:
            self._sharp = {_bare(e): self._image(e) for e in scene.elements if _scales(e)}
        return areas

    def forget(self) -> None:
        """Paint everything anew next time."""
        self._kept.clear()
        self._bytes = 0
        self._sharp.clear()
        self._last = None

    def _paint(self, elements: Sequence[Element], area: pygame.Rect) -> None:
        if self._ground is None:
            self._ground = _opaque(self._art.table(self.surface.get_size()), self.surface)
        self.surface.set_clip(area)
        self.surface.blit(self._ground, area, area)
        for element in elements:
            if element.rect.w > 0 and element.rect.h > 0 and area.colliderect(element.rect):
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
        if self._moving and _scales(element) and (sharp := self._sharp.get(_bare(element))):
            return pygame.transform.smoothscale(sharp, size)
        image = self._draw(element, size)
        self._kept[key] = image
        self._bytes += size[0] * size[1] * 4
        while self._bytes > self._room and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.get_width() * oldest.get_height() * 4
        return image

    @singledispatchmethod
    def _draw(self, element: Element, size: tuple[int, int]) -> pygame.Surface:
        raise TypeError(f"nothing paints a {type(element).__name__}")

    @_draw.register
    def _(self, panel: Panel, size: tuple[int, int]) -> pygame.Surface:
        return surface(art.plate(size, panel.fill, panel.rim, panel.radius, panel.thick))

    @_draw.register
    def _(self, label: Label, size: tuple[int, int]) -> pygame.Surface:
        return words(label, size)

    @_draw.register
    def _(self, card: CardFace, size: tuple[int, int]) -> pygame.Surface:
        if card.card == "back":
            face = self._art.back(card.game, size).copy()
        else:
            marks, signs = self._signs(card.game)
            face = self._art.card(card.game, card.card, size, marks, signs).copy()
        face.alpha_composite(self._art.mood(card.mood, size))
        return surface(face)

    @_draw.register
    def _(self, mark: Mark, size: tuple[int, int]) -> pygame.Surface:
        return surface(self._art.mark(mark.place, size, mark.mood))

    @_draw.register
    def _(self, button: Button, size: tuple[int, int]) -> pygame.Surface:
        return _button(button, size, self._art)

    @_draw.register
    def _(self, glass: Sand, size: tuple[int, int]) -> pygame.Surface:
        return surface(art.sand(size, glass.lit, glass.leds))

    @_draw.register
    def _(self, picture: Picture, size: tuple[int, int]) -> pygame.Surface:
        return surface(self._art.picture(picture.name, size))

    def _signs(self, game: str) -> tuple[bool, Sequence[str]]:
        """Return whether cards bear signs, and which the language has for the colours."""
        assert self._look is not None
        if game != "set_game":
            return self._look.marks, art.SIGNS
        say = self._look.say
        return self._look.marks, [say(f"card.set_game.letter.{each}") for each in art.SIGNS]


def _scales(element: Element) -> bool:
    return isinstance(element, _SCALED)


def _anywhere(element: Element) -> Element:
    """Return the element as a key of its looks: whoever looks the same is drawn once."""
    return replace(element, key="", rect=Rect(0, 0, element.rect.w, element.rect.h))


def _bare(element: Element) -> Element:
    return replace(element, key="", rect=Rect(0, 0, 0, 0))


def changed(
    before: Sequence[Element], now: Sequence[Element], whole: pygame.Rect
) -> list[pygame.Rect]:
    """Return where two pictures differ, as rectangles (px) that do not overlap.

    Args:
        before, now: the elements from back to front.
        whole: of the picture.
    """
    old, new = set(before), set(now)
    kept = [element for element in before if element in new]
    if kept != [element for element in now if element in old]:
        return [whole]
    rects = [pygame.Rect(each.rect).clip(whole) for each in old ^ new]
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


def surface(picture: Image.Image) -> pygame.Surface:
    """Return a drawing as a surface whose colours are multiplied by their alpha."""
    data = picture.tobytes("raw", "BGRA")
    made = pygame.image.frombytes(data, picture.size, "BGRA")
    return made.premul_alpha()


def _opaque(picture: Image.Image, like: pygame.Surface) -> pygame.Surface:
    made = pygame.image.frombytes(picture.convert("RGB").tobytes(), picture.size, "RGB")
    return made.convert(like)


def words(label: Label, size: tuple[int, int]) -> pygame.Surface:
    """Return a label: its lines in the largest letters that fit, about its vertical middle."""
    w, h = size
    made = pygame.Surface(size, pygame.SRCALPHA)
    fit = letters.fitted(label.text, w, h, label.size, label.lines, label.language, label.bold)
    step = fit.size * letters.LEADING
    top = h / 2 - step * (len(fit.lines) - 1) / 2
    for i, line in enumerate(fit.lines):
        room = w - letters.width(line, fit.size, label.language, label.bold)
        x = {"left": 0, "centre": room // 2, "right": room}[label.align]
        at = (max(0, x), round(top + i * step + fit.size * _MIDDLE))
        letters.paint(made, line, at, fit.size, label.colour, label.language, label.bold)
    return made.premul_alpha()


def _button(button: Button, size: tuple[int, int], drawings: Art) -> pygame.Surface:
    """Return a button: a brass rim; filled with brass where the walk stands; a tick if it is on."""
    w, h = size
    fill, ink = (BRASS, INK) if button.lit else (WOOD, PAPER)
    made = surface(art.plate(size, fill, INK if button.lit else BRASS, h // 8))
    if button.lit:
        made.blit(
            surface(art.plate(size, None, BRASS, h // 8, 1)),
            (0, 0),
            special_flags=pygame.BLEND_PREMULTIPLIED,
        )
    inside = Rect(0, 0, w, h).inset(min(w // 4, max(4, h // 6)), min(h // 8, 4))
    if button.on:
        side = min(inside.h, inside.w // 4, button.size)
        if side > 0:
            tick = surface(drawings.icon("tick", (side, side), ink))
            at = (inside.x, inside.y + (inside.h - side) // 2)
            made.blit(tick, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        inside = inside.beside(side + side // 4)
    if button.text and inside.w > 0 and inside.h > 0:
        label = Label(
            "", inside, button.text, button.size, ink, fill, button.language, lines=button.lines
        )
        at = inside[:2]
        image = words(label, inside[2:])
        made.blit(image, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    return made
