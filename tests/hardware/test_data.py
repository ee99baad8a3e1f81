"""One source: what the program, the firmware and the data of the table say of the same thing is the same."""

import re
import tomllib
from pathlib import Path

import pytest

from controller import hardware as package
from controller.config import Panels, load
from controller.display.picture import HEIGHT, WIDTH
from controller.hardware import DataError, hardware, parse
from controller.panel import chips, wiring
from controller.panel.keypad import OPTION_KEYS
from hardware.generate import tables
from hardware.generate.harness import address_straps

ROOT = Path(__file__).parents[2]
FILE = Path(package.__file__).with_name("table.toml")


def test_the_default_wiring_is_that_of_two_seats() -> None:
    built = hardware().size("two").panels
    default = Panels(kind="gpio").wirings()
    assert [(one.seat, one.lines(), one.lamp) for one in built] == [
        (one.seat, {str(key): line for key, line in one.lines().items()}, one.lamp) for one in default
    ]
    assert all(one.address is None and one.interrupt is None for one in built)


@pytest.mark.parametrize("name", ["two", "five"])
def test_the_configuration_in_the_documents_is_the_wiring_that_is_soldered(name: str, tmp_path: Path) -> None:
    size = hardware().size(name)
    file = tmp_path / "dicetable.toml"
    file.write_text(tables.toml(size))
    config = load(file).config
    assert config.station.players == size.seats
    told = config.panels.wirings()
    assert [(one.seat, one.address, list(one.lines().values()), one.lamp) for one in told] == [
        (one.seat, one.address or 0, list(one.lines().values()), one.lamp) for one in size.panels
    ]
    assert {one.chip for one in told} == {0}, "by address, not by the number that Linux gives"
    assert wiring.faults(told, size.seats, config.panels.header, {"uart"}) == []


@pytest.mark.parametrize("name", ["two", "five"])
def test_the_configuration_in_the_documents_is_that_of_the_installed_service(name: str) -> None:
    """Whoever puts it in place of the installed one still has the record, the calibration, the taught dice there."""
    first = tomllib.loads((ROOT / "systemd/dicetable.toml").read_text())
    told = tomllib.loads(tables.toml(hardware().size(name)))
    assert first["camera"]["calibration"] == "/var/lib/dicetable/camera.toml"
    for section, values in first.items():
        for key, value in values.items():
            assert told[section][key] == value, f"{section}.{key}"


def test_the_names_of_lines_are_those_that_the_program_prints() -> None:
    (panel, *_), wired = hardware().size("two").panels, Panels(kind="gpio").wirings()[0]
    for line in wired.lines().values():
        assert wiring.place(wired, line, 0) in tables.lines("two"), line
    assert len(panel.lines()) == OPTION_KEYS + 2


def test_every_pin_of_the_header_has_one_place() -> None:
    places = hardware().header.places
    assert sorted(places) == list(range(2, 28))
    taken = [*places.values(), *hardware().header.ground_pins]
    assert len(set(taken)) == len(taken)
    assert set(taken) <= set(range(1, 41)) - {1, 2, 4, 17, 27, 28}, "those are supply and the memory of add-on boards"


def test_the_display_is_the_one_that_the_program_draws_and_the_firmware_drives() -> None:
    display = hardware().display
    assert (display.columns, display.rows) == (WIDTH, HEIGHT)
    board = (ROOT / "firmware/src/board.h").read_text()
    supply = (ROOT / "firmware/src/supply.c").read_text()
    assert f"#define SUPPLY_MA {display.supply_milliampere}\n" in board
    assert f"#define MODULES {WIDTH * HEIGHT // 64}\n" in board
    assert re.search(rf"SEGMENT_MA {display.light_milliampere}\b", board + supply)
    # Bits of port B are D8 … D13 of a Nano.
    bits = {name: int(bit) for name, bit in re.findall(r"#define (CS|MOSI|SCK)_BIT PB(\d)", board)}
    assert display.pins == {
        "data": f"D{bits['MOSI'] + 8}",
        "clock": f"D{bits['SCK'] + 8}",
        "select": f"D{bits['CS'] + 8}",
    }


def test_the_cable_has_a_wire_for_everything_and_ground_beside_every_key() -> None:
    wires = hardware().cable.wires
    assert sorted(wire for wire in wires if wire != "ground") == sorted([*map(str, range(1, 9)), "ok", "back", "lamp"])
    for place, wire in enumerate(wires):
        if wire not in ("ground", "lamp"):
            assert "ground" in wires[max(0, place - 1) : place + 2], wire


def test_each_expander_answers_at_the_address_that_its_straps_give() -> None:
    for panel in hardware().size("five").panels:
        assert panel.address is not None
        high = [strap.split()[0] for strap in address_straps(panel.address).split(", ") if "3.3 V" in strap]
        # MCP23017, data sheet: 0100 A2 A1 A0.
        assert 0x20 + sum(1 << int(name[1]) for name in high) == panel.address


def test_both_computers_have_their_header_on_a_chip_that_the_program_takes() -> None:
    """The numbers are those of raspberrypi/linux, pull request 6144; a chip inside of the computer is refused."""
    pi4, pi5 = hardware().computers
    assert (pi4.name, pi4.chip, pi5.name, pi5.chip) == (
        "Raspberry Pi 4",
        "pinctrl-bcm2711",
        "Raspberry Pi 5",
        "pinctrl-rp1",
    )
    assert pi4.number == pi5.number == f"gpiochip{Panels().header}"
    assert not any(one.chip.startswith(chips._INSIDE) for one in (pi4, pi5))


def test_a_key_that_is_not_known_or_missing_is_refused() -> None:
    text = FILE.read_text()
    with pytest.raises(DataError, match=r"^controller/hardware/table.toml: tray: .*unknown field `colour`$"):
        parse(text.replace("[tray]\n", '[tray]\ncolour = "green"\n').encode())
    with pytest.raises(DataError, match=r"tray: .*missing required field `felt`"):
        parse(text.replace("felt = 3.0\n", "").encode())
    with pytest.raises(DataError, match=r"header.pulled_up_at_power_on\[\S+\]: Expected `int` <= 27$"):
        parse(text.replace("pulled_up_at_power_on = [0,", "pulled_up_at_power_on = [99,").encode())
    with pytest.raises(DataError, match=r"^controller/hardware/table.toml: no valid TOML: .* line"):
        parse(text.replace("0x24", "0xZZ").encode())
