"""Whose die it is, by its place and by its looks: only where nothing speaks against it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from controller import eyes
from controller.config import load
from controller.eyes import CameraEyes, LiveEyes
from controller.health import parts
from controller.health.model import State
from controller.live import LiveCamera
from controller.looking import entry_of
from controller.tray import Settled
from controller.zoning import Zoning, calibration_of, settings_of
from vision.calibration import Calibration, save
from vision.calibration.board import find_marks
from vision.calibration.simulated import SheetCamera, lens_of, looking_down
from vision.calibration.simulated import calibration_of as calibration_of_view
from vision.calibration.zones import sectors
from vision.camera import open_camera
from vision.camera.base import Frame
from vision.camera.drawing import View
from vision.picture import save_picture
from vision.reading import DieReading, Status
from vision.scene import Decision, Settings, Spot
from vision.scene.lying import of_throw
from vision.tray import measures
from vision.tray.director import Director
from vision.tray.live import LiveTray
from vision.tray.stage import camera_above

PICTURE = np.zeros((960, 1280, 3), np.uint8)
VIEW = camera_above(1280, 960)
LOW = replace(VIEW, distance=420.0)
"""A camera that hangs too low for the tray."""


def calibration(view: View = VIEW) -> Calibration:
    return calibration_of_view(view, 2)


def at(x: float, y: float, kind: str = "d6", value: int = 3, *, set_: str = "", view: View = VIEW) -> DieReading:
    """A die whose middle lies there, mm from the middle of the tray."""
    ((px, py),) = view.project(np.array([[x, y, 8.0]]))
    return DieReading(kind, value, 0.98, Status.READ, (int(px) - 40, int(py) - 40, 80, 80), set=set_)


def look(
    monkeypatch: pytest.MonkeyPatch, readings: Sequence[DieReading], *, seats: bool = True, view: View = VIEW
) -> list[object]:
    """What is recorded of these readings: of each die its seat, whether it lies beside the tray, and its status."""
    monkeypatch.setattr(eyes, "read_picture", lambda image, kinds, sets, level: list(readings))
    live = LiveCamera(lambda: LiveTray(1))
    zoning = Zoning(calibration(view), seats, print)
    made = LiveEyes(live, (), ("anna", "joerg"), zoning)
    entry = entry_of(made.read(Settled(Frame(PICTURE, "x", 0.0), None), ["d6"]))
    return [(die.seat, die.outside, die.status) for die in entry.dice]


@pytest.mark.parametrize(
    ("die", "seen"),
    [
        (at(0, -50), (1, False, "read")),
        (at(0, 50), (2, False, "read")),
        (at(0, 1), (0, False, "read")),
        (at(0, -50, set_="anna-red"), (1, False, "read")),
        (at(0, 1, set_="joerg"), (2, False, "read")),
        # Its place says one seat and its looks another: nobody knows.
        (at(0, -50, set_="joerg"), (0, False, "read")),
        (at(0, -50, set_="somebody"), (1, False, "read")),
        (at(132, 0), (0, True, "read")),
    ],
)
def test_a_die_is_a_seats_by_zone_and_by_set(
    monkeypatch: pytest.MonkeyPatch, die: DieReading, seen: tuple[int, bool, str]
) -> None:
    assert look(monkeypatch, [die]) == [seen]


def test_where_the_house_has_no_zones_only_the_set_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a rule that each throws into its own part, a die rolls where it likes."""
    dice = [at(0, -50), at(0, -50, set_="joerg"), at(132, 0)]
    assert look(monkeypatch, dice, seats=False) == [(0, False, "read"), (2, False, "read"), (0, True, "read")]


def test_a_die_that_is_seen_too_much_from_the_side_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [at(95, 70, "d20", 7, view=LOW), at(20, -20, "d20", 7, view=LOW), at(95, 70, "d6", view=LOW)]
    assert look(monkeypatch, dice, view=LOW) == [
        (2, False, "unsure"),
        (1, False, "read"),
        (2, False, "read"),
    ]


def test_a_camera_whose_marks_are_gone_knows_no_zones() -> None:
    said: list[str] = []
    marked = replace(calibration(), marks={0: (100.0, 100.0), 1: (1180.0, 100.0), 2: (1180.0, 860.0)})
    zoning = Zoning(marked, True, said.append)
    for _turn in range(3):
        assert zoning(PICTURE) is None
    assert len(said) == 1
    assert said[0].startswith("The marks on the tray's corners are not to be seen")


@pytest.mark.parametrize("marks", [{}, {990: (100.0, 100.0), 991: (1180.0, 100.0)}])
def test_pictures_of_another_shape_have_no_zones(marks: dict[int, tuple[float, float]]) -> None:
    """With marks as well: they would not be found, and that would be no help."""
    said: list[str] = []
    zoning = Zoning(replace(calibration(), marks=marks), True, said.append)
    assert zoning(np.zeros((720, 1280, 3), np.uint8)) is None
    assert "has another shape" in said[0]


def test_a_camera_that_was_moved_is_in_trouble_until_it_hangs_as_before() -> None:
    """`dicetable status` and the light of the display tell of it, not only a line in a terminal that nobody reads."""
    camera = SheetCamera(lens_of(640, 480), looking_down(600.0))
    marks = {number: (float(x), float(y)) for number, (x, y) in find_marks(camera.picture()).items()}
    there = Calibration(camera.lens, camera.pose, measures.FLOOR_MM, sectors(measures.FLOOR_MM, 2), marks)
    said: list[str] = []
    zoning = Zoning(there, True, said.append)
    live = LiveCamera(lambda: LiveTray(1))

    def state() -> tuple[State, str]:
        (part,) = parts.live(live, zoning.trouble)
        return part.state, part.words

    assert zoning(camera.picture()) is not None
    assert state()[0] is State.WELL
    moved = camera.moved(pose=looking_down(600.0, place=(8.0, 0.0)))
    for _turn in range(2):
        assert zoning(moved.picture()) is None
    assert state()[0] is State.TROUBLE
    assert state()[1].startswith("The camera or the tray has been moved by ")
    assert len(said) == 1, "once, in the terminal"
    assert zoning(camera.picture()) is not None
    assert state()[0] is State.WELL


