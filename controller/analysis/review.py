"""What each choice of a finished game gave away, looking back."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from controller.analysis.solution import Solution
from controller.analysis.solver import Moment
from controller.rules.core import Answer, Choice, Choose, Message, State, message
from controller.rules.setup import Setup
from controller.runner import Runner

# Two options this close are equally good.
_LEVEL: Final = 1e-9
# Less than this is nothing to people: 0.05 of a hundred.
_VISIBLE: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Review:
    """One choice, judged against the other seat's optimal strategy at that moment.

    Attributes:
        seat: who chose.
        round: when, from 1.
        hidden: whether it was a hidden choice.
        chosen: what was chosen.
        best: the best options.
        chance: the win chance before, with draws counted half, 0 … 1.
        lost: how much of it the choice gave away: the worth of the best option minus that of the chosen one.
        after: the win chance once all choices of the moment are revealed, before what the dice say.
    """

    seat: int
    round: int
    hidden: bool
    chosen: str
    best: tuple[str, ...]
    chance: float
    lost: float
    after: float

    def as_json(self) -> dict[str, Any]:
        """The review as a mapping that JSON can hold."""
        return asdict(self) | {"best": list(self.best)}

    def message(self) -> Message:
        """The review as a sentence for people, chances in percent."""
        values = {
            "round": self.round,
            "seat": self.seat,
            "chosen": self.chosen,
            "best": ", ".join(self.best),
            "chance": 100 * self.chance,
            "lost": 100 * self.lost,
        }
        if self.lost < _VISIBLE:
            return message(
                "Round {round}, {seat:seat}: {chosen:option} gave nothing away, chance before {chance:.1f} %", **values
            )
        return message(
            "Round {round}, {seat:seat}: {chosen:option} gave away {lost:.1f} %, chance before {chance:.1f} %, "
            "best: {best:option}",
            **values,
        )


def review(game_id: str, setup: Setup, answers: Iterable[Answer]) -> list[Review]:
    """Judge the choices of a game, in the order of the rounds and seats.

    Choices that were locked but never revealed are left out, and so are those with one option only.

    Args:
        game_id: ``ueberwurf`` or ``zugband``.
        setup: variants and house rules.
        answers: all answers of the game that counted.

    Raises:
        PositionError: the game cannot be solved.
        AnswersError: an answer is not permissible.
        SetupError: the game cannot be played as asked.
        AnalysisUnavailableError: scipy is not installed.
    """
    solution = Solution(game_id, setup)
    runner = Runner(solution.start)
    reviews: list[Review] = []
    before, chosen = runner.state, dict[int, str]()
    for number, answer in enumerate(answers, start=1):
        if not chosen:
            before = runner.state
        counted = len(runner.used)
        deque(runner.feed([(number, answer)]), maxlen=0)
        if isinstance(answer, Choose) and len(runner.used) > counted:
            chosen[answer.seat] = answer.value
        if chosen and chosen.keys() == _asked(before).keys():
            reviews += _judged(solution.moment(before), before, chosen)
            chosen = {}
    return reviews


def _asked(state: State) -> dict[int, Choice]:
    return {need.seat: need for need in state.needs if isinstance(need, Choice)}


def _judged(moment: Moment, before: State, chosen: Mapping[int, str]) -> list[Review]:
    number = before.view()["round"]
    asked = _asked(before)
    # A seat that was not asked has one option only, if any.
    row, column = (
        options.index(chosen[seat]) if seat in chosen else 0
        for seat, options in zip((1, 2), moment.options, strict=True)
    )
    reached = float(moment.payoff[row, column])
    reviews = []
    for seat, value in sorted(chosen.items()):
        worth = moment.values(seat)
        most = max(worth.values())
        best = tuple(option for option, one in worth.items() if one > most - _LEVEL)
        # Rounding is no gift.
        lost = 0.0 if value in best else most - worth[value]
        chance = moment.chances.of(seat).worth
        after = reached if seat == 1 else 1 - reached
        reviews.append(Review(seat, number, asked[seat].hidden, value, best, chance, lost, after))
    return reviews
