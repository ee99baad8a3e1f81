"""Wizard Würfelspiel: what is asked and what is told.

The same few requests and events come again and again, so that each is made once.
"""

from functools import cache
from typing import Final

from controller.rules.core import (
    N_,
    WIZARD_FACES,
    Choice,
    Draw,
    Event,
    Message,
    Outcome,
    Question,
    Reason,
    Throw,
    message,
)
from controller.rules.wizard_cards import CARDS
from controller.rules.wizard_sheet import BONUS, COLOURS, FIELDS, colour_of, number_of

# „7 Wizardwürfel“
SEVEN: Final = ("wizard",) * 7
# A die and the face that it is set to.
_SETTINGS: Final = tuple(f"{die} {face}" for die in range(7) for face in WIZARD_FACES)

# --- what is asked ---------------------------------------------------------------------------------------------------

_DRAW: Final = message("Reveal a spell card")
_PREDICT: Final = message("Predict a number and a colour")
_PREDICT_SECRETLY: Final = message("Predict a number and a colour in secret")
_COLOUR: Final = message("Name the wizard colour")
_SET_FIRST: Final = message("Set a die to any face")
_SET_SECOND: Final = message("Set a second die to any face")
_THROW_SEVEN: Final = message("Throw all seven dice")
_THROW_FIVE: Final = message("Throw the five other dice")
_THROW_THREE: Final = message("Throw at least three dice again")
_THROW_NO_JESTERS: Final = message("Throw any dice but the jesters again")
_THROW_ANY: Final = message("Throw any dice again")
_STOP: Final = message("Lock the dice in for yourself or wait for the next throw")
_SCORING: Final = message("Score the count of your colour or the jesters")
_STRIKE: Final = message("Strike minus points in your colour")

# A page of seven keys for each colour, and for each die: the number, or the face, keeps its key.
_FIELD_KEYS: Final = tuple(
    key for colour in COLOURS for key in (*(field for field in FIELDS if colour_of(field) == colour), "", "")
)
_SETTING_KEYS: Final = tuple(key for die in range(7) for key in (*(f"{die} {face}" for face in WIZARD_FACES), ""))
_STOPS: Final = ("lock", "wait")
_SCORINGS: Final = ("count", "jester")
QUESTIONS: Final = (
    Question(_PREDICT, _FIELD_KEYS),
    Question(_COLOUR, COLOURS),
    Question(_STOP, _STOPS),
    Question(_SCORING, _SCORINGS),
    Question(_PREDICT_SECRETLY, _FIELD_KEYS),
    Question(_SET_FIRST, _SETTING_KEYS),
    Question(_SET_SECOND, _SETTING_KEYS),
    Question(_STRIKE),
)


def draw_card(deck: tuple[str, ...]) -> Draw:
    """The card of the round."""
    return Draw(deck, _DRAW)


def ask_prediction(seat: int, legal: tuple[str, ...], *, secret: bool) -> Choice:
    """A prediction, aloud or hidden."""
    # Choice(…) itself, without the Python function that a NamedTuple makes of it.
    return tuple.__new__(Choice, (seat, legal, secret, _PREDICT_SECRETLY if secret else _PREDICT, False, _FIELD_KEYS))


@cache
def ask_colour(seat: int, *, optional: bool) -> Choice:
    """The wizard colour."""
    return Choice(seat, COLOURS, False, _COLOUR, optional)


@cache
def ask_setting(seat: int, taken: int | None) -> Choice:
    """The first die to set, or the second when one is set."""
    if taken is None:
        return Choice(seat, _SETTINGS, False, _SET_FIRST, keys=_SETTING_KEYS)
    left = tuple(value for value in _SETTINGS if int(value[0]) != taken)
    return Choice(seat, left, False, _SET_SECOND, keys=_SETTING_KEYS)


@cache
def throw_seven(seat: int) -> Throw:
    """The first throw of a round."""
    return Throw(seat, SEVEN, _THROW_SEVEN)


@cache
def throw_five(seat: int, lying: tuple[int, ...]) -> Throw:
    """The first throw when two dice have been set."""
    return Throw(seat, SEVEN, _THROW_FIVE, 5, lying)


@cache
def throw_three(seat: int) -> Throw:
    """A throw of at least three dice."""
    return Throw(seat, SEVEN, _THROW_THREE, 3)


@cache
def throw_unfrozen(seat: int, frozen: tuple[int, ...]) -> Throw:
    """A throw of any dice but the jesters."""
    return Throw(seat, SEVEN, _THROW_NO_JESTERS, 1, frozen)


@cache
def throw_any(seat: int) -> Throw:
    """A throw of any dice, also of those kept before."""
    return Throw(seat, SEVEN, _THROW_ANY, 1)


@cache
def ask_stop(seats: tuple[int, ...]) -> tuple[Choice, ...]:
    """Whether the dice count as they lie, asked of all at once."""
    return tuple(Choice(seat, _STOPS, True, _STOP) for seat in seats)


@cache
def ask_scoring(seat: int) -> Choice:
    """Which of the two scorings."""
    return Choice(seat, _SCORINGS, False, _SCORING)


def ask_strike(seat: int, fields: tuple[str, ...]) -> Choice:
    """Which of these fields to strike, if any."""
    return Choice(seat, (*fields, "none"), False, _STRIKE)


