"""``dicetable dice``: teach dice that no general reader knows, look at what was taught, try it, forget it."""

import csv
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import click

from controller import teaching
from controller.answers import dumps
from controller.commands import EXIT_FAULT, EXIT_UNFINISHED, options
from controller.commands.asking import confirm
from controller.commands.lazy import LazyGroup
from controller.errors import ChoiceError, NoTerminalError
from controller.i18n import _, die_name, ngettext, sentence
from vision.camera.base import Image
from vision.errors import VisionError
from vision.picture import load_picture, save_picture
from vision.reading import DIE_TYPES, Face, faces, percent
from vision.taught import Recognised, recognise, sets
from vision.taught.groups import Group
from vision.taught.lesson import Lesson, Named, Tried, confusion
from vision.taught.sets import LookAlike, TaughtError, TaughtSet
from vision.taught.show import faces_sheet, groups_sheet
from vision.taught.views import Box

_NONE = "–"


_ELSEWHERE: Final = {"fairness": "controller.commands.fairness:dice_fairness"}


@click.group(cls=LazyGroup, places=_ELSEWHERE, help=_("Dice of your own: teach them, try them, forget them."))
@options.common
def dice() -> None:
    """Hold the subcommands."""


_name = click.argument("name", metavar="NAME")
_json = click.option("--json", "as_json", is_flag=True, help=_("JSON in place of a table."))
_pictures = click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURES…")


@dice.command(help=_("Teach dice from pictures (files or folders): equal faces are grouped, you say what they show."))
@_name
@_pictures
@click.option("--kind", type=click.Choice(DIE_TYPES), required=True, help=_("Which kind of die it is."))
@click.option("--answers", "answers_path", metavar="FILE", help=_("A file that names the groups; - is standard input."))
@_json
@options.common
@click.pass_context
def teach(
    context: click.Context, *, name: str, pictures: tuple[Path, ...], kind: str, answers_path: str | None, as_json: bool
) -> None:
    """Collect, group, ask, check, keep."""
    folder = options.dice_folder(context)
    own = folder / sets.check_name(name)
    if not answers_path and not sys.stdin.isatty():
        raise NoTerminalError(_("dice teach: needs a terminal to ask in, or --answers FILE"))
    lesson = _collected(teaching.pictures(pictures), kind)
    groups = lesson.groups(_progress)
    proposals = lesson.proposals(groups)
    sheet = own / sets.SHEET
    save_picture(sheet, groups_sheet(lesson, groups))
    if as_json:
        click.echo(dumps(teaching.groups_json(lesson, groups, proposals) | {"sheet": str(sheet)}))
    else:
        click.echo("\n".join(_group_lines(lesson, groups, proposals, sheet)))
    named = _from_file(answers_path, lesson, groups, as_json) if answers_path else _asked(lesson, groups, proposals)
    taught, tried = lesson.taught(name, groups, named)
    sets.save(taught, folder)
    if as_json:
        click.echo(dumps({"taught": _facts(taught) | {"confusion": _confusion_json(confusion(tried))}}))
        return
    click.echo("\n".join(_taught_lines(taught, tried)))


def _collected(pictures: Sequence[Path], kind: str) -> Lesson:
    """A lesson with every die of the pictures; one that is no picture costs a line on standard error."""
    lesson = Lesson(kind, [])
    for path in pictures:
        try:
            image = load_picture(path)
        except VisionError as error:
            click.echo(sentence(error), err=True)
            continue
        for box in teaching.dice_in(image):
            lesson.add(image, box, str(path), teaching.guess(image, box, kind))
    return lesson


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        text = _("comparing dice: {done} of {of}").format(done=done, of=of)
        click.echo(f"\r{text}", nl=done == of, err=True)


