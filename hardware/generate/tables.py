"""The tables of the documents, in Markdown. The documents call these functions between their ``[[[cog`` marks.

Each is English, and German with ``"de"``; numbers and figures are the same, see ``words``.
"""

import json
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from string import ascii_uppercase
from typing import Final

from controller.hardware import Hardware, Size, hardware
from hardware.generate import colours, harness, mesh, optics, pins, plan, power, printing, privacy, stability
from hardware.generate.dimensions import dimensions
from hardware.generate.products import ROOT
from hardware.generate.shopping import Part, price, shopping
from hardware.generate.words import say

DENSITY = 1.27
"""Of PETG, g/cm³."""
_FIRST: Final = ROOT / "systemd/dicetable.toml"
"""What the service is told when it is installed."""


def _table(language: str, head: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[int] = ()) -> str:
    lines = [
        "| " + " | ".join(say(cell, language) for cell in head) + " |",
        "| " + " | ".join("---:" if column in right else "---" for column in range(len(head))) + " |",
    ]
    lines += ["| " + " | ".join(say(str(cell), language) for cell in row) + " |" for row in rows]
    return "\n" + "\n".join(lines) + "\n"


def _count(number: float, unit: str = "") -> str:
    return "–" if not number else f"{number:g} {unit}".rstrip()


# --- parts ------------------------------------------------------------------------------------------------------------


def parts(language: str = "en") -> str:
    """What is bought, for both sizes."""
    two, five = hardware().size("two"), hardware().size("five")
    rows: list[Sequence[object]] = []
    for group, members in groupby(shopping().parts, key=lambda part: part.group):
        rows.append((f"**{group}**", "", "", "", "", ""))
        rows += [
            (
                part.name,
                _count(part.needed(two), part.unit),
                _count(part.needed(five), part.unit),
                _euro(part.euro),
                _taken(part),
                part.instead,
            )
            for part in members
        ]
    rows.append(("**All of it, about**", f"**{price(two):.0f} €**", f"**{price(five):.0f} €**", "", "", ""))
    least, most = (1 + sign * shopping().estimate.either_way for sign in (-1, 1))
    between = (f"{least * price(size):.0f} to {most * price(size):.0f} €" for size in (two, five))
    rows.append(("so between", *between, "", "", ""))
    head = ("what", "two seats", "five seats", "about, each", "takes, each", "does as well")
    return _table(language, head, rows, (1, 2, 3, 4))


def _taken(part: Part) -> str:
    """What one takes at most."""
    return f"{part.milliampere():.0f} mA" + (" a metre" if part.unit else "") if part.takes else ""


def _euro(euro: float) -> str:
    return f"{euro:g} €" if euro == int(euro) else f"{euro:.2f} €"


def printed(language: str = "en") -> str:
    """What is printed, with sizes and weights as measured in the STL files."""
    two, five = hardware().size("two"), hardware().size("five")
    rows = []
    grams = [0.0, 0.0]
    for part in shopping().printed:
        triangles = mesh.read(part.name)
        width, depth, height = mesh.size(triangles)
        gram = mesh.volume(triangles) / 1000 * DENSITY
        grams = [total + gram * part.needed(size) for total, size in zip(grams, (two, five), strict=True)]
        files = f"[STL](stl/{part.name}.stl), [STEP](step/{part.name}.step)"
        counts = (_count(part.needed(two)), _count(part.needed(five)))
        rows.append((part.what, *counts, f"{width:.0f} × {depth:.0f} × {height:.0f}", f"{gram:.0f} g", files))
    rows.append(("**all of it, if it were solid**", f"{grams[0]:.0f} g", f"{grams[1]:.0f} g", "", "", ""))
    return _table(language, ("what", "two seats", "five seats", "on the bed, mm", "solid", "files"), rows, (1, 2, 4))


# --- power ------------------------------------------------------------------------------------------------------------


def budget(name: str, language: str = "en") -> str:
    """What everything takes in a size."""
    table, size = hardware(), hardware().size(name)

    def rows_of(supply: str) -> list[Sequence[object]]:
        return [
            (draw.what, f"{draw.milliampere:.0f} mA", draw.source)
            for draw in power.draws(table, size)
            if draw.supply == supply
        ]

    rows = rows_of("pi")
    beside = power.total(table, size, "pi")
    for computer in table.computers:
        most, gives = computer.milliampere, computer.supply_milliampere
        rows.append((f"with a {computer.name}, all cores busy", f"{most} mA", computer.source))
        total = f"**{most + beside:.0f} mA**"
        rows.append((f"**supply of the {computer.name}**", total, f"it gives {gives} mA"))
    total = f"**{power.total(table, size, 'five'):.0f} mA**"
    rows += [*rows_of("five"), ("**5 V for display and light**", total, f"it gives {table.supply.milliampere} mA")]
    return _table(language, ("what", "at most", "from"), rows, (1,))


