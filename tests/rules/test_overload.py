"""Overload, rule by rule in the order of the rulebook, then a whole game by hand and what holds at every moment."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.i18n import render
from controller.rules.core import Choice, Choose, Event, IllegalAnswer, Reason, Throw, Thrown
from controller.rules.overload import GAME, Overload
from controller.rules.overload_board import DISCS, FULL, special_fields
from controller.rules.overload_turn import exchanges
from controller.rules.setup import Setup, SetupError

INDEX = {f"{seat}{letter}": 2 * seat - 2 + second for seat in range(1, 6) for second, letter in enumerate("AB")}


def start(players: int = 3, first: int = 1, **house: str | int) -> Overload:
    return begun(Setup(players, house=house, first=first))


def begun(setup: Setup) -> Overload:
    state = GAME.start(setup).state
    assert isinstance(state, Overload)
    return state


def table(
    figures: Mapping[str, tuple[int, int]],
    *,
    players: int = 3,
    seat: int = 1,
    score: tuple[int, ...] | None = None,
    **house: str | int,
) -> Overload:
    """A moment at which ``seat`` is to throw; figures as field and discs, those not named stand on the start.

    Seat 1's second figure stands far ahead of everything by itself, so that the first may move freely.
    """
    state = begun(Setup(players, house=house))
    if seat == 1:
        figures = {"1B": (state.board.goal - 1, 0), **figures}
    position, discs = [0] * (2 * players), [0] * (2 * players)
    for name, (field, carried) in figures.items():
        position[INDEX[name]], discs[INDEX[name]] = field, carried
    waiting = [figure for figure in (2 * seat - 2, 2 * seat - 1) if position[figure] == 0]
    return replace(
        state,
        ask=("throw", "load", "name")[len(waiting)],
        figure=waiting[0] if len(waiting) == 1 else None,
        seat=seat,
        bowl=DISCS - sum(discs),
        score=score or (0,) * players,
        position=tuple(position),
        discs=tuple(discs),
    )


def play(state: Overload, *answers: int | str) -> tuple[Overload, list[Event]]:
    """The seat whose turn it is throws a number or chooses a word."""
    told: list[Event] = []
    for answer in answers:
        step = state.apply(
            Thrown(state.seat, {"d8": (answer,)}) if isinstance(answer, int) else Choose(state.seat, answer)
        )
        assert isinstance(step.state, Overload)
        state = step.state
        told += step.events
        assert state.bowl + sum(state.discs) == DISCS
    return state, told


def at(state: Overload, name: str) -> tuple[int, int]:
    """Field and discs of a figure."""
    return state.position[INDEX[name]], state.discs[INDEX[name]]


def options(state: Overload) -> tuple[str, ...]:
    (need,) = (need for need in state.needs if isinstance(need, Choice))
    return need.options


def names(events: list[Event]) -> list[str]:
    """What happened; a verdict by its rule."""
    return [event.data.get("rule", event.name) for event in events]


# --- before the game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "fields", "target"), [(2, 12, 45), (3, 16, 40), (4, 20, 35), (5, 24, 30)])
def test_track_and_target_by_number_of_players(players: int, fields: int, target: int) -> None:
    view = start(players).view()
    assert (view["fields"], view["target"], view["bowl"]) == (fields, target, 80)
    assert view["special"] == {}
    assert [len(seat["figures"]) for seat in view["seats"]] == [2] * players


def test_any_length_from_eight_and_any_target() -> None:
    view = start(fields=8, target=7).view()
    assert (view["fields"], view["target"]) == (8, 7)
    with pytest.raises(SetupError, match="7 is too short a track; at least 8"):
        start(fields=7)


def test_the_configured_seat_starts_and_the_next_sits_clockwise() -> None:
    state = start(4, first=3)
    seats = []
    for _ in range(5):
        seats.append(state.seat)
        state, _ = play(state, "A", 1) if state.ask == "name" else play(state, 1)
    assert seats == [3, 4, 1, 2, 3]
    assert state.view()["round"] == 2
    with pytest.raises(SetupError, match="seat 5 cannot begin"):
        start(4, first=5)


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(SetupError, match="2, 3, 4, 5"):
        start(players)


def test_special_fields_come_from_the_configuration() -> None:
    view = start(special=" 4:minus, 9:double,2:plus ,15 : plus_minus").view()
    assert view["special"] == {"2": "plus", "4": "minus", "9": "double", "15": "plus_minus"}


@pytest.mark.parametrize(
    ("special", "why"),
    [
        ("4", "'4' is no special field; it looks like 4:minus"),
        ("minus:4", "'minus:4' is no special field"),
        ("4:minus,", "'' is no special field"),
        ("-4:minus", "'-4:minus' is no special field"),
        ("4:magic", "kinds: plus, minus, plus_minus, double"),
        ("9" * 5000 + ":minus", "is no special field"),
        ("0:minus", "there is no field 0; fields: 1 … 16"),
        ("17:minus", "there is no field 17; fields: 1 … 16"),
        ("4:minus,4:plus", "field 4 is named twice"),
        ("1:plus_minus", "neither the first nor the last field"),
        ("16:plus_minus", "neither the first nor the last field"),
    ],
)
def test_a_special_field_that_cannot_be_is_refused(special: str, why: str) -> None:
    with pytest.raises(SetupError) as caught:
        start(special=special)
    assert why in str(caught.value)


# --- 1 the load ------------------------------------------------------------------------------------------------------


def test_both_on_the_start_the_player_names_one_and_sets_its_load() -> None:
    state = start()
    assert state.needs == (Choice(1, ("A", "B"), False, state.needs[0].about),)
    state, _ = play(state, "B")
    choice, throw = state.needs
    assert isinstance(choice, Choice)
    assert choice.options == tuple("012345678")
    assert choice.optional
    assert isinstance(throw, Throw)
    assert throw.dice == ("d8",)
    state, events = play(state, "6", 3)
    assert at(state, "1B") == (3, 6)
    assert state.bowl == 74
    assert events[0].data == {"figure": "1B", "discs": 6}


def test_a_figure_on_the_start_must_move_first() -> None:
    state = table({"1A": (0, 0), "1B": (5, 2)})
    state, _ = play(state, "4", 3)
    assert (at(state, "1A"), at(state, "1B")) == ((3, 4), (5, 2))


def test_the_load_is_set_before_the_throw_and_once() -> None:
    state, _ = play(start(), "A", "3")
    (need,) = state.needs
    assert isinstance(need, Throw)
    assert state.view()["seats"][0]["locked"]
    with pytest.raises(IllegalAnswer):
        play(state, "5")
    state, _ = play(state, 8)
    assert not any(seat["locked"] for seat in state.view()["seats"])


def test_a_load_not_set_before_the_throw_is_nothing() -> None:
    state, events = play(start(), "A", 4)
    assert at(state, "1A") == (4, 0)
    assert names(events) == ["figure", "thrown", "load", "moved"]
    assert events[2].data["discs"] == 0


def test_the_throw_must_be_one_w8() -> None:
    state, _ = play(start(), "A")
    for dice in ({"d8": (9,)}, {"d6": (3,)}, {"d8": (1, 2)}):
        with pytest.raises(IllegalAnswer):
            state.apply(Thrown(1, dice))


# --- 2, 3 the move ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("figure", "a", "b"), [("A", 9, 10), ("B", 4, 15)])
def test_without_a_figure_on_the_start_the_player_chooses_after_the_throw(figure: str, a: int, b: int) -> None:
    state, _ = play(table({"1A": (4, 1), "1B": (10, 2)}), 5)
    assert options(state) == ("A", "B")
    assert state.view()["throw"] == 5
    state, _ = play(state, figure)
    assert (at(state, "1A")[0], at(state, "1B")[0]) == (a, b)
    view = state.view()
    assert (view["turn"], view["throw"], view["moving"]) == (2, None, None)


# --- 4 overtaking ----------------------------------------------------------------------------------------------------


def test_every_figure_strictly_between_gets_a_disc_in_track_order_own_ones_too() -> None:
    state = table({"1A": (3, 0), "1B": (6, 1), "2A": (5, 0), "2B": (4, 0), "3A": (3, 2), "3B": (8, 0)})
    state, events = play(state, 5, "A")
    assert [event.data["figure"] for event in events if event.name == "overtaken"] == ["2B", "2A", "1B"]
    assert (at(state, "1B"), at(state, "2A"), at(state, "2B")) == ((6, 2), (5, 1), (4, 1))
    # Departure and arrival are not between.
    assert (at(state, "3A"), at(state, "3B")) == ((3, 2), (8, 0))
    assert state.bowl == 80 - 6


def test_figures_on_the_start_are_not_overtaken() -> None:
    state, events = play(start(), "A", "2", 8)
    assert "overtaken" not in names(events)
    assert sum(state.discs) == 2


def test_moving_into_the_goal_overtakes_too() -> None:
    state, _ = play(table({"1A": (12, 3), "2A": (13, 0), "3A": (16, 4)}), 8, "A")
    assert (at(state, "2A"), at(state, "3A")) == ((13, 1), (16, 5))
    assert at(state, "1B") == (16, 1)


def test_overtaken_on_a_double_field_it_gets_two_discs() -> None:
    state, _ = play(table({"1A": (3, 0), "2A": (5, 4)}, special="5:double"), 5, "A")
    assert at(state, "2A") == (5, 6)


def test_the_second_disc_of_a_double_field_may_overload() -> None:
    state, events = play(table({"1A": (3, 0), "2A": (5, 7)}, special="5:double"), 5, "A")
    assert at(state, "2A") == (0, 0)
    assert state.score == (1, 0, 0)
    assert names(events)[2:] == ["overtaken", "overtaken", "overload"]


def test_the_first_disc_of_a_double_field_overloads_and_the_second_lapses() -> None:
    state, events = play(table({"1A": (3, 0), "2A": (5, 8)}, special="5:double"), 5, "A")
    assert at(state, "2A") == (0, 0)
    assert state.score == (1, 0, 0)
    assert names(events)[2:] == ["overtaken", "overload"]


# --- 5 special fields ------------------------------------------------------------------------------------------------


def test_plus_gives_a_disc_from_the_bowl() -> None:
    state, _ = play(table({"1A": (3, 2)}, special="5:plus"), 2, "A")
    assert at(state, "1A") == (5, 3)


def test_plus_may_overload_and_the_encounters_lapse() -> None:
    state, events = play(table({"1A": (3, 8), "2A": (5, 4), "3A": (5, 1)}, special="5:plus"), 2, "A")
    assert (at(state, "1A"), at(state, "2A"), at(state, "3A")) == ((0, 0), (5, 4), (5, 1))
    assert state.score == (0, 0, 0)
    assert state.seat == 2
    assert names(events)[-2:] == ["plus", "overload"]


def test_minus_takes_a_disc_if_there_is_one() -> None:
    state, _ = play(table({"1A": (3, 2)}, special="5:minus"), 2, "A")
    assert at(state, "1A") == (5, 1)
    state, _ = play(table({"1A": (3, 0)}, special="5:minus"), 2, "A")
    assert at(state, "1A") == (5, 0)


def test_the_action_comes_before_the_encounters() -> None:
    # With its only disc gone, the figure can but take.
    state, events = play(table({"1A": (3, 1), "2A": (5, 2)}, special="5:minus"), 2, "A")
    assert names(events)[2:] == ["minus", "automatic", "take"]
    assert (at(state, "1A"), at(state, "2A")) == ((5, 1), (5, 1))


def test_special_fields_act_only_where_a_move_ends() -> None:
    state, _ = play(table({"1A": (3, 2)}, special="4:plus,5:minus,6:plus_minus"), 4, "A")
    assert at(state, "1A") == (7, 2)


@pytest.mark.parametrize(("way", "field"), [("+1", 6), ("-1", 4)])
def test_plus_minus_moves_one_field_on_or_back_at_once(way: str, field: int) -> None:
    state, _ = play(table({"1A": (3, 2)}, special="5:plus_minus"), 2, "A")
    assert options(state) == ("+1", "-1")
    assert state.seat == 1
    state, _ = play(state, way)
    assert at(state, "1A") == (field, 2)
    assert state.seat == 2


def test_after_plus_minus_the_new_fields_action_and_encounters_apply() -> None:
    state = table({"1A": (3, 2), "2A": (6, 3)}, special="5:plus_minus,6:plus")
    state, events = play(state, 2, "A", "+1", "give:2A")
    assert names(events)[2:] == ["stepped", "plus", "give"]
    assert (at(state, "1A"), at(state, "2A")) == ((6, 2), (6, 4))


def test_back_with_a_figure_just_overtaken_that_has_had_its_disc_and_the_encounter_follows() -> None:
    state = table({"1A": (3, 2), "2A": (4, 5)}, special="5:plus_minus")
    state, _ = play(state, 2, "A", "-1")
    assert at(state, "2A") == (4, 6)
    assert options(state) == ("give:2A", "take:2A")
    state, _ = play(state, "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((4, 1), (4, 7))


def test_back_where_a_figure_was_overloaded_there_is_nobody_to_meet() -> None:
    state, _ = play(table({"1A": (3, 2), "2A": (4, 8)}, special="5:plus_minus"), 2, "A", "-1")
    assert (at(state, "1A"), at(state, "2A")) == ((4, 2), (0, 0))
    assert state.seat == 2


def test_back_on_the_departure_field_others_there_are_met_without_having_been_overtaken() -> None:
    state, _ = play(table({"1A": (4, 2), "2A": (4, 5)}, special="5:plus_minus"), 1, "A", "-1")
    assert at(state, "2A") == (4, 5)
    assert options(state) == ("give:2A", "take:2A")


def test_a_chain_of_plus_minus_comes_to_each_field_at_most_once_a_turn() -> None:
    state = table({"1A": (3, 2)}, special="5:plus_minus,6:plus_minus,7:plus_minus")
    # In the middle of the chain both ways are open; from then on it can but go on.
    state, _ = play(state, 3, "A")
    assert options(state) == ("+1", "-1")
    state, events = play(state, "-1")
    assert names(events) == ["stepped", "automatic", "stepped"]
    assert at(state, "1A") == (4, 2)
    assert state.seat == 2


def test_each_plus_minus_field_may_be_used_again_in_the_next_turn() -> None:
    state = table({"1A": (3, 2), "2B": (1, 0), "2A": (2, 0)}, special="5:plus_minus,6:plus_minus")
    state, _ = play(state, 2, "A", "-1", 4, "A")
    assert options(state) == ("+1", "-1")


# --- 6 encounters ----------------------------------------------------------------------------------------------------


def test_give_or_take() -> None:
    before, _ = play(table({"1A": (3, 2), "2A": (5, 3)}), 2, "A")
    assert options(before) == ("give:2A", "take:2A")
    gave, _ = play(before, "give:2A")
    assert (at(gave, "1A"), at(gave, "2A")) == ((5, 1), (5, 4))
    took, _ = play(before, "take:2A")
    assert (at(took, "1A"), at(took, "2A")) == ((5, 3), (5, 2))


def test_the_own_second_figure_is_met_too() -> None:
    state, _ = play(table({"1A": (3, 2), "1B": (5, 3)}), 2, "A")
    assert options(state) == ("give:1B", "take:1B")


def test_with_several_figures_the_player_chooses_order_and_kind_for_each() -> None:
    state, _ = play(table({"1A": (3, 2), "2A": (5, 3), "3B": (5, 1)}), 2, "A")
    assert options(state) == ("give:2A", "take:2A", "give:3B", "take:3B")
    state, _ = play(state, "take:3B")
    assert options(state) == ("give:2A", "take:2A")
    state, _ = play(state, "give:2A")
    assert (at(state, "1A"), at(state, "2A"), at(state, "3B")) == ((5, 2), (5, 4), (5, 0))
    assert state.seat == 2


def test_what_alone_is_possible_must_be_done() -> None:
    state, events = play(table({"1A": (3, 0), "2A": (5, 3)}), 2, "A")
    assert names(events)[2:] == ["automatic", "take"]
    assert (at(state, "1A"), at(state, "2A")) == ((5, 1), (5, 2))
    state, events = play(table({"1A": (3, 2), "2A": (5, 0)}), 2, "A")
    assert names(events)[2:] == ["automatic", "give"]
    assert (at(state, "1A"), at(state, "2A")) == ((5, 1), (5, 1))


def test_with_neither_possible_nothing_happens() -> None:
    state, events = play(table({"1A": (3, 0), "2A": (5, 0)}), 2, "A")
    assert names(events)[2:] == ["met"]
    assert sum(state.discs) == 0
    assert state.seat == 2


def test_a_disc_just_taken_can_be_given_on() -> None:
    state, _ = play(table({"1A": (3, 0), "2A": (5, 0), "3A": (5, 2)}), 2, "A")
    # 2A could not be dealt with before the disc was taken; now it must be.
    assert (at(state, "1A"), at(state, "2A"), at(state, "3A")) == ((5, 0), (5, 1), (5, 1))


def test_a_disc_given_away_is_missing_in_the_next_encounter() -> None:
    state, events = play(table({"1A": (3, 1), "2A": (5, 0), "3A": (5, 0)}), 2, "A", "give:3A")
    assert (at(state, "1A"), at(state, "2A"), at(state, "3A")) == ((5, 0), (5, 0), (5, 1))
    assert events[-1].name == "met"
    assert events[-1].data == {"figure": "1A", "other": "2A"}


def test_each_figure_is_dealt_with_once() -> None:
    assert exchanges((3, 0, 1, 0, 1, 0), 0, (2,)) == ("give:2A", "take:2A")
    state, _ = play(table({"1A": (3, 3), "2A": (5, 3)}), 2, "A", "give:2A")
    assert state.seat == 2


def test_encounters_on_a_double_field_move_two_discs() -> None:
    before, _ = play(table({"1A": (3, 2), "2A": (5, 3)}, special="5:double"), 2, "A")
    gave, _ = play(before, "give:2A")
    assert (at(gave, "1A"), at(gave, "2A")) == ((5, 0), (5, 5))
    took, events = play(before, "take:2A")
    assert (at(took, "1A"), at(took, "2A")) == ((5, 4), (5, 1))
    assert names(events) == ["take", "take"]


def test_on_a_double_field_as_many_as_possible() -> None:
    state, _ = play(table({"1A": (3, 1), "2A": (5, 3)}, special="5:double"), 2, "A", "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((5, 0), (5, 4))


def test_on_a_double_field_one_at_a_time() -> None:
    # The first disc fills the figure, the second overloads it.
    state, _ = play(table({"1A": (3, 4), "2A": (5, 7)}, special="5:double"), 2, "A", "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((5, 2), (0, 0))
    assert state.score == (1, 0, 0)
    # The first disc overloads it, there is nobody left for the second.
    state, _ = play(table({"1A": (3, 4), "2A": (5, 8)}, special="5:double"), 2, "A", "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((5, 3), (0, 0))
    assert state.score == (1, 0, 0)


def test_arriving_on_a_double_field_alone_does_nothing() -> None:
    state, _ = play(table({"1A": (3, 4)}, special="5:double"), 2, "A")
    assert at(state, "1A") == (5, 4)


# --- 7 Overload ------------------------------------------------------------------------------------------------------


def test_overload_of_another_sends_it_to_the_start_its_discs_to_the_bowl_and_gives_a_point() -> None:
    state, events = play(table({"1A": (3, 1), "2A": (4, 8)}), 5, "A")
    assert at(state, "2A") == (0, 0)
    assert state.bowl == 79
    assert state.score == (1, 0, 0)
    assert events[-1].seat == 1
    assert events[-1].data == {"rule": "overload", "points": 1, "figure": "2A"}


def test_giving_a_ninth_disc_overloads_and_all_nine_go_to_the_bowl() -> None:
    state, _ = play(table({"1A": (3, 2), "2A": (5, 8)}), 2, "A", "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((5, 1), (0, 0))
    assert state.bowl == 79
    assert state.score == (1, 0, 0)


def test_own_overload_gives_nothing() -> None:
    state, _ = play(table({"1A": (3, 1), "1B": (4, 8)}), 5, "A")
    assert at(state, "1B") == (0, 0)
    assert state.score == (0, 0, 0)
    state, _ = play(table({"1A": (3, 2), "1B": (5, 8)}), 2, "A", "give:1B")
    assert (at(state, "1A"), at(state, "1B")) == ((5, 1), (0, 0))
    assert state.score == (0, 0, 0)


def test_with_eight_discs_taking_overloads_yourself_for_nobodys_point() -> None:
    state, _ = play(table({"1A": (3, 8), "2A": (5, 3)}), 2, "A")
    assert options(state) == ("give:2A", "take:2A")
    state, _ = play(state, "take:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((0, 0), (5, 2))
    assert state.score == (0, 0, 0)
    assert state.bowl == 78


def test_the_movers_overload_lets_the_remaining_encounters_lapse() -> None:
    state, _ = play(table({"1A": (3, 8), "2A": (5, 3), "3A": (5, 1)}), 2, "A", "take:2A")
    assert state.seat == 2
    assert (at(state, "2A"), at(state, "3A")) == ((5, 2), (5, 1))


def test_another_ones_overload_leaves_the_remaining_encounters() -> None:
    state, _ = play(table({"1A": (3, 4), "2A": (5, 8), "3A": (5, 1)}), 2, "A", "give:2A")
    assert options(state) == ("give:3A", "take:3A")


def test_the_ninth_disc_may_go_back_to_the_giver() -> None:
    house: Any = {"ninth_disc": "giver"}
    state, _ = play(table({"1A": (3, 2), "2A": (5, 8)}, **house), 2, "A", "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((5, 2), (0, 0))
    state, _ = play(table({"1A": (3, 8), "2A": (5, 3)}, **house), 2, "A", "take:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((0, 0), (5, 3))
    # From the bowl it goes back to the bowl.
    state, _ = play(table({"1A": (3, 2), "2A": (4, 8)}, **house), 2, "A")
    assert (at(state, "2A"), state.bowl) == ((0, 0), 78)
    # On a double field the disc stays, and there is nobody left for a second.
    state, _ = play(table({"1A": (3, 2), "2A": (5, 8)}, special="5:double", **house), 2, "A", "give:2A")
    assert (at(state, "1A"), at(state, "2A")) == ((5, 2), (0, 0))


def test_an_overloaded_figure_starts_its_next_turn_with_a_new_load() -> None:
    state, _ = play(table({"1A": (3, 1), "2A": (4, 8), "2B": (9, 2)}), 5, "A")
    assert state.figure == INDEX["2A"]
    assert options(state) == tuple("012345678")


def test_with_the_bowl_empty_an_overload_still_goes_right() -> None:
    full = dict.fromkeys(INDEX, (5, FULL))
    state = table({**full, "1A": (4, FULL), "1B": (9, FULL)}, players=5)
    assert state.bowl == 0
    state, _ = play(state, 3, "A")
    assert state.score == (8, 0, 0, 0, 0)
    assert state.bowl == 64


# --- 8 goal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("discs", "points"), [(0, 0), (1, 1), (7, 7), (8, 12)])
def test_goal_gives_a_point_a_disc_and_twelve_for_exactly_eight(discs: int, points: int) -> None:
    state, events = play(table({"1A": (14, discs), "1B": (2, 0)}), 3, "A")
    assert state.score == (points, 0, 0)
    assert at(state, "1A") == (0, 0)
    assert state.bowl == 80
    assert events[-1].data["points"] == points
    assert state.seat == 2


@pytest.mark.parametrize("thrown", [1, 2, 8])
def test_the_goal_need_not_be_thrown_exactly(thrown: int) -> None:
    state, _ = play(table({"1A": (16, 5), "1B": (2, 0)}), thrown, "A")
    assert state.score == (5, 0, 0)


def test_the_last_field_is_not_the_goal() -> None:
    state, _ = play(table({"1A": (14, 5), "1B": (2, 0)}), 2, "A")
    assert at(state, "1A") == (16, 5)
    assert state.score == (0, 0, 0)


# --- the end ---------------------------------------------------------------------------------------------------------


def test_who_reaches_the_target_wins_at_once() -> None:
    state, events = play(table({"1A": (16, 8), "1B": (2, 0)}, score=(28, 39, 39)), 1, "A")
    assert state.needs == ()
    assert events[-1].name == "game_over"
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.reason) == ((1,), {1: 40, 2: 39, 3: 39}, Reason.TARGET)
    assert state.view()["turn"] is None


def test_one_point_short_the_game_goes_on() -> None:
    state, _ = play(table({"1A": (16, 8), "1B": (2, 0)}, score=(27, 0, 0)), 1, "A")
    assert state.outcome is None
    assert state.score == (39, 0, 0)


def test_the_point_for_an_overload_wins_on_the_way() -> None:
    state, events = play(table({"1A": (3, 2), "2A": (4, 8), "3A": (5, 8), "3B": (9, 1)}, score=(39, 0, 0)), 6, "A")
    assert state.score == (40, 0, 0)
    # At once: the second figure is not overtaken any more, nobody is met.
    assert (at(state, "3A"), at(state, "3B")) == ((5, 8), (9, 1))
    assert state.needs == ()
    assert names(events)[-2:] == ["overload", "game_over"]


def test_the_point_for_an_encounter_wins_before_the_next_one() -> None:
    state, _ = play(table({"1A": (3, 2), "2A": (5, 8), "3A": (5, 1)}, score=(39, 0, 0)), 2, "A", "give:2A")
    assert state.outcome is not None
    assert at(state, "3A") == (5, 1)


def test_full_round_is_played_out_and_most_points_win() -> None:
    house: Any = {"end": "full_round", "target": 10}
    ready = {"1A": (16, 8), "1B": (2, 0), "2A": (16, 1), "2B": (1, 0), "3A": (16, 8), "3B": (1, 0)}
    state, events = play(table(ready, score=(0, 0, 1), **house), 1, "A")
    assert state.score[0] == 12
    assert state.outcome is None
    assert "game_over" not in names(events)
    state, _ = play(state, 1, "A", 1, "A")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == ((3,), {1: 12, 2: 1, 3: 13})
    assert state.needs == ()


def test_full_round_ties_are_shared() -> None:
    house: Any = {"end": "full_round", "target": 10}
    ready = {"1A": (16, 8), "1B": (2, 0), "2A": (16, 1), "2B": (1, 0), "3A": (16, 8), "3B": (1, 0)}
    state, events = play(table(ready, **house), 1, "A", 1, "A", 1, "A")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ((1, 3), Reason.TARGET)
    assert events[-1].text.values["seats"] == (1, 3)


def test_a_full_round_ends_before_the_seat_that_began() -> None:
    state = replace(start(first=2, end="full_round", target=10), score=(0, 11, 0))
    state, _ = play(state, "A", 1)
    assert (state.seat, state.outcome) == (3, None)
    state, _ = play(state, "A", 1)
    assert (state.seat, state.outcome) == (1, None)
    state, _ = play(state, "A", 1)
    assert state.outcome is not None


# --- a whole game by hand --------------------------------------------------------------------------------------------


def test_a_game_by_hand() -> None:
    state = start(first=2, fields=8, target=20, special="3:plus,5:minus")
    told: list[str] = []

    def turn(*answers: int | str, then: tuple[tuple[int, ...], int]) -> None:
        nonlocal state
        state, events = play(state, *answers)
        told.extend(names(events))
        assert (state.discs, state.bowl) == then

    # Discs of 1A 1B 2A 2B 3A 3B, and the bowl, after each turn.
    turn("A", "8", 8, then=((0, 0, 8, 0, 0, 0), 72))
    turn("B", "3", 3, then=((0, 0, 8, 0, 0, 4), 68))  # plus
    turn("A", "2", 5, then=((1, 0, 8, 0, 0, 5), 66))  # over 3B, minus
    turn("4", 8, "take:2A", then=((2, 0, 7, 5, 0, 6), 60))  # over 3B and 1A, meets its own 2A
    turn(5, then=((1, 0, 7, 5, 1, 7), 59))  # no load; over 3B; must take from 1A
    turn("0", 2, then=((1, 0, 7, 5, 1, 7), 59))
    assert state.position == (5, 2, 8, 8, 5, 3)
    turn(1, "A", then=((1, 0, 0, 5, 1, 7), 66))  # goal with 7
    turn(5, "B", "give:2B", then=((2, 0, 0, 6, 2, 6), 64))  # over 1A and its own 3A
    turn(8, "A", then=((0, 0, 0, 7, 2, 7), 64))  # over 2B and 3B into the goal with 2
    assert state.score == (2, 7, 0)
    turn("8", 8, "give:3B", "give:2B", then=((0, 1, 6, 8, 3, 8), 54))  # over 1B and 3A
    turn(2, "A", then=((0, 1, 6, 8, 3, 8), 54))
    turn("5", 7, "take:3A", then=((6, 2, 6, 8, 2, 8), 48))  # over its own 1B
    assert state.position == (7, 2, 8, 8, 7, 8)
    turn(1, "B", then=((6, 2, 6, 0, 2, 8), 56))  # goal with exactly 8
    assert state.score == (2, 19, 0)
    turn(1, "A", "give:3B", "take:2A", then=((6, 2, 5, 0, 2, 0), 65))  # overloads its own 3B
    turn(2, "A", then=((0, 2, 6, 0, 3, 0), 69))  # over 2A and 3A into the goal with 6
    turn("8", 8, "give:3A", "give:2A", then=((0, 3, 7, 6, 4, 0), 56 + 4))
    turn("8", 1, then=((0, 3, 7, 6, 4, 8), 52))
    turn("0", 1, then=((1, 3, 7, 6, 4, 7), 52))  # must take from 3B
    assert state.view()["round"] == 7
    turn(4, "A", then=((1, 3, 0, 6, 4, 7), 59))  # goal with 7: 26 points
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == ((2,), {1: 8, 2: 26, 3: 0})
    assert (told.count("goal"), told.count("overload"), told.count("automatic")) == (5, 1, 2)


def test_sentences_name_the_rule_and_the_numbers() -> None:
    state = table({"1A": (3, 3), "2A": (4, 8), "2B": (5, 8), "3A": (5, 0)}, score=(38, 0, 0))
    _, events = play(state, 2, "A", "give:2B")
    assert [render(event.text, ("Anna", "Ben", "Cleo")) for event in events] == [
        "Anna throws d8: 2",
        "Anna moves figure A from field 3 to field 5",
        "Figure A of Ben is overtaken on field 4: a disc from the bowl, carries 9",
        "Overload: a ninth disc, figure A of Ben goes back to the start; 1 point for Anna",
        "Give: figure A hands a disc to figure B of Ben and keeps 2; the other carries 9",
        "Overload: a ninth disc, figure B of Ben goes back to the start; 1 point for Anna",
        "Anna wins with 40 points, 40 were needed",
    ]


# --- what always holds -----------------------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> Setup:
    players = draw(st.integers(2, 5))
    fields = draw(st.integers(8, 20))
    kinds = st.sampled_from(["plus", "minus", "plus_minus", "plus_minus", "double"])
    special = draw(st.dictionaries(st.integers(1, fields), kinds))
    house: dict[str, str | int | bool] = {
        "fields": fields,
        "target": draw(st.sampled_from([0, 5, 200])),
        "end": draw(st.sampled_from(["immediate", "full_round"])),
        "ninth_disc": draw(st.sampled_from(["bowl", "giver"])),
        "special": ",".join(
            f"{field}:{kind}" for field, kind in special.items() if kind != "plus_minus" or field not in (1, fields)
        ),
    }
    return Setup(players, house=house, first=draw(st.integers(1, players)))


@settings(deadline=None)
@given(boards(), st.integers(0, 2**32), st.booleans())
def test_discs_are_conserved_and_nothing_rests_on_plus_minus(setup: Setup, seed: int, heavy: bool) -> None:
    random = Random(seed)
    state = GAME.start(setup).state
    for _ in range(300):
        assert isinstance(state, Overload)
        holds(state)
        if not state.needs:
            break
        need = random.choice(state.needs)
        if isinstance(need, Choice):
            # Full figures bring the bowl to its limit.
            value = "8" if heavy and state.ask == "load" else random.choice(need.options)
            state = state.apply(Choose(need.seat, value)).state
        else:
            assert isinstance(need, Throw)
            state = state.apply(Thrown(need.seat, {"d8": (random.randint(1, 8),)})).state
    else:
        return
    assert state.outcome is not None
    assert set(state.outcome.winner) == {
        s for s, n in state.outcome.scores.items() if n == max(state.outcome.scores.values())
    }


def holds(state: Overload) -> None:
    assert state.bowl + sum(state.discs) == DISCS
    assert state.bowl >= 0
    assert all(0 <= discs <= FULL for discs in state.discs)
    loaded = state.figure if state.ask == "throw" else None
    for figure, (field, discs) in enumerate(zip(state.position, state.discs, strict=True)):
        assert field > 0 or discs == 0 or figure == loaded
        assert state.board.kind[field] != "plus_minus" or (state.ask in ("step", "over") and figure == state.figure)
        assert field < state.board.goal or state.ask == "over"
    assert len(set(state.left)) == len(state.left)


def test_special_fields_are_read_for_any_length() -> None:
    assert special_fields("", 8) == ("plain",) * 8
    assert special_fields("8:plus", 8)[-1] == "plus"
