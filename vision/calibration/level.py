"""Whether a die lies level: its outline against that of a die of its kind, level or leaning, at its place of the tray.

One picture of an unknown view cannot tell a leaning die from one that is seen aslant. Above a tray the view is known:
at each place the camera looks at the vertical from a known side. So the outline of a level die is known but for its
size and its turn about the vertical, and so is the place of its upper face in it. Outlines of all other poses are tried
as well; where another one fits clearly better, the die leans. Of a die that touches another only those directions count
in which the outline is its own.

An outline is taken as its support function, the distance from the middle to the tangent in each direction (Schneider,
*Convex Bodies*, 2014, 1.7), as shares of its mean: so neither size nor place in the picture matter, and a turn in the
picture is a shift of the function, by which all turns are compared at once (correlation by FFT).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.calibration import MIDDLE_OF_A_DIE_MM, Calibration
from vision.calibration.lens import Lens, Pose, straightened
from vision.calibration.silhouette import silhouette
from vision.camera.base import Image
from vision.geometry import solid

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

_DIRECTIONS: Final = 72
_ANGLES: Final = np.arange(_DIRECTIONS) * (2 * np.pi / _DIRECTIONS)
_ROUND: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])
_STEP_DEGREES: Final = 3.0
_DISTANCE: Final = 45.0
"""Of the camera from a die, in its mean radius; it matters little."""
_FARTHEST: Final = {"d4": 60, "d6": 45, "wizard": 45, "d8": 36, "d10": 42, "d%": 42, "d12": 33, "d20": 24}
"""Poses are tried up to this lean, degrees; from there on they are those of another face."""
_ALIKE: Final = {"d4": 3, "d6": 4, "wizard": 4, "d8": 3, "d10": 1, "d%": 1, "d12": 5, "d20": 3}
"""How often a level die looks the same in one turn."""
_ROUNDED: Final = {"d6": (0.06, 0.18, 0.32), "wizard": (0.06, 0.18, 0.32), "d4": (0.06, 0.16, 0.3)}
_ROUNDED_ELSE: Final = (0.03, 0.1, 0.2)
"""Radii of rounded edges that are tried, as shares of the inscribed ball's."""

_LEVEL_DEGREES: Final = 4.5
"""Felt gives way, and poses are tried in steps."""
_OUTLINE_PX, _OUTLINE_SHARE = 0.8, 0.012
"""Standard deviation of an outline, px, and as a share of its radius."""
_PLACE_SHARE: Final = 0.045
_TIP_SHARE: Final = 0.12
"""Standard deviation of the upper face's place, and of a d4's tip, as shares of the radius."""
_WEIGHT: Final = 12.0
"""So many of the directions say something of their own."""
_WRONG_PLACE: Final = 25.0
"""At most so much the place counts: it may be that of another face."""
OUTLINE_FITS: Final = 9.0
FITS: Final = 14.0
"""Greatest misfits of what is a die of its kind at all: of its outline alone, and with its upper face."""
BETTER: Final = {"d20": 2.5, "d4": 6.0}
BETTER_ELSE: Final = 4.0
"""By so much less misfit another pose is better than the level one; chosen by ``lab/bench_level.py``."""
_CLEARLY: Final = 4.0
"""So many times that much is beyond doubt."""

_LEAST_OWN: Final = 0.6
"""Of the directions, at least so many must be the die's own where it was cut from another one; chosen by
``lab/bench_level.py``."""

_ASSUMED_FOCAL: Final = 1.9
"""Of a camera that was never set up, in widths of its picture: that of the parts list."""
_ASSUMED_SHARES: Final = (0.5, 0.75, 1.0, 1.3, 1.6)
"""Its real lens may see a place of the picture under these shares of the angle."""
_ASSUMED_HEIGHT_MM: Final = 600.0


