"""What is soldered to which pin, and whether that can be. Pure."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from controller.hardware import Hardware, Header, PanelWiring, Size

# By the newer data sheets of the MCP23017, GPA7 and GPB7 are outputs only.
_OUTPUTS_ONLY = (7, 15)
_EXPANDER_LINES = range(16)


class Use(NamedTuple):
    """One line that something is connected to.

    Attributes:
        chip: ``header``, or the expander's address (``0x20``).
        line: its number on that chip.
        what: who takes it, in words.
        key: whether it is a key, which needs a pull-up.
    """

    chip: str
    line: int
    what: str
    key: bool = False


def uses(size: Size) -> Iterator[Use]:
    """Every line of a size."""
    for panel in size.panels:
        chip = "header" if panel.address is None else f"0x{panel.address:02x}"
        for name, line in panel.lines().items():
            yield Use(chip, line, f"seat {panel.seat}: {name}", key=True)
        yield Use(chip, panel.lamp, f"seat {panel.seat}: lamp")
        if panel.interrupt is not None:
            yield Use("header", panel.interrupt, f"seat {panel.seat}: INTA")


def buses(config: list[str]) -> list[str]:
    """The header's buses in use: UART is the console's; by config.txt I2C where it is on, SPI where it is not off."""
    i2c = "dtparam=i2c_arm=on" in config
    return ["uart", *(["i2c"] if i2c else []), *([] if "dtparam=spi=off" in config else ["spi"])]


def header_lines(size: Size, what: Literal["keys", "lamps"]) -> list[int]:
    """The GPIOs of the header that are ``keys``, or ``lamps``."""
    here = [use for use in uses(size) if use.chip == "header"]
    return sorted(use.line for use in here if (use.key if what == "keys" else use.what.endswith("lamp")))


def pulled_up_by_config(lines: list[str]) -> set[int]:
    """The GPIOs that lines ``gpio=4-8,13=ip,pu`` of config.txt give a pull-up."""
    found: set[int] = set()
    for line in lines:
        key, _equals, rest = line.partition("=")
        numbers, _equals, settings = rest.partition("=")
        if key == "gpio" and "pu" in settings.split(","):
            for one in numbers.split(","):
                low, _dash, high = one.partition("-")
                found |= set(range(int(low), int(high or low) + 1))
    return found


def ranges(numbers: list[int]) -> str:
    """Numbers as config.txt wants them: ``4-8,13``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def config_txt(size: Size) -> list[str]:
    """What has to stand in /boot/firmware/config.txt."""
    keys, lamps = header_lines(size, "keys"), header_lines(size, "lamps")
    lines = ["dtparam=spi=off"]
    if _expanders(size):
        lines.append("dtparam=i2c_arm=on")
    if keys:
        lines += [f"gpio={ranges(keys)}=ip,pu", f"gpio={ranges(lamps)}=op,dl"]
    if interrupts := sorted(use.line for use in uses(size) if use.what.endswith("INTA")):
        # Pins of a Raspberry Pi 5 are nothing at all at first, and report nothing until something makes them inputs
        # (raspberrypi/linux, issue 6106); the overlay does it too.
        lines.append(f"gpio={ranges(interrupts)}=ip,pu")
    lines += [f"dtoverlay=mcp23017,addr=0x{panel.address:02x},gpiopin={panel.interrupt}" for panel in _expanders(size)]
    return lines


def _expanders(size: Size) -> list[PanelWiring]:
    return [panel for panel in size.panels if panel.address is not None]


def faults(size: Size, header: Header, config: list[str], pulled_up_outside: bool) -> list[str]:
    """Everything that cannot be so: a line that two have, that a bus has, or a key without a pull-up at boot.

    Args:
        size: what is built.
        header: of the Raspberry Pi.
        config: the lines of config.txt.
        pulled_up_outside: whether the keys at expanders have resistors of their own.
    """
    reserved = {line: bus for bus in buses(config) for line in header.buses[bus]}
    pulled_up = {*header.pulled_up_at_power_on, *pulled_up_by_config(config)}
    found: list[str] = []
    taken: dict[tuple[str, int], str] = {}
    for use in uses(size):
        where = f"{use.what}, line {use.line} of {use.chip}"
        if other := taken.get((use.chip, use.line)):
            found.append(f"{where}: {other} has it already")
        taken[use.chip, use.line] = use.what
        if use.chip == "header":
            found += _header_faults(use, where, reserved, header, pulled_up)
        else:
            found += _expander_faults(use, where, pulled_up_outside)
    if _expanders(size) and "i2c" not in buses(config):
        found.append("expanders need dtparam=i2c_arm=on")
    found += _twice("address", [panel.address for panel in _expanders(size)])
    found += [f"seat {one.seat}: an expander needs an interrupt" for one in _expanders(size) if one.interrupt is None]
    return found


def _header_faults(
    use: Use, where: str, reserved: dict[int, str], header: Header, pulled_up: set[int]
) -> Iterator[str]:
    if use.line in reserved:
        yield f"{where}: belongs to {reserved[use.line]}"
    if use.line not in header.places:
        yield f"{where}: the header has no such GPIO"
    if use.key and use.line not in pulled_up:
        yield f"{where}: has no pull-up at boot"
    if use.what.endswith("INTA") and use.line not in header.pulled_up_at_power_on:
        yield f"{where}: has no pull-up at boot"
    # A pull-up would let the lamp glow before the program is there.
    if use.what.endswith("lamp") and use.line in pulled_up:
        yield f"{where}: is pulled up at boot, the lamp would glow"


def _expander_faults(use: Use, where: str, pulled_up_outside: bool) -> Iterator[str]:
    if use.line not in _EXPANDER_LINES:
        yield f"{where}: an expander has lines 0 to 15"
    if use.key and use.line in _OUTPUTS_ONLY:
        yield f"{where}: is an output only"
    if use.key and not pulled_up_outside:
        yield f"{where}: has no pull-up at boot"


def places_faults(table: Hardware) -> list[str]:
    """Pins of header and expander that two names have."""
    header = {f"GPIO {gpio}": pin for gpio, pin in table.header.places.items()}
    header |= {f"ground ({pin})": pin for pin in table.header.ground_pins}
    found = []
    for where, places in (("header", header), ("expander", table.expander.pins)):
        taken: dict[int, str] = {}
        for name, pin in places.items():
            if other := taken.get(pin):
                found.append(f"pin {pin} of the {where}: {other} and {name} both have it")
            taken[pin] = name
    return found


def _twice(what: str, values: list[int | None]) -> list[str]:
    return [
        f"{what} {value} is there twice"
        for value in sorted({v for v in values if v is not None and values.count(v) > 1})
    ]


def line_name(panel: PanelWiring, line: int, header: Header) -> str:
    """A line for people: ``GPIO 4, pin 7``, or ``0x20 GPA4``."""
    if panel.address is None:
        return f"GPIO {line}, pin {header.places[line]}"
    return f"0x{panel.address:02x} GP{'AB'[line // 8]}{line % 8}"
