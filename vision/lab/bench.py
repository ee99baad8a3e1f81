"""Measure the reading of dice on labelled photographs: ``python -m vision.lab.bench``.

Whole pictures go in. A label and a reading are one die where the smaller box lies half or more in the larger; a
label without a box (a picture of one die) goes to the best reading of its picture. A die is "wide" from 40 px; those
of matteop65, whose boxes enclose the pips only (the dice are 60 px and more), and those without a box count as wide.
"""

import argparse
import csv
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from vision.camera.base import Image
from vision.lab.figures import Figures, as_json, goals, table
from vision.lab.sheet import ErrorSheet
from vision.lab.speed import seven_dice
from vision.picture import load_picture
from vision.read import find_and_look, readings_of
from vision.reading import DieReading, Status

_MORE_DICE: Final = ("epanemu/", "burksbuilds/D6_A_")
"""Photographs that show dice without a label: those of burksbuilds a d10 with an 8, beside the tray."""
PHOTOS: Final = Path(__file__).resolve().parents[3] / "shared" / "photos"
WIDE: Final = 40.0
"""Least width of a "wide" die, px."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled die: ``value`` is the glyph, "" where unknown; ``box`` in px, ``None`` where unknown."""

    file: str
    kind: str
    value: str
    box: Box | None
    marking: str
    note: str

    @property
    def source(self) -> str:
        """The folder that the picture comes from."""
        return self.file.split("/")[0]

    @property
    def wide(self) -> bool:
        """Whether the die is at least 40 px wide."""
        return self.box is None or self.source == "matteop65" or max(self.box[2:]) >= WIDE

    def matches(self, reading: DieReading) -> bool:
        """Whether type and glyph are those of the label."""
        return reading.type == self.kind and self.value != "" and str(reading.value) == str(int(self.value))


def load_labels(folder: Path) -> list[Label]:
    """Every label of a set of photographs that says at least the type, in the order of its file."""
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as lines:
        return [_label(row) for row in csv.DictReader(lines) if row["die_type"]]


def _label(row: dict[str, str]) -> Label:
    box = (float(row["x"]), float(row["y"]), float(row["w"]), float(row["h"])) if row["w"] else None
    return Label(row["file"], row["die_type"], row["value"], box, row["marking"] or "unknown", row.get("note", ""))


def measure(
    folder: Path, labels: Sequence[Label], every: int = 1, sheet: ErrorSheet | None = None
) -> tuple[dict[str, Figures], dict[str, Figures]]:
    """Read every ``every``-th picture of each source and count.

    Returns:
        Figures by source: with nothing said of the dice; and as at a table, where the game says which types are thrown.
    """
    by_file: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        by_file[label.file].append(label)
    by_source: dict[str, list[str]] = defaultdict(list)
    for file in by_file:
        by_source[file.split("/")[0]].append(file)
    anything: dict[str, Figures] = defaultdict(Figures)
    asked: dict[str, Figures] = defaultdict(Figures)
    for source, files in by_source.items():
        for file in files[::every]:
            image, here = load_picture(folder / file), by_file[file]
            start = time.process_time()
            dice = find_and_look(image)
            readings = readings_of(image, dice)
            anything[source].seconds += time.process_time() - start
            _count(anything[source], here, readings, image, sheet)
            _count(asked[source], here, readings_of(image, dice, [label.kind for label in here]), image, None)
    return anything, asked


def _count(
    figures: Figures, labels: list[Label], readings: list[DieReading], image: Image, sheet: ErrorSheet | None
) -> None:
    """Add one picture to the figures of its source."""
    pairs, stray = match(labels, readings)
    figures.pictures += 1
    figures.dice += len(labels)
    unlabelled = any("unlabelled" in label.note or label.file.startswith(_MORE_DICE) for label in labels)
    unlabelled = unlabelled or any(label.box is None for label in labels if len(labels) > 1)
    count = sum(_counts(reading) for reading in stray)
    figures.stray += 0 if unlabelled else count
    figures.unlabelled += count if unlabelled else 0
    if sheet is not None and not unlabelled:
        for reading in stray:
            if reading.status is Status.READ:
                sheet.add(image, reading.box, f"stray {reading.type} {reading.value}")
    for label, found in pairs:
        _count_die(figures.groups[label.marking, label.kind], label, found)
        if sheet is not None:
            _collect(sheet, image, label, found)


