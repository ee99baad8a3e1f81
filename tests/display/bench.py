"""What the tests of the link need: displays under test, and a serial line whose faults are made on purpose."""

import os
import random
import select
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import serial
from hypothesis import settings

from controller.display.picture import Canvas, Picture
from controller.display.protocol import BAUD
from controller.display.virtual import VirtualPort

# Examples of a property may take as long as they like: the machine may be busy.
unhurried: Final = settings(deadline=None)
# For waits that end early when all is well.
LONG: Final = 60.0

Fault = Callable[[bytes], bytes]


def descriptors() -> set[str]:
    """The file descriptors that this process has open."""
    return set(os.listdir("/proc/self/fd"))  # noqa: PTH208  (names, and no object that keeps the folder open)


def until(condition: Callable[[], bool]) -> bool:
    """Wait until something has come about that nobody tells; whether it has."""
    end = time.monotonic() + LONG
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def numbered(number: int) -> Picture:
    """A picture that tells its number, 0 … 65535, and is never dark."""
    canvas = Canvas()
    canvas.set(63, 15)
    for bit in range(16):
        canvas.set(bit, 0, bool(number >> bit & 1))
    return canvas.picture()


def number_of(picture: Picture) -> int:
    """The number of a ``numbered`` picture."""
    return sum(picture.lit(bit, 0) << bit for bit in range(16))


def intact(data: bytes) -> bytes:
    """No fault."""
    return data


class Losing:
    """Loses everything; ``happened`` is set once it has lost this often."""

    def __init__(self, times: int) -> None:
        self.happened = threading.Event()
        self._left = times

    def __call__(self, data: bytes) -> bytes:
        self._left -= 1
        if self._left <= 0:
            self.happened.set()
        return b""


class Damaging:
    """Changes one bit in each piece, always another; ``happened`` is set once it has done so this often."""

    def __init__(self, times: int) -> None:
        self.happened = threading.Event()
        self._left = times
        self._random = random.Random(times)

    def __call__(self, data: bytes) -> bytes:
        damaged = bytearray(data)
        damaged[self._random.randrange(len(damaged))] ^= 1 << self._random.randrange(8)
        self._left -= 1
        if self._left <= 0:
            self.happened.set()
        return bytes(damaged)


class Line:
    """A serial line between a host and a display. Faults may be changed at any moment.

    Attributes:
        port: what the host opens.
        to_display: what becomes of bytes on their way to the display.
        to_host: what becomes of bytes on their way to the host.
        piecewise: hand on single bytes.
    """

    def __init__(self, display: str) -> None:
        self.to_display: Fault = intact
        self.to_host: Fault = intact
        self.piecewise = False
        self._host = VirtualPort()
        self.port = self._host.path
        self._display = serial.Serial(display, BAUD, timeout=0)
        self._end = os.eventfd(0)
        self._thread = threading.Thread(target=self._run, name="line")
        self._thread.start()

    def inject(self, to_host: bytes = b"", to_display: bytes = b"") -> None:
        """Bytes from nowhere."""
        self._host.write(to_host)
        self._display.write(to_display)

    def close(self) -> None:
        os.eventfd_write(self._end, 1)
        self._thread.join()
        self._display.close()
        self._host.close()
        os.close(self._end)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select((self._host.fileno(), self._display.fileno(), self._end), (), ())
            if self._end in ready:
                return
            if self._host.fileno() in ready:
                self._hand_on(self._host.read(), self.to_display, self._display.write)
            if self._display.fileno() in ready:
                self._hand_on(self._display.read(4096), self.to_host, self._host.write)

    def _hand_on(self, data: bytes, fault: Fault, write: Callable[[bytes], object]) -> None:
        data = fault(data) if data else b""
        step = 1 if self.piecewise else len(data) or 1
        for start in range(0, len(data), step):
            write(data[start : start + step])
