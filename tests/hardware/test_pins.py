"""A pin that two have, that a bus has, or a key without a pull-up at boot: each is found, and there is none."""

import pytest
from msgspec.structs import replace

from controller.hardware import PanelWiring, Size, hardware
from hardware.generate import pins

HEADER = hardware().header


def faults(size: Size, config: list[str] | None = None, outside: bool = True) -> list[str]:
    return pins.faults(size, HEADER, pins.config_txt(size) if config is None else config, outside)


def changed(name: str, **values: object) -> Size:
    """A size whose first panel has other values."""
    size = hardware().size(name)
    return replace(size, panels=[replace(size.panels[0], **values), *size.panels[1:]])


@pytest.mark.parametrize("name", ["two", "five"])
def test_both_sizes_can_be_built(name: str) -> None:
    assert faults(hardware().size(name)) == []


def test_a_line_that_two_keys_have_is_found() -> None:
    assert faults(changed("two", ok=17)) == [
        "size two: seat 2, key 1 at GPIO 17: seat 1, OK has it already; take one that is free"
    ]


def test_a_line_of_another_expander_is_another_line() -> None:
    first, second, *_ = hardware().size("five").panels
    assert first.keys == second.keys
    assert faults(hardware().size("five")) == []


def test_a_line_that_is_an_interrupt_too_is_found() -> None:
    size = hardware().size("five")
    at_header = PanelWiring(seat=1, keys=[12, 5, 13, 16, 17, 18, 19, 20], ok=21, back=22, lamp=23)
    found = faults(replace(size, panels=[at_header, *size.panels[1:]]))
    assert "size five: seat 2, INTA at GPIO 5: seat 1, key 2 has it already; take one that is free" in found


@pytest.mark.parametrize("line", [14, 15])
def test_a_line_of_the_console_is_found(line: int) -> None:
    assert faults(changed("two", back=line)) == [
        f"size two: seat 1, BACK at GPIO {line}: belongs to UART; take one that no bus in use has"
    ]


@pytest.mark.parametrize("line", [2, 3])
def test_a_line_of_i2c_is_found_where_there_are_expanders(line: int) -> None:
    assert faults(changed("five", interrupt=line)) == [
        f"size five: seat 1, INTA at GPIO {line}: belongs to I2C; take one that no bus in use has"
    ]
    assert faults(changed("two", back=line)) == [], "nothing uses I2C there"


@pytest.mark.parametrize("name", ["two", "five"])
def test_lines_of_spi_are_found_where_it_is_not_off(name: str) -> None:
    size = hardware().size(name)
    config = pins.config_txt(size)
    config.remove("dtparam=spi=off")
    taken = {use.line for use in pins.uses(size) if use.chip == "header"}
    found = faults(size, config)
    assert len(found) == len(taken & set(HEADER.buses["spi"])) > 0
    assert all("belongs to SPI" in fault for fault in found)


def test_expanders_without_i2c_are_found() -> None:
    size = hardware().size("five")
    config = [line for line in pins.config_txt(size) if "i2c" not in line]
    assert faults(size, config) == ["size five: expanders need dtparam=i2c_arm=on in config.txt"]


def test_a_key_without_a_pull_up_at_boot_is_found() -> None:
    size = hardware().size("two")
    found = faults(size, config=["dtparam=spi=off"])
    keys = pins.header_lines(size, "key")
    assert len(found) == len(set(keys) - set(HEADER.pulled_up_at_power_on)) == 15
    assert (
        "size two: seat 1, OK at GPIO 12: has no pull-up at boot; name it in a line gpio=…=ip,pu, or take one of 2-8"
    ) in found
    assert not any("GPIO 8:" in fault for fault in found), "it has one from power on"


def test_a_key_at_an_expander_needs_a_resistor() -> None:
    assert len(faults(hardware().size("five"), outside=False)) == 50


def test_an_interrupt_without_a_pull_up_at_boot_is_found() -> None:
    assert faults(changed("five", interrupt=20)) == [
        "size five: seat 1, INTA at GPIO 20: has no pull-up at power on; take one of 2-8"
    ]


