"""Reads what can be read of a damaged journal, and of that keeps only what the chain of hashes proves.

Rows stand in leaf pages. Each of these is put in the place of its table's first page, in a file whose description of
the tables is sound: so a row is found whatever has become of the pages that led to it.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from controller.journal import schema
from controller.journal.lines import GameRow, Line, Row, holds
from controller.journal.schema import PAGE

_MAGIC: Final = b"SQLite format 3\0"
# The first byte of a page with rows.
_LEAF: Final = 13


def salvaged(copy: Path) -> tuple[list[GameRow], list[Row]]:
    """Every game of a damaged journal from its first entry as far as the chain holds, and the entries in their order.

    Args:
        copy: a copy with its log, if it has one; it is written to, and another file is made beside it.
    """
    _repair_header(copy)
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(copy)) as db:
        # What stands in the log goes into the file, page by page.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = copy.read_bytes()
    for version in sorted(schema.TABLES, reverse=True):
        games, rows = _of_version(copy.with_name("leaf.db"), content, version)
        if rows:
            return games, rows
    return [], []


def _of_version(work: Path, content: bytes, version: int) -> tuple[list[GameRow], list[Row]]:
    """What is proved of it, if these are the tables of this version; nothing if not."""
    work.unlink(missing_ok=True)
    schema.create(work, version).close()
    sound = work.read_bytes()
    pages = [content[start : start + PAGE] for start in range(PAGE, len(content) - PAGE + 1, PAGE)]
    # The number of pages; what leads to others may be anywhere among them.
    work.write_bytes(sound[:28] + (len(pages) + 1).to_bytes(4, "big") + sound[32:PAGE] + b"".join(pages))
    leaves = [page for page in pages if page[0] == _LEAF]
    found = _rows(work, leaves, "game", schema.query("game", version, GameRow._fields))
    games = {game.id: game for one in found if (game := _game(one))}
    found = _rows(work, leaves, "entry", schema.query("entry", version, ("sequence", "game", *Line._fields)))
    rows = {row.sequence: row for one in found if (row := _row(one))}
    return _proved(games, [rows[sequence] for sequence in sorted(rows)])


def _rows(work: Path, leaves: Sequence[bytes], table: str, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of each leaf, read as if it were all that the table has; rows of another table come out as nonsense."""
    with work.open("r+b", buffering=0) as file:
        for leaf in leaves:
            file.seek((schema.FIRST_PAGES[table] - 1) * PAGE)
            file.write(leaf)
            with closing(sqlite3.connect(f"{work.resolve().as_uri()}?immutable=1", uri=True)) as db:
                # Texts may be none any more.
                db.text_factory = bytes
                with suppress(sqlite3.DatabaseError):
                    yield from db.execute(query)


def _repair_header(copy: Path) -> None:
    """Set what the header of every journal says, so that its log is read.

    Of a file that is lost a page is left to begin with: its log may hold all the others.
    """
    content = bytearray(copy.read_bytes() if copy.exists() else b"")
    content += bytes(max(0, PAGE - len(content)))
    content[:24] = _MAGIC + PAGE.to_bytes(2, "big") + bytes((2, 2, 0, 64, 32, 32))
    content[24:40] = bytes(4) + (len(content) // PAGE).to_bytes(4, "big") + bytes(8)
    # The format of the tables, and UTF-8.
    content[44:48], content[56:60] = (4).to_bytes(4, "big"), (1).to_bytes(4, "big")
    # The page count holds for this state of the file, which is number 0.
    content[92:96] = bytes(4)
    copy.write_bytes(content)


def _game(found: Sequence[Any]) -> GameRow | None:
    id_, started, name, seed, finished, cut = found
    try:
        return GameRow(int(id_), _text(started), _text(name), _text(seed), bool(finished), bool(cut))
    except (TypeError, ValueError):
        return None


def _row(found: Sequence[Any]) -> Row | None:
    sequence, game, *texts = found
    try:
        return Row(int(sequence), int(game), Line(*map(_text, texts)))
    except (TypeError, ValueError):
        return None


def _text(value: object) -> str:
    """A text as it was written.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(value, bytes | str):
        raise ValueError(value)
    return value.decode() if isinstance(value, bytes) else value


def _proved(games: dict[int, GameRow], rows: list[Row]) -> tuple[list[GameRow], list[Row]]:
    """The games that begin as they began, each up to the first entry that is missing or not what was written."""
    before, by_game = "", dict[int, list[Row]]()
    seeds: dict[int, str] = {}
    for row in rows:
        # Where a game's own row is lost: its chain begins with the hash of what was written before it.
        seeds.setdefault(row.game, before)
        by_game.setdefault(row.game, []).append(row)
        before = row.line.chain
    kept_games, kept_rows = [], list[Row]()
    for id_, own in sorted(by_game.items()):
        known = games.get(id_)
        seed = known.seed if known and holds(known.seed, own[0].line) else seeds[id_]
        kept = _prefix(seed, own)
        if not kept or not _is(kept[0].line, "started"):
            continue
        is_ended = _is(kept[-1].line, "ended")
        # Only the latest game may have been in progress; of an older one that has lost its end nobody waits for more.
        finished = is_ended or (known.finished if known else id_ != max(by_game))
        cut = len(kept) < len(own) or (finished and not is_ended)
        started = known.started if known else kept[0].line.at
        name = str(json.loads(kept[0].line.body)["game"])
        kept_games.append(GameRow(id_, started, name, seed, finished, cut or bool(known and known.cut)))
        kept_rows += kept
    return kept_games, sorted(kept_rows)


def _prefix(seed: str, rows: list[Row]) -> list[Row]:
    kept: list[Row] = []
    for row in rows:
        if not holds(kept[-1].line.chain if kept else seed, row.line):
            break
        kept.append(row)
    return kept


def _is(line: Line, kind: str) -> bool:
    return bool(json.loads(line.body).get("kind") == kind)
