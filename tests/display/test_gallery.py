"""The sheet with every view: the same each time, small enough for the documents, and not out of date."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tests import gallery

LARGEST: Final = 600_000
# One light that is wrong changes its square on the small sheets by far more, what JPEG loses by less.
CHANGED: Final = 60


def small(data: bytes) -> npt.NDArray[np.int16]:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    height, width = image.shape[:2]
    return np.asarray(cv2.resize(image, (width // 4, height // 4), interpolation=cv2.INTER_AREA), np.int16)


def test_the_gallery_is_the_same_each_time_and_small_enough() -> None:
    drawn = gallery.jpeg()
    assert drawn == gallery.jpeg()
    assert len(drawn) < LARGEST


def test_the_gallery_in_the_documents_shows_what_the_display_shows_now() -> None:
    kept, now = small(gallery.TARGET.read_bytes()), small(gallery.jpeg())
    assert kept.shape == now.shape, "draw it anew: make gallery"
    assert np.abs(kept - now).max() < CHANGED, "draw it anew: make gallery"
