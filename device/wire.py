"""Every message that leaves or enters a process, typed, and checked when it comes in.

Outgoing messages hold ids and parameters; each screen has its own words for
them. Times are match time in ns, and ``now`` is the match time at which the
message left, so that a screen can go on counting by itself while ``running``.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.match import Ns, Seat

PLACES = 6
"""Spots at the box, numbered 1 to 6 clockwise."""
HOW_TO_PAGES = 4
"""Pages of each game's how-to-play: five seconds each."""
LOUDEST = 5
"""Steps of the loudspeaker above mute."""
MOST_BYTES = 4096
"""A longer incoming message is refused unread."""

Place = int
PlaceField = Annotated[int, msgspec.Meta(ge=1, le=PLACES)]
SeatField = Annotated[int, msgspec.Meta(ge=0, lt=PLACES)]
ItemField = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


def louder(volume: int) -> int:
    """Return the next step of the loudspeaker; after the loudest comes mute."""
    return (volume + 1) % (LOUDEST + 1)


class Highlight(msgspec.Struct, frozen=True):
    """Where a seat's walk stands.

    Attributes:
        seat: whose press picks.
        items: the lit items; several while it goes over rows; ``()`` on the stop "back".
        verb: set on a stop that is one of the seat's offers ("tap" or "hold").
        row: whether a press opens ``items`` as a row rather than choosing.
    """

    seat: Seat
    items: tuple[str, ...]
    verb: str | None = None
    row: bool = False


class Late(msgspec.Struct, frozen=True):
    """One line of the photo finish: ``seat`` pressed ``behind`` ns after the winner."""

    seat: Seat
    behind: Ns


class Show(msgspec.Struct, frozen=True, tag="show"):
    """What the whole table may see; sent when something changed.

    Attributes:
        number: rises with every Show of this hub, so that a screen can tell the newest.
        game: a key of the catalog, "lobby" or "menu".
        view: the game's public view, encoded.
        now: match time (ns) when this left; ``running`` whether it goes on, ``speed`` times
            as fast as the clock on the wall.
        places: the place of each seat.
        bots: the seats that the box plays.
        saved: False if what is shown is not yet on the disk ("not saved").
        walk: the highlight of buzzer-only play, or None.
        photo: who pressed behind the winner of the last race, in order.
        tie: the seats whose presses were a tie, in the order drawn; else empty.
        demo: a match that bots play in attract, as another Show; else None.
        hold: a seat that pressed too short where only a Hold does something, or None.
    """

    number: int
    game: str
    view: msgspec.Raw
    now: Ns
    running: bool
    speed: int
    places: tuple[Place, ...]
    bots: tuple[Seat, ...]
    saved: bool
    walk: Highlight | None
    photo: tuple[Late, ...]
    tie: tuple[Seat, ...]
    hold: Seat | None = None
    demo: Show | None = None


class Lamps(msgspec.Struct, frozen=True, tag="lamps"):
    """The six buzzer lamps, place 1 first: "off", "on", "blink" or "pulse"; sent at once."""

    lamps: tuple[str, ...]


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message to a new screen.

    Attributes:
        version: of Buzzbox.
        language: code of the words to show.
        pressing: whether a finger from this page counts (the box runs on mock pins).
        titles: what the operator calls the games, by key; a game that is not named here
            has the name in the words.
        volume: of the loudspeaker, 0 (mute) to 5.
    """

    version: str
    language: str
    pressing: bool
    titles: dict[str, str]
    volume: int = 3


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Said to one sender alone: its message did nothing, and ``why`` (an id or one line)."""

    why: str


Out = Show | Lamps | Hello | Refused


class Spot(msgspec.Struct, frozen=True):
    """A thing on the live screen that can be read or touched, as parts of its width and height.

    Attributes:
        item: what a touch of it chooses, or "" if it can only be read.
        seat: for whom, or None for whoever may.
        text: its words, or the card's name.
        x, y, w, h: its rectangle, each in [0, 1].
    """

    item: str
    seat: Seat | None
    text: str
    x: float
    y: float
    w: float
    h: float


class Spots(msgspec.Struct, frozen=True, tag="spots"):
    """From the screen: what can be read and touched in the frame that was sent with it.

    Attributes:
        scene: its name; "" when there is no live screen any more.
        ratio: width to height of the picture.
    """

    scene: str
    spots: tuple[Spot, ...]
    ratio: float = 1.0


class Finger(msgspec.Struct, frozen=True, tag="finger", forbid_unknown_fields=True):
    """A finger of the browser box goes down on, or up from, the buzzer of a place."""

    place: PlaceField
    down: bool


class Touch(msgspec.Struct, frozen=True, tag="touch", forbid_unknown_fields=True):
    """Someone touched ``item`` on the shared screen; ``seat`` if the screen knows whose it is."""

    item: ItemField
    seat: SeatField | None = None


In = Finger | Touch

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(In)
_from_hub = msgspec.json.Decoder(Out)
_from_screen = msgspec.json.Decoder(Touch | Spots)


def encode(message: object) -> bytes:
    """Return a message, or a view, as JSON."""
    return _encoder.encode(message)


def raw(view: object) -> msgspec.Raw:
    """Return a view as JSON that is encoded once and then only copied."""
    return msgspec.Raw(_encoder.encode(view))


def decode(text: bytes | str) -> Finger | Touch:
    """Return the message in ``text``.

    Raises:
        ValueError: one line on what is wrong with it.
    """
    if len(text) > MOST_BYTES:
        raise ValueError(f"a message of {len(text)} bytes; at most {MOST_BYTES}")
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"not a message of the box: {error}") from None


def decode_out(text: bytes) -> Show | Lamps | Hello | Refused:
    """Return a message of the hub; msgspec.MsgspecError if it is of another version."""
    return _from_hub.decode(text)


def decode_screen(text: bytes) -> Touch | Spots:
    """Return a message of the screen process.

    Raises:
        ValueError: one line on what is wrong with it.
    """
    try:
        return _from_screen.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"not a message of a screen: {error}") from None
