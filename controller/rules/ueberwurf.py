"""Überwurf: two players, six rounds, one die each; the order of this file is the order of its rulebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from controller.rules.core import (
    N_,
    Answer,
    Choice,
    Choose,
    Event,
    Message,
    Outcome,
    Question,
    Reason,
    Request,
    State,
    Step,
    Throw,
    Thrown,
    locked,
    message,
    put,
    settle,
)
from controller.rules.setup import GameInfo, Option, Setup, SetupError, Variant
from controller.rules.ueberwurf_verdict import (
    BASE,
    DICE,
    REPLACED,
    ROUNDS,
    W100,
    House,
    Verdict,
    compare,
    compare_equal,
    regular,
    sentence,
    size,
    thrown_die,
)

# By seat.
_Die = tuple[str | None, str | None]
_Dice = tuple[tuple[str, ...], tuple[str, ...]]

# --- What may be chosen ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def forced(house: House, last: bool, unused: tuple[str, ...], lost: str | None) -> str | None:
    """The die that must be played, if there is one.

    Args:
        house: what is in force.
        last: whether this is the last round.
        unused: the dice left, from small to large.
        lost: the die with which the round before was lost.

    >>> forced(House(druckrunde=True), False, ("d4", "d10", "d20"), "d8")
    'd10'
    """
    # „Druckrunde: Verliert ein Spieler einen Durchgang, muss er im nächsten Zug seinen nächstgrößeren verfügbaren
    # Würfel einsetzen.“ Without a larger one the choice is free.
    if not house.druckrunde or lost is None:
        return None
    return next((die for die in _available(house, last, unused) if size(die) > size(lost)), None)


@lru_cache(maxsize=4096)
def options(house: House, last: bool, unused: tuple[str, ...], lost: str | None, w100_left: bool) -> tuple[str, ...]:
    """What a player may choose; arguments as in ``forced``, and whether the W100 may still replace a die.

    >>> options(House(w100="replace"), False, ("d4", "d20"), None, True)
    ('d4', 'd20', 'd4+d100', 'd20+d100')
    """
    must = forced(house, last, unused, lost)
    dice = _available(house, last, unused) if must is None else (must,)
    # „In vielen Konklaven darf er einmal pro Spiel einen regulären Würfel ersetzen.“
    if w100_left and (must is None or house.forced_may_use_w100):
        return dice + tuple(die + REPLACED for die in dice)
    return dice


def _available(house: House, last: bool, unused: tuple[str, ...]) -> tuple[str, ...]:
    # „Doppelrisiko: Der W20 darf nur im letzten Durchgang eingesetzt werden.“
    return tuple(die for die in unused if last or not house.doppelrisiko or die != "d20")


# --- Ablauf eines Durchgangs -----------------------------------------------------------------------------------------

_CHOOSE: Final = message("Choose your die in secret")
_THROW: Final = message("Throw your die")
_DECIDE: Final = message("Throw one die to break the tie")
# The same key for a die in every round, and on the second page with the W100 in its place.
_KEYS: Final = (*DICE, W100, *(die + REPLACED for die in DICE))
_TIEBREAK: Final = (Throw(1, ("d6",), _DECIDE), Throw(2, ("d6",), _DECIDE))


@lru_cache(maxsize=4096)
def _ask(house: House, last: bool, unused: _Dice, lost: _Die, w100: tuple[bool, bool]) -> tuple[Choice, Choice]:
    return (
        Choice(1, options(house, last, unused[0], lost[0], w100[0]), True, _CHOOSE, keys=_KEYS),
        Choice(2, options(house, last, unused[1], lost[1], w100[1]), True, _CHOOSE, keys=_KEYS),
    )


@lru_cache(maxsize=64)
def _throw(seat: int, choice: str) -> tuple[Throw]:
    return (Throw(seat, (thrown_die(choice),), _THROW),)


@dataclass(frozen=True)
class Ueberwurf(State):
    """One moment of a game. Pairs hold the first and the second seat.

    Attributes:
        house: what is in force.
        unused: dice that each may still choose, from small to large.
        w100: whether each may still replace a die by the W100.
        round: 1 … 6.
        lost: Druckrunde: the die with which each has just lost.
        chosen: the choices locked for this round; hidden until both are there.
        rolls: what the dice show.
        score: Kontrollpunkte.
        tiebreak: each throws one W6.
        ended: why the game is over.
        winner: who has won, when it is over.
    """

    house: House = BASE
    unused: _Dice = (DICE, DICE)
    w100: tuple[bool, bool] = (False, False)
    round: int = 1
    lost: _Die = (None, None)
    chosen: _Die = (None, None)
    rolls: tuple[int | None, int | None] = (None, None)
    score: tuple[int, int] = (0, 0)
    tiebreak: bool = False
    ended: Reason | None = None
    winner: int | None = None

    def _needs(self) -> tuple[Request, ...]:
        if self.ended:
            return ()
        first, second = self.rolls
        if self.tiebreak:
            return _TIEBREAK[first is not None : 1 if second is not None else 2]
        one, two = self.chosen
        # „1. Beide Spieler wählen verdeckt einen noch nicht genutzten Würfel (W4–W20).“
        if one is None or two is None:
            house = self.house
            both = _ask(house, self.round == house.rounds, self.unused, self.lost, self.w100)
            return both[one is not None : 1 if two is not None else 2]
        # „3. Beide würfeln.“
        return (_throw(1, one) if first is None else ()) + (_throw(2, two) if second is None else ())

    def _forced(self, seat: int) -> str | None:
        if self.lost[seat - 1] is None:
            return None
        return forced(self.house, self.round == self.house.rounds, self.unused[seat - 1], self.lost[seat - 1])

    @property
    def outcome(self) -> Outcome | None:
        if self.ended is None:
            return None
        winner = () if self.winner is None else (self.winner,)
        return Outcome(winner, {1: self.score[0], 2: self.score[1]}, self.ended)

    def _follow(self, answer: Answer) -> tuple["Ueberwurf", list[Event]]:
        if isinstance(answer, Choose):
            return self._lock(answer)
        assert isinstance(answer, Thrown)
        seat, dice, _ = answer
        ((die, (value,)),) = dice.items()
        first, second = rolls = put(self.rolls, seat, int(value))
        events = [_thrown(seat, die, int(value))]
        if first is None or second is None:
            return self.changed(rolls=rolls), events
        return (self._judge_tiebreak if self.tiebreak else self._judge)((first, second), events)

    def _lock(self, answer: Choose) -> tuple["Ueberwurf", list[Event]]:
        seat, choice = answer
        first, second = chosen = put(self.chosen, seat, choice)
        if first is None or second is None:
            return self.changed(chosen=chosen), [locked(seat)]
        # „2. Gleichzeitig aufdecken.“
        state = self.changed(
            chosen=chosen,
            # „Jeder Würfel … darf nur einmal verwendet werden.“
            unused=(_without(self.unused[0], regular(first)), _without(self.unused[1], regular(second))),
            w100=(self.w100[0] and REPLACED not in first, self.w100[1] and REPLACED not in second),
            lost=(None, None),
        )
        return state, [locked(seat), _revealed(first, second)]

    def _judge(self, rolls: tuple[int, int], events: list[Event]) -> tuple["Ueberwurf", list[Event]]:
        # „4. Vergleich nach folgenden Regeln.“
        kinds = (thrown_die(str(self.chosen[0])), thrown_die(str(self.chosen[1])))
        verdict = compare(kinds, rolls, self.house)
        winner, score = verdict.winner, self.score
        if winner is not None:
            score = put(score, winner + 1, score[winner] + verdict.points)
        data = {
            "round": self.round,
            "rule": verdict.rule,
            "points": verdict.points,
            "scores": {"1": score[0], "2": score[1]},
        }
        seat = None if winner is None else winner + 1
        events.append(Event("verdict", seat, sentence(kinds, rolls, verdict), data))
        if verdict.rule == "rethrow":
            return self.changed(rolls=(None, None)), events
        if self.house.schlichtungswurf:
            return self.changed(rolls=rolls)._settle_dispute(winner, score, events)
        if self.round == ROUNDS:
            return self.changed(rolls=rolls)._finish(score, events)
        return self._next_round(winner, score, events)

    def _next_round(
        self, winner: int | None, score: tuple[int, int], events: list[Event]
    ) -> tuple["Ueberwurf", list[Event]]:
        lost: _Die = (None, None)
        # A Patt is not a loss. After a W100 the die that it replaced counts as the one lost with.
        if self.house.druckrunde and winner is not None:
            loser = 1 - winner
            lost = put(lost, loser + 1, regular(str(self.chosen[loser])))
        state = self.changed(round=self.round + 1, lost=lost, chosen=(None, None), rolls=(None, None), score=score)
        for seat in (1, 2):
            die = state._forced(seat)
            if die is not None:
                text = message(
                    "Druckrunde: {seat:seat} lost with {lost:die} and must play {die:die}",
                    seat=seat,
                    lost=lost[seat - 1],
                    die=die,
                )
                events.append(Event("druckrunde", seat, text, {"lost": lost[seat - 1], "die": die}))
        return state, events

    # --- Spielende ---

    def _finish(self, score: tuple[int, int], events: list[Event]) -> tuple["Ueberwurf", list[Event]]:
        first, second = score
        # „Wer mehr Kontrollpunkte besitzt, gewinnt das Spiel.“
        if first != second:
            return self._end(Reason.MOST_POINTS, 1 if first > second else 2, score, events)
        # „Bei Gleichstand wird entweder ein Unentschieden akzeptiert oder ein einzelner Entscheidungswurf mit W6
        # durchgeführt (regionale Hausregel).“
        if not self.house.tie_w6:
            return self._end(Reason.DRAW, None, score, events)
        text = message("{n1} : {n2}, a tie: one throw of {die:die} each decides", n1=first, n2=second, die="d6")
        events.append(Event("tiebreak", None, text))
        return self.changed(score=score, tiebreak=True, chosen=("d6", "d6"), rolls=(None, None)), events

    def _judge_tiebreak(self, rolls: tuple[int, int], events: list[Event]) -> tuple["Ueberwurf", list[Event]]:
        verdict = compare_equal(rolls)
        if verdict.winner is None:
            text = sentence(("d6", "d6"), rolls, Verdict("rethrow", None, 0))
            events.append(Event("verdict", None, text, {"rule": "rethrow", "points": 0}))
            return self.changed(rolls=(None, None)), events
        seat = verdict.winner + 1
        text = Message(_TIEBREAKS[verdict.rule], {"n1": rolls[0], "n2": rolls[1], "seat": seat})
        events.append(Event("verdict", seat, text, {"rule": verdict.rule, "points": 0}))
        return self.changed(rolls=rolls)._end(Reason.TIEBREAK, seat, self.score, events)

    def _settle_dispute(
        self, winner: int | None, score: tuple[int, int], events: list[Event]
    ) -> tuple["Ueberwurf", list[Event]]:
        # „Schlichtungswurf: … Jeder Spieler wählt nur einen Würfel. Sieger erhält Entscheidungshoheit“
        if winner is not None:
            return self._end(Reason.DECIDED, winner + 1, score, events)
        if self.house.patt_draw:
            return self._finish(score, events)
        events.append(Event("repeated", None, message("Patt: the Schlichtungswurf is repeated with a new choice")))
        return Ueberwurf(self.house), events

    def _end(
        self, reason: Reason, winner: int | None, score: tuple[int, int], events: list[Event]
    ) -> tuple["Ueberwurf", list[Event]]:
        if winner is None:
            text = message("Draw, {n1} : {n2}", n1=score[0], n2=score[1])
        elif reason is Reason.DECIDED:
            text = message("{seat:seat} has the decision", seat=winner)
        elif reason is Reason.TIEBREAK:
            text = message("{seat:seat} wins the tie-break after {n1} : {n2}", seat=winner, n1=score[0], n2=score[1])
        else:
            text = message("{seat:seat} wins {n1} : {n2}", seat=winner, n1=score[0], n2=score[1])
        events.append(Event("game_over", winner, text))
        return self.changed(score=score, ended=reason, winner=winner), events

    def view(self, seat: int | None = None) -> dict[str, Any]:
        revealed = None not in self.chosen
        return {
            "game": "ueberwurf",
            "round": self.round,
            "rounds": self.house.rounds,
            "tiebreak": self.tiebreak,
            "seats": [
                {
                    "seat": one,
                    "score": self.score[one - 1],
                    "locked": self.chosen[one - 1] is not None,
                    "die": self.chosen[one - 1] if revealed or one == seat else None,
                    "roll": self.rolls[one - 1],
                    "unused": list(self.unused[one - 1]),
                    "w100": self.w100[one - 1],
                    "forced": self._forced(one),
                }
                for one in (1, 2)
            ],
        }


_TIEBREAKS: Final[Mapping[str, str]] = {
    "parity": N_("Tie-break {n1} against {n2}: even beats odd, {seat:seat} wins"),
    "higher": N_("Tie-break {n1} against {n2}: same parity, the higher wins, {seat:seat} wins"),
}


# The same events come again and again: each is made once and never changed.
@lru_cache(maxsize=256)
def _revealed(first: str, second: str) -> Event:
    text = message("Revealed: {d1:die} against {d2:die}", d1=first, d2=second)
    return Event("revealed", None, text, {"dice": {"1": first, "2": second}})


@lru_cache(maxsize=1024)
def _thrown(seat: int, kind: str, value: int) -> Event:
    text = message("{seat:seat} throws {die:die}: {value}", seat=seat, die=kind, value=value)
    return Event("thrown", seat, text, {"die": kind, "value": value})


@lru_cache(maxsize=1024)
def _without(dice: tuple[str, ...], used: str) -> tuple[str, ...]:
    return tuple(die for die in dice if die != used)


# --- Regionale Varianten ---------------------------------------------------------------------------------------------

VARIANTS: Final = (
    Variant(
        "ehrenspiel", "Ehrenspiel", message("No stakes; a tie is broken by one more d6 (Konklave Nord, Aschehafen)")
    ),
    Variant("druckrunde", "Druckrunde", message("Who loses a round must play the next larger die (FEU-Werk)")),
    Variant(
        "doppelrisiko",
        "Doppelrisiko",
        message("The d20 only in the last round; a d4 that beats a larger die scores 3 (Dust Covenant)"),
    ),
    Variant("schlichtungswurf", "Schlichtungswurf", message("One round only; the winner decides (Iron Bastion)")),
)

HOUSE: Final = (
    Option("equal_rolls", "patt", ("patt", "rethrow"), message("The same number on two dice of the same size")),
    Option("tie", "draw", ("draw", "w6"), message("The same score at the end: a draw, or one throw of a d6 each")),
    Option(
        "w100",
        "off",
        ("off", "replace", "regular"),
        message("The d100: not used, replaces a die once a game, or is a seventh die"),
    ),
    Option(
        "forced_may_use_w100", False, (False, True), message("Druckrunde: the forced die may be replaced by the d100")
    ),
    Option("w4_auto_three", True, (True, False), message("Doppelrisiko: a d4 scores 3 when the d100 loses at once")),
    Option("patt", "repeat", ("repeat", "draw"), message("Schlichtungswurf: a Patt is repeated, or ends the game")),
)


def _refuse(setup: Setup, house: Mapping[str, Any]) -> None:
    variants = setup.variants
    # „Ehrenspiel: Keine materiellen Einsätze. Bei Gleichstand entscheidet ein zusätzlicher W6.“
    if "ehrenspiel" in variants and setup.stakes:
        raise SetupError(message("Ehrenspiel is played without stakes"))
    if "ehrenspiel" in variants and "tie" in setup.house and house["tie"] == "draw":
        raise SetupError(message("Ehrenspiel breaks a tie by one more throw; the house rule tie = draw contradicts it"))
    # „Schlichtungswurf: … Jeder Spieler wählt nur einen Würfel. … kein Mehr-Runden-Spiel.“
    for other in ("druckrunde", "doppelrisiko"):
        if {"schlichtungswurf", other} <= variants:
            why = message("Schlichtungswurf has one round only, {variant} needs several", variant=other.capitalize())
            raise SetupError(why)
    if "schlichtungswurf" in variants and house["w100"] != "off":
        raise SetupError(message("Schlichtungswurf is played without the d100; the house rule w100 must be off"))


def _begin(setup: Setup, house: Mapping[str, Any]) -> Step:
    _refuse(setup, house)
    rules = House(
        druckrunde="druckrunde" in setup.variants,
        doppelrisiko="doppelrisiko" in setup.variants,
        schlichtungswurf="schlichtungswurf" in setup.variants,
        equal_rolls_rethrow=house["equal_rolls"] == "rethrow",
        tie_w6=house["tie"] == "w6" or "ehrenspiel" in setup.variants,
        w100=house["w100"],
        forced_may_use_w100=house["forced_may_use_w100"],
        w4_auto_three=house["w4_auto_three"],
        patt_draw=house["patt"] == "draw",
    )
    return _first(rules)


@lru_cache(maxsize=256)
def _first(house: House) -> Step:
    # „Der W100 kann je nach Region als regulärer Würfel oder als Sonderwurf eingesetzt werden.“
    dice = (*DICE, W100) if house.w100 == "regular" else DICE
    replaces = house.w100 == "replace"
    return settle(Ueberwurf(house, unused=(dice, dice), w100=(replaces, replaces)), [])


GAME: Final = GameInfo(
    id="ueberwurf",
    name="Überwurf",
    seats=(2,),
    dice=(*DICE, W100),
    about=message("Two choose a die in secret, both throw: dominate with the larger die or counter with the smaller."),
    variants=VARIANTS,
    house=HOUSE,
    begin=_begin,
    questions=(Question(_CHOOSE, _KEYS),),
)
