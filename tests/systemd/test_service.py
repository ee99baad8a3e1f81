"""The installed station under systemd: ready, watched, started anew where it was, stopped, and without power."""

from contextlib import suppress
from pathlib import Path

import pytest

from tests.panel.building import lacking as lacking_panels
from tests.systemd.machine import Machine, until
from tests.systemd.table import DROP_IN, GAMES, UNIT, Station

pytestmark = pytest.mark.skipif(bool(lacking_panels()), reason=lacking_panels())

CHOOSE = "Überwurf: the seats choose"
THROW = "Überwurf: the dice are thrown"
READING = "Überwurf: the dice are read"
VERDICT = "Überwurf: the verdict is shown"
CONFIRM = "Überwurf: the dice are confirmed"


@pytest.fixture
def station(machine: Machine) -> Station:
    """A station whose keys can be pressed, with a simulated camera and a virtual display."""
    return Station(machine)


def test_it_starts_with_the_machine_though_every_part_is_missing(machine: Machine) -> None:
    """With the first configuration as it was installed: no panels, no camera, no display, no Raspberry Pi."""
    until(lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "active", "it is ready")
    assert machine.show(UNIT, "UnitFileState", "NRestarts") == {"UnitFileState": "enabled", "NRestarts": "0"}
    said = machine.log()
    assert "The camera is missing" in said or "Die Kamera fehlt" in said
    assert said.count("gpiochip0") == 2, "each panel is named"
    until(lambda: any(record["PRIORITY"] == "4" for record in machine.records("LOGGER=controller.display.link")), said)


def test_a_station_that_hangs_is_started_anew_where_it_was(station: Station) -> None:
    """Its watchdog bites within seconds here, so that the test need not wait for half a minute."""
    machine = station.machine
    machine.path(f"{DROP_IN}/watchdog.conf").write_text("[Service]\nWatchdogSec=3\nTimeoutAbortSec=2\n", "utf-8")
    station.start()
    station.press(1, 1, "ok")
    station.wait_log("has locked a choice")
    fed = machine.show(UNIT, "WatchdogTimestampMonotonic")
    # 0 while it does not run: a station that is not fed, and so is started anew, must not pass for one that is.
    old = (fed["WatchdogTimestampMonotonic"], "0")
    until(lambda: machine.show(UNIT, *fed)["WatchdogTimestampMonotonic"] not in old, "the watchdog is fed")
    assert station.restarts == 0, "and so does not bite"
    before = station.pid
    machine.run("kill", "-STOP", str(before))
    until(lambda: station.restarts == 1, "it is started anew")
    station.wait(CHOOSE)
    assert station.pid != before
    assert "Watchdog timeout" in machine.log()
    assert "Fatal Python error: Aborted" in machine.log(), "what its threads were doing is told"


def test_a_station_that_is_killed_goes_on_with_the_locks_it_had(station: Station) -> None:
    station.press(1, 2, "ok")
    station.wait_log("has locked a choice")
    station.machine.run("kill", "-KILL", str(station.pid))
    until(lambda: station.restarts == 1, "it is started anew")
    station.wait(CHOOSE)
    assert "d6" not in station.machine.log(), "what is hidden stands in no log"
    station.press(2, 1, "ok")
    # The key that seat 1 pressed before it was killed, and the one that seat 2 pressed afterwards.
    station.wait_log("Revealed: d6 against d4")
    station.wait(THROW)
    for seat in (1, 2):
        station.press(seat, "ok")
    until(lambda: station.moment not in (THROW, READING), f"the simulated dice are read\n{station.machine.log()}")
    assert station.moment in (CONFIRM, VERDICT, CHOOSE)


def test_a_throw_survives_a_stop_and_a_power_cut(machine: Machine) -> None:
    """The camera is missing, so that a throw lasts until the seats say so; then they enter what they see."""
    station = Station(machine, "v4l2:/dev/video9")
    metrics = machine.path("/run/dicetable/station.prom")
    until(lambda: metrics.exists() and "dicetable_up 1" in metrics.read_text("utf-8"), "it may write its metrics")
    assert metrics.stat().st_mode & 0o044 == 0o044, "and others may read them"
    for seat in (1, 2):
        station.press(seat, 1, "ok")
    station.wait(THROW)
    machine.run("systemctl", "stop", UNIT)
    assert machine.show(UNIT, "Result", "NRestarts") == {"Result": "success", "NRestarts": "0"}
    assert "The game is kept and goes on at the next start." in machine.log()

    station.start()
    station.wait(THROW)
    station.press(1, "ok")
    machine.cut_power()
    machine.boot()
    until(lambda: machine.show(UNIT, "StatusText")["StatusText"] == THROW, "the same throw goes on by itself")

    station.start()
    for seat in (1, 2):
        station.press(seat, "ok")
    station.wait(CONFIRM)
    assert "there is no camera /dev/video9" in machine.log()


def test_a_configuration_that_only_a_person_can_mend_is_not_tried_again(machine: Machine) -> None:
    machine.path("/etc/dicetable.toml").write_text('[panels]\nkind = "keyboard"\n[station]\nlanguage = "en"\n', "utf-8")
    done = machine.run("systemctl", "restart", UNIT, check=False)
    assert done.returncode != 0
    until(lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "failed", "it has given up")
    assert machine.show(UNIT, "NRestarts")["NRestarts"] == "0"
    assert 'panels.kind = "gpio"' in machine.log()


def test_games_are_nobody_elses(machine: Machine) -> None:
    """An unfinished game holds hidden choices: in the folder, in its files, in memory, and in a core dump."""
    until(lambda: machine.path(f"{GAMES}/journal.db").exists(), "there is a game")
    folder = machine.path(GAMES)
    names = {path: path.stat() for path in (folder, *folder.iterdir()) if not path.is_socket()}
    owner = machine.run("id", "-u", "dicetable").stdout.strip()
    assert {str(stat.st_uid) for stat in names.values()} == {owner}
    assert {stat.st_mode & 0o077 for stat in names.values()} == {0}
    groups = machine.run("id", "-Gn", "dicetable").stdout.split()
    assert {"gpio", "video", "dialout", "i2c"} <= set(groups)
    assert machine.show(UNIT, "LimitCORE")["LimitCORE"] == "0"


def test_the_machine_is_gone_with_its_processes(machine: Machine) -> None:
    """However it ends: nothing of it may go on beside the tests."""
    until(lambda: machine.show(UNIT, "MainPID")["MainPID"] != "0", "the station runs")
    namespace = Path(f"/proc/{machine.init}/ns/pid").readlink()
    machine.cut_power()
    for process in Path("/proc").glob("[1-9]*/ns/pid"):
        with suppress(OSError):
            assert process.readlink() != namespace
