"""Evenings at the table at which everything goes wrong that can: games, seats, dice, presses and mishaps by chance.

``python -m tests.station.monkey --hours 2`` or ``make monkey``: simulated hours, in a clock that leaps. People press
senseless keys at the same time, stop the game, enter what is not so, and disagree; the camera fails, doubts, hangs or
breaks; the disk takes nothing; the wall clock jumps by years; the referee corrects, annuls, pauses; the power goes.

Whatever happens, ``Proofs`` holds: see there. People confirm only what really lies there, so that each throw that
counts must be what was thrown.
"""

import argparse
import asyncio
import json
import logging
import random
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from controller import i18n, referee
from controller.amend import effective
from controller.answers import event_json
from controller.errors import JournalError, RefereeError
from controller.journal.clock import Moment, Uptime
from controller.journal.entries import (
    AnyEntry,
    Closed,
    Corrected,
    DiceRules,
    Started,
    Threw,
)
from controller.journal.store import Journal, Step
from controller.looking import Glance
from controller.panel.keypad import Ask, Key, Keypad, Prompt, presses
from controller.play import Play, begin, replay
from controller.rules import GAMES, core
from controller.rules.core import Event
from controller.rules.setup import SetupError
from controller.shows import Leds
from controller.table import Table
from controller.timers import Limits
from controller.web.hub import Hub
from controller.web.mailbox import Mailbox
from controller.web.page import Page
from controller.web.publisher import Publisher
from tests.panel.clock import StillLoop, run
from tests.station.lying import Lying
from tests.station.proofs import Proofs

_log = logging.getLogger(__name__)

NAMES: Final = ("Anna", "Jörg", "Kim", "Wu", "Zoë")
# Steps of the monkey in one game; a game that is not over by then is left where it is.
_STEPS: Final = 3000
_WEIGHTS: Final = {
    "act": 1000, "burst": 150, "garbage": 80, "back": 30, "hold": 25, "wait": 25, "camera": 25, "disk": 10, "pause": 8,
    "by_hand": 4, "ruling": 15, "power": 15, "terminated": 10, "clock_jump": 5, "language": 5,
}  # fmt: skip


class FaultyJournal(Journal):
    """A journal on a disk that takes nothing while it is ``full``."""

    full = False

    def append(self, game: int, new: Sequence[Step], finished: bool = False) -> None:
        if self.full:
            raise JournalError("the disk is full")
        super().append(game, new, finished)


class WallClock:
    """A clock without a battery."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._off = timedelta()
        self._uptime = 0.0

    def jump(self) -> None:
        """By years, in either direction."""
        self._off = timedelta(days=self._chance.uniform(-9000, 9000))

    def now(self) -> Moment:
        self._uptime += 0.01
        return Moment(datetime.now(UTC) + self._off, Uptime("this-run", self._uptime, False))


class Watching:
    """Everything that people get to see."""

    def __init__(self) -> None:
        self.view_: Mapping[str, Any] = {}
        self.keypads: Mapping[int, Keypad] = {}
        self.said: list[str] = []

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        self.said.append(json.dumps(event_json(event, names)))

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self.view_, self.keypads = view, keypads
        self.said.append(json.dumps(view))

    def glance(self, glance: Glance) -> None:
        """A picture."""

    def asked(self) -> dict[int, Prompt]:
        return {seat: pad.prompt for seat, pad in self.keypads.items() if pad.prompt}


class Phones:
    """The page of a table, without its server: what everybody reads there, and the seats' phones."""

    def __init__(self, table: Table, loop: StillLoop) -> None:
        self._hub = Hub()
        mailbox = Mailbox(Publisher(self._hub).deliver)
        mailbox.attach(loop)
        self.page = Page(table, mailbox)
        self.page.open(table.press)

    def public(self) -> list[str]:
        """What anybody can read."""
        return [data.decode() for data in self._hub.latest.values()]

    def press(self, seat: int, key: Key) -> None:
        """A key of a phone, about the question that it shows; an option is picked and locked at once."""
        shown = json.loads(self._hub.questions.get(seat, b"{}"))
        if not shown:
            return
        if isinstance(key, int):
            options = [one["value"] for one in shown.get("options", ())]
            if options:
                self.page.answer(seat, shown["question"], options[key % len(options)])
        else:
            self.page.key(seat, shown["question"], key)


