"""The table as it is built, from ``table.toml``: the program's default wiring, and all that documents are made from."""

from functools import cache
from importlib import resources
from typing import Annotated, Final, TypeVar

import msgspec

Point = tuple[float, float]
_Positive = Annotated[float, msgspec.Meta(gt=0)]
_Gpio = Annotated[int, msgspec.Meta(ge=0, le=27)]
_Kind = TypeVar("_Kind")

CABLE_WIRES: Final = 16
"""Wires of the cable between a panel and the hub."""


class _Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of the file: a key that is not known, or missing, is refused."""


class Header(_Struct, frozen=True):
    """The Raspberry Pi's 40-pin header.

    Attributes:
        pulled_up_at_power_on: GPIOs with a pull-up before any program runs; all others have a pull-down.
        supply_milliampere: what its 3.3 V may give.
        i2c_pull_up_ohm: of the board itself, at SDA and SCL.
        pull_up_ohm: what one of its own pull-ups may be, least and most.
        ground_pins, pins_3v3, pins_5v: pins of the header.
        buses: the GPIOs that each bus takes when it is in use.
        places: GPIO to pin of the header.
    """

    pulled_up_at_power_on: list[_Gpio]
    supply_milliampere: int
    i2c_pull_up_ohm: _Positive
    pull_up_ohm: tuple[_Positive, _Positive]
    ground_pins: list[int]
    pins_3v3: list[int]
    pins_5v: list[int]
    buses: dict[str, tuple[_Gpio, ...]]
    places: dict[int, int]


class Computer(_Struct, frozen=True):
    """A computer that will do.

    Attributes:
        name: its model.
        chip, number: the kernel's name for the chip of the header, and its number.
        expanders_from: the N of the first expander's /dev/gpiochipN, where nothing else is connected.
        milliampere, source: the most that it takes, without what is connected, and who says so.
        supply_milliampere: what the supply that is made for it gives.
    """

    name: str
    chip: str
    number: str
    expanders_from: int
    milliampere: int
    source: str
    supply_milliampere: int


class PanelWiring(_Struct, frozen=True):
    """Where one seat's panel goes to.

    Attributes:
        seat: from 1.
        keys: the lines of the eight option keys.
        ok, back, lamp: their lines.
        address: of the expander on I2C, 0x20 … 0x27; ``None`` at the header.
        interrupt: the GPIO of the header that the expander's INTA goes to.
    """

    seat: Annotated[int, msgspec.Meta(ge=1, le=5)]
    keys: Annotated[list[_Gpio], msgspec.Meta(min_length=8, max_length=8)]
    ok: _Gpio
    back: _Gpio
    lamp: _Gpio
    address: int | None = None
    interrupt: _Gpio | None = None

    def lines(self) -> dict[str, int]:
        """The line of each key: ``"1"`` … ``"8"``, ``"ok"``, ``"back"``."""
        return {**{str(n): line for n, line in enumerate(self.keys, start=1)}, "ok": self.ok, "back": self.back}


class Size(_Struct, frozen=True):
    """One of the sizes that are described, with the wiring of its panels."""

    name: str
    seats: Annotated[int, msgspec.Meta(ge=2, le=5)]
    panels: list[PanelWiring]


class Expander(_Struct, frozen=True):
    """The expander's pins, by the names of its data sheet."""

    pins: dict[str, int]


class Cable(_Struct, frozen=True):
    """A panel's cable: what each wire is for, in their order, and the values of what belongs to a line.

    Attributes:
        colours: of the wires inside of the panel, by what they are for; codes of IEC 60757.
    """

    wires: Annotated[list[str], msgspec.Meta(min_length=CABLE_WIRES, max_length=CABLE_WIRES)]
    longest: _Positive
    picofarad_a_metre: _Positive
    ohm_a_metre: _Positive
    key_series_ohm: _Positive
    key_pull_up_ohm: _Positive
    lamp_ohm: _Positive
    lamp_volt: _Positive
    colours: dict[str, str]


class Panel(_Struct, frozen=True):
    """A panel's face, mm: x from the left, y from the edge that is nearest to the player.

    Attributes:
        face: width and depth of what an overlay covers.
        key_hole, lamp_hole: diameters in the lid.
        key_clear: diameter around a key that its nut needs, so an overlay's hole.
        keys: middles of the option keys 1 … 8.
        ok, back, lamp: their middles.
    """

    face: Point
    key_hole: _Positive
    key_clear: _Positive
    lamp_hole: _Positive
    keys: Annotated[list[Point], msgspec.Meta(min_length=8, max_length=8)]
    ok: Point
    back: Point
    lamp: Point

    def places(self) -> dict[str, Point]:
        """The middle of each key: ``"1"`` … ``"8"``, ``"ok"``, ``"back"``."""
        return {**{str(n): place for n, place in enumerate(self.keys, start=1)}, "ok": self.ok, "back": self.back}


