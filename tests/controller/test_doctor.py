"""``dicetable doctor``: every fault is told with its remedy, devices of others are left alone, no secret is told."""

import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.config import load
from controller.display import ports
from controller.display.process import VirtualDisplay
from controller.doctor import access, devices, examination, record, software
from controller.doctor.bundle import Scrubber
from controller.doctor.findings import Case, Finding, lines
from controller.health import answering, machine, model
from controller.health import display as display_health
from controller.health.model import Kind, Part, Report, State
from controller.journal.entries import Chosen, Started
from controller.journal.seal import seal
from controller.journal.store import Journal, Step
from controller.panel import chips
from controller.play import begin
from controller.rules.core import message
from tests.controller.test_cli import Run, run
from tests.controller.test_health_answering import serving
from tests.panel.building import lacking
from vision.lab.still_tray import SimulatedTray

__all__ = ["run"]

NONCE = "0123456789abcdef0123456789abcdef"


@pytest.fixture(autouse=True)
def healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing is wrong."""
    roomy = Part(Kind.DISK, State.WELL, message("Roomy."))
    monkeypatch.setattr(machine, "parts", lambda folder: (roomy,))
    monkeypatch.setattr(machine, "disk", lambda folder: roomy)


@pytest.fixture
def station(tmp_path: Path) -> tuple[str, ...]:
    """Options of a station that has everything it needs."""
    return ("--journal", str(tmp_path / "journal.db"), "--display", "none", "--camera", "simulated:1")


def case(tmp_path: Path, **settings: Any) -> Case:
    given = {key.replace("__", "."): value for key, value in settings.items()}
    journal = tmp_path / "journal.db"
    return Case(load(None, {"journal.path": str(journal), **given}), journal, None, in_use=False)


def found(findings: Iterator[Finding]) -> tuple[State, str, str]:
    """The only thing that was found."""
    (only,) = findings
    return only.state, only.about, only.remedy


# --- the whole -------------------------------------------------------------------------------------------------------


def test_where_all_is_well_it_says_so_and_exits_with_0(run: Run, station: tuple[str, ...]) -> None:
    result = run("doctor", *station)
    assert (result.code, result.err) == (0, "")
    said = dict(line.split(maxsplit=2)[1:] for line in result.out.splitlines()[:-1])
    assert said["Program"].startswith("dicetable ")
    assert all(f" {name} " in said["Program"] for name in ("Python", "OpenCV", "NumPy"))
    assert said["Nets"] == "They load: around, die, face, finder."
    assert said["Camera"] == "simulated tray, seed 1 gives pictures, 1640 × 1232."
    assert result.out.endswith("\n0 things are in trouble.\n")


def test_a_step_of_the_assembly_looks_at_that_part_alone(run: Run, station: tuple[str, ...]) -> None:
    broken = ("--camera", "v4l2:/dev/no-camera", "--display", "/dev/no-display")
    result = run("doctor", *station, *broken, "--step", "display")
    assert result.code == 1
    assert "/dev/no-display: there is no such port" in result.out
    assert "no-camera" not in result.out
    assert result.out.endswith("\n1 thing is in trouble.\n")
    both = run("doctor", *station, *broken, "--step", "camera", "--step", "display", "--step", "camera")
    assert both.out.count("no-camera") == 1
    assert both.out.endswith("\n2 things are in trouble.\n")
    well = run("doctor", *station, *broken, "--step", "panels", "--step", "disk")
    assert (well.code, "The keys are those of the keyboard." in well.out) == (0, True)


def test_a_step_that_is_not_known_names_those_that_are(run: Run, station: tuple[str, ...]) -> None:
    result = run("doctor", *station, "--step", "lid")
    assert result.code == 2
    assert all(f"'{step}'" in result.err for step in examination.STEPS)


def test_the_steps_together_look_at_everything() -> None:
    in_steps = {check for checks in examination.STEPS.values() for check in checks}
    assert set(examination.CHECKS) <= in_steps


def test_a_fault_is_told_with_its_remedy_and_it_exits_with_1(run: Run, station: tuple[str, ...]) -> None:
    result = run("doctor", *station, "--camera", "v4l2:/dev/no-camera", "--display", "/dev/no-display")
    assert (result.code, result.err) == (1, "")
    assert "there is no camera /dev/no-camera; plug one in or name another" in result.out
    assert "/dev/no-display: there is no such port; plug the display in, or name another port" in result.out
    assert result.out.endswith("\n2 things are in trouble.\n")


def test_a_faulty_configuration_is_told_fault_by_fault(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[station]\nplayers = 9\n[display]\nbrightness = "much"\n')
    bundle = tmp_path / "b.zip"
    result = run("--config", str(config), "doctor", "--bundle", str(bundle))
    assert result.code == 1
    assert "station.players: found 9, allowed: a whole number from 2 to 5" in result.out
    assert "display.brightness: found 'much', allowed: a whole number from 0 to 15" in result.out
    assert "Mend it, then ask again" in result.out
    assert "doctor.txt" in zipfile.ZipFile(bundle).namelist()


def test_a_check_that_fails_itself_hides_no_other(tmp_path: Path) -> None:
    def broken(case: Case) -> Iterator[Finding]:
        yield Finding("One", State.WELL, "well")
        raise ZeroDivisionError

    def other(case: Case) -> Iterator[Finding]:
        yield Finding("Other", State.WELL, "well")

    _case, findings = examination.examine(case(tmp_path).loaded, (broken, other))
    assert [(one.topic, one.state) for one in findings[1:]] == [
        ("One", State.WELL),
        ("Doctor", State.TROUBLE),
        ("Other", State.WELL),
    ]


def test_a_remedy_stands_below_its_fault() -> None:
    shown = lines([Finding("Disk", State.TROUBLE, "Full.", "Empty it."), Finding("Camera", State.WELL, "Sees.")])
    assert shown == ["in trouble  Disk    Full.", "                    → Empty it.", "well        Camera  Sees."]


# --- beside a running station ----------------------------------------------------------------------------------------


def untouchable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever touches a device now, fails."""

    def touched(*_arguments: Any, **_more: Any) -> Any:
        raise AssertionError("a device of the running station was touched")

    monkeypatch.setattr(devices, "open_camera", touched)
    monkeypatch.setattr(chips, "load", touched)
    monkeypatch.setattr(ports, "find", touched)
    monkeypatch.setattr(display_health, "ask", touched)


