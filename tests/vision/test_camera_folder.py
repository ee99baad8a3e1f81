"""A folder of pictures as a camera."""

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.folder import FolderCamera, natural_order
from vision.errors import CameraError, OutOfPicturesError, PictureError


def write_picture(path: Path, blue: int = 200) -> None:
    assert cv2.imwrite(str(path), np.full((20, 30, 3), (blue, 0, 0), np.uint8))


def names(camera: FolderCamera) -> list[str]:
    found = []
    while True:
        try:
            found.append(camera.still().name)
        except OutOfPicturesError:
            return found


def test_pictures_come_in_natural_order_one_a_still(tmp_path: Path) -> None:
    for name in ("throw10.png", "Throw2.JPG", "throw1.bmp", "a.webp", "z.jpeg"):
        write_picture(tmp_path / name)
    assert names(FolderCamera(tmp_path)) == ["a.webp", "throw1.bmp", "Throw2.JPG", "throw10.png", "z.jpeg"]


def test_what_is_no_picture_is_passed_over(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png")
    (tmp_path / "labels.csv").write_text("file\n")
    (tmp_path / "._1.png").write_bytes(b"what a file manager leaves behind")
    (tmp_path / "more.png").mkdir()
    assert names(FolderCamera(tmp_path)) == ["1.png"]


def test_the_picture_is_bgr(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png", blue=77)
    image = FolderCamera(tmp_path).still().image
    assert image.shape == (20, 30, 3)
    assert (image == (77, 0, 0)).all()


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("1.png", ["2.png", "10.png"]),
        ("2.png", ["10.png"]),
        ("3.png", ["10.png"]),  # gone meanwhile
        ("10.png", []),
        (None, ["1.png", "2.png", "10.png"]),
    ],
)
def test_it_goes_on_after_the_last_used_picture(tmp_path: Path, after: str | None, expected: list[str]) -> None:
    for name in ("1.png", "2.png", "10.png"):
        write_picture(tmp_path / name)
    assert names(FolderCamera(tmp_path, after)) == expected


def test_the_end_is_said_in_one_sentence_each_time(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png")
    camera = FolderCamera(tmp_path)
    camera.still()
    for _ in range(2):
        with pytest.raises(OutOfPicturesError, match=r"the pictures of .* are used up \(1\); add more and start again"):
            camera.still()


def test_a_damaged_picture_is_named_and_the_next_one_follows(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"no picture at all")
    write_picture(tmp_path / "2.png")
    camera = FolderCamera(tmp_path)
    with pytest.raises(PictureError, match=r"1\.jpg"):
        camera.still()
    assert camera.still().name == "2.png"


def test_a_picture_that_was_taken_away_is_named(tmp_path: Path) -> None:
    write_picture(tmp_path / "1.png")
    write_picture(tmp_path / "2.png")
    camera = FolderCamera(tmp_path)
    (tmp_path / "1.png").unlink()
    with pytest.raises(PictureError, match=r"1\.png"):
        camera.still()
    assert camera.still().name == "2.png"


def test_a_folder_that_cannot_serve_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"there is no folder .*nowhere; name a folder of pictures"):
        FolderCamera(tmp_path / "nowhere")
    with pytest.raises(CameraError, match=r"holds no picture; it takes files that end in jpg, "):
        FolderCamera(tmp_path)
    write_picture(tmp_path / "1.png")
    with pytest.raises(CameraError, match=r"1\.png is a file; name a folder of pictures"):
        FolderCamera(tmp_path / "1.png")


def test_it_tells_how_many_are_to_come(tmp_path: Path) -> None:
    for name in ("1.png", "2.png"):
        write_picture(tmp_path / name)
    camera = FolderCamera(tmp_path)
    camera.still()
    assert camera.description == f"pictures of {tmp_path} (1 of 2 to come)"


@given(st.lists(st.text(max_size=12), unique=True, max_size=8))
def test_natural_order_sorts_any_names_and_tells_all_apart(names: list[str]) -> None:
    keys = [natural_order(name) for name in sorted(names, key=natural_order)]
    assert all(one < other for one, other in pairwise(keys))


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_numbers_in_names_count_as_numbers(one: int, other: int) -> None:
    assert (natural_order(f"throw{one}.jpg") < natural_order(f"throw{other}.jpg")) == (one < other)
