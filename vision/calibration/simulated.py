"""The sheet in a tray as a simulated camera sees it: of known lens, place, light, blur, glare and flicker.

So that the set-up of a camera can be tried, and measured, without one. Rays of the pixels are followed to flat things:
the table with the tray, the marks on its corners, the sheet, lying or held aslant.
"""

import time
from dataclasses import dataclass, field, replace
from functools import cache
from types import TracebackType
from typing import Any, Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.board import MARK_MM, MARKS, PAPERS, marker, squares
from vision.calibration.calibration import Calibration
from vision.calibration.lens import Lens, Pose, straightened
from vision.calibration.zones import sectors
from vision.camera.base import Frame, Image
from vision.camera.drawing import View
from vision.errors import N_, CameraError
from vision.tray.measures import (
    CAMERA_MM,
    FLOOR_MM,
    MARK_HEIGHT_MM,
    MARK_INSIDE_MM,
    PICTURE,
    RIM_MM,
    floor_corners,
)
from vision.tray.stage import camera_above

Floats = NDArray[np.float32]
_Colour = tuple[float, float, float]

_PX_A_MM: Final = 6.0
_SUPERSAMPLING: Final = 2
_GAMMA: Final = 2.2
# Of the light that falls on it, blue, green and red.
_PAPER: Final = (0.80, 0.82, 0.82)
_INK: Final = (0.035, 0.035, 0.035)
_FELT: Final = (0.05, 0.13, 0.05)
_WOOD: Final = (0.05, 0.10, 0.16)
_TABLE: Final = (0.09, 0.16, 0.24)
_MARGIN_MM: Final = 150.0
_WHITE_MM: Final = 4.0
"""What stays of the white round a mark, on both sides together."""


@dataclass(frozen=True, slots=True)
class Light:
    """How bright it is, and where.

    Attributes:
        level: 1 for a white sheet that is well lit.
        slope: brighter by this share for each 100 mm to the right, and away from seat 1.
        glare: a reflection: x, y, radius in mm, and its strength, 1 for as bright as a white sheet; ``None`` for none.
        flicker: by how much the brightness swings about its mean.
        flicker_rows: after how much of the picture's height it repeats: rolling shutters see it as stripes.
    """

    level: float = 0.75
    slope: tuple[float, float] = (0.0, 0.0)
    glare: tuple[float, float, float, float] | None = None
    flicker: float = 0.0
    flicker_rows: float = 0.8


@dataclass(frozen=True, slots=True)
class Held:
    """How the sheet is held.

    Attributes:
        about: rotation vector from the sheet to the table, radians; zero lies flat.
        middle: of the sheet, mm.
    """

    about: tuple[float, float, float] = (0.0, 0.0, 0.0)
    middle: tuple[float, float, float] = (0.0, 0.0, 0.0)


FLAT: Final = Held()
# As somebody does it who raises one edge after the other by a hand's width.
RAISED: Final = (
    Held((0.0, 0.45, 0.0), (0.0, 0.0, 45.0)),
    Held((0.0, -0.45, 0.0), (0.0, 0.0, 45.0)),
    Held((0.45, 0.0, 0.0), (0.0, 0.0, 40.0)),
    Held((-0.45, 0.0, 0.0), (0.0, 0.0, 40.0)),
)


def looking_down(
    height: float, *, place: tuple[float, float] = (0.0, 0.0), lean: tuple[float, float] = (0.0, 0.0)
) -> Pose:
    """A camera above the tray.

    Args:
        height: above the table, mm.
        place: to the right, and away from seat 1, mm.
        lean: by which angles, degrees, it looks to the right, and away from seat 1, which is the picture's top.
    """
    straight = np.diag([1.0, -1.0, -1.0])
    right, away = np.radians(lean)
    turned = np.asarray(cv2.Rodrigues(np.array([-away, -right, 0.0]))[0], np.float64)
    rotation = turned @ straight
    shift = -rotation @ np.array([*place, height])
    turn = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()
    return Pose((float(turn[0]), float(turn[1]), float(turn[2])), (float(shift[0]), float(shift[1]), float(shift[2])))


