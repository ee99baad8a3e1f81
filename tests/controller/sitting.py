"""A table with people who press its keys, in a loop whose clock stands still until they move it."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.answers import event_json
from controller.journal.entries import AnyEntry, DiceRules, Started
from controller.journal.store import Journal
from controller.looking import Eyes, Glance
from controller.panel.keypad import Ask, Key, Keypad, presses
from controller.play import Play, begin, replay
from controller.rules.core import Event
from controller.table import Table
from tests.panel.clock import StillLoop

START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"), dice=DiceRules())


class Watcher:
    """Everything that people get to see."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = [{}]
        self.glances: list[str] = []

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        self.events.append(event_json(event, names))

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self.views.append(dict(view))

    def glance(self, glance: Glance) -> None:
        self.glances.append(glance.frame.name)

    def told(self, name: str) -> list[str]:
        """The sentences of all events of a name."""
        return [event["text"] for event in self.events if event["event"] == name]


class Sitting:
    """One run of the table over a journal in a folder: a new game, or the unfinished one that is there."""

    def __init__(self, loop: StillLoop, folder: Path, eyes: Eyes, start: Started = START, **settings: Any) -> None:
        self.loop = loop
        self.seen = Watcher()
        self.journal = Journal(folder / "journal.db")
        self.table = Table(self.journal, eyes, shows=[self.seen], **{"verdict_seconds": 0, **settings})
        unfinished = self.journal.unfinished()
        if unfinished is None:
            play, opening = begin(start)
            self.number = self.journal.begin(start, opening)
        else:
            self.number, play = unfinished, replay(self.journal.read(unfinished))[0]
        self.game = asyncio.create_task(self.table.play(self.number, play))

    async def __aenter__(self) -> "Sitting":
        await self.rest()
        return self

    async def __aexit__(self, *_error: object) -> None:
        """As a power cut: nothing is said to anybody."""
        self.table.stop()
        await self.game
        self.table.close()
        self.journal.close()

    async def rest(self) -> None:
        await self.loop.advance(0.01)

    async def press(self, seat: int, *keys: Key) -> None:
        for key in keys:
            self.table.press(seat, key)
            await self.rest()

    async def pick(self, seat: int, *values: str) -> None:
        """Lock these options one after the other, as many pages away as they are."""
        for value in values:
            prompt = self.table._keypads[seat].prompt
            assert prompt is not None, f"seat {seat} is asked nothing"
            await self.press(seat, *presses(prompt, value))

    @property
    def play(self) -> Play:
        return self.table._play

    @property
    def view(self) -> dict[str, Any]:
        return self.seen.views[-1]

    def asked(self) -> dict[int, Ask]:
        return {seat: pad.prompt.ask for seat, pad in self.table._keypads.items() if pad.prompt}

    def options(self, seat: int) -> Sequence[str]:
        prompt = self.table._keypads[seat].prompt
        return prompt.options if prompt else ()

    def entries(self) -> list[AnyEntry]:
        return self.journal.read(self.number)
