"""The edge to the hardware: one gpiochip through gpiozero on lgpio. Every failure is a ``PanelError`` in one sentence.

gpiozero and lgpio are imported in this module alone, and only when panels over GPIO are asked for.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from controller.errors import PanelError, PanelLibraryError
from controller.i18n import _
from controller.panel.wiring import Wiring

# The header's I2C has this number on every Raspberry Pi with 40 pins.
_I2C_BUS: Final = 1
_I2C_DEVICES: Final = Path("/sys/bus/i2c/devices")
# Chips whose lines stay on the board: a Raspberry Pi 5 before Linux 6.6.45 counted them first, and its header as 4
# (raspberrypi/linux, pull request 6144); the last two are a Raspberry Pi 4's.
_INSIDE: Final = ("gpio-brcmstb", "raspberrypi-exp-gpio", "brcmvirt-gpio")
_MOST_CHIPS: Final = 32
# The flag of a line that somebody has.
_IN_USE: Final = 1
_Failing = Callable[[], AbstractContextManager[None]]


class KeyLine:
    """The line of a key: pulled up, and down to ground while the key is pressed."""

    def __init__(self, pin: Any, failing: _Failing, moved: Callable[[], None]) -> None:
        self._pin = pin
        self._failing = failing
        self._moved = moved
        pin.input_with_pull("up")
        try:
            # gpiozero keeps a weak reference to the method only, and so to this object.
            pin.when_changed = self._changed
        except Exception as error:
            raise OSError(_("does not report changes; has the overlay of the expander its gpiopin?")) from error

    def down(self) -> bool:
        """Whether the key is pressed at this moment.

        Raises:
            PanelError: the chip does not answer.
        """
        with self._failing():
            return not self._pin.state

    def _changed(self, ticks: float, state: int) -> None:
        self._moved()


class LampLine:
    """The line of a lamp; dark at first."""

    def __init__(self, pin: Any, failing: _Failing) -> None:
        self._pin = pin
        self._failing = failing
        self._lit = False
        pin.output_with_state(False)

    def light(self, on: bool) -> None:
        """Switch it, where that changes something.

        Raises:
            PanelError: the chip does not answer.
        """
        if on != self._lit:
            with self._failing():
                self._pin.state = on
            self._lit = on


class Chip:
    """One chip. Close it to give back its lines; a lamp goes dark by that."""

    def __init__(self, number: int, factory: Any, wake: Callable[[int], None] = lambda number: None) -> None:
        """Take a chip.

        Args:
            number: the N of /dev/gpiochipN.
            factory: a pin factory of gpiozero for this chip alone.
            wake: see ``wake_reports``.
        """
        self.number = number
        self._factory = factory
        self._wake = wake

    def wake(self) -> None:
        """Make sure that changes are reported; to be called once, a while after the last line was taken."""
        self._wake(self.number)

    def key(self, line: int, moved: Callable[[], None]) -> KeyLine:
        """Take the line of a key.

        Args:
            line: its number on the chip.
            moved: called whenever its level changes, from a thread of lgpio's.

        Raises:
            PanelError: it is in use, or cannot be a key.
        """
        with self._failing(line):
            return KeyLine(self._factory.pin(f"GPIO{line}"), lambda: self._failing(line), moved)

    def lamp(self, line: int) -> LampLine:
        """Take the line of a lamp.

        Raises:
            PanelError: it is in use, or cannot be a lamp.
        """
        with self._failing(line):
            return LampLine(self._factory.pin(f"GPIO{line}"), lambda: self._failing(line))

    def close(self) -> None:
        """Give everything back, also when the chip is gone."""
        for pin in self._factory.pins.values():
            # gpiozero leaves the callback of a closed pin with lgpio, where it would hit whoever comes next.
            with suppress(Exception):
                pin.when_changed = None
            with suppress(Exception):
                pin.close()
        self._factory.pins.clear()
        with suppress(Exception):
            self._factory.close()

    @contextmanager
    def _failing(self, line: int) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            # Whatever a driver says: a panel that fails must never end a game.
            raise PanelError(self._sentence(line, error)) from error

    def _sentence(self, line: int, error: Exception) -> str:
        why = str(getattr(error, "value", error))
        where = _("gpiochip{n}, line {line}").format(n=self.number, line=line)
        if why == "GPIO busy":
            text = _("{where}: in use by {holder}; end that, or wire the panel to another line")
            return text.format(where=where, holder=self._holder(line))
        return _("{where}: {why}").format(where=where, why=why)

    def _holder(self, line: int) -> str:
        """Who has a line, as the kernel names them."""
        import lgpio  # noqa: PLC0415

        with suppress(Exception):
            return _holder_name(str(lgpio.gpio_get_line_info(self._factory._handle, line)[4]))
        return _("another program")


def load() -> None:
    """Get lgpio ready; before any thread is started, since lgpio leaves a file in whatever folder it is loaded in.

    Raises:
        PanelLibraryError: it is not installed.
        PanelError: another library is asked for.
    """
    wanted = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    if wanted != "lgpio":
        # gpiozero itself would quietly take what it finds; the keys would be watched, or not, by another library.
        raise PanelError(
            _("the panels are read through lgpio alone, but $GPIOZERO_PIN_FACTORY says {found}; unset it").format(
                found=wanted
            )
        )
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="dicetable-") as folder:
        # Its C half writes there, its Python half reads from the working folder: both must be the same.
        os.environ.pop("LG_WD", None)
        os.chdir(folder)
        try:
            import gpiozero.pins.lgpio  # noqa: F401, PLC0415
        except ImportError as error:
            text = _("the panels need gpiozero and lgpio: apt install python3-gpiozero python3-lgpio ({why})")
            raise PanelLibraryError(text.format(why=error)) from None
        finally:
            os.chdir(before)


def number_of(wiring: Wiring, devices: Path = _I2C_DEVICES) -> int:
    """The N of the /dev/gpiochipN that a panel is wired to.

    Args:
        wiring: the panel's.
        devices: where Linux lists what is on I2C; an expander's folder there holds one named gpiochipN.

    Raises:
        PanelError: no expander has answered at that address.
    """
    if not wiring.address:
        return wiring.chip
    folder = devices / f"{_I2C_BUS}-{wiring.address:04x}"
    for chip in sorted(folder.glob("gpiochip*")):
        return int(chip.name.removeprefix("gpiochip"))
    text = _("no expander at {address} on I2C; see its supply, SDA and SCL, its address, and its line in config.txt")
    raise PanelError(text.format(address=wiring.chip_name))


def open_chip(number: int) -> Chip:
    """Open a chip by lgpio, and by nothing else.

    Raises:
        PanelError: it is not there, may not be opened, is not at the header, or this is no Raspberry Pi.
    """
    from gpiozero import PinUnknownPi  # noqa: PLC0415
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415

    _reachable(number)
    try:
        factory = LGPIOFactory(chip=number)
    except Exception as error:
        raise PanelError(_("gpiochip{n}: cannot be opened: {why}").format(n=number, why=error)) from error
    if (label := _label(factory._handle)).startswith(_INSIDE):
        factory.close()
        text = _("gpiochip{n}: is {label}, whose lines do not come to the header; there are: {chips}")
        raise PanelError(text.format(n=number, label=label, chips=_listed()))
    # gpiozero keeps one table of pins for all chips, in which line 4 of one would be line 4 of the other.
    factory.pins = {}
    chip = Chip(number, factory, wake_reports)
    try:
        factory.board_info  # noqa: B018  (asks which Raspberry Pi this is)
    except PinUnknownPi:
        chip.close()
        raise PanelError(_("this is no Raspberry Pi that gpiozero knows")) from None
    return chip


def holders(number: int, lines: Iterable[int]) -> dict[int, str]:
    """Who has which of these lines of a chip now; free ones are left out. Takes none.

    Raises:
        PanelError: the chip is not there, or may not be opened.
    """
    import lgpio  # noqa: PLC0415

    _reachable(number)
    handle = lgpio.gpiochip_open(number)
    try:
        found = {line: lgpio.gpio_get_line_info(handle, line) for line in lines}
    finally:
        lgpio.gpiochip_close(handle)
    return {line: _holder_name(str(info[4])) for line, info in found.items() if info[2] & _IN_USE}


def _holder_name(name: str) -> str:
    return _("another program that uses lgpio") if name == "lg" else name or _("another program")


def wake_reports(number: int) -> None:
    """Wake lgpio's thread that reports changes, should it sleep.

    It looks whether any line is watched, and sleeps where none is; a line that is taken between the two wakes nobody,
    and nothing is ever reported until the next one is taken (lgpio 0.2.2, ``lgPthAlerts.c``: it waits for a signal
    without looking again). Closing a chip signals as well, and does nothing else to those who hold lines of it.
    """
    import lgpio  # noqa: PLC0415

    with suppress(lgpio.error):
        lgpio.gpiochip_close(lgpio.gpiochip_open(number))


def _reachable(number: int) -> None:
    """Say why a chip cannot be opened; lgpio itself does not."""
    try:
        os.close(os.open(f"/dev/gpiochip{number}", os.O_RDWR | os.O_CLOEXEC))
    except PermissionError:
        text = _("gpiochip{n}: may not be opened; add this user to the group gpio")
        raise PanelError(text.format(n=number)) from None
    except OSError:
        text = _("gpiochip{n}: is not there; there are: {chips}")
        raise PanelError(text.format(n=number, chips=_listed())) from None


def chips() -> dict[int, str]:
    """The chips that are there and may be opened, with the kernel's names for them."""
    import lgpio  # noqa: PLC0415

    found = {}
    for number in range(_MOST_CHIPS):
        with suppress(lgpio.error):
            handle = lgpio.gpiochip_open(number)
            found[number] = _label(handle)
            lgpio.gpiochip_close(handle)
    return found


def _listed() -> str:
    return ", ".join(f"gpiochip{n} ({label})" for n, label in chips().items()) or _("none")


def _label(handle: int) -> str:
    """The kernel's name for an open chip."""
    import lgpio  # noqa: PLC0415

    return str(lgpio.gpio_get_chip_info(handle)[3])
