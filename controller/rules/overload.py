"""Overload: three to five players, two figures each, one W8. One moment of a game, and what the table is asked for.

What happens in a turn, in the order of the rulebook: ``overload_turn``. The board, what can be set and how figures are
numbered: ``overload_board``. The sentences: ``overload_words``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.rules.core import (
    Answer,
    Choice,
    Choose,
    Event,
    Outcome,
    Question,
    Reason,
    Request,
    State,
    Step,
    Throw,
    Thrown,
    message,
    settle,
)
from controller.rules.overload_board import DISCS, FULL, HOUSE, KINDS, LETTERS, SEATS, START, Board, agree, letter
from controller.rules.overload_turn import CHOSEN, STEPS, Turn, exchanges
from controller.rules.setup import GameInfo, Setup

# --- what the table is asked for -------------------------------------------------------------------------------------

_LOADS: Final = tuple(str(discs) for discs in range(FULL + 1))

_NAMING: Final = message("Both figures stand on the start: which one moves?")
_LOADING: Final = message("Load the figure before the throw: how many discs?")
_THROWING: Final = message("Throw the die")
_MOVING: Final = message("Which figure moves?")
_STEPPING: Final = message("Plus/minus field: one field on or back?")
_MEETING: Final = message("Encounter: give or take, and with which figure?")

# Requests that are the same every time, by seat.
_Requests = dict[int, tuple[Request, ...]]
_ALL: Final = range(1, max(SEATS) + 1)
_NAME: Final[_Requests] = {seat: (Choice(seat, LETTERS, False, _NAMING),) for seat in _ALL}
_MOVE: Final[_Requests] = {seat: (Choice(seat, LETTERS, False, _MOVING),) for seat in _ALL}
_THROW: Final[_Requests] = {seat: (Throw(seat, ("d8",), _THROWING),) for seat in _ALL}
# „Diese Entscheidung fällt zwingend vor dem Würfelwurf.“ So the throw closes it.
_LOAD: Final[_Requests] = {seat: (Choice(seat, _LOADS, False, _LOADING, optional=True), *_THROW[seat]) for seat in _ALL}
_WAYS: Final = tuple(STEPS)


# --- one moment ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overload(State):
    """One moment of a game.

    Attributes:
        board: what was agreed before the game.
        ask: what the table must bring: ``name`` a figure on the start, ``load`` it, ``throw``, ``move`` a figure,
            ``step`` off a plus/minus field, ``exchange``; ``over`` when nothing more.
        seat: whose turn it is.
        round: from 1; a round is one turn for each.
        bowl: discs in the bowl.
        score: points by seat.
        position: where each figure stands; 0 is the start. ``board.goal`` is left at once, unless the game ended on
            the way there.
        discs: what each figure carries.
        figure: the figure that moves in this turn, as soon as that is known.
        thrown: what the die shows.
        met: figures on the arrival field with which there was no exchange yet.
        left: plus/minus fields that the figure has come to in this turn.
    """

    board: Board
    ask: str
    seat: int
    round: int
    bowl: int
    score: tuple[int, ...]
    position: tuple[int, ...]
    discs: tuple[int, ...]
    figure: int | None = None
    thrown: int | None = None
    met: tuple[int, ...] = ()
    left: tuple[int, ...] = ()

    def _needs(self) -> tuple[Request, ...]:
        match self.ask:
            case "throw":
                return _THROW[self.seat]
            case "load":
                return _LOAD[self.seat]
            case "move":
                return _MOVE[self.seat]
            case "name":
                return _NAME[self.seat]
            case "exchange":
                assert self.figure is not None
                return (Choice(self.seat, exchanges(self.discs, self.figure, self.met), False, _MEETING),)
            case "step":
                return (Choice(self.seat, self._ways(), False, _STEPPING, keys=_WAYS),)
        return ()

    def _ways(self) -> tuple[str, ...]:
        # Of neighbouring plus/minus fields a figure comes to each once a turn, so that it gets off them.
        assert self.figure is not None
        field = self.position[self.figure]
        return tuple(way for way, step in STEPS.items() if field + step not in self.left)

    @property
    def outcome(self) -> Outcome | None:
        if self.ask != "over":
            return None
        most = max(self.score)
        scores = dict(enumerate(self.score, start=1))
        return Outcome(tuple(seat for seat, points in scores.items() if points == most), scores, Reason.TARGET)

    def _follow(self, answer: Answer) -> tuple["Overload", list[Event]]:
        turn = Turn(self)
        if isinstance(answer, Thrown):
            turn.throw(int(answer.dice["d8"][0]))
        else:
            assert isinstance(answer, Choose)
            CHOSEN[self.ask](turn, answer.value)
        return _moment(turn), turn.events

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All is open, so every viewer sees the same.

        Besides what every game gives: ``turn`` whose turn it is, ``throw``, ``moving`` the figure, ``target``,
        ``fields``, ``special`` kinds by field, ``bowl``, and a seat's ``figures`` with ``position`` (0 the start) and
        ``discs``. A seat is ``locked`` while its load is set and the throw still to come.
        """
        return {
            "game": "overload",
            "round": self.round,
            "rounds": None,
            "turn": None if self.ask == "over" else self.seat,
            "throw": self.thrown,
            "moving": None if self.figure is None else letter(self.figure),
            "target": self.board.target,
            "fields": self.board.goal - 1,
            "special": {str(field): kind for field, kind in enumerate(self.board.kind) if kind in KINDS},
            "bowl": self.bowl,
            "seats": [
                {
                    "seat": one,
                    "score": self.score[one - 1],
                    "locked": one == self.seat and self.ask == "throw" and self.figure is not None,
                    "figures": [
                        {"figure": letter(figure), "position": self.position[figure], "discs": self.discs[figure]}
                        for figure in (2 * one - 2, 2 * one - 1)
                    ],
                }
                for one in range(1, self.board.players + 1)
            ],
        }


def _moment(turn: Turn) -> Overload:
    # Past the dataclass's own __init__, which sets a frozen field at a time: half the cost of a state.
    moment = object.__new__(Overload)
    moment.__dict__.update(
        board=turn.board,
        ask=turn.ask,
        seat=turn.seat,
        round=turn.round,
        bowl=turn.bowl,
        score=tuple(turn.score),
        position=tuple(turn.position),
        discs=tuple(turn.discs),
        figure=None if turn.figure < 0 else turn.figure,
        thrown=turn.thrown,
        met=turn.met,
        left=turn.left,
    )
    return moment


def _begin(setup: Setup, house: Mapping[str, Any]) -> Step:
    board = agree(setup, house)
    figures = 2 * board.players
    # „Der jüngste Spieler beginnt und bekommt den Würfel.“
    start = Overload(board, "name", board.first, 1, DISCS, (0,) * board.players, (START,) * figures, (0,) * figures)
    return settle(start, [])


GAME: Final = GameInfo(
    id="overload",
    name="Overload",
    seats=SEATS,
    dice=("d8",),
    about=message("Load two figures, race them to the goal, and never let one carry a ninth disc."),
    variants=(),
    house=HOUSE,
    begin=_begin,
    questions=(
        Question(_LOADING, _LOADS),
        Question(_MOVING, LETTERS),
        Question(_NAMING, LETTERS),
        Question(_MEETING),
        Question(_STEPPING, _WAYS),
    ),
)
