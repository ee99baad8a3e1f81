"""A display without hardware as a process beside this one, started and surely ended by it."""

import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import IO, Final, Self

from controller.display.picture import Picture
from controller.errors import DisplayError

# -P: the package that is installed, whatever lies in the folder where the station was started.
VIRTUAL: Final = (sys.executable, "-P", "-m", "controller.display.virtual", "--report")
_START_WITHIN: Final = 30.0
_END_WITHIN: Final = 3.0


class VirtualDisplay:
    """Runs a process that keeps to the interface of ``python -m controller.display.virtual --report``.

    Close what has its port open before this, since the system may give the port's name to another terminal.

    Args:
        on_picture: called with each picture that it shows, from a thread of this object.
        command: the process; the virtual display of this package by default.

    Attributes:
        port: the serial port of the display.
        pid: of the process.

    Raises:
        DisplayError: the process has not come up.
    """

    def __init__(self, on_picture: Callable[[Picture], None] | None = None, command: Sequence[str] = VIRTUAL) -> None:
        self.port = ""
        self._on_picture = on_picture
        # Guards the three below; notified at each change.
        self._changed = threading.Condition()
        self._picture = Picture.blank()
        self._brightness = 0
        self._ended = False
        try:
            # A session of its own: Ctrl-C in the terminal ends the station first, and the station ends this.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
        except OSError as error:
            raise DisplayError("the display's process cannot be started: {why}", why=error) from None
        self.pid = self._process.pid
        assert self._process.stdout is not None
        self._reader = threading.Thread(
            target=self._read, args=(self._process.stdout,), name="virtual-display", daemon=True
        )
        self._reader.start()
        with self._changed:
            self._changed.wait_for(lambda: self.port or self._ended, _START_WITHIN)
            started = bool(self.port)
        if not started:
            self.close()
            raise DisplayError("the display's process has not named its port: {command}", command=" ".join(command))

    @property
    def picture(self) -> Picture:
        """What it shows now."""
        with self._changed:
            return self._picture

    @property
    def brightness(self) -> int:
        """Its brightness now, 0 … 15."""
        with self._changed:
            return self._brightness

    def wait_for(self, picture: Picture, timeout: float) -> bool:
        """Wait at most ``timeout`` seconds until it shows this picture; whether it does."""
        with self._changed:
            return self._changed.wait_for(lambda: self._picture == picture, timeout)

    def close(self) -> None:
        """End the process, by force if it does not want to, and the thread."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        for more_force in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(_END_WITHIN)
                break
            except subprocess.TimeoutExpired:
                more_force()
        self._process.wait()
        self._reader.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                self._take(*line.split())
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _take(self, word: str = "", value: str = "", *_more: str) -> None:
        with self._changed:
            match word:
                case "port":
                    self.port = value
                case "picture":
                    self._picture = Picture.from_hex(value)
                case "brightness":
                    self._brightness = int(value)
            self._changed.notify_all()
        if word == "picture" and self._on_picture is not None:
            self._on_picture(self._picture)
