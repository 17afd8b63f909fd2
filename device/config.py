"""The config file: one TOML file, every key with a default, every fault named at once."""

from __future__ import annotations

import difflib
import ipaddress
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from device.words import LANGUAGES
from games.catalog import CATALOG
from games.options import build, shown, specs

BUZZERS = 6
_PINS = range(28)
"""BCM numbers on the 40-pin header."""
_SIX = range(BUZZERS, BUZZERS + 1)
_COLUMN = range(2, 11)
_MOST_BYTES = 1 << 20
_LONGEST_TITLE = 40
_HOURS = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d")


class ConfigError(ValueError):
    """The config is wrong; one line per fault, each with file, place and what may stand there."""


Fits = Callable[[Any], bool]
"""Whether a value of the file may stand there."""


def _key(default: Any, allowed: str, fits: Fits) -> Any:
    """Declare a key; ``allowed`` says in words what fits."""
    return field(default=default, metadata={"allowed": allowed, "fits": fits})


def _number(default: int, low: int, high: int, unit: str = "") -> Any:
    allowed = f"{low} to {high} {unit}".rstrip()
    return _key(default, allowed, lambda value: type(value) is int and low <= value <= high)


def _one_of(default: str, *allowed: str) -> Any:
    return _key(default, ", ".join(allowed), lambda value: value in allowed)


def _pins(default: tuple[int, ...], counts: range, order: str) -> Any:
    def fits(value: Any) -> bool:
        listed = isinstance(value, list) and len(value) in counts
        return listed and all(type(pin) is int and pin in _PINS for pin in value)

    count = "6" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return _key(default, f"a list of {count} BCM numbers 0 to 27, {order} first", fits)


def _turns(default: tuple[int, ...]) -> Any:
    def fits(value: Any) -> bool:
        listed = isinstance(value, list) and len(value) == BUZZERS
        return listed and all(type(turn) is int and turn in (0, 90, 180, 270) for turn in value)

    return _key(default, "a list of 6 turns in degrees (0, 90, 180 or 270), place 1 first", fits)


