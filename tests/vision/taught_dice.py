"""Pictures of one rendered die in many throws, as somebody would take them to teach it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.camera.base import Image
from vision.camera.drawing import Die, View, draw, outline
from vision.geometry import resting, solid
from vision.reading import Face
from vision.taught.lesson import Lesson
from vision.taught.views import Box

INK = (30, 30, 30)
BODY = (214, 232, 240)


def throw(kind: str, shown: Sequence[Face], seed: int) -> tuple[Image, list[Box]]:
    """A row of dice of one make with these faces, turned by any angle: a picture 110 px high, and their boxes."""
    random = np.random.default_rng(seed)
    view = View(110 * len(shown), 110, 2.6)
    felt = np.clip(random.normal(1, 0.06, (110, view.width, 1)) * np.array([58, 92, 34]), 0, 255).astype(np.uint8)
    felt = np.asarray(cv2.GaussianBlur(felt, (0, 0), 1), np.uint8)
    dice = []
    for i, face in enumerate(shown):
        rotation = resting(solid(kind), face, random.uniform(0, 2 * np.pi))
        above = -float((solid(kind).vertices @ rotation.T)[:, 2].min())
        x = ((i + 0.5) * 110 + random.uniform(-8, 8) - view.width / 2) / view.scale
        dice.append(Die(kind, rotation, np.array([x, random.uniform(-3, 3), above]), BODY, INK))
    picture = draw(felt, dice, view)
    return picture, [_box(outline(die, view)) for die in dice]


def _box(hull: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Box:
    x, y = hull.min(axis=0)
    right, bottom = hull.max(axis=0)
    return float(x), float(y), float(right - x), float(bottom - y)


def lesson_of(kind: str, shown: Sequence[Face], throws: int) -> tuple[Lesson, list[Face]]:
    """A lesson of several throws with these faces each, and what its dice show."""
    lesson, truth = Lesson(kind, []), list[Face]()
    for seed in range(throws):
        image, boxes = throw(kind, shown, seed)
        for box, face in zip(boxes, shown, strict=True):
            lesson.add(image, box, f"throw{seed}.png")
            truth.append(face)
    return lesson, truth
