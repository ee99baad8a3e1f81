"""Überwurf: two players, six rounds, one die each; the order of this file is the order of its rulebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from controller.rules.core import (
    N_,
    Answer,
    Choice,
    Choose,
    Event,
    GameInfo,
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
    locked,
    message,
    put,
    settle,
)

# „Jeder Würfel von W4 bis W20 darf nur einmal verwendet werden.“
DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20")
W100: Final = "d100"
# What a choice is called in which the W100 stands in for a regular die: "d8+d100".
_REPLACED: Final = "+" + W100
# „Ein Spiel besteht aus sechs Durchgängen.“
ROUNDS: Final = 6


class House(NamedTuple):
    """What is in force: the variants, and the house rules with the values that are not their defaults."""

    druckrunde: bool = False
    doppelrisiko: bool = False
    schlichtungswurf: bool = False
    equal_rolls_rethrow: bool = False
    tie_w6: bool = False
    w100: str = "off"
    forced_may_use_w100: bool = False
    w4_auto_three: bool = True
    patt_draw: bool = False

    @property
    def rounds(self) -> int:
        """„Ein Spiel besteht aus sechs Durchgängen“; Schlichtungswurf: „kein Mehr-Runden-Spiel“."""
        return 1 if self.schlichtungswurf else ROUNDS


BASE: Final = House()


def size(kind: str) -> int:
    """Number of faces.

    >>> size("d20")
    20
    """
    return int(kind[1:])


def regular(choice: str) -> str:
    """The die that a choice uses up: with the W100 in its place, the die that it replaces.

    >>> regular("d8+d100"), regular("d8")
    ('d8', 'd8')
    """
    return choice.removesuffix(_REPLACED)


def thrown_die(choice: str) -> str:
    """The die that is thrown after a choice.

    >>> thrown_die("d8+d100"), thrown_die("d8")
    ('d100', 'd8')
    """
    return W100 if choice.endswith(_REPLACED) else choice


# --- Vergleichsregeln ------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """How one round was decided.

    Attributes:
        rule: ``dominanz``, ``konter``, ``patt``, ``parity``, ``higher``, ``rethrow``, ``auto_win`` or ``auto_loss``.
        winner: 0 or 1 for the first or the second player, ``None`` for nobody.
        points: Kontrollpunkte for the winner.
    """

    rule: str
    winner: int | None
    points: int


PATT: Final = Verdict("patt", None, 0)


def compare(kinds: tuple[str, str], rolls: tuple[int, int], house: House = BASE) -> Verdict:
    """Judge one round by the Vergleichsregeln.

    Args:
        kinds: the dice thrown.
        rolls: what they count.
        house: what is in force.

    >>> compare(("d6", "d20"), (5, 4))
    Verdict(rule='konter', winner=0, points=2)
    """
    if house.w100 == "replace" and W100 in kinds:
        special = compare_w100(kinds, rolls, house)
        if special is not None:
            return special
    # „Gleich große Würfel“
    if kinds[0] == kinds[1]:
        if rolls[0] == rolls[1] and house.equal_rolls_rethrow:
            return Verdict("rethrow", None, 0)
        return compare_equal(rolls)
    # „Unterschiedlich große Würfel: Hier greifen zwei mögliche Ergebnisse – Dominanz oder Konter.“
    larger = 0 if size(kinds[0]) > size(kinds[1]) else 1
    smaller = 1 - larger
    # „Dominanz: Der größere Würfel gewinnt nur, wenn sein Wurf mindestens doppelt so hoch ist … → 1 Kontrollpunkt.“
    if rolls[larger] >= 2 * rolls[smaller]:
        return Verdict("dominanz", larger, 1)
    # „Konter: Schlägt der kleinere Würfel den größeren durch eine höhere gewürfelte Zahl … → 2 Kontrollpunkte.“
    if rolls[smaller] > rolls[larger]:
        return Verdict("konter", smaller, 3 if _doubled_risk(kinds[smaller], house) else 2)
    # „Wird keine der beiden Bedingungen erfüllt, gilt der Durchgang als Patt (kein Punkt).“
    return PATT


def compare_equal(rolls: tuple[int, int]) -> Verdict:
    """Judge two dice of the same size.

    >>> compare_equal((2, 7))
    Verdict(rule='parity', winner=0, points=1)
    """
    if rolls[0] == rolls[1]:
        return PATT
    even = (rolls[0] % 2 == 0, rolls[1] % 2 == 0)
    # „Gerade Zahl schlägt ungerade Zahl.“
    if even[0] != even[1]:
        return Verdict("parity", 0 if even[0] else 1, 1)
    # „Bei gleicher Parität gewinnt die höhere Zahl. → 1 Kontrollpunkt.“
    return Verdict("higher", 0 if rolls[0] > rolls[1] else 1, 1)


def compare_w100(kinds: tuple[str, str], rolls: tuple[int, int], house: House) -> Verdict | None:
    """Judge by the automatic results of a W100 that replaces a regular die; ``None`` when there are none.

    >>> compare_w100(("d100", "d20"), (10, 20), BASE)
    Verdict(rule='auto_win', winner=0, points=1)
    """
    # 1 wins by itself, -1 loses by itself, 0 compares like any die.
    first, second = (_automatic(kind, roll) for kind, roll in zip(kinds, rolls, strict=True))
    if first == second:
        return PATT if first else None
    winner = 0 if first > second else 1
    if 1 in (first, second):
        return Verdict("auto_win", winner, 1)
    three = house.w4_auto_three and _doubled_risk(kinds[winner], house)
    return Verdict("auto_loss", winner, 3 if three else 1)


def _automatic(kind: str, roll: int) -> int:
    # „Das Ergebnis 01–10 gilt als automatischer Sieg des Durchgangs, 91–100 als automatischer Verlust.“
    if kind != W100 or 10 < roll < 91:
        return 0
    return 1 if roll <= 10 else -1


def _doubled_risk(winner: str, house: House) -> bool:
    # „Doppelrisiko: … Gewinnt ein W4 gegen einen größeren Würfel, zählt dies als 3 Kontrollpunkte.“
    return house.doppelrisiko and winner == "d4"


_SHOWS: Final = "{d1:die} shows {n1}, {d2:die} shows {n2}: "
_RULES: Final[Mapping[str, str]] = {
    "dominanz": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: Dominanz, {points:points} for {seat:seat}"),
    "konter": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: Konter, {points:points} for {seat:seat}"),
    "patt": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: Patt, no point"),
    "parity": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: even beats odd, {points:points} for {seat:seat}"),
    "higher": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: same parity, the higher wins, {points:points} for {seat:seat}"
    ),
    "rethrow": N_("{d1:die} shows {n1}, {d2:die} shows {n2}: the same number, both throw again"),
    "auto_win": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: the W100 wins at once with 01–10, {points:points} for {seat:seat}"
    ),
    "auto_loss": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: the W100 loses at once with 91–100, {points:points} for {seat:seat}"
    ),
}
_THREE: Final[Mapping[str, str]] = {
    "konter": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: Konter of a W4, Doppelrisiko, {points:points} for {seat:seat}"
    ),
    "auto_loss": N_(
        "{d1:die} shows {n1}, {d2:die} shows {n2}: the W100 loses at once with 91–100 against a W4, Doppelrisiko, "
        "{points:points} for {seat:seat}"
    ),
}
_SAME_NUMBER: Final = N_("{d1:die} shows {n1}, {d2:die} shows {n2}: the same number, Patt, no point")
_BOTH_AUTOMATIC: Final = N_("{d1:die} shows {n1}, {d2:die} shows {n2}: both win or both lose at once, Patt, no point")


def sentence(kinds: tuple[str, str], rolls: tuple[int, int], verdict: Verdict) -> Message:
    """The verdict in words, with the rule and the numbers."""
    text = _RULES[verdict.rule]
    if verdict.points == 3:
        text = _THREE[verdict.rule]
    elif verdict.rule == "patt" and kinds[0] == kinds[1]:
        text = _SAME_NUMBER if rolls[0] == rolls[1] else _BOTH_AUTOMATIC
    seat = None if verdict.winner is None else verdict.winner + 1
    return message(text, d1=kinds[0], n1=rolls[0], d2=kinds[1], n2=rolls[1], points=verdict.points, seat=seat)


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
        return dice + tuple(die + _REPLACED for die in dice)
    return dice


def _available(house: House, last: bool, unused: tuple[str, ...]) -> tuple[str, ...]:
    # „Doppelrisiko: Der W20 darf nur im letzten Durchgang eingesetzt werden.“
    return tuple(die for die in unused if last or not house.doppelrisiko or die != "d20")


# --- Ablauf eines Durchgangs -----------------------------------------------------------------------------------------

_CHOOSE: Final = message("Choose your die in secret")
_THROW: Final = message("Throw your die")
_DECIDE: Final = message("Throw one die to break the tie")


@lru_cache(maxsize=4096)
def _choice(seat: int, allowed: tuple[str, ...]) -> Choice:
    return Choice(seat, allowed, True, _CHOOSE)


@lru_cache(maxsize=64)
def _throw(seat: int, die: str, about: Message) -> Throw:
    return Throw(seat, (die,), about)


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
    unused: tuple[tuple[str, ...], tuple[str, ...]] = (DICE, DICE)
    w100: tuple[bool, bool] = (False, False)
    round: int = 1
    lost: tuple[str | None, str | None] = (None, None)
    chosen: tuple[str | None, str | None] = (None, None)
    rolls: tuple[int | None, int | None] = (None, None)
    score: tuple[int, int] = (0, 0)
    tiebreak: bool = False
    ended: Reason | None = None
    winner: int | None = None

    def _needs(self) -> tuple[Request, ...]:
        if self.ended:
            return ()
        if self.tiebreak:
            return tuple(_throw(seat, "d6", _DECIDE) for seat in (1, 2) if self.rolls[seat - 1] is None)
        first, second = self.chosen
        # „1. Beide Spieler wählen verdeckt einen noch nicht genutzten Würfel (W4–W20).“
        if first is None or second is None:
            return tuple(_choice(seat, self._options(seat - 1)) for seat in (1, 2) if self.chosen[seat - 1] is None)
        # „3. Beide würfeln.“
        dice = (thrown_die(first), thrown_die(second))
        return tuple(_throw(seat, dice[seat - 1], _THROW) for seat in (1, 2) if self.rolls[seat - 1] is None)

    def _options(self, who: int) -> tuple[str, ...]:
        last = self.round == self.house.rounds
        return options(self.house, last, self.unused[who], self.lost[who], self.w100[who])

    def _forced(self, who: int) -> str | None:
        return forced(self.house, self.round == self.house.rounds, self.unused[who], self.lost[who])

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
        ((kind, (value,)),) = answer.dice.items()
        state = self.changed(rolls=put(self.rolls, answer.seat, value))
        events = [_thrown(answer.seat, kind, value)]
        if None in state.rolls:
            return state, events
        return (state._judge_tiebreak if self.tiebreak else state._judge)(events)

    def _lock(self, answer: Choose) -> tuple["Ueberwurf", list[Event]]:
        chosen = put(self.chosen, answer.seat, answer.value)
        events = [locked(answer.seat)]
        # „2. Gleichzeitig aufdecken.“
        if chosen[0] is not None and chosen[1] is not None:
            events.append(_revealed(chosen[0], chosen[1]))
        return self.changed(chosen=chosen), events

    def _judge(self, events: list[Event]) -> tuple["Ueberwurf", list[Event]]:
        # „4. Vergleich nach folgenden Regeln.“
        kinds = (thrown_die(str(self.chosen[0])), thrown_die(str(self.chosen[1])))
        rolls = (self.rolls[0] or 0, self.rolls[1] or 0)
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
            return self._settle_dispute(winner, score, events)
        return self._next_round(winner, score, events)

    def _next_round(
        self, winner: int | None, score: tuple[int, int], events: list[Event]
    ) -> tuple["Ueberwurf", list[Event]]:
        if self.round == ROUNDS:
            return self._finish(score, events)
        first, second = str(self.chosen[0]), str(self.chosen[1])
        lost: tuple[str | None, str | None] = (None, None)
        # A Patt is not a loss. After a W100 the die that it replaced counts as the one lost with.
        if self.house.druckrunde and winner is not None:
            lost = (None, regular(second)) if winner == 0 else (regular(first), None)
        state = self.changed(
            # „Jeder Würfel … darf nur einmal verwendet werden.“
            unused=(_without(self.unused[0], regular(first)), _without(self.unused[1], regular(second))),
            w100=(
                self.w100[0] and not first.endswith(_REPLACED),
                self.w100[1] and not second.endswith(_REPLACED),
            ),
            round=self.round + 1,
            lost=lost,
            chosen=(None, None),
            rolls=(None, None),
            score=score,
        )
        for who, die in enumerate(lost):
            must = state._forced(who)
            if must is not None:
                text = message("Druckrunde: {seat:seat} lost with {lost:die} and must play {die:die}")
                values = {"seat": who + 1, "lost": die, "die": must}
                events.append(Event("druckrunde", who + 1, Message(text.text, values), {"lost": die, "die": must}))
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
        return self.changed(score=score, tiebreak=True, rolls=(None, None)), events

    def _judge_tiebreak(self, events: list[Event]) -> tuple["Ueberwurf", list[Event]]:
        rolls = (self.rolls[0] or 0, self.rolls[1] or 0)
        verdict = compare_equal(rolls)
        if verdict.winner is None:
            text = sentence(("d6", "d6"), rolls, Verdict("rethrow", None, 0))
            events.append(Event("verdict", None, text, {"rule": "rethrow", "points": 0}))
            return self.changed(rolls=(None, None)), events
        seat = verdict.winner + 1
        text = Message(_TIEBREAKS[verdict.rule], {"n1": rolls[0], "n2": rolls[1], "seat": seat})
        events.append(Event("verdict", seat, text, {"rule": verdict.rule, "points": 0}))
        return self._end(Reason.TIEBREAK, seat, self.score, events)

    def _settle_dispute(
        self, winner: int | None, score: tuple[int, int], events: list[Event]
    ) -> tuple["Ueberwurf", list[Event]]:
        # „Schlichtungswurf: … Jeder Spieler wählt nur einen Würfel. Sieger erhält Entscheidungshoheit“
        if winner is not None:
            return self._end(Reason.DECIDED, winner + 1, score, events)
        if self.house.patt_draw:
            return self._finish(score, events)
        events.append(Event("repeated", None, message("Patt: the Schlichtungswurf is repeated with a new choice")))
        return self.changed(chosen=(None, None), rolls=(None, None)), events

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
                    "forced": self._forced(one - 1),
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


def _without(dice: tuple[str, ...], used: str) -> tuple[str, ...]:
    return tuple(die for die in dice if die != used)


# --- Regionale Varianten ---------------------------------------------------------------------------------------------
