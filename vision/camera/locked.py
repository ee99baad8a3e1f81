"""What a camera was locked to when it was calibrated, and whether a frame still keeps to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any, Final

_NEAR: Final = 0.03
_LENS: Final = 0.1
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

    def strays(self, metadata: Mapping[str, Any]) -> tuple[str, ...]:
        """Which of them a frame does not keep to, or does not speak of; in the words of libcamera."""
        wanted = {"ExposureTime": (float(self.exposure),), "AnalogueGain": (self.gain,), "ColourGains": self.colours}
        strays = [name for name, values in wanted.items() if not _near(metadata.get(name), values)]
        lens = metadata.get("LensPosition")
        if self.lens is not None and (lens is None or abs(float(lens) - self.lens) > _LENS):
            strays.append("LensPosition")
        return tuple(strays)


def locked_as(metadata: Mapping[str, Any], hertz: int = 50) -> Locked:
    """What to lock a camera to that has settled as this frame says; the exposure without flicker, the gain to match.

    Raises:
        KeyError: the frame does not say how it was taken.
    """
    exposure = flicker_free(float(metadata["ExposureTime"]), hertz)
    gain = max(1.0, float(metadata["AnalogueGain"]) * float(metadata["ExposureTime"]) / exposure)
    red, blue = metadata["ColourGains"]
    lens = metadata.get("LensPosition")
    return Locked(exposure, gain, (float(red), float(blue)), None if lens is None else float(lens))


def locked_of(camera: object) -> Locked | None:
    """What a camera is locked to; ``None`` where it is of a kind that is not."""
    found = getattr(camera, "locked", None)
    return found if isinstance(found, Locked) else None


def _near(found: Any, wanted: tuple[float, ...]) -> bool:
    values = found if isinstance(found, tuple | list) else (found,)
    return len(values) == len(wanted) and all(
        value is not None and isclose(float(value), want, rel_tol=_NEAR)
        for value, want in zip(values, wanted, strict=True)
    )
