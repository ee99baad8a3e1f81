"""What is screwed together fits: holes over holes, heads on flat ground, room for what goes in.

Measured in the files of the printed parts. That no two parts run into each other is reckoned with the solids
(``hardware/generate/collisions.py``) each time that the files are made.
"""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest

from controller.hardware import hardware
from hardware.generate import collisions, given, mesh, plan, printing
from hardware.generate.dimensions import dimensions
from hardware.generate.shopping import shopping

TABLE = hardware()
MADE = dimensions(TABLE)
FACET = 0.06


def free(name: str, start: tuple[float, float, float], ahead: tuple[float, float, float]) -> float:
    """How far a straight line goes from a place before it meets a part, mm; infinite where it does not."""
    return float(printing.hits(np.array(start), np.array(ahead), mesh.read(name)).min())


def around(radius: float, count: int = 12) -> list[tuple[float, float]]:
    turns = [2 * math.pi * n / count for n in range(count)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def sunk_head(name: str, place: tuple[float, float], top: float, across: float) -> float:
    """How thick a part is below the cone in which the head of a wood screw lies, mm; the head lies flush in it."""
    head = given.COUNTERSUNK[across].head / 2
    for radius in (given.WOOD_SCREW / 2 + 0.1, head):
        for x, y in around(radius):
            deep = free(name, (place[0] + x, place[1] + y, top + 10), (0, 0, -1)) - 10
            # A cone of 90°: as deep as it is farther in. What lies on it sinks in no farther than its own rim.
            assert 0 < deep == pytest.approx(given.WOOD_SINKS[across] / 2 - radius, abs=FACET), (name, place)
    return top - (given.WOOD_SINKS[across] - given.WOOD_SCREW) / 2


class Cube:
    """As much of a solid as it takes to see where two of them are: a box along the axes."""

    def __init__(self, *sides: tuple[float, float]) -> None:
        self.sides = sides
        self.volume = math.prod(high - low for low, high in sides)

    def bounding_box(self) -> SimpleNamespace:
        low, high = (
            SimpleNamespace(X=x, Y=y, Z=z) for x, y, z in zip(*((low, high) for low, high in self.sides), strict=True)
        )
        middle = SimpleNamespace(**{axis: (getattr(low, axis) + getattr(high, axis)) / 2 for axis in "XYZ"})
        return SimpleNamespace(min=low, max=high, center=lambda: middle)

    def __and__(self, other: "Cube") -> "Cube | None":
        both = [(max(a, c), min(b, d)) for (a, b), (c, d) in zip(self.sides, other.sides, strict=True)]
        return Cube(*both) if all(low < high for low, high in both) else None


def test_parts_that_run_into_each_other_are_found_and_those_that_touch_are_not() -> None:
    black = (0, 0, 0)
    one, beside, inside = (
        Cube((0, 10), (0, 10), (0, 10)),
        Cube((10, 20), (0, 10), (0, 10)),
        Cube((9, 12), (4, 6), (0, 2)),
    )
    assert [*collisions.common("box", [(black, one), (black, beside)])] == []
    assert [*collisions.common("box", [(black, one), (black, beside), (black, inside)])] == [
        "box: two parts have 4 mm³ in common, at 10, 5, 1",
        "box: two parts have 8 mm³ in common, at 11, 5, 1",
    ]


# --- the board --------------------------------------------------------------------------------------------------------


def holes(what: str) -> list[tuple[float, float]]:
    """Where the plan has holes for something, from the middle of the tray."""
    layout = MADE.layout
    return [
        (hole.place[0] - layout.width / 2, hole.place[1] - layout.front)
        for hole in plan.holes(TABLE)
        if hole.what == what
    ]


@pytest.mark.parametrize(
    ("what", "place"),
    [("mast", MADE.layout.mast), ("lamp, left", MADE.layout.posts[0]), ("lamp, right", MADE.layout.posts[1])],
)
def test_each_foot_has_its_holes_over_those_of_the_plan(what: str, place: tuple[float, float]) -> None:
    foot = mesh.read("foot")
    assert len(holes(what)) == 4
    for x, y in holes(what):
        here = (x - place[0], y - place[1])
        assert mesh.hole_diameter(foot, here, 2.0) == pytest.approx(given.WOOD_SCREW, abs=FACET)
        assert sunk_head("foot", here, MADE.foot.thickness, 4.0) > 1.0


def test_the_hub_has_its_holes_over_those_of_the_plan() -> None:
    (x0, y0), plate = MADE.layout.hub, mesh.read("hub-plate")
    assert len(holes("hub")) == 3
    for x, y in holes("hub"):
        assert mesh.hole_diameter(plate, (x - x0, y - y0), 1.5) == pytest.approx(given.WOOD_SCREW, abs=FACET)
        # The head of a wood screw of 3.5 mm, 7 mm wide, has room between the posts, and lies in the plate.
        assert sunk_head("hub-plate", (x - x0, y - y0), MADE.hub.thickness, 3.5) > 1.0


def test_each_corner_has_its_hole_over_that_of_the_plan() -> None:
    corner, (width, depth) = mesh.read("tray-corner"), TABLE.tray.floor
    assert len(holes("tray corner")) == 4
    for x, y in holes("tray corner"):
        # The four corners are the same part, turned; from a floor's corner the middle is where x and y fall.
        here = (abs(x) - width / 2, abs(y) - depth / 2)
        assert mesh.hole_diameter(corner, here, 5.0) == pytest.approx(given.WOOD_SCREW - 1.5, abs=FACET)
        deep = free("tray-corner", (*here, -1.0), (0, 0, 1)) - 1
        assert deep >= 30 - MADE.layout.thickness, "a screw of 30 mm that comes through the board"


def test_all_holes_and_everything_that_stands_on_the_board_lie_on_it() -> None:
    layout = MADE.layout
    for hole in plan.holes(TABLE):
        x, y = hole.place
        assert 10 <= x <= layout.width - 10
        assert 10 <= y <= layout.front + layout.back - 10
    plate = MADE.hub.plate
    assert layout.hub[0] + plate[0] <= layout.width / 2
    assert layout.hub[1] + plate[1] <= layout.back


# --- panel ------------------------------------------------------------------------------------------------------------


def test_the_screws_of_a_panel_reach_the_nuts_in_the_shroud() -> None:
    """The part lies on its back: what stands upright on the lid is along y here, the depth of the panel is z."""
    it = MADE.panel
    for x, y in it.screws:
        place = (x, -1.0, it.outer[1] - y)
        assert free("panel-shroud", place, (0, 1, 0)) > it.rail[1] + 5, "nothing stops the screw"
        for dx, dz in around(given.M3 / 2 + 0.3):
            assert free("panel-shroud", (x + dx, -1.0, place[2] + dz), (0, 1, 0)) == pytest.approx(1.0, abs=0.01)
        # From above the nut finds flat ground, 3 mm below the rail's top, and as much room as it is wide.
        above = it.rail[1] + 4
        for dx, dz in around(2.5, 6):
            deep = free("panel-shroud", (x + dx, above, place[2] + dz), (0, -1, 0))
            assert deep == pytest.approx(above - (it.rail[1] - 3), abs=0.01)
    # Box, lid, rail below the nut, the nut.
    assert 8 + it.lid + (it.rail[1] - 3) + 2.4 <= 20, "M3 × 20"


def test_the_plug_of_the_cable_goes_through_the_slot() -> None:
    """An IDC plug of 16 wires is 28 mm long, and 7 mm thick with its cable."""
    width, depth = MADE.panel.outer
    for x in np.arange(-14.0, 14.1, 2.0):
        for z in np.arange(16.5, 23.6, 1.0):
            assert free("panel-box", (width / 2 + x, depth + 5, float(z)), (0, -1, 0)) > 2 * MADE.panel.wall + 5


def test_the_lamp_fits_the_lid_and_the_overlay_its_recess() -> None:
    it, panel, lid = MADE.panel, TABLE.panel, mesh.read("panel-lid")
    assert 8.0 < mesh.hole_diameter(lid, it.on_lid(panel.lamp), 1.5) < 8.3
    # Straight down beside each corner of the overlay: the recess is there, and as deep as it has to be.
    for x in (-0.2, panel.face[0] + 0.2):
        for y in (-0.2, panel.face[1] + 0.2):
            at = it.on_lid((x, y))
            assert free("panel-lid", (*at, 10.0), (0, 0, -1)) == pytest.approx(10 - it.lid + it.recess, abs=0.01)


# --- mast -------------------------------------------------------------------------------------------------------------


def test_the_heads_of_the_screws_lie_flat_on_the_foot() -> None:
    """A rib below a head would bend the screw. M5 with its washer is 10 mm wide."""
    it = MADE.foot
    wall = it.outer / 2
    for turn in range(4):
        sine, cosine = ((0, 1), (1, 0), (0, -1), (-1, 0))[turn]
        for aside, up in around(given.M5_HEAD / 2 - 0.1):
            start = (60 * cosine - aside * sine, 60 * sine + aside * cosine, it.screw_height + up)
            assert free("foot", start, (-cosine, -sine, 0)) == pytest.approx(60 - wall, abs=0.01), turn
        start = (60.0 * cosine, 60.0 * sine, it.screw_height)
        assert free("foot", start, (-cosine, -sine, 0)) == math.inf, "the screw goes through"


def test_the_screws_in_the_slots_reach_their_nuts_and_not_the_ground() -> None:
    """What is left of a screw behind washer and printed part goes into the slot, which is 6 mm deep."""
    washer = given.WASHERS[5.0].thickness
    (short,), (long,) = (
        re.findall(r"M5 × (\d+)", " ".join(part.name for part in shopping().parts if part.count == count))
        for count in ("short profile screws", "wedge screws")
    )
    for length, through in ((short, MADE.foot.wall), (short, MADE.head.thickness), (long, MADE.lamp.flange)):
        assert 4.0 <= int(length) - washer - through <= 5.5


def test_the_camera_hangs_beside_the_arm_and_its_plate_beside_the_bracket() -> None:
    it = MADE.head
    beside = it.lens_x - it.overlap
    assert beside > 19, "half of the camera's board"
    assert MADE.layout.arm_length - it.overlap > 20, "the bracket's leg"
    # Both slots take the screws that hold it to the arm.
    for x in (10.0, 14.0, 30.0, 34.0):
        assert mesh.hole_diameter(mesh.read("camera-plate"), (x, 0.0), 2.0) >= given.M5 - FACET


def test_the_plate_of_the_camera_is_not_in_its_picture() -> None:
    """The lens looks out of it; and lamps are farther to the side than what the picture shows at their height."""
    it, camera = MADE.head, TABLE.camera
    assert it.lens_length > it.spacer + it.thickness
    lamp = MADE.lamp
    out, _up = lamp.face_middle
    reach = given.PROFILE / 2 + out + (lamp.depth + lamp.outer / 2) / math.sqrt(2)
    shown = camera.sensor[0] / 2 / camera.focal_length * (camera.height - TABLE.light.height + lamp.outer)
    assert TABLE.light.distance - reach > shown


def test_the_cable_of_the_camera_is_long_enough() -> None:
    """Along the arm, down the mast, over the board to the middle of the Raspberry Pi, with a bend at either end."""
    (name,) = (part.name for part in shopping().parts if part.name.startswith("Camera cable"))
    found = re.search(r", (\d+(?:\.\d+)?) m$", name)
    assert found
    layout, hub = MADE.layout, MADE.hub
    (left, front), (right, back) = hub.pi_board
    pi = (layout.hub[0] + (left + right) / 2, layout.hub[1] + (front + back) / 2)
    down = TABLE.tray.felt + TABLE.camera.height + MADE.head.lens_below_arm
    way = layout.mast[1] + down + math.dist(layout.mast, pi)
    assert way + 2 * 20 <= 1000 * float(found.group(1))


# --- lamp -------------------------------------------------------------------------------------------------------------


def test_the_channel_lies_on_the_wedge_and_their_screws_meet() -> None:
    it = MADE.lamp
    wedge, channel = mesh.read("lamp-wedge"), mesh.read("lamp-channel")
    angle = math.radians(it.angle_deg)
    out, along = np.array([math.cos(angle), -math.sin(angle)]), np.array([math.sin(angle), math.cos(angle)])
    points = wedge.reshape(-1, 3)[:, :2] - np.array(it.face_middle)
    before = points[np.abs(points @ along) < it.outer / 2]
    assert (before @ out).max() < 0.01, "nothing of the wedge stands where the channel lies"
    for aside in (-10.0, 10.0):
        place = (it.length / 2 + aside, it.outer / 2)
        assert mesh.hole_diameter(channel, place, 1.0) == pytest.approx(given.M3, abs=FACET)
        x, y = np.array(it.face_middle) + 5 * out
        start = (float(x), float(y), it.wedge_width / 2 + aside)
        assert free("lamp-wedge", start, (-out[0], -out[1], 0)) > 5 + 12 - it.floor, "room for M3 × 12"


def test_the_led_strip_lies_flat_on_the_heads_of_the_channels_screws() -> None:
    """Straight down where the strip lies: nothing stands up, and each head finds a cone as wide as it is."""
    it, top = MADE.lamp, MADE.lamp.depth + 5
    head = given.SUNK[3.0].head / 2
    for x in np.arange(it.wall + 1, it.length - it.wall - 1, 4.0):
        for aside in (-it.strip_width / 2, 0.0, it.strip_width / 2):
            down = free("lamp-channel", (float(x), it.outer / 2 + aside, top), (0, 0, -1))
            assert down >= top - it.floor - 0.01
    for x, y in it.screws:
        for dx, dy in around(head - 0.05):
            down = free("lamp-channel", (x + dx, y + dy, top), (0, 0, -1))
            assert top - it.floor < down == pytest.approx(top - it.floor + it.sink / 2 - head + 0.05, abs=FACET)
    assert it.floor - (it.sink - given.M3) / 2 >= printing.THINNEST_WALL, "what is left below the cone"


def test_the_twin_wire_of_the_strip_leaves_by_its_hole() -> None:
    """2 × 0.75 mm² is up to 2.7 × 5.4 mm with its insulation (H03VH-H)."""
    it = MADE.lamp
    for aside in (-2.7, 0.0, 2.7):
        start = (-5.0, it.outer / 2 + aside, it.floor + 4.5)
        assert free("lamp-channel", start, (1, 0, 0)) > it.wall + 5


def test_the_screws_of_the_wedge_have_flat_ground_outside_of_the_channel() -> None:
    it = MADE.lamp
    for height in (it.screw, it.tall - it.screw):
        for up, aside in around(given.WASHERS[5.0].outer / 2 - 0.1):
            start = (60.0, height + up, it.wedge_width / 2 + aside)
            assert free("lamp-wedge", start, (-1, 0, 0)) == pytest.approx(60 - it.flange, abs=0.01), height


def test_the_panes_go_into_their_grooves() -> None:
    names = " / ".join(part.name for part in shopping().parts)
    found = re.search(r"Acrylic, opal, (\d+) mm, (\d+) × (\d+) mm", names)
    assert found
    thick, long, wide = map(int, found.groups())
    it, channel = MADE.lamp, mesh.read("lamp-channel")
    assert it.diffuser == thick
    assert it.length - 10 < long <= it.length - it.wall
    points = mesh.cut(channel, it.depth - it.wall - thick / 2)
    middle = points[np.abs(points[:, 0] - it.length / 2) < it.length / 2 - 20][:, 1]
    low, high = middle[middle < it.outer / 2].max(), middle[middle > it.outer / 2].min()
    assert it.inner < wide < high - low < wide + 1


# --- display ----------------------------------------------------------------------------------------------------------


def test_every_light_shines_through_the_window() -> None:
    """Straight through the front at the outer edge of the outermost lights, along the three closed sides of a half."""
    it, module = MADE.frame, TABLE.display.module
    edge = it.wall + given.FIT + (module / 8 - given.LIGHT) / 2 + 0.01
    (width, height), middle = it.outer, it.outer[1] / 2
    for place in ((edge, middle), (width / 2, edge), (width / 2, height - edge)):
        assert free("display-half", (*place, -5.0), (0, 0, 1)) == math.inf, place
    # And the pane does not fall out, as far to one side as it may lie.
    window = it.wall + it.lip
    assert it.outer[1] - 2 * window < it.boards[1] - given.FIT


def test_the_ends_of_the_boards_are_free_for_their_plugs() -> None:
    """Five pins at either end of each board stand out to the back, where stands and splice are."""
    it = MADE.frame
    ends = it.wall + given.FIT
    assert it.screws[0][0] - it.bar / 2 - ends >= 10
    assert it.outer[0] - (it.screws[2][0] + it.bar / 2) >= 10
    width = mesh.size(mesh.read("display-splice"))[0]
    for row in (0.5, 1.5):
        for up in (-7.0, 7.0):
            for aside in (-9.0, 9.0):
                y = it.wall + given.FIT + row * TABLE.display.module + up
                assert free("display-splice", (width / 2 + aside, y, -5.0), (0, 0, 1)) == math.inf


def test_splice_and_stands_meet_the_holes_of_the_halves() -> None:
    it, half, splice = MADE.frame, mesh.read("display-half"), mesh.read("display-splice")
    for place in it.screws:
        assert mesh.hole_diameter(half, place, it.depth - 2) == pytest.approx(given.M3_THREAD, abs=FACET)
    # Two halves, one of them turned around: their inner holes are twice as far apart as from the middle.
    apart = 2 * (it.outer[0] - it.screws[2][0])
    width, height, _thick = mesh.size(splice)
    for x in ((width - apart) / 2, (width + apart) / 2):
        for y in (it.wall / 2, height - it.wall / 2):
            assert mesh.hole_diameter(splice, (x, y), 2.0) == pytest.approx(given.M3, abs=FACET)
    stand = mesh.read("display-stand")
    for y in (it.screws[0][1], it.screws[1][1]):
        assert free("display-stand", (-60.0, y, float(mesh.size(stand)[2]) / 2), (1, 0, 0)) == math.inf
    assert it.outer[1] == pytest.approx(height)
