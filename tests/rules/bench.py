"""How fast the rules are, on one core: ``python -m tests.rules.bench``, or ``make bench-rules``.

Random legal play of whole games, the player's own time included, and a fold over ten thousand recorded answers, which
is what a replay of the record costs. CPU time, the best and the middle of several runs.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Final

from controller.rules.core import Answer, State
from tests.rules.players import Player, Scenario, play, scenario

GOALS: Final = {"zugband": 20_000, "ueberwurf": 5_000, "overload": 300, "wizard": 500}
ANSWERS: Final = 10_000
RUNS: Final = 15


def play_games(way: Scenario, player: Player, games: int) -> None:
    """Play so many whole games and keep nothing of them."""
    for _ in range(games):
        state = way.game.start(way.setup).state
        while state.needs:
            state = state.apply(player.answer(state)).state


def record(way: Scenario, answers: int) -> list[tuple[State, tuple[Answer, ...]]]:
    """First states and answers of as many games as hold so many answers; the last game may be cut short."""
    player, games = Player(1), []
    while answers > 0:
        game = play(way.game, way.setup, player)
        games.append((game.start.state, game.answers[:answers]))
        answers -= len(game.answers)
    return games


def fold(games: list[tuple[State, tuple[Answer, ...]]]) -> None:
    """Replay recorded games."""
    for state, answers in games:
        for answer in answers:
            state = state.apply(answer).state  # noqa: PLW2901  (a fold)


def seconds(work: Callable[[], None]) -> tuple[float, float]:
    """CPU seconds of the best and of the middle run."""
    taken = []
    for _ in range(RUNS):
        before = time.process_time()
        work()
        taken.append(time.process_time() - before)
    return min(taken), statistics.median(taken)


def main() -> int:
    """Print the table. The exit status says whether every goal was met by the best run."""
    print(f"{'game':<12}{'games/s best':>14}{'median':>10}{'goal':>10}{'10,000 answers best':>22}{'median':>10}")
    missed = 0
    for game, goal in GOALS.items():
        way, player, games = scenario(game), Player(1), max(1, goal // 50)
        play_games(way, player, games)
        best, middle = seconds(lambda way=way, player=player, games=games: play_games(way, player, games))  # type: ignore[misc]
        recorded = record(way, ANSWERS)
        quick, usual = seconds(lambda recorded=recorded: fold(recorded))  # type: ignore[misc]
        line = f"{game:<12}{games / best:>14,.0f}{games / middle:>10,.0f}{goal:>10,}"
        print(f"{line}{quick * 1000:>19.1f} ms{usual * 1000:>7.1f} ms")
        missed += games / best < goal
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
