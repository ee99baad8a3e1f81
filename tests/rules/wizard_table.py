"""A table for the tests of Wizard Würfelspiel: answers in short, and every event that they led to."""

from dataclasses import replace
from typing import Any, Self

from controller.rules.core import Answer, Choice, Choose, Drawn, Event, Request, Throw, Thrown
from controller.rules.setup import Setup
from controller.rules.wizard import GAME, Wizard
from controller.rules.wizard_sheet import Sheet

FACES = {"b": "blue", "g": "green", "r": "red", "y": "yellow", "w": "wizard", "j": "jester"}


def faces(letters: str) -> tuple[str, ...]:
    """Seven dice by their first letters."""
    return tuple(FACES[letter] for letter in letters)


class Table:
    """A game under way; ``events`` holds what the latest answer led to."""

    def __init__(self, players: int = 2, *variants: str, first: int = 1, card: str | None = None) -> None:
        house = {"spell_cards": card is not None}
        step = GAME.start(Setup(players, frozenset(variants), house, first=first))
        assert isinstance(step.state, Wizard)
        self.state: Wizard = step.state
        self.events = step.events
        if card is not None:
            self.draw(card)

    def answer(self, answer: Answer) -> Self:
        """Let the rules judge an answer."""
        step = self.state.apply(answer)
        assert isinstance(step.state, Wizard)
        self.state, self.events = step.state, step.events
        return self

    def draw(self, card: str) -> Self:
        """Reveal a card."""
        return self.answer(Drawn(card))

    def choose(self, seat: int, value: str) -> Self:
        """One seat chooses."""
        return self.answer(Choose(seat, value))

    def predict(self, *fields: str) -> Self:
        """All predict, in the order in which they are asked."""
        for field in fields:
            self.choose(self.needs[0].seat, field)
        return self

    def throw(self, letters: str, kept: tuple[int, ...] = ()) -> Self:
        """The holder throws; the dice lie like this."""
        return self.answer(Thrown(self.state.holder, {"wizard": faces(letters)}, kept))

    def stop(self, *values: str) -> Self:
        """All who are asked say whether they stop, in the order of the seats."""
        for need, value in zip(self.needs, values, strict=True):
            self.choose(need.seat, value)
        return self

    def round(self, *fields: str, colour: str = "blue", dice: str = "bbbbbbb") -> Self:
        """A whole round of one throw, with which all are content."""
        self.predict(*fields).choose(self.state.holder, colour).throw(dice)
        return self.stop(*["lock"] * len(self.needs))

    def with_sheets(self, *sheets: Sheet) -> Self:
        """Put other sheets on the table."""
        self.state = replace(self.state, sheets=sheets)
        return self

    def at_round(self, number: int) -> Self:
        """Move to another round."""
        self.state = replace(self.state, round=number)
        return self

    @property
    def needs(self) -> tuple[Choice | Throw, ...]:
        """What is asked of the seats."""
        return tuple(need for need in self.state.needs if isinstance(need, Choice | Throw))

    @property
    def need(self) -> Request:
        """The one thing that is asked."""
        (need,) = self.state.needs
        return need

    @property
    def request(self) -> Throw:
        """The throw that is asked for."""
        (throw,) = (need for need in self.state.needs if isinstance(need, Throw))
        return throw

    def options(self, seat: int) -> tuple[str, ...]:
        """What a seat may choose; nothing when it is not asked."""
        return next((n.options for n in self.state.needs if isinstance(n, Choice) and n.seat == seat), ())

    def sheet(self, seat: int) -> dict[str, list[Any]]:
        """A sheet as all see it."""
        rows = self.state.view()["seats"][seat - 1]["sheet"]
        assert isinstance(rows, dict)
        return rows

    def field(self, seat: int, field: str) -> str | int | None:
        """What stands in a field of a sheet."""
        number, colour = field.split()
        value = self.sheet(seat)[colour][int(number) - 1]
        assert value is None or isinstance(value, str | int)
        return value

    def told(self, name: str) -> list[Event]:
        """The latest events of a name."""
        return [event for event in self.events if event.name == name]


def full(*free: str) -> Sheet:
    """A sheet on which only these fields are free, and 0 stands in all others."""
    sheet = Sheet()
    for field in sheet.free:
        if field not in free:
            sheet = sheet.miss(field, 0)
    return sheet


def crossed(*fields: str, jesters: tuple[int, ...] = ()) -> Sheet:
    """A sheet with X in these fields and at these jester numbers, each of which has used up a field of yellow."""
    sheet = Sheet()
    for field in fields:
        sheet = sheet.hit(field, 1)
    for number in jesters:
        sheet = sheet.jest(f"{number} yellow", number, 1)
    return sheet
