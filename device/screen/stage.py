"""Where pictures go: a window, a bare display, or frames for the browser box."""

from __future__ import annotations

import io
import os
from collections.abc import Callable

import pygame

from device.art.cache import Art
from device.screen.draw import Painter
from device.screen.elements import Scene
from device.screen.look import Look

REST_MS = 100


def turned_size(size: tuple[int, int], turn: int) -> tuple[int, int]:
    """Return the size of the upright picture on a display of ``size`` px turned by ``turn``."""
    return size if turn % 180 == 0 else (size[1], size[0])


def upright(x: int, y: int, size: tuple[int, int], turn: int) -> tuple[int, int]:
    """Return where a touch at ``x``, ``y`` (px) of a turned display lies in the upright picture.

    Args:
        x: column on the display.
        y: row on the display.
        size: of the display in px.
        turn: degrees counter-clockwise by which the picture is turned on it: 0, 90, 180, 270.
    """
    w, h = size
    match turn:
        case 90:
            return h - 1 - y, x
        case 180:
            return w - 1 - x, h - 1 - y
        case 270:
            return y, w - 1 - x
    return x, y


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
        self._canvas = pygame.Surface(self.size)
        self._painter = Painter(self._canvas, drawings)
        self._closed = False
        self._touches: list[tuple[int, int]] = []

    def paint(self, scene: Scene, look: Look, moving: bool) -> None:
        """Show a picture."""
        self._painter.paint(scene, look, moving)
        whole = self._canvas
        self._screen.blit(
            pygame.transform.rotate(whole, self._turn) if self._turn else whole, (0, 0)
        )
        pygame.display.flip()

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
                found.append(upright(int(event.x * w), int(event.y * h), (w, h), self._turn))
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
        self._painter = Painter(self._canvas, drawings)

    def paint(self, scene: Scene, look: Look, moving: bool) -> None:
        """Send a picture."""
        self._painter.paint(scene, look, moving)
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
    """Return a surface as a JPEG file."""
    file = io.BytesIO()
    pygame.image.save(canvas, file, "frame.jpg")
    return file.getvalue()
