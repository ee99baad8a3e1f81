"""Pictures on disk, and readings drawn into them."""

from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice_pictures import Die, draw
from vision.annotate import COLOURS, annotate, caption
from vision.errors import PictureError
from vision.picture import load_picture, save_picture
from vision.reading import DIE_TYPES, WIZARD_FACES, DieReading, Status

BOX = (275, 195, 90, 90)


def test_the_picture_itself_stays_as_it_is() -> None:
    image = draw([Die(5)])
    before = image.copy()
    drawn = annotate(image, [DieReading("d6", 5, 0.9, Status.READ, BOX)])
    assert np.array_equal(image, before)
    assert not np.array_equal(drawn, before)


def test_read_and_unsure_dice_look_different() -> None:
    image = draw([Die(5)])
    pictures = [annotate(image, [DieReading("d6", 5, 0.9, status, BOX)]) for status in Status]
    for picture, status in zip(pictures, Status, strict=True):
        assert (picture == np.array(COLOURS[status])).all(axis=2).sum() > 300
    assert caption(DieReading("d6", 5, 0.9, Status.READ, BOX)) != caption(DieReading("d6", 5, 0.9, Status.UNSURE, BOX))


def test_each_type_and_each_symbol_has_a_sign_of_its_own() -> None:
    """The picture is evidence in every language: no word tells a d8 from a d10, or the jester from the wizard."""
    shown = [(kind, None) for kind in DIE_TYPES[:-1]] + [("wizard", face) for face in WIZARD_FACES]
    pictures = {
        annotate(
            np.zeros((200, 200, 3), np.uint8), [DieReading(kind, face, 0.9, Status.READ, (40, 80, 90, 90))]
        ).tobytes()
        for kind, face in shown
    }
    assert len(pictures) == len(shown)
    assert not any(
        letter.isalpha() for kind, face in shown for letter in caption(DieReading(kind, face, 0.9, Status.READ, BOX))
    )


@pytest.mark.parametrize("box", [(0, 0, 20, 20), (600, 440, 40, 40), (0, 0, 640, 480)])
def test_captions_stay_within_the_picture(box: tuple[int, int, int, int]) -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    drawn = annotate(image, [DieReading("wizard", "jester", 0.5, Status.UNSURE, box)])
    assert (drawn > 200).all(axis=2).sum() > 50


def test_a_saved_picture_is_loaded_again(tmp_path: Path) -> None:
    image = draw([Die(2)])
    save_picture(tmp_path / "new" / "a.png", image)
    assert np.array_equal(load_picture(tmp_path / "new" / "a.png"), image)


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0broken"])
def test_a_file_that_is_no_picture_is_one_clear_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=r"a\.jpg: .*JPEG, PNG") as error:
        load_picture(path)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_a_picture_error(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be read"):
        load_picture(tmp_path / "absent.png")
