"""Überwurf for the solver."""

from functools import cache
from itertools import product
from typing import Final

from controller.analysis.games import Game, PositionError, fields, flags, numbers, pair
from controller.i18n import _
from controller.rules.core import Answer, Choose, State, Throw, Thrown, faces, settle
from controller.rules.ueberwurf import Ueberwurf, forced
from controller.rules.ueberwurf_verdict import DICE, W100, House, compare, compare_equal, thrown_die

_EXAMPLES: Final = {"unused": "d4,d6/d8,d20", "score": "2:1", "w100": "1,0", "lost": "d12/-", "chosen": "d4/d20"}
_NOTHING: Final = "-"


class UeberwurfGame(Game):
    """Moments are written ``unused=d4,d6/d8,d20 score=2:1``, one half for each seat.

    Where they matter: ``w100``, whether each may still replace a die by the W100 (1) or not (0); ``lost``, the die with
    which a seat has just lost (Druckrunde), - for none. ``chosen`` are both revealed choices, before the throw.
    """

    def reduce(self, state: State) -> State:
        assert isinstance(state, Ueberwurf)
        return state.changed(
            chosen=(None, None), rolls=(None, None), score=_lead(state), lost=(_alike(state, 0), _alike(state, 1))
        )

    def mirror(self, state: State) -> State:
        assert isinstance(state, Ueberwurf)
        return state.changed(
            unused=state.unused[::-1], w100=state.w100[::-1], lost=state.lost[::-1], score=state.score[::-1]
        )

    def text(self, state: State) -> str:
        assert isinstance(state, Ueberwurf)
        first, second = state.unused
        text = f"unused={','.join(first)}/{','.join(second)} score={state.score[0]}:{state.score[1]}"
        if state.house.w100 == "replace":
            text += f" w100={state.w100[0]:d},{state.w100[1]:d}"
        if state.lost != (None, None):
            text += f" lost={state.lost[0] or _NOTHING}/{state.lost[1] or _NOTHING}"
        return text

    def thrown(self, state: State) -> list[tuple[float, State]]:
        assert isinstance(state, Ueberwurf)
        # The score only adds up until the end is judged, so that it need not be thrown for each score anew.
        if state.tiebreak or state.round == state.house.rounds:
            return _thrown(state)
        first, second = state.score
        return [
            (chance, after.changed(score=(after.score[0] + first, after.score[1] + second)))
            for chance, after in _thrown_from_nothing(state.changed(score=(0, 0)))
        ]

    def parse(self, start: State, text: str) -> State:
        raise NotImplementedError


# --- Which moments are alike -----------------------------------------------------------------------------------------


def _lead(state: Ueberwurf) -> tuple[int, int]:
    """The score as far as it matters: who leads by how much, at most one point more than can still be caught up."""
    # A round gives 2 points at most; with the Doppelrisiko the Konter of a W4 gives 3.
    most = (3 if state.house.doppelrisiko else 2) * (state.house.rounds - state.round + 1) + 1
    lead = max(-most, min(state.score[0] - state.score[1], most))
    return max(lead, 0), max(-lead, 0)


def _alike(state: Ueberwurf, who: int) -> str | None:
    """Druckrunde: the smallest lost die that leaves the same choice."""
    house, unused = state.house, state.unused[who]
    last = state.round == house.rounds
    must = forced(house, last, unused, state.lost[who])
    if must is None:
        return None
    return next(die for die in DICE if die not in unused and forced(house, last, unused, die) == must)


# --- What the dice may bring -----------------------------------------------------------------------------------------


@cache
def _thrown_from_nothing(state: Ueberwurf) -> list[tuple[float, Ueberwurf]]:
    return _thrown(state)


def _thrown(state: Ueberwurf) -> list[tuple[float, Ueberwurf]]:
    """The states after this throw with their probabilities; the rules judge one throw of each kind."""
    reached = []
    for chance, answers in _kinds(state.house, state.chosen, state.rolls, state.tiebreak):
        after: State = state
        for answer in answers:
            after = after.apply(answer).state
        assert isinstance(after, Ueberwurf)
        reached.append((chance, after))
    return reached


@cache
def _kinds(
    house: House, chosen: tuple[str | None, str | None], rolls: tuple[int | None, int | None], tiebreak: bool
) -> list[tuple[float, tuple[Answer, ...]]]:
    """The throws of the dice not yet thrown that are judged differently: the probability and an example of each."""
    dice = ("d6", "d6") if tiebreak else (thrown_die(str(chosen[0])), thrown_die(str(chosen[1])))
    may = [faces(die) if roll is None else (roll,) for die, roll in zip(dice, rolls, strict=True)]
    found: dict[tuple[bool, int | None, int], list[tuple[int, int]]] = {}
    for first, second in product(*may):
        pair = (int(first), int(second))
        verdict = compare_equal(pair) if tiebreak else compare(dice, pair, house)
        # More does no state depend on.
        found.setdefault((verdict.rule == "rethrow", verdict.winner, verdict.points), []).append(pair)
    number = len(may[0]) * len(may[1])
    open_seats = [seat for seat in (1, 2) if rolls[seat - 1] is None]
    return [
        (len(pairs) / number, tuple(Thrown(seat, {dice[seat - 1]: (pairs[0][seat - 1],)}) for seat in open_seats))
        for pairs in found.values()
    ]
