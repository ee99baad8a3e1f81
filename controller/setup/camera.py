"""Setting up the camera step by step, whoever asks: the flat sheet, the raised one, what was found, the file."""

import string
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import cv2

from controller.config import Config
from controller.errors import ChoiceError
from controller.hardware import hardware
from controller.i18n import N_, _, decimal, die_name, source_name
from controller.matching import parts
from controller.rules import GAMES
from controller.tray import Settled
from vision.calibration import Calibration, CalibrationError, Drift, load, save
from vision.calibration.checks import Finding, hangs_aside
from vision.calibration.session import Session
from vision.calibration.simulated import SheetCamera
from vision.camera.base import Image
from vision.camera.locked import Lock
from vision.errors import CameraError

Step = Literal["flat", "raised", "finish", "decide", "done"]
"""``decide``: something is to be changed, and the set-up of before stays unless the new one is wanted all the same."""
BURST: Final = 6
"""Pictures of the flat sheet, to see whether the light flickers."""
EDGES: Final = (
    N_("Raise the sheet at its left edge by a hand's width, hold it still"),
    N_("Raise the sheet at its right edge by a hand's width, hold it still"),
    N_("Raise the sheet at its edge near seat 1 by a hand's width, hold it still"),
    N_("Raise the sheet at its edge far from seat 1 by a hand's width, hold it still"),
)
FEWEST_RAISED: Final = 2
NO_MARKS: Final = N_(
    "No marks are seen on the tray's corners: a camera that is moved later will not be noticed. Print them with "
    "dicetable sheets, stick one onto each corner, and set up the camera again"
)
STAYS: Final = N_(
    "The set-up of before stays, since something of the new one is to be changed: change it and begin anew, or use the "
    "new one all the same"
)
DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20")
"""All kinds that the camera's height is judged for; a d% has the shape of a d10."""
_KINDS: Final = (*DICE, "wizard")
_WIDE: Final = 960
_HEIGHTS_MM: Final = (50.0, 5000.0)


class RealCamera(Protocol):
    """What a set-up uses of a ``LiveCamera``."""

    @property
    def description(self) -> str:
        """What it is."""

    @property
    def locked(self) -> Lock | None:
        """What it is locked to; ``None`` where it is of a kind that is not."""

    @property
    def loose(self) -> tuple[str, ...] | None:
        """What of it could not be locked; ``None`` where it is of a kind that is not."""

    def settle(self) -> None:
        """Let it settle anew to the light that there is, and lock it to that; nothing where it is not locked."""

    def keep(self, locked: Lock) -> None:
        """Lock it to this."""

    def still(self) -> Settled:
        """A large picture now."""


