"""The photographs for training, where they are on this machine: pictures, labels, and table tops cut out of them."""

import csv
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import load_picture

Image = NDArray[np.uint8]
Box = tuple[float, float, float, float]

PHOTOS: Final = Path(__file__).resolve().parents[3] / "shared" / "photos" / "train"
_LONG_SIDE: Final = 640
_MISLABELLED: Final = {("matteop65", "Valid_valid_56.jpg", "4", "466")}
"""Labels that are plainly wrong, found by eye: source, picture, value, x. This one's box holds a single pip."""
HELD: Final = 6
"""One in so many photographs is not trained on: thresholds are chosen on it."""


@dataclass(frozen=True, slots=True)
class Die:
    """One labelled die: ``glyph`` as written, "" where unknown; ``box`` x y w h in px, ``None`` where unknown."""

    kind: str
    glyph: str
    box: Box | None
    marking: str


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A picture, at most 640 px long, and the dice that its labels name.

    Attributes:
        complete: whether every die in it has a box.
    """

    source: str
    name: str
    image: Image
    dice: tuple[Die, ...]
    complete: bool


def load(folder: Path = PHOTOS, sources: tuple[str, ...] = ()) -> Iterator[Photo]:
    """Every photograph for training; of some sources only, if given. Nothing where the folder is absent."""
    if not (folder / "labels.csv").is_file():
        return
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            rows[row["file"]].append(row)
    for file, labels in rows.items():
        source = file.split("/")[0]
        if not sources or source in sources:
            yield _photo(folder / file, source, labels)


def _photo(path: Path, source: str, labels: list[dict[str, str]]) -> Photo:
    image = load_picture(path)
    scale = min(1.0, _LONG_SIDE / max(image.shape[:2]))
    if scale < 1:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    right = [row for row in labels if (source, path.name, row["value"], row["x"].split(".")[0]) not in _MISLABELLED]
    dice = tuple(_die(row, scale) for row in right)
    return Photo(source, path.name, image, dice, source == "bartek")


def _die(row: dict[str, str], scale: float) -> Die:
    box = None
    if row["w"]:
        x, y, w, h = (float(row[name]) * scale for name in ("x", "y", "w", "h"))
        box = (x, y, w, h)
    glyph = row["value"]
    if row["marking"] in ("ornate", "logo") or row["die_type"] == "":
        glyph = ""
    return Die(row["die_type"], glyph, box, row["marking"])


def held(photo: Photo) -> bool:
    """Whether a photograph is kept from training; neighbouring frames of a video, numbered alike, go together."""
    digits = "".join(c for c in photo.name if c.isdigit())
    name = photo.source + (digits[:-1] if photo.source.startswith("ucffool") else photo.name)
    return zlib.crc32(name.encode()) % HELD == 0
