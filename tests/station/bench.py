"""Measures the station: ``make bench-station``, or ``python -m tests.station.bench --quick`` for a short try.

Prints a table, and with ``--json FILE`` everything that was measured; ``--table`` prints the table as Markdown, for
README.md beside this. The exit status says whether every goal was met. On a busy machine the figures say little.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.panel.building import ROOT, SHIM, build, lacking
from tests.station import hours, process, reactions


class Figure(NamedTuple):
    """One thing that was measured.

    Attributes:
        name: of what.
        unit: of all numbers here.
        middle: the median; of growth the growth itself.
        worst: the largest.
        goal: what it must not exceed.
        times: how often it was measured.
        note: how.
    """

    name: str
    unit: str
    middle: float
    worst: float
    goal: float
    times: int
    note: str

    @property
    def is_met(self) -> bool:
        """Whether the goal is met, by the middle one."""
        return self.middle <= self.goal


class Effort(NamedTuple):
    """How much is measured.

    Attributes:
        presses: of keys with lamps.
        throws: that are read.
        seconds: of idling.
        hours: of play.
        starts: of the program.
    """

    presses: int
    throws: int
    seconds: float
    hours: float
    starts: int


FULL: Final = Effort(presses=200, throws=60, seconds=60.0, hours=8.0, starts=5)
QUICK: Final = Effort(presses=5, throws=2, seconds=5.0, hours=0.5, starts=1)
# Memory may vary by that much without anything growing: each thread may keep 2 MB of what it has freed, Python gives
# back what it has freed in large pieces only, and of each game the page keeps 2 kB.
_MEMORY_MB: Final = 4.0
# SQLite forgets cursors two hundred at a time, and the state of a game differs by some objects.
_OBJECTS: Final = 400
# What grows with the record itself, and is left out: the page's index holds four a game, the list of samples one.
_OBJECTS_A_GAME: Final = 5
# The first part of the hours, in which every cache fills.
_WARM_UP: Final = 0.25


def lamps(folder: Path, effort: Effort) -> list[Figure]:
    """Key press to lamp."""
    through = "gpiozero's mock" if lacking() else "real gpiozero and lgpio over chips in memory"
    environment = dict(os.environ)
    if not lacking():
        build()
        environment["LD_PRELOAD"] = str(SHIM)
    command = [sys.executable, "-m", "tests.station.lamps", str(effort.presses)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    note = f"{through}; 10 ms of debouncing and the record on the disk included"
    return [_milliseconds("key press to lamp", json.loads(done.stdout.splitlines()[-1]), 30, note)]


def answers(folder: Path, effort: Effort) -> list[Figure]:
    """Last lock to reveal, settled dice to verdict."""
    found = reactions.react(folder, effort.throws)
    note = f"simulated tray, read by the nets; of {found.asked} more throws the camera asked something"
    return [
        _milliseconds("last lock to reveal on the display", found.reveals, 100, "from the lock that counts"),
        _milliseconds("settled dice to verdict on the display", found.verdicts, 250, note),
    ]


def idle(folder: Path, effort: Effort) -> list[Figure]:
    """Idle CPU: nothing is thrown, and the camera goes on."""
    figures = []
    for what, prepare in (("a choice", None), ("a throw", process.until_a_throw)):
        own = folder / what[2:]
        own.mkdir()
        if prepare:
            prepare(own)
        found = process.idle(own, effort.seconds)
        used = 100 * found.used
        note = (
            f"over {effort.seconds:g} s; a film of a tray, {process.FRAMES_A_SECOND} frames a second, camera set up; "
            f"{found.lost} of {found.frames + found.lost} frames lost"
        )
        figures.append(Figure(f"idle CPU of one core, waiting for {what}", "%", used, used, 15, 1, note))
    return figures


def starts(folder: Path, effort: Effort) -> list[Figure]:
    """Start to ready."""
    seconds = []
    for number in range(effort.starts):
        own = folder / str(number)
        own.mkdir()
        with process.running(own) as station:
            seconds.append(station.seconds)
            panels = station.panels
    note = f"to systemd's READY=1, panels over {panels}, virtual display included"
    return [Figure("start to ready", "s", statistics.median(seconds), max(seconds), 3, len(seconds), note)]


def growth(folder: Path, effort: Effort) -> list[Figure]:
    """Hours of play."""
    samples = hours.play_on(folder, effort.hours)
    warm = [sample for sample in samples if sample.hours >= _WARM_UP * effort.hours]
    note = f"{effort.hours:g} simulated hours, {len(samples)} games; from {_WARM_UP:.0%} of the time on"
    return [
        growth_of("memory", "MB", [sample.resident / 1e6 for sample in warm], _MEMORY_MB, note),
        growth_of(
            "objects", "", [float(sample.objects - _OBJECTS_A_GAME * sample.games) for sample in warm], _OBJECTS, note
        ),
        growth_of("open handles", "", [float(sample.handles) for sample in warm], 0, note),
        growth_of("threads", "", [float(sample.threads) for sample in warm], 0, note),
    ]


MEASURES: Final[dict[str, Callable[[Path, Effort], list[Figure]]]] = {
    "lamps": lamps,
    "answers": answers,
    "idle": idle,
    "starts": starts,
    "growth": growth,
}


def _milliseconds(name: str, seconds: Sequence[float], goal: float, note: str) -> Figure:
    if not seconds:
        return Figure(name, "ms", float("inf"), float("inf"), goal, 0, f"never seen; {note}")
    middle, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
    return Figure(name, "ms", middle, worst, goal, len(seconds), note)


def growth_of(name: str, unit: str, values: Sequence[float], goal: float, note: str) -> Figure:
    """By how much the last third holds more than the first one, each in its middle."""
    part = max(1, len(values) // 3)
    if len(values) < 2:
        return Figure(f"growth: {name}", unit, float("inf"), float("inf"), goal, len(values), f"too few games; {note}")
    by = statistics.median(values[-part:]) - statistics.median(values[:part])
    return Figure(f"growth: {name}", unit, by, max(values) - min(values), goal, len(values), note)


def table(figures: Iterable[Figure], markdown: bool = False) -> str:
    """The figures, for people."""
    rows = [("measured", "middle", "worst", "goal", "times", "how")]
    rows += [
        (
            one.name,
            f"{one.middle:.1f} {one.unit}".strip(),
            f"{one.worst:.1f} {one.unit}".strip(),
            f"≤ {one.goal:g} {one.unit}".strip() + ("" if one.is_met else " missed"),
            str(one.times),
            one.note,
        )
        for one in figures
    ]
    if markdown:
        rows.insert(1, ("---", "---:", "---:", "---", "---:", "---"))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def machine() -> dict[str, Any]:
    """Where this was measured."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.machine(),
    )
    load = Path("/proc/loadavg").read_text().split()[0]
    today = datetime.now(UTC).date().isoformat()
    return {
        "date": today,
        "processor": model,
        "cores": os.cpu_count(),
        "load": float(load),
        "python": platform.python_version(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; the exit status says whether every goal was met."""
    parser = argparse.ArgumentParser(prog="python -m tests.station.bench", description=__doc__)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=f"of {', '.join(MEASURES)}; all by default")
    parser.add_argument("--quick", action="store_true", help="only try it: a minute, and figures that say little")
    parser.add_argument("--hours", type=float, help=f"simulated hours of play; {FULL.hours:g} by default")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured")
    parser.add_argument("--table", action="store_true", help="print the table as Markdown")
    given = parser.parse_args(arguments)
    if unknown := set(given.measures) - MEASURES.keys():
        parser.error(f"{', '.join(sorted(unknown))}: unknown; allowed: {', '.join(MEASURES)}")
    effort = QUICK if given.quick else FULL
    effort = effort._replace(hours=given.hours) if given.hours else effort
    figures: list[Figure] = []
    where = machine()
    for name in given.measures or MEASURES:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            figures += MEASURES[name](Path(folder), effort)
    words = ", ".join(f"{key} {value}" for key, value in where.items())
    print(f"{table(figures, given.table)}\n\n{words}")
    if given.json:
        measured = [{**one._asdict(), "met": one.is_met} for one in figures]
        given.json.write_text(json.dumps({"machine": where, "effort": effort._asdict(), "figures": measured}, indent=1))
    return 0 if all(one.is_met for one in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
