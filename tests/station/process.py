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

import cv2

from controller import judging
from controller.health import answering
from controller.health.model import Kind
from controller.journal.entries import Started
from controller.journal.store import Journal, Step
from controller.play import Phase, begin
from controller.rules.core import Choice
from tests.panel.building import ROOT, SHIM, build, lacking
from vision.calibration import save, simulated
from vision.tray.live import LiveTray
from vision.tray.measures import PICTURE
from vision.tray.stage import camera_above

FRAMES_A_SECOND: Final = 30
"""Of the film of a tray, as a real camera gives them."""
_FILM_SECONDS: Final = 10
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
def running(folder: Path, camera: str = "simulated:1") -> Iterator[Running]:
    """Start a station as a service does, and end it.

    With panels over GPIO where their chips can be had here, else on the keyboard of a terminal.

    Args:
        folder: where everything that it writes goes.
        camera: its source of pictures; the set-up of a camera is ``camera.toml`` in the folder, where there is one.

    Raises:
        RuntimeError: it has ended instead of being ready; with what it said.
        TimeoutError: it has not said that it is ready.
    """
    panels = "keyboard" if lacking() else "gpio"
    config = folder / "station.toml"
    config.write_text(
        f'[panels]\nkind = "{panels}"\n[camera]\nsource = "{camera}"\ncalibration = "{folder}/camera.toml"\n'
        f'[journal]\npath = "{folder}/journal.db"\n[display]\nport = "virtual"\n[page]\nport = 0\n'
    )
    environment = os.environ | {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    if panels == "gpio":
        build()
        environment["LD_PRELOAD"] = str(SHIM)
    master, terminal = pty.openpty()
    address, said = folder / "notify", folder / "said"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told, said.open("w") as errors:
        told.bind(str(address))
        command = [sys.executable, "-m", "tests.station.plugged", "--config", str(config), "run"]
        since = time.monotonic()
        with subprocess.Popen(
            command,
            cwd=folder,
            env=environment | {"NOTIFY_SOCKET": str(address)},
            stdin=terminal if panels == "keyboard" else subprocess.DEVNULL,
            stdout=terminal if panels == "keyboard" else subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        ) as child:
            os.close(terminal)
            try:
                _wait_until_ready(told, child, said)
                yield Running(child.pid, time.monotonic() - since, panels)
            finally:
                child.send_signal(signal.SIGTERM)
                _drain(master, child)


def _wait_until_ready(told: socket.socket, child: subprocess.Popen[bytes], said: Path) -> None:
    told.settimeout(0.2)
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            if b"READY=1" in told.recv(_AT_ONCE):
                return
        except TimeoutError:
            if child.poll() is not None:
                text = said.read_text(errors="replace")
                raise RuntimeError(f"the station has ended with {child.returncode}: {text}") from None
            if time.monotonic() > end:
                raise


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


def film(folder: Path) -> Path:
    """A tray without dice as a camera films it: 640 × 480, MJPEG as from a USB camera, 30 frames a second."""
    path, now = folder / "tray.avi", [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FRAMES_A_SECOND, (640, 480))
    with LiveTray(1, clock=lambda: now[0], sleep=sleep) as tray:
        for _frame in range(FRAMES_A_SECOND * _FILM_SECONDS):
            writer.write(tray.next().image)
    writer.release()
    return path


def set_up(folder: Path) -> None:
    """The camera's set-up, as ``dicetable camera setup`` writes it where a real one hangs as the simulated one does."""
    save(folder / "camera.toml", simulated.calibration_of(camera_above(*PICTURE), 2))


def until_a_throw(folder: Path) -> None:
    """A game that is to go on where its first throw is waited for."""
    play, events = begin(Started("ueberwurf", 1, 2, ("Player 1", "Player 2")))
    with Journal(folder / "journal.db") as journal:
        game = journal.begin(play.start, events)
        while play.phase is not Phase.THROW:
            need = next(need for need in play.needs if isinstance(need, Choice))
            entry = judging.chosen(need.seat, need.options[0])
            play, events = play.fold(entry)
            journal.append(game, [Step(entry, events)])


class Idle(NamedTuple):
    """What a station needs while nobody does anything.

    Attributes:
        used: the part of one core; 0.15 is 15 %.
        frames: of the camera that were looked at.
        lost: of the camera that it had no time for.
    """

    used: float
    frames: int
    lost: int


def idle(folder: Path, seconds: float) -> Idle:
    """Let a station be for so long, with the film of a tray as its camera."""
    set_up(folder)
    with running(folder, f"video:{film(folder)}") as station:
        time.sleep(3.0)
        seen, lost = _frames(folder)
        before, since = processor_seconds(station.pid), time.monotonic()
        time.sleep(seconds)
        used = (processor_seconds(station.pid) - before) / (time.monotonic() - since)
        now, now_lost = _frames(folder)
    return Idle(used, now - seen, now_lost - lost)


def _frames(folder: Path) -> tuple[int, int]:
    report = answering.ask(folder / "journal.db")
    assert report
    numbers = next(part.numbers for part in report.parts if part.kind is Kind.CAMERA)
    return int(numbers["frames"]), int(numbers["dropped"])
