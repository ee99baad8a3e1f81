"""One connection to the page, bounded: so many at once, and none that says nothing."""

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST: Final = 700
"""How many connections there may be at once; a process has some thousand files, and the table needs its own."""
SILENT_SECONDS: Final = 15.0


class Connection(H11Protocol):
    """A connection that is dropped where there are too many, or where nobody asks anything."""

    most = MOST
    silent_seconds = SILENT_SECONDS
    _silent: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            cast(asyncio.Transport, transport).abort()
        else:
            self._silent = self.loop.call_later(self.silent_seconds, self._drop_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._silent:
            self._silent.cancel()
        super().connection_lost(exc)

    def _drop_silent(self) -> None:
        # There is one from the first request on.
        if getattr(self, "cycle", None) is None:
            self.transport.abort()
