"""Writes for the table in a thread of its own; where the disk takes nothing, waits until it does again."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TypeVar

from controller.errors import DamagedError, JournalError
from controller.journal.entries import Started
from controller.journal.lines import Step
from controller.journal.store import Journal
from controller.rules.core import Event

_T = TypeVar("_T")


class Keeper:
    """The only one who writes to a journal that is in use.

    What cannot be written is kept and tried again, so that nothing which somebody has pressed or thrown is lost.

    Attributes:
        trouble: why nothing can be written now; ``None`` while all is well.
        retry_seconds: how long to wait before trying again.
        working: what every try to write is done in, so that somebody notices when one never ends.
        since: of ``time.monotonic``, when the present try began; ``None`` while nothing is written.
    """

    def __init__(self, journal: Journal, changed: Callable[[], None] = lambda: None) -> None:
        """Prepare.

        Args:
            journal: open for writing.
            changed: called from the loop whenever ``trouble`` is another one.
        """
        self.trouble: JournalError | None = None
        self.retry_seconds = 2.0
        self.working: Callable[[], AbstractContextManager[None]] = nullcontext
        self.since: float | None = None
        self._journal = journal
        self._changed = changed
        self._thread = ThreadPoolExecutor(1, "journal")
        self._stopped = asyncio.Event()

    async def begin(self, start: Started, events: Sequence[Event]) -> int:
        """Write the first entry of a new game; see ``Journal.begin``.

        Raises:
            DamagedError: what is in the journal is not what was written.
            JournalError: it could not be written until ``stop``.
        """
        return await self._write(lambda: self._journal.begin(start, events))

    async def append(self, game: int, new: Sequence[Step], finished: bool) -> None:
        """Write entries; see ``Journal.append``.

        Raises:
            DamagedError: what is in the journal is not what was written.
            JournalError: they could not be written until ``stop``.
        """
        await self._write(lambda: self._journal.append(game, new, finished))

    async def do(self, job: Callable[[Journal], _T]) -> _T:
        """Something else with the journal, in its turn; errors as of ``append``, and those of the job."""
        return await self._write(lambda: job(self._journal))

    def stop(self) -> None:
        """Wait no longer for a disk that takes nothing."""
        self._stopped.set()

    def close(self) -> None:
        """End the thread; what is being written is waited for."""
        self._thread.shutdown()

    async def _write(self, job: Callable[[], _T]) -> _T:
        while True:
            try:
                done = await self._try(job)
            except DamagedError:
                # Waiting mends nothing: the next start sets it aside.
                raise
            except JournalError as error:
                self._tell(error)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopped.wait(), self.retry_seconds)
                if self._stopped.is_set():
                    raise
            else:
                self._tell(None)
                return done

    async def _try(self, job: Callable[[], _T]) -> _T:
        self.since = time.monotonic()
        try:
            with self.working():
                return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        finally:
            self.since = None

    def _tell(self, trouble: JournalError | None) -> None:
        before, self.trouble = self.trouble, trouble
        if str(before) != str(trouble):
            self._changed()
