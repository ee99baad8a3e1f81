"""Everybody who watches: the latest of each part of the page, encoded and joined once, and a bounded wait for the slow.

Lives in the server's loop alone. What is new is joined once and goes straight to the sockets of all who keep up: a
reader costs one write. One that falls behind gets the latest of each part instead of all there was; one that takes
nothing at all is dropped, and its browser connects anew.
"""

import asyncio
import json
import time
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from controller.i18n import current

KEPT: Final = 500
"""How many events are kept for readers that come back."""
BEAT_SECONDS: Final = 4.0
"""So often something comes at least; a page that hears nothing for three of these says that it is stale."""
MOST: Final = 500
"""How many public streams may be open at once."""
MOST_OF_A_SEAT: Final = 12
"""How many streams one seat may have open: a phone that comes back gets in, and its oldest stream ends."""
_MOST_BEHIND: Final = 100
_FULL_SECONDS: Final = 10.0
# A browser waits this long before it connects anew, in milliseconds.
_RETRY: Final = b"retry: 1000\n\n"


class Sink(Protocol):
    """Where the bytes of one stream go; none of this waits."""

    @property
    def full(self) -> bool:
        """Whether so much waits to be taken that nothing more should come."""

    def pour(self, data: bytes) -> None:
        """Send this."""

    def end(self) -> None:
        """Send what waits, then hang up. From any thread."""

    def cut(self) -> None:
        """Hang up at once."""


def frame(name: str, data: bytes, number: int | None = None) -> bytes:
    """One message of a stream of Server-Sent Events; JSON has no line breaks of its own."""
    place = b"" if number is None else b"id: %d\n" % number
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), place, data)