def _group_lines(lesson: Lesson, groups: Sequence[Group], proposals: Sequence[Face | None], sheet: Path) -> list[str]:
    grouped = sum(len(one.members) for one in groups)
    head = _("{dice} dice in {groups} groups, {left} left over; the picture of the groups: {path}")
    lines = [head.format(dice=grouped, groups=len(groups), left=len(lesson.dice) - grouped, path=sheet)]
    for place, (one, proposal) in enumerate(zip(groups, proposals, strict=True), start=1):
        count = ngettext("{n} die", "{n} dice", len(one.members)).format(n=len(one.members))
        shown = _("perhaps {value}").format(value=proposal) if proposal is not None else _("face {n}").format(n=place)
        lines.append(f"  {place:>3}  {count:<10} {shown}")
    return lines


def _asked(lesson: Lesson, groups: Sequence[Group], proposals: Sequence[Face | None]) -> dict[int, Named]:
    """What the person says of each group."""
    click.echo(_("Type what each group shows. Enter agrees, - leaves it out, 3 -7 means: a 3, but die 7 is none."))
    named: dict[int, Named] = {}
    for place, proposal in enumerate(proposals):
        question = _("group {n}").format(n=place + 1) + (f" [{proposal}]" if proposal is not None else "")
        while place not in named:
            text = click.prompt(question, default="", show_default=False)
            try:
                answer = teaching.typed(text, proposal, lesson.kind)
            except TaughtError as error:
                click.echo(sentence(error))
                continue
            if answer is not None:
                named[place] = answer
    return named


def _from_file(path: str, lesson: Lesson, groups: Sequence[Group], as_json: bool) -> dict[int, Named]:
    """What the file says; where it does not speak of every group, what is missing, and the exit status 3."""
    with ExitStack() as stack:
        try:
            lines = sys.stdin if path == "-" else stack.enter_context(Path(path).open(encoding="utf-8"))
        except OSError as error:
            text = _("--answers {path}: cannot be read: {why}")
            raise ChoiceError(text.format(path=path, why=error.strerror)) from None
        named = teaching.decoded(lines, lesson, groups)
    missing = [place + 1 for place in range(len(groups)) if place not in named]
    if missing:
        if as_json:
            click.echo(dumps({"needs": [{"group": n} for n in missing]}))
        else:
            click.echo(_("still without an answer: groups {list}").format(list=", ".join(map(str, missing))))
        raise click.exceptions.Exit(EXIT_UNFINISHED)
    return named


def _taught_lines(taught: TaughtSet, tried: Sequence[Tried]) -> list[str]:
    right = sum(one.answer == one.value for one in tried)
    head = _("{name} is taught: {n} faces; each die read by the others: {right} of {dice} right")
    lines = [head.format(name=taught.name, n=len(taught.values), right=right, dice=len(tried))]
    lines += _confusion_lines(confusion(tried))
    lines += [_look_alike(pair) for pair in taught.look_alikes]
    return lines + _missing(taught)


def _look_alike(pair: LookAlike) -> str:
    text = _(
        "{one} and {other} look alike: {share:.0%} of their {dice} dice are taken for each other. "
        "They are never read without asking; more pictures of them, or sharper ones, may help."
    )
    return text.format(one=pair.one, other=pair.other, share=pair.share, dice=pair.dice)


def _missing(taught: TaughtSet) -> list[str]:
    missing = [str(face) for face in faces(taught.kind) if face not in taught.values]
    return [_("not taught yet: {list}").format(list=", ".join(missing))] if missing else []


def _confusion_lines(table: Mapping[Face, Counter[Face]], known: Sequence[Face] = ()) -> list[str]:
    """Rows: what it is; columns: what it was read as."""
    columns = list(dict.fromkeys([*sorted(table, key=str), *known, *(a for row in table.values() for a in row)]))
    width = max([len(str(value)) for value in columns] + [3]) + 1
    lines = ["  " + _("is ↓ read →").ljust(14) + "".join(f"{value!s:>{width}}" for value in columns)]
    for value in sorted(table, key=str):
        cells = "".join(f"{table[value][answer] or '·':>{width}}" for answer in columns)
        lines.append("  " + str(value).ljust(14) + cells)
    return lines


