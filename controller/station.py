"""Puts the parts together as configured, and plays: the only place that knows every part."""

import asyncio
import secrets
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from rich.console import Console

from controller import health
from controller.amend import answer_of, answers
from controller.config import Config
from controller.display import ports
from controller.display.link import DisplayLink
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.errors import ChoiceError, DicetableError
from controller.evidence import LastThrow
from controller.eyes import CameraEyes
from controller.i18n import _
from controller.journal.entries import AnyEntry, Started
from controller.journal.store import Journal
from controller.panel import chips
from controller.panel.base import Panels
from controller.panel.debounce import Times
from controller.panel.gpio import GpioPanels, Settings, Watch
from controller.panel.keyboard import ROWS, KeyboardPanels, letter
from controller.panel.keypad import Key, label
from controller.panel.scripted import ScriptedPanels
from controller.play import RULES_VERSION, Play, begin, replay
from controller.rules import GAMES
from controller.rules.core import Answer, Drawn, Event, message
from controller.screen import Screen, is_possible
from controller.shows import Leds, Lines
from controller.table import Show, Table
from vision.camera import open_camera
from vision.taught import load_all

_LAST_PICTURE_SECONDS: Final = 2.0
_LOOK_EVERY_SECONDS: Final = 2.0


class OtherGameError(DicetableError, ValueError):
    """The journal holds an unfinished game that is not the one asked for."""