class Lie(Enum):
    """How a die lies."""

    LEVEL = auto()
    LEANS = auto()
    UNKNOWN = auto()
    """Its outline cannot be made out, or is none of a die of this kind."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What outline and upper face say. Misfits are in squares of standard deviations.

    Attributes:
        kind: of which kind it was taken to be.
        outline: misfit of the outline alone to the best pose.
        outline_level: how much more the best level pose has.
        both: misfit of outline and upper face to the best pose.
        both_level: how much more the best level pose has.
        degrees: by how much the best pose leans.
        own: the share of the directions in which the outline is the die's own; 1 where it touches no other die.
    """

    kind: str
    outline: float
    outline_level: float
    both: float
    both_level: float
    degrees: float
    own: float = 1.0

    @property
    def lie(self) -> Lie:
        """What follows from it."""
        if self.outline > OUTLINE_FITS:
            return Lie.UNKNOWN
        better = BETTER.get(self.kind, BETTER_ELSE)
        # The fewer directions there are, the less a leaning die differs in them from a level one.
        if self.both_level < better * self.own**2 and self.both + self.both_level < FITS:
            return Lie.LEVEL
        leans = self.both_level >= better and self.both < FITS
        return Lie.LEANS if leans or self.outline_level > better else Lie.UNKNOWN

    @property
    def clearly(self) -> bool:
        """Whether it leans beyond any doubt, also about its kind."""
        return self.lie is Lie.LEANS and self.outline_level > _CLEARLY * BETTER_ELSE


@dataclass(frozen=True, slots=True)
class Level:
    """A camera above a tray, and how surely that is known.

    Attributes:
        camera: lens and place, for pictures of one size.
        shares: the vertical is seen under the angle by ``camera`` times one of these.
    """

    camera: Calibration
    shares: tuple[float, ...] = (1.0,)

    @classmethod
    def assumed(cls, width: int, height: int) -> Self:
        """For a camera that was never set up: straight above the middle of its picture, at about the right height."""
        lens = Lens(width, height, _ASSUMED_FOCAL * width, ((width - 1) / 2, (height - 1) / 2))
        straight = Pose((float(np.pi), 0.0, 0.0), (0.0, 0.0, _ASSUMED_HEIGHT_MM))
        return cls(Calibration(lens, straight, (1000.0, 1000.0), {}), _ASSUMED_SHARES)

    def measure(
        self, image: Image, kind: str, box: Box, place: tuple[float, float], others: Sequence[Box] = ()
    ) -> Measured | None:
        """How a die lies.

        Args:
            image: BGR, of the size that the camera gives.
            kind: one of ``DIE_TYPES``.
            box: its bounding box, px.
            place: the middle of its upper face (of a d4 its tip), px.
            others: boxes of the other dice.

        Returns:
            ``None`` where its outline cannot be made out.
        """
        outline = silhouette(image, box, others)
        if outline is None:
            return None
        corners = outline.corners
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        frame, up = self._sight(middle)
        points = self._seen(np.vstack([corners, np.array([place])]), frame)
        reached = points[:-1] @ _ROUND
        support = reached.max(axis=0)
        # Where the farthest corner is no cut, no other part of the die can reach farther either: it is convex.
        own = ~outline.cut[reached.argmax(axis=0)]
        if own.mean() < _LEAST_OWN:
            return None
        radius = float(support.mean())
        px = float(np.linalg.norm(corners - middle, axis=1).mean())
        ups = [share * up for share in self.shares]
        return _compared(kind, support / radius, own, points[-1] / radius, px=px, ups=ups)

    def _sight(self, pixel: Array) -> tuple[Array, Array]:
        """How a die is looked at.

        Returns:
            Three axes, shape (3, 3): to the right, to the top, to the camera; and the vertical, shape (2,), in the
            first two of them, as long as its angle from the line of sight, radians.
        """
        ((x, y),) = self.camera.to_tray(pixel[np.newaxis], MIDDLE_OF_A_DIE_MM)
        towards = self.camera.pose.place - (x, y, MIDDLE_OF_A_DIE_MM)
        towards /= np.linalg.norm(towards)
        frame = _onto_z(towards)
        up = frame[:, 2]
        return frame, up[:2] / max(float(np.linalg.norm(up[:2])), 1e-12) * np.arccos(min(1.0, float(up[2])))

    def _seen(self, pixels: Array, frame: Array) -> Array:
        """Places of the picture, shape (n, 2), on a plane across the line of sight, shape (n, 2), in any unit."""
        # Px are counted from the corner here, from the middle of the first one there.
        rays = np.column_stack([straightened(pixels - 0.5, self.camera.lens), np.ones(len(pixels))])
        along = rays @ self.camera.pose.rotation @ frame.T
        return np.asarray(along[:, :2] / -along[:, 2:], np.float64)


