"""The pictures of the documents: each a scene of printed and of bought parts, put together or apart."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from build123d import Part, Pos, Rot

from controller.display.font import BIG
from controller.display.picture import HEIGHT, WIDTH, Canvas
from controller.hardware import Hardware, Point
from hardware.generate.dimensions import PROFILE, Dimensions, dimensions
from hardware.generate.draw import Colour, Scene
from hardware.generate.mechanics import bought, frame, hub, mast, panel, tray
from hardware.generate.mechanics.solids import block, prism

PRINTED: Final[Colour] = (96, 120, 140)
PRINTED_TOO: Final[Colour] = (134, 160, 178)
WOOD: Final[Colour] = (222, 188, 140)
STRIP: Final[Colour] = (198, 156, 104)
FELT: Final[Colour] = (44, 112, 74)
METAL: Final[Colour] = (208, 212, 216)
BRASS: Final[Colour] = (214, 172, 84)
PAPER: Final[Colour] = (250, 248, 240)
BLACK: Final[Colour] = (66, 64, 64)
BOARD: Final[Colour] = (60, 130, 80)
GREEN: Final[Colour] = (120, 170, 100)
AMBER: Final[Colour] = (255, 176, 40)
PANE: Final[Colour] = (88, 84, 88)
OPAL: Final[Colour] = (255, 250, 226)
KEY: Final[Colour] = (60, 66, 74)
OK_KEY: Final[Colour] = (70, 150, 80)
BACK_KEY: Final[Colour] = (190, 70, 60)

Solid = tuple[Colour, Any]


class Table:
    """Everything in its place; (0, 0, 0) is the middle of the tray, on the board."""

    def __init__(self, table: Hardware) -> None:
        self.table = table
        self.made: Dimensions = dimensions(table)

    # --- the board and what stands on it ------------------------------------------------------------------------------

    def board(self) -> Iterator[Solid]:
        it = self.made.layout
        yield WOOD, block(it.width, it.front + it.back, it.thickness, (-it.width / 2, -it.front, -it.thickness))

    def strips(self, apart: float = 0.0) -> Iterator[Solid]:
        """The four strips of the tray's walls; apart: so far outwards."""
        width, depth = self.table.tray.floor
        thick, tall = self.table.tray.wall_thickness, self.table.tray.wall_height
        long, short = self.made.layout.strips
        for y in (depth / 2 + apart, -depth / 2 - thick - apart):
            yield STRIP, block(long, thick, tall, (-long / 2, y, 0))
        for x in (width / 2 + apart, -width / 2 - thick - apart):
            yield STRIP, block(thick, short, tall, (x, -short / 2, 0))

    def corners(self, apart: float = 0.0) -> Iterator[Solid]:
        for one in tray.corners(self.made.corner, (self.table.tray.floor[0] + 2 * apart, self.table.tray.floor[1] + 2 * apart)):
            yield PRINTED, one

    def felt(self, lifted: float = 0.0) -> Iterator[Solid]:
        (width, depth), leg = self.table.tray.floor, self.table.tray.corner
        x, y = width / 2, depth / 2
        outline = [(x - leg, y), (x, y - leg), (x, leg - y), (x - leg, -y), (leg - x, -y), (-x, leg - y), (-x, y - leg)]
        yield FELT, Pos(0, 0, lifted) * prism([*outline, (leg - x, y)], self.table.tray.felt)

    def marks(self, lifted: float = 0.0) -> Iterator[Solid]:
        it, corner = self.table.tray, self.made.corner
        for x in (-1, 1):
            for y in (-1, 1):
                at = (x * (it.floor[0] / 2 - it.mark_inside), y * (it.floor[1] / 2 - it.mark_inside))
                z = corner.height + lifted
                yield PAPER, _square(at, it.mark_paper, z, 0.3)
                yield BLACK, _square(at, it.mark, z + 0.3, 0.2)
                yield PAPER, _square((at[0] + 2 * x, at[1] - 2 * y), it.mark / 3.2, z + 0.5, 0.1)

    def mast(self, foot: bool = True) -> Iterator[Solid]:
        it = self.made.layout
        x, y = it.mast
        if foot:
            yield PRINTED, Pos(x, y, 0) * mast.foot(self.made.foot)
        yield METAL, Pos(x, y, self.made.foot.thickness) * bought.profile(it.mast_length)
        arm = self.arm_height
        yield METAL, Pos(x, y - PROFILE / 2, arm) * Rot(90, 0, 0) * bought.profile(it.arm_length)
        yield BRASS, Pos(x, y - PROFILE / 2, arm - PROFILE / 2) * bought.bracket()

    @property
    def arm_height(self) -> float:
        """The middle of the arm, over the board."""
        return self.table.tray.felt + self.table.camera.height + self.made.head.lens_below_arm + PROFILE / 2

    def camera(self, below: float = 0.0) -> Iterator[Solid]:
        """Plate and camera under the arm; below: so far under it."""
        it = self.made.head
        top = self.arm_height - PROFILE / 2 - below
        yield PRINTED, Pos(0, it.lens_x, top - it.thickness) * Rot(0, 0, -90) * mast.head(it)
        board, lens = bought.camera()
        for colour, one in ((BOARD, board), (BLACK, lens)):
            yield colour, Pos(0, 0, top + it.spacer + below * 0.6) * one

    def lamp(self, side: int, apart: float = 0.0) -> Iterator[Solid]:
        """Post, wedge and channel; side: -1 left, 1 right."""
        it, layout = self.made.lamp, self.made.layout
        x = side * self.table.light.distance
        yield PRINTED, Pos(x, 0, 0) * mast.foot(self.made.foot)
        yield METAL, Pos(x, 0, self.made.foot.thickness) * bought.profile(layout.post_length)
        turn = Rot(0, 0, 180) if side > 0 else Rot(0, 0, 0)
        _out, up = mast.wedge_face(it)
        low = self.table.tray.felt + self.table.light.height - up
        at = Pos(x, 0, low) * turn * Pos(PROFILE / 2 + apart, it.wedge_width / 2, 0) * Rot(90, 0, 0)
        yield PRINTED_TOO, at * mast.wedge(it)
        for colour, one in self.channel(apart):
            yield colour, at * one

    def channel(self, apart: float = 0.0) -> Iterator[Solid]:
        """The channel at its wedge, with its diffuser."""
        it = self.made.lamp
        x, y = mast.wedge_face(it)
        # The channel's back, as printed the underside, lies on the sloping face; its length along z.
        at = Pos(x, y, it.wedge_width / 2) * Rot(0, 0, -it.angle_deg) * Pos(apart, 0, 0) * Rot(0, 90, 0)
        middle = Pos(-it.length / 2, -it.outer / 2, 0)
        yield PRINTED, at * middle * mast.channel(it)
        pane = block(it.length - it.wall, it.inner + 2, it.diffuser, (it.wall, it.wall - 1, it.depth - it.wall - it.diffuser - 0.3))
        yield OPAL, at * middle * Pos(0, 0, apart * 0.6) * pane

    def hub(self, sockets: int) -> Iterator[Solid]:
        it = self.made.hub
        at = Pos(*self.made.layout.hub, 0)
        yield PRINTED, at * hub.plate(it)
        z = it.thickness + it.standoff
        for colour, one in zip((BOARD, METAL), bought.raspberry_pi(), strict=True):
            yield colour, at * Pos(*it.pi_at, z) * one
        for colour, one in zip((BRASS, BLACK), bought.hub_board(sockets), strict=True):
            yield colour, at * Pos(*it.board_at, z) * one

    # --- a panel ------------------------------------------------------------------------------------------------------

    def panel(self, lid: float = 0.0, overlay: float = 0.0, shroud: float = 0.0) -> Iterator[Solid]:
        """A panel, (0, 0, 0) its corner; each part lifted by so much more than the one below."""
        it = self.made.panel
        yield PRINTED, panel.box(it)
        z = it.height + lid
        yield from self.lid(z)
        yield PAPER, Pos(0, 0, z + overlay) * panel.overlay(it, self.table.panel)
        yield PRINTED_TOO, Pos(0, 0, z + it.lid + overlay + shroud) * panel.shroud(it)

    def lid(self, z: float = 0.0, apart: float = 0.0) -> Iterator[Solid]:
        """The lid with keys and lamp."""
        it = self.made.panel
        yield PRINTED_TOO, Pos(0, 0, z) * panel.lid(it, self.table.panel)
        for name, place in self.table.panel.places().items():
            x, y = it.on_lid(place)
            top = z + it.lid - it.recess + apart
            yield {"ok": OK_KEY, "back": BACK_KEY}.get(name, KEY), Pos(x, y, top) * bought.key_cap()
            yield METAL, Pos(x, y, top) * bought.key_body()
            yield METAL, Pos(x, y, z + it.lid - it.recess - apart * 0.6) * bought.nut()
        x, y = it.on_lid(self.table.panel.lamp)
        yield AMBER, Pos(x, y, z + it.lid + apart / 2) * bought.led()

    # --- the display --------------------------------------------------------------------------------------------------

    def display(self, apart: float = 0.0) -> Iterator[Solid]:
        """The display on its back: (0, 0, 0) its lower left corner in front, looking up; apart: so much between parts."""
        it, display = self.made.frame, self.table.display
        width, height = it.outer
        # The halves are printed front down; here the front is up.
        face = Pos(0, height, 0) * Rot(180, 0, 0)
        yield PRINTED, face * frame.half(it)
        # The other half is the same part, turned around in its plane.
        yield PRINTED_TOO, Pos(2 * width + apart * 0.5, height, 0) * Rot(0, 0, 180) * face * frame.half(it)
        inner, under = it.wall + 0.3, -it.front - it.pane
        pane = (2 * (width - it.wall) - 0.6, height - 2 * it.wall - 0.6, it.pane)
        yield PANE, block(*pane, (inner, inner, under - apart))
        yield from self._lights((inner, inner), under + it.pane if not apart else under - apart * 2 - 1)
        for column in range(round(display.columns / 8 / display.modules_a_board)):
            for row in range(round(display.rows / 8)):
                at = (inner + column * display.module * display.modules_a_board, inner + row * display.module)
                board = bought.display_board(display.module, display.modules_a_board)
                yield BLACK, Pos(*at, under - apart * 2 - display.board_thickness) * board
        back = -it.depth - apart * 3
        reach = width - it.screws[2][0]
        yield PRINTED_TOO, Pos(width - reach - frame.BAR / 2 + apart * 0.25, 0, back - 4) * frame.splice(it)
        for x in (it.screws[0][0] - frame.BAR / 2, 2 * width - it.screws[0][0] - frame.BAR / 2 + apart * 0.5):
            # Away from the boards is down here.
            yield PRINTED, Pos(x, 0, back) * Rot(0, 90, 0) * frame.stand(it)

    def _lights(self, at: Point, z: float) -> Iterator[Solid]:
        """What shines through the pane: a score, as the display draws it."""
        canvas = Canvas()
        text = "5 : 3"
        BIG.draw(canvas, (WIDTH - BIG.width(text)) // 2, (HEIGHT - BIG.height) // 2, text)
        rows = list(canvas.picture().rows())
        lit = [(x, HEIGHT - 1 - y) for y, row in enumerate(rows) for x, on in enumerate(row) if on]
        yield AMBER, Pos(*at, z) * bought.lights(self.table.display.module / 8, lit)


def _square(at: Point, side: float, z: float, height: float) -> Part:
    return block(side, side, height, (at[0] - side / 2, at[1] - side / 2, z))


def _scene(solids: Iterator[Solid], scene: Scene) -> Scene:
    for colour, solid in solids:
        scene.add(colour, solid)
    return scene


def _all(*several: Iterator[Solid]) -> Iterator[Solid]:
    for one in several:
        yield from one


def pictures(table: Hardware) -> dict[str, Callable[[], Scene]]:
    """Every picture by its name; a scene is built when it is asked for."""
    it = Table(table)
    made = it.made
    floor, corner = table.tray.floor, made.corner.height

    def at_panel(at: Spot3, turn: float) -> Iterator[Solid]:
        for colour, solid in it.panel():
            yield colour, Pos(*at) * Rot(0, 0, turn) * Pos(-made.panel.outer[0] / 2, 0, 0) * solid

    def standing(at: Spot3, turn: float) -> Iterator[Solid]:
        lean = Rot(90 - 13, 0, 0)
        for colour, solid in it.display():
            yield colour, Pos(*at) * Rot(0, 0, turn) * lean * Pos(-made.frame.outer[0], 0, 0) * solid

    def whole() -> Scene:
        parts = _all(
            it.board(), it.strips(), it.corners(), it.felt(), it.marks(), it.mast(), it.camera(), it.lamp(-1), it.lamp(1),
            it.hub(2), at_panel((-100, -390, -12), 0), at_panel((430, -60, -12), 90), standing((-150, 260, 16), 0),
            _dice(table),
        )  # fmt: skip
        return _scene(parts, Scene((-0.55, -1.0, 0.85), 1300))

    return {
        "whole": whole,
        "tray": lambda: _scene(
            _all(it.board(), it.strips(12), it.corners(26), it.felt(70), it.marks(40)), Scene((-0.5, -1.0, 0.9), 1000)
        )
        .note("A", (floor[0] / 2 + 26, -floor[1] / 2 - 26, corner), (0.12, -0.12))
        .note("B", (0, -floor[1] / 2 - 20, 30), (0.0, -0.24))
        .note("C", (0, 0, 73), (0.0, 0.3))
        .note("D", (-floor[0] / 2, floor[1] / 2, corner + 40), (-0.2, 0.12)),
        "mast": lambda: _scene(
            _all(it.board(), it.strips(), it.corners(), it.felt(), it.marks(), it.mast(), it.camera()),
            Scene((-0.8, -0.8, 0.45), 800),
        )
        .note("A", (made.layout.mast[0], made.layout.mast[1], 50), (0.2, 0.03))
        .note("B", (0, made.layout.mast[1], 400), (-0.12, 0.05))
        .note("C", (0, 90, it.arm_height), (0.06, 0.1))
        .note("D", (0, 0, it.arm_height - 40), (0.0, -0.12)),
        "camera": lambda: _scene(
            _all(_only(it.mast(False), 1), it.camera(45)), Scene((-0.9, -0.7, 0.55), 800)
        )
        .note("A", (0, 60, it.arm_height - 58), (-0.25, -0.2))
        .note("B", (15, 15, it.arm_height - 20), (0.3, 0.15))
        .note("C", (0, 100, it.arm_height), (0.25, 0.3)),
        "lamp": lambda: _scene(it.lamp(-1, 28), Scene((0.9, -0.7, 0.35), 700))
        .note("A", (-250, 0, 45), (0.25, 0.0))
        .note("B", (-205, 0, 230), (-0.0, -0.2))
        .note("C", (-190, -90, 225), (-0.25, -0.1))
        .note("D", (-150, 60, 200), (0.2, 0.15)),
        "keys": lambda: _scene(it.lid(0, 26), Scene((-0.5, -1.0, 0.65), 1000))
        .note("A", (*made.panel.on_lid(table.panel.keys[0]), 34), (-0.1, 0.25))
        .note("B", (*made.panel.on_lid(table.panel.ok), -16), (0.25, -0.05))
        .note("C", (*made.panel.on_lid(table.panel.lamp), 18), (-0.05, -0.4)),
        "panel": lambda: _scene(it.panel(50, 30, 40), Scene((-0.55, -1.0, 0.55), 900))
        .note("A", (20, 0, 18), (-0.2, -0.02))
        .note("B", (20, 0, 88), (-0.2, 0.02))
        .note("C", (24, 8, 120), (-0.2, 0.05))
        .note("D", (2, 60, 220), (-0.1, 0.15)),
        "panel-closed": lambda: _scene(it.panel(), Scene((-0.25, -1.0, 0.62), 800)),
        "hub": lambda: _scene(it.hub(2), Scene((-0.6, -1.0, 1.1), 900)),
        "display-parts": lambda: _scene(it.display(34), Scene((-0.45, -1.0, 0.75), 1100)),
        "display": lambda: _scene(standing((0, 0, 0), 0), Scene((-0.5, -1.0, 0.3), 1000)),
        "display-back": lambda: _scene(standing((0, 0, 0), 0), Scene((-0.5, 1.0, 0.35), 900)),
    }


Spot3 = tuple[float, float, float]


def _only(solids: Iterator[Solid], number: int) -> Iterator[Solid]:
    """One of several, and those that follow."""
    yield from list(solids)[number:]


def _dice(table: Hardware) -> Iterator[Solid]:
    """Three dice that lie in the tray."""
    z = table.tray.felt
    for x, y, turn, colour in ((-40, 20, 20, (250, 244, 232)), (30, -30, 55, (180, 50, 44)), (60, 40, 5, (40, 70, 130))):
        yield colour, Pos(x, y, z) * Rot(0, 0, turn) * block(16, 16, 16)


def printed(table: Hardware) -> dict[str, Callable[[], Part]]:
    """Every printed part as it lies on the bed, by its name."""
    made = dimensions(table)
    return {
        "panel-box": lambda: panel.box(made.panel),
        "panel-lid": lambda: panel.lid(made.panel, table.panel),
        "panel-shroud": lambda: panel.shroud_on_bed(made.panel),
        "foot": lambda: mast.foot(made.foot),
        "camera-plate": lambda: mast.head(made.head),
        "camera-module-adapter": lambda: mast.module_adapter(made.head),
        "lamp-channel": lambda: mast.channel(made.lamp),
        "lamp-wedge": lambda: mast.wedge(made.lamp),
        "display-half": lambda: frame.half(made.frame),
        "display-splice": lambda: frame.splice(made.frame),
        "display-stand": lambda: frame.stand(made.frame),
        "tray-corner": lambda: tray.corner(made.corner),
        "hub-plate": lambda: hub.plate(made.hub),
    }
