"""Überwurf, sentence by sentence, and its chances counted out exactly."""

import itertools
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from controller.rules.core import Choice, Choose, Event, IllegalAnswer, Outcome, Reason, Step, Throw
from controller.rules.core import Thrown as Throws
from controller.rules.setup import Setup, SetupError
from controller.rules.ueberwurf import GAME, forced, options
from controller.rules.ueberwurf_verdict import BASE, DICE, House, Verdict, compare, compare_equal, size

PAIRS = list(itertools.combinations_with_replacement(DICE, 2))
SMALL = ("d4", "d6", "d8", "d10", "d12", "d20")
REPLACE = House(w100="replace")


class Game:
    """A game in progress."""

    def __init__(self, *variants: str, **house: str | bool) -> None:
        self.step: Step = GAME.start(Setup(2, frozenset(variants), house))
        self.events: list[Event] = []

    def choose(self, *choices: str) -> "Game":
        """The choices of the seats from the first; what locks by itself is passed over."""
        for seat, value in enumerate(choices, start=1):
            if any(isinstance(need, Choice) and need.seat == seat for need in self.step.state.needs):
                self.answer(Choose(seat, value))
        return self

    def throw(self, *rolls: int) -> "Game":
        """What the seats throw, from the first."""
        needs = [need for need in self.step.state.needs if isinstance(need, Throw)]
        for need, roll in zip(needs, rolls, strict=True):
            self.answer(Throws(need.seat, {need.dice[0]: (roll,)}))
        return self

    def round(self, first: str, second: str, *rolls: int) -> "Game":
        return self.choose(first, second).throw(*rolls)

    def answer(self, answer: Choose | Throws) -> "Game":
        self.step = self.step.state.apply(answer)
        self.events += self.step.events
        return self

    def options(self, seat: int) -> tuple[str, ...]:
        return next(n.options for n in self.step.state.needs if isinstance(n, Choice) and n.seat == seat)

    def dice(self) -> list[tuple[int, tuple[str, ...]]]:
        return [(need.seat, need.dice) for need in self.step.state.needs if isinstance(need, Throw)]

    @property
    def view(self) -> dict[str, Any]:
        return self.step.state.view()

    @property
    def score(self) -> tuple[int, int]:
        first, second = self.view["seats"]
        return first["score"], second["score"]

    @property
    def outcome(self) -> Outcome | None:
        return self.step.state.outcome

    def rules(self) -> list[str]:
        return [event.data["rule"] for event in self.events if event.name == "verdict"]

    def names(self) -> list[str]:
        return [event.name for event in self.events]


def level_game(*variants: str, **house: str | bool) -> Game:
    """Six rounds of the same dice with the same numbers: 0 : 0."""
    game = Game(*variants, **house)
    for die in DICE:
        game.round(die, die, 1, 1)
    return game


def ended(game: Game) -> tuple[tuple[int, ...], Reason]:
    assert game.outcome is not None
    return game.outcome.winner, game.outcome.reason


# --- chances, exactly ------------------------------------------------------------------------------------------------


@cache
def chances(first: str, second: str, house: House = BASE) -> dict[Verdict, Fraction]:
    """Every verdict with its chance, counted out over all throws."""
    throws = list(itertools.product(range(1, size(first) + 1), range(1, size(second) + 1)))
    found = Counter(compare((first, second), rolls, house) for rolls in throws)
    return {verdict: Fraction(count, len(throws)) for verdict, count in found.items()}


def chance(first: str, second: str, rule: str, house: House = BASE) -> Fraction:
    return sum((share for verdict, share in chances(first, second, house).items() if verdict.rule == rule), Fraction())


def test_there_are_21_pairs() -> None:
    assert len(PAIRS) == 21


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_chances_of_every_pair_sum_to_one(first: str, second: str) -> None:
    assert sum(chances(first, second).values()) == 1
    rules = {verdict.rule for verdict in chances(first, second)}
    assert rules <= ({"patt", "parity", "higher"} if first == second else {"dominanz", "konter", "patt"})


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_both_seats_have_the_same_chances(first: str, second: str) -> None:
    mirrored = {
        verdict._replace(winner=None if verdict.winner is None else 1 - verdict.winner): share
        for verdict, share in chances(second, first).items()
    }
    assert mirrored == chances(first, second)


