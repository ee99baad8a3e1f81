"""Answers and events as JSON lines: the language of scripts, of the record, and of ``dicetable play --answers``."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from controller.errors import AnswersError
from controller.i18n import _, render
from controller.rules.core import Answer, Choose, Drawn, Event, Face, Thrown


class _Choice(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    value: str


class _Throw(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    dice: dict[str, list[int | str]]
    kept: list[int] = []


class _Draw(msgspec.Struct, forbid_unknown_fields=True):
    value: str


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    choice: _Choice | None = None
    throw: _Throw | None = None
    draw: _Draw | None = None


_DECODER: Final = msgspec.json.Decoder(_Line)
_SHAPES: Final = '{"choice": {"seat": 1, "value": "d8"}}, {"throw": {"seat": 1, "dice": {"d8": [5]}}}'


def decode(line: str | bytes) -> Answer:
    """One line as an answer. A W10's face 0 becomes the 10 that it counts.

    Raises:
        AnswersError: the line is no answer; says what is wrong and what an answer looks like.

    >>> decode('{"throw": {"seat": 2, "dice": {"d10": [0]}}}')
    Thrown(seat=2, dice={'d10': (10,)}, kept=())
    """
    try:
        parsed = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise AnswersError(_("{why}; an answer looks like {shapes}").format(why=error, shapes=_SHAPES)) from None
    given = [part for part in (parsed.choice, parsed.throw, parsed.draw) if part is not None]
    if len(given) != 1:
        raise AnswersError(_("a line holds exactly one answer, like {shapes}").format(shapes=_SHAPES))
    (part,) = given
    if isinstance(part, _Choice):
        return Choose(part.seat, part.value)
    if isinstance(part, _Draw):
        return Drawn(part.value)
    dice = {kind: tuple(_counts(kind, value) for value in values) for kind, values in part.dice.items()}
    return Thrown(part.seat, dice, tuple(part.kept))


def _counts(kind: str, face: Face) -> Face:
    return 10 if kind == "d10" and face == 0 else face


def encode(answer: Answer) -> dict[str, Any]:
    """An answer as the mapping that a line holds."""
    match answer:
        case Choose(seat, value):
            return {"choice": {"seat": seat, "value": value}}
        case Drawn(value):
            return {"draw": {"value": value}}
        case Thrown(seat, dice, kept):
            body: dict[str, Any] = {"seat": seat, "dice": {kind: list(values) for kind, values in dice.items()}}
            return {"throw": body | ({"kept": list(kept)} if kept else {})}


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, Answer]]:
    """The answers of a file with their line numbers; empty lines and lines that begin with # are passed over.

    Raises:
        AnswersError: naming the line.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield number, decode(line)
            except AnswersError as error:
                raise AnswersError(_("line {n}: {why}").format(n=number, why=error)) from None


def event_json(event: Event, names: Mapping[int, str] | None = None) -> dict[str, Any]:
    """An event as the mapping that an output line holds: ``event``, ``seat`` where it has one, its data, ``text``."""
    seat = {} if event.seat is None else {"seat": event.seat}
    return {"event": event.name, **seat, **event.data, "text": render(event.text, names or {})}


def dumps(value: Mapping[str, Any]) -> str:
    """One JSON line, umlauts readable."""
    return json.dumps(value, ensure_ascii=False)
