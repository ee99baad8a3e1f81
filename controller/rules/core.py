"""What every game is made of. Pure: no I/O, no clock, no random numbers, standard library only.

A state is immutable. It says what the table must bring next (``needs``); ``apply`` turns one answer into the next state
and the events that happened; ``view`` is what one viewer may know; ``outcome`` is there when the game is over.
The same answers in the same order give the same game, on any machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self, TypeVar

Face = int | str
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_T = TypeVar("_T")


def N_(text: str) -> str:  # noqa: N802  (gettext's own name for "to be translated later")
    """Mark a text for the translators."""
    return text


class Message(NamedTuple):
    """A sentence without a language: the English text with placeholders, and what goes into them (see ``i18n``)."""

    text: str
    values: Mapping[str, Any] = _NOTHING


def message(text: str, **values: Any) -> Message:
    """A message; the text is collected for the translators.

    >>> message("{seat:seat} has locked", seat=1).values
    {'seat': 1}
    """
    return Message(text, values)


# --- what the table is asked for -------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """One seat chooses one of a closed set of options.

    Attributes:
        seat: who chooses, from 1.
        options: the values that ``Choose`` may carry, in the order of the keys.
        hidden: True when nobody may know the choice before all hidden choices of the moment are locked.
        about: what is asked, for people.
        optional: True when another open request may be answered first and so closes this one.
        keys: every option that this question can have, in the order of the keys, so that each keeps its key while
            others are used up; an empty one leaves its key free. Without any, the keys follow the options.
    """

    seat: int
    options: tuple[str, ...]
    hidden: bool
    about: Message
    optional: bool = False
    keys: tuple[str, ...] = ()


class Question(NamedTuple):
    """What a game may ask, for whoever explains the keys before it: ``about`` and the keys of a choice."""

    about: Message
    keys: tuple[str, ...] = ()


class Throw(NamedTuple):
    """One seat throws dice.

    Attributes:
        seat: who throws, from 1.
        dice: die kinds, one entry a die; ``d100`` is the tens die with the W10.
        about: what is asked, for people.
        fewest: how many of the dice must be thrown; the others may lie as they were (``Thrown.kept``).
            ``None``: all of them.
        frozen: indices of dice that must stay as they lie.
    """

    seat: int
    dice: tuple[str, ...]
    about: Message
    fewest: int | None = None
    frozen: tuple[int, ...] = ()


class Draw(NamedTuple):
    """The table itself draws one of these at random (a card). Nobody chooses it."""

    options: tuple[str, ...]
    about: Message


Request = Choice | Throw | Draw


# --- what the table answers ------------------------------------------------------------------------------------------


class Choose(NamedTuple):
    """A seat's choice."""

    seat: int
    value: str


class Thrown(NamedTuple):
    """The faces that lie up, by die kind, and the indices of dice that were kept as they lay."""

    seat: int
    dice: Mapping[str, tuple[Face, ...]]
    kept: tuple[int, ...] = ()


class Drawn(NamedTuple):
    """What the table drew."""

    value: str


Answer = Choose | Thrown | Drawn


class IllegalAnswer(ValueError):  # noqa: N818  (the game's term)
    """The answer was not asked for or is not allowed. Nothing has changed.

    Attributes:
        message: why, for people.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(why.text.format_map(_Plain(why.values)))
        self.message = why


class _Plain(dict[str, Any]):
    """Values for an English sentence without the formats of ``i18n``."""

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        return _Bare(", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value))


class _Bare(str):
    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


# --- what happens ----------------------------------------------------------------------------------------------------


class Event(NamedTuple):
    """Something that happened, public from this moment on.

    Attributes:
        name: machine-readable kind (``locked``, ``revealed``, ``thrown``, ``verdict`` …).
        seat: whom it concerns; ``None`` for all.
        text: a sentence for people.
        data: the numbers, JSON-able.
    """

    name: str
    seat: int | None
    text: Message
    data: Mapping[str, Any] = _NOTHING


class Reason(StrEnum):
    """Why a game is over."""

    MOST_POINTS = "most_points"
    DRAW = "draw"
    TIEBREAK = "tiebreak"
    DECIDED = "decided"
    GOAL = "goal"
    MARKERS = "markers"
    STALLED = "stalled"
    TARGET = "target"
    CONCEDED = "conceded"
    FORFEITED = "forfeited"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: seats that won; empty for a draw, several for a shared victory.
        scores: points by seat.
        reason: why the game is over.
    """

    winner: tuple[int, ...]
    scores: Mapping[int, int]
    reason: Reason

    def as_json(self) -> dict[str, Any]:
        """The outcome as the last JSON line of a game."""
        scores = {str(seat): points for seat, points in self.scores.items()}
        return {"outcome": {"winner": list(self.winner), "scores": scores, "reason": self.reason.value}}


