"""The pictures of the documents: each a scene of printed and of bought parts, put together or apart."""

from collections.abc import Callable, Iterator
from string import ascii_uppercase

from build123d import Part, Pos, Rot

from controller.hardware import Hardware
from hardware.generate.arrangement import PRINTED, PRINTED_TOO, Solid, Table
from hardware.generate.dimensions import dimensions
from hardware.generate.draw import Scene, Spot
from hardware.generate.mechanics import frame, hub, mast, panel, tray
from hardware.generate.shopping import shopping

Make = Callable[[Table], Scene]


def _scene(direction: Spot, width: int, *several: Iterator[Solid]) -> Scene:
    scene = Scene(direction, width)
    for solids in several:
        for colour, solid in solids:
            scene.add(colour, solid)
    return scene


def _whole(it: Table) -> Scene:
    everything = (it.board(), it.strips(), it.corners(), it.felt(), it.marks(), it.mast(), it.camera(), it.hub(2))
    around = (it.panel_at((-100, -390, -15), 0), it.panel_at((430, -60, -15), 90), it.display_at((-250, 340, 6)))
    return _scene((-0.55, -1.0, 0.85), 1300, *everything, it.lamp(-1), it.lamp(1), *around, it.dice())


def _tray(it: Table) -> Scene:
    (width, depth), top = it.table.tray.floor, it.made.corner.height
    scene = _scene((-0.5, -1.0, 0.9), 1000, it.board(), it.strips(12), it.corners(26), it.felt(70), it.marks(40))
    scene.note("A", (width / 2 + 26, -depth / 2 - 26, top), (0.12, -0.12))
    scene.note("B", (0, -depth / 2 - 20, 30), (0.0, -0.24))
    scene.note("C", (0, 0, 73), (0.0, 0.3))
    return scene.note("D", (-width / 2, depth / 2, top + 40), (-0.2, 0.12))


def _mast(it: Table) -> Scene:
    tray_parts = (it.board(), it.strips(), it.corners(), it.felt(), it.marks())
    scene = _scene((-0.8, -0.8, 0.45), 800, *tray_parts, it.mast(), it.camera())
    x, y = it.made.layout.mast
    scene.note("A", (x, y, 50), (0.2, 0.03))
    scene.note("B", (x, y, 400), (-0.12, 0.05))
    scene.note("C", (0, 90, it.arm_height), (0.06, 0.1))
    return scene.note("D", (0, 0, it.arm_height - 40), (0.0, -0.12))


def _camera(it: Table) -> Scene:
    scene = _scene((-0.9, -0.7, 0.55), 800, it.arm(), it.camera(45))
    scene.note("A", (0, 60, it.arm_height - 58), (-0.25, -0.2))
    scene.note("B", (15, 15, it.arm_height - 20), (0.3, 0.15))
    return scene.note("C", (0, 100, it.arm_height), (0.25, 0.3))


def _lamp(it: Table) -> Scene:
    scene = _scene((0.9, -0.7, 0.35), 700, it.lamp(-1, 28))
    x, height = -it.table.light.distance, it.table.light.height
    scene.note("A", (x, 0, 45), (0.25, 0.0))
    scene.note("B", (x + 41, -12, height + 2), (0.3, 0.12))
    scene.note("C", (x + 60, -90, height - 25), (-0.25, -0.1))
    return scene.note("D", (x + 100, 60, height - 50), (0.2, 0.15))


def _lamp_inside(it: Table) -> Scene:
    """A channel on its back, before it lies on its wedge: letters as in the picture of the lamp, and on from there."""
    made = it.made.lamp
    scene = _scene((-0.5, -1.0, 0.75), 900, it.lying_channel(screws=42, strip=62, pane=86))
    middle, beside = made.length / 2, made.outer / 2
    scene.note("C", (40, 0, 12), (0.15, -0.06))
    scene.note("D", (150, beside, made.depth + 84), (-0.2, 0.06))
    scene.note("E", (middle + 10, beside, made.floor + 36), (0.1, -0.02))
    return scene.note("F", (38, beside, made.floor + 63), (-0.01, 0.1))


def _computer(it: Table) -> Scene:
    scene = _scene((-0.55, -1.0, 0.8), 900, it.raspberry_pi(), it.plugs(22))
    scene.note("A", (-22, 24, 0), (-0.1, 0.22))
    scene.note("B", (112, 42, 12), (0.0, 0.25))
    return scene.note("C", (7.7, -45, 3), (0.25, 0.02))


def _keys(it: Table) -> Scene:
    face, on_lid = it.table.panel, it.made.panel.on_lid
    scene = _scene((-0.5, -1.0, 0.65), 1000, it.lid(0, 26))
    scene.note("A", (*on_lid(face.keys[0]), 34), (-0.1, 0.25))
    scene.note("B", (*on_lid(face.ok), -16), (0.25, -0.05))
    return scene.note("C", (*on_lid(face.lamp), 18), (-0.05, -0.4))