def _is_address(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(ipaddress.ip_address(value))
    except ValueError:
        return False


def _is_title(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST_TITLE


def _is_quiet(value: Any) -> bool:
    return value == "" or (isinstance(value, str) and _HOURS.fullmatch(value) is not None)


@dataclass(frozen=True, slots=True)
class Table:
    """[table]: how fingers are read.

    Attributes:
        tie_us: presses so close (µs) are a tie.
        quiet_ms: a contact is ignored so long (ms) after an edge.
        walk_step_ms: how long (ms) the walk stands on a stop.
    """

    tie_us: int = _number(200, 0, 2000, "µs")
    quiet_ms: int = _number(40, 30, 50, "ms")
    walk_step_ms: int = _number(900, 400, 3000, "ms")


@dataclass(frozen=True, slots=True)
class Pins:
    """[pins]: what is wired to which pin, as BCM numbers.

    Attributes:
        backend: who drives the pins; "mock" has no hardware.
        buzzers, lamps: of places 1 to 6.
        hourglass: the LEDs, top first.
    """

    backend: str = _key(
        "mock", "mock (real pins come with a later version)", lambda value: value == "mock"
    )
    buzzers: tuple[int, ...] = _pins((2, 3, 4, 5, 6, 7), _SIX, "place 1")
    lamps: tuple[int, ...] = _pins((8, 9, 10, 11, 12, 13), _SIX, "place 1")
    hourglass: tuple[int, ...] = _pins(
        (14, 15, 16, 17, 22, 23, 24, 25, 26, 27), _COLUMN, "the top LED"
    )


@dataclass(frozen=True, slots=True)
class Web:
    """[web]: where the pages are; ``port`` 0 takes any free one."""

    address: str = _key(
        "127.0.0.1", "an IP address; 127.0.0.1: this computer only, 0.0.0.0: all", _is_address
    )
    port: int = _number(8080, 0, 65535)


@dataclass(frozen=True, slots=True)
class Screen:
    """[screen]: what the picture is like.

    Attributes:
        touch: whether players can touch it; "no" makes the walk choose.
        size: of the picture in px.
        turn: degrees by which the display is turned in the box.
        motion: whether things glide, or are at once where they belong.
        marks: whether cards bear a letter for each colour.
        facing: degrees counter-clockwise by which a picture for one place alone is turned.
    """

    touch: str = _one_of("auto", "auto", "yes", "no")
    size: str = _one_of("800x480", "480x320", "800x480", "1024x600")
    turn: str = _one_of("0", "0", "90", "180", "270")
    motion: str = _one_of("full", "full", "reduced")
    marks: str = _one_of("yes", "yes", "no")
    facing: tuple[int, ...] = _turns((180, 180, 180, 0, 0, 0))

    @property
    def px(self) -> tuple[int, int]:
        """Width and height in px."""
        w, h = self.size.split("x")
        return int(w), int(h)


@dataclass(frozen=True, slots=True)
class Sound:
    """[sound]: the loudspeaker; its volume is set at the box.

    Attributes:
        quiet: hours in which it is silent.
        attract: whether an empty table calls for players.
    """

    quiet: str = _key("", 'like "22:00-08:00", or empty', _is_quiet)
    attract: str = _one_of("no", "yes", "no")


@dataclass(frozen=True, slots=True)
class Box:
    """[box]: the ``language`` of a box that nobody has set to another."""

    language: str = _one_of("en", *LANGUAGES)


@dataclass(frozen=True, slots=True)
class House:
    """[games.<key>]: a game as this house plays it.

    Attributes:
        title: its name on the screen; empty for the game's own.
        options: house rules that differ from the game's defaults, checked.
    """

    title: str = _key("", f"one line of at most {_LONGEST_TITLE} signs", _is_title)
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Config:
    """A checked config; ``games`` has every game of the catalog."""

    table: Table = Table()
    pins: Pins = Pins()
    web: Web = Web()
    screen: Screen = Screen()
    sound: Sound = Sound()
    box: Box = Box()
    games: Mapping[str, House] = field(default_factory=lambda: dict.fromkeys(CATALOG, House()))


_SECTIONS: Mapping[str, type] = {
    "table": Table, "pins": Pins, "web": Web, "screen": Screen, "sound": Sound, "box": Box
}  # fmt: skip


def load(path: Path | None) -> Config:
    """Return the config in ``path``; None for the defaults.

    Raises:
        ConfigError: the file cannot be read, or one line per fault in it.
    """
    return Config() if path is None else parse(_read(path), str(path))


def parse(text: str, name: str) -> Config:
    """Return the config in ``text``, which faults call ``name``.

    Raises:
        ConfigError: one line per fault.
    """
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib's own, or a number without end
        raise ConfigError(f"{name}: is not TOML: {error}") from None
    reader = _Reader(name, text)
    config = reader.config(tree)
    if reader.faults:
        raise ConfigError("\n".join(text for _, text in sorted(reader.faults)))
    return config


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise ConfigError(f"{path}: is longer than {_MOST_BYTES} bytes")
        return text.decode()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text (byte {error.start})") from None


class _Reader:
    """Builds a ``Config`` and gathers the faults, each with its line (0 if unknown), on the way."""

    def __init__(self, name: str, text: str) -> None:
        self.faults: list[tuple[int, str]] = []
        self._name = name
        self._lines = dict(_places(text))

    def config(self, tree: Mapping[str, Any]) -> Config:
        self._unknown("", tree, [*_SECTIONS, "games"])
        given = {key: self._table(key, tree.get(key, {})) for key in (*_SECTIONS, "games")}
        sections = {
            key: kind(**self.values(key, given[key], kind)) for key, kind in _SECTIONS.items()
        }
        self._one_each(sections["pins"])
        return Config(**sections, games=self._games(given["games"]))

    def _fault(self, place: str, what: str) -> None:
        line, near = 0, place
        while not line and near:
            line, near = self._lines.get(near, 0), near.rpartition(".")[0]
        shown = place if place.isprintable() else repr(place)
        self.faults.append((line, f"{self._name}{f':{line}' if line else ''}: {shown} {what}"))

    def _table(self, place: str, value: Any) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        self._fault(place, f"is {shown(value)}; want a table [{place}]")
        return {}

    def _unknown(self, place: str, given: Mapping[str, Any], known: list[str]) -> None:
        for key in given:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
                mend = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
                self._fault(f"{place}{key}", f"is unknown; {mend}")

    def values(self, place: str, given: Mapping[str, Any], kind: type) -> dict[str, Any]:
        """Return the right values of a section; the rest keep their defaults."""
        known = {each.name: each.metadata for each in fields(kind)}
        self._unknown(f"{place}.", given, list(known))
        values = {}
        for key, value in given.items():
            metadata = known.get(key)
            if not metadata:  # unknown, or read elsewhere
                continue
            if metadata["fits"](value):
                values[key] = tuple(value) if isinstance(value, list) else value
            else:
                self._fault(f"{place}.{key}", f"is {shown(value)}; it may be {metadata['allowed']}")
        return values

    def _one_each(self, pins: Pins) -> None:
        """Name every pin that has two functions."""
        taken: dict[int, tuple[str, str]] = {}
        for key, word in (("buzzers", "buzzer"), ("lamps", "lamp"), ("hourglass", "hourglass LED")):
            for number, pin in enumerate(getattr(pins, key), start=1):
                mine = (f"pins.{key}", f"{word} {number}")
                first, other = taken.setdefault(pin, mine)
                if other != mine[1]:  # blame the list that stands in the file, not a default
                    place = mine[0] if mine[0] in self._lines else first
                    self._fault(place, f"gives BCM {pin} two functions: {other} and {mine[1]}")

    def _games(self, given: Mapping[str, Any]) -> dict[str, House]:
        self._unknown("games.", given, list(CATALOG))
        return {name: self._house(name, given.get(name, {})) for name in CATALOG}

    def _house(self, name: str, given: Any) -> House:
        place = f"games.{name}"
        table = self._table(place, given)
        options = self._table(f"{place}.options", table.get("options", {}))
        right = {}
        for key, value in options.items():
            try:
                build(CATALOG[name].options, {key: value})
                right[key] = value
            except ValueError as error:
                self._fault(f"{place}.options.{key}", str(error).removeprefix(f"option {key!r} "))
        return House(**self.values(place, table, House), options=right)


def with_web(config: Config, given: Mapping[str, Any]) -> Config:
    """Return ``config`` with other values in [web], from the command line.

    Raises:
        ConfigError: one line per wrong one.
    """
    return replace(config, web=replace(config.web, **_called("web", given, Web)))


def with_screen(config: Config, given: Mapping[str, Any]) -> Config:
    """Return ``config`` with other values in [screen], from the command line.

    Raises:
        ConfigError: one line per wrong one.
    """
    return replace(config, screen=replace(config.screen, **_called("screen", given, Screen)))


def _called(section: str, given: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """Return the values of a section that the command line gives; None is not given."""
    reader = _Reader("command line", "")
    some = {key: value for key, value in given.items() if value is not None}
    values = reader.values(section, some, kind)
    if reader.faults:
        raise ConfigError("\n".join(text for _, text in reader.faults))
    return values


def described() -> Iterator[str]:
    """Yield every key with its default and what it may be, as lines of a config file."""
    for section, kind in _SECTIONS.items():
        yield f"[{section}]"
        for each in fields(kind):
            default = list(each.default) if isinstance(each.default, tuple) else each.default
            yield f"{each.name} = {json.dumps(default)}  # {each.metadata['allowed']}"
    for name, game in CATALOG.items():
        yield f"[games.{name}]"
        yield f'title = ""  # {fields(House)[0].metadata["allowed"]}'
        yield f"[games.{name}.options]"
        default = game.options()
        for option, spec in specs(game.options).items():
            value = json.dumps(getattr(default, option))
            allowed = spec.allowed.replace("False, True", "false, true")
            yield f"{option} = {value}  # {allowed} {spec.unit}".rstrip()


def _places(text: str) -> Iterator[tuple[str, int]]:
    """Yield the place (``table.key``) that each plain line of a TOML text sets, and its number."""
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            table = f"{header[1]}."
            yield header[1], number
        elif entry := re.match(r"\s*([\w.-]+)\s*=", line):
            yield f"{table}{entry[1]}", number
