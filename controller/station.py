"""Puts the parts together as configured, and plays: the only place that knows every part."""

import asyncio
import secrets
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from rich.console import Console

from controller import resuming
from controller.allocator import give_back_freed_memory
from controller.amend import answer_of, answers
from controller.background_writer import printing_in_background
from controller.config import Config
from controller.display import ports
from controller.display.link import DisplayLink
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.door import Door
from controller.errors import ChoiceError, PanelLibraryError
from controller.evidence import Evidence
from controller.eyes import CameraEyes, LiveEyes, WatchedEyes, no_zones
from controller.health import model, parts
from controller.health.care import Care
from controller.health.parts import ExaminedEyes
from controller.i18n import _, sentence
from controller.journal.entries import AnyEntry, Started
from controller.journal.store import Journal
from controller.live import LiveCamera
from controller.live_source import live_camera
from controller.lobby import Lobby
from controller.looking import Eyes
from controller.panel import chips
from controller.panel.base import NoPanels, Panels
from controller.panel.configured import gpio_panels
from controller.panel.keyboard import ROWS, KeyboardPanels, letter
from controller.panel.keypad import Key, label
from controller.panel.scripted import ScriptedPanels
from controller.panel.several import SeveralPanels
from controller.play import Play, begin
from controller.progress import Progress
from controller.rules.core import Answer, Drawn, Message
from controller.screen import Screen, is_possible
from controller.service import Service, StatusLine
from controller.setup.desk import SetupDesk, desk_of
from controller.shows import Leds, Lines
from controller.table import Hold, Show, Table
from controller.timers import Limits
from controller.web.page import Page
from controller.zoning import Zoning, calibration_of, settings_of
from vision.camera import open_camera
from vision.errors import VisionError
from vision.taught import load_all

_LAST_PICTURE_SECONDS: Final = 2.0
# Seconds from one picture of rolling dice on the screen to the next.
_TRAY_EVERY: Final = 0.12
# Seconds after which a part that does not report hangs: many times what each needs at its slowest.
# The page is not among them: where it hangs, its server begins anew, and no game is held up by that.
_PATIENCE: Final = {"camera": 60.0, "display": 20.0, "panels": 20.0, "journal": 60.0}
# Cameras that wait for people, and so may come later than the station.
_REAL_CAMERAS: Final = ("v4l2", "picamera2")


