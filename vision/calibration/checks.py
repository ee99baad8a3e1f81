"""Whether the picture is good enough to read dice, and what to change where it is not.

All of it is measured on the flat sheet, whose white and black are known. Left and right, near and far are those of
seat 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.board import SQUARE_MM, Array, Paper, Sighting
from vision.calibration.calibration import Calibration
from vision.calibration.zones import outline, rectangle
from vision.camera.base import Image
from vision.errors import N_

Grey = NDArray[np.uint8]

MOST_EDGE_MM: Final = 0.9
"""From 10 % to 90 % of a black edge: more, and the strokes of small numerals run into each other."""
_SHARP_PX: Final = 2.6
"""A sharp lens cannot do better than about this; whether that is enough, the size of a die in the picture tells."""
LEAST_DIE_PX: Final = 40.0
"""Side of a d6 in the picture."""
_DARK, _BRIGHT = 105.0, 247.0
"""White paper is exposed well between these levels."""
_UNEVEN: Final = 1.35
"""The brightest side against the darkest, of the pictures' values."""
_GLARE: Final = 45.0
"""So much brighter than the usual black a black square is under a reflection."""
_FLICKER: Final = 0.015
"""The brightness of a row may swing by so much of it from picture to picture (standard deviation)."""
_FEWEST_FRAMES: Final = 5
"""Fewer pictures may all be taken at the same moment of the mains."""
_FEWEST_WHITE: Final = 8
"""So many white squares it takes, for a slope to be told apart from a shadow."""
_LEAN_DEGREES: Final = 6.0
"""From the vertical; more costs height, and one side gets out of focus."""
_OFF_MM: Final = 20.0
"""The camera may hang so far beside the middle of the tray; farther, and it has to hang higher."""
_D6_MM: Final = 16.0
"""Side of a usual d6."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        name: what was looked at: ``height``, ``focus``, ``glare`` …
        well: whether it may stay as it is.
        text: a sentence with placeholders: how it is, and where it is not well, what to do.
        values: what goes into it. Texts among them are to be translated as well.
    """

    name: str
    well: bool
    text: str
    values: Mapping[str, float | str]


_SIDES: Final = {
    "left": N_("on the left"),
    "right": N_("on the right"),
    "near": N_("near seat 1"),
    "far": N_("far from seat 1"),
}
_BESIDE: Final = {
    "left": N_("to the left"),
    "right": N_("to the right"),
    "near": N_("nearer to seat 1"),
    "far": N_("farther from seat 1"),
}


def examine_place(calibration: Calibration, kinds: Iterable[str]) -> list[Finding]:
    """Whether the camera hangs where it should.

    Args:
        calibration: the camera.
        kinds: the dice in use.
    """
    # Beside the middle it would have to hang higher than it has to once it is moved there.
    return [
        *(_centre(calibration) or [_height(calibration, kinds)]),
        _view(calibration),
        _lean(calibration),
        _size(calibration),
    ]


def hangs_aside(calibration: Calibration) -> bool:
    """Whether the camera hangs so far beside the tray's middle that it is to be moved before its height is judged."""
    return bool(np.abs(calibration.pose.place[:2]).max() > _OFF_MM)


_LOOSE: Final = {
    "exposure": N_("The camera does not let its exposure be locked: what lies in the tray may make pictures darker"),
    "white balance": N_(
        "The camera does not let its white balance be locked: it may change colours with what lies in the tray"
    ),
    "focus": N_("The camera does not let its focus be locked: it may lose it while hands move"),
}


def examine_lock(loose: Sequence[str]) -> list[Finding]:
    """Whether the camera keeps to what it was set to.

    Args:
        loose: what it goes on to change by itself, as ``Lockable.loose``.
    """
    if not loose:
        return [Finding("lock", True, N_("Exposure, white balance and focus are locked"), {})]
    return [Finding("lock", False, _LOOSE[one], {}) for one in loose]


def examine_picture(pictures: Sequence[Image], sighting: Sighting, calibration: Calibration) -> list[Finding]:
    """Whether the picture is sharp and the light is good. How high the camera hangs does not matter for it.

    Args:
        pictures: BGR, one after the other, the sheet lying flat; flicker needs five of them.
        sighting: the sheet in the first of them.
        calibration: the camera, for pictures of this size.
    """
    grey = np.asarray(cv2.cvtColor(pictures[0], cv2.COLOR_BGR2GRAY), np.uint8)
    patches = _Patches.of(grey, sighting, calibration)
    return [
        _focus(grey, sighting, calibration),
        _exposure(patches),
        _evenness(patches),
        _glare(patches),
        _flicker(pictures),
    ]


