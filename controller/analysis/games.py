"""What the solver must know of a game beyond its rules: which states are alike, and how people write them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from controller.errors import DicetableError
from controller.i18n import _, render
from controller.rules.core import Choice, Choose, IllegalAnswer, State, check, settle


class PositionError(DicetableError, ValueError):
    """A position is not possible, or not written as positions are."""


class Game(ABC):
    """One game for the solver.

    A *moment* is a state before a choice, with nothing locked yet, reduced to what its future depends on.
    """

    @abstractmethod
    def house(self, state: State) -> dict[str, Any]:
        """Everything that is in force, JSON-able."""

    @abstractmethod
    def reduce(self, state: State) -> State:
        """The moment of a state with open choices: locks taken back, all forgotten that no future depends on."""

    @abstractmethod
    def mirror(self, state: State) -> State:
        """The same moment with the seats exchanged."""

    @abstractmethod
    def text(self, state: State) -> str:
        """A moment in the compact form that ``parse`` reads. Two moments have one text only when they are equal."""

    @abstractmethod
    def parse(self, start: State, text: str) -> State:
        """The state that a text describes. It need not be reachable by play.

        Args:
            start: the first state of a game with the same variants and house rules.
            text: what ``text`` writes; what is not named is as in the first state.

        Raises:
            PositionError: says in one sentence what is wrong.
        """

    def thrown(self, state: State) -> Sequence[tuple[float, State]]:
        """The states after the throws that a state asks for, with their probabilities.

        Only games with dice are ever asked.
        """
        raise NotImplementedError


# --- Choosing --------------------------------------------------------------------------------------------------------

Options = tuple[tuple[str, ...], tuple[str, ...]]


def options(state: State) -> Options:
    """What each seat may choose; one empty text for a seat that is not asked."""
    asked = {need.seat: need.options for need in state.needs if isinstance(need, Choice)}
    return asked.get(1, ("",)), asked.get(2, ("",))


def after(state: State, possible: Options, chosen: tuple[str, str]) -> State:
    """The state when both have chosen; the rules themselves make a choice with one option only.

    Args:
        state: a moment.
        possible: its ``options``.
        chosen: one of them for each seat.
    """
    free = [seat for seat in (1, 2) if len(possible[seat - 1]) > 1]
    for seat in free:
        state = state.apply(Choose(seat, chosen[seat - 1])).state
    return state if free else settle(state, []).state


# --- Reading positions -----------------------------------------------------------------------------------------------


def fields(text: str, examples: Mapping[str, str]) -> dict[str, str]:
    """The ``key=value`` parts of a position; only those that are there.

    Args:
        text: parts separated by blanks.
        examples: each possible key with an example of its value.
    """
    found: dict[str, str] = {}
    for part in text.split():
        key, _equals, value = part.partition("=")
        if key not in examples or not value:
            example = " ".join(f"{key}={value}" for key, value in examples.items())
            raise PositionError(
                _("position: {found} is no part of one; possible: {example}").format(found=part, example=example)
            )
        if key in found:
            raise PositionError(_("position: {key} is given twice").format(key=key))
        found[key] = value
    return found


def pair(key: str, value: str, separator: str = ",") -> tuple[str, str]:
    """The two halves of a value, for the first and the second seat."""
    parts = value.split(separator)
    if len(parts) != 2 or not all(parts):
        text = _("position: {key} needs one value for each seat, separated by {separator}, not {found}")
        raise PositionError(text.format(key=key, separator=separator, found=value))
    return parts[0], parts[1]


def number(key: str, value: str, lowest: int, highest: int) -> int:
    """A whole number within limits, both allowed."""
    if not value.removeprefix("-").isdecimal() or not lowest <= int(value) <= highest:
        text = _("position: {key} = {found} is not possible; allowed: {lowest} … {highest}")
        raise PositionError(text.format(key=key, found=value, lowest=lowest, highest=highest))
    return int(value)


def numbers(key: str, value: str, lowest: int, highest: int, separator: str = ",") -> tuple[int, int]:
    """A pair of whole numbers within limits."""
    first, second = pair(key, value, separator)
    return number(key, first, lowest, highest), number(key, second, lowest, highest)


def flags(key: str, value: str, allowed: tuple[bool, bool]) -> tuple[bool, bool]:
    """A pair of 0 and 1; 1 only where it is allowed."""
    first, second = pair(key, value)
    return bool(number(key, first, 0, int(allowed[0]))), bool(number(key, second, 0, int(allowed[1])))


def revealed(state: State, chosen: tuple[str, str]) -> State:
    """The state when both have chosen what a position says."""
    for seat in (1, 2):
        try:
            check(state.needs, Choose(seat, chosen[seat - 1]))
        except IllegalAnswer as error:
            raise PositionError(_("position: {why}").format(why=render(error.message))) from None
    return after(state, options(state), chosen)
