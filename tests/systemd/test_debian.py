"""The Debian package on a Debian of its own, with nothing but Debian's packages: ``make test-debian``."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import pytest

from controller.answers import dumps, encode
from tests.controller.game import random_game
from tests.systemd.machine import Lab, Machine, until
from tests.systemd.table import GAMES, UNIT
from vision.lab.still_tray import SimulatedTray

_ROOT: Final = os.environ.get("DICETABLE_TEST_DEBIAN", "")
_PACKAGE: Final = os.environ.get("DICETABLE_TEST_PACKAGE", "")
pytestmark = pytest.mark.skipif(not (_ROOT and _PACKAGE), reason="needs the root of a Debian: make test-debian")
_PAGE: Final = """
[camera]
source = "v4l2:/dev/video9"
[panels]
kind = "page"
[journal]
path = "/var/lib/dicetable/journal.db"
[dice]
folder = "/var/lib/dicetable/dice"
"""


def _installed(machine: Machine) -> Machine:
    """Nothing is forced: what the package depends on is there, from Debian alone."""
    shutil.copy(_PACKAGE, machine.path("/srv/share/dicetable.deb"))
    machine.run("dpkg", "--install", "/srv/share/dicetable.deb")
    return machine


@pytest.fixture(scope="module")
def debian(lab: Lab) -> Iterator[Machine]:
    """A machine with that Debian, on which the package has been installed."""
    with Machine(lab, system=Path(_ROOT)) as machine:
        yield _installed(machine)


def _here(*arguments: str) -> str:
    command = [sys.executable, "-m", "controller", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_station_starts_with_the_first_configuration_and_goes_on_after_a_kill(debian: Machine) -> None:
    """No panels, no camera, no display: it says so, and waits for them."""
    state = debian.show(UNIT, "ActiveState", "UnitFileState", "NRestarts")
    assert state == {"ActiveState": "active", "UnitFileState": "enabled", "NRestarts": "0"}, debian.log()
    debian.run("systemctl", "kill", "--signal=KILL", UNIT)
    until(lambda: debian.show(UNIT, "ActiveState", "NRestarts") == {"ActiveState": "active", "NRestarts": "1"}, "again")
    assert "1" in debian.run("dicetable", "--lang", "en", "record", "list").stdout, "one game, begun once"
    report = json.loads(debian.run("dicetable", "status", "--json", check=False).stdout)
    assert report, debian.log()


def test_the_page_is_served(debian: Machine) -> None:
    kept = debian.path("/etc/dicetable.toml").read_text("utf-8")
    debian.path("/etc/dicetable.toml").write_text(_PAGE, "utf-8")
    debian.run("systemctl", "restart", UNIT)
    # The machine has a network of its own, in which not even its own address is up.
    ask = """
import fcntl, socket, struct, urllib.request
line = socket.socket()
fcntl.ioctl(line, 0x8914, struct.pack("16sh14s", b"lo", 0x41, bytes(14)))  # SIOCSIFFLAGS: up and running
print(urllib.request.urlopen("http://127.0.0.1:8420/", timeout=60).status)
"""
    assert debian.run("python3", "-c", ask).stdout == "200\n", debian.log()
    debian.path("/etc/dicetable.toml").write_text(kept, "utf-8")
    debian.run("systemctl", "restart", UNIT)


def test_dice_are_read_by_debians_opencv_and_numpy_as_here(debian: Machine) -> None:
    tray = SimulatedTray(seed=4)
    tray.throw(["d6", "d8", "d12", "d20"])
    picture = debian.path("/srv/share/tray.png")
    cv2.imwrite(str(picture), tray.still().image)
    there = json.loads(debian.run("dicetable", "read", "--json", "/srv/share/tray.png").stdout)
    here = json.loads(_here("read", "--json", str(picture)))
    assert here["dice"]
    for one, other in zip(here["dice"], there["dice"], strict=True):
        assert one.pop("confidence") == pytest.approx(other.pop("confidence"), abs=0.01)
        assert one == other


def test_a_whole_game_ends_as_here(debian: Machine) -> None:
    script = debian.path("/srv/share/answers.jsonl")
    script.write_text("".join(dumps(encode(answer)) + "\n" for answer in random_game(12)), "utf-8")
    arguments = ("--lang", "de", "play", "ueberwurf", "--json", "--answers")
    there = debian.run("dicetable", *arguments, "/srv/share/answers.jsonl").stdout
    assert "outcome" in there
    assert there == _here(*arguments, str(script))


def test_a_gpiozero_that_is_too_old_is_passed_over(debian: Machine) -> None:
    """Debian has one; the package carries another, which must come first."""
    own = debian.run("python3", "-c", "import importlib.metadata as one; print(one.version('gpiozero'))").stdout
    assert own.startswith("1."), "Debian's own would do: python3-gpiozero may be depended on again"
    said = debian.run("dicetable", "--lang", "en", "doctor", check=False).stdout
    assert "gpiozero 2." in said


def test_it_is_removed_and_purged_and_keeps_the_games(lab: Lab) -> None:
    with Machine(lab, system=Path(_ROOT)) as machine:
        _installed(machine)
        until(lambda: machine.path(f"{GAMES}/journal.db").exists(), "a game is begun")
        machine.run("dpkg", "--remove", "dicetable")
        assert machine.show(UNIT, "ActiveState")["ActiveState"] == "inactive"
        assert not machine.path("/usr/lib/dicetable").exists()
        assert machine.path("/etc/dicetable.toml").exists()
        machine.run("dpkg", "--purge", "dicetable")
        assert not machine.path("/etc/dicetable.toml").exists()
        assert machine.path(f"{GAMES}/journal.db").exists(), "games are never deleted"