@pytest.mark.parametrize("source", ["v4l2:0", "simulated"])
@pytest.mark.parametrize("set_up", [False, True])
def test_when_dice_lie_still_can_be_set(source: str, set_up: bool) -> None:
    values = {"camera.source": source, "camera.still_seconds": 0.5, "camera.move_mm": 1.0}
    settings = settings_of(load(None, values).config, calibration() if set_up else None)
    assert (settings.still_seconds, settings.move_mm) == (0.5, 1.0)


def test_what_is_not_set_is_as_the_scene_has_it() -> None:
    assert settings_of(load(None, {"camera.source": "v4l2:0"}).config, None) == Settings()


def test_a_set_up_camera_tells_the_scene_where_the_tray_is(tmp_path: Path) -> None:
    path = tmp_path / "camera.toml"
    said: list[str] = []
    plain = load(None, {"camera.source": "v4l2:0", "camera.calibration": str(path), "camera.width_mm": 400}).config
    assert calibration_of(plain, said.append) is None
    assert settings_of(plain, None).width_mm == 400
    save(path, calibration())
    found = calibration_of(plain, said.append)
    assert found is not None
    settings = settings_of(plain, found)
    assert settings.width_mm == pytest.approx(314, abs=1)
    assert 0 < settings.zone[0] < 0.15
    assert 0.85 < settings.zone[2] < 1
    path.write_text("version = 99\n")
    assert calibration_of(plain, said.append) is None
    assert len(said) == 1, "a file that cannot be used is one clear sentence"
    simulated = load(None, {"camera.source": "simulated", "camera.calibration": str(path)}).config
    assert calibration_of(simulated, said.append) is not None, "the simulated tray is not the one that was set up"


# --- a folder of pictures --------------------------------------------------------------------------------------------


def leaning(folder: Path) -> str:
    """A folder with one picture of a d6 that leans on a crumb, and of a d12; as a source."""
    director = Director(np.random.default_rng(1))
    director.throw(["d12"])
    director.rock("d6", 0.3, lean=float(np.radians(25)))
    picture = director.stage.seen_by(camera_above(*measures.PICTURE)).picture(director.now)
    save_picture(folder / "throw.png", picture)
    return f"folder:{folder}"


def statuses(source: str) -> dict[str, str]:
    """How its dice were read, as the station sets the camera up."""
    said: list[str] = []
    beside = calibration_of(load(None, {"camera.source": source}).config, said.append)
    zoning = Zoning(beside, False, said.append) if beside else None
    glance = CameraEyes(open_camera(source), (), zoning).look(["d6", "d12"])
    assert said == []
    return {die.type: str(die.status) for die in glance.dice}


def test_of_pictures_with_a_set_up_beside_them_a_leaning_die_is_told(tmp_path: Path) -> None:
    source = leaning(tmp_path)
    assert statuses(source)["d6"] != "cocked", "of a picture alone nobody can tell"
    save(tmp_path / "camera.toml", calibration_of_view(camera_above(*measures.PICTURE), 2))
    assert statuses(source) == {"d6": "cocked", "d12": "read"}


def test_a_damaged_set_up_beside_pictures_is_said(tmp_path: Path) -> None:
    (tmp_path / "camera.toml").write_text("version = ", encoding="utf-8")
    said: list[str] = []
    assert calibration_of(load(None, {"camera.source": f"folder:{tmp_path}"}).config, said.append) is None
    assert len(said) == 1
    assert "camera.toml" in said[0]


# --- what is of the throw ---------------------------------------------------------------------------------------------


def spot(reading: DieReading) -> Spot:
    x, y, width, height = reading.box
    return Spot(0, 0, (x / 1280, y / 1280, width / 1280, height / 1280))


def decided(thrown: Sequence[DieReading], before: Sequence[DieReading]) -> Decision:
    return Decision(1.0, 0.5, tuple(map(spot, thrown)), tuple(map(spot, before)), complete=True, touched=False)


def test_what_lay_there_before_is_no_part_of_the_throw() -> None:
    new, old = at(0, -50), at(60, 40, "d8")
    assert of_throw([new, old], decided([new], [old]), 1280) == [new]


def test_what_nobody_saw_roll_is_asked() -> None:
    new, strange = at(0, -50), at(60, 40, "d8")
    result = of_throw([new, strange], decided([new], []), 1280)
    assert [die.status for die in result] == [Status.READ, Status.UNSURE]


def test_a_die_that_was_hit_belongs_to_the_throw() -> None:
    new, hit = at(0, -50), at(60, 40, "d8")
    assert of_throw([new, hit], decided([new, hit], [hit]), 1280) == [new, hit]


def test_a_die_that_was_kept_counts_where_it_lay_while_it_shows_what_it_showed() -> None:
    """One that shows another face was misread once, or turned since; and each face was kept only once."""
    new, kept, turned = at(0, -50), at(60, 40, value=5), at(-60, 40, value=5)
    other, foreign = at(60, -40, value=2), at(-60, -40, "d8", 5)
    decision = decided([new], [kept, turned, other, foreign])
    result = of_throw([new, kept, turned, other, foreign], decision, 1280, [("d6", 5), ("d6", 6)])
    assert result == [new, kept, *(replace(one, status=Status.UNSURE) for one in (turned, other))]
