"""Zugband for the solver."""

from typing import Any, Final

from controller.analysis.games import Game, PositionError, fields, flags, number, numbers, revealed
from controller.i18n import _
from controller.rules.core import State
from controller.rules.zugband import MARKERS, MOST, Rope, Zugband

_EXAMPLES: Final = {"knot": "-1", "markers": "4,3", "level": "1", "zeros": "1", "risszug": "1,0", "bids": "0,2"}


class ZugbandGame(Game):
    """Moments are written ``knot=-1 markers=4,3``: the knot below 0 is on the first seat's side.

    Where they matter: ``level``, how many rounds in a row were equal (Drucktest); ``zeros``, how many of these 0:0;
    ``risszug``, whether each may still annul a round (1) or not (0). ``bids`` are those just revealed.
    """

    def house(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Zugband)
        return state.rope.house._asdict()

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
        # Revealed bids are discarded already; what people write comes before them.
        bids = state.bids if state.asked else (0, 0)
        first, second = (left + (bid or 0) for left, bid in zip(rope.left, bids, strict=True))
        text = f"knot={rope.knot} markers={first},{second}"
        if rope.level:
            text += f" level={rope.level}"
        if rope.zeros:
            text += f" zeros={rope.zeros}"
        if rope.house.risszug:
            text += f" risszug={rope.risszug[0]:d},{rope.risszug[1]:d}"
        if state.asked:
            text += f" bids={bids[0]},{bids[1]}"
        return text

    def parse(self, start: State, text: str) -> State:
        assert isinstance(start, Zugband)
        parts, house, rope = fields(text, _EXAMPLES), start.rope.house, start.rope
        if "knot" in parts:
            rope = rope._replace(knot=number("knot", parts["knot"], 1 - house.goal, house.goal - 1))
        if "markers" in parts:
            rope = rope._replace(left=numbers("markers", parts["markers"], 0, MARKERS))
        if "risszug" in parts:
            rope = rope._replace(risszug=flags("risszug", parts["risszug"], rope.risszug))
        if rope.left == (0, 0):
            raise PositionError(_("position: markers = 0,0 is not possible; without any the game is over"))
        state = Zugband(_counted(rope, parts))
        if "bids" in parts:
            first, second = numbers("bids", parts["bids"], 0, MOST)
            return revealed(state, (str(first), str(second)))
        return state


def _counted(rope: Rope, parts: dict[str, str]) -> Rope:
    """With the rounds in a row that were level or 0:0, as far as these are counted."""
    house = rope.house
    if "level" in parts:
        level = number("level", parts["level"], 0, 2 if house.drucktest else 0)
        rope = rope._replace(level=level, pressed=level == 2)
    if "zeros" in parts:
        # Every round of 0:0 is level. Without an end by stalling nobody counts them.
        most = 0 if house.stall is None else house.stall - 1
        if house.drucktest:
            most = min(most, rope.level)
        rope = rope._replace(zeros=number("zeros", parts["zeros"], 0, most))
    return rope
