"""The firmware in its simulator with time that passes only on command, and a host that lives in the same time.

Nothing here depends on how fast this machine is: all times are those of the simulated clock.
"""

import random
import subprocess
from types import TracebackType
from typing import Final, NamedTuple, Self

from controller.display import protocol
from controller.display.picture import BYTES, Picture
from controller.display.protocol import Decoder, Hello, Message, ShowPicture
from controller.display.session import Content, Counters, Session
from controller.errors import DisplayError
from tests.firmware.building import SIMULATOR, build

HERTZ: Final = 16_000_000
# The simulator takes lines of 16 KiB.
_SEND_AT_ONCE: Final = 4000
# Seconds after which a port that was closed is opened again (controller/display/link.py).
_REOPEN_AFTER: Final = 0.25


class Shown(NamedTuple):
    """A picture that the lights have shown, and since when, in seconds."""

    picture: Picture
    since: float


class Simulator:
    """The firmware in its simulator.

    Attributes:
        now: simulated seconds since the supply came first.
        picture: what the lights show.
        brightness: their intensity, 0 … 15.
        shown: every picture since this list was emptied.
    """

    def __init__(self, *options: str) -> None:
        build("simulator")
        command = [SIMULATOR[0], "--stepped", *options, SIMULATOR[1]]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.now = 0.0
        self.picture = Picture.blank()
        self.brightness = 0
        self.shown: list[Shown] = []
        self._said = bytearray()

    def tell(self, *commands: str) -> None:
        """Commands that no time passes with."""
        assert self._process.stdin is not None
        self._process.stdin.writelines(f"{command}\n" for command in commands)

    def send(self, data: bytes) -> None:
        """Put bytes on the line; they travel as time passes."""
        for start in range(0, len(data), _SEND_AT_ONCE):
            self.tell(f"send {data[start : start + _SEND_AT_ONCE].hex()}")

    def run(self, seconds: float) -> bytes:
        """Let time pass; what the display has said."""
        self.tell(f"run {round(seconds * 1e6)}")
        return self._until_now()

    def hear(self, seconds: float) -> bytes:
        """Let time pass until the display has said something, at most so long; what it has said."""
        self.tell(f"await {round(seconds * 1e6)}")
        return self._until_now()

    def messages(self, seconds: float) -> list[Message]:
        """``run``, and what the bytes mean."""
        return [protocol.parse(frame) for frame in Decoder().feed(self.run(seconds))]

    def counters(self) -> dict[str, int]:
        """What the simulator has counted: see firmware/README.md."""
        self.tell("counters")
        words = self._line()
        assert words[0] == "counters"
        return {name: int(value) for name, _, value in (word.partition("=") for word in words[1:])}

    def close(self) -> None:
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _line(self) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.flush()
        words = self._process.stdout.readline().split()
        assert words, "the simulator has ended"
        return words

    def _until_now(self) -> bytes:
        while True:
            match self._line():
                case ["now", cycles]:
                    self.now = int(cycles) / HERTZ
                    said, self._said = bytes(self._said), bytearray()
                    return said
                case ["said", digits, _]:
                    self._said += bytes.fromhex(digits)
                case ["picture", digits, cycles]:
                    self.picture = Picture.from_hex(digits)
                    self.shown.append(Shown(self.picture, int(cycles) / HERTZ))
                case ["brightness", value, _]:
                    self.brightness = int(value)


class Host:
    """What the station does with its port, in simulated time: the same ``Session``, without thread and port.

    Attributes:
        counters: those of the link.
        wanted: what shall be shown; set it with ``want``.
        reopened: how often the port had to be opened anew.
    """

    def __init__(self, simulator: Simulator, brightness: int = 4) -> None:
        self.counters = Counters()
        self.reopened = 0
        self.wanted: Content | None = None
        self._brightness = brightness
        self._simulator = simulator
        self._opened_at = simulator.now
        self._open()

    def want(self, picture: Picture) -> None:
        self.wanted = Content(picture, self._brightness)

    def live(self, seconds: float) -> None:
        """Let time pass, and do what the protocol says."""
        simulator = self._simulator
        end = simulator.now + seconds
        while simulator.now < end:
            if simulator.now < self._opened_at:
                simulator.run(min(self._opened_at, end) - simulator.now)
                if simulator.now < self._opened_at:
                    return
                self._open()
            try:
                self._turn(end)
            except DisplayError:
                self.reopened += 1
                self._opened_at = simulator.now + _REOPEN_AFTER

    def _open(self) -> None:
        self._simulator.tell("reset")
        self._session = Session(self.counters, self._simulator.now)

    def _turn(self, end: float) -> None:
        simulator, session = self._simulator, self._session
        frame = session.speak(self.wanted, simulator.now)
        if frame:
            simulator.send(frame)
        pause = min(session.pause(self.wanted, simulator.now), end - simulator.now)
        # At least a step, or a rounding would keep time from passing.
        session.hear(simulator.hear(max(pause, 1e-6)))


def random_picture(chance: random.Random) -> Picture:
    return Picture(chance.randbytes(BYTES))


def greeting(simulator: Simulator) -> Hello:
    """The HELLO that the display says after a reset."""
    (said,) = simulator.messages(0.1)
    assert isinstance(said, Hello)
    return said


def show(simulator: Simulator, picture: Picture, brightness: int = 4, sequence: int = 1) -> bytes:
    """Send a picture and let it be shown; the answer."""
    simulator.send(protocol.encode(ShowPicture(sequence, brightness, picture)))
    return simulator.run(0.03)
