"""Somebody who looks at the page's stream of a station that may be killed at any moment."""

import json
import socket
import time
from contextlib import suppress
from threading import Event, Thread
from typing import Any

_ASK = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"


def free_port() -> int:
    """A port of this machine that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Spectator:
    """Reads the stream from as soon as there is a page until it breaks off.

    Args:
        port: of the page on this machine.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._heard = b""
        self._over = Event()
        self._thread = Thread(target=self._read, name="spectator", daemon=True)
        self._thread.start()

    def close(self) -> list[dict[str, Any]]:
        """Go; what was told while this one was there, one event after the other. What was cut off was not told."""
        self._over.set()
        self._thread.join()
        told: list[dict[str, Any]] = []
        for message in self._heard.replace(b"\r\n", b"\n").split(b"\n\n")[:-1]:
            lines = message.split(b"\n")
            if b"event: happened" in lines:
                data = next(line for line in lines if line.startswith(b"data: "))
                told += json.loads(data.removeprefix(b"data: "))["events"]
        return told

    def _read(self) -> None:
        while not self._over.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self._port), timeout=0.2) as line:
                    line.sendall(_ASK)
                    self._listen(line)
                    return
            except OSError:
                time.sleep(0.005)

    def _listen(self, line: socket.socket) -> None:
        """To the end of the stream. HTTP's own framing lies between the messages, in lines of its own."""
        with suppress(ConnectionError):
            while True:
                try:
                    data = line.recv(1 << 16)
                except TimeoutError:
                    if self._over.is_set():
                        return
                    continue
                if not data:
                    return
                self._heard += data
