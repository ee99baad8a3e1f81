"""How high the camera has to hang: every die must show it the face that lies up more than any other face.

A camera sees a die aslant that lies far from below it. The face that faces the camera most stops being the upper one
where the line of sight leaves the vertical by half the angle between two neighbouring faces: 20.9° with a d20, 25.8°
with a d10, 31.7° with a d12, 35.3° with a d8. 6° less are kept, so 15° with a d20.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import numpy as np

from vision.calibration.lens import Array
from vision.geometry import solid
from vision.tray.measures import CORNER_MM, FLOOR_MM

_KEPT_DEGREES: Final = 6.0


@cache
def turning_degrees(kind: str) -> float:
    """From which angle off the vertical on a die may face the camera more with another face than with the upper one.

    Args:
        kind: one of ``DIE_TYPES``.

    >>> round(turning_degrees("d20"), 1)
    20.9
    """
    shape = solid(kind)
    ups = np.array([shape.up(label) for label in shape.labels])
    cosines = np.clip(ups @ ups.T, -1, 1)
    np.fill_diagonal(cosines, -1)
    return float(np.degrees(np.arccos(cosines.max())) / 2)


def most_degrees(kind: str) -> float:
    """How far off the vertical a die may be looked at.

    >>> round(most_degrees("d20"))
    15
    """
    return turning_degrees(kind) - _KEPT_DEGREES


def _tall(kind: str) -> float:
    """How high the face lies that is read, mm."""
    shape = solid(kind)
    heights = shape.vertices @ shape.up(shape.labels[0])
    return float(heights.max() - heights.min())


def _slim(kind: str) -> float:
    """How near to a wall the middle of a die can lie, mm."""
    shape = solid(kind)
    return float(abs(shape.centres[0] @ shape.normals[0]))


def least_height(tray: tuple[float, float], kinds: Iterable[str], foot: tuple[float, float] = (0.0, 0.0)) -> float:
    """The least height of the lens above the floor of the tray, mm.

    Args:
        tray: width and depth of its floor, mm; its corners are cut off where it is that of the table that is built.
        kinds: the dice in use, each one of ``DIE_TYPES``.
        foot: the place straight below the camera, mm from the tray's middle.

    >>> round(least_height((200, 150), ["d20"]))
    434
    >>> round(least_height((200, 150), ["d6"]))
    157
    >>> round(least_height(FLOOR_MM, ["d20"]))
    472
    """
    # Corners of another tray are taken as they would be at worst.
    cut = CORNER_MM if tray == FLOOR_MM else 0.0
    needed = 0.0
    for kind in kinds:
        slim, angle = _slim(kind), np.radians(most_degrees(kind))
        x, y = tray[0] / 2 - slim, tray[1] / 2 - slim
        # The middle of a die stays as far from the wall across a corner as from the others.
        across = x + y - max(0.0, cut - (2 - np.sqrt(2)) * slim)
        ends = np.abs(foot) + np.array([(x, across - x), (across - y, y)])
        needed = max(needed, _tall(kind) + float(np.linalg.norm(ends, axis=1).max()) / float(np.tan(angle)))
    return needed


def degrees_off(place: Array, point: Array) -> float:
    """How far off the vertical a camera at a place sees a point, both of shape (3,), mm."""
    away = point - place
    return float(np.degrees(np.arctan2(np.linalg.norm(away[:2]), -away[2])))
