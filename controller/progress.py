"""Who makes progress: the parts of a station report, and whoever is silent for longer than its patience hangs.

Here report those parts alone without which no game goes on: camera, panels, display, journal. For systemd then starts
the station anew. The page is none of them: its server begins anew by itself (`web/server.py`).

Only a hang counts. A part that is not there, or that has nothing to do, rests: nothing is expected of it until it
reports again.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Part:
    """One part of a station. Its methods may be called from any thread, and never wait for anything.

    Attributes:
        name: what the log calls it.
        patience: seconds, more than 0, in which it has to report again.
    """

    def __init__(self, name: str, patience: float, clock: Callable[[], float]) -> None:
        self.name = name
        self.patience = patience
        self._clock = clock
        # None: it rests. A single assignment, so that no lock is needed and nobody who reports ever waits.
        self._due: float | None = None
        self.report()

    def report(self) -> None:
        """It makes progress, and will again within its patience."""
        self._due = self._clock() + self.patience

    def rest(self) -> None:
        """It is absent, or has nothing to do: it need not report until it does so by itself."""
        self._due = None

    @contextmanager
    def working(self) -> Iterator[None]:
        """Work that has to be done within its patience; it rests before and after."""
        self.report()
        try:
            yield
        finally:
            self.rest()

    @property
    def hangs(self) -> bool:
        """Whether it should have reported by now and has not."""
        due = self._due
        return due is not None and self._clock() > due


class Progress:
    """All parts of a station that are in use.

    Args:
        clock: seconds of any steady clock.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._parts: list[Part] = []
        self._adding = threading.Lock()

    def part(self, name: str, patience: float) -> Part:
        """A new part, which is expected to report from now on.

        Args:
            name: what the log calls it.
            patience: seconds, more than 0, in which it has to report again.
        """
        part = Part(name, patience, self._clock)
        with self._adding:
            self._parts.append(part)
        return part

    def hanging(self) -> tuple[str, ...]:
        """The names of the parts that hang; empty while all is well."""
        with self._adding:
            return tuple(part.name for part in self._parts if part.hangs)
