"""A USB camera is locked as far as it lets itself be, and what cannot be is said."""

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration.checks import examine_lock
from vision.camera import open_stream
from vision.camera.locked import Locked, UsbLocked, locked_of, loose_of
from vision.camera.v4l2 import V4l2Camera

MANUAL, PRIORITY = 1, 3
"""``V4L2_EXPOSURE_MANUAL`` and ``V4L2_EXPOSURE_APERTURE_PRIORITY``."""
_SWITCH_OF: Final = {
    cv2.CAP_PROP_EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL),
    cv2.CAP_PROP_WB_TEMPERATURE: (cv2.CAP_PROP_AUTO_WB, 0),
    cv2.CAP_PROP_FOCUS: (cv2.CAP_PROP_AUTOFOCUS, 0),
}


class Webcam:
    """``cv2.VideoCapture`` with the controls of a UVC camera, as OpenCV's V4L2 backend and the driver show them.

    A control that it has not is -1, and setting it fails. A value is refused while its automatic is on. Numbers are
    clamped to the driver's bounds; a menu's wrong entry is refused.

    Attributes:
        light: the exposure, 100 µs, with which the picture is as bright as it should be: the automatic finds it.
        obeys: whether an automatic can be switched off, though it says that there is one.
        tells: whether it tells what its automatic has found, or its defaults, as some firmware does.
    """

    def __init__(
        self, lacks: tuple[int, ...] = (), *, light: int = 130, obeys: bool = True, tells: bool = True
    ) -> None:
        self.light, self.obeys, self.tells = light, obeys, tells
        self.controls: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: PRIORITY,
            cv2.CAP_PROP_EXPOSURE: 20,
            cv2.CAP_PROP_AUTO_WB: 1,
            cv2.CAP_PROP_WB_TEMPERATURE: 4000,
            cv2.CAP_PROP_AUTOFOCUS: 1,
            cv2.CAP_PROP_FOCUS: 0,
        }
        for lacking in lacks:
            del self.controls[lacking]
        self.released = False
        self._frames = 0

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def get(self, setting: int) -> float:
        if setting == cv2.CAP_PROP_FPS:
            return 30.0
        return self.controls.get(setting, -1.0)

    def set(self, setting: int, value: float) -> bool:
        assert not self.released
        if setting not in self.controls:
            return False
        if setting in _SWITCH_OF:
            switch, manual = _SWITCH_OF[setting]
            if self.controls.get(switch) != manual:
                return False
            low, high = {cv2.CAP_PROP_EXPOSURE: (3, 2047), cv2.CAP_PROP_FOCUS: (0, 250)}.get(setting, (2800, 6500))
            value = min(max(value, low), high)
        elif setting == cv2.CAP_PROP_AUTO_EXPOSURE and value not in (MANUAL, PRIORITY):
            return False
        if setting not in _SWITCH_OF and not self.obeys:
            return False
        self.controls[setting] = value
        return True

    def grab(self) -> bool:
        assert not self.released
        self._frames += 1
        found = {cv2.CAP_PROP_EXPOSURE: self.light, cv2.CAP_PROP_WB_TEMPERATURE: 3300, cv2.CAP_PROP_FOCUS: 35}
        for setting, value in found.items():
            switch, manual = _SWITCH_OF[setting]
            if self.tells and setting in self.controls and self.controls.get(switch, manual) != manual:
                self.controls[setting] = value
        return True

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        exposure = self.controls.get(cv2.CAP_PROP_EXPOSURE, self.light)
        fixed = self.controls.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL
        level = 110 * (exposure / self.light if fixed else 1.0)
        return True, np.full((48, 64, 3), min(255, round(level)), np.uint8)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def device(tmp_path: Path) -> str:
    (tmp_path / "video0").touch()
    return str(tmp_path / "video0")


def opened(device: str, webcam: Webcam, **options: Any) -> V4l2Camera:
    return V4l2Camera(device, capture=lambda path, backend: webcam, **options)  # type: ignore[arg-type,return-value]


def automatic(webcam: Webcam) -> list[bool]:
    """Whether exposure, white balance and focus are left to the camera."""
    return [webcam.controls[switch] != manual for switch, manual in _SWITCH_OF.values()]


