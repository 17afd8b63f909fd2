"""The cards, and which three of them are a SET."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from games.set_game import DECK, find_sets, is_set, third
from games.set_game.cards import BEGINNER_DECK, failing
from tests.games.set_game.table import TWENTY


def plainly_a_set(a, b, c):
    """The rule as it is written: no attribute has two alike and one not."""
    return all(len({x, y, z}) != 2 for x, y, z in zip(a, b, c, strict=True))


def plainly_found(cards):
    triples = itertools.combinations(range(len(cards)), 3)
    return [t for t in triples if plainly_a_set(*(cards[i] for i in t))]


def test_the_deck_has_all_81_combinations_once():  # SET-01 SET-02 SET-03
    assert len(DECK) == len(set(DECK)) == 81
    for place, values in enumerate(("123", "RGP", "STO", "EDW")):
        assert Counter(card[place] for card in DECK) == dict.fromkeys(values, 27)


def test_the_beginners_deck_is_the_27_solid_cards_of_the_81():  # SET-08
    assert set(BEGINNER_DECK) == {card for card in DECK if card[2] == "S"}
    assert len(BEGINNER_DECK) == 27


@pytest.mark.parametrize(
    ("cards", "right"),
    [
        (("1RSE", "2RSE", "3RSE"), True),  # SET-09: only the number differs
        (("1RTE", "2GTD", "3PTW"), True),  # SET-10: same shading, the rest different
        (("1RSE", "2GTD", "3POW"), True),  # everything different
        (("1RSE", "1RTD", "2ROW"), False),  # SET-11: all red, but the numbers are 1, 1, 2
        (("1RSE", "2RSE", "3RSD"), False),  # SET-12: two ovals and a diamond
    ],
)
def test_in_each_attribute_all_alike_or_all_different(cards, right):
    for order in itertools.permutations(cards):
        assert is_set(*order) is right


def test_a_wrong_three_is_told_which_attribute_fails():  # SET-12 SET-20 SET-B2
    assert failing("1RSE", "2RSE", "3PSE") == ("colour",)
    assert failing("1RSE", "1GTD", "2POW") == ("number",)
    assert failing("1RSE", "1RTE", "2RTD") == ("number", "shading", "shape")
    assert failing("1RSE", "2GTD", "3POW") == ()


def test_any_two_cards_have_exactly_one_that_completes_them():  # SET-33
    for a, b in itertools.combinations(DECK[::5], 2):
        completing = [c for c in DECK if c not in (a, b) and plainly_a_set(a, b, c)]
        assert completing == [third(a, b)] == [third(b, a)]


def test_every_triple_is_judged_as_the_rule_says():
    triples = itertools.combinations(DECK, 3)
    for a, b, c in itertools.islice(triples, 0, None, 7):
        assert is_set(a, b, c) == plainly_a_set(a, b, c)


def test_all_sets_of_a_table_are_found_in_ascending_order():
    random = Random(4)
    for size in [*range(22), *[12] * 200, 15, 18, 27]:
        cards = random.sample(DECK, size)
        assert find_sets(cards) == plainly_found(cards)
    assert find_sets(tuple(DECK[:3])) == [(0, 1, 2)]


@pytest.mark.parametrize("wrong", ["4RSE", "1XSE", "", "1rse", "RSE1", 7, None, ("1RSE",)])
def test_an_unknown_card_is_named(wrong):
    for call in (
        lambda: is_set("1RSE", wrong, "2RSE"),
        lambda: third(wrong, "1RSE"),
        lambda: find_sets(["1RSE", "2RSE", wrong]),
    ):
        with pytest.raises(ValueError, match="no card") as caught:
            call()
        assert repr(wrong) in str(caught.value)


def test_a_repeated_card_is_named():
    for call in (
        lambda: is_set("1RSE", "2RSE", "1RSE"),
        lambda: third("1RSE", "1RSE"),
        lambda: find_sets(["2RSE", "1RSE", "3POW", "1RSE"]),
    ):
        with pytest.raises(ValueError, match="'1RSE' is there more than once"):
            call()


def test_an_unhashable_card_is_refused_like_any_other():
    with pytest.raises(ValueError, match=r"no card \[\]"):
        find_sets([[], "1RSE"])


# The numbers of RULES.md 4.4


def every_set():
    return {frozenset((a, b, third(a, b))) for a, b in itertools.combinations(DECK, 2)}


def test_there_are_1080_sets_and_each_card_lies_in_40():
    sets = every_set()
    assert len(sets) == 1080 == 81 * 80 // 6 == len(find_sets(DECK))
    assert Counter(card for trio in sets for card in trio) == dict.fromkeys(DECK, 40)


def test_sets_by_how_many_attributes_differ():
    differing = Counter(
        sum(len({card[place] for card in trio}) == 3 for place in range(4)) for trio in every_set()
    )
    assert differing == {1: 108, 2: 324, 3: 432, 4: 216}


def test_three_cards_are_a_set_once_in_79_so_twelve_hold_2_8_on_average():
    chance = Fraction(1080, 85_320)
    assert chance == Fraction(1, 79)
    expected = {n: float(chance * n * (n - 1) * (n - 2) / 6) for n in (9, 12, 15)}
    assert expected == pytest.approx({9: 1.0633, 12: 2.7848, 15: 5.7595}, abs=1e-4)


def test_four_cards_without_a_set():
    # Every SET-free three takes away three different thirds; each four is counted four times.
    free = 85_320 - len(every_set())
    assert free * (81 - 3 - 3) // 4 == 1_579_500


def test_twenty_cards_may_be_without_a_set_and_a_twenty_first_makes_one():  # SET-C4
    assert len(set(TWENTY)) == 20
    assert find_sets(TWENTY) == []
    for card in set(DECK) - set(TWENTY):
        assert find_sets([*TWENTY, card])


def test_twelve_cards_can_hold_fourteen_sets():
    ones, twos = ("1GSW", "1POD", "1PTE", "1RSW", "1RTE"), ("2GOE", "2PTW", "2RSD", "2RTW")
    assert len(find_sets([*ones, *twos, "3GTD", "3PSE", "3ROW"])) == 14


def test_ten_of_the_beginners_cards_always_hold_a_set():  # SET-C7
    """Nine may be SET-free, and no tenth card can join them."""
    largest = grow((), BEGINNER_DECK)
    assert largest == 9


def grow(cap, rest):
    """Return the size of the largest SET-free layout that goes on from ``cap``."""
    best = len(cap)
    for number, card in enumerate(rest):
        if len(cap) + len(rest) - number <= best:
            break
        banned = {third(card, other) for other in cap}
        left = [c for c in rest[number + 1 :] if c not in banned]
        # The first card may be any: the deck looks the same from each.
        best = max(best, grow((*cap, card), left))
        if not cap:
            break
    return best
