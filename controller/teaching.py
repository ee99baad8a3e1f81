"""Teaching dice, whoever asks: which pictures and dice go into a lesson, and what an answer about a group means."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.errors import AnswersError, ChoiceError
from controller.i18n import _
from vision.camera.base import Image
from vision.camera.folder import SUFFIXES, natural_order
from vision.classes import GLYPHS, glyphs_of
from vision.finder import find_dice
from vision.looks import look_at_die
from vision.reading import Face, faces
from vision.taught.groups import Group
from vision.taught.lesson import Lesson, Named
from vision.taught.sets import value_of
from vision.taught.views import Box

_LEAST_SCORE: Final = 0.4
"""How sure the finder must be of a die of a lesson."""
_LEAST_GUESS: Final = 0.5
_SHAPES: Final = '{"group": {"n": 1, "value": 3}}, {"group": {"n": 2, "value": null}}'


class _GroupAnswer(msgspec.Struct, forbid_unknown_fields=True):
    n: int
    value: int | str | None
    without: list[int] = []


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    group: _GroupAnswer


_DECODER: Final = msgspec.json.Decoder(_Line)


def pictures(given: Sequence[Path]) -> list[Path]:
    """The pictures that are meant: files as they are, folders by what lies in them and in their sub-folders.

    Raises:
        ChoiceError: a folder holds no picture.
    """
    found: list[Path] = []
    for path in given:
        if not path.is_dir():
            found.append(path)
            continue
        inside = [one for one in path.rglob("*") if one.suffix.lower() in SUFFIXES and not one.name.startswith(".")]
        if not inside:
            endings = ", ".join(suffix[1:] for suffix in SUFFIXES)
            text = _("the folder {path} holds no picture; it takes files that end in {endings}")
            raise ChoiceError(text.format(path=path, endings=endings))
        found += sorted(inside, key=lambda one: (natural_order(str(one.parent)), natural_order(one.name)))
    return found


def dice_in(image: Image) -> list[Box]:
    """The boxes of the dice in a picture, from top to bottom."""
    return sorted((one.box for one in find_dice(image) if one.score >= _LEAST_SCORE), key=lambda b: (b[1], b[0]))


def guess(image: Image, box: Box, kind: str) -> Face | None:
    """What the general reader takes a die for; ``None`` where it has no idea, or is not installed."""
    try:
        shares = look_at_die(image, box).glyphs
    except FileNotFoundError:
        return None
    best = GLYPHS[int(shares.argmax())]
    own = glyphs_of(kind)
    return faces(kind)[own.index(best)] if best in own and shares.max() >= _LEAST_GUESS else None


def decoded(lines: Iterable[str], lesson: Lesson, groups: Sequence[Group]) -> dict[int, Named]:
    """What a file of answers says of the groups, by their place.

    Raises:
        AnswersError: a line is no answer, or names a group or die that does not exist; with its number.
    """
    named: dict[int, Named] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            answer = _DECODER.decode(line).group
        except msgspec.DecodeError as error:
            why = _("{why}; an answer looks like {shapes}").format(why=error, shapes=_SHAPES)
            raise AnswersError(_("line {n}: {why}").format(n=number, why=why)) from None
        if not 1 <= answer.n <= len(groups):
            why = _("there is no group {found}, allowed: 1 … {last}").format(found=answer.n, last=len(groups))
            raise AnswersError(_("line {n}: {why}").format(n=number, why=why))
        value = None if answer.value is None else value_of(lesson.kind, str(answer.value))
        named[answer.n - 1] = Named(value, frozenset(one - 1 for one in answer.without))
    return named


def typed(text: str, proposal: Face | None, kind: str) -> Named | None:
    """What somebody typed about a group: nothing agrees, ``-`` leaves it out, else a value; ``-7`` takes out die 7.

    Returns:
        ``None`` where nothing was typed and there is no proposal to agree with.

    Raises:
        TaughtError: the die has no such face.

    >>> typed("3 -7", None, "d6")
    Named(value=3, without=frozenset({6}))
    """
    words = text.split()
    if words == ["-"]:
        return Named(None)
    without = frozenset(int(word[1:]) - 1 for word in words if word[0] == "-" and word[1:].isdecimal())
    rest = [word for word in words if not (word[0] == "-" and word[1:].isdecimal())]
    if not rest:
        return None if proposal is None else Named(proposal, without)
    return Named(value_of(kind, " ".join(rest)), without)


def groups_json(lesson: Lesson, groups: Sequence[Group], proposals: Sequence[Face | None]) -> dict[str, Any]:
    """The groups for scripts; dice are numbered from 1 in the order of the pictures."""
    entries = []
    for place, (one, proposal) in enumerate(zip(groups, proposals, strict=True), start=1):
        members = [
            {"n": i + 1, "picture": lesson.dice[i].picture, "box": _whole(lesson.dice[i].box)} for i in one.members
        ]
        entries.append({"n": place, "proposal": proposal, "dice": members})
    grouped = sum(len(one.members) for one in groups)
    return {"groups": entries, "dice": len(lesson.dice), "left_over": len(lesson.dice) - grouped}


def _whole(box: Box) -> list[int]:
    return [round(value) for value in box]