def wires(language: str = "en") -> str:
    """Fuses and wires, and what they bear."""
    table = hardware()
    supply = table.supply
    display = power.display_milliampere(table)
    lamp = max(power.lamp_milliampere(table), power.pressed_milliampere(table))
    cross = f"{supply.wire_mm2} mm², {supply.wire_longest / 1000:g} m at most"
    rows = [
        ("supply to display", f"{display:.0f} mA", f"{supply.display_fuse / 1000:g} A slow", cross),
        ("supply to light", f"{power.light_milliampere(table):.0f} mA", f"{supply.light_fuse / 1000:g} A slow", cross),
        ("keys, lamps, data", f"{lamp:.0f} mA a wire", "–", "0.14 mm²; in the flat cable AWG 28 (0.08 mm²)"),
    ]
    return _table(language, ("line", "load", "fuse", "wire"), rows, (1,))


# --- wiring -----------------------------------------------------------------------------------------------------------


def cable(language: str = "en") -> str:
    """The wires of a panel's cable."""
    table = hardware()
    wires = [
        (number, harness.label(wire), colours.word(table, wire))
        for number, wire in enumerate(table.cable.wires, start=1)
    ]
    half = len(wires) // 2
    rows = [(*wires[n], *wires[n + half]) for n in range(half)]
    return _table(language, ("wire", "is", "in the panel") * 2, rows, (0, 3))


def panel_colours(language: str = "en") -> str:
    """The colour of each of the twelve wires inside of a panel."""
    table = hardware()
    wires = [*table.panel.places(), "lamp", "ground"]
    return _table(language, [harness.label(wire) for wire in wires], [[colours.word(table, wire) for wire in wires]])


def lines(name: str, language: str = "en") -> str:
    """The line of each key and lamp of a size."""
    table, size = hardware(), hardware().size(name)
    wires = [harness.label(wire) for wire in table.cable.wires]
    head = ["key", "wire", *(f"seat {panel.seat}" for panel in size.panels)]
    every = [{**panel.lines(), "lamp": panel.lamp} for panel in size.panels]
    rows = []
    for key in every[0]:
        places = [
            pins.line_name(panel, seat[key], table.header) for panel, seat in zip(size.panels, every, strict=True)
        ]
        rows.append((harness.label(key), wires.index(harness.label(key)) + 1, *places))
    return _table(language, head, rows, (1,))


def computers(language: str = "en") -> str:
    """What is different on a Raspberry Pi 4 and 5."""
    every = hardware().computers
    rows: list[Sequence[object]] = [
        ("chip of the header", *(f"{one.chip}, {one.number}" for one in every)),
        ("expanders, in the order of config.txt", *(f"from gpiochip{one.expanders_from}" for one in every)),
        ("its supply", *(f"5.1 V, {one.supply_milliampere / 1000:g} A" for one in every)),
        ("it takes at most", *(f"{one.milliampere / 1000:g} A" for one in every)),
    ]
    return _table(language, ("", *(one.name for one in every)), rows)


def expanders(language: str = "en") -> str:
    """Address, interrupt and chip of each expander."""
    table = hardware()
    rows = [
        (
            panel.seat,
            f"0x{panel.address:02x}",
            harness.address_straps(panel.address),
            f"GPIO {panel.interrupt}, pin {table.header.places[panel.interrupt]}",
        )
        for panel in table.size("five").panels
        if panel.address is not None and panel.interrupt is not None
    ]
    return _table(language, ("seat", "address", "A0, A1, A2", "INTA goes to"), rows)


def config_txt(name: str) -> str:
    """The lines for /boot/firmware/config.txt."""
    return "\n```\n" + "\n".join(pins.config_txt(hardware().size(name))) + "\n```\n"


def configuration(name: str) -> str:
    """The station's configuration for a size."""
    return "\n```toml\n" + toml(hardware().size(name)) + "```\n"


def toml(size: Size) -> str:
    """The same, without its marks: the first configuration of the installed service, for this size."""
    first: dict[str, dict[str, str | int]] = tomllib.loads(_FIRST.read_text(encoding="utf-8"))
    first["station"] = {"game": "menu", "players": size.seats}
    lines: list[str] = []
    for name, section in first.items():
        if section:
            written = [f"{key} = {json.dumps(value)}" for key, value in section.items()]
            lines += [*([""] if lines else []), f"[{name}]", *written]
    for panel in size.panels:
        if panel.address is not None:
            lines += ["", "[[panels.wiring]]", f"seat = {panel.seat}", f"address = 0x{panel.address:02x}"]
            lines += [f"keys = {panel.keys}", f"ok = {panel.ok}", f"back = {panel.back}", f"lamp = {panel.lamp}"]
    return "\n".join(lines) + "\n"


