"""The table: one asyncio loop that asks, waits, judges, records and shows. The only writer of a game's state.

Whatever is accepted is written to the journal first; only what has been written is shown. Threads live at the edges
(one for the camera, one for the journal) and their results come back into this loop.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from controller.i18n import N_, sentence
from controller.journal.entries import (
    AnyEntry,
    Chosen,
    Drawn,
    Ended,
    FaceEntered,
    FaceJudged,
    PictureRead,
    Rejected,
    Seen,
)
from controller.journal.seal import seal
from controller.journal.store import Journal, Step
from controller.panel.base import NoPanels, Panels
from controller.panel.keypad import Ask, Decision, Key, Keypad, Prompt
from controller.play import Phase, Play, confirmer
from controller.rules.core import Event, IllegalAnswer, Message, message
from controller.view import public_view
from vision.camera.base import Frame
from vision.errors import PictureError, VisionError
from vision.reading import DieReading, Face, faces

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Glance:
    """One look at the thrown dice."""

    frame: Frame
    dice: Sequence[DieReading]


class Eyes(Protocol):
    """Looks at the dice. Used from the camera's thread only.

    Attributes:
        automatic: True when each look is a throw of its own, so that nobody has to say that the dice lie still.
    """

    automatic: bool

    def look(self, kinds: Sequence[str]) -> Glance:
        """Take a picture of these physical dice and read it.

        Raises:
            VisionError: no picture is to be had, or it is damaged.
        """


class Show(Protocol):
    """Something that people look at. Called from the loop; must not block."""

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        """Something happened."""

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        """The public view has changed."""

    def glance(self, glance: Glance) -> None:
        """A picture was taken and read."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat wants its locked choice back."""

    seat: int


class Stop:
    """Ends the loop; the game stays unfinished in the journal and goes on at the next start."""


class _Wake:
    """Time has passed: what is shown may have to change."""


