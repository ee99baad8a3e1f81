"""How many of what the wiring and the printed parts need: counted, never written down. Pure."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot

from controller.hardware import Hardware, Point, Size
from hardware.generate import harness, pins
from hardware.generate.colours import BESIDE, COLOURS, IN_A_SET
from hardware.generate.dimensions import Dimensions, dimensions

HUB_WIRE = 0.1
"""m; what a wire on the hub's board takes with its ends, or a resistor's place is extended by."""
SUPPLY_WIRE = 0.5
"""m; of the twin wire, between socket, switch, fuses and terminals."""
BOARD_WIRE = 0.05
"""m; between two boards of the display, side by side."""
SET_WIRE = 5
"""m; of each colour in a set of thin wire."""
_THIN = "0.14 mm2"


def counted(table: Hardware, size: Size) -> dict[str, float]:
    """What a size needs, by the names that ``parts.toml`` has under ``count``; lengths in m, as they are bought."""
    expanders = sum(panel.address is not None for panel in size.panels)
    keys = [use for use in pins.uses(size) if use.what == "key"]
    supply, display = table.supply, table.display
    return {
        "option keys": len(keys) - 2 * size.seats,
        "OK keys": size.seats,
        "BACK keys": size.seats,
        "lamps": size.seats,
        "lamp resistors": size.seats,
        "key resistors": len(keys),
        "box headers": 2 * size.seats,
        "plugs": 2 * size.seats,
        "flat cable": size.seats * table.cable.longest / 1000,
        **_thin_wire(table, size),
        "panel boards": size.seats,
        "expanders": expanders,
        "pull-up networks": expanders,
        "expander capacitors": expanders,
        "display boards": display.columns * display.rows / 64 / display.modules_a_board,
        "display lines": len(display.pins),
        "display capacitors": len(supply.capacitors),
        "fuse holders": 2,
        "power wire": _up(_power_wire(table) + SUPPLY_WIRE, 0.5),
        "LED strip": 2 * table.light.length / 1000,
        **_mechanics(table, size),
    }


def _mechanics(table: Hardware, size: Size) -> dict[str, float]:
    """Lengths of profile and wood, and the screws that have a hole."""
    made = dimensions(table)
    layout = made.layout
    return {
        "profile": _up((layout.mast_length + layout.arm_length + 2 * layout.post_length) / 1000, 0.1),
        "wood": _up(2 * sum(layout.strips) / 1000, 0.1),
        "box screws": size.seats * len(made.panel.screws),
        "short profile screws": (1 + len(layout.posts)) * made.foot.profile_screws + len(made.head.slots),
        "wedge screws": len(layout.posts) * len(made.lamp.post_screws),
        "washers": _profile_screws(made),
        "channel screws": len(layout.posts) * len(made.lamp.screws),
        "foot screws": (1 + len(layout.posts)) * len(made.foot.screws),
        "computer screws": len(made.hub.pi_holes),
        "hub board screws": len(made.hub.board_holes),
        "hub plate screws": len(made.hub.screws),
    }


def _profile_screws(made: Dimensions) -> int:
    """M5 screws in the profiles' slots: each lies on a washer."""
    posts = len(made.layout.posts)
    feet, wedges = (1 + posts) * made.foot.profile_screws, posts * len(made.lamp.post_screws)
    return feet + len(made.head.slots) + wedges


def _thin_wire(table: Hardware, size: Size) -> dict[str, float]:
    """How many sets of thin wire in ten colours, and how many metres of each other colour."""
    metres = thin_wires(table, size)
    sets = max(length for code, length in metres.items() if code in IN_A_SET) / SET_WIRE
    others = {f"{COLOURS[code].word} wire": _up(length, 0.5) for code, length in metres.items() if code in BESIDE}
    return {"wire sets": ceil(sets), **others}


def thin_wires(table: Hardware, size: Size) -> dict[str, float]:
    """How much of each colour a size needs, m, by its code."""
    metres: dict[str, float] = {}
    for code, length in _thin_wires(table, size):
        metres[code] = metres.get(code, 0.0) + length
    return metres


def _thin_wires(table: Hardware, size: Size) -> Iterator[tuple[str, float]]:
    """Colours and lengths of all thin wires: in the drawings with a length, and on the boards without one."""
    drawn = harness.harnesses(table)
    for name, times in (("panel", size.seats), ("display", 1)):
        for cable in drawn[name]["cables"].values():
            if cable.get("gauge") == _THIN:
                yield from ((code, times * cable["length"]) for code in cable["colors"])
    # Ground goes from key to key.
    yield "BK", size.seats * _path([*table.panel.keys, table.panel.ok, table.panel.lamp, table.panel.back]) / 1000
    boards = table.display.columns * table.display.rows / 64 / table.display.modules_a_board
    # Both strips: from board to board, five wires.
    for code in ("RD", "BK", *harness.SIGNALS):
        yield code, (boards - len(table.supply.capacitors)) * BOARD_WIRE
    if any(panel.address is not None for panel in size.panels):
        on_hub = [drawn["five-seats"], *[drawn["expander"]] * size.seats]
    else:
        on_hub = [drawn["two-seats"]]
    yield from ((code, HUB_WIRE) for one in on_hub for cable in one["cables"].values() for code in cable["colors"])


def _power_wire(table: Hardware) -> float:
    """Of all pairs of wires behind the fuses, m."""
    cables = harness.display(table)["cables"].values()
    return sum(float(cable["length"]) for cable in cables if cable.get("gauge") == f"{table.supply.wire_mm2} mm2")


def camera_way(table: Hardware) -> float:
    """The camera cable's shortest way, m: from the Raspberry Pi's socket over the board, up the mast, along the arm.

    The socket is 46.5 mm from the edge with the memory card and 11.5 mm from that with the supply (mechanical drawing
    of the Raspberry Pi 4).
    """
    made = dimensions(table)
    (x, y), (_left, (right, back)) = made.layout.hub, made.hub.pi_board
    mast = made.layout.mast
    flat = hypot(x + right - 46.5 - mast[0], y + back - 11.5 - mast[1])
    return (flat + made.layout.mast_length + mast[1]) / 1000


def _path(places: list[Point]) -> float:
    return sum(hypot(x - x0, y - y0) for (x0, y0), (x, y) in pairwise(places))


def _up(length: float, step: float) -> float:
    """Rounded up to what is bought."""
    return round(ceil(round(length / step, 6)) * step, 6)
