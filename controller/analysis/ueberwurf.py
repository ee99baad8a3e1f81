"""Überwurf for the solver."""

from itertools import product
from typing import Final

from controller.analysis.games import Game, PositionError, fields, flags, number, numbers, pair
from controller.i18n import _
from controller.rules.core import Answer, Choose, State, Throw, Thrown, faces, settle
from controller.rules.ueberwurf import Ueberwurf, forced
from controller.rules.ueberwurf_verdict import compare, compare_equal

_EXAMPLES: Final = {"unused": "d4,d6/d8,d20", "score": "2:1", "w100": "1,0", "lost": "d12/-", "chosen": "d4/d20"}
_NONE: Final = "-"


class UeberwurfGame(Game):
    def reduce(self, state: State) -> State:
        assert isinstance(state, Ueberwurf)
        return state.changed(
            chosen=(None, None),
            rolls=(None, None),
            score=_lead(state),
            lost=(_alike(state, 0), _alike(state, 1)),
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
            text += f" lost={state.lost[0] or _NONE}/{state.lost[1] or _NONE}"
        return text

    def throws(self, state: State) -> list[tuple[float, tuple[Answer, ...]]]:
        assert isinstance(state, Ueberwurf)
        kinds, ranges = [], []
        open_seats = {need.seat: need.dice[0] for need in state.needs if isinstance(need, Throw)}
        for seat in (1,2):
            roll=state.rolls[seat-1]
            ranges.append(faces(open_seats[seat]) if roll is None else (roll,))
            kinds.append(None)
        groups={}
        from controller.rules.ueberwurf_verdict import thrown_die
        ks=tuple(thrown_die(c) for c in state.chosen)
        n=0
        for rolls in product(*ranges):
            v = compare_equal(rolls) if state.tiebreak else compare(ks,rolls,state.house)
            k=(v.rule=="rethrow",v.winner,v.points)
            c=groups.setdefault(k,[0,rolls]); c[0]+=1; n+=1
        return [(c/n, tuple(Thrown(s,{open_seats[s]:(r[s-1],)}) for s in open_seats)) for c,r in groups.values()]

    def parse(self, start, text): ...

def _lead(state):
    lead=state.score[0]-state.score[1]
    most=(3 if state.house.doppelrisiko else 2)*(state.house.rounds-state.round+1)+1
    lead=max(-most,min(most,lead))
    return (max(lead,0),max(-lead,0))

def _alike(state, who):
    die=state._forced(who)
    if die is None: return None
    from controller.rules.ueberwurf_verdict import DICE
    h=state.house; last=state.round==h.rounds
    return next(d for d in DICE if forced(h,last,state.unused[who],d)==die and d not in state.unused[who])
