"""Every drawing is whole, sharp and its own at every size; nothing rests on colour alone."""

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from device import art
from device.art import marks, moods, palette
from games import CATALOG
from games.set_game import DECK

SIZES = [(66, 50), (92, 62), (132, 104), (176, 128), (62, 92)]
"""Cards on the three screens, one of them upright."""
ODD_SIZES = [(1, 1), (3, 2), (17, 90), (90, 17), (333, 31)]


def grey(picture):
    """Return a picture as a screen without colours would show it on felt."""
    felt = Image.new("RGBA", picture.size, (*palette.FELT, 255))
    felt.alpha_composite(picture)
    return felt.convert("L")


def differ(one, other):
    """Return how many px of two grey pictures are plainly different."""
    steps = ImageChops.difference(one, other).point(lambda v: 255 if v > 40 else 0)
    return int(ImageStat.Stat(steps).sum[0] // 255)


@pytest.mark.parametrize("size", SIZES)
def test_the_81_cards_differ_in_grey(size):
    faces = [grey(art.card("set_game", card, size)) for card in DECK]
    assert len({face.tobytes() for face in faces}) == 81


@pytest.mark.parametrize("size", SIZES)
def test_number_shading_and_shape_differ_without_marks_and_colours(size):
    """27 patterns: what is left when only the stencil of a card is looked at."""
    faces = [grey(art.card("set_game", card, size, marks=False)) for card in DECK if "R" in card]
    least = size[0] * size[1] // 150
    assert all(differ(one, other) > least for one, other in combinations(faces, 2))


@pytest.mark.parametrize("size", SIZES)
def test_the_mark_alone_tells_the_colour(size):
    """With one ink for all three, the letter in the corner still differs."""
    signs = {c: art.card("set_game", f"1{c}SE", size).getchannel("R") for c in "RGP"}
    corner = (0, 0, size[0] // 3, size[1] // 3)
    shapes = [face.crop(corner).point(lambda v: 255 if v < 232 else 0) for face in signs.values()]
    for one, other in combinations(shapes, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).sum[0] / 255 >= 6


def test_the_marks_can_be_turned_off():
    size = (132, 104)
    with_mark, without = (art.card("set_game", "1RSD", size, marks=on) for on in (True, False))
    assert with_mark != without
    assert without == art.card("set_game", "1RSD", size, signs=())


def test_the_signs_may_be_those_of_any_language():
    signs = ("红", "绿", "紫")
    card = art.card("set_game", "1GSD", (132, 104), signs=signs)
    assert card != art.card("set_game", "1GSD", (132, 104))


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_cards_are_sharp_at_every_size(scale):
    """Between ink and paper lie few px: the edge stays as thin, however large the card."""
    size = (66 * scale, 50 * scale)
    card = art.card("set_game", "1PSD", size, marks=False).convert("L")
    row = [card.getpixel((x, size[1] // 2)) for x in range(size[0] // 8, size[0] * 7 // 8)]
    light, dark = max(row), min(row)
    between = [v for v in row if dark + 25 < v < light - 25]
    assert len(between) <= 4


@pytest.mark.parametrize("size", SIZES)
def test_stripes_are_clean_lines(size):
    """Across the stripes every line is full ink and every gap full paper, at every size."""
    upright = size[1] > size[0]
    card = art.card("set_game", "1PTE", size, marks=False).convert("L")
    w, h = card.size
    line = [
        card.getpixel((i, h // 2) if upright else (w // 2, i)) for i in range(w if upright else h)
    ]
    dark = [v < 90 for v in line]
    light = [v > 225 for v in line]
    stripes = sum(a and not b for a, b in pairwise(dark))
    assert stripes >= 6
    inside = line[len(line) // 4 : -len(line) // 4]
    assert sum(not (v < 90 or v > 225) for v in inside) <= len(inside) // 10
    assert any(light)


@pytest.mark.parametrize("name", art.ICONS)
def test_icons_are_their_own_even_when_small(name):
    for other in art.ICONS:
        if other != name:
            small = (20, 20)
            assert differ(grey(art.icon(name, small)), grey(art.icon(other, small))) > 12


@pytest.mark.parametrize("side", [24, 40, 64])
@pytest.mark.parametrize("place", palette.SEATS)
def test_the_moods_of_a_place_differ_in_grey(place, side):
    seen = [grey(art.mark(place, (side, side), mood)) for mood in marks.MOODS]
    assert all(differ(one, other) >= side for one, other in combinations(seen, 2))


@pytest.mark.parametrize("mood", marks.MOODS)
def test_the_places_differ_in_grey(mood):
    seen = [grey(art.mark(place, (40, 40), mood)) for place in palette.SEATS]
    assert all(differ(one, other) > 40 for one, other in combinations(seen, 2))


@pytest.mark.parametrize("size", SIZES)
def test_the_moods_of_a_card_differ_in_grey(size):
    def moody(mood):
        face = art.card("set_game", "3GTW", size)
        face.alpha_composite(art.mood(mood, size))
        return grey(face)

    seen = [moody(mood) for mood in (*moods.MOODS, "picked lit")]
    for one, other in combinations(seen, 2):
        assert differ(one, other) >= 12


def test_a_mood_leaves_the_sign_and_most_of_the_card_free():
    size = (132, 104)
    plain = art.card("set_game", "3GTW", size)
    for mood in set(moods.MOODS) - {"plain", "dim"}:
        face = plain.copy()
        face.alpha_composite(art.mood(mood, size))
        box = (size[0] // 11, size[1] // 11, size[0] * 3 // 4, size[1] * 7 // 8)
        changed = ImageChops.difference(face.crop(box).convert("L"), plain.crop(box).convert("L"))
        hidden = ImageStat.Stat(changed.point(lambda v: 255 if v > 40 else 0)).mean[0] / 255
        assert hidden < 0.08, mood


@pytest.mark.parametrize("size", [(300, 150), (480, 240), (640, 320), (200, 200)])
@pytest.mark.parametrize("name", "1234")
def test_the_how_to_play_pictures_fill_their_size(name, size):
    picture = art.picture(f"set_game.{name}", size)
    assert picture.size == size
    left, top, right, bottom = picture.getbbox()
    assert right - left > size[0] * 0.75
    assert (bottom - top) * (right - left) > size[0] * size[1] * 0.3


@pytest.mark.parametrize("size", ODD_SIZES)
def test_any_size_can_be_drawn(size):
    drawn = [
        art.card("set_game", "3PTW", size),
        art.back("set_game", size),
        art.mark(3, size, "bot"),
        art.mark(6, size, "resting"),
        art.icon("globe", size),
        art.mood("picked lit", size),
        art.mood("hint", size),
        art.sand(size, 3, 10),
        art.table(size),
        art.plate(size, (0, 0, 0), (255, 255, 255), 8, 3),
        *(art.picture(f"set_game.{name}", size) for name in "1234"),
    ]
    assert {(picture.size, picture.mode) for picture in drawn} == {(size, "RGBA")}


def test_every_game_of_the_catalog_has_drawings():
    assert set(art.GAMES) >= set(CATALOG)


@pytest.mark.parametrize(
    ("draw", "named"),
    [
        (lambda: art.card("set_game", "4RTD", (60, 40)), "4RTD"),
        (lambda: art.card("chess", "2RTD", (60, 40)), "chess"),
        (lambda: art.card("set_game", "2RTD", (0, 40)), "0 x 40"),
        (lambda: art.card("set_game", "2RTD", (60, 40), signs="RG"), "RG"),
        (lambda: art.mark(7, (40, 40)), "7"),
        (lambda: art.mark(1, (40, 40), "happy"), "happy"),
        (lambda: art.icon("cat", (40, 40)), "cat"),
        (lambda: art.mood("happy", (40, 40)), "happy"),
        (lambda: art.picture("set_game.cat", (40, 40)), "cat"),
        (lambda: art.picture("cat", (40, 40)), "cat"),
    ],
)
def test_what_does_not_exist_is_named(draw, named):
    with pytest.raises(ValueError, match=named):
        draw()
