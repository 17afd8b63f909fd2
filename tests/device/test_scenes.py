"""Every page on every screen, in every language: read as rectangles, before anything is painted."""

from functools import cache
from itertools import combinations

import pytest

import games
from device import art
from device.screen import compose, things
from device.screen import type as letters
from device.screen.elements import (
    Button,
    CardFace,
    Element,
    Label,
    Mark,
    Panel,
    Picture,
    Rect,
    Sand,
)
from device.screen.look import Look, News
from device.screen.theme import FELT, SIZES, contrast
from device.wire import HOW_TO_PAGES
from device.words import LANGUAGES, Words
from tests.device.evening import SIX, shows
from tests.device.pictures import scenes

LAYOUTS = [*SIZES, *((h, w) for w, h in SIZES)]
"""A picture that is turned by 90 or 270 is laid out upright."""
THINGS = (Label, CardFace, Mark, Picture, Sand, Button)
"""What is looked at; panels lie under it."""


@pytest.fixture(params=LAYOUTS, ids=lambda size: "{}x{}".format(*size))
def size(request):
    return request.param


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


@cache
def pages(size, language):
    look = Look(*size, language)
    return {name: make(look) for name, make in scenes().items()}


@cache
def pages_of(size):
    return pages(size, "en")


def faults(found, check):
    """Return the pages at which ``check`` yields something, with what it yields."""
    lines = [f"{name}: {fault}" for name, scene in found.items() for fault in check(scene)]
    assert lines == [], "\n".join(["", *lines[:30], f"({len(lines)} in all)"])


