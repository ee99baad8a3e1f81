"""What is bought, as far as pictures need it: plain stand-ins, not to be printed."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from build123d import Part, Pos, RectangleRounded, RegularPolygon, Sketch, extrude

from hardware.generate.given import CYLINDER, PROFILE, SUNK, WASHERS
from hardware.generate.mechanics.solids import across, block, pin, sink, upright

_BOARD_CORNER: Final = -3.5
"""Of a Raspberry Pi, from the middle of its first hole."""
_LIGHTS: Final = 16.7
"""From light to light of an LED strip with 60 of them a metre."""


@cache
def profile(length: float) -> Part:
    """An aluminium profile, upright, middle at (0, 0)."""
    half = PROFILE / 2
    made = extrude(RectangleRounded(PROFILE, PROFILE, 1.5), length)
    for x, y, width, depth in (
        (-3, half - 6, 6, 7),
        (-3, -half - 1, 6, 7),
        (half - 6, -3, 7, 6),
        (-half - 1, -3, 7, 6),
    ):
        made -= block(width, depth, length, (x, y, 0))
    return made


@cache
def bracket() -> Part:
    """A corner bracket of cast aluminium, 20 × 20 × 18; its corner at (0, 0, 0), along -y and -z."""
    made = block(18, 20, 3, (-9, -20, -3)) + block(18, 3, 20, (-9, -3, -20))
    for x in (-9, 6):
        made += Pos(x, 0, 0) * upright([(-3, -3), (-18, -3), (-3, -18)], 3)
    return made


@cache
def key_cap() -> Part:
    """What is seen of a push button above the lid: flange and cap; (0, 0, 0) is the lid's upper side."""
    return pin(14, 2, 0, 0) + pin(9.5, 5, 0, 0, 2)


@cache
def key_body() -> Part:
    """And below the lid: thread and soldering lugs."""
    made = pin(11.8, 14, 0, 0, -14) + pin(9, 4, 0, 0, -18)
    return made + block(1, 3, 5, (-3, -1.5, -23)) + block(1, 3, 5, (2, -1.5, -23))


@cache
def nut() -> Part:
    """The nut of a push button, below a lid of 4 mm."""
    return Pos(0, 0, -6.5) * extrude(RegularPolygon(7, 6, major_radius=False), 2.5) - pin(11.8, 4, 0, 0, -7)


@cache
def led() -> Part:
    """An LED of 8 mm in the lid."""
    return pin(8, 5, 0, 0, -1)


def camera() -> tuple[Part, Part]:
    """A High Quality Camera, looking down, its board's underside at z = 0: board and lens."""
    board = block(38, 38, 1.6, (-19, -19, 0))
    lens = pin(36, 10, 0, 0, -10) + pin(20, 6, 0, 0, -16) + pin(15, 14, 0, 0, -30)
    return board, lens


def post_screw() -> Part:
    """Head and washer of an M5 screw, the washer at (0, 0, 0), the head along x."""
    washer, head = WASHERS[5.0], CYLINDER[5.0]
    return across(washer.outer, washer.thickness, (0, 0, 0), "x") + across(
        head.head, head.height, (washer.thickness, 0, 0), "x"
    )


def channel_screw(room: float, *, whole: bool) -> Part:
    """A countersunk screw M3 × 12, or its head alone, in a cone of that upper diameter, which ends at (0, 0, 0)."""
    head = SUNK[3.0]
    top = (head.head - room) / 2
    made = sink(3.0, head.head, 0, 0, top)
    if whole:
        made += pin(3.0, 12 - head.height, 0, 0, top - 12)
        made -= pin(head.drive, 1.1, 0, 0, top - 1.1)
    return made


def led_strip(length: float, width: float) -> tuple[Part, Part]:
    """An LED strip on its back, middle of its end at (0, 0, 0), along x: strip, lights."""
    lights = Part()
    for number in range(int(length / _LIGHTS)):
        lights += block(5, 4, 0.8, (_LIGHTS * (number + 0.5) - 2.5, -2, 0.5))
    return block(length, width, 0.5, (0, -width / 2, 0)), lights


