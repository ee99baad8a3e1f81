"""The wiring as WireViz wants it: which pin of what goes over which wire to which pin. Pure; YAML is made of it."""

from typing import Any

import yaml

from controller.hardware import Hardware, PanelWiring, Size
from hardware.generate import colours
from hardware.generate.words import everywhere

Harness = dict[str, Any]

_NAMES = {"ground": "GND", "ok": "OK", "back": "BACK", "lamp": "LAMP"}
_JOINED = "all GND joined on the board"
# How far columns and rows of a drawing are apart, in inch, where WireViz's own 2 is too much for a page, or too little
# for wires that fan out.
_APART = {"panel": "ranksep=0.9", "display": "ranksep=0.9", "five-seats": "ranksep=3.6; nodesep=0.15"}


SIGNALS = ("GN", "BU", "YE")
"""Colours of the display's data, select and clock."""


def label(wire: str) -> str:
    """What a wire is called in drawings: ``KEY 1``, ``OK``, ``GND``."""
    return _NAMES.get(wire, f"KEY {wire}")


def panel(table: Hardware) -> Harness:
    """One panel: keys and lamp to its board, and the cable to the hub; the same for every seat and size."""
    wires = [label(wire) for wire in table.cable.wires]
    keys = [one for one in wires if one != "GND"]
    numbers = [wires.index(one) + 1 for one in keys]
    ground = wires.index("GND") + 1
    return {
        "connectors": {
            "Keys": {
                "type": "12 mm push buttons, 8 mm LED",
                "subtype": "one contact of each",
                "pinlabels": [*keys, "GND of all"],
                "notes": "GND goes from key to key, and to the LED's short leg",
            },
            "Panel": {
                "type": "box header 2×8",
                "subtype": "on the panel's board",
                "pinlabels": wires,
                "notes": _JOINED,
            },
            "Hub": {"type": "box header 2×8", "subtype": "on the hub's board", "pinlabels": wires},
        },
        "cables": {
            "Wires": {
                "category": "bundle",
                "gauge": "0.14 mm2",
                "length": 0.2,
                "colors": colours.bundle(table),
            },
            "Cable": {
                "type": "flat cable 1.27 mm, AWG 28",
                "length": table.cable.longest / 1000,
                "wirecount": len(wires),
                "colors": ["RD"] + ["GY"] * (len(wires) - 1),
                "notes": "an IDC plug at each end, red edge at pin 1",
            },
        },
        "connections": [
            [{"Keys": _span(12)}, {"Wires": _span(12)}, {"Panel": [*numbers, ground]}],
            [{"Panel": _span(16)}, {"Cable": _span(16)}, {"Hub": _span(16)}],
        ],
    }


def two_seats(table: Hardware, size: Size) -> Harness:
    """The hub's board without expanders: from each socket to the Raspberry Pi's header."""
    wires = [label(wire) for wire in table.cable.wires]
    places = table.header.places
    connectors: Harness = {}
    cables: Harness = {}
    connections = []
    rows: list[tuple[int, str]] = []
    for one in size.panels:
        lines = {label(name): line for name, line in one.lines().items()} | {"LAMP": one.lamp}
        used = [wire for wire in wires if wire != "GND"]
        rows += [(places[lines[wire]], f"GPIO {lines[wire]}") for wire in used]
        socket, board = f"Seat {one.seat}", f"Board {one.seat}"
        connectors[socket] = {
            "type": "box header 2×8",
            "subtype": "on the hub's board",
            "pinlabels": wires,
            "notes": _JOINED,
        }
        cables[board] = {
            "category": "bundle",
            "type": _resistors(table),
            "colors": colours.bundle(table),
        }
        pins = [wires.index(wire) + 1 for wire in used]
        header = [places[lines[wire]] for wire in used]
        ground = table.header.ground_pins[one.seat]
        rows.append((ground, "GND"))
        connections.append(
            [{socket: [*pins, wires.index("GND") + 1]}, {board: _span(12)}, {"Raspberry Pi": [*header, ground]}]
        )
    connectors["Raspberry Pi"] = {
        "type": "header of 40 pins",
        "subtype": "through a flat cable of 40 wires",
        "pins": [pin for pin, _name in rows],
        "pinlabels": [name for _pin, name in rows],
    }
    return {"connectors": connectors, "cables": cables, "connections": connections}


