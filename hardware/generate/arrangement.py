"""Every part of the table in its place, or taken apart: what the pictures show."""

from collections.abc import Iterator
from typing import Any, Final

from build123d import Part, Pos, Rot

from controller.display.font import BIG
from controller.display.picture import HEIGHT, WIDTH, Canvas
from controller.hardware import Hardware, Point
from hardware.generate.dimensions import Dimensions, dimensions
from hardware.generate.draw import Colour, Spot
from hardware.generate.given import PROFILE
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
AMBER: Final[Colour] = (255, 176, 40)
PANE: Final[Colour] = (88, 84, 88)
OPAL: Final[Colour] = (255, 250, 226)
KEY: Final[Colour] = (60, 66, 74)
IVORY: Final[Colour] = (250, 244, 232)
BLUE: Final[Colour] = (40, 70, 130)
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
        """The board."""
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
        """The four corners; apart: so far outwards."""
        for one in tray.corners(
            self.made.corner, (self.table.tray.floor[0] + 2 * apart, self.table.tray.floor[1] + 2 * apart)
        ):
            yield PRINTED, one

    def felt(self, lifted: float = 0.0) -> Iterator[Solid]:
        """The floor."""
        (width, depth), leg = self.table.tray.floor, self.table.tray.corner
        x, y = width / 2, depth / 2
        outline = [(x - leg, y), (x, y - leg), (x, leg - y), (x - leg, -y), (leg - x, -y), (-x, leg - y), (-x, y - leg)]
        yield FELT, Pos(0, 0, lifted) * prism([*outline, (leg - x, y)], self.table.tray.felt)

    def marks(self, lifted: float = 0.0) -> Iterator[Solid]:
        """The marks on the corners."""
        it, corner = self.table.tray, self.made.corner
        for x in (-1, 1):
            for y in (-1, 1):
                at = (x * (it.floor[0] / 2 - it.mark_inside), y * (it.floor[1] / 2 - it.mark_inside))
                z = corner.height + lifted
                yield PAPER, _square(at, it.mark_paper, z, 0.3)
                yield BLACK, _square(at, it.mark, z + 0.3, 0.2)
                yield PAPER, _square((at[0] + 2 * x, at[1] - 2 * y), it.mark / 3.2, z + 0.5, 0.1)

    def mast(self) -> Iterator[Solid]:
        """Foot, mast and arm."""
        x, y = self.made.layout.mast
        yield PRINTED, Pos(x, y, 0) * mast.foot(self.made.foot)
        yield METAL, Pos(x, y, self.made.foot.thickness) * bought.profile(self.made.layout.mast_length)
        yield from self.arm()

    def arm(self) -> Iterator[Solid]:
        """The arm with the bracket that it lies on."""
        x, y = self.made.layout.mast
        front = y - PROFILE / 2
        arm = bought.profile(self.made.layout.arm_length)
        yield METAL, Pos(x, front, self.arm_height) * Rot(90, 0, 0) * arm
        yield BRASS, Pos(x, front, self.arm_height - PROFILE / 2) * bought.bracket()

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
        _out, up = it.face_middle
        low = self.table.tray.felt + self.table.light.height - up
        at = Pos(x, 0, low) * turn * Pos(PROFILE / 2 + apart, it.wedge_width / 2, 0) * Rot(90, 0, 0)
        yield PRINTED_TOO, at * mast.wedge(it)
        for y in it.post_screws:
            yield METAL, at * Pos(it.flange, y, it.wedge_width / 2) * bought.post_screw()
        for colour, one in self.channel(apart):
            yield colour, at * one

    def channel(self, apart: float = 0.0) -> Iterator[Solid]:
        """The channel at its wedge, with what lies in it."""
        it = self.made.lamp
        x, y = it.face_middle
        # The channel's back, as printed the underside, lies on the sloping face; its length along z.
        at = Pos(x, y, it.wedge_width / 2) * Rot(0, 0, -it.angle_deg) * Pos(apart, 0, 0) * Rot(0, 90, 0)
        for colour, one in self.lying_channel(pane=apart * 0.6):
            yield colour, at * Pos(-it.length / 2, -it.outer / 2, 0) * one

    def lying_channel(self, screws: float = 0.0, strip: float = 0.0, pane: float = 0.0) -> Iterator[Solid]:
        """The channel on its back, (0, 0, 0) its corner: its screws' heads, the LED strip, the diffuser, so far lifted.

        Lifted screws are whole ones.
        """
        it = self.made.lamp
        yield PRINTED, mast.channel(it)
        for place in it.screws:
            yield METAL, Pos(*place, it.floor + screws) * bought.channel_screw(it.sink, whole=screws > 0)
        at = Pos(it.wall + 1, it.outer / 2, it.floor + strip)
        for colour, one in zip(
            (PAPER, AMBER), bought.led_strip(it.length - 2 * it.wall - 2, it.strip_width), strict=True
        ):
            yield colour, at * one
        beside = it.wall - 1
        opal = block(
            it.length - it.wall, it.inner + 2, it.diffuser, (it.wall, beside, it.depth - it.wall - it.diffuser)
        )
        yield OPAL, Pos(0, 0, pane - 0.3) * opal

    def hub(self, sockets: int, chips: int = 0) -> Iterator[Solid]:
        """Plate, Raspberry Pi, and a board with so many sockets and chips."""
        it = self.made.hub
        at = Pos(*self.made.layout.hub, 0)
        yield PRINTED, at * hub.plate(it)
        z = it.thickness + it.standoff
        # Its header looks to the hub's board.
        turned = Pos(it.pi_at[0] + it.pi[0], it.pi_at[1] + it.pi[1], z) * Rot(0, 0, 180)
        for colour, one in self.raspberry_pi():
            yield colour, at * turned * one
        for colour, one in zip((BRASS, BLACK), bought.hub_board(sockets, chips), strict=True):
            yield colour, at * Pos(*it.board_at, z) * one

    def raspberry_pi(self) -> Iterator[Solid]:
        """The Raspberry Pi alone; (0, 0, 0) is its first hole."""
        yield from zip((BOARD, METAL, BLACK), bought.raspberry_pi(), strict=True)

    def plugs(self, apart: float) -> Iterator[Solid]:
        """What is put into the Raspberry Pi first, so far before its place: memory card, network, supply."""
        yield BLACK, Pos(-apart, 0, 0) * bought.memory_card()
        for colour, one in zip((OPAL, BLUE), bought.network_plug(), strict=True):
            yield colour, Pos(apart, 0, 0) * one
        for colour, one in zip((KEY, BLACK), bought.power_plug(), strict=True):
            yield colour, Pos(0, -apart, 0) * one

    # --- a panel ------------------------------------------------------------------------------------------------------

    def panel(self, lid: float = 0.0, overlay: float = 0.0, shroud: float = 0.0) -> Iterator[Solid]:
        """A panel, (0, 0, 0) its corner; each part lifted by so much more than the one below."""
        it = self.made.panel
        yield PRINTED, panel.box(it)
        if lid:
            yield from self.inside_panel()
        z = it.height + lid
        yield from self.lid(z)
        yield PAPER, Pos(0, 0, z + overlay) * panel.overlay(it, self.table.panel)
        yield PRINTED_TOO, Pos(0, 0, z + it.lid + overlay + shroud) * panel.shroud(it)

    def inside_panel(self) -> Iterator[Solid]:
        """The small board with its cable, which leaves through the slot."""
        it = self.made.panel
        at = Pos(it.outer[0] / 2 - 25, 62, it.wall + 1)
        for colour, one in zip((BRASS, BLACK), bought.panel_board(), strict=True):
            yield colour, at * one
        for colour, one in zip((KEY, METAL), bought.panel_cable(it.outer[1] - 62 + 30), strict=True):
            yield colour, at * one

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
        """The display on its back: (0, 0, 0) its lower left corner in front, looking up; apart: between parts."""
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
                board = bought.display_board(display.module, display.modules_a_board, display.board_thickness)
                placed = Pos(*at, under - apart * 2 - display.board_thickness)
                yield BLACK, placed * board
                yield METAL, placed * bought.display_plugs(display.module, display.modules_a_board)
        back = -it.depth - apart * 3
        reach = width - it.screws[2][0]
        yield PRINTED_TOO, Pos(width - reach - it.bar / 2 + apart * 0.25, 0, back - 4) * frame.splice(it)
        for x in (it.screws[0][0] - it.bar / 2, 2 * width - it.screws[0][0] - it.bar / 2 + apart * 0.5):
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

    def dice(self) -> Iterator[Solid]:
        """Three dice that lie in the tray."""
        z = self.table.tray.felt
        for x, y, turn, colour in ((-40, 20, 20, IVORY), (30, -30, 55, BACK_KEY), (60, 40, 5, BLUE)):
            yield colour, Pos(x, y, z) * Rot(0, 0, turn) * block(16, 16, 16)

    def panel_at(self, at: Spot, turn: float) -> Iterator[Solid]:
        """A panel somewhere on the table, the middle of its edge at a place; turn: its player sits there."""
        for colour, solid in self.panel():
            yield colour, Pos(*at) * Rot(0, 0, turn) * Pos(-self.made.panel.outer[0] / 2, 0, 0) * solid

    def display_at(self, at: Spot) -> Iterator[Solid]:
        """The display on its stands, the middle of its lower edge at a place."""
        for colour, solid in self.display():
            yield colour, Pos(*at) * Rot(90 - frame.LEAN_DEG, 0, 0) * Pos(-self.made.frame.outer[0], 0, 0) * solid


def _square(at: Point, side: float, z: float, height: float) -> Part:
    return block(side, side, height, (at[0] - side / 2, at[1] - side / 2, z))
