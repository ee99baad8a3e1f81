"""Each wire of each drawing goes where the program and the data sheets say; in both languages to the same pins."""

import re
from html import unescape
from typing import Any

import pytest
import yaml
from gpiozero.pins.pi import PiBoardInfo

from controller.config import Panels, load
from controller.hardware import hardware
from controller.panel.wiring import PLACES, Wiring
from hardware.generate import harness, pins, tables
from hardware.generate.products import HARDWARE, WIRING

TABLE = hardware()
# MCP23017 in its package with 28 pins, by its data sheet; line 0 … 7 are GPA0 … GPA7, 8 … 15 GPB0 … GPB7.
LINES = {**{line: 21 + line for line in range(8)}, **{8 + line: 1 + line for line in range(8)}}
CHIP = {"VDD": 9, "VSS": 10, "SCL": 12, "SDA": 13, "RESET": 18, "INTB": 19, "INTA": 20, "A0": 15, "A1": 16, "A2": 17}
# Raspberry Pi, the header.
POWER, SDA, SCL, GROUND = 1, 3, 5, {6, 9, 14, 20, 25, 30, 34, 39}


def drawn(name: str, language: str = "en") -> dict[str, Any]:
    """What a drawing is made from."""
    found: dict[str, Any] = yaml.safe_load((HARDWARE / WIRING[language] / f"{name}.yml").read_text(encoding="utf-8"))
    return found


def chains(name: str, language: str = "en") -> list[dict[tuple[str, int], tuple[str, int]]]:
    """The wires of each bundle: from which pin of what to which pin of what."""
    found = []
    for first, _cable, last in drawn(name, language)["connections"]:
        ((from_, ones),), ((to, others),) = first.items(), last.items()
        found.append({(from_, one): (to, other) for one, other in zip(ones, others, strict=True)})
    return found


def told(size: str, tmp_path: Any) -> list[Wiring]:
    """The wiring that the program has with the configuration of the documents."""
    file = tmp_path / "dicetable.toml"
    file.write_text(tables.toml(TABLE.size(size)))
    return load(file).config.panels.wirings()


def socket(wiring: Wiring) -> dict[int, int]:
    """The wire of the cable of each line of a panel."""
    lines = {str(key): line for key, line in wiring.lines().items()} | {"lamp": wiring.lamp}
    return {TABLE.cable.wires.index(name) + 1: line for name, line in lines.items()}


GROUND_WIRES = {number for number, wire in enumerate(TABLE.cable.wires, start=1) if wire == "ground"}


@pytest.mark.parametrize("revision", [0xC03111, 0xD04170], ids=["Raspberry Pi 4", "Raspberry Pi 5"])
def test_the_header_is_the_one_that_gpiozero_knows(revision: int) -> None:
    """Another source than the data: which GPIO is where, what is ground, 3.3 V, I2C."""
    known = {number: pin.name for number, pin in PiBoardInfo.from_revision(revision).headers["J8"].pins.items()}
    assert {pin: f"GPIO{gpio}" for gpio, pin in TABLE.header.places.items()}.items() <= known.items()
    assert {pin for pin, name in known.items() if name == "GND"} == set(TABLE.header.ground_pins) == GROUND
    assert {pin for pin, name in known.items() if name == "3V3"} == set(TABLE.header.pins_3v3)
    assert {pin for pin, name in known.items() if name == "5V"} == set(TABLE.header.pins_5v)
    assert (known[POWER], known[SDA], known[SCL]) == ("3V3", "GPIO2", "GPIO3")
    assert TABLE.header.buses["i2c"] == (2, 3)


def test_the_expander_has_the_pins_of_its_data_sheet() -> None:
    ports = {f"GP{'AB'[line // 8]}{line % 8}": pin for line, pin in LINES.items()}
    assert TABLE.expander.pins == {**CHIP, **ports}


def test_each_drawing_connects_pins_that_there_are() -> None:
    for name in harness.harnesses(TABLE):
        connectors = drawn(name)["connectors"]
        for chain in chains(name):
            for what, pin in [*chain, *chain.values()]:
                one = connectors[what]
                assert pin in (one.get("pins") or range(1, len(one["pinlabels"]) + 1)), (name, what)


def test_both_languages_connect_the_same_pins() -> None:
    for name in harness.harnesses(TABLE):
        english, german = (
            [[(one, other) for (_a, one), (_b, other) in chain.items()] for chain in chains(name, language)]
            for language in WIRING
        )
        assert english == german, name


