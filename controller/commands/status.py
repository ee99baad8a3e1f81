"""``dicetable status``: how the running station is, for people, other programs and Prometheus."""

import sys
from pathlib import Path
from typing import Final

import click

from controller.answers import dumps
from controller.commands import EXIT_FAULT, options
from controller.health import answering, metrics, model
from controller.i18n import _

_NONE: Final = {"running": False, "well": False, "parts": []}


@click.command(help=_("Say how the running station is: camera, panels, display, record, disk, clock, power."))
@click.option("--json", "as_json", is_flag=True, help=_("As one line of JSON."))
@click.option("--metrics", "as_metrics", is_flag=True, help=_("As metrics for Prometheus."))
@options.journal
@options.common
@click.pass_context
def status(context: click.Context, as_json: bool, as_metrics: bool, journal: str | None) -> None:
    """Exit with 0 where all is well, or as metrics."""
    record = Path(options.load(context, journal__path=journal).config.journal.path).expanduser().resolve()
    report = answering.ask(record)
    if as_metrics:
        click.echo(metrics.text(report), nl=False)
        return
    if as_json:
        click.echo(dumps(model.as_json(report) if report else _NONE))
    elif report:
        click.echo("\n".join(model.lines(report)))
    else:
        click.echo(_("No station is running with the record {path}.").format(path=record))
    if report is None or report.troubles:
        sys.exit(EXIT_FAULT)
