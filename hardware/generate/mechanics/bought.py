"""What is bought, as far as pictures need it: plain stand-ins, not to be printed."""

from collections.abc import Iterable
from functools import cache

from build123d import Part, Pos, RectangleRounded, RegularPolygon, Sketch, extrude

from hardware.generate.dimensions import PROFILE
from hardware.generate.mechanics.solids import block, pin, upright


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
    lens = pin(20, 12, 0, 0, -12) + pin(15, 18, 0, 0, -30)
    return board, lens


def raspberry_pi() -> tuple[Part, Part]:
    """A Raspberry Pi 4, corner of the board such that its first hole is at (0, 0): board; sockets and header."""
    board = block(85, 56, 1.6, (-3.5, -3.5, 0))
    sockets = block(21, 16, 14, (63, 5, 1.6)) + block(17, 15, 15, (66, 25.5, 1.6)) + block(17, 15, 15, (66, -2, 1.6))
    sockets += block(51, 5, 8.5, (3.5, 46.5, 1.6)) + block(14, 14, 3, (22, 20, 1.6))
    return board, sockets


def hub_board(sockets: int) -> tuple[Part, Part]:
    """A board of 160 × 100 with so many sockets of 16 wires, and the one of 40 to the Raspberry Pi: board, sockets."""
    board = block(160, 100, 1.6)
    made = block(58, 9, 9, (12, 86, 1.6))
    for number in range(sockets):
        made += block(28, 9, 9, (3 + 31 * number, 3, 1.6))
    return board, made


def display_board(module: float, modules: int) -> Part:
    """A board of several modules of 8 × 8 lights, lights up; (0, 0) its corner."""
    return block(module * modules, module, 12)


def lights(pitch: float, places: Iterable[tuple[int, int]]) -> Part:
    """Lights at these columns and rows, counted from the lower left."""
    one = RegularPolygon(pitch * 0.4, 8)
    return extrude(Sketch() + [Pos((x + 0.5) * pitch, (y + 0.5) * pitch) * one for x, y in places], 0.4)
