"""A journal as a power cut leaves it, with all that was written into it: two games in the file, one in its log."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from controller.journal import check
from controller.journal.entries import AnyEntry, Chosen, Drawn, Ended, Started, Threw
from controller.journal.lines import Step
from controller.journal.seal import seal
from controller.journal.store import Journal
from controller.play import begin
from controller.rules import core
from controller.rules.core import Answer, Choose, Thrown
from tests.journal.evening import STARTS, script_of


def entry_of(answer: Answer) -> AnyEntry:
    match answer:
        case Choose(seat, value):
            return Chosen(seat, value, "0f" * 16, seal("0f" * 16, value))
        case Thrown(seat, dice, kept):
            return Threw(seat, dict(dice), kept)
        case core.Drawn(value):
            return Drawn(value)


def write(journal: Journal, start: Started, script: Iterable[Answer]) -> int:
    """Record a game from its answers alone, as far as they go."""
    play, events = begin(start)
    game = journal.begin(start, events)
    for answer in script:
        play, events = play.fold(entry_of(answer))
        journal.append(game, [Step(play.history[-1], events)])
    if play.outcome:
        end = Ended(play.outcome.as_json()["outcome"])
        journal.append(game, [Step(end, play.fold(end)[1])], finished=True)
    return game


class Truth:
    """Files of a journal, and what was written into it.

    Attributes:
        path: the database; its log lies beside it.
        lines: what was written, by game.
        seeds: what each game's chain begins with.
    """

    def __init__(self, folder: Path, log: bool = True) -> None:
        self.path = folder / "journal.db"
        live = folder / "live.db"
        with Journal(live) as journal:
            write(journal, STARTS[0], script_of(STARTS[0], 1))
            write(journal, STARTS[1], script_of(STARTS[1], 2))
            journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            write(journal, STARTS[2], script_of(STARTS[2], 3)[:12])
            self.lines = {game.id: journal.lines(game.id) for game in journal.games()}
            self.seeds = {game.id: game.seed for game in journal.games()}
            if not log:
                journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            # While it is open: closing would bring the log into the file.
            for suffix in ("", "-wal"):
                shutil.copy(folder / f"live.db{suffix}", folder / f"journal.db{suffix}")

    @property
    def log(self) -> Path:
        return self.path.with_name("journal.db-wal")

    def laid(self, folder: Path, db: bytes | None = None, log: bytes | None = None) -> Path:
        """The journal in a folder of its own, with other contents of its files where some are given."""
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        path = folder / "journal.db"
        path.write_bytes(self.path.read_bytes() if db is None else db)
        path.with_name("journal.db-wal").write_bytes(self.log.read_bytes() if log is None else log)
        return path

    def check(self, journal: Journal) -> dict[int, int]:
        """Each game is what was written, up to some entry, and can be proved; how many entries each has."""
        found: dict[int, int] = {}
        for game in journal.games():
            lines = journal.lines(game.id)
            assert lines, "a game without an entry"
            assert lines == self.lines[game.id][: len(lines)]
            assert check.faults(lines, self.seeds[game.id]) == []
            found[game.id] = len(lines)
        return found

    def whole(self) -> dict[int, int]:
        """How many entries each game has when nothing is lost."""
        return {game: len(lines) for game, lines in self.lines.items()}

    def opened(self, path: Path) -> dict[int, int]:
        """Open as a station does, and check everything that must hold whatever has happened to the files.

        Returns:
            How many entries each game still has.
        """
        before = [file.read_bytes() for file in (path, path.with_name("journal.db-wal"))]
        with Journal(path, rescue=True) as journal:
            found = self.check(journal)
            aside = kept(path.parent)
            assert bool(aside) == bool(journal.news), "set aside without a word, or a word about nothing"
            for one, sentence in zip(aside, journal.news, strict=True):
                # What was there is there still, byte for byte, and the sentence says where.
                assert one.name in sentence
                assert "\n" not in sentence
                assert one.read_bytes() == before[0]
                log = one.with_name(one.name + "-wal")
                assert (log.read_bytes() if log.exists() else b"") == before[1]
            new = journal.begin(STARTS[1])
        # What was mended once is well: the next start finds nothing more, and the new game is on the disk.
        with Journal(path, rescue=True) as journal:
            assert journal.news == []
            after = {game.id: len(journal.lines(game.id)) for game in journal.games()}
            assert after == found | {new: 1}
        return found


def kept(folder: Path) -> list[Path]:
    """What was set aside."""
    return [path for path in folder.iterdir() if ".damaged-" in path.name and path.suffix == ".db"]
