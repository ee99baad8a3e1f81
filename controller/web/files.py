"""The page's own files: whether they are still those of the station that runs, or were updated under it."""

from pathlib import Path

from controller.i18n import _, current

_PAGE = '<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n<title>{title}</title>\n<p>{sentence}</p>\n'


class Files:
    """A folder as it is now.

    Args:
        folder: of the page, with templates and static files.

    Attributes:
        told: whether the log has a line about it already.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known = _stamps(folder)
        self.told = False

    def changed(self) -> bool:
        """Whether files have gone, come or changed since."""
        return _stamps(self._folder) != self._known


def _stamps(folder: Path) -> dict[Path, tuple[int, int]]:
    """Which file each is, and when it was written; Python's own notes come and go."""
    found = {}
    for path in folder.rglob("*"):
        try:
            known = path.stat()
        except OSError:
            continue
        if path.is_file() and path.suffix != ".pyc":
            found[path] = known.st_ino, known.st_mtime_ns
    return found


def updated() -> str:
    """What is said where they have changed."""
    return _("The station was updated while it was running: restart it. The game goes on where it was.")


def page(sentence: str) -> str:
    """A page that needs no other file."""
    return _PAGE.format(language=current(), title=_("Dice table"), sentence=sentence)
