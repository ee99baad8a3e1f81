"""Figures in the running text of the documents are those of the data: what no table has, and nobody makes anew.

The German text has the same figures (``test_documents``), so English is looked at here.
"""

import re
import tomllib

import pytest

from controller.config import Panels
from controller.hardware import hardware
from controller.panel.debounce import Times
from hardware.generate import counts, pins, power
from hardware.generate.products import HARDWARE

TABLE = hardware()
TWO, FIVE = TABLE.size("two"), TABLE.size("five")
CABLE, DISPLAY, SUPPLY, HEADER = TABLE.cable, TABLE.display, TABLE.supply, TABLE.header
LIGHTS = DISPLAY.columns * DISPLAY.rows
KEYS = [panel.lines().values() for panel in TWO.panels]
SPI_KEYS = [gpio for gpio in HEADER.buses["spi"] if gpio in pins.header_lines(TWO, "key")]
INTERRUPTS = pins.header_lines(FIVE, "INTA")
SPI_INTERRUPTS = " and ".join(str(gpio) for gpio in INTERRUPTS if gpio in HEADER.buses["spi"])


def ampere(milliampere: float, digits: int = 1) -> str:
    """As people write it: ``2.4 A``."""
    return f"{milliampere / 1000:.{digits}f} A"


def kilo(ohm: float) -> str:
    """``10 kΩ``."""
    return f"{ohm / 1000:g} kΩ"


PARTS = [
    f"a picture would take more than {DISPLAY.supply_milliampere / 1000:g} A",
    f"It counts {DISPLAY.light_milliampere} mA for a light",
    f"that may be up to {DISPLAY.most_light_milliampere} mA",
    f"so {ampere(power.lights_milliampere(TABLE), 2)} are reckoned with",
    f"all {LIGHTS} lights at full brightness would take {LIGHTS} × {DISPLAY.most_light_milliampere} mA / 8 = "
    f"{ampere(power.all_lights_milliampere(TABLE))}",
    f"switches off at 110 to {SUPPLY.overload * 100:.0f} % of its {SUPPLY.milliampere / 1000:g} A",
    f"5.1 V, {TABLE.computers[1].supply_milliampere / 1000:g} A",
    f"{power.header_milliampere(TABLE, FIVE):.0f} mA in all, of the {HEADER.supply_milliampere} mA",
    f"({SUPPLY.milliampere * SUPPLY.overload / 1000:g} A, VDE 0298-4 for flexible wires of {SUPPLY.wire_mm2} mm²)",
    f"large enough for {ampere(power.display_milliampere(TABLE))} that flow for hours",
    f"display {power.drop(TABLE):.2f} V are lost",
]
WIRES = [
    f"{kilo(CABLE.key_series_ohm)} in each key's wire, {CABLE.lamp_ohm:.0f} Ω in the lamp's",
    f"a flat cable of {len(CABLE.wires)} wires",
    f"GPIO {SPI_KEYS[0]} to {SPI_KEYS[-1]} are keys here, so SPI must be off",
    "I2C ({}, {})".format(*HEADER.buses["i2c"]) + " and UART ({}, {}) stay free".format(*HEADER.buses["uart"]),
    f"GPIO {HEADER.pulled_up_at_power_on[0]} to {HEADER.pulled_up_at_power_on[-1]} are pulled up from the moment",
    f"{kilo(CABLE.key_pull_up_ohm)} from each key's pin to 3.3 V",
    f"The interrupts go to GPIO {INTERRUPTS[0]} to {INTERRUPTS[-1]}",
    f"The {kilo(HEADER.i2c_pull_up_ohm)} to 3.3 V that it needs",
    f"with two seats GPIO {SPI_KEYS[0]} to {SPI_KEYS[-1]} are keys, with five GPIO {SPI_INTERRUPTS} are interrupts",
    f"Both take for low what is below {power.LOW_VOLT} V",
    f"through the boards {DISPLAY.supply_milliampere / 1000:g} A would pass",
    f"wires of {SUPPLY.wire_mm2} mm² go from terminal to terminal",
    f"Measure at the terminals before boards or light are connected: {SUPPLY.volt:g} V",
    f"**{SUPPLY.capacitors[0]:g} µF** at each strip",
    f"switch at once, {DISPLAY.scans_a_second} times a second",
    f"**{DISPLAY.series_ohm:.0f} Ω** in each of the three lines",
    f"Boards work down to {DISPLAY.least_volt:g} V",
    f"**{CABLE.longest / 1000:g} m at most.**",
    f"A line rises within {power.rise_microseconds(TABLE, expander=False) / 1000:.2f} ms",
    f"at rest for {Times().settle * 1000:.0f} ms",
    f"needs {counts.camera_way(TABLE):.2f} m from the Raspberry Pi",
    f"meets {kilo(CABLE.key_series_ohm)} before it meets the chip",
    f"GPIO {SPI_INTERRUPTS} belong to SPI",
]
PANELS = [
    f"{power.LAMP_MILLIAMPERE} mA is the most",
    f"with the {CABLE.lamp_ohm:g} Ω of the [parts](parts.md) it takes {power.lamp_milliampere(TABLE):.0f} mA",
    *(
        f"GPIO {min(lines)} … {max(lines)} and the lamp at {panel.lamp}"
        for lines, panel in zip(KEYS, TWO.panels, strict=True)
    ),
    f"a resistor of {kilo(CABLE.key_pull_up_ohm)} to 3.3 V",
]


def text(name: str) -> str:
    """A document on one line, without list marks in between."""
    return re.sub(r"\s+", " ", (HARDWARE / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "figure"),
    [(name, one) for name, all_ in (("parts.md", PARTS), ("wiring.md", WIRES), ("panels.md", PANELS)) for one in all_],
)
def test_a_figure_in_the_text_is_that_of_the_data(name: str, figure: str) -> None:
    assert figure in text(name)


@pytest.mark.parametrize("name", ["panels.md", "panels.de.md"])
def test_the_example_of_an_expander_is_the_first_seat_of_five(name: str) -> None:
    written = (HARDWARE / name).read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", written, re.DOTALL)
    (one,) = tomllib.loads(example)["panels"]["wiring"]
    first = FIVE.panels[0]
    assert one == {
        "seat": first.seat,
        "address": first.address,
        "keys": first.keys,
        "ok": first.ok,
        "back": first.back,
        "lamp": first.lamp,
    }
    lines = set(pins.config_txt(FIVE))
    (told,) = (block for block in re.findall(r"```\n(.*?)```", written, re.DOTALL) if "mcp23017" in block)
    overlay = next(line for line in told.splitlines() if line.startswith("dtoverlay"))
    assert {"dtparam=i2c_arm=on", overlay} <= lines
    assert f"gpio={first.interrupt}=ip,pu" in told
    assert Panels().header == int(TABLE.computers[0].number.removeprefix("gpiochip"))