def _confusion_json(table: Mapping[Face, Counter[Face]]) -> dict[str, dict[str, int]]:
    return {str(value): {str(answer): n for answer, n in row.items()} for value, row in table.items()}


@dice.command("list", help=_("List the dice that were taught."))
@_json
@options.common
@click.pass_context
def list_(context: click.Context, as_json: bool) -> None:
    """One line a set; a damaged one costs a line on standard error and the exit status 1."""
    folder, failed = options.dice_folder(context), 0
    names = sets.names(folder)
    if not names and not as_json:
        click.echo(_("no dice were taught yet"))
    for name in names:
        try:
            taught = sets.load(folder, name)
        except TaughtError as error:
            click.echo(sentence(error), err=True)
            failed += 1
            continue
        if as_json:
            click.echo(dumps(_facts(taught)))
        else:
            values = ", ".join(str(value) for value in taught.values)
            click.echo(f"{name:<20} {die_name(taught.kind):<10} {values}")
    if failed:
        raise click.exceptions.Exit(EXIT_FAULT)


@dice.command(help=_("Show what a set of taught dice knows."))
@_name
@click.option(
    "--sheet",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.png",
    help=_("Draw its faces into a picture."),
)
@_json
@options.common
@click.pass_context
def show(context: click.Context, name: str, sheet: Path | None, as_json: bool) -> None:
    """A table of the faces."""
    taught = sets.load(options.dice_folder(context), name)
    if sheet is not None:
        save_picture(sheet, faces_sheet(taught))
    if as_json:
        click.echo(dumps(_facts(taught)))
        return
    head = _("{name}: {kind}, taught from {dice} dice in {pictures} pictures")
    count = sum(taught.dice(value) for value in taught.values)
    click.echo(head.format(name=name, kind=die_name(taught.kind), dice=count, pictures=taught.pictures))
    for value in taught.values:
        dice_of = ngettext("{n} die", "{n} dice", taught.dice(value)).format(n=taught.dice(value))
        word = _("never read without asking") if value in taught.refused else ""
        click.echo(f"  {value!s:>8}  {dice_of:<10} {word}".rstrip())
    for line in [*(_look_alike(pair) for pair in taught.look_alikes), *_missing(taught)]:
        click.echo(line)


def _facts(taught: TaughtSet) -> dict[str, Any]:
    return {
        "name": taught.name,
        "kind": taught.kind,
        "pictures": taught.pictures,
        "faces": [
            {"value": value, "dice": taught.dice(value), "read": value not in taught.refused} for value in taught.values
        ],
        "look_alikes": [{"one": p.one, "other": p.other, "share": p.share, "dice": p.dice} for p in taught.look_alikes],
    }


@dice.command(help=_("Read pictures (files or folders) by the taught dice; a folder named 3 holds threes."))
@_pictures
@click.option("--set", "only", metavar="NAME", help=_("Only this set; otherwise all of them."))
@click.option(
    "--labels",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.csv",
    help=_("What is right: a table with the columns file, value, and x, y, w, h where a picture has several dice."),
)
@_json
@options.common
@click.pass_context
def test(
    context: click.Context, pictures: tuple[Path, ...], only: str | None, labels: Path | None, as_json: bool
) -> None:
    """What would be read, and, where it is known what is right, how often that is so."""
    folder = options.dice_folder(context)
    known = [sets.load(folder, only)] if only else sets.load_all(folder)
    if not known:
        raise ChoiceError(_("no dice were taught yet"))
    truth = _labels(labels) if labels else {}
    table: dict[Face, Counter[Face]] = {}
    counts: Counter[str] = Counter()
    for path in teaching.pictures(pictures):
        image = load_picture(path)
        for box, right in _dice_of(path, image, truth, known):
            found = recognise(image, box, known)
            counts.update(dice=1, read=found is not None and found.sure)
            if right is not None:
                answer = _NONE if found is None else found.value
                table.setdefault(right, Counter())[answer] += 1
                agrees = answer == right
                counts.update(known=1, right=agrees, wrong=found is not None and found.sure and not agrees)
            click.echo(_test_line(path, box, found, right, as_json))
    if as_json:
        click.echo(dumps({"counts": dict(counts), "confusion": _confusion_json(table)}))
        return
    click.echo(_("{read} of {dice} dice read").format(read=counts["read"], dice=counts["dice"]))
    if table:
        text = _("{right} of {known} right at the best answer; {wrong} of those read are wrong")
        click.echo(text.format(right=counts["right"], known=counts["known"], wrong=counts["wrong"]))
        click.echo("\n".join(_confusion_lines(table)))


