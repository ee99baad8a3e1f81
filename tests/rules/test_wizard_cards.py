"""The spell cards of Wizard Würfelspiel, one after the other, then whole games with all of them."""

import random

import pytest

from controller.i18n import render, use
from controller.rules.core import WIZARD_FACES, Choice, Choose, Draw, Drawn, IllegalAnswer, Throw, Thrown
from controller.rules.setup import Setup
from controller.rules.wizard import GAME
from controller.rules.wizard_cards import CARDS, DECK, extra
from controller.rules.wizard_sheet import COLOURS, Sheet
from tests.rules.wizard_table import FACES, Table, crossed, faces, full

# --- the deck --------------------------------------------------------------------------------------------------------


def test_there_are_ten_spell_cards() -> None:
    assert DECK == (
        "all_colours",
        "frozen_jesters",
        "throw_first",
        "set_two",
        "one_more",
        "jester_joker",
        "strike",
        "throws_by_prediction",
        "double_jester",
        "secret",
    )


def test_a_card_is_revealed_at_the_beginning_of_each_round() -> None:
    table = Table(2, card="one_more")
    assert table.told("card")[0].data == {"card": "one_more"}
    assert table.state.view()["card"] == "one_more"
    table.round("1 red", "2 red")
    assert table.state.view()["card"] is None
    assert isinstance(table.need, Draw)


def test_the_table_draws_from_the_cards_that_are_left() -> None:
    table = Table(2, card="one_more").round("1 red", "2 red")
    need = table.need
    assert isinstance(need, Draw)
    assert need.options == tuple(card for card in DECK if card != "one_more")
    with pytest.raises(IllegalAnswer, match="one_more cannot be drawn"):
        table.draw("one_more")


def test_the_deck_is_full_again_when_it_is_empty() -> None:
    state = GAME.start(Setup(2, house={"spell_cards": True})).state
    seen: list[str] = []
    rng = random.Random(4)
    while len(seen) < 11 and state.needs:
        need = state.needs[0]
        if isinstance(need, Draw):
            assert len(need.options) == 10 - len(seen) % 10
            seen.append(need.options[-1])
            state = state.apply(Drawn(seen[-1])).state
        elif isinstance(need, Choice):
            value = "lock" if "lock" in need.options else rng.choice(need.options)
            state = state.apply(Choose(need.seat, value)).state
        else:
            lying = state.view()["dice"]
            dice = tuple(lying[n] or "blue" for n in range(7))
            state = state.apply(Thrown(need.seat, {"wizard": dice}, need.frozen)).state
    assert sorted(seen[:10]) == sorted(DECK)
    assert seen[10] == DECK[-1]


@pytest.mark.parametrize("card", DECK)
@pytest.mark.parametrize("language", ["de", "en"])
def test_each_card_says_what_it_does(card: str, language: str) -> None:
    use(language)
    text = render(Table(2, card=card).told("card")[0].text)
    if language == "en":
        assert text == f"Spell card {CARDS[card].name}: {CARDS[card].effect}"
    assert len(text) > 30


def test_extra_counts_nothing_that_shows_the_colour_itself() -> None:
    for card in (None, *DECK):
        assert extra(card, faces("rrrrrrr"), "red", "red") == (card == "one_more")


# --- 1 all_colours ---------------------------------------------------------------------------------------------------


def test_all_colours_counts_wizards_as_all_four_colours() -> None:
    table = Table(4, card="all_colours").predict("3 red", "4 blue", "2 green", "5 yellow").throw("rbbwwgg")
    table.stop("lock", "wait", "wait", "wait")
    # Two wizards each: 1 + 2 red, 2 + 2 blue, 2 + 2 green, 0 + 2 yellow.
    found = [table.field(seat, field) for seat, field in enumerate(("3 red", "4 blue", "2 green", "5 yellow"), start=1)]
    assert found == ["XX", "XX", -4, -6]


def test_all_colours_names_no_wizard_colour() -> None:
    table = Table(2, card="all_colours").predict("3 red", "4 blue")
    assert isinstance(table.need, Throw)
    assert table.throw("rbbwwgg").state.view()["wizard_colour"] is None


