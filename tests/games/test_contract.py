"""What every game of the catalog promises; a new game is covered by being in the catalog."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import games
from games import CATALOG
from games import options as house_rules
from games.match import (
    LEAVE,
    Choose,
    Game,
    Hold,
    IllegalActionError,
    Lift,
    Match,
    Outcome,
    Press,
    Running,
    S,
    Tap,
    TimeUp,
    View,
)
from tests.games.play import (
    OF_THE_TABLE,
    VERBS,
    components,
    every_action,
    items_of,
    random_match,
    refused,
    tables,
)
from tests.games.secrets import TWINS

NONSENSE = {"", "nonsense", LEAVE, "none", "deal", "hint", "0", "1", "7", "ask", "guess", "yes"}

TABLES = [
    pytest.param(game, seats, options, id=f"{name}-{seats}-{_named}")
    for name, game in CATALOG.items()
    for seats, options in tables(game)
    for _named in [",".join(f"{k}={v}" for k, v in options.items())[:60] or "plain"]
]
every_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES)
every_game = pytest.mark.parametrize("game", CATALOG.values(), ids=CATALOG)


def moments(game: Game[Any], seats: int, options: dict[str, Any], count: int = 8) -> Iterator[Any]:
    """Yield the match at some moments of a random game, the first and the last among them."""
    random = Random(f"{game.name} {seats} {options}")
    match = games.start(game.name, seats, random.getrandbits(30), options)
    yield match
    for number, (after, _) in enumerate(random_match(match, random, steps=30 * count), 1):
        match = after
        if number % 30 == random.randrange(30):
            yield match
    yield match


def a_time(match: Match[Any]) -> int:
    """Return a time at which the match stands as it is: before the next deadline."""
    due = match.game.deadline(match.state)
    return match.at if due is None else min(match.at + S // 2, due - 1)


@every_table
def test_what_is_legal_is_accepted_and_all_else_is_refused(game, seats, options):
    for match in moments(game, seats, options, count=4):
        at = max(match.at, a_time(match))
        legal = {a for seat in range(seats) for a in game.legal(match.state, seat, at)}
        for action in legal:
            game.apply(match.state, action)
        universe = NONSENSE | components(game) | items_of(match)
        for action in every_action(match, at, universe):
            assert (action in legal) != refused(match, action), action


@every_table
def test_a_refusal_leaves_the_match_as_it_was(game, seats, options):
    for match in moments(game, seats, options):
        before, look = dataclasses.replace(match.state), game.view(match.state, None)
        for action in every_action(match, max(match.at, a_time(match)), NONSENSE):
            refused(match, action)
        assert match.state == before
        assert game.view(match.state, None) == look


@every_table
def test_offers_and_choices_are_exactly_what_is_legal(game, seats, options):
    for match in moments(game, seats, options):
        at = max(match.at, a_time(match))
        public = game.view(match.state, None)
        for seat in range(seats):
            view = game.view(match.state, seat)
            legal = game.legal(match.state, seat, at)
            items = sorted(action.item for action in legal if isinstance(action, Choose))
            shown = view.choosing.get(seat, ()) + view.own + view.menu.get(seat, ())
            assert sorted(shown) == items
            verbs = {kind for kind in VERBS.values() for a in legal if type(a) is kind}
            offers = view.offers.get(seat, {})
            assert {VERBS[v] for v, name in offers.items() if name not in OF_THE_TABLE} == verbs
            assert all(action.at == at and action.seat == seat for action in legal)
            assert (view.offers, view.menu) == (public.offers, public.menu)


@every_table
def test_lamps_are_public_and_own_choices_are_not(game, seats, options):
    for match in moments(game, seats, options):
        public = game.view(match.state, None)
        assert isinstance(public, View)
        assert (public.game, public.own) == (game.name, ())
        for seat in range(seats):
            assert game.view(match.state, seat).lit == {}


@every_table
def test_a_buzzer_that_blinks_or_pulses_does_something(game, seats, options):
    for match in moments(game, seats, options):
        public = game.view(match.state, None)
        for seat, light in public.lit.items():
            view = game.view(match.state, seat)
            may = view.offers.get(seat) or view.choosing.get(seat) or view.own
            assert light == "on" or may, f"seat {seat} {light}s for nothing"


@every_table
def test_a_view_can_be_sent_to_a_screen(game, seats, options):
    for match in moments(game, seats, options):
        for seat in (None, *range(seats)):
            view = game.view(match.state, seat)
            assert len(view.scores) == seats
            sent = msgspec.json.decode(msgspec.json.encode(view))
            assert sent["phase"] == view.phase.value
            assert sent.keys() == {field.name for field in dataclasses.fields(view)}


@every_table
def test_tables_that_differ_only_in_secrets_look_the_same(game, seats, options):
    differ = 0
    for match in moments(game, seats, options):
        for seat in (None, *range(seats)):
            for twin in TWINS[game.name](match.state, seat):
                differ += twin != match.state
                assert game.view(twin, seat) == game.view(match.state, seat)
                if seat is not None:
                    at = max(match.at, a_time(match))
                    assert game.legal(twin, seat, at) == game.legal(match.state, seat, at)
                assert game.deadline(twin) == game.deadline(match.state)
    assert differ


@every_table
def test_the_sand_beats_the_finger_at_the_very_instant(game, seats, options):
    for match in moments(game, seats, options):
        due = game.deadline(match.state)
        if due is None:
            with pytest.raises(ValueError, match="no deadline"):
                game.apply(match.state, TimeUp(at=match.at))
            continue
        assert due >= match.at
        for at in (due, due + S):
            for seat in range(seats):
                assert game.legal(match.state, seat, at) == ()
                with pytest.raises(ValueError, match=f"deadline at {due}"):
                    game.apply(match.state, Choose(at=at, seat=seat, item=LEAVE))
        with pytest.raises(ValueError, match="no deadline"):
            game.apply(match.state, TimeUp(at=due + 1))
        assert match.play(TimeUp(at=due)).at == due


@every_table
def test_a_running_glass_ends_at_a_deadline(game, seats, options):
    for match in moments(game, seats, options):
        glass, due = game.view(match.state, None).glass, game.deadline(match.state)
        if isinstance(glass, Running):
            assert due is not None
            assert due <= glass.ends <= match.at + glass.whole


@every_table
def test_a_seat_that_does_not_exist_is_a_mistake(game, seats, options):
    match = games.start(game.name, seats, 1, options)
    for seat in (-1, seats, 6, True, "0", None, 1.0):
        for kind in (Press, Tap, Hold, Lift):
            with pytest.raises(ValueError, match="no seat"):
                match.play(kind(at=0, seat=seat))
        with pytest.raises(ValueError, match="no seat"):
            match.play(Choose(at=0, seat=seat, item=LEAVE))
        with pytest.raises(ValueError, match="no seat"):
            game.legal(match.state, seat, 0)
        if seat is not None:
            with pytest.raises(ValueError, match="no seat"):
                game.view(match.state, seat)


@every_table
def test_who_leaves_is_out_and_the_others_go_on(game, seats, options):
    fewest = 3 if game.name in ("five_second_rule", "scapegoat") else 2
    for match in moments(game, seats, options):
        for seat in range(seats):
            at = max(match.at, a_time(match))
            leave = Choose(at=at, seat=seat, item=LEAVE)
            if leave not in game.legal(match.state, seat, at):
                assert refused(match, leave)
                continue
            here = [
                s for s in range(seats) if LEAVE in game.view(match.state, None).menu.get(s, ())
            ]
            after = match.play(leave)
            assert game.legal(after.state, seat, at) == ()
            assert refused(after, leave)
            assert seat not in game.view(after.state, None).lit
            if len(here) - 1 < fewest:
                assert game.outcome(after.state) is not None
            if (outcome := game.outcome(after.state)) and len(here) > 1:
                behind = outcome.places[seat]
                assert all(outcome.places[each] < behind for each in here if each != seat)


@every_table
def test_a_match_that_is_over_takes_nothing_more(game, seats, options):
    match = games.simulate(game.name, seats, 5, options)
    outcome = game.outcome(match.state)
    assert isinstance(outcome, Outcome)
    assert game.deadline(match.state) is None
    assert len(outcome.scores) == len(outcome.places) == seats
    assert all(outcome.places[seat] == 1 for seat in outcome.winners)
    for seat in range(seats):
        assert game.legal(match.state, seat, match.at) == ()
    for action in every_action(match, match.at, NONSENSE):
        with pytest.raises(IllegalActionError, match="match_over"):
            match.play(action)
    view = game.view(match.state, None)
    assert not any((view.lit, view.offers, view.choosing, view.menu))


@every_table
def test_a_bot_does_only_what_is_legal_and_takes_its_time(game, seats, options):
    for match in moments(game, seats, options):
        due = game.deadline(match.state)
        for seat in range(seats):
            view, legal = game.view(match.state, seat), game.legal(match.state, seat, match.at)
            move = game.bot(view, legal, match.at, 77)
            assert move == game.bot(view, legal, match.at, 77)
            if move is None:
                continue
            assert move.at - match.at >= S // 5, "faster than any person"
            if due is None or move.at < due:
                assert move in game.legal(match.state, seat, move.at)


@every_table
def test_a_replay_gives_the_same_match(game, seats, options):
    random = Random(f"{game.name} {seats} {options}")
    start = games.start(game.name, seats, 3, options)
    played = list(random_match(start, random, steps=150, leaving=0.01))
    match = games.start(game.name, seats, 3, options)
    for after, action in played:
        match = match.play(action)
        assert (match.state, match.at) == (after.state, after.at)
        assert game.view(match.state, None) == game.view(after.state, None)


@every_game
def test_the_same_seed_gives_the_same_deal_and_another_one_does_not(game):
    seats = game.seats[-1]
    first, again, other = (games.start(game.name, seats, seed) for seed in (8, 8, 9))
    assert first.state == again.state
    assert first.state != other.state
    one, two = (games.simulate(game.name, seats, 8) for _ in range(2))
    assert (one.state, one.at) == (two.state, two.at)


@every_game
def test_a_sleeper_catches_up_with_every_deadline(game):
    match = next(m for m in waiting(game) if game.deadline(m.state) is not None)
    due = game.deadline(match.state)
    assert match.catch_up(due - 1) == (match, ())
    late, played = match.catch_up(due + 3600 * S)
    assert played[0] == TimeUp(at=due)
    assert late.at == played[-1].at
    assert [action.at for action in played] == sorted(action.at for action in played)
    following = game.deadline(late.state)
    assert following is None or following > due + 3600 * S
    again = match
    for action in played:
        again = again.play(action)
    assert again == late


def waiting(game: Game[Any]) -> Iterator[Match[Any]]:
    """Yield the moments of a match between bots."""
    for after, _ in random_match(games.start(game.name, game.seats[-1], 2), Random(2), 500, bots=1):
        yield after


@every_game
def test_an_action_older_than_the_last_one_is_a_mistake(game):
    match = next(m for m in waiting(game) if m.at > 0)
    with pytest.raises(ValueError, match="out of order"):
        match.play(Press(at=match.at - 1, seat=0))


@every_game
def test_a_wrong_seat_count_or_house_rule_is_named(game):
    for seats in (0, game.seats[-1] + 1, -1, True, 2.0, "3"):
        with pytest.raises(ValueError, match=f"{game.name} takes"):
            games.start(game.name, seats, 0)
    with pytest.raises(ValueError, match="'no_such_rule' is unknown"):
        games.start(game.name, game.seats[-1], 0, {"no_such_rule": 1})
    for name in house_rules.specs(game.options):
        with pytest.raises(ValueError, match=f"option '{name}' is"):
            games.start(game.name, game.seats[-1], 0, {name: "nonsense"})


@every_game
def test_house_rules_are_an_instance_or_a_mapping(game):
    seats = game.seats[-1]
    plain = games.start(game.name, seats, 4)
    assert games.start(game.name, seats, 4, {}).state == plain.state
    assert games.start(game.name, seats, 4, game.options()).state == plain.state
    for spec in house_rules.specs(game.options).values():
        assert spec.values


@every_game
def test_its_secrets_are_listed(game):
    assert game.name in TWINS


def test_an_unknown_game_is_refused_by_the_names_of_those_there_are():
    for name in ("chess", "", None):
        with pytest.raises(ValueError, match=r"there are: set_game"):
            games.start(name, 3, 0)


@every_game
@pytest.mark.parametrize("name", [[], {}, set(), bytearray(b"set_game")], ids=repr)
def test_a_name_that_is_no_word_is_refused_the_same_way(game, name):
    with pytest.raises(ValueError, match=f"there are: .*{game.name}"):
        games.start(name, 3, 0)


@every_game
@pytest.mark.parametrize("seed", [None, "1", 1.5, True, (1, 2), []], ids=repr)
def test_a_seed_that_is_no_whole_number_is_named(game, seed):
    with pytest.raises(ValueError, match=r"^the seed is a whole number, not "):
        games.start(game.name, game.seats[-1], seed)


@every_game
@pytest.mark.parametrize("deck", [7, 1.5, True, "", "1RSE", {"1RSE"}, {}, object], ids=repr)
def test_a_deck_that_is_no_list_is_named(game, deck):
    with pytest.raises(ValueError, match=r"^a deck is a list of cards, top first, not "):
        games.start(game.name, game.seats[-1], 0, None, deck)


def mistaken(play, action):
    """Return whether ``play`` calls the action a caller's mistake, not one that rules refuse."""
    with pytest.raises(ValueError, match=r"an action's time is a whole number of ns") as caught:
        play(action)
    return not isinstance(caught.value, IllegalActionError)


