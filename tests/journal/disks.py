"""Whole games on disks that take nothing any more: what people see meanwhile, and what is on the disk.

``python -m tests.journal.disks MODE FOLDER`` plays one in a process of its own, since it mounts, or limits itself; the
result is JSON on standard output.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller import i18n
from controller.errors import JournalError
from controller.journal import check
from controller.journal.lines import compact, events_json
from controller.journal.store import Journal
from controller.panel.keypad import Key, Keypad
from controller.rules.core import Event
from controller.table import Glance, Table
from tests.journal.evening import STARTS, play_on, script_of

START: Final = STARTS[0]
_SPOILED_AFTER: Final = 6
_TRIES: Final = 4
_KEYS: Final[tuple[Key, ...]] = (1, "ok", "back", "hold")


class Onlooker:
    """Sees what people see. After some entries it spoils the disk; when that has been seen for a while it mends it."""

    def __init__(self, path: Path, spoil: Callable[[], object], mend: Callable[[], object] | None) -> None:
        self.said: list[str] = []
        self.phases: list[str] = []
        self.events: list[Event] = []
        self.on_disk: list[str] = []
        self.shown_then = 0
        self._path = path
        self._spoil = spoil
        self._mend = mend
        self._table: Table

    def watch(self, table: Table) -> None:
        self._table = table
        table.keeper.retry_seconds = 0.01
        table.say = self.said.append

    def event(self, event: Event, names: Mapping[int, str]) -> None:
        assert not self._table.keeper.trouble, "shown while nothing can be written"
        self.events.append(event)
        if len(self.events) == _SPOILED_AFTER:
            self._spoil()

    def view(self, view: Mapping[str, Any], keypads: Mapping[int, Keypad]) -> None:
        self.phases.append(view["phase"])
        if view["phase"] == "error":
            assert all(keypad.prompt is None for keypad in keypads.values()), "asked while nothing can be written"
            with Journal(self._path, read_only=True) as journal:
                self.on_disk = [line.events for line in journal.lines(1)]
            self.shown_then = len(self.events)
            asyncio.get_running_loop().create_task(self._wait())

    def glance(self, glance: Glance) -> None:
        """The dice."""

    async def _wait(self) -> None:
        """People press keys meanwhile, in vain."""
        for _turn in range(_TRIES):
            for seat in (1, 2):
                for key in _KEYS:
                    self._table.press(seat, key)
            await asyncio.sleep(self._table.keeper.retry_seconds)
        if self._mend:
            self._mend()
        else:
            self._table.stop()


def play_through(
    path: Path, journal: Journal, spoil: Callable[[], object], mend: Callable[[], object] | None
) -> dict[str, Any]:
    """Play a game during which the disk takes nothing for a while, or never again.

    Returns:
        ``said``: the sentences; ``phases``: which were seen, in order; ``shown``: all events that people saw, as they
        are stored; ``shown_then`` and ``on_disk``: how many they had seen when the disk took nothing, and what was
        readable there at this moment; ``outcome``; ``error``: why it was given up.
    """
    onlooker = Onlooker(path, spoil, mend)
    script = script_of(START, 1)
    outcome, error = None, ""
    try:
        play = play_on(journal, START, script, [onlooker], onlooker.watch)
        outcome = play.outcome and play.outcome.as_json()["outcome"]
    except JournalError as why:
        error = str(why)
    with Journal(path, read_only=True) as again:
        (game,) = again.games()
        lines = again.lines(game.id)
        faults = check.faults(lines, game.seed)
    return {
        "said": onlooker.said,
        "phases": [one for place, one in enumerate(onlooker.phases) if one not in onlooker.phases[place - 1 : place]],
        "shown": json.loads(events_json(onlooker.events)),
        "shown_then": onlooker.shown_then,
        "on_disk": [event for events in onlooker.on_disk for event in json.loads(events)],
        "recorded": [event for line in lines for event in json.loads(line.events)],
        "outcome": outcome,
        "error": error,
        "faults": faults,
    }


def _tiny(folder: Path) -> dict[str, Any]:
    """A file system in memory that is too small, until something is deleted on it."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", folder], check=True)
    filler = folder / "music.mp3"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    with Journal(folder / "journal.db") as journal:
        return play_through(folder / "journal.db", journal, fill, filler.unlink)


def _limited(folder: Path) -> dict[str, Any]:
    """No file may grow beyond what the log has; as a quota does it."""
    path = folder / "journal.db"

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    with Journal(path) as journal:
        log = folder / "journal.db-wal"
        return play_through(path, journal, lambda: limit(log.stat().st_size), lambda: limit(resource.RLIM_INFINITY))


def _read_only(folder: Path) -> dict[str, Any]:
    """A memory card that finds a fault in itself: the kernel lets nothing be written any more."""
    image, disk = folder / "card.img", folder / "card"
    image.write_bytes(bytes(4 << 20))
    disk.mkdir()
    subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", image], check=True)
    subprocess.run(["mount", "-o", "loop,errors=remount-ro", image, disk], check=True)
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
        (device,) = [Path(mount[0]).name for mount in mounts if mount[1] == str(disk)]
        trigger = Path(f"/sys/fs/ext4/{device}/trigger_fs_error")
        with Journal(disk / "journal.db") as journal:
            found = play_through(disk / "journal.db", journal, lambda: _write(trigger), None)
        # Nobody is at work with it any more, and SQLite cannot even make its index of the log.
        with Journal(disk / "journal.db", read_only=True) as journal:
            found["readable"] = [event for line in journal.lines(1) for event in json.loads(line.events)]
        try:
            Journal(disk / "journal.db", rescue=True)
        except JournalError as why:
            found["next_start"] = str(why)
        found["files"] = sorted(file.name for file in disk.iterdir() if file.name.startswith("journal"))
        return found
    finally:
        subprocess.run(["umount", disk], check=True)


def _looked_at(folder: Path) -> dict[str, Any]:
    """A card that is mounted read-only from the start, with a journal that was closed well: nothing lies beside it."""
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True)
    path = folder / "journal.db"
    with Journal(path) as journal:
        play_on(journal, START, script_of(START, 1))
        before = len(journal.lines(1))
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    with Journal(path, read_only=True) as journal:
        lines = journal.lines(1)
        faults = check.faults(lines, journal.games()[0].seed)
    return {"before": before, "lines": len(lines), "faults": faults}


def _write(trigger: Path) -> None:
    trigger.write_text("a test of the dice table")


if __name__ == "__main__":
    os.umask(0o077)
    i18n.use("en")
    modes = {"tiny": _tiny, "limited": _limited, "read-only": _read_only, "looked-at": _looked_at}
    print(compact(modes[sys.argv[1]](Path(sys.argv[2]))))
