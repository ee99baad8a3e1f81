"""Wizard Würfelspiel: two to five players predict what seven dice show; the order of this file is that of its rulebook.

Sheet and scoring are in ``wizard_sheet``, the spell cards in ``wizard_cards``, the sentences in ``wizard_words``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypedDict, TypeVar, Unpack, cast

from controller.rules import wizard_cards as cards
from controller.rules import wizard_words as words
from controller.rules.core import (
    Answer,
    Choice,
    Choose,
    Drawn,
    Event,
    GameInfo,
    IllegalAnswer,
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
    locked,
    message,
    settle,
)
from controller.rules.wizard_sheet import (
    JESTER,
    Sheet,
    colour_of,
    number_of,
    score_count,
    score_jesters,
)

_T = TypeVar("_T")

# „Sobald jemand neun X notiert hat …, Profis spielen bis zwölf“
GOAL: Final = 9
EXPERT_GOAL: Final = 12
# A sheet has twenty fields, and each round uses one.
ROUNDS: Final = 20
# „Die Person mit der Startkarte würfelt bis zu dreimal“
THROWS: Final = 3

_NO_DICE: Final[tuple[str | None, ...]] = (None,) * 7


# What a round waits for.
Phase = Literal["card", "predict", "secret", "colour", "set", "throw", "stop", "score", "over"]


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
        queue: seats that have still to predict, or to say whether they stop, in order.
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
            case "stop":
                return words.ask_stop(self.queue)
            case "throw":
                return (self._throw_request(),)
            case "predict":
                seat = self.queue[0]
                return (words.ask_prediction(seat, self._legal(seat), secret=False),)
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
        if isinstance(answer, Thrown):
            return self._throw(answer)
        if isinstance(answer, Drawn):
            return self._reveal_card(answer.value)
        match self.phase:
            case "stop":
                return self._stop(answer)
            case "predict":
                return self._predict(answer)
            case "colour":
                return self._name_colour(answer.value), [words.named(self.holder, answer.value)]
            case "score" if answer.seat in self.scoring:
                return self._choose_scoring(answer)
            case "score":
                return self._strike(answer)
            case "secret":
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
        state = self._next(predictions=_with(self.predictions, seat, field), queue=self.queue[1:])
        if seat == self.holder:
            # „so oft würfeln, wie die Vorhersage hoch ist“
            if self.card == cards.THROWS_BY_PREDICTION:
                state = state._next(throws_left=number_of(field))
            # „nach der ersten Vorhersage sagen alle anderen gleichzeitig und geheim an“
            elif self.card == cards.SECRET:
                state = state._next(phase="secret")
        return state._ask_others([words.predicted(seat, field)])

    def _ask_others(self, events: list[Event]) -> tuple["Wizard", list[Event]]:
        stuck = [seat for seat in self.queue if self._sits_out(seat)]
        state = self
        if stuck:
            queue = tuple(seat for seat in self.queue if seat not in stuck)
            inside = tuple(seat for seat in self.inside if seat not in stuck)
            state = self._next(queue=queue, inside=inside)
            events += [words.sat_out(seat) for seat in stuck]
        if state.queue:
            return state, events
        # „Danach bestimmt die Person mit der Startkarte die Wizardfarbe“
        return state._next(phase="colour" if cards.names_colour(state.card) else "throw"), events

    def _predict_secretly(self, answer: Choose) -> tuple["Wizard", list[Event]]:
        state = self._lock(answer)
        events = [locked(answer.seat)]
        if state.queue:
            return state, events
        told = [(seat, field) for seat, field in enumerate(state.locks, start=1) if field is not None]
        events += [words.predicted(seat, field) for seat, field in told]
        predictions = tuple(hidden or said for hidden, said in zip(state.locks, self.predictions, strict=True))
        return state._next(predictions=predictions, locks=(None,) * len(self.locks))._ask_others(events)

    def _lock(self, answer: Choose) -> "Wizard":
        queue = tuple([seat for seat in self.queue if seat != answer.seat])
        return self._next(locks=_with(self.locks, answer.seat, answer.value), queue=queue)

    # --- Wizardfarbe -------------------------------------------------------------------------------------------------

    def _ask_colour(self) -> tuple[Request, ...]:
        if self.card == cards.SET_TWO:
            return (words.ask_colour(self.holder, optional=False),)
        # „ohne Ansage gilt die Farbe ihrer Vorhersage“: the throw closes the choice.
        return (words.ask_colour(self.holder, optional=True), self._throw_request())

    def _name_colour(self, colour: str) -> "Wizard":
        # „alle Wizards zählen dann als Würfel dieser Farbe“
        return self._next(wizard_colour=colour, phase="set" if self.card == cards.SET_TWO else "throw")

    # --- Startkarte --------------------------------------------------------------------------------------------------

    def _pass_start_card(self) -> tuple[int, Event]:
        """Who has the start card in the next round."""
        own = colour_of(str(self.predictions[self.holder - 1]))
        order = _clockwise(self.holder, len(self.sheets))
        # Nobody has said anything first when all predict at once: then the order of the seats decides.
        if self.card == cards.SECRET:
            order = tuple(sorted(order))
        # „Wer die höchste Vorhersage in einer anderen Farbe als die Person mit der Startkarte gemacht hat, bekommt sie
        # für die nächste Runde (bei Gleichstand, wer zuerst angesagt hat)“
        said = [(seat, self.predictions[seat - 1]) for seat in order]
        others = [(seat, field) for seat, field in said if field is not None and colour_of(field) != own]
        if others:
            seat, field = max(others, key=lambda one: number_of(one[1]))
            return seat, words.takes_start_card(seat, field)
        # „sagen alle dieselbe Farbe an, wechselt sie nicht“
        return self.holder, words.keeps_start_card(self.holder, own)

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
        set_one = self._where(lambda face: face is not None)
        return words.ask_setting(self.holder, set_one[0] if set_one else None)

    def _set_die(self, value: str) -> tuple["Wizard", list[Event]]:
        index, face = int(value[0]), value[2:]
        phase = "set" if self.dice == _NO_DICE else "throw"
        dice = _with(self.dice, index + 1, face)
        return self._next(dice=dice, phase=phase), [words.set_die(self.holder, index, face)]

    def _throw(self, answer: Thrown) -> tuple["Wizard", list[Event]]:
        need = self.needs[-1]
        assert isinstance(need, Throw)
        dice = cast("tuple[str, ...]", answer.dice["wizard"])
        # Dice that must stay as they lie are kept without a word.
        kept = answer.kept or need.frozen
        _check_kept(kept, self.dice, dice)
        state, events = self, []
        if self.phase == "colour":
            colour = colour_of(str(self.predictions[self.holder - 1]))
            state, events = self._name_colour(colour), [words.unnamed(self.holder, colour)]
        left = self.throws_left - 1
        events.append(words.thrown(self.holder, dice, kept, left))
        # The card THROW_FIRST: nobody can lock in dice without a prediction.
        if state.queue:
            return state._next(dice=dice, throws_left=left, phase="predict"), events
        # „hat sie dreimal gewürfelt, müssen alle Übrigen werten“
        if left == 0 or (self.card == cards.FROZEN_JESTERS and dice.count(JESTER) == len(dice)):
            events.append(words.LAST_THROW)
            return state._next(dice=dice, throws_left=left)._score(self.inside, events)
        return state._next(dice=dice, throws_left=left, phase="stop", queue=self.inside), events

    # --- Aussteigen --------------------------------------------------------------------------------------------------

    def _stop(self, answer: Choose) -> tuple["Wizard", list[Event]]:
        # „Nach jedem Wurf darf jeder aussteigen und für sich werten“
        state = self._lock(answer)
        events = [locked(answer.seat)]
        if state.queue:
            return state, events
        lockers = tuple([seat for seat in self.inside if state.locks[seat - 1] == "lock"])
        events.append(words.stopped(self.holder, lockers))
        # „steigt die würfelnde Person aus …, müssen alle Übrigen werten“
        return state._score(self.inside if self.holder in lockers else lockers, events)

    # --- Werten ------------------------------------------------------------------------------------------------------

    def _score(self, seats: tuple[int, ...], events: list[Event]) -> tuple["Wizard", list[Event]]:
        """Let these seats score the dice that lie, and go on."""
        sheets, scoring, striking = self.sheets, [], []
        for seat in seats:
            if self._may_score_jesters(seat):
                scoring.append(seat)
                continue
            sheet, verdict = self._count(seat)
            events.append(verdict)
            sheets = _with(sheets, seat, sheet)
            if self._may_strike(seat, sheet, verdict):
                striking.append(seat)
        inside = tuple([seat for seat in self.inside if seat not in seats])
        state = self._next(
            phase="score",
            locks=(None,) * len(sheets),
            sheets=sheets,
            inside=inside,
            scoring=tuple(scoring),
            striking=tuple(striking),
        )
        return state._go_on(events)

    def _may_score_jesters(self, seat: int) -> bool:
        # „Wurden 1–5 Narren gewürfelt … jede Narren-Anzahl ist nur einmal pro Spiel nutzbar“
        jesters = self.dice.count(JESTER)
        return 1 <= jesters <= 5 and not self.sheets[seat - 1].jesters[jesters - 1]

    def _ask_scoring(self) -> tuple[Request, ...]:
        strikes = [words.ask_strike(seat, self._strikable(seat, self.sheets[seat - 1])) for seat in self.striking]
        return (*[words.ask_scoring(seat) for seat in self.scoring], *strikes)

    def _choose_scoring(self, answer: Choose) -> tuple["Wizard", list[Event]]:
        seat = answer.seat
        striking = self.striking
        if answer.value == "count":
            sheet, verdict = self._count(seat)
            if self._may_strike(seat, sheet, verdict):
                striking = (*striking, seat)
        else:
            field = str(self.predictions[seat - 1])
            jesters = self.dice.count(JESTER)
            # „närrische Wertung in der Spalte der eigenen Vorhersage gibt zwei X“
            double = self.card == cards.DOUBLE_JESTER and jesters == number_of(field)
            sheet, verdict = score_jesters(seat, self.sheets[seat - 1], field, jesters, double=double)
        scoring = tuple([one for one in self.scoring if one != seat])
        state = self._next(sheets=_with(self.sheets, seat, sheet), scoring=scoring, striking=striking)
        return state._go_on([verdict])

    def _count(self, seat: int) -> tuple[Sheet, Event]:
        field = str(self.predictions[seat - 1])
        colour = colour_of(field)
        shown = self.dice.count(colour)
        extra = cards.extra(self.card, self.dice, colour, self.wizard_colour)
        return score_count(seat, self.sheets[seat - 1], field, shown, extra, double=cards.doubles(self.card))

    def _may_strike(self, seat: int, sheet: Sheet, verdict: Event) -> bool:
        return self.card == cards.STRIKE and verdict.data["rule"] == "hit" and bool(self._strikable(seat, sheet))

    def _strikable(self, seat: int, sheet: Sheet) -> tuple[str, ...]:
        return sheet.strikable(colour_of(str(self.predictions[seat - 1])))

    def _strike(self, answer: Choose) -> tuple["Wizard", list[Event]]:
        seat, field = answer
        state = self._next(striking=tuple(one for one in self.striking if one != seat))
        if field == "none":
            return state._go_on([words.struck_nothing(seat)])
        # „ein früheres Feld in der Vorhersage-Farbe streichen“
        sheet = self.sheets[seat - 1]
        state = state._next(sheets=_with(self.sheets, seat, sheet.strike(field)))
        return state._go_on([words.struck(seat, field, -(sheet.at(field) or 0))])

    def _go_on(self, events: list[Event]) -> tuple["Wizard", list[Event]]:
        """Ask what is still to be said about the scoring; then the next throw, or the next round."""
        if self.scoring or self.striking:
            return self, events
        if self.inside:
            return self._next(phase="throw"), events
        return self._end_round(events)

    # --- Spielende ---------------------------------------------------------------------------------------------------

    def _end_round(self, events: list[Event]) -> tuple["Wizard", list[Event]]:
        # „Sobald jemand neun X notiert hat (Narren-X zählen mit; Profis spielen bis zwölf), endet das Spiel.“ All score
        # the round first.
        done = [seat for seat, sheet in enumerate(self.sheets, start=1) if sheet.crosses >= self.goal]
        if done or self.round == ROUNDS:
            state = self._next(phase="over")
            events += [words.bonus(seat, self.sheets[seat - 1].crosses, self.goal) for seat in done]
            if not done:
                events.append(words.last_round(ROUNDS))
            outcome = state.outcome
            assert outcome is not None
            events.append(words.game_over(outcome, self.sheets[outcome.winner[0] - 1].jester_scorings))
            return state, events
        holder, passed = self._pass_start_card()
        events.append(passed)
        return self._open_round(self.round + 1, holder), events

    def _open_round(self, number: int, holder: int) -> "Wizard":
        seats = len(self.sheets)
        return self._next(
            round=number,
            holder=holder,
            phase="card" if self.spell_cards else "predict",
            card=None,
            predictions=(None,) * seats,
            queue=_clockwise(holder, seats),
            wizard_colour=None,
            dice=_NO_DICE,
            throws_left=THROWS,
            inside=tuple(range(1, seats + 1)),
        )

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        scores = {seat: sheet.score(self.goal) for seat, sheet in enumerate(self.sheets, start=1)}
        # „Die meisten Punkte gewinnen; bei Gleichstand gewinnt, wer weniger närrische Wertungen gemacht hat.“
        most = max(scores.values())
        level = [seat for seat in scores if scores[seat] == most]
        fewest = min(self.sheets[seat - 1].jester_scorings for seat in level)
        winner = tuple(seat for seat in level if self.sheets[seat - 1].jester_scorings == fewest)
        return Outcome(winner, scores, Reason.TIEBREAK if len(winner) < len(level) else Reason.MOST_POINTS)

    # --- Zauberkarten ------------------------------------------------------------------------------------------------

    def _reveal_card(self, card: str) -> tuple["Wizard", list[Event]]:
        # „Zu Beginn jeder Runde wird eine der 10 Zauberkarten aufgedeckt und gilt für diese Runde“
        deck = tuple(one for one in self.deck if one != card) or cards.DECK
        state = self._next(
            deck=deck,
            card=card,
            # „erster Wurf vor der Vorhersage“
            phase="throw" if card == cards.THROW_FIRST else "predict",
            # „statt des ersten Wurfs“
            throws_left=THROWS - 1 if card == cards.SET_TWO else THROWS,
        )
        return state, [words.revealed_card(card)]

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
                    "inside": one in self.inside,
                    "crosses": sheet.crosses,
                    "sheet": sheet.as_json(),
                }
                for one, sheet in enumerate(self.sheets, start=1)
            ],
        }


# --- small things ----------------------------------------------------------------------------------------------------


def _check_kept(kept: tuple[int, ...], before: tuple[str | None, ...], now: tuple[str, ...]) -> None:
    for index in kept:
        if now[index] != before[index]:
            raise IllegalAnswer(
                message(
                    "die {n} was not thrown and still shows {face:word}, not {found:word}",
                    n=index + 1,
                    face=before[index],
                    found=now[index],
                )
            )


@cache
def _clockwise(first: int, seats: int) -> tuple[int, ...]:
    return (*range(first, seats + 1), *range(1, first))


def _with(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[: seat - 1], value, *values[seat:])


def _begin(setup: Setup, house: Mapping[str, Any]) -> Step:
    players = setup.players
    # „wer zuletzt Wizard gespielt hat, bekommt Startkarte und alle sieben Würfel“: people know who that is.
    if not 1 <= setup.first <= players:
        raise SetupError(message("there is no seat {found} to begin; allowed: 1 … {n}", found=setup.first, n=players))
    empty = Wizard(
        goal=EXPERT_GOAL if "expert" in setup.variants else GOAL,
        spell_cards=bool(house["spell_cards"]),
        round=1,
        holder=setup.first,
        phase="predict",
        sheets=(Sheet(),) * players,
        deck=cards.DECK,
        card=None,
        predictions=(None,) * players,
        queue=(),
        wizard_colour=None,
        dice=_NO_DICE,
        throws_left=THROWS,
        inside=(),
        locks=(None,) * players,
        scoring=(),
        striking=(),
    )
    text = message("{seat:seat} begins with the start card", seat=setup.first)
    return settle(empty._open_round(1, setup.first), [Event("start_card", setup.first, text)])


GAME: Final = GameInfo(
    id="wizard",
    name="Wizard Würfelspiel",
    seats=(2, 3, 4, 5),
    about=message("All predict how many dice will show a colour; seven dice are thrown up to three times."),
    variants=(Variant("expert", "Profis", message("the game ends with twelve X instead of nine")),),
    house=(
        Option(
            "spell_cards", False, (False, True), message("a spell card is revealed each round and changes its rules")
        ),
    ),
    begin=_begin,
)
