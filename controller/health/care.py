"""Looks after a running station: watches its parts, answers who asks, writes the metrics, shows what is wrong."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from controller.display.link import DisplayLink
from controller.health import answering, machine, metrics, parts
from controller.health.display import DisplayHealth, display_health
from controller.health.model import Kind, Part, Report
from controller.health.watch import Source, Watch
from controller.i18n import _

# Seconds between two looks at the parts; at the machine, which may have to wait for its disk, and the metrics.
_LOOK_EVERY: Final = 2.0
_MACHINE_EVERY: Final = 10.0
_WAIT_AT_MOST: Final = 1.0
_ORDER: Final = {kind: place for place, kind in enumerate(Kind)}


class Care:
    """Begins with ``open`` in the loop, ends with ``close``.

    Attributes:
        sources: of camera, panels and record, in this order; each may come later.
        link: the display's, where there is one.
        shows: told what is in trouble, at every look.

    Args:
        journal: the station's record.
        say: takes a sentence for people.
        metrics_file: where the metrics go; empty for nowhere.
    """

    def __init__(self, journal: Path, say: Callable[[str], None], metrics_file: str = "") -> None:
        self.sources: list[Source] = []
        self.link: DisplayLink | None = None
        self.shows: list[Callable[[Report], None]] = []
        self._journal = journal
        self._say = say
        self._file = Path(metrics_file).expanduser() if metrics_file else None
        self._latest: Report | None = None
        self._complained = False
        self._machine: Sequence[Part] = ()
        self._ended = threading.Event()
        self._first = threading.Event()
        self._answering: answering.Answering | None = None

    def open(self) -> Self:
        """Begin. What cannot be had stops no game: it is said."""
        self._loop = asyncio.get_running_loop()
        self._watch = Watch([self._parts], self._say, self._display)
        # A disk that hangs must not hold up the loop, nor the end of the program.
        self._thread = threading.Thread(target=self._look_at_machine, name="machine", daemon=True)
        self._thread.start()
        self._first.wait(_WAIT_AT_MOST)
        try:
            self._answering = answering.Answering(self._journal, self._watch.report)
        except OSError as error:
            text = _("The station cannot be asked how it is: {path}: {why}")
            self._say(text.format(path=answering.path(self._journal), why=error.strerror))
        self._task = self._loop.create_task(self._look())
        return self

    def close(self) -> None:
        """End, and say so in the metrics."""
        self._task.cancel()
        self._ended.set()
        if self._answering:
            self._answering.close()
        self._thread.join(_WAIT_AT_MOST)
        if self._file:
            with suppress(OSError):
                metrics.write(self._file, None)

    # --- in the loop -------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        while True:
            self._latest = self._watch.look()
            for show in self.shows:
                show(self._latest)
            await asyncio.sleep(_LOOK_EVERY)

    def _parts(self) -> list[Part]:
        found = [part for source in self.sources for part in source()]
        found.append(parts.display(self.link.status if self.link else None))
        return sorted([*found, *self._machine], key=lambda part: (_ORDER[part.kind], part.seat))

    def _display(self) -> DisplayHealth | None:
        return display_health(self.link.status) if self.link else None

    # --- in a thread of its own --------------------------------------------------------------------------------------

    def _look_at_machine(self) -> None:
        while not self._ended.is_set():
            self._machine = machine.parts(self._journal.parent)
            self._first.set()
            if self._file and self._latest and not self._ended.is_set():
                self._write(self._file, self._latest)
            self._ended.wait(_MACHINE_EVERY)

    def _write(self, file: Path, report: Report) -> None:
        try:
            metrics.write(file, report)
        except OSError as error:
            if not self._complained:
                self._complained = True
                text = _("The metrics cannot be written: {path}: {why}").format(path=file, why=error.strerror)
                # The loop may have ended in this very moment.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._say, text)
