"""A picture as a photograph of the display would show it: round amber lights on black modules. For documents."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from controller.display.picture import HEIGHT, WIDTH, Picture

Floats = npt.NDArray[np.float32]

# All colours are linear light, red, green, blue, 0 … 1 for what the camera can still tell from white.
_AMBER: Final = (1.0, 0.42, 0.02)
_CORE: Final = (1.0, 0.68, 0.18)
_GLASS: Final = (0.016, 0.012, 0.010)
_CASE: Final = (0.003, 0.003, 0.0034)
_ROOM: Final = (0.0012, 0.0012, 0.0014)

_MODULE: Final = 8
# Of the distance between two lights.
_RADIUS: Final = 0.36
_CORE_RADIUS: Final = 0.24
_MARGIN: Final = 2.0
_RIM: Final = 0.9
# Drawn this much finer, then reduced: smooth edges.
_FINER: Final = 4


def render(picture: Picture, pitch: int = 20) -> npt.NDArray[np.uint8]:
    """The picture as an image, rows × columns × (blue, green, red).

    Args:
        picture: what is shown.
        pitch: pixels from one light to the next, at least 4. The image has (64 + 5.8) · pitch columns.

    Raises:
        ValueError: a pitch that is too small.
    """
    if pitch < 4:
        raise ValueError(f"a pitch of {pitch} pixels is too small; at least 4")
    lit = np.array(list(picture.rows()), dtype=bool)
    every = np.ones_like(lit)
    light = _case(pitch)
    light = _blend(light, _dots(every, pitch, _RADIUS), _GLASS)
    glow = _dots(lit, pitch, _RADIUS)
    light = _blend(light, glow, _AMBER)
    light = _blend(light, _soft(_dots(lit, pitch, _CORE_RADIUS), 0.07 * pitch), _CORE)
    # The bloom of lens and eye: near and strong, far and faint.
    for reach, strength in ((0.45, 0.30), (1.6, 0.10), (5.0, 0.05)):
        light += strength * _soft(glow, reach * pitch)[..., None] * _colour(_AMBER)
    return _develop(light)


def _case(pitch: int) -> Floats:
    """Sixteen black modules with hairlines between them, in a dark frame."""
    border = round((_MARGIN + _RIM) * pitch)
    rim = round(_MARGIN * pitch)
    rows, columns = HEIGHT * pitch + 2 * border, WIDTH * pitch + 2 * border
    light = np.empty((rows, columns, 3), np.float32)
    light[:] = _ROOM
    inside = np.zeros((rows * 2, columns * 2), np.uint8)
    _round_box(inside, 2 * rim, round(1.2 * pitch))
    frame = cv2.resize(inside, (columns, rows), interpolation=cv2.INTER_AREA)
    light = _blend(light, frame.astype(np.float32) / np.float32(255), _CASE)
    for line in range(_MODULE, WIDTH, _MODULE):
        x = border + line * pitch
        light[border:-border, x - 1 : x + 1] *= 0.25
    for line in range(_MODULE, HEIGHT, _MODULE):
        y = border + line * pitch
        light[y - 1 : y + 1, border:-border] *= 0.25
    return light


def _round_box(mask: npt.NDArray[np.uint8], inset: int, radius: int) -> None:
    """Fill a box with rounded corners, ``inset`` pixels from the edges."""
    bottom, right = mask.shape[0] - inset, mask.shape[1] - inset
    cv2.rectangle(mask, (inset + radius, inset), (right - radius, bottom), 255, cv2.FILLED)
    cv2.rectangle(mask, (inset, inset + radius), (right, bottom - radius), 255, cv2.FILLED)
    for x in (inset + radius, right - radius):
        for y in (inset + radius, bottom - radius):
            cv2.circle(mask, (x, y), radius, 255, cv2.FILLED, cv2.LINE_AA)


def _dots(lights: npt.NDArray[np.bool_], pitch: int, radius: float) -> Floats:
    """Round dots where ``lights`` is true, 0 … 1, in the size of the whole image."""
    fine = pitch * _FINER
    dot = np.zeros((fine, fine), np.uint8)
    cv2.circle(dot, (fine // 2, fine // 2), round(radius * fine), 255, cv2.FILLED, cv2.LINE_AA)
    one = cv2.resize(dot, (pitch, pitch), interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255)
    border = round((_MARGIN + _RIM) * pitch)
    return np.pad(np.kron(lights.astype(np.float32), one), border).astype(np.float32)


def _soft(mask: Floats, sigma: float) -> Floats:
    soft: Floats = cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32)
    return soft


def _colour(parts: tuple[float, float, float]) -> Floats:
    return np.array(parts, dtype=np.float32)


def _blend(light: Floats, mask: Floats, colour: tuple[float, float, float]) -> Floats:
    share = mask[..., None]
    return light * (1 - share) + _colour(colour) * share


def _develop(light: Floats) -> npt.NDArray[np.uint8]:
    """Linear light to the values of an image file (sRGB, IEC 61966-2-1, by its plain exponent)."""
    values = np.clip(light, 0, 1) ** (1 / 2.2) * 255
    return np.ascontiguousarray(values[..., ::-1].round().astype(np.uint8))
