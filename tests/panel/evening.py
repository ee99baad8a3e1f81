"""A whole table with panels over GPIO: real rules and panels; the dice and the people are scripted."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

from controller.amend import answer_of
from controller.answers import event_json
from controller.journal.entries import AnyEntry, Started
from controller.journal.store import Journal, Step
from controller.looking import Eyes, Glance
from controller.panel.base import Press
from controller.panel.gpio import GpioPanels
from controller.panel.keypad import Key, Keypad, Prompt
from controller.panel.scripted import ScriptedPanels
from controller.play import Play, begin, replay
from controller.rules.core import Answer, Drawn, Event
from controller.table import Table
from controller.timers import Limits
from tests.controller.game import FakeEyes
from tests.panel.bench import Bench
from tests.panel.clock import StillLoop


class Public:
    """Everything that people get to see, with the time of the loop's clock."""

    def __init__(self, loop: StillLoop) -> None:
        self._loop = loop
        self.shown: list[tuple[float, Any]] = []
        self.prompts: dict[int, Prompt] = {}

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        self.shown.append((self._loop.now, event_json(event, names)))

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self.prompts = {seat: keypad.prompt for seat, keypad in keypads.items() if keypad.prompt}
        self.shown.append((self._loop.now, dict(view)))

    def glance(self, glance: Glance) -> None:
        self.shown.append((self._loop.now, glance.frame.name))


class _Both:
    """Panels over GPIO, and people who look at the questions and press their keys as a script says."""

    def __init__(self, panels: GpioPanels, people: ScriptedPanels) -> None:
        self._panels = panels
        self._people = people

    def open(self, press: Press) -> None:
        self._panels.open(press)

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        self._panels.show(prompts)
        self._people.show(prompts)

    def close(self) -> None:
        self._panels.close()


class _Forgetful:
    """In place of the journal, which waits for the disk after each entry: that is tested elsewhere."""

    def append(self, game: int, steps: Sequence[Step], ended: bool) -> None:
        """Keep nothing."""


JOURNAL: Final = cast(Journal, _Forgetful())


async def play_script(bench: Bench, panels: GpioPanels, start: Started, script: Sequence[Answer], eyes: Eyes) -> Play:
    """Play a whole game, every choice of which is pressed on real keys."""
    presses: asyncio.Queue[tuple[int, Key]] = asyncio.Queue()
    people = ScriptedPanels(script)
    people.open(lambda seat, key: presses.put_nowait((seat, key)))
    cards = [answer.value for answer in script if isinstance(answer, Drawn)]

    def recorded(entry: AnyEntry) -> None:
        if answer := answer_of(entry):
            people.counted(answer)

    async def press() -> None:
        while True:
            seat, key = await presses.get()
            await bench.press(seat, key)

    table = Table(JOURNAL, eyes, _Both(panels, people), verdict_seconds=0, recorded=recorded)
    table.draw = lambda options: cards.pop(0)
    table.panels.open(table.press)
    fingers = asyncio.create_task(press())
    try:
        return await table.play(1, begin(start)[0])
    finally:
        fingers.cancel()
        table.panels.close()
        table.close()


async def at_table(
    bench: Bench,
    panels: GpioPanels,
    start: Started,
    public: Public,
    people: Callable[[], Awaitable[None]],
    *,
    before: Sequence[AnyEntry] = (),
    limits: Limits | None = None,
) -> None:
    """Play, and show it to the public, while people do something at the table; ``before`` was played already."""
    eyes = FakeEyes((), automatic=False)
    table = Table(JOURNAL, eyes, panels, [public], verdict_seconds=0, limits=limits or Limits())
    panels.open(table.press)
    play, _events = replay([start, *before])
    game = asyncio.create_task(table.play(1, play))
    try:
        await bench.loop.rest()
        await people()
        table.stop()
        await game
    finally:
        panels.close()
        table.close()
