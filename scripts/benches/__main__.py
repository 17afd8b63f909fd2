"""Take the figures on one core and print them: see scripts/bench --help.

Medians, and ratios to a textbook way that ran in turns with Buzzbox's. Nothing is asserted:
a figure depends on the computer, a ratio less so.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from benches import press, rules, screen, service
from benches.figure import FULL, QUICK, Effort, Figure, table

BENCHES: Mapping[str, Callable[[Effort], Iterator[Figure]]] = {
    "sets": rules.sets,
    "matches": rules.matches,
    "apply": rules.apply,
    "press": press.press,
    "start": service.start,
    "waiting": service.waiting,
    "paint": screen.paint,
    "first": screen.first,
    "still": screen.still,
    "beside": screen.beside,
    "memory": screen.memory,
}


def main() -> int:
    """Run what was asked for; return the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    names = ",".join(BENCHES)
    parser.add_argument("--only", type=_names, default=list(BENCHES), help=f"some of {names}")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--quick", action="store_true", help="tiny counts: does it run? (the figures mean nothing)"
    )
    parser.add_argument(
        "--seconds", type=float, help=f"watch a waiting hub so long (default: {FULL.seconds})"
    )
    arguments = parser.parse_args()
    effort = QUICK if arguments.quick else FULL
    if arguments.seconds is not None:
        effort = replace(effort, seconds=arguments.seconds)
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    load = f"load before {os.getloadavg()[0]:.1f}"
    figures = []
    for name in arguments.only:
        print(f"{name} ...", file=sys.stderr, flush=True)
        for figure in BENCHES[name](effort):
            figures.append(figure)
            if arguments.json:
                print(json.dumps(figure.as_dict()), flush=True)
    if not arguments.json:
        print(f"Python {platform.python_version()}, one core of {platform.machine()}, {load}\n")
        print(table(figures))
    return 0


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in BENCHES:
            raise argparse.ArgumentTypeError(f"no {name!r}; there are: {', '.join(BENCHES)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
