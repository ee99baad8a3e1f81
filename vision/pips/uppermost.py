"""From faces with pips to dice: which faces belong together, which of them is up, how far the die reaches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.pips.blobs import Ellipse
from vision.pips.checks import leftovers
from vision.pips.faces import HALF_FACE, Sighting, find_faces, find_ones, more_upper, reach, roundness
from vision.pips.layouts import Face, Floats
from vision.pips.locate import Box, Shape, grow

UPPER_LEAD: Final = 0.12
"""By how much a face must look more like the upper one than any other face of its die."""
NEEDS_OUTLINE: Final = 3
"""Up to this value a face must lie in the outline of a die, or beside another face of it."""
MIN_ROUNDNESS: Final = 0.7
ONE_ROUNDNESS: Final = 0.85
"""A face whose pips are narrower is seen too much from the side to be taken for the upper one; a lone pip must be
rounder still."""
READ_FIT: Final = 0.88
"""How well the drawing of the layout must fit the face that is read (``vision.checks.Opinion.fit``)."""
SIDE_REACH: Final = 2.6
SIDE_LEAD: Final = 0.2
"""A face with another one this near, in half edges, that looks so much more like the upper one, may be its side."""
PIP_TO_DIE: Final = (14.0, 150.0)
"""Area of a die's outline against that of one of its pips, least and most."""


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


def find_pip_dice(image: Image, ellipses: Sequence[Ellipse]) -> list[PipDie]:
    """Every die with pips: sure or not."""
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    faces = find_faces(lab, ellipses)
    sure = [s for s in [*faces, *find_ones(lab, ellipses, faces)] if s.sure]
    outlined = [(s, _outline(image, s.face)) for s in sure]
    # A single pip without a die about it is one of another face, or a speck; it speaks against nothing.
    outlined = [(s, o) for s, o in outlined if s.face.value > 1 or o is not None]
    seen = [s for s, _ in outlined]
    dice: list[PipDie] = []
    for sighting, outline in outlined:
        rivals = [s for s in seen if s is not sighting and _one_die(sighting.face, s.face)]
        few = sighting.face.value <= NEEDS_OUTLINE or (sighting.face.value == 4 and not _plain_four(sighting))
        if outline is None and few and not any(s.face.value > 3 for s in rivals):
            continue
        lead = min((more_upper(sighting.face, s.face) for s in rivals), default=1.0)
        if lead < -UPPER_LEAD:
            continue
        upper = lead > UPPER_LEAD and _plainly_seen(sighting) and not _low(sighting.face, outline)
        upper = upper and not any(_beside_upper(sighting.face, s.face) for s in seen if s is not sighting)
        upper = upper and not any(_coplanar(sighting.face, s.face) for s in rivals)
        upper = upper and not _threatened(sighting.face, ellipses, seen)
        upper = upper and not _incomplete(lab, sighting.face, outline, [sighting, *rivals], ellipses)
        confidence = min(1.0, sighting.opinion.fit) * (1.0 if upper else 0.5)
        dice.append(PipDie(sighting.face.value, confidence, upper, _box(sighting.face, outline, image)))
    return dice


def _plainly_seen(sighting: Sighting) -> bool:
    """Whether a face is seen well enough, and little enough askew, to be read."""
    least = ONE_ROUNDNESS if sighting.face.value == 1 else MIN_ROUNDNESS
    return roundness(sighting.face) >= least and sighting.opinion.fit >= READ_FIT


def _beside_upper(face: Face, other: Face) -> bool:
    """Whether a face may be a side of the die whose upper face is the other one."""
    apart = float(np.hypot(*(other.centre - face.centre)))
    return apart < SIDE_REACH * max(reach(face), reach(other)) and more_upper(other, face) > SIDE_LEAD


def _low(face: Face, outline: Shape | None) -> bool:
    """Whether a face seen askew lies in the lower part of its die, as sides do."""
    if outline is None or roundness(face) > 0.85:
        return False
    _, y, _, h = outline.box
    return bool((face.centre[1] - y) / h > 0.6)


def _incomplete(
    lab: Image, face: Face, outline: Shape | None, faces: Sequence[Sighting], ellipses: Sequence[Ellipse]
) -> bool:
    """Whether a face of few pips has more like them beside it."""
    if outline is None or face.value > 3:
        return False
    if face.value == 1:  # the pip of a one is the largest of its die; a larger one near it shows a numeral's hole
        size = 1.15 * face.pips[0].radius
        larger = [e for e in ellipses if e.light == face.light and e.radius > size and e.contrast > 0.4 * face.contrast]
        if any(outline.holds(e.x, e.y) for e in larger):
            return True
    known = np.array([(pip.x, pip.y) for s in faces for pip in s.face.pips])
    return leftovers(lab, face, outline.contour, known) > 0