def _test_line(path: Path, box: Box, found: Recognised | None, right: Face | None, as_json: bool) -> str:
    sure, confidence = (False, 0.0) if found is None else (found.sure, found.confidence)
    value = None if found is None else found.value
    if as_json:
        facts = {"picture": str(path), "box": [round(v) for v in box], "value": value, "read": sure}
        return dumps(facts | {"confidence": round(confidence, 3), "right": right})
    word = _("read") if sure else _("unsure")
    truth = "" if right is None else "  " + _("it is {value}").format(value=right)
    return f"{path}  {_NONE if value is None else value!s:>6}  {word:<8} {percent(confidence):>4}{truth}"


def _labels(path: Path) -> dict[str, list[tuple[Box | None, str]]]:
    """What is right, by the pictures' names."""
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
        found: dict[str, list[tuple[Box | None, str]]] = {}
        for row in rows:
            box = None
            if row.get("w"):
                box = (float(row["x"]), float(row["y"]), float(row["w"]), float(row["h"]))
            found.setdefault(Path(row["file"]).name, []).append((box, row["value"]))
    except OSError as error:
        raise ChoiceError(_("--labels {path}: cannot be read: {why}").format(path=path, why=error.strerror)) from None
    except (KeyError, ValueError, TypeError, csv.Error):
        text = _("--labels {path}: no table with the columns file, value, and x, y, w, h or none of these")
        raise ChoiceError(text.format(path=path)) from None
    return found


def _dice_of(
    path: Path, image: Image, truth: Mapping[str, list[tuple[Box | None, str]]], known: Sequence[TaughtSet]
) -> list[tuple[Box, Face | None]]:
    """The dice of a picture, and what each shows where that is known."""
    labels = truth.get(path.name, [])
    boxes = teaching.dice_in(image)
    if labels and labels[0][0] is not None:
        return [(box, _value(value, known)) for box, value in labels if box is not None]
    single = labels[0][1] if len(labels) == 1 else path.parent.name
    return [(box, _value(single, known) if len(boxes) == 1 else None) for box in boxes]


def _value(text: str, known: Sequence[TaughtSet]) -> Face | None:
    """A label as a value of one of the sets; ``None`` where it is none."""
    for one in known:
        try:
            return sets.value_of(one.kind, text)
        except TaughtError:
            continue
    return None


@dice.command(help=_("Forget a set of taught dice."))
@_name
@click.option("--yes", is_flag=True, help=_("Do not ask."))
@options.common
@click.pass_context
def forget(context: click.Context, name: str, yes: bool) -> None:
    """Remove it, after a question."""
    folder = options.dice_folder(context)
    if not yes:
        if not sys.stdin.isatty():
            raise NoTerminalError(_("dice forget: needs a terminal to ask in, or --yes"))
        if name in sets.names(folder) and not confirm(_("Forget {name}?").format(name=name)):
            return
    sets.forget(folder, name)
    click.echo(_("{name} is forgotten").format(name=name))
