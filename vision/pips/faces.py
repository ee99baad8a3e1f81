"""Six-sided dice with pips: which faces can be seen, which die each belongs to, and which of its faces is up.

A face counts as *sure* only when three methods of different making say the same number: the layout of the elliptical
regions (``vision.layouts``), the number of maxima of the Laplacian of Gaussian, and the layout whose drawing fits best
(both ``vision.checks``). A die counts as *read* only when a sure face is also plainly the upper one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera.base import Image
from vision.pips.blobs import Ellipse
from vision.pips.checks import Opinion, examine
from vision.pips.layouts import Face, find_layouts

MAX_CLUTTER: Final = 0.10
MIN_LEAD: Final = 0.06
MIN_FIT: Final = 0.75
MIN_EVENNESS: Final = 0.5
MAX_RESIDUAL: Final = 0.2
"""What a sure face must keep to; see ``vision.checks.Opinion`` and ``vision.layouts.Face``."""
ONE_CONTRAST: Final = 45.0
ONE_RADIUS: Final = 2.2
ONE_FIT: Final = 0.87
"""The same for a lone pip, which is little to go by."""
HALF_FACE: Final = 4.7
"""Half the side of a face, in radii of its pips, where nothing better is known."""
MIN_CONTRAST: Final = 22.0
MIN_RADIUS: Final = 1.8
"""Fainter (grey levels) or smaller (px) pips are never sure."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A face that was found, and what became of it.

    Attributes:
        face: where and what.
        opinion: what the other methods say.
        sure: all methods agree, and nothing on the face speaks against it.
    """

    face: Face
    opinion: Opinion
    sure: bool


def find_faces(lab: Image, ellipses: Sequence[Ellipse]) -> list[Sighting]:
    """Faces with 2 … 6 pips, none sharing a pip with another."""
    seen: list[Sighting] = []
    settled: set[int] = set()
    for face in sorted(find_layouts(ellipses), key=lambda f: (-f.value, f.residual)):
        pips = {id(pip) for pip in face.pips}
        # Examining is what takes the time; a part of a face that is sure is no face of its own.
        opinion = None if pips & settled else examine(lab, face)
        if opinion is not None:
            seen.append(Sighting(face, opinion, agrees(face, opinion)))
            settled |= pips if seen[-1].sure else set()
    seen.sort(key=lambda s: (s.sure, s.face.value, s.opinion.fit), reverse=True)
    kept: list[Sighting] = []
    used: set[int] = set()
    for sighting in seen:
        pips = {id(pip) for pip in sighting.face.pips}
        if not pips & used:
            used |= pips
            kept.append(sighting)
    return kept


def agrees(face: Face, opinion: Opinion) -> bool:
    """Whether all methods say the same, clearly."""
    return (
        face.value == opinion.template == opinion.peaks
        and face.contrast >= MIN_CONTRAST
        and (face.axes[0] * face.axes[1]) ** 0.5 >= MIN_RADIUS
        and face.residual <= MAX_RESIDUAL
        and opinion.clutter <= MAX_CLUTTER
        and opinion.lead >= MIN_LEAD
        and opinion.fit >= MIN_FIT
        and opinion.evenness >= MIN_EVENNESS
    )


def find_ones(lab: Image, ellipses: Sequence[Ellipse], taken: Sequence[Sighting]) -> list[Sighting]:
    """Single pips on plain ground; whether there is a die around them is for the caller to see."""
    used = {id(pip) for sighting in taken if sighting.sure for pip in sighting.face.pips}
    ones = []
    for pip in ellipses:
        if id(pip) in used or pip.fit < 0.9 or pip.contrast < ONE_CONTRAST or pip.radius < ONE_RADIUS:
            continue
        values, vectors = np.linalg.eigh(pip.shape)
        step = vectors @ np.diag(np.sqrt(values)) * 2.6
        face = Face(1, np.array([pip.x, pip.y]), step, (pip,), np.zeros((1, 2)), 0.0)
        opinion = examine(lab, face)
        if opinion is not None and opinion.fit >= ONE_FIT:
            ones.append(Sighting(face, opinion, agrees(face, opinion)))
    return ones


def roundness(face: Face) -> float:
    """Short by long axis of the pips: the cosine of the angle at which the face is seen, 0 … 1."""
    return face.axes[0] / face.axes[1]


def reach(face: Face) -> float:
    """Half the length of the die's edge in the picture, px, from the size of its pips."""
    return HALF_FACE * face.axes[1]


def more_upper(face: Face, other: Face) -> float:
    """How much more one face looks like the upper one than another of the same die; antisymmetric.

    The upper face is seen less askew than the sides, so its pips are rounder and larger, and a camera that stands
    aslant (the right way up) sees it above them.
    """
    rounder = float(np.log(roundness(face) / roundness(other)))
    area = np.log(face.axes[0] * face.axes[1] / (other.axes[0] * other.axes[1]))
    larger = float(np.clip(area, -0.5, 0.5)) if face.value > 1 and other.value > 1 else 0.0
    apart = other.centre - face.centre
    above = float(apart[1] / (np.hypot(*apart) + 1e-9))
    return rounder + 0.5 * larger + 0.4 * above
