"""The wiring: a sensible default, and everything that cannot be so named at once, with place, finding and allowance."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from controller import cli
from controller.commands.group import dicetable
from controller.config import as_toml, load
from controller.errors import ConfigError, PanelError
from controller.panel.chips import Chip, number_of
from controller.panel.wiring import BUSES, PLACES, Wiring, default, faults, place
from tests.panel.bench import FIVE

EXPANDER = """
[[panels.wiring]]
seat = 3
chip = 2
keys = [0, 1, 2, 3, 4, 5, 6, 8]
ok = 9
back = 10
lamp = 7
"""
HEADER = """
[[panels.wiring]]
seat = 1
keys = [4, 5, 6, 7, 8, 9, 10, 11]
ok = 12
back = 13
lamp = 16

[[panels.wiring]]
seat = 2
keys = [17, 18, 19, 20, 21, 22, 23, 24]
ok = 25
back = 26
lamp = 27
"""


def complaints(folder: Path, text: str) -> list[str]:
    """What is wrong with a configuration, without the file's name."""
    path = folder / "table.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    return [line.removeprefix(f"{path}: ") for line in str(caught.value).splitlines()]


def test_the_default_is_two_panels_at_the_header() -> None:
    wirings = default(0)
    lines = [line for wiring in wirings for line in (*wiring.lines().values(), wiring.lamp)]
    assert len(set(lines)) == 22
    assert not {*BUSES["i2c"], *BUSES["uart"]} & set(lines)
    assert faults(wirings, 2, 0, ["uart", "i2c"]) == []
    assert load(None, {"panels.kind": "gpio"}).config.panels.wirings() == wirings


def test_five_seats_may_be_mixed(tmp_path: Path) -> None:
    assert faults(FIVE, 5, 0, []) == []
    path = tmp_path / "table.toml"
    path.write_text('[station]\nplayers = 3\n[panels]\nkind = "gpio"\n' + HEADER + EXPANDER)
    loaded = load(path)
    assert [wiring.chip for wiring in loaded.config.panels.wirings()] == [0, 0, 2]
    again = tmp_path / "again.toml"
    again.write_text(as_toml(loaded))
    assert load(again).config == loaded.config