def test_the_devices_of_a_running_station_are_left_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    untouchable(monkeypatch)
    config = tmp_path / "table.toml"
    config.write_text('[panels]\nkind = "gpio"\n[display]\nport = "auto"\n')
    parts = (
        Part(Kind.CAMERA, State.WELL, message("It gives pictures.")),
        Part(Kind.PANEL, State.TROUBLE, message("Its cable is loose."), seat=2),
        Part(Kind.DISPLAY, State.WELL, message("It answers.")),
    )
    report = Report(model.now(), model.now(), "1", 17, parts)
    journal = tmp_path / "journal.db"
    with serving(journal, lambda: report):
        result = run("--config", str(config), "doctor", "--journal", str(journal), "--camera", "v4l2:/dev/video0")
    assert result.code == 1
    said = {" ".join(line.split()) for line in result.out.splitlines()}
    assert "well Camera It gives pictures." in said
    assert "in trouble Panel of seat 2 Its cable is loose." in said
    assert "well Display It answers." in said


def test_a_station_that_does_not_answer_is_a_fault_and_keeps_its_devices(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    untouchable(monkeypatch)
    journal = tmp_path / "journal.db"
    with Journal(journal):
        result = run("doctor", "--journal", str(journal), "--camera", "v4l2:/dev/video0", "--display", "auto")
    assert result.code == 1
    assert "does not say how it is" in result.out
    assert "was touched" not in result.out


@contextmanager
def held(path: Path) -> Iterator[int]:
    """A program that has this file open; its number."""
    with (
        path.open("rb") as file,
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[file.fileno()]) as child,
    ):
        yield child.pid
        assert child.stdin is not None
        child.stdin.close()
        child.terminate()


