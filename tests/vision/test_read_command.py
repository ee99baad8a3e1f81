"""``dicetable read`` from the outside."""

import errno
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.commands.read import read
from tests.vision.dice_pictures import Die, draw
from vision.picture import load_picture, save_picture


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    save_picture(tmp_path / "five.png", draw([Die(5)]))
    save_picture(tmp_path / "three.png", draw([Die(3)]))
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 broken")
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(read, [str(argument) for argument in arguments])


def test_json_has_exactly_the_promised_keys(pictures: Path) -> None:
    result = run(pictures / "five.png", "--json")
    assert result.exit_code == 0
    line = json.loads(result.stdout)
    assert list(line) == ["picture", "ms", "dice"]
    assert line["picture"] == str(pictures / "five.png")
    assert line["ms"] > 0
    (die,) = line["dice"]
    assert list(die) == ["type", "value", "confidence", "status", "box"]
    assert (die["type"], die["value"], die["status"], len(die["box"])) == ("d6", 5, "read", 4)


def test_one_line_a_picture(pictures: Path) -> None:
    result = run(pictures / "five.png", pictures / "three.png", "--json")
    assert [len(json.loads(line)["dice"]) for line in result.stdout.splitlines()] == [1, 1]


def test_the_table_shows_type_value_and_state(pictures: Path) -> None:
    result = run(pictures / "five.png")
    assert result.exit_code == 0
    assert "five.png" in result.stdout
    assert " 5 " in result.stdout


def test_a_broken_file_costs_one_line_and_not_the_other_pictures(pictures: Path) -> None:
    result = run(pictures / "broken.jpg", pictures / "absent.png", pictures / "five.png", "--json")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 2
    assert "broken.jpg" in result.stderr
    assert "absent.png" in result.stderr
    assert json.loads(result.stdout)["dice"][0]["value"] == 5


def test_an_unknown_type_is_one_clear_line(pictures: Path) -> None:
    result = run(pictures / "five.png", "--expect", "d8,d7")
    assert result.exit_code == 2
    assert "d7" in result.stderr
    assert "d12" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_expected_types_reach_the_reading(pictures: Path) -> None:
    asked = json.loads(run(pictures / "five.png", "--json", "--expect", "d6").stdout)["dice"][0]
    other = json.loads(run(pictures / "five.png", "--json", "--expect", "d12").stdout)["dice"][0]
    assert "unexpected" not in asked
    assert other["unexpected"] is True


def test_a_folder_that_cannot_be_written_is_named_and_the_dice_are_said(
    pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, data: bytes) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "write_bytes", refused)
    result = run(pictures / "five.png", "--annotate", pictures / "out")
    path = pictures / "out" / "five.png"
    words = f"{path}: cannot be written: {os.strerror(errno.EROFS)}; name another folder with --annotate\n"
    assert (result.exit_code, result.stderr) == (1, words)
    assert "1 of 1 dice read" in result.stdout


def test_annotated_copies_are_written(pictures: Path) -> None:
    result = run(pictures / "five.png", "--annotate", pictures / "out")
    assert result.exit_code == 0
    assert load_picture(pictures / "out" / "five.png").shape == (480, 640, 3)
