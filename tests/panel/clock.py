"""An asyncio loop whose clock stands still until a test moves it."""

import asyncio
import selectors
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

_T = TypeVar("_T")
# In seconds: of the loop's clock, and of the real one.
_STEP: Final = 0.002
_PATIENCE: Final = 60.0


class _Impatient(selectors.DefaultSelector):
    """Never waits long: the clock that the loop asks may be moved at any time."""

    def select(self, timeout: float | None = None) -> Any:
        return super().select(None if timeout is None else min(timeout, 0.001))


class StillLoop(asyncio.SelectorEventLoop):
    """Its time is ``now``, in seconds; after each step ``stepped`` is called. It waits for threads that work for it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.stepped: Callable[[], None] = lambda: None
        self._working: set[asyncio.Future[Any]] = set()
        super().__init__(_Impatient())

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        future = super().run_in_executor(executor, func, *args)
        self._working.add(future)
        future.add_done_callback(self._working.discard)
        return future

    def let_hang(self) -> None:
        """Wait no longer for what threads are doing at this moment."""
        self._working.clear()

    async def rest(self) -> None:
        """Let everything run that is ready."""
        for _turn in range(4):
            await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        """Move the clock on, in small steps."""
        for _step in range(round(seconds / _STEP)):
            self.now = round(self.now + _STEP, 6)
            await self.rest()
            while self._working:
                await asyncio.wait(self._working)
                await self.rest()
            self.stepped()

    async def leap(self, seconds: float) -> None:
        """Move the clock on at once: for times in which nobody does anything."""
        self.now = round(self.now + seconds, 6)
        await self.advance(2 * _STEP)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for other threads, while the clock stands still."""
        end = time.monotonic() + _PATIENCE
        while not condition():
            assert time.monotonic() < end, "it never came to this"
            await asyncio.sleep(0)


def run(main: Callable[[StillLoop], Coroutine[Any, Any, _T]]) -> _T:
    """Run a coroutine in such a loop."""
    loop = StillLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(main(loop))