def test_what_another_program_has_open_is_named_and_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untouchable(monkeypatch)
    device = tmp_path / "video"
    device.touch()
    link = tmp_path / "camera"
    link.symlink_to(device)
    with held(device) as number:
        camera = found(devices.camera(case(tmp_path, camera__source=f"v4l2:{link}")))
        display = found(devices.display(case(tmp_path, display__port=str(link))))
    for state, about, remedy in (camera, display):
        assert state is State.TROUBLE
        assert about.startswith(f"{link} is in use by python")
        assert f"({number})" in about
        assert remedy.startswith("End that program")


# --- camera ----------------------------------------------------------------------------------------------------------


def picture(grey: int, white_part: float = 0.0) -> Any:
    """A picture of this brightness with some noise, a part of it white."""
    image = np.random.default_rng(1).normal(grey, 5, (48, 64, 3)).clip(0, 255).astype(np.uint8)
    image[: round(48 * white_part)] = 255
    return image


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (picture(4), "the picture is black"),
        (picture(250), "the picture is blown out"),
        (picture(90, 0.4), "the picture is blown out"),
        (np.full((48, 64, 3), 90, np.uint8), "the picture shows nothing"),
        (picture(90), None),
        (picture(90, 0.2), None),
        (SimulatedTray(3).still().image, None),
    ],
    ids=["black", "white", "glare", "even", "grey", "some glare", "tray"],
)
def test_a_picture_on_which_no_die_could_be_seen_is_a_fault(image: Any, words: str | None) -> None:
    fault = devices.picture_fault(image)
    assert (fault and fault[0]) == words


def test_a_black_picture_of_a_camera_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), picture(4))
    state, about, remedy = found(devices.camera(case(tmp_path, camera__source=f"folder:{folder}")))
    assert state is State.TROUBLE
    assert about.endswith(", 64 × 48: the picture is black")
    assert remedy.startswith("Take off the cap")


# --- display, panels, program ----------------------------------------------------------------------------------------


def test_a_display_that_answers_is_named_with_its_firmware(tmp_path: Path) -> None:
    with VirtualDisplay() as display:
        state, about, _remedy = found(devices.display(case(tmp_path, display__port=display.port)))
    assert (state, about) == (State.WELL, f"It answers on {display.port}, firmware 0.0.")


@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_a_panel_whose_chip_is_not_there_is_told(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[panels]\nkind = "gpio"\nheader = 31\n')
    findings = list(devices.panels(Case(load(config), tmp_path / "journal.db", None, in_use=False)))
    assert [(one.topic, one.state) for one in findings] == [
        ("Panel of seat 1", State.TROUBLE),
        ("Panel of seat 2", State.TROUBLE),
    ]
    assert all(one.about.startswith("gpiochip31: is not there; there are: ") for one in findings)


def test_a_missing_library_is_told_where_panels_need_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software, "find_spec", lambda module: None)
    assert len(list(software.program(case(tmp_path)))) == 1
    missing = list(software.program(case(tmp_path, panels__kind="gpio")))[-1]
    assert missing.about == "gpiozero, lgpio is missing, so that no panel can be read."
    assert missing.remedy == "apt install python3-gpiozero python3-lgpio"


def test_a_damaged_net_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "finder.onnx").write_bytes(b"no net")
    monkeypatch.setattr(software, "FOLDER", tmp_path)
    monkeypatch.setattr("vision.model.FOLDER", tmp_path)
    monkeypatch.setattr("vision.model._loaded", type("Local", (), {})())
    state, about, remedy = found(software.nets(case(tmp_path)))
    assert (state, remedy) == (State.TROUBLE, "Install the program anew.")
    assert about.startswith("Not to be used: finder: ")


# --- permissions and the record --------------------------------------------------------------------------------------