def test_a_lamp_that_would_glow_before_the_program_is_there_is_found() -> None:
    size = changed("two", lamp=7, keys=[4, 5, 6, 16, 8, 9, 10, 11])
    assert faults(size) == [
        "size two: seat 1, lamp at GPIO 7: is pulled up at boot, so the lamp would glow; take none of 2-8"
    ]


def test_a_key_at_an_output_is_found() -> None:
    found = faults(changed("five", ok=15))
    assert found == ["size five: seat 1, OK at line 15 of 0x20: is an output only; take another one than 7, 15"]


def test_an_address_that_is_there_twice_is_found() -> None:
    found = faults(changed("five", address=0x21))
    assert found[0] == "size five: seat 2: address 0x21: seat 1 has it already; take one that is free"


@pytest.mark.parametrize("address", [0x1F, 0x28, 0x120])
def test_an_address_that_no_mcp23017_can_have_is_found(address: int) -> None:
    assert faults(changed("five", address=address)) == [
        f"size five: seat 1: address 0x{address:02x}: allowed is 0x20 to 0x27, as A0, A1 and A2 are soldered"
    ]


def test_an_expander_without_interrupt_and_an_interrupt_without_expander_are_found() -> None:
    assert faults(changed("five", interrupt=None)) == [
        "size five: seat 1: an expander needs an interrupt: the GPIO that its INTA goes to"
    ]
    assert faults(changed("two", interrupt=2))[0] == (
        "size two: seat 1: an interrupt belongs to an expander, and this panel is at the header"
    )


def test_a_seat_that_is_there_twice_or_missing_is_found() -> None:
    assert faults(changed("two", seat=2))[0] == "size two: panels of seats 2, 2: allowed is one for each of 1, 2"
    size = hardware().size("five")
    assert faults(replace(size, panels=size.panels[:4])) == [
        "size five: panels of seats 1, 2, 3, 4: allowed is one for each of 1, 2, 3, 4, 5"
    ]


def test_a_gpio_that_the_header_does_not_have_is_found() -> None:
    assert faults(changed("two", lamp=0))[0] == (
        "size two: seat 1, lamp at GPIO 0: the header has no such GPIO; allowed are 2-27"
    )


def test_a_pin_of_header_or_expander_that_two_names_have_is_found() -> None:
    table = hardware()
    assert pins.places_faults(table) == []
    header = replace(table.header, places={**table.header.places, 4: 29})
    assert pins.places_faults(replace(table, header=header)) == ["pin 29 of the header: GPIO 4 and GPIO 5 both have it"]
    expander = replace(table.expander, pins={**table.expander.pins, "GPA0": 22})
    found = pins.places_faults(replace(table, expander=expander))
    assert found == ["pin 22 of the expander: GPA0 and GPA1 both have it"]


def test_config_txt_is_read_as_the_firmware_reads_it() -> None:
    assert pins.pulled_up_by_config(["gpio=4-6,9=ip,pu", "gpio=16=op,dl", "dtparam=spi=off"]) == {4, 5, 6, 9}
    assert pins.ranges([4, 5, 6, 9, 11, 12]) == "4-6,9,11-12"
    size = hardware().size("two")
    assert pins.pulled_up_by_config(pins.config_txt(size)) == set(pins.header_lines(size, "key"))


def test_pins_of_interrupts_are_inputs_before_linux_starts() -> None:
    """Those of a Raspberry Pi 5 are nothing at all until something makes them inputs, and report nothing."""
    size = hardware().size("five")
    interrupts = {panel.interrupt for panel in size.panels}
    assert len(interrupts) == size.seats
    assert pins.pulled_up_by_config(pins.config_txt(size)) == interrupts
    overlays = [line for line in pins.config_txt(size) if line.startswith("dtoverlay=mcp23017,")]
    assert overlays == [
        f"dtoverlay=mcp23017,addr=0x{panel.address:02x},gpiopin={panel.interrupt}" for panel in size.panels
    ]
