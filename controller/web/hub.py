"""Everybody who watches: the latest of each part of the page, encoded once, and a bounded wait for slow readers.

Lives in the server's loop alone. A reader that falls behind gets the latest of each part instead of all there was; one
that takes nothing at all is dropped, and its browser connects anew.
"""

import asyncio
import json
from collections import deque
from typing import Any, Final

KEPT: Final = 500
"""How many events are kept for readers that come back."""
_MOST_BEHIND: Final = 100


def frame(name: str, data: bytes, number: int | None = None) -> bytes:
    """One message of a stream of Server-Sent Events; JSON has no line breaks of its own."""
    place = b"" if number is None else b"id: %d\n" % number
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), place, data)


def encode(value: Any) -> bytes:
    """JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Reader:
    """One open stream.

    Attributes:
        seat: whose own question it also gets; ``None`` for the public stream.
        lost: set once it is too far behind.
    """

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.lost = False
        self._changed: dict[str, bytes] = {}
        self._happened: deque[bytes] = deque()
        self._wake = asyncio.Event()

    def part(self, name: str, message: bytes) -> None:
        """The latest of a part; an older one that was not read yet is forgotten."""
        self._changed[name] = message
        self._wake.set()

    def happened(self, message: bytes) -> None:
        """An event, one after the other."""
        self._happened.append(message)
        if len(self._happened) > _MOST_BEHIND:
            self.lost = True
        self._wake.set()

    def end(self) -> None:
        """Nothing more comes."""
        self.lost = True
        self._wake.set()

    async def next(self, patience: float) -> bytes:
        """What is new; empty where there is nothing within this many seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._wake.wait()
        except TimeoutError:
            return b""
        self._wake.clear()
        new = b"".join((*self._happened, *self._changed.values()))
        self._happened.clear()
        self._changed.clear()
        return new


class Hub:
    """The latest of everything, and who reads it.

    Attributes:
        latest: the parts as JSON, by name: ``state``, ``rounds``, ``picture``, ``leds``, ``health``.
        questions: each seat's own question as JSON.
        sequence: of the last entry in the journal.
    """

    def __init__(self) -> None:
        self.latest: dict[str, bytes] = {}
        self.questions: dict[int, bytes] = {}
        self.sequence = 0
        self._events: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._readers: set[Reader] = set()

    @property
    def readers(self) -> int:
        """How many streams are open."""
        return len(self._readers)

    def publish(self, name: str, value: Any, sequence: int | None = None) -> None:
        """A part for everybody; nothing is sent where it is as before."""
        if sequence is not None:
            self.sequence = sequence
        data = encode(value)
        if self.latest.get(name) != data:
            self.latest[name] = data
            message = self._part(name)
            for reader in self._readers:
                reader.part(name, message)

    def ask(self, seat: int, value: Any) -> None:
        """A seat's own question, for its own streams only."""
        data = encode(value)
        if self.questions.get(seat) != data:
            self.questions[seat] = data
            for reader in self._readers:
                if reader.seat == seat:
                    reader.part("question", frame("question", data))

    def happen(self, sequence: int, events: list[dict[str, Any]]) -> None:
        """What an entry, or several at once, have made happen."""
        self.sequence = sequence
        message = frame("happened", encode({"sequence": sequence, "events": events}), sequence)
        self._events.append((sequence, message))
        for reader in self._readers:
            reader.happened(message)

    def events(self, after: int) -> list[bytes]:
        """The JSON of what happened after an entry of the journal, as far back as it is kept."""
        return [message.split(b"data: ", 1)[1].strip() for at, message in self._events if at > after]

    def open(self, seat: int | None, after: int | None) -> Reader:
        """A new stream: first what it has missed since an entry, then how all is now."""
        reader = Reader(seat)
        if after is not None:
            for message in [message for at, message in self._events if at > after][-_MOST_BEHIND:]:
                reader.happened(message)
        for name in self.latest:
            reader.part(name, self._part(name))
        if seat in self.questions:
            reader.part("question", frame("question", self.questions[seat]))
        self._readers.add(reader)
        return reader

    def leave(self, reader: Reader) -> None:
        """A stream has ended."""
        self._readers.discard(reader)

    def close(self) -> None:
        """End all streams."""
        for reader in self._readers:
            reader.end()

    def _part(self, name: str) -> bytes:
        # Only what stands in the journal counts as a place to come back to.
        return frame(name, self.latest[name], self.sequence if name == "state" else None)
