"""``dicetable sheets``: everything that is printed, as PDF."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from controller import i18n
from controller.commands import options
from controller.i18n import LANGUAGES, _
from controller.rules import GAMES
from controller.sheets.camera import calibration_sheet, corner_marks
from controller.sheets.overlays import overlays
from controller.sheets.rules import quick_rules, referee_card
from vision.calibration.board import PAPERS


@click.command(
    help=_(
        "Write what is printed as PDF: overlays for the keys, quick rules, the referee's card, and the sheet and marks "
        "for the camera. They are in the right size when they are printed at 100 %."
    )
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("sheets"),
    help=_("The folder to write into; without a word, sheets."),
)
@click.option("--language", type=click.Choice(LANGUAGES), help=_("Only this language; otherwise each."))
@options.common
def sheets(out: Path, language: str | None) -> None:
    """One file a sheet and language; what was there is replaced."""
    spoken = i18n.current()
    for one in (language,) if language else LANGUAGES:
        i18n.use(one)
        try:
            written = {f"{name}-{one}.pdf": make() for name, make in _all()}
        finally:
            i18n.use(spoken)
        for name, content in written.items():
            _write(out / name, content)
            click.echo(str(out / name))


def _all() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Each sheet by the name of its file, without the language."""
    for game in GAMES.values():
        yield f"keys-{game.id}", partial(overlays, game)
        yield f"rules-{game.id}", partial(quick_rules, game)
    yield "referee", referee_card
    for paper in PAPERS:
        yield f"camera-{paper.lower()}", partial(calibration_sheet, paper)
    yield "camera-marks", corner_marks


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise options.unwritten(path, error, "--out") from None
