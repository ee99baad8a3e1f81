"""A display without hardware: a pseudo-terminal behind which this process behaves as the firmware does.

``python -m controller.display.virtual`` draws the lights in the terminal.

``python -m controller.display.virtual --report`` is for programs. It writes lines to standard output, each at once:

* ``port /dev/pts/N`` first: what the host has to open
* ``picture H…`` after each change of the picture, NO REF included: 256 hexadecimal digits, the 128 bytes of the
  protocol's picture; dark at first
* ``brightness N`` after each change of the brightness: 0 … 15

A reader skips lines that it does not know. The process ends when its standard input ends, so that it never outlives
its parent, or on SIGTERM. Every stand-in for the display keeps to this interface (see ``firmware/PROTOCOL.md``).
"""

import argparse
import contextlib
import os
import select
import signal
import sys
import time
import tty
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Final, Self

from rich.console import Console
from rich.live import Live

from controller.display import protocol
from controller.display.picture import HEIGHT, WIDTH, Picture
from controller.display.protocol import (
    NO_REF_AFTER,
    Acknowledge,
    Decoder,
    Frame,
    Hello,
    HelloRequest,
    MessageError,
    Reset,
    ShowPicture,
    Status,
)
from controller.display.terminal import panel
from controller.display.views import message
from controller.errors import DisplayError

FIRMWARE: Final = (0, 0)
NO_REF: Final = message("NO REF").picture(0.0)
_POWER_ON_BRIGHTNESS: Final = 0
_READ_AT_ONCE: Final = 4096


class Firmware:
    """What the microcontroller does, without its port and its clock (seconds of any steady clock are passed in).

    Attributes:
        picture: what it shows; dark at first.
        brightness: 0 … 15.
        no_ref_at: when it will say that it has lost the host; ``None`` while it says so.
    """

    def __init__(self, now: float) -> None:
        self.picture = Picture.blank()
        self.brightness = _POWER_ON_BRIGHTNESS
        self.no_ref_at: float | None = now + NO_REF_AFTER
        self._decoder = Decoder()

    def hello(self, sequence: int = 0) -> bytes:
        """The frame that says what this is."""
        return protocol.encode(Hello(sequence, WIDTH, HEIGHT, FIRMWARE, Reset.POWER_ON))

    def hear(self, data: bytes, now: float) -> bytes:
        """Take in bytes from the host; the frames that answer them."""
        return b"".join(self._answer(frame, now) for frame in self._decoder.feed(data))

    def tick(self, now: float) -> None:
        """Show NO REF when the host has been silent for too long."""
        if self.no_ref_at is not None and now >= self.no_ref_at:
            self.picture = NO_REF
            self.no_ref_at = None

    def _answer(self, frame: Frame, now: float) -> bytes:
        if frame.kind & 0x80:
            # A display's words: something on the line echoes. An answer would echo too, for ever.
            return b""
        try:
            said = protocol.parse(frame)
        except MessageError as error:
            return self._acknowledge(frame.sequence, error.status)
        if isinstance(said, HelloRequest):
            return self.hello(said.sequence)
        assert isinstance(said, ShowPicture)
        self.picture, self.brightness = said.picture, said.brightness
        self.no_ref_at = now + NO_REF_AFTER
        return self._acknowledge(said.sequence, Status.OK)

    def _acknowledge(self, sequence: int, status: Status) -> bytes:
        return protocol.encode(Acknowledge(sequence, status, self._decoder.dropped))


class VirtualPort:
    """A pseudo-terminal whose far end can be opened as the display's serial port.

    Attributes:
        path: the far end, ``/dev/pts/N``.

    Raises:
        DisplayError: the system has no pseudo-terminal left.
    """

    def __init__(self) -> None:
        try:
            # The far end stays open here too: without it the near end fails whenever the host closes the port.
            self._near, self._far = os.openpty()
        except OSError as error:
            raise DisplayError("no pseudo-terminal can be opened: {why}", why=error) from None
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.path = os.ttyname(self._far)

    def fileno(self) -> int:
        """The near end, for ``select``."""
        return self._near

    def read(self) -> bytes:
        """What the host has sent; empty when there is nothing."""
        try:
            return os.read(self._near, _READ_AT_ONCE)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Send to the host; what does not fit is lost, as on a line where nobody listens."""
        if data:
            with contextlib.suppress(BlockingIOError):
                os.write(self._near, data)

    def close(self) -> None:
        """Close both ends."""
        os.close(self._near)
        os.close(self._far)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def serve(port: VirtualPort, shown: Callable[[Picture, int], None], until: int | None = None) -> None:
    """Be the display behind this port.

    Args:
        port: where the host is.
        shown: called with picture and brightness after each change.
        until: a file descriptor; returns when it comes to its end. ``None``: runs until an exception.
    """
    firmware = Firmware(time.monotonic())
    port.write(firmware.hello())
    watched = [port.fileno()] if until is None else [port.fileno(), until]
    last = (firmware.picture, firmware.brightness)
    while True:
        pause = None if firmware.no_ref_at is None else max(firmware.no_ref_at - time.monotonic(), 0.0)
        ready, _, _ = select.select(watched, (), (), pause)
        if until is not None and until in ready and not os.read(until, _READ_AT_ONCE):
            return
        now = time.monotonic()
        if port.fileno() in ready:
            port.write(firmware.hear(port.read(), now))
        firmware.tick(now)
        if last != (firmware.picture, firmware.brightness):
            last = (firmware.picture, firmware.brightness)
            shown(*last)


def draw(introduce: Callable[[str], str]) -> None:
    """Run a display that draws itself in the terminal, until Ctrl-C or SIGTERM.

    Args:
        introduce: what is said above the display, given its port.

    Raises:
        DisplayError: the system has no pseudo-terminal left.
    """
    console = Console()
    with VirtualPort() as port:
        console.print(introduce(port.path), highlight=False, markup=False, soft_wrap=True)
        with Live(panel(Picture.blank(), 0), console=console, auto_refresh=False) as live:
            serve(port, lambda picture, brightness: live.update(panel(picture, brightness), refresh=True))


def report() -> None:
    """Run a display that writes what it shows to standard output, until standard input ends."""
    last_picture, last_brightness = Picture.blank(), _POWER_ON_BRIGHTNESS

    def shown(picture: Picture, brightness: int) -> None:
        nonlocal last_picture, last_brightness
        if brightness != last_brightness:
            _say(f"brightness {brightness}")
        if picture != last_picture:
            _say(f"picture {picture.data.hex()}")
        last_picture, last_brightness = picture, brightness

    with VirtualPort() as port:
        _say(f"port {port.path}")
        serve(port, shown, until=sys.stdin.fileno())


def _say(line: str) -> None:
    # Straight to the descriptor: nothing stays behind in a buffer when the reader has gone.
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def leave(number: int, frame: FrameType | None) -> None:
    """Handle a signal by ending the process, through everything that has to be closed."""
    raise SystemExit(0)


def main() -> None:
    """The entry of ``python -m controller.display.virtual``."""
    parser = argparse.ArgumentParser(prog="python -m controller.display.virtual", description="A display of 64 × 16.")
    parser.add_argument("--report", action="store_true", help="write lines for a program instead of drawing")
    arguments = parser.parse_args()
    # An exception unwinds what was opened and gives the terminal back as it was.
    signal.signal(signal.SIGTERM, leave)
    try:
        report() if arguments.report else draw("port {}".format)
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    except DisplayError as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
