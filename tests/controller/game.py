"""A whole game of Überwurf as a script, and eyes that see what the test wants."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from controller.looking import Glance
from controller.rules import GAMES
from controller.rules.core import Answer, Choice, Choose, State, Throw, Thrown
from controller.rules.setup import Setup
from vision.camera.base import Frame
from vision.errors import VisionError
from vision.reading import DieReading, Face, Status


def random_game(seed: int) -> list[Answer]:
    """Every answer of a game of Überwurf, chosen at random; choices with one option only are left out."""
    dice = random.Random(seed)
    state: State = GAMES["ueberwurf"].start(Setup(players=2)).state
    answers: list[Answer] = []
    while state.needs:
        need = dice.choice(state.needs)
        if isinstance(need, Choice):
            answer: Answer = Choose(need.seat, dice.choice(need.options))
        else:
            assert isinstance(need, Throw)
            answer = Thrown(need.seat, {kind: (dice.randint(1, int(kind[1:])),) for kind in need.dice})
        answers.append(answer)
        state = state.apply(answer).state
    return answers


def outcome_of(answers: Sequence[Answer]) -> dict[str, object]:
    """How the rules alone end this game."""
    state: State = GAMES["ueberwurf"].start(Setup(players=2)).state
    for answer in answers:
        state = state.apply(answer).state
    assert state.outcome is not None
    outcome: dict[str, object] = state.outcome.as_json()["outcome"]
    return outcome


def seen(kind: str, value: Face | None, status: Status = Status.READ) -> DieReading:
    """A die as the reading gives it."""
    return DieReading(kind, value, 0.9, status, (0, 0, 60, 60))


class FakeEyes:
    """Eyes whose looks are scripted; the last one is repeated.

    Each look is a list of readings, an error to raise, or a function of the dice asked for.
    """

    def __init__(
        self,
        *looks: Sequence[DieReading] | VisionError | Callable[[Sequence[str]], Sequence[DieReading]],
        automatic: bool = True,
    ) -> None:
        self.automatic = automatic
        self.asked: list[list[str]] = []
        self._looks = list(looks) or [()]

    def look(self, kinds: Sequence[str]) -> Glance:
        self.asked.append(list(kinds))
        look = self._looks.pop(0) if len(self._looks) > 1 else self._looks[0]
        if isinstance(look, VisionError):
            raise look
        dice = look(kinds) if callable(look) else look
        return Glance(Frame(np.zeros((2, 2, 3), np.uint8), f"picture-{len(self.asked)}", 0.0), list(dice))
