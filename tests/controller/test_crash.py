"""Killed with SIGKILL at every answer of a game and started again: same phase and locks, nothing lost or leaked.

A server process forks a fresh station for each start, so that a start costs no import. The station kills itself with
the real signal right before or right after a chosen write, which are the only instants that can make a difference.
"""

import json
import multiprocessing
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest

from controller.config import load
from controller.journal.entries import AnyEntry, Chosen, PictureRead
from controller.journal.store import Journal, Step
from controller.play import Phase, Play, replay
from controller.rules.core import Answer, Choose, Thrown
from tests.controller.game import outcome_of, random_game
from vision.lab.still_tray import SimulatedTray

SPAWNER = multiprocessing.get_context("forkserver")
SPAWNER.set_forkserver_preload(["controller.station", "tests.controller.game"])


def station(folder: Path, script: list[Answer], kill_at: int, after: bool, out: Path) -> None:
    """One start of the station, in a process of its own; lines go to a file as they are shown."""
    from controller import i18n
    from controller.station import Station

    i18n.use("en")
    written = 0
    append = Journal.append

    def deadly(journal: Journal, game: int, new: Sequence[Step], finished: bool = False) -> None:
        nonlocal written
        written += 1
        if written == kill_at and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        append(journal, game, new, finished)
        if written == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    Journal.append = deadly  # type: ignore[method-assign, assignment]
    config = load(None, settings(folder)).config
    with out.open("a", encoding="utf-8", buffering=1) as lines:
        Station(config, script, write=lambda line: print(line, file=lines), json=True).run(rematch=False)


def settings(folder: Path) -> dict[str, Any]:
    return {
        "camera.source": f"folder:{folder / 'pictures'}",
        "display.port": "none",
        "journal.path": str(folder / "journal.db"),
        "table.verdict_seconds": 0,
    }


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, list[Answer]]:
    """A folder with the pictures of a game, and its script."""
    script = random_game(21)
    (tmp_path / "pictures").mkdir()
    for number, dice in enumerate(rounds(script), start=1):
        tray = SimulatedTray(seed=number)
        tray.place(dice)
        cv2.imwrite(str(tmp_path / "pictures" / f"round{number}.png"), tray.still().image)
    return tmp_path, script


def rounds(script: list[Answer]) -> list[list[tuple[str, int]]]:
    """The physical dice of each round, as glyphs."""
    throws: dict[int, list[tuple[str, int]]] = {1: [], 2: []}
    for answer in script:
        if isinstance(answer, Thrown):
            ((kind, (value,)),) = answer.dice.items()
            throws[answer.seat].append((kind, int(value) % 10 if kind == "d10" else int(value)))
    return [list(pair) for pair in zip(throws[1], throws[2], strict=True)]


def start(folder: Path, script: list[Answer], kill_at: int = 0, after: bool = False) -> int | None:
    process = SPAWNER.Process(target=station, args=(folder, script, kill_at, after, folder / "shown.jsonl"))
    process.start()
    process.join(60)
    code = process.exitcode
    process.close()
    return code


def on_disk(folder: Path) -> tuple[Play, list[Any], list[AnyEntry]]:
    with Journal(folder / "journal.db") as journal:
        entries = journal.read(1)
    play, events = replay(entries)
    return play, events, entries


def shown(folder: Path) -> list[dict[str, Any]]:
    path = folder / "shown.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def hidden(play: Play) -> list[str]:
    """The choices that are locked and not revealed."""
    seats = play.state.view(1)["seats"][0], play.state.view(2)["seats"][1]
    public = play.state.view()["seats"]
    return [own["die"] for own, seen in zip(seats, public, strict=True) if own["die"] and not seen["die"]]


def since_reveal(folder: Path) -> list[dict[str, Any]]:
    """What was shown since the last verdict: all that a hidden choice could have leaked into."""
    lines = shown(folder)
    verdicts = [place for place, line in enumerate(lines) if line["event"] == "verdict"]
    return lines[verdicts[-1] + 1 :] if verdicts else lines


def test_killed_at_every_answer_the_station_goes_on_where_it_was(table: tuple[Path, list[Answer]]) -> None:
    folder, script = table
    locked_and_hidden = 0
    phases = set()
    for _turn in range(200):
        before = on_disk(folder)[2] if (folder / "journal.db").exists() else None
        assert start(folder, script, kill_at=1, after=False) == -signal.SIGKILL
        # Killed before the write: the disk is as it was, and nothing new was shown.
        play, events, entries = on_disk(folder)
        assert before is None or entries == before
        assert [line["event"] for line in shown(folder)] == [event.name for event in events][: len(shown(folder))]
        # Killed after the write: one answer further, which was not shown yet and is not lost.
        assert start(folder, script, kill_at=1, after=True) == -signal.SIGKILL
        play, events, more = on_disk(folder)
        assert more[: len(entries)] == entries
        assert len(more) > len(entries)
        phases.add(play.phase)
        for choice in hidden(play):
            locked_and_hidden += 1
            assert not any(choice in json.dumps(line) for line in since_reveal(folder))
        if play.ended:
            break
    play, events, entries = on_disk(folder)
    assert play.ended
    assert play.state.outcome is not None
    assert play.state.outcome.as_json()["outcome"] == outcome_of(script)
    assert locked_and_hidden >= 5
    assert phases >= {Phase.CHOOSE, Phase.THROW, Phase.CONFIRM}
    # No picture was used twice and none was passed over.
    pictures = [entry.picture for entry in entries if isinstance(entry, PictureRead)]
    assert pictures == [f"round{number}.png" for number in range(1, 7)]
    # The reading and the script agree, so no answer came twice or went missing on the way.
    choices = [entry for entry in entries if isinstance(entry, Chosen)]
    assert len(choices) == sum(isinstance(answer, Choose) for answer in script)


def test_a_station_that_is_started_again_shows_the_same_locks(table: tuple[Path, list[Answer]]) -> None:
    """Stopped after seat 1 has locked: the next start asks seat 2 alone, and says nothing of the choice."""
    folder, script = table
    first = next(answer for answer in script if isinstance(answer, Choose))
    assert start(folder, [first], kill_at=1, after=True) == -signal.SIGKILL
    play, _events, _entries = on_disk(folder)
    assert [choice.seat for choice in play.choices] == [3 - first.seat]
    assert play.state.view()["seats"][first.seat - 1].items() >= {
        "seat": first.seat, "score": 0, "locked": True, "die": None, "roll": None,
    }.items()  # fmt: skip
    assert start(folder, [first]) == 0, "without an answer for seat 2 it stops by itself"
    assert not (folder / "shown.jsonl").read_text(), "nothing happened, so nothing is said"
