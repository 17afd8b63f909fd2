"""The look of the box in numbers: colours, sizes, motion. ``README.md`` says it in words."""

from __future__ import annotations

from device.art.palette import (
    BRASS,
    DEEP,
    FELT,
    INK,
    PAPER,
    QUIET,
    RIGHT,
    SAND,
    WOOD,
    WRONG,
    Colour,
)

__all__ = [
    "BRASS",
    "DEEP",
    "FELT",
    "INK",
    "PAPER",
    "QUIET",
    "RIGHT",
    "SAND",
    "WOOD",
    "WRONG",
    "Colour",
    "contrast",
]

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
