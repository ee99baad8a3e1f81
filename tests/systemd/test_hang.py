"""A station whose camera or disk hangs is silent towards systemd, and one that only has nothing to do is not."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import station
from controller.config import load
from controller.journal.store import Journal
from controller.rules.core import Answer, Choose
from controller.service import Service
from tests.systemd.test_notify import Ear
from vision.camera.base import Frame
from vision.errors import CameraError
from vision.lab.still_tray import SimulatedTray

_PATIENCE = 0.2
_FED = 0.02


class Tray(SimulatedTray):
    """A tray that takes longer for its picture than anybody is patient, and listens to what systemd hears meanwhile."""

    automatic = True

    def __init__(self, ear: Ear) -> None:
        super().__init__(seed=1)
        self._ear = ear
        self.before: list[str] = []
        self.hanging: list[str] | None = None

    def still(self) -> Frame:
        if self.before:
            raise CameraError("the cable is out")
        self.before = self._ear.heard()
        # Until it has been found to hang; then nothing more may come.
        for _try in range(100):
            time.sleep(2 * _PATIENCE)
            if not self._ear.heard():
                break
        time.sleep(10 * _FED)
        self.hanging = self._ear.heard()
        raise CameraError("the cable is out")


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    made = Ear(tmp_path / "s")
    yield made
    made.close()


def test_nothing_is_said_while_the_camera_hangs(ear: Ear, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tray = Tray(ear)
    monkeypatch.setitem(station._PATIENCE, "camera", _PATIENCE)
    monkeypatch.setattr(station, "open_camera", lambda source, after: tray)
    settings = {
        "camera.source": "folder:any",
        "display.port": "none",
        "journal.path": str(tmp_path / "journal.db"),
        "table.verdict_seconds": 0,
    }
    script: list[Answer] = [Choose(1, "d4"), Choose(2, "d4")]
    service = Service(str(ear.path), watchdog=4 * _FED)
    made = station.Station(load(None, settings).config, script, write=lambda line: None, service=service)
    made.run(rematch=False)
    service.close()
    assert tray.before[0] == "READY=1"
    assert "STATUS=Überwurf: the seats choose" in tray.before
    assert tray.hanging == []
    assert ear.heard()[-1] == "STOPPING=1"


def test_nothing_is_said_while_the_disk_hangs(ear: Ear, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of the journal does not come back from its disk; systemd starts the station anew."""
    heard: list[list[str]] = []
    append = Journal.append

    def stuck(*values: Any, **more: Any) -> None:
        if not heard:
            heard.append(ear.heard())
            for _try in range(100):
                time.sleep(2 * _PATIENCE)
                if not ear.heard():
                    break
            time.sleep(10 * _FED)
            heard.append(ear.heard())
        append(*values, **more)

    monkeypatch.setitem(station._PATIENCE, "journal", _PATIENCE)
    monkeypatch.setattr(Journal, "append", stuck)
    settings = {"display.port": "none", "journal.path": str(tmp_path / "journal.db"), "table.verdict_seconds": 0}
    script: list[Answer] = [Choose(1, "d4"), Choose(2, "d4")]
    service = Service(str(ear.path), watchdog=4 * _FED)
    made = station.Station(load(None, settings).config, script, write=lambda line: None, service=service)
    made.run(rematch=False)
    service.close()
    assert heard[0][0] == "READY=1"
    assert heard[1] == []
    assert "WATCHDOG=1" in ear.heard(), "once it is over all goes on"
