"""What everything takes, in mA, where that figure comes from, and whether supply, fuses and wires bear it. Pure."""

from typing import NamedTuple

from controller.hardware import Hardware, Size

COPPER_OHM_MM2_M = 0.0178
"""Resistivity of copper at 20 °C, Ω mm² / m."""
ROWS = 8
"""Of a MAX7219; it lights one at a time."""
GPIO_VOLT = 3.3
LOW_VOLT = 0.8
"""What is below is low for a pin of the header."""
EXPANDER_LOW = 0.2
"""What is below this share of the supply is low for an MCP23017 (data sheet)."""
PIN_MILLIAMPERE = 20
"""What a pin of the Nano may give for long (ATmega328P, data sheet, DC characteristics)."""
CAMERA_MILLIAMPERE = 250
NANO_MILLIAMPERE = 40
EXPANDER_MILLIAMPERE = 1
SLOWEST_KEY = 100
"""µs; the program waits for 10 ms of rest, and a slow edge makes bounces of its own."""
LAMP_MILLIAMPERE = 10
"""The most that a lamp's line is to give (``hardware/panels.md``)."""


class Draw(NamedTuple):
    """A consumer.

    Attributes:
        what: in words.
        supply: ``pi`` (the Raspberry Pi's own) or ``five`` (the one of display and light).
        milliampere: the most that it takes.
        source: where the figure comes from.
    """

    what: str
    supply: str
    milliampere: float
    source: str


def lamp_milliampere(table: Hardware) -> float:
    """What a panel's lamp takes while it is lit."""
    return (GPIO_VOLT - table.cable.lamp_volt) / table.cable.lamp_ohm * 1000


def i2c_milliampere(table: Hardware) -> float:
    """What both lines of I2C take while they are low."""
    return 2 * GPIO_VOLT / table.header.i2c_pull_up_ohm * 1000


def pressed_milliampere(table: Hardware) -> float:
    """What a pressed key at an expander takes."""
    return GPIO_VOLT / (table.cable.key_pull_up_ohm + table.cable.key_series_ohm) * 1000


def pressed_volt(table: Hardware, expander: bool) -> float:
    """The level of a pressed key's line: the lower, the better; 0.66 V is the most that an MCP23017 takes for low."""
    pull_up = table.cable.key_pull_up_ohm if expander else table.header.pull_up_ohm[0]
    cable = _cable_ohm(table)
    return GPIO_VOLT * (table.cable.key_series_ohm + cable) / (pull_up + table.cable.key_series_ohm + cable)


def rise_microseconds(table: Hardware, expander: bool) -> float:
    """How long a line takes to 63 % of its level after a key was let go, through the cable's capacitance."""
    pull_up = table.cable.key_pull_up_ohm if expander else table.header.pull_up_ohm[1]
    return pull_up * 2 * table.cable.picofarad_a_metre * table.cable.longest / 1000 / 1e6


def light_milliampere(table: Hardware) -> float:
    """What both bars of light take."""
    return 2 * table.light.length / 1000 * table.light.watt_a_metre / table.supply.volt * 1000


def all_lights_milliampere(table: Hardware) -> float:
    """What the display's lights would take at most, all of them lit at full brightness: one row of eight at a time."""
    return table.display.columns * table.display.rows * table.display.most_light_milliampere / ROWS


def lights_milliampere(table: Hardware) -> float:
    """What they take at most: the firmware's limit, by the data sheet in place of the firmware's count."""
    display = table.display
    return display.supply_milliampere * display.most_light_milliampere / display.light_milliampere


def chips_milliampere(table: Hardware) -> float:
    """What the display's chips take themselves."""
    return table.display.columns * table.display.rows / 64 * table.display.chip_milliampere


def display_milliampere(table: Hardware) -> float:
    """What lights and chips of the display take at most."""
    return lights_milliampere(table) + chips_milliampere(table)


def least_pull_up(table: Hardware) -> float:
    """The least pull-up with which a pressed key at the header is still low, below 0.8 V (BCM2711 and RP1), Ω."""
    return (table.cable.key_series_ohm + _cable_ohm(table)) * (GPIO_VOLT / LOW_VOLT - 1)


def _cable_ohm(table: Hardware) -> float:
    """There and back."""
    return 2 * table.cable.ohm_a_metre * table.cable.longest / 1000


def signal_nanoseconds(table: Hardware) -> float:
    """How long a line of the display takes to 63 % of its level, behind its resistor."""
    return table.display.series_ohm * table.display.line_picofarad / 1000


