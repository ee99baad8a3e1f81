"""What is soldered to which pin, and whether that can be. Pure."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from controller.hardware import Hardware, Header, PanelWiring, Size

# By the newer data sheets of the MCP23017, GPA7 and GPB7 are outputs only.
_OUTPUTS_ONLY = (7, 15)
_EXPANDER_LINES = range(16)
# Data sheet: 0100 A2 A1 A0.
_ADDRESSES = range(0x20, 0x28)


class Use(NamedTuple):
    """One line that something is connected to.

    Attributes:
        seat: whose.
        chip: ``header``, or the expander's address (``0x20``).
        line: its number on that chip.
        what: ``key``, ``lamp`` or ``INTA`` (of the expander).
        name: which of them, in words.
    """

    seat: int
    chip: str
    line: int
    what: Literal["key", "lamp", "INTA"]
    name: str

    def __str__(self) -> str:
        place = f"GPIO {self.line}" if self.chip == "header" else f"line {self.line} of {self.chip}"
        return f"seat {self.seat}, {self.name} at {place}"


def uses(size: Size) -> Iterator[Use]:
    """Every line of a size."""
    for panel in size.panels:
        chip = "header" if panel.address is None else f"0x{panel.address:02x}"
        for name, line in panel.lines().items():
            yield Use(panel.seat, chip, line, "key", f"key {name}" if name.isdigit() else name.upper())
        yield Use(panel.seat, chip, panel.lamp, "lamp", "lamp")
        if panel.interrupt is not None:
            yield Use(panel.seat, "header", panel.interrupt, "INTA", "INTA")


def buses(config: list[str]) -> list[str]:
    """The header's buses in use: UART is the console's; by config.txt I2C where it is on, SPI where it is not off."""
    i2c = "dtparam=i2c_arm=on" in config
    return ["uart", *(["i2c"] if i2c else []), *([] if "dtparam=spi=off" in config else ["spi"])]


def header_lines(size: Size, what: Literal["key", "lamp", "INTA"]) -> list[int]:
    """The GPIOs of the header that are keys, lamps, or interrupts."""
    return sorted(use.line for use in uses(size) if use.chip == "header" and use.what == what)


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
    keys, lamps = header_lines(size, "key"), header_lines(size, "lamp")
    lines = ["dtparam=spi=off"]
    if _expanders(size):
        lines.append("dtparam=i2c_arm=on")
    if keys:
        lines += [f"gpio={ranges(keys)}=ip,pu", f"gpio={ranges(lamps)}=op,dl"]
    if interrupts := header_lines(size, "INTA"):
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

    Returns:
        A sentence for each: of which size, who is where, what is wrong, what is allowed.
    """
    reserved = {line: bus for bus in buses(config) for line in header.buses[bus]}
    pulled_up = {*header.pulled_up_at_power_on, *pulled_up_by_config(config)}
    found = [*_seat_faults(size), *_address_faults(size, config)]
    taken: dict[tuple[str, int], Use] = {}
    for use in uses(size):
        if other := taken.get((use.chip, use.line)):
            found.append(f"{use}: seat {other.seat}, {other.name} has it already; take one that is free")
        taken.setdefault((use.chip, use.line), use)
        if use.chip == "header":
            found += _header_faults(use, reserved, header, pulled_up)
        else:
            found += _expander_faults(use, pulled_up_outside)
    return [f"size {size.name}: {one}" for one in found]


def _seat_faults(size: Size) -> Iterator[str]:
    seats, wanted = [panel.seat for panel in size.panels], list(range(1, size.seats + 1))
    if sorted(seats) != wanted:
        yield f"panels of seats {_listed(seats)}: allowed is one for each of {_listed(wanted)}"


def _address_faults(size: Size, config: list[str]) -> Iterator[str]:
    """What is wrong with expanders: addresses, interrupts, and I2C itself."""
    taken: dict[int, int] = {}
    for panel in size.panels:
        here = f"seat {panel.seat}"
        if panel.address is None:
            if panel.interrupt is not None:
                yield f"{here}: an interrupt belongs to an expander, and this panel is at the header"
            continue
        if panel.address not in _ADDRESSES:
            yield f"{here}: address 0x{panel.address:02x}: allowed is 0x20 to 0x27, as A0, A1 and A2 are soldered"
        if other := taken.get(panel.address):
            yield f"{here}: address 0x{panel.address:02x}: seat {other} has it already; take one that is free"
        taken.setdefault(panel.address, panel.seat)
        if panel.interrupt is None:
            yield f"{here}: an expander needs an interrupt: the GPIO that its INTA goes to"
    if taken and "i2c" not in buses(config):
        yield "expanders need dtparam=i2c_arm=on in config.txt"


def _header_faults(use: Use, reserved: dict[int, str], header: Header, pulled_up: set[int]) -> Iterator[str]:
    always = ranges([gpio for gpio in header.pulled_up_at_power_on if gpio in header.places])
    if use.line in reserved:
        yield f"{use}: belongs to {reserved[use.line].upper()}; take one that no bus in use has"
    if use.line not in header.places:
        yield f"{use}: the header has no such GPIO; allowed are {ranges(list(header.places))}"
    if use.what == "key" and use.line not in pulled_up:
        yield f"{use}: has no pull-up at boot; name it in a line gpio=…=ip,pu, or take one of {always}"
    if use.what == "INTA" and use.line not in header.pulled_up_at_power_on:
        yield f"{use}: has no pull-up at power on; take one of {always}"
    # A pull-up would let the lamp glow before the program is there.
    if use.what == "lamp" and use.line in pulled_up:
        yield f"{use}: is pulled up at boot, so the lamp would glow; take none of {always}"


def _expander_faults(use: Use, pulled_up_outside: bool) -> Iterator[str]:
    if use.line not in _EXPANDER_LINES:
        yield f"{use}: an expander has lines 0 to 15"
    if use.what == "key" and use.line in _OUTPUTS_ONLY:
        yield f"{use}: is an output only; take another one than {_listed(_OUTPUTS_ONLY)}"
    if use.what == "key" and not pulled_up_outside:
        yield f"{use}: has no pull-up at boot; it needs a resistor to 3.3 V"


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


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def line_name(panel: PanelWiring, line: int, header: Header) -> str:
    """A line for people: ``GPIO 4, pin 7``, or ``0x20 GPA4``."""
    if panel.address is None:
        return f"GPIO {line}, pin {header.places[line]}"
    return f"0x{panel.address:02x} GP{'AB'[line // 8]}{line % 8}"