def test_an_expander_may_be_named_by_its_address(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    text = '[station]\nplayers = 3\n[panels]\nkind = "gpio"\n' + HEADER + EXPANDER
    path.write_text(text.replace("chip = 2", "address = 0x21"))
    loaded = load(path)
    expander = loaded.config.panels.wirings()[2]
    assert (expander.address, expander.chip_name, expander.at_header(0)) == (0x21, "0x21", False)
    assert place(expander, 8, 0) == "0x21, GPB0"
    again = tmp_path / "again.toml"
    again.write_text(as_toml(loaded))
    assert load(again).config == loaded.config


def test_an_expander_has_an_address_or_a_chip_and_its_lines_once(tmp_path: Path) -> None:
    three = '[station]\nplayers = 3\n[panels]\nkind = "gpio"\n' + HEADER + EXPANDER
    assert complaints(tmp_path, three.replace("chip = 2", "chip = 2\naddress = 0x21")) == [
        "panels.wiring[3].chip: found 2, allowed: no chip beside an address; one of the two"
    ]
    assert complaints(tmp_path, three.replace("chip = 2", "address = 0x40")) == [
        "panels.wiring[3].address: found 0x40, allowed: 0x20 to 0x27, as A0, A1 and A2 are soldered"
    ]
    fourth = EXPANDER.replace("seat = 3", "seat = 4").replace("chip = 2", "address = 0x21")
    assert complaints(tmp_path, three.replace("chip = 2", "address = 0x21") + fourth) == [
        "panels.wiring[4].address: found 0x21, allowed: an address that no other panel has, "
        "as A0, A1 and A2 are soldered"
    ]
    # By its address too it uses I2C, whose pins nothing else may have.
    on_i2c = three.replace("chip = 2", "address = 0x21").replace("keys = [4,", "keys = [2,", 1)
    assert complaints(tmp_path, on_i2c) == [
        "panels.wiring[1].keys[1]: found 2, allowed: a GPIO that the I2C does not use"
    ]


def test_an_expander_is_found_whatever_number_linux_gave_it(tmp_path: Path) -> None:
    """Numbers differ between Raspberry Pi 4 and 5, and move up where one chip is missing; addresses are soldered."""
    third = Wiring(seat=3, address=0x22, keys=[0, 1, 2, 3, 4, 5, 6, 8], ok=9, back=10, lamp=7)
    with pytest.raises(PanelError, match="no expander at 0x22 on I2C; see its supply, SDA and SCL, its address"):
        number_of(third, tmp_path)
    for address, number in ((0x20, 14), (0x22, 15)):
        folder = tmp_path / f"1-{address:04x}"
        (folder / f"gpiochip{number}").mkdir(parents=True)
        (folder / "gpio").mkdir()
    assert number_of(third, tmp_path) == 15
    assert number_of(default(4)[0], tmp_path) == 4


def test_the_header_may_be_another_chip(tmp_path: Path) -> None:
    assert [wiring.chip for wiring in load(None, {"panels.header": 4}).config.panels.wirings()] == [4, 4]


def test_everything_that_cannot_be_is_said_at_once(tmp_path: Path) -> None:
    text = (
        '[station]\nplayers = 4\n[display]\nport = "/dev/serial0"\n[panels]\nkind = "gpio"\nbuses = ["spi", "can"]\n'
        "[[panels.wiring]]\nseat = 1\nkeys = [2, 4, 5, 7, 9, 14, 4, 17]\nok = 18\nback = 1\nlamp = 18\n"
        "[[panels.wiring]]\nseat = 1\nchip = 2\nkeys = [0, 1, 2, 3, 4, 5, 6, 7]\nok = 16\nback = 8\nlamp = 15\n"
    )
    assert complaints(tmp_path, text) == [
        "panels.buses: found 'can', allowed: i2c, spi, uart",
        "panels.wiring[1].keys[1]: found 2, allowed: a GPIO that the I2C does not use",
        "panels.wiring[1].keys[4]: found 7, allowed: a GPIO that the SPI does not use",
        "panels.wiring[1].keys[5]: found 9, allowed: a GPIO that the SPI does not use",
        "panels.wiring[1].keys[6]: found 14, allowed: a GPIO that the UART does not use",
        "panels.wiring[1].keys[7]: found 4, allowed: a line that panels.wiring[1].keys[2] does not take",
        "panels.wiring[1].back: found 1, allowed: GPIO 2 to 27 of the header",
        "panels.wiring[1].lamp: found 18, allowed: a line that panels.wiring[1].ok does not take",
        "panels.wiring[2].seat: found 1, allowed: a seat that no other panel has",
        "panels.wiring[2].keys[8]: found 7, allowed: a line of the expander other than 7 and 15, which are outputs"
        " only",
        "panels.wiring[2].ok: found 16, allowed: line 0 to 15 of an expander",
        "panels.wiring: found [1], allowed: a panel for each of the 4 seats; none has 2, 3, 4",
    ]


def test_values_that_are_none_at_all_are_said_too(tmp_path: Path) -> None:
    text = '[panels]\nkind = "usb"\nsettle_ms = 0\n[[panels.wiring]]\nseat = 6\nkeys = [1, 2]\nok = 99\nbak = 3\n'
    eight = "a list of 8: each a whole number from 0 to 27"
    assert sorted(complaints(tmp_path, text)) == [
        'panels.kind: found \'usb\', allowed: "keyboard" | "gpio" | "page"',
        "panels.settle_ms: found 0, allowed: a whole number from 1 to 100",
        "panels.wiring[1].back: found nothing, allowed: a whole number from 0 to 27",
        "panels.wiring[1].bak: unknown key, allowed: seat, chip, address, keys, ok, back, lamp",
        f"panels.wiring[1].keys: found [1, 2], allowed: {eight}",
        "panels.wiring[1].lamp: found nothing, allowed: a whole number from 0 to 27",
        "panels.wiring[1].ok: found 99, allowed: a whole number from 0 to 27",
        "panels.wiring[1].seat: found 6, allowed: a whole number from 1 to 5",
    ]
    assert complaints(tmp_path, "[panels]\nwiring = 3\n") == [
        "panels.wiring: found 3, allowed: sections [[panels.wiring]]"
    ]


def test_the_header_s_pins_are_free_for_two_seats_without_an_expander() -> None:
    wiring = Wiring(seat=1, keys=[2, 3, 4, 5, 6, 7, 8, 9], ok=10, back=11, lamp=12)
    assert faults([wiring], 1, 0, []) == []
    beside = Wiring(seat=2, chip=1, keys=[0, 1, 2, 3, 4, 5, 6, 8], ok=9, back=10, lamp=7)
    assert [fault.key for fault in faults([wiring, beside], 2, 0, [])] == [
        "panels.wiring[1].keys[1]",
        "panels.wiring[1].keys[2]",
    ]


@given(lines=st.lists(st.integers(0, 27), min_size=11, max_size=11), at_header=st.booleans())
def test_a_line_is_never_two_things(lines: list[int], at_header: bool) -> None:
    wiring = Wiring(seat=1, chip=0 if at_header else 3, keys=lines[:8], ok=lines[8], back=lines[9], lamp=lines[10])
    possible = set(range(2, 28)) if at_header else set(range(16))
    well = len(set(lines)) == 11 and set(lines) <= possible and (at_header or not {7, 15} & set(lines[:10]))
    assert (faults([wiring], 1, 0, []) == []) == well


def test_places_are_those_of_the_header() -> None:
    """Against gpiozero's own table of a Raspberry Pi 4B."""
    pins = pytest.importorskip("gpiozero.pins.mock").MockFactory("c03114").board_info.headers["J8"].pins
    assert {int(pin.name[4:]): number for number, pin in pins.items() if pin.name.startswith("GPIO")} == {
        **PLACES,
        0: 27,
        1: 28,
    }
    assert place(FIVE[0], 4, 0) == "GPIO 4, pin 7"
    assert [place(FIVE[2], line, 0) for line in (0, 7, 8, 15)] == [
        f"gpiochip2, {name}" for name in ("GPA0", "GPA7", "GPB0", "GPB7")
    ]


def test_the_wiring_can_be_printed(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(HEADER + EXPANDER)
    shown = CliRunner().invoke(dicetable, ["panel", "pins", "--config", str(path)], catch_exceptions=False).output
    lines = [line.strip() for line in shown.splitlines()]
    assert lines.count("Seat 1, /dev/gpiochip0") == 1
    assert "key 8   GPIO 11, pin 23" in lines
    assert "OK      GPIO 25, pin 22" in lines
    assert "lamp    gpiochip2, GPA7" in lines
    assert "10 kΩ" in lines[-1]


def test_trying_the_panels_where_there_is_none_is_one_sentence_and_not_a_wait(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing(number: int) -> Chip:
        raise PanelError(f"gpiochip{number}: is not there")

    monkeypatch.setattr("controller.panel.chips.load", lambda: None)
    monkeypatch.setattr("controller.panel.chips.open_chip", nothing)
    monkeypatch.setattr("sys.argv", ["dicetable", "--lang", "en", "panel", "test", "--seconds", "60"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert err == "No seat has a panel that answers: dicetable panel pins shows how they are wired\n"
    assert "Press every key" not in out
