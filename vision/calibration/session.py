"""Setting up a camera, step by step: the flat sheet, then the raised one. Pictures in, a calibration out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from vision.calibration.board import Sighting, find_marks, find_sheet, why_not
from vision.calibration.calibration import Calibration
from vision.calibration.checks import Finding, examine_lock, examine_picture, examine_place
from vision.calibration.solve import CalibrationError, solve
from vision.calibration.zones import sectors
from vision.camera.base import Image
from vision.camera.locked import Lock
from vision.errors import N_, Word

_ANY_HEIGHT_MM = 450.0


class Session:
    """One set-up.

    Args:
        tray: width and depth of the tray's floor, mm.
        seats: how many sit around it.
    """

    def __init__(self, tray: tuple[float, float], seats: int) -> None:
        self._tray = tray
        self._seats = seats
        self._views: list[Sighting] = []
        self._flat: Image | None = None

    def flat(self, pictures: Sequence[Image]) -> list[Finding]:
        """The sheet lies flat in the tray; may be repeated after something was changed.

        Args:
            pictures: BGR, all of one size; flicker is found in five or more.

        Raises:
            CalibrationError: no sheet is seen, or it lies the wrong way round; the sentence says why, as far as that
                can be told.
        """
        self._views = [_sighting(pictures[0])]
        self._flat = pictures[0]
        # Sharpness and light look the same however high the camera hangs.
        return examine_picture(pictures, self._views[0], self._solved(_ANY_HEIGHT_MM))

    def raised(self, picture: Image) -> None:
        """The sheet is held aslant.

        Raises:
            CalibrationError: no sheet is seen, or the picture has another size.
        """
        assert self._flat is not None
        if picture.shape != self._flat.shape:
            raise CalibrationError(N_("the pictures have different sizes: all of them must come from the same camera"))
        self._views.append(_sighting(picture))

    def finish(
        self,
        kinds: Iterable[str],
        *,
        height_mm: float | None = None,
        camera: str = "",
        made: str = "",
        locked: Lock | None = None,
        loose: Sequence[str] | None = None,
    ) -> tuple[Calibration, list[Finding]]:
        """What was measured.

        Args:
            kinds: the dice in use.
            height_mm: of the lens above the floor, where it was measured by hand.
            camera, made: what it is and when, for people.
            locked: what the camera was locked to.
            loose: what of it could not be; ``None``: it is of a kind that is not locked.

        Raises:
            CalibrationError: the pictures do not suffice.
        """
        calibration = replace(self._solved(height_mm, camera, made), locked=locked)
        return calibration, examine_place(calibration, kinds) + ([] if loose is None else examine_lock(loose))

    def _solved(self, height_mm: float | None, camera: str = "", made: str = "") -> Calibration:
        assert self._flat is not None
        height, width = self._flat.shape[:2]
        found = solve(self._views, width, height, height_mm)
        marks = {number: (float(x), float(y)) for number, (x, y) in find_marks(self._flat).items()}
        zones = sectors(self._tray, self._seats)
        calibration = Calibration(found.lens, found.pose, self._tray, zones, marks, camera, made, found.error_px)
        _right_way_round(calibration)
        return calibration


def _right_way_round(calibration: Calibration) -> None:
    """Whether each mark lies at the corner that it belongs to: else the zones would be those of other seats.

    Raises:
        CalibrationError: one lies at another corner.
    """
    if strayed := calibration.strayed_mark():
        text = N_(
            "The sheet lies the wrong way round, or the marks are on the wrong corners: the mark '{mark}' is seen "
            "{place}. Turn the sheet so that its arrow points to seat 1, or put the marks right"
        )
        belongs, lies = strayed
        raise CalibrationError(text, mark=Word(belongs), place=Word(lies))


def _sighting(picture: Image) -> Sighting:
    found = find_sheet(picture)
    if found is None:
        raise CalibrationError(why_not(picture))
    return found
