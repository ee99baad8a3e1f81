"""Streams of Server-Sent Events: opened here, then fed by the hub for as long as somebody reads."""

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from controller.i18n import _
from controller.web.connection import Tap
from controller.web.hub import Hub

_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)


def after(request: Request) -> int | None:
    """The entry that a reader has seen last: what its browser remembers; ``None`` at first, or for nonsense."""
    text = request.headers.get("last-event-id") or request.query_params.get("after") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


class Stream:
    """One answer that goes on for as long as somebody reads it.

    Args:
        hub: where everything comes from.
        seat: whose own question is among it; ``None`` for everybody's stream.
        since: the last entry that the reader has seen.
        address: whose stream it is; ``None`` for one that is never shut out by whoever watches.
    """

    def __init__(self, hub: Hub, seat: int | None, since: int | None, address: str | None = None) -> None:
        self._hub, self._seat, self._since, self._address = hub, seat, since, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._address is not None and not self._hub.may_watch(self._address):
            busy = PlainTextResponse(_("Too many are watching; try again later.") + "\n", 503, {"Retry-After": "10"})
            await busy(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        tap: Tap = scope["state"]["tap"](scope, kept=self._address is None)
        self._hub.speak()
        reader = self._hub.open(tap, self._seat, self._since, self._address or "")
        tap.drained = reader.catch_up
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._hub.leave(reader)
