"""Puts the screen process together: stage, loudspeaker, client and loop."""

from __future__ import annotations

from pathlib import Path

from device.art.cache import Art
from device.config import Config
from device.screen import type as letters
from device.screen.app import App, Speaker, Stage
from device.screen.client import Client
from device.screen.look import Look
from device.screen.scenes import moment
from device.screen.sound import Loudspeaker
from device.screen.stage import Display, Offscreen
from device.words import LANGUAGES


class Silence:
    """The loudspeaker of a screen that has none: frames for a browser make no sound."""

    def hear(self, before: object, now: object) -> None:
        """Play nothing."""

    def volume(self, volume: int) -> None:
        """Set nothing."""

    def play(self, name: str) -> bool:
        """Play nothing."""
        return False


def run(config: Config, socket: Path, how: str, message: str | None, drawings: Art) -> int:
    """Show pictures until told to stop; see ``device.screen.run``."""
    letters.check(LANGUAGES)
    client = Client(socket)
    stage: Stage
    speaker: Speaker
    if how == "offscreen":
        stage, speaker = Offscreen(config.screen.px, drawings, client.send), Silence()
    else:
        turn = int(config.screen.turn)
        stage = Display(config.screen.px, turn, drawings, window=how == "window")
        speaker = Loudspeaker(3, config.sound.quiet, config.sound.attract == "yes")
    if message is not None:
        return _message(stage, message, config)
    screen = config.screen
    marks, facing = screen.marks == "yes", screen.facing
    look = Look(*stage.size, language=config.box.language, marks=marks, facing=facing)
    try:
        return App(client, stage, speaker, look=look, reduced=screen.motion == "reduced").run()
    finally:
        client.lose()


def _message(stage: Stage, message: str, config: Config) -> int:
    """Show one page until the window is closed or the process is told to stop."""
    look = Look(*stage.size, language=config.box.language)
    stage.paint(moment.safe_mode(look, message), look, False)
    while not stage.closed():
        stage.rest()
        stage.touches()
    return 0
