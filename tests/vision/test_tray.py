"""The simulated tray: dice obey physics, the truth is what is drawn, and each mishap is the one that was planned."""

import numpy as np
import pytest

from controller.hardware import hardware
from vision.calibration.simulated import calibration_of
from vision.camera import open_stream
from vision.errors import CameraError
from vision.geometry import resting, solid
from vision.reading import DIE_TYPES, Face, faces
from vision.tray import measures, physics
from vision.tray.director import Director
from vision.tray.live import FRAMES_A_SECOND, LiveTray, Mishap
from vision.tray.measures import FLOOR_MM, WALL_MM
from vision.tray.path import Lies, lies, matrix, quaternion
from vision.tray.stage import camera_above


class Time:
    """A clock that only goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def live(seed: int = 3) -> tuple[LiveTray, Time]:
    clock = Time()
    return LiveTray(
        seed, width=320, height=240, still_width=640, still_height=480, clock=clock, sleep=clock.sleep
    ), clock


def throw(kinds: list[str], seed: int) -> list[Lies]:
    director = Director(np.random.default_rng(seed), width=160, height=120)
    return list(director.throw(kinds).dice)


def test_the_simulated_table_is_the_one_that_is_built() -> None:
    tray, camera = hardware().tray, hardware().camera
    sizes = (measures.FLOOR_MM, measures.CORNER_MM, measures.WALL_MM, measures.RIM_MM)
    assert sizes == (tray.floor, tray.corner, tray.wall_height, tray.wall_thickness)
    assert (tray.mark_inside, tray.mark_height) == (measures.MARK_INSIDE_MM, measures.MARK_HEIGHT_MM)
    assert (camera.height, camera.picture) == (measures.CAMERA_MM, measures.PICTURE)
    assert (camera.sensor, camera.focal_length) == (measures.SENSOR_MM, measures.FOCAL_MM)


def test_the_simulated_camera_hangs_high_enough_for_every_die() -> None:
    calibration = calibration_of(camera_above(*measures.PICTURE))
    assert calibration.least_height(DIE_TYPES) < calibration.height


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_a_die_that_was_laid_flat_shows_the_face_that_it_was_laid_with(kind: str) -> None:
    for face in faces(kind):
        rotation = resting(solid(kind), face, 0.7)
        assert lies(kind, matrix(quaternion(rotation)), np.zeros(3)).face == face


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_thrown_dice_come_to_rest_on_the_floor_between_the_walls(kind: str) -> None:
    for seed in range(2):
        for die in throw([kind] * 3, seed):
            assert die.on(FLOOR_MM)
            lowest = float((solid(kind).vertices @ die.rotation.T + die.centre)[:, 2].min())
            assert -0.5 < lowest < WALL_MM


def test_most_dice_lie_flat_and_every_face_comes_up() -> None:
    shown: list[Face | None] = [die.face for seed in range(12) for die in throw(["d6"] * 4, seed)]
    assert shown.count(None) <= 3
    assert set(faces("d6")) <= set(shown)


def test_dice_do_not_pass_through_each_other() -> None:
    for seed in range(5):
        dice = throw(["d6"] * 6, seed)
        for number, one in enumerate(dice):
            for other in dice[number + 1 :]:
                assert np.linalg.norm(one.centre - other.centre) > 15.0  # the height of a d6 is 16 mm


def test_a_die_that_is_hit_moves() -> None:
    lying = physics.Start("d6", 0.0, np.array([0.0, 0.0, 8.0]), np.array([1.0, 0, 0, 0]), np.zeros(3), np.zeros(3))
    fast = physics.Start(
        "d20", 0.0, np.array([-60.0, 0.0, 11.0]), np.array([1.0, 0, 0, 0]), np.array([900.0, 0, 0]), np.zeros(3)
    )
    hit, _ = physics.simulate([lying, fast])
    (alone,) = physics.simulate([lying])
    assert np.linalg.norm(hit.centres[-1] - lying.centre) > 5
    assert np.linalg.norm(alone.centres[-1] - lying.centre) < 0.5


def test_too_many_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="21 dice do not fit into the tray; throw at most 20 at a time"):
        throw(["d6"] * 21, 1)


def test_a_path_is_at_rest_when_no_corner_moves_any_more_as_seen_from_above() -> None:
    director = Director(np.random.default_rng(4), width=160, height=120)
    rocked = director.rock("d8", 1.0)
    path = director.stage.dice[0].way(rocked.rest + 5)
    assert path is not None
    end = path.at(path.end)[1]
    moved = [float(np.abs(path.at(rocked.rest + later)[1] - end)[:2].max()) for later in np.linspace(0, 1, 20)]
    assert max(moved) < 0.5
    assert rocked.rest > rocked.begin + 1.0, "it rocks for a second before it falls"


def test_the_same_seed_throws_the_same_dice_however_many_frames_are_drawn() -> None:
    one, clock = live()
    other, _ = live()
    first = one.throw(["d6", "d20"])
    assert other.throw(["d6", "d20"]) == first
    for _ in range(7):
        one.next()
    clock.sleep(one.busy_until)
    for _ in range(3):
        other.next()
    assert one.throw(["d8"]) == other.throw(["d8"])


def test_a_throw_clears_the_tray_and_its_truth_is_what_is_drawn() -> None:
    tray, clock = live()
    tray.throw(["d6"])
    clock.sleep(tray.busy_until + 1)
    empty_before = tray.still().image
    shown = tray.throw(["d20", "d20"])
    clock.sleep(tray.busy_until - tray.now + 1)
    truth = tray.truth()
    assert [die.face for die in truth] == shown
    assert [die.kind for die in truth] == ["d20", "d20"]
    changed = np.abs(tray.still().image.astype(int) - empty_before).max(axis=2) > 40
    view = camera_above(640, 480)
    for die in truth:
        x, y = view.project(die.centre[np.newaxis])[0]
        assert changed[int(y) - 8 : int(y) + 8, int(x) - 8 : int(x) + 8].mean() > 0.3


def test_frames_come_evenly_and_time_stands_still_while_nobody_takes_any() -> None:
    """On a slow machine the dice roll slowly, instead of from here to there between two frames."""
    tray, clock = live()
    times = [tray.next().monotonic for _ in range(6)]
    clock.sleep(1.0)
    times += [tray.next().monotonic for _ in range(6)]
    assert np.allclose(np.diff(times), 1 / FRAMES_A_SECOND)
    assert tray.now < 13 / FRAMES_A_SECOND
    assert tray.dropped == 0


def test_no_two_frames_are_the_same() -> None:
    tray, _ = live()
    assert len({tray.next().image.tobytes() for _ in range(60)}) == 60


@pytest.mark.parametrize(
    ("mishap", "faces_read", "on_floor"),
    [(Mishap.COCKED, [False, True], [True, True]), (Mishap.OFF_TRAY, [True, True], [False, True])],
)
def test_a_mishap_is_in_the_truth(mishap: Mishap, faces_read: list[bool], on_floor: list[bool]) -> None:
    for seed in range(3):
        tray, _ = live(seed)
        tray.plan(mishap)
        shown = tray.throw(["d6", "d8"])
        truth = sorted(tray.truth(), key=lambda die: die.kind)
        assert [face is not None for face in shown] == faces_read
        assert [die.on(FLOOR_MM) for die in truth] == on_floor


def test_the_wrong_die_is_one_that_was_not_asked_for() -> None:
    tray, _ = live()
    tray.plan(Mishap.WRONG_DIE)
    tray.throw(["d6", "d8"])
    kinds = {die.kind for die in tray.truth()}
    assert "d8" in kinds
    assert "d6" not in kinds
    tray.throw(["d6", "d8"])
    assert {die.kind for die in tray.truth()} == {"d6", "d8"}, "a mishap happens once"


def test_a_mishap_waits_where_a_throw_is_not_meant() -> None:
    tray, _ = live()
    tray.plan(Mishap.WRONG_DIE)
    tray.throw(["d6", "d8"], by_plan=False)
    assert {die.kind for die in tray.truth()} == {"d6", "d8"}
    tray.throw(["d6", "d8"])
    assert "d6" not in {die.kind for die in tray.truth()}


@pytest.mark.parametrize("mishap", [Mishap.HAND_IN_VIEW, Mishap.GLARE, Mishap.LIGHT_STEP, Mishap.SHADOW, Mishap.NUDGE])
def test_other_mishaps_are_to_be_seen(mishap: Mishap) -> None:
    """Against the very same throw without one; a nudge shows once the dice have settled."""
    pictures = []
    for planned in (True, False):
        tray, clock = live(11)
        if planned:
            tray.plan(mishap)
        tray.throw(["d6"])
        clock.sleep(2.2 if mishap is not Mishap.NUDGE else 6.0)
        pictures.append(tray.still().image.astype(int))
    assert (np.abs(pictures[0] - pictures[1]).max(axis=2) > 25).sum() > 60


def test_an_unplugged_camera_says_so_and_comes_back() -> None:
    tray, clock = live()
    tray.plan(Mishap.UNPLUGGED)
    tray.throw(["d6"])
    clock.sleep(1.5)
    with pytest.raises(CameraError, match="the simulated tray is unplugged; it comes back by itself"):
        tray.next()
    clock.sleep(4.0)
    assert tray.next().image.shape == (240, 320, 3)


def test_an_unknown_die_is_refused_and_the_tray_stays_as_it_was() -> None:
    tray, _ = live()
    tray.throw(["d6"])
    with pytest.raises(ValueError, match="no die is called 'd7'"):
        tray.throw(["d7"])
    assert [die.kind for die in tray.truth()] == ["d6"]


def test_an_evening_does_not_fill_the_memory() -> None:
    tray, clock = live()
    for _ in range(12):
        tray.throw(["d6", "d6"])
        clock.sleep(tray.busy_until - tray.now + 6)
    assert len(tray._director.stage.dice) <= 6
    assert len(tray._director.stage.hands) <= 8


def test_it_is_opened_by_its_name() -> None:
    with open_stream("simulated:9") as tray:
        assert tray.description == "simulated tray, seed 9"
        assert tray.next().image.shape == (480, 640, 3)


def test_what_is_to_stay_is_left_lying_and_the_others_are_taken_up() -> None:
    """Each by its type and face; of equal ones only so many, and none that leans."""
    tray, _clock = live(5)
    tray.throw(["d6", "d6", "d6", "d20"])
    tray._director.rock("d12", 0.1, lean=0.75)
    before = [die for die in tray.truth() if die.kind == "d6"]
    stay = [("d6", before[0].face), ("d6", before[1].face), ("d12", None)]
    tray.throw(["d8"], stay)
    kinds = sorted(die.kind for die in tray.truth())
    assert kinds == ["d6", "d6", "d8"], "nobody knows what a leaning die is to show, so it is not laid down either"
    faces = sorted(int(die.face or 0) for die in tray.truth() if die.kind == "d6")
    assert faces == sorted(int(one.face or 0) for one in before[:2])


def test_what_is_to_stay_and_is_not_there_is_laid_down() -> None:
    tray, _clock = live()
    tray.throw(["wizard"], [("wizard", "jester"), ("wizard", "blue"), ("d6", None)])
    faces = [die.face for die in tray.truth()]
    assert sorted(map(str, faces[:2])) == ["blue", "jester"]
    assert len(faces) == 3
