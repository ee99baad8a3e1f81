"""Teaching dice: collect them, group their faces, name the groups, check how well they are told apart.

Dice may come from a folder of pictures or from one throw after another; who asks the person is not known here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera.base import Image
from vision.crops import cut
from vision.errors import N_
from vision.reading import Face, faces
from vision.taught.faces import template
from vision.taught.groups import LEAST, MOST, Group, Progress, group
from vision.taught.recognise import LEAST_FIT, LEAST_LEAD, fits_of
from vision.taught.sets import LookAlike, TaughtError, TaughtFace, TaughtSet
from vision.taught.views import Box, View, view_of

TILE: Final = 72
"""Side of the picture of a die that is kept to be shown, px."""
_MARGIN: Final = 1.2
_LARGEST_LEAD: Final = 0.12
_LARGEST_FIT: Final = 0.95
_USUAL: Final = 0.1
_BELOW_USUAL: Final = 0.05
"""A die must fit so much less well than the lesson's dice at the quantile ``_USUAL`` to be no longer read."""
LOOK_ALIKE: Final = 0.05
"""Share of their dice that are taken for one another, from which two faces are refused; and at least two dice."""


@dataclass(frozen=True, slots=True, eq=False)
class LessonDie:
    """A die of a lesson: where it comes from, how it is compared, how it is shown, what the general reader guesses."""

    picture: str
    box: Box
    view: View
    tile: Image
    guess: Face | None


