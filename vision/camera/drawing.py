"""Drawing of dice on felt as a camera above the table sees them.

The table is the plane z = 0 with x to the right, y to the top of the picture and z towards the camera, in millimetres.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import prints
from vision.camera.base import Image
from vision.geometry import Solid, solid
from vision.reading import Face

Array = NDArray[np.float64]
Shade = NDArray[np.float32]
Mask = NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Blue, green, red, 0 … 255."""

_IVORY: Final[Colour] = (214, 232, 240)
_BLACK: Final[Colour] = (34, 30, 30)
COLOURS: Final[tuple[tuple[Colour, Colour], ...]] = (
    (_IVORY, _BLACK),
    ((238, 240, 240), (120, 34, 22)),
    ((36, 28, 176), (240, 244, 246)),
    ((150, 62, 26), (240, 244, 246)),
    ((44, 40, 42), (236, 240, 242)),
)
"""Colours of dice: of the material, of pips and numerals. A wizard die has the first."""
_FELT: Final = (58, 92, 34)

_SUPERSAMPLING: Final = 2
_AMBIENT: Final = 0.42
_DIFFUSE: Final = 0.64
# Towards the lamp: from the upper left.
_LAMP: Final = np.array([-0.36, 0.44, 0.82]) / np.linalg.norm([-0.36, 0.44, 0.82])
# How far edges and corners are rounded off.
_ROUNDING_MM: Final = {"d6": 2.0, "wizard": 2.0}
_ROUNDING_ELSE_MM: Final = 0.7
# A pip or numeral on a face that is seen from the side is but a line: least cosine of the angle to the line of sight.
_LEAST_VISIBLE: Final = 0.13
_PIP_SPACING_MM: Final = 4.4
_PIP_RADIUS_MM: Final = 1.75
_SYMBOL_COLOURS: Final[dict[Face, Colour]] = {
    "blue": (196, 84, 24),
    "green": (60, 146, 28),
    "red": (40, 32, 204),
    "yellow": (36, 204, 248),
    "wizard": (110, 38, 84),
    "jester": (236, 240, 240),
}


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera above the middle of the table that looks straight down.

    Attributes:
        width, height: of the picture, pixels.
        scale: pixels per millimetre on the table.
        distance: of the camera from the table, millimetres; more than any die is high.
    """

    width: int
    height: int
    scale: float
    distance: float = 420.0

    def project(self, points: Array) -> Array:
        """Where points of shape (n, 3), millimetres, are in the picture: shape (n, 2), pixels, (0, 0) in the corner."""
        magnified = self.scale * self.distance / (self.distance - points[:, 2])
        x = self.width / 2 + magnified * points[:, 0]
        y = self.height / 2 - magnified * points[:, 1]
        return np.stack([x, y], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die in space. Any position is possible, also one that leans on something.

    Attributes:
        kind: one of ``DIE_TYPES``.
        rotation: rotation matrix, shape (3, 3), from the solid of ``vision.geometry`` to the table.
        centre: its middle, shape (3,), millimetres.
        body: colour of the material.
        ink: colour of pips and numerals.
    """

    kind: str
    rotation: Array
    centre: Array
    body: Colour
    ink: Colour

    def corners(self) -> Array:
        """Its vertices, shape (n, 3), millimetres."""
        corners: Array = solid(self.kind).vertices @ self.rotation.T + self.centre
        return corners


def _rounding(kind: str) -> float:
    return _ROUNDING_MM.get(kind, _ROUNDING_ELSE_MM)


def outline(die: Die, view: View) -> Array:
    """The convex outline of a die in the picture, its corners rounded: shape (n, 2), pixels."""
    radius = _rounding(die.kind)
    # A rounded solid is a smaller one with a ball rolled over it: every face of it lies as far from the middle.
    shape = solid(die.kind)
    inner = 1 - radius / float(shape.centres[0] @ shape.normals[0])
    corners = inner * (die.corners() - die.centre) + die.centre
    balls = view.project(corners)[:, np.newaxis] + prints.circle(radius * view.scale)
    hull = cv2.convexHull(balls.reshape(-1, 2).astype(np.float32))
    return np.asarray(hull[:, 0, :], np.float64)


