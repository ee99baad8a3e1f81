"""What was to be seen of a throw is kept: whole, its own, in bounded room, and seen again after a power cut."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Signal
from types import SimpleNamespace
from weakref import ref as reference

import cv2
import numpy as np
import pytest

from controller.evidence import Evidence
from controller.journal.entries import PictureRead, Started
from controller.looking import Glance
from controller.play import Play, begin
from controller.rules.core import Choice, Choose
from tests.journal.truth import entry_of
from vision.camera.base import Frame, Image
from vision.clip import Shot
from vision.lab.still_tray import SimulatedTray
from vision.picture import load_picture
from vision.reading import DieReading, Status

DICE = [DieReading("d6", 3, 0.97, Status.READ, (40, 60, 70, 70))]


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


def film(frames: int) -> list[Shot]:
    small = cv2.resize(tray(1), (480, 360))
    data = cv2.imencode(".jpg", small)[1].tobytes()
    return [Shot(number / 15, data) for number in range(frames)]


@pytest.fixture
def evidence(tmp_path: Path) -> Iterator[Evidence]:
    with Evidence(tmp_path / "journal.db") as made:
        yield made


def keep(evidence: Evidence, picture: str, frames: int = 0, image: Image | None = None) -> None:
    frame = Frame(tray(1) if image is None else image, picture, 0.0)
    evidence.glance(Glance(frame, DICE, film(frames)))
    evidence.flush()


def shown(evidence: Evidence, picture: str) -> Image | None:
    glance = evidence.restore(asked(picture))
    return None if glance is None else glance.frame.image


def files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "journal.db.evidence").iterdir())


def test_it_is_seen_again_after_a_restart(evidence: Evidence, tmp_path: Path) -> None:
    image = tray(1)
    keep(evidence, "first", image=image)
    again = shown(Evidence(tmp_path / "journal.db"), "first")
    assert again is not None
    assert again.shape == image.shape
    assert np.abs(again.astype(int) - image).mean() < 4, "as good as the picture itself"
    plain = evidence.plain("first")
    assert plain is not None
    assert plain.stat().st_size < len(cv2.imencode(".png", image)[1]) / 4


def test_the_reading_is_drawn_into_a_picture_of_its_own(evidence: Evidence) -> None:
    keep(evidence, "first")
    plain, still = evidence.plain("first"), evidence.still("first")
    assert plain is not None
    assert still is not None
    change = np.abs(load_picture(plain).astype(int) - load_picture(still)).max(axis=2)
    # A frame around the die, and nothing elsewhere.
    assert change[60, 45:105].mean() > 40
    assert change[300:, 300:].max() < 40


def test_the_clip_is_one_file_that_plays(evidence: Evidence) -> None:
    keep(evidence, "first", frames=6)
    clip = evidence.clip("first")
    assert clip is not None
    data = clip.read_bytes()
    assert (data[:4], data[8:16]) == (b"RIFF", b"WEBPVP8X")
    assert int.from_bytes(data[4:8], "little") == len(data) - 8
    assert data.count(b"ANMF") == 6
    assert data[20] & 0x02, "marked as an animation"


def test_without_a_film_there_is_no_clip(evidence: Evidence) -> None:
    keep(evidence, "first")
    assert evidence.clip("first") is None
    assert evidence.still("nothing of this name") is None
    assert evidence.still("") is None


def test_no_more_room_is_taken_than_allowed_and_the_oldest_go_first(tmp_path: Path) -> None:
    with Evidence(tmp_path / "journal.db", megabytes=1) as evidence:
        size = 0
        number = 0
        while size < 2_500_000:
            keep(evidence, f"picture {number}", frames=20)
            size += sum(path.stat().st_size for path in files(tmp_path)[-3:])
            number += 1
        taken = sum(path.stat().st_size for path in files(tmp_path))
        assert taken <= 1_000_000
        left = [one for one in range(number) if evidence.plain(f"picture {one}")]
        assert left == list(range(left[0], number)), "those that are left are the newest"
        assert all(evidence.clip(f"picture {one}") and evidence.still(f"picture {one}") for one in left)


def test_what_is_pinned_stays_until_it_is_unpinned(tmp_path: Path) -> None:
    with Evidence(tmp_path / "journal.db", megabytes=1) as evidence:
        keep(evidence, "dispute", frames=20)
        evidence.pin("dispute")
        assert evidence.pinned("dispute")
        evidence.pin("nothing of this name")
        for number in range(12):
            keep(evidence, f"picture {number}", frames=20)
        assert evidence.clip("dispute")
        assert evidence.plain("picture 0") is None
        evidence.unpin("dispute")
        assert not evidence.pinned("dispute")
        for number in range(12, 18):
            keep(evidence, f"picture {number}", frames=20)
        assert evidence.plain("dispute") is None


def test_the_last_throw_is_kept_however_little_room_there_is(tmp_path: Path) -> None:
    with Evidence(tmp_path / "journal.db", megabytes=1) as evidence:
        noise = np.random.default_rng(1).integers(0, 255, (1200, 1600, 3), np.uint8)
        for picture in ("first", "second"):
            keep(evidence, picture, image=noise)
        assert evidence.plain("first") is None
        assert evidence.plain("second")


def test_the_last_of_the_disk_is_left_to_the_record(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(evidence, "before")
    with monkeypatch.context() as full:
        full.setattr("controller.evidence.shutil.disk_usage", lambda path: SimpleNamespace(free=49_000_000))
        keep(evidence, "full")
    keep(evidence, "after")
    assert [bool(evidence.plain(name)) for name in ("before", "full", "after")] == [True, False, True]


def test_after_a_restart_the_count_goes_on(tmp_path: Path) -> None:
    """By numbers, not by times: a clock without a battery goes wrong."""
    for picture in ("b", "a", "c"):
        with Evidence(tmp_path / "journal.db") as evidence:
            keep(evidence, picture)
    numbers = [path.name[:6] for path in files(tmp_path) if not path.name.endswith("-read.jpg")]
    assert numbers == ["000001", "000002", "000003"]
    assert Evidence(tmp_path / "journal.db").plain("c") == files(tmp_path)[-1]


def test_a_power_cut_before_it_is_written_never_shows_an_earlier_throw(evidence: Evidence) -> None:
    """The entry of the second throw is on the disk, its picture is not."""
    keep(evidence, "first")
    assert shown(evidence, "second") is None


def test_a_power_cut_while_it_is_written_leaves_no_half_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) * 9 // 10])
        raise OSError("the power is gone")

    with Evidence(tmp_path / "journal.db") as evidence:
        with monkeypatch.context() as power:
            power.setattr(Path, "write_bytes", cut)
            keep(evidence, "first")
        assert shown(evidence, "first") is None
        assert not list((tmp_path / "journal.db.evidence").glob("*.jpg")), "not every decoder notices a broken picture"
        keep(evidence, "first", image=tray(2))
        assert shown(evidence, "first") is not None
        assert len(files(tmp_path)) == 2, "what the power cut left is cleared away"


def test_each_file_is_on_the_disk_before_it_gets_its_name(
    evidence: Evidence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut may leave an empty file with the final name."""
    calls: list[tuple[str, str]] = []
    sync, replace = os.fsync, os.replace

    def synced(file: int) -> None:
        calls.append(("sync", Path(f"/proc/self/fd/{file}").readlink().name))
        sync(file)

    def replaced(source: Path, target: Path) -> None:
        calls.append(("name", target.name))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    keep(evidence, "first", frames=3)
    folder = tmp_path / "journal.db.evidence"
    names = [path.name for path in (evidence.plain("first"), evidence.still("first"), evidence.clip("first")) if path]
    each = [call for name in names for call in (("sync", f".{name}.part"), ("name", name))]
    assert calls == [("sync", tmp_path.name), *each, ("sync", folder.name)]
    evidence.pin("first")
    assert calls[-1] == ("sync", folder.name)
    assert len(calls) == 9, "a pin as well"