class CameraSetup:
    """One set-up of the camera. Its steps take pictures and so take their time: not for a loop.

    Args:
        config: the tray, the seats, the file of the calibration.
        real: the camera; ``None`` with the simulated one, which is shown a simulated sheet.

    Attributes:
        step: what comes next.
        picture: the last picture, as JPEG; empty before.
        findings: what was found: whether it is well, and a sentence.
    """

    def __init__(self, config: Config, real: RealCamera | None) -> None:
        self._config = config
        self._real = real
        self._sheet = SheetCamera(flat_pictures=BURST)
        self._session = Session(hardware().tray.floor, config.station.players)
        self._raised = 0
        self._asked = 0
        self._before = real.locked if real else None
        self._found: Calibration | None = None
        self.step: Step = "flat"
        self.picture = b""
        self.findings: list[tuple[bool, str]] = []

    @property
    def simulated(self) -> bool:
        """Whether the sheet is a simulated one, which raises itself."""
        return self._real is None

    @property
    def edge(self) -> int:
        """Which edge is raised next, from 0."""
        return self._asked

    def asks(self) -> str:
        """What a person does now, in a sentence."""
        if self.step == "flat":
            return _("Lay the sheet flat into the middle of the tray, its arrow towards seat 1")
        if self.step == "raised":
            return _(EDGES[self._asked])
        if self.step == "finish":
            return _("The sheet was seen well enough: let the camera's place be worked out")
        if self.step == "decide":
            return _(STAYS)
        return _("The camera is set up")

    def take(self) -> None:
        """Take the pictures of this step, and go on to the next one.

        Raises:
            CalibrationError: the sheet is not seen well enough, or it does not suffice; the step is to be repeated.
            CameraError: there is no camera.
            ChoiceError: the file cannot be written.
        """
        if self.step == "flat":
            self._flat()
        elif self.step == "raised":
            self._raise()
        elif self.step == "finish":
            self.finish()

    def _flat(self) -> None:
        if self.simulated:
            self._sheet = SheetCamera(flat_pictures=BURST)
        if self._real:
            # What it was locked to was for the light of another day, or for what was changed since the last try.
            self._real.settle()
        pictures = [self._still() for _number in range(BURST)]
        self.findings = told(self._session.flat(pictures))
        self._raised = self._asked = 0
        self.step = "raised"

    def _raise(self) -> None:
        self._session.raised(self._still())
        self._raised += 1
        self.skip()

    def skip(self) -> None:
        """Go on to the next edge without this one; after the flat sheet alone the height has to be measured by hand."""
        if self.step == "raised":
            self._asked += 1
            self.step = "finish" if self._asked == len(EDGES) else "raised"

    def again(self) -> None:
        """Begin anew with the flat sheet, for instance since something was changed."""
        self.step = "flat"

    def cancel(self) -> None:
        """Leave it: the camera keeps to what it was locked to before, unless the set-up is done."""
        if self._real and self._before and self.step != "done" and self._real.locked != self._before:
            with suppress(CameraError):
                self._real.keep(self._before)

    def finish(self, height_mm: float | None = None) -> None:
        """Work it out, and write the file, unless a better set-up is there (see ``stays``): then that is to be decided.

        Args:
            height_mm: of the lens above the tray's floor, measured by hand; needed with fewer than two raised sheets.

        Raises:
            CalibrationError: the pictures do not suffice.
            ChoiceError: it is not its turn; a height is needed, or impossible; or the file cannot be written.
        """
        if self.step not in ("raised", "finish"):
            raise ChoiceError(_("Look at the flat sheet first: what was seen before does not count any more"))
        if height_mm is None and self._raised < FEWEST_RAISED:
            text = _("{n} raised sheets were seen, it takes {least} at least: raise it, or measure the height by hand")
            raise ChoiceError(text.format(n=self._raised, least=FEWEST_RAISED))
        if height_mm is not None and not _HEIGHTS_MM[0] <= height_mm <= _HEIGHTS_MM[1]:
            text = _("height {found}: allowed are {low} to {high} mm from the lens to the tray's floor")
            low, high = (round(one) for one in _HEIGHTS_MM)
            raise ChoiceError(text.format(found=decimal(height_mm, "g"), low=low, high=high))
        made = datetime.now(UTC).isoformat(timespec="seconds")
        name = self._sheet.description if self._real is None else self._real.description
        locked, loose = (self._real.locked, self._real.loose) if self._real else (None, None)
        kinds = kinds_in_use(self._config)
        calibration, findings = self._session.finish(
            kinds, height_mm=height_mm, camera=name, made=made, locked=locked, loose=loose
        )
        found = [*self.findings, *told(findings)]
        if not hangs_aside(calibration):
            found.append((True, _judged_for(self._config, kinds)))
        kept = stays(path_of(self._config), calibration, all(well for well, _text in found))
        if not kept:
            self._write(calibration)
        if not calibration.marks:
            found.append((False, _(NO_MARKS)))
        self._found, self.findings = calibration, found
        self.step = "decide" if kept else "done"

    def use(self) -> None:
        """Write the file all the same, in place of the set-up of before.

        Raises:
            ChoiceError: there is nothing to decide, or the file cannot be written.
        """
        if self.step != "decide" or self._found is None:
            raise ChoiceError(_("There is no set-up to be used: begin it first"))
        self._write(self._found)
        self.step = "done"

    def _write(self, calibration: Calibration) -> None:
        path = path_of(self._config)
        try:
            save(path, calibration)
        except OSError as error:
            text = _("{path}: cannot be written: {why}")
            raise ChoiceError(text.format(path=path, why=error.strerror)) from None

    def _still(self) -> Image:
        image = self._sheet.still().image if self._real is None else self._real.still().picture.image
        self.picture = jpeg(image)
        return image