def inside(inner, outer):
    return (
        inner.x >= outer.x
        and inner.y >= outer.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def touching(one, other):
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def in_words(element):
    """Return an element's words with the box they stand in, or None if it has none."""
    if isinstance(element, Label):
        return element.text, element.rect, element.size, element.lines, element.bold
    if isinstance(element, Button) and element.text:
        _, box = things.face(element)
        return element.text, box, element.size, element.lines, element.bold
    return None


def test_nothing_lies_outside_of_the_picture(size, language):
    frame = art.frame(size)
    whole = Rect(0, 0, *size).inset(frame)

    def check(scene):
        for each in scene.elements:
            if not inside(each.rect, whole) or each.rect.w <= 0 or each.rect.h <= 0:
                yield each.key, each.rect

    faults(pages(size, language), check)


def test_every_key_stands_for_one_thing(size):
    def check(scene):
        keys = [each.key for each in scene.elements]
        yield from {key for key in keys if keys.count(key) > 1}

    faults(pages_of(size), check)


def may_touch(one, other):
    """Return whether one thing may lie on another: on a button without words, within it."""
    for under, over in ((one, other), (other, one)):
        if isinstance(under, Button) and not under.text and not isinstance(over, Button):
            return inside(over.rect, under.rect)
    return False


def test_nothing_lies_over_anything_else(size, language):
    def check(scene):
        found = [each for each in scene.elements if isinstance(each, THINGS)]
        for one, other in combinations(found, 2):
            if touching(one.rect, other.rect) and not may_touch(one, other):
                yield one.key, one.rect, other.key, other.rect

    faults(pages(size, language), check)


def test_a_panel_holds_a_thing_whole_or_not_at_all(size, language):
    def check(scene):
        panels = [each for each in scene.elements if isinstance(each, Panel)]
        for panel in panels:
            for each in scene.elements:
                apart = each is panel or not touching(panel.rect, each.rect)
                if not (apart or inside(each.rect, panel.rect) or inside(panel.rect, each.rect)):
                    yield panel.key, panel.rect, each.key, each.rect

    faults(pages(size, language), check)


def test_every_text_fits_its_box(size, language):
    def check(scene):
        for each in scene.elements:
            if (found := in_words(each)) is None:
                continue
            text, box, most, lines, bold = found
            fit = letters.fitted(text, box.w, box.h, most, lines, each.language, bold)
            if not fit.whole or fit.size < letters.SMALLEST:
                yield each.key, text, tuple(box)

    faults(pages(size, language), check)


def test_every_sign_is_in_its_font(language):
    def check(scene):
        for each in scene.elements:
            if (found := in_words(each)) is not None:
                for bold in (False, True):
                    if lacks := letters.missing(found[0], each.language, bold):
                        yield each.key, lacks

    faults(pages((800, 480), language), check)


def ground_of(scene, label):
    """Return the colour on which a label really stands."""
    ground = FELT
    for each in scene.elements:
        if each is label:
            break
        if not inside(label.rect, each.rect):
            continue
        if isinstance(each, Panel) and each.fill is not None:
            ground = each.fill
        elif isinstance(each, Button) and not each.quiet:
            ground = things.colours(each)[0]
    return ground


def test_every_text_can_be_read_on_what_it_stands_on(size):
    def check(scene):
        for each in scene.elements:
            if isinstance(each, Label):
                ground = ground_of(scene, each)
                if ground != each.ground or contrast(each.colour, ground) < 4.5:
                    yield each.key, each.colour, each.ground, ground
            elif isinstance(each, Button):
                fill, ink, _rim = things.colours(each)
                if contrast(fill, ink) < 4.5:
                    yield each.key, fill, ink

    faults(pages_of(size), check)


def test_every_button_is_large_enough_for_a_finger(size):
    least = 40 if min(size) >= 480 else 32

    def check(scene):
        for each in scene.elements:
            if isinstance(each, Button) and min(each.rect.w, each.rect.h) < least:
                yield each.key, each.rect

    faults(pages_of(size), check)


def choosable(show):
    view = News(show).view
    return sorted({item for items in view["choosing"].values() for item in items})


@pytest.mark.parametrize("name", shows())
def test_each_choice_is_one_button_and_there_is_no_other(name, size):
    scene = pages_of(size)[name]
    items = [each.item for each in scene.elements if isinstance(each, Button) and each.item]
    assert sorted(items) == choosable(shows()[name])


def lit(element):
    if isinstance(element, CardFace):
        return "lit" in element.mood
    return isinstance(element, Button) and element.lit


@pytest.mark.parametrize("name", [name for name, show in shows().items() if show.walk is not None])
def test_the_walk_shines_where_it_stands_and_nowhere_else(name, size):
    walk = shows()[name].walk
    shining = {each.key for each in pages_of(size)[name].elements if lit(each)}
    stops = {f"stop:{walk.verb}"} if walk.verb else {"stop:back"} if not walk.items else set()
    cards = {f"card:{item}" for item in walk.items} & {
        each.key for each in pages_of(size)[name].elements
    }
    items = {f"item:{item}" for item in walk.items if f"card:{item}" not in cards}
    assert shining == stops | cards | items


def in_a_match():
    return [name for name, show in shows().items() if show.game in games.CATALOG]


@pytest.mark.parametrize("name", in_a_match())
def test_every_seat_shows_its_sign_and_its_score(name, size):
    show, scene = shows()[name], pages_of(size)[name]
    marks = {each.key: each.place for each in scene.elements if isinstance(each, Mark)}
    assert marks == {f"seat:{seat}": place for seat, place in enumerate(show.places)}
    texts = {each.key: each.text for each in scene.elements if isinstance(each, Label)}
    for seat, score in enumerate(News(show).view["scores"]):
        said = texts.get(f"score:{seat}", "" if seat == show.hold else None)
        assert said in (str(score).replace("-", "–"), "")  # "hold it longer" may need its room
        assert texts[f"note:{seat}:0"]


@pytest.mark.parametrize("name", ["seating", "lobby", "lobby, six people", "go on?"])
def test_the_lobby_shows_every_place(name, size):
    marks = [each.place for each in pages_of(size)[name].elements if isinstance(each, Mark)]
    assert sorted(marks) == list(SIX)


def test_bots_are_marked(size):
    moods = {
        each.place: each.mood
        for each in pages_of(size)["photo finish"].elements
        if isinstance(each, Mark)
    }
    assert [moods[place] for place in SIX] == ["here", "here", "here", "active", "bot", "bot"]


def texts(scene):
    return {each.key: each.text for each in scene.elements if isinstance(each, Label)}


@pytest.mark.parametrize("name", [name for name, show in shows().items() if not show.saved])
def test_what_is_not_saved_says_so(name, size):
    assert texts(pages_of(size)[name])["says:not_saved"] == "Not saved"


def test_what_is_saved_says_nothing_of_it(size):
    for name, show in shows().items():
        if show.saved:
            assert "says:not_saved" not in texts(pages_of(size)[name])


def test_a_match_that_stands_still_says_so(size):
    assert texts(pages_of(size)["paused"])["says:paused"] == "Paused"
    assert "says:paused" not in texts(pages_of(size)["over"])


def test_a_finger_that_was_too_short_is_told_so_at_its_seat(size):
    assert texts(pages_of(size)["seating, pressed too short"])["who:4"] == "hold it longer"
    assert texts(pages_of(size)["pressed too short"])["note:3:0"] == "hold it longer"


def test_a_photo_finish_stands_at_the_seats(size):
    said = texts(pages_of(size)["photo finish"])
    assert [said[f"note:{seat}:0"] for seat in (0, 2, 4)] == ["+3.2 ms", "+9.6 ms", "+16.0 ms"]


def test_a_tie_names_the_places_in_the_order_drawn(size):
    assert texts(pages_of(size)["tie"])["note"] == (
        "A tie! Drawn in this order: Place 4, Place 1 and Place 3."
    )


def test_the_failing_traits_are_named(size):
    said = texts(pages_of(size)["not a SET in four ways"])["why"]
    for trait in ("number: 1, 1, 2", "colour: red, red, green", "shape: oval, diamond, oval"):
        assert trait in said.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", ["12 cards", "15 cards", "18 cards", "21 cards"])
def test_cards_keep_their_columns_when_three_more_come(name, size):
    """The walk lights every third card: one row, or one column of a picture that is tall."""
    cards = [
        each.rect
        for each in pages_of(size).get(name, pages_of(size)["search"]).elements
        if isinstance(each, CardFace) and each.key.startswith("card:")
    ]
    across = size[0] < size[1] and len(cards) <= 15
    for line in range(3):
        assert len({rect.x if across else rect.y for rect in cards[line::3]}) == 1
    assert len({rect[2:] for rect in cards}) == 1


@pytest.mark.parametrize(
    ("size", "least"), [((480, 320), (70, 55)), ((800, 480), (120, 85)), ((1024, 600), (150, 105))]
)
def test_twelve_cards_are_as_large_as_there_is_room(size, least):
    cards = [
        each.rect
        for each in pages_of(size)["search"].elements
        if isinstance(each, CardFace) and each.key.startswith("card:")
    ]
    assert cards[0].w >= least[0]
    assert cards[0].h >= least[1]


def test_the_rule_in_force_is_ticked(size):
    buttons = [e for e in pages_of(size)["a rule of two values"].elements if isinstance(e, Button)]
    assert [each.item for each in buttons if each.on] == ["value:always"]
    assert texts(pages_of(size)["a rule of many values"])["now"] == "Now: 5 seconds"


def test_every_rule_and_its_value_can_be_read(size):
    said = texts(pages_of(size)["rules"])
    assert said["option:pick_seconds"] == "Time to pick"
    assert said["value:pick_seconds"] == "5 seconds"
    assert sum(key.startswith("option:") for key in said) == 15


def test_the_podium_prints_the_rules_that_are_not_the_usual_ones():
    assert "Time to pick: 9 seconds" in texts(pages_of((800, 480))["podium, four"])["print"]
    assert texts(pages_of((800, 480))["podium, three"])["print"] == "Deal 1f3a9c0b2d4e7"


def test_each_language_is_written_in_its_own_face(size):
    buttons = {
        each.item: each for each in pages_of(size)["language"].elements if isinstance(each, Button)
    }
    for code in LANGUAGES:
        assert buttons[f"language:{code}"].language == code
        assert buttons[f"language:{code}"].text == Words(code).say(f"language.{code}")


def test_attract_shows_the_bots_game_under_a_band_that_changes(size):
    first, other = (pages_of(size)[name] for name in ("attract", "attract, the box's name"))
    assert texts(first)["headline"] == "Press a buzzer to sit down."
    assert texts(other)["headline"] == "Buzzbox"
    assert sum(isinstance(each, CardFace) for each in first.elements) >= 12
    assert not any(isinstance(each, Button) for each in first.elements)


@pytest.mark.parametrize("game", games.CATALOG)
def test_every_game_has_a_scene_and_how_to_play_pages(game, language):
    assert game in compose.SCENES
    words = Words(language)
    for page in range(1, HOW_TO_PAGES + 1):
        picture = art.picture(f"{game}.{page}", (400, 200))
        assert picture.getbbox() is not None
        assert words.say(f"how_to.{game}.{page}")


def test_every_kind_of_element_is_known_here():
    kinds = {kind.__name__ for kind in Element.__subclasses__()}
    assert kinds == {kind.__name__ for kind in (*THINGS, Panel)}