@every_game
@pytest.mark.parametrize("at", [True, 1.5, float("nan"), float("inf"), "0", None, ()], ids=repr)
def test_a_time_that_is_no_whole_number_is_a_mistake(game, at):
    match = games.start(game.name, game.seats[-1], 1)
    late = next(later for later in waiting(game) if game.deadline(later.state) is not None)
    for there in (match, late):
        kinds = [kind(at=at, seat=0) for kind in (Press, Tap, Hold, Lift)]
        for action in (*kinds, Choose(at=at, seat=0, item=LEAVE), TimeUp(at=at)):
            assert mistaken(there.play, action)
            assert mistaken(lambda action, there=there: game.apply(there.state, action), action)


@every_game
@pytest.mark.parametrize("action", [None, 0, "press", object(), Press], ids=repr)
def test_what_is_no_action_is_a_mistake(game, action):
    match = games.start(game.name, game.seats[-1], 1)
    assert mistaken(match.play, action)
    assert mistaken(lambda action: game.apply(match.state, action), action)


@every_table
def test_whoever_changes_a_view_changes_nothing_in_the_match(game, seats, options):
    for match in tuple(moments(game, seats, options, count=4)):
        at, chairs = max(match.at, a_time(match)), range(seats)
        before = [game.legal(match.state, seat, at) for seat in chairs]
        for seat in (None, *chairs):
            view = game.view(match.state, seat)
            for each in (view.offers, view.choosing, view.menu, view.lit):
                each.clear()
        assert [game.legal(match.state, seat, at) for seat in chairs] == before
        for action in (action for legal in before for action in legal):
            game.apply(match.state, action)


@every_game
def test_standings_take_outcomes_however_they_come(game):
    outcomes = [game.outcome(games.simulate(game.name, 2, seed).state) for seed in (1, 2)]
    listed = games.standings(outcomes)
    assert games.standings(outcome for outcome in outcomes) == listed
    assert listed.scores == tuple(
        sum(scores) for scores in zip(*(o.scores for o in outcomes), strict=True)
    )
    with pytest.raises(ValueError, match="a series needs outcomes"):
        games.standings(outcome for outcome in ())
