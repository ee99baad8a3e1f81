"""What the analysis says of one position, for people and as JSON."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from controller.analysis.solution import Solution
from controller.analysis.solver import Chances, Moment
from controller.answers import numbered
from controller.i18n import _, decimal, option_name, render
from controller.rules import GAMES
from controller.rules.core import Choice, Message, State, message
from controller.runner import Runner

# An option played more rarely than this shows as 0.0 %.
_VISIBLE: Final = 0.0005


def reached(solution: Solution, lines: Iterable[str]) -> State:
    """The state that a file of answers leads to.

    Raises:
        AnswersError: a line is no answer, or an answer is not permissible; names the line.
    """
    runner = Runner(solution.start)
    for _event in runner.feed(numbered(lines)):
        pass
    return runner.state


class Report:
    """Chances and strategies of one position.

    Attributes:
        position: the state in the compact form; ``None`` while dice are to be thrown and when the game is over.
        chances: how the game ends, for the first seat.
        moment: how to play it; ``None`` where nobody chooses.
    """

    def __init__(self, solution: Solution, state: State) -> None:
        """Solve a state; locked hidden choices are not looked at."""
        self.solution = solution
        chooses = any(isinstance(need, Choice) for need in state.needs)
        self.moment: Moment | None = solution.moment(state) if chooses else None
        self.position = solution.game.text(state) if chooses else None
        self.chances: Chances = self.moment.chances if self.moment else solution.chances(state)

    def as_json(self) -> dict[str, Any]:
        """``game``, ``house``, ``position``, ``chances`` and ``strategies`` by seat, and how much was solved."""
        solution = self.solution
        return {
            "game": solution.game_id,
            "house": solution.game.house(solution.start),
            "position": self.position,
            "chances": {
                str(seat): {**self.chances.of(seat)._asdict(), "worth": self.chances.of(seat).worth} for seat in (1, 2)
            },
            "strategies": {str(seat): strategy for seat, strategy in self._strategies().items()},
            "moments": solution.moments,
            "from_cache": solution.found,
        }

    def lines(self) -> Iterator[str]:
        """The report for people."""
        game = GAMES[self.solution.game_id].name
        if self.position is None:
            yield render(message("{game}, nobody chooses now", game=game))
        else:
            yield render(message("{game}, {position}", game=game, position=self.position))
        yield render(message("Chances if both play optimally; a draw counts half:"))
        for seat in (1, 2):
            yield "  " + render(_chances(seat, self.chances.of(seat)))
        for seat, strategy in self._strategies().items():
            yield render(message("An optimal strategy of {seat:seat}:", seat=seat))
            for option, chance in strategy.items():
                yield f"  {option_name(option):>8}  {_percent(chance)}"
        if any(0 < chance < _VISIBLE for strategy in self._strategies().values() for chance in strategy.values()):
            yield render(message("What is played almost never must be played once in a while: else nothing ends."))
        yield render(
            message(
                "Moments solved: {n}; of these found on disk: {found}",
                n=self.solution.moments,
                found=self.solution.found,
            )
        )

    def _strategies(self) -> dict[int, dict[str, float]]:
        """The probability of each option, by seat; only of seats that have a choice."""
        if self.moment is None:
            return {}
        return {
            seat: dict(zip(options, mix.tolist(), strict=True))
            for seat, options, mix in zip((1, 2), self.moment.options, self.moment.mixes, strict=True)
            if len(options) > 1
        }


def _chances(seat: int, chances: Chances) -> Message:
    return message(
        "{seat:seat}: wins {win:.1f} %, draws {draw:.1f} %, loses {loss:.1f} %; worth {worth:.1f} %",
        seat=seat,
        win=100 * chances.win,
        draw=100 * chances.draw,
        loss=100 * chances.loss,
        worth=100 * chances.worth,
    )


def _percent(chance: float) -> str:
    if 0 < chance < _VISIBLE:
        return _("almost never")
    return f"{decimal(100 * chance, '5.1f')} %"
