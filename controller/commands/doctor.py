"""``dicetable doctor``: looks at everything that a helper would ask for, and says what to do."""

import sys
from pathlib import Path

import click

from controller.commands import EXIT_FAULT, options
from controller.doctor import bundle as bundles
from controller.doctor.examination import CHECKS, STEPS, examine
from controller.doctor.findings import Case, Finding, lines
from controller.doctor.software import faulty
from controller.errors import ConfigError
from controller.health.model import State
from controller.i18n import _, ngettext


@click.command(
    help=_("Look at everything a dice table needs, beside a running station or without one; say what to do.")
)
@click.option(
    "--step",
    "steps",
    type=click.Choice(list(STEPS)),
    multiple=True,
    help=_("Look at this alone, as after a step of the assembly; may be given more than once."),
)
@click.option("--bundle", metavar="FILE", type=click.Path(path_type=Path), help=_("Also write a zip for a helper."))
@click.option("--names", is_flag=True, help=_("Leave the names of players in that zip."))
@options.station
@options.common
@click.pass_context
def doctor(
    context: click.Context,
    *,
    steps: tuple[str, ...],
    bundle: Path | None,
    names: bool,
    camera: str | None,
    display: str | None,
    journal: str | None,
) -> None:
    """Exit with 1 where something is in trouble."""
    case: Case | None = None
    findings: list[Finding]
    try:
        loaded = options.load(context, camera__source=camera, display__port=display, journal__path=journal)
        checks = [check for step in dict.fromkeys(steps) for check in STEPS[step]] if steps else CHECKS
        case, findings = examine(loaded, checks)
    except ConfigError as error:
        findings = faulty(error)
    click.echo("\n".join(lines(findings)))
    troubles = sum(finding.state is State.TROUBLE for finding in findings)
    click.echo(ngettext("{n} thing is in trouble.", "{n} things are in trouble.", troubles).format(n=troubles))
    if bundle:
        bundles.write(bundle, findings, case, names)
        click.echo(_("{file} is written; look through it before you send it.").format(file=bundle))
    if troubles:
        sys.exit(EXIT_FAULT)
