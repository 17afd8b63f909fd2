"""An evening at the box that never was: what the hub says on every page, for tests and shots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

import games
from device import lobby, wire
from device.record import Podium
from device.sitting import Evening
from games.match import MS, S
from games.set_game import DECK, find_sets, is_set
from games.set_game.cards import ATTRIBUTES
from games.set_game.view import News, Phase, Verdict

EVERYTHING = {
    "end": "deck_out",
    "pick_seconds": 12,
    "timeout_penalty": False,
    "none": "auto",
    "none_checked": True,
    "lockout": True,
    "hints": True,
}
SIX = (1, 2, 3, 4, 5, 6)


class Paper:
    """A store that keeps nothing beyond the evening."""

    def __init__(self) -> None:
        self.journal = self
        self._ticket = 0
        self._settings: dict[str, Any] = {}

    def resume(self) -> None:
        return None

    def setting(self, key: str, default: Any) -> Any:
        return self._settings.get(key, default)

    def keep(self, key: str, value: Any) -> None:
        self._settings[key] = value

    def _note(self, *_: object) -> int:
        self._ticket += 1
        return self._ticket

    begin = add = end = sit = _note


class Table:
    """People at a box whose time goes only when they let it."""

    def __init__(self, **config: Any) -> None:
        self.now = 1000 * S
        self.evening = Evening(Paper(), self.now, seeds=lambda: 5, **config)  # type: ignore[arg-type]
        self.wait(0)

    def wait(self, ns: int) -> None:
        until = self.now + ns
        self.evening.advance(self.now)
        while (due := self.evening.due()) is not None and due <= until:
            self.now = max(self.now, due)
            self.evening.advance(self.now)
        self.now = until
        self.evening.advance(until)

    def press(self, place: int, ns: int = 100 * MS) -> None:
        self.evening.edge(place, True, self.now)
        self.wait(ns)
        self.evening.edge(place, False, self.now)
        self.wait(60 * MS)

    def touch(self, *items: str) -> None:
        for item in items:
            refusal = self.evening.touch(item, None, self.now)
            assert refusal is None, (item, refusal)
            self.wait(10 * MS)

    def chord(self, one: int, other: int) -> None:
        for down, ns in ((True, 4 * S), (False, 60 * MS)):
            self.evening.edge(one, down, self.now)
            self.evening.edge(other, down, self.now)
            self.wait(ns)

    @property
    def view(self) -> Any:
        return self.evening.table.live.view

    def show(self) -> wire.Show:
        return arrived(self.evening.show(self.now))


def arrived(show: wire.Show) -> wire.Show:
    """Return a Show as it comes out of the wire."""
    found = wire.decode_out(wire.encode(show))
    assert isinstance(found, wire.Show)
    return found


@cache
def shows() -> dict[str, wire.Show]:
    """Return what the hub says on every page, by the picture's name."""
    found: dict[str, wire.Show] = {}
    for part in (_evening, _walks, _tables, _podiums, _marked):
        found.update(part())
    return found


def _evening() -> dict[str, wire.Show]:
    """Three people sit down, look around, play, argue and go home."""
    found: dict[str, wire.Show] = {}
    table = Table(touch="yes")

    def keep(name: str) -> None:
        found[name] = table.show()

    def look(item: str, name: str, *back: str) -> None:
        table.touch(item)
        keep(name)
        table.touch(*back)

    keep("attract")
    table.wait(7 * S)
    keep("attract, the box's name")
    found["attract, no bots"] = msgspec.structs.replace(found["attract"], demo=None)
    for place in (2, 5, 6):
        table.press(place)
    keep("seating")
    table.press(5)
    keep("seating, pressed too short")
    table.press(2, 900 * MS)
    keep("lobby")
    table.touch("bots:1")
    keep("lobby, a bot")
    table.touch("bots:2", "bots:3", "bots:0", "rules")
    keep("rules")
    look("rule:pick_seconds", "a rule of many values", "done")
    look("rule:solo_penalty", "a rule of two values", "done")
    look("rule:puzzle", "a rule of three values", "done", "done")
    look("language", "language", "done")
    look("more", "more", "done")
    table.touch("how_to")
    for page in range(1, wire.HOW_TO_PAGES + 1):
        keep(f"how to play {page}")
        table.touch("next" if page < wire.HOW_TO_PAGES else "done")
    table.touch("play")
    found |= _match(table)
    return found


