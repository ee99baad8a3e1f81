"""Reading a die by the sets that were taught."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera.base import Image
from vision.reading import LIKELY, Face
from vision.taught.faces import Template
from vision.taught.search import best_poses
from vision.taught.sets import TaughtSet
from vision.taught.views import Array, Box, Poses, View, view_of

LEAST_FIT: Final = 0.84
"""A die must fit a face so well to be read; a set may ask for more."""
LEAST_LEAD: Final = 0.05
"""By so much it must fit it better than every other face; a set may ask for more."""
NOTHING: Final = 0.7
"""A die that fits no face so well is none that was taught."""
LEAST_TILT: Final = 0.5
"""Narrowest over widest axis of a face that may be the upper one, compared with the pictures it was taught from."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a die is by the taught sets.

    Attributes:
        set: the set that knows it.
        value: what is on its upper face.
        likely: the values that fit best, this one first.
        confidence: 0 … 1, how sure that is.
        sure: whether the value may be used without asking.
        fit: how well it fits that face, -1 … 1.
        lead: how much better than the next one.
        place: x and y of the middle of that face, px of the picture.
        radius: of that face, px.
    """

    set: TaughtSet
    value: Face
    likely: tuple[Face, ...]
    confidence: float
    sure: bool
    fit: float
    lead: float
    place: tuple[float, float]
    radius: float


def recognise(image: Image, box: Box, sets: Sequence[TaughtSet]) -> Recognised | None:
    """Read a die by the taught sets.

    Args:
        image: the picture, BGR.
        box: x, y, width, height of the die, px of the picture.
        sets: the sets; without any, nothing is recognised.

    Returns:
        The best answer; ``None`` where the die fits no taught face.

    Raises:
        ValueError: the box has no area.
    """
    entries = [(one, face.value) for one in sets for face in one.faces]
    templates = [entry for one in sets for entry in one.templates]
    if not templates:
        return None
    poses, fits = best_poses(view_of(image, box), templates)
    best = int(fits.argmax())
    if fits[best] < NOTHING:
        return None
    taught, value = entries[best]
    others = [fit for fit, (one, face) in zip(fits, entries, strict=True) if (one.kind, face) != (taught.kind, value)]
    ranked = [entries[place] for place in (-fits).argsort(kind="stable")]
    likely = tuple(dict.fromkeys(face for one, face in ranked if one.kind == taught.kind))[:LIKELY]
    fit = float(fits[best])
    lead = fit - float(max(others, default=0.0))
    sure = (
        fit >= max(LEAST_FIT, taught.least_fit)
        and lead >= max(LEAST_LEAD, taught.least_lead)
        and tilt(poses[best]) >= LEAST_TILT
        and value not in taught.refused
    )
    half = max(box[2:]) / 2
    middle = (box[0] + box[2] / 2 + half * poses[best, 0, 2], box[1] + box[3] / 2 + half * poses[best, 1, 2])
    radius = half * float(np.sqrt(abs(np.linalg.det(poses[best, :, :2]))))
    place = (float(middle[0]), float(middle[1]))
    return Recognised(taught, value, likely, confidence(fit, lead), sure, fit, lead, place, radius)


def tilt(pose: Poses) -> float:
    """Narrowest over widest axis of a pose, 0 … 1."""
    axes = np.linalg.svd(pose[:, :2], compute_uv=False)
    return float(axes[1] / axes[0])


def confidence(fit: float, lead: float) -> float:
    """How sure an answer is, 0 … 1: 0.5 at a lead of 0.02 and a fit of 0.8."""
    return float(1 / (1 + np.exp(-(60 * (lead - 0.02) + 12 * (fit - 0.8)))))


def fits_of(view: View, templates: list[Template]) -> Array:
    """How well a die fits each of several faces, -1 … 1."""
    return best_poses(view, templates)[1]
