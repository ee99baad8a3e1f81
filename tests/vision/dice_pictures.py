"""Pictures of pip dice (and of other things) drawn by the tests, so that what they show is known exactly."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Image

Colour = tuple[int, int, int]

IVORY: Colour = (215, 230, 235)
BLACK: Colour = (25, 22, 20)
RED: Colour = (40, 30, 170)
GREEN_CLOTH: Colour = (60, 95, 40)
WOOD: Colour = (110, 150, 185)

LAYOUTS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Die:
    """A die seen from above: value, centre and edge in px, turn in degrees, colours of body and pips."""

    value: int
    centre: tuple[float, float] = (320, 240)
    edge: float = 90
    turn: float = 0
    body: Colour = IVORY
    pips: Colour = BLACK
    tilt: float = 0.0
    """Degrees by which the die is seen from below in the picture; its front shows then."""


def draw(
    dice: list[Die],
    ground: Colour = GREEN_CLOTH,
    size: tuple[int, int] = (640, 480),
    blur: float = 0.8,
    noise: float = 2.0,
) -> Image:
    """A picture of dice on a plain ground, a little blurred and noisy as photographs are."""
    rng = np.random.default_rng(1)
    zoom = 4
    image = np.empty((size[1] * zoom, size[0] * zoom, 3), np.uint8)
    image[:] = ground
    for die in dice:
        _draw_die(image, die, zoom)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    if blur > 0:
        small = cv2.GaussianBlur(small, (0, 0), blur)
    noisy = small.astype(np.float64) + rng.normal(0, noise, small.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _draw_die(image: Image, die: Die, zoom: int) -> None:
    """Front first (darker, with the pips of 7 - value's neighbour left plain), then the upper face."""
    cosine, sine = np.cos(np.radians(die.tilt)), np.sin(np.radians(die.tilt))
    angle = np.radians(die.turn)
    half = die.edge / 2
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = np.array([[1, 0], [0, cosine]]) @ spin

    def place(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.asarray((points + np.array(die.centre)) * zoom, np.int32)

    square = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ flat.T
    if die.tilt:
        shade = tuple(int(0.72 * c) for c in die.body)
        below = square + np.array([0, die.edge * sine])
        cv2.fillConvexPoly(image, cv2.convexHull(place(np.vstack([square, below]))), shade, cv2.LINE_AA)
    cv2.fillConvexPoly(image, place(square), die.body, cv2.LINE_AA)
    radius = 0.095 * die.edge
    for x, y in LAYOUTS[die.value]:
        centre = 0.26 * die.edge * np.array([x, y]) @ flat.T
        ring = radius * np.array([(np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 40)])
        cv2.fillPoly(image, [place(centre + ring @ np.diag([1, cosine]))], die.pips, cv2.LINE_AA)


def numeral(text: str, body: Colour = IVORY, ink: Colour = BLACK, corners: int = 6) -> Image:
    """A die with a numeral on it: a polygon with text."""
    image = np.empty((480, 640, 3), np.uint8)
    image[:] = GREEN_CLOTH
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False) + 0.3
    outline = np.column_stack([320 + 70 * np.cos(turns), 240 + 70 * np.sin(turns)]).astype(np.int32)
    cv2.fillConvexPoly(image, outline, body, cv2.LINE_AA)
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.6, 5)
    cv2.putText(image, text, (320 - w // 2, 240 + h // 2), cv2.FONT_HERSHEY_SIMPLEX, 1.6, ink, 5, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
