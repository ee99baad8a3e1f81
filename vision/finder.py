"""Finding dice: one look of a small net at the whole picture gives their bounding boxes.

The net (``lab/nets.py``: ``Finder``) answers for each cell of 4 × 4 px whether a die's middle is there, and how large
the die is (Zhou et al., *Objects as Points*, 2019). A peak among its eight neighbours is a die.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image
from vision.crops import averaged
from vision.model import load_net

WIDTH: Final = 416
HEIGHT: Final = 320
_HALF: Final = (224, 160)
"""Sides are multiples of 32, by which the net divides them."""
_STRIDE: Final = 4
LEAST_SCORE: Final = 0.2
"""Peaks below are nothing; up to what the reader calls a die they are candidates."""
_SAME: Final = 0.5
_SURE: Final = 0.5
_MANY: Final = 5
_LARGE: Final = 0.2
"""A die longer than this part of the picture's long side is a close-up."""


Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A die, perhaps.

    Attributes:
        score: 0 … 1, how sure it is that a die lies here.
        box: x, y, width, height in px of the picture.
    """

    score: float
    box: Box


def find_dice(image: Image) -> list[Candidate]:
    """The dice of a picture, the surest first.

    Dice as large as in a close-up are looked for in a picture of half the size, unless the first look found many. What
    both looks find may lie over one another: a numeral on a large die, a die on a tray that looks like one.

    Args:
        image: the picture, BGR, any size.
    """
    upright = image.shape[0] > image.shape[1]
    turned = np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8) if upright else image
    found = _look(turned, WIDTH, HEIGHT)
    if _doubtful(found, turned):
        large = _LARGE * max(image.shape[:2])
        found = _each_once(found + [c for c in _look(turned, *_HALF) if max(c.box[2:]) > large])
    if upright:  # clockwise: x of the turned picture is y of the other, its y counts from the right
        height = image.shape[0]
        found = [Candidate(c.score, (c.box[1], height - c.box[0] - c.box[2], c.box[3], c.box[2])) for c in found]
    return found


def count_sure(found: Sequence[Candidate]) -> int:
    """How many of these, the surest first, it is sure of. A box around the middle of a surer one is the same die, or
    one and its shadow.
    """
    sure: list[Candidate] = []
    for one in found:
        if one.score > _SURE and not any(hold_each_other(one.box, other.box) for other in sure):
            sure.append(one)
    return len(sure)


def hold_each_other(one: Box, other: Box) -> bool:
    """Whether the middle of one of two boxes lies in the other."""
    return _holds(one, other) or _holds(other, one)


def _holds(one: Box, other: Box) -> bool:
    x, y = other[0] + other[2] / 2, other[1] + other[3] / 2
    return one[0] <= x <= one[0] + one[2] and one[1] <= y <= one[1] + one[3]


def _each_once(found: list[Candidate]) -> list[Candidate]:
    """The surest of those that show one die: whose boxes share more than half of what they cover together."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda c: -c.score):
        if not any(_alike(one.box, other.box) for other in kept):
            kept.append(one)
    return kept


def _alike(one: Box, other: Box) -> bool:
    areas = one[2] * one[3], other[2] * other[3]
    shared = overlap(one, other) * min(areas)
    return shared > 0.5 * (sum(areas) - shared)


def _doubtful(found: list[Candidate], image: Image) -> bool:
    """Whether there may be dice too large for the first look: there is room for them, or one is nearly so large."""
    large = _LARGE * max(image.shape[:2])
    return sum(c.score > _SURE for c in found) < _MANY or any(max(c.box[2:]) > large for c in found)


def _look(image: Image, width: int, height: int) -> list[Candidate]:
    """What the net finds in a picture that is wider than high, scaled to fit a frame."""
    factor = max(1, min(int(max(image.shape[1] / width, image.shape[0] / height)), *image.shape[:2]))
    whole = averaged(image, factor)
    scale = min(width / whole.shape[1], height / whole.shape[0])
    size = (max(1, round(whole.shape[1] * scale)), max(1, round(whole.shape[0] * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(whole, (min(size[0], width), min(size[1], height)), interpolation=way)
    frame = np.full((height, width, 3), 114, np.uint8)
    frame[: small.shape[0], : small.shape[1]] = small
    net = load_net("finder", f" {width}")
    net.setInput(cv2.dnn.blobFromImage(frame, 1 / 255, mean=(127.5, 127.5, 127.5)))
    return _peaks(np.asarray(net.forward()[0], np.float32), scale / factor, image.shape[1], image.shape[0])


def _peaks(out: NDArray[np.float32], scale: float, width: int, height: int) -> list[Candidate]:
    score = 1 / (1 + np.exp(-out[0]))
    peak = (score == cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score > LEAST_SCORE)
    rows, columns = np.nonzero(peak)
    found: list[Candidate] = []
    for i in np.argsort(-score[rows, columns]):
        row, column = int(rows[i]), int(columns[i])
        dx, dy, w, h = (float(v) for v in out[1:, row, column])
        w, h = float(np.exp(np.clip(w, 0, 5))) * _STRIDE / scale, float(np.exp(np.clip(h, 0, 5))) * _STRIDE / scale
        x, y = (column + dx) * _STRIDE / scale - w / 2, (row + dy) * _STRIDE / scale - h / 2
        x1, y1, x2, y2 = max(x, 0.0), max(y, 0.0), min(x + w, float(width)), min(y + h, float(height))
        if x2 - x1 < 2 or y2 - y1 < 2:
            continue
        box = (x1, y1, x2 - x1, y2 - y1)
        if not any(overlap(box, other.box) > _SAME for other in found):
            found.append(Candidate(float(score[row, column]), box))
    return found


def overlap(one: Box, other: Box) -> float:
    """The part of the smaller box that lies in the other one, 0 … 1."""
    w = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    h = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return w * h / min(one[2] * one[3], other[2] * other[3]) if w > 0 and h > 0 else 0.0