def _match(table: Table) -> dict[str, wire.Show]:
    found: dict[str, wire.Show] = {}

    def keep(name: str) -> None:
        found[name] = table.show()

    keep("search")
    table.press(5)
    keep("pick")
    trio = _first_set(table.view.table)
    table.touch(*trio[:2])
    table.wait(2 * S)
    keep("pick, two cards")
    table.touch(trio[2])
    keep("a SET")
    table.press(6)
    table.touch(*next(c for c in combinations(table.view.table, 3) if not is_set(*c)))
    keep("not a SET")
    table.press(2)
    table.wait(8 * S)
    keep("time is up")
    table.press(2)
    table.touch("none")
    keep("vote")
    table.wait(9 * S)
    keep("no agreement")
    table.chord(2, 5)
    keep("menu")
    table.touch("leave")
    keep("menu, who leaves")
    table.touch("back", "language")
    keep("menu, language")
    table.touch("back", "how_to")
    keep("menu, how to play")
    table.touch("done", "end")
    keep("menu, vote")
    table.press(5, 900 * MS)
    table.press(6, 900 * MS)
    keep("menu, refused")
    table.touch("end")
    table.press(5)
    table.press(6)
    keep("podium, ended early")
    table.touch("again")
    table.wait(400 * S)
    keep("go on?")
    return found


def _walks() -> dict[str, wire.Show]:
    """Two people have nothing but their buzzers."""
    found: dict[str, wire.Show] = {}
    table = Table(touch="no")
    table.press(1)
    table.press(4)
    table.press(1, 900 * MS)
    found["lobby, walk"] = table.show()
    _walk_to(table, 1, "rules")
    found["rules, walk"] = table.show()
    table.press(1)
    table.wait(100 * MS)
    found["rules, walk in a row"] = table.show()
    table = Table(touch="no")
    table.press(1)
    table.press(4)
    table.press(1, 900 * MS)
    _walk_to(table, 1, "language")
    found["language, walk"] = table.show()
    table = Table(touch="no")
    table.press(1)
    table.press(4)
    table.press(1, 900 * MS)
    _walk_to(table, 1, "play")
    table.press(4)
    found["pick, walk over rows"] = table.show()
    table.press(4)
    table.wait(100 * MS)
    found["pick, walk in a row"] = table.show()
    highlight = wire.Highlight(1, ())
    found["pick, walk to back"] = msgspec.structs.replace(table.show(), walk=highlight)
    return found


def _walk_to(table: Table, place: int, item: str) -> None:
    for _ in range(100):
        walk = table.evening.show(table.now).walk
        if walk is not None and walk.items == (item,):
            break
        table.wait(100 * MS)
    table.wait(300 * MS)
    table.press(place)
    table.wait(20 * MS)


def _first_set(table: tuple[str, ...]) -> list[str]:
    return [table[i] for i in find_sets(table)[0]]


def _tables() -> dict[str, wire.Show]:
    """Tables of every size, and all that SET may say."""
    found = {}
    for n in (3, 9, 15, 18, 21):
        found[f"{n} cards"] = _set(range(6 if n > 9 else 2), table=DECK[: 4 * n : 4][:n])
    calling = {"phase": Phase.PICK, "caller": 3, "news": (News.CALL, 3), "lit": {3: "on"}}
    many = DECK[::3][:21]
    found["21 cards, pick"] = _set(
        range(6), table=many, choosing={3: (*many, "none")}, picked=many[:2], **calling
    )
    cards = ("1RSE", "1RSD", "2GTE")
    wrong = Verdict(1, cards, False, ATTRIBUTES)
    found["not a SET in four ways"] = _set(
        range(6), table=(*cards, *DECK[20:29]), verdict=wrong, news=(News.WRONG, 1)
    )
    right = Verdict(5, ("3PTD", "3PTE", "3PTW"), True, ())
    found["a SET, six people"] = _set(
        range(6), table=DECK[:12], verdict=right, news=(News.SET, 5), sets=(0, 4, 12, 3, 2, 5),
        errors=(1, 0, 2, 0, 3, 0), scores=(-1, 4, 10, 3, -1, 5), resting=(0,), left=(3,),
    )  # fmt: skip
    found["alone"] = _set([0], choosing={0: (*DECK[:12], "deal")}, table=DECK[:12])
    found["hint"] = _set(range(3), table=DECK[:12], hinted=DECK[:2], news=(News.HINT, None))
    sets = tuple((seat, DECK[3 * seat : 3 * seat + 3]) for seat in range(2))
    found["puzzle"] = _set(range(2), table=DECK[:12], to_find=6, found=sets, deck_left=0)
    found["the deck is empty"] = _set(range(4), table=DECK[:12], deck_left=0)
    found["over"] = _set(range(4), table=DECK[:9], deck_left=0, phase=Phase.OVER)
    for about in ("none", "hint"):
        found[f"vote on {about}"] = _set(
            range(6), table=DECK[:12], phase=Phase.VOTE, about=about, proposer=0, agreed=(0, 2),
            news=(News.PROPOSED, 0), offers=_VOICES, lit=dict.fromkeys((1, 3, 4, 5), "pulse"),
        )  # fmt: skip
    for news in set(News) - {News.PROPOSED, News.SET, News.WRONG}:
        found[f"news: {news}"] = _set(range(3), table=DECK[:12], news=(news, 2))
    return found


