"""The lengths of each printed part, mm: what is fixed, and what follows from it. Pure; ``dimensions.py`` makes them."""

from dataclasses import dataclass
from math import cos, radians, sin

from controller.hardware import Point
from hardware.generate.given import FIT, M3_SINK, M5_HEAD, PROFILE

# --- panel ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PanelBox:
    """Box, lid and shroud of a panel; x and y as in ``Panel``, but from the box's corner.

    Attributes:
        margin: around the face.
        height: of the box without its lid.
        lid, recess: thickness of the lid, and depth of the place for the overlay.
        shroud, roof_front: height of the shroud over the lid, and where its roof begins, from the player's edge.
        wing, wing_low: how far its side walls reach before that edge, and how high over the lid they begin there, so
            that the hand has room.
        rail: width and height of the rails by which the shroud stands on the lid.
        cable: width and height of the slot for the cable, through which its plug goes.
        boss: side of what the screws go through.
    """

    face: Point
    margin: float = 10.0
    height: float = 36.0
    wall: float = 2.4
    lid: float = 4.0
    recess: float = 0.6
    shroud: float = 100.0
    roof_front: float = 40.0
    wing: float = 40.0
    wing_low: float = 45.0
    rail: Point = (10.0, 6.0)
    cable: Point = (32.0, 12.0)
    boss: float = 11.0

    @property
    def outer(self) -> Point:
        """Width and depth."""
        return self.face[0] + 2 * self.margin, self.face[1] + 2 * self.margin

    @property
    def screws(self) -> tuple[Point, ...]:
        """Middles of the four screws, which go from below through box and lid into the shroud's rails."""
        width, depth = self.outer
        middle = self.margin / 2
        return tuple((x, y) for x in (middle, width - middle) for y in (2 * self.margin, depth - 2 * self.margin))

    @property
    def side(self) -> tuple[Point, ...]:
        """Outline of the shroud's side walls: y, and the height over the lid."""
        depth, blunt = self.outer[1], 14.0
        wing = ((-self.wing + blunt, self.shroud), (-self.wing, self.shroud - blunt), (-self.wing, self.wing_low))
        return (0.0, 0.0), (depth, 0.0), (depth, self.shroud), *wing

    def on_lid(self, place: Point) -> Point:
        """A place of the face, on the lid."""
        return place[0] + self.margin, place[1] + self.margin


# --- mast and lamps ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Foot:
    """Stands on the board and holds a profile upright; three of them: for the mast, and for each lamp's post."""

    plate: Point = (80.0, 70.0)
    thickness: float = 6.0
    socket: float = 55.0
    wall: float = 5.0
    profile_screws: int = 2

    @property
    def inner(self) -> float:
        """Side of the hole for the profile."""
        return PROFILE + FIT

    @property
    def outer(self) -> float:
        """Side of the socket."""
        return self.inner + 2 * self.wall

    @property
    def screw_height(self) -> float:
        """Of the M5 screws that hold the profile, each in a side of its own."""
        return self.socket - 9

    @property
    def rib_height(self) -> float:
        """Of the ribs at the socket: below the screws' heads, which have to lie flat."""
        return self.screw_height - M5_HEAD / 2

    @property
    def screws(self) -> tuple[Point, ...]:
        """Middles of the wood screws, from the middle of the plate."""
        x, y = self.plate[0] / 2 - 8, self.plate[1] / 2 - 8
        return (x, y), (-x, y), (x, -y), (-x, -y)