@pytest.mark.parametrize("card", ["all_colours", "frozen_jesters"])
def test_double_scoring_writes_two_x_and_doubles_the_difference(card: str) -> None:
    table = Table(2, card=card).predict("3 red", "4 blue").throw("rrrbggg").stop("lock", "lock")
    assert [table.field(1, "3 red"), table.field(2, "4 blue")] == ["XX", -6]
    seats = table.state.view()["seats"]
    # Twice the value of the column, and two X.
    assert [seat["score"] for seat in seats] == [6, -6]
    assert [seat["crosses"] for seat in seats] == [2, 0]


@pytest.mark.parametrize("card", ["all_colours", "frozen_jesters"])
def test_a_naerrische_wertung_is_not_doubled(card: str) -> None:
    table = Table(2, card=card).predict("3 red", "4 blue").throw("jjjbggg").stop("lock", "lock").choose(1, "jester")
    seat = table.state.view()["seats"][0]
    assert (table.field(1, "3 red"), table.sheet(1)["jester"][2], seat["score"], seat["crosses"]) == (0, "X", 0, 1)


def test_two_x_count_as_two_towards_the_nine() -> None:
    seven = crossed("1 blue", "2 blue", "3 blue", "4 blue", "5 blue", "1 green", "2 green")
    table = Table(2, card="all_colours").with_sheets(seven, Sheet())
    table.predict("3 red", "4 blue").throw("rrrbggg").stop("lock", "lock")
    assert table.state.outcome is not None
    # 15 blue, 3 green, twice 3, and the bonus.
    assert table.state.outcome.scores == {1: 27, 2: -6}


# --- 2 frozen_jesters ------------------------------------------------------------------------------------------------


def test_frozen_jesters_may_not_be_thrown_again() -> None:
    table = Table(2, card="frozen_jesters").predict("3 red", "4 blue").throw("rjbjggg").stop("wait", "wait")
    assert table.request.frozen == (1, 3)
    with pytest.raises(IllegalAnswer, match="must stay"):
        table.throw("rrbrggg", kept=(0,))
    with pytest.raises(IllegalAnswer, match="die 1 was not thrown and still shows jester, not red"):
        table.throw("rrbrggg")
    table = table.throw("rjbjjgg", kept=(0, 1, 3)).stop("wait", "wait")
    assert table.request.frozen == (1, 3, 4)


def test_frozen_jesters_stay_without_a_word() -> None:
    table = Table(2, card="frozen_jesters").predict("3 red", "4 blue").throw("rjbjggg").stop("wait", "wait")
    assert table.throw("bjrjrrr").told("thrown")[0].data["kept"] == (1, 3)


def test_with_seven_frozen_jesters_nothing_is_left_to_throw_and_all_score() -> None:
    table = Table(2, card="frozen_jesters").predict("3 red", "4 blue").throw("jjjjjjj")
    assert table.told("last_throw")
    assert [table.field(1, "3 red"), table.field(2, "4 blue")] == [-6, -8]


def test_without_the_card_jesters_may_be_thrown_again() -> None:
    table = Table().predict("3 red", "4 blue").throw("rjbjggg").stop("wait", "wait")
    assert table.request.frozen == ()


# --- 3 throw_first ---------------------------------------------------------------------------------------------------


def test_throw_first_throws_before_the_predictions() -> None:
    table = Table(2, card="throw_first")
    assert isinstance(table.need, Throw)
    table.throw("rrbbggy")
    assert table.options(1)
    assert table.state.view()["dice"] == list(faces("rrbbggy"))
    assert table.state.view()["throws_left"] == 2


def test_throw_first_throws_at_least_three_dice_the_second_time() -> None:
    table = Table(2, card="throw_first").throw("rrbbggy").predict("3 red", "4 blue").choose(1, "red")
    assert table.request.fewest == 3
    with pytest.raises(IllegalAnswer, match="at least 3"):
        table.throw("rrbbgyy", kept=(0, 1, 2, 3, 4))
    table.throw("rrbbyyy", kept=(0, 1, 2, 3)).stop("wait", "wait")
    assert table.request.fewest == 1


def test_throw_first_lets_nobody_score_the_first_throw() -> None:
    table = Table(2, card="throw_first").throw("rrbbggy").predict("2 red", "2 blue")
    with pytest.raises(IllegalAnswer):
        table.choose(2, "lock")
    table.choose(1, "red")
    assert isinstance(table.need, Throw)


def test_throw_first_closes_the_naming_with_the_second_throw() -> None:
    table = Table(2, card="throw_first").throw("rrbbggy").predict("2 red", "2 blue")
    table.throw("wrbbyyy", kept=(1, 2, 3))
    assert table.state.view()["wizard_colour"] == "red"
    assert table.stop("lock", "lock").field(1, "2 red") == "X"


