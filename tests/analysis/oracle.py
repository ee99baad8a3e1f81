"""Other ways to the same numbers: exact fractions, no linear programme, no shared moments, no mirror images."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

from controller.analysis.games import Game
from controller.analysis.solver import Chances, Moment, Solver
from controller.analysis.ueberwurf import UeberwurfGame
from controller.analysis.zugband import ZugbandGame
from controller.rules import GAMES
from controller.rules.core import Answer, Choice, Choose, State, Throw, Thrown, faces
from controller.rules.setup import Setup

Rows = Sequence[Sequence[Fraction]]
HALF = Fraction(1, 2)
KINDS: dict[str, Game] = {"ueberwurf": UeberwurfGame(), "zugband": ZugbandGame()}


def begin(game: str, *variants: str, **house: str | int | bool) -> State:
    return GAMES[game].start(Setup(2, frozenset(variants), house)).state


@cache
def solved(game: str, *variants: str) -> Solver:
    """A whole game solved once for all tests."""
    solver = Solver(KINDS[game])
    solver.chances(begin(game, *variants))
    return solver


def position(game: str, text: str, *variants: str, **house: str | int | bool) -> State:
    return KINDS[game].parse(begin(game, *variants, **house), text)


def moments(solver: Solver, start: State, n: int | None = None, seed: int = 1) -> Iterator[tuple[State, Moment]]:
    """Some or all moments of a solved game."""
    keys = sorted(solver.table)
    for key in keys if n is None else Random(seed).sample(keys, n):
        state = solver.game.parse(start, key)
        yield state, solver.moment(state)


# --- Matrix games by support enumeration -----------------------------------------------------------------------------


def value(payoff: Rows) -> Fraction:
    """The exact value of a small matrix game: some pair of equally large supports is in equilibrium."""
    m, n = len(payoff), len(payoff[0])
    for size in range(1, min(m, n) + 1):
        for rows, columns in product(combinations(range(m), size), combinations(range(n), size)):
            mix = _level([[payoff[i][j] for i in rows] for j in columns])
            against = _level([[payoff[i][j] for j in columns] for i in rows])
            if mix is None or against is None:
                continue
            low = min(sum(p * payoff[i][j] for p, i in zip(mix, rows, strict=True)) for j in range(n))
            high = max(sum(p * payoff[i][j] for p, j in zip(against, columns, strict=True)) for i in range(m))
            if low == high:
                return Fraction(low)
    raise AssertionError("every matrix game has an equilibrium of equal supports")


def _level(lines: Rows) -> list[Fraction] | None:
    """Weights of sum 1 under which all lines have the same value; None when there are none or one is negative."""
    size = len(lines)
    system = [[*line, Fraction(-1), Fraction(0)] for line in lines]
    system.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    for at in range(size + 1):
        pivot = next((row for row in range(at, size + 1) if system[row][at]), None)
        if pivot is None:
            return None
        system[at], system[pivot] = system[pivot], system[at]
        system[at] = [entry / system[at][at] for entry in system[at]]
        for row in range(size + 1):
            if row != at and system[row][at]:
                factor = system[row][at]
                system[row] = [a - factor * b for a, b in zip(system[row], system[at], strict=True)]
    weights = [system[row][-1] for row in range(size)]
    return weights if min(weights) >= 0 else None


# --- Whole games, straight from the rules ----------------------------------------------------------------------------


def exact() -> Callable[[State], Fraction]:
    """The worth of a state for the first seat, over every single throw. Only for the last rounds of a game."""

    @cache
    def worth(state: State) -> Fraction:
        outcome = state.outcome
        if outcome:
            return HALF if not outcome.winner else Fraction(outcome.winner == (1,))
        first = next((need for need in state.needs if isinstance(need, Throw)), None)
        if first:
            (die,) = first.dice
            every = [worth(state.apply(Thrown(first.seat, {die: (face,)})).state) for face in faces(die)]
            return sum(every, Fraction()) / len(every)
        asked = {need.seat: need.options for need in state.needs if isinstance(need, Choice)}
        return value(
            [[worth(chosen(state, row, column)) for column in asked.get(2, ("",))] for row in asked.get(1, ("",))]
        )

    return worth


def chosen(state: State, first: str, second: str) -> State:
    """Both have chosen; an empty text for a seat that is not asked."""
    for seat, option in ((1, first), (2, second)):
        if option:
            state = state.apply(Choose(seat, option)).state
    return state


def play(solver: Solver, state: State, random: Random, known: dict[str, Moment]) -> tuple[int, ...]:
    """One game in which both follow their optimal strategies; who won."""
    while not state.outcome:
        answers: list[Answer] = []
        for need in state.needs:
            if isinstance(need, Throw):
                (die,) = need.dice
                answers.append(Thrown(need.seat, {die: (random.choice(faces(die)),)}))
            else:
                assert isinstance(need, Choice)
                key = solver.game.text(solver.game.reduce(state))
                moment = known.get(key) or known.setdefault(key, solver.moment(state))
                (option,) = random.choices(moment.options[need.seat - 1], moment.mixes[need.seat - 1].tolist())
                answers.append(Choose(need.seat, option))
        for answer in answers:
            state = state.apply(answer).state
    return state.outcome.winner


def frequencies(solver: Solver, start: State, games: int, seed: int) -> Chances:
    """How many of so many games each wins."""
    random, known = Random(seed), dict[str, Moment]()
    ends = [play(solver, start, random, known) for _game in range(games)]
    return Chances(*(sum(end == kind for end in ends) / games for kind in ((1,), (), (2,))))
