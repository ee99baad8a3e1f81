"""Killed at random instants of whole games nothing is lost; the same trial as ``make kill-journal``, only shorter."""

import random
from pathlib import Path

import pytest

from controller.journal.lines import Line
from controller.journal.store import Journal
from tests.journal.evening import STARTS
from tests.journal.kill import Trial


def test_no_kill_at_any_instant_loses_anything(folder: Path) -> None:
    trial = Trial(folder, random.Random(5))
    trial.run(times=20, games=2)
    assert trial.kills >= 20
    assert trial.games >= 2
    assert trial.kills - trial.idle > 0, "some kills fell into a game"
    assert trial.heard > 0, "the page was read"


def test_the_trial_finds_an_entry_that_is_lost(folder: Path) -> None:
    """After every other kill the last entry is gone from the file, as on a disk that lies about what it has written."""

    class Forgetful(Trial):
        def _read(self, game: int) -> tuple[bool, list[Line]]:
            ended, lines = super()._read(game)
            return ended, lines[:-1] if self.kills % 2 else lines

    with pytest.raises(AssertionError, match=r"an entry is lost|not on the disk"):
        Forgetful(folder, random.Random(5)).run(times=20)


def test_the_trial_finds_what_is_shown_before_it_is_written(folder: Path) -> None:
    with Journal(folder / "journal.db") as journal:
        lines = journal.lines(journal.begin(STARTS[0]))
    (folder / "shown.jsonl").write_text('[{"event":"locked","seat":1}]\n')
    with pytest.raises(AssertionError, match="not on the disk"):
        Trial(folder, random.Random(5))._check_shown(lines, lines)
    (folder / "shown.jsonl").unlink()
    trial = Trial(folder, random.Random(5))
    trial._told = [{"event": "locked", "seat": 1, "text": "Anna"}]
    with pytest.raises(AssertionError, match="the page told what is not on the disk"):
        trial._check_shown(lines, lines)
