"""A table in a thread of its own, whose tray needs no time, with its page on a free port of this machine."""

import asyncio
import random
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self, TypeVar

import cv2
import numpy as np

from controller import config, judging
from controller.journal.entries import AnyEntry, DiceRules, Drawn, Started, Threw
from controller.journal.lines import Step
from controller.journal.store import Journal
from controller.looking import Eyes, Glance
from controller.play import begin, replay
from controller.rules import core
from controller.rules.core import Choice, Throw
from controller.setup.desk import SetupDesk
from controller.shows import Leds
from controller.table import Table
from controller.web.opening import open_page
from controller.web.page import Page
from vision.camera.base import Frame
from vision.reading import DieReading, Face, Status, faces

_T = TypeVar("_T")
PATIENCE = 20.0


def start(game: str = "ueberwurf", players: int = 2, names: Sequence[str] = ("Anna", "Jörg"), **more: Any) -> Started:
    """The first entry of a game."""
    return Started(game, 1, players, tuple(names)[:players], dice=DiceRules(), **more)


def played(started: Started, until: int, seed: int = 1) -> list[Step]:
    """What is recorded of a game that chance has played up to a round."""
    chance, steps = random.Random(seed), list[Step]()
    play = begin(started)[0]
    while play.state.view()["round"] < until or play.locked:
        need = chance.choice(play.needs)
        entry: AnyEntry
        if isinstance(need, Choice):
            entry = judging.chosen(need.seat, chance.choice(need.options))
        elif isinstance(need, Throw):
            lying = play.state.view()["dice"] if need.frozen else ()
            thrown = [
                (kind, lying[place] if place in need.frozen else chance.choice(core.faces(kind)))
                for place, kind in enumerate(need.dice)
            ]
            entry = Threw(need.seat, {kind: tuple(face for one, face in thrown if one == kind) for kind in need.dice})
        else:
            entry = Drawn(chance.choice(need.options))
        play, events = play.fold(entry)
        steps.append(Step(entry, events))
    return steps


class QuickEyes:
    """Eyes before which dice show what chance says, at once.

    Args:
        seed: of that chance.
        doubt: how often a die is not certain, 0 … 1.
    """

    automatic = False

    def __init__(self, seed: int = 1, doubt: float = 0.0) -> None:
        self._chance = random.Random(seed)
        self._doubt = doubt
        self._looks = 0

    def look(self, kinds: Sequence[str]) -> Glance:
        self._looks += 1
        image = np.full((480, 640, 3), (58, 92, 34), np.uint8)
        dice = []
        for place, kind in enumerate(kinds):
            box = (40 + place % 4 * 150, 60 + place // 4 * 200, 90, 90)
            cv2.rectangle(image, box, (214, 232, 240), -1)
            face: Face = self._chance.choice(faces(kind))
            status = Status.UNSURE if self._chance.random() < self._doubt else Status.READ
            dice.append(DieReading(kind, face, 0.97, status, box))
        return Glance(Frame(image, f"{self._looks:06d}", 0.0), dice)


class House:
    """The table and its page, as a context manager; a journal that holds an unfinished game is gone on with.

    Args:
        folder: where the journal lies.
        start: the game.
        eyes: what sees the dice.
        port: of the page; 0 for any.
        secret: the referee's.
        seconds: how long a verdict stays.
        live: the live camera.
        evidence: the pictures of throws.
        setup: makes what may be set up.

    Attributes:
        where: the page's address.
        table: the table, in its own thread.
        said: what the station said.
        desk: what may be set up, where that was asked for.
    """

    def __init__(
        self,
        folder: Path,
        start: Started | None = None,
        *,
        eyes: Eyes | None = None,
        port: int = 0,
        secret: str = "",
        seconds: float = 0.0,
        live: Any = None,
        evidence: Any = None,
        setup: Callable[[Table], SetupDesk] | None = None,
    ) -> None:
        self._folder, self._start, self._eyes = folder, start or globals()["start"](), eyes or QuickEyes()
        self._settings = config.Page(host="127.0.0.1", port=port, referee_secret=secret)
        self._seconds = seconds
        self._live, self._evidence, self._setup = live, evidence, setup
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="house")
        self._stop: Callable[[], None] = lambda: None
        self.error: BaseException | None = None
        self.said: list[str] = []
        self.where = ""
        self.table: Table
        self.page: Page
        self.loop: asyncio.AbstractEventLoop
        self.desk: SetupDesk

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        if self.error:
            raise self.error
        return self

    def __exit__(self, *_error: object) -> None:
        self.loop.call_soon_threadsafe(self._stop)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        if self.error:
            raise self.error

    def at_table(self, job: Callable[[], _T]) -> _T:
        """Do something in the table's loop, and wait for it."""

        async def there() -> _T:
            return job()

        return asyncio.run_coroutine_threadsafe(there(), self.loop).result(PATIENCE)

    def seat(self, seat: int) -> str:
        """The address of a seat's panel."""
        from controller.web.addresses import Seats

        return self.where + Seats(self.table.journal.path).path(seat)

    def entries(self) -> list[AnyEntry]:
        """The record of the game so far."""
        with Journal(self._folder / "journal.db", read_only=True) as journal:
            return journal.read(journal.games()[-1].id)

    async def _run(self) -> None:
        try:
            await self._play()
        except BaseException as error:
            self.error = error
        finally:
            self._ready.set()

    async def _play(self) -> None:
        self.loop = asyncio.get_running_loop()
        over = asyncio.Event()
        with ExitStack() as stack:
            journal = stack.enter_context(Journal(self._folder / "journal.db"))
            self.table = table = Table(journal, self._eyes, verdict_seconds=self._seconds, say=self.said.append)
            stack.callback(table.close)
            desk = self._setup(table) if self._setup else None
            parts = {"live": self._live, "evidence": self._evidence, "setup": desk}
            opened = open_page(stack, self._settings, table, self.said.append, **parts)
            assert opened, self.said
            self.page, self.where = opened
            leds = Leds(self.page.leds, self.loop.call_later, self.loop.time)
            stack.callback(leds.close)
            table.shows = [self.page, leds]
            table.panels = self.page
            table.panels.open(desk.keys.press if desk else table.press)
            if desk:
                desk.leds.append(leds)
                self.desk = desk
            number = journal.unfinished()
            play, opening = begin(self._start)
            if number is None:
                number = await table.keeper.begin(self._start, opening)
            else:
                play, opening = replay(journal.read(number))[0], ()

            def stop() -> None:
                table.stop()
                over.set()

            self._stop = stop
            self._ready.set()
            if (await table.play(number, play, opening)).ended:
                # As a station between games: whoever has pressed hears what became of it.
                await table.ask({})
            await over.wait()
