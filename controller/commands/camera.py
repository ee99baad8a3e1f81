"""``dicetable camera``: set up the camera by a printed sheet, and look whether it still hangs as it was set up."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from controller.commands import EXIT_FAULT, options
from controller.config import Config
from controller.errors import ChoiceError, NoTerminalError
from controller.hardware import hardware
from controller.i18n import _, decimal, die_name, ngettext, sentence
from vision.calibration import Calibration, CalibrationError, Drift, load, save
from vision.calibration.checks import Finding
from vision.calibration.session import Session
from vision.camera import open_camera
from vision.camera.base import Camera, Image
from vision.errors import CameraError
from vision.reading import DIE_TYPES

_BURST: Final = 6
"""Pictures of the flat sheet, to see whether the light flickers."""
_FEWEST_RAISED: Final = 2
_EDGES: Final = (
    "Raise the sheet at its left edge by a hand's width, hold it still",
    "Raise the sheet at its right edge by a hand's width, hold it still",
    "Raise the sheet at its edge near seat 1 by a hand's width, hold it still",
    "Raise the sheet at its edge far from seat 1 by a hand's width, hold it still",
)
_DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20")


@click.group(help=_("The camera above the tray: set it up by a printed sheet, and look whether it was moved."))
@options.common
def camera() -> None:
    """Hold the subcommands."""


def _size(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Width and depth, like 240x180."""
    if value is None:
        return None
    try:
        width, depth = (float(part) for part in value.lower().replace("×", "x").split("x"))
    except ValueError:
        width = depth = 0.0
    if not (40 <= width <= 2000 and 40 <= depth <= 2000):
        text = _("--tray {found}: allowed are width and depth of the tray's floor in mm, like 240x180")
        raise ChoiceError(text.format(found=value))
    return width, depth


def _kinds(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    kinds = tuple(part.strip() for part in value.split(",") if part.strip())
    for kind in kinds:
        if kind not in DIE_TYPES:
            text = _("--dice: {kind!r} is no type of die; allowed are {kinds}")
            raise ChoiceError(text.format(kind=kind, kinds=", ".join(DIE_TYPES)))
    return kinds or _DICE


@camera.command(
    help=_(
        "Measure lens and place of the camera by the printed sheet (dicetable sheets), and say what to change. Of a "
        "folder the first picture shows the sheet flat in the tray, the others show it raised at one edge."
    )
)
@click.option("--camera", "source", metavar="SOURCE", help=_("simulated, folder:DIR, v4l2:DEVICE or picamera2."))
@click.option("--tray", callback=_size, metavar="WIDTHxDEPTH", help=_("The tray's floor, mm."))
@click.option("--height", type=click.FloatRange(50, 5000), metavar="MM", help=_("Of the lens above the tray's floor."))
@click.option("--dice", "kinds", default="", callback=_kinds, metavar="DICE", help=_("The dice in use, like d6,d8."))
@click.option("--seats", type=click.IntRange(2, 5), help=_("How many sit around the tray."))
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help=_("The file to write."))
@options.common
@click.pass_context
def setup(
    context: click.Context,
    *,
    source: str | None,
    tray: tuple[float, float] | None,
    height: float | None,
    kinds: tuple[str, ...],
    seats: int | None,
    out: Path | None,
) -> None:
    """Exit with 1 where something is to be changed; the file is written all the same."""
    config = options.load(context, camera__source=source).config
    path = out or _path(config)
    with _camera(config.camera.source) as opened:
        measuring = _Measuring(opened, Session(tray or _tray(config), seats or config.station.players))
        bad = measuring.flat()
        if height is None:
            measuring.raised()
        calibration, findings = measuring.finish(kinds, height)
    bad += _tell(findings)
    _write(path, calibration)
    click.echo(_summary(calibration, kinds))
    click.echo(_("{path} is written").format(path=path))
    if not calibration.marks:
        click.echo(_("No marks are seen on the tray's corners: a camera that is moved later will not be noticed"))
    if bad:
        text = ngettext("{n} thing is to be changed.", "{n} things are to be changed.", bad)
        click.echo(text.format(n=bad))
        sys.exit(EXIT_FAULT)


@camera.command(help=_("Say how the camera was set up, and whether it still hangs there."))
@click.option("--camera", "source", metavar="SOURCE", help=_("simulated, folder:DIR, v4l2:DEVICE or picamera2."))
@options.common
@click.pass_context
def check(context: click.Context, source: str | None) -> None:
    """Exit with 1 where the camera was moved."""
    config = options.load(context, camera__source=source).config
    calibration = load(_path(config))
    click.echo(_summary(calibration, _DICE))
    with _camera(config.camera.source) as opened:
        moved = Drift(calibration).check(opened.still().image)
    if moved.mm is None:
        click.echo(_("Whether the camera was moved cannot be told: too few marks of the tray's corners are seen"))
        sys.exit(EXIT_FAULT)
    if moved.too_far:
        click.echo(_(moved.text).format(**moved.values))
        sys.exit(EXIT_FAULT)
    click.echo(_("The camera hangs as it was set up, to {mm} mm").format(mm=decimal(moved.mm, ".1f")))


class _Measuring:
    """Takes the pictures, and tells people meanwhile what to do; a folder and the simulated tray need no people."""

    def __init__(self, opened: Camera, session: Session) -> None:
        self._opened = opened
        self._session = session
        self._people = not (opened.automatic or hasattr(opened, "flat_pictures"))
        if self._people and not sys.stdin.isatty():
            raise NoTerminalError(_("camera setup: needs a terminal to ask in"))

    def flat(self) -> int:
        """The flat sheet, until the picture is good or people go on; how much is bad."""
        while True:
            self._ask(_("Lay the sheet flat into the middle of the tray, its arrow towards seat 1"))
            bad = self._try(lambda: _tell(self._session.flat(self._burst())))
            if bad is None:
                continue
            if not (bad and self._people) or not click.confirm(_("Change it and look again?"), default=True):
                return bad

    def raised(self) -> None:
        """The sheet raised at one edge after the other."""
        done = 0
        for edge in _EDGES:
            self._ask(_(edge))
            try:
                picture = self._opened.still().image
            except EOFError:  # a folder has no further picture
                break
            if self._try(lambda picture=picture: self._session.raised(picture), anew=False) is not None:  # type: ignore[misc]
                done += 1
        if done < _FEWEST_RAISED:
            text = _(
                "{n} pictures of the raised sheet are too few, at least {least}: take more, or name the height with "
                "--height"
            )
            raise ChoiceError(text.format(n=done, least=_FEWEST_RAISED))
