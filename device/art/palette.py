"""The colours of everything that is drawn; ``device/screen/README.md`` says what they mean."""

from __future__ import annotations

Colour = tuple[int, int, int]

FELT: Colour = (18, 48, 44)
DEEP: Colour = (10, 26, 24)
WOOD: Colour = (58, 36, 22)
BRASS: Colour = (236, 186, 84)
PAPER: Colour = (250, 246, 236)
SAND: Colour = (226, 208, 172)
INK: Colour = (24, 20, 18)
RIGHT: Colour = (120, 214, 160)
WRONG: Colour = (255, 150, 128)
QUIET: Colour = (150, 158, 150)
HINT: Colour = (159, 220, 255)
"""The rim of a card that the box points at."""
GLOW: Colour = (255, 200, 96)
"""A light that shines."""

CARDS: dict[str, Colour] = {"R": (204, 12, 16), "G": (10, 126, 102), "P": (88, 36, 148)}
"""SET's red, green and purple: at least 4.5 : 1 on paper, and at least 20 apart (CIEDE2000) for
eyes without red, green or blue cones (SET-B3)."""

SEATS: dict[int, Colour] = {
    1: (240, 183, 0),
    2: (168, 228, 252),
    3: (24, 159, 118),
    4: (255, 253, 178),
    5: (220, 84, 18),
    6: (180, 110, 172),
}
"""One colour per place, apart for the same eyes by at least 15, though none stands without its
shape and number."""
