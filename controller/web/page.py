"""The table's side of the page: a show that hands everything on, and panels whose keys are pressed in browsers.

Lives in the table's loop, which it never keeps waiting: what it shows goes into a mailbox, from which the server's
thread takes it; what is pressed comes back through ``do``.
"""

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from controller.answers import event_json
from controller.display.picture import Picture
from controller.errors import EndingError, RefereeError
from controller.i18n import _
from controller.inbox import Fate
from controller.journal.entries import AnyEntry
from controller.looking import Glance
from controller.panel.base import Press
from controller.panel.keypad import Key, Keypad, Prompt, keys, pages
from controller.play import Play
from controller.rules.core import Event
from controller.table import Table
from controller.web.mailbox import Mailbox
from controller.web.snapshot import Moment, Question

Pressed = Literal["done", "gone", "kept", "impossible", "waits"]
"""What became of a press: done; the question is another one by now; it is kept, and counts as soon as the disk takes
something; no such option; the table takes nothing now."""
_FATES: Final[Mapping[Fate, Pressed]] = {Fate.COUNTED: "done", Fate.GONE: "gone", Fate.KEPT: "kept"}
_T = TypeVar("_T")


class Page:
    """What the table shows on the page, and the seats' keys there.

    Args:
        table: whose game it is.
        mailbox: to the server.
    """

    def __init__(self, table: Table, mailbox: Mailbox) -> None:
        self._table = table
        self._mailbox = mailbox
        self._loop = asyncio.get_running_loop()
        self._press: Press | None = None
        # Keypads count from 0 at each start; a browser that was there before takes no old question for a new one.
        self._first = secrets.randbits(32) << 20
        self._keypads: Mapping[int, Keypad] = {}
        self._events: list[dict[str, Any]] = []
        self._closed = threading.Event()
        self._awaited: set[Future[Any]] = set()

    @property
    def journal(self) -> Path:
        """Where the record lies, for whoever only looks at it."""
        return self._table.journal.path

    # --- a show ------------------------------------------------------------------------------------------------------

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        if not self._events:
            # The events of one entry are told one after the other; then they go out together.
            self._loop.call_soon(self._tell)
        self._events.append(event_json(event, names))

    def _tell(self) -> None:
        if not self._events:
            return
        self._mailbox.add((self._table.journal.sequence, self._events))
        self._events = []

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self._keypads = keypads
        # What has led to it goes first: whoever has the state of an entry has been told of it.
        self._tell()
        game, play = self._table.present or (None, None)
        questions = {
            seat: Question(self._first + pad.number, pad.prompt, pad.may_take_back) for seat, pad in keypads.items()
        }
        self._mailbox.put("moment", Moment(self._table.journal.sequence, view, questions, game, play))

    def glance(self, glance: Glance) -> None:
        self._mailbox.put("glance", glance)

    def leds(self, picture: Picture) -> None:
        """What the LED display shows."""
        self._mailbox.put("leds", picture)

    def trouble(self, sentence: str) -> None:
        """What is wrong at the station; empty for nothing."""
        self._mailbox.put("trouble", sentence)

    # --- panels ------------------------------------------------------------------------------------------------------

    def open(self, press: Press) -> None:
        self._press = press

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        """Nothing: questions go out with the view."""

    def close(self) -> None:
        """The table's loop does nothing any more: whoever waits for it is told so."""
        self._press = None
        self._closed.set()
        for future in tuple(self._awaited):
            future.cancel()

    def answer(self, seat: int, number: int, value: str) -> Pressed:
        """A seat picks an option and locks it: the same keys as on every other panel.

        Args:
            seat: whose panel.
            number: of the question that is answered; an answer never counts for a later one.
            value: the option.
        """
        keypad = self._keypads.get(seat)
        prompt = keypad.prompt if keypad else None
        if keypad is None or self._first + keypad.number != number:
            return "gone"
        if prompt is None or value not in prompt.options:
            return "impossible"
        if not self._table.takes_presses:
            return "waits"
        for _page in range(pages(prompt)):
            shown = keys(prompt, keypad.page)
            if value in shown.values():
                break
            self._push(seat, next(key for key, meaning in shown.items() if meaning is None))
        else:  # whoever takes the presses lets none through
            return "waits"
        self._push(seat, next(key for key, meaning in shown.items() if meaning == value))
        return self.key(seat, number, "ok")

    def key(self, seat: int, number: int, key: Key) -> Pressed:
        """A seat presses OK or BACK, or holds BACK down."""
        keypad = self._keypads.get(seat)
        if key == "hold" and self._table.present and self._table.takes_presses:
            self._push(seat, key)
            return "done"
        if keypad is None or self._first + keypad.number != number:
            return "gone"
        before = keypad.number
        if not self._table.takes_presses:
            return "waits"
        if keypad.prompt is None and not (key == "back" and keypad.may_take_back):
            return "impossible"
        taking_back = keypad.prompt is None
        self._push(seat, key)
        # What has locked nothing has done nothing: OK without a selection, for instance.
        return "done" if taking_back or keypad.number != before else "impossible"

    def _push(self, seat: int, key: Key) -> None:
        if self._press:
            self._press(seat, key)

    def keys(self) -> dict[str, dict[str, Any]]:
        """How each seat's keys stand, by seat; of a hidden question that it is asked, and nothing else."""
        shown: dict[str, dict[str, Any]] = {}
        for seat, keypad in sorted(self._keypads.items()):
            prompt = keypad.prompt
            open_ = prompt is not None and not prompt.hidden
            shown[str(seat)] = {
                "asked": prompt and prompt.ask.value,
                "hidden": prompt is not None and prompt.hidden,
                "page": keypad.page if open_ else None,
                "selected": keypad.selected if open_ else None,
            }
        return shown

    # --- the referee -------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table; from its own loop only."""
        return self._table

    async def rule(self, sequence: int, entries: Callable[[Play], Sequence[AnyEntry]]) -> None:
        """A decision of the referee, written and shown; called in the server's loop.

        Args:
            sequence: the last entry that the referee has seen; nothing is decided about a later one.
            entries: see ``Table.rule``.

        Raises:
            RefereeError: it is not possible; nothing was written.
        """

        def judged(play: Play) -> Sequence[AnyEntry]:
            if self._table.journal.sequence != sequence:
                raise RefereeError(_("the game has gone on meanwhile; look again and decide anew"))
            return entries(play)

        await self._there(self._table.rule(judged))

    # --- from the server's thread ------------------------------------------------------------------------------------

    async def do(self, job: Callable[[], _T]) -> _T:
        """Do something in the table's loop and wait for its result; called in the server's loop.

        Raises:
            EndingError: the station ends.
        """

        async def there() -> _T:
            return job()

        return await self._there(there())

    async def pressed(self, press: Callable[[], Pressed]) -> Pressed:
        """Press in the table's loop, and wait for what becomes of it; called in the server's loop.

        Whoever reads ``done`` may rely on it: it counts, and is on the disk, whatever happens in the next moment.

        Raises:
            EndingError: the station ends.
        """

        async def there() -> Pressed:
            done = press()
            return _FATES[await self._table.fate()] if done == "done" else done

        return await self._there(there())

    async def _there(self, what: Coroutine[Any, Any, _T]) -> _T:
        """Wait for something that is done in the table's loop, as long as there is one."""
        if self._closed.is_set():
            what.close()
            raise EndingError(_("the station ends; see what counts once it is back"))
        future = asyncio.run_coroutine_threadsafe(what, self._loop)
        self._awaited.add(future)
        if self._closed.is_set():
            future.cancel()
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if self._closed.is_set():
                raise EndingError(_("the station ends; see what counts once it is back")) from None
            raise
        finally:
            self._awaited.discard(future)
