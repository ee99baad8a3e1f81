"""From faces with pips to dice: which faces belong together, which of them is up, how far the die reaches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.blobs import Ellipse, Gray
from vision.camera.base import Image
from vision.layouts import Face, Floats
from vision.locate import Box, Shape, grow
from vision.pips import Sighting, find_faces, find_ones, mean_shape, more_upper, reach, roundness

UPPER_LEAD: Final = 0.12
"""By how much a face must look more like the upper one than any other face of its die."""
MIN_ROUNDNESS: Final = 0.5
"""A face whose pips are narrower is seen too much from the side to be taken for the upper one."""
ONE_TO_DIE: Final = (14.0, 130.0)
"""Area of a die's outline against that of the single pip of a one, least and most."""


@dataclass(frozen=True, slots=True)
class PipDie:
    """One die with pips.

    Attributes:
        value: 1 … 6.
        confidence: 0 … 1.
        sure: it may be given as read.
        box: px.
    """

    value: int
    confidence: float
    sure: bool
    box: Box


def find_pip_dice(image: Image, gray: Gray, ellipses: Sequence[Ellipse]) -> list[PipDie]:
    """Every die with pips: sure or not."""
    faces = find_faces(gray, ellipses)
    shapes = {id(s): _outline(image, s.face) for s in faces if s.sure}
    ones = []
    for one in find_ones(gray, ellipses, faces):
        shape = _outline(image, one.face)
        if shape is not None and _fits_a_one(one.face, shape):
            ones.append(one)
            shapes[id(one)] = shape
    seen = [s for s in [*faces, *ones] if s.sure]
    dice: list[PipDie] = []
    for sighting in seen:
        rivals = [s for s in seen if s is not sighting and _one_die(sighting.face, s.face)]
        leads = [more_upper(sighting.face, s.face) for s in rivals]
        lead = min(leads, default=1.0)
        if lead < -UPPER_LEAD:
            continue
        upper = lead > UPPER_LEAD and roundness(sighting.face) >= MIN_ROUNDNESS
        upper = upper and not _threatened(sighting.face, ellipses, seen)
        confidence = min(1.0, sighting.opinion.fit) * (1.0 if upper else 0.5)
        dice.append(PipDie(sighting.face.value, confidence, upper, _box(sighting.face, shapes.get(id(sighting)), image)))
    return dice


def _outline(image: Image, face: Face) -> Shape | None:
    """The die's outline, grown from plain points on the face."""
    radius = reach(face)
    offsets = np.array([(0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)]) if face.value in (4,) else np.array(
        [(0.45, 0.0), (-0.45, 0.0), (0.0, 0.45), (0.0, -0.45)]
    )
    if face.value == 6:
        offsets = np.array([(0.5, 0.0), (-0.5, 0.0), (0.0, 0.0)])
    if face.value == 1:
        offsets = np.array([(0.8, 0.0), (-0.8, 0.0), (0.0, 0.8), (0.0, -0.8)])
    seeds = face.centre + offsets @ face.step.T
    return grow(image, seeds, 2.6 * radius)


def _fits_a_one(face: Face, shape: Shape) -> bool:
    """Whether an outline around a single pip can be a die that shows a one."""
    pip = face.pips[0]
    ratio = shape.area / (np.pi * pip.radius**2)
    x, y, w, h = shape.box
    off = max(abs(pip.x - x - w / 2) / w, abs(pip.y - y - h / 2) / h)
    return bool(ONE_TO_DIE[0] < ratio < ONE_TO_DIE[1] and off < 0.3 and shape.solidity > 0.9)


def _one_die(face: Face, other: Face) -> bool:
    """Whether two faces are near enough to belong to one die."""
    apart = other.centre - face.centre
    return bool(np.hypot(*apart) < 1.9 * max(reach(face), reach(other)))


def _threatened(face: Face, ellipses: Sequence[Ellipse], seen: Sequence[Sighting]) -> bool:
    """Whether pips near the face may belong to an upper face that was not found."""
    known = {id(pip) for s in seen for pip in s.face.pips}
    size = float(np.linalg.det(mean_shape(face))) ** 0.25
    rows = [(e.x, e.y) for e in ellipses if id(e) not in known and _kin(e, face, size)]
    if not rows:
        return False
    apart: Floats = np.array(rows) - face.centre
    distance = np.hypot(*apart.T)
    return bool(np.any((distance < 1.7 * reach(face)) & (apart[:, 1] < 0.2 * distance)))


def _kin(pip: Ellipse, face: Face, size: float) -> bool:
    """Whether a candidate could be a pip of the same die as large as those of a face."""
    model = face.pips[0]
    alike = pip.light == model.light and 0.5 < pip.contrast / face.contrast < 2
    return alike and 0.75 < pip.radius / size < 2


def _box(face: Face, shape: Shape | None, image: Image) -> Box:
    """Bounding box of the die: of its outline where that is plausible, else of the face alone."""
    half = HALF = reach(face) / float(np.sqrt(np.linalg.eigvalsh(mean_shape(face))[1]))
    radius = float(np.linalg.det(mean_shape(face))) ** 0.25
    corners = face.corners(max(1.0 + 1.5 / face.spacing, HALF / face.spacing))
    x, y, w, h = cv2.boundingRect(corners.astype(np.int32))
    if shape is not None and shape.holds(*face.centre):
        ratio = shape.area / (np.pi * (half * radius) ** 2)
        if 0.4 < ratio < 4:
            return shape.box
    x, y = max(0, x), max(0, y)
    return int(x), int(y), int(min(w, image.shape[1] - x)), int(min(h, image.shape[0] - y))
