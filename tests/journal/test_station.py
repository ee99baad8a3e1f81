"""The station and its journal: what was set aside is said, what could be read is there, and the game goes on."""

from pathlib import Path
from typing import Any

import cv2
import pytest

from controller.config import load
from controller.journal import check
from controller.journal.store import Journal
from controller.rules.core import Answer
from controller.station import Station
from tests.controller.game import outcome_of, random_game
from vision.lab.still_tray import SimulatedTray


def settings(folder: Path) -> dict[str, Any]:
    """A station whose camera has one picture, of an empty tray: the seats enter every face."""
    pictures = folder / "pictures"
    if not pictures.exists():
        pictures.mkdir()
        cv2.imwrite(str(pictures / "only.png"), SimulatedTray(seed=1).still().image)
    return {
        "camera.source": f"folder:{pictures}",
        "display.port": "none",
        "journal.path": str(folder / "journal.db"),
        "table.verdict_seconds": 0,
    }


def play(folder: Path, script: list[Answer]) -> None:
    """One start of the station, until its script ends."""
    Station(load(None, settings(folder)).config, script, write=lambda line: None).run(rematch=False)


def test_what_a_damaged_journal_still_holds_is_taken_over_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    script = random_game(4)
    play(tmp_path, random_game(2))
    play(tmp_path, script[:7])
    with Journal(path, read_only=True) as journal:
        before = [journal.lines(game.id) for game in journal.games()]
    content = bytearray(path.read_bytes())
    content[:16] = bytes(16)
    path.write_bytes(content)
    capsys.readouterr()
    play(tmp_path, script)
    said = capsys.readouterr().err
    (kept,) = tmp_path.glob("journal.damaged-*.db")
    assert "was damaged" in said
    assert kept.name in said
    assert kept.read_bytes() == content
    with Journal(path, read_only=True) as journal:
        first, second = journal.games()
        assert journal.lines(first.id) == before[0]
        assert journal.lines(second.id)[: len(before[1])] == before[1], "the game in progress has gone on"
        assert [check.faults(journal.lines(game.id), game.seed) for game in (first, second)] == [[], []]
        assert second.finished
        assert journal.read(second.id)[-1].outcome == outcome_of(script)  # type: ignore[union-attr]


def test_a_station_takes_up_a_journal_that_was_restored(tmp_path: Path) -> None:
    from controller.journal.backup import backup, restore

    path = tmp_path / "journal.db"
    script = random_game(4)
    play(tmp_path, script[:7])
    backup(path, tmp_path / "copy.db")
    play(tmp_path, script[:9])
    restore(path, tmp_path / "copy.db", replace_unfinished=True)
    play(tmp_path, script)
    with Journal(path, read_only=True) as journal:
        (game,) = journal.games()
        assert game.finished
        assert journal.read(game.id)[-1].outcome == outcome_of(script)  # type: ignore[union-attr]
