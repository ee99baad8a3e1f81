"""The table: one asyncio loop that asks, waits, judges, records and shows. The only writer of a game's state.

Whatever is accepted is written to the journal first; only what has been written is shown. Threads live at the edges
(one for the camera, one for the journal) and their results come back into this loop.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from controller import asking, halting, judging, looking, seeing
from controller.awaiting import AwaitedThrow
from controller.errors import RefereeError
from controller.i18n import _, render, sentence
from controller.inbox import Fate, Hold, Inbox, Item, Stop, TakeBack, Wake
from controller.journal.entries import (
    Annulled,
    AnyEntry,
    ByHand,
    Corrected,
    Drawn,
    Ended,
    Halted,
    Proposed,
    Rejected,
    Resumed,
    Undone,
)
from controller.journal.keeper import Keeper
from controller.journal.store import Journal, Step
from controller.looking import Eyes, Glance, Looking, Noticed
from controller.panel.base import NoPanels, Panels
from controller.panel.keypad import Ask, Decision, Key, Keypad, Prompt
from controller.play import Phase, Play
from controller.rules.core import Event, IllegalAnswer
from controller.ruling import Ruling
from controller.timekeeping import Timekeeper
from controller.timers import Limits
from controller.view import public_view
from vision.errors import VisionError

__all__ = ["Eyes", "Glance", "Hold", "Show", "Table"]


class Show(Protocol):
    """Something that people look at. Called from the loop; must not block."""

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """Something happened."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        """The public view has changed."""

    def glance(self, glance: Glance) -> None:
        """A picture was taken and read."""


@dataclass
class Table:
    """Plays games, one after the other.

    Attributes:
        journal: where every accepted entry goes before it is shown.
        eyes: camera and reading.
        panels: the seats' keys.
        shows: displays of all kinds.
        verdict_seconds: how long a verdict stays up before the next question takes its place.
        recorded: called with each entry that now stands in the journal.
        draw: draws one of several cards; by chance, unless a script says which.
        limits: the house rules about time.
        say: told in a sentence when nothing can be written, and when it can be again.
        look_seconds: after how long a look of the camera is given up, and the dice are entered.
        paused: the referee lets the game stand still; set by ``pause``.
        manual: the referee wants every throw entered by hand; set by ``enter_by_hand``.
        stopping: it was told to stop, and takes nothing any more.
    """

    journal: Journal
    eyes: Eyes
    panels: Panels = field(default_factory=NoPanels)
    shows: Sequence[Show] = ()
    verdict_seconds: float = 5.0
    recorded: Callable[[AnyEntry], None] = lambda entry: None
    draw: Callable[[Sequence[str]], str] = secrets.choice
    limits: Limits = field(default_factory=Limits)
    say: Callable[[str], None] = lambda text: None
    look_seconds: float = 20.0
    paused: bool = False
    manual: bool = False
    stopping: bool = False
    _inbox: Inbox = field(default_factory=Inbox)
    _keypads: dict[int, Keypad] = field(default_factory=dict)
    _steps: tuple[str, ...] = ()
    _asked: Mapping[int, Prompt] = field(default_factory=dict)
    _deciding: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._game: int
        self._play: Play
        self._playing = False
        self._view: Mapping[str, Any] = {}
        self._throw = AwaitedThrow(Looking(self.eyes, self.look_seconds, self._looks, self._noticed))
        self.keeper = Keeper(self.journal, self._keeper_changed)
        self._time = Timekeeper(self.limits, self.verdict_seconds, self.refresh, self._tell_people)

    @property
    def present(self) -> tuple[int, Play] | None:
        """The game that is played, or was last, with its number in the journal; ``None`` before the first."""
        return (self._game, self._play) if hasattr(self, "_play") else None

    def close(self) -> None:
        """End the threads; a look that is under way is waited for, unless it has taken too long already."""
        self._time.close()
        self._throw.look.close()
        self.keeper.close()

    def stop(self) -> None:
        """End the game in progress where it is; it goes on at the next start. What was pressed before still counts."""
        self.stopping = True
        self._inbox.put(Stop())
        self.keeper.stop()

    def refresh(self) -> None:
        """Show anew what is to be seen, for instance in another language."""
        self._inbox.put(Wake())

    @property
    def takes_presses(self) -> bool:
        """Whether a key means anything now; else what is pressed could not be written, or counts for nothing."""
        return not (self.keeper.trouble or self.paused or self.stopping)

    def press(self, seat: int, key: Key) -> None:
        """A key was pressed. From the loop's thread."""
        self._inbox.begin_press()
        if not self.takes_presses:
            return
        if key == "hold":
            self._inbox.press(Hold(seat))
            return
        keypad = self._keypads.get(seat)
        decision = keypad.press(key) if keypad else None
        if keypad and decision:
            # Not asked again before this is judged: the next round may bring the same question, and a second answer to
            # this one must never count there.
            self._deciding.add(seat)
            keypad.ask(None)
            self._inbox.press(decision)
        elif keypad and keypad.prompt and not keypad.prompt.hidden:
            # What is selected of a hidden choice shows nowhere: not even as a picture that is drawn once more. Whoever
            # has answered just now is not asked again.
            asked = {seat: prompt for seat, prompt in self._asked.items() if seat not in self._deciding}
            self._present(asked, self._view)
        elif key == "back" and keypad and not keypad.prompt and self._may_take_back(seat):
            self._inbox.press(TakeBack(seat))

    async def fate(self) -> Fate:
        """What becomes of the press before this; to be called in the same step as ``press``."""
        return await self._inbox.fate()

    def _may_take_back(self, seat: int) -> bool:
        """Whether BACK means a choice that is locked, or whose lock is on its way into the record."""
        return self._playing and (seat in self._deciding or self._play.take_back(seat) is not None)

    # --- the referee -------------------------------------------------------------------------------------------------

    async def rule(self, entries: Callable[[Play], Sequence[AnyEntry]]) -> None:
        """The referee decides something about the game that is played, or was played last.

        Args:
            entries: what it comes to, from the game as it is when its turn comes.

        Raises:
            RefereeError: it is not possible; nothing was written.
        """
        if self.keeper.trouble:
            raise RefereeError(_("nothing can be written just now, so nothing is decided; the game waits"))
        if self.present is None or self.stopping:
            raise RefereeError(_("there is no game to decide about now"))
        ruling = Ruling(entries)
        self._inbox.put(ruling)
        await ruling.done()

    def pause(self, on: bool) -> None:
        """Let the game stand still, or go on. It stands still for nobody's gain: no clock runs."""
        self.paused = on
        self._inbox.put(Wake())

    def enter_by_hand(self, on: bool) -> None:
        """Let every throw be entered by hand from now on, or read again."""
        self.manual = on
        self._inbox.put(Wake())

    async def _rule(self, ruling: Ruling) -> None:
        try:
            judged = self._judged(ruling.judged(self._play))
        except (IllegalAnswer, RefereeError) as error:
            ruling.refuse(error)
            return
        await self._write(*judged)
        self._steps = ()
        ruling.carried_out()

    # --- the line ----------------------------------------------------------------------------------------------------

    async def play(self, game: int, play: Play, opening: Sequence[Event] = ()) -> Play:
        """Play a game to its end, or until ``stop``.

        Args:
            game: its number in the journal.
            play: where it stands.
            opening: events that were not yet shown.

        Returns:
            Where the game stands: ``play.ended`` unless it was stopped.

        Raises:
            JournalError: an entry could not be written; what was not written was not shown.
        """
        if self.present is None or self._game != game:
            # Not where a game that had ended goes on: its allowances are those of the whole game.
            self._time.new_game()
        self._game, self._play, self._playing = game, play, True
        self._throw.begin()
        self._time.begin()
        self._steps = ()
        for event in opening:
            self._tell(event)
        while not self._play.ended:
            if entries := self._by_itself():
                await self._record_or_refuse(entries)
                continue
            self._throw.follow(self._play, self.paused)
            self._show()
            item = await self._inbox.next()
            if isinstance(item, Stop):
                break
            await self._take(item)
        self._show()
        self._playing = False
        return self._play

    async def halt_again(self, seat: int) -> Play:
        """A seat stops a game that has just ended, to have its last throw looked at; the game goes on from there.

        Raises:
            JournalError: it could not be written.
        """
        await self._record([Halted(seat)])
        return await self.play(self._game, self._play)

    async def ask(self, prompts: Mapping[int, Prompt], view: Mapping[str, Any] | None = None) -> Decision | Hold | None:
        """Ask between games; whoever answers first answers for all.

        Args:
            prompts: the question, by seat.
            view: what is shown meanwhile; ``None``: the game that was played last.

        Returns:
            The answer, or that a seat wants the game back that has just ended; ``None`` when stopped.
        """
        while True:
            self._present_between(prompts, view)
            item = await self._inbox.next()
            if isinstance(item, Decision):
                self._deciding.discard(item.prompt.seat)
            if isinstance(item, Stop):
                return None
            if isinstance(item, Ruling):
                await self._rule(item)
                if not self._play.ended:
                    # The game goes on from there, as after a seat's challenge of its last throw.
                    return Hold(0)
            # The game that has just ended is not theirs who have not played it.
            counts = isinstance(item, Hold) and item.seat in prompts
            counts |= isinstance(item, Decision) and item.prompt in prompts.values()
            if isinstance(item, Hold | Decision | TakeBack):
                self._inbox.judged(counts)
            if counts and isinstance(item, Hold | Decision):
                return item

    def _present_between(self, prompts: Mapping[int, Prompt], view: Mapping[str, Any] | None) -> None:
        """A question between games; while the referee lets all stand still, nobody is asked it."""
        asked = {} if self.paused else prompts
        shown = view or public_view(self._play, self._play.phase, asked)
        self._present(asked, {**shown, "phase": "pause", "asked": []} if self.paused else shown)

    def _by_itself(self) -> list[AnyEntry]:
        """What follows without anybody's doing."""
        play = self._play
        if play.outcome and not play.halt:
            return [Ended(play.outcome.as_json()["outcome"])]
        if self.paused:
            return []
        if play.halt:
            return halting.agreed(play)
        if play.draw:
            return [Drawn(self.draw(play.draw.options))]
        if self.manual and play.throwing() and self._throw.is_open(play):
            return [ByHand(min(play.throwing()))]
        return [*play.counted_throws()] or self._time_up()

    def _time_up(self) -> list[AnyEntry]:
        # Whose answer is on its way has given it in time, however long the disk takes.
        return self._time.time_up(self._play, self._prompts().keys() - self._deciding)

    async def _record_or_refuse(self, entries: Sequence[AnyEntry]) -> None:
        """What follows by itself; where it cannot, the throw is made anew, or the game goes on as it was."""
        try:
            judged = self._judged(entries)
        except IllegalAnswer as error:
            halt = self._play.halt
            judged = self._judged([Resumed(halt.seat) if halt else Rejected(sentence(error))])
        await self._write(*judged)

    async def _take(self, item: Item) -> None:
        entries: list[AnyEntry | None] = []
        match item:
            case Wake():
                return
            case Ruling():
                await self._rule(item)
            case TakeBack(seat=seat):
                # Judged now: the last seat may have locked in the meantime.
                entries = [taken] if (taken := self._play.take_back(seat)) else []
            case Hold(seat=seat):
                self._steps = ()
                entries = [Halted(seat)]
            case Decision():
                self._deciding.discard(item.prompt.seat)
                entries = self._decided(item)
            case Glance() | VisionError() if item is self._throw.look.result:
                self._throw.ready.clear()
                await self._looked(item)
        made = [entry for entry in entries if entry]
        possible = await self._record(made) if made else bool(entries)
        if isinstance(item, Decision | Hold | TakeBack):
            self._inbox.judged(possible)

    def _decided(self, decision: Decision) -> list[AnyEntry | None]:
        """The entries that a decision makes, as far as it makes any."""
        prompt, value = decision.prompt, decision.value
        if not _same(self._prompts().get(prompt.seat), prompt):
            # The question has gone while the answer was on its way.
            return []
        if prompt.ask is Ask.HALT and value is not None:
            entry, self._steps = judging.picked(self._play, self._steps, value, self._throw.fails(self._play))
            return [entry]
        if prompt.ask is Ask.READY and value is not None and self._throw.picked(value):
            return [None]
        if prompt.ask is Ask.READY and value is not None and not self._throw.fails(self._play):
            # The camera could read them: that they are entered is for all to decide.
            self._steps = ()
            return [Halted(prompt.seat), Proposed(prompt.seat, "by_hand")]
        if prompt.ask in (Ask.CHOICE, Ask.READY) and value is None:
            self._throw.ready.add(prompt.seat)
        return [judging.entry_of(decision)]

    async def _looked(self, item: Glance | VisionError) -> None:
        if await self._record([looking.entry_of(item)]) and isinstance(item, Glance):
            for show in self.shows:
                show.glance(item)

    async def _record(self, entries: Sequence[AnyEntry]) -> bool:
        """Judge, write, then show: in this order. What is not possible is let go; whether it was possible."""
        try:
            judged = self._judged(entries)
        except IllegalAnswer:
            return False
        await self._write(*judged)
        return True

    def _judged(self, entries: Sequence[AnyEntry]) -> tuple[Play, list[Step]]:
        """Where these entries lead, and what each makes happen.

        Raises:
            IllegalAnswer: they are not possible now.
        """
        play, steps = self._play, list[Step]()
        for entry in entries:
            play, events = play.fold(entry)
            steps.append(Step(entry, events))
        return play, steps

    async def _write(self, play: Play, steps: Sequence[Step]) -> None:
        """Write what was judged, then show it. A fault in here is no answer's, and never passed over."""
        await self.keeper.append(self._game, steps, play.ended)
        self._play = play
        for step in steps:
            self.recorded(step.entry)
            for event in step.events:
                self._tell(event)
            self._throw.written(step.entry)
            if isinstance(step.entry, Annulled | Corrected | Undone):
                self._ask_anew(step.entry)

    def _ask_anew(self, entry: Annulled | Corrected | Undone) -> None:
        """What was asked is asked anew; the verdict about a throw that was corrected is told."""
        self._time.reset()
        if isinstance(entry, Corrected):
            for event in self._play.last_events():
                if event.name == "verdict":
                    self._tell(event)

    def _tell(self, event: Event) -> None:
        for show in self.shows:
            show.event(event, self._play.names)
        if event.name == "verdict":
            self._time.verdict()

    def _tell_people(self, text: str) -> None:
        # Who is told is said only after the table was made.
        self.say(text)

    def _keeper_changed(self) -> None:
        """The disk takes nothing: nobody is asked anything, and everybody sees that; or it does again."""
        trouble = self.keeper.trouble
        self.say(str(trouble) if trouble else _("The journal can be written again."))
        if trouble:
            self._time.stand()
            self._inbox.keep()
            view = public_view(self._play, self._play.phase, ()) if self._playing else {}
            self._present({}, {**view, "phase": "error"})

    # --- the camera --------------------------------------------------------------------------------------------------

    def _looks(self, result: Glance | VisionError | None) -> None:
        self._inbox.put(result or Wake())

    def _noticed(self, event: Noticed) -> None:
        """Something that counts for nothing, but that people should know."""
        self.say(render(seeing.NOTICES[event]))

    # --- what is asked and shown -------------------------------------------------------------------------------------

    def _prompts(self) -> dict[int, Prompt]:
        """What each seat is asked now."""
        return asking.prompts(self._play, self._throw.beside(self._steps))

    def _show(self) -> None:
        if self.paused:
            self._time.stand()
            self._present({}, {**public_view(self._play, self._play.phase, ()), "phase": "pause"})
            return
        prompts = self._prompts()
        self._time.follow(self._play, prompts)
        phase = self._play.phase
        if not self._play.halt and self._throw.look.under_way:
            phase = Phase.READING
        elif self._time.verdict_stays and phase in (Phase.CHOOSE, Phase.THROW):
            phase = Phase.VERDICT
        asked = {seat: prompt for seat, prompt in prompts.items() if seat not in self._deciding}
        self._present(asked, public_view(self._play, phase, asked, self._throw.tray))

    def _present(self, prompts: Mapping[int, Prompt], view: Mapping[str, Any]) -> None:
        """Show a view, and ask."""
        self._asked, self._view = prompts, view
        seats = range(1, self._play.start.players + 1) if self._playing else prompts
        for seat in self._keypads.keys() | set(seats):
            keypad = self._keypads.setdefault(seat, Keypad())
            keypad.ask(prompts.get(seat))
            keypad.may_take_back = self._playing and self._play.take_back(seat) is not None
        for show in self.shows:
            show.view(view, self._keypads)
        self.panels.show(prompts)


def _same(present: Prompt | None, answered: Prompt) -> bool:
    """Whether a question is still the one that was answered; how to throw may be put in other words meanwhile."""
    if present and present.ask is answered.ask is Ask.READY and present.about.values == answered.about.values:
        return present == replace(answered, about=present.about)
    return present == answered
