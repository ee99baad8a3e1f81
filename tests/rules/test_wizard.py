"""Wizard Würfelspiel without spell cards: each rule by a test that is named after it, in the order of the rulebook."""

import json
from dataclasses import replace

import pytest

from controller.i18n import render
from controller.rules.core import WIZARD_FACES, Choice, Choose, Drawn, IllegalAnswer, Reason, Thrown
from controller.rules.setup import Setup, SetupError
from controller.rules.wizard import GAME, Wizard
from controller.rules.wizard_sheet import COLOURS, Sheet
from tests.rules.wizard_table import Table, crossed, faces, full

EIGHT_X = ("1 blue", "2 blue", "3 blue", "4 blue", "5 blue", "1 green", "2 green", "3 green")

# --- Material, Vorbereitung ------------------------------------------------------------------------------------------


def test_each_die_shows_four_colours_a_wizard_and_a_jester() -> None:
    assert (*COLOURS, "wizard", "jester") == WIZARD_FACES
    Table().predict("1 red", "2 red").throw("bgrywjb")


def test_the_sheet_has_four_colours_with_columns_1_to_5_and_a_jester_row_1_to_5() -> None:
    assert Table().sheet(1) == {row: [None] * 5 for row in (*COLOURS, "jester")}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_play(players: int) -> None:
    assert len(Table(players).state.view()["seats"]) == players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_one_or_six_do_not_play(players: int) -> None:
    with pytest.raises(SetupError, match="2, 3, 4, 5"):
        GAME.start(Setup(players))


def test_the_configured_seat_gets_the_start_card() -> None:
    table = Table(4, first=3)
    assert table.state.view()["holder"] == 3
    assert [event.seat for event in table.told("start_card")] == [3]


@pytest.mark.parametrize("first", [0, 3])
def test_the_start_card_goes_to_a_seat_that_plays(first: int) -> None:
    with pytest.raises(SetupError, match="cannot begin"):
        GAME.start(Setup(2, first=first))


# --- Vorhersage ------------------------------------------------------------------------------------------------------


def test_the_holder_predicts_first_then_the_others_clockwise() -> None:
    table = Table(4, first=3)
    asked = []
    for field in ("1 red", "2 red", "3 red", "4 red"):
        asked.append(table.needs[0].seat)
        table.choose(asked[-1], field)
    assert asked == [3, 4, 1, 2]


def test_a_prediction_is_a_number_from_1_to_5_and_a_colour_said_aloud() -> None:
    table = Table()
    need = table.need
    assert isinstance(need, Choice)
    assert not need.hidden
    assert sorted(need.options) == sorted(f"{number} {colour}" for number in range(1, 6) for colour in COLOURS)
    table.choose(1, "5 green")
    assert table.state.view(2)["seats"][0]["prediction"] == "5 green"


@pytest.mark.parametrize("said", ["3 wizard", "3 jester", "0 red", "6 red", "red", ""])
def test_wizards_and_jesters_and_other_numbers_may_not_be_predicted(said: str) -> None:
    with pytest.raises(IllegalAnswer):
        Table().choose(1, said)


def test_a_prediction_must_differ_from_all_earlier_ones_of_the_round() -> None:
    table = Table(3).predict("3 red", "2 red")
    assert not {"3 red", "2 red"} & set(table.options(3))
    assert len(table.options(3)) == 18
    with pytest.raises(IllegalAnswer, match="may not choose 3 red"):
        table.choose(3, "3 red")


def test_a_field_that_a_player_has_used_may_not_be_predicted_by_that_player_again() -> None:
    table = Table().round("3 red", "2 red", dice="bbbbbbb")
    assert "3 red" not in table.options(1)
    assert "2 red" in table.options(1)
    assert "3 red" in table.choose(1, "2 red").options(2)
    assert "2 red" not in table.options(2)


def test_without_a_legal_prediction_a_player_sits_the_round_out() -> None:
    table = Table(3).with_sheets(full("2 red"), full("2 red"), full("2 red", "3 red")).at_round(19)
    table.choose(1, "2 red")
    assert [event.seat for event in table.told("sits_out")] == [2]
    # Seat 3 has one legal prediction left, which makes itself.
    assert [event.seat for event in table.told("automatic")] == [3]
    before = table.sheet(2)
    table.throw("bbbbbbb")
    assert [need.seat for need in table.needs] == [1, 3]
    table.stop("lock", "lock")
    assert table.sheet(2) == before
    assert table.state.round == 20


