"""The display's port by a name that stays: what is found, what is refused, and a display that is plugged in later."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from controller.display import ports
from controller.display.link import DisplayLink
from controller.display.process import VirtualDisplay
from controller.errors import DisplayError
from controller.i18n import sentence, use
from tests.display.bench import LONG, numbered, until

RULES: Final = Path(__file__).parents[2] / "systemd/60-dicetable-display.rules"
# How udev names them: manufacturer, product, serial number where there is one.
CH340: Final = "usb-1a86_USB_Serial-if00-port0"
FT232R: Final = "usb-FTDI_FT232R_USB_UART_A5069RR4-if00-port0"
CP2102: Final = "usb-Silicon_Labs_CP2102_USB_to_UART_Bridge_Controller_0001-if00-port0"
ARDUINO: Final = "usb-Arduino__www.arduino.cc__0043_75330303035351E0D1B2-if00"
OTHERS: Final = ("usb-Prolific_Technology_Inc._USB-Serial_Controller-if00-port0", "usb-u-blox_GNSS_receiver-if00")


class Devices:
    """A folder as /dev is: ports, and the names that udev gives them."""

    def __init__(self, folder: Path) -> None:
        self.named = folder / "dicetable-display"
        self.by_id = folder / "serial" / "by-id"
        self._folder = folder

    def plug(self, port: str, by_id: str, named: bool = False) -> None:
        self.by_id.mkdir(parents=True, exist_ok=True)
        (self._folder / port).touch()
        (self.by_id / by_id).symlink_to(self._folder / port)
        if named:
            self.named.symlink_to(self._folder / port)

    def find(self) -> str:
        return ports.find(self.named, self.by_id)


@pytest.fixture
def devices(tmp_path: Path) -> Devices:
    return Devices(tmp_path)


@pytest.mark.parametrize("name", [CH340, FT232R, CP2102, ARDUINO])
def test_the_one_nano_is_found_among_other_devices(devices: Devices, name: str) -> None:
    for number, other in enumerate(OTHERS):
        devices.plug(f"ttyUSB{number}", other)
    devices.plug("ttyUSB7", name)
    assert devices.find() == str(devices.by_id / name)


def test_the_name_of_our_own_rules_comes_first(devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340, named=True)
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
    assert caught.value.values == {"ports": f"{devices.named}, {devices.by_id / FT232R}"}
    use("de")
    assert sentence(caught.value).startswith("jeder dieser Anschlüsse kann die Anzeige sein: ")


def test_a_name_that_leads_nowhere_is_no_port(devices: Devices) -> None:
    devices.plug("ttyUSB0", CH340, named=True)
    (devices.named.parent / "ttyUSB0").unlink()
    with pytest.raises(DisplayError, match="no display is plugged in"):
        devices.find()


def test_a_display_that_is_plugged_in_later_is_taken(display: VirtualDisplay, devices: Devices) -> None:
    with DisplayLink(devices.find) as link:
        link.show(numbered(1))
        assert until(lambda: "no display is plugged in" in str(link.status.error))
        assert (link.status.port, link.status.connected) == ("", False)
        devices.by_id.mkdir(parents=True)
        (devices.by_id / CH340).symlink_to(display.port)
        assert link.wait_shown(LONG)
        assert display.wait_for(numbered(1), LONG)
        assert link.status.port == str(devices.by_id / CH340)
        assert link.status.error is None


def test_a_display_that_comes_back_under_another_name_is_taken(display: VirtualDisplay, devices: Devices) -> None:
    devices.by_id.mkdir(parents=True)
    first, second = devices.by_id / CH340, devices.by_id / FT232R
    first.symlink_to("/dev/no-such-display")
    with DisplayLink(devices.find) as link:
        link.show(numbered(1))
        assert until(lambda: "no display is plugged in" in str(link.status.error))
        second.symlink_to(display.port)
        assert link.wait_shown(LONG)
        assert link.status.port == str(second)


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
    ],
)
def test_every_trouble_with_a_port_is_one_sentence(error: OSError, says: str) -> None:
    assert says in str(ports.trouble("/dev/x", error))


def test_what_is_a_sentence_already_stays_as_it_is() -> None:
    error = DisplayError("the display has not answered {n} times; is its cable loose?", n=5)
    assert ports.trouble("/dev/x", error) is error


# --- the rules of udev -----------------------------------------------------------------------------------------------


def test_the_rules_name_the_usual_chips_and_the_name_that_is_looked_for() -> None:
    rules = RULES.read_text(encoding="utf-8")
    vendors = re.findall(r'^ATTRS\{idVendor\}=="(\w+)".*SYMLINK\+="([\w-]+)"$', rules, re.MULTILINE)
    assert vendors == [(vendor, ports.NAMED.name) for vendor in ("0403", "1a86", "10c4", "2341")]
    products = re.findall(r'idVendor\}=="\w+", ATTRS\{idProduct\}=="(\w+)"', rules)
    assert products == ["6001", "7523", "ea60"]
    labels, jumps = re.findall(r'LABEL="(\w+)"', rules), re.findall(r'GOTO="(\w+)"', rules)
    assert set(jumps) <= set(labels)


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="udevadm is not here")
def test_udev_itself_finds_no_fault_in_the_rules() -> None:
    can = subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=False)
    if "verify" not in can.stdout:
        pytest.skip("this udevadm cannot verify yet (systemd 254 can)")
    done = subprocess.run(["udevadm", "verify", str(RULES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