@pytest.mark.parametrize(
    ("small", "large", "dominanz", "konter", "patt"),
    [
        ("d4", "d6", Fraction(3, 8), Fraction(1, 4), Fraction(3, 8)),
        ("d12", "d20", Fraction(5, 12), Fraction(11, 40), Fraction(37, 120)),
    ],
)
def test_known_chances(small: str, large: str, dominanz: Fraction, konter: Fraction, patt: Fraction) -> None:
    assert chances(small, large) == {
        Verdict("dominanz", 1, 1): dominanz,
        Verdict("konter", 0, 2): konter,
        Verdict("patt", None, 0): patt,
    }


@pytest.mark.parametrize("die", DICE)
def test_equal_dice_are_patt_once_in_n(die: str) -> None:
    assert chance(die, die, "patt") == Fraction(1, size(die))
    assert chance(die, die, "rethrow", House(equal_rolls_rethrow=True)) == Fraction(1, size(die))


@pytest.mark.parametrize("dice", range(1, 4))
def test_choosing_uniformly_makes_every_answer_as_good_as_any_other(dice: int) -> None:
    # Whatever the second seat plays, the score against a first seat that draws lots has the same distribution:
    # so drawing lots is an optimal strategy in every state of the base game.
    for mine in itertools.combinations(DICE, dice):
        for theirs in itertools.combinations(DICE, dice):
            against_lots(mine, theirs)


@cache
def against_lots(mine: tuple[str, ...], theirs: tuple[str, ...]) -> dict[int, Fraction]:
    """How the difference of the scores is distributed when the first seat draws lots; the same for every choice."""
    if not mine:
        return {0: Fraction(1)}
    found = []
    for choice in theirs:
        total: Counter[int] = Counter()
        for die in mine:
            rest = against_lots(tuple(d for d in mine if d != die), tuple(d for d in theirs if d != choice))
            for verdict, share in chances(die, choice).items():
                gain = 0 if verdict.winner is None else verdict.points if verdict.winner == 0 else -verdict.points
                for difference, more in rest.items():
                    total[gain + difference] += share * more / len(mine)  # type: ignore[assignment]
        found.append(dict(total))
    assert all(one == found[0] for one in found)
    return found[0]  # type: ignore[return-value]


# --- Grundregeln, Ablauf eines Durchgangs ----------------------------------------------------------------------------


def test_six_rounds_and_six_dice_each() -> None:
    game = Game()
    assert (game.view["rounds"], game.options(1), game.options(2)) == (6, SMALL, SMALL)


def test_every_die_once_only() -> None:
    game = Game().round("d4", "d20", 1, 1)
    assert "d4" not in game.options(1)
    assert "d20" not in game.options(2)
    with pytest.raises(IllegalAnswer, match="d4"):
        game.choose("d4")


def test_the_last_die_is_played_by_itself() -> None:
    game = Game()
    for die in DICE[:5]:
        game.round(die, die, 1, 1)
    assert [(event.name, event.seat) for event in game.step.events][-5:] == [
        ("automatic", 1), ("locked", 1), ("automatic", 2), ("locked", 2), ("revealed", None),
    ]  # fmt: skip
    assert game.dice() == [(1, ("d20",)), (2, ("d20",))]


def test_a_choice_is_hidden_until_both_are_locked() -> None:
    game = Game().choose("d8")
    state = game.step.state
    assert [state.view(seat)["seats"][0]["die"] for seat in (None, 1, 2)] == [None, "d8", None]
    assert state.view()["seats"][0]["locked"] is True
    assert "d8" in state.view()["seats"][0]["unused"]
    assert [(event.name, dict(event.data)) for event in game.events] == [("locked", {})]


def test_revealed_at_once_and_in_either_order() -> None:
    for order in ((1, 2), (2, 1)):
        game = Game()
        for seat in order:
            game.answer(Choose(seat, DICE[seat]))
        assert game.events[-1].data == {"dice": {"1": "d6", "2": "d8"}}