def _plain_four(sighting: Sighting) -> bool:
    """Whether four pips without an outline about them are beyond doubt."""
    opinion = sighting.opinion
    return opinion.clutter <= 0.05 and opinion.fit >= 0.85 and sighting.face.contrast >= 40


def _outline(image: Image, face: Face) -> Shape | None:
    """The die's outline, grown from plain points on the face."""
    return grow(image, _plain_points(face), 2.6 * reach(face), lambda shape: _fits(face, shape))


def _plain_points(face: Face) -> Floats:
    """Points between the pips of a face, shape (n, 2), px."""
    steps = np.array([(x, y) for x in (-1, -0.5, 0, 0.5, 1) for y in (-1, -0.5, 0, 0.5, 1)])
    distance = np.min([np.hypot(*(steps - place).T) for place in face.places], axis=0) * face.spacing
    near = np.hypot(*steps.T) < (0.9 if face.value == 1 else 1.2)
    chosen = (distance > 1.7) & near
    if not chosen.any():
        chosen = distance == distance[near].max()
    return np.asarray(face.centre + steps[chosen] @ face.step.T)


def _fits(face: Face, outline: Shape) -> bool:
    """Whether an outline can be that of a die which shows this face."""
    pip = face.axes[0] * face.axes[1] * np.pi
    x, y, w, h = outline.box
    across, down = (face.centre[0] - x) / w - 0.5, (face.centre[1] - y) / h - 0.5
    off = max(abs(across), abs(down)) * (1.5 if face.value == 1 else 1)
    inside = all(outline.holds(p.x, p.y) for p in face.pips)
    least_solid = 0.9 if face.value == 1 else 0.84
    least = PIP_TO_DIE[0] / (2 if face.value == 1 else 1)
    return bool(inside and least < outline.area / pip < PIP_TO_DIE[1] and off < 0.3 and outline.solidity > least_solid)


def _one_die(face: Face, other: Face) -> bool:
    """Whether two faces are near enough to belong to one die."""
    apart = float(np.hypot(*(other.centre - face.centre)))
    like = 0.5 < face.axes[1] / other.axes[1] < 2 and face.light == other.light
    return like and apart < 1.9 * max(reach(face), reach(other))


def _coplanar(face: Face, other: Face) -> bool:
    """Whether two faces lie in one plane, too near each other for two dice: then they are parts of one face."""
    apart = float(np.hypot(*(other.centre - face.centre)))
    return apart < 1.6 * max(reach(face), reach(other)) and _same_angle(other.shape, face.shape)


def _threatened(face: Face, ellipses: Sequence[Ellipse], seen: Sequence[Sighting]) -> bool:
    """Whether pips near the face may belong to it, or to an upper face that was not found."""
    known = {id(pip) for pip in face.pips}
    for other in (s.face for s in seen if s.face.value > 1):
        if np.hypot(*(other.centre - face.centre)) > 1.4 * reach(face):  # on another die, or a side of this one
            known |= {id(pip) for pip in other.pips}
    for pip in ellipses:
        if id(pip) in known or not _kin(pip, face):
            continue
        dx, dy = pip.x - face.centre[0], pip.y - face.centre[1]
        distance = float(np.hypot(dx, dy))
        if distance < 1.7 * reach(face) and (dy < 0.2 * distance or _alike(pip, face)):
            return True
    return False


def _kin(pip: Ellipse, face: Face) -> bool:
    """Whether a candidate could be a pip of the same die about as large as those of a face."""
    size = pip.radius / (face.axes[0] * face.axes[1]) ** 0.5
    return pip.light == face.light and 0.5 < pip.contrast / face.contrast < 2 and 0.75 < size < 2


def _alike(pip: Ellipse, face: Face) -> bool:
    """Whether a candidate is seen under the same angle as the pips of a face, and so may be one of them."""
    return _same_angle(pip.shape, face.shape) and 0.7 < pip.contrast / face.contrast < 1.4


def _same_angle(one: Floats, other: Floats) -> bool:
    """Whether two ellipses may be the same circle, seen at the same angle."""
    squares = np.abs(np.linalg.eigvals(np.linalg.solve(other, one)))
    return bool(squares.min() > 0.65 and squares.max() < 1.55)


def _box(face: Face, outline: Shape | None, image: Image) -> Box:
    """Bounding box of the die: of its outline where that is plausible, else of the face alone."""
    if outline is not None and outline.holds(*face.centre):
        return outline.box
    corners = face.corners(max(1.0 + 1.5 / face.spacing, HALF_FACE / face.spacing))
    x, y, w, h = cv2.boundingRect(corners.astype(np.int32))
    x, y = max(0, x), max(0, y)
    return int(x), int(y), int(min(w, image.shape[1] - x)), int(min(h, image.shape[0] - y))
