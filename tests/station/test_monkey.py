"""Evenings at which everything goes wrong: short ones here, long ones by ``make monkey``; and that they find faults."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller import matching, throwing, view
from controller.errors import RecordError
from controller.journal.entries import Seen
from controller.matching import OpenDie
from controller.play import Play
from controller.rules import GAMES
from tests.station import monkey
from vision.reading import Status


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whatever_goes_wrong_every_game_can_be_proved(tmp_path: Path, game: str) -> None:
    tally = monkey.evening(tmp_path, 12, games=2, game=game)
    assert tally.games == tally.ended == 2
    assert tally.kinds["Chosen"] > 0
    assert tally.did.total() > 5


def test_it_finds_a_table_that_believes_a_doubtful_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def believe(dice: Sequence[OpenDie], seen: Sequence[Seen], each: bool) -> tuple[OpenDie, ...]:
        return matching.match(dice, [msgspec.structs.replace(one, status=Status.READ.value) for one in seen], each)

    monkeypatch.setattr(throwing, "match", believe)
    with pytest.raises(AssertionError, match="a value that was not thrown"):
        monkey.evening(tmp_path, 3, games=20, game="wizard")


def test_it_finds_a_hidden_choice_in_the_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(play: Play) -> Any:
        return len(str(getattr(play.history[-1], "value", "")))

    monkeypatch.setattr(view, "_series", leak)
    with pytest.raises(AssertionError, match="a hidden choice can be seen"):
        monkey.evening(tmp_path, 3, games=20, game="ueberwurf")


def test_it_finds_an_entry_that_was_shown_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = monkey.FaultyJournal.append

    def forget(self: monkey.FaultyJournal, game: int, new: Sequence[Any], finished: bool = False) -> None:
        if self.sequence % 50 != 30:
            written(self, game, new, finished)
        else:
            self.sequence += 1

    monkeypatch.setattr(monkey.FaultyJournal, "append", forget)
    with pytest.raises((AssertionError, RecordError)):
        monkey.evening(tmp_path, 3, games=20, game="ueberwurf")