def test_a_player_who_sits_out_can_neither_stop_nor_get_the_start_card() -> None:
    table = Table(2).with_sheets(full("2 red", "3 red"), full("2 red")).at_round(19).choose(1, "2 red")
    with pytest.raises(IllegalAnswer):
        table.throw("bbbbbbb").choose(2, "lock")
    assert not table.state.view()["seats"][1]["inside"]
    assert table.choose(1, "lock").told("start_card")[0].seat == 1


def test_what_counts_for_a_prediction_is_told_while_it_can_be_scored() -> None:
    def counts(table: Table) -> list[int | None]:
        return [seat["counts"] for seat in table.state.view()["seats"]]

    table = Table(3).predict("3 red", "2 blue", "1 green")
    assert counts(table) == [None] * 3, "nothing lies there yet"
    table.choose(1, "red").throw("rrwbbjj")
    assert counts(table) == [3, 2, 0], "wizards count as the wizard colour"
    table.stop("wait", "wait", "lock")
    assert counts(table)[2] == 0, "it is still asked whether it scores the jesters"
    table.choose(3, "jester")
    assert counts(table) == [None] * 3, "the dice are to be thrown again"


# --- Wizardfarbe -----------------------------------------------------------------------------------------------------


def test_after_the_predictions_the_holder_names_the_wizard_colour() -> None:
    table = Table(2, first=2).predict("3 red", "2 red")
    assert table.options(2) == COLOURS
    assert table.options(1) == ()
    table.choose(2, "green")
    assert table.state.view()["wizard_colour"] == "green"
    with pytest.raises(IllegalAnswer, match="not asked"):
        table.choose(2, "red")


def test_without_a_word_the_colour_of_the_holders_prediction_counts() -> None:
    table = Table().predict("3 red", "2 yellow")
    naming = table.needs[0]
    # The throw, which may be made at once, closes the choice.
    assert isinstance(naming, Choice)
    assert naming.optional
    table.throw("rwwbbbb")
    assert table.state.view()["wizard_colour"] == "red"
    assert table.told("wizard_colour")[0].data == {"colour": "red"}
    table.stop("lock", "lock")
    assert table.field(1, "3 red") == "X"
    assert table.field(2, "2 yellow") == -2


def test_all_wizards_count_as_the_wizard_colour() -> None:
    table = Table().round("3 red", "3 green", colour="green", dice="rrrgwwb")
    assert table.field(1, "3 red") == "X"
    assert table.field(2, "3 green") == "X"


# --- Startkarte ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "said", "holder"),
    [
        (1, ("1 red", "3 blue", "4 green"), 3),  # the highest in another colour
        (1, ("1 red", "3 blue", "5 red"), 2),  # the highest of all is in the holder's colour
        (1, ("5 red", "1 blue", "4 red"), 2),  # the holder's own number does not matter
        (1, ("1 red", "3 blue", "3 green"), 2),  # level: who has said it earlier
        (2, ("1 red", "3 blue", "3 green"), 3),  # … said by the seats 2, 3, 1
        (3, ("1 red", "3 blue", "3 green"), 1),  # … said by the seats 3, 1, 2
        (2, ("1 red", "2 red", "3 red"), 2),  # all in the same colour: it stays
    ],
)
def test_the_start_card_goes_to_the_highest_prediction_in_another_colour(
    first: int, said: tuple[str, ...], holder: int
) -> None:
    table = Table(3, first=first).round(*said, dice="bbbbbbb")
    assert table.state.view()["holder"] == holder
    assert table.state.round == 2
    assert table.needs[0].seat == holder


# --- Würfeln ---------------------------------------------------------------------------------------------------------


def test_the_first_throw_is_with_all_seven() -> None:
    table = Table(2, first=2).predict("3 red", "2 red").choose(2, "red")
    assert table.request.seat == 2
    assert table.request.dice == ("wizard",) * 7
    with pytest.raises(IllegalAnswer, match="at least 7"):
        table.throw("bbbbbbb", kept=(0,))


