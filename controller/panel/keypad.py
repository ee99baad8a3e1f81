"""One seat's keys: eight option keys, OK and BACK. Pure: a prompt and presses in, decisions out.

The same sequence serves every game: each option has its key, or they follow in their order; more than eight go in pages
(key 8 turns the page), OK locks. What is selected shows nowhere while the prompt is hidden, so a change of mind looks
the same as none.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from controller.rules.core import Message

OPTION_KEYS: Final = 8
Key = int | Literal["ok", "back", "hold"]
"""1 … 8, ``ok``, ``back``, or ``hold``: BACK held down, by which a seat stops the game."""


class Ask(StrEnum):
    """What a prompt wants to know."""

    CHOICE = "choice"
    READY = "ready"
    FACE = "face"
    CONFIRM = "confirm"
    HALT = "halt"
    """What the seat that has stopped the game wants."""
    AGREE = "agree"
    """Whether another seat agrees with it."""
    NEXT = "next"


_YES_OR_NO: Final = (Ask.CONFIRM, Ask.AGREE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What one seat is asked now.

    Attributes:
        seat: whom.
        ask: what kind of question; ``CONFIRM`` and ``AGREE`` have no options, OK says yes and BACK no.
        options: the values, in the order of the keys.
        hidden: True when nothing of the selection may be seen.
        about: the question, for people.
        die: for ``FACE`` and ``CONFIRM`` the index of the die in the throw.
        nth: for ``FACE`` which of the seat's own dice it is, from 0.
        optional: OK without a selection passes the choice over: the dice are thrown.
        labels: what the options are called, where their values do not say it.
        keys: what stands on the keys for good, see ``rules.core.Choice``.
    """

    seat: int
    ask: Ask
    options: tuple[str, ...]
    hidden: bool
    about: Message
    die: int = 0
    nth: int = 0
    optional: bool = False
    labels: tuple[Message, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat has decided: a value of the options, or yes and no."""

    prompt: Prompt
    value: str | None
    agrees: bool = True


class Keypad:
    """The state of one seat's keys.

    Attributes:
        prompt: what the seat is asked.
        page: which of its pages the keys show, from 0.
        selected: the option that OK would lock.
        may_take_back: whether the seat has locked a hidden choice that BACK would open again.
        number: of the present question, or of the time without one: tells it from an equal one that comes later.
    """

    def __init__(self) -> None:
        self.prompt: Prompt | None = None
        self.may_take_back = False
        self.number = 0
        self.page = 0
        self.selected: str | None = None

    def ask(self, prompt: Prompt | None) -> None:
        """Begin a new question; the same question again changes nothing."""
        if prompt != self.prompt:
            self.prompt, self.page, self.selected = prompt, 0, None
            self.number += 1

    @property
    def keys(self) -> dict[int, str | None]:
        """What each option key stands for on this page; ``None`` turns the page."""
        if self.prompt is None:
            return {}
        return keys(self.prompt, self.page)

    def press(self, key: Key) -> Decision | None:
        """One press; a decision when it locks something, else ``None``. A press that means nothing changes nothing."""
        if self.prompt is None:
            return None
        if not self.prompt.options:
            if key == "ok" or (key == "back" and self.prompt.ask in _YES_OR_NO):
                return Decision(self.prompt, None, agrees=key == "ok")
            return None
        if key == "ok" and self.selected is not None:
            # Forgotten at once: the same question may come again in the next round.
            value, self.selected = self.selected, None
            return Decision(self.prompt, value)
        if key == "ok" and self.prompt.optional:
            return Decision(self.prompt, None)
        if key == "back":
            self.page, self.selected = 0, None
        elif key in self.keys:
            self._option(self.keys[int(key)])
        return None

    def _option(self, value: str | None) -> None:
        if value is None:
            assert self.prompt is not None
            self.page = (self.page + 1) % pages(self.prompt)
        else:
            self.selected = value


def _places(prompt: Prompt) -> tuple[str, ...]:
    """What stands on the keys, one after the other; what is not among the options leaves its key without meaning."""
    if not prompt.keys:
        return prompt.options
    last = max(prompt.keys.index(option) for option in prompt.options)
    return prompt.keys[: last + 1]


def pages(prompt: Prompt) -> int:
    """Number of pages that the options take."""
    places = len(_places(prompt))
    return 1 if places <= OPTION_KEYS else -(-places // (OPTION_KEYS - 1))


def keys(prompt: Prompt, page: int) -> dict[int, str | None]:
    """What the option keys stand for on a page, from 0; ``None`` turns the page. A key that is not named means nothing.

    >>> keys(Prompt(1, Ask.CHOICE, ("d6", "d20"), True, Message(""), keys=("d4", "d6", "d20")), 0)
    {2: 'd6', 3: 'd20'}
    """
    places = _places(prompt)
    size, more = len(places), {}
    if pages(prompt) > 1:
        size, more = OPTION_KEYS - 1, {OPTION_KEYS: None}
    shown: dict[int, str | None] = dict(enumerate(places[page * size : (page + 1) * size], start=1))
    return {key: value for key, value in shown.items() if value in prompt.options} | more


def presses(prompt: Prompt, value: str) -> list[Key]:
    """The presses that lock a value, from the first page on."""
    index = _places(prompt).index(value)
    if pages(prompt) == 1:
        return [index + 1, "ok"]
    page, place = divmod(index, OPTION_KEYS - 1)
    return [*[OPTION_KEYS] * page, place + 1, "ok"]


def label(key: Key) -> str:
    """What stands on a key of a real panel: 1 … 8, OK, BACK; BACK 2 s where it is held."""
    return "BACK 2 s" if key == "hold" else str(key).upper()
