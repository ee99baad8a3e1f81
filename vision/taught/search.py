"""Where on a die a face may be: every turn, several sizes, tilts and shifts, compared with all faces in one product."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.taught.faces import COARSE_DISC, Template, lay
from vision.taught.views import COARSE, Array, Poses, View, places, sample

_TURNS: Final = 36
_SIZES: Final = (0.5, 0.58, 0.67, 0.77)
_TILTS: Final = ((1.0, 1.0), (1.0, 0.8), (0.8, 1.0))
_SHIFT: Final = 6
"""Farthest shift to each side, coarse px of the face."""
_GUESSES: Final = 3
"""Poses from which each face is laid upon the die."""
_INSIDE: Final = COARSE_DISC > 0
_WEIGHTS: Final = COARSE_DISC[_INSIDE] / COARSE_DISC[_INSIDE].sum()
_LEAST_SPREAD: Final = 1e-3
_SHIFTS: Final = (2 * _SHIFT + 1) ** 2


def _grid() -> Poses:
    turns = np.arange(_TURNS) * 2 * np.pi / _TURNS
    turn = np.stack([np.stack([np.cos(turns), -np.sin(turns)], -1), np.stack([np.sin(turns), np.cos(turns)], -1)], 1)
    maps = [size * np.diag(tilt) @ turn for size in _SIZES for tilt in _TILTS]
    return np.concatenate([np.concatenate(maps), np.zeros((_TURNS * len(maps), 2, 1))], axis=2)


_GRID: Final = _grid()
_AT: Final = places(COARSE, _SHIFT)


def scores(view: View, coarse: Array) -> Array:
    """How well faces fit a die in every pose of the search.

    Args:
        view: the die.
        coarse: shape (k, m), the coarse px of k faces.

    Returns:
        Correlations, shape (poses of the grid × shifts, k).
    """
    side = COARSE.face + 2 * _SHIFT
    faces = np.zeros((COARSE.face**2, len(coarse) + 1), np.float32)
    faces[_INSIDE, :-1] = (coarse * np.sqrt(_WEIGHTS)).T
    faces[_INSIDE, -1] = _WEIGHTS
    seen = sample(view.coarse, _GRID, _AT, COARSE).reshape(-1, side, side)
    found = np.empty((len(_GRID), _SHIFTS, len(coarse)), np.float32)
    for first in range(0, len(_GRID), _TURNS):  # a part at a time stays in the processor's cache
        part = seen[first : first + _TURNS]
        windows = np.lib.stride_tricks.sliding_window_view(part, (COARSE.face, COARSE.face), axis=(1, 2))
        values = windows.reshape(-1, COARSE.face**2)
        sums = values @ faces
        # The faces have mean 0, so the mean of a window only matters for its length.
        spread = (values * values) @ faces[:, -1] - sums[:, -1] ** 2
        fits = sums[:, :-1] / np.sqrt(np.maximum(spread, _LEAST_SPREAD))[:, np.newaxis]
        found[first : first + _TURNS] = fits.reshape(-1, _SHIFTS, len(coarse))
    return found.reshape(-1, len(coarse))


def pose_of(place: NDArray[np.intp]) -> Poses:
    """The poses that stand at these places of ``scores``, shape (k, 2, 3)."""
    grid, shift = np.divmod(place, _SHIFTS)
    down, right = np.divmod(shift, 2 * _SHIFT + 1)
    poses = _GRID[grid].copy()
    moved = (np.stack([right, down], axis=-1) - _SHIFT) * (2 / COARSE.face)
    poses[:, :, 2] = np.einsum("kij,kj->ki", poses[:, :, :2], moved)
    return poses


def best_poses(view: View, templates: list[Template]) -> tuple[Poses, Array]:
    """How each face lies best upon a die.

    Returns:
        Poses, shape (k, 2, 3), and how well each face fits there, -1 … 1, shape (k,).
    """
    found = scores(view, np.stack([one.coarse for one in templates]))
    by_grid = found.reshape(len(_GRID), _SHIFTS, -1)
    shift = by_grid.argmax(axis=1)
    grid = np.argsort(-by_grid.max(axis=1), axis=0)[:_GUESSES]
    which = np.tile(np.arange(len(templates)), _GUESSES)
    start = grid.ravel() * _SHIFTS + shift[grid.ravel(), which]
    poses, fits = lay(view, templates, which, pose_of(start))
    best = fits.reshape(_GUESSES, -1).argmax(axis=0) * len(templates) + np.arange(len(templates))
    return poses[best], fits[best]