def test_later_any_dice_are_thrown_also_those_that_were_kept_before() -> None:
    table = Table().predict("3 red", "2 red").throw("rrbbggy").stop("wait", "wait")
    table.throw("rrbbyyw", kept=(0, 1, 2, 3)).stop("wait", "wait")
    assert table.throw("ggbbyyw", kept=(2, 3, 4, 5, 6)).state.round == 2


def test_a_die_that_was_not_thrown_shows_what_it_showed() -> None:
    table = Table().predict("3 red", "2 red").throw("rrbbggy").stop("wait", "wait")
    with pytest.raises(IllegalAnswer, match="die 1 was not thrown and still shows red, not green"):
        table.throw("rgbbggy", kept=(0, 1))


def test_a_throw_is_a_throw_of_one_die_at_least() -> None:
    table = Table().predict("3 red", "2 red").throw("rrbbggy").stop("wait", "wait")
    with pytest.raises(IllegalAnswer, match="at least 1"):
        table.throw("rrbbggy", kept=(0, 1, 2, 3, 4, 5, 6))


def test_the_holder_throws_up_to_three_times() -> None:
    table = Table().predict("3 red", "2 red")
    assert table.state.view()["throws_left"] == 3
    for left in (2, 1):
        table.throw("bbbbbbb")
        assert table.state.view()["throws_left"] == left
        table.stop("wait", "wait")
    assert [event.name for event in table.throw("rrrbbbb").events[:4]] == ["thrown", "last_throw", "verdict", "verdict"]


def test_after_each_throw_all_may_lock_the_dice_in_asked_together_and_hidden() -> None:
    table = Table(3).predict("3 red", "2 red", "1 red")
    for _ in range(2):
        table.throw("bbbbbbb")
        assert [(need.seat, need.options, need.hidden) for need in table.needs if isinstance(need, Choice)] == [
            (seat, ("lock", "wait"), True) for seat in (1, 2, 3)
        ]
        table.stop("wait", "wait", "wait")


def test_nobody_sees_who_stops_before_all_have_answered() -> None:
    table = Table(3).predict("3 red", "2 red", "1 red").throw("bbbbbbb").choose(2, "lock")
    assert [event.name for event in table.events] == ["locked"]
    locking = table.state
    waiting = Table(3).predict("3 red", "2 red", "1 red").throw("bbbbbbb").choose(2, "wait").state
    for viewer in (None, 1, 3):
        assert locking.view(viewer) == waiting.view(viewer)
        assert locking.view(viewer)["seats"][1]["locked"]
    assert locking.view(2)["seats"][1]["choice"] == "lock"
    assert [need.seat for need in locking.needs if isinstance(need, Choice)] == [1, 3]


def test_the_order_of_the_locks_makes_no_difference() -> None:
    ways = [
        Table(3).predict("3 red", "2 red", "1 red").throw("rbbbbbb").choose(*one).choose(*two).choose(*three)
        for one, two, three in [
            ((1, "wait"), (2, "lock"), (3, "lock")),
            ((3, "lock"), (1, "wait"), (2, "lock")),
            ((2, "lock"), (3, "lock"), (1, "wait")),
        ]
    ]
    assert ways[0].state == ways[1].state == ways[2].state
    assert ways[0].told("revealed") == ways[1].told("revealed") == ways[2].told("revealed")


def test_who_locks_scores_the_present_dice_the_others_wait_for_the_next_throw() -> None:
    table = Table(3).predict("3 red", "2 blue", "1 blue").throw("rrrbbgg").stop("wait", "lock", "wait")
    assert table.field(2, "2 blue") == "X"
    assert table.field(1, "3 red") is None
    assert table.field(3, "1 blue") is None
    table.throw("rrrgbgg", kept=(0, 1, 2))
    assert [need.seat for need in table.needs] == [1, 3]
    table.stop("lock", "wait")
    assert table.field(2, "2 blue") == "X"


def test_when_the_holder_locks_all_who_are_left_score() -> None:
    table = Table(3).predict("3 red", "2 blue", "1 blue").throw("rrrbbgg").stop("lock", "wait", "wait")
    assert [table.field(1, "3 red"), table.field(2, "2 blue"), table.field(3, "1 blue")] == ["X", "X", -1]
    assert table.state.round == 2


def test_the_holder_goes_on_alone_when_all_others_have_stopped() -> None:
    table = Table().predict("3 red", "2 blue").throw("rrbbggg").stop("wait", "lock")
    assert [need.seat for need in table.throw("rrbbggy", kept=(0, 1)).needs] == [1]