# --- the camera -------------------------------------------------------------------------------------------------------


def _height(calibration: Calibration, kinds: Iterable[str]) -> Finding:
    least, now = calibration.least_height(kinds), calibration.height
    values = {"now": now, "least": least, "more": 5 * np.ceil((least - now) / 5)}
    if now < least:
        return Finding(
            "height",
            False,
            N_("Camera {more:.0f} mm higher: it hangs at {now:.0f} mm, these dice in this tray need {least:.0f} mm"),
            values,
        )
    return Finding("height", True, N_("Height {now:.0f} mm; these dice in this tray need {least:.0f} mm"), values)


def _centre(calibration: Calibration) -> list[Finding]:
    """A word only where the camera hangs far from above the middle."""
    if not hangs_aside(calibration):
        return []
    foot = calibration.pose.place[:2]
    axis = int(np.argmax(np.abs(foot)))
    off = float(np.abs(foot[axis]))
    side = (("left", "right"), ("near", "far"))[axis][int(foot[axis] > 0)]
    text = N_("The camera hangs {mm:.0f} mm {side}, not above the middle of the tray: move it there")
    return [Finding("centre", False, text, {"mm": off, "side": _BESIDE[side]})]


def _view(calibration: Calibration) -> Finding:
    """Whether the whole floor is in view."""
    border = outline(rectangle(calibration.tray))
    seen = calibration.to_picture(border)
    width, height = calibration.size
    margin = 0.01 * width
    out = (seen < margin).any(axis=1) | (seen[:, 0] > width - margin) | (seen[:, 1] > height - margin)
    if not out.any():
        return Finding("view", True, N_("The whole tray is in the picture"), {})
    sides = _sides(border[out, :2].mean(axis=0), calibration.tray)
    if sides is None:
        return Finding("view", False, N_("The tray is larger than the picture: camera higher, or a wider lens"), {})
    text = N_("The tray is cut off {side}: move the camera that way, or the tray the other way")
    return Finding("view", False, text, {"side": sides})


def _lean(calibration: Calibration) -> Finding:
    degrees = calibration.pose.lean_degrees
    values: dict[str, float | str] = {"degrees": degrees}
    if degrees <= _LEAN_DEGREES:
        return Finding("lean", True, N_("The camera looks down straight, to {degrees:.1f}°"), values)
    axis = calibration.pose.axis
    side = _sides(axis[:2], (1.0, 1.0))
    text = N_(
        "The camera leans by {degrees:.0f}° and looks at what lies {side}: turn it so that it looks straight down"
    )
    return Finding("lean", False, text, values | {"side": side or _SIDES["far"]})


def _size(calibration: Calibration) -> Finding:
    side = _D6_MM / calibration.mm_per_px
    values = {"px": side, "scale": calibration.mm_per_px}
    if side >= LEAST_DIE_PX:
        return Finding("size", True, N_("A d6 is {px:.0f} px wide ({scale:.2f} mm a pixel)"), values)
    text = N_("A d6 is only {px:.0f} px wide: pictures with more pixels, or a narrower lens")
    return Finding("size", False, text, values)


# --- sharpness --------------------------------------------------------------------------------------------------------


def _focus(grey: Grey, sighting: Sighting, calibration: Calibration) -> Finding:
    widths = list(_edge_widths(grey, sighting, calibration))
    if not widths:
        return Finding(
            "focus", False, N_("The edges of the sheet cannot be measured: the picture is far out of focus"), {}
        )
    width = float(np.median([width for _, width in widths]))
    most = max(MOST_EDGE_MM, _SHARP_PX * calibration.mm_per_px)
    values: dict[str, float | str] = {"mm": width, "most": most}
    if width <= most:
        # A lens that leans or is not flat is sharp on one side only.
        halves = _worst_side(widths, calibration.tray, 1.3 * most)
        if halves is None:
            return Finding("focus", True, N_("In focus: edges are {mm:.2f} mm wide"), values)
        side, worst = halves
        text = N_("Out of focus {side}: edges are {worst:.1f} mm wide there, {mm:.1f} mm elsewhere; level the camera")
        return Finding("focus", False, text, values | {"side": side, "worst": worst})
    text = N_("Out of focus: edges are {mm:.1f} mm wide, {most:.1f} mm at most; turn the lens until the sheet is sharp")
    return Finding("focus", False, text, values)


