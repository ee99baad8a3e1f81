"""The table: asks, waits, judges, records, shows; in this order, and without a leak."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller import looking
from controller.answers import event_json
from controller.journal.entries import AnyEntry, Chosen, FaceEntered, PictureRead, Started, Threw
from controller.journal.seal import seal
from controller.journal.store import Journal, Step
from controller.looking import Eyes, Glance
from controller.panel.keypad import Ask, Key, Keypad, Prompt, presses
from controller.panel.scripted import ScriptedPanels
from controller.play import Phase, Play, begin, replay
from controller.rules import GAMES
from controller.rules.core import Answer, Choice, Choose, Event, Throw, Thrown
from controller.rules.setup import Setup
from controller.table import Table
from tests.controller.game import FakeEyes, outcome_of, random_game, seen
from vision.errors import CameraError
from vision.reading import DieReading, Status

START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"))


class Recorder:
    """Everything that people get to see, in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.shown: list[Any] = []

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        self.events.append(event)
        self.shown.append(event_json(event, names))

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self.shown.append(dict(view))

    def glance(self, glance: Glance) -> None:
        self.shown.append(glance.frame.name)


def play_script(journal: Journal, script: Sequence[Answer], eyes: Eyes, show: Recorder | None = None) -> Play:
    """Play a script from where the journal stands, or a new game, as far as the script goes."""

    async def run() -> Play:
        number = journal.unfinished()
        if number is None:
            play, _events = begin(START)
            number = journal.begin(START)
        else:
            play, _all_events = replay(journal.read(number))
        table = Table(journal, eyes, shows=[show or Recorder()], verdict_seconds=0)
        panels = ScriptedPanels(script, table.stop)

        def pass_on(entry: AnyEntry) -> None:
            if answer := as_answer(entry):
                panels.counted(answer)

        for entry in journal.read(number):
            pass_on(entry)
        table.panels, table.recorded = panels, pass_on
        panels.open(table.press)
        try:
            return await table.play(number, play)
        finally:
            panels.close()
            table.close()

    return asyncio.run(run())


def as_answer(entry: AnyEntry) -> Answer | None:
    if isinstance(entry, Chosen):
        return Choose(entry.seat, entry.value)
    return Thrown(entry.seat, entry.dice) if isinstance(entry, Threw) else None


def reading_of(
    script: Sequence[Answer], sure: Callable[[str], bool], round_: int = 0
) -> Callable[[Sequence[str]], list[DieReading]]:
    """What a camera sees of the throws of a script, one look a round; unsure of the types that ``sure`` denies."""
    throws: dict[int, list[tuple[str, int]]] = {1: [], 2: []}
    for answer in script:
        if isinstance(answer, Thrown):
            ((kind, (value,)),) = answer.dice.items()
            throws[answer.seat].append((kind, int(value)))
    rounds = list(zip(throws[1], throws[2], strict=True))[round_:]

    def look(kinds: Sequence[str]) -> list[DieReading]:
        dice = rounds.pop(0)
        assert sorted(kinds) == sorted(kind for kind, _value in dice)
        return [
            seen(kind, value % 10 if kind == "d10" else value, Status.READ if sure(kind) else Status.UNSURE)
            for kind, value in dice
        ]

    return look


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "sure",
    [lambda kind: True, lambda kind: False, lambda kind: kind in ("d6", "d20")],
    ids=["all read", "nothing read", "some read"],
)
def test_the_way_a_face_becomes_known_changes_nothing(tmp_path: Path, seed: int, sure: Callable[[str], bool]) -> None:
    script = random_game(seed)
    with Journal(tmp_path / "journal.db") as journal:
        play = play_script(journal, script, FakeEyes(reading_of(script, sure)))
        assert play.ended
        assert play.state.outcome is not None
        assert play.state.outcome.as_json()["outcome"] == outcome_of(script)
        assert journal.unfinished() is None


def test_what_the_camera_reads_is_not_asked(tmp_path: Path) -> None:
    script = random_game(3)
    with Journal(tmp_path / "journal.db") as journal:
        play_script(journal, script, FakeEyes(reading_of(script, lambda kind: kind == "d6")))
        entered = [entry for entry in journal.read(1) if isinstance(entry, FaceEntered)]
        # Twelve throws, of which each seat's W6 was read: except where both threw it, which leaves open whose is whose.
        both = sum(1 for event in replay(journal.read(1))[1] if event.data.get("dice") == {"1": "d6", "2": "d6"})
        assert len(entered) == 12 - 2 * (1 - both)


