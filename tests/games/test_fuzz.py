"""A small share of ``scripts/fuzz``, and proof that it would notice."""

import pytest

from games import CATALOG
from tests.games import fuzz


@pytest.mark.parametrize("kind", fuzz.KINDS)
@pytest.mark.parametrize("name", CATALOG)
def test_some_hundred_matches_keep_every_promise(name, kind):
    tally = fuzz.run((name, kind, 0, 100))
    assert tally.matches == 100
    assert tally.broken == []
    assert len(tally.ended) > 1, "the matches end in different ways"


def test_a_broken_promise_is_told_with_what_brings_it_back(monkeypatch, capsys):
    def broken(match, deck):
        fuzz.must(match.state.seats != 3, "no three at a table")

    monkeypatch.setattr(fuzz, "INVARIANTS", {"set_game": broken})
    monkeypatch.setattr(fuzz.multiprocessing, "Pool", Here)
    assert fuzz.main(["set_game", "--kind", "chance", "--matches", "30"]) == 1
    told = capsys.readouterr().out
    assert "set_game --kind chance --first" in told
    assert "(seats 3, options {" in told
    assert "no three at a table" in told


class Here:
    """A pool of processes that is this process."""

    def __init__(self, jobs):
        self.imap_unordered = map

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def test_a_lost_card_would_be_noticed():
    case = fuzz.case("set_game", "bots", 3)
    match = fuzz.games.start("set_game", 2, 1)
    fuzz.set_game(match, None)
    for wrong in (
        {"deck": match.state.deck[1:]},
        {"deck": (*match.state.deck[1:], match.state.table[0])},
        {"ended": "no_set_left"},
        {"tally": match.state.tally.with_error(0).with_set(0, score=0, reaction=1, late=False)},
    ):
        with pytest.raises(AssertionError):
            fuzz.set_game(fuzz.Match(match.game, match.state.but(**wrong)), None)
    assert str(case.number) in str(case)


def test_a_wrong_call_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        fuzz.main(["chess"])
    assert caught.value.code == 2
    assert "there are: set_game" in capsys.readouterr().err
