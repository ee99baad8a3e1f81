"""The installer: what it tells, run again, taken away again; the games stay."""

from tests.systemd.machine import Machine, until
from tests.systemd.table import GAMES, UNIT, Installed

INSTALLER = "/root/dicetable/systemd/install"


def test_it_tells_what_it_does(installed: Installed) -> None:
    for path in (
        "installed; start it with: systemctl start dicetable",
        "making /opt/dicetable",
        "writing /etc/systemd/system/dicetable.service",
        "writing /etc/sysusers.d/dicetable.conf",
        "writing /etc/tmpfiles.d/dicetable.conf",
        "writing /etc/udev/rules.d/60-dicetable-display.rules",
        "writing /etc/dicetable.toml",
    ):
        assert f"dicetable: {path}" in installed.said


def test_it_may_be_run_again_and_the_game_goes_on(machine: Machine) -> None:
    until(lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "active", "the station runs")
    machine.path("/etc/dicetable.toml").write_text(
        '[panels]\nkind = "gpio"\n[journal]\npath = "/var/lib/dicetable/j"\n'
    )
    said = machine.run(INSTALLER).stdout
    assert "leaving /etc/dicetable.toml as it is" in said
    assert "writing" not in said, "what differs in nothing is left alone"
    assert "the station runs" in said
    state = machine.show(UNIT, "ActiveState", "UnitFileState", "NRestarts")
    assert state == {"ActiveState": "active", "UnitFileState": "enabled", "NRestarts": "0"}


def test_it_leaves_nothing_but_the_games_and_their_owner(machine: Machine) -> None:
    until(lambda: machine.path(f"{GAMES}/journal.db").exists(), "there is a game")
    said = machine.run(INSTALLER, "--uninstall").stdout
    assert "an unfinished game stays as it is" in said
    left = machine.run("find", "/etc", "/opt", "/usr/local", "/var/lib", "/run/systemd", "-name", "*dicetable*").stdout
    assert sorted(left.split()) == ["/etc/dicetable.toml", "/var/lib/dicetable"]
    assert machine.path(f"{GAMES}/journal.db").stat().st_size > 0
    assert machine.show(UNIT, "LoadState")["LoadState"] == "not-found"
    assert machine.run("pgrep", "--uid", "dicetable", check=False).stdout == "", "nothing of it runs"
    # Once more: there is nothing left to do, and that is no fault.
    assert "removing" not in machine.run(INSTALLER, "--uninstall").stdout


def test_what_it_may_not_or_does_not_know_it_does_not_do(machine: Machine) -> None:
    done = machine.run(INSTALLER, "--unistall", check=False)
    assert done.returncode == 2
    assert "sudo systemd/install --uninstall" in done.stdout
    done = machine.run("setpriv", "--reuid=65534", "bash", "/srv/source/systemd/install", "--uninstall", check=False)
    assert done.returncode == 1
    assert "this needs root; run: sudo" in done.stderr
    assert machine.path("/opt/dicetable/bin/dicetable").exists()
