"""Measures the live camera: ``python -m tests.station.bench_camera``, or ``make bench-camera``.

How long a frame takes, how soon after the last movement a throw is read, whether anything grows, what is dropped.
``--throws 0`` leaves out what runs in real time.
"""

import argparse
import gc
import os
import statistics
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2

from controller.config import load
from controller.eyes import LiveEyes
from controller.live import LiveCamera
from controller.tray import Settled, Wish
from controller.zoning import Zoning, calibration_of, settings_of
from vision.calibration import Calibration
from vision.finder import find_dice
from vision.scene import Scene
from vision.tray.live import FRAMES_A_SECOND, LiveTray

_THROWS: Final = (("d6",), ("d6", "d8"), ("d20", "d12", "d10"), ("d4", "d8"), ("wizard",) * 7)
_RATES: Final = (30, FRAMES_A_SECOND)
"""Frames a second: as a camera gives them, and as the simulated tray does at the table."""
_PATIENCE: Final = 60.0
_READY_SECONDS: Final = 1.0
_PAUSE_SECONDS: Final = 0.3
_WARM: Final = 0.3
"""The first part of the frames, in which every cache fills."""


class Row(NamedTuple):
    """One figure: what, its median and its most, of how many, and what it says."""

    name: str
    median: str
    most: str
    times: int
    note: str


class Clock:
    """Time that passes as fast as frames are drawn."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def _table() -> tuple[Calibration, Scene]:
    """The simulated table as the station knows it."""
    config = load(None, {"camera.source": "simulated"}).config
    calibration = calibration_of(config, print)
    assert calibration
    return calibration, Scene(settings_of(config, calibration), find=find_dice)


def step(frames: int) -> Row:
    """The processor time that the scene takes for a frame, while a throw is asked for and dice roll now and then."""
    clock = Clock()
    tray, scene = LiveTray(1, clock=clock, sleep=clock.sleep), _table()[1]
    milliseconds: list[float] = []
    while len(milliseconds) < frames:
        if tray.now > tray.busy_until + _READY_SECONDS:
            kinds = _THROWS[len(milliseconds) % len(_THROWS)]
            scene.ask(len(kinds))
            tray.throw(kinds)
        frame = tray.next()
        begin = time.process_time()
        scene.observe(frame.image, frame.monotonic)
        milliseconds.append(1000 * (time.process_time() - begin))
    late = statistics.quantiles(milliseconds, n=20)[-1]
    note = f"640 × 480, one thread; 95 %: {late:.1f} ms; the most is the finder counting dice that touch"
    return Row(
        "step of a frame", f"{statistics.median(milliseconds):.2f} ms", f"{max(milliseconds):.1f} ms", frames, note
    )


def reaction(throws: int, rate: int) -> list[Row]:
    """In real time: from the last movement, as the simulation knows it, to the decision, and to the reading.

    Args:
        throws: so many are measured.
        rate: frames a second of the simulated tray.
    """
    decided: list[float] = []
    read: list[float] = []
    tray = LiveTray(2, rate=rate)
    calibration, scene = _table()
    camera = LiveCamera(lambda: tray, scene, tray=tray)
    eyes = LiveEyes(camera, zones=Zoning(calibration, False, print))
    asked = 0
    eyes.make_ready(sorted({kind for kinds in _THROWS for kind in kinds}))
    with camera:
        camera.wait_until_there()
        while len(read) < throws and asked < 3 * throws:
            kinds = _THROWS[asked % len(_THROWS)]
            asked += 1
            settled = _thrown(camera, kinds)
            if settled is None:
                continue
            throw, at = settled
            # Where a die's last movement cannot be seen from above, the camera is sure before the simulation is.
            ready, begin = tray.readable_from, time.monotonic()
            eyes.read(throw, kinds, fresh=True)
            decided.append(at - ready)
            read.append(at - ready + time.monotonic() - begin)
        numbers = camera.numbers
    missed = f"{asked - len(read)} more throws were left to people"
    return [
        _seconds(f"last movement to decision, {rate} a second", decided, f"of it 300 ms of proven rest; {missed}"),
        _seconds(f"last movement to reading, {rate} a second", read, "the large picture drawn and read included"),
        Row(f"frames dropped, {rate} a second", f"{numbers['dropped']:.0f}", "", int(numbers["frames"]), ""),
    ]


def _thrown(camera: LiveCamera, kinds: Sequence[str]) -> tuple[Settled, float] | None:
    """One throw, and when it was decided; ``None`` where the camera leaves it to people."""
    come: list[tuple[Settled, float]] = []
    there = threading.Event()

    def settled(throw: Settled) -> None:
        come.append((throw, time.monotonic()))
        there.set()

    camera.ask(Wish(len(kinds), None, settled))
    # As people do: what was before is over and done with.
    time.sleep(_PAUSE_SECONDS)
    camera.throw(kinds)
    end = time.monotonic() + _PATIENCE
    while not there.wait(0.005) and camera.busy and time.monotonic() < end:
        pass
    camera.withdraw()
    time.sleep(_PAUSE_SECONDS)
    return come[0] if come else None


def _seconds(name: str, values: Sequence[float], note: str) -> Row:
    if not values:
        return Row(name, "–", "–", 0, note)
    return Row(name, f"{1000 * statistics.median(values):.0f} ms", f"{1000 * max(values):.0f} ms", len(values), note)


def growth(frames: int) -> Row:
    """What the process holds more after so many frames, with throws among them and their films."""
    clock = Clock()
    tray = LiveTray(3, clock=clock, sleep=clock.sleep)
    camera = LiveCamera(lambda: tray, _table()[1], tray=tray, clock=clock, sleep=clock.sleep)
    warm, objects, turn = 0, 0, 0
    with camera:
        while camera.number < frames:
            if not camera.busy:
                kinds = _THROWS[turn % len(_THROWS)]
                turn += 1
                camera.ask(Wish(len(kinds), None, lambda settled: None))
                camera.throw(kinds)
            if not warm and camera.number > _WARM * frames:
                warm, objects = _resident(), len(gc.get_objects())
            time.sleep(0.002)
        more, made = _resident() - warm, len(gc.get_objects()) - objects
    note = f"{turn} throws; measured from {_WARM:.0%} of the frames on; {made:+} objects"
    return Row("memory grown", f"{more / 1e6:+.1f} MB", "", frames, note)


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def table(rows: Sequence[Row]) -> str:
    """The figures as Markdown."""
    lines = ["| | median | most | of | |", "| --- | ---: | ---: | ---: | --- |"]
    return "\n".join([*lines, *(f"| {r.name} | {r.median} | {r.most} | {r.times} | {r.note} |" for r in rows)])


def measure(frames: int, throws: int) -> list[Row]:
    """All figures."""
    cv2.setNumThreads(1)
    return [step(frames // 5), *(row for rate in _RATES if throws for row in reaction(throws, rate)), growth(frames)]


def main() -> None:
    """Measure, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--throws", type=int, default=20)
    options = parser.parse_args()
    print(table(measure(options.frames, options.throws)))
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
