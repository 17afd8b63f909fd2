"""The web server of the box: its pages, its words, its health and its websocket.

Nothing that a browser or a network does is a fault of the box: it is answered, or cut off.
"""

from __future__ import annotations

import asyncio
import html
import logging
import os
import string
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web
from aiohttp.http_exceptions import HttpProcessingError

from device import wire, words
from device.outbox import Frame
from device.web.box import Box, Hands, Page, Socket

MOST_SOCKETS = 64
"""Pages at once; a box has six players, and a wall may show it too."""
STOP_SECONDS = 1.0
"""How long pages have to say goodbye when the box stops."""

_PAGES = Path(__file__).parent / "page"
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def _http_log() -> logging.Logger:
    """Return a log without the requests that were no HTTP: anyone can send those, at any rate."""
    log = logging.getLogger("device.web.http")
    log.addFilter(_is_ours)
    return log


def _is_ours(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError)


class Web:
    """The pages of the box, on one port."""

    def __init__(
        self,
        *,
        address: str,
        port: int,
        box: Box,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Serve ``box`` at ``address`` (empty: every interface) and ``port`` (0: any free one).

        ``clock`` gives seconds that rise at the wall's pace.
        """
        self.port = port
        self._address = address
        self._box = box
        self._clock = clock
        self._hands = Hands(box)
        self._pages: dict[Page, Socket] = {}
        self._newest: dict[str, Frame] = {}
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to serve; ``port`` then tells the real one.

        Raises:
            ValueError: in one line, why this address and port cannot be had.
        """
        runner = web.AppRunner(
            self._application(),
            access_log=None,
            logger=_http_log(),
            shutdown_timeout=STOP_SECONDS,
        )
        await runner.setup()
        try:
            await web.TCPSite(runner, self._address or None, self.port).start()
        except (OSError, OverflowError) as error:
            await runner.cleanup()
            where = f"{self._address or 'any address'} port {self.port}"
            raise ValueError(f"cannot serve the web pages at {where}: {_why(error)}") from None
        self._runner = runner
        self.port = runner.addresses[0][1]

    async def stop(self) -> None:
        """Say goodbye to every page and free the port."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def show(self, frame: bytes) -> None:
        """Send an encoded Show to every page, and to those that come later."""
        self._send("show", frame)

    def lamps(self, frame: bytes) -> None:
        """Send an encoded Lamps to every page, and to those that come later."""
        self._send("lamps", frame)

    def hello(self) -> None:
        """Send every page a new Hello: the language or the volume changed."""
        self._send("hello", wire.encode(self._box.hello()))

    def picture(self, frame: bytes | None) -> None:
        """Show every page a picture of the live screen (a JPEG file); None: it is gone."""
        if frame is not None:
            self._send("picture", frame)
            return
        self._newest.pop("picture", None)
        self.spots(wire.encode(wire.Spots("", ())))

    def spots(self, message: bytes) -> None:
        """Tell every page what can be read and touched in the live screen."""
        self._send("spots", message)

    def _send(self, kind: str, data: bytes) -> None:
        self._newest[kind] = frame = Frame(data, self._clock())
        for page in self._pages:
            page.outbox.put(kind, frame)

    def _application(self) -> web.Application:
        app = web.Application(client_max_size=wire.MOST_BYTES)
        app.on_response_prepare.append(_headers)
        app.on_shutdown.append(self._goodbye)
        app.router.add_get("/", self._page("home.html"))
        app.router.add_get("/box", self._page("box.html"))
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/ws", self._talk)
        app.router.add_get("/words/{language}.json", _words)
        app.router.add_static("/page/", _PAGES)
        return app

    def _page(self, name: str) -> Callable[[web.Request], Awaitable[web.Response]]:
        template = string.Template((_PAGES / name).read_text(encoding="utf-8"))

        async def answer(_request: web.Request) -> web.Response:
            language = self._box.hello().language
            texts = words.Words(language).all()
            said = {
                key.removeprefix("page.").replace(".", "_"): html.escape(text)
                for key, text in texts.items()
                if key.startswith("page.") and isinstance(text, str)
            }
            text = template.substitute(said, language=language)
            return web.Response(text=text, content_type="text/html")

        return answer

    async def _health(self, _request: web.Request) -> web.Response:
        return _json(self._box.health() | {"pages": len(self._pages)})

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        _check_origin(request)
        if len(self._pages) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text=f"{MOST_SOCKETS} pages are open; close one\n")
        socket = Socket()
        if not socket.can_prepare(request):
            raise web.HTTPUpgradeRequired(text="this address is for websockets\n")
        await socket.prepare(request)
        page = self._welcome()
        self._pages[page] = socket
        try:
            await page.talk(socket)
        finally:
            del self._pages[page]
        return socket

    def _welcome(self) -> Page:
        page = Page(self._box, self._hands, self._clock)
        page.outbox.put("hello", Frame(wire.encode(self._box.hello()), self._clock()))
        for kind, frame in self._newest.items():
            page.outbox.put(kind, frame)
        return page

    async def _goodbye(self, _app: web.Application) -> None:
        closing = [
            socket.close(code=WSCloseCode.GOING_AWAY, message=b"the box stops")
            for socket in self._pages.values()
        ]
        await asyncio.gather(*closing)


def _why(error: OSError | OverflowError) -> str:
    number = getattr(error, "errno", None)
    if number is not None and number > 0:
        return os.strerror(number)
    return getattr(error, "strerror", None) or str(error)


def _check_origin(request: web.Request) -> None:
    """Refuse the page of another site: it could act with the visitor's browser."""
    origin = request.headers.get("Origin")
    if origin is not None and _host_of(origin) != request.host.lower():
        raise web.HTTPForbidden(text="pages of other sites may not play\n")


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _json(value: object) -> web.Response:
    return web.Response(body=wire.encode(value), content_type="application/json")


async def _words(request: web.Request) -> web.Response:
    language = request.match_info["language"]
    if language not in words.LANGUAGES:
        raise web.HTTPNotFound(text=f"no such language; there are: {', '.join(words.LANGUAGES)}\n")
    return _json(words.Words(language).all())


async def _headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
    fixed = request.path.startswith("/page/")
    response.headers["Cache-Control"] = "no-cache" if fixed else "no-store"
