"""Streams of Server-Sent Events: what has changed, a beat where nothing has, an end where nobody reads."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from controller.i18n import _
from controller.web.hub import Hub, Reader, frame

MOST: Final = 500
"""How many streams may be open at once."""
BEAT_SECONDS: Final = 4.0
"""So often something comes at least; a page that hears nothing for three of these says that it is stale."""
_SEND_SECONDS: Final = 10.0
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
    """

    def __init__(self, hub: Hub, seat: int | None, since: int | None) -> None:
        self._hub, self._seat, self._since = hub, seat, since

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Whoever plays is never shut out by whoever watches.
        if self._seat is None and self._hub.readers >= MOST:
            busy = PlainTextResponse(_("Too many are watching; try again later.") + "\n", 503, {"Retry-After": "10"})
            await busy(scope, receive, send)
            return
        reader = self._hub.open(self._seat, self._since)
        gone = asyncio.create_task(_gone(receive, reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
            # A browser waits this long before it connects anew, in milliseconds.
            first = b"retry: 1000\n\n"
            while not reader.lost:
                data = await reader.next(BEAT_SECONDS) or frame("beat", b"{}")
                async with asyncio.timeout(_SEND_SECONDS):
                    await send({"type": "http.response.body", "body": first + data, "more_body": True})
                first = b""
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            # Whoever takes nothing for so long is dropped; the browser connects anew.
            pass
        finally:
            gone.cancel()
            self._hub.leave(reader)


async def _gone(receive: Receive, reader: Reader) -> None:
    """Waits until the browser hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.end()
