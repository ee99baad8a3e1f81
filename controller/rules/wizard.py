"""Wizard Würfelspiel: two to five players predict what seven dice will show; the order of this file is that of its rulebook.

Sheet and scoring are in ``wizard_sheet``, the spell cards in ``wizard_cards``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypedDict, TypeVar, Unpack, cast

from controller.rules import wizard_cards as cards
from controller.rules.core import (
    N_,
    Answer,
    Choice,
    Choose,
    Draw,
    Drawn,
    Event,
    GameInfo,
    IllegalAnswer,
    Message,
    Option,
    Outcome,
    Reason,
    Request,
    Setup,
    SetupError,
    State,
    Step,
    Throw,
    Thrown,
    Variant,
    WIZARD_FACES,
    message,
    settle,
)
from controller.rules.wizard_sheet import (
    BONUS,
    COLOURS,
    JESTER,
    Sheet,
    colour_of,
    number_of,
    score_count,
    score_jesters,
)

_T = TypeVar("_T")

# „7 Wizardwürfel“
SEVEN: Final = ("wizard",) * 7
# „Sobald jemand neun X notiert hat …, Profis spielen bis zwölf“
GOAL: Final = 9
EXPERT_GOAL: Final = 12
# A sheet has twenty fields, and each round uses one.
ROUNDS: Final = 20
# „Die Person mit der Startkarte würfelt bis zu dreimal“
THROWS: Final = 3

_NO_DICE: Final[tuple[str | None, ...]] = (None,) * 7
_SETTINGS: Final = tuple(f"{die} {face}" for die in range(7) for face in WIZARD_FACES)


class Phase(StrEnum):
    """What a round waits for."""

    CARD = "card"
    PREDICT = "predict"
    SECRET = "secret"
    COLOUR = "colour"
    SET = "set"
    THROW = "throw"
    STOP = "stop"
    SCORE = "score"
    OVER = "over"


class _Changes(TypedDict, total=False):
    round: int
    holder: int
    phase: Phase
    sheets: tuple[Sheet, ...]
    deck: tuple[str, ...]
    card: str | None
    predictions: tuple[str | None, ...]
    queue: tuple[int, ...]
    wizard_colour: str | None
    dice: tuple[str | None, ...]
    throws_left: int
    inside: tuple[int, ...]
    locks: tuple[str | None, ...]
    scoring: tuple[int, ...]
    striking: tuple[int, ...]


@dataclass(frozen=True)
class Wizard(State):
    """One moment of a game. Tuples of all seats begin with seat 1.

    Attributes:
        goal: the X that end the game.
        spell_cards: whether a card is revealed each round.
        round: 1 … 20.
        holder: the seat with the start card.
        phase: what the round waits for.
        sheets: by seat.
        deck: cards not yet revealed.
        card: the card in force.
        predictions: revealed ones, by seat.
        queue: seats that have still to predict, in order.
        wizard_colour: what wizards count as, where a colour is named.
        dice: the seven faces; ``None`` for a die not yet thrown.
        throws_left: how many throws the holder still has.
        inside: seats that have neither locked the dice in nor sit the round out.
        locks: hidden choices of this moment, by seat.
        scoring: seats that must say whether they score the count or the jesters.
        striking: seats that may strike a field.
    """

    goal: int
    spell_cards: bool
    round: int
    holder: int
    phase: Phase
    sheets: tuple[Sheet, ...]
    deck: tuple[str, ...]
    card: str | None
    predictions: tuple[str | None, ...]
    queue: tuple[int, ...]
    wizard_colour: str | None
    dice: tuple[str | None, ...]
    throws_left: int
    inside: tuple[int, ...]
    locks: tuple[str | None, ...]
    scoring: tuple[int, ...]
    striking: tuple[int, ...]

    def _next(self, **changes: Unpack[_Changes]) -> "Wizard":
        """A changed copy: what ``dataclasses.replace`` does, without its cost, which dominates with so many fields."""
        state = object.__new__(Wizard)
        own = state.__dict__
        own.update(self.__dict__)
        own.pop("needs", None)
        own.update(changes)
        return state

    def _needs(self) -> tuple[Request, ...]:
        match self.phase:
            case Phase.STOP:
                return tuple([_ask_stop(seat) for seat in self.inside if self.locks[seat - 1] is None])
            case Phase.PREDICT:
                seat = self.queue[0]
                return (Choice(seat, self._legal(seat), False, _PREDICT),)
            case Phase.THROW:
                return (self._throw_request(),)
            case Phase.COLOUR:
                return self._ask_colour()
            case Phase.SCORE:
                return self._ask_scoring()
            case Phase.CARD:
                return (Draw(self.deck, _DRAW),)
            case Phase.SECRET:
                return tuple(
                    Choice(seat, self._legal(seat), True, _PREDICT_SECRETLY)
                    for seat in self.queue
                    if self.locks[seat - 1] is None
                )
            case Phase.SET:
                return self._ask_setting()
            case Phase.OVER:
                return ()

    def _follow(self, answer: Answer) -> tuple["Wizard", list[Event]]:
        if isinstance(answer, Thrown):
            return self._throw(answer)
        if isinstance(answer, Drawn):
            return self._reveal_card(answer.value)
        match self.phase:
            case Phase.STOP:
                return self._stop(answer)
            case Phase.PREDICT:
                return self._predict(answer)
            case Phase.COLOUR:
                return self._name_colour(answer.value), [_named(self.holder, answer.value)]
            case Phase.SCORE if answer.seat in self.scoring:
                return self._choose_scoring(answer)
            case Phase.SCORE:
                return self._strike(answer)
            case Phase.SECRET:
                return self._predict_secretly(answer)
            case _:
                return self._set_die(answer.value)

    # --- Vorhersage --------------------------------------------------------------------------------------------------

    def _legal(self, seat: int) -> tuple[str, ...]:
        # „Jede Vorhersage muss sich von allen bisherigen dieser Runde unterscheiden; Wizards, Narren oder ein schon
        # gewertetes Feld darf man nicht vorhersagen.“
        return tuple([field for field in self.sheets[seat - 1].free if field not in self.predictions])

    def _sits_out(self, seat: int) -> bool:
        # A sheet with more free fields than there are players always has a legal one. The holder predicts first and
        # has a free field in each of the twenty rounds, so that the holder never sits out.
        return len(self.sheets[seat - 1].free) < len(self.sheets) and not self._legal(seat)

    def _predict(self, answer: Choose) -> tuple["Wizard", list[Event]]:
        seat, field = answer
        events = [_predicted(seat, field)]
        state = self._next(predictions=_with(self.predictions, seat, field), queue=self.queue[1:])
        if seat == self.holder:
            # „so oft würfeln, wie die Vorhersage hoch ist“
            if self.card == cards.THROWS_BY_PREDICTION:
                state = state._next(throws_left=number_of(field))
            # „nach der ersten Vorhersage sagen alle anderen gleichzeitig und geheim an“
            elif self.card == cards.SECRET:
                return state._next(phase=Phase.SECRET)._seat_out(events, all(map(state._sits_out, state.queue)))
        return state._seat_out(events, True)

    def _seat_out(self, events: list[Event], _: bool) -> tuple["Wizard", list[Event]]:
        raise NotImplementedError
