"""The display's port by a name that stays: what is found, what is refused, and a display that is plugged in later."""

import os
import re
import shutil
import subprocess
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
import serial

from controller.display import ports
from controller.display.link import DisplayLink
from controller.display.process import VirtualDisplay
from controller.errors import DisplayError
from controller.i18n import sentence, use
from tests.display.bench import LONG, numbered, until

RULES: Final = Path(__file__).parents[2] / "systemd/60-dicetable-display.rules"
# Vendor and product of USB chips; the last two are no Arduino Nano.
CH340: Final = ("1a86", "7523")
FT232R: Final = ("0403", "6001")
CP2102: Final = ("10c4", "ea60")
ARDUINO: Final = ("2341", "0043")
OTHERS: Final = (("067b", "2303"), ("1a86", "55d4"))


class Devices:
    """A folder with what the kernel and udev make of the devices that are plugged in."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.dev = folder / "dev"
        self.named = self.dev / ports.NAMED.name

    def plug(self, port: str, chip: tuple[str, str], *, leads_to: str = "", named: bool = False) -> None:
        """Plug a device in, by default one whose port is an empty file."""
        self.dev.mkdir(exist_ok=True)
        if leads_to:
            (self.dev / port).symlink_to(leads_to)
        else:
            (self.dev / port).touch()
        device = self.root / f"sys/devices/usb1/1-{port}"
        tty = device / f"1-{port}:1.0" / port / "tty" / port
        tty.mkdir(parents=True)
        # The hub in between, and what is no chip's number.
        for folder, vendor, product in ((device, *chip), (device.parent, "1d6b", "0002")):
            (folder / "idVendor").write_text(f"{vendor}\n")
            (folder / "idProduct").write_text(f"{product}\n")
        names = self.root / "sys/class/tty"
        names.mkdir(parents=True, exist_ok=True)
        (names / port).symlink_to(tty)
        if named:
            self.named.symlink_to(self.dev / port)

    def name_by_path(self, port: str) -> Path:
        """The name by its socket, as udev gives it; newer ones give two."""
        folder = self.dev / "serial/by-path"
        folder.mkdir(parents=True, exist_ok=True)
        for usb in ("usb", "usbv2"):
            (folder / f"pci-0000:01:00.0-{usb}-0:{port}:1.0-port0").symlink_to(self.dev / port)
        return folder / f"pci-0000:01:00.0-usb-0:{port}:1.0-port0"

    def find(self) -> str:
        return ports.find(self.root)


@pytest.fixture
def devices(tmp_path: Path) -> Devices:
    return Devices(tmp_path)


@pytest.mark.parametrize("chip", [CH340, FT232R, CP2102, ARDUINO])
@pytest.mark.parametrize("port", ["ttyUSB7", "ttyACM0"])
def test_the_one_nano_is_found_among_other_devices(devices: Devices, port: str, chip: tuple[str, str]) -> None:
    for number, other in enumerate(OTHERS):
        devices.plug(f"ttyUSB{number}", other)
    devices.plug("ttyS0", CH340)
    devices.plug(port, chip)
    assert devices.find() == str(devices.dev / port)
    by_path = devices.name_by_path(port)
    assert devices.find() == str(by_path)


def test_the_name_of_our_own_rules_comes_first(devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340, named=True)
    devices.name_by_path("ttyUSB0")
    assert devices.find() == str(devices.named)


def test_our_own_name_alone_is_enough(devices: Devices) -> None:
    devices.plug("ttyUSB0", OTHERS[0], named=True)
    assert devices.find() == str(devices.named)


def test_without_a_display_the_sentence_says_what_to_do(devices: Devices) -> None:
    with pytest.raises(
        DisplayError, match=r"no display is plugged in: .* plug it in, or name its port as display\.port"
    ):
        devices.find()
    devices.plug("ttyUSB0", OTHERS[0])
    with pytest.raises(DisplayError, match="no display is plugged in"):
        devices.find()


def test_of_several_none_is_guessed_and_each_is_named(devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340, named=True)
    devices.plug("ttyUSB1", FT232R)
    with pytest.raises(DisplayError, match=r"each of these may be the display: .* as display\.port") as caught:
        devices.find()
    assert caught.value.values == {"ports": f"{devices.named}, {devices.dev / 'ttyUSB1'}"}
    use("de")
    assert sentence(caught.value).startswith("jeder dieser Anschlüsse kann die Anzeige sein: ")


def test_of_two_with_the_same_chip_none_is_guessed_either(devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340)
    devices.plug("ttyUSB1", CH340)
    name = devices.name_by_path("ttyUSB1")
    with pytest.raises(DisplayError, match="each of these may be the display") as caught:
        devices.find()
    assert caught.value.values == {"ports": f"{name}, {devices.dev / 'ttyUSB0'}"}


def test_a_name_that_leads_nowhere_is_no_port(devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340, named=True)
    devices.name_by_path("ttyUSB0")
    (devices.dev / "ttyUSB0").unlink()
    with pytest.raises(DisplayError, match="no display is plugged in"):
        devices.find()


def test_a_display_that_is_plugged_in_later_is_taken(display: VirtualDisplay, devices: Devices) -> None:
    with DisplayLink(devices.find) as link:
        link.show(numbered(1))
        assert until(lambda: "no display is plugged in" in str(link.status.error))
        assert (link.status.port, link.status.connected) == ("", False)
        devices.plug("ttyUSB0", CH340, leads_to=display.port)
        assert link.wait_shown(LONG)
        assert display.wait_for(numbered(1), LONG)
        assert link.status.port == display.port
        assert link.status.error is None


def test_a_display_that_comes_back_under_another_name_is_taken(display: VirtualDisplay, devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340, leads_to="/dev/no-such-display")
    with DisplayLink(devices.find) as link:
        link.show(numbered(1))
        assert until(lambda: "no display is plugged in" in str(link.status.error))
        devices.plug("ttyUSB1", FT232R, leads_to=display.port)
        assert link.wait_shown(LONG)
        assert display.wait_for(numbered(1), LONG)


# --- what goes wrong with a port -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FileNotFoundError(2, "x"), "/dev/x: there is no such port; plug the display in"),
        (PermissionError(13, "x"), "/dev/x: this user may not open it; allow it with: sudo usermod -aG dialout"),
        (BlockingIOError(11, "x"), "/dev/x: another program has it open; end that one"),
        (
            OSError("device reports readiness to read but returned no data"),
            "/dev/x: the port has failed: device reports",
        ),
        (termios.error(25, "x"), "/dev/x: this is no serial port"),
        (termios.error(5, "x"), "/dev/x: the port has failed: (5, 'x')"),
        (ValueError("embedded null byte"), "/dev/x: this is no serial port"),
    ],
)
def test_every_trouble_with_a_port_is_one_sentence(error: Exception, says: str) -> None:
    found = ports.trouble("/dev/x", error)
    assert says in str(found)
    assert all(isinstance(value, str) for value in found.values.values())


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir, os.mkfifo])
def test_what_is_no_serial_port_is_called_so(make: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "thing"
    make(path)
    with pytest.raises(OSError, match="port") as caught:
        serial.Serial(str(path), exclusive=True).close()
    assert str(ports.trouble(str(path), caught.value)) == f"{path}: this is no serial port; name another one"


def test_what_is_a_sentence_already_stays_as_it_is() -> None:
    error = DisplayError("the display has not answered {n} times; is its cable loose?", n=5)
    assert ports.trouble("/dev/x", error) is error


# --- the rules of udev -----------------------------------------------------------------------------------------------


def test_the_rules_have_the_chips_that_are_looked_for_and_their_name() -> None:
    rules = RULES.read_text(encoding="utf-8")
    named = [line for line in rules.splitlines() if f'SYMLINK+="{ports.NAMED.name}"' in line]
    chips = [re.findall(r'ATTRS\{id(?:Vendor|Product)\}=="(\w+)"', line) for line in named]
    assert [tuple(chip) if len(chip) == 2 else (*chip, None) for chip in chips] == list(ports.CHIPS)
    # Nothing that looks for modems opens it, which would reset it.
    assert all('ENV{ID_MM_DEVICE_IGNORE}="1"' in line for line in named)
    labels, jumps = re.findall(r'LABEL="(\w+)"', rules), re.findall(r'GOTO="(\w+)"', rules)
    assert set(jumps) <= set(labels)


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="udevadm is not here")
def test_udev_itself_finds_no_fault_in_the_rules() -> None:
    can = subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=False)
    if "verify" not in can.stdout:
        pytest.skip("this udevadm cannot verify yet (systemd 254 can)")
    done = subprocess.run(["udevadm", "verify", str(RULES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
