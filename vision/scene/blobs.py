"""What lies on the table, piece by piece: dice, hands and cups, things at the border of the picture."""

from dataclasses import dataclass
from enum import Enum, auto
from math import ceil
from typing import Final

import cv2
import numpy as np

from vision.scene.look import Mask
from vision.scene.settings import Settings

_HAND_AREA_MM2: Final = 1000.0
"""What is larger and reaches in over the border is a hand, and no die that lies there: a d20 has about 480 mm²."""
_LEAST_AREA: Final = 0.6
"""Of the square around the smallest die: what has less is a crumb."""
_ROUND: Final = 1.25
"""Area of a die over that of the largest circle in it: from a square to a hexagon 1.27 … 1.1, a triangle 1.65."""


class Sort(Enum):
    """What a piece is taken for."""

    DICE = auto()
    HAND = auto()
    """Also an arm, a cup, a head."""
    EDGE = auto()
    """Something small at the border of the picture or beyond the zone: it counts for nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """One piece.

    Attributes:
        sort: what it is taken for.
        x, y: its middle, millimetres from the upper left corner of the picture.
        box: x, y, width, height, millimetres.
        area: square millimetres.
        count: how many dice it may be; dice that touch are one piece.
        mask: where it is, 255 there.
        over: whether any of it lies over the zone, so that dice may be under it.
    """

    sort: Sort
    x: float
    y: float
    box: tuple[float, float, float, float]
    area: float
    count: int
    mask: Mask
    over: bool = True


def find_blobs(foreground: Mask, settings: Settings) -> list[Blob]:
    """The pieces of a foreground that are large enough to matter."""
    mm = settings.width_mm / foreground.shape[1]
    number, labels, stats, middles = cv2.connectedComponentsWithStats(foreground, connectivity=4)
    blobs = []
    for i in range(1, number):
        x, y, w, h, pixels = (int(value) for value in stats[i])
        if pixels * mm * mm < _LEAST_AREA * settings.smallest_die_mm**2:
            continue
        mask = (labels == i).astype(np.uint8) * np.uint8(255)
        part = np.pad(mask[y : y + h, x : x + w], 1)
        inside = np.asarray(cv2.distanceTransform(part, cv2.DIST_L2, 5), np.float32) * np.float32(mm)
        at_border = x == 0 or y == 0 or x + w == foreground.shape[1] or y + h == foreground.shape[0]
        place = (float(middles[i][0] * mm), float(middles[i][1] * mm))
        area = pixels * mm * mm
        sort = _sort(area, float(inside.max()), at_border, _in_zone(place, foreground.shape, settings), settings)
        box = (x * mm, y * mm, w * mm, h * mm)
        blobs.append(Blob(sort, *place, box, area, _count(area, inside, settings), mask, _over_zone(mask, settings)))
    return blobs


def _sort(area: float, radius: float, at_border: bool, in_zone: bool, settings: Settings) -> Sort:
    if 2 * radius > settings.largest_die_mm or (at_border and area > _HAND_AREA_MM2):
        return Sort.HAND
    return Sort.EDGE if at_border or not in_zone else Sort.DICE


def _in_zone(place: tuple[float, float], shape: tuple[int, ...], settings: Settings) -> bool:
    left, top, right, bottom = settings.zone
    across = settings.width_mm
    down = settings.width_mm * shape[0] / shape[1]
    return left * across <= place[0] <= right * across and top * down <= place[1] <= bottom * down


def _over_zone(mask: Mask, settings: Settings) -> bool:
    height, width = mask.shape
    left, top, right, bottom = settings.zone
    return bool(mask[int(top * height) : ceil(bottom * height), int(left * width) : ceil(right * width)].any())


def _count(area: float, inside: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]", settings: Settings) -> int:
    """How many dice a piece may be: by its area, and by the middles that it has."""
    radius = float(inside.max())
    by_area = round(area / (_ROUND * np.pi * radius**2))
    peaks = (inside == cv2.dilate(inside, np.ones((5, 5), np.uint8))) & (inside > settings.smallest_die_mm / 2)
    middles = cv2.connectedComponents(cv2.dilate(peaks.astype(np.uint8), np.ones((3, 3), np.uint8)))[0] - 1
    return max(1, by_area, middles)
