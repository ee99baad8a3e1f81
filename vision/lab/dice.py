"""Rendered dice for training: a solid of ``vision.geometry`` in some material, seen from somewhere above.

The die lies in the world with z up. It is projected by a pinhole camera, face by face: each visible face is a polygon
with its own light; what stands on it is warped into it. That takes a few milliseconds, a ray tracer would take seconds.
"""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classes import written
from vision.geometry import Solid, resting, solid
from vision.lab import glyphs, materials
from vision.lab.affine import turn_about, warp
from vision.lab.glyphs import Mask
from vision.lab.materials import CANVAS
from vision.reading import Face, faces

Array = NDArray[np.float64]
Shade = NDArray[np.float32]
Image = NDArray[np.uint8]

KINDS: Final = ("d4", "d6", "d8", "d10", "d%", "d12", "d20", "wizard")
_SYMBOL_COLOURS: Final = {"blue": (200, 70, 20), "green": (50, 150, 30), "red": (40, 30, 205), "yellow": (30, 200, 245)}
_TURNED_ALIKE: Final = ("6", "9", "60", "90")
_BARRELS: Final = 0.25
"""How many of the d4 are barrels: four long sides in a ring, read on the uppermost."""
_OBLIQUE: Final = 0.32
"""From this angle on, radians, a picture was taken from aside, and then hardly ever with the camera upside down."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """One die on nothing.

    Attributes:
        image: shape (``CANVAS``, ``CANVAS``, 3), BGR.
        alpha: shape (``CANVAS``, ``CANVAS``), how far it covers what lies below.
        kind: one of ``KINDS``.
        glyph: what is read, as it is written ("00" on a d%); "" where nothing can be read.
        marking: "pips", "numerals" or "symbols".
        box: x, y, width, height of the silhouette, px.
        face: x, y of the middle of what is read, and its radius, px.
        cocked: whether it leans on something.
        upright: whether the picture's top is the far side: it must not be turned far.
        facing: whether what is read faces the camera more than the other faces do.
    """

    image: Image
    alpha: Mask
    kind: str
    glyph: str
    marking: str
    box: tuple[float, float, float, float]
    face: tuple[float, float, float]
    cocked: bool
    upright: bool
    facing: bool

    @property
    def decidable(self) -> bool:
        """Whether a picture of it can say what is up.

        From aside, other faces than the upper one look at the camera: beyond 21° those of a d20, 26° of a d10, 32° of a
        d12, 35° of a d8. The same picture then shows another die from above. Only cubes are told apart further: where
        the far side is the picture's top.
        """
        return self.facing or (self.upright and self.kind in ("d6", "wizard"))


@dataclass(frozen=True, slots=True, eq=False)
class _Style:
    """How one die is made: drawn once, used for all of its faces."""

    font: str
    marking: str
    fill: float
    mark: str
    turn: float
    d4_corners: bool
    logo: str
    pip_spacing: float
    pip_radius: float
    unmarked: bool


def render(rng: np.random.Generator, kind: str, *, cocked: bool = False) -> Rendered:
    """A die of this kind, everything else by chance.

    Args:
        rng: the source of chance.
        kind: one of ``KINDS``.
        cocked: whether it leans at an angle at which nobody can say what it shows.
    """
    barrel = kind == "d4" and rng.random() < _BARRELS
    shape = _barrel(rng) if barrel else _varied(rng, solid(kind))
    style = _style(rng, kind)
    label = faces(kind)[int(rng.integers(len(faces(kind))))]
    rotation = resting(shape, label, float(rng.uniform(0, 2 * pi)))
    tilt = float(rng.uniform(0.3, 0.75)) if cocked else float(abs(rng.normal(0, 0.01)))
    rotation = _tilt(rng, tilt) @ rotation
    view, upright = _view(rng)
    scene = _Scene(rng, shape, rotation, view)
    prints = {face: _print(rng, shape, style, face) for face in scene.visible}
    image, alpha = _paint(rng, scene, prints, style)
    glyph = _glyph(kind, label, style)
    x, y, radius = scene.reading_place(label)
    points = scene.points
    low, high = points.min(axis=0), points.max(axis=0)
    box = (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
    facing = shape.kind == "d4" or scene.visible[-1] == shape.labels.index(label)
    shown = "" if cocked else glyph
    return Rendered(image, alpha, kind, shown, style.marking, box, (x, y, radius), cocked, upright, facing)


def _view(rng: np.random.Generator) -> tuple[Array, bool]:
    """From where the camera looks, and whether the far side is the picture's top: mostly so from aside."""
    aside = rng.random() < 0.2
    angle = float(rng.uniform(_OBLIQUE, 1.0) if aside else np.clip(abs(rng.normal(0, 0.28)), 0, 0.75))
    upright = angle > _OBLIQUE and rng.random() < 0.85
    # Turned about an axis that points to the left, what is above goes towards the picture's top.
    azimuth = pi + float(rng.normal(0, 0.15)) if upright else float(rng.uniform(0, 2 * pi))
    return _tilt(rng, angle, azimuth), upright


