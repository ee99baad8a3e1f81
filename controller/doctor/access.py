"""The user: whether they may open what the station needs, and who may read the record."""

import grp
import os
import pwd
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from controller.doctor.findings import Case, Finding
from controller.errors import PanelError
from controller.health.model import State
from controller.i18n import _
from controller.panel import chips

# Others on the machine, and the group.
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def access(case: Case) -> Iterator[Finding]:
    """Whether this user may open each device that there is; the group that may."""
    user, groups = _user(), _groups()
    refused = [device for device in devices(case) if not os.access(device, os.R_OK | os.W_OK)]
    for device in refused:
        group = grp.getgrgid(device.stat().st_gid).gr_name
        about = _("{user} may not open {device}.").format(user=user, device=device)
        remedy = _("sudo usermod -aG {group} {user}, then log in anew").format(group=group, user=user)
        yield Finding(_("Permissions"), State.TROUBLE, about, remedy)
    if not refused:
        text = _("{user} may open every device that is there; groups: {groups}.")
        yield Finding(_("Permissions"), State.WELL, text.format(user=user, groups=", ".join(groups)))
    yield from _record(case.journal, user)


def devices(case: Case) -> list[Path]:
    """The devices of this configuration that are there."""
    settings = case.loaded.config
    wanted = []
    if settings.panels.kind == "gpio":
        for wiring in settings.panels.wirings():
            # An expander that does not answer is told elsewhere.
            with suppress(PanelError):
                wanted.append(f"/dev/gpiochip{chips.number_of(wiring)}")
        wanted = sorted(set(wanted))
    kind, _colon, detail = settings.camera.source.partition(":")
    if kind == "v4l2":
        wanted.append(f"/dev/video{detail}" if detail.isdecimal() else detail)
    if kind == "picamera2":
        wanted += sorted(str(path) for pattern in ("media*", "video*") for path in Path("/dev").glob(pattern))
    if settings.display.port.startswith("/"):
        wanted.append(settings.display.port)
    return [Path(device) for device in wanted if Path(device).exists()]


def _record(journal: Path, user: str) -> Iterator[Finding]:
    """Whether games can be recorded, and nobody else reads what is hidden."""
    folder = next(path for path in journal.parents if path.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        about = _("{user} may not write to {folder}, where the record is kept.").format(user=user, folder=folder)
        remedy = _("Ask as the user that runs the station, with sudo -u; or give the folder to {user}.")
        yield Finding(_("Permissions"), State.TROUBLE, about, remedy.format(user=user))
    elif journal.exists() and journal.stat().st_mode & _OTHERS:
        about = _("Others on this machine may read {journal}, which holds hidden choices.").format(journal=journal)
        yield Finding(_("Permissions"), State.TROUBLE, about, f"chmod 600 {journal}")


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _groups() -> list[str]:
    found = []
    for number in sorted({os.getegid(), *os.getgroups()}):
        try:
            found.append(grp.getgrgid(number).gr_name)
        except KeyError:
            found.append(str(number))
    return found
