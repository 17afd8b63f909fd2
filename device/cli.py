"""The command line: ``buzzbox play|hub|screen|simulate|check|doctor|export``.

Exit status: 0 good, 1 something failed, 2 the call or the input is wrong, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from device import config as config_file
from device import desktop, simulation, storage
from device.config import Config, ConfigError
from device.storage import export
from games.catalog import CATALOG
from games.options import Spec, specs

_log = logging.getLogger(__name__)
BOX_CONFIG = Path("/etc/buzzbox/box.toml")
BOX_STATE = Path("/var/lib/buzzbox")
_LOCAL = "127.0.0.1"
_MOST_SPEED = 1000
_INTERRUPTED = 130
_SWITCH = {"yes": "true", "on": "true", "no": "false", "off": "false"}


class UsageError(Exception):
    """The call or its input is wrong; one line per fault."""


class FailedError(Exception):
    """Something failed; one line."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with a call."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``buzzbox`` with the arguments ``argv``, by default the process's; return its status."""
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        return _hush(0)  # the reader has enough (| head)
    except OSError as error:
        return _hush(_say(FailedError(error.strerror or str(error)), 1))
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.run(arguments)
    except (UsageError, ConfigError) as error:
        return _say(error, 2)
    except FailedError as error:
        return _say(error, 1)
    return status


