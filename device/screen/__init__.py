"""The screen and the loudspeaker: a client of the hub with no seat. The only importer of pygame."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

if TYPE_CHECKING:
    from device.config import Config

SOCKET = "screen.sock"
"""Name of the hub's socket in the state folder; ``device.link`` opens it."""


class StartError(Exception):
    """There is nothing to show pictures on; one line says why and what to do."""


def run(config: Config, state: Path, how: str, message: str | None = None) -> int:
    """Follow the hub until told to stop; return the exit status.

    Args:
        config: checked.
        state: the hub's folder, where its socket is.
        how: "window", "display" (a bare one) or "offscreen".
        message: why the box cannot start: shown instead of the hub's pictures.

    Raises:
        StartError: no display, or a font is missing.
    """
    if how == "offscreen":
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    _when_told_to_stop(lambda _signal, _frame: os._exit(0))  # nothing is shown, nothing is lost
    import pygame

    from device.art.cache import Art
    from device.screen import kiosk

    try:
        _when_told_to_stop(_stop)
        return kiosk.run(config, state / SOCKET, how, message, Art(state / "art"))
    except pygame.error as error:
        raise StartError(f"no display can be had ({error}); with a browser: --offscreen") from None
    except FileNotFoundError as error:
        raise StartError(str(error)) from None
    except KeyboardInterrupt:
        return 0
    finally:
        pygame.quit()


def _when_told_to_stop(do: Callable[[int, FrameType | None], None]) -> None:
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, do)


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt
