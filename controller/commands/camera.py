"""``dicetable camera``: set up the camera by a printed sheet, and look whether it still hangs as it was set up."""

import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from controller.commands import EXIT_FAULT, options
from controller.commands.asking import confirm
from controller.config import Config
from controller.errors import ChoiceError, NoTerminalError
from controller.hardware import hardware
from controller.i18n import _, decimal, die_name, ngettext, sentence
from controller.setup.camera import (
    BURST,
    EDGES,
    FEWEST_RAISED,
    NO_MARKS,
    hangs_as_set_up,
    kinds_in_use,
    path_of,
    stays,
    summary,
    told,
)
from vision.calibration import Calibration, CalibrationError, load, save
from vision.calibration.checks import Finding, hangs_aside
from vision.calibration.session import Session
from vision.calibration.simulated import SheetCamera
from vision.camera import open_camera
from vision.camera.base import Camera, Image
from vision.camera.folder import FolderCamera
from vision.camera.locked import locked_of, loose_of
from vision.errors import OutOfPicturesError
from vision.reading import DIE_TYPES


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


def _height(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """``nan`` lies in every range, as click compares."""
    if value is not None and math.isnan(value):
        raise ChoiceError(_("--height {found}: allowed are 50 to 5000 mm").format(found=value))
    return value


def _kinds(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    kinds = tuple(part.strip() for part in value.split(",") if part.strip())
    for kind in kinds:
        if kind not in DIE_TYPES:
            text = _("--dice: {kind!r} is no type of die; allowed are {kinds}")
            raise ChoiceError(text.format(kind=kind, kinds=", ".join(DIE_TYPES)))
    return kinds


@camera.command(
    help=_(
        "Measure lens and place of the camera by the printed sheet (dicetable sheets), and say what to change. Of a "
        "folder the first picture shows the sheet flat in the tray, the others show it raised at one edge."
    )
)
@click.option("--camera", "source", metavar="SOURCE", help=_("simulated, folder:DIR, v4l2:DEVICE or picamera2."))
@click.option("--tray", callback=_size, metavar="WIDTHxDEPTH", help=_("The tray's floor, mm."))
@click.option(
    "--height",
    type=click.FloatRange(50, 5000),
    callback=_height,
    metavar="MM",
    help=_("Of the lens above the tray's floor."),
)
@click.option(
    "--dice",
    "kinds",
    default="",
    callback=_kinds,
    metavar="DICE",
    help=_("The dice in use, like d6,d8; else those of the game."),
)
@click.option("--seats", type=click.IntRange(2, 5), help=_("How many sit around the tray."))
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help=_("The file to write."))
@click.option(
    "--anyway", is_flag=True, help=_("Use the new set-up even where something is to be changed, not the one of before.")
)
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
    anyway: bool,
) -> None:
    """Exit with 1 where something is to be changed; a set-up of before then stays, unless people want the new one."""
    config = options.load(context, camera__source=source).config
    path, kinds = out or path_of(config), kinds or kinds_in_use(config)
    session = Session(tray or hardware().tray.floor, seats or config.station.players)
    with _left_alone(path), _camera(config) as opened:
        measuring = _Measuring(opened, session)
        bad = measuring.flat()
        if height is None:
            measuring.raised()
        calibration, findings = measuring.finish(kinds, height)
        bad += _tell(findings)
        click.echo(_summary(calibration, kinds))
        if not calibration.marks:
            click.echo(_(NO_MARKS))
        if bad:
            text = ngettext("{n} thing is to be changed.", "{n} things are to be changed.", bad)
            click.echo(text.format(n=bad))
        kept = not anyway and stays(path, calibration, not bad) and not measuring.wanted()
    if kept:
        click.echo(_("{path} is left as it was; --anyway would use the new set-up").format(path=path))
    else:
        _write(path, calibration)
        click.echo(_("{path} is written").format(path=path))
    if bad or kept:
        sys.exit(EXIT_FAULT)


@camera.command(help=_("Say how the camera was set up, and whether it still hangs there."))
@click.option("--camera", "source", metavar="SOURCE", help=_("simulated, folder:DIR, v4l2:DEVICE or picamera2."))
@options.common
@click.pass_context
def check(context: click.Context, source: str | None) -> None:
    """Exit with 1 where the camera was moved."""
    config = options.load(context, camera__source=source).config
    calibration = load(path_of(config))
    click.echo(_summary(calibration, kinds_in_use(config)))
    with _camera(config) as opened:
        well, words = hangs_as_set_up(calibration, opened.still().image)
    click.echo(words)
    if not well:
        sys.exit(EXIT_FAULT)


