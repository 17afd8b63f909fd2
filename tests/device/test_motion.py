"""Motion that explains: what is the same glides, what is won goes to its winner (SET-B2, P24)."""

import pytest

from device.screen.elements import CardFace, Label, Mark, Rect, Scene
from device.screen.look import Look, News
from device.screen.motion import Motion
from device.screen.scenes import set_game
from device.screen.theme import FELT, GLIDE_MS, PAPER
from tests.device.evening import shows

HERE, THERE, SEAT = Rect(0, 0, 80, 60), Rect(100, 40, 40, 30), Rect(300, 10, 20, 20)


def card(name, rect):
    return CardFace(f"card:{name}", rect, "set_game", name)


def scene(*elements, **more):
    return Scene("table", elements, **more)


def rects(picture):
    return {each.key: each.rect for each in picture.elements}


@pytest.fixture
def motion():
    """A table on which one card lies."""
    made = Motion()
    made.to(scene(card("1RSE", HERE)), 0)
    return made


def test_the_first_picture_is_there_at_once(motion):
    assert not motion.moving(0)
    assert rects(motion.at(0)) == {"card:1RSE": HERE}


def test_a_card_glides_from_where_it_was(motion):
    assert motion.to(scene(card("1RSE", THERE)), 1000)
    half = rects(motion.at(1000 + GLIDE_MS // 2))["card:1RSE"]
    assert HERE.x < half.x < THERE.x
    assert rects(motion.at(1000))["card:1RSE"] == HERE
    assert rects(motion.at(1000 + GLIDE_MS))["card:1RSE"] == THERE
    assert not motion.moving(1000 + GLIDE_MS)


def test_nothing_moves_longer_than_it_may():
    assert GLIDE_MS <= 600


def test_a_taken_card_glides_to_its_winner_over_all_else(motion):
    after = scene(card("2GTD", HERE), leaving={"card:1RSE": SEAT})
    motion.to(after, 0)
    half = motion.at(GLIDE_MS // 2)
    assert half.elements[-1].key == "card:1RSE"
    assert HERE.x < half.elements[-1].rect.x < SEAT.x
    assert "card:1RSE" not in rects(motion.at(GLIDE_MS))


def test_what_was_not_there_does_not_leave(motion):
    motion.to(scene(leaving={"card:3PTW": SEAT}), 0)
    assert not motion.moving(1)


def test_a_new_card_comes_from_the_deck(motion):
    motion.to(scene(card("1RSE", HERE), card("2GTD", THERE), arriving={"card:2GTD": SEAT}), 0)
    assert rects(motion.at(0))["card:2GTD"] == SEAT
    assert rects(motion.at(GLIDE_MS))["card:2GTD"] == THERE


def test_a_card_that_lay_there_does_not_come_again(motion):
    motion.to(scene(card("1RSE", HERE), arriving={"card:1RSE": SEAT}), 0)
    assert not motion.moving(1)


def test_another_page_is_a_plain_cut(motion):
    motion.to(Scene("other", (card("1RSE", THERE),), arriving={"card:1RSE": SEAT}), 0)
    assert not motion.moving(1)
    motion.to(Scene("other", (card("1RSE", HERE),), turn=180), 0)
    assert not motion.moving(1)


def test_words_do_not_glide(motion):
    words = [Label("a", rect, "SET", 20, PAPER, FELT, "en") for rect in (Rect(0, 0, 90, 30), HERE)]
    motion.to(scene(words[0]), 0)
    motion.to(scene(words[1]), 0)
    assert not motion.moving(1)


def test_reduced_motion_is_a_plain_cut():
    motion = Motion(reduced=True)
    motion.to(scene(card("1RSE", HERE)), 0)
    motion.to(scene(card("1RSE", THERE), leaving={"card:1RSE": SEAT}), 0)
    assert not motion.moving(1)
    assert rects(motion.at(1)) == {"card:1RSE": THERE}


def test_a_change_in_mid_air_goes_on_from_there(motion):
    motion.to(scene(card("1RSE", THERE)), 0)
    half = rects(motion.at(GLIDE_MS // 2))["card:1RSE"]
    motion.to(scene(card("1RSE", SEAT)), GLIDE_MS // 2)
    assert rects(motion.at(GLIDE_MS // 2))["card:1RSE"] == half


def test_the_same_scene_changes_nothing(motion):
    assert not motion.to(scene(card("1RSE", HERE)), 5)


def pictures(*names):
    look = Look(800, 480)
    return [set_game.scene(News(shows()[name], shows()[name].now), look) for name in names]


def test_a_set_glides_to_the_winner_and_three_cards_come_from_the_deck():
    before, after = pictures("pick, two cards", "a SET")
    motion = Motion()
    motion.to(before, 0)
    motion.to(after, 0)
    taken = [each for each in motion.at(1).elements if each.key in after.leaving]
    marks = {each.key: each.rect for each in after.elements if isinstance(each, Mark)}
    assert len(taken) == 3
    assert set(after.leaving.values()) == {marks["seat:1"]}
    new = set(rects(after)) - set(rects(before))
    assert len([key for key in new if key.startswith("card:") and key in after.arriving]) == 3


def test_the_three_wrong_cards_are_lifted_out_of_the_table():
    before, after = pictures("pick", "not a SET")
    lifted = [each for each in after.elements if each.key.startswith("judged:")]
    assert len(lifted) == 3
    for each in lifted:
        assert after.arriving[each.key] == rects(after)[each.key.replace("judged", "card")]
    assert before.name == after.name