def test_both_throw_in_any_order() -> None:
    game = Game().choose("d6", "d20")
    assert game.dice() == [(1, ("d6",)), (2, ("d20",))]
    game.answer(Throws(2, {"d20": (4,)})).answer(Throws(1, {"d6": (5,)}))
    assert (game.rules(), game.score) == (["konter"], (2, 0))


# --- Vergleichsregeln ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "rolls", "verdict"),
    [
        (("d20", "d4"), (8, 4), Verdict("dominanz", 0, 1)),
        (("d20", "d4"), (7, 4), Verdict("patt", None, 0)),
        (("d20", "d4"), (4, 4), Verdict("patt", None, 0)),
        (("d20", "d4"), (3, 4), Verdict("konter", 1, 2)),
        (("d4", "d20"), (1, 2), Verdict("dominanz", 1, 1)),
        (("d4", "d20"), (2, 1), Verdict("konter", 0, 2)),
        (("d8", "d8"), (2, 7), Verdict("parity", 0, 1)),
        (("d8", "d8"), (7, 2), Verdict("parity", 1, 1)),
        (("d8", "d8"), (2, 8), Verdict("higher", 1, 1)),
        (("d8", "d8"), (7, 3), Verdict("higher", 0, 1)),
        (("d8", "d8"), (7, 7), Verdict("patt", None, 0)),
    ],
)
def test_comparison(kinds: tuple[str, str], rolls: tuple[int, int], verdict: Verdict) -> None:
    assert compare(kinds, rolls) == verdict


def test_the_verdict_names_rule_and_numbers() -> None:
    game = Game().round("d6", "d20", 5, 4)
    verdict = game.events[-1]
    assert (verdict.name, verdict.seat) == ("verdict", 1)
    assert verdict.data == {"round": 1, "rule": "konter", "points": 2, "scores": {"1": 2, "2": 0}}
    assert verdict.text.values == {"d1": "d6", "n1": 5, "d2": "d20", "n2": 4, "points": 2, "seat": 1}


def test_equal_rolls_may_be_thrown_again() -> None:
    game = Game(equal_rolls="rethrow").round("d8", "d8", 3, 3)
    assert (game.rules(), game.dice(), game.view["round"]) == (["rethrow"], [(1, ("d8",)), (2, ("d8",))], 1)
    assert game.throw(3, 5).score == (0, 1)
    assert Game(equal_rolls="rethrow").round("d8", "d10", 3, 3).rules() == ["patt"]
    assert Game().round("d8", "d8", 3, 3).view["round"] == 2


# --- Spielende -------------------------------------------------------------------------------------------------------


def test_most_points_win() -> None:
    game = Game().round("d4", "d4", 2, 1)
    for die in DICE[1:]:
        game.round(die, die, 1, 1)
    assert (ended(game), game.score) == (((1,), Reason.MOST_POINTS), (1, 0))


def test_a_tie_is_a_draw() -> None:
    assert ended(level_game()) == ((), Reason.DRAW)


def test_a_tie_may_be_broken_by_a_w6() -> None:
    game = level_game(tie="w6")
    assert (game.outcome, game.view["tiebreak"], game.dice()) == (None, True, [(1, ("d6",)), (2, ("d6",))])
    assert ended(game.throw(6, 3)) == ((1,), Reason.TIEBREAK)
    assert game.score == (0, 0)


def test_the_tiebreak_is_judged_like_dice_of_the_same_size_until_they_differ() -> None:
    game = level_game(tie="w6").throw(3, 3)
    assert (game.outcome, game.rules()[-1]) == (None, "rethrow")
    assert ended(game.throw(4, 4).throw(5, 3)) == ((1,), Reason.TIEBREAK)
    for first, second in itertools.product(range(1, 7), repeat=2):
        winner = compare_equal((first, second)).winner
        if winner is not None:
            assert ended(level_game(tie="w6").throw(first, second)) == ((winner + 1,), Reason.TIEBREAK)


