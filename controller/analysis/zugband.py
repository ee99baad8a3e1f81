"""Zugband for the solver."""

from typing import Final

from controller.analysis.games import Game, PositionError, fields, flags, number, numbers
from controller.i18n import _
from controller.rules.core import Choose, State, settle
from controller.rules.zugband import MARKERS, Rope, Zugband

_EXAMPLES: Final = {
    "knot": "-1",
    "markers": "4,3",
    "level": "1",
    "zeros": "1",
    "risszug": "1,0",
    "bids": "0,2",
}


class ZugbandGame(Game):
    """Moments are written ``knot=-1 markers=4,3``, and where they differ from 0 ``level``, ``zeros``, ``risszug``.

    ``bids`` are those just revealed, while the loser may still annul the round.
    """

    def reduce(self, state: State) -> State:
        assert isinstance(state, Zugband)
        rope = state.rope
        rope = rope._replace(
            round=1,
            level=rope.level if rope.house.drucktest else 0,
            zeros=rope.zeros if rope.house.stall is not None else 0,
        )
        return Zugband(rope, state.bids if state.asked else (None, None), state.asked)

    def mirror(self, state: State) -> State:
        assert isinstance(state, Zugband)
        rope = state.rope
        rope = rope._replace(knot=-rope.knot, left=rope.left[::-1], risszug=rope.risszug[::-1])
        return Zugband(rope, state.bids[::-1], None if state.asked is None else 3 - state.asked)

    def text(self, state: State) -> str:
        assert isinstance(state, Zugband)
        rope = state.rope
        text = f"knot={rope.knot} markers={rope.left[0]},{rope.left[1]}"
        if rope.level:
            text += f" level={rope.level}"
        if rope.zeros:
            text += f" zeros={rope.zeros}"
        if rope.house.risszug:
            text += f" risszug={rope.risszug[0]:d},{rope.risszug[1]:d}"
        if state.asked:
            text += f" bids={state.bids[0]},{state.bids[1]}"
        return text