def broken(data: bytes) -> list[bytes]:
    """What a power cut may leave of a file: nothing, a part, or zeros in place of its end, or of all of it."""
    half = len(data) // 2
    return [b"", data[:1], data[:11], data[:half], data[:-1], data[:half] + bytes(len(data) - half), bytes(len(data))]


@pytest.mark.parametrize("way", range(7))
def test_a_file_that_is_cut_off_is_not_kept(tmp_path: Path, way: int) -> None:
    """Such files may be there: of an earlier version, or of a card that lies. Half a picture is decoded as one."""
    with Evidence(tmp_path / "journal.db") as evidence:
        keep(evidence, "first", frames=6)
        for path in files(tmp_path):
            path.write_bytes(broken(path.read_bytes())[way])
        assert (evidence.plain("first"), evidence.still("first"), evidence.clip("first")) == (None, None, None)
        assert evidence.damaged("first")
        assert shown(evidence, "first") is None
        evidence.pin("first")
        assert not evidence.pinned("first")
        keep(evidence, "first", frames=6)
        assert shown(evidence, "first") is not None, "it is found beside what was cut off"
        assert evidence.clip("first")
        assert not evidence.damaged("first")
        assert not Evidence(tmp_path / "nothing.db").damaged("first")


def test_a_full_disk_costs_the_pictures_and_not_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Evidence(tmp_path / "absent" / "journal.db") as evidence:
        keep(evidence, "first")
        assert shown(evidence, "first") is None
        (tmp_path / "absent").mkdir()
        keep(evidence, "second")
        assert shown(evidence, "second") is not None
    assert "evidence of a throw could not be kept" in caplog.text


