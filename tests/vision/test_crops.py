"""A piece of a picture shows what lies there: to a fraction of a pixel, at any scale, beyond the border too."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crops import cut


def ramp(width: int = 320, height: int = 240) -> NDArray[np.uint8]:
    """A picture whose blue is its x, up to 255, and whose green is its y: a crop's colours say where it was taken."""
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = np.minimum(np.arange(width), 255)
    image[..., 1] = np.arange(height)[:, np.newaxis]
    return image


@pytest.mark.parametrize("side", [24.0, 48.0, 60.0, 96.5, 150.0])
@pytest.mark.parametrize("size", [24, 64])
@pytest.mark.parametrize("place", [(120.0, 100.0), (133.3, 121.7)])
def test_the_middle_of_the_crop_is_the_place_asked_for(side: float, size: int, place: tuple[float, float]) -> None:
    crop = cut(ramp(), *place, side, size).astype(float)
    assert crop.shape == (size, size, 3)
    assert crop[..., 0].mean() + 0.5 == pytest.approx(place[0], abs=1.0)
    assert crop[..., 1].mean() + 0.5 == pytest.approx(place[1], abs=1.0)


@pytest.mark.parametrize("side", [40.0, 160.0])
def test_the_crop_is_as_wide_as_asked_for(side: float) -> None:
    crop = cut(ramp(), 160, 120, side, 64).astype(float)
    width = (crop[:, -1, 0].mean() - crop[:, 0, 0].mean()) * 64 / 63
    assert width == pytest.approx(side, rel=0.04)


def test_beyond_the_picture_its_border_goes_on() -> None:
    image = ramp()
    image[:6, :6] = 7
    crop = cut(image, 0, 0, 64, 32)
    assert (crop[:15, :15] == 7).all()


@pytest.mark.parametrize("place", [(-500.0, -500.0), (5000.0, 10.0)])
def test_a_place_far_outside_gives_the_border(place: tuple[float, float]) -> None:
    assert cut(ramp(), *place, 300, 32).shape == (32, 32, 3)


@pytest.mark.parametrize(("side", "size"), [(200, 25), (187, 25), (120, 64)])
def test_shrinking_averages_fine_stripes_away(side: int, size: int) -> None:
    stripes = np.zeros((256, 256, 3), np.uint8)
    stripes[:, ::2] = 255
    crop = cut(stripes, 128, 128, side, size)
    assert np.ptp(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)) < 60
