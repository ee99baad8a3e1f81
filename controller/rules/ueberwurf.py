"""Überwurf: two players, six rounds, one die each; the order of this file is the order of its rulebook."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeVar

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

_T = TypeVar("_T")

# „Jeder Würfel von W4 bis W20 darf nur einmal verwendet werden.“
DICE: Final = ("d4", "d6", "d8", "d10", "d12", "d20")
# „Ein Spiel besteht aus sechs Durchgängen.“
ROUNDS: Final = 6


def size(kind: str) -> int:
    """Number of faces.

    >>> size("d20")
    20
    """
    return int(kind[1:])


# --- Vergleichsregeln ------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """How one round was decided.

    Attributes:
        rule: ``dominanz``, ``konter``, ``patt``, ``parity`` or ``higher``.
        winner: 0 or 1 for the first or the second player, ``None`` for nobody.
        points: Kontrollpunkte for the winner.
    """

    rule: str
    winner: int | None
    points: int


PATT: Final = Verdict("patt", None, 0)


def compare(kinds: tuple[str, str], rolls: tuple[int, int]) -> Verdict:
    """Judge one round by the Vergleichsregeln.

    >>> compare(("d6", "d20"), (5, 4))
    Verdict(rule='konter', winner=0, points=2)
    """
    if size(kinds[0]) == size(kinds[1]):
        return compare_equal(rolls)
    larger = 0 if size(kinds[0]) > size(kinds[1]) else 1
    smaller = 1 - larger
    # „Dominanz: Der größere Würfel gewinnt nur, wenn sein Wurf mindestens doppelt so hoch ist … → 1 Kontrollpunkt.“
    if rolls[larger] >= 2 * rolls[smaller]:
        return Verdict("dominanz", larger, 1)
    # „Konter: Schlägt der kleinere Würfel den größeren durch eine höhere gewürfelte Zahl … → 2 Kontrollpunkte.“
    if rolls[smaller] > rolls[larger]:
        return Verdict("konter", smaller, 2)
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


_RULES: Final[Mapping[str, str]] = {
    "dominanz": "{d1:die} shows {n1}, {d2:die} shows {n2}: Dominanz, {points:points} for {seat:seat}",
    "konter": "{d1:die} shows {n1}, {d2:die} shows {n2}: Konter, {points:points} for {seat:seat}",
    "patt": "{d1:die} shows {n1}, {d2:die} shows {n2}: Patt, no point",
    "parity": "{d1:die} shows {n1}, {d2:die} shows {n2}: even beats odd, {points:points} for {seat:seat}",
    "higher": "{d1:die} shows {n1}, {d2:die} shows {n2}: same parity, the higher wins, {points:points} for {seat:seat}",
}


def sentence(kinds: tuple[str, str], rolls: tuple[int, int], verdict: Verdict) -> Message:
    """The verdict in words, with the rule and the numbers."""
    seat = None if verdict.winner is None else verdict.winner + 1
    return message(
        _RULES[verdict.rule], d1=kinds[0], n1=rolls[0], d2=kinds[1], n2=rolls[1], points=verdict.points, seat=seat
    )


# --- Ablauf eines Durchgangs -----------------------------------------------------------------------------------------

_CHOOSE: Final = message("Choose your die in secret")
_THROW: Final = message("Throw your die")


@dataclass(frozen=True)
class Ueberwurf(State):
    """One moment of a game. Pairs hold the first and the second seat.

    Attributes:
        round: 1 … 6; 7 when the game is over.
        unused: dice that each may still choose.
        chosen: the dice locked for this round; hidden until both are there.
        rolls: what they show.
        score: Kontrollpunkte.
    """

    round: int = 1
    unused: tuple[tuple[str, ...], tuple[str, ...]] = (DICE, DICE)
    chosen: tuple[str | None, str | None] = (None, None)
    rolls: tuple[int | None, int | None] = (None, None)
    score: tuple[int, int] = (0, 0)

    def _needs(self) -> tuple[Request, ...]:
        if self.round > ROUNDS:
            return ()
        # „1. Beide Spieler wählen verdeckt einen noch nicht genutzten Würfel (W4–W20).“
        if None in self.chosen:
            return tuple(
                Choice(seat, self.unused[seat - 1], True, _CHOOSE) for seat in (1, 2) if self.chosen[seat - 1] is None
            )
        # „3. Beide würfeln.“
        return tuple(
            Throw(seat, (str(self.chosen[seat - 1]),), _THROW) for seat in (1, 2) if self.rolls[seat - 1] is None
        )

    @property
    def outcome(self) -> Outcome | None:
        if self.round <= ROUNDS:
            return None
        # „Wer mehr Kontrollpunkte besitzt, gewinnt das Spiel.“
        first, second = self.score
        scores = {1: first, 2: second}
        if first == second:
            return Outcome((), scores, Reason.DRAW)
        return Outcome((1 if first > second else 2,), scores, Reason.MOST_POINTS)

    def _follow(self, answer: Answer) -> tuple["Ueberwurf", list[Event]]:
        if isinstance(answer, Choose):
            return self._lock(answer)
        assert isinstance(answer, Thrown)
        return self._throw(answer)

    def _lock(self, answer: Choose) -> tuple["Ueberwurf", list[Event]]:
        chosen = _with(self.chosen, answer.seat, answer.value)
        events = [Event("locked", answer.seat, message("{seat:seat} has locked a choice", seat=answer.seat))]
        state = replace(self, chosen=chosen)
        # „2. Gleichzeitig aufdecken.“
        if chosen[0] is not None and chosen[1] is not None:
            text = message("Revealed: {d1:die} against {d2:die}", d1=chosen[0], d2=chosen[1])
            events.append(Event("revealed", None, text, {"dice": {"1": chosen[0], "2": chosen[1]}}))
        return state, events

    def _throw(self, answer: Thrown) -> tuple["Ueberwurf", list[Event]]:
        ((kind, (value,)),) = answer.dice.items()
        text = message("{seat:seat} throws {die:die}: {value}", seat=answer.seat, die=kind, value=value)
        events = [Event("thrown", answer.seat, text, {"die": kind, "value": value})]
        state = replace(self, rolls=_with(self.rolls, answer.seat, int(value)))
        if None in state.rolls:
            return state, events
        return state._judge(events)

    def _judge(self, events: list[Event]) -> tuple["Ueberwurf", list[Event]]:
        # „4. Vergleich nach folgenden Regeln.“
        kinds = (str(self.chosen[0]), str(self.chosen[1]))
        rolls = (int(self.rolls[0] or 0), int(self.rolls[1] or 0))
        verdict = compare(kinds, rolls)
        score = self.score
        if verdict.winner is not None:
            score = _with(score, verdict.winner + 1, score[verdict.winner] + verdict.points)
        seat = None if verdict.winner is None else verdict.winner + 1
        data = {
            "round": self.round,
            "rule": verdict.rule,
            "points": verdict.points,
            "scores": {"1": score[0], "2": score[1]},
        }
        events.append(Event("verdict", seat, sentence(kinds, rolls, verdict), data))
        # „Jeder Würfel … darf nur einmal verwendet werden.“
        unused = (_without(self.unused[0], kinds[0]), _without(self.unused[1], kinds[1]))
        state = Ueberwurf(round=self.round + 1, unused=unused, score=score)
        if state.round > ROUNDS:
            events.append(_game_over(state))
        return state, events

    def view(self, seat: int | None = None) -> dict[str, Any]:
        revealed = None not in self.chosen
        return {
            "game": "ueberwurf",
            "round": min(self.round, ROUNDS),
            "rounds": ROUNDS,
            "seats": [
                {
                    "seat": one,
                    "score": self.score[one - 1],
                    "locked": self.chosen[one - 1] is not None,
                    "die": self.chosen[one - 1] if revealed or one == seat else None,
                    "roll": self.rolls[one - 1],
                    "unused": list(self.unused[one - 1]),
                }
                for one in (1, 2)
            ],
        }


# --- Spielende -------------------------------------------------------------------------------------------------------


def _game_over(state: Ueberwurf) -> Event:
    outcome = state.outcome
    assert outcome is not None
    first, second = state.score
    if outcome.winner:
        text = message("{seat:seat} wins {n1} : {n2}", seat=outcome.winner[0], n1=first, n2=second)
    else:
        text = message("Draw, {n1} : {n2}", n1=first, n2=second)
    return Event("game_over", None, text)


def _with(pair: tuple[_T, _T], seat: int, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if seat == 1 else (pair[0], value)


def _without(dice: tuple[str, ...], used: str) -> tuple[str, ...]:
    return tuple(die for die in dice if die != used)


def _begin(setup: Setup, house: Mapping[str, Any]) -> Step:
    return settle(Ueberwurf(), [])


GAME: Final = GameInfo(
    id="ueberwurf",
    name="Überwurf",
    seats=(2,),
    about=message("Two choose a die in secret, both throw: dominate with the larger die or counter with the smaller."),
    variants=(),
    house=(),
    begin=_begin,
)
