"""Everything that is looked at, in its order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from controller.config import Loaded
from controller.doctor import access, devices, record, software
from controller.doctor.findings import Case, Check, Finding
from controller.errors import StatusError
from controller.health import answering, machine
from controller.health.model import State, name
from controller.i18n import _, render
from controller.journal.store import in_use


def _machine(case: Case) -> Iterator[Finding]:
    for part in machine.parts(case.journal.parent):
        yield Finding(name(part), part.state, render(part.about), part.to_do)


def _disk(case: Case) -> Iterator[Finding]:
    part = machine.disk(case.journal.parent)
    yield Finding(name(part), part.state, render(part.about), part.to_do)


CHECKS: Final[Sequence[Check]] = (
    software.program,
    software.configuration,
    software.nets,
    access.access,
    devices.camera,
    devices.panels,
    devices.display,
    record.record,
    _machine,
)

STEPS: Final[Mapping[str, Sequence[Check]]] = {
    "program": (software.program, software.configuration, software.nets),
    "permissions": (access.access,),
    "camera": (devices.camera,),
    "panels": (devices.panels,),
    "display": (devices.display,),
    "disk": (_disk, record.record),
    "machine": (_machine,),
}
"""What is looked at after one step of the assembly (hardware/assembly.md); together they are all of ``CHECKS``."""


def examine(loaded: Loaded, checks: Iterable[Check] = CHECKS) -> tuple[Case, list[Finding]]:
    """Look at everything.

    Args:
        loaded: the configuration in force.
        checks: what is looked at.

    Returns:
        What was looked at, and what was found. A check that fails itself is a finding too: the others still count.
    """
    journal = Path(loaded.config.journal.path).expanduser().resolve()
    case, first = _asked(loaded, journal)
    found = [first]
    for check in checks:
        try:
            found += check(case)
        except Exception as error:
            about = _("The check {name} failed: {why}").format(name=check.__name__, why=repr(error))
            found.append(Finding(_("Doctor"), State.TROUBLE, about, _("Tell whoever looks after the program.")))
    return case, found


def _asked(loaded: Loaded, journal: Path) -> tuple[Case, Finding]:
    """Whether a station runs, and what it says of itself."""
    try:
        report = answering.ask(journal)
    except StatusError as error:
        return Case(loaded, journal, None, in_use(journal)), Finding(_("Station"), State.TROUBLE, str(error))
    if report is None:
        about = _("None is running with the record {path}.").format(path=journal)
        return Case(loaded, journal, None, False), Finding(_("Station"), State.ABSENT, about)
    about = _("It runs, and its devices are left alone; what it says of them is told here.")
    return Case(loaded, journal, report, True), Finding(_("Station"), State.WELL, about)
