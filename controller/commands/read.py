"""``dicetable read``: which dice lie in a picture, for people or as JSON lines."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from controller.commands import EXIT_BAD_INPUT, EXIT_FAULT, options
from controller.i18n import _, die_name, sentence
from vision.annotate import annotate
from vision.empty import EmptyTray
from vision.errors import PictureError
from vision.picture import load_picture, save_picture
from vision.read import read_picture
from vision.reading import DIE_TYPES, DieReading, Status, percent
from vision.taught import TaughtSet, load_all


class _Refused(click.ClickException):
    """A mistake on the command line, in one line."""

    exit_code = EXIT_BAD_INPUT


def _kinds(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Types of dice, separated by commas."""
    kinds = tuple(part.strip() for part in value.split(",") if part.strip())
    for kind in kinds:
        if kind not in DIE_TYPES:
            text = _("--expect: {kind!r} is no type of die; allowed are {kinds}")
            raise _Refused(text.format(kind=kind, kinds=", ".join(DIE_TYPES)))
    return kinds


@click.command(help=_("Say which dice lie in pictures (files) and what they show."))
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE…")
@click.option(
    "--expect", default="", callback=_kinds, metavar="DICE", help=_("Dice that were asked for, for example d8,d12.")
)
@click.option("--json", "as_json", is_flag=True, help=_("One line of JSON a picture."))
@click.option(
    "--annotate",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help=_("Write a copy of each picture with the dice framed into this folder."),
)
@click.option(
    "--empty",
    type=click.Path(path_type=Path),
    metavar="PICTURE",
    help=_("The tray without dice, from the same camera: nothing that lies there now is passed over."),
)
@options.common
@click.pass_context
def read(
    context: click.Context,
    pictures: tuple[Path, ...],
    *,
    expect: tuple[str, ...],
    as_json: bool,
    folder: Path | None,
    empty: Path | None,
) -> None:
    """Read every picture; one that is none costs an error line and the exit status 1, not the others."""
    failed, sets = 0, load_all(options.dice_folder(context))
    try:
        tray = None if empty is None else EmptyTray(load_picture(empty))
    except PictureError as error:
        raise _Refused(sentence(error)) from None
    for picture in pictures:
        try:
            _read_one(picture, _Means(expect, sets, tray), as_json=as_json, folder=folder)
        except (ValueError, OSError) as error:  # PictureError is one; so is ChoiceError
            click.echo(sentence(error), err=True)
            failed += 1
    if failed:
        raise click.exceptions.Exit(EXIT_FAULT)


class _Means(NamedTuple):
    """What helps to read: the dice that were asked for, taught sets, the empty tray."""

    expect: tuple[str, ...]
    sets: Sequence[TaughtSet]
    empty: EmptyTray | None


def _read_one(picture: Path, means: _Means, *, as_json: bool, folder: Path | None) -> None:
    image = load_picture(picture)
    start = time.perf_counter()
    readings = read_picture(image, *means)
    ms = (time.perf_counter() - start) * 1000
    if as_json:
        line = {"picture": str(picture), "ms": round(ms, 1), "dice": [reading.as_json() for reading in readings]}
        click.echo(msgspec.json.encode(line).decode())
    else:
        click.echo("\n".join(_table(picture, ms, readings)))
    if folder is not None:
        path = folder / f"{picture.stem}.png"
        try:
            save_picture(path, annotate(image, readings))
        except OSError as error:
            raise options.unwritten(path, error, "--annotate") from None


def _table(picture: Path, ms: float, readings: list[DieReading]) -> list[str]:
    """A short table for people, one line a die."""
    count = sum(reading.status is Status.READ for reading in readings)
    head = _("{picture}: {count} of {dice} dice read, {ms:.0f} ms")
    lines = [head.format(picture=picture, count=count, dice=len(readings), ms=ms)]
    words = {
        Status.READ: _("read"),
        Status.UNSURE: _("unsure"),
        Status.COCKED: _("cocked"),
        Status.PARTIAL: _("not whole in the picture"),
    }
    for reading in readings:
        value = "?" if reading.value is None else str(reading.value)
        x, y, w, h = reading.box
        place = _("at {x},{y}, {w}×{h} px").format(x=x, y=y, w=w, h=h)
        name, word = die_name(reading.type), words[reading.status]
        if reading.unexpected:
            word = _("{state}, was not asked for").format(state=word)
        lines.append(f"  {name:<12} {value:>6}  {word:<8} {percent(reading.confidence):>4}  {place}")
    return lines
