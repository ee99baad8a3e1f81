"""One taught face: what pictures of it have in common, and how a die's picture is laid upon it.

Laying upon is the inverse compositional method (Baker and Matthews, *Lucas-Kanade 20 Years On*, 2004) with affine
poses. A px counts the less the more the pictures of the face differ there, so that nobody need tell the face's shape.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught.views import COARSE, FINE, Array, Poses, View, chained, disc, inverse, places, sample, unit

_STEPS: Final = 12
_LARGEST_STEP: Final = 0.15
# Variance that is added everywhere: how far pictures of one face differ at least.
_VARIANCE: Final = 0.15
_STIFFNESS: Final = 1e-3
COARSE_DISC: Final = disc(COARSE)
FINE_DISC: Final = disc(FINE)
_AT: Final = places(FINE)


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """What pictures of one face have in common.

    Attributes:
        mean: shape (n,), the px of its square, row by row, as ``unit`` leaves them.
        weights: shape (n,), how far each counts; they sum to 1.
        pull: shape (8, n), what a difference in a px says of the pose (6), the contrast and the brightness.
        coarse: the same face at the coarse level, shape (m,), its weighted values ready for a product.
    """

    mean: Array
    weights: Array
    pull: Array
    coarse: Array


def template(patches: Array) -> Template:
    """What the pictures of a face, laid upon one another, have in common.

    Args:
        patches: shape (k, n), the fine px of its square in k pictures.
    """
    weights = FINE_DISC / FINE_DISC.sum()
    alike = unit(patches, weights)
    weights = FINE_DISC / (alike.var(axis=0) + _VARIANCE)
    weights = np.asarray(weights / weights.sum(), np.float32)
    mean = unit(alike.mean(axis=0), weights)
    return Template(mean, weights, _pull(mean, weights), _coarse(mean))


def _pull(mean: Array, weights: Array) -> Array:
    side = FINE.face
    down, right = (gradient.ravel() * (side / 2) for gradient in np.gradient(mean.reshape(side, side)))
    x, y = _AT
    # The columns of the pose first, row by row, as an affine map has them.
    changes = np.stack([right * x, right * y, right, down * x, down * y, down, mean, np.ones_like(mean)], axis=1)
    weighted = (changes * weights[:, np.newaxis]).T
    return np.asarray(np.linalg.solve(weighted @ changes + _STIFFNESS * np.eye(8), weighted), np.float32)


def _coarse(mean: Array) -> Array:
    side = FINE.face
    small = cv2.resize(mean.reshape(side, side), (COARSE.face, COARSE.face), interpolation=cv2.INTER_AREA).ravel()
    inside = COARSE_DISC > 0
    weights = COARSE_DISC[inside] / COARSE_DISC[inside].sum()
    return np.asarray(unit(np.asarray(small[inside], np.float32), weights) * np.sqrt(weights), np.float32)


def lay(view: View, templates: list[Template], which: NDArray[np.intp], poses: Poses) -> tuple[Poses, Array]:
    """Lay a die's picture upon faces, each from a first guess at the pose.

    Args:
        view: the die.
        templates: the faces.
        which: shape (k,), the face of each guess.
        poses: shape (k, 2, 3), the guesses.

    Returns:
        The best pose found from each guess, and how well it fits, -1 … 1 (a weighted correlation), shape (k,).
    """
    mean, weights, pull = (
        np.stack([getattr(templates[i], name) for i in which]) for name in ("mean", "weights", "pull")
    )
    best, score = poses.copy(), np.full(len(poses), -1.0, np.float32)
    for step in range(_STEPS + 1):
        seen = unit(sample(view.fine, poses, _AT, FINE), weights)
        fit = (seen * mean * weights).sum(axis=1)
        better = fit > score
        best[better], score[better] = poses[better], fit[better]
        if step < _STEPS:
            change = np.einsum("kpn,kn->kp", pull, seen - mean)[:, :6].reshape(-1, 2, 3)
            change = np.clip(change, -_LARGEST_STEP, _LARGEST_STEP).astype(np.float64)
            change[:, 0, 0] += 1
            change[:, 1, 1] += 1
            poses = chained(poses, inverse(change))
    return best, score


def patches_at(view: View, poses: Poses) -> Array:
    """The fine px of a face's square in these poses, shape (k, n)."""
    return sample(view.fine, poses, _AT, FINE)
