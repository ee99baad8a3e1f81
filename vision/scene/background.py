"""The empty table, and what of a picture does not belong to it."""

from typing import Final

import cv2
import numpy as np

from vision.scene.look import COARSE, Look, Mask, Plane, levels, logarithms
from vision.scene.reflections import LEAST_PIXELS, reflections

_FINE: Final = 4
"""Every so many pixels tell the light's colour and the shading."""
_WIDE: Final = 9
"""How wide the neighbourhood is whose usual change is shading, in pixels of those."""
_DIMMED: Final = (-0.9, 0.5)
"""How far, as logarithms, shadow and light may change the table."""
_BRIGHTNESS: Final = 0.17
_COLOUR: Final = 0.13
"""Logarithms: by so much brightness or colour differ at least where something lies."""
_SHADOW_COLOUR: Final = 0.09
"""What is darker and has changed its colour by less is a shadow."""
_LEARN: Final = 0.02
"""The share of a new picture in the learned table: a lasting change is learned in some fifty looks."""
_GHOST: Final = 1.3
"""So many times as strong as now an outline was in the learned table, where something has gone."""
_SHIFT_RESPONSE: Final = 0.12
"""The least peak of a phase correlation, 0 … 1, of which a shift is believed."""

_OTHER_LIGHT: Final = 0.5
"""The logarithm by which a light is other than the table can follow."""
_SAME_EDGES: Final = 0.7
"""Least correlation of edges: with light from a tenth to three times as bright 0.90 and more, with a hand 0.46."""


class Background:
    """What the table looks like without anything on it; learned from the places where nothing is.

    Args:
        look: the first look. Dice that lie there then are taken for the table, until somebody takes them away.
    """

    def __init__(self, look: Look) -> None:
        self._logs = look.logs.copy()
        # Before the light changed so much that a part may have been too bright or too dark to be known by it.
        self._before: Plane | None = None
        self._detail = _coarse(look.detail)

    def foreground(self, look: Look) -> tuple[Mask, Mask | None]:
        """What is not the table, and where a reflection blinds; 255 there, else 0, or ``None``: nowhere.

        Shadows and even changes of the light are neither.
        """
        strange = self._strange(look)
        if cv2.countNonZero(strange) < LEAST_PIXELS:
            return strange, None
        lit = reflections(levels(look.logs), levels(self._logs), strange)
        if lit is None:
            return strange, None
        return np.asarray(cv2.morphologyEx(strange & ~lit, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8), lit

    def _strange(self, look: Look) -> Mask:
        change = cv2.subtract(look.logs, self._logs)
        # The light may have changed its colour.
        usual = np.median(change[::_FINE, ::_FINE].reshape(-1, 3), axis=0)
        brightness = np.asarray(cv2.transform(change, np.full((1, 3), 1 / 3, np.float32)), np.float32)
        colour = change - brightness[:, :, np.newaxis] - (usual - usual.mean()).astype(np.float32)
        blue, green, red = cv2.split(np.abs(colour))
        spread = cv2.max(cv2.max(blue, green), red)
        against = brightness - _shading(brightness)
        shadow = (against < 0) & (brightness > _DIMMED[0]) & (spread < _SHADOW_COLOUR)
        found = ((np.abs(against) > _BRIGHTNESS) & ~shadow) | (spread > _COLOUR)
        mask = found.astype(np.uint8) * np.uint8(255)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)

    def learn(self, look: Look, foreground: Mask) -> None:
        """Follow slow changes where only the table is to be seen."""
        free = np.asarray(cv2.bitwise_not(cv2.dilate(foreground, np.ones((5, 5), np.uint8))), np.uint8)
        cv2.accumulateWeighted(look.logs, self._logs, _LEARN, mask=free)
        cv2.accumulateWeighted(_coarse(look.detail), self._detail, _LEARN, mask=free)

    def is_ghost(self, look: Look, part: Mask) -> bool:
        """Whether this part of the foreground is where something *was*: its rim is an edge of the learned table."""
        rim = cv2.morphologyEx(part, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        then = float(cv2.mean(_edges(self._detail), rim)[0])
        now = float(cv2.mean(_edges(_coarse(look.detail)), rim)[0])
        return then > _GHOST * now

    def replace(self, look: Look, part: Mask) -> None:
        """Take a part of the picture for the table from now on."""
        where = cv2.dilate(part, np.ones((5, 5), np.uint8)) > 0
        self._logs[where] = look.logs[where]
        self._detail[where] = _coarse(look.detail)[where]

    def shift(self, look: Look) -> tuple[float, float]:
        """How far the whole picture has moved against the table, coarse pixels; (0, 0) where that cannot be told."""
        now = _coarse(look.detail)
        window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
        (x, y), response = cv2.phaseCorrelate(np.clip(self._detail, -1, 1), np.clip(now, -1, 1), window)
        return (x, y) if response > _SHIFT_RESPONSE else (0.0, 0.0)

    def moved(self, look: Look, x: float, y: float) -> "Background":
        """The table as it looks after the camera was moved by so many coarse pixels; what is new is taken for table."""
        height, width = self._detail.shape
        way = np.array([[1, 0, x], [0, 1, y]])
        ones = np.ones((height, width), np.uint8)
        known = cv2.erode(cv2.warpAffine(ones, way, (width, height)), np.ones((3, 3), np.uint8), borderValue=0) > 0
        other = Background(look)
        for own, new in ((self._logs, other._logs), (self._detail, other._detail)):
            new[known] = np.asarray(cv2.warpAffine(own, way, (width, height)), np.float32)[known]
        return other

    def relit(self, look: Look) -> "Background | None":
        """The table under a light so much other that it looks like another one; ``None`` where it is not so.

        What has an edge has it where it was. A hand over the table hides edges, and brings others.
        """
        before = self._logs if self._before is None else self._before
        table, now = np.maximum(levels(before), 1), np.maximum(levels(look.logs), 1)
        gain = np.median((now / table).reshape(-1, 3), axis=0)
        alike = np.corrcoef(self._detail.ravel(), _coarse(look.detail).ravel())[0, 1]
        other = Background(look)
        other._logs, other._detail, other._before = logarithms(table * gain), self._detail.copy(), before
        return other if alike > _SAME_EDGES and float(np.abs(other._logs - self._logs).mean()) > _OTHER_LIGHT else None


def _coarse(plane: Plane) -> Plane:
    return np.ascontiguousarray(plane[::COARSE, ::COARSE])


def _shading(brightness: Plane) -> Plane:
    """How light and soft shadows changed the table: the usual change of each neighbourhood."""
    low, high = _DIMMED
    size = (max(1, brightness.shape[1] // _FINE), max(1, brightness.shape[0] // _FINE))
    coarse = cv2.resize(brightness, size, interpolation=cv2.INTER_AREA)
    steps = np.clip((coarse - low) * (255 / (high - low)), 0, 255).astype(np.uint8)
    usual = np.asarray(cv2.medianBlur(steps, _WIDE), np.float32) * ((high - low) / 255) + low
    return np.asarray(cv2.resize(usual.astype(np.float32), brightness.shape[1::-1]), np.float32)


def _edges(detail: Plane) -> Plane:
    return np.asarray(cv2.morphologyEx(detail, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.float32)
