"""Pictures of solids: shaded faces with dark lines at every edge, seen from afar without perspective, as in a manual.

A small renderer of its own: a z-buffer in NumPy needs neither a graphics card nor a display server, and the same solids
give the same picture everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

Array = NDArray[np.float64]
Colour = tuple[int, int, int]
Spot = tuple[float, float, float]

LETTERS: Final = "Letters"
"""The text in a picture's file that names its letters, so that the guide can be held against it."""
_OVER: Final = 2
"""Each pixel is drawn as 2 × 2 of them."""
_LIGHT: Final = np.array([-0.35, 0.5, 0.8]) / np.linalg.norm([-0.35, 0.5, 0.8])
"""From where the light comes, seen by the viewer: right, up, towards them."""
_AMBIENT: Final = 0.62
_PAPER: Final = 255
_INK: Final = np.array([38.0, 34.0, 30.0])
# Two faces meet in a line where their normals differ by more than about 23 degrees.
_CREASE: Final = 0.92
_TOLERANCE_MM: Final = 0.2
_TOLERANCE_RAD: Final = 0.3
_COLOURS: Final = 160
_AMBER: Final[Colour] = (196, 120, 20)


@dataclass(frozen=True)
class Note:
    """A letter in a circle, and the place that it points to."""

    text: str
    spot: Spot
    away: tuple[float, float]
    """Where the circle is, from the spot, in parts of the picture's height: right, up."""


@dataclass
class Scene:
    """Solids with their colours, and from where they are seen.

    Attributes:
        solids: each a build123d shape with its colour.
        direction: from the middle to the viewer.
        notes: letters.
        width: of the picture, pixels.
    """

    direction: Spot = (-0.6, -1.0, 0.75)
    width: int = 1100
    solids: list[tuple[Any, Colour]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def add(self, colour: Colour, *shapes: Any) -> "Scene":
        """Add solids."""
        self.solids += [(shape, colour) for shape in shapes]
        return self

    def note(self, text: str, spot: Spot, away: tuple[float, float]) -> "Scene":
        """Add a letter."""
        self.notes.append(Note(text, spot, away))
        return self


@dataclass
class _Buffers:
    depth: NDArray[np.float32]
    normal: NDArray[np.float32]
    colour: NDArray[np.float32]
    solid: NDArray[np.int16]


@dataclass(frozen=True)
class _Window:
    """What a picture shows, in mm: lower left, upper right."""

    low: Array
    high: Array

    @property
    def width(self) -> float:
        return float(self.high[0] - self.low[0])

    @property
    def height(self) -> float:
        return float(self.high[1] - self.low[1])

    def pixels(self, points: Array, scale: float) -> Array:
        """Where points are in the picture, whose rows go down."""
        return np.column_stack((points[:, 0] - self.low[0], self.high[1] - points[:, 1])) * scale


def draw(scene: Scene, path: Path) -> None:
    """Draw a scene as a PNG of few colours, so that it stays small."""
    basis = _basis(scene.direction)
    meshes = [(_mesh(shape), colour) for shape, colour in scene.solids]
    seen = [(points @ basis.T, triangles, colour) for (points, triangles), colour in meshes]
    window = _window(scene, seen, basis)
    scale = scene.width * _OVER / window.width
    shape = (int(window.height * scale), scene.width * _OVER)
    buffers = _Buffers(
        np.full(shape, -np.inf, np.float32),
        np.zeros((*shape, 3), np.float32),
        np.full((*shape, 3), _PAPER, np.float32),
        np.zeros(shape, np.int16),
    )
    for number, (points, triangles, colour) in enumerate(seen, start=1):
        flat = np.column_stack((window.pixels(points, scale), points[:, 2] * scale))
        _fill(buffers, flat, triangles, colour, number)
    inked = _ink(buffers)
    small = Image.fromarray(inked.clip(0, 255).astype(np.uint8)).resize(
        (shape[1] // _OVER, shape[0] // _OVER), Image.Resampling.BOX
    )
    _write_notes(small, scene.notes, basis, window)
    said = PngInfo()
    said.add_text(LETTERS, "".join(note.text for note in scene.notes))
    small.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE).save(
        path, optimize=True, pnginfo=said
    )


def _basis(direction: Spot) -> Array:
    """Rows: to the right, up, towards the viewer."""
    towards = np.array(direction) / np.linalg.norm(direction)
    right = np.cross([0.0, 0.0, 1.0], towards)
    if np.linalg.norm(right) < 1e-6:
        right = np.array([1.0, 0.0, 0.0])
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(towards, right), towards])


def _mesh(shape: Any) -> tuple[Array, NDArray[np.int64]]:
    points, triangles = shape.tessellate(_TOLERANCE_MM, _TOLERANCE_RAD)
    return np.array([tuple(point) for point in points]), np.array(triangles)


