"""Where dice are while time passes: poses sampled from a simulation, and what is read of them when they lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import solid
from vision.reading import Face

Array = NDArray[np.float64]

SAMPLE_SECONDS: Final = 0.004
FLAT_DEGREES: Final = 4.0
"""A die whose face is turned farther from the vertical than this leans on something."""


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """The way of one die; before its first sample it is where that says, after its last one where it came to rest.

    Attributes:
        kind: one of ``DIE_TYPES``.
        start: when the first sample was, seconds.
        centres: shape (samples, 3), millimetres; a sample each ``SAMPLE_SECONDS``.
        turns: shape (samples, 4), unit quaternions, the real part first, from the solid to the table.
    """

    kind: str
    start: float
    centres: Array
    turns: Array

    @property
    def end(self) -> float:
        """When the last sample was, seconds."""
        return self.start + (len(self.centres) - 1) * SAMPLE_SECONDS

    def at(self, seconds: float) -> tuple[Array, Array]:
        """Rotation matrix, shape (3, 3), and middle, shape (3,), millimetres, at a time."""
        place = float(np.clip((seconds - self.start) / SAMPLE_SECONDS, 0, len(self.centres) - 1))
        low = int(place)
        high, share = min(low + 1, len(self.centres) - 1), place - low
        centre: Array = self.centres[low] * (1 - share) + self.centres[high] * share
        one, other = self.turns[low], self.turns[high]
        turn = one * (1 - share) + other * (share if one @ other >= 0 else -share)
        return matrix(turn / np.linalg.norm(turn)), centre

    def rest(self, millimetres: float) -> float:
        """When it came to rest: from then on no corner is farther than this from where it ends, as seen from above.

        Movement along the line of sight alone is none that a camera above could see, so height does not count.
        """
        corners = solid(self.kind).vertices
        last = corners @ matrix(self.turns[-1]).T + self.centres[-1]
        for number in range(len(self.centres) - 1, -1, -1):
            now = corners @ matrix(self.turns[number]).T + self.centres[number]
            if float(np.hypot(*(now - last)[:, :2].T).max()) > millimetres:
                return self.start + (number + 1) * SAMPLE_SECONDS
        return self.start


@dataclass(frozen=True, slots=True, eq=False)
class Lies:
    """The truth about one die at rest.

    Attributes:
        kind: one of ``DIE_TYPES``.
        face: what is read, or ``None``: it leans.
        rotation: shape (3, 3).
        centre: shape (3,), millimetres.
    """

    kind: str
    face: Face | None
    rotation: Array
    centre: Array

    def on(self, floor: tuple[float, float]) -> bool:
        """Whether it lies on a floor of this width and height, millimetres, about the middle."""
        return bool((np.abs(self.centre[:2]) <= np.array(floor) / 2).all())


def lies(kind: str, rotation: Array, centre: Array) -> Lies:
    """What a die with this pose shows."""
    shape = solid(kind)
    upwards = (shape.normals @ rotation.T)[:, 2] * (-1 if kind == "d4" else 1)
    best = int(upwards.argmax())
    flat = upwards[best] > np.cos(np.radians(FLAT_DEGREES))
    return Lies(kind, shape.labels[best] if flat else None, rotation, centre)


def matrix(turn: Array) -> Array:
    """The rotation matrix, shape (3, 3), of a unit quaternion, shape (4,), the real part first."""
    w, x, y, z = turn
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion(rotation: Array) -> Array:
    """The unit quaternion, shape (4,), the real part first, of a rotation matrix (Bar-Itzhack's eigenvector)."""
    r = rotation
    k = np.array(
        [
            [r[0, 0] + r[1, 1] + r[2, 2], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]],
            [r[2, 1] - r[1, 2], r[0, 0] - r[1, 1] - r[2, 2], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]],
            [r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], r[1, 1] - r[0, 0] - r[2, 2], r[1, 2] + r[2, 1]],
            [r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], r[2, 2] - r[0, 0] - r[1, 1]],
        ]
    )
    turn: Array = np.linalg.eigh(k)[1][:, -1]
    return turn


def still(kind: str, start: float, rotation: Array, centre: Array) -> Path:
    """A die that does not move."""
    return Path(kind, start, np.array([centre]), np.array([quaternion(rotation)]))


def at_rest(paths: Sequence[Path]) -> list[Lies]:
    """What the dice show when all have come to rest."""
    return [lies(path.kind, matrix(path.turns[-1]), path.centres[-1]) for path in paths]
