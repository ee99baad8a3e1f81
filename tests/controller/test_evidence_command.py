"""``dicetable record evidence``, ``pin`` and ``unpin``: what is kept of the throws of a game at the station."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from controller.answers import dumps, encode
from controller.evidence import Evidence
from controller.rules.core import Answer, Choose, Thrown
from vision.lab.still_tray import SimulatedTray

SCRIPT: list[Answer] = [Choose(1, "d6"), Choose(2, "d8"), Thrown(1, {"d6": (5,)}), Thrown(2, {"d8": (3,)})]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game in which one throw was looked at."""
    folder = tmp_path_factory.mktemp("evidence")
    (folder / "pictures").mkdir()
    tray = SimulatedTray(seed=1)
    tray.place([("d6", 5), ("d8", 3)])
    cv2.imwrite(str(folder / "pictures" / "only.png"), tray.still().image)
    (folder / "answers.jsonl").write_text("".join(dumps(encode(answer)) + "\n" for answer in SCRIPT))
    source, answers = f"folder:{folder / 'pictures'}", str(folder / "answers.jsonl")
    done = dicetable(folder, "play", "ueberwurf", "--camera", source, "--answers", answers, "--display", "none")
    assert done.returncode == 3, done.stderr
    return folder


def dicetable(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "controller", "--lang", "en", *arguments, "--journal", str(folder / "journal.db")]
    environment = os.environ | {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)


def test_each_throw_is_listed_with_its_files(played: Path) -> None:
    said = dicetable(played, "record", "evidence", "last").stdout.splitlines()
    assert said[0].split()[0] == "3"
    assert "d6 5" in said[0]
    still = Evidence(played / "journal.db").still("only.png")
    assert said[1].strip() == str(still)


def test_a_throw_is_pinned_and_unpinned(played: Path) -> None:
    evidence = Evidence(played / "journal.db")
    done = dicetable(played, "record", "pin", "last", "--entry", "3")
    assert (done.returncode, done.stdout) == (0, f"Kept: {evidence.plain('only.png')}\n")
    assert evidence.pinned("only.png")
    assert "[pinned]" in dicetable(played, "record", "evidence", "last").stdout
    assert dicetable(played, "record", "unpin", "last", "--entry", "3").returncode == 0
    assert not evidence.pinned("only.png")


def test_what_a_power_cut_has_cut_off_is_named(played: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(played, tmp_path / "copy")
    for path in (folder / "journal.db.evidence").iterdir():
        path.write_bytes(path.read_bytes()[:1000])
    done = dicetable(folder, "record", "evidence", "last")
    assert (done.returncode, done.stdout.splitlines()[1].strip()) == (0, "damaged, as by a power cut")
    done = dicetable(folder, "record", "pin", "last", "--entry", "3")
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    card = dicetable(folder, "record", "verify", "last")
    assert card.returncode == 0, "the record itself does not hang on it"


def test_another_entry_is_refused_in_one_line(played: Path) -> None:
    done = dicetable(played, "record", "pin", "last", "--entry", "1")
    assert done.returncode != 0
    assert done.stderr == "entry 1: holds no picture; these do: 3\n"
