"""Pictures made smaller quickly look like pictures made smaller well."""

import cv2
import numpy as np
import pytest

from vision.shrink import shrunk


@pytest.mark.parametrize("size", [(1280, 960), (640, 480), (1920, 1080), (800, 600), (641, 479), (160, 120)])
@pytest.mark.parametrize("to", [(320, 240), (480, 360)])
def test_it_is_nearly_what_means_of_areas_give(size: tuple[int, int], to: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    image = np.asarray(cv2.GaussianBlur(noise, (0, 0), size[0] / 40), np.uint8)
    found = shrunk(image, *to)
    assert found.shape == (to[1], to[0], 3)
    wanted = cv2.resize(image, to, interpolation=cv2.INTER_AREA)
    assert np.abs(found.astype(int) - wanted.astype(int)).max() <= 3


def test_each_pixel_counts_where_it_is_halved() -> None:
    """A speck that only some pixels were taken from would come and go, and be taken for movement."""
    image = np.zeros((960, 1280, 3), np.uint8)
    for x, y in ((0, 0), (3, 2), (1, 3)):
        image[400 + y, 600 + x] = 255
        assert shrunk(image, 320, 240)[100, 150, 0] > 0
        image[400 + y, 600 + x] = 0