def test_a_device_that_may_not_be_opened_is_told_with_its_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = tmp_path / "video"
    device.touch()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != device)
    state, about, remedy = found(access.access(case(tmp_path, camera__source=f"v4l2:{device}")))
    assert state is State.TROUBLE
    assert about.endswith(f" may not open {device}.")
    assert remedy.startswith(f"sudo usermod -aG {device.group()} ")


def test_a_record_that_others_may_read_is_told(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db"):
        pass
    assert [one.state for one in access.access(case(tmp_path))] == [State.WELL]
    (tmp_path / "journal.db").chmod(0o644)
    readable = list(access.access(case(tmp_path)))[-1]
    assert readable.state is State.TROUBLE
    assert readable.remedy == f"chmod 600 {tmp_path / 'journal.db'}"


def game(journal: Path, names: tuple[str, ...] = ()) -> None:
    """A record with a game in which seat 1 has locked a hidden choice."""
    start = Started("ueberwurf", 1, 2, names)
    chosen = Chosen(1, "d20", NONCE, seal(NONCE, "d20"))
    play, opening = begin(start)
    with Journal(journal) as record:
        number = record.begin(start, opening)
        record.append(number, [Step(chosen, play.fold(chosen)[1])])


def test_a_record_is_proved(tmp_path: Path) -> None:
    assert found(record.record(case(tmp_path)))[0] is State.ABSENT
    game(tmp_path / "journal.db")
    assert found(record.record(case(tmp_path)))[:2] == (State.WELL, "1 game, proved entry by entry.")


def test_a_changed_record_is_told(tmp_path: Path) -> None:
    import sqlite3

    game(tmp_path / "journal.db")
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute("UPDATE entry SET body = replace(body, 'd20', 'd12')")
    db.close()
    state, about, remedy = found(record.record(case(tmp_path)))
    assert state is State.TROUBLE
    assert about.startswith("Game 1 does not hold: entry 1: the chain is broken here")
    assert remedy == "dicetable record verify 1 says more"


def test_a_record_in_a_closed_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", refuse)
    state, about, remedy = found(record.record(case(tmp_path)))
    assert (state, about) == (State.ABSENT, f"This user may not look into {tmp_path}.")
    assert remedy == "Ask as the user that runs the station, or with sudo."


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no record at all" * 1000)
    state, _about, remedy = found(record.record(case(tmp_path)))
    assert state is State.TROUBLE
    assert remedy.startswith("Keep the file, restore a backup")


# --- the bundle ------------------------------------------------------------------------------------------------------


def packed(run: Run, folder: Path, *options: str) -> str:
    """All of a bundle, made while a hidden choice is open and players have names."""
    journal, bundle = folder / "journal.db", folder / "b.zip"
    game(journal, ("Annegret", 'Jörg "J" Ä'))
    config = folder / "table.toml"
    config.write_text('[station]\nnames = ["Berthold", \'Q "x"\']\nstakes = ["berthold cooks"]\n')
    result = run("--config", str(config), "doctor", "--journal", str(journal), "--bundle", str(bundle), *options)
    assert f"{bundle} is written" in result.out
    assert stat.S_IMODE(bundle.stat().st_mode) == 0o600
    with zipfile.ZipFile(bundle) as opened:
        assert {"doctor.txt", "configuration.toml", "record.txt", "machine.txt"} <= set(opened.namelist())
        return "\n".join(opened.read(name).decode() for name in opened.namelist())


def test_a_bundle_holds_no_hidden_choice_and_no_name(run: Run, tmp_path: Path) -> None:
    text = packed(run, tmp_path)
    assert "ueberwurf" in text
    for hidden in (NONCE, seal(NONCE, "d20"), "d20"):
        assert hidden not in text
    for name in ("Annegret", "Jörg", "erthold", '\\"x'):
        assert name not in text
    assert 'names = ["Player", "Player"]' in text
    assert "Player cooks" in text


def test_a_faulty_name_is_in_no_bundle(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[station]\nnames = ["Annegret", "{"B" * 50}"]\n')
    result = run("--config", str(config), "doctor", "--bundle", str(tmp_path / "b.zip"))
    assert "found 'BBBB" in result.out
    config.write_text('[station]\nnames = "Annegret, Berthold"\n')
    run("--config", str(config), "doctor", "--bundle", str(tmp_path / "c.zip"))
    for bundle in ("b.zip", "c.zip"):
        with zipfile.ZipFile(tmp_path / bundle) as opened:
            text = opened.read("doctor.txt").decode()
        assert "station.names: ***" in text
        assert not any(name in text for name in ("Annegret", "Berthold", "BBBB"))


def test_of_the_log_only_what_names_nobody_is_sent_unless_asked(
    run: Run, tmp_path: Path, station: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log holds the sentences about games as well; they are told apart by how they came there."""
    asked: list[tuple[str, ...]] = []

    def journalctl(command: Sequence[str]) -> str:
        asked.append(tuple(command))
        return "Annegret throws\n"

    monkeypatch.setattr("controller.doctor.bundle._output", journalctl)
    game(tmp_path / "journal.db", ("Annegret",))
    run("doctor", *station, "--bundle", str(tmp_path / "b.zip"))
    run("doctor", *station, "--bundle", str(tmp_path / "c.zip"), "--names")
    assert ["_TRANSPORT=journal" in command for command in asked] == [True, False]
    assert zipfile.ZipFile(tmp_path / "b.zip").read("log.txt") == b"Player throws\n"
    assert zipfile.ZipFile(tmp_path / "c.zip").read("log.txt") == b"Annegret throws\n"


def test_names_are_left_in_a_bundle_where_that_is_asked_for(run: Run, tmp_path: Path) -> None:
    text = packed(run, tmp_path, "--names")
    assert "Berthold" in text
    assert "d20" not in text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ('mqtt.password = "a b"', "mqtt.password = ***"),
        ("token: abc123, next", "token: ***, next"),
        ('{"api_key": "x", "port": 1}', '{"api_key": ***, "port": 1}'),
        (
            "t.toml: mqtt.password: found 'hunter2', allowed: a text",
            "t.toml: mqtt.password: found ***, allowed: a text",
        ),
        (
            "t.toml: mqtt.password: gefunden 'hunter2', erlaubt: Text",
            "t.toml: mqtt.password: gefunden ***, erlaubt: Text",
        ),
        ("rtsp://anna:geheim@camera/1", "rtsp://***@camera/1"),
        ("keys = [4, 5, 6]  # default", "keys = [4, 5, 6]  # default"),
        ("Max and Maxima", "Player and Maxima"),
    ],
)
def test_what_looks_like_a_secret_is_taken_out(text: str, cleaned: str) -> None:
    assert Scrubber(["Max"]).clean(text) == cleaned


def test_a_bundle_overwrites_nothing(run: Run, tmp_path: Path, station: tuple[str, ...]) -> None:
    bundle = tmp_path / "b.zip"
    bundle.write_text("mine")
    result = run("doctor", *station, "--bundle", str(bundle))
    assert result.code == 2
    assert result.err == f"--bundle {bundle}: is there already; name a new file\n"
    assert bundle.read_text() == "mine"
    assert run("doctor", *station, "--bundle", str(tmp_path / "no" / "b.zip")).err.startswith("--bundle ")


def test_the_running_station_s_words_are_in_the_bundle(run: Run, tmp_path: Path) -> None:
    journal, bundle = tmp_path / "journal.db", tmp_path / "b.zip"
    report = Report(model.now(), model.now(), "1", 17, (Part(Kind.CAMERA, State.WELL, message("It sees.")),))
    with serving(journal, lambda: report):
        run("doctor", "--journal", str(journal), "--bundle", str(bundle))
        assert answering.ask(journal) == report
    assert '"It sees."' in zipfile.ZipFile(bundle).read("status.json").decode()
