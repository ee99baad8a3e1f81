"""The station as it is started: its page in a process of its own, killed in the middle of a round, and resumed."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.web.addresses import Seats
from tests.web.asking import ask

PATIENCE = 60.0


class Running:
    """``dicetable run`` with panels on the page alone, which needs no terminal."""

    def __init__(self, folder: Path, port: int = 0, names: Sequence[str] = (), display: str = "none") -> None:
        config = folder / "dicetable.toml"
        journal = folder / "journal.db"
        if config.exists():  # what was set up at the page stays
            text = re.sub(r"port = 0", f"port = {port}", config.read_text(encoding="utf-8"))
            config.write_text(text, encoding="utf-8")
        else:
            config.write_text(
                f'[station]\nlanguage = "en"\nnames = {list(names)}\n'
                f'[panels]\nkind = "page"\n[display]\nport = "{display}"\n'
                f'[camera]\nsource = "simulated:3"\n'
                f'[journal]\npath = "{journal}"\n[page]\nhost = "127.0.0.1"\nport = {port}\n',
                encoding="utf-8",
            )
        command = [sys.executable, "-m", "controller", "--config", str(config), "run"]
        environment = os.environ | {"XDG_STATE_HOME": str(folder)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.said = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.where = self.until(r"The page: (http://\S+)")
        self.path = Seats(journal).path

    def until(self, pattern: str) -> str:
        """What the station says by this pattern, waited for."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := re.search(pattern, self.said):
                return found[1]
            time.sleep(0.02)
        raise AssertionError(self.said)

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line

    def state(self) -> dict[str, object]:
        """The public state, once there is one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if state := ask(self.where, "/api/state").json():
                found: dict[str, object] = state
                return found
            time.sleep(0.05)
        raise AssertionError(self.said)

    def end(self, number: int) -> int:
        """Ended by a signal; how."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        return code


@pytest.fixture
def running() -> Iterator[list[Running]]:
    stations: list[Running] = []
    yield stations
    for station in stations:
        if station.process.poll() is None:
            station.end(signal.SIGKILL)


def test_a_killed_station_goes_on_at_the_same_address_with_the_same_seats(
    tmp_path: Path, running: list[Running]
) -> None:
    station = Running(tmp_path)
    running.append(station)
    assert station.state()["phase"] == "choose"
    numbers = {"question": _question(station, 1), "value": "d8"}
    assert ask(station.where, f"{station.path(1)}/answer", "POST", numbers).ok
    path = station.path(1)
    # What is set up meanwhile stands in the station's own file.
    changes = {"changes": {"station.names": ["Mo", "Ida"], "station.game": "zugband"}}
    assert ask(station.where, "/setup/settings", "POST", changes).json()["said"] == ["It holds from the next game on."]
    assert 'names = ["Mo", "Ida"]' in (tmp_path / "dicetable.toml").read_text(encoding="utf-8")
    assert station.end(signal.SIGKILL) == -signal.SIGKILL

    station = Running(tmp_path, int(station.where.rsplit(":", 1)[1]))
    running.append(station)
    state = station.state()
    assert state["sequence"] == 2, "the lock is kept"
    assert state["game"]["game"] == "ueberwurf", "another one was set up meanwhile; this one goes on by its own rules"  # type: ignore[index]
    assert station.path(1) == path
    late = ask(station.where, f"{path}/answer", "POST", numbers)
    assert (late.status, late.json()) == (200, {"result": "gone"}), "an answer from before is for no question of now"
    assert station.end(signal.SIGTERM) == 0
    assert "The game is kept" in station.said


def _question(station: Running, seat: int) -> int:
    import http.client

    connection = http.client.HTTPConnection(station.where.removeprefix("http://"), timeout=PATIENCE)
    connection.request("GET", f"{station.path(seat)}/stream")
    answer = connection.getresponse()
    read = b""
    while not (found := re.search(rb'event: question\ndata: .*?"question":(\d+)', read)):
        read += answer.read1(65536)
    connection.close()
    return int(found[1])
