"""A question in other words: as everybody may read it, and as somebody reads it above the buttons of a browser.

A prompt speaks to one seat at keys: "Throw your d6, then OK". On the scoreboard and on a neighbour's phone that would
speak to the wrong person, and a phone has no key OK. Pure.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from controller.halting import QUESTIONS
from controller.lobby import STAY
from controller.panel.keypad import Ask, Prompt
from controller.rules.core import N_, Message, Throw

_THROWS: Final = N_("throwing {dice:dice}")
_THROWS_AGAIN: Final = N_("throwing {dice:dice} again")
_DOUBTED: Final = N_("saying whether {dice:dice} was thrown")
_STOPPED: Final = N_("{seat:seat} has stopped the game")
_SOME_AGAIN: Final = {
    "Throw the five other dice": N_("throwing the five other dice"),
    "Throw at least three dice again": N_("throwing at least three dice again"),
    "Throw any dice but the jesters again": N_("throwing any dice but the jesters again"),
    "Throw any dice again": N_("throwing any dice again"),
}
"""By the rules' own sentence, where some dice may lie as they are."""
_THROW: Final = N_("Throw {dice:dice}")
_AGAIN: Final = N_("Throw {dice:dice} again, the others stay")
_THROW_BUTTON: Final = N_("Throw")
_LIES_BUTTON: Final = N_("My dice lie")
_GO_ON: Final = N_("Go on")
_SAME_SEATS: Final = N_("Begin the next game, same seats")
_SEATS_CHANGED: Final = N_("Begin the next game, seats changed")
_THROWN_BUTTON: Final = N_("Yes, it was thrown")


class _Words(NamedTuple):
    """Other words for a question; empty where its own will do.

    Attributes:
        told: to everybody, as what follows a name and a colon.
        asked: to the seat, above buttons.
        button: what OK without a selection does.
        help: what somebody who meets it for the first time has to know, below the question.
    """

    told: str = ""
    asked: str = ""
    button: str = ""
    help: str = ""


_TO_THROW: Final = ("Throw {dice:dice}, then OK", "Throw {dice:dice}", "Throw {dice:dice} with OK")
_ANEW: Final = N_("What was decided after this throw is asked anew.")