def test_throw_first_has_three_throws_in_all() -> None:
    table = Table(2, card="throw_first").throw("rrbbggy").predict("2 red", "2 blue").choose(1, "red")
    table.throw("rrbbggy").stop("wait", "wait").throw("rrbbggy")
    assert table.told("last_throw")


# --- 4 set_two -------------------------------------------------------------------------------------------------------


def test_set_two_sets_two_dice_to_any_face_instead_of_the_first_throw() -> None:
    table = Table(2, card="set_two").predict("3 red", "4 blue").choose(1, "red")
    assert table.options(1) == tuple(f"{die} {face}" for die in range(7) for face in FACES.values())
    table.choose(1, "6 wizard")
    assert table.state.view()["dice"] == [None] * 6 + ["wizard"]
    assert table.options(1) == tuple(f"{die} {face}" for die in range(6) for face in FACES.values())
    assert isinstance(table.choose(1, "0 jester").need, Throw)


def test_set_two_then_has_two_throws_the_first_with_the_five_others() -> None:
    table = Table(2, card="set_two").predict("3 red", "4 blue").choose(1, "red").choose(1, "6 red").choose(1, "0 red")
    assert table.state.view()["throws_left"] == 2
    assert (table.request.fewest, table.request.frozen) == (5, (0, 6))
    with pytest.raises(IllegalAnswer, match="must stay"):
        table.throw("rbbbbbb", kept=(0,))
    with pytest.raises(IllegalAnswer, match="at least 5"):
        table.throw("rbbbbbr", kept=(0, 1, 6))
    with pytest.raises(IllegalAnswer, match="still shows red"):
        table.throw("bbbbbbr", kept=(0, 6))
    table.throw("rbbbbbr", kept=(0, 6)).stop("wait", "wait")
    # The two that were set may be thrown now.
    assert (table.request.fewest, table.request.frozen) == (1, ())
    assert table.throw("grrbbbg", kept=(3, 4, 5)).told("last_throw")


def test_set_two_lets_all_stop_after_its_first_throw() -> None:
    table = Table(2, card="set_two").predict("3 red", "4 blue").choose(1, "red").choose(1, "6 red").choose(1, "0 red")
    table.throw("rrbbbbr", kept=(0, 6)).stop("lock", "lock")
    assert [table.field(1, "3 red"), table.field(2, "4 blue")] == ["X", "X"]


def test_set_two_names_the_wizard_colour_before_a_die_is_set() -> None:
    table = Table(2, card="set_two").predict("3 red", "4 blue")
    need = table.need
    assert isinstance(need, Choice)
    assert (need.options, need.optional) == (COLOURS, False)


# --- 5 one_more ------------------------------------------------------------------------------------------------------


def test_one_more_counts_every_colour_one_die_more() -> None:
    table = Table(3, card="one_more").round("3 red", "2 blue", "2 green", colour="green", dice="rrbwjjy")
    assert [table.field(1, "3 red"), table.field(2, "2 blue"), table.field(3, "2 green")] == [None] * 3
    for seat in (1, 2, 3):
        table.choose(seat, "count")
    # 2 + 1 red, 1 + 1 blue, no green, a wizard + 1.
    assert [table.field(1, "3 red"), table.field(2, "2 blue"), table.field(3, "2 green")] == ["X", "X", "X"]


def test_one_more_counts_a_colour_that_nobody_has_thrown() -> None:
    table = Table(2, card="one_more").round("1 red", "2 yellow", dice="bbbbbbb")
    assert [table.field(1, "1 red"), table.field(2, "2 yellow")] == ["X", -1]


# --- 6 jester_joker --------------------------------------------------------------------------------------------------


def test_jester_joker_counts_jesters_as_the_colour_that_each_predicted() -> None:
    table = Table(2, card="jester_joker").predict("4 red", "3 blue").throw("rrbjjgg").stop("lock", "lock")
    table.choose(1, "count").choose(2, "count")
    assert [table.field(1, "4 red"), table.field(2, "3 blue")] == ["X", "X"]


def test_jester_joker_leaves_the_naerrische_wertung_possible() -> None:
    table = Table(2, card="jester_joker").predict("5 red", "3 blue").throw("rrbjjgg").stop("lock", "lock")
    table.choose(1, "jester")
    assert table.field(1, "5 red") == 0
    assert table.sheet(1)["jester"][1] == "X"


