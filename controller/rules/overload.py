"""Overload: three to five players, two figures each, one W8; the order of this file is the order of its rulebook.

A figure is known by its index: 0 and 1 are A and B of seat 1, 2 and 3 of seat 2, and so on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.rules.core import (
    Answer,
    Choice,
    Choose,
    Event,
    GameInfo,
    Message,
    Outcome,
    Reason,
    Request,
    Setup,
    State,
    Step,
    Throw,
    Thrown,
    message,
    settle,
)
from controller.rules.overload_board import DISCS, FULL, HOUSE, PLAIN, Board, agree

SEATS: Final = (2, 3, 4, 5)
START: Final = 0
LETTERS: Final = ("A", "B")


def letter(figure: int) -> str:
    """What a seat calls its figure.

    >>> letter(3)
    'B'
    """
    return LETTERS[figure % 2]


def owner(figure: int) -> int:
    """The seat that a figure belongs to.

    >>> owner(3)
    2
    """
    return figure // 2 + 1


def label(figure: int) -> str:
    """A figure as the options of an encounter and the events name it.

    >>> label(3)
    '2B'
    """
    return f"{owner(figure)}{letter(figure)}"


# --- what the table is asked for -------------------------------------------------------------------------------------

_FIGURES: Final = range(2 * max(SEATS))
_GIVE: Final = tuple(f"give:{label(figure)}" for figure in _FIGURES)
_TAKE: Final = tuple(f"take:{label(figure)}" for figure in _FIGURES)
_EXCHANGES: Final = {
    text: (gives, figure) for gives, texts in ((True, _GIVE), (False, _TAKE)) for figure, text in enumerate(texts)
}
_STEPS: Final = {"+1": 1, "-1": -1}
_LOADS: Final = tuple(str(discs) for discs in range(FULL + 1))

_STARTING: Final = message("Both figures stand on the start: which one moves?")
_LOADING: Final = message("Load the figure before the throw: how many discs?")
_THROWING: Final = message("Throw the die")
_MOVING: Final = message("Which figure moves?")
_STEPPING: Final = message("Plus/minus field: one field forward or back?")
_MEETING: Final = message("Encounter: give or take, with which figure?")

# Requests that are the same every time, by seat.
_THROW: Final[dict[int, tuple[Request, ...]]] = {
    seat: (Throw(seat, ("d8",), _THROWING),) for seat in range(1, max(SEATS) + 1)
}
_NAME: Final[dict[int, tuple[Request, ...]]] = {seat: (Choice(seat, LETTERS, False, _STARTING),) for seat in _THROW}
_MOVE: Final[dict[int, tuple[Request, ...]]] = {seat: (Choice(seat, LETTERS, False, _MOVING),) for seat in _THROW}
# „Diese Entscheidung fällt zwingend vor dem Würfelwurf.“ The throw closes it.
_LOAD: Final[dict[int, tuple[Request, ...]]] = {
    seat: (Choice(seat, _LOADS, False, _LOADING, optional=True), *_THROW[seat]) for seat in _THROW
}


def exchanges(discs: tuple[int, ...] | list[int], figure: int, met: tuple[int, ...]) -> tuple[str, ...]:
    """The exchanges that are possible between a figure and those that it has still to meet.

    >>> exchanges((1, 0, 0, 8), 0, (2, 3))
    ('give:2A', 'give:2B', 'take:2B')
    """
    # „Hat eine beteiligte Figur keine Scheibe, gilt: Der Tausch muss ausgeführt werden, sofern er überhaupt möglich
    # ist.“
    options = []
    for other in met:
        if discs[figure]:
            options.append(_GIVE[other])
        if discs[other]:
            options.append(_TAKE[other])
    return tuple(options)


# --- one moment ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overload(State):
    """One moment of a game.

    Attributes:
        board: what was agreed before the game.
        ask: what the table must bring: ``name`` a figure on the start, ``load``, ``throw``, ``move`` a figure,
            ``step`` off a plus/minus field, ``exchange``; ``over`` when nothing more.
        seat: whose turn it is.
        round: from 1; a round is one turn a seat.
        bowl: discs in the bowl.
        score: Siegpunkte, by seat.
        position: where each figure stands; 0 is the start, ``board.goal`` the goal (left at once, unless the game
            ended on the way).
        discs: what each figure carries.
        figure: the figure that moves in this turn, as soon as that is known.
        thrown: what the die shows.
        met: figures on the arrival field with which there was no exchange yet.
        left: plus/minus fields that the figure has come upon in this turn.
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
                return (Choice(self.seat, self._ways(), False, _STEPPING),)
        return ()

    def _ways(self) -> tuple[str, ...]:
        # A chain of plus/minus fields comes upon each of them once, so that it ends.
        assert self.figure is not None
        field = self.position[self.figure]
        return tuple(way for way, step in _STEPS.items() if field + step not in self.left)

    @property
    def outcome(self) -> Outcome | None:
        if self.ask != "over":
            return None
        most = max(self.score)
        winner = tuple(seat for seat, points in enumerate(self.score, start=1) if points == most)
        return Outcome(winner, dict(enumerate(self.score, start=1)), Reason.TARGET)

    def _follow(self, answer: Answer) -> tuple["Overload", list[Event]]:
        turn = _Turn(self)
        if isinstance(answer, Thrown):
            turn.throw(int(answer.dice["d8"][0]))
        else:
            assert isinstance(answer, Choose)
            _CHOSEN[self.ask](turn, answer.value)
        return turn.moment(), turn.events

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Nothing is hidden. ``locked``: the load is set and the throw still to come; ``turn``: whose turn it is."""
        over = self.ask == "over"
        return {
            "game": "overload",
            "round": self.round,
            "rounds": None,
            "turn": None if over else self.seat,
            "throw": self.thrown,
            "moving": None if self.figure is None else letter(self.figure),
            "target": self.board.target,
            "fields": self.board.goal - 1,
            "special": {str(field): kind for field, kind in enumerate(self.board.kind) if kind != PLAIN},
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


class _Turn:
    """The numbers of a moment while one answer changes them, and what is told about that."""

    __slots__ = (
        "ask", "board", "bowl", "discs", "events", "figure", "left", "met", "position", "round", "score", "seat",
        "thrown",
    )  # fmt: skip

    def __init__(self, moment: Overload) -> None:
        self.board = moment.board
        self.ask = moment.ask
        self.seat = moment.seat
        self.round = moment.round
        self.bowl = moment.bowl
        self.score = list(moment.score)
        self.position = list(moment.position)
        self.discs = list(moment.discs)
        self.figure = moment.figure
        self.thrown = moment.thrown
        self.met = moment.met
        self.left = moment.left
        self.events: list[Event] = []

    def moment(self) -> Overload:
        """The next state."""
        return Overload(
            self.board, self.ask, self.seat, self.round, self.bowl, tuple(self.score), tuple(self.position),
            tuple(self.discs), self.figure, self.thrown, self.met, self.left,
        )  # fmt: skip

    def tell(self, name: str, seat: int, text: Message, **data: Any) -> None:
        self.events.append(Event(name, seat, text, data))

    # --- Scheiben aufladen -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """What the seat whose turn begins is asked first."""
        # „Steht aber eine Figur auf dem Startfeld, musst du zuerst diese Figur ins Spiel bringen.“
        first = 2 * self.seat - 2
        waiting = [figure for figure in (first, first + 1) if self.position[figure] == START]
        self.figure = waiting[0] if len(waiting) == 1 else None
        self.ask = ("throw", "load", "name")[len(waiting)]

    def name(self, value: str) -> None:
        """Both figures stand on the start; this one moves."""
        self.figure = self._own(value)
        self.ask = "load"
        text = message("{seat:seat} brings figure {figure} onto the track", seat=self.seat, figure=value)
        self.tell("figure", self.seat, text, figure=label(self.figure))

    def load(self, value: str) -> None:
        # „Solange eine Figur auf dem Startfeld steht, darfst du ihr bis zu 8 Scheiben aus der Schale aufstecken.“
        figure = self._moving()
        self.discs[figure] = int(value)
        self.bowl -= int(value)
        self.ask = "throw"
        text = message(
            "{seat:seat} loads figure {figure} before the throw: {discs} of 8",
            seat=self.seat,
            figure=letter(figure),
            discs=int(value),
        )
        self.tell("load", self.seat, text, figure=label(figure), discs=int(value))

    # --- Ziehen ------------------------------------------------------------------------------------------------------

    def throw(self, value: int) -> None:
        # „1. Würfle mit dem achtseitigen Würfel.“
        self.thrown = value
        text = message("{seat:seat} throws {die:die}: {value}", seat=self.seat, die="d8", value=value)
        self.tell("thrown", self.seat, text, die="d8", value=value)
        if self.ask == "load":
            # „Wer sie vergisst, schickt die Figur ohne Scheiben los.“
            figure = letter(self._moving())
            text = message("No load was set before the throw: figure {figure} starts with 0 of 8", figure=figure)
            self.tell("load", self.seat, text, figure=label(self._moving()), discs=0)
        if self.figure is None:
            # „3. Du darfst nach dem Wurf frei wählen, welche Figur du bewegst.“
            self.ask = "move"
        else:
            self._advance()

    def move(self, value: str) -> None:
        """This figure moves."""
        self.figure = self._own(value)
        self._advance()

    def _advance(self) -> None:
        # „2. Ziehe eine deiner beiden Figuren genau um die gewürfelte Augenzahl vorwärts.“
        # „Ins Ziel muss nicht genau gewürfelt werden, überschüssige Schritte verfallen.“
        figure = self._moving()
        departure = self.position[figure]
        arrival = min(departure + (self.thrown or 0), self.board.goal)
        values = {"seat": self.seat, "figure": letter(figure), "a": departure, "b": arrival}
        if departure == START:
            text = message("{seat:seat} moves figure {figure} from the start to field {b}", **values)
        elif arrival == self.board.goal:
            text = message("{seat:seat} moves figure {figure} from field {a} into the goal", **values)
        else:
            text = message("{seat:seat} moves figure {figure} from field {a} to field {b}", **values)
        self.tell("moved", self.seat, text, figure=label(figure), departure=departure, arrival=arrival)
        self.position[figure] = arrival
        self._overtake(departure, arrival)
        if self.ask != "over":
            self._arrive()

    # --- Überholen ---------------------------------------------------------------------------------------------------

    def _overtake(self, departure: int, arrival: int) -> None:
        # „Ziehst du an anderen Figuren vorbei, bekommt jede überholte Figur 1 Scheibe aus der Schale aufgesteckt. Das
        # gilt für fremde Figuren genauso wie für deine eigene zweite Figur.“
        position = self.position
        passed = [figure for figure, field in enumerate(position) if departure < field < arrival]
        if len(passed) > 1:
            passed.sort(key=position.__getitem__)
        for figure in passed:
            # „Eine überholte Figur auf diesem Feld erhält 2 Scheiben.“
            twice = self.board.kind[position[figure]] == "double"
            for disc in (1, 2) if twice else (1,):
                self._overtaken(figure, disc, twice)
                if self.ask == "over":
                    return
                if position[figure] == START:
                    break

    def _overtaken(self, figure: int, disc: int, twice: bool) -> None:
        carries = self.discs[figure] + 1
        values = {"figure": letter(figure), "owner": owner(figure), "field": self.position[figure], "discs": carries}
        if twice:
            text = message(
                "Figure {figure} of {owner:seat} is overtaken on the double field {field}: "
                "disc {n} of 2 from the bowl, {discs} of 8",
                n=disc,
                **values,
            )
        else:
            text = message(
                "Figure {figure} of {owner:seat} is overtaken on field {field}: a disc from the bowl, {discs} of 8",
                **values,
            )
        self.tell("overtaken", owner(figure), text, figure=label(figure), field=values["field"], discs=carries)
        self._add(figure)

    # --- Sonderaktionsfelder -----------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        # „Endet ein Zug auf so einem Feld, muss die Aktion ausgeführt werden.“ Before any encounter.
        figure = self._moving()
        field = self.position[figure]
        match self.board.kind[field]:
            case "plus":
                self._plus(figure)
            case "minus":
                self._minus(figure)
            case "plus_minus":
                # „Die Figur muss sofort 1 Feld vor oder zurück. Auf diesem Feld bleibt also nie eine Figur stehen.“
                self.left += (field,)
                self.ask = "step"
                return
        if field == self.board.goal:
            self._reach_goal(figure)
        elif self.position[figure] == START:
            self._end_turn()
        else:
            self._meet(field)

    def _plus(self, figure: int) -> None:
        # „Die Figur erhält eine Scheibe aus der Schale, ein Overload kann dadurch ausgelöst werden.“
        carries = self.discs[figure] + 1
        text = message("Plus field: figure {figure} gets a disc, {discs} of 8", figure=letter(figure), discs=carries)
        self.tell("plus", self.seat, text, figure=label(figure), discs=carries)
        self._add(figure)

    def _minus(self, figure: int) -> None:
        # „Die Figur gibt eine Scheibe ab, sie kommt zurück in die Schale.“
        if self.discs[figure]:
            self.discs[figure] -= 1
            self.bowl += 1
            text = message(
                "Minus field: figure {figure} loses a disc, {discs} of 8",
                figure=letter(figure),
                discs=self.discs[figure],
            )
        else:
            text = message("Minus field: figure {figure} has no disc to lose", figure=letter(figure))
        self.tell("minus", self.seat, text, figure=label(figure), discs=self.discs[figure])

    def step(self, value: str) -> None:
        """Off the plus/minus field; the new field's action and encounters follow."""
        # „Landet sie dadurch wieder bei einer eben überholten Figur, bekommt diese zuerst eine Scheibe aus der Schale,
        # danach folgt das normale Geben oder Nehmen.“ It has had that disc when it was overtaken.
        figure = self._moving()
        self.position[figure] += _STEPS[value]
        field = self.position[figure]
        text = message("Plus/minus field: figure {figure} goes on to field {b}", figure=letter(figure), b=field)
        if value == "-1":
            text = message("Plus/minus field: figure {figure} goes back to field {b}", figure=letter(figure), b=field)
        self.tell("stepped", self.seat, text, figure=label(figure), arrival=field)
        self._arrive()

    # --- Begegnung auf einem Feld ------------------------------------------------------------------------------------

    def _meet(self, field: int) -> None:
        # „Stehen mehrere Figuren auf dem Feld, entscheidest du für jede einzeln zwischen Geben und Nehmen.“
        moving = self.figure
        self.met = tuple(figure for figure, other in enumerate(self.position) if other == field and figure != moving)
        self._go_on()

    def _go_on(self) -> None:
        """Ask for the next exchange as long as one is possible: a disc just taken can be given on."""
        figure = self._moving()
        if not self.met:
            self._end_turn()
        elif exchanges(self.discs, figure, self.met):
            self.ask = "exchange"
        else:
            for other in self.met:
                text = message(
                    "Figure {figure} meets figure {other} of {owner:seat}: neither has a disc, nothing happens",
                    figure=letter(figure),
                    other=letter(other),
                    owner=owner(other),
                )
                self.tell("met", self.seat, text, figure=label(figure), other=label(other))
            self._end_turn()

    def exchange(self, value: str) -> None:
        """Give or take, disc by disc."""
        gives, other = _EXCHANGES[value]
        self.met = tuple(figure for figure in self.met if figure != other)
        figure = self._moving()
        giver, taker = (figure, other) if gives else (other, figure)
        # „… beim Treffen auf diesem Feld werden je 2 Scheiben gegeben oder genommen, sofern möglich.“
        for _ in range(2 if self.board.kind[self.position[figure]] == "double" else 1):
            if self.discs[giver] and self.position[giver] == self.position[taker]:
                self._hand_over(giver, taker)
        if self.ask == "over":
            return
        if self.position[figure] == START:
            self._end_turn()
        else:
            self._go_on()

    def _hand_over(self, giver: int, taker: int) -> None:
        values = {
            "figure": letter(giver),
            "owner": owner(giver),
            "n1": self.discs[giver] - 1,
            "other": letter(taker),
            "taker": owner(taker),
            "n2": self.discs[taker] + 1,
        }
        if giver == self.figure:
            # „Geben: Du steckst eine Scheibe von deiner Figur auf die andere Figur.“
            text = message(
                "Give: a disc from figure {figure} of {owner:seat} ({n1} left) to figure {other} of {taker:seat} ({n2})",
                **values,
            )
        else:
            # „Nehmen: Du nimmst eine Scheibe der anderen Figur und steckst sie auf deine eigene.“
            text = message(
                "Take: a disc from figure {figure} of {owner:seat} ({n1} left) to figure {other} of {taker:seat} ({n2})",
                **values,
            )
        name = "give" if giver == self.figure else "take"
        self.tell(name, self.seat, text, giver=label(giver), taker=label(taker))
        if self.discs[taker] == FULL:
            self._overload(taker, giver)
        else:
            self.discs[giver] -= 1
            self.discs[taker] += 1

    # --- Overload ----------------------------------------------------------------------------------------------------

    def _add(self, figure: int) -> None:
        """A disc from the bowl, which is never short: whoever can carry one more leaves one there."""
        if self.discs[figure] == FULL:
            self._overload(figure, None)
        else:
            self.discs[figure] += 1
            self.bowl -= 1

    def _overload(self, figure: int, giver: int | None) -> None:
        # „Müsste eine 9. Scheibe aufgesteckt werden, ist die Figur überladen. Sie kommt sofort zurück auf das
        # Startfeld, die 8 Scheiben wandern in die Schale.“ A ninth disc from the bowl never leaves it.
        self.position[figure] = START
        self.discs[figure] = 0
        self.bowl += FULL
        values = {"figure": letter(figure), "owner": owner(figure), "seat": self.seat}
        if owner(figure) == self.seat:
            # „Für das Überladen der eigenen Figur gibt es nichts.“
            text = message("Overload: figure {figure} of {owner:seat} goes back to the start; own figure, no point", **values)
            self.tell("overload", self.seat, text, figure=label(figure), points=0)
        else:
            # „Wer den Overload einer fremden Figur verursacht hat, erhält einen 1er-Siegpunktchip.“
            text = message(
                "Overload: figure {figure} of {owner:seat} goes back to the start; {points:points} for {seat:seat}",
                points=1,
                **values,
            )
            self.tell("overload", self.seat, text, figure=label(figure), points=1)
        if giver is not None:
            self._ninth(giver)
        if owner(figure) != self.seat:
            self._score(1)

    def _ninth(self, giver: int) -> None:
        """The ninth disc came from another figure."""
        if self.board.ninth_to_giver:
            text = message("The ninth disc stays with figure {figure} of {seat:seat}", figure=letter(giver), seat=owner(giver))
            self.tell("ninth", owner(giver), text, figure=label(giver), discs=self.discs[giver])
        else:
            self.discs[giver] -= 1
            self.bowl += 1

    # --- Ins Ziel kommen ---------------------------------------------------------------------------------------------

    def _reach_goal(self, figure: int) -> None:
        # „Du bekommst für jede Scheibe auf der Figur 1 Siegpunkt. … Trägt die Figur genau 8 Scheiben, gibt es
        # 4 Bonuspunkte, also insgesamt 12 Punkte.“
        discs = self.discs[figure]
        values = {"seat": self.seat, "figure": letter(figure), "discs": discs}
        points = discs
        if discs == FULL:
            points += BONUS
            text = message(
                "Goal: figure {figure} of {seat:seat} carries exactly 8 discs, 4 more: {points:points}",
                points=points,
                **values,
            )
        else:
            text = message("Goal: figure {figure} of {seat:seat} carries {discs} of 8: {points:points}", points=points, **values)
        # „Die Scheiben kommen zurück in die Schale, die Figur zurück auf das Startfeld.“
        self.bowl += discs
        self.discs[figure] = 0
        self.position[figure] = START
        score = self.score[self.seat - 1] + points
        self.tell("goal", self.seat, text, figure=label(figure), discs=discs, points=points, score=score)
        self._score(points)
        if self.ask != "over":
            self._end_turn()
