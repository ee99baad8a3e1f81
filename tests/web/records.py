"""Records of whole games as the table writes them, without one: choices sealed, throws read, some entered by hand."""

import random
from typing import Any

from controller.journal.entries import AnyEntry, Chosen, Drawn, FaceEntered, FaceJudged, PictureRead, Seen, Started
from controller.journal.seal import seal
from controller.matching import OpenDie
from controller.play import Play, begin
from controller.rules.core import Choice
from tests.web.house import start
from vision.reading import Face, faces

PREFER = {"wizard": "wait"}
"""What is chosen where that makes the fullest rounds: nobody scores before the third throw."""


def record(
    game: str,
    players: int = 2,
    seed: int = 1,
    *,
    most: int = 400,
    names: tuple[str, ...] = ("Anna", "Jörg"),
    **more: Any,
) -> list[AnyEntry]:
    """The entries of a game that is played by chance, to its end or until there are so many."""
    return Recorder(start(game, players, names, **more), seed).play(most)


class Recorder:
    """Plays by chance and keeps the entries.

    Args:
        started: the game.
        seed: of the chance.
        doubt: how often a die is not read and is entered, 0 … 1.

    Attributes:
        now: where the game stands.
        entries: so far.
    """

    def __init__(self, started: Started, seed: int, doubt: float = 0.2) -> None:
        self._chance, self._doubt = random.Random(seed), doubt
        self.now: Play = begin(started)[0]
        self.entries: list[AnyEntry] = [started]
        self._pictures = 0

    def play(self, most: int) -> list[AnyEntry]:
        while not self.now.outcome and len(self.entries) < most:
            if self.now.draw:
                self.add(Drawn(self._chance.choice(self.now.draw.options)))
            elif choices := [one for one in self.now.choices if not one.optional] or self.now.choices[:1]:
                self._choose(choices[0])
            else:
                self._throw()
        return self.entries

    def add(self, entry: AnyEntry) -> None:
        """One more entry."""
        self.now, _events = self.now.fold(entry)
        self.entries.append(entry)

    def _choose(self, choice: Choice) -> None:
        preferred = PREFER.get(self.now.start.game, "")
        value = preferred if preferred in choice.options else self._chance.choice(choice.options)
        nonce = self._chance.randbytes(16).hex()
        self.add(Chosen(choice.seat, value, nonce, seal(nonce, value)))

    def _throw(self) -> None:
        self._pictures += 1
        seen = tuple(
            Seen(die.type, self._face(die), 0.9987, "read", (0, 0, 9, 9), die.seat)
            for die in self.now.to_throw()
            if self._chance.random() >= self._doubt
        )
        self.add(PictureRead(f"picture-{self._pictures}", seen))
        while not self.now.counted_throws():
            at, die = next((at, one) for at, one in enumerate(self.now.dice) if not one.settled)
            self.add(FaceEntered(die.seat, at, self._face(die)))
            self.add(FaceJudged(die.seat % self.now.start.players + 1, at, True))
        for entry in self.now.counted_throws():
            self.add(entry)

    def _face(self, die: OpenDie) -> Face:
        return self._chance.choice(faces(die.type))
