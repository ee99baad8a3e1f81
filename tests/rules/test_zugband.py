"""Zugband, sentence by sentence."""

from typing import Any

import pytest

from controller.rules.core import Choice, Choose, Event, IllegalAnswer, Outcome, Reason, Step
from controller.rules.setup import Setup, SetupError
from controller.rules.zugband import BASE, GAME, House, movement


class Game:
    """A game in progress, played by bids."""

    def __init__(self, *variants: str, **house: str | int) -> None:
        self.step: Step = GAME.start(Setup(2, frozenset(variants), house))
        self.events: list[Event] = []

    def bid(self, *bids: tuple[int, int]) -> "Game":
        """Rounds: what the first and the second seat bid; bids that lock by themselves are passed over."""
        for first, second in bids:
            round_before = self.view["round"]
            for seat, value in ((1, first), (2, second)):
                asked = {need.seat for need in self.step.state.needs if isinstance(need, Choice) and need.hidden}
                if seat in asked and self.view["round"] == round_before:
                    self.say(seat, str(value))
        return self

    def say(self, seat: int, value: str) -> "Game":
        self.step = self.step.state.apply(Choose(seat, value))
        self.events += self.step.events
        return self

    @property
    def view(self) -> dict[str, Any]:
        return self.step.state.view()

    @property
    def knot(self) -> int:
        return int(self.view["knot"])

    @property
    def left(self) -> tuple[int, int]:
        return (self.view["seats"][0]["left"], self.view["seats"][1]["left"])

    @property
    def outcome(self) -> Outcome | None:
        return self.step.state.outcome

    def options(self, seat: int) -> tuple[str, ...]:
        return next(n.options for n in self.step.state.needs if isinstance(n, Choice) and n.seat == seat)

    def rules(self) -> list[str]:
        return [event.data["rule"] for event in self.events if event.name == "verdict"]


def ended(game: Game) -> tuple[tuple[int, ...], Reason]:
    assert game.outcome is not None
    return game.outcome.winner, game.outcome.reason


# --- Aufbau, Einsatz wählen, aufdecken -------------------------------------------------------------------------------


def test_six_markers_each_and_the_knot_in_the_middle() -> None:
    game = Game()
    assert (game.left, game.knot, game.view["goal"]) == ((6, 6), 0, 3)


def test_both_choose_hidden_nought_to_three() -> None:
    needs = Game().step.state.needs
    assert [(need.seat, need.options, need.hidden) for need in needs if isinstance(need, Choice)] == [
        (1, ("0", "1", "2", "3"), True),
        (2, ("0", "1", "2", "3"), True),
    ]


def test_at_most_what_is_left() -> None:
    game = Game().bid((3, 3), (1, 0))
    assert game.options(1) == ("0", "1", "2")
    with pytest.raises(IllegalAnswer, match="3"):
        game.say(1, "3")


def test_a_locked_bid_is_shown_to_its_own_seat_only_and_takes_no_marker_yet() -> None:
    game = Game().say(1, "3")
    state = game.step.state
    assert [state.view(seat)["seats"][0]["bid"] for seat in (None, 1, 2)] == [None, 3, None]
    assert game.left == (6, 6)
    assert state.view()["seats"][0]["locked"] is True
    assert [event.data for event in game.events] == [{}]


def test_revealed_together_when_the_last_seat_has_locked() -> None:
    for order in ((1, 2), (2, 1)):
        game = Game()
        for seat in order:
            assert "revealed" not in [event.name for event in game.events]
            game.say(seat, str(seat))
        assert game.events[2].data == {"bids": {"1": 1, "2": 2}}


# --- Bewegung bestimmen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("second", range(4))
def test_movement_of_every_pair_of_bids(first: int, second: int) -> None:
    rule, winner, stations = movement((first, second))
    if first == second:
        assert (rule, winner, stations) == ("level", None, 0)
        return
    assert winner == (0 if first > second else 1)
    double = (first, second) in {(1, 2), (1, 3), (2, 1), (3, 1)}
    assert (rule, stations) == (("double", 2) if double else ("more", 1))


def test_more_markers_move_the_knot_one_station_to_that_player() -> None:
    assert Game().bid((3, 2)).knot == -1
    assert Game().bid((2, 3)).knot == 1


def test_twice_as_many_move_it_two_stations() -> None:
    assert Game().bid((2, 1)).knot == -2
    assert Game().bid((1, 3)).knot == 2


def test_no_double_movement_against_nought() -> None:
    assert Game().bid((3, 0)).knot == -1


def test_equal_bids_leave_the_knot() -> None:
    assert Game().bid((2, 2)).knot == 0


