"""How a game can be set up: its players, variants and house rules. Pure, like the games themselves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.rules.core import Message, Question, Step, message


class SetupError(ValueError):
    """A game cannot be played as asked.

    Attributes:
        message: why, for people.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(why.plain())
        self.message = why


# No house rule has as many digits; more are refused before they are counted.
_LONGEST: Final = 10


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule.

    Attributes:
        key: its name in the configuration.
        default: the value without a word from anybody; its type is the option's type.
        allowed: the values for a closed set; for an integer the smallest and the largest; empty for free text.
        help: what it does, for people.
        words: what an integer may be instead of a number, like ``never``.
    """

    key: str
    default: str | int | bool
    allowed: tuple[str | int | bool, ...]
    help: Message
    words: tuple[str, ...] = ()

    def parse(self, text: str | int | bool) -> str | int | bool:
        """The value that this text names.

        Raises:
            SetupError: naming the option, what was found and what is allowed.
        """
        if str(text).strip() in self.words:
            return str(text).strip()
        value = self._typed(str(text).strip())
        if isinstance(self.default, int) and not isinstance(self.default, bool) and isinstance(value, int):
            if not isinstance(value, bool) and self.allowed[0] <= value <= self.allowed[-1]:  # type: ignore[operator]
                return value
        elif value is not None and (not self.allowed or value in self.allowed):
            return value
        raise SetupError(
            message(
                "house rule {key}: {found} is not possible; allowed: {allowed}",
                key=self.key,
                found=repr(text),
                allowed=self.describe(),
            )
        )

    def describe(self) -> str:
        """What is allowed, in a few characters: ``patt | rethrow``, ``1 … 99``, ``text``."""
        if isinstance(self.default, int) and not isinstance(self.default, bool):
            return " | ".join((f"{self.allowed[0]} … {self.allowed[-1]}", *self.words))
        return " | ".join(str(value).lower() for value in self.allowed) or "text"

    def _typed(self, text: str) -> str | int | bool | None:
        if isinstance(self.default, bool):
            return {"true": True, "false": False}.get(text.lower())
        if isinstance(self.default, int):
            return int(text) if text.removeprefix("-").isdecimal() and len(text) < _LONGEST else None
        return text


@dataclass(frozen=True, slots=True)
class Variant:
    """A way of playing with a name of its own; several may be combined where that makes sense."""

    id: str
    name: str
    help: Message


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game is to be played.

    Attributes:
        players: number of seats.
        variants: ids of the variants.
        house: house rules that differ from the defaults, by key; raw text is parsed.
        stakes: a free text a seat.
        first: the seat that begins, where a game has one.
    """

    players: int
    variants: frozenset[str] = frozenset()
    house: Mapping[str, str | int | bool] = field(default_factory=dict)
    stakes: Mapping[int, str] = field(default_factory=dict)
    first: int = 1


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as the registry knows it.

    Attributes:
        dice: every kind that it may ask for, as in ``Throw.dice``, whatever the variants and house rules.
    """

    id: str
    name: str
    seats: tuple[int, ...]
    dice: tuple[str, ...]
    about: Message
    variants: tuple[Variant, ...]
    house: tuple[Option, ...]
    begin: Callable[[Setup, Mapping[str, Any]], Step]
    questions: tuple[Question, ...]

    def start(self, setup: Setup) -> Step:
        """The first state, and what happens at once.

        Raises:
            SetupError: an unknown variant or house rule, a wrong number of players, a combination without sense.
        """
        if setup.players not in self.seats:
            raise SetupError(
                message(
                    "{game} is played by {allowed:list}, not {found}",
                    game=self.name,
                    allowed=self.seats,
                    found=setup.players,
                )
            )
        for found in sorted(setup.variants):
            known = tuple(variant.id for variant in self.variants)
            if found not in known:
                raise SetupError(
                    message(
                        "{game} has no variant {found}; allowed: {known:list}",
                        game=self.name,
                        found=found,
                        known=known or ("–",),
                    )
                )
        return self.begin(setup, self.options(setup.house))

    def options(self, given: Mapping[str, str | int | bool]) -> dict[str, str | int | bool]:
        """Every house rule with its value in force.

        Raises:
            SetupError: an unknown key or a bad value.
        """
        values = {option.key: option.default for option in self.house}
        for key, value in given.items():
            by_key = {option.key: option for option in self.house}
            if key not in by_key:
                known = tuple(by_key) or ("–",)
                raise SetupError(
                    message(
                        "{game} has no house rule {found}; allowed: {known:list}",
                        game=self.name,
                        found=key,
                        known=known,
                    )
                )
            values[key] = by_key[key].parse(value)
        return values