def some_start(chance: random.Random, game: str = "") -> Started:
    """Any game, or this one, with any rules that go together."""
    while True:
        info = GAMES[game or chance.choice(sorted(GAMES))]
        players = chance.choice(info.seats)
        variants = tuple(sorted(one.id for one in info.variants if chance.random() < 0.25))
        house = {
            one.key: chance.choice(one.allowed)
            for one in info.house
            if one.allowed and isinstance(one.default, bool | str) and chance.random() < 0.25
        }
        if info.id == "overload":
            house["target"] = 12
        rules = DiceRules(
            chance.choice(("enter", "again")), chance.choice(("enter", "again")), chance.choice(("enter", "again")),
            chance.choice(("enter", "again", "ignore")), chance.choice(("die", "throw")),
            equal="each",
        )  # fmt: skip
        first = chance.randint(1, players)
        start = Started(info.id, 1, players, NAMES[:players], variants, house, first=first, dice=rules)
        with suppress(SetupError):
            begin(start)
            return start


@dataclass
class Tally:
    """What there was of it.

    Attributes:
        seconds: of the table's clock.
        entries: in all records.
        games: how many were begun.
        ended: how many came to an end.
        did: how often the monkey did what.
        kinds: how many entries of each kind were recorded.
    """

    seconds: float = 0.0
    entries: int = 0
    games: int = 0
    ended: int = 0
    did: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