def felt(noise: np.random.Generator, width: int, height: int) -> Image:
    """Green felt: short fibres in both directions, cloudy unevenness, and less light towards the corners.

    Args:
        noise: every fibre comes from it.
        width, height: of the picture, px.
    """
    fibres = sum(
        cv2.GaussianBlur(noise.normal(0, 9, (height, width)).astype(np.float32), (0, 0), x, sigmaY=y)
        for x, y in ((1.6, 0.4), (0.4, 1.6))
    )
    clouds = noise.normal(0, 2.2, (height // 40 + 1, width // 40 + 1)).astype(np.float32)
    clouds = np.asarray(cv2.resize(clouds, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    vignette = 1.04 - 0.13 * (x**2 + y**2)
    brightness = (1 + (fibres + clouds) / 100) * vignette
    picture: Image = np.clip(brightness[:, :, np.newaxis] * np.array(_FELT) + 0.5, 0, 255).astype(np.uint8)
    return picture


def draw(background: Image, dice: list[Die], view: View) -> Image:
    """Draw dice and their shadows.

    Args:
        background: the empty table as the view sees it; not changed.
        dice: none of them behind another one.
        view: the camera.
    """
    picture = _shadowed(background, dice, view)
    for die in dice:
        _draw_die(picture, die, view)
    return picture


def _shadowed(background: Image, dice: list[Die], view: View) -> Image:
    """The background with a soft shadow of each die, and a dark rim where it touches the felt."""
    half = (view.width // 2, view.height // 2)
    cast, contact = (np.zeros(half[::-1], np.uint8) for _ in range(2))
    for die in dice:
        corners = die.corners()
        # Along the light down to the table: the shadow of a convex solid is the hull of its corners' shadows.
        ground = corners - corners[:, 2:] / _LAMP[2] * _LAMP
        for mask, points in ((cast, ground), (contact, corners * (1, 1, 0))):
            hull = cv2.convexHull((view.project(points) / 2).astype(np.float32))
            _fill(mask, np.asarray(hull[:, 0, :], np.float64), 255)
    soft_cast = cv2.GaussianBlur(cast, (0, 0), 0.55 * view.scale)
    soft_contact = cv2.GaussianBlur(contact, (0, 0), 0.35 * view.scale)
    dark = cv2.addWeighted(soft_cast, 0.45, soft_contact, 0.28, 0)
    light = 255 - cv2.resize(dark, (view.width, view.height), interpolation=cv2.INTER_LINEAR)
    picture = cv2.multiply(background, cv2.merge([light, light, light]), scale=1 / 255)
    return np.asarray(picture, np.uint8)


def _draw_die(picture: Image, die: Die, view: View) -> None:
    """Draw one die into the picture: painted colours times light within its outline, drawn large and sampled down."""
    hull = outline(die, view)
    low = np.maximum(np.floor(hull.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(hull.max(axis=0)).astype(int) + 2, (view.width, view.height))
    if (high <= low).any():
        return
    canvas = _Canvas(die, view, low, high)
    patch = picture[low[1] : high[1], low[0] : high[0]]
    colours, light, cover = (
        np.asarray(cv2.resize(layer, patch.shape[1::-1], interpolation=cv2.INTER_AREA), np.float32)
        for layer in (canvas.paint(), canvas.light(), canvas.cover(hull))
    )
    alpha = cover[:, :, np.newaxis] / 255
    patch[:] = np.clip(colours * light[:, :, np.newaxis] * alpha + patch * (1 - alpha) + 0.5, 0, 255).astype(np.uint8)


class _Canvas:
    """The enlarged piece of the picture in which one die is drawn."""

    def __init__(self, die: Die, view: View, low: NDArray[np.int_], high: NDArray[np.int_]) -> None:
        self._die = die
        self._view = view
        self._low = low
        self._solid: Solid = solid(die.kind)
        self._shape = tuple(int(side) * _SUPERSAMPLING for side in (high - low)[::-1])
        self._px_per_mm = view.scale * _SUPERSAMPLING
        self._rights = np.cross(self._solid.tops, self._solid.normals)
        self._normals = self._solid.normals @ die.rotation.T
        to_camera = np.array([0.0, 0.0, view.distance]) - (self._solid.centres @ die.rotation.T + die.centre)
        to_camera /= np.linalg.norm(to_camera, axis=1, keepdims=True)
        self._towards = (self._normals * to_camera).sum(axis=1)
        self._visible = [int(face) for face in np.flatnonzero(self._towards > 0.01)]

    def paint(self) -> Image:
        """The colours without light, shape (height, width, 3)."""
        if self._die.kind not in ("d6", "wizard"):
            return self._numbered()
        colours = np.empty((*self._shape, 3), np.uint8)
        colours[:] = self._die.body
        for face in self._visible:
            if self._die.kind == "wizard":
                self._paint_symbol(colours, face)
            elif self._towards[face] > _LEAST_VISIBLE:
                self._paint_pips(colours, face)
        return colours

    def light(self) -> Shade:
        """How bright each place is, shape (height, width), about 0.4 … 1.1; edges look rounded."""
        light = np.full(self._shape, _AMBIENT, np.float32)
        lit = _AMBIENT + _DIFFUSE * np.maximum(0.0, self._normals @ _LAMP)
        corners = self._place(self._solid.vertices)
        beside: dict[tuple[int, int], int] = {}
        for face in self._visible:
            ring = self._solid.faces[face]
            _fill(light, corners[list(ring)], float(lit[face]))
            beside |= dict.fromkeys(zip(ring, ring[1:] + ring[:1], strict=True), face)
        width = _rounding(self._die.kind) * self._px_per_mm
        for (start, end), face in beside.items():
            if start < end and (end, start) in beside:  # an edge between two visible faces catches the lamp
                glint = 0.1 + max(lit[face], lit[beside[end, start]])
                _line(light, corners[[start, end]], float(glint), 0.4 * width)
        soft = cv2.GaussianBlur(light, (0, 0), 0.35 * width)
        # The lamp is near: what lies towards it is a little brighter.
        rows, columns = (np.linspace(0.04, -0.04, side, dtype=np.float32) for side in self._shape)
        glow: Shade = np.asarray(soft, np.float32) * (1 + rows[:, np.newaxis] + columns)
        return glow

    def cover(self, hull: Array) -> Mask:
        """How much of each place the die covers, shape (height, width), 0 … 255."""
        mask = np.zeros(self._shape, np.uint8)
        _fill(mask, (hull - self._low) * _SUPERSAMPLING, 255)
        return mask

    def _place(self, points: Array) -> Array:
        """Where points of the solid, shape (n, 3), are on the canvas, shape (n, 2)."""
        placed = self._view.project(points @ self._die.rotation.T + self._die.centre)
        return (placed - self._low) * _SUPERSAMPLING

    def _on_face(self, face: int, points: Array) -> Array:
        """Where points in the plane of a face are on the canvas; x to the right of the print, y to its top, mm."""
        right = self._rights[face]
        return self._place(self._solid.centres[face] + points[:, :1] * right + points[:, 1:] * self._solid.tops[face])

    def _paint_pips(self, colours: Image, face: int) -> None:
        value = self._solid.labels[face]
        assert isinstance(value, int)
        ink = np.array(self._die.ink, np.float64)
        for place in prints.pip_places(value) * _PIP_SPACING_MM:
            # A pip is a hollow: its wall away from the lamp is a little lighter.
            _fill(colours, self._on_face(face, place + prints.circle(_PIP_RADIUS_MM)), 0.86 * ink + 26)
            _fill(colours, self._on_face(face, place + prints.circle(0.82 * _PIP_RADIUS_MM)), ink)

    def _paint_symbol(self, colours: Image, face: int) -> None:
        label = self._solid.labels[face]
        half = self._solid.inradii[face] - 1.7
        _fill(colours, self._on_face(face, prints.rounded_square(half, 1.6)), _SYMBOL_COLOURS[label])
        if label == "wizard":
            _fill(colours, self._on_face(face, prints.star(0.85 * half)), (70, 214, 255))
        elif label == "jester":
            cap, *bells = prints.fools_cap(0.75 * half)
            _fill(colours, self._on_face(face, cap), (40, 36, 40))
            for bell in bells:
                _fill(colours, self._on_face(face, bell), (40, 36, 40))

    def _numbered(self) -> Image:
        """The colours of a die with numerals."""
        ink = np.zeros(self._shape, np.uint8)
        for face in self._visible:
            if self._towards[face] > _LEAST_VISIBLE:
                self._print_numerals(ink, face)
        share = np.arange(256)[:, np.newaxis] / 255
        mixed = (1 - share) * self._die.body + share * self._die.ink + 0.5
        return np.asarray(cv2.LUT(cv2.merge([ink, ink, ink]), mixed.astype(np.uint8)[np.newaxis]), np.uint8)

    def _print_numerals(self, ink: Mask, face: int) -> None:
        """Print the value of a face on it; on a d4 the value of each corner at that corner."""
        shape, inradius = self._solid, float(self._solid.inradii[face])
        if self._die.kind != "d4":
            self._print(ink, face, shape.labels[face], _square((0.0, 0.0), np.pi / 2, 0.9 * inradius))
            return
        for turn, vertex in enumerate(shape.faces[face]):
            # The value of a corner is the label of the one face that does not touch it.
            value = next(n for n, corners in zip(shape.labels, shape.faces, strict=True) if vertex not in corners)
            angle = np.pi / 2 + turn * 2 * np.pi / 3
            middle = (0.88 * inradius * np.cos(angle), 0.88 * inradius * np.sin(angle))
            self._print(ink, face, value, _square(middle, angle, 0.5 * inradius))

    def _print(self, ink: Mask, face: int, label: Face, square: Array) -> None:
        """Add a numeral to the ink: its texture fills a square on the face and is seen in perspective."""
        assert isinstance(label, int)
        edge = prints.TEXTURE_PX - 0.5
        texture = np.array([(-0.5, -0.5), (edge, -0.5), (edge, edge), (-0.5, edge)], np.float32)
        # Warping counts from the middle of the first pixel, the canvas from its corner.
        target = (self._on_face(face, square) - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(texture, target)
        size = (ink.shape[1], ink.shape[0])
        seen = cv2.warpPerspective(prints.numeral(self._die.kind, label), matrix, size, flags=cv2.INTER_LINEAR)
        np.maximum(ink, seen, out=ink)


def _square(middle: tuple[float, float], top: float, half: float) -> Array:
    """A square's corners, shape (4, 2), clockwise from the upper left; its top points to an angle, radians."""
    up = half * np.array([np.cos(top), np.sin(top)])
    right = np.array([up[1], -up[0]])
    return np.array([up - right, up + right, right - up, -right - up]) + middle


def _fill(target: Mask | Shade, polygon: Array, colour: float | Colour | Array) -> None:
    """Fill a polygon, its points of shape (n, 2) counted from the corner of the first pixel."""
    value = colour if isinstance(colour, float | int) else tuple(float(part) for part in colour)
    # OpenCV smooths the edges of polygons in 8-bit pictures only.
    cv2.fillPoly(target, [_fixed(polygon)], value, cv2.LINE_AA if target.dtype == np.uint8 else cv2.LINE_8, shift=4)


def _line(target: Shade, ends: Array, value: float, width: float) -> None:
    """Draw a line, its ends of shape (2, 2) counted from the corner of the first pixel."""
    cv2.polylines(target, [_fixed(ends)], False, value, max(1, round(width)), cv2.LINE_8, shift=4)


def _fixed(points: Array) -> NDArray[np.int32]:
    """Pixels with four fractional bits, from the middle of the first pixel, as OpenCV's ``shift=4`` expects them."""
    return np.rint((points - 0.5) * 16).astype(np.int32)