class Step(NamedTuple):
    """The next state, and what happened on the way to it."""

    state: "State"
    events: tuple[Event, ...]


# --- a game ----------------------------------------------------------------------------------------------------------


class _Needs:
    """``functools.cached_property`` for ``needs``, without the lock that makes that slow on Python 3.11."""

    def __get__(self, state: "State", owner: type) -> tuple[Request, ...]:
        needs = state.__dict__["needs"] = state._needs()
        return needs


_new: Final = object.__new__
_set: Final = object.__setattr__
_StateT = TypeVar("_StateT", bound="State")


def state_of(kind: type[_StateT], fields: dict[str, Any]) -> _StateT:
    """A state with all its fields, at a third of the time that the constructor of a frozen dataclass takes."""
    state = _new(kind)
    _set(state, "__dict__", fields)
    return state


class State(ABC):
    """One moment of one game. Subclasses are frozen dataclasses without slots, since ``needs`` is cached.

    Attributes:
        needs: what the table must bring next, in a fixed order; empty when the game is over.
    """

    needs = _Needs()

    @abstractmethod
    def _needs(self) -> tuple[Request, ...]:
        """Work out ``needs``; asked once a state."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""

    @abstractmethod
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a viewer may know, JSON-able: a seat, or everybody (``None``). Nobody else's unrevealed choice.

        Every game gives ``game``, ``round``, ``rounds`` (``None`` where open) and ``seats``, a list with ``seat``,
        ``score`` and ``locked``.
        """

    @abstractmethod
    def _follow(self, answer: Any) -> tuple[Self, list[Event]]:
        """The next state after an answer that ``check`` has let through. May still raise ``IllegalAnswer``."""

    def apply(self, answer: Answer) -> Step:
        """The next state and the events that happened; single-option choices are made by themselves.

        Raises:
            IllegalAnswer: with the reason; the state is as it was.
        """
        check(self.needs, answer)
        state, events = self._follow(answer)
        return settle(state, events)

    def changed(self, **values: Any) -> Self:
        """A copy with other values: ``dataclasses.replace``, but fast, since every answer needs it."""
        fields = self.__dict__ | values
        fields.pop("needs", None)
        return state_of(self.__class__, fields)


def settle(state: State, events: list[Event]) -> Step:
    """Make every choice that has one option only, and tell it as an event."""
    while True:
        # Asked anew of every state, and kept where ``_Needs`` would keep it.
        needs = state.__dict__["needs"] = state._needs()
        for need in needs:
            if type(need) is Choice and len(need.options) == 1 and not need.optional:
                break
        else:
            return tuple.__new__(Step, (state, tuple(events)))
        events.append(_automatic(need.seat, need.options[0]))
        state, more = state._follow(Choose(need.seat, need.options[0]))
        events += more


# A game says these over and over; an event is made once and never changed.
@lru_cache(maxsize=1024)
def _automatic(seat: int, value: str) -> Event:
    text = message("{seat:seat} has only one choice: {value:option}", seat=seat, value=value)
    return Event("automatic", seat, text, {"value": value})


@lru_cache(maxsize=16)
def locked(seat: int) -> Event:
    """A seat has locked a hidden choice; which one, the event does not say."""
    return Event("locked", seat, message("{seat:seat} has locked a choice", seat=seat))


def put(pair: tuple[_T, _T], seat: int, value: _T) -> tuple[_T, _T]:
    """A pair of values by seat with one of them changed.

    >>> put((0, 0), 2, 5)
    (0, 5)
    """
    return (value, pair[1]) if seat == 1 else (pair[0], value)


