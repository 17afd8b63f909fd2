"""What this computer has for a box, and what is wrong with it, in words."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

from device import storage
from device.config import Config

_GPIOZERO = "2.0.1.post3"
_LEAST_FREE = 50_000_000
_CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: name and label (32 bytes each), lines (u32)."""


class Finding(NamedTuple):
    """One line of the doctor's; "WRONG" ends with exit status 1."""

    verdict: Literal["good", "note", "WRONG"]
    text: str

    def __str__(self) -> str:
        return f"{self.verdict:5}  {self.text}"


def examine(config: Config, state: Path, root: Path = Path("/")) -> Iterator[Finding]:
    """Yield what is found; nothing is changed. ``root`` is where /dev, /proc and /sys are."""
    yield Finding("note", "NO HARDWARE: the pins are mock; no buzzer or lamp is driven")
    yield _python()
    yield _bits()
    yield _gpiozero()
    yield _board(root)
    yield from _chips(root)
    yield from _state(state)
    yield _port(config.web.address, config.web.port, storage.holder(state))


def _found(good: bool, text: str, otherwise: str) -> Finding:
    return Finding("good", text) if good else Finding("WRONG", f"{text}; {otherwise}")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    fits = (3, 11) <= sys.version_info < (3, 14)
    return _found(fits, f"Python {version}", "Buzzbox needs 3.11, 3.12 or 3.13")


def _bits() -> Finding:
    wide = sys.maxsize > 2**32
    return _found(wide, f"{64 if wide else 32}-bit system", "Buzzbox needs a 64-bit one")


def _gpiozero() -> Finding:
    try:
        version = metadata.version("gpiozero")
    except metadata.PackageNotFoundError:
        return Finding("WRONG", f"gpiozero is missing; it must be {_GPIOZERO} or newer")
    fits = _numbers(version) >= _numbers(_GPIOZERO)
    return _found(fits, f"gpiozero {version}", f"it must be {_GPIOZERO} or newer")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def _board(root: Path) -> Finding:
    try:
        model = (root / "proc/device-tree/model").read_bytes().rstrip(b"\0").decode()
    except FileNotFoundError:
        return Finding("note", "not a Raspberry Pi: a desktop, with the box in a browser")
    except (OSError, UnicodeDecodeError) as error:
        return Finding("note", f"the board cannot be told: {error}")
    is_pi = "Raspberry Pi" in model
    return Finding("good" if is_pi else "note", model if is_pi else f"not a Raspberry Pi: {model}")


def _chips(root: Path) -> Iterator[Finding]:
    chips = sorted((root / "dev").glob("gpiochip*"))
    if not chips:
        yield Finding("note", "no GPIO chip (/dev/gpiochip*)")
    for chip in chips:
        try:
            yield Finding("good", f"{chip.name}: {_chip_info(chip)}")
        except PermissionError:
            yield Finding("note", f"{chip.name}: may not be opened; join the group gpio")
        except OSError as error:
            yield Finding("note", f"{chip.name}: {error.strerror}")


def _chip_info(chip: Path) -> str:
    """Return label and size of a chip as the kernel tells them; OSError if it is none."""
    device = os.open(chip, os.O_RDONLY | os.O_CLOEXEC)
    try:
        info = fcntl.ioctl(device, _CHIP_INFO, bytes(68))
    finally:
        os.close(device)
    label = info[32:64].split(b"\0")[0].decode(errors="replace")
    return f"{label}, {int.from_bytes(info[64:68], sys.byteorder)} lines"


def _state(state: Path) -> Iterator[Finding]:
    there = next(path for path in (state, *state.absolute().parents) if os.path.exists(path))
    made = "" if there == state else " (will be made)"
    writable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    yield _found(writable, f"state folder {state}{made}", f"{there} cannot be written")
    free = shutil.disk_usage(there).free
    text = f"{free // 1_000_000} MB free there"
    yield _found(free >= _LEAST_FREE, text, f"the box needs {_LEAST_FREE // 1_000_000} MB")
    yield _database(state)
    if holder := storage.holder(state):
        yield Finding("note", f"a hub runs on it (process {holder})")
    damaged = sum(not path.name.endswith(("-wal", "-shm")) for path in state.glob("*.damaged-*"))
    if damaged:
        yield Finding("note", f"{damaged} damaged databases were set aside in {state}")


def _database(state: Path) -> Finding:
    fault = storage.health(state)
    if fault is None:
        return Finding("good", "the database is whole")
    missing = not os.path.exists(state / storage.NAME)
    return Finding("note", "no database yet") if missing else Finding("WRONG", f"database: {fault}")


def _port(address: str, port: int, holder: str | None) -> Finding:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family) as server:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind((address, port))
    except OSError as error:
        what = f"port {port} of {address}: {error.strerror}"
        return Finding("note", f"{what} (the hub has it)") if holder else Finding("WRONG", what)
    return Finding("good", f"port {port} of {address} is free")
