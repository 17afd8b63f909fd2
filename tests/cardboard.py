"""A box of cardboard: it does nothing but note what its pages ask of it."""

from __future__ import annotations

from device import wire


class CardboardBox:
    """What ``device.web`` needs of a hub."""

    def __init__(self) -> None:
        self.fingers: list[tuple[int, bool]] = []
        self.touches: list[tuple[str, int | None]] = []
        self.refusal: str | None = None
        self.language = "en"
        self.pressing = True
        self.titles: dict[str, str] = {}

    def finger(self, place: int, down: bool) -> None:
        self.fingers.append((place, down))

    def touch(self, item: str, seat: int | None) -> str | None:
        self.touches.append((item, seat))
        return self.refusal

    def hello(self) -> wire.Hello:
        return wire.Hello("0.1.0", self.language, self.pressing, self.titles)

    def health(self) -> dict[str, object]:
        return {"saving": "ok"}