def _counts(reading: DieReading) -> bool:
    """Whether a game would take the value: it never takes that of a die that it did not ask for."""
    return reading.status is Status.READ and not reading.unexpected


def _count_die(group: Counter[str], label: Label, reading: DieReading | None) -> None:
    read = reading is not None and _counts(reading)
    right = reading is not None and label.matches(reading)
    facts = {
        "dice": True,
        "found": reading is not None,
        "type": reading is not None and reading.type == label.kind,
        "value": right,
        "read": read,
        "wrong": read and not right,
    }
    for name, holds in facts.items():
        group[name] += holds
        group[f"wide {name}"] += holds and label.wide


def _collect(sheet: ErrorSheet, image: Image, label: Label, reading: DieReading | None) -> None:
    box = label.box if label.box is not None else (0.0, 0.0, float(image.shape[1]), float(image.shape[0]))
    if reading is not None and reading.status is Status.READ:
        if not label.matches(reading):
            sheet.add(image, reading.box, f"WRONG {label.kind} {label.value}: {reading.type} {reading.value}")
    elif label.marking in ("pips", "numerals") and label.wide:
        said = f"{reading.type} {reading.value} {reading.confidence:.2f}" if reading else "-"
        sheet.add(image, box, f"missed {label.kind} {label.value}: {said}")


def match(
    labels: Sequence[Label], readings: Sequence[DieReading]
) -> tuple[list[tuple[Label, DieReading | None]], list[DieReading]]:
    """Which reading is which label's; and the readings that are no label's."""
    left = list(readings)
    if len(labels) == 1 and labels[0].box is None:
        best = max(left, key=lambda r: (r.status is Status.READ, r.value is not None, r.confidence), default=None)
        return [(labels[0], best)], [r for r in left if r is not best]
    boxed = [label for label in labels if label.box is not None]
    near = sorted(
        (
            (overlap(label.box, reading.box), _alike(label.box, reading.box), i, j)
            for i, label in enumerate(boxed)
            for j, reading in enumerate(readings)
            if label.box is not None
        ),
        key=lambda one: (readings[one[3]].status is not Status.READ, -one[1]),
    )
    partners: dict[int, int] = {}
    for shared, _, i, j in near:
        if shared >= 0.5 and i not in partners and j not in partners.values():
            partners[i] = j
    pairs = [(label, readings[partners[i]] if i in partners else None) for i, label in enumerate(boxed)]
    left = [reading for j, reading in enumerate(readings) if j not in partners.values()]
    return pairs, left


def _alike(one: Box, other: tuple[int, int, int, int]) -> float:
    """What two boxes share of what they cover together, 0 … 1."""
    areas = one[2] * one[3], other[2] * other[3]
    shared = overlap(one, other) * min(areas)
    return shared / (sum(areas) - shared)


def overlap(one: Box, other: Box | tuple[int, int, int, int]) -> float:
    """Share of the smaller box that lies in the other, 0 … 1; 0 where their sizes are not of one die."""
    w = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    h = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    small, large = sorted((one[2] * one[3], other[2] * other[3]))
    return w * h / small if w > 0 and h > 0 and large < 60 * small else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, save."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.bench", description="measure the reading of dice")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with labels.csv (default: %(default)s)")
    parser.add_argument("--set", choices=("test", "train"), default="test", help="which photographs")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th picture of a source")
    parser.add_argument("--only", default="", metavar="SOURCES", help="only these sources, separated by commas")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--errors", type=Path, metavar="FILE.png", help="write a sheet of wrong and missed dice")
    options = parser.parse_args(arguments)
    folder = options.photos / "train" if options.set == "train" else options.photos
    if not (folder / "labels.csv").is_file():
        print(f"bench-vision: no photographs at {folder}; nothing measured")
        return 0
    cv2.setNumThreads(1)
    sources = set(options.only.split(",")) - {""}
    labels = [label for label in load_labels(folder) if not sources or label.source in sources]
    sheet = ErrorSheet() if options.errors else None
    result, asked = measure(folder, labels, options.every, sheet)
    ms = seven_dice()
    print(*table(result), *goals(result), "Where the types are asked for, as a game does:", *goals(asked), sep="\n")
    print(f"1280 × 960 with seven dice: {ms:.0f} ms on one thread (goal 60)")
    if options.save:
        figures = as_json(result) | {"types_asked_for": as_json(asked), "seven_dice_ms": round(ms, 1)}
        options.save.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if sheet is not None:
        sheet.save(options.errors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
