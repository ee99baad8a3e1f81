"""A game from a list of answers alone: no camera, no panels, no record. ``dicetable play GAME --answers FILE``."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from controller.errors import AnswersError
from controller.i18n import _, render
from controller.rules.core import Answer, Choice, Choose, Draw, Event, IllegalAnswer, State, Step, Throw


@dataclass
class Runner:
    """Applies answers to a game.

    A choice with one option only is made by the rules themselves. An answer that repeats such a choice is passed over,
    so that a file may hold every choice or only those that leave one.

    Attributes:
        state: where the game stands.
        used: the answers that counted, without repetitions.
    """

    state: State
    used: list[Answer] = field(default_factory=list)
    _automatic: dict[int, list[str]] = field(default_factory=dict)

    @classmethod
    def begin(cls, step: Step) -> "tuple[Runner, tuple[Event, ...]]":
        """A runner at the first moment of a game, and what has happened there."""
        runner = cls(step.state)
        runner._note(step.events)
        return runner, step.events

    def feed(self, numbered: Iterable[tuple[int, Answer]]) -> Iterator[Event]:
        """Apply answers one by one.

        Args:
            numbered: answers with their line numbers.

        Yields:
            What happens.

        Raises:
            AnswersError: an answer is not permissible; names the line.
        """
        for line, answer in numbered:
            if self._repeats(answer):
                continue
            try:
                self.state, events = self.state.apply(answer)
            except IllegalAnswer as error:
                text = render(error.message)
                if self.state.outcome:
                    text = _("the game is over")
                raise AnswersError(_("line {n}: {why}").format(n=line, why=text)) from None
            if isinstance(answer, Choose):
                self._automatic.pop(answer.seat, None)
            self.used.append(answer)
            self._note(events)
            yield from events

    def _note(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.name == "automatic" and event.seat is not None:
                self._automatic.setdefault(event.seat, []).append(event.data["value"])

    def _repeats(self, answer: Answer) -> bool:
        """Whether this choice has just been made by itself. Each counts once."""
        if not isinstance(answer, Choose):
            return False
        made = self._automatic.get(answer.seat, [])
        asked = next((n for n in self.state.needs if isinstance(n, Choice) and n.seat == answer.seat), None)
        if not made or made[0] != answer.value or (asked and answer.value in asked.options):
            return False
        made.pop(0)
        return True


def needs_json(state: State) -> list[dict[str, Any]]:
    """The open requests with all their options, as ``dicetable play --needs`` prints them."""
    return [_need_json(need) for need in state.needs]


def _need_json(need: Choice | Throw | Draw) -> dict[str, Any]:
    text = render(need.about)
    match need:
        case Choice():
            options = {"options": list(need.options), "hidden": need.hidden, "optional": need.optional}
            return {"need": "choice", "seat": need.seat, **options, "text": text}
        case Throw():
            fewest = {} if need.fewest is None else {"fewest": need.fewest}
            frozen = {"frozen": list(need.frozen)} if need.frozen else {}
            return {"need": "throw", "seat": need.seat, "dice": list(need.dice), **fewest, **frozen, "text": text}
        case Draw():
            return {"need": "draw", "options": list(need.options), "text": text}