def _edge_widths(grey: Grey, sighting: Sighting, calibration: Calibration) -> Iterator[tuple[Array, float]]:
    """The middle of each upright or level edge between two corners that were found, and how wide it is, mm."""
    across = np.arange(-2.4, 2.41, 0.08)
    along = np.linspace(-5, 5, 9)
    known = {(round(x, 1), round(y, 1)) for x, y, _ in sighting.places.tolist()}
    for x, y in sorted(known):
        for way in (np.array([1.0, 0.0]), np.array([0.0, 1.0])):
            end = np.array([x, y]) + way * SQUARE_MM
            if (round(float(end[0]), 1), round(float(end[1]), 1)) not in known:
                continue
            middle, normal = np.array([x, y]) + way * SQUARE_MM / 2, np.array([way[1], way[0]])
            grid = middle + along[:, None, None] * way + across[None, :, None] * normal
            profile = _sampled(grey, grid.reshape(-1, 2), calibration).reshape(len(along), len(across)).mean(axis=0)
            width = _rise(profile, across)
            if width is not None:
                yield middle, width


def _rise(profile: Array, across: Array) -> float | None:
    """From 10 % to 90 % of the way between dark and bright, mm; ``None`` without an edge."""
    if profile[0] > profile[-1]:
        profile = profile[::-1]
    low, high = float(profile[:8].mean()), float(profile[-8:].mean())
    if high - low < 30:
        return None
    share = np.maximum.accumulate((profile - low) / (high - low))
    start, end = (float(np.interp(level, share, across)) for level in (0.1, 0.9))
    return end - start


def _worst_side(
    widths: Sequence[tuple[Array, float]], tray: tuple[float, float], most: float
) -> tuple[str, float] | None:
    """The side on which the edges are too wide, and how wide."""
    for name, axis, sign in (("left", 0, -1), ("right", 0, 1), ("near", 1, -1), ("far", 1, 1)):
        there = [width for middle, width in widths if sign * middle[axis] > tray[axis] / 6]
        if len(there) >= 4 and np.median(there) > most:
            return _SIDES[name], float(np.median(there))
    return None


# --- light ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Patches:
    """How bright the sheet is, place by place: shapes (n, 2) and (n,), for white and for black."""

    white_at: Array
    white: Array
    black_at: Array
    black: Array
    tray: tuple[float, float]

    @classmethod
    def of(cls, grey: Grey, sighting: Sighting, calibration: Calibration) -> "_Patches":
        places = sighting.places[:, :2]
        low, high = places.min(axis=0), places.max(axis=0)
        inside = [
            (middle, black)
            for middle, black in _squares(sighting.paper)
            if (middle > low).all() and (middle < high).all()
        ]
        grid = np.stack(np.meshgrid(np.linspace(-3, 3, 7), np.linspace(-3, 3, 7)), axis=-1).reshape(-1, 2)
        # Half way through the white between a marker and the edge of its square.
        ring = np.array([(x, y) for x in (-8.5, 0, 8.5) for y in (-8.5, 0, 8.5) if (x, y) != (0, 0)])
        whites = [middle for middle, black in inside if not black]
        blacks = [middle for middle, black in inside if black]
        # The brightest of a few places: next to an edge a blurred white is grey.
        white = np.array([np.percentile(_sampled(grey, middle + ring, calibration), 80) for middle in whites])
        black = np.array([np.median(_sampled(grey, middle + grid, calibration)) for middle in blacks])
        return cls(np.array(whites), white, np.array(blacks), black, calibration.tray)


def _squares(paper: Paper) -> Iterator[tuple[Array, bool]]:
    """The middle of each square, mm, and whether it is black."""
    for row in range(paper.rows):
        for column in range(paper.columns):
            x = (column + 0.5) * SQUARE_MM - paper.size[0] / 2
            y = paper.size[1] / 2 - (row + 0.5) * SQUARE_MM
            yield np.array([x, y]), (row + column) % 2 == 0


def _exposure(patches: _Patches) -> Finding:
    level = float(np.median(patches.white))
    values = {"percent": 100 * level / 255}
    if level > _BRIGHT:
        return Finding(
            "exposure",
            False,
            N_("Too bright: white paper has no more tones; less light, or a shorter exposure"),
            values,
        )
    if level < _DARK:
        text = N_("Too dark: white paper reaches {percent:.0f} %; more light, or a longer exposure")
        return Finding("exposure", False, text, values)
    return Finding("exposure", True, N_("Well exposed: white paper reaches {percent:.0f} %"), values)


