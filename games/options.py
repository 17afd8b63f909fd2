"""House rules as data: dataclass fields with bounds and units, and their check.

The lobby, the config file, the owner's page and ``--help`` are all made from
these fields, so a new option needs no code outside its game.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

T = TypeVar("T")
_KEY = "spec"
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Spec:
    """What one option may be.

    Attributes:
        values: all allowed values, in menu order.
        unit: of whole numbers, e.g. "s"; empty if none.
        walk: the value that the lobby sets when only the walk can choose and
            nobody at the table changed the option; None to leave it.
    """

    values: tuple[Any, ...]
    unit: str = ""
    walk: Any = None

    @property
    def allowed(self) -> str:
        """The allowed values in words, for an error message."""
        if len(self.values) > 6 and isinstance(self.values[0], int):
            return f"{self.values[0]} to {self.values[-1]}"
        return ", ".join(str(value) for value in self.values)


def whole(default: int, *, low: int, high: int, unit: str = "", walk: int | None = None) -> int:
    """Declare a whole number in ``low``…``high``."""
    spec = Spec(tuple(range(low, high + 1)), unit, walk)
    return field(default=default, metadata={_KEY: spec})


def switch(default: bool) -> bool:
    """Declare a house rule that is on or off."""
    return field(default=default, metadata={_KEY: Spec((False, True))})


def choice(default: T, *values: T) -> T:
    """Declare one value out of ``values``."""
    return field(default=default, metadata={_KEY: Spec(values)})


def specs(kind: type) -> dict[str, Spec]:
    """Return the options of a dataclass by name, in menu order."""
    return {f.name: f.metadata[_KEY] for f in fields(kind)}


def build(kind: type[T], given: T | Mapping[str, object] | None = None) -> T:
    """Return checked options from an instance, from names and values, or the defaults.

    Raises:
        ValueError: names the option that is unknown or wrong, and what it may be.
    """
    if given is None:
        return kind()
    known = specs(kind)
    if isinstance(given, kind):
        named: Mapping[str, object] = {name: getattr(given, name) for name in known}
    elif isinstance(given, Mapping):
        named = given
    else:
        raise ValueError(f"options: want a table of names and values, got {given!r}")
    for name, value in named.items():
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            mend = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
            raise ValueError(f"option {name!r} is unknown; {mend}")
        check(name, value, known[name])
    return kind(**named)


def check(name: str, value: object, spec: Spec) -> None:
    """Raise ValueError unless ``value`` is allowed; True is not 1, nor is 5.0 the number 5."""
    if not any(value == each and type(value) is type(each) for each in spec.values):
        raise ValueError(f"option {name!r} is {shown(value)}; it may be {spec.allowed}")


def shown(value: object) -> str:
    """Return a value as an error message shows it: short, whatever it is."""
    try:
        text = repr(value)
    except ValueError:  # Python does not write a number of thousands of digits
        return "a number too long to show"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