def test_no_tiebreak_without_a_tie() -> None:
    game = Game(tie="w6").round("d4", "d4", 2, 1)
    for die in DICE[1:]:
        game.round(die, die, 1, 1)
    assert ended(game) == ((1,), Reason.MOST_POINTS)


# --- Verwendung des W100 ---------------------------------------------------------------------------------------------


def auto(roll: int) -> int:
    return 1 if roll <= 10 else -1 if roll >= 91 else 0


def test_w100_is_off_by_default() -> None:
    assert Game().options(1) == SMALL


def test_w100_stands_in_for_the_die_that_one_would_have_played() -> None:
    game = Game(w100="replace")
    assert game.options(1) == SMALL + tuple(f"{die}+d100" for die in SMALL)
    game.choose("d8+d100", "d20")
    assert game.events[-1].data == {"dice": {"1": "d8+d100", "2": "d20"}}
    assert game.dice() == [(1, ("d100",)), (2, ("d20",))]
    game.throw(37, 20)
    assert (game.rules(), game.score) == (["patt"], (0, 0))


def test_the_replaced_die_is_used_up_and_the_w100_with_it() -> None:
    game = Game(w100="replace").round("d8+d100", "d20", 37, 20)
    assert game.options(1) == ("d4", "d6", "d10", "d12", "d20")
    assert "d4+d100" in game.options(2)


def test_six_rounds_consume_six_dice_with_the_w100_too() -> None:
    game = Game(w100="replace").round("d20+d100", "d20", 50, 1)
    for die in DICE[:4]:
        game.round(die, die, 1, 1)
    assert game.options(2) == ("d12", "d12+d100")
    assert game.choose("d12", "d12+d100").dice() == [(1, ("d12",)), (2, ("d100",))]


@pytest.mark.parametrize("other", SMALL)
def test_automatic_results_against_a_normal_die(other: str) -> None:
    for roll, shown in itertools.product(range(1, 101), range(1, size(other) + 1)):
        verdict = compare(("d100", other), (roll, shown), REPLACE)
        if auto(roll):
            assert verdict == (Verdict("auto_win", 0, 1) if auto(roll) > 0 else Verdict("auto_loss", 1, 1))
        else:
            assert verdict == compare(("d100", other), (roll, shown), House(w100="regular"))


def test_both_with_the_w100() -> None:
    for first, second in itertools.product(range(1, 101), repeat=2):
        verdict = compare(("d100", "d100"), (first, second), REPLACE)
        if auto(first) == auto(second):
            assert verdict == (compare_equal((first, second)) if not auto(first) else Verdict("patt", None, 0))
        else:
            winner = 0 if auto(first) > auto(second) else 1
            rule = "auto_win" if 1 in (auto(first), auto(second)) else "auto_loss"
            assert verdict == Verdict(rule, winner, 1)


def test_two_automatic_results_are_never_thrown_again() -> None:
    house = House(w100="replace", equal_rolls_rethrow=True)
    assert compare(("d100", "d100"), (5, 5), house).rule == "patt"
    assert compare(("d100", "d100"), (50, 50), house).rule == "rethrow"


def test_an_automatic_loss_gives_one_point_even_where_konter_would_give_two() -> None:
    game = Game(w100="replace").round("d6+d100", "d20", 100, 20)
    assert (game.rules(), game.score) == (["auto_loss"], (0, 1))


def test_w100_as_a_regular_die() -> None:
    game = Game(w100="regular")
    assert game.options(1) == (*SMALL, "d100")
    game.round("d100", "d20", 5, 2)
    assert (game.rules(), game.options(1)) == (["dominanz"], SMALL)
    for die in DICE[:5]:
        game.round(die, die, 1, 1)
    assert ended(game) == ((1,), Reason.MOST_POINTS)


def test_a_regular_w100_has_no_automatic_results() -> None:
    house = House(w100="regular")
    assert {verdict.rule for verdict in chances("d100", "d20", house)} == {"dominanz", "konter", "patt"}
    assert {verdict.rule for verdict in chances("d100", "d100", house)} == {"patt", "parity", "higher"}


# --- Regionale Varianten ---------------------------------------------------------------------------------------------


def refused(setup: Setup) -> str:
    with pytest.raises(SetupError) as error:
        GAME.start(setup)
    return str(error.value)


