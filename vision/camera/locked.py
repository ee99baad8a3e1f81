"""What a camera was locked to when it was calibrated, and whether a frame still keeps to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, isclose
from typing import Any, Final, Protocol, Self, runtime_checkable

LONGEST_MICROSECONDS: Final = 33_333
"""At 30 frames a second no exposure is longer."""
_NEAR: Final = 0.03
"""A sensor has exposure and gains in steps: so far, as a share, they may be from what it was told."""
_LENS: Final = 0.1
"""So far the lens may be from its place, dioptres."""
_MANUAL_FOCUS: Final = 0  # libcamera's AfModeEnum.Manual


def flicker_free(microseconds: float, hertz: int = 50) -> int:
    """The exposure nearest to this one that lamps at the mains do not make flicker, microseconds.

    Lamps brighten twice in each period of the mains, so a whole number of half periods is always equally bright.

    Args:
        microseconds: the exposure wished for; more than 0.
        hertz: of the mains, 50 or 60.

    >>> flicker_free(12_000), flicker_free(1_000), flicker_free(30_000, 60)
    (10000, 10000, 33333)
    """
    if hertz not in (50, 60):
        raise ValueError(f"the mains have 50 or 60 Hz, not {hertz}")
    half = 500_000 / hertz
    return int(max(1, round(microseconds / half)) * half)


@dataclass(frozen=True, slots=True)
class Locked:
    """Settings that a camera must keep.

    Attributes:
        exposure: microseconds.
        gain: of the sensor, 1 or more.
        colours: gains of red and blue.
        lens: dioptres, or ``None``: the lens cannot be moved.
    """

    exposure: int
    gain: float
    colours: tuple[float, float]
    lens: float | None = None

    def controls(self) -> dict[str, Any]:
        """The same in the words of libcamera."""
        controls: dict[str, Any] = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure,
            "AnalogueGain": self.gain,
            "ColourGains": self.colours,
        }
        if self.lens is not None:
            controls |= {"AfMode": _MANUAL_FOCUS, "LensPosition": self.lens}
        return controls

    def within(self, gains: tuple[float, float]) -> Self:
        """The same with the gain that is nearest to it of those that a sensor has, ``gains`` least and most.

        A sensor that is told another one takes the nearest by itself, and then every frame would stray.
        """
        return replace(self, gain=min(max(self.gain, gains[0]), gains[1]))

    def strays(self, metadata: Mapping[str, Any]) -> tuple[str, ...]:
        """Which of them a frame does not keep to, or does not speak of; in the words of libcamera."""
        wanted = {"ExposureTime": (float(self.exposure),), "AnalogueGain": (self.gain,), "ColourGains": self.colours}
        strays = [name for name, values in wanted.items() if not _near(metadata.get(name), values)]
        lens = metadata.get("LensPosition")
        if self.lens is not None and (lens is None or abs(float(lens) - self.lens) > _LENS):
            strays.append("LensPosition")
        return tuple(strays)


def locked_as(metadata: Mapping[str, Any], hertz: int = 50, gains: tuple[float, float] = (1.0, inf)) -> Locked:
    """What to lock a camera to that has settled as this frame says; the exposure without flicker, the gain to match.

    Args:
        metadata: of the frame, in the words of libcamera.
        hertz: of the mains, 50 or 60.
        gains: the least and the most that the sensor has. Where it takes more than that the exposure is longer; what
            then still lacks makes the pictures darker.

    Raises:
        KeyError: the frame does not say how it was taken.
    """
    light = float(metadata["AnalogueGain"]) * float(metadata["ExposureTime"])
    exposure = flicker_free(float(metadata["ExposureTime"]), hertz)
    longer = flicker_free(exposure + 500_000 / hertz, hertz)
    if light / exposure > gains[1] and longer <= LONGEST_MICROSECONDS:
        exposure = longer
    red, blue = metadata["ColourGains"]
    lens = metadata.get("LensPosition")
    locked = Locked(exposure, light / exposure, (float(red), float(blue)), None if lens is None else float(lens))
    return locked.within(gains)


@dataclass(frozen=True, slots=True)
class UsbLocked:
    """Settings that a USB camera must keep; ``None``: it has no such setting, or does not let it be fixed.

    Attributes:
        exposure: microseconds.
        kelvin: white balance.
        focus: as the driver counts.
    """

    exposure: int | None = None
    kelvin: int | None = None
    focus: int | None = None


Lock = Locked | UsbLocked


@runtime_checkable
class Lockable(Protocol):
    """A camera that can be locked."""

    @property
    def locked(self) -> Lock:
        """What it is locked to."""

    @property
    def loose(self) -> tuple[str, ...]:
        """What of it goes on to change by itself: ``exposure``, ``white balance``, ``focus``."""

    def settle(self) -> None:
        """Let it settle anew, which takes about a second, and lock it to that.

        Raises:
            CameraError: it gives no picture any more.
        """

    def keep(self, locked: Lock) -> None:
        """Lock it to this; what was another kind's is passed over."""


def locked_of(camera: object) -> Lock | None:
    """What a camera is locked to; ``None`` where it is of a kind that is not."""
    return camera.locked if isinstance(camera, Lockable) else None


def loose_of(camera: object) -> tuple[str, ...] | None:
    """What of a camera goes on to change by itself; ``None`` where it is of a kind that is not locked."""
    return camera.loose if isinstance(camera, Lockable) else None


def _near(found: Any, wanted: tuple[float, ...]) -> bool:
    values = found if isinstance(found, tuple | list) else (found,)
    return len(values) == len(wanted) and all(
        value is not None and isclose(float(value), want, rel_tol=_NEAR)
        for value, want in zip(values, wanted, strict=True)
    )