WORDS: Final = {
    # Dice.
    "Throw {dice:dice}, then OK": _Words(_THROWS, _THROW, _LIES_BUTTON),
    "Throw {dice:dice}": _Words(_THROWS, "", _LIES_BUTTON),
    "Throw {dice:dice} with OK": _Words(_THROWS, _THROW, _THROW_BUTTON),
    "Was {dice:dice} thrown? Then OK": _Words(_DOUBTED, N_("Was {dice:dice} thrown?"), _THROWN_BUTTON),
    "Throw {dice:dice} again, the others stay; then OK": _Words(_THROWS_AGAIN, _AGAIN, _LIES_BUTTON),
    "Throw {dice:dice} again, the others stay": _Words(_THROWS_AGAIN, "", _LIES_BUTTON),
    "Throw {dice:dice} again with OK": _Words(_THROWS_AGAIN, _AGAIN, _THROW_BUTTON),
    "Was {dice:dice} thrown again? Then OK": _Words(_DOUBTED, N_("Was {dice:dice} thrown again?"), _THROWN_BUTTON),
    "Enter what your {die:die} shows": _Words(N_("entering what the {die:die} shows")),
    "Camera: {read:options}; entered: {entered:options}. Look again: what does your {die:die} show?": _Words(
        N_("looking at the {die:die} again; camera: {read:options}, entered: {entered:options}")
    ),
    "Camera: {read:options}; entered: {entered:options}. "
    "Does {die:die} of {seat:seat} really show {face:option}?": _Words(
        N_("{seat:seat} says: {die:die} shows {face:option}; camera: {read:options}. Right?")
    ),
    # What is proposed while the game is stopped: nobody but the asked seat is asked.
    **{asks: _Words(says) for says, asks in QUESTIONS.items()},
    "{by:seat} says: {die:die} of {seat:seat} shows {face:option}, not {old:option}. Right?": _Words(
        "{by:seat} says: {die:die} of {seat:seat} shows {face:option}, not {old:option}", help=_ANEW
    ),
    # Between games.
    "Another game? OK begins it.": _Words("", N_("Another game?"), _SAME_SEATS),
    "Game {n} of {all} is next. OK begins it.": _Words("", N_("Game {n} of {all} is next."), _SAME_SEATS),
    "Variants of {game}; OK begins": _Words("", N_("With which variants of {game}?"), N_("Begin the game")),
    # Überwurf.
    "Choose your die in secret": _Words(N_("choosing a die in secret")),
    # Zugband.
    "Take 0 to 3 markers in secret": _Words(N_("taking 0 to 3 markers in secret")),
    "Drucktest: take at least one marker in secret": _Words(N_("Drucktest: taking at least one marker in secret")),
    "Risszug: annul the lost round or accept it": _Words(N_("Risszug: annulling the lost round or accepting it")),
    # Overload.
    "Load the figure before the throw: how many discs?": _Words(
        N_("loading the figure before the throw"), "", N_("Throw without a load")
    ),
    # Wizard Würfelspiel.
    "Predict a number and a colour": _Words(N_("predicting a number and a colour")),
    "Predict a number and a colour in secret": _Words(N_("predicting a number and a colour in secret")),
    "Name the wizard colour": _Words(
        N_("naming the wizard colour"),
        "",
        N_("Throw without naming one"),
        N_("All wizards count as this colour. If you name none, it is the colour of your prediction."),
    ),
    "Set a die to any face": _Words(N_("setting a die to any face")),
    "Set a second die to any face": _Words(N_("setting a second die to any face")),
    "Lock the dice in for yourself or wait for the next throw": _Words(
        N_("locking the dice in or waiting for the next throw")
    ),
    "Score the count of your colour or the jesters": _Words(N_("scoring the colour or the jesters")),
    "Strike minus points in your colour": _Words(N_("striking minus points in the predicted colour")),
}
"""By the question's own words."""


def told(prompt: Prompt, throws: Iterable[Throw] = ()) -> Message:
    """The question for everybody: it speaks to nobody, and may follow the seat's name.

    What somebody who has stopped the game looks for in the menus is nobody's business before it is proposed.

    Args:
        prompt: the question.
        throws: what is to be thrown now, as for ``asked``.
    """
    if prompt.ask is Ask.HALT:
        return Message(_STOPPED, {"seat": prompt.seat})
    if about := _some(prompt, throws):
        return about._replace(text=_SOME_AGAIN[about.text])
    words = WORDS.get(prompt.about.text, _Words())
    return prompt.about._replace(text=words.told or words.asked or prompt.about.text)


def asked(prompt: Prompt, throws: Iterable[Throw] = ()) -> Message:
    """The question for its own seat, above the buttons of a browser.

    Args:
        prompt: the question.
        throws: what is to be thrown now. Where some dice may lie as they are, the rules' own sentence says which.
    """
    if about := _some(prompt, throws):
        return about
    words = WORDS.get(prompt.about.text, _Words())
    return prompt.about._replace(text=words.asked or prompt.about.text)


def _some(prompt: Prompt, throws: Iterable[Throw]) -> Message | None:
    """The rules' own sentence for a throw of which some dice may lie as they are; ``None`` for any other question."""
    if prompt.about.text not in _TO_THROW:
        return None
    return next((throw.about for throw in throws if throw.seat == prompt.seat and throw.fewest is not None), None)


def help_of(prompt: Prompt) -> Message | None:
    """What stands below the question; ``None`` where it says it all."""
    words = WORDS.get(prompt.about.text, _Words())
    return Message(words.help) if words.help else None


def button(prompt: Prompt) -> str:
    """What the button is called, in English, that answers with nothing picked; empty where something must be picked."""
    if not prompt.optional:
        return ""
    words = WORDS.get(prompt.about.text, _Words()).button or _GO_ON
    # The other way to sit is the one that can be picked.
    return _SEATS_CHANGED if words == _SAME_SEATS and STAY in prompt.options else words