def nano(language: str = "en") -> str:
    """The Nano's pins."""
    display = hardware().display
    to = {"data": "DIN of the first board", "clock": "CLK", "select": "CS, and over 10 kΩ to 5 V"}
    rows = [(pin, f"over {display.series_ohm:.0f} Ω to {to[name]}") for name, pin in display.pins.items()]
    return _table(
        language, ("Nano", "goes to"), [*rows, ("GND", "GND of boards and supply"), ("USB", "the Raspberry Pi")]
    )


def cable_figures(language: str = "en") -> str:
    """What the panels' cables do to the signals."""
    table = hardware()
    rows = [
        (
            words,
            f"{power.pressed_volt(table, expander):.2f} V",
            limit,
            f"{power.rise_microseconds(table, expander):.0f} µs",
        )
        for words, expander, limit in (
            ("header", False, f"{power.LOW_VOLT} V (BCM2711, RP1)"),
            (
                "expander",
                True,
                f"{power.EXPANDER_LOW * power.GPIO_VOLT:.2f} V ({power.EXPANDER_LOW} × {power.GPIO_VOLT} V)",
            ),
        )
    ]
    return _table(language, ("keys at the", "a pressed key's level", "low ends at", "rise after letting go"), rows)


def switching(language: str = "en") -> str:
    """Switching on, and the display's lines."""
    table = hardware()
    peak, melts = power.inrush(table)
    half = 1e9 / table.display.spi_hertz / 2
    rows = [
        (
            "peak when it is switched on",
            f"{peak:.0f} A at most",
            "for less than a millisecond; the supply bounds it too",
        ),
        ("its integral", f"{melts:.2f} A² s", f"the fuse melts at {table.supply.fuse_melts_at:.0f} A² s or more"),
        (
            "lost on the way to the display",
            f"{power.drop(table):.2f} V",
            "in wires, fuse, plug and switch, with the most that it takes",
        ),
        (
            "least voltage at the display, while all chips light a full row",
            f"{power.display_volt(table):.1f} V",
            f"a MAX7219 needs {table.display.least_volt} V",
        ),
        ("lost on the way to the light", f"{power.light_drop(table):.2f} V", "both bars shine a little less, alike"),
        (
            "rise of a display’s line",
            f"{power.signal_nanoseconds(table):.0f} ns",
            f"half a bit lasts {half:.0f} ns",
        ),
        (
            "the Nano into boards without supply",
            f"{power.pushed_milliampere(table):.0f} mA a line",
            f"a pin gives {power.PIN_MILLIAMPERE} mA for long",
        ),
        (
            "pull-up that a key at the header needs",
            f"{power.least_pull_up(table) / 1000:.1f} kΩ or more",
            f"{table.header.pull_up_ohm[0] / 1000:.0f} kΩ or more are there",
        ),
    ]
    return _table(language, ("what", "is", "limit"), rows)


# --- mechanics --------------------------------------------------------------------------------------------------------


def places(language: str = "en") -> str:
    """Keys and lamp on a panel's face."""
    panel = hardware().panel
    rows = [(harness.label(name), f"{x:g}", f"{y:g}", panel.key_hole) for name, (x, y) in panel.places().items()]
    rows.append(("LAMP", f"{panel.lamp[0]:g}", f"{panel.lamp[1]:g}", panel.lamp_hole))
    return _table(language, ("", "from the left", "from the player’s edge", "hole"), rows, (1, 2, 3))


def lengths(language: str = "en") -> str:
    """What is cut to length."""
    table = hardware()
    layout, tray = dimensions(table).layout, table.tray
    board = f"{layout.width:.0f} × {layout.front + layout.back:.0f} × {layout.thickness:.0f}"
    rows = [
        ("board, plywood", 1, board),
        ("mast, profile 20 × 20", 1, f"{layout.mast_length:.0f}"),
        ("arm, profile 20 × 20", 1, f"{layout.arm_length:.0f}"),
        ("lamps’ posts, profile 20 × 20", 2, f"{layout.post_length:.0f}"),
        ("tray, strips", 2, f"{layout.strips[0]:.0f} × {tray.wall_height:.0f} × {tray.wall_thickness:.0f}"),
        ("tray, strips", 2, f"{layout.strips[1]:.0f} × {tray.wall_height:.0f} × {tray.wall_thickness:.0f}"),
        ("felt with its cork", 1, f"{tray.floor[0]:.0f} × {tray.floor[1]:.0f}, corners of {tray.corner:.0f} cut off"),
    ]
    return _table(language, ("what", "pieces", "mm"), rows, (1,))


