"""Where pictures go: a window, a bare display, or frames for the browser box."""

from __future__ import annotations

import io
import os
from collections.abc import Callable

import pygame
from PIL import Image

from device.art.cache import Art
from device.screen.draw import Painter
from device.screen.elements import Rect, Scene
from device.screen.look import Look
from device.screen.turn import placed, turned_size, upright

REST_MS = 100
QUALITY = 85
"""Of a frame: letters stay crisp."""


class Easel:
    """Paints upright pictures, and lays them turned on what is seen.

    Args:
        screen: what is seen.
        turn: degrees counter-clockwise by which every picture is turned on it.
        drawings: where the drawings come from.
    """

    def __init__(self, screen: pygame.Surface, turn: int, drawings: Art) -> None:
        self._screen, self._turn, self._art = screen, turn, drawings
        self._painters: dict[tuple[int, int], Painter] = {}
        self._last: int | None = None

    def paint(self, scene: Scene, look: Look, moving: bool) -> list[pygame.Rect]:
        """Paint a picture; return the rectangles (px) of the screen that changed."""
        turn = (self._turn + scene.turn) % 360
        size = turned_size(self._screen.get_size(), turn)
        if size not in self._painters:
            self._painters[size] = Painter(pygame.Surface(size), self._art)
        painter = self._painters[size]
        areas = painter.paint(scene, look, moving)
        if turn != self._last:
            areas = [painter.surface.get_rect()]
        self._last = turn
        return [self._lay(painter.surface.subsurface(area), area, turn) for area in areas]

    def _lay(self, piece: pygame.Surface, area: pygame.Rect, turn: int) -> pygame.Rect:
        rect = placed(Rect(*area), self._screen.get_size(), turn)
        self._screen.blit(pygame.transform.rotate(piece, turn) if turn else piece, rect[:2])
        return pygame.Rect(rect)


class Display:
    """A window on a desktop, or the whole of a bare display (kmsdrm), turned as a whole.

    Attributes:
        size: of the upright picture in px.
    """

    asks = True

    def __init__(self, size: tuple[int, int], turn: int, drawings: Art, *, window: bool) -> None:
        """Open it.

        Raises:
            pygame.error: there is no display, or it cannot be had.
        """
        if not window:
            os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
        pygame.display.init()
        pygame.display.set_caption("Buzzbox")
        flags = 0 if window else pygame.FULLSCREEN
        self._screen = pygame.display.set_mode(size, flags)
        pygame.mouse.set_visible(window)
        self._turn = turn
        self.size = turned_size(self._screen.get_size(), turn)
        self._easel = Easel(self._screen, turn, drawings)
        self._closed = False

    def paint(self, scene: Scene, look: Look, moving: bool) -> None:
        """Show a picture; only what changed is sent to the display."""
        if areas := self._easel.paint(scene, look, moving):
            pygame.display.update(areas)

    def touches(self) -> list[tuple[int, int]]:
        """Return where it was touched since it was last asked, in px of the picture."""
        found = []
        w, h = self._screen.get_size()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self._closed = True
            elif event.type == pygame.MOUSEBUTTONDOWN and not event.touch:
                found.append(upright(event.pos[0], event.pos[1], (w, h), self._turn))
            elif event.type == pygame.FINGERDOWN:
                x, y = min(w - 1, int(event.x * w)), min(h - 1, int(event.y * h))
                found.append(upright(x, y, (w, h), self._turn))
        return found

    def closed(self) -> bool:
        """Return whether somebody closed the window."""
        return self._closed

    def rest(self) -> None:
        """Wait a moment for a touch."""
        pygame.time.wait(REST_MS)


class Offscreen:
    """Frames for the browser box, as JPEG files.

    Attributes:
        size: of the picture in px.
    """

    asks = False

    def __init__(self, size: tuple[int, int], drawings: Art, send: Callable[[bytes], None]) -> None:
        self.size = size
        self._send = send
        self._canvas = pygame.Surface(size)
        self._easel = Easel(self._canvas, 0, drawings)

    def paint(self, scene: Scene, look: Look, moving: bool) -> None:
        """Send a picture, if it is another."""
        if self._easel.paint(scene, look, moving):
            self._send(encoded(self._canvas))

    def touches(self) -> list[tuple[int, int]]:
        """Return nothing: the browser box sends its touches to the hub itself."""
        return []

    def closed(self) -> bool:
        """Return False: only a signal ends it."""
        return False

    def rest(self) -> None:
        """Wait a moment."""
        pygame.time.wait(REST_MS)


def encoded(canvas: pygame.Surface) -> bytes:
    """Return a surface as a JPEG file; pygame's own way loses the memory of every file (2.5.8)."""
    file = io.BytesIO()
    pixels = pygame.image.tobytes(canvas, "RGB")
    Image.frombuffer("RGB", canvas.get_size(), pixels).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
