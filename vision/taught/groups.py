"""Which pictures show the same face, without being told.

Every die is laid upon every other one. Two dice show the same face where they resemble and differ from the same others:
that is clearer than their own likeness, which a bad picture lowers. Groups are joined, the most alike first, as long as
the dice of two of them agree on average. A group that grows by its mean instead does not work: the mean of two faces
forgives what tells them apart, and takes in the third.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.taught.faces import COARSE_DISC, Template, lay, patches_at, template
from vision.taught.search import pose_of, scores
from vision.taught.views import COARSE, Array, Poses, View, chained, inverse, places, sample, unit

ALIKE: Final = 0.7
"""Groups are joined while their dice agree so far on average."""
LEAST: Final = 3
"""A group has at least so many dice; what belongs to none is left over."""
MOST: Final = 400
"""Dice in one lesson at most: the work grows with their square."""
_FIRST: Final[Poses] = np.array([[0.62, 0.0, 0.0], [0.0, 0.62, 0.0]])
"""Where the upper face is thought to be before anything is known."""
_POWER: Final = 6
"""Raises the high likenesses, of which there are few, above the many middling ones."""
_STAYS: Final = 0.8
"""Least fit of a die upon the mean of its group."""
_ROUNDS: Final = 3
_BRIDGES: Final = 3

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Dice that show the same face.

    Attributes:
        members: their numbers; the first is the most typical.
        patches: the face on each of them, shape (k, n), see ``faces.template``.
        template: what they have in common.
    """

    members: list[int]
    patches: Array
    template: Template


def group(views: Sequence[View], progress: Progress | None = None) -> list[Group]:
    """Group dice by what is on their upper faces, the largest group first.

    Args:
        views: the dice, at most ``MOST``.
        progress: is told how many of how many dice are compared.
    """
    if len(views) < LEAST:
        return []
    likeness, start = _compare(views, progress)
    clusters = [one for one in joined(_agreement(likeness), ALIKE) if len(one) >= LEAST]
    groups = [_aligned(views, members, likeness, start) for members in clusters]
    return sorted((one for one in groups if len(one.members) >= LEAST), key=lambda g: (-len(g.members), g.members))


def _compare(views: Sequence[View], progress: Progress | None) -> tuple[Array, NDArray[np.intp]]:
    """How well dice fit one another, shape (n, n), and where in the search each (row) fits each other one (column)."""
    inside = COARSE_DISC > 0
    weights = COARSE_DISC[inside] / COARSE_DISC[inside].sum()
    seen = [sample(view.coarse, _FIRST[np.newaxis], places(COARSE), COARSE)[0, inside] for view in views]
    coarse = unit(np.stack(seen), weights) * np.sqrt(weights)
    templates = [template(patches_at(view, _FIRST[np.newaxis])) for view in views]
    numbers = np.arange(len(views))
    likeness = np.zeros((len(views), len(views)), np.float32)
    start = np.zeros((len(views), len(views)), np.intp)
    for i, view in enumerate(views):
        start[i] = scores(view, coarse).argmax(axis=0)
        likeness[i] = lay(view, templates, numbers, pose_of(start[i]))[1]
        if progress is not None:
            progress(i + 1, len(views))
    # One of the two may show the face too obliquely to be a model for the other.
    return np.maximum(likeness, likeness.T), start


def _agreement(likeness: Array) -> Array:
    """How far two dice resemble the same others: the correlation of their likenesses, shape (n, n), -1 … 1."""
    own = np.clip(likeness, 0, 1) ** _POWER
    np.fill_diagonal(own, 1)
    return np.asarray(np.corrcoef(own), np.float32)


def joined(likeness: Array, least: float) -> list[list[int]]:
    """Groups by average linkage.

    Args:
        likeness: shape (n, n), symmetric.
        least: groups are joined while the mean likeness of their members, pair by pair, is at least this.

    >>> joined(np.array([[1, 0.9, 0.1], [0.9, 1, 0.2], [0.1, 0.2, 1]], np.float32), 0.5)
    [[0, 1], [2]]
    """
    mean = likeness.astype(np.float64)
    np.fill_diagonal(mean, -np.inf)
    groups = [[i] for i in range(len(mean))]
    while True:
        one, other = sorted(divmod(int(mean.argmax()), len(mean)))
        if mean[one, other] < least:
            return [members for members in groups if members]
        a, b = len(groups[one]), len(groups[other])
        both = (mean[one] * a + mean[other] * b) / (a + b)
        mean[one] = mean[:, one] = both
        mean[other] = mean[:, other] = mean[one, one] = -np.inf
        groups[one] = sorted(groups[one] + groups[other])
        groups[other] = []


def _aligned(views: Sequence[View], members: list[int], likeness: Array, start: NDArray[np.intp]) -> Group:
    """The members laid upon the most typical of them, then upon their mean."""
    order = np.argsort(-likeness[np.ix_(members, members)].sum(axis=1), kind="stable")
    members = [members[i] for i in order]
    poses = {members[0]: _FIRST}
    model = template(patches_at(views[members[0]], _FIRST[np.newaxis]))
    for _ in range(_ROUNDS):
        found = {}
        for one in members:
            pose, fit = _laid(views[one], model, _guesses(one, poses, likeness, start))
            if fit >= _STAYS:
                found[one] = pose
        poses = found or poses
        patches = np.concatenate([patches_at(views[i], pose[np.newaxis]) for i, pose in poses.items()])
        model = template(patches)
    return Group(list(poses), patches, model)


def _guesses(one: int, poses: dict[int, Poses], likeness: Array, start: NDArray[np.intp]) -> Poses:
    """Poses of the face on a die: its own so far, and by way of the members that it resembles most."""
    others = sorted((i for i in poses if i != one), key=lambda i: -likeness[one, i])[:_BRIDGES]
    guesses = [poses[one]] if one in poses else []
    for other in others:
        across = chained(inverse(_FIRST), poses[other])  # from the group's face to that die as it was first seen
        guesses.append(chained(pose_of(start[one, [other]])[0], across))
    return np.stack(guesses)


def _laid(view: View, model: Template, guesses: Poses) -> tuple[Poses, float]:
    poses, fits = lay(view, [model], np.zeros(len(guesses), np.intp), guesses)
    best = int(fits.argmax())
    return poses[best], float(fits[best])
