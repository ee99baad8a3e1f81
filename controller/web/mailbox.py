"""Hands values from the table's thread to the server's: the table never waits, and what piles up is bounded."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Final

_MOST_EVENTS: Final = 1000


class Mailbox:
    """The latest value under each name, and what happened one after the other.

    Args:
        deliver: called in the server's thread with all that has come since: the values by name, and what happened.
    """

    def __init__(self, deliver: Callable[[dict[str, Any], list[Any]], None]) -> None:
        self._deliver = deliver
        self._lock = Lock()
        self._latest: dict[str, Any] = {}
        self._happened: deque[Any] = deque(maxlen=_MOST_EVENTS)
        self._waiting = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def attach(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """The server's loop is there, or gone with ``None``. What came before is delivered at once."""
        with self._lock:
            self._loop = loop
            self._waiting = False
        self._call()

    def put(self, name: str, value: Any) -> None:
        """The latest value under a name; one that was not delivered yet is forgotten. From any thread."""
        with self._lock:
            self._latest[name] = value
        self._call()

    def add(self, happened: Any) -> None:
        """Something happened. From any thread."""
        with self._lock:
            self._happened.append(happened)
        self._call()

    def _call(self) -> None:
        with self._lock:
            if self._loop is None or self._waiting or not (self._latest or self._happened):
                return
            self._waiting = True
            # The loop may have ended in this very moment.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        with self._lock:
            latest, happened = self._latest, list(self._happened)
            self._latest, self._waiting = {}, False
            self._happened.clear()
        self._deliver(latest, happened)
