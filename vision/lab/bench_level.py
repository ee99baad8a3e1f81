"""Measures the check for leaning dice: ``python -m vision.lab.bench_level``, or ``make bench-level``.

Dice lie on a tray below a camera of known place, half of them level, the others leaning by 8° to 45°. They are read as
at the table, with the check and without it. So are dice that lean against others or lie beside them, as physics has it.
Then dice are thrown into the simulated tray, where they touch each other and the walls; those that lie level there
should be read as without the check.
"""

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.calibration.level import Level
from vision.calibration.simulated import calibration_of
from vision.camera.base import Image
from vision.camera.drawing import View
from vision.geometry import solid
from vision.lab.leaning import KINDS, Posed, drawn, made, places, pose
from vision.lab.piles import pairs
from vision.read import find_and_look, readings_of
from vision.reading import DieReading, Status
from vision.tray.director import Director
from vision.tray.measures import FLOOR_MM, PICTURE
from vision.tray.path import Lies
from vision.tray.stage import camera_above

Rng = np.random.Generator
BANDS: Final = ((0, 1), (5, 10), (10, 15), (15, 20), (20, 30), (30, 60))
"""Degrees by which the upper face is turned from the vertical."""
_NAMES: Final = {
    "drawn": "drawn as on the simulated tray",
    "made": "rendered, of every material on every cloth",
    "piled": "leaning against others, drawn",
    "piled, made": "leaning against others, rendered",
    "thrown": "thrown into the simulated tray",
}
_DICE: Final = 12
_LEANS: Final = (8.0, 45.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one die.

    Attributes:
        kind, lean: what lies there, degrees.
        right: whether a value that was read without the check is the one of its upper face.
        before, after: its status without and with the check; "missing" where it was not found.
    """

    kind: str
    lean: float
    right: bool
    before: str
    after: str


def posed(rng: Rng, pictures: int, way: str, level: Level, view: View) -> Iterator[Outcome]:
    """Dice that lie alone."""
    for _ in range(pictures):
        dice = []
        for place in places(rng, _DICE, FLOOR_MM):
            lean = 0.0 if rng.random() < 0.5 else float(rng.uniform(*_LEANS))
            kind = KINDS[int(rng.integers(len(KINDS)))]
            dice.append(pose(rng, kind, place, lean, (1.0, 1.0)) if way == "drawn" else pose(rng, kind, place, lean))
        image = drawn(rng, dice, view) if way == "drawn" else made(rng, dice, view)
        yield from _read(image, dice, level, view)


def piled(rng: Rng, pictures: int, way: str, level: Level, view: View) -> Iterator[Outcome]:
    """Dice that touch others, and lean against them."""
    for _ in range(pictures):
        dice = pairs(rng, (1.0, 1.0)) if way == "drawn" else pairs(rng)
        image = drawn(rng, dice, view) if way == "drawn" else made(rng, dice, view)
        yield from _read(image, dice, level, view)


def thrown(rng: Rng, throws: int, level: Level, view: View) -> Iterator[Outcome]:
    """Dice of the simulated tray, as they come to rest."""
    for _ in range(throws):
        director = Director(rng.spawn(1)[0])
        kinds = [KINDS[int(rng.integers(len(KINDS)))] for _ in range(int(rng.integers(2, 8)))]
        lying = director.throw(kinds).dice
        image = director.stage.seen_by(view).picture(director.now)
        yield from _read(image, [_as_posed(die) for die in lying], level, view)


def _as_posed(die: Lies) -> Posed:
    shape = solid(die.kind)
    ups = np.array([(die.rotation @ shape.up(label))[2] for label in shape.labels])
    lean = float(np.degrees(np.arccos(np.clip(ups.max(), -1, 1))))
    return Posed(die.kind, shape.labels[int(ups.argmax())], die.rotation, die.centre, 1.0, lean)


def _read(image: Image, dice: list[Posed], level: Level, view: View) -> Iterator[Outcome]:
    found = find_and_look(image)
    kinds = [die.kind for die in dice]
    plain, checked = readings_of(image, found, kinds), readings_of(image, found, kinds, level=level)
    for die in dice:
        before, after = _of(die, plain, view), _of(die, checked, view)
        if before is None or after is None:
            yield Outcome(die.kind, die.lean, False, "missing", "missing")
        else:
            right = before.type == die.kind and before.value == die.label
            yield Outcome(die.kind, die.lean, right, str(before.status), str(after.status))


def _of(die: Posed, readings: list[DieReading], view: View) -> DieReading | None:
    corners = view.project(die.size * solid(die.kind).vertices @ die.turn.T + die.centre)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
    near = [one for one in readings if np.hypot(one.box[0] + one.box[2] / 2 - x, one.box[1] + one.box[3] / 2 - y) < 25]
    return min(near, key=lambda one: one.status is not Status.READ, default=None)


def table(outcomes: list[Outcome]) -> str:
    """The figures by lean and by kind, as Markdown."""
    lines = ["| kind | lean | dice | read without the check | read | asked to throw again | entered by people |"]
    lines.append("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    groups: dict[tuple[str, tuple[int, int]], list[Outcome]] = defaultdict(list)
    for one in outcomes:
        for band in BANDS:
            if band[0] <= one.lean < band[1]:
                groups["all", band].append(one)
                groups[one.kind, band].append(one)
    for band in BANDS:
        for kind in ("all", *KINDS):
            if group := groups.get((kind, band)):
                lines.append(_line(kind, band, group))
    return "\n".join(lines)


def _line(kind: str, band: tuple[int, int], group: list[Outcome]) -> str:
    before, after = (Counter(getattr(one, name) for one in group) for name in ("before", "after"))
    lean = "level" if band == BANDS[0] else f"{band[0]}° … {band[1]}°"
    counts = (before["read"], after["read"], after["cocked"], len(group) - after["read"] - after["cocked"])
    shares = " | ".join(f"{count} ({100 * count / len(group):.1f} %)" for count in counts)
    return f"| {kind} | {lean} | {len(group)} | {shares} |"


def main() -> None:
    """Write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=170, help="with twelve dice each, of either way of drawing")
    parser.add_argument("--pairs", type=int, default=480, help="of dice that touch, of either way of drawing")
    parser.add_argument("--throws", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=_NAMES)
    parser.add_argument("--json", type=Path, help="add each die to this file, a line each")
    parser.add_argument("--assumed", action="store_true", help="the camera was never set up")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    view = camera_above(*PICTURE)
    level = Level.assumed(*PICTURE) if options.assumed else Level(calibration_of(view))
    rng = np.random.default_rng(options.seed)
    ways: dict[str, Callable[[], Iterator[Outcome]]] = {
        "drawn": lambda: posed(rng, options.pictures, "drawn", level, view),
        "made": lambda: posed(rng, options.pictures, "made", level, view),
        "piled": lambda: piled(rng, options.pairs // 12, "drawn", level, view),
        "piled, made": lambda: piled(rng, options.pairs // 12, "made", level, view),
        "thrown": lambda: thrown(rng, options.throws, level, view),
    }
    for name, way in ways.items():
        if options.only not in (None, name):
            continue
        start = time.process_time()
        outcomes = []
        for one in way():
            outcomes.append(one)
            if options.json:
                with options.json.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps({"way": name, **asdict(one)}) + "\n")
        seconds = time.process_time() - start
        wrong = sum(one.after == "read" and not one.right for one in outcomes)
        read = sum(one.after == "read" for one in outcomes)
        print(f"\n{_NAMES[name]}: {len(outcomes)} dice, {wrong} of {read} read wrongly, {seconds:.0f} s\n")
        print(table(outcomes), flush=True)


if __name__ == "__main__":
    main()
