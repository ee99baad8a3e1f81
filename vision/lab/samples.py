"""Dice that no net was trained on, read as whole pictures: photographs that were held back, and fresh renders."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision import decide
from vision.classes import KINDS, written
from vision.lab import photos, tiles
from vision.lab.augment import degrade
from vision.lab.dice import render
from vision.lab.photos import Box, Die, Photo
from vision.lab.scenes import ground, paste
from vision.read import LEAST_SIDE, Found, find_and_look
from vision.reading import faces

_SIZES: Final = (24.0, 160.0)
"""Longer side of a rendered die, px."""
_WEIGHTS: Final = {"d4": 0.245, "d6": 0.34, "wizard": 0.19}
"""How many of the rendered dice are of these kinds, which have thresholds of their own; the others share the rest."""
TILE: Final = "tile"
"""Source of a sample that is no die but a tile."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A die that was read: what speaks for the value, which rule holds, whether it is right.

    ``agreed``: it may be used at all, since the nets agree and it is large enough.
    """

    evidence: tuple[float, ...]
    rule: str
    agreed: bool
    right: bool
    source: str


def of_photos(part: int = 0, parts: int = 1) -> Iterator[Sample]:
    """Every die with a known value in the photographs held back; strays too where every die is labelled.

    Args:
        part: which of ``parts`` shares of the photographs, 0 … parts - 1.
        parts: how many shares there are.
    """
    cv2.setNumThreads(1)
    for number, photo in enumerate(photos.load()):
        if number % parts == part and photos.held(photo):
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
    opinion = decide.weigh(found.die, (found.face, found.around), found.pips, expect)
    right = opinion.kind == kind and value != "" and str(opinion.value) == value
    agreed = opinion.agreed and max(found.box[2:]) >= LEAST_SIDE
    return Sample(opinion.evidence, opinion.rule, agreed, right, source)


def of_tiles(count: int, seed: int) -> Iterator[Sample]:
    """Flat tiles with a numeral, as other games have them: no dice, but a square one looks like a d6 from above."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        corners = int(rng.choice(tiles.CORNERS))
        words = str(rng.choice([str(n) for n in range(21)]))
        image = ground(rng, 320, 416)
        size = float(np.exp(rng.uniform(*np.log(_SIZES))))
        place = (float(rng.uniform(100, 220)), float(rng.uniform(100, 220)))
        turn = float(rng.uniform(0, 360))
        paste(rng, image, tiles.tile(rng, corners, words), place, scale=size / tiles.SIZE, turn=turn)
        image = degrade(rng, image, 0.6)
        kind = "d6" if corners == 4 else ""
        value = words if corners == 4 and words in "123456" else ""
        yield from (_sample(found, kind, value, TILE) for found in find_and_look(image)[:1])


def of_renders(count: int, seed: int) -> Iterator[Sample]:
    """Single rendered dice of every kind on table tops.

    Left out are dice whose picture cannot say what is up (``Rendered.decidable``).
    """
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    rest = (1 - sum(_WEIGHTS.values())) / (len(KINDS) - len(_WEIGHTS))
    for kind in rng.choice(KINDS, count, p=[_WEIGHTS.get(kind, rest) for kind in KINDS]).tolist():
        die = render(rng, kind)
        while not die.decidable:
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
