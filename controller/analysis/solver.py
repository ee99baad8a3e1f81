"""Backward induction: every moment is a matrix game whose entries are the chances of the moments that follow."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np

from controller.analysis.games import Game, Options, after, options
from controller.analysis.matrix import Matrix
from controller.analysis.recursive import solve_recursive
from controller.rules.core import Choice, State


class Chances(NamedTuple):
    """How a game ends from here on, as probabilities (0 … 1) for the first seat."""

    win: float
    draw: float
    loss: float

    @property
    def worth(self) -> float:
        """The win chance with draws counted half: what both play for."""
        return self.win + self.draw / 2

    def of(self, seat: int) -> "Chances":
        """The chances of a seat."""
        return self if seat == 1 else Chances(self.loss, self.draw, self.win)


class Moment(NamedTuple):
    """A moment and how to play it.

    Attributes:
        options: what each seat may choose; one empty text for a seat that is not asked.
        payoff: the worth for the first seat of each pair of options, if both play on optimally.
        mixes: an optimal strategy of each seat: the probability of each of its options.
        chances: how the game ends when both play so.
    """

    options: Options
    payoff: Matrix
    mixes: tuple[Matrix, Matrix]
    chances: Chances

    def mirrored(self) -> "Moment":
        """The same with the seats exchanged."""
        return Moment(self.options[::-1], 1 - self.payoff.T, self.mixes[::-1], self.chances.of(2))

    def values(self, seat: int) -> dict[str, float]:
        """The worth for a seat of each of its options against the other's optimal strategy."""
        if seat == 2:
            return self.mirrored().values(1)
        return dict(zip(self.options[0], (self.payoff @ self.mixes[1]).tolist(), strict=True))


class _Branch(NamedTuple):
    """One way on, with the key of its moment; ``swapped`` when the table holds its mirror image."""

    chance: float
    key: str
    swapped: bool


class _Node(NamedTuple):
    """A moment with all ways on from it: ``ways[row][column]`` for each pair of options."""

    key: str
    symmetric: bool
    options: Options
    ways: list[list[list[_Branch]]]
    following: dict[str, State]


# Keys of finished games. A loss is a win with the seats exchanged.
_WIN: Final = "won"
_DRAW: Final = "drawn"
_ENDS: Final = {_WIN: Chances(1.0, 0.0, 0.0), _DRAW: Chances(0.0, 1.0, 0.0)}


class Solver:
    """Solves moments of one game with one set of house rules, each once.

    Attributes:
        table: the chances of every moment solved so far, by text. Of a moment and its mirror image only one is there.
    """

    def __init__(self, game: Game, table: Mapping[str, Chances] | None = None) -> None:
        self.game = game
        self.table: dict[str, Chances] = dict(table or {})

    def chances(self, state: State) -> Chances:
        """How the game ends from this state, when both play optimally. Locked hidden choices are not looked at."""
        following: dict[str, State] = {}
        branches = self._branches(state, following)
        for moment in following.values():
            self._solve(moment)
        return self._sum(branches)

    def moment(self, state: State) -> Moment:
        """How to play a state with open choices; locked hidden choices are not looked at."""
        _key, swapped, moment = self._place(self.game.reduce(state))
        self._solve(moment)
        node = self._expand(moment)
        for following in node.following.values():
            self._solve(following)
        found = self._evaluate(node)
        return found.mirrored() if swapped else found

    def _place(self, state: State) -> tuple[str, bool, State]:
        """Where a moment stands in the table: the key, whether that is its mirror image, and the moment there."""
        mirror = self.game.mirror(state)
        key, other = self.game.text(state), self.game.text(mirror)
        return (other, True, mirror) if other < key else (key, False, state)

    def _solve(self, state: State) -> None:
        """Solve a moment and all that follow from it, the last ones first. Games are too long for recursion."""
        open_nodes: dict[str, _Node] = {}
        stack = [state]
        while stack:
            key = self.game.text(stack[-1])
            if key in self.table:
                stack.pop()
                continue
            if key not in open_nodes:
                node = open_nodes[key] = self._expand(stack[-1])
                missing = [one for other, one in node.following.items() if other not in self.table]
                # Whatever is open waits for this one. The games come back to the same moment only at once.
                assert not any(other in open_nodes for other in node.following)
                stack += missing
                continue
            self.table[key] = self._evaluate(open_nodes.pop(key)).chances
            stack.pop()

    def _expand(self, state: State) -> _Node:
        possible = options(state)
        key, following = self.game.text(state), dict[str, State]()
        ways = [
            [self._branches(after(state, possible, (row, column)), following) for column in possible[1]]
            for row in possible[0]
        ]
        following.pop(key, None)
        return _Node(key, key == self.game.text(self.game.mirror(state)), possible, ways, following)

    def _branches(self, state: State, following: dict[str, State]) -> list[_Branch]:
        """The moments and ends that come next, with their probabilities; the moments are added to ``following``."""
        branches = []
        for chance, reached in self._next(state):
            outcome = reached.outcome
            if outcome is None:
                key, swapped, moment = self._place(self.game.reduce(reached))
                following[key] = moment
                branches.append(_Branch(chance, key, swapped))
            else:
                branches.append(_Branch(chance, _WIN if outcome.winner else _DRAW, outcome.winner == (2,)))
        return branches

    def _next(self, state: State) -> list[tuple[float, State]]:
        """The states reached when all dice of this state are thrown."""
        if state.outcome or any(isinstance(need, Choice) for need in state.needs):
            return [(1.0, state)]
        reached, again = [], 0.0
        for chance, thrown in self.game.thrown(state):
            if thrown == state:
                again += chance
            else:
                reached += [(chance * part, one) for part, one in self._next(thrown)]
        # Thrown again until something else comes out.
        return [(chance / (1 - again), one) for chance, one in reached]

    def _sum(self, branches: Iterable[_Branch]) -> Chances:
        found = [(one.chance, self._known(one)) for one in branches]
        win, draw, loss = (sum(chance * each[index] for chance, each in found) for index in range(3))
        return Chances(win, draw, loss)

    def _known(self, branch: _Branch) -> Chances:
        chances = _ENDS.get(branch.key) or self.table[branch.key]
        return chances.of(2) if branch.swapped else chances

    def _evaluate(self, node: _Node) -> Moment:
        """Solve the matrix game of a moment whose following moments are all solved."""
        once = np.zeros((3, len(node.options[0]), len(node.options[1])))
        again = np.zeros(once.shape[1:])
        for row, columns in enumerate(node.ways):
            for column, branches in enumerate(columns):
                once[:, row, column] = self._sum(one for one in branches if one.key != node.key)
                again[row, column] = sum(one.chance for one in branches if one.key == node.key)
        worth = once[0] + once[1] / 2
        value, rows, columns_mix = solve_recursive(worth, again)
        # Both alike: then both play alike, and neither's chances are better by rounding.
        mixes = (rows, rows if node.symmetric else columns_mix)
        return Moment(node.options, worth + again * value, mixes, _played(once, again, *mixes))


def _played(once: Matrix, again: Matrix, rows: Matrix, columns: Matrix) -> Chances:
    """How it ends with these strategies. A moment that comes back for ever is a draw."""
    win, draw, loss = (float(rows @ part @ columns) for part in once)
    ends = win + draw + loss
    return Chances(win / ends, draw / ends, loss / ends) if ends > 0 else Chances(0.0, 1.0, 0.0)
