"""Wizard Würfelspiel: what is known at one moment of a game, what each may see of it, and who has won."""

from abc import ABC
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypedDict, TypeVar, Unpack

from controller.rules.core import Outcome, Reason, Request, State
from controller.rules.wizard_cards import DECK, extra
from controller.rules.wizard_sheet import Sheet, colour_of

_T = TypeVar("_T")

# „Sobald jemand neun X notiert hat …, Profis spielen bis zwölf“
GOAL: Final = 9
EXPERT_GOAL: Final = 12
# A sheet has twenty fields, and each round uses one.
ROUNDS: Final = 20
# „Die Person mit der Startkarte würfelt bis zu dreimal“
THROWS: Final = 3

NO_DICE: Final[tuple[str | None, ...]] = (None,) * 7


# What a round waits for.
Phase = Literal["card", "predict", "secret", "colour", "set", "throw", "stop", "score", "over"]


class _Fields(TypedDict, total=False):
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
    needs: tuple[Request, ...]


class _Record(State, ABC):
    # Lets the types of what is written into a copy be checked.
    __dict__: _Fields  # type: ignore[assignment]


@dataclass(frozen=True)
class Moment(_Record, ABC):
    """One moment of a game. Tuples of all seats begin with seat 1.

    Attributes:
        goal: the X that end the game.
        spell_cards: whether a card is revealed each round.
        sheets: by seat.
        locks: hidden choices of this moment, by seat.
        round: 1 … 20.
        holder: the seat with the start card.
        phase: what the round waits for.
        deck: cards not yet revealed.
        card: the card in force.
        predictions: those that all know, by seat.
        queue: seats that have still to predict, or to say whether they stop, in order.
        wizard_colour: what wizards count as, where a colour is named.
        dice: the seven faces; ``None`` for a die not yet thrown.
        throws_left: how many throws the holder still has.
        inside: seats that have neither locked the dice in nor sit the round out.
        scoring: seats that must say whether they score the count or the jesters.
        striking: seats that may strike a field.
    """

    goal: int
    spell_cards: bool
    sheets: tuple[Sheet, ...]
    locks: tuple[str | None, ...]
    round: int = 1
    holder: int = 1
    phase: Phase = "predict"
    deck: tuple[str, ...] = DECK
    card: str | None = None
    predictions: tuple[str | None, ...] = ()
    queue: tuple[int, ...] = ()
    wizard_colour: str | None = None
    dice: tuple[str | None, ...] = NO_DICE
    throws_left: int = THROWS
    inside: tuple[int, ...] = ()
    scoring: tuple[int, ...] = ()
    striking: tuple[int, ...] = ()

    def _change(self, **changes: Unpack[_Fields]) -> None:
        """Change a copy that nobody else has seen yet; a state that has been handed out never changes.

        What happens most writes into ``__dict__`` itself, since this call takes longer than most rules.
        """
        self.__dict__.update(changes)

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        # „Wer mindestens neun (Profis zwölf) X hat, erhält 3 Bonuspunkte.“
        scores = {seat: sheet.score(self.goal) for seat, sheet in enumerate(self.sheets, start=1)}
        # „Die meisten Punkte gewinnen; bei Gleichstand gewinnt, wer weniger närrische Wertungen gemacht hat.“
        most = max(scores.values())
        level = [seat for seat in scores if scores[seat] == most]
        fewest = min(self.sheets[seat - 1].jester_scorings for seat in level)
        winner = tuple(seat for seat in level if self.sheets[seat - 1].jester_scorings == fewest)
        return Outcome(winner, scores, Reason.TIEBREAK if len(winner) < len(level) else Reason.MOST_POINTS)

    # --- Ansicht -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return {
            "game": "wizard",
            "round": self.round,
            "rounds": ROUNDS,
            "phase": self.phase,
            "goal": self.goal,
            "holder": self.holder,
            "card": self.card,
            "wizard_colour": self.wizard_colour,
            "dice": list(self.dice),
            "throws_left": self.throws_left,
            "seats": [
                {
                    "seat": one,
                    "score": sheet.score(self.goal),
                    "locked": self.locks[one - 1] is not None,
                    "choice": self.locks[one - 1] if one == seat else None,
                    "prediction": self.predictions[one - 1],
                    "counts": self._counts(one),
                    "inside": one in self.inside,
                    "crosses": sheet.crosses,
                    "sheet": sheet.as_json(),
                }
                for one, sheet in enumerate(self.sheets, start=1)
            ],
        }

    def _counts(self, seat: int) -> int | None:
        """How many of the dice that lie there count as the colour a seat has predicted; while it can still score."""
        field = self.predictions[seat - 1]
        if field is None or seat not in (*self.inside, *self.scoring) or self.phase not in ("stop", "score"):
            return None
        colour = colour_of(field)
        return self.dice.count(colour) + extra(self.card, self.dice, colour, self.wizard_colour)


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats, beginning with one.

    >>> clockwise(2, 3)
    (2, 3, 1)
    """
    return (*range(first, seats + 1), *range(1, first))


def put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    """Values by seat, with one of them changed.

    >>> put((0, 0, 0), 2, 5)
    (0, 5, 0)
    """
    changed = list(values)
    changed[seat - 1] = value
    return tuple(changed)


@cache
def without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The other seats.

    >>> without((2, 3, 1), 3)
    (2, 1)
    """
    return tuple(one for one in seats if one != seat)
