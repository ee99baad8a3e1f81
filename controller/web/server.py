"""The server of the page, in a thread with a loop of its own: the table does not notice how slow its readers are."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final

from starlette.types import ASGIApp

from controller.errors import PageError
from controller.i18n import _

_log = logging.getLogger(__name__)
_START_SECONDS: Final = 10.0
_STOP_SECONDS: Final = 3.0
# Seconds: every answer takes a small part of one. Beginning, with all that has to be imported, takes the longest.
_PATIENCE: Final = 30.0
_EVERY: Final = 5.0
# Milliseconds after which the system gives up a connection whose other end takes nothing.
_USER_TIMEOUT: Final = 20_000
_HEADER_BYTES: Final = 16_384


def listen(host: str, port: int) -> socket.socket:
    """Take a port.

    Args:
        host: address of this machine; ``0.0.0.0`` for all.
        port: 0 for any that is free.

    Raises:
        PageError: the port is taken, or there is no such address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = None
    try:
        # Under the unit of a service that is kept from the network not even this is to be had.
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT)
        taken.bind((host, port))
        # Whoever comes while the server is still starting waits for it.
        taken.listen(128)
    except (OSError, OverflowError) as error:
        if taken:
            taken.close()
        text = _("the page cannot be served at {host}, port {port}: {why}; name another page.port. All else goes on")
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PageError(text.format(host=host, port=port, why=why)) from None
    return taken


class Server:
    """Serves an application until it is closed. Where it ends or hangs, it begins anew: no game ends because of it.

    Args:
        port: where it listens.
        make: makes the application; called in the server's thread, each time that it begins.
        running: told the server's loop, and ``None`` when it ends; called in its thread.
        end_streams: called in its thread before it ends, or from another one where it hangs.
        patience: seconds after which a server that does nothing hangs.
        every: seconds between two looks at it.
    """

    def __init__(
        self,
        port: socket.socket,
        make: Callable[[], ASGIApp],
        running: Callable[[asyncio.AbstractEventLoop | None], None],
        end_streams: Callable[[], None],
        *,
        patience: float = _PATIENCE,
        every: float = _EVERY,
    ) -> None:
        self._port = port
        self._make = make
        self._running = running
        self._end_streams = end_streams
        self._patience = patience
        self._every = every
        self._closed = Event()
        self._run = self._begin()
        self._watcher = Thread(target=self._watch, name="page watch", daemon=True)
        self._watcher.start()

    @property
    def port(self) -> int:
        """The port in use."""
        number: int = self._port.getsockname()[1]
        return number

    def close(self) -> None:
        """End the server, its streams first."""
        self._closed.set()
        self._watcher.join(_STOP_SECONDS)
        self._run.close()
        self._port.close()

    def _begin(self) -> "_Run":
        # A socket of its own: whoever ends closes it, and the next one still listens.
        return _Run(self._port.dup(), self._make, self._running, self._end_streams)

    def _watch(self) -> None:
        while not self._closed.wait(self._every):
            if not self._run.lives(self._patience):
                _log.error("the page does not answer: its server begins anew")
                self._run.leave()
                self._run = self._begin()


class _Run:
    """A server from its start to its end, in a thread of its own. Arguments as of ``Server``."""

    def __init__(
        self,
        port: socket.socket,
        make: Callable[[], ASGIApp],
        running: Callable[[asyncio.AbstractEventLoop | None], None],
        end_streams: Callable[[], None],
    ) -> None:
        self._port = port
        self._make = make
        self._running = running
        self._end_streams = end_streams
        self._left = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: Callable[[], None] | None = None
        self._begun = Event()
        self._last = time.monotonic()
        self._thread = Thread(target=self._work, name="page", daemon=True)
        self._thread.start()

    def lives(self, patience: float) -> bool:
        """Whether its loop has run within this many seconds; and ask it to run."""
        if not self._thread.is_alive():
            return False
        if self._loop:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._beat)
        return time.monotonic() - self._last < patience

    def _beat(self) -> None:
        self._last = time.monotonic()

    def close(self) -> None:
        """End it and wait for that."""
        self._begun.wait(_START_SECONDS)
        if self._end:
            self._end()
        self._thread.join(_STOP_SECONDS)

    def leave(self) -> None:
        """Another one takes its place: should it ever wake up, it ends and touches nothing."""
        self._left = True
        if self._end:
            self._end()
        with suppress(RuntimeError):
            self._end_streams()

    def _work(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception:
            # The page is no reason to end a game.
            _log.exception("the page has ended")
        finally:
            self._begun.set()
            self._port.close()

    async def _serve(self) -> None:
        # Imported only here: it takes a part of a second, which the game need not wait for.
        import uvicorn  # noqa: PLC0415

        from controller.web.connection import Connection  # noqa: PLC0415

        config = uvicorn.Config(
            self._make(),
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            # What is only said of a guest's request would be a way to fill the disk.
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=_HEADER_BYTES,
        )
        server = uvicorn.Server(config)
        loop = self._loop = asyncio.get_running_loop()

        def now() -> None:
            if not self._left:
                self._running(None)
                self._end_streams()
            server.should_exit = True

        def end() -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(now)

        self._end = end
        if not self._left:
            self._running(loop)
        self._begun.set()
        await server.serve(sockets=[self._port])
