"""What every request has to pass, and what every answer carries: our own scripts alone, no strangers, no floods."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, MutableMapping
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.i18n import _
from controller.web.addresses import is_own, neighbourhood

BODY_BYTES: Final = 16_384
"""The largest body that is taken: a command is some hundred bytes."""

TURNS: Final = 2
"""How many of what takes long is worked out at once."""
MOST_WAITING: Final = 20
"""How many wait for that, or are at it; more are sent away."""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    # Not "no-referrer": a form would not say then which page it comes from.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Buckets:
    """How much each address may ask: so many at once, then so many a second (token bucket).

    Args:
        at_once: requests.
        a_second: requests.
        clock: seconds.
    """

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._a_second, self._clock = at_once, a_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may ask now."""
        now = self._clock()
        left, since = self._left.pop(address, (self._at_once, now))
        left = min(self._at_once, left + (now - since) * self._a_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > 4096:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """Stands before the whole application.

    Args:
        app: the application.
        names: of this machine; a browser that asks for another one was led here by a stranger's page.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = names
        # A page loads some twenty files; five panels on one machine are pressed a few times a second each, at most.
        self._reads = Buckets(at_once=600, a_second=100)
        self._writes = Buckets(at_once=120, a_second=30)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def with_headers(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                answer = MutableHeaders(scope=sent)
                for name, value in HEADERS.items():
                    answer[name] = value
                answer.setdefault("Cache-Control", "no-store")
            await send(sent)

        refusal = self._refusal(scope, headers)
        if refusal:
            await refusal(scope, receive, with_headers)
            return
        if "," in headers.get("range", ""):
            # Several ranges at once nobody needs here, and they are dear to sort: whoever wants them gets it all.
            scope = {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != b"range"]}
        await self._app(scope, Body(receive), with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        """Why a request is refused at once; ``None`` where it is not."""
        client = scope.get("client")
        address = neighbourhood(client[0]) if client else ""
        writes = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if not is_own(headers.get("host", ""), self._names):
            return _refuse(421, _("This address is not the station's own; use the one that the station names."))
        if not (self._writes if writes else self._reads).take(address):
            return _refuse(429, _("Too many requests; wait a moment."))
        if writes and not _from_own_page(headers):
            return _refuse(403, _("Only the station's own page may do this."))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY_BYTES:
            return too_long()
        return None


def _from_own_page(headers: Headers) -> bool:
    """Whether a command comes from the station's own page, or from a program; never from a stranger's page."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2].lower() == headers.get("host", "").lower()


class TooLarge(Exception):  # noqa: N818  (never an error of the program)
    """More was sent than is taken."""


class Body:
    """Receives a body up to its limit, also where its length was not said before."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0

    async def __call__(self) -> MutableMapping[str, Any]:
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > BODY_BYTES:
            raise TooLarge
        return message


class Turns:
    """What takes long is worked out for a few at a time; the threads of all others, the referee's, stay free.

    A turn ends as the answer begins: whoever takes it slowly keeps nobody waiting.

    Args:
        app: the application.
        paths: how the paths begin that take long.
        free: who need not wait.
    """

    def __init__(self, app: ASGIApp, paths: tuple[str, ...], free: Callable[[Scope], bool]) -> None:
        self._app, self._paths, self._free = app, paths, free
        self._turns = asyncio.Semaphore(TURNS)
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self._paths) or self._free(scope):
            await self._app(scope, receive, send)
            return
        if self._waiting >= MOST_WAITING:
            busy = _refuse(503, _("Too much is asked for just now; try again in a moment."))
            busy.headers["Retry-After"] = "3"
            await busy(scope, receive, send)
            return
        self._waiting += 1
        held = True

        def let_go() -> None:
            nonlocal held
            if held:
                held = False
                self._waiting -= 1
                self._turns.release()

        async def until_it_begins(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                let_go()
            await send(sent)

        try:
            await self._turns.acquire()
        except BaseException:
            self._waiting -= 1
            raise
        try:
            await self._app(scope, receive, until_it_begins)
        finally:
            let_go()


def too_long() -> PlainTextResponse:
    """The answer to a body that is larger than is taken."""
    return _refuse(413, _("This is too long."))


def _refuse(status: int, why: str) -> PlainTextResponse:
    return PlainTextResponse(why + "\n", status)