@dataclass(frozen=True, slots=True)
class Named:
    """What a person says of a group: its value (``None`` leaves it out) and the dice (numbers) that are none of it."""

    value: Face | None
    without: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Tried:
    """How a die of the lesson is read by a set that has not seen it: ``lead`` is below 0 where the answer is wrong."""

    die: int
    value: Face
    answer: Face
    fit: float
    lead: float


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The dice that a set is to be taught from.

    Attributes:
        kind: of all of them, one of ``DIE_TYPES``.
        dice: those collected so far.
    """

    kind: str
    dice: list[LessonDie]

    def add(self, image: Image, box: Box, picture: str, guess: Face | None = None) -> None:
        """Take in a die.

        Args:
            image: the picture that it lies in, BGR; it is not kept.
            box: x, y, width, height of the die, px.
            picture: the picture's name.
            guess: what the general reader thinks that it shows.

        Raises:
            TaughtError: there are too many, or the box has no area.
        """
        if len(self.dice) >= MOST:
            raise TaughtError(N_("a lesson takes up to {most} dice; leave some pictures out"), most=MOST)
        if min(box[2:]) <= 0:
            raise TaughtError(N_("{picture}: the box {box} has no area"), picture=picture, box=box)
        x, y, w, h = box
        tile = cut(image, x + w / 2, y + h / 2, _MARGIN * max(w, h), TILE)
        self.dice.append(LessonDie(picture, box, view_of(image, box), tile, guess))

    def groups(self, progress: Progress | None = None) -> list[Group]:
        """Dice with the same upper face, the largest group first.

        Raises:
            TaughtError: no face was seen often enough.
        """
        found = group([die.view for die in self.dice], progress)
        if not found:
            text = N_("no face was found on {least} of the {n} dice; a face is taught from {least} pictures or more")
            raise TaughtError(text, n=len(self.dice), least=LEAST)
        return found

    def proposals(self, groups: Sequence[Group]) -> list[Face | None]:
        """For every group the value that most of its dice are guessed to show, if more than half have a guess at all.

        No value is proposed twice: the group with the larger share keeps it.
        """
        counts = [Counter(self.dice[i].guess for i in one.members) for one in groups]
        shares: list[tuple[float, int, Face]] = []
        for i, (count, one) in enumerate(zip(counts, groups, strict=True)):
            shares += [(n / len(one.members), i, value) for value, n in count.items() if value is not None]
        result: list[Face | None] = [None] * len(groups)
        for share, i, value in sorted(shares, key=lambda entry: (-entry[0], entry[1])):
            if share > 0.5 and result[i] is None and value not in result and value in faces(self.kind):
                result[i] = value
        return result

    def taught(self, name: str, groups: Sequence[Group], named: Mapping[int, Named]) -> tuple[TaughtSet, list[Tried]]:
        """The set, and how each of its dice is read by the others alone.

        Args:
            name: of the set.
            groups: as ``groups`` gave them.
            named: what the person says, by the place of the group in ``groups``; others are left out.

        Raises:
            TaughtError: fewer than two faces are named; a value is none of the die's; too few dice are left of a group;
                all faces look alike.
        """
        chosen: list[tuple[TaughtFace, list[int]]] = []
        for place, answer in sorted(named.items()):
            if answer.value is not None:
                chosen.append(self._face(groups[place], answer, place + 1))
        if len({face.value for face, _ in chosen}) < 2:
            raise TaughtError(N_("fewer than two faces are named; there is nothing to tell apart"))
        tried = self._tried(chosen)
        pairs = look_alikes(tried)
        taught_faces = tuple(face for face, _ in chosen)
        if {value for pair in pairs for value in (pair.one, pair.other)} >= {face.value for face in taught_faces}:
            raise TaughtError(N_("all faces look alike; nothing can be taught from these pictures"))
        pictures = len({self.dice[i].picture for _, members in chosen for i in members})
        return TaughtSet(name, self.kind, taught_faces, pairs, *_thresholds(tried), pictures), tried

    def _face(self, one: Group, answer: Named, number: int) -> tuple[TaughtFace, list[int]]:
        assert answer.value is not None
        if answer.value not in faces(self.kind):
            allowed = ", ".join(str(face) for face in faces(self.kind))
            text = N_("a {kind} has no face {value!r}; it has {allowed}")
            raise TaughtError(text, kind=self.kind, value=answer.value, allowed=allowed)
        strangers = answer.without - set(one.members)
        if strangers:
            text = N_("group {n} does not hold the dice {dice}")
            raise TaughtError(text, n=number, dice=", ".join(str(i + 1) for i in sorted(strangers)))
        keep = [i for i, member in enumerate(one.members) if member not in answer.without]
        if len(keep) < LEAST:
            text = N_("group {n} has {left} dice left; a face is taught from {least} or more")
            raise TaughtError(text, n=number, left=len(keep), least=LEAST)
        return TaughtFace(answer.value, one.patches[keep]), [one.members[i] for i in keep]

    def _tried(self, chosen: Sequence[tuple[TaughtFace, list[int]]]) -> list[Tried]:
        """Every die read without its own picture."""
        templates = [template(face.patches) for face, _ in chosen]
        values = [face.value for face, _ in chosen]
        tried = []
        for place, (face, members) in enumerate(chosen):
            for i, die in enumerate(members):
                without = list(templates)
                without[place] = template(np.delete(face.patches, i, axis=0))
                fits = fits_of(self.dice[die].view, without)
                answer = values[int(fits.argmax())]
                own = max(fit for fit, value in zip(fits, values, strict=True) if value == face.value)
                other = max(fit for fit, value in zip(fits, values, strict=True) if value != face.value)
                tried.append(Tried(die, face.value, answer, float(fits.max()), float(own - other)))
        return tried


def _thresholds(tried: Sequence[Tried]) -> tuple[float, float]:
    """Least fit and least lead of a set: what was read wrongly here must not be read at the table.

    The better the dice of the lesson fit one another, the more a die must: on clear pictures a face that was not taught
    fits another one rather well, too.
    """
    usual = float(np.quantile([one.fit for one in tried], _USUAL))
    fit = float(np.clip(usual - _BELOW_USUAL, LEAST_FIT, _LARGEST_FIT))
    wrong = max((-one.lead for one in tried if one.lead < 0 and one.fit >= fit), default=0.0)
    return round(fit, 4), round(float(np.clip(wrong + 0.01, LEAST_LEAD, _LARGEST_LEAD)), 4)


def confusion(tried: Sequence[Tried]) -> dict[Face, Counter[Face]]:
    """For every value, how often its dice were read as what."""
    table: dict[Face, Counter[Face]] = {}
    for one in tried:
        table.setdefault(one.value, Counter())[one.answer] += 1
    return table


def look_alikes(tried: Sequence[Tried]) -> tuple[LookAlike, ...]:
    """The pairs of faces that are taken for one another too often, by their values in order."""
    table = confusion(tried)
    values = list(table)
    pairs = []
    for i, one in enumerate(values):
        for other in values[i + 1 :]:
            dice = table[one].total() + table[other].total()
            wrong = table[one][other] + table[other][one]
            if wrong >= 2 and wrong / dice >= LOOK_ALIKE:
                pairs.append(LookAlike(one, other, round(wrong / dice, 3), dice))
    return tuple(pairs)
