"""Dice that really lie there, and a camera that sees them well, badly, late or not at all."""

import random
from collections.abc import Sequence
from threading import Event
from typing import Literal

import numpy as np

from controller.journal.entries import (
    Annulled,
    AnyEntry,
    Corrected,
    FaceAgreed,
    FaceRuled,
    PictureRead,
    Rejected,
    Threw,
    ThrownAgain,
    Undone,
)
from controller.looking import Glance
from controller.matching import OpenDie
from controller.play import Play
from vision.camera.base import Frame
from vision.errors import CameraError
from vision.reading import DieReading, Face, Status, faces

Mood = Literal["well", "doubts", "fails", "breaks", "hangs"]
Place = tuple[int, int]
"""Whose die, and which of its own, from 0."""


def places(dice: Sequence[OpenDie]) -> list[Place]:
    """Where each die of a throw lies."""
    return [(die.seat, sum(one.seat == die.seat for one in dice[:at])) for at, die in enumerate(dice)]


class Lying:
    """The tray and its camera. A die is thrown when somebody first looks at it, and then shows that face.

    What the camera is sure of is right; whether the table keeps to it is what is tried.

    Attributes:
        automatic: people say when they have thrown.
        play: where the game stands; kept by whoever records.
        mood: of the camera.
        let_go: ends the looks that hang.
    """

    automatic = False

    def __init__(self, chance: random.Random, play: Play) -> None:
        self._chance = chance
        self._faces: dict[Place, Face] = {}
        self._looks = 0
        self.play = play
        self.mood: Mood = "well"
        self.let_go = Event()

    # --- the dice ----------------------------------------------------------------------------------------------------

    def face(self, at: int) -> Face:
        """What a die of the present throw shows."""
        dice = self.play.to_throw()
        place, die = places(dice)[at], dice[at]
        if place not in self._faces:
            if die.face is not None and not die.again:
                self._faces[place] = die.face
            else:
                self._faces[place] = self._kept(place) or self._chance.choice(faces(die.type))
        return self._faces[place]

    def _kept(self, place: Place) -> Face | None:
        """The face of a die that the rules do not let be thrown."""
        throw = next(throw for throw in self.play.throws if throw.seat == place[0])
        if place[1] not in throw.frozen:
            return None
        face: Face = self.play.state.view()["dice"][place[1]]
        return face

    def thrown(self, seat: int) -> dict[str, list[Face]]:
        """What a seat has thrown, by type of the physical dice, in no order."""
        dice = self.play.to_throw()
        shown: dict[str, list[Face]] = {}
        for at, die in enumerate(dice):
            if die.seat == seat:
                shown.setdefault(die.type, []).append(self.face(at))
        return {kind: sorted(values, key=str) for kind, values in shown.items()}

    def recorded(self, entry: AnyEntry, after: Play) -> None:
        """An entry now stands in the record: some dice are taken up by it, or thrown again."""
        before, self.play = self.play, after
        if isinstance(entry, Threw):
            self._faces = {place: face for place, face in self._faces.items() if place[0] != entry.seat}
        elif isinstance(entry, Annulled | Corrected | Undone):
            if after.dice != before.dice:
                self._faces.clear()
        elif isinstance(entry, Rejected | ThrownAgain | PictureRead) and not after.dice:
            self._faces.clear()
        elif isinstance(entry, FaceAgreed | FaceRuled) and entry.value is not None:
            self._faces[places(after.dice)[entry.die]] = entry.value
        if isinstance(entry, PictureRead):
            self._as_read(after.dice)
        if isinstance(entry, ThrownAgain | PictureRead):
            for place, die in zip(places(after.dice), after.dice, strict=True):
                if die.again:
                    self._faces.pop(place, None)

    def _as_read(self, dice: Sequence[OpenDie]) -> None:
        """Of a seat's own equal dice those that were read come first; people enter the others."""
        for seat, kind in {(die.seat, die.type) for die in dice}:
            own = {at: die for at, die in zip(places(dice), dice, strict=True) if (die.seat, die.type) == (seat, kind)}
            rest = [self._faces[at] for at in own if at in self._faces]
            read = [die.face for die in own.values() if die.settled and die.face is not None]
            if len(rest) < len(own) or any(rest.count(face) < read.count(face) for face in read):
                continue
            for face in read:
                rest.remove(face)
            for at, die in own.items():
                self._faces[at] = die.face if die.settled and die.face is not None else rest.pop(0)

    # --- the camera --------------------------------------------------------------------------------------------------

    def look(self, kinds: Sequence[str]) -> Glance:
        """What it sees of the dice, in its own thread."""
        self._looks += 1
        name, readings = f"look-{self._looks}", self._readings()
        match self.mood:
            case "fails":
                raise CameraError("the camera is unplugged")
            case "breaks":
                raise RuntimeError("what nobody has foreseen")
            case "hangs":
                # Late, and then about dice that may long have been thrown again.
                self.let_go.wait()
        seats = [seat if self._chance.random() < 0.8 else 0 for seat, _die in readings]
        outside = [self._doubts(0.05) for _one in readings]
        frame = Frame(np.zeros((2, 2, 3), np.uint8), name, 0.0)
        return Glance(frame, [die for _seat, die in readings], seats=seats, outside=outside)

    def _readings(self) -> list[tuple[int, DieReading]]:
        dice, chance = self.play.to_throw(), self._chance
        found = [(die.seat, self._reading(die.type, self.face(at))) for at, die in enumerate(dice)]
        missing = found.pop(chance.randrange(len(found)))[1].type if self._doubts(0.2) else ""
        # One that belongs to nobody. In the place of an equal one nobody could tell it.
        strange = chance.choice(sorted({"d4", "d6", "d8", "d20"} - {missing}))
        if self._doubts(0.2):
            found.append((0, self._reading(strange, chance.choice(faces(strange)))))
        chance.shuffle(found)
        return found

    def _reading(self, kind: str, face: Face) -> DieReading:
        status = self._chance.choice((Status.UNSURE, Status.COCKED)) if self._doubts(0.4) else Status.READ
        # What it is not sure of may be anything.
        shown = face if status is Status.READ else self._chance.choice(faces(kind))
        return DieReading(kind, shown, 0.9, status, (0, 0, 60, 60))

    def _doubts(self, often: float) -> bool:
        return self.mood == "doubts" and self._chance.random() < often
