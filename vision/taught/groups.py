"""Which pictures show the same face, without being told: groups grow from a picture that resembles several others.

Every die is compared with every other one, roughly. Then, as long as dice are left, the one with the best likenesses
becomes the seed of a group: what can be laid upon it well enough joins, the mean of all is the better model for the rest.
Groups that turn out to be one face are merged at the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.taught.faces import COARSE_DISC, Template, lay, patches_at, template
from vision.taught.search import best_poses, pose_of, scores
from vision.taught.views import COARSE, Array, Poses, View, chained, inverse, places, sample, unit

_FIRST: Final[Poses] = np.array([[0.62, 0.0, 0.0], [0.0, 0.62, 0.0]])
"""Where the upper face of a seed is thought to be."""
_JOIN_ONE: Final = 0.78
"""Least fit of a die that joins a group of one; it rises with their number to ``_JOIN_MANY``."""
_JOIN_MANY: Final = 0.86
_MANY: Final = 6
_LIKE: Final = 3
"""The seed is the die whose third best likeness is the best."""
LEAST: Final = 3
"""A group has at least so many dice; what belongs to none is left over."""
_ROUNDS: Final = 6
_BRIDGES: Final = 3

Progress = Callable[[int, int], None]


@dataclass(slots=True, eq=False)
class Group:
    """Dice that show the same face.

    Attributes:
        members: their numbers, in ascending order.
        poses: of the face on each of them, shape (k, 2, 3).
        template: what they have in common.
    """

    members: list[int]
    poses: Poses
    template: Template


def group(views: Sequence[View], progress: Progress | None = None) -> list[Group]:
    """Group dice by what is on their upper faces, the largest group first.

    Args:
        views: the dice.
        progress: is told how many of how many dice are compared.
    """
    likeness, start = _compare(views, progress)
    left = set(range(len(views)))
    groups: list[Group] = []
    while len(left) >= LEAST:
        seed = _seed(likeness, left)
        if seed is None:
            break
        grown = _grow(views, seed, left, likeness, start)
        if len(grown.members) >= LEAST:
            groups.append(grown)
            left -= set(grown.members)
        else:
            left.discard(seed)
    return sorted(_settled(views, groups), key=lambda one: (-len(one.members), one.members))


def _compare(views: Sequence[View], progress: Progress | None) -> tuple[Array, NDArray[np.intp]]:
    """How well the seed's view of each die (column) is found on each die (row), and where in the search."""
    inside = COARSE_DISC > 0
    weights = COARSE_DISC[inside] / COARSE_DISC[inside].sum()
    seen = [sample(view.coarse, _FIRST[np.newaxis], places(COARSE), COARSE)[0, inside] for view in views]
    coarse = unit(np.stack(seen), weights) * np.sqrt(weights) if seen else np.zeros((0, 0), np.float32)
    likeness = np.zeros((len(views), len(views)), np.float32)
    start = np.zeros((len(views), len(views)), np.intp)
    for i, view in enumerate(views):
        found = scores(view, coarse)
        start[i] = found.argmax(axis=0)
        likeness[i] = found[start[i], np.arange(len(views))]
        likeness[i, i] = 0
        if progress is not None:
            progress(i + 1, len(views))
    return likeness, start


def _seed(likeness: Array, left: set[int]) -> int | None:
    numbers = np.array(sorted(left))
    among = np.sort(likeness[np.ix_(numbers, numbers)], axis=0)
    return int(numbers[among[-min(_LIKE, len(numbers) - 1)].argmax()])


def _grow(views: Sequence[View], seed: int, left: set[int], likeness: Array, start: NDArray[np.intp]) -> Group:
    poses = {seed: _FIRST}
    model = template(patches_at(views[seed], _FIRST[np.newaxis]))
    for _ in range(_ROUNDS):
        joined = dict(poses)
        least = _JOIN_ONE + (_JOIN_MANY - _JOIN_ONE) * min(1.0, (len(poses) - 1) / (_MANY - 1))
        found: dict[int, Poses] = {}
        for one in sorted(left):
            pose, fit = _laid(views[one], model, _guesses(one, joined, likeness, start))
            if fit >= least or one == seed:
                found[one] = pose
        if found.keys() == poses.keys() and len(poses) >= _MANY:
            break
        poses = found
        model = template(np.concatenate([patches_at(views[i], pose[np.newaxis]) for i, pose in poses.items()]))
    return Group(list(poses), np.stack(list(poses.values())), model)


def _guesses(one: int, joined: dict[int, Poses], likeness: Array, start: NDArray[np.intp]) -> Poses:
    """Poses of the face on a die: by way of the members that it resembles most, and its own so far."""
    others = sorted((i for i in joined if i != one), key=lambda i: -likeness[one, i])[:_BRIDGES]
    guesses = [joined[one]] if one in joined else []
    for other in others:
        across = chained(inverse(_FIRST), joined[other])  # from the group's face to that die's view as a seed
        guesses.append(chained(pose_of(start[one, [other]])[0], across))
    return np.stack(guesses) if guesses else _FIRST[np.newaxis]


def _laid(view: View, model: Template, guesses: Poses) -> tuple[Poses, float]:
    poses, fits = lay(view, [model], np.zeros(len(guesses), np.intp), guesses)
    best = int(fits.argmax())
    return poses[best], float(fits[best])


def _settled(views: Sequence[View], groups: list[Group]) -> list[Group]:
    """Every die in the group that it fits best, groups of one face made one."""
    if not groups:
        return []
    found = [best_poses(view, [one.template for one in groups]) for view in views]
    fits = np.stack([fit for _, fit in found])
    home = fits.argmax(axis=1)
    into = _merged(fits, home)
    settled = []
    for target in sorted(set(into)):
        members = [i for i in range(len(views)) if into[home[i]] == target and fits[i, target] >= _JOIN_MANY - 0.03]
        if len(members) >= LEAST:
            poses = np.stack([found[i][0][target] for i in members])
            patches = np.concatenate(
                [patches_at(views[i], pose[np.newaxis]) for i, pose in zip(members, poses, strict=True)]
            )
            settled.append(Group(members, poses, template(patches)))
    return settled


def _merged(fits: Array, home: NDArray[np.intp]) -> list[int]:
    """Which group each becomes part of: the larger one upon which most of its dice can be laid as well."""
    sizes = np.bincount(home, minlength=fits.shape[1])
    into = list(range(fits.shape[1]))
    for small in np.argsort(sizes, kind="stable"):
        mine = fits[home == small]
        if not len(mine):
            continue
        shares = (mine >= _JOIN_MANY).mean(axis=0)
        for large in np.argsort(-sizes, kind="stable"):
            if sizes[large] > sizes[small] and shares[large] > 0.5:
                into[small] = into[large]
                break
    return into
