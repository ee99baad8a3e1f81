"""Choose the threshold of a reading, and what its confidence means: ``python -m vision.lab.calibrate``.

The photographs that were held back from training and freshly rendered dice are read as whole pictures. How often a
score was right becomes the confidence (isotonic regression); the least score with at most one wrong in ``ONE_IN`` among
all that score higher becomes the threshold: of dice whose pips were counted as well (surely or
doubtfully), of other d6, of Wizard dice and of
all others by themselves. Leaning dice are left out: in a single picture of unknown view nobody can tell them from dice
seen aslant. The test photographs play no part in it.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vision import decide
from vision.classes import KINDS, written
from vision.lab import photos
from vision.lab.augment import degrade
from vision.lab.dice import render
from vision.lab.photos import Box, Die, Photo
from vision.lab.scenes import ground, paste
from vision.model import FOLDER
from vision.read import Found, find_and_look
from vision.reading import faces

ONE_IN: Final = 500
_SIZES: Final = (24.0, 160.0)
_RULES: Final = ("one", "pips", "doubtful pips", "d6", "wizard", "other")
_LEAST_UNCOUNTED: Final = 0.85
"""Where pips could be meant and none can be counted, the nets alone are believed less: a flower of dots is no six."""
_POINTS: Final = 20
_LEAST_BLOCK: Final = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """A die that was read: its score, whether both nets agreed on a value, whether that was right, its source."""

    score: float
    agreed: bool
    right: bool
    source: str
    rule: str = "other"
    """Which threshold holds for it."""


def of_photos() -> Iterator[Sample]:
    """Every die with a known value in the photographs held back; strays too where every die is labelled."""
    for photo in photos.load():
        if photos.held(photo):
            yield from _of_photo(photo)


def _of_photo(photo: Photo) -> Iterator[Sample]:
    seen = find_and_look(photo.image)
    if len(photo.dice) == 1 and photo.dice[0].box is None:
        pairs = list(zip(photo.dice, seen, strict=False))
    else:
        pairs = _paired(photo, seen)
    for die, found in pairs:
        if die.glyph or die.marking in ("ornate", "logo"):
            yield _sample(found, die.kind, die.glyph and str(int(die.glyph)), photo.source)
    if photo.complete:
        known = [die.box for die in photo.dice if die.box is not None]
        strays = [found for found in seen if not any(_inside(_middle(found.box), box) for box in known)]
        yield from (_sample(found, "", "", photo.source + " stray") for found in strays)


def _paired(photo: Photo, seen: list[Found]) -> list[tuple[Die, Found]]:
    """Labels and what was found, the nearest first, each once."""
    near = [
        (float(np.hypot(*np.subtract(_middle(found.box), _middle(die.box)))), i, j)
        for i, die in enumerate(photo.dice)
        for j, found in enumerate(seen)
        if die.box is not None and _same(die.box, found.box, photo.source == "matteop65")
    ]
    pairs: dict[int, int] = {}
    for _, i, j in sorted(near):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return [(photo.dice[i], seen[j]) for i, j in pairs.items()]


def _same(label: Box, found: Box, pips_only: bool) -> bool:
    return _inside(_middle(label), found) and (pips_only or 0.3 < label[2] * label[3] / (found[2] * found[3]) < 3)


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _inside(point: tuple[float, float], box: Box) -> bool:
    return box[0] < point[0] < box[0] + box[2] and box[1] < point[1] < box[1] + box[3]


def _sample(found: Found, kind: str, value: str, source: str) -> Sample:
    # A coloured disc on a white die is a one or a Wizard face: nobody can say which who does not know what is played.
    expect = ("wizard",) if kind == "wizard" else ()
    opinion = decide.weigh(found.die, found.face, found.pips, expect)
    right = opinion.kind == kind and value != "" and str(opinion.value) == value
    return Sample(opinion.score, opinion.agreed, right, source, opinion.rule)


def of_renders(count: int, seed: int) -> Iterator[Sample]:
    """Single rendered dice of every kind on table tops."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        kind = str(rng.choice(KINDS))
        die = render(rng, kind)
        image = ground(rng, 320, 416)
        size = float(np.exp(rng.uniform(*np.log(_SIZES))))
        place = (float(rng.uniform(100, 220)), float(rng.uniform(100, 220)))
        turn = float(rng.normal(0, 8) if die.upright else rng.uniform(0, 360))
        paste(rng, image, np.dstack([die.image, die.alpha]), place, scale=size / 100, turn=turn)
        image = degrade(rng, image, 0.6)
        seen = find_and_look(image)[:1]
        value = next((str(face) for face in faces(kind) if written(kind, face) == die.glyph), "")
        yield from (_sample(found, kind, value, f"rendered {kind}") for found in seen)


def isotonic(scores: NDArray[np.float64], right: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """The rising step function nearest to 0 and 1 at some scores (pool adjacent violators), at some twenty points."""
    order = np.argsort(scores)
    blocks: list[list[float]] = []  # sum of what was right, count, last score
    for score, hit in zip(scores[order], right[order], strict=True):
        blocks.append([hit, 1.0, score])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            hits, number, last = blocks.pop()
            blocks[-1] = [blocks[-1][0] + hits, blocks[-1][1] + number, last]
    kept = [block for block in blocks if block[1] >= _LEAST_BLOCK] or [[0.5, 1.0, 1.0]]
    kept = [kept[i] for i in np.unique(np.linspace(0, len(kept) - 1, _POINTS).astype(int))]
    # One more that was wrong in each block: however few there are, none is certain.
    share = np.maximum.accumulate([hits / (count + 1) for hits, count, _ in kept])
    return [0.0, *(round(block[2], 4) for block in kept)], [0.0, *(round(float(s), 4) for s in share)]


def threshold(samples: list[Sample]) -> float:
    """The least score from which at most one in ``ONE_IN`` is wrong."""
    agreed = sorted((s for s in samples if s.agreed), key=lambda s: -s.score)
    wrong, least = 0, 1.0
    for count, sample in enumerate(agreed, 1):
        wrong += not sample.right
        if wrong <= count / ONE_IN:
            least = sample.score
    return least


def report(samples: list[Sample], least: dict[str, float]) -> Iterator[str]:
    """The figures by source."""
    yield f"{'source':20}{'dice':>6}{'right':>8}{'read':>8}{'wrong':>7}"
    for source in sorted({s.source for s in samples}):
        some = [s for s in samples if s.source == source]
        read = [s for s in some if s.agreed and s.score >= least[s.rule]]
        counts = Counter(s.right for s in read)
        right, share = np.mean([s.right for s in some]), len(read) / len(some)
        yield f"{source:20}{len(some):6}{right:8.1%}{share:8.1%}{counts[False]:7}"


def main() -> int:
    """Read, choose, write ``calibration.json``."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.calibrate")
    parser.add_argument("--renders", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--out", type=Path, default=FOLDER / "calibration.json")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    real = list(tqdm(of_photos(), desc="photographs", mininterval=5))
    rendered = list(
        tqdm(of_renders(options.renders, options.seed), desc="renders", total=options.renders, mininterval=5)
    )
    every = real + rendered
    least = {rule: round(threshold([s for s in every if s.rule == rule]), 4) for rule in _RULES}
    least["d6"] = max(least["d6"], _LEAST_UNCOUNTED)
    scores, right = isotonic(np.array([s.score for s in every]), np.array([float(s.right) for s in every]))
    facts = {"thresholds": least, "scores": scores, "right": right}
    options.out.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    print(*report(every, least), least, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