def encode(value: Any) -> bytes:
    """JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Reader:
    """One open stream.

    Args:
        sink: where it goes.
        seat: whose own question it also gets; ``None`` for the public stream.
        address: whose it is, as far as addresses tell; empty for one that counts for nobody.
    """

    def __init__(self, sink: Sink, seat: int | None, address: str = "") -> None:
        self.sink, self.seat, self.address = sink, seat, address
        self._parts: dict[str, bytes] = {}
        self._happened: deque[bytes] = deque()
        self._quiet = False
        self._full_since: float | None = None

    def give(self, happened: Sequence[bytes], parts: Mapping[str, bytes], joined: bytes) -> None:
        """What is new.

        Args:
            happened: the events, one after the other.
            parts: the latest of each part; an older one that was not read yet is forgotten.
            joined: both, for whoever keeps up.
        """
        self._quiet = False
        if not self._waits and not self.sink.full:
            self.sink.pour(joined)
            return
        self._happened += happened
        self._parts |= parts
        if len(self._happened) > _MOST_BEHIND:
            self.sink.cut()
        else:
            self.catch_up()

    def catch_up(self) -> None:
        """Send what waits, as soon as it is taken."""
        if self._waits and not self.sink.full:
            waiting = b"".join((*self._happened, *self._parts.values()))
            self._happened.clear()
            self._parts.clear()
            self.sink.pour(waiting)

    def beat(self, message: bytes, now: float) -> None:
        """Some seconds have passed: something comes at least; whoever takes nothing for so long is dropped."""
        if not self.sink.full:
            self._full_since = None
            if self._quiet:
                self.sink.pour(message)
            self._quiet = True
        elif self._full_since is None:
            self._full_since = now
        elif now - self._full_since >= _FULL_SECONDS:
            self.sink.cut()

    @property
    def _waits(self) -> bool:
        return bool(self._happened or self._parts)


class Hub:
    """The latest of everything, and who reads it.

    Args:
        of_an_address: how many public streams one address may have open.

    Attributes:
        latest: the parts as JSON, by name: ``language``, ``state``, ``rounds``, ``picture``, ``leds``, ``health``.
        questions: each seat's own question as JSON.
        sequence: of the last entry in the journal.
    """

    def __init__(self, of_an_address: int = MOST) -> None:
        self.latest: dict[str, bytes] = {}
        self.questions: dict[int, bytes] = {}
        self.sequence = 0
        self._of_an_address = of_an_address
        self._events: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        # In the order in which they came.
        self._readers: dict[Reader, None] = {}
        self._happened: list[bytes] = []
        self._parts: dict[str, bytes] = {}
        self._asked: dict[int, bytes] = {}
        self._due: asyncio.Handle | None = None
        self._beating: asyncio.TimerHandle | None = None

    @property
    def readers(self) -> int:
        """How many streams are open."""
        return len(self._readers)

    # --- what is new -------------------------------------------------------------------------------------------------

    def publish(self, name: str, value: Any, sequence: int | None = None) -> None:
        """A part for everybody; nothing is sent where it is as before."""
        if sequence is not None:
            self.sequence = sequence
        data = encode(value)
        if self.latest.get(name) != data:
            self.latest[name] = data
            self._parts[name] = self._part(name)
            self._soon()

    def speak(self) -> None:
        """The language of the station: a page that is open in another one comes anew."""
        self.publish("language", {"language": current()})

    def ask(self, seat: int, value: Any) -> None:
        """A seat's own question, for its own streams only."""
        data = encode(value)
        if self.questions.get(seat) != data:
            self.questions[seat] = data
            self._asked[seat] = frame("question", data)
            self._soon()

    def happen(self, sequence: int, events: list[dict[str, Any]]) -> None:
        """What an entry, or several at once, have made happen."""
        self.sequence = sequence
        message = frame("happened", encode({"sequence": sequence, "events": events}), sequence)
        self._events.append((sequence, message))
        self._happened.append(message)
        self._soon()

    def events(self, after: int) -> list[bytes]:
        """The JSON of what happened after an entry of the journal, as far back as it is kept."""
        return [message.split(b"data: ", 1)[1].strip() for at, message in self._events if at > after]

    def _soon(self) -> None:
        """What comes in one go is sent in one go."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_soon(self._hand_on)

    def _hand_on(self) -> None:
        happened, parts, asked = self._happened, self._parts, self._asked
        self._happened, self._parts, self._asked, self._due = [], {}, {}, None
        joined = b"".join((*happened, *parts.values()))
        for reader in list(self._readers):
            if reader.seat in asked:
                question = asked[reader.seat]
                reader.give(happened, {**parts, "question": question}, joined + question)
            elif joined:
                reader.give(happened, parts, joined)

    # --- who reads ---------------------------------------------------------------------------------------------------

    def may_watch(self, address: str) -> bool:
        """Whether one more public stream may be opened by this address.

        Where there are too many of all, whoever has the most gives one up for somebody who has fewer.
        """
        held = Counter(reader.address for reader in self._readers if reader.seat is None)
        if address and held[address] >= self._of_an_address:
            return False
        if held.total() < MOST:
            return True
        most, number = held.most_common(1)[0]
        if number <= held[address] + 1:
            return False
        self._end_oldest([reader for reader in self._readers if reader.seat is None and reader.address == most])
        return True

    def open(self, sink: Sink, seat: int | None, after: int | None, address: str = "") -> Reader:
        """A new stream: first what it has missed since an entry, then how all is now."""
        if self._due:
            # Whoever comes now has all of it from the latest, and gets it once.
            self._due.cancel()
            self._hand_on()
        own = [reader for reader in self._readers if reader.seat == seat]
        if seat is not None and len(own) >= MOST_OF_A_SEAT:
            self._end_oldest(own)
        reader = Reader(sink, seat, address)
        missed = [] if after is None else [message for at, message in self._events if at > after][-_MOST_BEHIND:]
        parts = {name: self._part(name) for name in self.latest}
        if seat in self.questions:
            parts["question"] = frame("question", self.questions[seat])
        reader.give(missed, parts, b"".join((_RETRY, *missed, *parts.values())))
        self._readers[reader] = None
        if self._beating is None:
            self._beating = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)
        return reader

    def leave(self, reader: Reader) -> None:
        """A stream has ended."""
        self._readers.pop(reader, None)

    def close(self) -> None:
        """End all streams; those of another loop never come back."""
        readers, self._readers = self._readers, {}
        self._due = self._beating = None
        for reader in readers:
            with suppress(RuntimeError):
                reader.sink.end()

    def _end_oldest(self, readers: Sequence[Reader]) -> None:
        self.leave(readers[0])
        readers[0].sink.end()

    def _beat(self) -> None:
        message, now = frame("beat", b"{}"), time.monotonic()
        for reader in list(self._readers):
            reader.beat(message, now)
        again = asyncio.get_running_loop().call_later
        self._beating = again(BEAT_SECONDS, self._beat) if self._readers else None

    def _part(self, name: str) -> bytes:
        # Only what stands in the journal counts as a place to come back to.
        return frame(name, self.latest[name], self.sequence if name == "state" else None)
