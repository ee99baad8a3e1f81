"""Überwurf for the solver."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, Final

from controller.analysis.games import Game, PositionError, fields, flags, numbers, pair, revealed
from controller.i18n import _, die_name
from controller.rules.core import Answer, State, Thrown, faces
from controller.rules.ueberwurf import Ueberwurf, forced
from controller.rules.ueberwurf_verdict import DICE, W100, House, compare, compare_equal, thrown_die

_EXAMPLES: Final = {"unused": "d4,d6/d8,d20", "score": "2:1", "w100": "1,0", "lost": "d12/-", "chosen": "d4/d20"}
_NOTHING: Final = "-"


class UeberwurfGame(Game):
    """Moments are written ``unused=d4,d6/d8,d20 score=2:1``, one half for each seat.

    Where they matter: ``w100``, whether each may still replace a die by the W100 (1) or not (0); ``lost``, the die with
    which a seat has just lost (Druckrunde), - for none. ``chosen`` are both revealed choices, before the throw.
    """

    def house(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Ueberwurf)
        return state.house._asdict()

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

    def thrown(self, state: State) -> Sequence[tuple[float, State]]:
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
        assert isinstance(start, Ueberwurf)
        parts, state = fields(text, _EXAMPLES), start
        if "unused" in parts:
            state = _with_unused(state, parts["unused"])
        most = _most(state.house) * (state.round - 1)
        if "score" in parts:
            score = numbers("score", parts["score"], 0, most, ":")
            if sum(score) > most:
                text = _("position: score = {found} is not possible; at most {n} points by then")
                raise PositionError(text.format(found=parts["score"], n=most))
            state = state.changed(score=score)
        if "w100" in parts:
            state = state.changed(w100=flags("w100", parts["w100"], state.w100))
        if "lost" in parts:
            state = state.changed(lost=_lost(state, parts["lost"]))
        if "chosen" in parts:
            first, second = pair("chosen", parts["chosen"], "/")
            return revealed(state, (_die(first), _die(second)))
        return state


# --- Which moments are alike -----------------------------------------------------------------------------------------


def _lead(state: Ueberwurf) -> tuple[int, int]:
    """The score as far as it matters: who leads by how much, at most one point more than can still be caught up."""
    most = _most(state.house) * (state.house.rounds - state.round + 1) + 1
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


def _most(house: House) -> int:
    """The most points of a round: a Konter."""
    return 3 if house.doppelrisiko else 2


# --- Reading positions -----------------------------------------------------------------------------------------------


def _die(name: str) -> str:
    """A die as the rules call it; people may write W8."""
    return name.lower().replace("w", "d")


def _with_unused(start: Ueberwurf, text: str) -> Ueberwurf:
    first, second = (tuple(map(_die, part.split(","))) for part in pair("unused", text, "/"))
    every = start.unused[0]
    for die in (*first, *second):
        if die not in every:
            words = _("position: there is no {found} to choose; dice: {allowed}")
            raise PositionError(words.format(found=die_name(die), allowed=", ".join(map(die_name, every))))
    fewest = len(every) - start.house.rounds + 1
    if len(first) != len(second) or len(first) < fewest or any(len(set(part)) != len(part) for part in (first, second)):
        words = _("position: unused needs the same number of different dice for both seats, at least {n} each")
        raise PositionError(words.format(n=fewest))
    if start.house.doppelrisiko and not ("d20" in first and "d20" in second):
        raise PositionError(_("position: unused must name the d20 for both seats; Doppelrisiko keeps it to the end"))
    unused = tuple(sorted(first, key=every.index)), tuple(sorted(second, key=every.index))
    return start.changed(unused=unused, round=len(every) - len(first) + 1)


def _lost(state: Ueberwurf, text: str) -> tuple[str | None, str | None]:
    first, second = (None if die == _NOTHING else _die(die) for die in pair("lost", text, "/"))
    played = [[die for die in (*DICE, W100) if die not in unused] for unused in state.unused]
    possible = (first is None or first in played[0]) and (second is None or second in played[1])
    if not state.house.druckrunde or not possible or (first and second):
        raise PositionError(
            _("position: lost names the die with which one seat lost the last round, and only in a Druckrunde")
        )
    return first, second


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