def test_all_markers_bid_are_discarded_also_on_equal_bids() -> None:
    assert Game().bid((2, 2)).left == (4, 4)
    assert Game().bid((3, 1)).left == (3, 5)


def test_every_round_has_one_verdict_with_rule_and_numbers() -> None:
    game = Game().bid((3, 1), (0, 0))
    verdicts = [event for event in game.events if event.name == "verdict"]
    assert [dict(event.data) for event in verdicts] == [
        {"round": 1, "rule": "double", "bids": {"1": 3, "2": 1}, "knot": -2},
        {"round": 2, "rule": "level", "bids": {"1": 0, "2": 0}, "knot": -2},
    ]


# --- Spielende -------------------------------------------------------------------------------------------------------


def test_station_three_wins_at_once() -> None:
    game = Game().bid((2, 1), (1, 0))
    assert (game.knot, ended(game)) == (-3, ((1,), Reason.GOAL))
    assert game.outcome is not None
    assert game.outcome.scores == {1: 3, 2: 0}


def test_a_longer_move_stops_at_station_three() -> None:
    game = Game().bid((1, 2), (1, 2))
    assert (game.knot, ended(game)) == (3, ((2,), Reason.GOAL))
    assert game.events[-2].text.text.endswith("but the knot stops at the goal of {seat:seat}")


def test_station_three_wins_even_with_the_last_markers() -> None:
    game = Game(both_out="draw").bid((3, 0), (1, 2), (1, 1), (1, 1), (0, 1), (0, 1))
    assert (game.left, game.knot, ended(game)) == ((0, 0), 3, ((2,), Reason.GOAL))


def test_out_of_markers_bids_nought_without_being_asked() -> None:
    game = Game().bid((3, 3), (3, 2))
    assert [need.seat for need in game.step.state.needs if isinstance(need, Choice)] == [2]
    assert [(e.name, e.seat) for e in game.step.events][-2:] == [("automatic", 1), ("locked", 1)]


def test_out_of_markers_loses_the_next_decided_round() -> None:
    game = Game().bid((3, 3), (3, 2), (0, 1))
    assert game.rules() == ["level", "more", "out"]
    assert game.knot == 0


def test_nought_against_nought_is_not_decided() -> None:
    game = Game().bid((3, 3), (3, 2), (0, 0))
    assert (game.rules()[-1], game.knot, game.outcome) == ("level", -1, None)


@pytest.mark.parametrize(
    ("bids", "winner"),
    [(((3, 3), (3, 2), (0, 1)), ()), (((3, 2), (3, 3), (0, 0), (0, 1)), ()), (((1, 2), (3, 3), (2, 0), (0, 1)), (2,))],
)
def test_both_out_the_side_wins_the_middle_is_a_draw(
    bids: tuple[tuple[int, int], ...], winner: tuple[int, ...]
) -> None:
    game = Game().bid(*bids)
    assert game.left == (0, 0)
    assert ended(game) == (winner, Reason.MARKERS)


def test_both_out_may_be_a_draw_by_house_rule() -> None:
    game = Game(both_out="draw").bid((1, 2), (3, 3), (2, 0), (0, 1))
    assert (game.knot != 0, ended(game)) == (True, ((), Reason.MARKERS))


def test_three_rounds_of_nought_in_a_row_end_the_game() -> None:
    game = Game().bid((0, 1), (0, 0), (0, 0))
    assert game.outcome is None
    assert ended(game.bid((0, 0))) == ((2,), Reason.STALLED)
    assert ended(Game().bid((0, 0), (0, 0), (0, 0))) == ((), Reason.STALLED)


def test_only_nought_in_a_row_counts_as_stalling() -> None:
    assert Game().bid((0, 0), (0, 0), (1, 1), (0, 0), (0, 0)).outcome is None


def test_stalling_follows_the_house_rules() -> None:
    assert ended(Game(stall=2, both_out="draw").bid((0, 1), (0, 0), (0, 0))) == ((), Reason.STALLED)
    assert ended(Game(stall="1").bid((0, 0))) == ((), Reason.STALLED)
    assert Game(stall="never").bid(*[(0, 0)] * 50).outcome is None


@pytest.mark.parametrize("value", ["0", "100", "often", "", "-1"])
def test_no_other_stall(value: str) -> None:
    with pytest.raises(SetupError, match=r"1 … 99 \| never"):
        Game(stall=value)


# --- Regionale Varianten ---------------------------------------------------------------------------------------------


def test_ruhiger_zug_never_moves_two_stations() -> None:
    house = House(ruhiger_zug=True)
    assert {movement((a, b), house).stations for a in range(4) for b in range(4)} == {0, 1}
    game = Game("ruhiger_zug").bid((3, 1))
    assert (game.knot, game.rules()) == (-1, ["ruhiger_zug"])


