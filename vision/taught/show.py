"""Pictures of a lesson's groups, and of a set's faces, for a person to look at."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.taught.groups import Group
from vision.taught.lesson import TILE, Lesson
from vision.taught.sets import TaughtSet
from vision.taught.views import FINE, Array

COLUMNS: Final = 14
_HEAD: Final = 90
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX


def groups_sheet(lesson: Lesson, groups: Sequence[Group]) -> Image:
    """A row a group, or several where it is large: its number, then its dice with their numbers, from 1."""
    rows: list[Image] = []
    for place, one in enumerate(groups, start=1):
        tiles = [_numbered(lesson.dice[i].tile, i + 1) for i in one.members]
        rows += _rows(_head(str(place), f"{len(tiles)} dice"), tiles)
    return np.vstack(rows) if rows else np.zeros((TILE, _HEAD, 3), np.uint8)


def faces_sheet(taught: TaughtSet) -> Image:
    """A row a face: its value, what its pictures have in common, and the pictures themselves, one row at most."""
    rows: list[Image] = []
    for face, common in zip(taught.faces, taught.templates, strict=True):
        tiles = [_gray(common.mean), *(_gray(one) for one in face.patches[: COLUMNS - 1])]
        rows += _rows(_head(str(face.value), f"{len(face.patches)} dice"), tiles)
    return np.vstack(rows)


def _gray(patch: Array) -> Image:
    """The px of a face's square as a tile; 0 is middle gray."""
    square = patch.reshape(FINE.face, FINE.face) / (float(patch.std()) + 1e-6)
    gray = np.clip(128 + 60 * square, 0, 255).astype(np.uint8)
    tile = cv2.resize(gray, (TILE, TILE), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.cvtColor(tile, cv2.COLOR_GRAY2BGR), np.uint8)


def _head(title: str, below: str) -> Image:
    head = np.full((TILE, _HEAD, 3), 40, np.uint8)
    cv2.putText(head, title, (6, 34), _FONT, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
    cv2.putText(head, below, (6, 60), _FONT, 0.4, (200, 200, 200), 1, cv2.LINE_AA)
    return head


def _numbered(tile: Image, number: int) -> Image:
    tile = tile.copy()
    for colour, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(tile, str(number), (3, TILE - 5), _FONT, 0.4, colour, width, cv2.LINE_AA)
    return tile


def _rows(head: Image, tiles: list[Image]) -> list[Image]:
    tiles = tiles + [np.zeros((TILE, TILE, 3), np.uint8)] * (-len(tiles) % COLUMNS)
    blank = np.full_like(head, 40)
    return [np.hstack([head if i == 0 else blank, *tiles[i : i + COLUMNS]]) for i in range(0, len(tiles), COLUMNS)]