def _hush(status: int) -> int:
    """Let what could not be written go nowhere: Python would complain again at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _say(error: Exception, status: int) -> int:
    sys.stdout.flush()
    for line in str(error).splitlines():
        print(f"buzzbox: {line}", file=sys.stderr)
    return status


# The call


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="buzzbox", description="A game box for the table.", epilog="buzzbox COMMAND --help"
    )
    parser.add_argument("--version", action="version", version=f"buzzbox {_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        _add_play, _add_hub, _add_screen, _add_simulate, _add_check, _add_doctor, _add_export
    ):  # fmt: skip
        add(commands)
    return parser


def _version() -> str:
    try:
        return metadata.version("buzzbox")
    except metadata.PackageNotFoundError:
        return "(not installed)"


_Commands = argparse._SubParsersAction  # argparse has no public name for it


def _command(
    commands: _Commands[_Parser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    what: str,
    example: str,
    more: Iterable[str] = (),
) -> _Parser:
    epilog = "\n".join([f"example: {example}", *more])
    parser: _Parser = commands.add_parser(
        name,
        help=what,
        description=what,
        epilog=epilog.replace("%", "%%"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_play(commands: _Commands[_Parser]) -> None:
    what = "play on this computer: the whole box in a browser, no hardware"
    example = "buzzbox play --port 8081"
    parser = _command(commands, "play", _play, what, example, _config_help())
    _add_hub_arguments(parser, "the defaults", f"{desktop_state()}", _LOCAL)


def _add_hub(commands: _Commands[_Parser]) -> None:
    what = "run the box as a service (mock pins: real ones come with a later version)"
    example = "buzzbox hub --config box.toml --state /tmp/box --port 8081 --speed 10"
    parser = _command(commands, "hub", _hub, what, example, _config_help())
    _add_hub_arguments(parser, f"{BOX_CONFIG} if it is there", f"{BOX_STATE}", "the config's")


def _config_help() -> list[str]:
    intro = "A config is a TOML file; every key has a default. Keys, defaults, what they may be:"
    return ["", intro, "", *config_file.described()]


def _add_hub_arguments(parser: _Parser, config: str, state: str, address: str) -> None:
    add = parser.add_argument
    add("--config", type=Path, metavar="FILE", help=f"config (default: {config})")
    add("--state", type=Path, metavar="DIR", help=f"what the box remembers (default: {state})")
    add("--address", help=f"IP address of the pages (default: {address})")
    add("--port", type=int, help="port of the pages, 0 for any (default: the config's, 8080)")
    add(
        "--speed", type=_speed, default=1, metavar="N", help="time runs N times as fast (1 to 1000)"
    )


def _add_screen(commands: _Commands[_Parser]) -> None:
    what = "show the box on a screen; started beside the hub"
    example = "buzzbox screen --window --size 1024x600 --state ~/.local/share/buzzbox"
    parser = _command(commands, "screen", _screen, what, example)
    add = parser.add_argument
    add(
        "--config", type=Path, metavar="FILE", help=f"config (default: {BOX_CONFIG} if it is there)"
    )
    add("--state", type=Path, metavar="DIR", help=f"the hub's (default: {BOX_STATE})")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--window", action="store_true", help="in a window of a desktop")
    how.add_argument("--offscreen", action="store_true", help="only as frames for the browser box")
    add("--size", help="of the picture in px, like 800x480 (default: the config's)")
    add("--turn", help="0, 90, 180 or 270 degrees (default: the config's)")
    add("--message", metavar="TEXT", help="show why the box cannot start, and nothing else")


def _add_simulate(commands: _Commands[_Parser]) -> None:
    what = "let bots play matches, and count"
    example = "buzzbox simulate --game set_game --seats 4 --matches 100 --option end=deck_out"
    parser = _command(commands, "simulate", _simulate, what, example, _option_help())
    add = parser.add_argument
    add("--game", default=next(iter(CATALOG)), help=f"one of: {', '.join(CATALOG)}")
    add("--seats", type=int, default=4, help="how many play (default: 4)")
    add("--matches", type=_count, default=1, help="how many matches (default: 1)")
    add(
        "--seed", type=int, default=1, help="of the first match; the next has one more (default: 1)"
    )
    add("--json", action="store_true", help="print one JSON object")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")


def _option_help() -> list[str]:
    lines = []
    for name, game in CATALOG.items():
        lines += ["", f"house rules of {name}:"]
        for option, spec in specs(game.options).items():
            lines.append(f"  {option}: {spec.allowed} {spec.unit}".rstrip())
    return lines


def _add_check(commands: _Commands[_Parser]) -> None:
    what = "say what is wrong with config files (.toml)"
    parser = _command(commands, "check", _check, what, "buzzbox check box.toml")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def _add_doctor(commands: _Commands[_Parser]) -> None:
    what = "say what this computer has for a box, and what is wrong with it"
    example = "buzzbox doctor --state ~/.local/share/buzzbox"
    parser = _command(commands, "doctor", _doctor, what, example)
    add = parser.add_argument
    add(
        "--config", type=Path, metavar="FILE", help=f"config (default: {BOX_CONFIG} if it is there)"
    )
    there = f"{BOX_STATE} if it is there, else {desktop_state()}"
    add("--state", type=Path, metavar="DIR", help=f"what the box remembers (default: {there})")


def _add_export(commands: _Commands[_Parser]) -> None:
    what = "write results, all-time bests or the journal of finished matches to standard output"
    example = "buzzbox export --what results --format csv > results.csv"
    parser = _command(commands, "export", _export, what, example)
    add = parser.add_argument
    there = f"{BOX_STATE} if it is there, else {desktop_state()}"
    add("--state", type=Path, metavar="DIR", help=f"what the box remembers (default: {there})")
    add("--format", choices=export.FORMATS, default="jsonl", help="JSON Lines (default) or CSV")
    add("--what", choices=export.WHAT, default="results", help="default: results")


def _speed(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= _MOST_SPEED:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {_MOST_SPEED}")


def _count(text: str) -> int:
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")


def desktop_state() -> Path:
    """Return where a desktop keeps what the box remembers (XDG base directories)."""
    folder = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not folder.is_absolute():  # the specification: a relative one is to be ignored
        folder = Path.home() / ".local/share"
    return folder / "buzzbox"


# The commands


def _play(arguments: argparse.Namespace) -> int:
    loaded = config_file.load(arguments.config)
    local = replace(loaded, web=replace(loaded.web, address=_LOCAL))

    state = arguments.state or desktop_state()
    screens: list[desktop.Keeper] = []

    def ready(address: str) -> None:
        print(f"The box: {address} (open it in a browser; Ctrl-C ends it)", flush=True)
        for how in desktop.stages():
            screens.append(desktop.Keeper(desktop.call(how, state, arguments.config)))

    try:
        return _run_hub(local, state, arguments, ready)
    finally:
        for screen in screens:
            screen.stop()


def _hub(arguments: argparse.Namespace) -> int:
    config = _box_config(arguments.config)
    return _run_hub(config, arguments.state or BOX_STATE, arguments, _log.info)


def _box_config(given: Path | None) -> Config:
    return config_file.load(given or (BOX_CONFIG if BOX_CONFIG.exists() else None))


def _run_hub(
    config: Config,
    state: Path,
    arguments: argparse.Namespace,
    ready: Callable[[str], object],
) -> int:
    """Run the hub until it ends; ``ready`` is told the address of the browser box."""
    overrides = {"address": arguments.address, "port": arguments.port}
    config = config_file.with_web(config, overrides)
    logging.basicConfig(level=logging.INFO, format="buzzbox: %(message)s")
    from device import hub  # brings in the web server, which no other command needs

    try:
        return hub.run(config, state, arguments.speed, ready)
    except hub.StartError as error:
        raise FailedError(str(error)) from error


def _screen(arguments: argparse.Namespace) -> int:
    config = config_file.with_screen(
        _box_config(arguments.config), {"size": arguments.size, "turn": arguments.turn}
    )
    how = "window" if arguments.window else "offscreen" if arguments.offscreen else "display"
    logging.basicConfig(level=logging.INFO, format="buzzbox screen: %(message)s")
    from device import screen  # brings in pygame, which no other command needs

    try:
        state = arguments.state or BOX_STATE
        return screen.run(config, state, how, arguments.message)
    except screen.StartError as error:
        raise FailedError(str(error)) from error


def _simulate(arguments: argparse.Namespace) -> int:
    options = dict(_option(arguments.game, text) for text in arguments.option)
    try:
        report = simulation.run(
            arguments.game, arguments.seats, arguments.matches, arguments.seed, options
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    except RuntimeError as error:
        raise FailedError(str(error)) from error
    print(json.dumps(report.as_dict()) if arguments.json else report)
    return 0


def _option(game: str, text: str) -> tuple[str, object]:
    """Return name and value of a house rule given as NAME=VALUE."""
    name, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"--option {text!r}: want NAME=VALUE")
    known = specs(CATALOG[game].options) if game in CATALOG else {}
    return name, _value(known[name], value) if name in known else value


def _value(spec: Spec, text: str) -> object:
    """Return the allowed value that is written so; the text itself, to be refused, if none is."""
    for value in spec.values:
        wanted = _SWITCH.get(text.lower(), text.lower()) if isinstance(value, bool) else text
        if wanted == (str(value).lower() if isinstance(value, bool) else str(value)):
            return value
    return text


def _check(arguments: argparse.Namespace) -> int:
    faults = []
    for path in arguments.files:
        try:
            if path.suffix != ".toml":
                raise ConfigError(f"{path}: only configs (.toml) can be checked by this version")
            config_file.load(path)
            print(f"{path}: good")
        except ConfigError as error:
            faults.append(str(error))
    if faults:
        raise UsageError("\n".join(faults))
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from device import doctor  # brings in sockets and package lists, which no other command needs

    config, wrong = Config(), False
    try:
        config = _box_config(arguments.config)
    except ConfigError as error:
        wrong = True
        for line in str(error).splitlines():
            print(doctor.Finding("WRONG", line))
    for finding in doctor.examine(config, arguments.state or _usual_state()):
        print(finding)
        wrong = wrong or finding.verdict == "WRONG"
    return int(wrong)


def _usual_state() -> Path:
    return BOX_STATE if BOX_STATE.exists() else desktop_state()


def _export(arguments: argparse.Namespace) -> int:
    faults: list[str] = []
    folder = arguments.state or _usual_state()
    try:
        for line in export.export(folder, arguments.what, arguments.format, faults.append):
            print(line)
    except storage.NothingStoredError as error:
        raise UsageError(str(error)) from error
    except export.ExportError as error:
        raise FailedError(str(error)) from error
    if faults:
        raise FailedError("\n".join(faults))
    return 0