def test_a_panel_leads_each_key_over_its_wire_to_the_same_wire_at_the_hub() -> None:
    inside, cable = chains("panel")
    keys, board = (drawn("panel")["connectors"][name]["pinlabels"] for name in ("Keys", "Panel"))
    assert board == [harness.label(wire) for wire in TABLE.cable.wires]
    for (_keys, one), (_panel, other) in inside.items():
        assert keys[one - 1].removesuffix(" of all") == board[other - 1]
    assert cable == {("Panel", wire): ("Hub", wire) for wire in range(1, 17)}


CODES = {"en": "BK BN RD OG YE GN BU VT GY WH PK TQ", "de": "SW BR RT OR GE GN BL VI GR WS RS TK"}
WORDS = {
    "en": "black brown red orange yellow green blue violet grey white pink turquoise",
    "de": "schwarz braun rot orange gelb grün blau violett grau weiß rosa türkis",
}


@pytest.mark.parametrize("language", WIRING)
def test_each_wire_of_a_panel_has_one_colour_in_drawing_table_and_guide(language: str) -> None:
    """No colour twice, ground black; and each is the colour in the data, found by what its wire is called."""
    english, shown = CODES["en"].split(), CODES[language].split()
    inside = drawn("panel", language)["cables"][{"en": "Wires", "de": "Drähte"}[language]]["colors"]
    labels = drawn("panel")["connectors"]["Keys"]["pinlabels"]
    coloured = dict(zip([name.removesuffix(" of all") for name in labels], inside, strict=True))
    assert coloured == {harness.label(wire): code for wire, code in TABLE.cable.colours.items()}
    assert len(set(inside)) == 12
    assert coloured["GND"] == "BK"
    picture = (HARDWARE / WIRING[language] / "panel.svg").read_text(encoding="utf-8")
    said = {one for text in re.findall(r">([^<>\n]+)</text>", picture) for one in unescape(text).split()}
    words = dict(zip(english, WORDS[language].split(), strict=True))
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in tables.cable(language).split("\n")]
    table = {one[at + 1]: one[at + 2] for one in cells if len(one) == 6 for at in (0, 3)}
    (heads, _line, names) = [row.split("|")[1:-1] for row in tables.panel_colours(language).strip().split("\n")]
    guide = {head.strip(): name.strip() for head, name in zip(heads, names, strict=True)}
    for name, code in coloured.items():
        assert shown[english.index(code)] in said
        assert table[name] == guide[name] == words[code]


def test_option_keys_have_the_colours_of_their_numbers_on_resistors() -> None:
    bands = ["BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY"]
    assert [TABLE.cable.colours[str(key)] for key in range(1, 9)] == bands


def test_the_hubs_drawings_have_the_colours_of_the_panel() -> None:
    for name, start in (("two-seats", "Seat"), ("expander", "Socket")):
        for first, bundle, _last in drawn(name)["connections"]:
            ((where, places),), (cable,) = first.items(), bundle
            assert where.startswith(start)
            wires = [TABLE.cable.wires[pin - 1] for pin in places]
            assert drawn(name)["cables"][cable]["colors"] == [TABLE.cable.colours[wire] for wire in wires]


def test_two_seats_lead_each_wire_to_the_pin_that_the_program_reads() -> None:
    """By the default wiring, which is what the program has when nothing is configured."""
    every = chains("two-seats")
    for wiring, chain in zip(Panels(kind="gpio").wirings(), every, strict=True):
        for wire, line in socket(wiring).items():
            assert chain.pop((f"Seat {wiring.seat}", wire)) == ("Raspberry Pi", PLACES[line])
        ((_seat, wire), (_pi, pin)) = chain.popitem()
        assert wire in GROUND_WIRES, "all that is left over"
        assert pin in GROUND
        assert not chain


def test_an_expander_takes_each_wire_to_the_line_that_the_program_reads(tmp_path: Any) -> None:
    for wiring in told("five", tmp_path):
        (chain,) = chains("expander")
        for wire, line in socket(wiring).items():
            assert chain.pop(("Socket", wire)) == ("MCP23017", LINES[line]), wiring.seat
        ((_socket, wire), ground) = chain.popitem()
        assert wire in GROUND_WIRES
        assert ground == ("MCP23017", CHIP["VSS"])
        assert not chain