_Item = Decision | TakeBack | Glance | VisionError | _Wake


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
    """

    journal: Journal
    eyes: Eyes
    panels: Panels = field(default_factory=NoPanels)
    shows: Sequence[Show] = ()
    verdict_seconds: float = 5.0
    recorded: Callable[[AnyEntry], None] = lambda entry: None
    draw: Callable[[Sequence[str]], str] = secrets.choice
    _inbox: "asyncio.Queue[_Item | Stop]" = field(default_factory=asyncio.Queue)
    _keypads: dict[int, Keypad] = field(default_factory=dict)
    _ready: set[int] = field(default_factory=set)
    _looking: bool = False
    _verdict_until: float = 0.0
    _asked: dict[int, Prompt] = field(default_factory=dict)
    _deciding: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._game: int
        self._play: Play
        self._camera_thread = ThreadPoolExecutor(1, "camera")
        self._journal_thread = ThreadPoolExecutor(1, "journal")

    def close(self) -> None:
        """End the threads; a look that is under way is waited for."""
        self._camera_thread.shutdown()
        self._journal_thread.shutdown()

    def stop(self) -> None:
        """End the game in progress where it is; it goes on at the next start."""
        self._inbox.put_nowait(Stop())

    def press(self, seat: int, key: Key) -> None:
        """A key was pressed. From the loop's thread."""
        keypad = self._keypads.get(seat)
        decision = keypad.press(key) if keypad else None
        if keypad and decision:
            # Not asked again before this is judged: the next round may bring the same question, and a second answer to
            # this one must never count there.
            self._deciding.add(seat)
            keypad.ask(None)
            self._inbox.put_nowait(decision)
        elif keypad and keypad.prompt and not keypad.prompt.hidden:
            # What is selected of a hidden choice shows nowhere: not even as a picture that is drawn once more.
            self._show(self._asked)
        elif key == "back" and keypad and not keypad.prompt and self._may_take_back(seat):
            self._inbox.put_nowait(TakeBack(seat))

    def _may_take_back(self, seat: int) -> bool:
        """Whether BACK means a choice that is locked, or whose lock is on its way into the record."""
        return seat in self._deciding or self._play.take_back(seat) is not None

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
        self._game, self._play = game, play
        self._ready.clear()
        self._looking = False
        self._verdict_until = 0.0
        for event in opening:
            self._tell(event)
        while not self._play.ended:
            if entries := self._by_itself():
                try:
                    await self._record(entries)
                except IllegalAnswer as error:
                    await self._record([Rejected(sentence(error))])
                continue
            self._look_if_ready()
            self._show()
            item = await self._inbox.get()
            if isinstance(item, Stop):
                break
            await self._take(item)
        self._show()
        return self._play

    async def ask_all(self, question: Message) -> bool:
        """Ask every seat for OK, as after a game; True when one has pressed it, False when stopped."""
        while True:
            prompts = {seat: Prompt(seat, Ask.NEXT, (), False, question) for seat in self._seats()}
            self._show(prompts)
            item = await self._inbox.get()
            if isinstance(item, Stop):
                return False
            if isinstance(item, Decision):
                self._deciding.discard(item.prompt.seat)
                if item.prompt.ask is Ask.NEXT:
                    return True

    def _by_itself(self) -> list[AnyEntry]:
        """What follows without anybody's doing."""
        play = self._play
        if play.outcome:
            return [Ended(play.outcome.as_json()["outcome"])]
        if play.draw:
            return [Drawn(self.draw(play.draw.options))]
        return list(play.counted_throws())

    async def _take(self, item: "_Item") -> None:
        if isinstance(item, _Wake):
            return
        if isinstance(item, TakeBack):
            # Judged now: the last seat may have locked in the meantime.
            if entry := self._play.take_back(item.seat):
                await self._record([entry])
            return
        if isinstance(item, Decision):
            self._deciding.discard(item.prompt.seat)
            await self._decided(item)
        else:
            self._looking = False
            self._ready.clear()
            await self._looked(item)

    async def _decided(self, decision: Decision) -> None:
        prompt = decision.prompt
        if self._prompts().get(prompt.seat) != prompt:
            # The question has gone while the answer was on its way.
            return
        entry: AnyEntry
        match prompt.ask:
            case Ask.CHOICE if decision.value is None:
                self._ready.add(prompt.seat)
                return
            case Ask.CHOICE:
                assert decision.value is not None
                nonce = secrets.token_hex(16)
                entry = Chosen(prompt.seat, decision.value, nonce, seal(nonce, decision.value))
            case Ask.FACE:
                assert decision.value is not None
                value = decision.value
                entry = FaceEntered(prompt.seat, prompt.die, int(value) if value.isdecimal() else value)
            case Ask.CONFIRM:
                entry = FaceJudged(prompt.seat, prompt.die, decision.agrees)
            case Ask.READY:
                self._ready.add(prompt.seat)
                return
            case Ask.NEXT:
                return
        with suppress(IllegalAnswer):
            await self._record([entry])

    async def _looked(self, item: Glance | VisionError) -> None:
        if isinstance(item, VisionError):
            # A damaged picture is used up as well: after a restart the next throw must not get an older one.
            path = item.values.get("path") if isinstance(item, PictureError) else None
            entry = PictureRead(Path(str(path)).name if path else "", (), sentence(item))
        else:
            dice = tuple(Seen(d.type, d.value, round(d.confidence, 3), d.status.value, d.box) for d in item.dice)
            entry = PictureRead(item.frame.name, dice)
        try:
            await self._record([entry])
        except IllegalAnswer:
            return
        if isinstance(item, Glance):
            for show in self.shows:
                show.glance(item)

    async def _record(self, entries: Sequence[AnyEntry]) -> None:
        """Judge, write, then show: in this order."""
        play, steps = self._play, list[Step]()
        for entry in entries:
            play, events = play.fold(entry)
            steps.append(Step(entry, events))
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._journal_thread, self.journal.append, self._game, steps, play.ended)
        self._play = play
        for step in steps:
            self.recorded(step.entry)
            for event in step.events:
                self._tell(event)

    def _tell(self, event: Event) -> None:
        for show in self.shows:
            show.event(event, self._play.names)
        if event.name == "verdict" and self.verdict_seconds > 0:
            loop = asyncio.get_running_loop()
            self._verdict_until = loop.time() + self.verdict_seconds
            loop.call_later(self.verdict_seconds, self._inbox.put_nowait, _Wake())

    # --- the camera --------------------------------------------------------------------------------------------------

    def _look_if_ready(self) -> None:
        if self._looking or self._play.phase is not Phase.THROW:
            return
        seats = {throw.seat for throw in self._play.throws}
        if not (self.eyes.automatic or seats <= self._ready):
            return
        self._looking = True
        kinds = [die.type for die in self._play.to_throw()]
        future = asyncio.get_running_loop().run_in_executor(self._camera_thread, self._glance, kinds)
        future.add_done_callback(self._hand_over)

    def _glance(self, kinds: Sequence[str]) -> Glance | VisionError:
        try:
            return self.eyes.look(kinds)
        except VisionError as error:
            return error

    def _hand_over(self, future: "asyncio.Future[Glance | VisionError]") -> None:
        if future.cancelled():
            return
        error = future.exception()
        if error:
            _log.error("the reading failed", exc_info=error)
            self._inbox.put_nowait(VisionError(N_("the reading failed: {why}"), why=error))
        else:
            self._inbox.put_nowait(future.result())

    # --- what is asked and shown -------------------------------------------------------------------------------------

    def _seats(self) -> range:
        return range(1, self._play.start.players + 1)

    def _prompts(self) -> dict[int, Prompt]:
        """What each seat is asked now; a seat has one question at a time."""
        play = self._play
        prompts: dict[int, Prompt] = {}
        for choice in play.choices:
            if choice.optional and (choice.seat in self._ready or self._looking):
                continue
            prompt = Prompt(
                choice.seat, Ask.CHOICE, choice.options, choice.hidden, choice.about, optional=choice.optional
            )
            prompts.setdefault(choice.seat, prompt)
        if play.phase is Phase.THROW and not self.eyes.automatic and not self._looking:
            for throw in play.throws:
                if throw.seat not in self._ready:
                    about = message("Throw {dice:dice}, then OK", dice=throw.dice)
                    prompts.setdefault(throw.seat, Prompt(throw.seat, Ask.READY, (), False, about))
        if play.phase is Phase.CONFIRM:
            for seat, prompt in self._about_dice():
                prompts.setdefault(seat, prompt)
        return prompts

    def _about_dice(self) -> list[tuple[int, Prompt]]:
        """Faces to enter and to confirm, in the order of the dice."""
        asked = []
        nth: dict[int, int] = {}
        for index, die in enumerate(self._play.dice):
            own = nth[die.seat] = nth.get(die.seat, -1) + 1
            if die.settled:
                continue
            if die.face is None:
                # The W10's 0 counts 10 and so comes last.
                options = tuple(str(face) for face in _in_order(die.type))
                about = message("Enter what your {die:die} shows", die=die.type)
                asked.append((die.seat, Prompt(die.seat, Ask.FACE, options, False, about, index, own)))
            else:
                other = confirmer(die.seat, self._play.start.players)
                about = message(
                    "{seat:seat} says: {die:die} shows {face:option}. Right?",
                    seat=die.seat,
                    die=die.type,
                    face=die.face,
                )
                asked.append((other, Prompt(other, Ask.CONFIRM, (), False, about, index)))
        return asked

    def _show(self, prompts: Mapping[int, Prompt] | None = None) -> None:
        asked = self._prompts() if prompts is None else prompts
        prompts = self._asked = {seat: prompt for seat, prompt in asked.items() if seat not in self._deciding}
        for seat in self._seats():
            keypad = self._keypads.setdefault(seat, Keypad())
            keypad.ask(prompts.get(seat))
            keypad.may_take_back = self._play.take_back(seat) is not None
        phase = self._play.phase
        if self._looking:
            phase = Phase.READING
        elif asyncio.get_running_loop().time() < self._verdict_until and phase in (Phase.CHOOSE, Phase.THROW):
            phase = Phase.VERDICT
        view = public_view(self._play, phase, prompts)
        for show in self.shows:
            show.view(view, self._keypads)
        self.panels.show(prompts)


def _in_order(kind: str) -> list[Face]:
    """The faces of a die in the order of what they count: the W10's 0 counts 10 and comes last."""
    return sorted(faces(kind), key=lambda face: kind == "d10" and face == 0)