def _tilt(rng: np.random.Generator, angle: float, azimuth: float | None = None) -> Array:
    """A rotation by an angle about some horizontal axis, or about the one in a direction."""
    azimuth = float(rng.uniform(0, 2 * pi)) if azimuth is None else azimuth
    axis = np.array([cos(azimuth), sin(azimuth), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * cross @ cross, np.float64)


def _barrel(rng: np.random.Generator) -> Solid:
    """A d4 with four long sides, which show the values, between two pointed or blunt ends, which show 0."""
    half, length = 1.0, float(rng.uniform(0.9, 1.7))
    tip = length + float(rng.uniform(0.25, 1.1))
    ring = [(half, half), (-half, half), (-half, -half), (half, -half)]
    corners = [(side * length, y, z) for side in (1, -1) for y, z in ring]
    vertices = 6.0 * np.array([*corners, (tip, 0, 0), (-tip, 0, 0)], np.float64)
    # 1 is opposite to 4 in some sets, to 3 in others; all four are told apart by their numerals alone.
    sides = [(i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i) for i in range(4)]
    ends = [(i, (i + 1) % 4, 8) for i in range(4)] + [(4 + i, 4 + (i + 1) % 4, 9) for i in range(4)]
    centres = np.array([vertices[list(face)].mean(axis=0) for face in (*sides, *ends)])
    normals, tops, polygons = [], [], []
    for face, centre in zip((*sides, *ends), centres, strict=True):
        normal = np.cross(vertices[face[1]] - vertices[face[0]], vertices[face[2]] - vertices[face[0]])
        normal /= np.linalg.norm(normal) * (1 if normal @ centre > 0 else -1)
        normals.append(normal)
        top = np.array([1.0, 0, 0]) if len(face) == 4 else vertices[face[2]] - centre
        tops.append(top / np.linalg.norm(top))
        polygons.append(face)
    order = rng.permutation(4)
    labels: tuple[Face, ...] = (*(int(i) + 1 for i in order), *[0] * 8)
    inradii = np.full(12, 6.0 * half)
    return Solid("barrel", vertices, tuple(polygons), labels, np.array(normals), centres, np.array(tops), inradii)


def _varied(rng: np.random.Generator, shape: Solid) -> Solid:
    """The solid with its values dealt anew in a third of the cases, as makers differ; opposite ones stay so."""
    if shape.kind in ("d4", "wizard") or rng.random() < 0.67:
        return shape
    count = len(shape.labels)
    order = np.arange(count)
    half = [(i, count - 1 - i) for i in range(count // 2)]
    for i, pair in zip(rng.permutation(count // 2), half, strict=True):
        low, high = pair if rng.random() < 0.5 else pair[::-1]
        order[[i, count - 1 - i]] = [low, high]
    labels = tuple(shape.labels[i] for i in order)
    parts = (shape.vertices, shape.faces, labels, shape.normals, shape.centres, shape.tops, shape.inradii)
    return Solid(shape.kind, *parts)


def _style(rng: np.random.Generator, kind: str) -> _Style:
    fonts = glyphs.fonts()
    pips = kind == "d6" and rng.random() < 0.55
    marking = "symbols" if kind == "wizard" else "pips" if pips else "numerals"
    logo = ""
    if kind not in ("d4", "wizard", "d%") and not pips and rng.random() < 0.06:
        logo = "1" if rng.random() < 0.5 else kind[1:]
    unmarked = kind in ("d10", "d%", "d12", "d20") and rng.random() < 0.04
    mark = "" if unmarked else "_" if rng.random() < 0.65 else "."
    return _Style(
        fonts[int(rng.integers(len(fonts)))],
        marking,
        float(rng.uniform(0.62, 1.0)),
        mark,
        float(rng.choice([0.0, pi])) if kind in ("d10", "d%", "d8") else float(rng.integers(4)) * pi / 2,
        bool(rng.random() < 0.6),
        logo,
        float(rng.uniform(0.25, 0.42)),
        float(rng.uniform(0.09, 0.17)),
        unmarked,
    )


def _glyph(kind: str, label: Face, style: _Style) -> str:
    words = written(kind, label)
    if style.marking == "numerals" and (words == style.logo or (style.unmarked and words in _TURNED_ALIKE)):
        return ""
    return words


def _print(rng: np.random.Generator, shape: Solid, style: _Style, face: int) -> tuple[Mask, Face]:
    """The ink on one face, over the circle about it, and the value that the face has."""
    label = shape.labels[face]
    if shape.kind == "barrel" and label == 0:
        return np.zeros((glyphs.SIDE, glyphs.SIDE), np.uint8), label
    if style.marking == "pips":
        return glyphs.pips(int(label), round(style.pip_spacing, 2), round(style.pip_radius, 2)), label
    if style.marking == "symbols":
        return _symbol(style, label), label
    if shape.kind == "d4":
        return _d4_print(shape, style, face), label
    words = written(shape.kind, label)
    if words == style.logo:
        return glyphs.ornament(rng), label
    mark = style.mark if words in _TURNED_ALIKE and (shape.kind not in ("d6", "d8") or style.fill > 0.8) else ""
    return _filled(glyphs.text(style.font, words, mark), _room(shape.kind) * style.fill, style.turn), label


def _symbol(style: _Style, label: Face) -> Mask:
    """A Wizard face: the star, the cap, their letters, or an emblem in the face's own colour."""
    size = int(style.fill * 9)
    letters = size % 2 == 0
    if letters and label in ("wizard", "jester"):
        return _filled(glyphs.text(style.font, "W" if label == "wizard" else "N", ""), 0.6 * style.fill, 0.0)
    if label in ("wizard", "jester"):
        return glyphs.symbol(label, size)
    mask = np.zeros((glyphs.SIDE, glyphs.SIDE), np.uint8)
    half = glyphs.SIDE // 2
    cv2.circle(mask, (half, half), round(half * 0.5 * style.fill), 255, -1)
    return mask


def _room(kind: str) -> float:
    """How far a numeral may reach, as part of the circle about the face: its inscribed circle."""
    return {"d6": 0.72, "d8": 0.62, "d10": 0.56, "d%": 0.54, "d12": 0.78, "d20": 0.62, "barrel": 0.5}[kind]


def _filled(mask: Mask, scale: float, turn: float) -> Mask:
    move = turn_about((glyphs.SIDE / 2, glyphs.SIDE / 2), np.degrees(turn), scale / 0.82)
    return warp(mask, move, glyphs.SIDE, glyphs.SIDE)


def _d4_print(shape: Solid, style: _Style, face: int) -> Mask:
    """Three numerals on a face of a d4: each at its corner, upright there; or at the edges, the corner above there."""
    mask = np.zeros((glyphs.SIDE, glyphs.SIDE), np.uint8)
    corners = shape.faces[face]
    half = glyphs.SIDE / 2
    for place, vertex in enumerate(corners):
        # A vertex has the value of the face opposite to it.
        value = next(shape.labels[i] for i, polygon in enumerate(shape.faces) if vertex not in polygon)
        turn = -2 * pi * place / 3
        ink = glyphs.text(style.font, str(value), "")
        scale = 0.42 * style.fill
        reach = 0.46 if style.d4_corners else -0.27
        move = turn_about((half, half), -np.degrees(turn), scale / 0.82)
        move[:, 2] += half * reach * np.array([sin(turn), -cos(turn)])
        mask = np.maximum(mask, warp(ink, move, glyphs.SIDE, glyphs.SIDE))
    return mask


class _Scene:
    """A die before the camera: where its points are in the picture, which faces are seen, how light falls on them."""

    def __init__(self, rng: np.random.Generator, shape: Solid, rotation: Array, view: Array) -> None:
        self.shape = shape
        self.to_camera = view @ rotation
        size = float(np.linalg.norm(shape.vertices, axis=1).max())
        self._distance = size * float(rng.uniform(5, 30))
        flat = self._flat(shape.vertices)
        extent = float((flat.max(axis=0) - flat.min(axis=0)).max())
        self._scale = float(rng.uniform(0.66, 0.72)) * CANVAS / extent
        self._move = CANVAS / 2 - self._scale * (flat.max(axis=0) + flat.min(axis=0)) / 2
        self.points = self.project(shape.vertices)
        normals = shape.normals @ self.to_camera.T
        centres = shape.centres @ self.to_camera.T
        sight = np.array([0, 0, self._distance]) - centres
        facing = (normals * sight).sum(axis=1) / np.linalg.norm(sight, axis=1)
        self.visible = [int(i) for i in np.argsort(facing) if facing[i] > 0.05]
        lamp = np.array([rng.normal(0, 0.5), rng.normal(0, 0.5), 1.0])
        lamp /= np.linalg.norm(lamp)
        ambient = float(rng.uniform(0.35, 0.75))
        self.lamp = lamp
        spread = rng.uniform(0.3, 1.0)
        self.light = ambient + spread * np.clip(normals @ view @ lamp, 0, None) * (1 - ambient) * 1.3
        self.light = self.light * rng.uniform(0.92, 1.06, len(self.light))
        half = (view @ lamp + (0, 0, 1)) / np.linalg.norm(view @ lamp + (0, 0, 1))
        self.gloss = np.clip(normals @ half, 0, 1) ** 40

    def _flat(self, points: Array) -> Array:
        camera = points @ self.to_camera.T
        return np.asarray(camera[:, :2] * (1, -1) * (self._distance / (self._distance - camera[:, 2:])), np.float64)

    def project(self, points: Array) -> Array:
        """Where points of the die, shape (n, 3), are in the picture, shape (n, 2), px."""
        return np.asarray(self._scale * self._flat(points) + self._move, np.float64)

    def reading_place(self, label: Face) -> tuple[float, float, float]:
        """The middle of what is read and its radius, px: the upper face; of a d4 its tip with the numerals about it."""
        shape = self.shape
        face = shape.labels.index(label)
        if shape.kind == "d4":
            tip = next(i for i in range(4) if i not in shape.faces[face])
            x, y = self.points[tip]
            low, high = self.points.min(axis=0), self.points.max(axis=0)
            return float(x), float(y), float(0.25 * (high - low).max())
        x, y = self.project(shape.centres[face][np.newaxis])[0]
        squeeze = abs(float((shape.normals[face] @ self.to_camera.T)[2]))
        return float(x), float(y), float(shape.inradii[face] * self._scale * np.sqrt(max(squeeze, 0.2)))

    def place(self, face: int) -> Array:
        """The homography, shape (3, 3), from the mask of a face to the picture."""
        shape = self.shape
        radius = float(np.linalg.norm(shape.vertices[list(shape.faces[face])] - shape.centres[face], axis=1).max())
        up = shape.tops[face]
        right = np.cross(up, shape.normals[face])
        square = shape.centres[face] + radius * np.array([up - right, up + right, right - up, -up - right])
        side = float(glyphs.SIDE)
        corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(corners, self.project(square).astype(np.float32)), np.float64)


def _paint(
    rng: np.random.Generator, scene: _Scene, prints: dict[int, tuple[Mask, Face]], style: _Style
) -> tuple[Image, Mask]:
    """The picture of a die and its cover."""
    size = (CANVAS, CANVAS)
    light, gloss = np.zeros(size, np.float32), np.zeros(size, np.float32)
    ink, edges = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    tint: Image | None = None
    body, second, colour = materials.colours(rng)
    rounding = float(rng.uniform(0.6, 2.6)) * (
        float(rng.uniform(1, 3.5)) if scene.shape.kind in ("d6", "wizard") else 1.0
    )
    if style.marking == "symbols":
        body, second, colour = (materials.pale(rng), materials.pale(rng), np.array(rng.integers(0, 90, 3), np.float64))
        tint = np.zeros((*size, 3), np.uint8)
    plain_face = style.fill < 0.75  # a Wizard die with wholly coloured faces
    for face in scene.visible:
        polygon = np.round(16 * scene.points[list(scene.shape.faces[face])]).astype(np.int32)
        cv2.fillConvexPoly(light, polygon, float(scene.light[face]), cv2.LINE_8, 4)
        cv2.fillConvexPoly(gloss, polygon, float(scene.gloss[face]), cv2.LINE_8, 4)
        cv2.polylines(edges, [polygon], True, 255, 1, cv2.LINE_AA, 4)
        mask, label = prints[face]
        warped = _warped(mask, scene.place(face))
        if tint is not None and label in _SYMBOL_COLOURS:
            shape = np.zeros(size, np.uint8)
            cv2.fillConvexPoly(shape, polygon, 255, cv2.LINE_8, 4)
            area = shape if plain_face else np.minimum(warped, shape)
            tint[area > 127] = np.clip(np.array(_SYMBOL_COLOURS[str(label)]) + rng.normal(0, 18, 3), 1, 255)
        else:
            ink = np.maximum(ink, warped)
    alpha = _cover(scene.points, rounding)
    light = _spread(light, rounding)
    colours = materials.material(rng, body, second)
    if tint is not None:
        painted = (tint.max(axis=2, keepdims=True) > 0).astype(np.float32)
        colours = colours * (1 - painted) + tint * painted
    picture = materials.inked(rng, colours, ink, colour)
    picture = picture * light[..., np.newaxis]
    shine = cv2.GaussianBlur(gloss, (0, 0), 2.5) * float(rng.choice([0, 40, 110, 190]))
    rim = cv2.GaussianBlur(edges, (0, 0), 0.5 + rounding / 3).astype(np.float32) * float(rng.uniform(-0.1, 0.35))
    picture = picture + (shine + rim)[..., np.newaxis]
    return np.clip(picture, 0, 255).astype(np.uint8), alpha


def _warped(mask: Mask, place: Array) -> Mask:
    return np.asarray(cv2.warpPerspective(mask, place, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR), np.uint8)


def _cover(points: Array, rounding: float) -> Mask:
    """The silhouette with its corners rounded."""
    hull = cv2.convexHull(np.round(points).astype(np.int32))
    mask = np.zeros((CANVAS, CANVAS), np.uint8)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2 * rounding)
    return np.minimum(np.clip((soft.astype(np.float32) - 108) * 6, 0, 255).astype(np.uint8), mask)


def _spread(light: Shade, rounding: float) -> Shade:
    """Light over rounded edges, taken beyond the silhouette so that the rim does not darken."""
    inside = (light > 0).astype(np.float32)
    sigma = 0.35 * rounding + 0.3
    soft = cv2.GaussianBlur(light, (0, 0), sigma) / np.maximum(cv2.GaussianBlur(inside, (0, 0), sigma), 0.02)
    return np.asarray(soft, np.float32)
