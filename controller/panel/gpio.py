"""Panels over GPIO: real keys and lamps. What comes from lgpio's thread goes into the loop and is judged there.

A panel that is missing or fails stops nothing: it is said, and the panel is taken when it comes. Nothing here depends
on what a key stands for, and a key is named in no sentence while a hidden choice is open.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from controller.errors import PanelError
from controller.i18n import _
from controller.panel.base import Press
from controller.panel.chips import Chip, LampLine, number_of, open_chip
from controller.panel.debounce import Change, Contact, Times
from controller.panel.keypad import Key, Prompt, label
from controller.panel.wiring import Wiring, place

# Every key is read again this often, in seconds: an edge that got lost, or a panel that is gone, shows.
_ROUND: Final = 1.0
# A missing panel is looked for this often, in seconds.
_RETRY: Final = 5.0
_BLINK: Final = 0.5

Watch = Callable[[int, Key, Change], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the panels behave.

    Attributes:
        times: of the keys.
        blink: whether the lamp of a seat that is asked blinks; it is lit steadily otherwise.
        header: the chip of the header.
        stop: for how many seconds BACK is held down to stop the game.
    """

    times: Times = field(default_factory=Times)
    blink: bool = False
    header: int = 0
    stop: float = 2.0

    def times_of(self, key: Key) -> Times:
        """The times of a key: BACK has a holding time of its own."""
        return replace(self.times, hold=self.stop) if key == "back" else self.times


