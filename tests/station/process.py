"""The whole station as a process of its own: how long it takes to be ready, and what it needs while nobody plays."""

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.panel.building import ROOT, SHIM, build, lacking

_PATIENCE: Final = 120.0
_AT_ONCE: Final = 4096


class Running(NamedTuple):
    """A station that is ready.

    Attributes:
        pid: of its process.
        seconds: from its start to ready.
        panels: ``gpio`` or ``keyboard``.
    """

    pid: int
    seconds: float
    panels: str


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    """Start a station as a service does, and end it.

    With panels over GPIO where their chips can be had here, else on the keyboard of a terminal.

    Raises:
        TimeoutError: it has not said that it is ready.
    """
    panels = "keyboard" if lacking() else "gpio"
    config = folder / "station.toml"
    config.write_text(f'[panels]\nkind = "{panels}"\n[camera]\nsource = "simulated:1"\n[display]\nport = "virtual"\n')
    environment = os.environ | {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    if panels == "gpio":
        build()
        environment["LD_PRELOAD"] = str(SHIM)
    master, terminal = pty.openpty()
    address = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(address))
        told.settimeout(_PATIENCE)
        command = [sys.executable, "-m", "tests.station.plugged", "--config", str(config), "run"]
        since = time.monotonic()
        with subprocess.Popen(
            command,
            cwd=folder,
            env=environment | {"NOTIFY_SOCKET": str(address)},
            stdin=terminal if panels == "keyboard" else subprocess.DEVNULL,
            stdout=terminal if panels == "keyboard" else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as child:
            os.close(terminal)
            try:
                while b"READY=1" not in told.recv(_AT_ONCE):
                    pass
                yield Running(child.pid, time.monotonic() - since, panels)
            finally:
                child.send_signal(signal.SIGTERM)
                _drain(master, child)


def _drain(master: int, child: subprocess.Popen[bytes]) -> None:
    """Read what a terminal would have shown, until the program has ended."""
    end = time.monotonic() + _PATIENCE
    while child.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    child.kill()
    os.close(master)


def processor_seconds(pid: int) -> float:
    """What a process has used of the processor so far, its threads included and its children not."""
    # The name of the program may hold blanks; it ends with the last bracket.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(folder: Path, seconds: float) -> float:
    """The part of one core that a station takes while it waits for the first choice; 0.15 is 15 %."""
    with running(folder) as station:
        time.sleep(3.0)
        before, since = processor_seconds(station.pid), time.monotonic()
        time.sleep(seconds)
        return (processor_seconds(station.pid) - before) / (time.monotonic() - since)