class Tray(_Struct, frozen=True):
    """The tray, mm.

    Attributes:
        floor: width and depth between the walls.
        corner: how much of each wall a corner takes: the floor has eight sides.
        wall_height, wall_thickness: of the strips, which stand on the board.
        felt: thickness of what lies between them.
        mark, mark_paper: the black square of a mark, and the white paper around it.
        mark_inside: how far a mark's middle is inside of the floor's own corner, along both walls.
        mark_height: of the marks over the felt.
    """

    floor: Point
    corner: _Positive
    wall_height: _Positive
    wall_thickness: _Positive
    felt: _Positive
    mark: _Positive
    mark_paper: _Positive
    mark_inside: float
    mark_height: _Positive


class Camera(_Struct, frozen=True):
    """The camera and where it hangs, mm; the angle in degrees, the picture in pixels.

    Attributes:
        height: from the felt to the lens.
        largest_angle_deg: how far off the axis a die may lie.
        die_height, die_half_width: of the largest die.
        sensor: its active area, width and height.
        focal_length: of the lens.
        picture: that the program reads, width and height.
    """

    height: _Positive
    largest_angle_deg: Annotated[float, msgspec.Meta(gt=0, lt=45)]
    die_height: _Positive
    die_half_width: _Positive
    sensor: Point
    focal_length: _Positive
    picture: tuple[int, int]


class Light(_Struct, frozen=True):
    """The two bars of light beside the tray, mm: distance from its middle, height over the felt, length, and power."""

    distance: _Positive
    height: _Positive
    length: _Positive
    strip_width: _Positive
    watt_a_metre: _Positive


class Supply(_Struct, frozen=True):
    """What feeds display and light: V, mA; slow fuses in mA; copper of the wires in mm², their longest, their load.

    Attributes:
        least_volt: what it gives at the least.
        overload: the share of its current at which it switches off, at most.
        display_fuse_drop, light_fuse_drop: what is lost in a fuse at its own current, V.
        contacts_ohm: of plug, switch, fuse holder and terminals.
        capacitors: at the display, one at each strip, µF.
        fuse_melts_at: the least that melts the display's fuse, A² s.
    """

    volt: _Positive
    least_volt: _Positive
    milliampere: int
    overload: _Positive
    display_fuse: int
    light_fuse: int
    display_fuse_drop: _Positive
    light_fuse_drop: _Positive
    contacts_ohm: _Positive
    wire_mm2: _Positive
    wire_longest: _Positive
    wire_milliampere: int
    capacitors: list[_Positive]
    fuse_melts_at: _Positive


class Display(_Struct, frozen=True):
    """The display: lights, modules (mm), currents (mA), and the pins of the Arduino Nano.

    Attributes:
        supply_milliampere: what its firmware lets all lights take, by its own count.
        light_milliampere: what the firmware counts for a light while it is on.
        most_light_milliampere: what such a light may really take.
        chip_milliampere: what a MAX7219 takes itself.
        least_volt: what it works with at the least.
        scans_a_second: how often it goes through its eight rows.
        spi_hertz: its clock.
        series_ohm: the resistor in each of its lines.
        line_picofarad: what such a line has against ground.
    """

    columns: int
    rows: int
    module: _Positive
    modules_a_board: int
    board_thickness: _Positive
    supply_milliampere: int
    light_milliampere: int
    most_light_milliampere: int
    chip_milliampere: int
    least_volt: _Positive
    scans_a_second: int
    spi_hertz: int
    series_ohm: _Positive
    line_picofarad: _Positive
    pins: dict[str, str]


class Hardware(_Struct, frozen=True):
    """All of it."""

    header: Header
    computers: Annotated[list[Computer], msgspec.Meta(min_length=1)]
    sizes: list[Size]
    expander: Expander
    cable: Cable
    panel: Panel
    tray: Tray
    camera: Camera
    light: Light
    display: Display
    supply: Supply

    def size(self, name: str) -> Size:
        """The size of that name.

        Raises:
            KeyError: there is none.
        """
        for size in self.sizes:
            if size.name == name:
                return size
        raise KeyError(name)


class DataError(ValueError):
    """A file of the table's data is not what it should be: which file, where in it, what is allowed."""


@cache
def hardware() -> Hardware:
    """The table as it is built.

    Raises:
        DataError: the file is not what it should be; it is part of the program, and tested.
    """
    return parse((resources.files(__name__) / "table.toml").read_bytes())


def parse(text: bytes) -> Hardware:
    """Such a file's contents.

    Raises:
        DataError: a value is missing, unknown, or out of its range.
    """
    return decode("controller/hardware/table.toml", text, Hardware)


def decode(name: str, text: bytes, kind: type[_Kind]) -> _Kind:
    """A file's contents.

    Args:
        name: of the file, as a developer knows it.
        text: what it holds, TOML.
        kind: what it has to be.

    Raises:
        DataError: it is no TOML, or a value is missing, unknown, or out of its range.
    """
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.ValidationError as error:
        # Expected `int` >= 0 - at `$.sizes[1].panels[0].ok`
        what, _at, place = str(error).partition(" - at `$")
        raise DataError(f"{name}: {place.strip('.`') or 'the whole of it'}: {what}") from None
    except msgspec.DecodeError as error:
        raise DataError(f"{name}: no valid TOML: {error}") from None
