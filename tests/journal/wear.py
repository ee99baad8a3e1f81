"""How many bytes a game costs the memory card: ``make wear-journal``, or ``python -m tests.journal.wear [--card]``.

Counted twice: what this process gives to its disk, as the kernel counts it for every process; and, with ``--card``,
what arrives at a card of its own, with all that the file system (ext4) adds. The latter mounts a file: it needs root.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from controller import i18n
from controller.journal.entries import Started
from controller.journal.store import Journal
from tests.journal.evening import STARTS, play_on, script_of

_SECTOR: Final = 512


class Wear(NamedTuple):
    """What one game has cost.

    Attributes:
        entries: of the game.
        process: bytes that this process gave to the disk.
        card: bytes that arrived at the card; ``None`` where it was not counted.
    """

    entries: int
    process: int
    card: int | None


def of_game(folder: Path, start: Started, seed: int) -> Wear:
    """Play a game with a new journal, which is closed at the end, and count."""
    path = folder / f"{start.game}-{seed}.db"
    Journal(path).close()
    os.sync()
    before = _process(), _card(folder)
    with Journal(path) as journal:
        assert play_on(journal, start, script_of(start, seed)).ended
        entries = len(journal.lines(1))
    # What the file system has kept back for later.
    os.sync()
    card = _card(folder)
    return Wear(entries, _process() - before[0], None if card is None or before[1] is None else card - before[1])


def _process() -> int:
    """Bytes that this process has given to a disk so far."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(dict(line.split(": ") for line in lines)["write_bytes"])


def _card(folder: Path) -> int | None:
    """Bytes that were written to a loop device so far; ``None`` where the folder is on another one."""
    number = folder.stat().st_dev
    device = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
    if not device.name.startswith("loop"):
        return None
    return int((device / "stat").read_text(encoding="ascii").split()[6]) * _SECTOR


@contextmanager
def card(folder: Path) -> Iterator[Path]:
    """A file mounted as a card is: ext4 as it comes. Only in a mount namespace of its own."""
    image, mounted = folder / "card.img", folder / "card"
    with image.open("wb") as file:
        file.truncate(128 << 20)
    mounted.mkdir()
    subprocess.run(["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", image], check=True)
    subprocess.run(["mount", "-o", "loop,noatime", image, mounted], check=True)
    try:
        yield mounted
    finally:
        subprocess.run(["umount", mounted], check=True)


def table(folder: Path, games: int) -> str:
    """The figures as a table: the median of so many games of each kind."""
    rows = [
        "| game | entries | to the disk, KiB | at the card, KiB | an entry, KiB |",
        "| --- | --- | --- | --- | --- |",
    ]
    for start in STARTS:
        worn = [of_game(folder, start, seed) for seed in range(1, games + 1)]
        entries = statistics.median(one.entries for one in worn)
        process = statistics.median(one.process for one in worn) / 1024
        cards = [one.card for one in worn if one.card is not None]
        at_card = statistics.median(cards) / 1024 if cards else None
        each = (at_card or process) / entries
        rows.append(f"| {start.game} | {entries:.0f} | {process:.0f} | {_shown(at_card)} | {each:.1f} |")
    return "\n".join(rows)


def _shown(kib: float | None) -> str:
    return "–" if kib is None else f"{kib:.0f}"


def main() -> None:
    i18n.use("en")
    parser = argparse.ArgumentParser(description="How many bytes a game costs the memory card.")
    parser.add_argument("--games", type=int, default=5, help="of each kind")
    parser.add_argument("--card", action="store_true", help="count at a card of its own; needs root")
    parser.add_argument("--mounting", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if given.mounting:
            with card(Path(name)) as mounted:
                print(table(mounted, given.games))
        elif given.card:
            again = [sys.executable, "-m", "tests.journal.wear", "--mounting", "--games", str(given.games)]
            sys.exit(subprocess.run(["unshare", "-m", *again], check=False).returncode)
        else:
            print(table(Path(name), given.games))


if __name__ == "__main__":
    main()
