"""From a finger on the wire to a line in the journal, and to the lamps and the screen."""

from games.set_game import find_sets


def test_a_finger_on_an_empty_box_sits_down_and_is_the_host(box):
    assert box.page == ("lobby", "attract")
    box.press(2)
    assert box.page == ("lobby", "seating")
    assert box.view["taken"] == [False, True, False, False, False, False]
    assert box.view["host"] == 1


def test_a_call_and_three_cards_by_touch(box):
    box.play_set(2, 5)
    cards = [box.view["table"][i] for i in find_sets(box.view["table"])[0]]
    box.press(5)
    box.touch(*cards)
    assert box.view["scores"] == [0, 1]
    assert box.journal()[0] == ("press", 1, None)
    assert box.journal()[1:] == [("choose", 1, card) for card in cards]
