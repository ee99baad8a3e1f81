"""Measure the teaching of dice on the ornate dice of bartek: ``python -m vision.lab.bench_taught``.

A lesson is held with the photographs for training, the labels hidden: groups are found, then each is named by the label
of most of its dice, as a person would name it. Then the set reads other pictures: those of the test set, or with
``--set validation`` the training pictures of which none was in the lesson; methods and thresholds are chosen there.
All other dice, those of other makes too, must not be read.
"""

import argparse
import csv
import json
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.finder import find_dice
from vision.lab.sheet import ErrorSheet
from vision.picture import load_picture
from vision.reading import Face
from vision.taught.lesson import Lesson, Named, Tried
from vision.taught.recognise import Recognised, recognise
from vision.taught.sets import TaughtSet
from vision.taught.views import Box

PHOTOS: Final = Path(__file__).resolve().parents[3] / "shared" / "photos"
KINDS: Final = ("d6", "d8")
OWN: Final = ("ornate", "logo")
"""Markings of the dice that are taught."""


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled die."""

    file: Path
    kind: str
    value: int
    box: Box
    marking: str

    @property
    def own(self) -> bool:
        """Whether it is one of the dice that are taught; the ornate dice of bartek_seg are of four other makes."""
        return self.kind in KINDS and self.marking in OWN and self.file.parent.name != "bartek_seg"


def labels(folder: Path) -> list[Label]:
    """Every die of bartek that has a box and a value, in the order of the file."""
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["file"].startswith("bartek") and row["w"] and row["value"]]
    return [
        Label(
            folder / row["file"],
            row["die_type"],
            int(row["value"]),
            (float(row["x"]), float(row["y"]), float(row["w"]), float(row["h"])),
            row["marking"],
        )
        for row in rows
    ]


def half(label: Label) -> int:
    """In which half of the training pictures a picture lies: 0 to teach from, 1 to choose methods and thresholds."""
    return zlib.crc32(f"bartek/{label.file.name}".encode()) % 2


def pictures(some: Iterable[Label]) -> Iterator[tuple[Image, list[Label]]]:
    """Each picture with its labels."""
    by_file: dict[Path, list[Label]] = defaultdict(list)
    for label in some:
        by_file[label.file].append(label)
    for file, own in by_file.items():
        yield load_picture(file), own


def chosen(pool: Sequence[Label], each: int, seed: int) -> list[Label]:
    """At most ``each`` dice of every face, drawn by chance."""
    random = np.random.default_rng(seed)
    count: Counter[int] = Counter()
    drawn = []
    for i in random.permutation(len(pool)):
        if count[pool[i].value] < each:
            count[pool[i].value] += 1
            drawn.append(pool[i])
    return sorted(drawn, key=lambda label: (label.file, label.box))


def teach(kind: str, pool: Sequence[Label]) -> tuple[TaughtSet, list[Tried], dict[str, Any]]:
    """A set taught from these dice, and how good the groups were."""
    lesson, truth = Lesson(kind, []), []
    for image, own in pictures(pool):
        for label in own:
            lesson.add(image, label.box, label.file.name)
            truth.append(label.value)
    groups = lesson.groups()
    named, same = {}, 0
    for place, one in enumerate(groups):
        value, count = Counter(truth[i] for i in one.members).most_common(1)[0]
        named[place] = Named(value)
        same += count
    taught, tried = lesson.taught(f"ornate {kind}", groups, named)
    grouped = sum(len(one.members) for one in groups)
    facts = {"dice": len(truth), "grouped": grouped, "groups": len(groups), "of_the_groups_face": same}
    return taught, tried, facts | {"faces": len(taught.values), "least_lead": taught.least_lead}


@dataclass(frozen=True, slots=True)
class Result:
    """One die that was read."""

    label: Label
    found: Recognised | None

    @property
    def right(self) -> bool:
        """Whether the best answer is right."""
        found = self.found
        return found is not None and found.set.kind == self.label.kind and found.value == self.label.value


def read(some: Sequence[Label], sets: Sequence[TaughtSet], found_boxes: bool, sheet: ErrorSheet | None) -> list[Result]:
    """Read every die by the sets; ``found_boxes`` takes the finder's boxes in place of those of the labels."""
    results = []
    for image, own in pictures(some):
        candidates = [one.box for one in find_dice(image)] if found_boxes else []
        for label in own:
            box = max(candidates, key=lambda b: _common(b, label.box), default=None) if found_boxes else label.box
            if box is not None and _common(box, label.box) < 0.4:
                box = None
            result = Result(label, None if box is None else recognise(image, box, sets))
            results.append(result)
            sure = result.found is not None and result.found.sure
            if sheet is not None and (sure != label.own or (label.own and not result.right)):
                sheet.add(image, label.box, _caption(result))
    return results