class Monkey:
    """One game with its mishaps, from its first entry to its end; power cuts are in between.

    Args:
        loop: the clock.
        folder: where the journal lies.
        seed: what happens.
        tally: counted on.
        game: which one; any where it is empty.
    """

    def __init__(self, loop: StillLoop, folder: Path, seed: int | str, tally: Tally, game: str = "") -> None:
        self._loop = loop
        self._folder = folder
        self._chance = random.Random(seed)
        self._tally = tally
        self._clock = WallClock(self._chance)
        self._limits = Limits(
            self._chance.choice((0, 0, 40)), self._chance.choice((0, 0, 60)), self._chance.random() < 0.2,
            self._chance.choice((0, 100)),
        )  # fmt: skip
        self._rulings: set[asyncio.Task[None]] = set()
        self._start = some_start(self._chance, game)
        self._proofs: Proofs
        self._over = False
        self._sits = False

    async def play(self) -> None:
        """Play it.

        Raises:
            AssertionError: a proof does not hold.
        """
        self._sit_down()
        self._tally.games += 1
        for _step in range(_STEPS):
            if self._over:
                break
            await self._step()
        if self._sits:
            await self._get_up()
        self._proofs.record(self._journal_path, self._number)
        self._tally.ended += self._over

    # --- table -------------------------------------------------------------------------------------------------------

    @property
    def _journal_path(self) -> Path:
        return self._folder / "journal.db"

    def _sit_down(self) -> None:
        """A start of the station: the game goes on, or begins."""
        self._journal = FaultyJournal(self._journal_path, rescue=True, now=self._clock.now)
        assert not self._journal.news, self._journal.news
        unfinished = self._journal.unfinished()
        if unfinished is None:
            play, opening = begin(self._start)
            self._number = self._journal.begin(self._start, opening)
            self._proofs = Proofs(play)
        else:
            assert unfinished == self._number
            play, _events = replay(self._journal.read(unfinished))
            self._proofs.goes_on(play)
        self._tray = Lying(self._chance, play)
        self._seen = Watching()
        self._table = Table(
            self._journal, self._tray, verdict_seconds=2, limits=self._limits,
            draw=self._chance.choice, say=self._seen.said.append, recorded=self._recorded, look_seconds=10,
        )  # fmt: skip
        self._phones = Phones(self._table, self._loop)
        self._leds = Leds(self._phones.page.leds, self._loop.call_later, self._loop.time)
        self._table.shows = [self._seen, self._phones.page, self._leds]
        self._game = asyncio.create_task(self._table.play(self._number, play))
        self._sits = True

    def _recorded(self, entry: AnyEntry) -> None:
        before, (after, events) = self._tray.play, self._tray.play.fold(entry)
        if isinstance(entry, Threw):
            self._proofs.throw(entry, self._tray.thrown(entry.seat))
        self._proofs.entry(before, entry, after, events, [*self._seen.said, *self._phones.public()])
        self._seen.said.clear()
        self._tray.recorded(entry, after)
        self._tally.entries += 1
        self._tally.kinds[type(entry).__name__] += 1

    async def _get_up(self, power: bool = False) -> None:
        """The end of the station: it is told to end, or the power goes."""
        for ruling in self._rulings:
            ruling.cancel()
        self._rulings.clear()
        self._tray.let_go.set()
        if power:
            self._game.cancel()
        else:
            self._table.stop()
        with suppress(asyncio.CancelledError, JournalError):
            await self._game
        self._leds.close()
        self._table.close()
        self._journal.close()
        self._sits = False

    async def _step(self) -> None:
        what = self._chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
        self._tally.did[what] += 1
        await getattr(self, f"_{what}")()
        since = self._loop.now
        await self._loop.advance(0.004)
        self._tally.seconds += self._loop.now - since
        if self._game.done() and not self._journal.full:
            # Whatever ended it otherwise is raised here.
            play = self._game.result()
            assert play.ended, "the table gave up by itself"
            self._over = True
            return
        self._proofs.moment(self._table, self._seen.view_, self._seen.asked())

    # --- people ------------------------------------------------------------------------------------------------------

    async def _act(self) -> None:
        """Somebody does what is asked."""
        asked = self._seen.asked()
        if asked:
            self._answer(asked[self._chance.choice(sorted(asked))])
        else:
            await self._wait()

    async def _burst(self) -> None:
        """Everybody does at once what is asked, and some of them twice."""
        for prompt in self._chance.sample(list(self._seen.asked().values()), k=len(self._seen.asked())):
            self._answer(prompt)
            if self._chance.random() < 0.3 and (again := self._seen.asked().get(prompt.seat)):
                self._answer(again)

    def _answer(self, prompt: Prompt) -> None:
        """On the keys, or on the seat's phone, which may show an older question still."""
        presses = self._phones.press if self._chance.random() < 0.3 else self._press
        for key in self._keys(prompt):
            presses(prompt.seat, key)

    def _keys(self, prompt: Prompt) -> Sequence[Key]:
        some = self._chance.random()
        match prompt.ask:
            case Ask.CHOICE if prompt.optional and some < 0.3:
                return ("ok",)
            case Ask.READY:
                return presses(prompt, prompt.options[0]) if some < 0.05 else ("ok",)
            case Ask.FACE:
                true = str(self._tray.face(prompt.die))
                return presses(prompt, true if some < 0.85 else self._chance.choice(prompt.options))
            case Ask.CONFIRM:
                die = self._tray.play.dice[prompt.die]
                return ("ok" if die.face == self._tray.face(prompt.die) else "back",)
            case Ask.AGREE:
                return ("ok" if some < 0.6 else "back",)
        return presses(prompt, self._chance.choice(prompt.options))

    async def _garbage(self) -> None:
        """A child at the keys. It confirms nothing: what is confirmed is true."""
        for _press in range(self._chance.randint(1, 6)):
            seat = self._chance.randint(1, self._start.players)
            prompt = self._seen.asked().get(seat)
            keys: list[Key] = [*range(1, 9), "back"]
            if not (prompt and prompt.ask is Ask.CONFIRM):
                keys.append("ok")
            self._press(seat, self._chance.choice(keys))

    async def _back(self) -> None:
        self._press(self._chance.randint(1, self._start.players), "back")

    async def _hold(self) -> None:
        self._press(self._chance.randint(1, self._start.players), "hold")

    def _press(self, seat: int, key: Key) -> None:
        self._table.press(seat, key)

    async def _wait(self) -> None:
        """Nobody does anything for a while."""
        seconds = self._chance.choice((0.5, 3.0, 15.0, 70.0))
        self._tally.seconds += seconds
        await self._loop.leap(seconds)

    # --- mishaps -----------------------------------------------------------------------------------------------------

    async def _camera(self) -> None:
        self._tray.let_go.set()
        self._tray.let_go = type(self._tray.let_go)()
        self._tray.mood = self._chance.choice(("well", "well", "doubts", "doubts", "fails", "breaks", "hangs"))
        if self._tray.mood == "hangs":
            await self._hang()

    async def _hang(self) -> None:
        """It hangs from the next look on, until it is given up, and for longer."""
        loop, tray = self._loop, self._tray
        for prompt in self._seen.asked().values():
            if prompt.ask is Ask.READY:
                self._press(prompt.seat, "ok")
        for _turn in range(20):
            loop.let_hang()
            await loop.rest()
        if self._chance.random() < 0.5:
            loop.let_hang()
            loop.now += 11
            for _turn in range(20):
                loop.let_hang()
                await loop.rest()
        tray.mood = "doubts"
        tray.let_go.set()

    async def _disk(self) -> None:
        """Nothing can be written for some seconds, in which somebody presses something."""
        self._journal.full = True
        for _try in range(self._chance.randint(1, 4)):
            await self._act()
            await self._loop.advance(0.01)
            await self._loop.leap(2.1)
        self._journal.full = False
        await self._loop.leap(2.1)

    async def _pause(self) -> None:
        self._table.pause(True)
        await self._loop.advance(0.01)
        assert not self._seen.asked(), "nobody is asked anything while the game stands still"
        await self._garbage()
        await self._wait()
        self._table.pause(False)

    async def _by_hand(self) -> None:
        self._table.enter_by_hand(not self._table.manual)

    async def _ruling(self) -> None:
        """The referee decides something, possible or not; sometimes nobody waits for the answer."""
        decision = self._decision()
        task = asyncio.create_task(self._table.rule(decision))
        self._rulings.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self._rulings.discard(task)
            if not task.cancelled() and (error := task.exception()):
                assert isinstance(error, RefereeError), error
                self._tally.did["refused"] += 1

        task.add_done_callback(done)
        await self._loop.rest()
        if self._chance.random() < 0.2:
            task.cancel()

    def _decision(self) -> Any:
        chance = self._chance

        def entries(play: Play) -> Sequence[AnyEntry]:
            some, history = chance.random(), play.history
            if some < 0.03:
                return referee.ruling(play, Closed("aborted", "Ida", "late", None))
            if some < 0.2:
                return referee.ruling(play, referee.annulment(history, play.state.view()["round"], "Ida", "hm"))
            if some < 0.4 and play.dice:
                return [self._ruled(play)]
            if some < 0.45:
                raise RuntimeError("what nobody has foreseen")
            place, entry = chance.choice(effective(history))
            changed: Corrected
            if isinstance(entry, Threw):
                dice = {kind: tuple(chance.choice(core.faces(kind)) for _v in old) for kind, old in entry.dice.items()}
                changed = Corrected(place, "Ida", "seen so", dice=dice)
            else:
                changed = Corrected(place, "Ida", "heard so", value=str(getattr(entry, "value", "")))
            return referee.ruling(play, referee.proposal(history, changed)[0])

        return entries

    def _ruled(self, play: Play) -> AnyEntry:
        from controller.journal.entries import FaceRuled

        at = self._chance.randrange(len(play.dice))
        value = None if self._chance.random() < 0.3 else self._tray.face(at)
        return FaceRuled(at, value, "Ida", "looked")

    async def _power(self) -> None:
        await self._start_again(power=True)

    async def _terminated(self) -> None:
        await self._start_again(power=False)

    async def _start_again(self, power: bool) -> None:
        """It ends at any instant: also while something is being written or looked at."""
        if self._chance.random() < 0.5:
            await self._act()
        if self._chance.random() < 0.5:
            await self._loop.advance(0.004)
        await self._get_up(power)
        before = self._tray.play
        if before.ended:
            self._over = True
            return
        with Journal(self._journal_path, read_only=True) as journal:
            if journal.unfinished() is None:
                # The end was written, and nobody had seen it.
                self._over = True
                return
        self._sit_down()
        await self._loop.advance(0.004)

    async def _clock_jump(self) -> None:
        self._clock.jump()

    async def _language(self) -> None:
        i18n.use(self._chance.choice(("de", "en")))
        self._table.refresh()


def evening(folder: Path, seed: int, *, games: int = 0, hours: float = 0.0, game: str = "") -> Tally:
    """So many games, or so many hours of the table's clock; of one kind where it is named."""
    tally = Tally()

    async def play(loop: StillLoop) -> None:
        while tally.games < games or tally.seconds < hours * 3600:
            own = folder / f"game-{tally.games}"
            own.mkdir()
            number = f"{seed}-{tally.games}"
            try:
                await Monkey(loop, own, number, tally, game).play()
            except BaseException as error:
                error.add_note(f"game {number}")
                raise

    run(play)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Evenings at which everything goes wrong.")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the journals lie meanwhile")
    given = parser.parse_args()
    logging.getLogger("controller").setLevel(logging.CRITICAL)
    i18n.use("en")
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        tally = evening(Path(folder), given.seed, hours=given.hours)
    print(json.dumps(vars(tally) | {"seconds": round(tally.seconds)}, indent=1))


if __name__ == "__main__":
    main()
