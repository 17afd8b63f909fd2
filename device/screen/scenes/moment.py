"""Pages for when there is no game to show: waiting for the hub, and why the box cannot start."""

from __future__ import annotations

from device.screen.elements import Picture, Scene
from device.screen.look import Look
from device.screen.scenes.common import page
from device.screen.scenes.page import Text, stack
from device.screen.theme import BRASS, SAND


def scene(look: Look) -> Scene:
    """Return "one moment": the hub is starting, or comes back by itself."""
    made = page("moment", look, look.say("page.one_moment"), look.say("page.moment_note"))
    body = made.body.inset(look.px(0.1))
    sign = body.top(body.h * 6 // 10)
    made.add(Picture("glass", sign.fit(1, 1), "icon.hourglass"))
    title = look.say("page.title")
    made.label("logo", body.below(sign.h), title, 0.16, bold=True, colour=BRASS, language="en")
    return made.done()


def safe_mode(look: Look, reason: str) -> Scene:
    """Return why the box does not start, in plain words, and what to do.

    Args:
        look: how to show it.
        reason: one line, as the part that failed has put it.
    """
    title, note = look.say("page.safe"), look.say("page.safe_note")
    made = page("safe_mode", look, title, note, icon="plug")
    texts = [
        Text("reason", reason, 0.06, SAND, 6, True),
        Text("mend", look.say("page.safe_mend"), 0.06, lines=5),
    ]
    stack(made, made.body.inset(look.px(0.05)), texts)
    return made.done()
