"""The link to the display: one thread owns the serial port, and nothing else ever waits for it.

The last full picture is the one truth. Whatever happens on the line, the display gets that picture as soon as it can.
"""

import dataclasses
import logging
import os
import select
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import serial

from controller.display.picture import Picture
from controller.display.ports import trouble
from controller.display.protocol import BAUD, MAX_BRIGHTNESS, Hello
from controller.display.session import Content, Counters, Session
from controller.errors import DisplayError

DEFAULT_BRIGHTNESS: Final = 4
_READ_AT_ONCE: Final = 4096
_WRITE_WITHIN: Final = 1.0
# Seconds before a port is tried again: doubled each time, from the first to the second.
_RETRY_AFTER: Final = (0.25, 2.0)

_NOT_YET: Final = DisplayError("the port has not been opened yet")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """How the link is at one moment.

    Attributes:
        port: the port in use or tried last; empty before one has been found.
        connected: a display has answered on the open port.
        hello: what it said it is; ``None`` while not connected.
        error: why there is no connection, a sentence in English that knows its translation; ``None`` while connected.
        counters: what happened so far.
    """

    port: str
    connected: bool
    hello: Hello | None
    error: DisplayError | None
    counters: Counters


class DisplayLink:
    """Shows pictures on the display behind a serial port, from a thread of its own, until ``close``.

    The port need not be there: it is opened when it comes, and again when it has gone.

    Args:
        port: the serial port, ``/dev/…``; a symbolic link is followed anew at each opening. Or what finds it, asked
            anew at each opening, which raises DisplayError where there is none (``ports.find``).
        brightness: 0 … 15.
        beat: called from the thread every few seconds while it goes on, whether a display is there or not.

    Raises:
        ValueError: a brightness outside its range.
    """

    def __init__(
        self,
        port: str | Callable[[], str],
        *,
        brightness: int = DEFAULT_BRIGHTNESS,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._find = port if callable(port) else lambda: port
        self._brightness = _checked(brightness)
        self._beat = beat
        # Guards everything below; notified when the display has acknowledged something.
        self._changed = threading.Condition()
        self._wanted: Content | None = None
        self._sent: Content | None = None
        self._shown: Content | None = None
        self._hello: Hello | None = None
        self._proven = False
        self._port = ""
        self._error: DisplayError | None = _NOT_YET
        self._counters = Counters()
        self._closed = False
        self._stop = threading.Event()
        # Ends the thread's wait for the port when there is something new to show.
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name="display-link", daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Show this from now on. Returns at once; the newest picture wins. Any thread; nothing after ``close``."""
        with self._changed:
            self._want(Content(picture, self._brightness))

    def wait_shown(self, timeout: float) -> bool:
        """Wait at most ``timeout`` seconds until the display has acknowledged the newest picture; whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: self._wanted == self._shown, timeout)

    def wait_answer(self, timeout: float) -> bool:
        """Wait at most ``timeout`` seconds until a display has answered or a port has failed; whether one answers."""
        with self._changed:
            self._changed.wait_for(lambda: self._hello is not None or self._error is not _NOT_YET, timeout)
            return self._hello is not None

    @property
    def status(self) -> LinkStatus:
        """How the link is now; a copy."""
        with self._changed:
            counters = dataclasses.replace(self._counters)
            return LinkStatus(self._port, self._hello is not None, self._hello, self._error, counters)

    def close(self) -> None:
        """Close the port and end the thread, within about two seconds. The display keeps its picture until NO REF."""
        self._stop.set()
        with self._changed:
            if not self._closed:
                os.eventfd_write(self._wake, 1)
        self._thread.join()
        with self._changed:
            # Whichever of several threads comes first does the rest.
            if self._closed:
                return
            self._closed = True
            self._hello = self._shown = None
            self._error = DisplayError("the link has been closed")
            os.close(self._wake)
        _log.info("display on %s closed; %s", self._port, _in_words(self._counters))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _want(self, content: Content) -> None:
        if self._closed or content == self._wanted:
            return
        if self._wanted is not None and self._wanted != self._sent:
            self._counters.superseded += 1
        self._wanted = content
        os.eventfd_write(self._wake, 1)

    # --- in the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        delay = _RETRY_AFTER[0]
        while not self._stop.is_set():
            port = ""
            self._beat()
            try:
                port = self._find()
                with _opened(port) as line:
                    self._talk(port, line)
            # termios.error is no OSError; it comes when the port goes away in the middle of being opened.
            except (OSError, termios.error) as error:
                if self._lose(port, trouble(port, error)):
                    delay = _RETRY_AFTER[0]
            self._stop.wait(delay)
            delay = min(2 * delay, _RETRY_AFTER[1])

    def _talk(self, port: str, line: serial.Serial) -> None:
        with self._changed:
            self._port, self._proven = port, False
        session = Session(self._counters, time.monotonic())
        while not self._stop.is_set():
            self._beat()
            frame, pause = self._turn(session)
            if frame:
                line.write(frame)
            ready, _, _ = select.select((line.fileno(), self._wake), (), (), pause)
            if self._wake in ready:
                os.eventfd_read(self._wake)
            if line.fileno() in ready:
                data = line.read(_READ_AT_ONCE)
                with self._changed:
                    session.hear(data)

    def _turn(self, session: Session) -> tuple[bytes, float]:
        """What is to be written now, and the seconds to wait afterwards."""
        now = time.monotonic()
        with self._changed:
            frame = session.speak(self._wanted, now)
            self._sent = session.sent or self._sent
            if session.hello is not None and self._hello is None:
                _log.info("display on %s: firmware %d.%d", self._port, *session.hello.firmware)
                self._error = None
            self._hello, self._shown, self._proven = session.hello, session.shown, session.proven
            self._changed.notify_all()
            return frame, session.pause(self._wanted, now)

    def _lose(self, port: str, error: DisplayError) -> bool:
        """Note that there is no connection; whether there had been a display that works.

        Another one is not tried again so soon: each opening resets what is behind the port.
        """
        with self._changed:
            # Said once, not at each try.
            if self._hello is not None or str(error) != str(self._error):
                about = f"{error}" if port in str(error) else f"{port}: {error}"
                _log.warning("no display: %s; %s", about, _in_words(self._counters))
            self._hello = self._shown = None
            # Another one that says the same: this one would keep alive all that it was raised in.
            self._port, self._error = port, DisplayError(error.text, **error.values)
            self._changed.notify_all()
            proven, self._proven = self._proven, False
            return proven


def _opened(port: str) -> serial.Serial:
    try:
        # Exclusive: two stations on one display would each repair what the other shows.
        return serial.Serial(port, BAUD, timeout=0, write_timeout=_WRITE_WITHIN, exclusive=True)
    except ValueError as error:
        # A name that no port can have.
        raise trouble(port, error) from None


def _in_words(counters: Counters) -> str:
    """Those that have counted anything."""
    counted = dataclasses.asdict(counters).items()
    return ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in counted if number) or "nothing counted"


def _checked(brightness: int) -> int:
    if not 0 <= brightness <= MAX_BRIGHTNESS:
        raise ValueError(f"brightness {brightness} is outside 0 … {MAX_BRIGHTNESS}")
    return brightness