@dataclass(frozen=True)
class CameraHead:
    """The plate below the arm's end, with the camera on top of it and its lens through the hole.

    Attributes:
        overlap: how much of it lies below the arm.
        pattern: side of the square of the camera's four holes (High Quality Camera, data sheet: 30 mm).
        lens: diameter of the hole: the housing below a lens is up to 36 mm wide.
        spacer: between plate and camera.
        lens_length: from the camera's board to the front of the lens.
        slots: where those for the M5 screws at the arm begin, from the end below it.
    """

    width: float = 50.0
    overlap: float = 45.0
    thickness: float = 5.0
    pattern: float = 30.0
    lens: float = 36.6
    spacer: float = 5.0
    lens_length: float = 30.0
    slots: tuple[float, ...] = (10.0, 30.0)

    @property
    def length(self) -> float:
        """All of it."""
        return self.overlap + self.width

    @property
    def lens_x(self) -> float:
        """Of the lens's axis, from the end below the arm."""
        return self.overlap + self.width / 2

    @property
    def lens_below_arm(self) -> float:
        """How far the front of the lens hangs below the arm."""
        return self.lens_length - self.spacer


@dataclass(frozen=True)
class LampBar:
    """The channel for strip and diffuser, and the wedge that holds it at a post, turned down to the tray's middle.

    Attributes:
        flange: thickness of the wedge at the post.
        low, above: what is below and above its sloping face, for the screws and their heads.
        screw: how far a screw is from its end.
        floor: thickness of the channel's back, on which the strip lies: the screws' heads are sunk in it.
        sink: diameter of the cones for those heads, at the top.
        wires: diameter of the hole for the strip's twin wire, which is up to twice 2.7 mm wide.
    """

    length: float
    strip_width: float
    angle_deg: float
    wall: float = 2.4
    floor: float = 3.0
    sink: float = M3_SINK
    wires: float = 6.0
    depth: float = 25.0
    diffuser: float = 2.0
    groove: float = 1.2
    wedge_width: float = 30.0
    flange: float = 7.0
    low: float = 18.0
    above: float = 26.0
    screw: float = 7.0

    @property
    def inner(self) -> float:
        """Width of the channel: strip and room, so that the diffuser is lit evenly."""
        return self.strip_width + 14.0

    @property
    def outer(self) -> float:
        """Width with its walls."""
        return self.inner + 2 * self.wall

    @property
    def strip_behind(self) -> float:
        """How far the channel's floor is behind the diffuser's groove."""
        return self.depth - self.wall - (self.diffuser + 2 * FIT) - self.floor

    @property
    def screws(self) -> tuple[Point, ...]:
        """Middles of the screws that hold the channel, from its corner: below the strip."""
        return tuple((self.length / 2 + aside, self.outer / 2) for aside in (-10.0, 10.0))

    @property
    def post_screws(self) -> tuple[float, ...]:
        """Heights of the M5 screws that hold the wedge at its post."""
        return self.screw, self.tall - self.screw

    @property
    def face(self) -> float:
        """Length of the wedge's sloping face: the channel lies on it and does not touch the flange."""
        return self.outer + 2.0

    @property
    def face_middle(self) -> Point:
        """Of that face: away from the post, and over the wedge's lower edge."""
        angle, half = radians(self.angle_deg), self.face / 2
        return self.flange + half * sin(angle), self.low + half * cos(angle)

    @property
    def tall(self) -> float:
        """Height of the wedge at the post."""
        return self.low + self.face * cos(radians(self.angle_deg)) + self.above


# --- display ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DisplayFrame:
    """One half of the frame; the other one is the same part turned around.

    Attributes:
        boards: width and height of the boards of both halves together.
        pane: thickness of the tinted pane before the boards.
        lip: how far the frame reaches before the pane.
        bar: width of what lies behind the boards.
        plugs: what stays free behind the ends of each board, for its pins and their plugs.
    """

    boards: Point
    board_thickness: float
    wall: float = 6.0
    front: float = 2.0
    lip: float = 0.8
    pane: float = 2.0
    bar: float = 12.0
    plugs: float = 10.0

    @property
    def cavity(self) -> Point:
        """Width and height of the room for the boards of one half."""
        return self.boards[0] / 2 + FIT, self.boards[1] + 2 * FIT

    @property
    def outer(self) -> Point:
        """Width and height of one half."""
        return self.cavity[0] + self.wall, self.cavity[1] + 2 * self.wall

    @property
    def depth(self) -> float:
        """From the front to the back."""
        return self.front + self.pane + self.board_thickness

    @property
    def screws(self) -> tuple[Point, ...]:
        """Middles of the holes in the back edges of the walls, from the outer corner: x along the frame."""
        places = (self.wall + FIT + self.plugs + self.bar / 2, self.outer[0] - self.plugs - self.bar / 2)
        return tuple((x, y) for x in places for y in (self.wall / 2, self.outer[1] - self.wall / 2))


