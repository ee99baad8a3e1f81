"""The printed parts as they are in the files: whole, on the bed, of the right size, with holes where they belong."""

from collections.abc import Sequence

import numpy as np
import pytest

from controller.hardware import hardware
from hardware.generate import given, mesh, printing
from hardware.generate.dimensions import dimensions
from hardware.generate.shopping import shopping

TABLE = hardware()
MADE = dimensions(TABLE)
NAMES = [part.name for part in shopping().printed]
BED = 220.0
# A facet lies inside of its circle by less than this.
FACET = 0.06


def size(name: str) -> tuple[float, ...]:
    return tuple(round(float(side), 1) for side in mesh.size(mesh.read(name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_part_is_closed_lies_on_the_bed_and_fits_a_usual_printer(name: str) -> None:
    triangles = mesh.read(name)
    assert mesh.is_closed(triangles)
    assert mesh.volume(triangles) > 0, "else its faces look inwards"
    assert abs(triangles[:, :, 2].min()) < 0.001
    width, depth, height = mesh.size(triangles)
    assert max(width, depth) <= BED
    assert height <= BED


def test_every_file_is_a_part_and_every_part_a_file() -> None:
    for folder, ending in (("stl", "stl"), ("step", "step")):
        files = {path.stem for path in (mesh.STL_FOLDER.parent / folder).glob(f"*.{ending}")}
        assert files == set(NAMES)


@pytest.mark.parametrize("key", [*TABLE.panel.places(), "lamp"])
def test_keys_fit_the_holes_of_the_lid(key: str) -> None:
    """A thread of 12 mm goes through, its nut does not."""
    place = TABLE.panel.lamp if key == "lamp" else TABLE.panel.places()[key]
    wanted = TABLE.panel.lamp_hole if key == "lamp" else TABLE.panel.key_hole
    found = mesh.hole_diameter(mesh.read("panel-lid"), MADE.panel.on_lid(place), 1.5)
    assert wanted - FACET < found <= wanted + 0.001
    if key != "lamp":
        assert 12.0 < found < 14.0


def test_the_lid_covers_the_box_and_their_screws_meet() -> None:
    box, lid, it = mesh.read("panel-box"), mesh.read("panel-lid"), MADE.panel
    assert size("panel-lid") == (*it.outer, it.lid)
    assert size("panel-box") == (*it.outer, it.height)
    for screw in it.screws:
        assert given.M3 - FACET < mesh.hole_diameter(lid, screw, 1.0) <= given.M3 + 0.001
        assert given.M3 - FACET < mesh.hole_diameter(box, screw, it.height - 3) <= given.M3 + 0.001
        assert mesh.hole_diameter(box, screw, 10) > 6.5, "the head goes in from below"
    # What is left around the head, to the outside and to the inside.
    assert it.margin / 2 - given.M3_HEAD / 2 >= 1.2
    assert it.boss - it.margin / 2 - given.M3_HEAD / 2 >= 1.2


def test_the_shroud_stands_on_the_lid_and_covers_every_option_key() -> None:
    """What is seen past it: test_privacy.py."""
    it = MADE.panel
    # On its back: height is its depth, with the wings.
    assert size("panel-shroud") == (it.outer[0], it.shroud, it.outer[1] + it.wing)
    roof = np.abs(mesh.cut(mesh.read("panel-shroud"), it.outer[1] - it.roof_front - 1)[:, 1] - it.shroud) < 0.01
    assert roof.any()
    lowest = min(it.on_lid(place)[1] for place in TABLE.panel.keys)
    assert it.roof_front <= lowest - TABLE.panel.key_hole / 2


def test_a_profile_goes_into_the_foot() -> None:
    found = mesh.hole_diameter(mesh.read("foot"), (0, 0), 30)
    assert found > given.PROFILE
    square = mesh.cut(mesh.read("foot"), 15.0)
    inner = np.abs(square).max(axis=1).min()
    assert given.PROFILE + 0.2 <= 2 * inner <= given.PROFILE + 0.4
    for screw in MADE.foot.screws:
        assert mesh.hole_diameter(mesh.read("foot"), screw, 2.0) > 4.4


def test_the_camera_fits_its_plate() -> None:
    plate, it = mesh.read("camera-plate"), MADE.head
    for height in (2.0, it.thickness + it.spacer - 1):
        assert mesh.hole_diameter(plate, (it.lens_x, 0), height) > 36.4, "the housing below the lens"
    half = it.pattern / 2
    for x in (-half, half):
        for y in (-half, half):
            # M2.5 through the spacers.
            assert 2.6 < mesh.hole_diameter(plate, (it.lens_x + x, y), it.thickness + 2) < 2.9
    adapter = mesh.read("camera-module-adapter")
    for x in (-half, half):
        assert 2.6 < mesh.hole_diameter(adapter, (x, half), 1.5) < 2.9
    for x, y in ((-10.5, 0.0), (10.5, 0.0), (-10.5, 12.5), (10.5, 12.5)):
        assert 2.2 < mesh.hole_diameter(adapter, (x, y), 1.5) < 2.4


def test_two_halves_hold_the_boards_of_the_display() -> None:
    it, boards = MADE.frame, (256.0, 64.0)
    assert it.boards == boards
    points = mesh.cut(mesh.read("display-half"), it.depth - 2)
    inner = points[np.abs(points[:, 1] - MADE.frame.outer[1] / 2) < boards[1] / 2]
    room_left = inner[:, 0][inner[:, 0] > it.wall - 0.01].min()
    assert 2 * (it.outer[0] - room_left) >= boards[0]
    levels = np.unique(points[points[:, 0] > it.wall + 1][:, 1])
    assert boards[1] <= np.diff(levels).max() <= boards[1] + 1


def test_strips_fit_the_corners_and_the_mark_fits_on_top() -> None:
    it, corner = MADE.corner, mesh.read("tray-corner")
    assert size("tray-corner") == (*(round(it.leg + it.edge, 1),) * 2, it.height)
    assert it.height == TABLE.tray.wall_height + it.roof
    points = mesh.cut(corner, 20.0)
    end = points[np.abs(points[:, 0] + it.leg) < 0.01][:, 1]
    # The slot opens where the strip goes in: between the floor's edge and the outer wall.
    assert any(TABLE.tray.wall_thickness <= value <= TABLE.tray.wall_thickness + 0.5 for value in end)
    top = corner[(np.abs(corner[:, :, 2] - it.height) < 0.01).all(axis=1)].reshape(-1, 3)
    far = it.mark_paper / 2 + it.mark_inside
    assert top[:, 0].max() >= it.mark_paper / 2 - it.mark_inside
    # The slanted face x + y = -leg lies outside of the paper's inner corner.
    assert top[:, :2].sum(axis=1).min() <= -2 * far


def test_raspberry_pi_and_board_fit_the_hub() -> None:
    hub, it = mesh.read("hub-plate"), MADE.hub
    assert it.pi == (58.0, 49.0), "Raspberry Pi 3 to 5, mechanical drawings"
    for hole in it.pi_holes:
        assert 2.1 < mesh.hole_diameter(hub, hole, it.thickness + 3) < 2.3
    for hole in it.board_holes:
        assert 2.6 < mesh.hole_diameter(hub, hole, it.thickness + 3) < 2.8
    # Nothing hangs over the other: the board ends before the Raspberry Pi begins, which is 3.5 mm before its holes.
    assert it.board_at[1] + it.board[1] <= it.pi_at[1] - 3.5


def test_the_strip_fits_the_lamp() -> None:
    it = MADE.lamp
    assert size("lamp-channel") == (it.length, round(it.outer, 1), it.depth)
    points = mesh.cut(mesh.read("lamp-channel"), it.depth / 2)
    inside = points[(points[:, 0] > 20) & (points[:, 0] < 180)][:, 1].round(2)
    assert sorted({*inside.tolist()})[1:3] == pytest.approx([it.wall, it.outer - it.wall])
    assert it.inner >= TABLE.light.strip_width


# --- without support --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_part_is_printed_without_support(name: str) -> None:
    """What looks down by more than 45 degrees is a short bridge, or sticks out by a line or two."""
    found = printing.bridges(mesh.read(name))
    assert [one for one in found if one.span > printing.LONGEST_BRIDGE] == []
    assert [one for one in found if one.ledge > printing.LONGEST_LEDGE] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_wall_is_too_thin_to_be_printed(name: str) -> None:
    assert printing.thinnest(mesh.read(name)) >= printing.THINNEST_WALL - 0.001


def block(low: Sequence[float], high: Sequence[float]) -> np.ndarray:
    """The twelve triangles of a block."""
    corners = np.array([[(low, high)[n >> axis & 1][axis] for axis in range(3)] for n in range(8)])
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return np.array([corners[list(t)] for a, b, c, d in faces for t in ((a, b, c), (a, c, d))], dtype=float)


def beam(length: float, second_foot: bool) -> np.ndarray:
    """A beam of 5 mm on one foot, or on one at each end: its underside is cut out along the feet."""
    feet = [block((0, 0, 0), (5, 5, 20))] + [block((5 + length, 0, 0), (10 + length, 5, 20))] * second_foot
    made = np.vstack([*feet, block((5, 0, 15), (5 + length, 5, 20))])
    # Faces in which two blocks touch are inside of the body.
    inside = [x for x in (5.0, 5.0 + length) if x == 5.0 or second_foot]
    flat = np.array([any(np.allclose(triangle[:, 0], x) for x in inside) for triangle in made])
    tall = made[:, :, 2].min(axis=1) < 1
    walls = [
        np.array([[(x, 0, 0), (x, y, 0), (x, y, 15)], [(x, 0, 0), (x, y, 15), (x, 0, 15)]], dtype=float)
        for x in inside
        for y in (5.0,)
    ]
    return np.vstack([made[~(flat & (tall | (made[:, :, 2].min(axis=1) > 14)))], *walls])


def test_a_bridge_is_told_from_what_sticks_out() -> None:
    (bridge,) = printing.bridges(beam(30.0, second_foot=True))
    assert bridge.span == pytest.approx(30.0)
    assert bridge.ledge == pytest.approx(0.0)
    (arm,) = printing.bridges(beam(30.0, second_foot=False))
    assert arm.ledge == pytest.approx(30.0)


def test_a_slope_of_45_degrees_is_no_bridge_and_a_flatter_one_is() -> None:
    for rise, expected in ((10.0, 0), (9.0, 1)):
        # Turned over: a wedge whose slope looks down.
        wedge = block((0, 0, 0), (10, 20, 10))
        wedge[np.isclose(wedge[:, :, 0], 10) & np.isclose(wedge[:, :, 2], 0), 2] = rise
        assert len(printing.bridges(wedge)) == expected, rise


def test_a_thin_wall_is_measured() -> None:
    assert printing.thinnest(block((0, 0, 0), (30, 0.9, 20))) == pytest.approx(0.9)


def test_a_damaged_file_is_told(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("stl")
    (folder / "foot.stl").write_bytes((mesh.STL_FOLDER / "foot.stl").read_bytes()[:-10])
    monkeypatch.setattr(mesh, "STL_FOLDER", folder)
    with pytest.raises(ValueError, match=r"foot\.stl: \d+ bytes do not hold"):
        mesh.read("foot")


def test_a_hole_in_a_part_is_found() -> None:
    assert not mesh.is_closed(mesh.read("foot")[1:])
