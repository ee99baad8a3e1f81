"""The picture of the empty tray: nothing that lies there is passed over, and what always lies there is no die."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from controller.commands.read import read
from vision.camera.base import Image
from vision.empty import EmptyTray
from vision.errors import PictureError
from vision.finder import Candidate, find_dice
from vision.lab.still_tray import SimulatedTray
from vision.read import read_picture
from vision.reading import Status

KINDS = ("d6", "d8", "d12", "d20")


@pytest.fixture(scope="module")
def pictures() -> tuple[Image, Image]:
    """The tray without dice and with ``KINDS``."""
    with SimulatedTray(width=800, height=600, seed=3) as camera:
        empty = camera.still().image
        camera.throw(KINDS)
        return empty, camera.still().image


def test_a_die_that_the_finder_misses_is_named_and_asked_for(
    pictures: tuple[Image, Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The count must be right: with the finder blind to each die in turn, all four are there, that one never read."""
    empty, image = pictures
    find = find_dice
    whole = [reading.box for reading in read_picture(image)]
    assert len(whole) == len(KINDS)
    for missed in whole:
        near = (missed[0] + missed[2] / 2, missed[1] + missed[3] / 2)

        def blind(picture: Image, near: tuple[float, float] = near) -> list[Candidate]:
            return [c for c in find(picture) if not _holds(c.box, near)]

        monkeypatch.setattr("vision.read.find_dice", blind)
        assert len(read_picture(image)) == len(KINDS) - 1
        readings = read_picture(image, empty=EmptyTray(empty))
        assert len(readings) == len(KINDS)
        (found,) = [reading for reading in readings if _holds(reading.box, near)]
        assert found.status is not Status.READ


def _holds(box: tuple[float, float, float, float], point: tuple[float, float]) -> bool:
    return box[0] < point[0] < box[0] + box[2] and box[1] < point[1] < box[1] + box[3]


def test_a_die_that_is_a_part_of_the_tray_is_none(pictures: tuple[Image, Image]) -> None:
    """A printed die on the mat does not count."""
    _, image = pictures
    assert read_picture(image)
    assert read_picture(image, empty=EmptyTray(image)) == []


@pytest.mark.parametrize("light", [0.75, 1.2])
def test_another_light_or_a_nudge_puts_nothing_on_the_tray(pictures: tuple[Image, Image], light: float) -> None:
    """An evenly darker or brighter picture, moved by three pixels, holds what it held."""
    empty, image = pictures
    tray = EmptyTray(empty)
    for picture, count in ((empty, 0), (image, len(KINDS))):
        other = np.clip(np.roll(picture.astype(np.float32) * light, 3, axis=1), 0, 255).astype(np.uint8)
        assert len(read_picture(other, empty=tray)) == count


def test_another_tray_or_another_size_is_refused(pictures: tuple[Image, Image]) -> None:
    """What cannot be compared is not guessed at."""
    empty, image = pictures
    with pytest.raises(PictureError, match="800×600 px, this one 400×300"):
        EmptyTray(empty).compare(np.asarray(cv2.resize(image, (400, 300)), np.uint8))
    blots = np.random.default_rng(1).integers(0, 255, (15, 20, 3), np.uint8)
    with pytest.raises(PictureError, match="does not fit"):
        EmptyTray(empty).compare(np.asarray(cv2.resize(blots, (800, 600)), np.uint8))


def test_the_command_takes_the_empty_tray(pictures: tuple[Image, Image], tmp_path: Path) -> None:
    """``--empty`` names a picture; one that is none is refused before anything is read."""
    for name, picture in zip(("empty.png", "throw.png"), pictures, strict=True):
        cv2.imwrite(str(tmp_path / name), picture)
    good = CliRunner().invoke(read, [str(tmp_path / "empty.png"), "--empty", str(tmp_path / "empty.png")])
    assert (good.exit_code, "0 of 0" in good.output) == (0, True)
    bad = CliRunner().invoke(read, [str(tmp_path / "throw.png"), "--empty", str(tmp_path / "none.png")])
    assert bad.exit_code == 2
    assert "none.png" in bad.output