def _evenness(patches: _Patches) -> Finding:
    """A plane through the brightness of the white: its slope is a lamp at one side."""
    design = np.column_stack([patches.white_at, np.ones(len(patches.white))])
    # Reflections and shadows of one place are no slope.
    dazzled = patches.black_at[_dazzled(patches)]
    apart_mm = np.linalg.norm(patches.white_at[:, np.newaxis] - dazzled, axis=2)
    kept = apart_mm.min(axis=1, initial=np.inf) > 1.5 * SQUARE_MM
    if kept.sum() < _FEWEST_WHITE:
        kept[:] = True
    for _ in range(3):
        slope, *_ = np.linalg.lstsq(design[kept], np.log(np.maximum(patches.white[kept], 1)), rcond=None)
        apart = np.abs(np.log(np.maximum(patches.white, 1)) - design @ slope)
        kept = apart <= max(0.08, 2 * float(np.median(apart)))
    reach = np.array(patches.tray)
    most = float(np.exp(np.abs(slope[:2] * reach).max()))
    values: dict[str, float | str] = {"percent": 100 * (most - 1)}
    if most <= _UNEVEN:
        return Finding("evenness", True, N_("The light is even, to {percent:.0f} % from side to side"), values)
    axis = int(np.argmax(np.abs(slope[:2] * reach)))
    bright, dark = (("left", "right"), ("near", "far"))[axis][:: 1 if slope[axis] < 0 else -1]
    text = N_(
        "Uneven light: {bright} it is {percent:.0f} % brighter than {dark}; move the lamp to the middle, or add one "
        "{dark}"
    )
    return Finding("evenness", False, text, values | {"bright": _SIDES[bright], "dark": _SIDES[dark]})


def _dazzled(patches: _Patches) -> NDArray[np.bool_]:
    """The black squares that are much brighter than the others."""
    return np.asarray(patches.black > float(np.percentile(patches.black, 25)) + _GLARE)


def _glare(patches: _Patches) -> Finding:
    high = _dazzled(patches)
    if not high.any():
        return Finding("glare", True, N_("No light dazzles the camera"), {})
    values: dict[str, float | str] = {"percent": 100 * float(high.mean())}
    side = _sides(patches.black_at[high].mean(axis=0), patches.tray)
    if side is None:
        text = N_("Light from above dazzles: it is mirrored in the middle of the tray; move the lamp aside, or dim it")
        return Finding("glare", False, text, values)
    text = N_(
        "Light dazzles {side}: {percent:.0f} % of the sheet mirror it; move that lamp away or lower it, or dim it"
    )
    return Finding("glare", False, text, values | {"side": side})


def _flicker(pictures: Sequence[Image]) -> Finding:
    """Rows whose brightness swings from picture to picture: lamps at the mains, seen by a rolling shutter."""
    if len(pictures) < _FEWEST_FRAMES:
        return Finding("flicker", True, N_("Flicker was not looked for: it takes a live camera"), {})
    rows = np.array(
        [cv2.resize(picture, (1, 60), interpolation=cv2.INTER_AREA).mean(axis=2).ravel() for picture in pictures]
    )
    swing = float(np.percentile((rows / rows.mean(axis=0)).std(axis=0), 80))
    values = {"percent": 100 * swing}
    if swing <= _FLICKER:
        return Finding("flicker", True, N_("The light does not flicker (to {percent:.1f} %)"), values)
    text = N_(
        "The light flickers by {percent:.0f} %: take a lamp that does not, or expose for 10 or 20 ms (at 60 Hz: "
        "8.3 or 16.7 ms)"
    )
    return Finding("flicker", False, text, values)


# --- small things -----------------------------------------------------------------------------------------------------


def _sampled(grey: Grey, places: Array, calibration: Calibration) -> Array:
    """The picture at places of the sheet, shape (n, 2), mm: shape (n,), 0 … 255; what is out of the picture is 0."""
    pixels = calibration.to_picture(np.column_stack([places, np.zeros(len(places))])).astype(np.float32)
    seen = cv2.remap(grey, pixels[:, :1], pixels[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, np.float64).ravel()


def _sides(place: Array, tray: tuple[float, float]) -> str | None:
    """Where a place lies in the tray: the side that it is nearest to; ``None`` in the middle."""
    share = place / (np.array(tray) / 2)
    axis = int(np.argmax(np.abs(share)))
    if abs(share[axis]) < 0.2:
        return None
    return _SIDES[(("left", "right"), ("near", "far"))[axis][int(share[axis] > 0)]]