def make_poses_ready(kind: str) -> None:
    """Compute the outlines of a die of a kind in all poses, which the first one that is measured waits for else."""
    _poses(kind)


@dataclass(frozen=True, slots=True, eq=False)
class _Poses:
    """Poses of a kind that lean to the right, as they are seen from above.

    Attributes:
        shapes: support functions without their shifts, shape (poses, directions), as shares of their mean.
        spectra: their conjugate Fourier transforms.
        squares: their sums of squares, shape (poses,).
        square_spectra: as ``spectra``, of their squares.
        places: of the upper face from the middle, shape (poses, 2).
        leans: radians, shape (poses,).
    """

    shapes: Array
    spectra: NDArray[np.complex128]
    squares: Array
    square_spectra: NDArray[np.complex128]
    places: Array
    leans: Array


def _compared(
    kind: str, support: Array, own: NDArray[np.bool_], place: Array, *, px: float, ups: Sequence[Array]
) -> Measured:
    """All poses in all directions against an outline.

    Args:
        kind: one of ``DIE_TYPES``.
        support: its support function, shape (directions,), as shares of its mean.
        own: in which directions it is that of the die, shape (directions,).
        place: of its upper face, shape (2,), in the same unit.
        px: its mean radius in the picture.
        ups: the vertical, as it may be: shape (2,), in radians from the line of sight.
    """
    poses = _poses(kind)
    sizes, shift_x, shift_y, rest = _fitted(poses, support, own)
    # As many directions as there are say something of their own, whether or not all of them are the die's.
    outline = _WEIGHT / np.count_nonzero(own) * rest / (_OUTLINE_SHARE**2 + (_OUTLINE_PX / px) ** 2)
    x, y = (poses.places[:, axis, np.newaxis] for axis in (0, 1))
    away_x = sizes * (x * _ROUND[0] - y * _ROUND[1]) + shift_x - place[0]
    away_y = sizes * (x * _ROUND[1] + y * _ROUND[0]) + shift_y - place[1]
    apart = (away_x**2 + away_y**2) / (_TIP_SHARE if kind == "d4" else _PLACE_SHARE) ** 2
    misfit = outline + np.minimum(apart, _WRONG_PLACE)
    cosine, sine = np.cos(poses.leans)[:, np.newaxis], np.sin(poses.leans)[:, np.newaxis]
    least = np.full(misfit.shape, -1.0)
    for up in ups:
        angle = max(float(np.linalg.norm(up)), 1e-12)
        side = np.sin(angle) / angle * (up @ _ROUND)
        least = np.maximum(least, cosine * np.cos(angle) + sine * side)
    level = least > np.cos(np.radians(_LEVEL_DEGREES))
    best = int(misfit.argmin())
    degrees = float(np.degrees(np.arccos(np.clip(least.flat[best], -1, 1))))
    found = float(misfit.flat[best])
    outlined = float(outline.min())
    return Measured(
        kind,
        outlined,
        float(outline[level].min()) - outlined,
        found,
        float(misfit[level].min()) - found,
        degrees,
        float(own.mean()),
    )