def test_ehrenspiel_refuses_stakes() -> None:
    assert "without stakes" in refused(Setup(2, frozenset({"ehrenspiel"}), stakes={1: "a knife"}))
    assert GAME.start(Setup(2, stakes={1: "a knife"})).state.needs


def test_ehrenspiel_breaks_a_tie() -> None:
    assert ended(level_game("ehrenspiel").throw(1, 2)) == ((2,), Reason.TIEBREAK)


def test_ehrenspiel_contradicts_a_draw() -> None:
    assert "tie = draw" in refused(Setup(2, frozenset({"ehrenspiel"}), {"tie": "draw"}))


def test_druckrunde_forces_the_next_larger_die_upon_the_loser() -> None:
    game = Game("druckrunde").round("d6", "d20", 1, 20)
    # Seat 1 is not even asked: one die is left to it.
    assert [need.seat for need in game.step.state.needs if isinstance(need, Choice)] == [2]
    assert game.events[-3].data == {"lost": "d6", "die": "d8"}
    assert game.choose("", "d4").dice() == [(1, ("d8",)), (2, ("d4",))]


def test_druckrunde_means_the_smallest_larger_die_still_there() -> None:
    game = Game("druckrunde").round("d8", "d8", 2, 2).round("d6", "d20", 1, 20)
    assert game.choose("", "d4").dice()[0] == (1, ("d10",))


def test_druckrunde_leaves_the_choice_where_none_is_larger() -> None:
    game = Game("druckrunde").round("d20", "d20", 1, 2)
    assert game.options(1) == SMALL[:-1]


def test_everybody_sees_what_is_forced_until_it_is_revealed() -> None:
    game = Game("druckrunde").round("d6", "d20", 1, 20)
    assert [seat["forced"] for seat in game.view["seats"]] == ["d8", None]
    assert [seat["forced"] for seat in game.choose("", "d4").view["seats"]] == [None, None]


def test_a_patt_is_no_loss() -> None:
    game = Game("druckrunde").round("d4", "d20", 4, 5)
    assert game.rules() == ["patt"]
    assert game.options(1) == SMALL[1:]


def test_druckrunde_holds_for_the_next_round_only() -> None:
    game = Game("druckrunde").round("d6", "d20", 1, 20).round("", "d4", 1, 1)
    assert game.options(1) == ("d4", "d10", "d12", "d20")


def test_druckrunde_after_a_w100_counts_from_the_replaced_die() -> None:
    game = Game("druckrunde", w100="replace").round("d8+d100", "d20", 95, 1)
    assert game.choose("", "d4").dice()[0] == (1, ("d10",))


def test_the_forced_die_may_not_be_replaced_unless_the_house_says_so() -> None:
    house = House(druckrunde=True, w100="replace")
    assert options(house, False, SMALL, "d10", True) == ("d12",)
    assert options(house._replace(forced_may_use_w100=True), False, SMALL, "d10", True) == ("d12", "d12+d100")
    assert options(house._replace(forced_may_use_w100=True), False, SMALL, "d10", False) == ("d12",)
    assert len(options(house, False, SMALL, "d20", True)) == 12
    game = Game("druckrunde", w100="replace", forced_may_use_w100=True).round("d6", "d20", 1, 20)
    assert game.options(1) == ("d8", "d8+d100")


def test_druckrunde_takes_the_regular_w100_for_the_largest_die() -> None:
    house = House(druckrunde=True, w100="regular")
    assert forced(house, False, ("d4", "d100"), "d20") == "d100"
    assert forced(house, False, ("d4", "d20"), "d100") is None


def test_doppelrisiko_keeps_the_w20_for_the_last_round() -> None:
    game = Game("doppelrisiko")
    for die in DICE[:4]:
        assert "d20" not in game.options(1)
        game.round(die, die, 1, 1)
    # The W12 is all that may be played in the fifth round, the W20 in the sixth.
    assert game.dice() == [(1, ("d12",)), (2, ("d12",))]
    assert game.throw(1, 1).dice() == [(1, ("d20",)), (2, ("d20",))]