def test_what_somebody_else_has_put_there_is_left_alone_and_takes_no_room(tmp_path: Path) -> None:
    """A note, a folder of copies, a picture of another program; a folder made every throw fail to make room."""
    with Evidence(tmp_path / "journal.db", megabytes=1) as evidence:
        keep(evidence, "first")
        folder = tmp_path / "journal.db.evidence"
        (folder / "copies").mkdir()
        (folder / "0 note.txt").write_bytes(bytes(3_000_000))
        (folder / "999999999-holiday.jpg").write_bytes(b"")
        for number in range(12):
            keep(evidence, f"picture {number}", frames=20)
        own = [path for path in files(tmp_path) if path.name.startswith("0000")]
        assert sum(path.stat().st_size for path in own) <= 1_000_000
        assert evidence.plain("first") is None
        assert own[-1].name.startswith("000013-"), "the count goes on by its own numbers"
        assert {"copies", "0 note.txt", "999999999-holiday.jpg"} <= {path.name for path in files(tmp_path)}


def test_a_clip_that_cannot_be_made_costs_the_clip_and_not_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build of OpenCV without WebP: nothing was ever cleared away, until the disk was full."""
    monkeypatch.setattr("controller.evidence.animated", lambda film: 1 / 0)
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    with Evidence(tmp_path / "journal.db", megabytes=1) as evidence:
        for number in range(4):
            keep(evidence, f"picture {number}", frames=2, image=noise)
        assert evidence.still("picture 3"), "no fault ends the thread that writes"
        assert sum(path.stat().st_size for path in files(tmp_path)) <= 1_000_000


def test_a_disk_that_hangs_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hangs, real = Signal(), Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", lambda path, data: hangs.wait(30) and real(path, data))
    with Evidence(tmp_path / "journal.db") as evidence:
        glances = [Glance(Frame(tray(1), f"picture {number}", 0.0), DICE) for number in range(40)]
        for glance in glances:
            evidence.glance(glance)
        waiting = [reference(glance.frame.image) for glance in glances]
        del glances, glance
        assert sum(one() is not None for one in waiting) < 12
        hangs.set()
        evidence.flush()
        assert evidence.plain("picture 0")
    assert "the disk does not keep pace" in caplog.text


def test_a_folder_that_cannot_be_looked_into_keeps_no_game_from_going_on(tmp_path: Path) -> None:
    """A file of its name: the station looks for the last throw when it starts."""
    (tmp_path / "journal.db.evidence").write_text("what is this?")
    with Evidence(tmp_path / "journal.db") as evidence:
        keep(evidence, "first")
        assert shown(evidence, "first") is None
        assert not evidence.pinned("first")
        evidence.pin("first")


def test_others_cannot_look_into_it(evidence: Evidence, tmp_path: Path) -> None:
    keep(evidence, "first")
    assert (tmp_path / "journal.db.evidence").stat().st_mode & 0o077 == 0
