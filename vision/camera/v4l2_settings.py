"""Locking what a USB camera changes by itself: exposure, white balance, focus.

By the properties of OpenCV's V4L2 backend (``modules/videoio/src/cap_v4l.cpp``), which hands the driver's own numbers
on: what a camera has not is -1; ``CAP_PROP_AUTO_EXPOSURE`` is 1 for manual and 3 for automatic (aperture priority),
``CAP_PROP_EXPOSURE`` counts 100 µs (V4L2's camera control reference). A driver may refuse, or obey only in part, so
everything is read back.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2

from vision.camera.locked import UsbLocked, flicker_free

_UNIT: Final = 100
"""Microseconds that ``CAP_PROP_EXPOSURE`` counts."""
_AS_BRIGHT: Final = (0.6, 1.6)
"""Of the level before, what a picture may have once its exposure is fixed. Some firmware tells a default for as long as
the automatic is on; fixed to that, pictures get much darker or brighter."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """Something that a camera changes by itself; properties of OpenCV and their values.

    Attributes:
        name: what it is.
        switch: the property that says whether it is ``automatic`` or ``fixed``.
        value: the property that says to what it is fixed, ``least`` at least.
    """

    name: str
    switch: int
    automatic: int
    fixed: int
    value: int
    least: int


_EXPOSURE: Final = _Setting("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1, cv2.CAP_PROP_EXPOSURE, 1)
_WHITE: Final = _Setting("white balance", cv2.CAP_PROP_AUTO_WB, 1, 0, cv2.CAP_PROP_WB_TEMPERATURE, 1)
_FOCUS: Final = _Setting("focus", cv2.CAP_PROP_AUTOFOCUS, 1, 0, cv2.CAP_PROP_FOCUS, 0)
_SETTINGS: Final = (_EXPOSURE, _WHITE, _FOCUS)


class UsbSettings:
    """The settings of an open camera.

    Args:
        capture: the camera.
        brightness: takes some frames and gives the mean level of the last one, 0 … 255.
        hertz: of the mains, 50 or 60.
    """

    def __init__(self, capture: cv2.VideoCapture, brightness: Callable[[], float], hertz: int) -> None:
        self._capture = capture
        self._brightness = brightness
        self._hertz = hertz
        # A lens without a motor needs no locking; exposure and white balance are never without.
        self._known = {setting for setting in _SETTINGS if capture.get(setting.switch) >= 0}
        self._loose = {_EXPOSURE, _WHITE} - self._known

    @property
    def loose(self) -> tuple[str, ...]:
        """What goes on to change by itself."""
        return tuple(setting.name for setting in _SETTINGS if setting in self._loose)

    @property
    def known(self) -> bool:
        """Whether there is anything to lock."""
        return bool(self._known)

    def release(self) -> None:
        """Leave all to the camera again: other programs expect it so."""
        for setting in self._known:
            self._capture.set(setting.switch, setting.automatic)

    def settled(self) -> UsbLocked:
        """Fix what the camera has settled to."""
        before = self._brightness()
        # What is switched off stays as it is with most cameras; only the exposure is set, to one without flicker.
        kelvin, focus = (self._fix(setting, None) for setting in (_WHITE, _FOCUS))
        exposure = self._fix(_EXPOSURE, None)
        if exposure is not None:
            steady = round(flicker_free(exposure * _UNIT, self._hertz) / _UNIT)
            exposure = self._fix(_EXPOSURE, steady)
        low, high = _AS_BRIGHT
        if exposure is not None and not low * before <= self._brightness() <= high * before:
            self._set_free(_EXPOSURE)
            exposure = None
        return UsbLocked(None if exposure is None else exposure * _UNIT, kelvin, focus)

    def keep(self, locked: UsbLocked) -> UsbLocked:
        """Fix what was found at another time; what it says nothing of is left to the camera.

        Returns:
            What the camera made of it.
        """
        exposure = None if locked.exposure is None else round(locked.exposure / _UNIT)
        wanted = {_EXPOSURE: exposure, _WHITE: locked.kelvin, _FOCUS: locked.focus}
        found = {setting: None if value is None else self._fix(setting, value) for setting, value in wanted.items()}
        for setting in self._known:
            if found[setting] is None:  # whoever used the camera before may have left it fixed to anything
                self._set_free(setting)
        exposure = found[_EXPOSURE]
        return UsbLocked(None if exposure is None else exposure * _UNIT, found[_WHITE], found[_FOCUS])

    def _fix(self, setting: _Setting, value: int | None) -> int | None:
        """Switch the automatic off, and set a value or leave what is; what then holds, or ``None``: it is loose."""
        if setting not in self._known:
            return None
        self._capture.set(setting.switch, setting.fixed)
        if round(self._capture.get(setting.switch)) != setting.fixed:
            self._loose.add(setting)
            return None
        self._loose.discard(setting)
        if value is not None:
            self._capture.set(setting.value, value)
        found = round(self._capture.get(setting.value))
        if found < setting.least:  # it does not say to what, so it could not be told so again
            self._set_free(setting)
            return None
        return found

    def _set_free(self, setting: _Setting) -> None:
        self._capture.set(setting.switch, setting.automatic)
        self._loose.add(setting)
