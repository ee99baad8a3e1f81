"""The picture of the throw in progress is there after a power cut: whole, its own, and small."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.evidence import LastThrow
from controller.journal.entries import PictureRead, Started
from controller.looking import Glance
from controller.play import Play, begin
from controller.rules.core import Choice, Choose
from tests.journal.truth import entry_of
from vision.camera.base import Frame, Image
from vision.camera.simulated import SimulatedTray


def asked(picture: str) -> Play:
    """A throw that was looked at, and nothing could be read: the seats are asked."""
    play, _events = begin(Started("ueberwurf", 1, 2))
    while choices := [need for need in play.needs if isinstance(need, Choice)]:
        play, _events = play.fold(entry_of(Choose(choices[0].seat, choices[0].options[0])))
    return play.fold(PictureRead(picture))[0]


def tray(seed: int) -> Image:
    simulated = SimulatedTray(seed=seed)
    simulated.place([("d6", 3), ("d8", 4)])
    return simulated.still().image


def shown(throw: LastThrow, picture: str) -> Image | None:
    glance = throw.restore(asked(picture))
    return None if glance is None else glance.frame.image


def test_it_is_seen_again_after_a_restart(tmp_path: Path) -> None:
    image = tray(1)
    LastThrow(tmp_path / "journal.db").glance(Glance(Frame(image, "first", 0.0), []))
    again = shown(LastThrow(tmp_path / "journal.db"), "first")
    assert again is not None
    assert again.shape == image.shape
    assert np.abs(again.astype(int) - image).mean() < 4, "as good as the picture itself"
    (file,) = tmp_path.iterdir()
    assert file.stat().st_size < len(cv2.imencode(".png", image)[1]) / 4


def test_only_the_last_one_is_kept(tmp_path: Path) -> None:
    throw = LastThrow(tmp_path / "journal.db")
    for number in range(3):
        throw.glance(Glance(Frame(tray(1), f"picture {number}/:", 0.0), []))
    assert len(list(tmp_path.iterdir())) == 1


def test_a_power_cut_before_it_is_written_never_shows_an_earlier_throw(tmp_path: Path) -> None:
    """The entry of the second throw is on the disk, its picture is not."""
    LastThrow(tmp_path / "journal.db").glance(Glance(Frame(tray(1), "first", 0.0), []))
    assert shown(LastThrow(tmp_path / "journal.db"), "second") is None


def test_a_power_cut_while_it_is_written_leaves_no_half_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) * 9 // 10])
        raise KeyboardInterrupt("the power is gone")

    with monkeypatch.context() as power:
        power.setattr(Path, "write_bytes", cut)
        with pytest.raises(KeyboardInterrupt):
            LastThrow(tmp_path / "journal.db").glance(Glance(Frame(tray(1), "first", 0.0), []))
    throw = LastThrow(tmp_path / "journal.db")
    assert shown(throw, "first") is None
    assert not list(tmp_path.glob("*.jpg")), "not every decoder notices that a picture breaks off"
    throw.glance(Glance(Frame(tray(2), "first", 0.0), []))
    assert shown(throw, "first") is not None
    assert len(list(tmp_path.iterdir())) == 1, "what the power cut left is cleared away"


def test_a_full_disk_costs_the_picture_and_not_the_game(tmp_path: Path) -> None:
    throw = LastThrow(tmp_path / "absent" / "journal.db")
    throw.glance(Glance(Frame(tray(1), "first", 0.0), []))
    assert shown(throw, "first") is None