def expander(table: Hardware, one: PanelWiring) -> Harness:
    """One expander: from a seat's socket to the chip's pins, with what belongs to them."""
    wires = [label(wire) for wire in table.cable.wires]
    lines = {label(name): line for name, line in one.lines().items()} | {"LAMP": one.lamp}
    used = [wire for wire in wires if wire != "GND"]
    chip = table.expander.pins
    names = [f"GP{'AB'[lines[wire] // 8]}{lines[wire] % 8}" for wire in used]
    pins = [(chip[name], name) for name in names] + [(chip["VSS"], "VSS")]
    pull_up = table.cable.key_pull_up_ohm / 1000
    return {
        "connectors": {
            "Socket": {
                "type": "box header 2×8",
                "subtype": "on the hub's board",
                "pinlabels": wires,
                "notes": _JOINED,
            },
            "MCP23017": {
                "type": "MCP23017-E/SP",
                "subtype": "in a socket of 28 pins",
                "pins": [pin for pin, _name in sorted(pins)],
                "pinlabels": [name for _pin, name in sorted(pins)],
                "notes": f"and {pull_up:.0f} kΩ from each key's pin to 3.3 V",
            },
        },
        "cables": {
            "Board": {
                "category": "bundle",
                "type": _resistors(table),
                "colors": colours.bundle(table),
            }
        },
        "connections": [
            [
                {"Socket": [*(wires.index(wire) + 1 for wire in used), wires.index("GND") + 1]},
                {"Board": _span(12)},
                {"MCP23017": [pin for pin, _name in pins]},
            ]
        ],
    }


def five_seats(table: Hardware, size: Size) -> Harness:
    """I2C, supply and interrupts: from the Raspberry Pi's header to each expander."""
    places, chip = table.header.places, table.expander.pins
    power, ground = table.header.pins_3v3[0], table.header.ground_pins[0]
    sda, scl = (places[gpio] for gpio in table.header.buses["i2c"])
    interrupts = [panel.interrupt for panel in size.panels if panel.interrupt is not None]
    # In the order of the wires, so that few of them cross.
    rows = [(power, "3.3 V"), (ground, "GND"), (scl, "SCL"), (sda, "SDA")]
    rows += [(places[gpio], f"GPIO {gpio}") for gpio in interrupts]
    connectors: Harness = {
        "Raspberry Pi": {
            "type": "header of 40 pins",
            "subtype": "through a flat cable of 40 wires",
            "pins": [pin for pin, _name in rows],
            "pinlabels": [name for _pin, name in rows],
            "notes": "at each chip: RESET to 3.3 V, 100 nF from VDD to VSS",
        }
    }
    cables: Harness = {}
    connections = []
    for one in size.panels:
        assert one.address is not None, "a size with expanders alone"
        assert one.interrupt is not None, "pins.faults finds that"
        pins = {name: chip[name] for name in ("VDD", "VSS", "SCL", "SDA", "INTA")}
        seat, wires = f"Seat {one.seat}", f"Bus {one.seat}"
        connectors[seat] = {
            "type": "MCP23017-E/SP",
            "subtype": f"0x{one.address:02x}",
            "pins": list(pins.values()),
            "pinlabels": list(pins),
            "notes": address_straps(one.address),
        }
        cables[wires] = {"category": "bundle", "colors": ["RD", "BK", "GN", "BU", "YE"]}
        header = [power, ground, scl, sda, places[one.interrupt]]
        connections.append([{"Raspberry Pi": header}, {wires: _span(5)}, {seat: list(pins.values())}])
    return {"connectors": connectors, "cables": cables, "connections": connections}


def address_straps(address: int) -> str:
    """How A2, A1 and A0 of an MCP23017 give its address: 0b0100xxx."""
    straps = (f"A{bit} {'3.3 V' if address >> bit & 1 else 'GND'}" for bit in (0, 1, 2))
    return ", ".join(straps)