def test_no_camera_means_entering_every_face(tmp_path: Path) -> None:
    script = random_game(4)
    show = Recorder()
    with Journal(tmp_path / "journal.db") as journal:
        play = play_script(journal, script, FakeEyes(CameraError("The camera is gone.")), show)
    assert play.state.outcome is not None
    assert play.state.outcome.as_json()["outcome"] == outcome_of(script)
    assert any(event.name == "asked" and "The camera is gone." in str(event.text.values) for event in show.events)


def test_a_reader_that_breaks_does_not_break_the_game(tmp_path: Path) -> None:
    script = random_game(4)

    def broken(kinds: Sequence[str]) -> Sequence[DieReading]:
        raise ZeroDivisionError("a bug")

    with Journal(tmp_path / "journal.db") as journal:
        play = play_script(journal, script, FakeEyes(broken))
    assert play.ended


def test_resuming_after_any_entry_ends_in_the_same_game(tmp_path: Path) -> None:
    script = random_game(11)

    def sure(kind: str) -> bool:
        return kind in ("d6", "d8")

    with Journal(tmp_path / "whole.db") as journal:
        whole = play_script(journal, script, FakeEyes(reading_of(script, sure)))
        entries = journal.read(1)
    for cut in range(1, len(entries)):
        prefix = entries[:cut]
        looked = sum(isinstance(entry, PictureRead) for entry in prefix)
        with Journal(tmp_path / f"{cut}.db") as journal:
            journal.begin(START)
            journal.append(1, [Step(entry) for entry in prefix[1:]])
            resumed = play_script(journal, script, FakeEyes(reading_of(script, sure, looked)))
            assert resumed.state == whole.state
            # Independent entries of two seats may come in another order, but none twice and none too few.
            assert Counter(map(type, journal.read(1))) == Counter(map(type, entries))


def test_nothing_is_shown_that_is_not_written(tmp_path: Path) -> None:
    """Every event must follow from what another reader of the file finds there at this moment."""
    script = random_game(2)
    path = tmp_path / "journal.db"

    class Suspicious(Recorder):
        def event(self, event: Event, names: Mapping[int, str]) -> None:
            super().event(event, names)
            written = replay(journal.read(1))[1]
            assert written[: len(self.events)] == self.events

    with Journal(path) as journal:
        play_script(journal, script, FakeEyes(reading_of(script, lambda kind: True)), Suspicious())


def outputs_before_reveal(folder: Path, first: str, second: str) -> list[Any]:
    """All that is shown until both have locked: seat 1 with a change of mind, then seat 2."""
    show = Recorder()

    async def run(journal: Journal) -> None:
        table = Table(journal, FakeEyes((), automatic=False), shows=[show], verdict_seconds=0)
        play, _events = begin(START)
        game = asyncio.create_task(table.play(journal.begin(START), play))
        await asyncio.sleep(0)
        prompt = Prompt(1, Ask.CHOICE, play.choices[0].options, True, play.choices[0].about)
        keys: list[Key] = [*presses(prompt, second)[:1], "back", *presses(prompt, first)]
        for key in keys:
            table.press(1, key)
        while not play_of(table).choices or len(play_of(table).choices) > 1:
            await asyncio.sleep(0.001)
        table.press(2, 4)
        table.stop()
        await game
        table.close()

    with Journal(folder / "journal.db") as journal:
        asyncio.run(run(journal))
    return show.shown


def play_of(table: Table) -> Play:
    return table._play


def test_no_output_depends_on_a_hidden_choice(tmp_path: Path) -> None:
    """Views, events and their number are the same whatever was selected, changed or locked."""
    outputs = []
    for number, (first, second) in enumerate([("d4", "d20"), ("d20", "d4"), ("d8", "d8")]):
        (tmp_path / str(number)).mkdir()
        outputs.append(outputs_before_reveal(tmp_path / str(number), first, second))
    assert outputs[0] == outputs[1] == outputs[2]
    assert any(isinstance(shown, dict) and shown.get("event") == "locked" for shown in outputs[0])


