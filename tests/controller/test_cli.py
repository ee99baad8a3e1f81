"""The command line: what a script or a person sees, exit codes, one-line errors."""

import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from controller import cli
from controller.answers import dumps, encode
from controller.rules.core import Answer, Choose
from tests.controller.game import outcome_of, random_game


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program in this process."""

    def call(*arguments: str, given: str | None = None) -> Result:
        monkeypatch.setattr("sys.argv", ["dicetable", "--lang", "en", *arguments])
        monkeypatch.setattr("sys.stdin", io.StringIO(given or ""))
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
        return Result(code, *capsys.readouterr())

    return call


def lines(answers: Sequence[Answer]) -> str:
    return "".join(dumps(encode(answer)) + "\n" for answer in answers)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text(lines(random_game(12)))
    return path


def test_a_game_from_a_file_ends_with_its_outcome(run: Run, script: Path) -> None:
    result = run("play", "ueberwurf", "--answers", str(script), "--json")
    events = [json.loads(line) for line in result.out.splitlines()]
    assert result.code == 0
    assert result.err == ""
    assert events[-1] == {"outcome": outcome_of(random_game(12))}
    assert set(events[-1]["outcome"]) == {"winner", "scores", "reason"}
    assert all(event["event"] and event["text"] for event in events[:-1])


def test_answers_come_from_standard_input_too(run: Run, script: Path) -> None:
    from_file = run("play", "ueberwurf", "--answers", str(script), "--json")
    from_pipe = run("play", "ueberwurf", "--answers", "-", "--json", given=script.read_text())
    assert from_file == from_pipe


def test_a_game_cut_short_says_what_the_table_needs(run: Run) -> None:
    given = '{"choice": {"seat": 1, "value": "d8"}}\n'
    result = run("play", "ueberwurf", "--answers", "-", "--json", given=given)
    assert result.code == 3
    (locked, needs) = [json.loads(line) for line in result.out.splitlines()]
    assert locked["event"] == "locked"
    (need,) = needs["needs"]
    assert (need["need"], need["seat"]) == ("choice", 2)
    assert run("play", "ueberwurf", "--answers", "-", "--needs", given=given).out == dumps(needs) + "\n"


@pytest.mark.parametrize("first", ["d4", "d8", "d20"])
def test_a_hidden_choice_is_in_no_output_before_the_reveal(run: Run, first: str) -> None:
    """Every byte is the same whatever was locked."""
    results = {
        run("play", "ueberwurf", "--answers", "-", "--json", given=lines([Choose(1, value)])) for value in ("d4", first)
    }
    assert len(results) == 1


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (
            '{"choice": {"seat": 1, "value": "d8"}}\n{"choice": {"seat": 1, "value": "d6"}}',
            "line 2: Seat 1 is not asked",
        ),
        ('{"choice": {"seat": 3, "value": "d8"}}', "line 1: Seat 3 is not asked"),
        ('\n{"choice": {"seat": 1, "value": "d7"}}', "line 2: Seat 1 may not choose d7; allowed: d4, d6"),
        ('{"throw": {"seat": 1, "dice": {"d8": [5]}}}', "line 1: Seat 1 is not asked to throw now"),
        ("so what", "line 1: "),
        ('{"choice": {"seat": 1, "value": "d8"}}{', "line 1: "),
    ],
)
def test_an_impermissible_answer_is_one_line_with_its_number(run: Run, given: str, complaint: str) -> None:
    result = run("play", "ueberwurf", "--answers", "-", "--json", given=given)
    assert result.code == 2
    assert result.err.startswith(complaint)
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["play", "skat", "--answers", "-"], "command line: station.game: found 'skat', allowed: ueberwurf, "),
        (["play", "ueberwurf", "--answers", "absent"], "--answers absent: cannot be read"),
        (["play", "ueberwurf", "--players", "3", "--answers", "-"], "Überwurf is played by 2, not 3"),
        (
            ["play", "ueberwurf", "--variant", "no", "--answers", "-"],
            "command line: station.variants: found 'no', allowed: ehrenspiel, ",
        ),
        (
            ["play", "ueberwurf", "--house", "no=1", "--answers", "-"],
            "command line: station.house: Überwurf has no house rule no; allowed: ",
        ),
        (
            ["play", "ueberwurf", "--house", "tie=maybe", "--answers", "-"],
            "command line: station.house: house rule tie: 'maybe' is not possible; ",
        ),
        (["play", "ueberwurf", "--house", "tie", "--answers", "-"], "--house tie: allowed is KEY=VALUE"),
        (["play", "ueberwurf", "--players", "9", "--answers", "-"], "command line: station.players: found 9"),
        (["--config", "absent.toml", "config"], "absent.toml: no such file"),
        (["config", "--config", "absent.toml"], "absent.toml: no such file"),
        (
            ["play", "ueberwurf", "--answers", "-", "--camera", "telescope"],
            "command line: camera.source: found 'telescope', allowed: simulated, ",
        ),
        (["record", "show", "last", "--journal", "absent.db"], "journal absent.db: "),
        (["record", "show", "absent.json"], "absent.json: cannot be read"),
    ],
)
def test_bad_input_gets_one_clear_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.code in (1, 2)
    assert result.out == ""
    assert result.err.startswith(complaint)
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err


def test_debug_shows_where_an_error_comes_from(run: Run) -> None:
    with pytest.raises(Exception, match="skat"):
        run("--debug", "play", "skat", "--answers", "-")


def test_the_configuration_is_printed_with_its_sources(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[camera]\nsource = "folder:pictures"\n')
    result = run("config", "--config", str(path))
    assert result.code == 0
    assert f'source = "folder:pictures"  # {path}' in result.out
    assert "players = 2  # default" in result.out


def test_games_lists_every_option_in_both_languages(run: Run) -> None:
    english = run("games", "--json").out
    german = run("--lang", "de", "games", "--json").out
    for one, other in zip(english.splitlines(), german.splitlines(), strict=True):
        first, second = json.loads(one), json.loads(other)
        assert first["game"] == second["game"]
        assert first["about"] != second["about"]
        for kind in ("variants", "house"):
            for mine, theirs in zip(first[kind], second[kind], strict=True):
                assert mine["help"] != theirs["help"], mine


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LC_ALL": "en_US", "LANG": "de_DE"}, "en"),
        ({}, "de"),
    ],
)
def test_the_language_is_the_locale_s_or_german(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], environment: dict[str, str], language: str
) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr("sys.argv", ["dicetable", "play", "skat"])
    with pytest.raises(SystemExit):
        cli.main()
    said = capsys.readouterr().err
    assert ("erlaubt" in said) == (language == "de")
    assert ("allowed" in said) == (language == "en")


def test_stakes_are_shown_at_the_start_and_refused_where_there_are_none(run: Run) -> None:
    """„A game may name a stake a seat, as free text“; the Ehrenspiel knows none."""
    stakes = ["--stakes", "two nuts {seat},a bolt", "--answers", "-"]
    said = run("play", "ueberwurf", *stakes).out.splitlines()
    assert said[:2] == ["Seat 1 stakes: two nuts {seat}", "Seat 2 stakes: a bolt"]
    refused = run("play", "ueberwurf", "--variant", "ehrenspiel", *stakes)
    assert (refused.code, refused.err) == (2, "Ehrenspiel is played without stakes\n")


def test_the_seat_that_begins_can_be_named(run: Run) -> None:
    needs = json.loads(run("play", "wizard", "--players", "3", "--first", "2", "--needs").out)["needs"]
    assert [need["seat"] for need in needs] == [2]


# --- the record ------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(run: Run, tmp_path: Path) -> list[str]:
    """The options that name a journal with one finished game of Zugband."""
    bids = [(1, "3"), (2, "1"), (1, "2"), (2, "2"), (1, "1"), (2, "3")]
    options = ["--journal", str(tmp_path / "journal.db")]
    station = ["--camera", "simulated", "--display", "none", *options]
    result = run("play", "zugband", "--answers", "-", *station, given=lines([Choose(*bid) for bid in bids]))
    assert result.code == 0, result.err
    return options


def test_a_recorded_game_is_shown_proved_and_replayed(run: Run, played: list[str], tmp_path: Path) -> None:
    assert run("record", "list", *played).out.endswith("  Zugband  end 0 : 0; a draw\n")
    assert "Revealed: 3 against 1" in run("record", "show", "last", *played).out
    assert run("record", "verify", "1", *played).code == 0
    file = str(tmp_path / "game.json")
    assert run("record", "export", "last", file, *played).code == 0
    again = run("record", "replay", file, "--json")
    assert again == run("record", "replay", "last", "--json", *played)
    assert json.loads(again.out.splitlines()[-1])["outcome"]["reason"] == "markers"
    assert run("record", "verify", file).code == 0
    reviews = [json.loads(line) for line in run("record", "review", file, "--json").out.splitlines()]
    assert {one["seat"] for one in reviews} == {1, 2}


def test_a_referee_sees_what_a_correction_breaks_before_it_is_written(run: Run, played: list[str]) -> None:
    who = ["--by", "Referee", "--why", "miscounted"]
    before = run("record", "show", "last", *played).out
    checked = run("record", "correct", "last", "--entry", "1", "--value", "2", *who, "--check", *played)
    assert checked.code == 0
    assert "Nothing was written" in checked.out
    refused = run("record", "correct", "last", "--entry", "3", "--value", "3", *who, *played)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "entry 5" in refused.out, "with three more bid in round two, the marker of round three is gone"
    assert run("record", "show", "last", *played).out == before
    written = run("record", "correct", "last", "--entry", "3", "--value", "3", *who, "--void", *played)
    assert written.code == 0
    lines_of_three = run("record", "show", "last", *played).out.partition("\n   3  ")[2].splitlines()
    assert "locks 3 (seal" in lines_of_three[0], "as it counts"
    assert lines_of_three[1].strip() == "corrected; before: 2"
    assert "miscounted" in run("record", "show", "last", *played).out
    assert run("record", "verify", "last", *played).code == 0
    closed = run("record", "close", "last", "conceded", "--seat", "2", *who, *played)
    assert (closed.code, closed.err) == (2, "the game is over\n"), (
        "so corrected, seat 1 has pulled the knot to the goal"
    )


def test_a_change_of_the_file_is_found(run: Run, played: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("record", "export", "last", str(file), *played)
    file.write_text(file.read_text().replace('"value":"3"', '"value":"2"', 1))
    result = run("record", "verify", str(file))
    assert result.code == 1
    assert "chain" in result.err
    assert "sealed" in result.err


@pytest.mark.parametrize("content", ['"lines":[]', '"lines":[{"at":"","entry":{"kind":"x"},"events":[],"chain":""}]'])
@pytest.mark.parametrize("command", ["show", "replay", "export", "review"])
def test_a_file_without_a_game_in_it_is_one_clear_line(run: Run, tmp_path: Path, content: str, command: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(f'{{"format":1,"game":"zugband","started":"","seed":"",{content}}}')
    result = run("record", command, str(file))
    assert result.code == 2
    assert (result.out, result.err.count("\n")) == ("", 1)


def test_a_hidden_choice_is_hidden_from_the_referee_too(run: Run, tmp_path: Path) -> None:
    """Also one that was locked in a round which is annulled before the reveal: the round is played anew."""
    options = ["--journal", str(tmp_path / "journal.db")]
    station = ["--camera", "simulated", "--display", "none", *options]
    bids = [Choose(1, "1"), Choose(2, "2"), Choose(1, "3")]
    assert run("play", "zugband", "--answers", "-", *station, given=lines(bids)).code == 3
    who = ["--by", "Referee", "--why", "a coin fell"]
    assert "hidden" in run("record", "show", "last", *options).out
    assert run("record", "export", "last", "-", *options).code == 2
    broken = run("record", "correct", "last", "--entry", "3", "--value", "0", *who, *options)
    assert broken.code == 2
    assert run("record", "annul", "last", "--round", "2", *who, *options).code == 0
    shown = run("record", "show", "last", *options).out
    assert "locks hidden" in shown
    assert "locks 3" not in shown
    assert run("record", "export", "last", "-", *options).code == 2


def test_a_failed_start_leaves_no_game_behind(run: Run, tmp_path: Path) -> None:
    options = ["--journal", str(tmp_path / "journal.db")]
    assert run("play", "zugband", "--answers", "-", "--camera", "folder:absent", *options).code == 1
    assert run("record", "list", *options).out == ""


def test_an_export_never_overwrites_what_it_is_made_of(run: Run, played: list[str]) -> None:
    journal = played[1]
    refused = run("record", "export", "last", journal, *played)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert run("record", "verify", "last", *played).code == 0


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM entry WHERE sequence = (SELECT MAX(sequence) FROM entry WHERE game = 1)",
        "UPDATE game SET finished = 0 WHERE id = 1",
        "UPDATE game SET name = 'ueberwurf' WHERE id = 1",
    ],
)
def test_what_is_cut_off_or_renamed_is_found(run: Run, played: list[str], change: str) -> None:
    db = sqlite3.connect(played[1])
    with db:
        assert db.execute(change).rowcount == 1
    db.close()
    assert run("record", "verify", "1", *played).code == 1


def test_a_game_taken_out_is_missed_by_the_next_one(run: Run, played: list[str]) -> None:
    station = ["--camera", "simulated", "--display", "none", *played]
    assert run("play", "zugband", "--answers", "-", *station, given=lines([Choose(1, "1")])).code == 3
    db = sqlite3.connect(played[1])
    with db:
        db.execute("DELETE FROM entry WHERE game = 1")
        db.execute("DELETE FROM game WHERE id = 1")
    db.close()
    result = run("record", "verify", "2", *played)
    assert (result.code, "game before" in result.err) == (1, True)


def test_answers_that_are_no_utf_8_are_one_clear_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(b'{"choice": {"seat": 1, "value": "d\xff"}}')
    result = run("play", "ueberwurf", "--answers", str(path))
    assert (result.code, result.err.count("\n")) == (2, 1)


def test_a_thread_that_is_still_at_work_with_a_picture_does_not_make_the_end_a_crash() -> None:
    busy = """
import sys, threading
import cv2, numpy as np
picture = np.zeros((400, 400, 3), np.uint8)

def work():
    while True:
        cv2.GaussianBlur(picture, (31, 31), 0)

for _thread in range(6):
    threading.Thread(target=work, daemon=True).start()
from controller.cli import program
sys.argv = ["dicetable", "--lang", "en", *sys.argv[1:]]
program()
"""
    for arguments, code in ((["games"], 0), (["games", "--nonsense"], 2)):
        ended = subprocess.run([sys.executable, "-c", busy, *arguments], capture_output=True, text=True, check=False)
        assert ended.returncode == code, ended.stderr
        assert ("Zugband" in ended.stdout) == (code == 0)