def test_risszug_is_asked_after_the_reveal() -> None:
    game = Game("risszug").bid((0, 2))
    assert game.events[-1].name == "revealed"
    (need,) = game.step.state.needs
    assert isinstance(need, Choice)
    assert (need.seat, need.options, need.hidden) == (1, ("annul", "accept"), False)
    assert [seat["bid"] for seat in game.view["seats"]] == [0, 2]


def test_risszug_annuls_the_round_and_the_markers_are_discarded() -> None:
    game = Game("risszug").bid((0, 2)).say(1, "annul")
    assert (game.knot, game.left, game.rules()) == (0, (6, 4), ["risszug"])


def test_risszug_may_be_left_for_later() -> None:
    game = Game("risszug").bid((0, 2)).say(1, "accept")
    assert (game.knot, game.left, game.rules()) == (1, (6, 4), ["more"])
    assert game.bid((0, 2)).say(1, "annul").knot == 1


def test_risszug_once_a_game_per_player() -> None:
    game = Game("risszug").bid((0, 1)).say(1, "annul").bid((0, 1))
    assert (game.knot, game.rules()) == (1, ["risszug", "more"])
    game.bid((1, 0)).say(2, "annul").bid((1, 0))
    assert (game.knot, game.rules()) == (0, ["risszug", "more", "risszug", "more"])


def test_risszug_only_for_who_bid_nought_and_lost() -> None:
    assert Game("risszug").bid((1, 3)).rules() == ["double"]
    assert Game("risszug").bid((0, 0)).rules() == ["level"]
    assert Game().bid((0, 3)).rules() == ["more"]


def test_risszug_against_a_move_that_would_end_the_game() -> None:
    game = Game("risszug").bid((1, 2), (0, 1))
    assert game.outcome is None
    game.say(1, "annul")
    assert (game.knot, game.outcome) == (2, None)


def test_risszug_when_out_of_markers() -> None:
    game = Game("risszug").bid((3, 3), (3, 2), (0, 1))
    assert game.left == (0, 0)
    game.say(1, "annul")
    assert (game.knot, ended(game)) == (-1, ((1,), Reason.MARKERS))
    game = Game("risszug").bid((3, 3), (3, 2), (0, 1)).say(1, "accept")
    assert (game.rules()[-1], ended(game)) == ("out", ((), Reason.MARKERS))


def test_an_annulled_round_is_no_equal_round() -> None:
    game = Game("risszug", "drucktest").bid((1, 1), (0, 1)).say(1, "annul").bid((1, 1))
    assert game.options(1) == ("0", "1", "2", "3")


def test_drucktest_after_two_equal_rounds_both_must_bid() -> None:
    game = Game("drucktest").bid((1, 1))
    assert game.options(1)[0] == "0"
    game.bid((0, 0))
    assert (game.options(1), game.options(2)) == (("1", "2", "3"), ("1", "2", "3"))
    assert game.view["drucktest"] is True
    with pytest.raises(IllegalAnswer):
        game.say(2, "0")


def test_drucktest_only_for_rounds_in_a_row() -> None:
    game = Game("drucktest").bid((1, 1), (2, 1), (1, 1))
    assert game.options(1)[0] == "0"


def test_drucktest_asks_nothing_of_who_has_no_markers() -> None:
    game = Game("drucktest").bid((3, 3), (3, 1), (0, 0), (0, 0))
    assert [(need.seat, need.options) for need in game.step.state.needs if isinstance(need, Choice)] == [
        (2, ("1", "2"))
    ]


def test_drucktest_then_the_count_starts_anew() -> None:
    game = Game("drucktest").bid((1, 1), (1, 1), (1, 1))
    assert game.options(1)[0] == "0"
    assert game.bid((1, 1)).options(1)[0] == "0"
    assert game.bid((0, 0)).options(1)[0] == "1"


def test_urteil_is_played_to_station_two() -> None:
    game = Game("urteil").bid((3, 1))
    assert (game.knot, game.view["goal"], ended(game)) == (-2, 2, ((1,), Reason.GOAL))
    assert game.events[-1].text.text.startswith("Urteil")


def test_a_longer_move_stops_at_station_two() -> None:
    assert Game("urteil").bid((3, 2), (2, 1)).knot == -2


def test_all_variants_can_be_combined() -> None:
    game = Game("ruhiger_zug", "risszug", "drucktest", "urteil").bid((2, 1), (1, 1), (1, 1), (1, 2))
    assert (game.knot, game.rules()) == (0, ["ruhiger_zug", "level", "level", "ruhiger_zug"])


def test_the_base_game_has_no_variant() -> None:
    assert House() == BASE