# --- what is told ----------------------------------------------------------------------------------------------------


@cache
def predicted(seat: int, field: str) -> Event:
    """A prediction is known to all."""
    number, colour = number_of(field), colour_of(field)
    text = message("{seat:seat} predicts {n} × {colour:word}", seat=seat, n=number, colour=colour)
    return Event("predicted", seat, text, {"field": field})


def sat_out(seat: int) -> Event:
    """Nothing is left to predict."""
    text = message("{seat:seat} has no prediction left that is allowed and sits the round out", seat=seat)
    return Event("sits_out", seat, text)


@cache
def named(seat: int, colour: str) -> Event:
    """The wizard colour is named."""
    text = message("{seat:seat} names {colour:word}: all wizards count as {colour:word}", seat=seat, colour=colour)
    return Event("wizard_colour", seat, text, {"colour": colour})


@cache
def unnamed(seat: int, colour: str) -> Event:
    """The wizard colour without a word."""
    text = message(
        "{seat:seat} names no wizard colour: all wizards count as {colour:word}, as predicted", seat=seat, colour=colour
    )
    return Event("wizard_colour", seat, text, {"colour": colour})


@cache
def takes_start_card(seat: int, number: int, colour: str) -> Event:
    """The start card goes round."""
    text = message(
        "{seat:seat} gets the start card: {n} × {colour:word} is the highest prediction in another colour",
        seat=seat,
        n=number,
        colour=colour,
    )
    return Event("start_card", seat, text)


@cache
def keeps_start_card(seat: int, colour: str) -> Event:
    """The start card stays."""
    text = message("{seat:seat} keeps the start card: all predicted {colour:word}", seat=seat, colour=colour)
    return Event("start_card", seat, text)


_THROWN: Final = N_(
    "{seat:seat} throws {n} dice: "
    "blue {blue}, green {green}, red {red}, yellow {yellow}, wizard {wizard}, jester {jester}"
)
LAST_THROW: Final = Event("last_throw", None, message("No further throw: all who are left score"))


def thrown(seat: int, dice: tuple[str, ...], kept: tuple[int, ...], left: int) -> Event:
    """What lies after a throw."""
    count = dice.count
    values = {
        "seat": seat,
        "n": len(dice) - len(kept),
        "blue": count("blue"),
        "green": count("green"),
        "red": count("red"),
        "yellow": count("yellow"),
        "wizard": count("wizard"),
        "jester": count("jester"),
    }
    return Event("thrown", seat, Message(_THROWN, values), {"dice": dice, "kept": kept, "throws_left": left})


@cache
def stopped(holder: int, lockers: tuple[int, ...]) -> Event:
    """The stopping decisions are revealed."""
    if holder in lockers:
        text = message("{seat:seat} throws no more: all who are left score", seat=holder)
    elif lockers:
        text = message("These dice count for {seats:seats}", seats=lockers)
    else:
        text = message("All wait for the next throw")
    return Event("revealed", None, text, {"locked": lockers})


@cache
def revealed_card(card: str) -> Event:
    """A spell card is in force."""
    known = CARDS[card]
    text = message("Spell card {name:word}: {effect:word}", name=known.name, effect=known.effect)
    return Event("card", None, text, {"card": card})


@cache
def set_die(seat: int, die: int, face: str) -> Event:
    """A die is set by hand."""
    text = message("{seat:seat} sets a die to {face:word}", seat=seat, face=face)
    return Event("set", seat, text, {"die": die, "face": face})


def struck(seat: int, field: str, minus: int) -> Event:
    """Minus points are struck."""
    text = message(
        "{seat:seat} strikes {points:points} lost in {n} × {colour:word}",
        seat=seat,
        points=minus,
        n=number_of(field),
        colour=colour_of(field),
    )
    return Event("struck", seat, text, {"field": field})


@cache
def struck_nothing(seat: int) -> Event:
    """The strike is left out."""
    return Event("struck", seat, message("{seat:seat} strikes nothing", seat=seat), {"field": None})


def bonus(seat: int, crosses: int, goal: int) -> Event:
    """A player has the X that end the game."""
    text = message(
        "{seat:seat} has {n} X, {goal} end the game: {points:points} more",
        seat=seat,
        n=crosses,
        goal=goal,
        points=BONUS,
    )
    return Event("bonus", seat, text)


def last_round(rounds: int) -> Event:
    """The sheets are full."""
    return Event("last_round", None, message("{n} rounds are played: the game ends", n=rounds))


def game_over(outcome: Outcome, scorings: int) -> Event:
    """Who has won, with how many jester scorings."""
    points = outcome.scores[outcome.winner[0]]
    if len(outcome.winner) > 1:
        text = message("{seats:seats} share the victory with {points:points}", seats=outcome.winner, points=points)
    elif outcome.reason is Reason.TIEBREAK:
        text = message(
            "{seat:seat} wins with {points:points}, level but with fewer jester scorings: {n}",
            seat=outcome.winner[0],
            points=points,
            n=scorings,
        )
    else:
        text = message("{seat:seat} wins with {points:points}", seat=outcome.winner[0], points=points)
    return Event("game_over", None, text)
