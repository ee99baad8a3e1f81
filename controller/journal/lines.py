"""One entry as it is stored, and the hash that chains it to the one before it."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from controller.journal.entries import AnyEntry
from controller.rules.core import Event


class Step(NamedTuple):
    """One entry and what it made happen."""

    entry: AnyEntry
    events: Sequence[Event] = ()


class Line(NamedTuple):
    """One entry as it is stored.

    Attributes:
        at: wall-clock time, UTC, ISO 8601.
        body: the entry as JSON.
        events: what it made happen, as a JSON list, without words.
        chain: the hash over all this and the line before.
        clock: the steady clock as JSON, see ``clock.Uptime``; empty in entries of version 1.
    """

    at: str
    body: str
    events: str
    chain: str
    clock: str = ""


class GameRow(NamedTuple):
    """One game of the journal.

    Attributes:
        id: its number.
        started: wall-clock time, UTC, ISO 8601.
        name: which game.
        seed: the hash that its chain begins with.
        finished: it is not to be resumed.
        cut: its last entries were lost when the journal was damaged.
    """

    id: int
    started: str
    name: str
    seed: str
    finished: bool
    cut: bool = False


class Row(NamedTuple):
    """A line in its place: its number in the journal, and its game."""

    sequence: int
    game: int
    line: Line


def link(previous: str, at: str, body: str, events: str, clock: str = "") -> str:
    """The hash that chains an entry to the one before it: SHA-256 over these lines, in hexadecimal.

    Entries of version 1 have no ``clock``, and no fifth line.
    """
    lines = (previous, at, body, events, clock) if clock else (previous, at, body, events)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def holds(previous: str, line: Line) -> bool:
    """Whether a line is what was written behind the one with the hash ``previous``."""
    return link(previous, line.at, line.body, line.events, line.clock) == line.chain


def events_json(events: Sequence[Event]) -> str:
    """Events as they are stored: names, seats and numbers, without words, always the same text for the same events."""
    return compact([{"event": event.name, "seat": event.seat, **event.data} for event in events])


def compact(value: Any) -> str:
    """JSON without a needless character: the same text that ``entries.encode`` gives for the same content."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
