"""Cards and seats are told apart without colour vision (SET-B3, FIELD P5, P6)."""

from collections import Counter
from itertools import combinations

import pytest

from device import art
from device.art import palette
from tests.device.eyes import EYES, apart, ciede2000, contrast, luminance

CARDS_APART = 20
SEATS_APART = 15
SIZE = (132, 104)


def test_the_measure_of_colours_is_the_published_one():
    """Three pairs of Sharma, Wu and Dalal 2005, table 1."""
    pairs = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ]
    for one, other, distance in pairs:
        assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)


def ink(picture, ground):
    """Return the commonest colour of a picture that is not near the ground's."""
    found = Counter(p[:3] for p in picture.get_flattened_data() if p[3] == 255)
    return next(c for c, _ in found.most_common() if contrast(c, ground) > 2)


@pytest.fixture(scope="module")
def inks():
    """The colours as they are on the drawn cards, shading by shading."""
    return {
        (colour, shading): ink(art.card("set_game", f"2{colour}{shading}E", SIZE), palette.PAPER)
        for colour in "RGP"
        for shading in "STO"
    }


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("shading", "STO")
def test_the_three_colours_of_the_cards_are_apart_for_all_eyes(inks, eyes, shading):
    for one, other in combinations("RGP", 2):
        assert apart(inks[one, shading], inks[other, shading], eyes) >= CARDS_APART


def test_every_symbol_stands_out_from_its_paper(inks):
    for colour in inks.values():
        assert contrast(colour, palette.PAPER) >= 4.5


@pytest.mark.parametrize("eyes", EYES)
def test_the_seats_are_apart_for_all_eyes(eyes):
    seen = {place: ink(art.mark(place, (80, 80)), palette.INK) for place in palette.SEATS}
    for one, other in combinations(seen.values(), 2):
        assert apart(one, other, eyes) >= SEATS_APART


@pytest.mark.parametrize("place", palette.SEATS)
def test_a_seats_number_and_shape_are_legible(place):
    assert contrast(palette.SEATS[place], palette.INK) >= 4.5
    assert contrast(palette.SEATS[place], palette.FELT) >= 3
    assert contrast(palette.SAND, palette.FELT) >= 4.5


def test_the_table_is_dark_and_calm_under_all_letters():
    """No pixel of the felt is so bright that words in the dimmest colour are hard to read."""
    size = (480, 320)
    edge = art.frame(size) + 1
    felt = art.table(size).crop((edge, edge, size[0] - edge, size[1] - edge))
    brightest = max((p[:3] for p in felt.get_flattened_data()), key=luminance)
    assert contrast(palette.SAND, brightest) >= 7
    assert contrast(palette.WRONG, brightest) >= 4.5
    assert contrast(palette.QUIET, brightest) >= 4.5
