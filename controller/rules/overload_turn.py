"""One turn of Overload, in the order of its rulebook. A moment between two answers is ``overload.Overload``."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from controller.rules import overload_words as words
from controller.rules.core import Event
from controller.rules.overload_board import BONUS, FULL, LETTERS, SEATS, START, label, owner

if TYPE_CHECKING:
    from controller.rules.overload import Overload

STEPS: Final = {"+1": 1, "-1": -1}
_GIVE: Final = tuple(f"give:{label(figure)}" for figure in range(2 * max(SEATS)))
_TAKE: Final = tuple(f"take:{label(figure)}" for figure in range(2 * max(SEATS)))
_GIVES: Final = {value: figure for figure, value in enumerate(_GIVE)}
_TAKES: Final = {value: figure for figure, value in enumerate(_TAKE)}


def exchanges(discs: Sequence[int], figure: int, met: tuple[int, ...]) -> tuple[str, ...]:
    """What is possible between a figure and those that it has still to meet.

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


class Turn:
    """The numbers of a moment while one answer changes them; named and described as in ``Overload``."""

    __slots__ = (
        "ask", "board", "bowl", "discs", "events", "figure", "left", "met", "position", "round", "score", "seat",
        "thrown",
    )  # fmt: skip

    def __init__(self, moment: "Overload") -> None:
        self.board = moment.board
        self.ask = moment.ask
        self.seat = moment.seat
        self.round = moment.round
        self.bowl = moment.bowl
        self.score = list(moment.score)
        self.position = list(moment.position)
        self.discs = list(moment.discs)
        # A figure is looked at only where one is known.
        self.figure = -1 if moment.figure is None else moment.figure
        self.thrown = moment.thrown
        self.met = moment.met
        self.left = moment.left
        self.events: list[Event] = []

    # --- Scheiben aufladen -------------------------------------------------------------------------------------------

    def begin(self, seat: int) -> None:
        """A seat's turn begins."""
        # „Steht aber eine Figur auf dem Startfeld, musst du zuerst diese Figur ins Spiel bringen.“
        self.seat = seat
        first, second = 2 * seat - 2, 2 * seat - 1
        a, b = self.position[first], self.position[second]
        if a == b == START:
            self.ask, self.figure = "name", -1
        elif START in (a, b):
            self.ask, self.figure = "load", first if a == START else second
        else:
            self.ask, self.figure = "throw", -1

    def name(self, value: str) -> None:
        """This one of two figures on the start moves."""
        self.figure = self._own(value)
        self.ask = "load"
        self.events.append(words.named(self.figure))

    def load(self, value: str) -> None:
        """Discs from the bowl for the figure on the start."""
        # „Solange eine Figur auf dem Startfeld steht, darfst du ihr bis zu 8 Scheiben aus der Schale aufstecken.“
        discs = int(value)
        self.discs[self.figure] = discs
        self.bowl -= discs
        self.ask = "throw"
        self.events.append(words.loaded(self.figure, discs))

    # --- Ziehen ------------------------------------------------------------------------------------------------------

    def throw(self, value: int) -> None:
        """The die lies."""
        # „1. Würfle mit dem achtseitigen Würfel.“
        self.thrown = value
        self.events.append(words.thrown(self.seat, value))
        if self.ask == "load":
            # „Wer sie vergisst, schickt die Figur ohne Scheiben los.“
            self.events.append(words.forgotten(self.figure))
        if self.figure < 0:
            # „3. Du darfst nach dem Wurf frei wählen, welche Figur du bewegst.“
            self.ask = "move"
        else:
            self._advance(value)

    def move(self, value: str) -> None:
        """This one of two figures on the track moves."""
        self.figure = self._own(value)
        assert self.thrown is not None
        self._advance(self.thrown)

    def _own(self, value: str) -> int:
        return 2 * self.seat - 2 + LETTERS.index(value)

    def _advance(self, steps: int) -> None:
        # „2. Ziehe eine deiner beiden Figuren genau um die gewürfelte Augenzahl vorwärts.“
        # „Ins Ziel muss nicht genau gewürfelt werden, überschüssige Schritte verfallen.“
        departure = self.position[self.figure]
        arrival = min(departure + steps, self.board.goal)
        self.position[self.figure] = arrival
        self.events.append(words.moved(self.figure, departure, arrival, self.board.goal))
        self._overtake(departure, arrival)
        if self.ask != "over":
            self._arrive()

    # --- Überholen ---------------------------------------------------------------------------------------------------

    def _overtake(self, departure: int, arrival: int) -> None:
        # „Ziehst du an anderen Figuren vorbei, bekommt jede überholte Figur 1 Scheibe aus der Schale aufgesteckt. Das
        # gilt für fremde Figuren genauso wie für deine eigene zweite Figur.“ Whoever stands where the figure came
        # from, on the start too, or where it arrives is not passed.
        passed = [figure for figure, field in enumerate(self.position) if departure < field < arrival]
        if len(passed) > 1:
            passed.sort(key=self.position.__getitem__)
        for figure in passed:
            field = self.position[figure]
            # „Eine überholte Figur auf diesem Feld erhält 2 Scheiben.“
            for nth in (1, 2) if self.board.kind[field] == "double" else (0,):
                # An overload ends it for the figure, the last point for all.
                if self.position[figure] == field and self.ask != "over":
                    self.events.append(words.overtaken(figure, field, self.discs[figure] + 1, nth))
                    self._add(figure)

    # --- Sonderaktionsfelder -----------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        # „Endet ein Zug auf so einem Feld, muss die Aktion ausgeführt werden.“ Any encounter comes after it.
        field = self.position[self.figure]
        match self.board.kind[field]:
            case "goal":
                self._reach_goal()
            case "plus_minus":
                # „Die Figur muss sofort 1 Feld vor oder zurück. Auf diesem Feld bleibt also nie eine Figur stehen.“
                self.left += (field,)
                self.ask = "step"
            case "plus":
                self._plus()
                self._meet(field)
            case "minus":
                self._minus()
                self._meet(field)
            case _:
                self._meet(field)

    def _plus(self) -> None:
        # „Die Figur erhält eine Scheibe aus der Schale, ein Overload kann dadurch ausgelöst werden.“
        self.events.append(words.plus(self.figure, self.discs[self.figure] + 1))
        self._add(self.figure)

    def _minus(self) -> None:
        # „Die Figur gibt eine Scheibe ab, sie kommt zurück in die Schale.“
        gives = self.discs[self.figure] > 0
        if gives:
            self.discs[self.figure] -= 1
            self.bowl += 1
        self.events.append(words.minus(self.figure, self.discs[self.figure], gives))

    def step(self, value: str) -> None:
        """Off a plus/minus field; the new field's action and encounters follow."""
        # „Landet sie dadurch wieder bei einer eben überholten Figur, bekommt diese zuerst eine Scheibe aus der Schale,
        # danach folgt das normale Geben oder Nehmen.“ That disc it has had when it was overtaken.
        self.position[self.figure] += STEPS[value]
        self.events.append(words.stepped(self.figure, self.position[self.figure], STEPS[value]))
        self._arrive()

    # --- Begegnung auf einem Feld ------------------------------------------------------------------------------------

    def _meet(self, here: int) -> None:
        # „Stehen mehrere Figuren auf dem Feld, entscheidest du für jede einzeln zwischen Geben und Nehmen.“
        if self.position[self.figure] == here and self.position.count(here) > 1:
            self.met = tuple(
                figure for figure, field in enumerate(self.position) if field == here and figure != self.figure
            )
            self._meet_next()
        else:
            self._end_turn()

    def _meet_next(self) -> None:
        # Judged anew after each exchange: a disc just taken can be given on.
        if exchanges(self.discs, self.figure, self.met):
            self.ask = "exchange"
            return
        self.events += [words.met(self.figure, other) for other in self.met]
        self._end_turn()

    def exchange(self, value: str) -> None:
        """Give or take."""
        gives = value in _GIVES
        other = _GIVES[value] if gives else _TAKES[value]
        giver, taker = (self.figure, other) if gives else (other, self.figure)
        self.met = tuple(figure for figure in self.met if figure != other)
        field = self.position[self.figure]
        # „… beim Treffen auf diesem Feld werden je 2 Scheiben gegeben oder genommen, sofern möglich.“
        for _ in (1, 2) if self.board.kind[field] == "double" else (1,):
            if self.discs[giver] and self.position[taker] == field:
                self._hand_over(giver, taker)
        if self.ask == "over":
            return
        if self.position[self.figure] == field:
            self._meet_next()
        else:
            self._end_turn()

    def _hand_over(self, giver: int, taker: int) -> None:
        left, carries = self.discs[giver] - 1, self.discs[taker] + 1
        if giver == self.figure:
            # „Geben: Du steckst eine Scheibe von deiner Figur auf die andere Figur. Das kann dort einen Overload
            # auslösen.“
            self.events.append(words.gave(giver, taker, left, carries))
        else:
            # „Nehmen: Du nimmst eine Scheibe der anderen Figur und steckst sie auf deine eigene.“
            self.events.append(words.took(taker, giver, left, carries))
        if carries <= FULL:
            self.discs[giver], self.discs[taker] = left, carries
            return
        if self.board.ninth_to_giver:
            self.events.append(words.ninth_kept(giver))
        else:
            self.discs[giver] = left
            self.bowl += 1
        self._overload(taker)

    # --- Overload ----------------------------------------------------------------------------------------------------

    def _add(self, figure: int) -> None:
        # The bowl is never short: as long as a figure can carry one more disc, there is one. One that overloads need
        # not leave it.
        if self.discs[figure] == FULL:
            self._overload(figure)
        else:
            self.discs[figure] += 1
            self.bowl -= 1

    def _overload(self, figure: int) -> None:
        # „Müsste eine 9. Scheibe aufgesteckt werden, ist die Figur überladen. Sie kommt sofort zurück auf das
        # Startfeld, die 8 Scheiben wandern in die Schale, und es gibt keine Punkte dafür.“
        self.position[figure] = START
        self.discs[figure] = 0
        self.bowl += FULL
        self.events.append(words.overloaded(self.seat, figure))
        # „Wer den Overload einer fremden Figur verursacht hat, erhält einen 1er-Siegpunktchip. Für das Überladen der
        # eigenen Figur gibt es nichts.“
        if owner(figure) != self.seat:
            self._score(1)

    # --- Ins Ziel kommen ---------------------------------------------------------------------------------------------

    def _reach_goal(self) -> None:
        # „Du bekommst für jede Scheibe auf der Figur 1 Siegpunkt in Chips ausgezahlt. Trägt die Figur genau 8
        # Scheiben, gibt es 4 Bonuspunkte, also insgesamt 12 Punkte.“
        discs = self.discs[self.figure]
        points = discs + (BONUS if discs == FULL else 0)
        self.events.append(words.in_goal(self.figure, discs, points))
        # „Die Scheiben kommen zurück in die Schale, die Figur zurück auf das Startfeld.“
        self.bowl += discs
        self.discs[self.figure] = 0
        self.position[self.figure] = START
        self._score(points)
        # „Sobald eine Figur das Ziel erreicht, ist der Zug beendet.“
        if self.ask != "over":
            self._end_turn()

    # --- Spielende ---------------------------------------------------------------------------------------------------

    def _score(self, points: int) -> None:
        self.score[self.seat - 1] += points
        # Who reaches the target has won at once, unless the round is played out.
        if self.score[self.seat - 1] >= self.board.target and not self.board.full_round:
            self._end_game()

    def _end_turn(self) -> None:
        # „Danach geht es im Uhrzeigersinn weiter.“
        following = self.seat % self.board.players + 1
        if following == self.board.first:
            if max(self.score) >= self.board.target:
                self._end_game()
                return
            self.round += 1
        self.thrown = None
        self.met = ()
        self.left = ()
        self.begin(following)

    def _end_game(self) -> None:
        self.ask = "over"
        most = max(self.score)
        winner = tuple(seat for seat, points in enumerate(self.score, start=1) if points == most)
        self.events.append(words.game_over(winner, most, self.board.target))


CHOSEN: Final[Mapping[str, Callable[[Turn, str], None]]] = {
    "name": Turn.name,
    "load": Turn.load,
    "move": Turn.move,
    "step": Turn.step,
    "exchange": Turn.exchange,
}
