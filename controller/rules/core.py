"""What every game is made of. Pure: no I/O, no clock, no random numbers, standard library only.

A state is immutable. It says what the table must bring next (``needs``); ``apply`` turns one answer into the next state
and the events that happened; ``view`` is what one viewer may know; ``outcome`` is there when the game is over.
The same answers in the same order give the same game, on any machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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

    def plain(self) -> str:
        """The English sentence with its values as they are, for whoever has no language."""
        return self.text.format_map(_Plain(self.values))


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
        super().__init__(why.plain())
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
