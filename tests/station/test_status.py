"""A whole station as a process of its own is asked how it is, and examined, while it runs."""

import json
from pathlib import Path

from tests.controller.test_cli import Run, run
from tests.station.process import running

__all__ = ["run"]


def test_a_running_station_is_asked_and_examined_and_goes_on(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with running(tmp_path) as station:
        status = json.loads(run("status", "--journal", str(journal), "--json").out)
        told = run("--config", str(tmp_path / "station.toml"), "doctor", "--journal", str(journal)).out
        again = json.loads(run("status", "--journal", str(journal), "--json").out)
    assert status["pid"] == again["pid"] == station.pid
    states = {(part["part"], part.get("seat", 0)): part["state"] for part in status["parts"]}
    seats = (1, 2) if station.panels == "gpio" else (0,)
    assert [states["panel", seat] for seat in seats] == ["well" if station.panels == "gpio" else "absent"] * len(seats)
    assert states["camera", 0] == states["journal", 0] == "well"
    words = {" ".join(line.split()) for line in told.splitlines()}
    assert "well Station It runs, and its devices are left alone; what it says of them is told here." in words
    assert "well Camera It gives pictures: simulated tray, seed 1." in words
    assert ("well Panel of seat 2 Its keys and its lamp answer." in words) == (station.panels == "gpio")
    assert not journal.with_name("journal.db.status").exists()