class GpioPanels:
    """The panels of all seats. A lamp is lit while its seat is asked something and has not answered."""

    def __init__(
        self,
        wirings: Iterable[Wiring],
        settings: Settings,
        say: Callable[[str], None],
        open_chip: Callable[[int], Chip] = open_chip,
        watch: Watch | None = None,
        *,
        beat: Callable[[], None] = lambda: None,
        number_of: Callable[[Wiring], int] = number_of,
    ) -> None:
        """Prepare; nothing is touched before ``open``.

        Args:
            wirings: one a panel.
            settings: see there.
            say: told, in a sentence for people, what is wrong with a panel or a key, and that it is well again.
            open_chip: opens a chip by its number, once a panel, or raises ``PanelError``.
            watch: told everything that becomes of a key.
            beat: called each second when every panel that is there has been read.
            number_of: the number of a panel's chip, or raises ``PanelError``; asked each time that one is opened.
        """
        self._number_of = number_of
        self._watch = watch
        self._beat = beat
        self.settings = settings
        self._say = say
        self._open_chip = open_chip
        self._press: Press | None = None
        self._panels = [_Panel(self, wiring) for wiring in wirings]
        self._asked: Collection[int] = ()
        self._timers: dict[Callable[[], None], asyncio.TimerHandle] = {}
        self._hidden = False
        # Seats whose BACK is down and may still become a press or a hold.
        self._back: set[int] = set()

    def open(self, press: Press) -> None:
        self._press = press
        for panel in self._panels:
            self._take(panel, first=True)
        self._every(_ROUND, self._round)
        self._every(_RETRY, self._retry)
        if self.settings.blink:
            self._every(_BLINK, self._light)

    def show(self, prompts: Mapping[int, Prompt]) -> None:
        self._hidden = any(prompt.hidden for prompt in prompts.values())
        self.light(prompts)
        self._notify()

    @property
    def troubles(self) -> dict[int, str]:
        """What is wrong with the panel of a seat; of its keys only what was said, since all else may tell a choice."""
        return {panel.wiring.seat: panel.trouble for panel in self._panels if panel.trouble}

    @property
    def seats(self) -> tuple[int, ...]:
        """Those that have a panel."""
        return tuple(panel.wiring.seat for panel in self._panels)

    def light(self, seats: Collection[int]) -> None:
        """Light the lamps of these seats, and no others."""
        self._asked = set(seats)
        self._light()

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for panel in self._panels:
            panel.drop()

    # --- for the panels ----------------------------------------------------------------------------------------------

    def changed(self, seat: int, key: Key, change: Change) -> None:
        """Something became of a key."""
        if self._watch:
            self._watch(seat, key, change)
        meaning: Key | None = None
        if key == "back":
            meaning = self._back_means(seat, change)
        elif change is (Change.HELD if key == "ok" else Change.DOWN):
            meaning = key
        if self._press and meaning:
            self._press(seat, meaning)

    def _back_means(self, seat: int, change: Change) -> Key | None:
        """BACK counts when it comes up, so that one that is held down is not a press as well."""
        if change is Change.DOWN:
            self._back.add(seat)
        elif change in (Change.HELD, Change.UP) and seat in self._back:
            self._back.discard(seat)
            return "hold" if change is Change.HELD else "back"
        return None

    def lost(self, panel: "_Panel", error: PanelError) -> None:
        """A panel failed in use."""
        panel.drop(error)
        self._back.discard(panel.wiring.seat)
        self._say(_("The panel of seat {n} is gone: {why}").format(n=panel.wiring.seat, why=error))

    # --- what comes round again --------------------------------------------------------------------------------------

    def _every(self, seconds: float, action: Callable[[], None]) -> None:
        """Call it again and again, at times that follow the clock alone and not what anybody does."""
        loop = asyncio.get_running_loop()

        def again() -> None:
            self._every(seconds, action)
            action()

        self._timers[action] = loop.call_at((loop.time() // seconds + 1) * seconds, again)

    def _round(self) -> None:
        for panel in self._panels:
            panel.look()
        self._beat()
        self._notify()

    def _notify(self) -> None:
        """Say what is wrong with the keys: only when that tells nothing about a choice."""
        if not self._hidden:
            for panel in self._panels:
                for sentence in panel.notices():
                    self._say(sentence)

    def _retry(self) -> None:
        for panel in self._panels:
            if not panel.here:
                self._take(panel)

    def _take(self, panel: "_Panel", first: bool = False) -> None:
        try:
            panel.take(self._open_chip(self._number_of(panel.wiring)))
        except PanelError as error:
            panel.drop(error)
            if first:
                text = _("The panel of seat {n} is missing, and will be taken when it comes: {why}")
                self._say(text.format(n=panel.wiring.seat, why=error))
            return
        self._light()
        if not first:
            self._say(_("The panel of seat {n} is here.").format(n=panel.wiring.seat))

    def _light(self) -> None:
        on = not self.settings.blink or asyncio.get_running_loop().time() % (2 * _BLINK) < _BLINK
        for panel in self._panels:
            panel.light(on and panel.wiring.seat in self._asked)


class _Panel:
    """One seat's panel: taken, watched, lost, and taken again."""

    def __init__(self, host: GpioPanels, wiring: Wiring) -> None:
        self.host = host
        self.wiring = wiring
        self._chip: Chip | None = None
        self._keys: list[_Key] = []
        self._lamp: LampLine | None = None
        self._woken = False
        self._missing = ""
        self._faulty: dict[Key, str] = {}

    @property
    def trouble(self) -> str:
        """What is wrong with it, as far as it was said; empty when it is well."""
        return self._missing or next(iter(self._faulty.values()), "")

    @property
    def here(self) -> bool:
        """Whether the panel is in use."""
        return self._lamp is not None

    def take(self, chip: Chip) -> None:
        """Take the lines of a chip, and the chip itself.

        Raises:
            PanelError: one of them is not to be had; ``drop`` gives back the others.
        """
        self._chip = chip
        for key, line in self.wiring.lines().items():
            self._keys.append(_Key(self, key, chip, line))
        self._lamp = chip.lamp(self.wiring.lamp)
        self._woken = False
        self._missing = ""

    def drop(self, error: PanelError | None = None) -> None:
        """Let go of everything, because of an error or at the end."""
        self._missing = str(error or "")
        self._faulty.clear()
        self._lamp = None
        for key in self._keys:
            key.stop()
        self._keys.clear()
        if self._chip:
            self._chip.close()
            self._chip = None

    def look(self) -> None:
        """Read every key; the first time, see to it that their changes are reported."""
        if self._chip and not self._woken:
            self._woken = True
            self._chip.wake()
        # A copy: a panel that does not answer is dropped by the first of them.
        for key in tuple(self._keys):
            key.look()

    def light(self, on: bool) -> None:
        """Switch the lamp."""
        if self._lamp:
            try:
                self._lamp.light(on)
            except PanelError as error:
                self.host.lost(self, error)

    def notices(self) -> list[str]:
        """What is to be said about the keys, each once."""
        said = [key for key in self._keys if key.notice]
        changes = [key.notice for key in said]
        for key in said:
            key.notice = None
        if len(said) == len(self.wiring.lines()) and set(changes) == {Change.AT_START}:
            text = _("Seat {n}: every key reads as pressed; an expander's lines each need a resistor of 10 kΩ to 3.3 V")
            self._faulty = dict.fromkeys(self.wiring.lines(), text.format(n=self.wiring.seat))
            return [text.format(n=self.wiring.seat)]
        sentences = []
        for key, change in zip(said, changes, strict=True):
            if change:
                sentences.append(self._sentence(key, change))
                if change is Change.UP:
                    self._faulty.pop(key.key, None)
                else:
                    self._faulty[key.key] = sentences[-1]
        return sentences

    def _sentence(self, key: "_Key", change: Change) -> str:
        text = {
            Change.AT_START: _("Seat {n}: key {key} ({place}) was down at the start; it counts once it was let go"),
            Change.STUCK: _("Seat {n}: key {key} ({place}) is stuck, or its line touches ground"),
            Change.LOOSE: _("Seat {n}: key {key} ({place}) does not come to rest: a loose contact or a broken wire"),
            Change.UP: _("Seat {n}: key {key} ({place}) is free again"),
        }[change]
        where = place(self.wiring, self.wiring.lines()[key.key], self.host.settings.header)
        return text.format(n=self.wiring.seat, key=label(key.key), place=where)


class _Key:
    """One key of a panel.

    Attributes:
        key: which.
        notice: what is still to be said about it.
    """

    def __init__(self, panel: _Panel, key: Key, chip: Chip, line: int) -> None:
        self.key = key
        self.notice: Change | None = None
        self._named: set[Change] = set()
        self._panel = panel
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._on_its_way = False
        self._stopped = False
        # Edges come from here on; the level is read after that, so that none falls between.
        self._line = chip.key(line, self._moved)
        self._contact = Contact(panel.host.settings.times_of(key), self._loop.time(), self._line.down())
        self._wait()

    def stop(self) -> None:
        """Never look again."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()

    def _moved(self) -> None:
        """An edge, in lgpio's thread."""
        # One call for all edges that come before the loop gets to it: a line that hums must not flood it.
        if not self._on_its_way:
            self._on_its_way = True
            # The loop may have ended in this very moment.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._edge)

    def _edge(self) -> None:
        self._on_its_way = False
        if self._stopped:
            return
        self._contact.edge(self._loop.time())
        self._wait()

    def _wait(self) -> None:
        if self._timer:
            self._timer.cancel()
        due = self._contact.due
        self._timer = None if due is None else self._loop.call_at(due, self.look)

    def look(self) -> None:
        """Read the key, and pass on what has become of it."""
        if self._stopped:
            return
        try:
            down = self._line.down()
        except PanelError as error:
            self._panel.host.lost(self._panel, error)
            return
        for change in self._contact.look(self._loop.time(), down):
            self._notice(change)
            self._panel.host.changed(self._panel.wiring.seat, self.key, change)
        if not self._stopped:
            self._wait()

    def _notice(self, change: Change) -> None:
        if change in (Change.AT_START, Change.STUCK, Change.LOOSE) and change not in self._named:
            self.notice = change
            self._named.add(change)
        elif change is Change.UP and self._named - {Change.LOOSE}:
            # Whoever was not told that it was stuck need not be told that it is free.
            self.notice = None if self.notice else Change.UP
            # That a contact is loose is said once: it may come and go all evening.
            self._named &= {Change.LOOSE}
