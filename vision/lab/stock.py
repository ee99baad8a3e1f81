"""The stock of rendered dice that the nets are trained on: ``python -m vision.lab.stock FOLDER``.

Arrays in the folder, ``N`` dice: ``images.npy`` (N, side, side, 4) BGR and cover; ``truth.npy`` (N, ``FACTS``).
"""

import argparse
import sys
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vision.classes import GLYPHS, KINDS, UNREADABLE
from vision.lab.dice import Rendered, render
from vision.lab.materials import CANVAS

_WEIGHTS: Final = {"d4": 13, "d6": 24, "d8": 10, "d10": 11, "d%": 12, "d12": 10, "d20": 19, "wizard": 5}
_COCKED: Final = 0.05
_CHUNK: Final = 250
FACTS: Final = 12
"""Columns of ``truth.npy``: kind, glyph, cocked, box x y w h, what is read x y radius, pips (1) or not (0),
whether the picture's top is the far side (1)."""


def make(folder: Path, count: int, seed: int, workers: int) -> None:
    """Render a stock of ``count`` dice; the same seed gives the same stock."""
    folder.mkdir(parents=True, exist_ok=True)
    chunks = -(-count // _CHUNK)
    images = np.lib.format.open_memmap(
        folder / "images.npy", mode="w+", dtype=np.uint8, shape=(chunks * _CHUNK, CANVAS, CANVAS, 4)
    )
    truth = np.zeros((chunks * _CHUNK, FACTS), np.float32)
    with Pool(workers) as pool:
        jobs = pool.imap_unordered(_chunk, [(seed, i) for i in range(chunks)])
        for i, picture, facts in tqdm(jobs, total=chunks, desc="dice", unit="×250"):
            images[i * _CHUNK : (i + 1) * _CHUNK] = picture
            truth[i * _CHUNK : (i + 1) * _CHUNK] = facts
    images.flush()
    np.save(folder / "truth.npy", truth)


def _chunk(job: tuple[int, int]) -> tuple[int, NDArray[np.uint8], NDArray[np.float32]]:
    cv2.setNumThreads(1)
    seed, index = job
    rng = np.random.default_rng((seed, index))
    kinds = rng.choice(list(_WEIGHTS), _CHUNK, p=np.array(list(_WEIGHTS.values())) / sum(_WEIGHTS.values()))
    pictures = np.zeros((_CHUNK, CANVAS, CANVAS, 4), np.uint8)
    facts = np.zeros((_CHUNK, FACTS), np.float32)
    for i, kind in enumerate(kinds):
        cocked = bool(rng.random() < _COCKED)
        die = render(rng, str(kind), cocked=cocked)
        while not (cocked or die.decidable):
            die = render(rng, str(kind))
        pictures[i, ..., :3], pictures[i, ..., 3] = die.image, die.alpha
        facts[i] = row(die)
    return index, pictures, facts


def row(die: Rendered) -> NDArray[np.float32]:
    """What is true of a rendered die, shape (``FACTS``,); kind and glyph as indices of ``KINDS`` and ``GLYPHS``."""
    glyph = GLYPHS.index(die.glyph) if die.glyph else GLYPHS.index(UNREADABLE)
    return np.array(
        [KINDS.index(die.kind), glyph, die.cocked, *die.box, *die.face, die.marking == "pips", die.upright],
        np.float32,
    )


def main() -> int:
    """Render a stock."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.stock", description="render dice for training")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    make(options.folder, options.count, options.seed, options.workers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
