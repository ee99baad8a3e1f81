"""The calibrated camera as the table uses it: how large things are, what lies in the tray, whose part of it that is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.config import Config
from controller.health.model import because
from controller.i18n import render, sentence
from controller.rules.core import Message, message
from vision.calibration import Calibration, CalibrationError, Drift, load, simulated
from vision.calibration.level import Level
from vision.camera.base import Image
from vision.scene import Settings
from vision.tray.measures import PICTURE, SEEN_MM
from vision.tray.stage import camera_above

OF_A_FOLDER: Final = "camera.toml"


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
        """Where the camera is, for telling whether dice lie level."""
        return Level(self.here)

    def seat_at(self, x: float, y: float) -> int | None:
        """The seat whose zone a place in a picture is, px.

        Returns:
            0 where that is not certain, or the seats have no zones; ``None`` beside the tray.
        """
        if not self.here.in_tray(x, y):
            return None
        return (self.here.zone_of(x, y) or 0) if self.seats else 0

    def far_off(self, x: float, y: float, kind: str) -> bool:
        """Whether the camera sees a die there so much from the side that another face than the upper may look at it."""
        return self.here.too_far_off(x, y, kind)


class Zoning:
    """Gives the zones for each picture, as long as the camera hangs where it was set up.

    Args:
        calibration: the set-up.
        seats: whether each seat throws into its own zone.
        say: takes a sentence for people, from the camera's thread.

    Attributes:
        trouble: why there were none for the last picture; ``None``: there were.
    """

    def __init__(self, calibration: Calibration, seats: bool, say: Callable[[str], None]) -> None:
        self._calibration = calibration
        self._drift = Drift(calibration)
        self._seats = seats
        self._say = say
        self.trouble: Message | None = None

    def __call__(self, image: Image) -> Zones | None:
        """The zones for a picture; ``None`` where they are not to be trusted."""
        before, self.trouble = self.trouble, self._trouble(image)
        if self.trouble is None:
            return Zones(self._calibration.at(image.shape[1], image.shape[0]), self._seats)
        # Once, until all is well again.
        if before is None or render(before) != render(self.trouble):
            self._say(render(self.trouble))
        return None

    def _trouble(self, image: Image) -> Message | None:
        try:
            self._calibration.at(image.shape[1], image.shape[0])
        except CalibrationError as error:
            return because(error)
        moved = self._drift.check(image)
        if moved.too_far:
            return Message(moved.text, moved.values)
        if moved.mm is None and self._calibration.marks:
            return message("The marks on the tray's corners are not to be seen: whose die is whose may be asked.")
        return None


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
    camera = config.camera
    settings = Settings(camera.width_mm, still_seconds=camera.still_seconds, move_mm=camera.move_mm)
    if calibration is None:
        return settings
    if camera.source.startswith("simulated"):
        # Its picture shows little beside the tray: it is looked at as a whole, as of a camera that was not set up.
        return replace(settings, width_mm=SEEN_MM[0])
    seen_mm = calibration.mm_per_px * calibration.lens.width
    return replace(settings, width_mm=min(2000.0, max(50.0, seen_mm)), zone=calibration.floor_in_picture)