def _common(one: Sequence[float], other: Sequence[float]) -> float:
    """Common area of two boxes over the area of both."""
    w = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    h = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    both = max(w, 0) * max(h, 0)
    return both / (one[2] * one[3] + other[2] * other[3] - both)


def _caption(result: Result) -> str:
    label, found = result.label, result.found
    word = "WRONG" if found is not None and found.sure and not result.right else "missed"
    answer = "-" if found is None else f"{found.set.kind} {found.value} {found.fit:.2f} {found.lead:.2f}"
    return f"{word} {label.kind} {label.value}: {answer}"


def count(results: Sequence[Result]) -> dict[str, Counter[str]]:
    """Figures by what the die is; strangers are dice that were not taught."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for one in results:
        label = one.label
        sure = one.found is not None and one.found.sure
        names = [f"{label.kind} {label.marking}", "taught dice"] if label.own else ["strangers"]
        for name in names:
            table[name].update(dice=1, right=one.right, read=sure, wrong=sure and not one.right)
    return dict(sorted(table.items()))


def table(figures: dict[str, Counter[str]]) -> Iterable[str]:
    """The figures for people, line by line."""
    yield f"{'':14}{'dice':>6}{'right':>8}{'read':>8}{'wrong of read':>15}"
    for name, one in figures.items():
        shares = f"{one['right'] / one['dice']:8.1%}{one['read'] / one['dice']:8.1%}"
        yield f"{name:14}{one['dice']:6}{shares}{one['wrong']:9} = {one['wrong'] / max(1, one['read']):4.1%}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Teach, read, print, save."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.lab.bench_taught", description="measure the teaching of dice"
    )
    parser.add_argument("--set", choices=("test", "validation"), default="test", help="which photographs are read")
    parser.add_argument("--each", type=int, default=15, metavar="N", help="dice of a face in the lesson (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="draws other dice for the lesson")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="read only every N-th picture")
    parser.add_argument("--boxes", choices=("labels", "finder"), default="labels", help="where the dice are said to be")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with labels.csv (default: %(default)s)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--errors", type=Path, metavar="FILE.png", help="write a sheet of wrong and missed dice")
    options = parser.parse_args(arguments)
    if not (options.photos / "labels.csv").is_file():
        print(f"bench_taught: no photographs at {options.photos}; nothing measured")
        return 0
    cv2.setNumThreads(1)
    training = labels(options.photos / "train")
    test = options.set == "test"
    sets, facts = [], {}
    for kind in KINDS:
        pool = [one for one in training if one.kind == kind and one.own and (test or half(one) == 0)]
        taught, tried, facts[kind] = teach(kind, chosen(pool, options.each, options.seed))
        sets.append(taught)
        facts[kind]["left_one_out_wrong"] = sum(one.answer != one.value for one in tried)
        print(kind, facts[kind], flush=True)
    to_read = labels(options.photos) if test else [one for one in training if half(one) == 1]
    files = sorted({one.file for one in to_read})[:: options.every]
    sheet = ErrorSheet() if options.errors else None
    kept = set(files)
    results = read([one for one in to_read if one.file in kept], sets, options.boxes == "finder", sheet)
    print(*table(count(results)), sep="\n")
    if options.save:
        options.save.write_text(json.dumps(_saved(results, facts), indent=1) + "\n", encoding="utf-8")
    if sheet is not None:
        sheet.save(options.errors)
    return 0


def _saved(results: Sequence[Result], facts: dict[str, Any]) -> dict[str, Any]:
    def one(result: Result) -> dict[str, Any]:
        answer: tuple[str, Face, float, float, bool] | None = None
        if result.found is not None:
            found = result.found
            answer = (found.set.kind, found.value, round(found.fit, 4), round(found.lead, 4), found.sure)
        label = result.label
        return {"file": label.file.name, "die": f"{label.kind} {label.marking} {label.value}", "answer": answer}

    return {"lesson": facts, "figures": count(results), "dice": [one(result) for result in results]}


if __name__ == "__main__":
    sys.exit(main())