_VOICES = {seat: {"tap": "agree", "hold": "refuse"} for seat in (1, 3, 4, 5)}


def _set(seats: Iterable[int], **changes: Any) -> wire.Show:
    """Return a picture of SET, changed so."""
    places = tuple(each + 1 for each in seats)
    match = games.start("set_game", len(places), 7)
    kept = {name: changes.pop(name) for name in ("bots", "photo", "tie") if name in changes}
    view = replace(match.game.view(match.state, None), **changes)
    show = wire.Show(
        1, "set_game", wire.raw(view), 3 * S, view.phase is not Phase.OVER, 1, places,
        kept.get("bots", ()), True, None, kept.get("photo", ()), kept.get("tie", ()),
    )  # fmt: skip
    return arrived(show)


def _podiums() -> dict[str, wire.Show]:
    """Matches that ended in every way."""
    three, six = (1, 3, 4), SIX
    options = _options()
    plain = _podium(three, (7, 3, 3), options, 1)
    tied = _podium(six, (12, 12, 5, 5, 0, -3), _options(**EVERYTHING), 3)
    rules = _podium(six[:4], (7, 6, 5, 1), _options(pick_seconds=9), 2)
    alone = _podium((2,), (4,), options, 1)
    nobody = msgspec.structs.replace(plain, winners=(), reason="ended")
    lasts = {"three": plain, "six, shared": tied, "four": rules, "alone": alone, "nobody": nobody}
    found = {f"podium, {name}": _lobby(lobby.Phase.PODIUM, last) for name, last in lasts.items()}
    found["games"] = _lobby(lobby.Phase.GAMES, None)
    found["lobby, six people"] = _lobby(lobby.Phase.LOBBY, None)
    return found


def _options(**changes: Any) -> dict[str, Any]:
    usual = games.CATALOG["set_game"].options()
    return {name: getattr(usual, name) for name in lobby_options()} | changes


def lobby_options() -> list[str]:
    """Return the names of SET's house rules."""
    return list(lobby.rules_of(_state()))


def _podium(places: tuple[int, ...], scores: tuple[int, ...], options: Any, matches: int) -> Podium:
    n = len(places)
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    detail = {
        "sets": tuple(max(0, score) + 1 for score in scores),
        "errors": (1,) * n,
        "fastest": tuple(None if score < 0 else 2_130_000_000 for score in scores),
        "median": tuple(None if score < 0 else 13_400_000_000 for score in scores),
    }
    winners = tuple(seat for seat in range(n) if ranks[seat] == 1)
    totals = tuple(3 * score for score in scores)
    bots = (n - 1,) if n > 1 else ()
    return Podium(
        "set_game", places, bots, scores, ranks, winners, "no_set_left", totals, matches,
        detail, options, "1f3a9c0b2d4e7",
    )  # fmt: skip


def _state() -> lobby.State:
    return lobby.setup(games.CATALOG, {})


def _lobby(phase: lobby.Phase, last: Podium | None) -> wire.Show:
    people = SIX if last is None else last.places
    state = lobby.sit_again(_state(), people, people[0], 0, phase, last)
    view = lobby.GAME.view(state, None)
    return arrived(wire.Show(1, "lobby", wire.raw(view), 0, True, 1, SIX, (), True, None, (), ()))


def _marked() -> dict[str, wire.Show]:
    """What is not as it should be, and races that were close."""
    found: dict[str, wire.Show] = {}
    change: Callable[..., wire.Show] = msgspec.structs.replace
    late = tuple(wire.Late(seat, 3_200_000 * (seat + 1)) for seat in (0, 2, 4))
    call = {"phase": Phase.PICK, "caller": 3, "news": (News.CALL, 3), "lit": {3: "on"}}
    choosing = {3: (*DECK[:12], "none")}
    race = {"table": DECK[:12], "choosing": choosing, "photo": late, **call}
    found["photo finish"] = _set(range(6), **race, bots=(4, 5))
    found["tie"] = _set(range(6), **race, tie=(3, 0, 2))
    found["tie of all"] = _set(range(6), **race, tie=(3, 0, 2, 1, 4, 5))
    found["not saved"] = change(found["photo finish"], saved=False)
    found["paused"] = change(_set(range(3), table=DECK[:12]), running=False)
    found["paused, not saved"] = change(found["paused"], saved=False)
    found["pressed too short"] = change(shows_vote(), hold=3)
    for name in ("games", "podium, six, shared", "lobby, six people"):
        found[f"{name}, not saved"] = change(_podiums()[name], saved=False)
    return found


def shows_vote() -> wire.Show:
    """Return a vote of six."""
    return _tables()["vote on none"]