def test_after_the_third_throw_all_who_are_left_score() -> None:
    table = Table(3).predict("3 red", "2 blue", "1 blue").throw("rrbbggg").stop("wait", "lock", "wait")
    table.throw("rrggggg").stop("wait", "wait").throw("rrrbyyy")
    assert [event.seat for event in table.told("verdict")] == [1, 3]
    assert table.state.round == 2


# --- Werten ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "colour", "found"),
    [
        ("rrrbbgg", "blue", "X"),  # exactly three red
        ("rrwbbgg", "red", "X"),  # two red and a wizard that is red
        ("rrwbbgg", "blue", -1),  # the wizard is blue
        ("bbbbbgg", "blue", -3),  # none: three too few
        ("rrrrrrr", "blue", -4),  # seven: four too many
        ("wwwwwww", "red", -4),  # seven wizards
    ],
)
def test_exactly_the_number_gives_an_x_otherwise_the_difference_as_minus_points(
    dice: str, colour: str, found: str | int
) -> None:
    table = Table().round("3 red", "5 yellow", colour=colour, dice=dice)
    assert table.field(1, "3 red") == found
    assert table.state.view()["seats"][0]["score"] == (3 if found == "X" else found)


@pytest.mark.parametrize("dice", ["rrrbbgg", "bbbbbgg"])
def test_the_field_is_used_either_way(dice: str) -> None:
    assert "3 red" not in Table().round("3 red", "2 red", dice=dice).options(1)


@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
def test_an_x_in_column_n_gives_n_points(column: int) -> None:
    table = Table().round(f"{column} red", "5 yellow", dice="r" * column + "b" * (7 - column))
    assert table.state.view()["seats"][0]["score"] == column
    assert table.told("verdict")[0].data["points"] == column


def test_a_naerrische_wertung_marks_the_jester_number_and_writes_0_into_the_field() -> None:
    table = Table().predict("3 red", "5 yellow").throw("jjbbbbb").stop("lock", "wait")
    assert table.options(1) == ("count", "jester")
    table.choose(1, "jester")
    assert table.field(1, "3 red") == 0
    assert table.sheet(1)["jester"] == [None, "X", None, None, None]
    assert table.state.view()["seats"][0]["score"] == 0
    assert table.state.view()["seats"][0]["crosses"] == 1


def test_who_may_score_the_jesters_need_not() -> None:
    table = Table().predict("3 red", "5 yellow").throw("jjrrrbb").stop("lock", "wait").choose(1, "count")
    assert table.field(1, "3 red") == "X"
    assert table.sheet(1)["jester"] == [None] * 5


def test_all_who_may_score_the_jesters_are_asked_together_before_anything_goes_on() -> None:
    table = Table(3).predict("3 red", "5 yellow", "1 red").throw("jjbbbbb").stop("wait", "lock", "lock")
    assert [need.seat for need in table.needs] == [2, 3]
    assert [need.seat for need in table.choose(3, "jester").needs] == [2]
    assert table.choose(2, "count").request.seat == 1
    assert table.field(2, "5 yellow") == -5
    assert table.field(3, "1 red") == 0


def test_each_jester_number_is_usable_once_a_game() -> None:
    table = Table().with_sheets(crossed(jesters=(2,)), Sheet()).predict("3 red", "5 yellow").throw("jjbbbbb")
    table.stop("lock", "lock")
    assert table.options(1) == ()
    assert table.field(1, "3 red") == -3
    assert table.options(2) == ("count", "jester")


@pytest.mark.parametrize(("jesters", "asked"), [(0, False), (1, True), (5, True), (6, False), (7, False)])
def test_one_to_five_jesters_can_be_scored(jesters: int, asked: bool) -> None:
    table = Table().predict("3 red", "5 yellow").throw("j" * jesters + "b" * (7 - jesters)).stop("lock", "wait")
    assert bool(table.options(1)) == asked


def test_jesters_count_as_no_colour() -> None:
    assert Table().round("3 red", "1 red", dice="jjjjjjj").field(1, "3 red") == -3


