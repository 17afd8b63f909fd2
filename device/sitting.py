"""An evening at the box, from attract to the podium: which match the table plays now."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec.structs import replace

import games
from device import lobby, menu, record, wire
from device.bots import Demo
from device.fingers import Fingers
from device.live import Live
from device.lobby import Phase, Wish
from device.record import Closed, Entry, Opened, Sitting
from device.seating import EVERYONE, Seating, seated
from device.sequencer import Sequencer
from device.series import podium
from device.table import STEP, Table
from games import chance
from games import options as house_rules
from games.match import LEAVE, Match, Ns, Outcome, Refusal, S, Seat

log = logging.getLogger(__name__)

LOOK: Ns = 4 * S
"""How long the table's last picture stands before the podium."""


class Saved(Protocol):
    """What stood when the hub ended."""

    @property
    def sitting(self) -> Sitting:
        """Who sat at the box."""

    @property
    def opened(self) -> Opened | None:
        """The match that was cut short, or None between matches."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its journal."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Its scores as last written."""


class Store(Protocol):
    """What a sitting keeps."""

    @property
    def journal(self) -> record.Journal:
        """Where actions go."""

    def resume(self) -> Saved | None:
        """Return what stood when the hub ended."""

    def setting(self, key: str, default: Any) -> Any:
        """Return a remembered JSON value."""

    def keep(self, key: str, value: Any) -> None:
        """Remember a JSON value."""


