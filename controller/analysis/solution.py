"""A game with its house rules, solved as far as it was asked, and kept on disk."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.analysis import cache
from controller.analysis.games import Game, PositionError
from controller.analysis.solver import Chances, Moment, Solver
from controller.analysis.ueberwurf import UeberwurfGame
from controller.analysis.zugband import ZugbandGame
from controller.i18n import _
from controller.rules import GAMES
from controller.rules.core import Choice, State
from controller.rules.setup import Setup

SOLVABLE: Final[Mapping[str, Game]] = MappingProxyType({"ueberwurf": UeberwurfGame(), "zugband": ZugbandGame()})
# Values computed twice on the same machine agree far better.
_AGREE: Final = 1e-9


class Solution:
    """Chances and strategies of a game. Only what is asked is solved, and nothing twice.

    Attributes:
        game_id: which game.
        game: what the solver knows of it.
        start: its first state.
        found: how many moments were found on disk.
    """

    def __init__(self, game_id: str, setup: Setup) -> None:
        """Begin with what is on disk.

        Args:
            game_id: one of ``SOLVABLE``.
            setup: variants and house rules.

        Raises:
            PositionError: no such game can be solved.
            SetupError: the game cannot be played as asked.
        """
        if game_id not in SOLVABLE:
            text = _("{found} cannot be solved; possible: {allowed}")
            raise PositionError(text.format(found=game_id, allowed=", ".join(SOLVABLE)))
        self.game_id, self.game = game_id, SOLVABLE[game_id]
        self.start = GAMES[game_id].start(setup).state
        self._identity = cache.identity(game_id, self.game.house(self.start))
        self._solver = Solver(self.game, cache.load(self._identity))
        self.found = self._kept = self.moments

    @property
    def moments(self) -> int:
        """How many moments are solved; of a moment and its mirror image only one is counted."""
        return len(self._solver.table)

    def chances(self, state: State) -> Chances:
        """How the game ends from this state for the first seat, when both play optimally."""
        if any(isinstance(need, Choice) for need in state.needs):
            return self.moment(state).chances
        found = self._solver.chances(state)
        self._keep()
        return found

    def moment(self, state: State) -> Moment:
        """How to play a state with open choices. Locked hidden choices are not looked at."""
        found = self._solver.moment(state)
        if abs(found.chances.worth - self._solver.chances(state).worth) > _AGREE:
            # The entries that follow do not lead to the entry kept: none is believed.
            self._solver = Solver(self.game)
            self.found = self._kept = 0
            found = self._solver.moment(state)
        self._keep()
        return found

    def _keep(self) -> None:
        if self.moments > self._kept:
            cache.save(self._identity, self._solver.table)
            self._kept = self.moments
