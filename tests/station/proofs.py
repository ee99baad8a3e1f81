"""What must hold at every moment of a game, whatever has happened to the table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from controller import asking
from controller.amend import answers
from controller.answers import event_json
from controller.asking import Beside
from controller.journal import check
from controller.journal.entries import (
    AnyEntry,
    Chosen,
    FaceAgreed,
    FaceJudged,
    Halted,
    ProposalJudged,
    Proposed,
    Threw,
    ThrownAgain,
    Undone,
)
from controller.journal.store import Journal
from controller.matching import lying
from controller.panel.keypad import Prompt
from controller.play import Phase, Play, replay, setup_of
from controller.rules import GAMES
from controller.rules.core import Event
from controller.table import Table
from controller.view import public_view
from controller.web import snapshot
from vision.reading import Face


class Proofs:
    """Looks on, and raises ``AssertionError`` where something does not hold.

    1. A throw counts only as what was thrown: read with certainty, or entered and confirmed by another seat.
    2. What all others have to agree to is done only once each of them has.
    3. A locked hidden choice changes nothing that anybody sees: every output is the same with any other option.
    4. The table's game is what its record gives, and the record can be proved.
    5. After a restart the game stands where the record stood, and nothing of it is lost.
    6. Somebody is asked something as long as the game goes on.
    7. A game ends as the rules alone end it, by the answers that count.
    """

    def __init__(self, play: Play) -> None:
        self._play = play
        self._halted = 0
        self._agreed: set[int] = set()
        self._secrets: list[str] = []

    # --- entries -----------------------------------------------------------------------------------------------------

    def throw(self, entry: Threw, thrown: Mapping[str, Sequence[Face]]) -> None:
        """A throw counts; ``thrown`` is what really lies there, by type of die."""
        counted: dict[str, list[Face]] = {}
        for die in lying(entry.seat, entry.dice):
            assert die.face is not None
            counted.setdefault(die.type, []).append(die.face)
        assert {kind: sorted(values, key=str) for kind, values in counted.items()} == thrown, (
            "a value that was not thrown"
        )

    def entry(self, before: Play, entry: AnyEntry, after: Play, events: Sequence[Event], said: Sequence[str]) -> None:
        """An entry was recorded; ``said`` is all that was shown since the one before."""
        self._play = after
        self._agreement(before, entry)
        if isinstance(entry, FaceJudged):
            assert before.dice[entry.die].seat != entry.seat, "nobody confirms what they have entered themselves"
        if isinstance(entry, Chosen):
            self._hidden(before, entry, after, events)
            self._secrets += [entry.nonce, entry.seal]
        for text in said:
            assert not any(secret in text for secret in self._secrets), "a seal was shown"

    def _agreement(self, before: Play, entry: AnyEntry) -> None:
        halt = before.halt
        match entry:
            case Halted() | Proposed():
                self._agreed = set()
            case ProposalJudged(seat=seat, agrees=agrees):
                assert halt is not None
                assert seat != halt.seat, "nobody agrees with themselves"
                self._agreed = self._agreed | {seat} if agrees else set()
            case FaceAgreed() | ThrownAgain() | Undone():
                assert halt is not None
                assert self._agreed == set(range(1, before.start.players + 1)) - {halt.seat}, "not all have agreed"

    def _hidden(self, before: Play, entry: Chosen, after: Play, events: Sequence[Event]) -> None:
        choice = next(one for one in before.choices if one.seat == entry.seat)
        if not choice.hidden or entry.seat not in after.locked:
            return
        for other in choice.options:
            instead, happened = before.fold(msgspec.structs.replace(entry, value=other))
            assert self._public(instead, happened) == self._public(after, events), "a hidden choice can be seen"

    def _public(self, play: Play, events: Sequence[Event]) -> list[Any]:
        """Everything that anybody but the seat itself may see of a moment."""
        prompts = asking.prompts(play, Beside())
        view = public_view(play, play.phase, prompts)
        page = snapshot.state(snapshot.Moment(1, view, {}, 1, play), "")
        back = [seat for seat in play.names if play.take_back(seat)]
        told = [event_json(event, play.names) for event in events]
        return [view, prompts, page, snapshot.Rounds().of(play), back, told]

    # --- moments -----------------------------------------------------------------------------------------------------

    def moment(self, table: Table, view: Mapping[str, Any], asked: Mapping[int, Prompt]) -> None:
        """Everything that was to be done at this moment is done."""
        present = table.present
        assert present is not None
        assert present[1] == self._play, "the table stands elsewhere than its record"
        if table.keeper.trouble or table.paused or view["phase"] in ("reading", "over"):
            return
        assert asked or self._play.ended, f"nobody is asked anything: {view}"
        assert sorted(asked) == view["asked"]

    def goes_on(self, play: Play) -> None:
        """The station has started again; ``play`` is what it found."""
        seen = self._play.history
        assert play.history[: len(seen)] == seen, "what people had seen is lost"
        expected, _events = replay(play.history[: len(seen)])
        assert public_view(expected, expected.phase, ()) == public_view(self._play, self._play.phase, ())
        if len(play.history) == len(seen):
            assert (play.phase, play.locked, play.dice, play.halt) == (
                self._play.phase,
                self._play.locked,
                self._play.dice,
                self._play.halt,
            )
        self._play = play

    def record(self, path: Path, game: int) -> None:
        """The station has ended, and its record lies there."""
        with Journal(path, read_only=True) as journal:
            row = next(row for row in journal.games() if row.id == game)
            assert check.faults(journal.lines(game), row.seed) == []
            play, _events = replay(journal.read(game))
        assert play.history[: len(self._play.history)] == self._play.history, "what people had seen is lost"
        assert row.finished == play.ended
        state = GAMES[play.start.game].start(setup_of(play.start)).state
        for answer in answers(play.history):
            state = state.apply(answer).state
        assert state == play.state, "the record is not the game that the rules give"
        if play.ended and play.phase is Phase.OVER and not play.closed:
            assert play.outcome == state.outcome
