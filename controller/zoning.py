"""The calibrated camera as the table uses it: how large things are, what lies in the tray, whose part of it that is."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from controller.config import Config
from controller.i18n import _, sentence
from vision.calibration import Calibration, CalibrationError, Drift, load, simulated
from vision.calibration.level import Level
from vision.calibration.zones import outline, rectangle
from vision.camera.base import Image
from vision.scene import Settings
from vision.tray.measures import PICTURE, SEEN_MM
from vision.tray.stage import camera_above

OF_A_FOLDER: Final = "camera.toml"
_RIM: Final = 0.01
"""So much around the tray's floor, as a part of the picture, still belongs to it: dice lean on the wall."""


@dataclass(frozen=True, slots=True)
class Zones:
    """A calibration for pictures of one size.

    Attributes:
        here: the calibration.
        seats: whether each seat throws into its own zone.
    """

    here: Calibration
    seats: bool

    @property
    def level(self) -> Level:
        """See ``eyes.Zones``."""
        return Level(self.here)

    def seat_at(self, x: float, y: float) -> int | None:
        """See ``eyes.Zones.seat_at``."""
        if not self.here.in_tray(x, y):
            return None
        return (self.here.zone_of(x, y) or 0) if self.seats else 0

    def far_off(self, x: float, y: float, kind: str) -> bool:
        """See ``eyes.Zones.far_off``."""
        return self.here.too_far_off(x, y, kind)


class Zoning:
    """Gives the zones for each picture, as long as the camera hangs where it was set up.

    Args:
        calibration: the set-up.
        seats: whether each seat throws into its own zone.
        say: takes a sentence for people, from the camera's thread.
    """

    def __init__(self, calibration: Calibration, seats: bool, say: Callable[[str], None]) -> None:
        self._calibration = calibration
        self._drift = Drift(calibration)
        self._seats = seats
        self._say = say
        self._told = ""

    def __call__(self, image: Image) -> Zones | None:
        """The zones for a picture; ``None`` where they are not to be trusted."""
        moved = self._drift.check(image)
        if moved.too_far:
            self._tell(_(moved.text).format(**moved.values))
            return None
        if moved.mm is None and self._calibration.marks:
            self._tell(_("The marks on the tray's corners are not to be seen: whose die is whose may be asked."))
            return None
        try:
            here = self._calibration.at(image.shape[1], image.shape[0])
        except CalibrationError as error:
            self._tell(sentence(error))
            return None
        self._told = ""
        return Zones(here, self._seats)

    def _tell(self, text: str) -> None:
        """Once, until all is well again."""
        if text != self._told:
            self._told = text
            self._say(text)


def calibration_of(config: Config, say: Callable[[str], None]) -> Calibration | None:
    """The set-up of the configured camera; ``None`` where there is none, or it cannot be used, which is said.

    That of a folder of pictures lies in it, as ``camera.toml``: who took them is not this table's camera.
    """
    kind, _colon, detail = config.camera.source.partition(":")
    if kind == "simulated":
        return simulated.calibration_of(camera_above(*PICTURE), config.station.players)
    path = Path(detail, OF_A_FOLDER) if kind == "folder" else Path(config.camera.calibration)
    path = path.expanduser()
    if not path.exists():
        return None
    try:
        return load(path)
    except CalibrationError as error:
        say(sentence(error))
        return None


def settings_of(config: Config, calibration: Calibration | None) -> Settings:
    """What the scene has to know of the table."""
    if calibration is None:
        return Settings(width_mm=config.camera.width_mm)
    if config.camera.source.startswith("simulated"):
        return Settings(width_mm=SEEN_MM[0])
    width, height = calibration.size
    floor = calibration.to_picture(outline(rectangle(calibration.tray))) / (width, height)
    left, top = np.clip(floor.min(axis=0) - _RIM, 0, 1)
    right, bottom = np.clip(floor.max(axis=0) + _RIM, 0, 1)
    zone = (float(left), float(top), float(right), float(bottom))
    return Settings(width_mm=min(2000.0, max(50.0, calibration.mm_per_px * width)), zone=zone)