def _window(scene: Scene, seen: Sequence[tuple[Array, Any, Colour]], basis: Array) -> _Window:
    """Everything, with a margin; letters are in it too."""
    everything = np.vstack([points[:, :2] for points, _triangles, _colour in seen])
    low, high = everything.min(axis=0), everything.max(axis=0)
    height = high[1] - low[1]
    for note in scene.notes:
        circle = (basis @ np.array(note.spot))[:2] + np.array(note.away) * height
        low, high = np.minimum(low, circle - 0.05 * height), np.maximum(high, circle + 0.05 * height)
    margin = 0.02 * (high - low).max()
    return _Window(low - margin, high + margin)


def _fill(buffers: _Buffers, points: Array, triangles: NDArray[np.int64], colour: Colour, number: int) -> None:
    """Draw the triangles of one solid that face the viewer."""
    corners = points[triangles]
    # Rows of a picture go down: the sense of rotation is turned round.
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 1] - corners[:, 0]) * (1, -1, 1)
    lengths = np.linalg.norm(normals, axis=1)
    for corner, normal, length in zip(corners, normals, lengths, strict=True):
        if length > 1e-9 and normal[2] / length > 1e-6:
            unit = normal / length
            light = _AMBIENT + (1 - _AMBIENT) * max(0.0, float(unit @ _LIGHT))
            _triangle(buffers, corner, unit, np.array(colour) * light, number)


def _triangle(buffers: _Buffers, corner: Array, normal: Array, colour: Array, number: int) -> None:
    height, width = buffers.depth.shape
    left, top = np.maximum(np.floor(corner[:, :2].min(axis=0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(corner[:, :2].max(axis=0)).astype(int) + 1, (width, height))
    if left >= right or top >= bottom:
        return
    x, y = np.arange(left, right) + 0.5, np.arange(top, bottom)[:, None] + 0.5
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corner
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-12:
        return
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    inside = (second >= -1e-9) & (third >= -1e-9) & (second + third <= 1 + 1e-9)
    depth = az + second * (bz - az) + third * (cz - az)
    window = (slice(top, bottom), slice(left, right))
    nearer = inside & (depth > buffers.depth[window])
    buffers.depth[window][nearer] = depth[nearer]
    buffers.normal[window][nearer] = normal
    buffers.colour[window][nearer] = colour
    buffers.solid[window][nearer] = number


def _ink(buffers: _Buffers) -> NDArray[np.float32]:
    """The colours, with a line wherever neighbouring pixels belong to other solids or to faces that meet in an edge."""
    line = np.zeros(buffers.depth.shape, bool)
    for axis in (0, 1):
        here, there = ((slice(None, -1), slice(None)), (slice(1, None), slice(None)))
        if axis:
            here, there = ((slice(None), slice(None, -1)), (slice(None), slice(1, None)))
        other = buffers.solid[here] != buffers.solid[there]
        alike = (buffers.normal[here] * buffers.normal[there]).sum(axis=2)
        crease = (alike < _CREASE) & (buffers.solid[here] > 0) & (buffers.solid[there] > 0)
        with np.errstate(invalid="ignore"):
            # A step in depth that the slope of the face does not explain.
            slope = np.abs(buffers.normal[here][..., 1 - axis]) / np.maximum(buffers.normal[here][..., 2], 0.05)
            jump = np.abs(buffers.depth[here] - buffers.depth[there]) > 3 * slope + 4 * _OVER
        line[here] |= other | crease | (jump & (buffers.solid[here] > 0) & (buffers.solid[there] > 0))
    thick = line.copy()
    thick[1:] |= line[:-1]
    thick[:, 1:] |= line[:, :-1]
    inked = buffers.colour.copy()
    inked[thick] = _INK
    return inked


def _write_notes(image: Image.Image, notes: Iterable[Note], basis: Array, window: _Window) -> None:
    pen = ImageDraw.Draw(image)
    radius = max(15, image.width // 55)
    font = ImageFont.load_default(size=round(radius * 1.25))
    for note in notes:
        spot = (basis @ np.array(note.spot))[:2]
        ends = np.array([spot, spot + np.array(note.away) * window.height * 0.96])
        (x1, y1), (x2, y2) = window.pixels(ends, image.width / window.width).tolist()
        pen.line((x1, y1, x2, y2), fill=_AMBER, width=3)
        pen.ellipse((x1 - 5, y1 - 5, x1 + 5, y1 + 5), fill=_AMBER)
        pen.ellipse((x2 - radius, y2 - radius, x2 + radius, y2 + radius), fill=(255, 255, 255), outline=_AMBER, width=3)
        pen.text((x2, y2), note.text, fill=(40, 34, 30), font=font, anchor="mm")
