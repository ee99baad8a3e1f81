"""The straight line, end to end: pictures in, choices in, verdicts, LEDs and record out, by the real command."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from controller.answers import dumps, encode
from controller.display.picture import Picture
from controller.display.process import VirtualDisplay
from controller.display.views import draw
from controller.journal import check
from controller.journal.entries import AnyEntry, FaceEntered, FaceJudged, PictureRead, Threw
from controller.journal.store import Journal
from controller.play import replay
from controller.rules.core import Answer, Choose, Thrown
from controller.view import public_view
from tests.controller.game import outcome_of
from vision.lab.still_tray import SimulatedTray

PHOTOS = Path(__file__).parents[2].parent / "shared/photos"

# Six rounds, each seat every die once: the W6 are pip dice, the others carry numerals.
ROUNDS = [
    (("d6", 5), ("d12", 7)),
    (("d12", 11), ("d6", 2)),
    (("d20", 7), ("d8", 6)),
    (("d8", 3), ("d20", 13)),
    (("d4", 2), ("d10", 10)),
    (("d10", 4), ("d4", 1)),
]
# One picture a round. Where two dice were thrown, the picture shows one of them: the other is entered.
REAL = [
    "bartek_seg/classic_d6_white_bg_5.jpg",
    "matteop65/Train_two_7.jpg",
    "burksbuilds/D20_A_07.jpg",
    "burksbuilds/D8_A_03.jpg",
    "burksbuilds/D4_A_02.jpg",
    "burksbuilds/D10_A_05.jpg",
]


def script() -> list[Answer]:
    answers: list[Answer] = []
    for first, second in ROUNDS:
        answers += [Choose(1, first[0]), Choose(2, second[0])]
        answers += [Thrown(1, {first[0]: (first[1],)}), Thrown(2, {second[0]: (second[1],)})]
    del answers[-4:-2]  # the last dice are chosen by themselves
    return answers


def play(folder: Path, pictures: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    """The command, as a person would give it."""
    answers = folder / "answers.jsonl"
    answers.write_text("".join(dumps(encode(answer)) + "\n" for answer in script()))
    command = [sys.executable, "-m", "controller", "--lang", "de", "play", "ueberwurf", "--json"]
    command += ["--camera", f"folder:{pictures}", "--answers", str(answers), "--journal", str(folder / "journal.db")]
    return subprocess.run([*command, *more], capture_output=True, text=True, timeout=120, check=False)


def recorded(folder: Path) -> list[AnyEntry]:
    with Journal(folder / "journal.db") as journal:
        (game,) = journal.games()
        assert game.finished
        assert check.faults(journal.lines(game.id), game.seed) == []
        return journal.read(game.id)


def check_line(folder: Path, done: "subprocess.CompletedProcess[str]", read: set[tuple[str, int]]) -> None:
    """The outcome, the sentences, and who said which face: at least ``read`` by the camera, the rest by the seats.

    What the camera reads beyond that depends on how careful the nets' threshold is; but nothing of it may be wrong.
    """
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[-1] == {"outcome": outcome_of(script())}
    verdicts = [line["text"] for line in lines[:-1] if line["event"] == "verdict"]
    assert len(verdicts) == 6
    assert verdicts[0].startswith("W6 zeigt 5, W12 zeigt 7")
    entries = recorded(folder)
    play_, events = replay(entries)
    assert play_.ended
    seen = [(event.data["die"], event.data["face"]) for event in events if event.name == "read"]
    truth = {(kind, value % 10 if kind == "d10" else value) for dice in ROUNDS for kind, value in dice}
    assert read <= set(seen) <= truth
    entered = [entry for entry in entries if isinstance(entry, FaceEntered)]
    judged = [entry for entry in entries if isinstance(entry, FaceJudged)]
    assert len(entered) == len(judged) == 12 - len(seen)
    assert sum(isinstance(entry, PictureRead) for entry in entries) == 6
    assert sum(isinstance(entry, Threw) for entry in entries) == 12


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the folder of real photographs, ../shared/photos, is not here")
def test_a_whole_game_from_photographs_of_real_dice(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number, name in enumerate(REAL, start=1):
        (pictures / f"{number}.jpg").symlink_to(PHOTOS / name)
    check_line(tmp_path, play(tmp_path, pictures), read={("d6", 5)})


def test_a_whole_game_from_pictures_that_the_project_renders(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number, dice in enumerate(ROUNDS, start=1):
        tray = SimulatedTray(seed=number)
        tray.place([(kind, value % 10 if kind == "d10" else value) for kind, value in dice])
        cv2.imwrite(str(pictures / f"{number}.png"), tray.still().image)
    check_line(tmp_path, play(tmp_path, pictures), read={("d6", 5), ("d6", 2)})


def test_the_display_at_the_end_of_the_line_shows_the_outcome(tmp_path: Path) -> None:
    """Over a real pseudo-terminal, by pyserial, to a display process that decodes the frames."""
    (tmp_path / "pictures").mkdir()
    for number in range(1, 7):
        cv2.imwrite(str(tmp_path / "pictures" / f"{number}.png"), SimulatedTray(seed=number).still().image)
    shown: list[Picture] = []
    with VirtualDisplay(shown.append) as display:
        done = play(tmp_path, tmp_path / "pictures", "--display", display.port)
        assert done.returncode == 0, done.stderr
        play_, _events = replay(recorded(tmp_path))
        last = draw(public_view(play_, play_.phase, ()), "de")
        assert display.wait_for(last, timeout=20) or last in shown
    assert len(set(shown)) > 3, "the picture changed on the way"


def test_pictures_that_run_out_are_entered_by_hand(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "only.png"), SimulatedTray(seed=1).still().image)
    done = play(tmp_path, tmp_path / "pictures", "--display", "none")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {"outcome": outcome_of(script())}


def test_a_damaged_picture_is_named_and_the_throw_entered(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1-damaged.png").write_bytes(b"no picture")
    for number in range(2, 8):
        cv2.imwrite(str(tmp_path / "pictures" / f"{number}.png"), SimulatedTray(seed=number).still().image)
    done = play(tmp_path, tmp_path / "pictures", "--display", "none")
    assert done.returncode == 0, done.stderr
    pictures = [entry.picture for entry in recorded(tmp_path) if isinstance(entry, PictureRead)]
    # Used up, so that no throw gets an older picture after a restart.
    assert pictures[0] == "1-damaged.png"
    (asked, *_rest) = [line for line in map(json.loads, done.stdout.splitlines()) if line.get("event") == "asked"]
    assert "1-damaged.png" in asked["text"]