def pushed_milliampere(table: Hardware) -> float:
    """What the Nano pushes through one line into boards without supply, over their inputs' diodes."""
    return (table.supply.volt - 0.7) / table.display.series_ohm * 1000


def inrush(table: Hardware) -> tuple[float, float]:
    """The peak when the display is switched on, A, and its integral, A² s: its capacitors, through the wires alone.

    A capacitor charged through a resistance leaves C U² / 2 in it: ∫ i² dt = C U² / 2 R.
    """
    supply = table.supply
    # A pair of wires for each strip, side by side.
    ohm = _wire_ohm(table) / len(supply.capacitors)
    farad = sum(supply.capacitors) / 1e6
    return supply.volt / ohm, farad * supply.volt**2 / 2 / ohm


def draws(table: Hardware, size: Size) -> list[Draw]:
    """Every consumer of a size, but for the computer itself."""
    expanders = sum(panel.address is not None for panel in size.panels)
    found = [
        Draw("camera", "pi", CAMERA_MILLIAMPERE, "Raspberry Pi documentation, camera modules"),
        Draw("Arduino Nano", "pi", NANO_MILLIAMPERE, "ATmega328P and CH340 data sheets, and its lights"),
        Draw(
            f"{size.seats} lamps of the panels",
            "pi",
            size.seats * lamp_milliampere(table),
            f"({GPIO_VOLT} V − {table.cable.lamp_volt:.1f} V) / {table.cable.lamp_ohm:.0f} Ω each",
        ),
    ]
    if expanders:
        keys = expanders * 10 * pressed_milliampere(table)
        pull_up, series = (ohm / 1000 for ohm in (table.cable.key_pull_up_ohm, table.cable.key_series_ohm))
        i2c = f"{GPIO_VOLT} V / {table.header.i2c_pull_up_ohm / 1000:g} kΩ, both lines low"
        found += [
            Draw(f"{expanders} MCP23017", "pi", expanders * EXPANDER_MILLIAMPERE, "data sheet, IDD at most 1 mA"),
            Draw("their keys, all pressed", "pi", keys, f"{GPIO_VOLT} V / ({pull_up:g} kΩ + {series:g} kΩ) each"),
            Draw("I2C", "pi", i2c_milliampere(table), i2c),
        ]
    display = table.display
    chips, counted = round(display.columns * display.rows / 64), display.supply_milliampere / 1000
    limit = f"the firmware’s limit of {counted:g} A, which counts {display.light_milliampere} mA a light; "
    limit += f"the data sheet has up to {display.most_light_milliampere} mA"
    return [
        *found,
        Draw("display, lights", "five", lights_milliampere(table), limit),
        Draw(f"display, {chips} MAX7219", "five", chips_milliampere(table), "data sheet, I+ without its lights"),
        Draw("light, two bars", "five", light_milliampere(table), f"{table.light.watt_a_metre:.0f} W a metre"),
    ]


def each(table: Hardware) -> dict[str, float]:
    """What one of what is bought takes at most, or a metre of it, mA; the display's boards by the firmware's limit."""
    boards = table.display.columns * table.display.rows / 64 / table.display.modules_a_board
    return {
        "computer": table.computers[0].milliampere,
        "camera": CAMERA_MILLIAMPERE,
        "Nano": NANO_MILLIAMPERE,
        "lamp": lamp_milliampere(table),
        "expander": EXPANDER_MILLIAMPERE,
        "display board": display_milliampere(table) / boards,
        "LED strip": table.light.watt_a_metre / table.supply.volt * 1000,
    }


def total(table: Hardware, size: Size, supply: str) -> float:
    """What one of the two supplies has to give; of ``pi`` without the computer."""
    return sum(draw.milliampere for draw in draws(table, size) if draw.supply == supply)


def header_milliampere(table: Hardware, size: Size) -> float:
    """What hangs at the 3.3 V of the header: lamps, expanders, pressed keys, I2C; at the header a key takes less."""
    keys = len(size.panels) * 10 * pressed_milliampere(table)
    expanders = sum(panel.address is not None for panel in size.panels) * EXPANDER_MILLIAMPERE
    return size.seats * lamp_milliampere(table) + keys + expanders + i2c_milliampere(table)


def drop(table: Hardware) -> float:
    """Voltage that is lost on the longest way to the display and back, V: wires, fuse, and all contacts.

    Each strip has a pair of wires of its own, which carries its share.
    """
    supply, load = table.supply, display_milliampere(table) / 1000
    fuse = supply.display_fuse_drop * load / (supply.display_fuse / 1000)
    return _wire_ohm(table) * load / len(supply.capacitors) + fuse + _contacts_drop(table)