def test_jester_joker_adds_wizards_of_the_wizard_colour_too() -> None:
    table = Table(2, card="jester_joker").round("5 red", "3 blue", colour="red", dice="rrwjjgg")
    table.choose(1, "count").choose(2, "count")
    assert [table.field(1, "5 red"), table.field(2, "3 blue")] == ["X", -1]


# --- 7 strike --------------------------------------------------------------------------------------------------------


def strike_table(*predictions: str, dice: str) -> Table:
    """Seat 1 has lost 4 in 2 red and 1 in 4 red, 3 in 1 blue, and has an X in 5 red."""
    sheet = Sheet().miss("2 red", 4).miss("4 red", 1).miss("1 blue", 3).miss("1 red", 0).hit("5 red", 1)
    return Table(2, card="strike").with_sheets(sheet, Sheet()).round(*predictions, dice=dice)


def test_strike_turns_negative_points_of_the_predicted_colour_into_0_on_a_hit() -> None:
    table = strike_table("3 red", "5 yellow", dice="rrrbbbb")
    assert table.options(1) == ("2 red", "4 red", "none")
    assert table.options(2) == ()
    table.choose(1, "2 red")
    assert table.field(1, "2 red") == 0
    # 5 and 3 for the X, 1 and 3 lost.
    assert table.state.view()["seats"][0]["score"] == 4
    assert table.told("struck")[0].data == {"field": "2 red"}


def test_strike_leaves_the_field_used() -> None:
    table = strike_table("3 red", "5 yellow", dice="rrrbbbb").choose(1, "2 red").draw("one_more")
    # Seat 2 has the start card now.
    assert "2 red" in table.options(2)
    assert "2 red" not in table.predict("1 green").options(1)


def test_strike_may_be_left_out() -> None:
    table = strike_table("3 red", "5 yellow", dice="rrrbbbb").choose(1, "none")
    assert table.field(1, "2 red") == -4
    assert isinstance(table.need, Draw)


def test_strike_needs_a_hit() -> None:
    assert isinstance(strike_table("3 red", "5 yellow", dice="rrbbbbb").need, Draw)


def test_strike_needs_a_negative_field_of_that_colour() -> None:
    table = strike_table("3 green", "5 yellow", dice="gggbbbb")
    assert isinstance(table.need, Draw)
    assert not table.told("struck")


def test_strike_follows_the_choice_to_score_the_count() -> None:
    table = strike_table("3 red", "5 yellow", dice="rrrjbbb").choose(1, "count")
    assert table.options(1) == ("2 red", "4 red", "none")
    assert table.options(2) == ("count", "jester")


def test_strike_does_not_follow_a_naerrische_wertung() -> None:
    assert strike_table("3 red", "5 yellow", dice="rrrjbbb").choose(1, "jester").options(1) == ()


# --- 8 throws_by_prediction ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_throws_by_prediction_has_as_many_throws_as_the_holder_predicts(number: int) -> None:
    table = Table(2, card="throws_by_prediction").predict(f"{number} red", "3 blue")
    throws = 0
    while isinstance(table.need, Throw):
        table.throw("ggggggg")
        throws += 1
        if not table.told("last_throw"):
            table.stop("wait", "wait")
    assert throws == number


def test_throws_by_prediction_counts_wizards_as_nothing() -> None:
    table = Table(2, card="throws_by_prediction").predict("2 red", "3 blue")
    # No wizard colour is named.
    assert isinstance(table.need, Throw)
    table.throw("rrwwwbb").stop("lock", "lock")
    assert [table.field(1, "2 red"), table.field(2, "3 blue")] == ["X", -1]


# --- 9 double_jester -------------------------------------------------------------------------------------------------


def test_double_jester_gives_two_x_when_the_jesters_are_as_many_as_predicted() -> None:
    table = Table(2, card="double_jester").predict("2 red", "3 blue").throw("jjbbbgg").stop("lock", "lock")
    table.choose(1, "jester").choose(2, "jester")
    assert [table.sheet(1)["jester"][1], table.sheet(2)["jester"][1]] == ["XX", "X"]
    assert [seat["crosses"] for seat in table.state.view()["seats"]] == [2, 1]
    assert [seat["score"] for seat in table.state.view()["seats"]] == [0, 0]