def check(needs: Iterable[Request], answer: Answer) -> None:
    """Refuse an answer that nobody asked for.

    Raises:
        IllegalAnswer: naming what is wrong and what is allowed.
    """
    if isinstance(answer, Choose):
        for need in needs:
            if type(need) is Choice and need.seat == answer.seat:
                if answer.value in need.options:
                    return
                raise IllegalAnswer(
                    message(
                        "{seat:seat} may not choose {value}; allowed: {options:list}",
                        seat=answer.seat,
                        value=answer.value,
                        options=need.options,
                    )
                )
        raise IllegalAnswer(message("{seat:seat} is not asked for a choice now", seat=answer.seat))
    if isinstance(answer, Thrown):
        for need in needs:
            if type(need) is Throw and need.seat == answer.seat:
                _check_throw(need, answer)
                return
        raise IllegalAnswer(message("{seat:seat} is not asked to throw now", seat=answer.seat))
    for need in needs:
        if type(need) is Draw:
            if answer.value in need.options:
                return
            why = message("{value} cannot be drawn; left: {options:list}", value=answer.value, options=need.options)
            raise IllegalAnswer(why)
    raise IllegalAnswer(message("nothing is drawn now"))


def faces(kind: str) -> tuple[Face, ...]:
    """What a die can count: 1 … n; the W10's face 0 counts 10, the W100's 00 and 0 count 100."""
    if kind == "wizard":
        return WIZARD_FACES
    return tuple(range(1, int(kind[1:]) + 1))


WIZARD_FACES: Final = ("blue", "green", "red", "yellow", "wizard", "jester")
_FACES: Final = {kind: frozenset(faces(kind)) for kind in ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "wizard")}
_FACE_TYPES: Final = frozenset((int, str))


def _check_throw(need: Throw, answer: Thrown) -> None:
    asked, missing = need.dice, len(need.dice)
    for kind, values in answer.dice.items():
        # A kind without a value is a mistake too: games rely on every kind having its dice.
        if not values or len(values) != asked.count(kind):
            raise _wrong_dice(need, answer)
        missing -= len(values)
        # True and 1.0 equal 1 in Python, but are no faces of a die.
        if not (_FACE_TYPES.issuperset(map(type, values)) and _FACES[kind].issuperset(values)):
            raise _wrong_face(kind, values)
    if missing:
        raise _wrong_dice(need, answer)
    if answer.kept:
        _check_kept(need, answer.kept)


def _wrong_dice(need: Throw, answer: Thrown) -> IllegalAnswer:
    thrown = tuple(sorted(kind for kind, values in answer.dice.items() for _ in values)) or ("–",)
    return IllegalAnswer(
        message(
            "{seat:seat} must throw {asked:dice}, not {thrown:dice}", seat=need.seat, asked=need.dice, thrown=thrown
        )
    )


def _wrong_face(kind: str, values: Iterable[Face]) -> IllegalAnswer:
    wrong = next(value for value in values if type(value) not in _FACE_TYPES or value not in _FACES[kind])
    allowed = f"1 … {kind[1:]}" if kind != "wizard" else ", ".join(WIZARD_FACES)
    return IllegalAnswer(
        message("{die:die} cannot show {value}; allowed: {allowed}", die=kind, value=wrong, allowed=allowed)
    )


def _check_kept(need: Throw, kept: tuple[int, ...]) -> None:
    total, indices = len(need.dice), set(kept)
    if len(indices) != len(kept) or not indices.issubset(range(total)):
        raise IllegalAnswer(message("kept dice are given once each, by index 0 … {last}", last=total - 1))
    fewest = total if need.fewest is None else need.fewest
    if total - len(kept) < fewest:
        raise IllegalAnswer(message("at least {n} dice must be thrown", n=fewest))
    if not indices.issuperset(need.frozen):
        raise IllegalAnswer(message("these dice must stay as they lie: {frozen:list}", frozen=need.frozen))


# --- what can be set -------------------------------------------------------------------------------------------------


class SetupError(ValueError):
    """A game cannot be played as asked.

    Attributes:
        message: why, for people.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(why.text.format_map(_Plain(why.values)))
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
    """A game as the registry knows it."""

    id: str
    name: str
    seats: tuple[int, ...]
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