def jpeg(image: Image) -> bytes:
    """A picture for a browser."""
    if image.shape[1] > _WIDE:
        size = (_WIDE, round(image.shape[0] * _WIDE / image.shape[1]))
        shown = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    else:
        shown = image
    return cv2.imencode(".jpg", shown, (cv2.IMWRITE_JPEG_QUALITY, 85))[1].tobytes()


def path_of(config: Config) -> Path:
    """The file of the calibration."""
    return Path(config.camera.calibration).expanduser()


def kinds_in_use(config: Config) -> tuple[str, ...]:
    """The kinds of dice that the camera's height is judged for: those of the configured game.

    All six where the game is chosen at the table, or has no dice.
    """
    game = GAMES.get(config.station.game)
    thrown = {part for kind in game.dice for part in parts(kind)} if game else set()
    return tuple(kind for kind in _KINDS if kind in thrown) or DICE


def _judged_for(config: Config, kinds: Sequence[str]) -> str:
    game = GAMES.get(config.station.game)
    dice = ", ".join(die_name(kind) for kind in kinds)
    if game is None or not game.dice:
        return _("The height is judged for all kinds of dice: {dice}").format(dice=dice)
    return _("The height is judged for the dice of {game}: {dice}").format(game=game.name, dice=dice)


def stays(path: Path, calibration: Calibration, well: bool) -> bool:
    """Whether the set-up of before stays in its file until somebody wants the new one all the same.

    So it is where something of the new one is to be changed, or it has seen no marks where the earlier one has. A file
    that cannot be used is no set-up.

    Args:
        path: the file.
        calibration: the new one.
        well: whether all that was looked at is well.
    """
    try:
        before = load(path)
    except CalibrationError:
        return False
    return not well or (bool(before.marks) and not calibration.marks)


def known(config: Config) -> Calibration | None:
    """The calibration that there is.

    Raises:
        CalibrationError: it is damaged.
    """
    path = path_of(config)
    return load(path) if path.is_file() else None


def hangs_as_set_up(calibration: Calibration, image: Image) -> tuple[bool, str]:
    """Whether the camera surely hangs as it was set up, and a sentence about it."""
    found = Drift(calibration).check(image)
    if found.mm is None:
        text = _("Whether the camera was moved cannot be told: too few marks of the tray's corners are seen")
        return False, text
    if found.too_far:
        return False, _(found.text).format(**found.values)
    return True, _("The camera hangs as it was set up, to {mm} mm").format(mm=decimal(found.mm, ".1f"))


def summary(calibration: Calibration) -> str:
    """How the camera was set up, in a line."""
    text = _("{camera}, {width} × {height}: {mm} mm above the tray, {scale} mm a pixel")
    return text.format(
        camera=source_name(calibration.camera),
        width=calibration.lens.width,
        height=calibration.lens.height,
        mm=decimal(calibration.height, ".0f"),
        scale=decimal(calibration.mm_per_px, ".2f"),
    )


def told(findings: Sequence[Finding]) -> list[tuple[bool, str]]:
    """What was found: whether it is well, and a sentence."""
    shown = []
    for one in findings:
        values = {key: _(value) if isinstance(value, str) else value for key, value in one.values.items()}
        shown.append((one.well, _Decimals().vformat(_(one.text), (), values)))
    return shown


class _Decimals(string.Formatter):
    """Numbers with the decimal sign of the language in use."""

    def format_field(self, value: Any, spec: str) -> str:
        return decimal(value, spec) if isinstance(value, float) else format(value, spec)