def calibration_of(view: View, seats: int = 2) -> Calibration:
    """What a set-up would find of the camera of the simulated tray, which has no marks."""
    # A pixel's middle is a whole number here, and its corner one there.
    centre = (view.width / 2 - 0.5, view.height / 2 - 0.5)
    lens = Lens(view.width, view.height, view.scale * view.distance, centre)
    return Calibration(lens, looking_down(view.distance), FLOOR_MM, sectors(FLOOR_MM, seats), camera="simulated tray")


def lens_of(width: int = 1280, height: int = 960, view_degrees: float = 45.0, k1: float = 0.0, k2: float = 0.0) -> Lens:
    """A lens that sees so many degrees from the left edge of the picture to the right, its axis in the middle."""
    focal = width / 2 / np.tan(np.radians(view_degrees) / 2)
    return Lens(width, height, float(focal), ((width - 1) / 2, (height - 1) / 2), k1, k2)


@dataclass
class SheetCamera:
    """A camera above a tray with the sheet; a context manager. The first pictures show it flat, then raised.

    Attributes:
        lens, pose: the camera.
        paper: which sheet; empty for none.
        cut_mm: what of the sheet is left, if it was cut to the tray: width and height.
        light: of the room.
        blur_px: standard deviation of the blur.
        noise: standard deviation of the sensor's noise, of 255.
        flat_pictures: how many pictures show the sheet flat, before it is raised at one edge after the other.
        marks: whether the tray's corners have marks.
        seed: of the noise.
    """

    lens: Lens = field(default_factory=lambda: calibration_of(camera_above(*PICTURE)).lens)
    pose: Pose = field(default_factory=lambda: looking_down(CAMERA_MM))
    paper: str = "A4"
    cut_mm: tuple[float, float] | None = (190.0, 145.0)
    light: Light = field(default_factory=Light)
    blur_px: float = 0.7
    noise: float = 1.5
    flat_pictures: int = 1
    marks: bool = True
    seed: int = 0

    automatic = False

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)
        self._taken = 0
        self._rays = _rays(self.lens.scaled(_SUPERSAMPLING))

    @property
    def description(self) -> str:
        """What it is."""
        return "simulated camera above a sheet"

    def still(self) -> Frame:
        """The next picture.

        Raises:
            CameraError: the sheet was raised at each edge; there is nothing more to show.
        """
        place = self._taken - self.flat_pictures
        if place >= len(RAISED):
            raise CameraError(N_("the simulated sheet has been shown from all sides"))
        self._taken += 1
        return Frame(self.picture(FLAT if place < 0 else RAISED[place]), f"{self._taken:06d}", time.monotonic())

    def moved(self, **changes: object) -> "SheetCamera":
        """The same, with other attributes."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def picture(self, held: Held = FLAT) -> Image:
        """What it sees now."""
        here = self._onto(0.0)
        scene = _remapped(_ground(), *here, _GROUND_MIDDLE)
        # A sheet that is raised is above the marks, one that lies is below them.
        if held == FLAT:
            scene = self._with_marks(self._with_sheet(scene, held))
        else:
            scene = self._with_sheet(self._with_marks(scene), held)
        return self._exposed(scene, self._lit(*here))

    def _with_marks(self, scene: Floats) -> Floats:
        if not self.marks:
            return scene
        patch, inside = _with_mask(_marks(), *self._onto(MARK_HEIGHT_MM), _GROUND_MIDDLE)
        return np.where(inside[..., np.newaxis], patch, scene)

    def _with_sheet(self, scene: Floats, held: Held) -> Floats:
        if not self.paper:
            return scene
        x, y = self._onto_sheet(held)
        texture = _sheet(self.paper)
        patch, inside = _with_mask(texture, x, y, (texture.shape[1] / 2, texture.shape[0] / 2))
        if self.cut_mm:
            inside &= (np.abs(x) < self.cut_mm[0] / 2) & (np.abs(y) < self.cut_mm[1] / 2)
        return np.where(inside[..., np.newaxis], patch, scene)

    def _onto(self, height: float) -> tuple[Floats, Floats]:
        """Where the rays meet a plane above the table, mm."""
        rays = self._rays @ self.pose.rotation.astype(np.float32)
        place = self.pose.place
        return _along(rays, place, (height - place[2]) / rays[..., 2])

    def _onto_sheet(self, held: Held) -> tuple[Floats, Floats]:
        """Where the rays meet the sheet, mm from its middle."""
        turn = np.asarray(cv2.Rodrigues(np.array(held.about))[0], np.float64)
        rays = self._rays @ (self.pose.rotation @ turn).astype(np.float32)
        place = turn.T @ (self.pose.place - np.array(held.middle))
        return _along(rays, place, -place[2] / rays[..., 2])

    def _lit(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """How much light falls on each place, and how much of it the place reflects like a mirror."""
        light = self.light
        falls: NDArray[np.floating[Any]] = light.level * (1 + light.slope[0] * x / 100 + light.slope[1] * y / 100)
        mirrored: NDArray[np.floating[Any]] = np.zeros_like(x)
        if light.glare:
            middle_x, middle_y, radius, strength = light.glare
            apart = (x - middle_x) ** 2 + (y - middle_y) ** 2
            mirrored = strength * np.exp(-apart / (2 * radius**2))
        if light.flicker:
            rows = np.linspace(0, 1, x.shape[0], dtype=np.float32)[:, np.newaxis]
            phase = self._random.uniform(0, 1)
            falls = falls * (1 + light.flicker * np.sin(2 * np.pi * (rows / light.flicker_rows + phase)))
        return np.asarray(falls, np.float32), np.asarray(mirrored, np.float32)

    def _exposed(self, scene: Floats, light: tuple[Floats, Floats]) -> Image:
        """The picture of the sensor: blur, noise, and the steps of its 8 bits."""
        falls, mirrored = light
        bright = scene * np.maximum(falls, 0)[..., np.newaxis] + mirrored[..., np.newaxis]
        size = (self.lens.width, self.lens.height)
        small = cv2.resize(np.asarray(bright, np.float32), size, interpolation=cv2.INTER_AREA)
        if self.blur_px:
            small = cv2.GaussianBlur(small, (0, 0), self.blur_px)
        levels = 255 * np.clip(small, 0, 1) ** (1 / _GAMMA)
        levels = levels + self._random.normal(0, self.noise, levels.shape)
        return np.clip(levels + 0.5, 0, 255).astype(np.uint8)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to give back."""


