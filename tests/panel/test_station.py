"""The station with panels over GPIO: no terminal needed, no other library accepted, no panel waited for."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from controller.errors import PanelError
from controller.panel import chips
from tests.panel.building import lacking


def test_another_library_than_lgpio_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "pigpio")
    with pytest.raises(PanelError) as caught:
        chips.load()
    assert str(caught.value) == (
        "the panels are read through lgpio alone, but $GPIOZERO_PIN_FACTORY says pigpio; unset it"
    )


def test_a_missing_library_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    before = Path.cwd()
    with pytest.raises(PanelError, match="apt install python3-gpiozero python3-lgpio") as caught:
        chips.load()
    assert "\n" not in str(caught.value)
    assert Path.cwd() == before


@pytest.mark.parametrize("serve", ["on", "off"])
def test_without_the_library_phones_stand_in_for_the_panels_where_there_is_a_page(tmp_path: Path, serve: str) -> None:
    """As on a Debian 13 that is no 64-bit Raspberry Pi: nothing there brings lgpio."""
    config = tmp_path / "table.toml"
    config.write_text(
        f'[panels]\nkind = "gpio"\n[display]\nport = "none"\n[page]\nserve = "{serve}"\nhost = "127.0.0.1"\nport = 0\n'
    )
    code = "import sys; sys.modules['lgpio'] = None; from controller.cli import main; main()"
    command = [sys.executable, "-c", code, "--lang", "en", "--config", str(config), "run"]
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        said = [child.stderr.readline()]
        while serve == "on" and "panel of seat 2" not in said[-1]:
            assert said[-1], said
            said.append(child.stderr.readline())
        if serve == "on":
            child.send_signal(signal.SIGTERM)
        child.communicate(timeout=60)
    if serve == "off":
        assert said[0].startswith("the panels need gpiozero and lgpio")
        assert child.returncode == 1
        return
    assert sum(line.startswith("The panel of seat") and "gpiozero and lgpio" in line for line in said) == 2
    assert any(line.startswith("The page: ") for line in said)
    assert child.returncode == 0


@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_the_station_starts_and_ends_without_its_panels_and_without_a_terminal(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[panels]\nkind = "gpio"\nheader = 31\n[display]\nport = "none"\n[page]\nserve = "off"\n')
    command = [sys.executable, "-m", "controller", "--lang", "en", "--config", str(config), "run"]
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        said = [child.stderr.readline() for _seat in (1, 2)]
        child.send_signal(signal.SIGTERM)
        out, rest = child.communicate(timeout=60)
    assert [line.split(",")[0] for line in said] == ["The panel of seat 1 is missing", "The panel of seat 2 is missing"]
    assert rest == ""
    assert child.returncode == 0
    assert "The game is kept" in out


def test_a_station_whose_panels_are_phones_waits_for_no_camera(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        '[camera]\nsource = "v4l2:/dev/video63"\n[panels]\nkind = "page"\n[display]\nport = "none"\n'
        '[page]\nhost = "127.0.0.1"\nport = 0\n'
    )
    command = [sys.executable, "-m", "controller", "--lang", "en", "--config", str(config), "run"]
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        said = child.stderr.readline()
        while "The camera is missing, and will be taken when it comes" not in said:
            assert said, "it has ended"
            said = child.stderr.readline()
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=60)
    assert child.returncode == 0