def drilling(language: str = "en") -> str:
    """Holes in the board, from its lower left corner."""
    rows = [(hole.what, f"{hole.place[0]:.0f}", f"{hole.place[1]:.0f}", hole.drill) for hole in plan.holes(hardware())]
    return _table(language, ("for", "from the left", "from the front", "drill"), rows, (1, 2))


def sight(language: str = "en") -> str:
    """The rule of 15 degrees, and what the picture shows."""
    table: Hardware = hardware()
    tray, camera, light = table.tray, table.camera, table.light
    width, depth = optics.seen(camera)
    marks, shown = optics.marks_outside(tray), optics.seen(camera, tray.mark_height)
    rows = [
        ("farthest die from the axis", f"{optics.farthest_die(tray, camera):.0f} mm", ""),
        ("lens over the felt", f"{camera.height:.0f} mm", f"at least {optics.least_height(tray, camera):.0f} mm"),
        (
            "that die is seen at",
            f"{optics.largest_angle(tray, camera):.1f}°",
            f"at most {camera.largest_angle_deg:g}°",
        ),
        ("the picture shows, on the felt", f"{width:.0f} × {depth:.0f} mm", "{:g} × {:g} mm".format(*tray.floor)),
        ("and at the marks", f"{shown[0]:.0f} × {shown[1]:.0f} mm", f"{marks[0]:g} × {marks[1]:g} mm"),
        ("a die of 16 mm is", f"{16 * optics.pixels_a_mm(camera):.0f} pixels wide", ""),
        (
            "lamps from the middle",
            f"{light.distance:.0f} mm",
            f"at least {optics.least_light_distance(tray, camera, light):.0f} mm: no upper face mirrors them",
        ),
    ]
    return _table(language, ("", "as built", "needed"), rows)


def lines_of_sight(language: str = "en") -> str:
    """Who sees the keys of a panel, and who does not: what ``privacy.py`` has reckoned."""
    rows = []
    for one in privacy.VIEWERS:
        (near, far), (least, most) = one.beside, one.before
        side = f"{near:g} or more" if near else f"at most {far:g}" if far else "–"
        before = "behind it" if most < 0 else f"{least:g} to {most:g}" if one.reads else f"at most {most:g}"
        sees = "every key and its name" if one.reads else "no option key"
        rows.append((one.who, "{:g} to {:g}".format(*one.height), side, before, sees))
    head = ("whose eyes", "over the table, mm", "beside the panel’s middle, mm", "before the player’s edge, mm", "see")
    return _table(language, head, rows)


def heights(language: str = "en") -> str:
    """What is measured with a rule while mast and lamps are put up."""
    table = hardware()
    made, tray, light = dimensions(table), table.tray, table.light
    arm = tray.felt + table.camera.height + made.head.lens_below_arm
    wedge = tray.felt + light.height - made.lamp.face_middle[1]
    rows = [
        ("front of the lens over the felt", f"{table.camera.height:.0f} mm"),
        ("lower side of the arm over the board", f"{arm:.0f} mm"),
        ("lower edge of the wedge over the board", f"{wedge:.0f} mm"),
        ("end of the arm to the middle of the lens", f"{made.head.lens_x - made.head.overlap:.0f} mm"),
    ]
    return _table(language, ("what", "is"), rows, (1,))


def steadiness(language: str = "en") -> str:
    """Whether the table tips when somebody knocks against the mast."""
    table = hardware()
    rows = [(f"to the {push.to}", f"{push.newton:.0f} N", f"{push.degrees:.0f}°") for push in stability.pushes(table)]
    return _table(language, ("push at the top of the mast", "tips at", "tilt of the board that tips it"), rows, (1, 2))


def bridges(language: str = "en") -> str:
    """What looks down freely in each part, as measured in its file."""
    rows = []
    for letter, part in zip(ascii_uppercase, shopping().printed, strict=False):
        found, thinnest = _printing(part.name)
        widest = max((one.span for one in found), default=0.0)
        link = f"[{part.name}](stl/{part.name}.stl)"
        rows.append((letter, link, len(found) or "–", f"{widest:.1f} mm" if found else "–", f"{thinnest:.1f} mm"))
    return _table(language, ("", "file", "bridges", "widest", "thinnest wall"), rows, (2, 3, 4))


@cache
def _printing(name: str) -> tuple[list[printing.Bridge], float]:
    triangles = mesh.read(name)
    return printing.bridges(triangles), printing.thinnest(triangles)
