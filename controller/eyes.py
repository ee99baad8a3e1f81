"""Camera and reading together, as the table uses them: pictures one by one, or a live camera."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from controller.live import LiveCamera
from controller.looking import Eyes, Glance
from controller.progress import Part
from controller.rules.core import Message
from controller.tray import Settled
from controller.zoning import Zones
from vision.calibration.level import Level
from vision.camera.base import Camera, Image
from vision.read import make_ready, read_picture
from vision.reading import DieReading, Face, Status
from vision.scene import lying
from vision.taught import TaughtSet


class CameraEyes:
    """Takes a picture and reads it. Used from the camera's thread only.

    Args:
        camera: gives the pictures.
        sets: dice that were taught.
        zones: gives what is known of the place from which a picture was taken. Without it nobody can tell whether dice
            lean.
    """

    def __init__(
        self, camera: Camera, sets: Sequence[TaughtSet] = (), zones: Callable[[Image], Zones | None] | None = None
    ) -> None:
        self.camera = camera
        self._sets = sets
        self._zones = zones
        self.automatic = camera.automatic

    def look(self, kinds: Sequence[str]) -> Glance:
        """See ``looking.Eyes.look``."""
        frame = self.camera.still()
        zones = self._zones(frame.image) if self._zones else None
        level = _level(zones, frame.image) if self._zones else None
        readings = read_picture(frame.image, kinds, self._sets, level=level)
        return Glance(frame, [_careful(zones, reading) for reading in readings])


def no_zones(image: Image) -> Zones | None:
    """Nothing is known of the tray."""
    return None


class LiveEyes:
    """Reads what a live camera shows.

    Args:
        camera: the live camera.
        sets: dice that were taught.
        owners: which seat the dice of a taught set belong to, by the beginning of its name.
        zones: gives the zones for a picture, or ``None``.
        trouble: says why it gave none for the last picture.
    """

    automatic = False

    def __init__(
        self,
        camera: LiveCamera,
        sets: Sequence[TaughtSet] = (),
        owners: Sequence[str] = (),
        zones: Callable[[Image], Zones | None] = no_zones,
        trouble: Callable[[], Message | None] = lambda: None,
    ) -> None:
        self.camera = camera
        self._sets = sets
        self._owners = {name: seat for seat, name in enumerate(owners, start=1) if name}
        self._zones, self._trouble = zones, trouble

    def look(self, kinds: Sequence[str]) -> Glance:
        """Read what lies there now; see ``looking.Eyes.look``."""
        return self.read(self.camera.still(), kinds)

    def make_ready(self, kinds: Sequence[str]) -> None:
        """See ``looking.WatchingEyes``."""
        make_ready(kinds)

    def read(
        self, settled: Settled, kinds: Sequence[str], fresh: bool = False, stay: Sequence[tuple[str, Face]] = ()
    ) -> Glance:
        """Read a throw that lies still.

        Args:
            settled: the throw.
            kinds: types of the dice that were asked for.
            fresh: none of them lay there before but those that ``stay``; what else did is no part of the throw.
            stay: type and face of the dice that may have been kept as they lay.
        """
        image = settled.picture.image
        zones = self._zones(image)
        readings = read_picture(image, kinds, self._sets, level=_level(zones, image))
        if fresh and settled.decision:
            readings = lying.of_throw(readings, settled.decision, image.shape[1], stay)
        places = [_seat_at(zones, reading) for reading in readings]
        readings = [_careful(zones, reading) for reading in readings]
        seats = [self._owner(reading, place) for reading, place in zip(readings, places, strict=True)]
        outside = [place is None for place in places]
        return Glance(settled.picture, readings, settled.film, seats, outside, self._trouble())

    def _owner(self, reading: DieReading, place: int | None) -> int:
        """Whose die it is, by its zone and by its set; 0 where neither says so, or they disagree."""
        by_set = next((seat for name, seat in self._owners.items() if reading.set.startswith(name)), 0)
        if place and by_set and place != by_set:
            return 0
        return place or by_set


def _level(zones: Zones | None, image: Image) -> Level:
    """Where the camera is; one that was never set up, or was moved since, is taken to hang straight above."""
    return zones.level if zones else Level.assumed(image.shape[1], image.shape[0])


def _careful(zones: Zones | None, reading: DieReading) -> DieReading:
    """What the camera sees too much from the side is asked."""
    x, y, width, height = reading.box
    sure = reading.status is not Status.READ or not (
        zones and zones.far_off(x + width / 2, y + height / 2, reading.type)
    )
    return reading if sure else replace(reading, status=Status.UNSURE)


def _seat_at(zones: Zones | None, reading: DieReading) -> int | None:
    """As ``Zones.seat_at``, for a die; 0 where nothing is known of the tray."""
    if zones is None:
        return 0
    x, y, width, height = reading.box
    return zones.seat_at(x + width / 2, y + height / 2)


class WatchedEyes:
    """Eyes whose looks have to end within their patience: a camera that hangs is found. One that is idle is not."""

    def __init__(self, eyes: Eyes, part: Part) -> None:
        self._eyes = eyes
        self._part = part
        self.automatic = eyes.automatic
        part.rest()

    def look(self, kinds: Sequence[str]) -> Glance:
        """See ``looking.Eyes.look``."""
        with self._part.working():
            return self._eyes.look(kinds)