class Station:
    """One station for one run of the program."""

    def __init__(
        self,
        config: Config,
        script: Sequence[Answer] | None = None,
        write: Callable[[str], None] = print,
        json: bool = False,
        service: Service | None = None,
        *,
        file: Path | None = None,
        sources: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare.

        Args:
            config: what to use.
            script: answers that press the panels; ``None`` takes the configured ones and draws the screen of this
                terminal. With panels over GPIO there need be no terminal.
            write: where lines go when there is a script, or no terminal.
            json: whether these lines are JSON.
            service: what systemd is told; nothing by default.
            file: the configuration's, which the page may change; ``None``: the one that is found.
            sources: where each value of the configuration comes from.

        Raises:
            ChoiceError: more seats than the keyboard has keys for.
            PanelError: the library for panels over GPIO is missing where the page cannot stand in for them, or another
                one is asked for.
        """
        self._gpio = script is None and config.panels.kind == "gpio"
        self._no_library: PanelLibraryError | None = None
        if self._gpio:
            self._load_chips(config)
        elif script is None and config.station.players > len(ROWS) and config.page.serve == "off":
            text = _("the keyboard has keys for {n} seats; more play with --answers FILE")
            raise ChoiceError(text.format(n=len(ROWS)))
        self._config = config
        self._script = script
        self._lines = Lines(write, json)
        has_screen = is_possible() if config.panels.kind != "keyboard" else script is None
        has_keyboard = config.panels.kind == "keyboard"
        if not has_screen:
            self._screen = None
        elif has_keyboard:
            self._screen = Screen(Console(), letter, ROWS)
        else:
            self._screen = Screen(Console(), _panel_label)
        self._service = service or Service()
        self._progress = Progress()
        self._loop: asyncio.AbstractEventLoop | None = None
        journal = Path(config.journal.path).expanduser().resolve()
        self._care = Care(journal, self._say, config.status.metrics_file)
        self.live: LiveCamera | None = None
        self.evidence: Evidence | None = None
        self._file, self._sources = file, sources or {}
        self._lobby: Lobby | None = None
        self.exhausted = False

    def _load_chips(self, config: Config) -> None:
        """Without the library the panels are missing as without their wires: phones can stand in for them."""
        try:
            chips.load()
        except PanelLibraryError as error:
            if config.page.serve == "off":
                raise
            self._no_library = error

    def run(self, rematch: bool) -> Play | None:
        """Play: resume the unfinished game of the journal, or begin one; with ``rematch`` go on to the next after it.

        Returns:
            The last game; ``ended`` unless it was stopped or the script ran out (``exhausted``). ``None`` when it was
            stopped before there was one.

        Raises:
            DicetableError: a part that cannot be done without is not to be had.
            VisionError: the camera.
        """
        give_back_freed_memory()
        with ExitStack() as stack:
            if self._script is None and not self._screen:
                # A program that gives the answers may read as slowly as it likes; seats wait for no reader of lines.
                stack.enter_context(printing_in_background())
            journal = stack.enter_context(Journal(Path(self._config.journal.path).expanduser(), rescue=True))
            open_game = resuming.unfinished(journal, self._config, as_it_was=rematch)
            last = open_game[1].picture if open_game else None
            eyes = self._eyes(stack, last)
            return asyncio.run(self._run(journal, eyes, open_game, rematch))

    async def _run(
        self, journal: Journal, eyes: Eyes, open_game: tuple[int, Play] | None, rematch: bool
    ) -> Play | None:
        loop = self._loop = asyncio.get_running_loop()
        with ExitStack() as stack:
            table = self._table(journal, eyes)
            stack.callback(table.close)
            writing = self._progress.part("journal", _PATIENCE["journal"])
            writing.rest()
            table.keeper.working = writing.working
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, table.stop)
            desk = desk_of(self._config, table, lambda: self._lobby, self.live, file=self._file, sources=self._sources)
            evidence = self.evidence = stack.enter_context(Evidence(journal.path, self._config.evidence.megabytes))
            page = self._page(stack, table, desk)
            table.shows = [*self._shows(stack, loop), evidence, StatusLine(self._service)]
            for news in journal.news:
                self._say(news)
            table.panels = self._panels(table, open_game[1].history if open_game else ())
            if page:
                table.shows = [*table.shows, page, self._leds(page.leds, stack, loop)]
                desk.leds += [show for show in table.shows if isinstance(show, Leds)]
                table.panels = page if self._config.panels.kind == "page" else SeveralPanels([table.panels, page])
            stack.callback(table.panels.close)
            table.panels.open(desk.keys.press)
            self._care.sources += [lambda: parts.panels(table.panels), lambda: parts.journal(table.keeper)]
            stack.callback(self._care.open().close)
            stack.callback(loop.create_task(self._show_tray()).cancel)
            stack.callback(loop.create_task(self._service.attend(self._progress)).cancel)
            stack.callback(self._service.stopping)
            self._door(stack, table)
            self._service.ready()
            if open_game:
                if self._screen:
                    self._screen.say(_("The unfinished game goes on."))
                if glance := evidence.restore(open_game[1]):
                    for show in (self._screen, page):
                        if show:
                            show.glance(glance)
            return await self._games(table, open_game, rematch)

    async def _games(self, table: Table, open_game: tuple[int, Play] | None, rematch: bool) -> Play | None:
        """One game, or one after the other as the seats want it; ``None`` when stopped before the first."""
        lobby = self._lobby = Lobby(table, self._config)
        if open_game:
            play = await table.play(*open_game)
        else:
            # Only now that every part is there: a failed start leaves no unfinished game behind.
            start = await lobby.first(resuming.last_game(table.journal) if rematch else None)
            if start is None:
                return None
            play = await self._play(table, start)
        while rematch and play.ended:
            wish = await lobby.after(play)
            if wish is None:
                break
            play = await (table.halt_again(wish.seat) if isinstance(wish, Hold) else self._play(table, wish))
        return play

    async def _play(self, table: Table, start: Started) -> Play:
        play, opening = begin(start)
        return await table.play(await table.keeper.begin(start, opening), play, opening)

    def _table(self, journal: Journal, eyes: Eyes) -> Table:
        rules = self._config.table
        limits = Limits(rules.choose_seconds, rules.throw_seconds, rules.time_up == "forfeit", rules.stop_seconds)
        return Table(
            journal,
            eyes,
            verdict_seconds=rules.verdict_seconds,
            limits=limits,
            look_seconds=rules.look_seconds,
            say=self._say,
        )

    def _eyes(self, stack: ExitStack, last: str | None) -> Eyes:
        """Camera and reading as configured; pictures of a folder one by one, all else live."""
        source = self._config.camera.source
        sets = load_all(Path(self._config.dice.folder).expanduser())
        part = self._progress.part("camera", _PATIENCE["camera"])
        if source.partition(":")[0] == "folder":
            camera = stack.enter_context(open_camera(source, after=last))
            beside = calibration_of(self._config, self._say)
            zoning = Zoning(beside, False, self._say_from_anywhere) if beside else None
            examined = ExaminedEyes(CameraEyes(camera, sets, zoning), camera)
            self._care.sources = [examined.parts]
            return WatchedEyes(examined, part)
        calibration = calibration_of(self._config, self._say)
        live = live_camera(self._config, settings_of(self._config, calibration), part.report, calibration)
        self.live = stack.enter_context(live)
        zoning = Zoning(calibration, self._config.camera.zones, self._say_from_anywhere) if calibration else None

        def trouble() -> Message | None:
            return zoning.trouble if zoning else None

        self._care.sources = [lambda: parts.live(live, trouble())]
        without_terminal = self._gpio or self._config.panels.kind == "page"
        if not (without_terminal and source.partition(":")[0] in _REAL_CAMERAS):
            live.wait_until_there()
        elif live.away:
            self._camera_is(live.away)
        live.missed = self._camera_is
        return LiveEyes(live, sets, self._config.dice.seats, zoning or no_zones, trouble)

    def _camera_is(self, away: VisionError | None) -> None:
        """A real camera need not be there where the panels are real or phones: the seats enter the faces meanwhile."""
        text = _("The camera is here.")
        if away:
            text = _("The camera is missing, and will be taken when it comes: {why}").format(why=sentence(away))
        self._say_from_anywhere(text)

    def _panels(self, table: Table, entries: Sequence[AnyEntry]) -> Panels:
        if self._gpio:
            part = self._progress.part("panels", _PATIENCE["panels"])
            return gpio_panels(self._config, self._say, beat=part.report, missing=self._no_library)
        if self._script is None:
            return KeyboardPanels(table.stop) if self._config.panels.kind == "keyboard" else NoPanels()

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

    def _page(self, stack: ExitStack, table: Table, desk: SetupDesk) -> Page | None:
        """The page on the local network; a script needs none."""
        if self._script is not None or self._config.page.serve == "off":
            return None
        # What serves it is imported only where it is wanted: it takes a part of a second.
        from controller.web.opening import open_page  # noqa: PLC0415

        settings = self._config.page
        opened = open_page(stack, settings, table, self._say, live=self.live, evidence=self.evidence, setup=desk)
        if opened is None:
            return None
        page, address = opened
        if self._screen:
            self._screen.page(address)
        self._care.shows.append(lambda report: page.trouble(model.headline(report)))
        return page

    def _door(self, stack: ExitStack, table: Table) -> None:
        """The referee's commands reach the table; without them it plays as well."""
        door = Door(table)
        stack.callback(door.close)
        try:
            door.open()
        except OSError as error:
            self._say(_("The referee's commands do not reach this station: {why}").format(why=error.strerror or error))

    def _leds(self, show: Callable[[Picture], None], stack: ExitStack, loop: asyncio.AbstractEventLoop) -> Leds:
        leds = Leds(show, loop.call_later, loop.time)
        stack.callback(leds.close)
        return leds

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
            self._care.shows.append(lambda report: screen.trouble(model.headline(report)))
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
            part = self._progress.part("display", _PATIENCE["display"])
            link = DisplayLink(port, brightness=self._config.display.brightness, beat=part.report)
            stack.enter_context(link)
            self._care.link = link
            # The last picture, for instance of who has won, still gets out before the port closes.
            stack.callback(link.wait_shown, _LAST_PICTURE_SECONDS)
            leds = self._leds(link.show, stack, loop)
            self._care.shows.append(lambda report: leds.trouble(report.is_seen))
            shows.append(leds)
        return shows

    async def _show_tray(self) -> None:
        """Dice that roll are seen on the screen."""
        live, screen = self.live, self._screen
        while live and screen:
            frame = live.frame if screen.wants_tray else None
            screen.tray(frame.image if frame else None)
            await asyncio.sleep(_TRAY_EVERY)

    def _say(self, text: str) -> None:
        """Something about the station's own parts: on its screen, else where a service's log takes it up."""
        if self._screen:
            self._screen.say(text)
        else:
            print(text, file=sys.stderr, flush=True)

    def _say_from_anywhere(self, text: str) -> None:
        """The same from the camera's thread, or before there is a loop."""
        if self._loop is None:
            self._say(text)
            return
        # The loop may have ended in this very moment.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._say, text)


def _panel_label(seat: int, key: Key) -> str:
    return label(key)
