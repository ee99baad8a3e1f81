"""Teaching dice throw by throw, whoever asks: pictures of the tray, groups of equal faces, what each group shows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import cv2

from controller import teaching
from controller.errors import ChoiceError
from controller.i18n import _, ngettext
from vision.camera.base import Image
from vision.reading import DIE_TYPES, Face, faces
from vision.taught import sets
from vision.taught.groups import Group
from vision.taught.lesson import Lesson, Named, confusion
from vision.taught.sets import TaughtError, TaughtSet, value_of

Step = Literal["collect", "name", "done"]
_MOST_PICTURES: Final = 200


class DiceLesson:
    """One lesson. Finding and comparing dice takes its time: not for a loop.

    Args:
        name: of the set.
        kind: which kind of die it is.
        folder: where sets are kept.

    Attributes:
        step: what comes next.
        pictures: how many were taken.
        said: what came of the last step, in sentences.
        progress: of the grouping, 0 … 1.

    Raises:
        TaughtError: this cannot be a name.
        ChoiceError: there is no such kind.
    """

    def __init__(self, name: str, kind: str, folder: Path) -> None:
        sets.check_name(name)
        if kind not in DIE_TYPES:
            text = _("{kind!r} is no type of die; allowed are {kinds}")
            raise ChoiceError(text.format(kind=kind, kinds=", ".join(DIE_TYPES)))
        self.name, self.kind = name, kind
        self._folder = folder
        self._lesson = Lesson(kind, [])
        self._groups: Sequence[Group] = ()
        self.step: Step = "collect"
        self.pictures = 0
        self.progress = 0.0
        self.said: list[str] = []

    @property
    def dice(self) -> int:
        """How many were collected."""
        return len(self._lesson.dice)

    def add(self, image: Image) -> None:
        """Collect the dice of a picture.

        Raises:
            ChoiceError: the lesson is full, or it is named already.
            TaughtError: as the lesson says.
        """
        if self.step != "collect":
            raise ChoiceError(_("the dice are grouped already; begin anew to take more pictures"))
        if self.pictures >= _MOST_PICTURES:
            raise ChoiceError(_("{n} pictures are enough; group the dice now").format(n=_MOST_PICTURES))
        boxes = teaching.dice_in(image)
        self.pictures += 1
        for box in boxes:
            self._lesson.add(image, box, str(self.pictures), teaching.guess(image, box, self.kind))
        found = ngettext("{n} die is seen", "{n} dice are seen", len(boxes)).format(n=len(boxes))
        self.said = [found if boxes else _("No die is seen: let some lie in the tray, then take a picture")]

    def group(self) -> None:
        """Bring equal faces together.

        Raises:
            ChoiceError: there are too few dice.
        """
        if self.dice < 2:
            raise ChoiceError(_("it takes more dice: take pictures of some throws first"))
        self._groups = self._lesson.groups(self._goes_on)
        if not self._groups:
            text = _("no faces are alike yet: take more pictures, three of each face at least, ten are better")
            raise ChoiceError(text)
        self.step = "name"
        left = self.dice - sum(len(one.members) for one in self._groups)
        text = _("{groups} groups of equal faces; {left} dice are left over")
        self.said = [text.format(groups=len(self._groups), left=left)]

    def _goes_on(self, done: int, of: int) -> None:
        self.progress = done / of if of else 0.0

    def groups(self) -> list[dict[str, Any]]:
        """The groups: ``proposal``, and the numbers of their ``dice``."""
        proposals = self._lesson.proposals(self._groups)
        return [
            {"proposal": None if value is None else str(value), "dice": list(one.members)}
            for one, value in zip(self._groups, proposals, strict=True)
        ]

    def faces(self) -> list[str]:
        """What such a die can show."""
        return [str(face) for face in faces(self.kind)]

    def tile(self, die: int) -> bytes:
        """The picture of one die, as JPEG.

        Raises:
            IndexError: there is no such die.
        """
        return cv2.imencode(".jpg", self._lesson.dice[die].tile, (cv2.IMWRITE_JPEG_QUALITY, 88))[1].tobytes()

    def teach(self, answers: Mapping[int, tuple[str | None, frozenset[int]]]) -> TaughtSet:
        """Keep what was said.

        Args:
            answers: by a group's place what it shows (``None`` leaves it out), and the dice that are none of it.

        Raises:
            ChoiceError: a group is without an answer.
            TaughtError: the die has no such face, or the lesson does not suffice.
        """
        if self.step != "name":
            raise ChoiceError(_("group the dice first"))
        missing = [str(at + 1) for at in range(len(self._groups)) if at not in answers]
        if missing:
            raise ChoiceError(_("still without an answer: groups {list}").format(list=", ".join(missing)))
        named = {
            at: Named(None if value is None else value_of(self.kind, value), without)
            for at, (value, without) in answers.items()
        }
        taught, tried = self._lesson.taught(self.name, self._groups, named)
        sets.save(taught, self._folder)
        self.step = "done"
        right = sum(one.answer == one.value for one in tried)
        text = _("{name} is taught: {n} faces; each die read by the others: {right} of {dice} right")
        self.said = [text.format(name=taught.name, n=len(taught.values), right=right, dice=len(tried))]
        self.said += remarks(taught)
        mixed = [(str(is_), str(read)) for is_, row in confusion(tried).items() for read in row if read != is_]
        for is_, read in mixed:
            self.said.append(_("a {face} was taken for a {other}").format(face=is_, other=read))
        return taught


def remarks(taught: TaughtSet) -> list[str]:
    """What a set cannot do, in sentences."""
    said = []
    for pair in taught.look_alikes:
        text = _("{one} and {other} look alike: they are never read without asking")
        said.append(text.format(one=pair.one, other=pair.other))
    missing = [str(face) for face in faces(taught.kind) if face not in taught.values]
    return said + ([_("not taught yet: {list}").format(list=", ".join(missing))] if missing else [])


def taught_sets(folder: Path) -> list[dict[str, Any]]:
    """What was taught so far: ``name``, ``kind``, ``faces``, ``remarks``; a damaged set says so in ``remarks``."""
    found = []
    for name in sets.names(folder):
        try:
            one = sets.load(folder, name)
        except TaughtError as error:
            found.append({"name": name, "kind": "", "faces": [], "remarks": [_(error.text).format(**error.values)]})
            continue
        values: list[Face] = list(one.values)
        found.append({"name": name, "kind": one.kind, "faces": [str(v) for v in values], "remarks": remarks(one)})
    return found
