"""Pages for when there is no game to show: waiting for the hub, and why the box cannot start."""

from __future__ import annotations

from device.screen.elements import Rect, Scene
from device.screen.look import Look
from device.screen.scenes.common import page
from device.screen.theme import SAND


def scene(look: Look) -> Scene:
    """Return "one moment": the hub is starting, or comes back by itself."""
    made = page("moment", look, look.say("page.one_moment"), look.say("page.moment_note"))
    return made.done()


def safe_mode(look: Look, reason: str) -> Scene:
    """Return why the box does not start, in plain words, and what to do.

    Args:
        look: how to show it.
        reason: one line, as the part that failed has put it.
    """
    made = page("safe_mode", look, look.say("page.safe"), look.say("page.safe_note"))
    body = made.body.inset(look.px(0.05))
    made.label("reason", Rect(*body.top(body.h // 2)), reason, 0.055, lines=5, colour=SAND)
    made.label("mend", body.below(body.h // 2), look.say("page.safe_mend"), 0.06, lines=4)
    return made.done()
