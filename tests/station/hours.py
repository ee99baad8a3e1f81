"""Hours of play in minutes: the clock of the loop leaps to the next thing that happens. Does anything grow?

Everything that a station has of its own is there but the camera's frames: nets, check for leaning dice, clips of the
throws, record, LED display, and the page with somebody who reads it.
"""

import asyncio
import functools
import gc
import os
import re
import selectors
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.display.process import VirtualDisplay
from controller.panel.keypad import Ask, Keypad
from controller.rules.core import Event
from controller.table import Glance
from tests.journal.spectator import free_port
from tests.panel.building import ROOT
from tests.station.people import People
from tests.station.playing import FilmedEyes, Played, play

_THINKING: Final = {Ask.CHOICE: 20.0, Ask.READY: 12.0, Ask.FACE: 6.0, Ask.CONFIRM: 3.0, Ask.NEXT: 60.0}
# For an answer of another thread, which takes real time.
_REAL: Final = 0.01
# Seconds in which whoever reads the page notices that the station has gone.
_READS_ON: Final = 150.0


class _Leaping(selectors.DefaultSelector):
    """Waits for nothing that lies in the future, unless a thread is at work."""

    loop: "LeapingLoop"

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None or self.loop.working:
            return super().select(_REAL)
        self.loop.now += timeout
        return ready


class LeapingLoop(asyncio.SelectorEventLoop):
    """Its time is ``now``, in seconds. While nothing happens, it leaps to when something will."""

    def __init__(self) -> None:
        self.now = 0.0
        self.working = 0
        selector = _Leaping()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        future = super().run_in_executor(executor, func, *args)
        self.working += 1
        future.add_done_callback(self._done)
        return future

    def _done(self, future: Any) -> None:
        self.working -= 1


class Sample(NamedTuple):
    """What the process holds at one moment.

    Attributes:
        hours: of play.
        games: that have ended.
        resident: memory in bytes.
        objects: that the garbage collector knows.
        handles: open files, sockets and ports.
        threads: that run, without the workers of ``asyncio``.
    """

    hours: float
    games: int
    resident: int
    objects: int
    handles: int
    threads: int


class _Sampler:
    """Looks on, and takes a sample after each game."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.station: Played | None = None
        self.samples: list[Sample] = []

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """Views tell enough."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        now = asyncio.get_running_loop().time()
        if view["phase"] == "over" and (not self.samples or self.samples[-1].hours * 3600 < now - 30):
            self.samples.append(_sample(now / 3600, len(self.samples) + 1))
        if now >= self._seconds and self.station:
            self.station.table.stop()

    def glance(self, glance: Glance) -> None:
        """Pictures of dice are not measured."""


def _sample(hours: float, games: int) -> Sample:
    _empty_caches()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    handles = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    return Sample(hours, games, pages * os.sysconf("SC_PAGE_SIZE"), _objects(), handles, _threads())


def _objects() -> int:
    """How many there are. They are not listed: a list holds them, and the page's thread may be at work with one."""
    gc.collect()
    gc.freeze()
    number = gc.get_freeze_count()
    gc.unfreeze()
    return number


def _threads() -> int:
    """Those that run; ``asyncio`` adds workers one by one, up to a limit of its own, and keeps them."""
    return sum(not thread.name.startswith("asyncio_") for thread in threading.enumerate())


def _empty_caches() -> None:
    """Each has its limit, and filling up is no growth."""
    re.purge()
    for module in tuple(sys.modules.values()):
        for one in tuple(getattr(module, "__dict__", {}).values()):
            if isinstance(one, functools._lru_cache_wrapper):
                one.cache_clear()


@contextmanager
def _leaping() -> Iterator[None]:
    """Every loop that is begun meanwhile in this thread leaps; the page's, in its own, does not."""
    here = threading.current_thread()

    class Policy(asyncio.DefaultEventLoopPolicy):
        def new_event_loop(self) -> asyncio.AbstractEventLoop:
            return LeapingLoop() if threading.current_thread() is here else super().new_event_loop()

    before = asyncio.get_event_loop_policy()
    asyncio.set_event_loop_policy(Policy())
    try:
        yield
    finally:
        asyncio.set_event_loop_policy(before)


@contextmanager
def _read(port: int) -> Iterator[None]:
    """Somebody reads the page meanwhile, in a process of their own: what they keep is not measured."""
    command = [sys.executable, "-m", "tests.station.reader", str(port)]
    with subprocess.Popen(command, cwd=ROOT) as reader:
        try:
            yield
            # It ends by itself once the station has gone, and fails where a page was not to be had.
            assert reader.wait(_READS_ON) == 0, "whoever reads the page has not got it"
        finally:
            reader.kill()


def play_on(folder: Path, hours: float, game: str = "ueberwurf", *, page: bool = True) -> list[Sample]:
    """Play game after game for so many hours of the loop's clock; a sample after each game.

    Args:
        folder: where everything that is written goes.
        hours: of the clock.
        game: which one.
        page: whether there is a page, with somebody who reads it; their lines come and go.
    """
    sampler = _Sampler(hours * 3600)
    port = free_port()

    def station(display: VirtualDisplay) -> Played:
        # A live tray takes real time; `make bench-camera` measures that nothing grows in it.
        people, eyes = People(1, _THINKING), FilmedEyes()
        settings = {"station__game": game, "page__host": "127.0.0.1", "page__port": port}
        station = sampler.station = Played(folder, display.port, people, [sampler], eyes, page=page, **settings)
        eyes.rest = station.written
        return station

    with _leaping(), warnings.catch_warnings(), _read(port) if page else nullcontext():
        play(station)
    return sampler.samples