def test_five_seats_have_bus_supply_interrupt_and_straps_as_config_txt_says(tmp_path: Any) -> None:
    overlays = [line for line in pins.config_txt(TABLE.size("five")) if line.startswith("dtoverlay=mcp23017")]
    every, connectors = chains("five-seats"), drawn("five-seats")["connectors"]
    for wiring, chain, overlay in zip(told("five", tmp_path), every, overlays, strict=True):
        seat = f"Seat {wiring.seat}"
        address, gpio = re.fullmatch(r"dtoverlay=mcp23017,addr=(0x\d\d),gpiopin=(\d+)", overlay).groups()  # type: ignore[union-attr]
        assert int(address, 16) == wiring.address
        assert connectors[seat]["subtype"] == address
        straps = connectors[seat]["notes"]
        assert straps == ", ".join(f"A{bit} {('GND', '3.3 V')[wiring.address >> bit & 1]}" for bit in range(3))
        to = {chip: header for (_pi, header), (_seat, chip) in chain.items()}
        ground = to.pop(CHIP["VSS"])
        assert ground in GROUND
        assert to == {
            CHIP["VDD"]: POWER,
            CHIP["SCL"]: SCL,
            CHIP["SDA"]: SDA,
            CHIP["INTA"]: PLACES[int(gpio)],
        }
        assert {name for name, _pin in chain.values()} == {seat}


def test_the_display_is_one_chain_with_power_at_both_strips_and_a_fuse_for_each_load() -> None:
    connectors = drawn("display")["connectors"]

    def label(place: tuple[str, int]) -> tuple[str, str]:
        return place[0], connectors[place[0]]["pinlabels"][place[1] - 1]

    wires = [(label(one), label(other)) for chain in chains("display") for one, other in chain.items()]
    nano, supply = TABLE.display.pins, TABLE.supply
    display, light = (f"+ fuse {fuse / 1000:g} A slow" for fuse in (supply.display_fuse, supply.light_fuse))
    assert sorted(wires) == sorted(
        [
            (("Nano", f"{nano['data']} data"), ("Upper strip", "DIN")),
            (("Nano", f"{nano['select']} select"), ("Upper strip", "CS")),
            (("Nano", f"{nano['clock']} clock"), ("Upper strip", "CLK")),
            (("Nano", "GND"), ("Upper strip", "GND")),
            (("Upper strip, left", "DOUT"), ("Lower strip", "DIN")),
            (("Upper strip, left", "CS"), ("Lower strip", "CS")),
            (("Upper strip, left", "CLK"), ("Lower strip", "CLK")),
            (("Raspberry Pi", "USB"), ("Nano", "USB")),
            *(
                pair
                for plus, loads in ((display, ("Upper strip", "Lower strip")), (light, ("Left light", "Right light")))
                for load in loads
                for pair in (
                    (("Supply", plus), (load, "VCC" if "strip" in load else "+")),
                    (("Supply", "−"), (load, "GND" if "strip" in load else "−")),
                )
            ),
        ]
    )


def test_circuit_diagrams_name_the_pins_of_program_and_data_sheet(tmp_path: Any) -> None:
    def shown(name: str) -> set[str]:
        picture = (HARDWARE / WIRING["en"] / f"circuit-{name}.svg").read_text(encoding="utf-8")
        return {re.sub(r"<[^>]+>", "", one).strip() for one in re.findall(r"<text.*?</text>", picture, re.DOTALL)}

    header, first = Panels(kind="gpio").wirings()[0], told("five", tmp_path)[0]
    assert {f"GPIO {header.keys[0]}", f"GPIO {header.lamp}", "1 kΩ", "220 Ω"} <= shown("key")
    chip = {*map(str, [*CHIP.values(), LINES[first.keys[0]], LINES[first.lamp]])} - {str(CHIP["INTB"])}
    interrupt = TABLE.size("five").panels[0].interrupt
    assert interrupt is not None
    wanted = {"SDA, pin 3", "SCL, pin 5", "3.3 V, pin 1", f"GPIO {interrupt}, pin {PLACES[interrupt]}"}
    assert {*chip, *wanted, "GPA0", "GPA7", "10 kΩ", "1 kΩ", "220 Ω", "100 nF"} <= shown("expander")
    display, light = (f"{fuse / 1000:g} A slow" for fuse in (TABLE.supply.display_fuse, TABLE.supply.light_fuse))
    assert {*TABLE.display.pins.values(), display, light, "330 Ω", "10 kΩ", "2 × 1000 µF"} <= shown("display")


@pytest.mark.parametrize("language", WIRING)
def test_what_is_drawn_is_what_it_is_drawn_from(language: str) -> None:
    """Each pin with its wire stands in the picture: not only in the text that WireViz was given."""
    for name in harness.harnesses(TABLE):
        picture = (HARDWARE / WIRING[language] / f"{name}.svg").read_text(encoding="utf-8")
        shown = set(re.findall(r">([^<>\n]+)</text>", picture))
        for connector, one in drawn(name, language)["connectors"].items():
            assert {connector, *map(str, one["pinlabels"])} <= shown, (name, connector)