@contextmanager
def _left_alone(path: Path) -> Iterator[None]:
    """Whoever breaks off, or whose recording ends, is told what became of the file: nothing."""
    try:
        yield
    except OutOfPicturesError as error:
        # It is an EOFError as well, of which click would say no more than that it was aborted.
        raise ChoiceError(sentence(error)) from None
    except (click.Abort, KeyboardInterrupt):
        text = _("Nothing was written; the set-up of before stays.") if path.exists() else _("Nothing was written.")
        click.echo("\n" + text, err=True)
        raise


class _Measuring:
    """Takes the pictures, and tells people meanwhile what to do; a folder and the simulated sheet need no people."""

    def __init__(self, opened: Camera, session: Session) -> None:
        self._opened = opened
        self._session = session
        self._people = not (opened.automatic or isinstance(opened, SheetCamera))
        if self._people and not sys.stdin.isatty():
            raise NoTerminalError(_("camera setup: needs a terminal to ask in"))

    def flat(self) -> int:
        """The flat sheet, until the picture is good or people go on; how many things are bad."""
        while True:
            self._ask(_("Lay the sheet flat into the middle of the tray, its arrow towards seat 1"))
            try:
                bad = _tell(self._session.flat(self._burst()))
            except CalibrationError as error:
                self._again(error)
                continue
            if not (bad and self._people and confirm(_("Change it and look again?"), default=True)):
                return bad

    def raised(self) -> None:
        """The sheet raised at one edge after the other; people try as often as it takes."""
        done, last = 0, ""
        waiting = [_(edge) for edge in EDGES]
        while waiting:
            self._ask(waiting[0])
            try:
                picture = self._opened.still().image
            except OutOfPicturesError:
                if self._people:
                    raise
                break  # the folder has no further picture
            try:
                self._session.raised(picture)
                done += 1
            except CalibrationError as error:
                if self._people:
                    click.echo(sentence(error))
                    continue
                last = f" ({sentence(error)})"
            waiting.pop(0)
        if self._opened.automatic and done < FEWEST_RAISED:
            text = _(
                "too few pictures of the raised sheet in the folder: {n}, it takes {least}; add some, or name the "
                "height with --height"
            )
            raise ChoiceError(text.format(n=done, least=FEWEST_RAISED) + last)

    def finish(self, kinds: Sequence[str], height: float | None) -> tuple[Calibration, list[Finding]]:
        """What was measured."""
        made = datetime.now(UTC).isoformat(timespec="seconds")
        # How many pictures of a folder are still to come is of no use later.
        name = self._opened.place if isinstance(self._opened, FolderCamera) else self._opened.description
        locked, loose = locked_of(self._opened), loose_of(self._opened)
        return self._session.finish(kinds, height_mm=height, camera=name, made=made, locked=locked, loose=loose)

    def wanted(self) -> bool:
        """Whether people want the new set-up although the one of before may be better."""
        return self._people and confirm(_("Use the new set-up all the same, in place of the one of before?"))

    def _burst(self) -> list[Image]:
        """Some pictures of the same; of a folder one."""
        count = 1 if self._opened.automatic else BURST
        return [self._opened.still().image for _number in range(count)]

    def _ask(self, what: str) -> None:
        if self._people:
            click.prompt(what + _(", then press Enter"), default="", show_default=False, prompt_suffix=" ")

    def _again(self, error: CalibrationError) -> None:
        """People may try once more; a folder may not."""
        if not self._people:
            raise error
        click.echo(sentence(error))


def _camera(config: Config) -> AbstractContextManager[Camera]:
    """The simulated camera sees a sheet; every other one is as it is."""
    if config.camera.source.partition(":")[0] == "simulated":
        return SheetCamera(flat_pictures=BURST)
    return open_camera(config.camera.source, hertz=config.camera.mains_hertz)


def _tell(findings: Sequence[Finding]) -> int:
    """Say everything; how many things are bad."""
    for well, words in told(findings):
        click.echo(("  ✓ " if well else "  ✗ ") + words)
    return sum(not finding.well for finding in findings)


def _summary(calibration: Calibration, kinds: Sequence[str]) -> str:
    """In a line; how high it has to hang is said once it hangs above the middle."""
    if hangs_aside(calibration):
        return summary(calibration)
    text = _("{summary}; {dice} need {least} mm")
    return text.format(
        summary=summary(calibration),
        dice=", ".join(die_name(kind) for kind in kinds),
        least=decimal(calibration.least_height(kinds), ".0f"),
    )


def _write(path: Path, calibration: Calibration) -> None:
    try:
        save(path, calibration)
    except OSError as error:
        text = _("{path}: cannot be written: {why}; name another file with --out")
        raise ChoiceError(text.format(path=path, why=error.strerror)) from None
