"""Players without a plan: any game, played at random through what it ``needs``. For tests, goldens and the benchmark."""

from random import Random
from typing import NamedTuple

from controller.rules.core import (
    Answer,
    Choice,
    Choose,
    Draw,
    Drawn,
    Face,
    State,
    Step,
    Throw,
    Thrown,
    faces,
)

# No game lasts as long as this by chance: a rule that never ends shows up as a failed test, not as a hanging one.
LONGEST = 20_000
_FACES = {kind: faces(kind) for kind in ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "wizard")}


class Player:
    """Answers any request at random; remembers how the dice lie, since kept dice show what they showed."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)
        self.lying: tuple[Face, ...] = ()

    def answer(self, state: State) -> Answer:
        """A legal answer to one of the open requests."""
        # random() is far faster than choice(), and as good here.
        some = self.random.random
        needs = state.needs
        need = needs[int(some() * len(needs))]
        if type(need) is Choice:
            options = need.options
            # Choose(…) itself, without the Python call that a NamedTuple makes of it.
            return tuple.__new__(Choose, (need.seat, options[int(some() * len(options))]))
        if type(need) is Throw:
            return self._throw(need)
        assert type(need) is Draw
        return Drawn(need.options[int(some() * len(need.options))])

    def _throw(self, need: Throw) -> Thrown:
        if len(need.dice) == 1:
            kind = need.dice[0]
            return Thrown(need.seat, {kind: (_FACES[kind][int(self.random.random() * len(_FACES[kind]))],)})
        return self._throw_many(need)

    def _throw_many(self, need: Throw) -> Thrown:
        raise NotImplementedError


class Play(NamedTuple):
    """One whole game: the first step, and every answer with the step it led to."""

    start: Step
    answers: tuple[Answer, ...]
    steps: tuple[Step, ...]