class Evening:
    """The table's pages: lobby, match, table menu, podium, and back.

    Attributes:
        table: where it all happens.
        touched: someone has used the screen in this sitting.
        language: code of the words that the box shows.
        volume: of the loudspeaker, 0 (mute) to 5.
    """

    def __init__(
        self,
        store: Store,
        now: Ns,
        *,
        touch: str = "auto",
        rules: Mapping[str, Mapping[str, Any]] | None = None,
        idle: Ns = lobby.IDLE,
        fingers: Fingers | None = None,
        tie: Ns | None = None,
        step: Ns = STEP,
        language: str = "en",
        seeds: Callable[[], int] = lambda: secrets.randbits(53),
    ) -> None:
        self._store = store
        self._touch = touch
        self._rules = rules or {}
        self._idle = idle
        self._seeds = seeds
        self._number = 0
        self._ticket = 0
        self.touched = False
        self.language: str = store.setting("language", language)
        self.volume: int = store.setting("volume", 3)
        self._demo = Demo(seeds(), now)
        self._look_until: Ns | None = None
        self._game: Live | None = None
        self._opened: Opened | None = None
        self._sitting: Sitting | None = None
        sequencer = Sequencer(seeds()) if tie is None else Sequencer(seeds(), tie)
        self.table = Table(
            self._attract(),
            now,
            walks=lambda: not self._has_touch(),
            no_touch=self._by_buzzer,
            fingers=fingers,
            sequencer=sequencer,
            step=step,
        )
        self._resume(now)

    # Input and output

    def edge(self, place: wire.Place, down: bool, at: Ns) -> None:
        """Take an edge of a buzzer; see ``Table.edge``."""
        self.table.edge(place, down, at)

    def touch(self, item: str, seat: Seat | None, at: Ns) -> Refusal | None:
        """Take a touch on the shared screen; see ``Table.touch``."""
        refused = self.table.touch(item, seat, at)
        self.touched = self.touched or refused is None
        return refused

    def _by_buzzer(self) -> None:
        """Someone wants to choose without the screen; the walk is for them."""
        self.touched = False

    def _has_touch(self) -> bool:
        return self._touch == "yes" or (self._touch == "auto" and self.touched)

    def lamps(self) -> tuple[str, ...]:
        """Return the six lamps as they should shine now."""
        return self.table.lamps()

    @property
    def ticket(self) -> int:
        """The journal line that must be on the disk before what shows may be called saved."""
        return self._ticket

    def show(self, now: Ns, speed: int = 1) -> wire.Show:
        """Return what the whole table may see at hub time ``now``."""
        table, race = self.table, self.table.race
        self._number += 1
        return replace(
            self._seen(table.live, now, speed),
            walk=table.highlight(now),
            photo=tuple(race.late) if race is not None else (),
            tie=race.tie if race is not None else (),
            hold=table.hint,
            demo=self._seen(self._demo.live, now, speed) if self._in_attract else None,
        )

    def _seen(self, live: Live, now: Ns, speed: int) -> wire.Show:
        return wire.Show(
            number=self._number,
            game=live.match.game.name,
            view=wire.raw(live.view),
            now=live.clock.match_time(now),
            running=live.clock.running and live.outcome is None,
            speed=speed,
            places=live.seating.places,
            bots=live.seating.bots,
            saved=True,
            walk=None,
            photo=(),
            tie=(),
        )

    # Time

    def advance(self, now: Ns) -> None:
        """Do everything that is due at hub time ``now``."""
        self.table.advance(now)
        while self._turn(now):
            self.table.advance(now)
        self._take_settings()
        if self._in_attract and self._demo.advance(now):
            self.table.changed = True
        self._ticket = max(self._ticket, self.table.live.ticket)

    def due(self) -> Ns | None:
        """Return when ``advance`` next has something to do."""
        demo = self._demo.due() if self._in_attract else None
        times = [self.table.due(), self._look_until, self._idle_at(), demo]
        return min((time for time in times if time is not None), default=None)

    def _idle_at(self) -> Ns | None:
        """Return when an idle match, or its table menu, asks whether to go on."""
        if self._look_until is not None or self.table.live.match.game is lobby.GAME:
            return None
        return self.table.last_input + self._idle

    @property
    def _in_attract(self) -> bool:
        live = self.table.live
        return live.match.game is lobby.GAME and live.match.state.phase is Phase.ATTRACT

    def _take_settings(self) -> None:
        """Follow what the lobby or the table menu sets on the box."""
        if self._in_game:
            return
        state = self.table.live.match.state
        for name in ("language", "volume"):
            value = getattr(state, name)
            if value != getattr(self, name):
                setattr(self, name, value)
                self._store.keep(name, value)

    @property
    def _in_game(self) -> bool:
        return self.table.live is self._game

    def _turn(self, now: Ns) -> bool:
        """Turn to the next page if this one is done; return whether it was."""
        live = self.table.live
        if self._in_game:
            return self._turn_game(live, now)
        if live.outcome is None:
            return self._turn_idle(now)
        if live.match.game is lobby.GAME:
            self._leave_lobby(live.match.state, now)
        else:
            self._leave_menu(live.outcome.reason, now)
        return True

    def _turn_game(self, live: Live, now: Ns) -> bool:
        if live.outcome is not None:
            return self._look(live, now)
        if self.table.chord is not None:
            self._open_menu(live, now)
            return True
        return self._turn_idle(now)

    def _turn_idle(self, now: Ns) -> bool:
        idle = self._idle_at()
        if idle is None or idle > now:
            return False
        self._lay(self._lobby(Phase.GO_ON), now)
        return True

    def _lay(self, live: Live, now: Ns) -> None:
        self._ticket = max(self._ticket, self.table.live.ticket)
        self.table.lay(live, now, menu_allowed=live is self._game)

    # Lobby

    def _attract(self) -> Live:
        chosen = self._store.setting("game", None)
        chosen = chosen if chosen in games.CATALOG else None
        return self._at(self._empty_lobby(chosen))

    def _empty_lobby(self, chosen: str | None) -> lobby.State:
        rules = self._remembered()
        return lobby.setup(games.CATALOG, rules, chosen, self.language, self.volume, self._rules)

    def _remembered(self) -> dict[str, dict[str, Any]]:
        """Return each game's house rules: the config's, and over them what the box remembers."""
        found = {}
        for name, game in games.CATALOG.items():
            rules = {**self._rules.get(name, {}), **self._store.setting(f"options.{name}", {})}
            found[name] = _fitting(game.options, rules)
        return found

    def _at(self, state: lobby.State) -> Live:
        return Live(lobby.open_lobby(state), EVERYONE)

    def _lobby(self, phase: Phase, problem: str | None = None) -> Live:
        """Return the lobby on page ``phase``, with those who sit at the box seated."""
        assert self._sitting is not None
        sat = self._sitting
        chosen = sat.game if sat.game in games.CATALOG else None
        return self._at(
            lobby.sit_again(
                self._empty_lobby(chosen), sat.people, sat.host, sat.bots, phase, sat.last, problem
            )
        )

    def _leave_lobby(self, state: lobby.State, now: Ns) -> None:
        match state.wish:
            case Wish.GO_ON:
                self._go_on(now)
            case Wish.CLEAR:
                self._clear(now)
            case Wish.PLAY:
                self._begin(state, now)
            case Wish.TIE_BREAK:
                self._begin_tie_break(now)

    def _go_on(self, now: Ns) -> None:
        if self._game is not None:
            self._lay(self._game, now)
            return
        page = Phase.LOBBY if self._sitting is None or self._sitting.last is None else Phase.PODIUM
        self._lay(self._lobby(page), now)

    def _clear(self, now: Ns) -> None:
        """Everybody went home; a match that was cut short keeps its scores."""
        if self._game is not None and self._sitting is not None:
            self._close(Closed(self._game.view.scores, (), (), "abandoned"))
        self._game = self._sitting = None
        self.touched = False
        self._ticket = self._store.journal.sit(None)
        self._demo = Demo(self._seeds(), now)
        self._lay(self._attract(), now)

    # A match

    def _begin(self, state: lobby.State, now: Ns) -> None:
        people = tuple(place for place, taken in enumerate(state.taken, start=1) if taken)
        options = dict(state.options[state.chosen])
        if state.chosen in state.changed:
            self._store.keep(f"options.{state.chosen}", options)
        self._store.keep("game", state.chosen)
        seating = seated(people, state.bots)
        host = people[0] if state.host is None else state.host + 1
        series = self._series(state.chosen, seating)
        self._sitting = Sitting(people, host, state.chosen, state.bots, series, state.last)
        self._open(seating, options, now)

    def _series(self, game: str, seating: Seating) -> tuple[Closed, ...]:
        """Return the series so far; another game or other seats begin a new one."""
        last = None if self._sitting is None else self._sitting.last
        now = (game, seating.places, seating.bots)
        same = last is not None and (last.game, last.places, last.bots) == now
        return self._sitting.series if self._sitting is not None and same else ()

    def _begin_tie_break(self, now: Ns) -> None:
        """Play an extra game among those who tied for the win; it decides the places (SET-42)."""
        assert self._sitting is not None
        last = self._sitting.last
        assert last is not None
        bots = tuple(i for i, seat in enumerate(last.winners) if seat in last.bots)
        seating = Seating(tuple(last.places[seat] for seat in last.winners), bots)
        self._sitting = replace(self._sitting, tied=last)
        self._open(seating, last.options, now)

    def _open(self, seating: Seating, options: Mapping[str, Any], now: Ns) -> None:
        assert self._sitting is not None
        name, seats, seed = self._sitting.game, len(seating.places), self._seeds()
        kind = games.CATALOG[name].options
        full = self._for_this_table(kind, options)
        try:
            match = games.start(name, seats, seed, full)
        except ValueError as error:
            self._lay(self._lobby(Phase.LOBBY, str(error)), now)
            return
        opened = Opened(
            name, match.game.version, seats, seed, full, None, seating.places, seating.bots
        )
        self._opened = opened
        self._ticket = self._store.journal.begin(opened, self._sitting)
        self._game = self._live(match, opened)
        self._lay(self._game, now)

    def _for_this_table(self, kind: type, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options by name; where only the walk can choose, with the time it takes."""
        full = {name: getattr(house_rules.build(kind, options), name) for name in _names(kind)}
        if not self._has_touch():
            for name, spec in house_rules.specs(kind).items():
                if spec.walk is not None and name not in options:
                    full[name] = spec.walk
        return full

    def _live(self, match: Match[Any], opened: Opened, number: int = 0, at: Ns = 0) -> Live:
        seating = Seating(opened.places, opened.bots)
        seeds = {seat: chance.branch(opened.seed, seat) for seat in opened.bots}
        return Live(match, seating, self._store.journal, number, seeds, at)

    def _look(self, live: Live, now: Ns) -> bool:
        """Close the match at once; turn to the podium when its last picture was seen."""
        if self._look_until is None:
            assert live.outcome is not None
            self._close(_closed(live, live.outcome))
            self._look_until = now + LOOK
            return False
        if now < self._look_until:
            return False
        self._look_until = self._game = None
        self._lay(self._lobby(Phase.PODIUM), now)
        return True

    def _close(self, closed: Closed) -> None:
        """Write the match's end and its podium."""
        assert self._sitting is not None
        assert self._opened is not None
        self._sitting = podium(self._sitting, self._opened, closed)
        self._ticket = self._store.journal.end(closed, self._sitting)

    # The table menu

    def _open_menu(self, live: Live, now: Ns) -> None:
        assert self.table.chord is not None
        opener = self.table.chord[0].place
        seat = live.seating.places.index(opener)
        rare = live.view.menu
        here = tuple(
            live.seating.places[each] - 1 for each in live.seating.people() if rare.get(each)
        )
        items = tuple(item for item in rare.get(seat, ()) if item != LEAVE)
        match = menu.open_menu(
            live.match.game.name, opener - 1, here, items, self.language, self.volume
        )
        self._lay(Live(match, EVERYONE), now)

    def _leave_menu(self, wish: str, now: Ns) -> None:
        assert self._game is not None
        live, opener = self._game, self.table.live.match.state.opener
        if wish == "end":
            self._close(Closed(live.view.scores, (), (), "ended"))
            self._game = None
            self._lay(self._lobby(Phase.PODIUM), now)
            return
        self._lay(live, now)
        word, _, rest = wish.partition(":")
        if word == "menu":
            self.table.choose(live.seating.places.index(opener + 1), rest, now)
        elif word == "leave":
            self._goes_home(int(rest) + 1)
            self.table.choose(live.seating.places.index(int(rest) + 1), LEAVE, now)

    def _goes_home(self, place: int) -> None:
        assert self._sitting is not None
        people = tuple(each for each in self._sitting.people if each != place)
        if not people:
            return  # the last one must still be able to say what comes next
        host = self._sitting.host
        if host == place:
            host = next((each for each in people if each > place), people[0])
        self._sitting = replace(self._sitting, people=people, host=host)

    # After a pulled plug

    def _resume(self, now: Ns) -> None:
        saved = self._store.resume()
        if saved is None:
            return
        self._sitting, self._opened = saved.sitting, saved.opened
        if saved.opened is not None:
            try:
                self._take_up(self._replayed(saved.opened, saved.entries))
                for entry in saved.entries:
                    if entry.item == LEAVE and entry.seat is not None:
                        self._goes_home(saved.opened.places[entry.seat])
            except ValueError as error:
                log.warning("the match that was cut short cannot go on: %s", error)
                self._close(Closed(saved.scores, (), (), "cut_short"))
        self._lay(self._lobby(Phase.GO_ON), now)

    def _take_up(self, live: Live) -> None:
        """Go on with a match; one that the plug stopped on its last picture is closed."""
        if live.outcome is None:
            self._game = live
        else:
            self._close(_closed(live, live.outcome))

    def _replayed(self, opened: Opened, entries: tuple[Entry, ...]) -> Live:
        """Return the match as its journal tells it; ValueError if it cannot be told."""
        match = games.start(opened.game, opened.seats, opened.seed, opened.options, opened.deck)
        if match.game.version != opened.version:
            raise ValueError(f"{opened.game} was played by rules of version {opened.version}")
        past = [match]
        for entry in entries:
            if entry.kind == record.UNDO:
                if len(past) == 1:
                    raise ValueError(f"journal line {entry.number} takes back what never was")
                past.pop()
            else:
                past.append(past[-1].play(record.action_of(entry)))
        at = entries[-1].at if entries else 0
        return self._live(past[-1], opened, len(entries), at)


def _closed(live: Live, outcome: Outcome) -> Closed:
    figures = dict(live.match.game.figures(live.match.state))
    return Closed(outcome.scores, outcome.places, outcome.winners, outcome.reason, figures)


def _names(kind: type) -> tuple[str, ...]:
    return tuple(house_rules.specs(kind))


def _fitting(kind: type, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that this version knows; what an older one remembered may not fit."""
    specs = house_rules.specs(kind)
    return {name: value for name, value in rules.items() if _fits(name, value, specs)}


def _fits(name: str, value: Any, specs: Mapping[str, house_rules.Spec]) -> bool:
    try:
        house_rules.check(name, value, specs[name])
    except (KeyError, ValueError):
        return False
    return True