def test_doppelrisiko_a_w4_that_beats_a_larger_die_scores_three() -> None:
    house = House(doppelrisiko=True)
    for other in DICE[1:]:
        assert compare(("d4", other), (4, 3), house) == Verdict("konter", 0, 3)
        assert compare((other, "d4"), (1, 2), house) == Verdict("konter", 1, 3)
    assert compare(("d6", "d8"), (4, 3), house) == Verdict("konter", 0, 2)
    assert compare(("d4", "d20"), (1, 2), house) == Verdict("dominanz", 1, 1)
    assert Game("doppelrisiko").round("d4", "d12", 3, 2).score == (3, 0)


def test_doppelrisiko_w4_against_w4_stays_one() -> None:
    assert {verdict.points for verdict in chances("d4", "d4", House(doppelrisiko=True))} == {0, 1}


def test_doppelrisiko_a_w4_scores_three_when_the_w100_loses_at_once() -> None:
    house = House(doppelrisiko=True, w100="replace")
    assert compare(("d4", "d100"), (1, 91), house) == Verdict("auto_loss", 0, 3)
    assert compare(("d6", "d100"), (1, 91), house) == Verdict("auto_loss", 0, 1)
    assert compare(("d4", "d100"), (1, 10), house) == Verdict("auto_win", 1, 1)
    assert compare(("d4", "d100"), (4, 11), house) == Verdict("dominanz", 1, 1)
    assert compare(("d4", "d100"), (1, 91), house._replace(w4_auto_three=False)) == Verdict("auto_loss", 0, 1)
    assert compare(("d4", "d100"), (1, 91), REPLACE) == Verdict("auto_loss", 0, 1)


def test_schlichtungswurf_is_one_round_for_the_decision() -> None:
    game = Game("schlichtungswurf")
    assert (game.view["rounds"], game.options(1)) == (1, SMALL)
    assert ended(game.round("d20", "d4", 8, 4)) == ((1,), Reason.DECIDED)


def test_schlichtungswurf_repeats_a_patt_with_a_new_choice() -> None:
    game = Game("schlichtungswurf").round("d20", "d4", 4, 4)
    assert (game.outcome, game.names()[-1], game.options(1)) == (None, "repeated", SMALL)
    assert ended(game.round("d20", "d4", 1, 4)) == ((2,), Reason.DECIDED)


def test_schlichtungswurf_may_end_in_a_draw() -> None:
    assert ended(Game("schlichtungswurf", patt="draw").round("d20", "d4", 4, 4)) == ((), Reason.DRAW)
    assert Game("schlichtungswurf", "ehrenspiel", patt="draw").round("d20", "d4", 4, 4).view["tiebreak"] is True


def test_schlichtungswurf_has_no_w100() -> None:
    for value in ("replace", "regular"):
        assert "w100" in refused(Setup(2, frozenset({"schlichtungswurf"}), {"w100": value}))


@pytest.mark.parametrize("other", ["druckrunde", "doppelrisiko"])
def test_schlichtungswurf_refuses_what_needs_several_rounds(other: str) -> None:
    assert other.capitalize() in refused(Setup(2, frozenset({"schlichtungswurf", other})))


@pytest.mark.parametrize(
    "variants",
    [
        {"ehrenspiel", "druckrunde"},
        {"ehrenspiel", "doppelrisiko"},
        {"ehrenspiel", "schlichtungswurf"},
        {"druckrunde", "doppelrisiko"},
        {"ehrenspiel", "druckrunde", "doppelrisiko"},
    ],
)
def test_what_makes_sense_together_is_played(variants: set[str]) -> None:
    assert GAME.start(Setup(2, frozenset(variants))).state.needs


def test_druckrunde_with_doppelrisiko_never_forces_the_w20_before_the_last_round() -> None:
    house = House(druckrunde=True, doppelrisiko=True)
    assert options(house, False, ("d4", "d8", "d20"), "d12", False) == ("d4", "d8")
    assert options(house, False, ("d4", "d12", "d20"), "d10", False) == ("d12",)
    assert options(house, True, ("d4", "d20"), "d12", False) == ("d20",)
