"""What Overload tells: one function an event, with the sentence that names the rule and the numbers.

Figures are indices, as in ``overload_board``. ``discs`` is what the figure then carries, or should carry: 9 is told as
such, and the overload follows.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, cast

from controller.rules.core import Event, Message, message
from controller.rules.overload_board import FULL, letter, owner
from controller.rules.overload_board import label as name_of

_P = ParamSpec("_P")


def _remembered(tell: Callable[_P, Event]) -> Callable[_P, Event]:
    # Few different things happen, over and over: most of the time of a fast game went into telling them anew.
    return cast("Callable[_P, Event]", lru_cache(maxsize=4096)(tell))


def _event(name: str, seat: int | None, text: Message, **data: Any) -> Event:
    return Event(name, seat, text, data)


def _verdict(rule: str, seat: int, text: Message, points: int, **data: Any) -> Event:
    return Event("verdict", seat if points else None, text, {"rule": rule, "points": points, **data})


# --- Scheiben aufladen -----------------------------------------------------------------------------------------------


@_remembered
def named(figure: int) -> Event:
    """Both figures stood on the start; this one moves."""
    seat = owner(figure)
    text = message("{seat:seat} brings figure {figure} onto the track", seat=seat, figure=letter(figure))
    return _event("figure", seat, text, figure=name_of(figure))


@_remembered
def loaded(figure: int, discs: int) -> Event:
    """A load was set before the throw."""
    seat = owner(figure)
    text = message(
        "{seat:seat} loads figure {figure} before the throw: {discs} of 8",
        seat=seat,
        figure=letter(figure),
        discs=discs,
    )
    return _event("load", seat, text, figure=name_of(figure), discs=discs)


@_remembered
def forgotten(figure: int) -> Event:
    """No load was set before the throw."""
    text = message("No load was set before the throw: figure {figure} starts with 0 of 8", figure=letter(figure))
    return _event("load", owner(figure), text, figure=name_of(figure), discs=0)


# --- Ziehen ----------------------------------------------------------------------------------------------------------


@_remembered
def thrown(seat: int, value: int) -> Event:
    """The die has been thrown."""
    text = message("{seat:seat} throws {die:die}: {value}", seat=seat, die="d8", value=value)
    return _event("thrown", seat, text, die="d8", value=value)


@_remembered
def moved(figure: int, departure: int, arrival: int, goal: int) -> Event:
    """A figure moves by the throw."""
    values = {"seat": owner(figure), "figure": letter(figure), "a": departure, "b": arrival}
    if departure == 0:
        text = message("{seat:seat} moves figure {figure} from the start to field {b}", **values)
    elif arrival == goal:
        text = message("{seat:seat} moves figure {figure} from field {a} into the goal", **values)
    else:
        text = message("{seat:seat} moves figure {figure} from field {a} to field {b}", **values)
    return _event("moved", owner(figure), text, figure=name_of(figure), departure=departure, arrival=arrival)


# --- Überholen -------------------------------------------------------------------------------------------------------


@_remembered
def overtaken(figure: int, field: int, discs: int, nth: int) -> Event:
    """A figure is overtaken; ``nth`` disc of two on a double field, else 0."""
    values = {"seat": owner(figure), "figure": letter(figure), "field": field, "discs": discs}
    if nth:
        text = message(
            "Figure {figure} of {seat:seat} is overtaken on double field {field}: disc {nth} of 2, carries {discs}",
            nth=nth,
            **values,
        )
    else:
        text = message(
            "Figure {figure} of {seat:seat} is overtaken on field {field}: a disc from the bowl, carries {discs}",
            **values,
        )
    return _event("overtaken", owner(figure), text, figure=name_of(figure), field=field, discs=discs)


# --- Sonderaktionsfelder ---------------------------------------------------------------------------------------------


@_remembered
def plus(figure: int, discs: int) -> Event:
    """A figure has come to a plus field."""
    text = message(
        "Plus field: figure {figure} gets a disc from the bowl, carries {discs}", figure=letter(figure), discs=discs
    )
    return _event("plus", owner(figure), text, figure=name_of(figure), discs=discs)


@_remembered
def minus(figure: int, discs: int, gives: bool) -> Event:
    """A figure has come to a minus field."""
    if gives:
        text = message(
            "Minus field: figure {figure} gives a disc to the bowl, carries {discs}",
            figure=letter(figure),
            discs=discs,
        )
    else:
        text = message("Minus field: figure {figure} has no disc to give", figure=letter(figure))
    return _event("minus", owner(figure), text, figure=name_of(figure), discs=discs)


@_remembered
def stepped(figure: int, field: int, step: int) -> Event:
    """A figure leaves a plus/minus field."""
    values = {"figure": letter(figure), "field": field}
    if step > 0:
        text = message("Plus/minus field: figure {figure} goes one field on to field {field}", **values)
    else:
        text = message("Plus/minus field: figure {figure} goes one field back to field {field}", **values)
    return _event("stepped", owner(figure), text, figure=name_of(figure), arrival=field)


# --- Begegnung auf einem Feld ----------------------------------------------------------------------------------------


@_remembered
def gave(figure: int, other: int, left: int, discs: int) -> Event:
    """One disc from the moving figure, which has ``left`` then, to one that it meets."""
    text = message(
        "Give: figure {figure} hands a disc to figure {other} of {owner:seat} and keeps {left}; "
        "the other carries {discs}",
        figure=letter(figure),
        other=letter(other),
        owner=owner(other),
        left=left,
        discs=discs,
    )
    return _event("give", owner(figure), text, giver=name_of(figure), taker=name_of(other))


@_remembered
def took(figure: int, other: int, left: int, discs: int) -> Event:
    """One disc to the moving figure, from one that it meets and that has ``left`` then."""
    text = message(
        "Take: figure {figure} gets a disc from figure {other} of {owner:seat} and carries {discs}; "
        "the other keeps {left}",
        figure=letter(figure),
        other=letter(other),
        owner=owner(other),
        left=left,
        discs=discs,
    )
    return _event("take", owner(figure), text, giver=name_of(other), taker=name_of(figure))


@_remembered
def met(figure: int, other: int) -> Event:
    """Two figures meet and nothing can be exchanged."""
    text = message(
        "Figure {figure} meets figure {other} of {owner:seat}: neither has a disc, nothing happens",
        figure=letter(figure),
        other=letter(other),
        owner=owner(other),
    )
    return _event("met", owner(figure), text, figure=name_of(figure), other=name_of(other))


# --- Overload --------------------------------------------------------------------------------------------------------


@_remembered
def overloaded(seat: int, figure: int) -> Event:
    """``seat`` has overloaded a figure."""
    values = {"figure": letter(figure), "owner": owner(figure)}
    if owner(figure) == seat:
        text = message(
            "Overload: a ninth disc, figure {figure} of {owner:seat} goes back to the start; own figure, no point",
            **values,
        )
        points = 0
    else:
        text = message(
            "Overload: a ninth disc, figure {figure} of {owner:seat} goes back to the start; "
            "{points:points} for {seat:seat}",
            points=1,
            seat=seat,
            **values,
        )
        points = 1
    return _verdict("overload", seat, text, points, figure=name_of(figure))


@_remembered
def ninth_kept(figure: int) -> Event:
    """The ninth disc goes back to the figure that gave it."""
    text = message(
        "The ninth disc goes back to figure {figure} of {seat:seat}", figure=letter(figure), seat=owner(figure)
    )
    return _event("ninth", owner(figure), text, figure=name_of(figure))


# --- Ins Ziel kommen -------------------------------------------------------------------------------------------------


@_remembered
def in_goal(figure: int, discs: int, points: int) -> Event:
    """A figure has reached the goal."""
    values = {"seat": owner(figure), "figure": letter(figure), "discs": discs, "points": points}
    if discs == FULL:
        text = message(
            "Goal: figure {figure} of {seat:seat} carries exactly 8 discs, 4 points more: {points:points}", **values
        )
    else:
        text = message("Goal: figure {figure} of {seat:seat} carries {discs} of 8: {points:points}", **values)
    return _verdict("goal", owner(figure), text, points, figure=name_of(figure), discs=discs)


def game_over(winner: tuple[int, ...], points: int, target: int) -> Event:
    """Somebody has the points to win."""
    if len(winner) == 1:
        text = message(
            "{seat:seat} wins with {points:points}, {target} were needed",
            seat=winner[0],
            points=points,
            target=target,
        )
    else:
        text = message(
            "{seats:seats} win together with {points:points}, {target} were needed",
            seats=winner,
            points=points,
            target=target,
        )
    return _event("game_over", winner[0] if len(winner) == 1 else None, text)
