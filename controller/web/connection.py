"""One connection to the page, bounded: so many at once, none that says nothing, and a stream that costs one write.

Where there are too many, whoever holds the most of them loses one; a player's panel and the referee's desk never do.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, MutableMapping
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller.web.addresses import neighbourhood

MOST: Final = 700
"""How many connections there may be at once; a process has some thousand files, and the table needs its own."""
SILENT_SECONDS: Final = 15.0
"""How long a request may take to arrive, body and all."""


class Connection(H11Protocol):
    """A connection that is dropped where there are too many, or where a request does not come to its end."""

    most = MOST
    silent_seconds = SILENT_SECONDS
    tap: "Tap | None" = None
    _silent: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # Every request of it carries this, so that a stream can be opened.
        self.app_state = {**self.app_state, "tap": self._opened}
        self.since = self.loop.time()
        self.address = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = neighbourhood(self.client[0]) if self.client else ""
        if len(self.connections) > self.most:
            self._make_room()
        self._silent = self.loop.call_later(self.silent_seconds, self._drop)

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        asking = self.conn.their_state
        if asking is h11.SEND_BODY or (asking is h11.IDLE and self.conn.trailing_data[0]):
            # The clock of a request runs from its first byte, however many more come one by one.
            self._silent = self._silent or self.loop.call_later(self.silent_seconds, self._drop)
        else:
            self._heard()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.tap:
            self.tap.drained()

    def _opened(self, scope: MutableMapping[str, Any], *, kept: bool) -> "Tap":
        self.tap = Tap(self, framed=scope["http_version"] != "1.0", kept=kept)
        return self.tap

    def _heard(self) -> None:
        if self._silent:
            self._silent.cancel()
            self._silent = None

    def _drop(self) -> None:
        self._silent = None
        self.transport.abort()

    def _make_room(self) -> None:
        """Drop one: of the address that has most, rather an idle one than a stream, the oldest first."""
        others = cast("set[Connection]", self.connections) - {self}
        held = Counter(one.address for one in others)
        lost = min(
            (one for one in others if not (one.tap and one.tap.kept)),
            key=lambda one: (-held[one.address], one.busy, one.since),
            default=self,
        )
        self.connections.discard(lost)
        lost.transport.abort()

    @property
    def busy(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete


class Tap:
    """The open end of an answer that goes on: what is poured in goes straight to the socket.

    ASGI's own way costs as much again for each reader and each event as the write itself.

    Args:
        connection: whose answer it is; its head was sent already.
        framed: whether it goes in chunks (HTTP/1.1), each with its length before it.
        kept: whether the connection is never dropped for somebody else's sake.

    Attributes:
        drained: called when what had filled it was taken.
    """

    def __init__(self, connection: Connection, *, framed: bool, kept: bool) -> None:
        self._connection = connection
        self._framed = framed
        self.kept = kept
        self.drained: Callable[[], None] = lambda: None

    @property
    def full(self) -> bool:
        """Whether more waits to be taken than the system and a small buffer hold (64 KiB)."""
        return self._connection.flow.write_paused

    def pour(self, data: bytes) -> None:
        """Send this."""
        self._connection.transport.write(b"%x\r\n%b\r\n" % (len(data), data) if self._framed else data)

    def end(self) -> None:
        """Send what waits, then hang up. From any thread."""
        self._connection.loop.call_soon_threadsafe(self._connection.transport.close)

    def cut(self) -> None:
        """Hang up at once."""
        self._connection.transport.abort()