def raspberry_pi() -> tuple[Part, Part, Part]:
    """A Raspberry Pi 4, corner of the board such that its first hole is at (0, 0): board; sockets; header and slots.

    Places by its mechanical drawing, from the corner between memory card and supply: `_BOARD_CORNER` from that hole.
    """
    at = Pos(_BOARD_CORNER, _BOARD_CORNER, 0)
    # USB-C, twice micro HDMI, the processor; twice USB, Ethernet; below the board the slot for the memory card.
    metal = block(9, 7.5, 3.2, (6.7, -1.2, 1.6)) + block(15, 15, 2.4, (22, 25, 1.6))
    metal += block(6.5, 7.5, 3, (22.7, -1.2, 1.6)) + block(6.5, 7.5, 3, (36.2, -1.2, 1.6))
    metal += block(17.5, 13.2, 15.5, (70.5, 2.4, 1.6)) + block(17.5, 13.2, 15.5, (70.5, 20.4, 1.6))
    metal += block(21.3, 16, 13.5, (66.7, 37.8, 1.6)) + block(14, 13, 1.4, (1.5, 21.5, -1.4))
    # Header, camera, screen, sound.
    dark = block(51, 5, 8.5, (7, 50, 1.6)) + block(2.6, 22, 5.5, (45.2, 0.5, 1.6))
    dark += block(2.6, 22, 5.5, (2.7, 17, 1.6)) + block(7, 14, 6, (50.5, -2.4, 1.6))
    return at * block(85, 56, 1.6), at * metal, at * dark


def memory_card() -> Part:
    """A microSD card as it is put into a Raspberry Pi, whose place is that of ``raspberry_pi``: 2 mm look out."""
    return Pos(_BOARD_CORNER, _BOARD_CORNER, 0) * block(15, 11, 1, (-2, 22.5, -1.2))


def network_plug() -> tuple[Part, Part]:
    """The plug of a network cable in a Raspberry Pi, in its place: plug, cable."""
    plug = block(24, 11.7, 8, (78, 40, 4)) + block(9, 5, 2, (89, 43.3, 12))
    return _placed(plug, across(5.5, 45, (102, 45.8, 8), "x"))


def power_plug() -> tuple[Part, Part]:
    """The plug of the supply in a Raspberry Pi, USB-C, in its place: plug, cable."""
    plug = block(8.3, 6.6, 2.4, (7, -7.6, 2)) + block(11, 20, 6, (5.7, -27.6, 0.2))
    return _placed(plug, across(4, 35, (11.2, -62.6, 3.2), "y"))


def _placed(*parts: Part) -> tuple[Part, Part]:
    plug, cable = (Pos(_BOARD_CORNER, _BOARD_CORNER, 0) * part for part in parts)
    return plug, cable


def hub_board(sockets: int, chips: int = 0) -> tuple[Part, Part]:
    """A board of 160 × 100 with so many sockets of 16 wires, chips between, and the one of 40 to the Raspberry Pi.

    Returns:
        The board; sockets and chips.
    """
    board = block(160, 100, 1.6)
    made = block(58, 9, 9, (12, 86, 1.6))
    for number in range(sockets):
        made += block(28, 9, 9, (3 + 31 * number, 3, 1.6))
    for number in range(chips):
        # Upright beside each other, each behind the socket of its seat.
        made += block(9, 36, 5, (12 + 31 * number, 30, 1.6))
    return board, made


def panel_board() -> tuple[Part, Part]:
    """A panel's small board with its box header: board, header; (0, 0, 0) the corner of the board."""
    return block(50, 30, 1.6), block(28, 9, 9, (11, 12, 1.6))


def panel_cable(length: float) -> tuple[Part, Part]:
    """The flat cable on that header: plug, and 16 wires that lead to the back."""
    return block(28, 6, 7, (11, 13.5, 10.6)), block(16 * 1.27, length, 1, (25 - 8 * 1.27, 16.5, 17.6))


def display_board(module: float, modules: int, thickness: float) -> Part:
    """A board of several modules of 8 × 8 lights, lights up; (0, 0) its corner."""
    return block(module * modules, module, thickness)


def display_plugs(module: float, modules: int) -> Part:
    """The five pins at either end of such a board, with the plugs on them: below it."""
    made = Part()
    for x in (2.0, module * modules - 4.6):
        made += block(2.6, 12.7, 11, (x, module / 2 - 6.35, -11))
    return made


def lights(pitch: float, places: Iterable[tuple[int, int]]) -> Part:
    """Lights at these columns and rows, counted from the lower left."""
    one = RegularPolygon(pitch * 0.4, 8)
    return extrude(Sketch() + [Pos((x + 0.5) * pitch, (y + 0.5) * pitch) * one for x, y in places], 0.4)