class Station:
    """One station for one run of the program."""

    def __init__(
        self,
        config: Config,
        script: Sequence[Answer] | None = None,
        write: Callable[[str], None] = print,
        json: bool = False,
    ) -> None:
        """Prepare.

        Args:
            config: what to use.
            script: answers that press the panels; ``None`` takes the configured ones and draws the screen of this
                terminal. With panels over GPIO there need be no terminal.
            write: where lines go when there is a script, or no terminal.
            json: whether these lines are JSON.

        Raises:
            ChoiceError: more seats than the keyboard has keys for.
            PanelError: the library for panels over GPIO is missing, or another one is asked for.
        """
        self._gpio = script is None and config.panels.kind == "gpio"
        if self._gpio:
            chips.load()
        elif script is None and config.station.players > len(ROWS):
            text = _("the keyboard has keys for {n} seats; more play with --answers FILE")
            raise ChoiceError(text.format(n=len(ROWS)))
        self._config = config
        self._script = script
        self._lines = Lines(write, json)
        has_screen = is_possible() if self._gpio else script is None
        self._screen = Screen(Console(), _panel_label if self._gpio else letter) if has_screen else None
        self._health = health.path(Path(config.journal.path).expanduser().resolve())
        self.exhausted = False

    def run(self, rematch: bool) -> Play:
        """Play: resume the unfinished game of the journal, or begin one; with ``rematch`` go on to the next after it.

        Returns:
            The last game; ``ended`` unless it was stopped or the script ran out (``exhausted``).

        Raises:
            DicetableError: a part that cannot be done without is not to be had.
            VisionError: the camera.
        """
        with ExitStack() as stack:
            journal = stack.enter_context(Journal(Path(self._config.journal.path).expanduser()))
            health.forget(self._health)
            open_game = self._unfinished(journal)
            last = open_game[1].picture if open_game else None
            camera = stack.enter_context(open_camera(self._config.camera.source, after=last))
            sets = load_all(Path(self._config.dice.folder).expanduser())
            return asyncio.run(self._run(journal, CameraEyes(camera, sets), open_game, rematch))

    async def _run(self, journal: Journal, eyes: CameraEyes, open_game: tuple[int, Play] | None, rematch: bool) -> Play:
        loop = asyncio.get_running_loop()
        with ExitStack() as stack:
            table = Table(journal, eyes, verdict_seconds=self._config.table.verdict_seconds)
            stack.callback(table.close)
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, table.stop)
            last_throw = LastThrow(journal.path)
            table.shows = [*self._shows(stack, loop), last_throw]
            # Only now that every part is there: a failed start leaves no unfinished game behind.
            game, play, opening = (*open_game, ()) if open_game else self._new_game(journal)
            table.panels = self._panels(table, play.history)
            stack.callback(table.panels.close)
            table.panels.open(table.press)
            if open_game and self._screen:
                self._screen.say(_("The unfinished game goes on."))
                if glance := last_throw.restore(play):
                    self._screen.glance(glance)
            play = await table.play(game, play, opening)
            while rematch and play.ended and await table.ask_all(message("Another game? OK begins it.")):
                game, play, opening = self._new_game(journal)
                play = await table.play(game, play, opening)
        return play

    def _panels(self, table: Table, entries: Sequence[AnyEntry]) -> Panels:
        if self._gpio:
            return gpio_panels(self._config, self._say)
        if self._script is None:
            return KeyboardPanels(table.stop)

        def script_ends() -> None:
            self.exhausted = True
            table.stop()

        panels = ScriptedPanels(self._script, script_ends)

        def pass_on(entry: AnyEntry) -> None:
            if answer := answer_of(entry):
                panels.counted(answer)

        # A resumed game has used up a part of the script.
        for answer in answers(entries):
            panels.counted(answer)
        table.recorded = pass_on
        table.draw = self._draw(entries)
        return panels

    def _draw(self, entries: Sequence[AnyEntry]) -> Callable[[Sequence[str]], str]:
        """Draws what the script says, as far as it goes, else by chance."""
        drawn = [answer.value for answer in self._script or () if isinstance(answer, Drawn)]
        upcoming = deque(drawn[sum(isinstance(answer, Drawn) for answer in answers(entries)) :])

        def draw(options: Sequence[str]) -> str:
            value = upcoming.popleft() if upcoming else ""
            return value if value in options else secrets.choice(options)

        return draw

    def _shows(self, stack: ExitStack, loop: asyncio.AbstractEventLoop) -> list[Show]:
        shows: list[Show] = [self._lines]
        screen = self._screen
        if screen:
            shows = [screen]
            stack.callback(screen.close)
            screen.open()
        port: str | Callable[[], str] = self._config.display.port
        if port == "virtual":

            def report(picture: Picture) -> None:
                if screen:
                    loop.call_soon_threadsafe(screen.leds, picture)

            port = stack.enter_context(VirtualDisplay(report)).port
        if port == "auto":
            port = ports.find
        if port != "none":
            link = stack.enter_context(DisplayLink(port, brightness=self._config.display.brightness))
            self._look_after(link, stack, loop)
            # The last picture, for instance of who has won, still gets out before the port closes.
            stack.callback(link.wait_shown, _LAST_PICTURE_SECONDS)
            leds = Leds(link.show, loop.call_later, loop.time)
            stack.callback(leds.close)
            shows.append(leds)
        return shows

    def _say(self, text: str) -> None:
        """Something about the station's own parts: on its screen, else where a service's log takes it up."""
        if self._screen:
            self._screen.say(text)
        else:
            print(text, file=sys.stderr, flush=True)

    def _look_after(self, link: DisplayLink, stack: ExitStack, loop: asyncio.AbstractEventLoop) -> None:
        """Say it when the display goes or comes, and keep its counters where `dicetable display status` finds them."""
        watch = health.Watch(lambda: link.status, self._health, self._say)

        async def look() -> None:
            while True:
                watch.look()
                await asyncio.sleep(_LOOK_EVERY_SECONDS)

        stack.callback(watch.close)
        stack.callback(loop.create_task(look()).cancel)

    # --- games -------------------------------------------------------------------------------------------------------

    def _unfinished(self, journal: Journal) -> tuple[int, Play] | None:
        """The unfinished game of the journal, if there is one."""
        game = journal.unfinished()
        if game is None:
            return None
        play, _events = replay(journal.read(game))
        if _rules_of(play.start) != _rules_of(started(self._config)):
            text = _(
                "journal {path}: holds an unfinished game of {found}; finish that one first, end it with "
                "`dicetable record close {n} aborted`, or name another file"
            )
            raise OtherGameError(text.format(path=journal.path, found=GAMES[play.start.game].name, n=game))
        return game, play

    def _new_game(self, journal: Journal) -> tuple[int, Play, Sequence[Event]]:
        first = started(self._config)
        play, opening = begin(first)
        return journal.begin(first, opening), play, opening


def _panel_label(seat: int, key: Key) -> str:
    return label(key)


def gpio_panels(config: Config, say: Callable[[str], None], watch: Watch | None = None) -> GpioPanels:
    """The panels over GPIO as configured, those of the seats that play.

    Args:
        config: what to use.
        say: told what is wrong with a panel, and that it is well again.
        watch: told everything that becomes of a key.
    """
    panels = config.panels
    settings = Settings(
        Times(settle=panels.settle_ms / 1000, hold=panels.hold_seconds), panels.lamp == "blink", panels.header
    )
    wirings = [wiring for wiring in panels.wirings() if wiring.seat <= config.station.players]
    return GpioPanels(wirings, settings, say, chips.open_chip, watch)


def _rules_of(start: Started) -> tuple[object, ...]:
    return start.game, start.players, start.variants, GAMES[start.game].options(start.house)


def started(config: Config) -> Started:
    """The first entry of a game as it is configured."""
    station = config.station
    return Started(
        game=station.game,
        rules_version=RULES_VERSION,
        players=station.players,
        names=tuple(station.names),
        variants=tuple(sorted(station.variants)),
        house=station.house,
        stakes={str(seat): stake for seat, stake in enumerate(station.stakes, start=1) if stake},
        first=station.first,
    )