def _panel(it: Table) -> Scene:
    scene = _scene((-0.55, -1.0, 0.55), 900, it.panel(50, 30, 40))
    scene.note("A", (20, 0, 18), (-0.2, -0.02))
    scene.note("B", (20, 0, 88), (-0.2, 0.02))
    scene.note("C", (24, 14, 119.7), (-0.2, 0.05))
    scene.note("D", (2, 60, 220), (-0.1, 0.15))
    return scene.note("E", (104, 65, 5), (0.3, -0.12))


def _hub(it: Table, sockets: int, chips: int) -> Scene:
    scene = _scene((-0.6, -1.0, 1.1), 900, it.hub(sockets, chips))
    made, (x, y) = it.made.hub, it.made.layout.hub
    low, high = made.pi_board
    board, z = (x + made.board_at[0], y + made.board_at[1]), made.thickness + made.standoff
    scene.note("A", (x + low[0] + 30, y + high[1] - 12, z + 2), (-0.12, 0.22))
    scene.note("B", (board[0] + 152, board[1] + 86, z + 2), (0.14, 0.1))
    scene.note("C", (board[0] + 10, board[1] + 3, z + 6), (-0.2, -0.05))
    scene.note("D", (board[0] + 16, board[1] + 88, z + 10), (-0.3, -0.02))
    scene.note("E", (x + 135, y + 145, made.thickness), (0.15, 0.15))
    if chips:
        scene.note("F", (board[0] + 16 + 31 * (chips - 1), board[1] + 34, z + 7), (0.28, -0.03))
    return scene


def _display_parts(it: Table) -> Scene:
    """As the frame lies before you while it is put together: on its face."""
    lying = ((colour, Rot(180, 0, 0) * solid) for colour, solid in it.display(34))
    scene = _scene((-0.45, -1.0, 0.75), 1100, lying)
    scene.note("A", (20, -it.made.frame.outer[1], 8), (-0.14, -0.08))
    scene.note("B", (210, -74, 38), (0.1, -0.2))
    scene.note("C", (75, -66, 84), (-0.22, 0.03))
    scene.note("D", (142, -66, 123), (-0.08, 0.3))
    return scene.note("E", (256, -60, 140), (0.15, 0.1))


def _printed(it: Table) -> Scene:
    """Every printed part as it lies on the bed, in rows, with letters in the order of ``parts.toml``."""
    scene, gap, longest = Scene((-0.12, -1.0, 1.0), 1300), 28.0, 720.0
    x = y = deep = 0.0
    makers = printed(it.table)
    for number, part in enumerate(shopping().printed):
        solid = makers[part.name]()
        box = solid.bounding_box()
        if x and x + box.size.X > longest:
            x, y, deep = 0.0, y - deep - 3 * gap, 0.0
        placed = Pos(x - box.min.X, y - box.max.Y, -box.min.Z) * solid
        scene.add((PRINTED, PRINTED_TOO)[number % 2], placed)
        near = min(placed.vertices(), key=lambda one: (round(one.Y), round(one.Z), one.X))
        scene.note(ascii_uppercase[number], (near.X, near.Y, near.Z), (0.0, -0.045))
        x, deep = x + box.size.X + gap, max(deep, box.size.Y)
    return scene


PICTURES: dict[str, Make] = {
    "printed": _printed,
    "computer": _computer,
    "whole": _whole,
    "tray": _tray,
    "mast": _mast,
    "camera": _camera,
    "lamp": _lamp,
    "lamp-inside": _lamp_inside,
    "keys": _keys,
    "panel": _panel,
    "panel-closed": lambda it: _scene((-0.25, -1.0, 0.62), 800, it.panel()),
    # From where the player and a neighbour look, as privacy.py has their eyes; that one leans back as far as they may.
    "panel-player": lambda it: _scene((0.0, -440.0, 400.0), 560, it.panel()),
    "panel-neighbour": lambda it: _scene((700.0, -516.0, 400.0), 560, it.panel()),
    "hub": lambda it: _hub(it, 2, 0),
    "hub-five": lambda it: _hub(it, 5, 5),
    "display-parts": _display_parts,
    "display": lambda it: _scene((-0.5, -1.0, 0.3), 1000, it.display_at((0, 0, 0))),
    "display-back": lambda it: _scene((-0.5, 1.0, 0.35), 900, it.display_at((0, 0, 0))),
}
"""Every picture, by its name."""


def printed(table: Hardware) -> dict[str, Callable[[], Part]]:
    """Every printed part as it lies on the bed, by its name."""
    made = dimensions(table)
    return {
        "panel-box": lambda: panel.box(made.panel),
        "panel-lid": lambda: panel.lid(made.panel, table.panel),
        "panel-shroud": lambda: panel.shroud_on_bed(made.panel),
        "tray-corner": lambda: tray.corner(made.corner),
        "foot": lambda: mast.foot(made.foot),
        "camera-plate": lambda: mast.head(made.head),
        "camera-module-adapter": lambda: mast.module_adapter(made.head),
        "lamp-channel": lambda: mast.channel(made.lamp),
        "lamp-wedge": lambda: mast.wedge(made.lamp),
        "display-half": lambda: frame.half(made.frame),
        "display-splice": lambda: frame.splice(made.frame),
        "display-stand": lambda: frame.stand(made.frame),
        "hub-plate": lambda: hub.plate(made.hub),
    }