def light_drop(table: Hardware) -> float:
    """The same on the way to the light."""
    supply, load = table.supply, light_milliampere(table) / 1000
    fuse = supply.light_fuse_drop * load / (supply.light_fuse / 1000)
    return _wire_ohm(table) * load + fuse + _contacts_drop(table)


def dip(table: Hardware) -> float:
    """How far the display's voltage falls while all chips light a full row at once, V.

    For that eighth of a scan the capacitors give what is more than the average; what the supply gives more is left out.
    """
    display = table.display
    more = (all_lights_milliampere(table) - lights_milliampere(table)) / 1000
    return more / display.scans_a_second / ROWS / (sum(table.supply.capacitors) / 1e6)


def display_volt(table: Hardware) -> float:
    """The least that the display's boards get, V."""
    return table.supply.least_volt - drop(table) - dip(table)


def _wire_ohm(table: Hardware) -> float:
    """Of the longest pair of wires, there and back."""
    return 2 * table.supply.wire_longest / 1000 * COPPER_OHM_MM2_M / table.supply.wire_mm2


def _contacts_drop(table: Hardware) -> float:
    return table.supply.contacts_ohm * (display_milliampere(table) + light_milliampere(table)) / 1000


def faults(table: Hardware, size: Size) -> list[str]:
    """What supply, fuses and wires do not bear; empty where all is well."""
    supply, found = table.supply, []
    limits = [("five", 0, supply.milliampere)]
    limits += [(computer.name, computer.milliampere, computer.supply_milliampere) for computer in table.computers]
    for name, itself, limit in limits:
        if (needed := itself + total(table, size, "five" if name == "five" else "pi")) > limit:
            found.append(f"supply {name}: {needed:.0f} mA are needed, it gives {limit}")
    for name, load, fuse in (
        ("display", display_milliampere(table), supply.display_fuse),
        ("light", light_milliampere(table), supply.light_fuse),
    ):
        # A fuse that is loaded with more than nine tenths for hours grows old.
        if load > 0.9 * fuse:
            found.append(f"fuse of the {name}: {load:.0f} mA are too much for {fuse} mA")
        if fuse > supply.wire_milliampere:
            found.append(f"fuse of the {name}: {fuse} mA do not protect wires for {supply.wire_milliampere} mA")
    if supply.milliampere * supply.overload > supply.wire_milliampere:
        found.append("the supply can give more than its wires bear")
    if (volt := display_volt(table)) < (least := table.display.least_volt):
        found.append(f"{volt:.2f} V reach the display, less than {least}: thicker or shorter wires, more µF")
    if (load := header_milliampere(table, size)) > table.header.supply_milliampere:
        found.append(f"3.3 V: {load:.0f} mA are needed, the header gives {table.header.supply_milliampere}")
    return found + _signal_faults(table)


def _signal_faults(table: Hardware) -> list[str]:
    """What switching on, the display's lines and the keys' lines do not bear."""
    found = []
    if (melts := inrush(table)[1]) > table.supply.fuse_melts_at / 10:
        found.append(
            f"switching on takes {melts:.2f} A² s, too much for a fuse that melts at {table.supply.fuse_melts_at}"
        )
    # Half a bit is what a level has until the chip looks at it; it needs a tenth of that.
    if (rise := signal_nanoseconds(table)) > (half := 1e9 / table.display.spi_hertz / 2) / 5:
        found.append(f"a line of the display takes {rise:.0f} ns, too much for a bit of 2 × {half:.0f} ns")
    if (pushed := pushed_milliampere(table)) > PIN_MILLIAMPERE:
        found.append(f"the Nano pushes {pushed:.0f} mA into boards without supply, more than {PIN_MILLIAMPERE}")
    if (least := least_pull_up(table)) > table.header.pull_up_ohm[0] / 2:
        found.append(f"a pull-up of less than {least:.0f} Ω keeps a pressed key high")
    if (level := pressed_volt(table, expander=True)) > (most := EXPANDER_LOW * GPIO_VOLT):
        found.append(f"a pressed key at an expander is at {level:.2f} V, and low ends at {most:.2f} V")
    if (rise := max(rise_microseconds(table, expander) for expander in (False, True))) > SLOWEST_KEY:
        found.append(f"cable.longest: a key's line takes {rise:.0f} µs to rise, more than {SLOWEST_KEY}")
    if (lit := lamp_milliampere(table)) > LAMP_MILLIAMPERE:
        found.append(f"cable.lamp_ohm: a lamp takes {lit:.0f} mA, more than {LAMP_MILLIAMPERE}")
    return found
