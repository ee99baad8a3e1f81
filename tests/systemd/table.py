"""The station on a machine of its own: installed as a person installs it, its keys pressed by fingers in memory."""

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.panel import wiring
from controller.panel.keypad import Key
from tests.panel.building import build
from tests.systemd.machine import Lab, Machine, until

UNIT: Final = "dicetable"
GAMES: Final = "/var/lib/dicetable"
DROP_IN: Final = "/run/systemd/system/dicetable.service.d"
CONFIGURATION: Final = """
[station]
language = "en"
[camera]
source = "{camera}"
[panels]
kind = "gpio"
[display]
port = "virtual"
[status]
metrics_file = "/run/dicetable/station.prom"
[journal]
path = "/var/lib/dicetable/journal.db"
[dice]
folder = "/var/lib/dicetable/dice"
"""
# The chips in memory, and the fingers that press them.
_SHIM: Final = """
[Service]
Environment=LD_PRELOAD=/srv/source/build/panel/gpioshim.so PYTHONPATH=/srv/source/tests/systemd/fingers
"""


@dataclass(frozen=True)
class Installed:
    """A machine that is off.

    Attributes:
        layers: for machines that begin where it ended.
        said: by the installer.
    """

    layers: tuple[Path, ...]
    said: str


def install(lab: Lab) -> Installed:
    """Install the station on a new machine, as somebody does who has the source."""
    build()
    with Machine(lab) as machine:
        copy = "mkdir /root/dicetable && cd /srv/source && cp -r controller vision systemd *.* /root/dicetable"
        machine.run("sh", "-c", copy)
        said = machine.run("/root/dicetable/systemd/install", "--no-start").stdout
        machine.shut_down()
        return Installed(machine.layers, said)


class Station:
    """The station of a machine.

    Args:
        machine: where it is installed; it is started there, unless it runs already.
        camera: where pictures come from.
    """

    def __init__(self, machine: Machine, camera: str = "simulated:3") -> None:
        self.machine = machine
        machine.path("/etc/dicetable.toml").write_text(CONFIGURATION.format(camera=camera), encoding="utf-8")
        self.start()

    def start(self) -> None:
        """Start it anew, with chips in memory."""
        self.machine.run("mkdir", "-p", DROP_IN)
        self.machine.path(f"{DROP_IN}/shim.conf").write_text(_SHIM, encoding="utf-8")
        self.machine.run("systemctl", "daemon-reload")
        self.machine.run("systemctl", "restart", UNIT)

    @property
    def pid(self) -> int:
        """Of the station, inside of its machine."""
        pid = int(self.machine.show(UNIT, "MainPID")["MainPID"])
        # A signal to 0 would go to whoever sends it, and to the tests.
        assert pid, "the station does not run"
        return pid

    @property
    def restarts(self) -> int:
        """How often systemd has started it anew by itself."""
        return int(self.machine.show(UNIT, "NRestarts")["NRestarts"])

    @property
    def moment(self) -> str:
        """What it says of itself."""
        return self.machine.show(UNIT, "StatusText")["StatusText"]

    def press(self, seat: int, *keys: Key) -> None:
        """Press keys of a seat, one after the other."""
        lines = next(one for one in wiring.default(0) if one.seat == seat).lines()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hand:
            hand.connect(str(self.machine.path(f"{GAMES}/fingers")))
            hand.send(" ".join(str(lines[key]) for key in keys).encode())

    def wait(self, moment: str) -> None:
        """Wait until it is at a moment of the game."""
        until(lambda: self.moment == moment, f"{moment}\n{self.machine.log()}")

    def wait_log(self, text: str, times: int = 1) -> None:
        """Wait until it has said something."""
        until(lambda: self.machine.log().count(text) >= times, f"{times} times {text!r} in:\n{self.machine.log()}")
