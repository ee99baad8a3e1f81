"""Where the panels are connected: which line of which chip is which key. Pure; all that is wrong is said at once."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec

from controller.hardware import hardware
from controller.i18n import _
from controller.panel.keypad import OPTION_KEYS, Key

Line = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A line of a chip: 2 … 27 are GPIO 2 … GPIO 27 of the header, 0 … 15 GPA0 … GPB7 of an expander."""

BUSES: Final[Mapping[str, tuple[int, ...]]] = hardware().header.buses
"""The header's pins that each bus takes when it is in use."""

# GPIO 0 and 1 belong to the memory of an add-on board.
HEADER_LINES: Final = range(2, 28)
EXPANDER_LINES: Final = range(16)
ADDRESSES: Final = range(0x20, 0x28)
"""What an MCP23017 can have on I2C (data sheet: 0100 A2 A1 A0)."""
# By its newer data sheets an MCP23017's GPA7 and GPB7 are outputs only: they do for a lamp.
_EXPANDER_KEYS: Final = frozenset(EXPANDER_LINES) - {7, 15}

PLACES: Final[Mapping[int, int]] = hardware().header.places
"""Where a GPIO of the header is: the pin's number on the 40-pin header."""


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One seat's panel.

    Attributes:
        seat: whose it is.
        chip: the N of /dev/gpiochipN; the header, or an expander of its own.
        address: of an expander on the header's I2C, in place of ``chip``; 0: it has none. It is soldered, while the
            kernel counts chips differently on a Raspberry Pi 5, and anew where one of them does not answer.
        keys: the lines of the eight option keys, in their order.
        ok: the line of OK.
        back: the line of BACK.
        lamp: the line of the lamp.
    """

    seat: Annotated[int, msgspec.Meta(ge=1, le=5)]
    chip: Annotated[int, msgspec.Meta(ge=0, le=255)] = 0
    address: Annotated[int, msgspec.Meta(ge=0, le=255)] = 0
    keys: Annotated[list[Line], msgspec.Meta(min_length=OPTION_KEYS, max_length=OPTION_KEYS)]
    ok: Line
    back: Line
    lamp: Line

    def lines(self) -> dict[Key, int]:
        """The line of each key."""
        return {**dict(enumerate(self.keys, start=1)), "ok": self.ok, "back": self.back}

    def at_header(self, header: int) -> bool:
        """Whether it is wired to the header, whose chip is given."""
        return not self.address and self.chip == header

    @property
    def chip_name(self) -> str:
        """Its chip, for people: ``gpiochip3``, or the expander's address, ``0x21``."""
        return f"0x{self.address:02x}" if self.address else f"gpiochip{self.chip}"


class _Address(int):
    """An address on I2C, shown as people write it."""

    def __repr__(self) -> str:
        return f"0x{self:02x}"


class Fault(NamedTuple):
    """Something that cannot be so: where, what was found, what is allowed."""

    key: str
    found: object
    allowed: str


def default(header: int) -> list[Wiring]:
    """Two panels at the header: everything but the pins of I2C and UART.

    Args:
        header: the chip of the header.
    """
    panels = hardware().size("two").panels
    return [
        Wiring(seat=one.seat, chip=header, keys=one.keys, ok=one.ok, back=one.back, lamp=one.lamp) for one in panels
    ]


def faults(wirings: Sequence[Wiring], players: int, header: int, buses: Collection[str]) -> list[Fault]:
    """Everything that is wrong with a wiring.

    Args:
        wirings: one a panel.
        players: number of seats; 0 where it does not matter which of them have a panel.
        header: the chip of the header.
        buses: those of ``BUSES`` that something uses; an expander uses I2C by itself.
    """
    in_use = {
        bus for bus in BUSES if bus in buses or (bus == "i2c" and not all(one.at_header(header) for one in wirings))
    }
    reserved = {line: bus for bus in sorted(in_use) for line in BUSES[bus]}
    found: list[Fault] = []
    taken: dict[tuple[str, int], str] = {}
    seats: set[int] = set()
    addresses: set[int] = set()
    for place, wiring in enumerate(wirings, start=1):
        here = f"panels.wiring[{place}]"
        if wiring.seat in seats:
            found.append(Fault(f"{here}.seat", wiring.seat, _("a seat that no other panel has")))
        seats.add(wiring.seat)
        found += _address_faults(here, wiring, addresses)
        if wiring.address in addresses:
            # An expander has lines for one panel: each of them would be named once more.
            continue
        addresses |= {wiring.address} if wiring.address else set()
        for name, line in _named(wiring):
            key = f"{here}.{name}"
            if fault := _line_fault(key, line, wiring.at_header(header), name == "lamp", reserved):
                found.append(fault)
            elif first := taken.get((wiring.chip_name, line)):
                found.append(Fault(key, line, _("a line that {other} does not take").format(other=first)))
            taken.setdefault((wiring.chip_name, line), key)
    if missing := set(range(1, players + 1)) - seats:
        text = _("a panel for each of the {n} seats; none has {missing}")
        allowed = text.format(n=players, missing=", ".join(map(str, sorted(missing))))
        found.append(Fault("panels.wiring", sorted(seats), allowed))
    return found


def _address_faults(here: str, wiring: Wiring, others: Collection[int]) -> Iterator[Fault]:
    """What is wrong with an expander's address, where others have theirs."""
    address = _Address(wiring.address)
    if address and address not in ADDRESSES:
        yield Fault(f"{here}.address", address, _("0x20 to 0x27, as A0, A1 and A2 are soldered"))
    if address and wiring.chip:
        yield Fault(f"{here}.chip", wiring.chip, _("no chip beside an address; one of the two"))
    if address in others:
        yield Fault(f"{here}.address", address, _("an address that no other panel has, as A0, A1 and A2 are soldered"))


def _named(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Each line with the name of its setting."""
    for place, line in enumerate(wiring.keys, start=1):
        yield f"keys[{place}]", line
    yield from (("ok", wiring.ok), ("back", wiring.back), ("lamp", wiring.lamp))


def _line_fault(key: str, line: int, at_header: bool, lamp: bool, reserved: Mapping[int, str]) -> Fault | None:
    if at_header and line in reserved:
        text = _("a GPIO that the {bus} does not use")
        return Fault(key, line, text.format(bus={"i2c": "I2C", "spi": "SPI", "uart": "UART"}[reserved[line]]))
    if at_header and line not in HEADER_LINES:
        return Fault(key, line, _("GPIO {low} to {high} of the header").format(low=2, high=27))
    if not at_header and line not in EXPANDER_LINES:
        return Fault(key, line, _("line {low} to {high} of an expander").format(low=0, high=15))
    if not at_header and not lamp and line not in _EXPANDER_KEYS:
        return Fault(key, line, _("a line of the expander other than 7 and 15, which are outputs only"))
    return None


def place(wiring: Wiring, line: int, header: int) -> str:
    """Where a line is, for people: ``GPIO 4, pin 7``, ``0x21, GPA4`` or ``gpiochip3, GPA4``."""
    if wiring.at_header(header):
        return _("GPIO {n}, pin {pin}").format(n=line, pin=PLACES.get(line, "–"))
    return f"{wiring.chip_name}, GP{'AB'[line // 8 % 2]}{line % 8}"
