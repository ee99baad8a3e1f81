"""A tray of dice at rest, laid at random and drawn as a camera above would see them: for tests, and to take times.

That of the table, in which dice are thrown by a physics engine, is ``vision.tray``.
"""

import random
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Final, NamedTuple, Self

import cv2
import numpy as np

from vision.camera.base import Frame
from vision.camera.drawing import COLOURS, Die, View, draw, felt, outline
from vision.geometry import resting, solid
from vision.reading import Face

TRAY_MM: Final = (144.0, 108.0)
"""The part of the tray that is always in the picture: width and height, millimetres."""

_GAP_PX: Final = 4
_TRIES: Final = 100
_LAYOUTS: Final = 20


class Lying(NamedTuple):
    """The truth about one die in the tray.

    Attributes:
        type: one of ``DIE_TYPES``.
        face: what is read, one of ``vision.reading.faces(type)``.
        box: its bounding box in the picture, ``(x, y, width, height)`` in pixels.
    """

    type: str
    face: Face
    box: tuple[int, int, int, int]


class SimulatedTray:
    """A dice tray seen by a camera above it.

    The same seed and the same throws give the same pictures; ``still()`` repeats a picture until the next throw.

    Args:
        seed: of the random numbers of this tray; without one, the throws are different each time.
        width, height: of the pictures, pixels, at least 160 × 120. At 640 × 480 a d6 is about 70 pixels wide.

    Raises:
        ValueError: the picture is too small.
    """

    automatic = False

    def __init__(self, seed: int | None = None, width: int = 640, height: int = 480) -> None:
        if width < 160 or height < 120:
            raise ValueError(f"a picture of {width} × {height} is too small for a tray; it takes 160 × 120 or more")
        self._random = random.Random(seed)
        self._view = View(width, height, min(width / TRAY_MM[0], height / TRAY_MM[1]))
        # Noise has a generator of its own, which makes whole pictures at once; it follows from the seed as well.
        noise = np.random.default_rng(self._random.getrandbits(64))
        self._felt = felt(noise, width, height)
        self._grain = noise.normal(0, 1.6, (height, width, 3)).astype(np.int8)
        self._seed = seed
        self._dice: list[Die] = []
        self._truth: list[Lying] = []
        self._stills = 0

    @property
    def description(self) -> str:
        """What it is, and its seed."""
        return "simulated tray" if self._seed is None else f"simulated tray, seed {self._seed}"

    @property
    def truth(self) -> list[Lying]:
        """What lies in the tray, in the order in which it was thrown or placed."""
        return list(self._truth)

    def throw(self, dice: Sequence[str]) -> list[Face]:
        """Empty the tray and throw these dice.

        Args:
            dice: their types, each one of ``DIE_TYPES``.

        Returns:
            Which face of each is read, in the order of ``dice``.

        Raises:
            ValueError: an unknown die, or more dice than there is room for (about 14 d6); the tray stays as it was.
        """
        faces = [self._random.choice(solid(kind).labels) for kind in dice]
        self.place(zip(dice, faces, strict=True))
        return faces

    def place(self, dice: Iterable[tuple[str, Face]]) -> None:
        """Empty the tray and put dice with given faces in random places.

        Args:
            dice: pairs of a type and the face to be read.

        Raises:
            ValueError: an unknown die or face, or more dice than there is room for; the tray stays as it was.
        """
        wanted = list(dice)
        for _ in range(_LAYOUTS):
            layout = self._lay(wanted)
            if layout is not None:
                self._dice = [die for die, _ in layout]
                self._truth = [Lying(kind, face, box) for (kind, face), (_, box) in zip(wanted, layout, strict=True)]
                return
        raise ValueError(f"{len(wanted)} dice do not fit into the tray; throw fewer at a time")

    def still(self) -> Frame:
        """Draw the tray as it is now; the name is a running number."""
        self._stills += 1
        picture = draw(self._felt, self._dice, self._view)
        # OpenCV's addition saturates; the grain of the sensor lies on felt and dice alike.
        grainy = cv2.add(picture, self._grain, dtype=cv2.CV_8U)
        return Frame(np.asarray(grainy, np.uint8), f"{self._stills:06d}", time.monotonic())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to give back."""

    def _lay(self, wanted: list[tuple[str, Face]]) -> list[tuple[Die, tuple[int, int, int, int]]] | None:
        """One attempt to find room for all; ``None`` where one of them found none."""
        layout: list[tuple[Die, tuple[int, int, int, int]]] = []
        for kind, face in wanted:
            for _ in range(_TRIES):
                die = self._pose(kind, face)
                box = _box(die, self._view)
                if self._inside(box) and not any(_near(box, other) for _, other in layout):
                    layout.append((die, box))
                    break
            else:
                return None
        return layout

    def _pose(self, kind: str, face: Face) -> Die:
        """A die at rest with this face, anywhere, turned by any angle, in any of the colours.

        What lies badly (leaning on the rim, on another die) is but another rotation and centre than these.
        """
        rotation = resting(solid(kind), face, self._random.uniform(0, 2 * np.pi))
        x, y = (
            self._random.uniform(-side / 2, side / 2) / self._view.scale
            for side in (self._view.width, self._view.height)
        )
        above = -float((solid(kind).vertices @ rotation.T)[:, 2].min())
        body, ink = COLOURS[0] if kind == "wizard" else self._random.choice(COLOURS)
        return Die(kind, rotation, np.array([x, y, above]), body, ink)

    def _inside(self, box: tuple[int, int, int, int]) -> bool:
        x, y, width, height = box
        return (
            x >= _GAP_PX
            and y >= _GAP_PX
            and x + width <= self._view.width - _GAP_PX
            and y + height <= self._view.height - _GAP_PX
        )


def _box(die: Die, view: View) -> tuple[int, int, int, int]:
    hull = outline(die, view)
    x, y = (int(low) for low in np.floor(hull.min(axis=0)))
    right, bottom = (int(high) for high in np.ceil(hull.max(axis=0)))
    return x, y, right - x, bottom - y


def _near(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two boxes are less than the gap apart."""
    return all(
        one[axis] < other[axis] + other[axis + 2] + _GAP_PX and other[axis] < one[axis] + one[axis + 2] + _GAP_PX
        for axis in (0, 1)
    )
