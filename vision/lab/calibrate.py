"""Choose the thresholds of a reading, and what its confidence means: ``python -m vision.lab.calibrate``.

The dice of ``vision.lab.samples`` are read. Logistic regressions say how what the nets say makes a score; how often a
score was right becomes the confidence (isotonic regression); the least score above which at most one in ``ONE_IN`` is
wrong becomes the threshold: of dice whose pips were counted as well (surely or doubtfully), of d4, of other d6, of
Wizard dice and of all others by themselves. Leaning dice are left out: in a single picture of unknown view nobody can
tell them from dice seen aslant. The test photographs play no part in it.
"""

import argparse
import json
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta  # type: ignore[import-untyped]
from tqdm import tqdm

from vision.decide import UNASKED_D4
from vision.lab import chart
from vision.lab.fit import fit
from vision.lab.samples import TILE, Sample, of_photos, of_renders, of_tiles
from vision.model import FOLDER

Floats = NDArray[np.float64]

ONE_IN: Final = 500
_CERTAINTY: Final = 0.95
_AS_COUNTED: Final = ("wizard",)
"""Rules with a certainty of a half, so about as many wrong as are counted: a W and an N are at times taken for each
other with all confidence, and what is left where no such one is borne is a tenth of the dice."""
_RULES: Final = ("one", "pips", "doubtful pips", "d4", "d6", "wizard", "other")
_POINTS: Final = 20
_LEAST_BLOCK: Final = 5
_PARTS: Final = 8
_TILES_OF: Final = 16
"""One tile for so many rendered dice."""


Parts = dict[str, tuple[Floats, float]]
"""Weights and bias of each rule."""


def scores(samples: Sequence[Sample], parts: Parts) -> Floats:
    """The score of each sample, as ``vision.decide.Opinion.score``."""
    return np.array([float(np.dot(parts[s.rule][0], s.evidence)) + parts[s.rule][1] for s in samples])


def fitted(samples: Sequence[Sample]) -> Parts:
    """Weights and bias of each rule, on all on whose value the nets agree."""
    result = {}
    for rule in _RULES:
        own = [s for s in samples if s.agreed and s.rule == rule]
        result[rule] = fit(np.array([s.evidence for s in own]), _right(own))
    return result


def _right(samples: Sequence[Sample]) -> Floats:
    return np.array([float(s.right) for s in samples])


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
    ends = [round(float(block[2]), 4) for block in kept]
    return [min(round(float(scores.min()), 4), ends[0]), *ends], [0.0, *(round(float(s), 4) for s in share)]


def threshold(score: Floats, right: Floats, certainty: float = _CERTAINTY) -> float:
    """The least score of a value that may be used; infinite where there is none.

    At most one in ``ONE_IN`` of all that score as much is wrong, with a certainty of ``certainty`` (Clopper and
    Pearson, *The use of confidence or fiducial limits*, 1934). That takes some 1,500 dice; where there are fewer, none
    of those held back is wrong.
    """
    order = np.argsort(-score)
    wrong, count = np.cumsum(1 - right[order]), np.arange(1, len(order) + 1)
    most = beta.ppf(certainty, wrong + 1, np.maximum(count - wrong, 1e-9))
    good = np.flatnonzero((wrong == 0) | (most <= 1 / ONE_IN))
    return float(score[order][good[-1]]) if len(good) else float("inf")


def thresholds(samples: Sequence[Sample], score: Floats) -> dict[str, float]:
    """The threshold of each rule. A tile with a numeral looks like some d4: it counts where nobody asked for a d4."""
    least = {}
    for rule, own, tiles in (*((rule, rule, False) for rule in _RULES), (UNASKED_D4, "d4", True)):
        here = np.array([s.agreed and s.rule == own and (tiles or s.source != TILE) for s in samples])
        certainty = 0.5 if rule in _AS_COUNTED else _CERTAINTY
        least[rule] = round(threshold(score[here], _right(samples)[here], certainty), 4)
    return least


def report(samples: Sequence[Sample], score: Floats, least: dict[str, float]) -> Iterator[str]:
    """The figures by source."""
    yield f"{'source':20}{'dice':>6}{'right':>8}{'read':>8}{'wrong':>7}"
    for source in sorted({s.source for s in samples}):
        some = [(s, own) for s, own in zip(samples, score, strict=True) if s.source == source]
        read = [s for s, own in some if s.agreed and own >= least[UNASKED_D4 if s.rule == "d4" else s.rule]]
        counts = Counter(s.right for s in read)
        right, share = np.mean([s.right for s, _ in some]), len(read) / len(some)
        yield f"{source:20}{len(some):6}{right:8.1%}{share:8.1%}{counts[False]:7}"


def gather(renders: int, seed: int) -> list[Sample]:
    """All samples, on both cores."""
    with Pool(2) as pool:
        part = partial(of_renders, -(-renders // _PARTS))
        drawn = pool.imap_unordered(_listed, [(part, seed + i) for i in range(_PARTS)])
        rows = [sample for some in tqdm(drawn, desc="renders", total=_PARTS) for sample in some]
        tiles = pool.imap_unordered(
            _listed, [(partial(of_tiles, -(-renders // _TILES_OF // _PARTS)), seed + i) for i in range(_PARTS)]
        )
        rows += [sample for some in tqdm(tiles, desc="tiles", total=_PARTS) for sample in some]
        shares = pool.imap_unordered(_listed, [(partial(of_photos, parts=_PARTS), i) for i in range(_PARTS)])
        return rows + [sample for some in tqdm(shares, desc="photographs", total=_PARTS) for sample in some]


def _listed(job: "tuple[Callable[[int], Iterator[Sample]], int]") -> list[Sample]:
    make, part = job
    return list(make(part))


def crossed(samples: Sequence[Sample]) -> Floats:
    """The confidence of each sample as the other half of them would have it."""
    half = np.arange(len(samples)) % 2 == 0
    confidence = np.zeros(len(samples))
    for own in (half, ~half):
        others = [s for s, here in zip(samples, own, strict=True) if not here]
        parts = fitted(others)
        points = isotonic(scores(others, parts), _right(others))
        mine = [s for s, here in zip(samples, own, strict=True) if here]
        confidence[own] = np.interp(scores(mine, parts), *points)
    return confidence


def main() -> int:
    """Read, choose, write ``calibration.json`` and the diagram."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.calibrate")
    parser.add_argument("--renders", type=int, default=32000)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--out", type=Path, default=FOLDER / "calibration.json")
    parser.add_argument("--samples", type=Path, help="keep what was read here, or take it from here")
    options = parser.parse_args()
    if options.samples and options.samples.exists():
        samples = pickle.loads(options.samples.read_bytes())
    else:
        samples = gather(options.renders, options.seed)
        if options.samples:
            options.samples.write_bytes(pickle.dumps(samples))
    parts = fitted([s for s in samples if s.source != TILE])
    score = scores(samples, parts)
    least = thresholds(samples, score)
    dice = [s for s in samples if s.source != TILE]
    points, right = isotonic(scores(dice, parts), _right(dice))
    facts = {
        "weights": {rule: [round(float(w), 4) for w in weights] for rule, (weights, _) in parts.items()},
        "bias": {rule: round(bias, 4) for rule, (_, bias) in parts.items()},
        "thresholds": least,
        "scores": points,
        "right": right,
    }
    options.out.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    chart.draw(options.out.with_name("reliability.png"), crossed(dice), _right(dice), "Dice held back, and renders")
    print(*report(samples, score, least), facts, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