# --- rays and textures ------------------------------------------------------------------------------------------------


def _along(rays: Floats, place: NDArray[np.float64], far: Floats) -> tuple[Floats, Floats]:
    """Where rays from a place, mm, are so far along: x and y, mm."""
    x, y = (np.asarray(place[axis] + rays[..., axis] * far, np.float32) for axis in (0, 1))
    return x, y


@cache
def _rays(lens: Lens) -> Floats:
    """The direction of each pixel's ray before the camera, shape (height, width, 3)."""
    x, y = np.meshgrid(
        (np.arange(lens.width, dtype=np.float32) - lens.centre[0]) / lens.focal,
        (np.arange(lens.height, dtype=np.float32) - lens.centre[1]) / lens.focal,
    )
    far = np.hypot(x, y)
    # The distortion depends on the radius only: a table of it is fast, and exact enough.
    known = np.linspace(0, float(far.max()) + 0.01, 4000)
    along = np.column_stack([known * lens.focal + lens.centre[0], np.full_like(known, lens.centre[1])])
    undone = straightened(along, lens)[:, 0]
    factor = np.interp(far, known[1:], undone[1:] / known[1:]).astype(np.float32)
    return np.dstack([x * factor, y * factor, np.ones_like(factor)])


def _remapped(texture: Floats, x: Floats, y: Floats, middle: tuple[float, float]) -> Floats:
    """The texture at places of mm."""
    # A texture's pixel is counted from its middle.
    column = np.asarray(middle[0] + x * _PX_A_MM - 0.5, np.float32)
    row = np.asarray(middle[1] - y * _PX_A_MM - 0.5, np.float32)
    return np.asarray(cv2.remap(texture, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _with_mask(texture: Floats, x: Floats, y: Floats, middle: tuple[float, float]) -> tuple[Floats, NDArray[np.bool_]]:
    """Three colours, and where there is something at all: the fourth channel."""
    seen = _remapped(texture, x, y, middle)
    half_width, half_height = texture.shape[1] / 2 / _PX_A_MM, texture.shape[0] / 2 / _PX_A_MM
    inside = (np.abs(x) < half_width) & (np.abs(y) < half_height) & (seen[..., 3] > 0.5)
    return seen[..., :3], inside


_GROUND_MM: Final = (FLOOR_MM[0] + 2 * _MARGIN_MM, FLOOR_MM[1] + 2 * _MARGIN_MM)
_GROUND_MIDDLE: Final = (_GROUND_MM[0] * _PX_A_MM / 2, _GROUND_MM[1] * _PX_A_MM / 2)


@cache
def _ground() -> Floats:
    """The table with the tray; its walls are but a border."""
    ground = np.empty((round(_GROUND_MM[1] * _PX_A_MM), round(_GROUND_MM[0] * _PX_A_MM), 3), np.float32)
    ground[:] = _TABLE
    half = np.array([FLOOR_MM[0] / 2 + RIM_MM, FLOOR_MM[1] / 2 + RIM_MM]) * _PX_A_MM
    low, high = np.rint(np.array(_GROUND_MIDDLE) - half), np.rint(np.array(_GROUND_MIDDLE) + half)
    ground[int(low[1]) : int(high[1]), int(low[0]) : int(high[0])] = _WOOD
    floor = np.rint(np.array(_GROUND_MIDDLE) + np.array(floor_corners()) * _PX_A_MM).astype(np.int32)
    cv2.fillConvexPoly(ground, floor, _FELT)
    grain = np.random.default_rng(1).normal(1, 0.05, ground.shape[:2]).astype(np.float32)
    return np.asarray(ground * cv2.GaussianBlur(grain, (0, 0), 2)[..., np.newaxis], np.float32)


def mark_places() -> dict[int, tuple[float, float]]:
    """Where the marks are in the simulated tray, mm: on pieces in its corners, as high as its walls."""
    x, y = FLOOR_MM[0] / 2 - MARK_INSIDE_MM, FLOOR_MM[1] / 2 - MARK_INSIDE_MM
    return dict(zip(MARKS, ((-x, y), (x, y), (x, -y), (-x, -y)), strict=True))


@cache
def _marks() -> Floats:
    """The marks of the tray's corners on white paper, the fourth channel where there is one."""
    canvas = np.zeros((*_ground().shape[:2], 4), np.float32)
    for number, (x, y) in mark_places().items():
        left, top = x - MARK_MM / 2, y + MARK_MM / 2
        side = MARK_MM + _WHITE_MM
        _fill(canvas, (left - _WHITE_MM / 2, top + _WHITE_MM / 2), (side, side), _PAPER)
        for one in marker(number, MARK_MM):
            _fill(canvas, (left + one.x, top - one.y), (one.width, one.height), _INK if one.black else _PAPER)
    return canvas


@cache
def _sheet(name: str) -> Floats:
    """The printed sheet."""
    paper = PAPERS[name]
    canvas = np.ones((round(paper.height * _PX_A_MM), round(paper.width * _PX_A_MM), 4), np.float32)
    canvas[..., :3] = _PAPER
    for one in squares(paper):
        x, y = one.x - paper.size[0] / 2, paper.size[1] / 2 - one.y
        _fill(canvas, (x, y), (one.width, one.height), _INK if one.black else _PAPER)
    return canvas


def _fill(canvas: Floats, corner: tuple[float, float], side: tuple[float, float], colour: _Colour) -> None:
    """Paint a rectangle: its left upper corner from the middle of the canvas, and its sides, mm.

    Whole pixels, which the textures' resolution makes exact.
    """
    column, row = canvas.shape[1] / 2 + corner[0] * _PX_A_MM, canvas.shape[0] / 2 - corner[1] * _PX_A_MM
    right, below = column + side[0] * _PX_A_MM, row + side[1] * _PX_A_MM
    canvas[round(row) : round(below), round(column) : round(right)] = (*colour, 1.0)