@pytest.mark.parametrize(("hertz", "units"), [(50, 100), (60, 167)])
def test_a_webcam_is_locked_to_what_it_settled_to_without_flicker(device: str, hertz: int, units: int) -> None:
    webcam = Webcam()
    with opened(device, webcam, hertz=hertz) as camera:
        assert automatic(webcam) == [False, False, False]
        assert webcam.controls[cv2.CAP_PROP_EXPOSURE] == units
        assert locked_of(camera) == UsbLocked(units * 100, 3300, 35)
        assert loose_of(camera) == ()
        webcam.light = 300
        assert camera.still().image.mean() < 70, "other light is seen as other light"
    assert automatic(webcam) == [True, True, True], "other programs find it as they expect it"
    assert webcam.released


@pytest.mark.parametrize(
    ("lacks", "loose"),
    [
        ((cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE), ("exposure",)),
        ((cv2.CAP_PROP_AUTO_WB,), ("white balance",)),
        ((cv2.CAP_PROP_WB_TEMPERATURE,), ("white balance",)),
        ((cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS), ()),  # a lens without a motor
        ((cv2.CAP_PROP_FOCUS,), ("focus",)),
        (tuple(Webcam().controls), ("exposure", "white balance")),
    ],
)
def test_what_a_webcam_does_not_let_be_locked_is_said(device: str, lacks: tuple[int, ...], loose: tuple[str]) -> None:
    with opened(device, Webcam(lacks)) as camera:
        assert camera.loose == loose
        camera.next()
    said = examine_lock(camera.loose)
    assert [finding.well for finding in said] == ([False] * len(loose) or [True])
    assert all(what in finding.text for what, finding in zip(loose, said, strict=False))


def test_a_webcam_that_does_not_obey_is_loose(device: str) -> None:
    with opened(device, Webcam(obeys=False)) as camera:
        assert camera.loose == ("exposure", "white balance", "focus")
        assert camera.locked == UsbLocked()


def test_an_exposure_that_makes_the_picture_dark_is_not_locked(device: str) -> None:
    """Some firmware tells its default for as long as its automatic is on."""
    webcam = Webcam(tells=False, light=600)
    with opened(device, webcam) as camera:
        assert camera.loose == ("exposure",)
        assert automatic(webcam) == [True, False, False]
        assert camera.locked == UsbLocked(None, 4000, 0)
        assert camera.still().image.mean() == pytest.approx(110, abs=1)


def test_what_a_set_up_has_found_holds_from_the_first_frame(device: str) -> None:
    webcam = Webcam(light=500)
    found = UsbLocked(20_000, 5000, 12)
    with opened(device, webcam, locked=found) as camera:
        assert [webcam.controls[value] for value in _SWITCH_OF] == [200, 5000, 12]
        assert camera.locked == found
        assert camera.loose == ()
        camera.settle()
        assert camera.locked == UsbLocked(50_000, 3300, 35), "until it is to settle anew"
        camera.keep(Locked(10_000, 1.0, (1.0, 1.0)))
        assert camera.locked == UsbLocked(50_000, 3300, 35), "what was another camera's is passed over"
    other = Webcam(light=500)
    other.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
    with opened(device, other, locked=UsbLocked(kelvin=5000)) as camera:
        assert camera.loose == ("exposure", "focus"), "what the set-up could not lock is left to the camera"
        assert automatic(other) == [True, False, True], "whoever used it before"


def test_a_webcam_takes_what_is_nearest_to_what_it_is_told(device: str) -> None:
    with opened(device, Webcam(), locked=UsbLocked(20_000, 9_000, 12)) as camera:
        assert camera.locked == UsbLocked(20_000, 6_500, 12)


def test_open_stream_hands_a_webcam_its_own_lock_alone(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr("vision.camera.v4l2.V4l2Camera", lambda device, **options: asked.append(options))
    own = UsbLocked(20_000, 5_000, 12)
    open_stream(f"v4l2:{device}", locked=own, hertz=60)
    open_stream(f"v4l2:{device}", locked=Locked(10_000, 1.0, (1.0, 1.0)))
    assert asked == [{"locked": own, "hertz": 60}, {"locked": None, "hertz": 50}]