def _fitted(poses: _Poses, support: Array, own: NDArray[np.bool_]) -> tuple[Array, Array, Array, Array]:
    """The best size and place of each pose in each direction, by least squares over the directions that count.

    Returns:
        Sizes, places x and y, and what then remains, each of shape (poses, directions).
    """
    weights = own.astype(np.float64)
    # The places are eliminated first: what is left of a function is its part across all shifts.
    across = _ROUND * weights
    inverse = np.linalg.inv(across @ _ROUND.T)
    shift = inverse @ (across @ support)
    left = weights * (support - shift @ _ROUND)
    matches = _turned(poses.spectra, left)
    if own.all():
        size = np.broadcast_to(poses.squares[:, np.newaxis], matches.shape)
        moves = np.zeros((2, *matches.shape))
    else:
        first, second = (_turned(poses.spectra, one) for one in across)
        moves = np.stack([inverse[axis, 0] * first + inverse[axis, 1] * second for axis in (0, 1)])
        size = _turned(poses.square_spectra, weights) - moves[0] * first - moves[1] * second
    sizes = matches / size
    return sizes, shift[0] - sizes * moves[0], shift[1] - sizes * moves[1], float(left @ support) - sizes * matches


def _turned(spectra: NDArray[np.complex128], function: Array) -> Array:
    """Sums of products of functions with this one, shape (directions,), for all turns: shape (n, directions)."""
    return np.asarray(np.fft.irfft(spectra * np.fft.rfft(function), _DIRECTIONS, axis=1), np.float64)


@cache
def _poses(kind: str) -> _Poses:
    die = solid(kind)
    upright = _onto_z(die.up(die.labels[0]))
    vertices = die.vertices @ upright.T
    # Of a d4 the tip is looked for: the vertex that is on top.
    face = vertices[vertices[:, 2].argmax()] if kind == "d4" else die.centres[0] @ upright.T
    ball = abs(float(die.centres[0] @ die.normals[0]))
    distance = _DISTANCE * float(np.linalg.norm(die.vertices, axis=1).mean())
    supports, places, leans = [], [], []
    for lean in np.radians(np.arange(0, _FARTHEST[kind] + 0.1, _STEP_DEGREES)):
        for turn in np.radians(np.arange(0, 360 / _ALIKE[kind], _STEP_DEGREES)):
            pose = _rotation((0.0, float(lean), 0.0)) @ _rotation((0.0, 0.0, float(turn)))
            supports.append((_seen_from(vertices @ pose.T, distance) @ _ROUND).max(axis=0))
            places.append(_seen_from((pose @ face)[np.newaxis], distance)[0])
            leans.append(lean)
    # Edges that are rounded off: a smaller solid with a ball rolled over it.
    rounded = _ROUNDED.get(kind, _ROUNDED_ELSE)
    all_supports = np.vstack([(1 - share) * np.array(supports) + share * ball for share in rounded])
    means = all_supports.mean(axis=1, keepdims=True)
    shapes, shifts = _without_shift(all_supports / means)
    return _Poses(
        shapes,
        np.conj(np.fft.rfft(shapes, axis=1)),
        np.asarray((shapes**2).sum(axis=1), np.float64),
        np.conj(np.fft.rfft(shapes**2, axis=1)),
        np.tile(places, (len(rounded), 1)) / means - shifts,
        np.tile(leans, len(rounded)),
    )


def _without_shift(supports: Array) -> tuple[Array, Array]:
    """Support functions, shape (n, directions), as if about their middle, and where that is, shape (n, 2)."""
    shifts = 2 / _DIRECTIONS * supports @ _ROUND.T
    return supports - shifts @ _ROUND, shifts


def _seen_from(points: Array, distance: float) -> Array:
    """Points, shape (n, 3), as a camera above them sees them, shape (n, 2)."""
    return np.asarray(points[:, :2] * (distance / (distance - points[:, 2:])), np.float64)


def _rotation(vector: tuple[float, float, float]) -> Array:
    return np.asarray(cv2.Rodrigues(np.array(vector))[0], np.float64)


def _onto_z(unit: Array) -> Array:
    """The smallest rotation, shape (3, 3), that turns a unit direction into +z."""
    axis = np.cross(unit, (0.0, 0.0, 1.0))
    sine = float(np.linalg.norm(axis))
    if sine < 1e-9:
        return np.eye(3) if unit[2] > 0 else np.diag([1.0, -1.0, -1.0])
    angle = float(np.arctan2(sine, unit[2]))
    x, y, z = (float(part) for part in axis / sine * angle)
    return _rotation((x, y, z))
