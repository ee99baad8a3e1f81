"""The host's side of the protocol while a port is open: what to say next, and what an answer means.

No I/O and no clock: bytes go in and out, the time is passed in (seconds of any steady clock).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from controller.display import protocol
from controller.display.picture import HEIGHT, WIDTH, Picture
from controller.display.protocol import (
    Acknowledge,
    Decoder,
    Frame,
    Hello,
    HelloRequest,
    Kind,
    MessageError,
    ShowPicture,
)
from controller.errors import DisplayError

# Changes in any one second, the first few of them as fast as the line takes them: what comes in twos and threes, such
# as the last lock and what it reveals, is on the lights at once. In no second can it be more than both together.
MOST_A_SECOND: Final = 30
AT_ONCE: Final = 4
_REFILL: Final = 1 / (MOST_A_SECOND - AT_ONCE)
KEEP_ALIVE: Final = 1.0
ASK_EVERY: Final = 0.5
# An old boot loader listens for two seconds before the firmware starts.
ASK_AT_MOST: Final = 10
# The seconds to wait for each answer; when all are over the display counts as lost.
PATIENCE: Final = (0.25, 0.5, 1.0, 1.0, 1.0)


@dataclass(slots=True)
class Counters:
    """What happened since the link began.

    Attributes:
        sent: frames sent, retries included.
        acknowledged: pictures that the display said it shows.
        retries: pictures sent again because no answer came in time.
        damaged: frames from the display that were dropped as damaged or too long.
        refused: pictures that the display did not want, and frames from it that say nothing known.
        superseded: pictures never sent because a newer one came first.
        connects: how often a port was opened and a display answered.
        restarts: how often the display began anew by itself, its port being open.
        dropped_by_display: frames that the display dropped since its reset, as it last said; modulo 65536.
        overruns_by_display: times that it lost bytes because it was too slow to take them, since its reset, as it last
            said; modulo 65536.
    """

    sent: int = 0
    acknowledged: int = 0
    retries: int = 0
    damaged: int = 0
    refused: int = 0
    superseded: int = 0
    connects: int = 0
    restarts: int = 0
    dropped_by_display: int = 0
    overruns_by_display: int = 0


class Content(NamedTuple):
    """What shall be shown: a picture and its brightness, 0 … 15."""

    picture: Picture
    brightness: int


class _Waiting(NamedTuple):
    """The one message that has no answer yet."""

    content: Content
    sequence: int
    frame: bytes
    tries: int
    until: float


class Session:
    """One opened port, from the handshake until it is closed.

    Attributes:
        hello: what the display said it is; ``None`` before it has spoken.
        sent: what was sent last.
        shown: what the display said last that it shows.
        proven: the display has answered a picture, so it is one and works.
    """

    def __init__(self, counters: Counters, now: float) -> None:
        self.hello: Hello | None = None
        self.sent: Content | None = None
        self.shown: Content | None = None
        self.proven = False
        self._counters = counters
        self._decoder = Decoder()
        self._waiting: _Waiting | None = None
        self._sequence = 0
        self._asked = 0
        self._ask_at = now
        self._sent_at = now - KEEP_ALIVE
        # When everything that may be sent at once is saved up again.
        self._saved_up_at = now

    def speak(self, wanted: Content | None, now: float) -> bytes:
        """The frame that is to be sent now; empty when it is not time for one.

        Raises:
            DisplayError: the display has not answered for so long that the port should be opened anew.
        """
        if self.hello is None:
            return self._ask(now)
        if wanted is None or now < self._due(wanted):
            return b""
        tries = 0
        if self._waiting is not None:
            tries = self._waiting.tries + 1
            if tries == len(PATIENCE):
                raise DisplayError("the display has not answered {n} times; is its cable loose?", n=tries)
            self._counters.retries += 1
        return self._send(wanted, tries, now)

    def pause(self, wanted: Content | None, now: float) -> float:
        """Seconds, 0 … 1, after which ``speak`` may have something to say if nothing happens before."""
        due = now + KEEP_ALIVE
        if self.hello is None:
            due = self._ask_at
        elif wanted is not None:
            due = self._due(wanted)
        return min(max(due - now, 0.0), KEEP_ALIVE)

    def hear(self, data: bytes) -> None:
        """Take in what came from the display.

        Raises:
            DisplayError: it is another kind of display, or speaks another version of the protocol.
        """
        before = self._decoder.dropped
        for frame in self._decoder.feed(data):
            self._take(frame)
        self._counters.damaged += self._decoder.dropped - before

    def _ask(self, now: float) -> bytes:
        if now < self._ask_at:
            return b""
        if self._asked == ASK_AT_MOST:
            raise DisplayError(
                "nothing has answered for {n} seconds; is this the display, with its firmware (make flash)?",
                n=round(ASK_AT_MOST * ASK_EVERY),
            )
        self._asked += 1
        self._ask_at = now + ASK_EVERY
        self._counters.sent += 1
        return protocol.encode(HelloRequest())

    def _due(self, wanted: Content) -> float:
        """When the next picture may be sent."""
        if self._waiting is not None:
            return self._waiting.until
        # A keep-alive does not count: it comes after a second of silence, and a change need not wait behind it.
        return self._sent_at + KEEP_ALIVE if wanted == self.shown else self._saved_up_at - (AT_ONCE - 1) * _REFILL

    def _send(self, wanted: Content, tries: int, now: float) -> bytes:
        again = self._waiting
        if again is not None and again.content == wanted:
            sequence, frame = again.sequence, again.frame
        else:
            # Instead of an older picture that has no answer yet the newest one goes out: every one is whole.
            self._sequence = sequence = (self._sequence + 1) % 256
            frame = protocol.encode(ShowPicture(sequence, wanted.brightness, wanted.picture))
        self._waiting = _Waiting(wanted, sequence, frame, tries, now + PATIENCE[tries])
        self._sent_at = now
        if wanted != self.sent:
            self._saved_up_at = max(self._saved_up_at, now) + _REFILL
        self.sent = wanted
        self._counters.sent += 1
        return frame

    def _take(self, frame: Frame) -> None:
        try:
            said = protocol.parse(frame)
        except MessageError as error:
            if frame.kind == Kind.HELLO:
                raise DisplayError(
                    "the display cannot be used: {why}; write this version's firmware into it (make flash)",
                    why=str(error),
                ) from None
            self._counters.refused += 1
            return
        if isinstance(said, Hello):
            self._greet(said)
        elif isinstance(said, Acknowledge):
            self._acknowledge(said)
        else:
            # Our own words: something on the line echoes.
            self._counters.refused += 1

    def _greet(self, hello: Hello) -> None:
        if (hello.width, hello.height) != (WIDTH, HEIGHT):
            size, expected = f"{hello.width} × {hello.height}", f"{WIDTH} × {HEIGHT}"
            raise DisplayError("the display has {size} lights, expected {expected}", size=size, expected=expected)
        if self.hello is None:
            self._counters.connects += 1
        elif self.proven:
            # Before that it may only have been asked twice, and answered late.
            self._counters.restarts += 1
        # A display that says hello has forgotten everything: it gets the picture at once, and as a new one, so that a
        # display that says nothing but hello gets no more of them than changes would be sent.
        self.hello = hello
        self.sent = self.shown = None
        self._waiting = None

    def _acknowledge(self, answer: Acknowledge) -> None:
        self._counters.dropped_by_display = answer.dropped
        self._counters.overruns_by_display = answer.overruns
        waiting = self._waiting
        if waiting is None or answer.sequence != waiting.sequence:
            # Late: that picture has been replaced, or answered before.
            return
        self._waiting = None
        self.proven = True
        # What was refused would be refused again: it is not sent anew before the next keep-alive.
        self.shown = waiting.content
        if answer.status is protocol.Status.OK:
            self._counters.acknowledged += 1
        else:
            self._counters.refused += 1
