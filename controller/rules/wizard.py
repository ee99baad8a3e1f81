"""Wizard Würfelspiel: two to five players predict what seven dice show; the order of this file is that of its rulebook.

Sheet and scoring are in ``wizard_sheet``, the spell cards in ``wizard_cards``, the sentences in ``wizard_words``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from controller.rules import wizard_cards as cards
from controller.rules import wizard_words as words
from controller.rules.core import (
    Answer,
    Choice,
    Choose,
    Event,
    IllegalAnswer,
    Request,
    Step,
    Throw,
    Thrown,
    locked,
    message,
    settle,
    state_of,
)
from controller.rules.setup import GameInfo, Option, Setup, SetupError, Variant
from controller.rules.wizard_sheet import (
    JESTER,
    Sheet,
    colour_of,
    number_of,
    score_count,
    score_jesters,
)
from controller.rules.wizard_state import EXPERT_GOAL, GOAL, NO_DICE, ROUNDS, THROWS, Moment, clockwise, put, without

_T = TypeVar("_T")


@dataclass(frozen=True)
class Wizard(Moment):
    """A game: the course of a round, in the order of the rulebook."""

    def _needs(self) -> tuple[Request, ...]:
        match self.phase:
            case "stop":
                return words.ask_stop(self.queue)
            case "predict":
                return (words.ask_prediction(self.queue[0], self._legal(self.queue[0]), secret=False),)
            case "throw":
                return (self._throw_request(),)
            case "colour":
                return self._ask_colour()
            case "score":
                return self._ask_scoring()
            case "card":
                return (words.draw_card(self.deck),)
            case "secret":
                return tuple(words.ask_prediction(seat, self._legal(seat), secret=True) for seat in self.queue)
            case "set":
                return (self._ask_setting(),)
            case "over":
                return ()

    def _follow(self, answer: Answer) -> tuple["Wizard", list[Event]]:
        # One copy an answer, which the methods below then change and tell about; ``settle`` asks anew what it needs.
        state = state_of(Wizard, {**self.__dict__})
        events: list[Event] = []
        if isinstance(answer, Choose):
            state._choose(answer.seat, answer.value, events)
        elif isinstance(answer, Thrown):
            state._throw(answer, events)
        else:
            state._reveal_card(answer.value, events)
        return state, events

    def _choose(self, seat: int, value: str, events: list[Event]) -> None:
        match self.phase:
            case "stop":
                self._stop(seat, value, events)
            case "predict":
                self._predict(seat, value, events)
            case "colour":
                events.append(words.named(seat, value))
                self._count_wizards_as(value)
            case "secret":
                self._predict_secretly(seat, value, events)
            case "set":
                self._set_die(int(value[0]), value[2:], events)
            case _ if seat in self.scoring:
                self._choose_scoring(seat, value, events)
            case _:
                self._strike(seat, value, events)

    def _lock(self, seat: int, value: str, events: list[Event]) -> None:
        events.append(locked(seat))
        now = self.__dict__
        now["locks"] = put(self.locks, seat, value)
        now["queue"] = without(self.queue, seat)

    def _reveal(self) -> tuple[str | None, ...]:
        revealed = self.locks
        self.__dict__["locks"] = (None,) * len(revealed)
        return revealed

    # --- Vorhersage --------------------------------------------------------------------------------------------------

    def _legal(self, seat: int) -> tuple[str, ...]:
        # „Jede Vorhersage muss sich von allen bisherigen dieser Runde unterscheiden; Wizards, Narren oder ein schon
        # gewertetes Feld darf man nicht vorhersagen.“
        free = self.sheets[seat - 1].free
        legal = list(free)
        for said in self.predictions:
            if said is not None and said in free:
                legal.remove(said)
        return tuple(legal)

    def _predict(self, seat: int, field: str, events: list[Event]) -> None:
        events.append(words.predicted(seat, field))
        now = self.__dict__
        now["predictions"] = put(self.predictions, seat, field)
        now["queue"] = self.queue[1:]
        if seat == self.holder:
            # „so oft würfeln, wie die Vorhersage hoch ist“
            if self.card == cards.THROWS_BY_PREDICTION:
                self._change(throws_left=number_of(field))
            # „nach der ersten Vorhersage sagen alle anderen gleichzeitig und geheim an“
            elif self.card == cards.SECRET:
                self._change(phase="secret")
        self._ask_others(events)

    def _predict_secretly(self, seat: int, field: str, events: list[Event]) -> None:
        self._lock(seat, field, events)
        if self.queue:
            return
        revealed = self._reveal()
        events += [words.predicted(one, hidden) for one, hidden in enumerate(revealed, start=1) if hidden is not None]
        own = self.predictions
        self._change(predictions=tuple(hidden or said for hidden, said in zip(revealed, own, strict=True)))
        self._ask_others(events)

    def _ask_others(self, events: list[Event]) -> None:
        # Each round uses one field of twenty: only the last rounds may leave nothing, and never to the holder, who
        # predicts first.
        late = self.round + len(self.sheets) > ROUNDS
        stuck = [seat for seat in self.queue if not self._legal(seat)] if late else []
        if stuck:
            events += [words.sat_out(seat) for seat in stuck]
            queue = tuple(seat for seat in self.queue if seat not in stuck)
            self._change(queue=queue, inside=tuple(seat for seat in self.inside if seat not in stuck))
        if not self.queue:
            # „Danach bestimmt die Person mit der Startkarte die Wizardfarbe“
            self.__dict__["phase"] = "colour" if cards.names_colour(self.card) else "throw"

    # --- Wizardfarbe -------------------------------------------------------------------------------------------------

    def _ask_colour(self) -> tuple[Request, ...]:
        if self.card == cards.SET_TWO:
            return (words.ask_colour(self.holder, optional=False),)
        # „ohne Ansage gilt die Farbe ihrer Vorhersage“: the throw closes the choice.
        return (words.ask_colour(self.holder, optional=True), self._throw_request())

    def _count_wizards_as(self, colour: str) -> None:
        # „alle Wizards zählen dann als Würfel dieser Farbe“
        now = self.__dict__
        now["wizard_colour"] = colour
        now["phase"] = "set" if self.card == cards.SET_TWO else "throw"

    # --- Startkarte --------------------------------------------------------------------------------------------------

    def _pass_start_card(self, events: list[Event]) -> int:
        """Who has the start card in the next round."""
        own = self._colour(self.holder)
        # Nobody has said anything first when all predict at once: then the order of the seats decides.
        order = clockwise(1 if self.card == cards.SECRET else self.holder, len(self.sheets))
        # „Wer die höchste Vorhersage in einer anderen Farbe als die Person mit der Startkarte gemacht hat, bekommt sie
        # für die nächste Runde (bei Gleichstand, wer zuerst angesagt hat)“
        taker, highest = 0, 0
        for seat in order:
            field = self.predictions[seat - 1]
            if field is not None and number_of(field) > highest and colour_of(field) != own:
                taker, highest = seat, number_of(field)
        if taker:
            events.append(words.takes_start_card(taker, highest, self._colour(taker)))
            return taker
        # „sagen alle dieselbe Farbe an, wechselt sie nicht“
        events.append(words.keeps_start_card(self.holder, own))
        return self.holder

    def _prediction(self, seat: int) -> str:
        field = self.predictions[seat - 1]
        assert field is not None
        return field

    def _colour(self, seat: int) -> str:
        return colour_of(self._prediction(seat))

    # --- Würfeln -----------------------------------------------------------------------------------------------------

    def _throw_request(self) -> Throw:
        if None in self.dice:
            # „erst alle sieben Würfel“
            if self.card != cards.SET_TWO:
                return words.throw_seven(self.holder)
            return words.throw_five(self.holder, self._where(lambda face: face is not None))
        # „erster Wurf vor der Vorhersage, zweiter mit mindestens 3 Würfeln“
        if self.card == cards.THROW_FIRST and self.throws_left == THROWS - 1:
            return words.throw_three(self.holder)
        # „Narren dürfen nicht neu gewürfelt werden“
        if self.card == cards.FROZEN_JESTERS:
            return words.throw_unfrozen(self.holder, self._where(lambda face: face == JESTER))
        # „dann beliebige neu“
        return words.throw_any(self.holder)

    def _where(self, lies: Callable[[str | None], bool]) -> tuple[int, ...]:
        return tuple(index for index, face in enumerate(self.dice) if lies(face))

    def _ask_setting(self) -> Choice:
        # „statt des ersten Wurfs zwei Würfel beliebig drehen“
        lying = self._where(lambda face: face is not None)
        return words.ask_setting(self.holder, lying[0] if lying else None)

    def _set_die(self, index: int, face: str, events: list[Event]) -> None:
        events.append(words.set_die(self.holder, index, face))
        self._change(phase="set" if self.dice == NO_DICE else "throw", dice=put(self.dice, index + 1, face))

    def _throw(self, answer: Thrown, events: list[Event]) -> None:
        dice = cast("tuple[str, ...]", answer.dice["wizard"])
        # Dice that must stay as they lie are kept without a word.
        kept = answer.kept or self._throw_request().frozen
        _check_kept(kept, self.dice, dice)
        if self.phase == "colour":
            events.append(words.unnamed(self.holder, self._colour(self.holder)))
            self._count_wizards_as(self._colour(self.holder))
        left = self.throws_left - 1
        now = self.__dict__
        now["dice"] = dice
        now["throws_left"] = left
        events.append(words.thrown(self.holder, dice, kept, left))
        if self.queue:
            # „erster Wurf vor der Vorhersage“: nobody can score dice without having predicted.
            now["phase"] = "predict"
        elif left == 0 or (self.card == cards.FROZEN_JESTERS and dice.count(JESTER) == len(dice)):
            # „hat sie dreimal gewürfelt, müssen alle Übrigen werten“
            events.append(words.LAST_THROW)
            self._score(self.inside, events)
        else:
            now["phase"] = "stop"
            now["queue"] = self.inside

    # --- Aussteigen --------------------------------------------------------------------------------------------------

    def _stop(self, seat: int, value: str, events: list[Event]) -> None:
        # „Nach jedem Wurf darf jeder aussteigen und für sich werten“
        self._lock(seat, value, events)
        if self.queue:
            return
        revealed = self._reveal()
        lockers = tuple([one for one in self.inside if revealed[one - 1] == "lock"])
        events.append(words.stopped(self.holder, lockers))
        # „steigt die würfelnde Person aus …, müssen alle Übrigen werten“
        self._score(self.inside if self.holder in lockers else lockers, events)

    # --- Werten ------------------------------------------------------------------------------------------------------

    def _score(self, seats: tuple[int, ...], events: list[Event]) -> None:
        """Let these seats score the dice that lie, and go on."""
        now = self.__dict__
        # „Wurden 1–5 Narren gewürfelt … jede Narren-Anzahl ist nur einmal pro Spiel nutzbar“
        jesters = self.dice.count(JESTER)
        for seat in seats:
            now["inside"] = without(self.inside, seat)
            if 1 <= jesters <= 5 and not self.sheets[seat - 1].jesters[jesters - 1]:
                now["scoring"] = (*self.scoring, seat)
            else:
                self._count(seat, events)
        self._go_on(events)

    def _ask_scoring(self) -> tuple[Request, ...]:
        strikes = [words.ask_strike(seat, self._strikable(seat)) for seat in self.striking]
        return (*[words.ask_scoring(seat) for seat in self.scoring], *strikes)

    def _choose_scoring(self, seat: int, value: str, events: list[Event]) -> None:
        self.__dict__["scoring"] = without(self.scoring, seat)
        if value == "count":
            self._count(seat, events)
        else:
            self._score_jesters(seat, events)
        self._go_on(events)

    def _count(self, seat: int, events: list[Event]) -> None:
        field = self.predictions[seat - 1]
        assert field is not None
        colour = colour_of(field)
        shown = self.dice.count(colour)
        extra = cards.extra(self.card, self.dice, colour, self.wizard_colour)
        double = cards.doubles(self.card)
        sheet, verdict = score_count(seat, self.sheets[seat - 1], field, shown, extra, double=double)
        events.append(verdict)
        self.__dict__["sheets"] = put(self.sheets, seat, sheet)
        # „ein früheres Feld in der Vorhersage-Farbe streichen“
        if self.card == cards.STRIKE and verdict.data["rule"] == "hit" and self._strikable(seat):
            self._change(striking=(*self.striking, seat))

    def _score_jesters(self, seat: int, events: list[Event]) -> None:
        field = self._prediction(seat)
        jesters = self.dice.count(JESTER)
        # „närrische Wertung in der Spalte der eigenen Vorhersage gibt zwei X“
        double = self.card == cards.DOUBLE_JESTER and jesters == number_of(field)
        sheet, verdict = score_jesters(seat, self.sheets[seat - 1], field, jesters, double=double)
        events.append(verdict)
        self._change(sheets=put(self.sheets, seat, sheet))

    def _strikable(self, seat: int) -> tuple[str, ...]:
        return self.sheets[seat - 1].strikable(self._colour(seat))

    def _strike(self, seat: int, field: str, events: list[Event]) -> None:
        self._change(striking=tuple(one for one in self.striking if one != seat))
        if field == "none":
            events.append(words.struck_nothing(seat))
        else:
            sheet = self.sheets[seat - 1]
            events.append(words.struck(seat, field, -(sheet.at(field) or 0)))
            self._change(sheets=put(self.sheets, seat, sheet.strike(field)))
        self._go_on(events)

    def _go_on(self, events: list[Event]) -> None:
        """Ask what is still to be said about the scoring; then the next throw, or the next round."""
        if self.scoring or self.striking:
            self.__dict__["phase"] = "score"
        elif self.inside:
            self.__dict__["phase"] = "throw"
        else:
            self._end_round(events)

    # --- Spielende ---------------------------------------------------------------------------------------------------

    def _end_round(self, events: list[Event]) -> None:
        # „Sobald jemand neun X notiert hat (Narren-X zählen mit; Profis spielen bis zwölf), endet das Spiel.“ All score
        # the round first.
        done = [seat for seat, sheet in enumerate(self.sheets, start=1) if sheet.crosses >= self.goal]
        if not done and self.round < ROUNDS:
            self._open_round(self.round + 1, self._pass_start_card(events))
            return
        self._change(phase="over")
        events += [words.bonus(seat, self.sheets[seat - 1].crosses, self.goal) for seat in done]
        if not done:
            events.append(words.last_round(ROUNDS))
        outcome = self.outcome
        assert outcome is not None
        events.append(words.game_over(outcome, self.sheets[outcome.winner[0] - 1].jester_scorings))

    def _open_round(self, number: int, holder: int) -> None:
        seats = len(self.sheets)
        self._change(
            round=number,
            holder=holder,
            phase="card" if self.spell_cards else "predict",
            card=None,
            predictions=(None,) * seats,
            queue=clockwise(holder, seats),
            wizard_colour=None,
            dice=NO_DICE,
            throws_left=THROWS,
            inside=clockwise(1, seats),
        )

    # --- Zauberkarten ------------------------------------------------------------------------------------------------

    def _reveal_card(self, card: str, events: list[Event]) -> None:
        # „Zu Beginn jeder Runde wird eine der 10 Zauberkarten aufgedeckt und gilt für diese Runde“
        events.append(words.revealed_card(card))
        self._change(
            card=card,
            deck=tuple(one for one in self.deck if one != card) or cards.DECK,
            # „erster Wurf vor der Vorhersage“
            phase="throw" if card == cards.THROW_FIRST else "predict",
            # „statt des ersten Wurfs zwei Würfel beliebig drehen“
            throws_left=THROWS - 1 if card == cards.SET_TWO else THROWS,
        )


# --- small things ----------------------------------------------------------------------------------------------------


def _check_kept(kept: tuple[int, ...], before: tuple[str | None, ...], now: tuple[str, ...]) -> None:
    for index in kept:
        if now[index] != before[index]:
            raise IllegalAnswer(
                message(
                    "die {n} was not thrown and still shows {face:word}, not {found:word}",
                    n=index,
                    face=before[index],
                    found=now[index],
                )
            )


def _begin(setup: Setup, house: Mapping[str, Any]) -> Step:
    players = setup.players
    # „wer zuletzt Wizard gespielt hat, bekommt Startkarte und alle sieben Würfel“: people know who that is.
    if not 1 <= setup.first <= players:
        raise SetupError(message("seat {found} cannot begin; seats: 1 … {last}", found=setup.first, last=players))
    state = Wizard(
        goal=EXPERT_GOAL if "expert" in setup.variants else GOAL,
        spell_cards=bool(house["spell_cards"]),
        sheets=(Sheet(),) * players,
        locks=(None,) * players,
    )
    state._open_round(1, setup.first)
    text = message("{seat:seat} begins with the start card", seat=setup.first)
    return settle(state, [Event("start_card", setup.first, text)])


GAME: Final = GameInfo(
    id="wizard",
    name="Wizard Würfelspiel",
    seats=(2, 3, 4, 5),
    dice=("wizard",),
    about=message("All predict how many dice will show a colour; seven dice are thrown up to three times."),
    variants=(Variant("expert", "Profis", message("The game ends with twelve X instead of nine")),),
    house=(
        Option(
            "spell_cards", False, (False, True), message("a spell card is revealed each round and changes its rules")
        ),
    ),
    begin=_begin,
    questions=words.QUESTIONS,
)