def display(table: Hardware) -> Harness:
    """The display: Nano, supply, fuses, the two strips of boards, and the light."""
    supply, pins, series = table.supply, table.display.pins, table.display.series_ohm
    boards = table.display.columns * table.display.rows // 64 // table.display.modules_a_board
    strip = ["VCC", "GND", "DIN", "CS", "CLK"]
    power = {
        "category": "bundle",
        "gauge": f"{supply.wire_mm2} mm2",
        "length": supply.wire_longest / 1000,
        "notes": "no longer than that",
    }
    return {
        "connectors": {
            "Supply": {
                "type": f"{supply.volt:.0f} V, {supply.milliampere / 1000:.0f} A",
                "subtype": "plus in the middle of its plug",
                "pinlabels": [
                    f"+ fuse {supply.display_fuse / 1000:g} A slow",
                    f"+ fuse {supply.light_fuse / 1000:g} A slow",
                    "−",
                ],
            },
            "Nano": {
                "type": "Arduino Nano",
                "subtype": "fed by USB from the Raspberry Pi",
                "pinlabels": [
                    f"{pins['data']} data",
                    f"{pins['select']} select",
                    f"{pins['clock']} clock",
                    "GND",
                    "5 V",
                    "USB",
                ],
                "notes": f"{series:.0f} Ω in data, select and clock; 10 kΩ from select to 5 V",
            },
            "Raspberry Pi": {"type": "USB socket", "pinlabels": ["USB"]},
            "Upper strip": {
                "type": f"{boards // 2} boards of MAX7219",
                "subtype": "right end",
                "pinlabels": strip,
                "notes": "from board to board all five, DOUT to DIN",
            },
            "Lower strip": {
                "type": f"{boards // 2} boards of MAX7219",
                "subtype": "right end",
                "pinlabels": strip,
                "notes": f"{supply.capacitors[0]:.0f} µF from VCC to GND at each strip, + at VCC",
            },
            "Upper strip, left": {"type": "last board", "subtype": "left end", "pinlabels": ["DOUT", "CS", "CLK"]},
            "Left light": {"type": "LED strip", "pinlabels": ["+", "−"]},
            "Right light": {"type": "LED strip", "pinlabels": ["+", "−"]},
        },
        "cables": {
            **{f"Power {number}": {**power, "colors": ["RD", "BK"]} for number in (1, 2, 3, 4)},
            "Signals": {
                "category": "bundle",
                "gauge": "0.14 mm2",
                "length": 0.3,
                "colors": [*SIGNALS, "BK"],
                "notes": "as short as can be",
            },
            "USB": {"type": "the Nano's cable", "wirecount": 1, "colors": ["BK"]},
            "Return": {"category": "bundle", "gauge": "0.14 mm2", "length": 0.35, "colors": [*SIGNALS]},
        },
        "connections": [
            [{"Supply": [1, 3]}, {"Power 1": [1, 2]}, {"Upper strip": [1, 2]}],
            [{"Supply": [1, 3]}, {"Power 2": [1, 2]}, {"Lower strip": [1, 2]}],
            [{"Supply": [2, 3]}, {"Power 3": [1, 2]}, {"Left light": [1, 2]}],
            [{"Supply": [2, 3]}, {"Power 4": [1, 2]}, {"Right light": [1, 2]}],
            [{"Nano": [1, 2, 3, 4]}, {"Signals": [1, 2, 3, 4]}, {"Upper strip": [3, 4, 5, 2]}],
            [{"Raspberry Pi": [1]}, {"USB": [1]}, {"Nano": [6]}],
            [{"Upper strip, left": [1, 2, 3]}, {"Return": [1, 2, 3]}, {"Lower strip": [3, 4, 5]}],
        ],
    }


def harnesses(table: Hardware, language: str = "en") -> dict[str, Harness]:
    """Every drawing by its name."""
    two, five = table.size("two"), table.size("five")
    every = {
        "panel": panel(table),
        "two-seats": two_seats(table, two),
        "expander": expander(table, five.panels[0]),
        "five-seats": five_seats(table, five),
        "display": display(table),
    }
    for one in every.values():
        for connector in one["connectors"].values():
            # What WireViz calls it is English, and each pin has its number.
            connector["show_pincount"] = False
        if language == "de":
            # GE, RT, SW in place of YE, RD, BK.
            one["options"] = {"color_mode": "GER"}
    drawn = {name: everywhere(one, language) for name, one in every.items()}
    for name, apart in _APART.items():
        drawn[name]["tweak"] = {"append": apart}
    return drawn


def as_yaml(harness: Harness) -> str:
    """A harness as WireViz reads it."""
    # A wide typeface that most machines have: a text that was laid out in it fits in every other one.
    options = {"fontname": "DejaVu Sans", **harness.get("options", {})}
    whole = {"options": options, **{name: part for name, part in harness.items() if name != "options"}}
    return str(yaml.safe_dump(whole, allow_unicode=True, sort_keys=False, default_flow_style=None, width=110))


def _resistors(table: Hardware) -> str:
    return f"{table.cable.key_series_ohm / 1000:.0f} kΩ in each key's, {table.cable.lamp_ohm:.0f} Ω in the lamp's"


def _span(number: int) -> list[int]:
    return list(range(1, number + 1))
