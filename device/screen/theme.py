"""The one look of the box in numbers: colours, sizes, motion. ``README.md`` says it in words."""

from __future__ import annotations

Colour = tuple[int, int, int]

FELT: Colour = (18, 48, 44)
"""The table."""
DEEP: Colour = (10, 26, 24)
"""The table's edge, and what stands behind a page."""
WOOD: Colour = (58, 36, 22)
"""Frames, bars and buttons."""
BRASS: Colour = (236, 186, 84)
"""What can be done now: the walk, rims, the host's crown."""
PAPER: Colour = (250, 246, 236)
"""Cards, and the letters on dark ground."""
SAND: Colour = (226, 208, 172)
"""Second words on dark ground."""
INK: Colour = (24, 20, 18)
"""Letters on light ground."""
RIGHT: Colour = (120, 214, 160)
WRONG: Colour = (255, 150, 128)
QUIET: Colour = (150, 158, 150)
"""What rests, or is free."""

SEATS: dict[int, Colour] = {
    1: (240, 165, 0),
    2: (92, 172, 222),
    3: (30, 174, 132),
    4: (226, 214, 84),
    5: (222, 110, 58),
    6: (206, 130, 178),
}
"""One colour per place, each with its own shape and number: never the colour alone."""

GLIDE_MS = 450
"""How long anything glides; the longest that may stand in the way of play is 600 ms."""
FRAMES_PER_SECOND = 30
SIZES = ((480, 320), (800, 480), (1024, 600))
"""Screens that every scene is laid out for, in px."""


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [
        c / 12.92 if (c := part / 255) <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for part in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
