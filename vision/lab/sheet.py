"""A contact sheet of the dice that were read wrongly or missed, to look at; never part of the project."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image

TILE: Final = 150
COLUMNS: Final = 10
MOST: Final = 300


class ErrorSheet:
    """Crops with a caption each, put together as one picture."""

    def __init__(self) -> None:
        self._tiles: list[tuple[str, Image]] = []

    def add(self, image: Image, box: Sequence[float], caption: str) -> None:
        """Add a die: its box with some of what is around it."""
        x, y, w, h = box
        scale = TILE / (1.5 * max(w, h, 10))
        shift = TILE / 2 - scale * np.array([x + w / 2, y + h / 2])
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        tile = cv2.warpAffine(image, matrix, (TILE, TILE), flags=cv2.INTER_AREA)
        for colour, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(tile, caption, (3, TILE - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.38, colour, width, cv2.LINE_AA)
        self._tiles.append((caption, np.asarray(tile, np.uint8)))

    def save(self, path: Path) -> None:
        """Write the sheet as PNG, wrong readings first."""
        ordered = sorted(self._tiles, key=lambda tile: (tile[0].startswith("missed"), tile[0].startswith("stray")))
        tiles = [tile for _, tile in ordered[:MOST]] or [np.zeros((TILE, TILE, 3), np.uint8)]
        tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % COLUMNS)
        rows = [np.hstack(tiles[i : i + COLUMNS]) for i in range(0, len(tiles), COLUMNS)]
        path.write_bytes(cv2.imencode(".png", np.vstack(rows))[1].tobytes())