def test_without_double_jester_it_is_one_x() -> None:
    table = Table().predict("2 red", "3 blue").throw("jjbbbgg").stop("lock", "lock").choose(1, "jester")
    assert table.sheet(1)["jester"][1] == "X"


def test_two_x_of_a_double_jester_are_one_naerrische_wertung_in_the_tie_break() -> None:
    table = Table(2, card="double_jester").predict("2 red", "3 blue").throw("jjbbbgg").stop("lock", "lock")
    table.choose(1, "jester")
    assert table.state.sheets[0].jester_scorings == 1


# --- 10 secret -------------------------------------------------------------------------------------------------------


def test_secret_asks_all_others_at_once_and_hidden_after_the_first_prediction() -> None:
    table = Table(4, card="secret", first=2)
    need = table.need
    assert isinstance(need, Choice)
    assert (need.seat, need.hidden) == (2, False)
    table.choose(2, "3 red")
    assert [(n.seat, n.hidden) for n in table.needs if isinstance(n, Choice)] == [(3, True), (4, True), (1, True)]


def test_secret_shows_no_prediction_before_the_last_has_predicted() -> None:
    table = Table(3, card="secret").predict("3 red").choose(3, "2 blue")
    assert [event.name for event in table.events] == ["locked"]
    other = Table(3, card="secret").predict("3 red").choose(3, "5 green").state
    for viewer in (None, 1, 2):
        assert table.state.view(viewer) == other.view(viewer)
    assert table.state.view(3)["seats"][2]["choice"] == "2 blue"
    table.choose(2, "1 blue")
    assert [seat["prediction"] for seat in table.state.view()["seats"]] == ["3 red", "1 blue", "2 blue"]
    assert [event.seat for event in table.told("predicted")] == [2, 3]


def test_secret_allows_the_others_the_same_prediction() -> None:
    table = Table(3, card="secret").predict("3 red").choose(2, "2 blue").choose(3, "2 blue")
    assert table.options(1) == COLOURS


def test_secret_must_differ_from_the_prediction_that_was_said_aloud() -> None:
    table = Table(3, card="secret").predict("3 red")
    assert "3 red" not in table.options(2)
    assert "3 red" not in table.options(3)


def test_secret_gives_the_start_card_by_the_order_of_the_seats_when_level() -> None:
    table = Table(3, card="secret", first=2).predict("3 red").choose(3, "4 blue").choose(1, "4 green")
    table.choose(2, "red").throw("bbbbbbb").stop("lock", "lock", "lock")
    assert table.state.holder == 1


def test_secret_lets_a_player_without_a_legal_prediction_sit_out() -> None:
    table = Table(3, card="secret").with_sheets(full("2 red"), full("2 red"), full("3 red", "4 red")).at_round(20)
    table.choose(1, "2 red")
    assert [event.seat for event in table.told("sits_out")] == [2]
    assert [need.seat for need in table.needs] == [3]


# --- whole games -----------------------------------------------------------------------------------------------------


def test_random_games_with_all_cards_end_and_the_score_is_the_sheet() -> None:
    rng = random.Random(20)
    for game in range(40):
        players = 2 + game % 4
        variants = frozenset({"expert"} if game % 3 == 0 else ())
        state = GAME.start(Setup(players, variants, {"spell_cards": True})).state
        while state.needs:
            need = rng.choice(state.needs)
            if isinstance(need, Draw):
                state = state.apply(Drawn(rng.choice(need.options))).state
            elif isinstance(need, Choice):
                state = state.apply(Choose(need.seat, rng.choice(need.options))).state
            else:
                lying = state.view()["dice"]
                dice = tuple(lying[n] if n in need.frozen else rng.choice(WIZARD_FACES) for n in range(7))
                state = state.apply(Thrown(need.seat, {"wizard": dice}, need.frozen)).state
        assert state.outcome is not None
        for seat in state.view()["seats"]:
            assert seat["score"] == by_hand(seat["sheet"], 12 if variants else 9)
            assert state.outcome.scores[seat["seat"]] == seat["score"]


def by_hand(sheet: dict[str, list[str | int | None]], goal: int) -> int:
    """The points of a sheet, added up as people do it at the end."""
    points = crosses = 0
    for row, values in sheet.items():
        for column, value in enumerate(values, start=1):
            if isinstance(value, int):
                points += value
            elif value:
                crosses += len(value)
                points += len(value) * column if row != "jester" else 0
    return points + (3 if crosses >= goal else 0)
