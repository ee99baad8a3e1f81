"""One game as one self-contained JSON file, which gives the same game on any machine."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.errors import RecordError
from controller.i18n import _
from controller.journal.lines import GameRow, Line, compact

# Version 1 had no steady clock.
_FORMATS: Final = (1, 2)


class _Line(msgspec.Struct):
    at: str
    entry: dict[str, Any]
    events: list[Any]
    chain: str
    clock: dict[str, Any] | None = None


class _File(msgspec.Struct):
    format: int
    game: str
    started: str
    seed: str
    lines: list[_Line]


def to_json(game: GameRow, lines: list[Line]) -> str:
    """The file's text: readable, one entry a line, and exact enough that every hash can be computed again."""
    head = {"format": _FORMATS[-1], "game": game.name, "started": game.started, "seed": game.seed}
    body = ",\n".join(
        f'{{"at":{compact(line.at)},"clock":{line.clock or "null"},"entry":{line.body},"events":{line.events},'
        f'"chain":{compact(line.chain)}}}'
        for line in lines
    )
    return f'{compact(head)[:-1]},"lines":[\n{body}\n]}}\n'


def from_json(path: Path) -> tuple[GameRow, list[Line]]:
    """Read an exported game.

    Raises:
        RecordError: naming the file and what is wrong with it.
    """
    try:
        text = path.read_text(encoding="utf-8")
        file = msgspec.convert(json.loads(text), _File)
    except OSError as error:
        raise RecordError(_("{path}: cannot be read: {why}").format(path=path, why=error.strerror)) from None
    except (ValueError, msgspec.ValidationError) as error:
        raise RecordError(_("{path}: is no exported game: {why}").format(path=path, why=error)) from None
    if file.format not in _FORMATS:
        text = _("{path}: has format {found}, known is {known}; update the program")
        raise RecordError(text.format(path=path, found=file.format, known=_FORMATS[-1]))
    lines = [
        Line(
            line.at,
            compact(line.entry),
            compact(line.events),
            line.chain,
            compact(line.clock) if line.clock else "",
        )
        for line in file.lines
    ]
    return GameRow(0, file.started, file.game, file.seed, True), lines