def test_the_verdict_names_the_rule_and_the_numbers() -> None:
    table = Table().round("3 red", "4 red", colour="red", dice="rrwbbgg")
    assert [render(event.text, ["Ann", "Ben"]) for event in table.told("verdict")] == [
        "Ann predicted 3 × red, 3 count (2 shown + 1 added): right, X, 3 points",
        "Ben predicted 4 × red, 3 count (2 shown + 1 added): off by 1, 1 point lost",
    ]


def test_a_round_by_hand_with_every_kind_of_scoring() -> None:
    table = Table(4, first=2).predict("3 red", "2 blue", "4 green", "1 red")  # seats 2, 3, 4, 1
    table.choose(2, "blue").throw("rrrbwgj").stop("wait", "wait", "lock", "wait")
    # Seat 3 (2 blue) has a blue and a wizard, and might score the one jester, but takes the hit.
    table.choose(3, "count")
    # The dice 1, 2, 3 and 7 stay.
    table.throw("rrrrggj", kept=(0, 1, 2, 6)).stop("lock", "wait", "wait")
    # Seat 1 (1 red) locks with four red: scores the jester instead. Seat 4 (4 green) goes on with the holder.
    table.choose(1, "jester")
    table.throw("rrrgggg", kept=(0, 1, 2, 4, 5))
    assert [table.field(1, "1 red"), table.field(2, "3 red"), table.field(3, "2 blue"), table.field(4, "4 green")] == [
        0,
        "X",
        "X",
        "X",
    ]
    view = table.state.view()
    assert [seat["score"] for seat in view["seats"]] == [0, 3, 2, 4]
    assert [seat["crosses"] for seat in view["seats"]] == [1, 1, 1, 1]
    # 4 green is the highest that is not red.
    assert view["holder"] == 4


# --- Spielende -------------------------------------------------------------------------------------------------------


def over(table: Table) -> Table:
    """Check that the game is over."""
    assert table.state.needs == ()
    assert table.state.outcome is not None
    return table


def test_nine_x_end_the_game() -> None:
    table = over(Table().with_sheets(crossed(*EIGHT_X), Sheet()).round("1 red", "5 yellow", dice="rbbbbbb"))
    assert table.told("bonus")[0].seat == 1
    assert table.state.round == 1


def test_eight_x_do_not() -> None:
    table = Table().with_sheets(crossed(*EIGHT_X), Sheet()).round("1 red", "5 yellow", dice="rrbbbbb")
    assert table.state.outcome is None


def test_jester_x_count_towards_the_nine() -> None:
    sheet = crossed(*EIGHT_X[:5], jesters=(1, 3, 4))
    table = Table().with_sheets(sheet, Sheet()).predict("1 red", "5 yellow").throw("jjbbbbb").stop("lock", "wait")
    over(table.choose(1, "jester").choose(2, "count"))


def test_all_score_the_round_in_which_somebody_gets_the_ninth_x() -> None:
    table = Table().with_sheets(crossed(*EIGHT_X), crossed(*EIGHT_X))
    table.predict("1 red", "2 red").throw("rrbbbbb").stop("wait", "lock")
    assert table.state.outcome is None
    over(table.throw("rgggggg").choose(1, "lock"))
    assert [event.seat for event in table.told("bonus")] == [1, 2]


@pytest.mark.parametrize(("variants", "ends"), [((), True), (("expert",), False)])
def test_experts_play_to_twelve(variants: tuple[str, ...], ends: bool) -> None:
    nine = Table(2, *variants).with_sheets(crossed(*EIGHT_X), Sheet()).round("1 red", "5 yellow", dice="rbbbbbb")
    assert (nine.state.outcome is not None) == ends
    eleven = crossed(*EIGHT_X, "4 green", "5 green", "1 yellow")
    twelve = over(Table(2, "expert").with_sheets(eleven, Sheet()).round("1 red", "5 yellow", dice="rbbbbbb"))
    assert twelve.state.outcome is not None
    # 15 blue, 15 green, 1 yellow, 1 red, 3 for the twelve X.
    assert twelve.state.outcome.scores == {1: 35, 2: -5}


def test_after_twenty_rounds_the_game_ends() -> None:
    table = over(Table().at_round(20).round("1 red", "2 red", dice="rbbbbbb"))
    assert table.told("last_round")
    assert not table.told("bonus")
    assert table.state.outcome is not None
    assert table.state.outcome.scores == {1: 1, 2: -1}


