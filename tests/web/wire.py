"""A network between browsers and a page that can be cut, as a context manager."""

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

_STREAM = b"/stream"


class Wire:
    """Hands everything on to a page until it is cut.

    Args:
        to: the page's address.

    Attributes:
        where: the page's address through this wire.
    """

    def __init__(self, to: str) -> None:
        split = urlsplit(to)
        self._to = (split.hostname or "", split.port or 80)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.where = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._lock = threading.Lock()
        self._cut = ""
        self._open: dict[socket.socket, bool] = {}
        self._hangs = False
        self._deaf: set[socket.socket] = set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, name="wire", daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.cut()
        self._listening.close()

    def through(self, address: str) -> str:
        """An address of the page, as it is through this wire."""
        return self.where + urlsplit(address).path

    def cut(self, what: str = "all") -> None:
        """Nothing gets through any more: ``all``, or of the ``streams`` alone."""
        with self._lock:
            self._cut = what
            ends = [end for end, stream in self._open.items() if stream or what == "all"]
        for end in ends:
            _hang_up(end)

    def hang(self) -> None:
        """Nothing gets through any more, and nobody is told: a stream stays open, and so does what comes now."""
        with self._lock:
            self._hangs = True
            self._deaf.update(end for end, stream in self._open.items() if stream)
            idle = [end for end, stream in self._open.items() if not stream]
        for end in idle:
            _hang_up(end)

    def mend(self) -> None:
        """Everything gets through again; what had hung never comes back."""
        with self._lock:
            self._cut, self._hangs = "", False

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listening.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection(self._to) as far:
            with self._lock:
                self._open[near] = False
                if self._hangs:
                    self._deaf.add(near)
            back = threading.Thread(target=self._hand_on, args=(far, near, near), daemon=True)
            back.start()
            self._hand_on(near, far, near)
            back.join()
        with self._lock:
            self._open.pop(near, None)

    def _hand_on(self, start: socket.socket, end: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while data := start.recv(65536):
                if near in self._deaf:
                    continue
                if not self._passes(start, data):
                    break
                end.sendall(data)
        if start is not near and near in self._deaf:
            return  # nor that the other end has gone
        _hang_up(start)
        _hang_up(end)

    def _passes(self, start: socket.socket, data: bytes) -> bool:
        with self._lock:
            if start in self._open and _STREAM in data.partition(b"\r\n")[0]:
                self._open[start] = True
            return self._cut != "all" and not (self._cut and self._open.get(start, False))


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
