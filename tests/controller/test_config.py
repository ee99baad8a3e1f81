"""The configuration: all optional, every fault named at once with place, finding and what is allowed."""

import tomllib
from pathlib import Path

import pytest

from controller.config import as_toml, load
from controller.errors import ConfigError
from vision.camera import SOURCES


def written(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_needs_to_be_configured() -> None:
    loaded = load()
    assert loaded.sources == {}
    assert loaded.config.camera.source == "simulated"


def test_every_fault_is_reported_at_once(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'colour = 1\ncamera = 3\n[station]\nlanguage = "fr"\nplayers = 9\nnames = "Anna"\n[display]\nbrightnes = 3\n'
        "brightness = true\n",
    )
    with pytest.raises(ConfigError) as caught:
        load(path)
    lines = str(caught.value).splitlines()
    assert sorted(line.removeprefix(f"{path}: ") for line in lines) == [
        "camera: found 3, allowed: a section [camera]",
        "colour: unknown key, allowed: station, camera, display, panels, journal, dice, table, evidence, status, page",
        "display.brightnes: unknown key, allowed: port, brightness",
        "display.brightness: found True, allowed: a whole number from 0 to 15",
        'station.language: found \'fr\', allowed: "auto" | "de" | "en"',
        'station.names: found \'Anna\', allowed: a list of texts, like ["a", "b"]',
        "station.players: found 9, allowed: a whole number from 2 to 5",
    ]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"[station\n", "not valid TOML"), (b"\xff\xfe", "cannot be read"), (None, "no such file")],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    path = tmp_path / "table.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=complaint) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_the_command_line_wins_and_is_named_as_the_source(tmp_path: Path) -> None:
    path = written(tmp_path, '[camera]\nsource = "folder:a"\n[table]\nverdict_seconds = 2\n')
    loaded = load(path, {"camera.source": "folder:b", "display.port": None})
    assert loaded.config.camera.source == "folder:b"
    assert loaded.sources == {"camera.source": "command line", "table.verdict_seconds": str(path)}


def test_a_bad_value_of_the_command_line_is_refused_like_any_other() -> None:
    with pytest.raises(
        ConfigError, match=r"command line: station\.players: found 7, allowed: a whole number from 2 to 5"
    ):
        load(None, {"station.players": 7})


def test_what_is_printed_can_be_read_again(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[station]\nnames = ["Jörg \\"J\\"", "Ann"]\ngame = "overload"\nhouse = { end = "full_round", target = 50 }\n',
    )
    loaded = load(path)
    printed = as_toml(loaded)
    assert f"# {path}" in printed
    assert "# default" in printed
    again = load(written(tmp_path, printed))
    assert again.config == loaded.config
    assert tomllib.loads(printed)["station"]["house"] == {"end": "full_round", "target": 50}


def test_the_user_s_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "dicetable.toml").write_text("[table]\nverdict_seconds = 0.5\n")
    assert load().config.table.verdict_seconds == 0.5


def test_what_the_games_and_cameras_do_not_know_is_refused_too(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[station]\ngame = "ueberwurf"\nvariants = ["foo"]\nhouse = { bar = 1 }\n[camera]\nsource = "webcam"\n',
    )
    with pytest.raises(ConfigError) as caught:
        load(path)
    lines = [line.removeprefix(f"{path}: ").split(";")[0] for line in str(caught.value).splitlines()]
    assert lines == [
        "station.variants: found 'foo', allowed: ehrenspiel, druckrunde, doppelrisiko, schlichtungswurf",
        "station.house: Überwurf has no house rule bar",
        f"camera.source: found 'webcam', allowed: {SOURCES}",
    ]


def test_a_name_that_is_too_long_and_a_port_that_cannot_be_are_refused(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f'[station]\nnames = ["{"A" * 40}", "{"B" * 20_000}"]\n[display]\nport = "/dev/tty\\u0000USB0"\n',
    )
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert [line.removeprefix(f"{path}: ") for line in str(caught.value).splitlines()] == [
        f"station.names: found '{'B' * 40}…', allowed: at most 40 letters",
        "display.port: found '/dev/tty\\x00USB0', allowed: virtual, auto, none, or the path of a serial port",
    ]
    with pytest.raises(ConfigError, match=r"command line: station\.names: found 'C+…'"):
        load(overrides={"station.names": ["C" * 41]})
