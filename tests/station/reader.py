"""Somebody who looks at the page of a station all the time: ``python -m tests.station.reader PORT``.

One line stays open for what happens; over another one the pages are looked at one after the other. It ends by itself
when the station has gone.
"""

import http.client
import socket
import sys
import time
from contextlib import suppress
from threading import Thread
from typing import Final

_PATHS: Final = ("/", "/api/state", "/api/rounds", "/history", "/history/players", "/dice", "/overlay", "/history/1")
_STREAM: Final = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
# A page that is not there yet: there is no game.
_ALLOWED: Final = (200, 404)
_PAUSE: Final = 0.25
_PATIENCE: Final = 120.0


def read_on(port: int) -> None:
    """Read until the station is gone.

    Raises:
        AssertionError: a page was not to be had.
        TimeoutError: there is no station.
    """
    _wait_for(port)
    Thread(target=_listen, args=(port,), daemon=True).start()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    place = 0
    # Whoever ends breaks the line off.
    with suppress(ConnectionError, http.client.HTTPException):
        while True:
            path = _PATHS[place % len(_PATHS)]
            line.request("GET", path)
            response = line.getresponse()
            response.read()
            assert response.status in _ALLOWED, f"{path}: {response.status}"
            place += 1
            time.sleep(_PAUSE)


def _wait_for(port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise TimeoutError(f"nobody serves a page at port {port}") from None
            time.sleep(_PAUSE)
        else:
            return


def _listen(port: int) -> None:
    with suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(_STREAM)
        while line.recv(1 << 16):
            pass


if __name__ == "__main__":
    read_on(int(sys.argv[1]))
