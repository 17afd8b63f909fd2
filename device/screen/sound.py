"""The loudspeaker: how loud it is, and when it is silent."""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
from array import array
from collections.abc import Callable

import pygame

from device import wire
from device.screen import synthesis
from device.screen.cues import seen, sounds

log = logging.getLogger(__name__)

BUFFERS = (256, 1024)
"""Samples between the call and the loudspeaker: 6 ms; 23 ms where a board cannot do 6."""
GAINS = (0.0, 0.03, 0.08, 0.2, 0.45, 1.0)
"""Volume 0 to 5: each step is about as much louder as the one before; the first is for nights."""
_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")


def quiet(minutes_now: int, spec: str) -> bool:
    """Return whether it is within the quiet hours.

    Args:
        minutes_now: minutes since midnight, local time.
        spec: ``22:00-08:00``, the end excluded, over midnight if need be; empty for never.

    Raises:
        ValueError: ``spec`` is neither.
    """
    if not spec:
        return False
    found = _HOURS.fullmatch(spec)
    if found is None:
        raise ValueError(f"quiet hours {spec!r}; they are like '22:00-08:00', or empty")
    hours = [int(part) for part in found.groups()]
    start, end = hours[0] * 60 + hours[1], hours[2] * 60 + hours[3]
    if start <= end:
        return start <= minutes_now < end
    return minutes_now >= start or minutes_now < end


def local_minutes() -> int:
    """Return the minutes since midnight on the wall; only the quiet hours ask."""
    now = time.localtime()
    return now.tm_hour * 60 + now.tm_min


class Loudspeaker:
    """Plays sounds at once; where there is no loudspeaker it is silent.

    Args:
        volume: 0 (mute) to 5.
        hours: the quiet hours, like ``22:00-08:00``, or empty.
        attract: whether an empty table calls for players.
        minutes: minutes since midnight, local time.

    Attributes:
        open: whether there is a loudspeaker.

    Raises:
        ValueError: the quiet hours cannot be read.
    """

    def __init__(
        self,
        volume: int = 3,
        hours: str = "",
        attract: bool = False,
        minutes: Callable[[], int] = local_minutes,
    ) -> None:
        quiet(0, hours)
        self._hours, self._attract, self._minutes = hours, attract, minutes
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._maker = threading.Thread(target=self._make, name="sounds", daemon=True)
        self.volume(volume)
        self.open = _opened()
        if self.open:
            self._maker.start()

    def _make(self) -> None:
        """Make all sounds, the most urgent first; the first picture does not wait for them."""
        for name in synthesis.SOUNDS:
            self._sounds[name] = _sound(name)

    def ready(self) -> None:
        """Wait until all sounds are made."""
        if self.open:
            self._maker.join()

    def volume(self, volume: int) -> None:
        """Set the volume, 0 (mute) to 5."""
        self._volume = max(0, min(volume, len(GAINS) - 1))

    def hear(self, before: wire.Show | None, now: wire.Show) -> None:
        """Play what belongs to a change."""
        for name in sounds(None if before is None else seen(before), seen(now)):
            self.play(name)

    def play(self, name: str) -> bool:
        """Play a sound, unless it is muted or the hour is quiet; return whether it is heard."""
        if name == "attract" and not self._attract:
            return False
        sound = self._sounds.get(name)
        if sound is None or self._volume == 0 or quiet(self._minutes(), self._hours):
            return False
        sound.set_volume(GAINS[self._volume])
        return sound.play() is not None

    def close(self) -> None:
        """Give the loudspeaker back."""
        if self.open:
            self.ready()
            self._sounds.clear()
            pygame.mixer.quit()
            self.open = False


def _opened() -> bool:
    """Open the loudspeaker for good, with the shortest buffer that it takes."""
    for buffer in BUFFERS:
        try:
            pygame.mixer.init(synthesis.RATE, -16, 1, buffer, allowedchanges=0)
        except pygame.error as error:
            problem = error
            continue
        pygame.mixer.set_num_channels(6)
        return True
    log.warning("no sound: %s", problem)
    return False


def _sound(name: str) -> pygame.mixer.Sound:
    samples = synthesis.samples(name)
    if sys.byteorder == "big":
        samples = array("h", samples)
        samples.byteswap()
    return pygame.mixer.Sound(buffer=samples.tobytes())