def test_the_sum_x_by_column_differences_minus_jesters_nothing_nine_x_three_more() -> None:
    sheet = crossed(*EIGHT_X[:6], jesters=(1, 3)).miss("5 red", 4).miss("4 red", 2)
    table = over(Table().with_sheets(sheet, Sheet()).round("1 red", "5 yellow", dice="rbbbbbb"))
    assert table.state.outcome is not None
    # 15 blue, 1 green, 1 red, 4 and 2 lost, 0 for two jesters, 3 for nine X.
    assert table.state.outcome.scores == {1: 15 + 1 + 1 - 6 + 3, 2: -5}
    assert table.state.outcome.winner == (1,)
    assert table.state.outcome.reason is Reason.MOST_POINTS


def test_everyone_with_nine_x_gets_the_bonus_but_nobody_else() -> None:
    table = Table(3).with_sheets(crossed(*EIGHT_X), crossed(*EIGHT_X), crossed(*EIGHT_X))
    over(table.round("1 red", "2 yellow", "2 red", dice="rbbbbyy"))
    assert table.state.outcome is not None
    assert table.state.outcome.scores == {1: 21 + 1 + 3, 2: 21 + 2 + 3, 3: 21 - 1}
    assert table.state.outcome.winner == (2,)


def ended(*sheets: Sheet) -> Wizard:
    """A game that has ended with these sheets."""
    return replace(Table(len(sheets)).state, sheets=sheets, phase="over")


def test_level_on_points_fewer_naerrische_wertungen_win() -> None:
    outcome = ended(crossed("3 red", jesters=(1,)), crossed("1 red", "2 red"), crossed("2 red")).outcome
    assert outcome is not None
    assert outcome.winner == (2,)
    assert outcome.reason is Reason.TIEBREAK


def test_still_level_the_victory_is_shared() -> None:
    outcome = ended(crossed("3 red", jesters=(1,)), crossed("1 red", "2 red", jesters=(2,)), Sheet()).outcome
    assert outcome is not None
    assert outcome.winner == (1, 2)
    assert outcome.reason is Reason.MOST_POINTS


def test_the_tie_break_may_leave_a_shared_victory() -> None:
    outcome = ended(crossed("3 red", jesters=(1,)), crossed("1 red", "2 red"), crossed("3 blue")).outcome
    assert outcome is not None
    assert outcome.winner == (2, 3)
    assert outcome.reason is Reason.TIEBREAK


@pytest.mark.parametrize(
    ("sheets", "sentence"),
    [
        ((crossed("5 blue"), Sheet()), "Ann wins with 4 points"),
        ((crossed("5 blue"), crossed("4 blue", "5 blue")), "Ann and Ben share the victory with 4 points"),
        (
            (crossed("5 blue", jesters=(1, 2)), crossed("4 blue", "5 blue", jesters=(1,))),
            "Ben wins with 4 points, level but with fewer jester scorings: 1",
        ),
    ],
)
def test_the_end_says_who_has_won(sheets: tuple[Sheet, ...], sentence: str) -> None:
    # Seat 1 loses a point, seat 2 five.
    table = over(Table().with_sheets(*sheets).at_round(20).round("1 red", "5 yellow", dice="bbbbbbb"))
    assert render(table.told("game_over")[0].text, ["Ann", "Ben"]) == sentence


# --- whoever is not asked --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        Choose(2, "1 red"),
        Choose(1, "lock"),
        Drawn("strike"),
        Thrown(1, {"wizard": faces("bbbbbbb")}),
    ],
)
def test_whoever_is_not_asked_cannot_answer(answer: Choose | Drawn | Thrown) -> None:
    table = Table()
    before = table.state.view()
    with pytest.raises(IllegalAnswer):
        table.answer(answer)
    assert table.state.view() == before


def test_without_the_house_rule_no_card_is_revealed() -> None:
    table = Table().round("1 red", "2 red")
    assert table.state.view()["card"] is None
    assert table.state.phase == "predict"


def test_a_state_that_was_handed_out_never_changes() -> None:
    table = Table(3).predict("3 red", "2 red", "1 red").throw("jjbbbbb").choose(1, "lock").choose(2, "wait")
    before, view = dict(table.state.__dict__), json.dumps(table.state.view())
    state = table.state
    table.choose(3, "wait")
    assert {**state.__dict__, "needs": before["needs"]} == before
    assert json.dumps(state.view()) == view