# --- tray and hub -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrayCorner:
    """A corner of the tray: holds two strips, cuts the floor's corner off, and carries a mark on top.

    The floor's own corner is (0, 0); the floor is where x and y are negative.
    """

    leg: float
    strip: Point
    mark_paper: float
    mark_inside: float
    outside: float = 3.0
    roof: float = 2.0
    hold: float = 24.0

    @property
    def slot(self) -> float:
        """Width of the slots for the strips."""
        return self.strip[0] + FIT

    @property
    def edge(self) -> float:
        """From the floor's corner to the outer faces."""
        return self.slot + self.outside

    @property
    def height(self) -> float:
        """From the board to the mark."""
        return self.strip[1] + self.roof

    @property
    def strip_ends(self) -> float:
        """How far before the floor's corner a slot ends."""
        return self.leg - self.hold

    @property
    def screw(self) -> Point:
        """Of the wood screw from below the board."""
        return (4 - self.strip_ends / 2,) * 2


@dataclass(frozen=True)
class Hub:
    """The plate for Raspberry Pi (holes 58 × 49, its mechanical drawing) and a board of 160 × 100 mm.

    The Raspberry Pi lies with its header to the hub's board, where the flat cable goes: its other sides are free.
    USB and network look to the left, the supply's plug comes from the back, the memory card is on the right.

    Attributes:
        pi: the rectangle of its four holes.
        pi_at: the hole that is nearest to the plate's corner.
        pi_edges: how far its board reaches beyond that rectangle: to the left, on all other sides.
        plug: what a plug with its cable needs before a socket.
    """

    plate: Point = (170.0, 178.0)
    thickness: float = 3.0
    pi: Point = (58.0, 49.0)
    pi_at: Point = (30.0, 115.0)
    pi_edges: Point = (23.5, 3.5)
    plug: float = 45.0
    board: Point = (160.0, 100.0)
    board_at: Point = (5.0, 5.0)
    board_hole_inside: float = 4.0
    standoff: float = 6.0

    @property
    def pi_holes(self) -> tuple[Point, ...]:
        """Middles of the Raspberry Pi's four holes, from the plate's corner."""
        return tuple((self.pi_at[0] + x, self.pi_at[1] + y) for x in (0.0, self.pi[0]) for y in (0.0, self.pi[1]))

    @property
    def pi_board(self) -> tuple[Point, Point]:
        """The Raspberry Pi's board: the corners left in front and right behind, from the plate's."""
        (x, y), (width, depth), (left, around) = self.pi_at, self.pi, self.pi_edges
        return (x - left, y - around), (x + width + around, y + depth + around)

    @property
    def plugs(self) -> dict[str, tuple[Point, Point]]:
        """What has to be free for the Raspberry Pi's plugs: two corners, from the plate's corner."""
        (left, front), (right, back) = self.pi_board
        return {
            "USB and network": ((left - self.plug, front), (left, back)),
            "the supply": ((left, back), (right, back + self.plug)),
            "the memory card": ((right, front), (right + 20.0, back)),
        }

    @property
    def screws(self) -> tuple[Point, ...]:
        """Middles of the screws that hold the plate."""
        width, depth = self.plate
        return (width - 8, depth - 8), (width - 8, self.pi_at[1]), (width / 2, self.pi_at[1] - 7)

    @property
    def board_holes(self) -> tuple[Point, ...]:
        """Middles of the board's four holes."""
        near = self.board_hole_inside
        xs = (self.board_at[0] + near, self.board_at[0] + self.board[0] - near)
        ys = (self.board_at[1] + near, self.board_at[1] + self.board[1] - near)
        return tuple((x, y) for x in xs for y in ys)