def test_a_choice_is_sealed_when_it_locks(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        play_script(journal, random_game(1)[:1], FakeEyes(()))
        (chosen,) = [entry for entry in journal.read(1) if isinstance(entry, Chosen)]
    assert chosen.seal == seal(chosen.nonce, chosen.value)
    assert len(chosen.nonce) == 32


class Seats:
    """Presses keys of a live table and waits for what follows."""

    def __init__(self, journal: Journal, eyes: Eyes) -> None:
        self.table = Table(journal, eyes, verdict_seconds=0)
        self.play, _events = begin(START)
        self.game = asyncio.create_task(self.table.play(journal.begin(START), self.play))

    async def press(self, seat: int, *keys: Key) -> None:
        await self.quiet()
        for key in keys:
            self.table.press(seat, key)
        await self.quiet()

    async def quiet(self) -> None:
        """Let the loop run until nothing moves any more."""
        still, before = 0, None
        while still < 5:
            await asyncio.sleep(0.005)
            now = (play_of(self.table), len(self.table._inbox), self.table._throw.look.under_way)
            still = still + 1 if now == before else 0
            before = now

    def asked(self) -> dict[int, Ask]:
        return {seat: pad.prompt.ask for seat, pad in self.table._keypads.items() if pad.prompt}

    async def end(self) -> None:
        self.table.stop()
        await self.game
        self.table.close()


def test_a_disputed_face_is_entered_anew(tmp_path: Path) -> None:
    async def run(journal: Journal) -> None:
        seats = Seats(journal, FakeEyes([seen("d6", 2), seen("d8", None, Status.UNSURE)], automatic=False))
        await seats.press(1, 2, "ok")
        await seats.press(2, 3, "ok")
        assert seats.asked() == {1: Ask.READY, 2: Ask.READY}
        await seats.press(1, "ok")
        assert seats.asked() == {2: Ask.READY}, "the picture waits for both"
        await seats.press(2, "ok")
        assert seats.asked() == {2: Ask.FACE}
        await seats.press(2, 7, "ok")
        assert seats.asked() == {1: Ask.CONFIRM}
        await seats.press(1, "back")
        assert seats.asked() == {2: Ask.FACE}
        await seats.press(2, 5, "ok")
        await seats.press(1, "ok")
        play = play_of(seats.table)
        assert play.phase is Phase.CHOOSE
        assert play.verdict is not None
        assert (play.verdict.data["rule"], play.verdict.seat) == ("dominanz", 2), "W8 zeigt 5, W6 zeigt 2"
        await seats.end()

    with Journal(tmp_path / "journal.db") as journal:
        asyncio.run(run(journal))


def test_a_seat_cannot_lock_twice(tmp_path: Path) -> None:
    async def run(journal: Journal) -> None:
        seats = Seats(journal, FakeEyes(()))
        await seats.press(1, 2, "ok", 3, "ok", 4, "ok")
        assert [type(entry).__name__ for entry in journal.read(1)] == ["Started", "Chosen"]
        assert seats.asked() == {2: Ask.CHOICE}
        await seats.end()

    with Journal(tmp_path / "journal.db") as journal:
        asyncio.run(run(journal))


def test_a_second_answer_never_counts_in_the_next_round(tmp_path: Path) -> None:
    """Zugband asks the same question again and again: keys pressed while the first answer is judged are void."""

    async def run(journal: Journal) -> None:
        table = Table(journal, FakeEyes(()), verdict_seconds=0)
        play, _events = begin(Started("zugband", 1, 2))
        game = asyncio.create_task(table.play(journal.begin(play.start), play))
        await asyncio.sleep(0)
        for seat, key in ((2, 2), (2, "ok"), (1, 3), (1, "ok"), (2, 4), (1, 1), (1, "ok"), (2, "ok")):
            table.press(seat, key)  # type: ignore[arg-type]
        while sum(isinstance(entry, Chosen) for entry in journal.read(1)) < 2 or len(table._inbox):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        bids = [(entry.seat, entry.value) for entry in journal.read(1) if isinstance(entry, Chosen)]
        assert bids == [(2, "1"), (1, "2")]
        table.stop()
        await game
        table.close()

    with Journal(tmp_path / "journal.db") as journal:
        asyncio.run(run(journal))


def overload_answers(seed: int, until: int) -> list[Answer]:
    """The first answers of a random game of Overload for two."""
    dice = random.Random(seed)
    state = GAMES["overload"].start(Setup(players=2)).state
    answers: list[Answer] = []
    while state.needs and len(answers) < until:
        need = dice.choice(state.needs)
        if isinstance(need, Choice):
            answer: Answer = Choose(need.seat, dice.choice(need.options))
        else:
            assert isinstance(need, Throw)
            answer = Thrown(need.seat, {"d8": (dice.randint(1, 8),)})
        answers.append(answer)
        state = state.apply(answer).state
    return answers


@pytest.mark.parametrize("seed", range(3))
def test_a_throw_may_close_a_choice_that_is_optional(tmp_path: Path, seed: int) -> None:
    """Overload: the load is set before the throw, or the throw closes it; both at the station as in the rules."""
    script = overload_answers(seed, 40)
    assert any(isinstance(answer, Thrown) for answer in script)
    state = GAMES["overload"].start(Setup(players=2)).state
    for answer in script:
        state = state.apply(answer).state
    start = Started("overload", 1, 2)

    async def run(journal: Journal) -> Play:
        table = Table(journal, FakeEyes((), automatic=False), verdict_seconds=0)
        panels = ScriptedPanels(script, table.stop)
        table.panels = panels
        table.recorded = lambda entry: panels.counted(answer) if (answer := as_answer(entry)) else None
        panels.open(table.press)
        play, _events = begin(start)
        play = await table.play(journal.begin(start), play)
        table.close()
        return play

    with Journal(tmp_path / "journal.db") as journal:
        assert asyncio.run(run(journal)).state == state


def test_a_script_that_ends_while_its_seat_is_asked_ends_the_game(tmp_path: Path) -> None:
    """The seat that has just confirmed is asked something new, which the script does not answer."""
    script: list[Answer] = [Choose(1, "A"), Choose(1, "0"), Thrown(1, {"d8": (3,)})]
    start = Started("overload", 1, 2)

    async def run(journal: Journal) -> Play:
        table = Table(journal, FakeEyes(()), verdict_seconds=0)
        panels = ScriptedPanels(script, table.stop)
        table.panels = panels
        table.recorded = lambda entry: panels.counted(answer) if (answer := as_answer(entry)) else None
        panels.open(table.press)
        play, _events = begin(start)
        play = await asyncio.wait_for(table.play(journal.begin(start), play), timeout=30)
        table.close()
        return play

    with Journal(tmp_path / "journal.db") as journal:
        assert [choice.seat for choice in asyncio.run(run(journal)).choices] == [2]


def test_a_rematch_does_not_begin_with_the_last_verdict(tmp_path: Path) -> None:
    show = Recorder()
    script = random_game(2)

    async def run(journal: Journal) -> None:
        table = Table(journal, FakeEyes(reading_of(script, lambda kind: True)), shows=[show], verdict_seconds=60)
        panels = ScriptedPanels(script, table.stop)
        table.panels = panels
        table.recorded = lambda entry: panels.counted(answer) if (answer := as_answer(entry)) else None
        panels.open(table.press)
        play, _events = begin(START)
        await table.play(journal.begin(START), play)
        show.shown.clear()
        table.panels = ScriptedPanels((), table.stop)
        again, _events = begin(START)
        await table.play(journal.begin(START), again)
        table.close()

    with Journal(tmp_path / "journal.db") as journal:
        asyncio.run(run(journal))
    assert {view["phase"] for view in show.shown if "phase" in view} == {"choose"}


def test_a_reading_is_shown_only_once_it_is_written(tmp_path: Path) -> None:
    class Suspicious(Recorder):
        def glance(self, glance: Glance) -> None:
            assert any(
                isinstance(entry, PictureRead) and entry.picture == glance.frame.name for entry in journal.read(1)
            )
            super().glance(glance)

    show = Suspicious()
    with Journal(tmp_path / "journal.db") as journal:
        play_script(journal, random_game(2), FakeEyes(reading_of(random_game(2), lambda kind: True)), show)
    assert "picture-6" in show.shown


def test_a_camera_that_hangs_does_not_keep_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the look was not given up yet: a service has half a minute to end."""
    monkeypatch.setattr(looking, "_END_SECONDS", 0.05)
    hangs, let_go = threading.Event(), threading.Event()

    def hang(kinds: Sequence[str]) -> Sequence[DieReading]:
        hangs.set()
        let_go.wait()
        return ()

    async def run(journal: Journal) -> None:
        table = Table(journal, FakeEyes(hang), verdict_seconds=0, look_seconds=1000)
        table._throw.look.start(["d6"])
        assert await asyncio.to_thread(hangs.wait, 20)
        table.close()

    try:
        with Journal(tmp_path / "journal.db") as journal:
            asyncio.run(run(journal))
    finally:
        let_go.set()
