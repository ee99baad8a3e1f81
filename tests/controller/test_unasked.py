"""What an amendment makes count unasked: the load of a figure that it sends back to the start."""

from controller.journal.entries import Annulled, AnyEntry, Corrected, Started, Threw
from controller.referee import annulment, proposal, unasked
from tests.controller.test_halting import chosen

START = Started("overload", 1, 2, ("Anna", "Jörg"))
# Anna's A stands on field 5 with eight discs; Jörg's B stops short of it. Then Anna has no figure on the start.
OPENING: tuple[AnyEntry, ...] = (
    START,
    chosen(1, "A"), chosen(1, "8"), Threw(1, {"d8": (5,)}),
    chosen(2, "A"), chosen(2, "0"), Threw(2, {"d8": (1,)}),
    chosen(1, "0"), Threw(1, {"d8": (1,)}),
    chosen(2, "0"), Threw(2, {"d8": (2,)}),
)  # fmt: skip
SHORT = len(OPENING) - 1
GAME = (*OPENING, Threw(1, {"d8": (3,)}), chosen(1, "B"))
FAR = Corrected(SHORT, "Referee", "it was an eight", dice={"d8": (8,)})


def test_a_throw_that_was_made_before_anybody_was_asked_for_the_load_is_named() -> None:
    """B passes A, which carries its ninth disc home: A is loaded before the next throw, and that was made already."""
    amendment, broken = proposal(GAME, FAR)
    assert [one.place for one in broken] == [len(GAME) - 1], "it is A that moves, so nobody chooses B"
    (passed,) = unasked(GAME, amendment)
    assert (passed.place, passed.seat) == (len(OPENING), 1)
    assert passed.told({1: "Anna"}) == (
        "entry 11: Anna was not asked before this throw “Load the figure before the throw: how many discs?”; "
        "nothing counts as chosen, a load as 0"
    )


def test_nobody_is_passed_over_where_no_figure_is_sent_back() -> None:
    near = Corrected(SHORT, "Referee", "it was a three", dice={"d8": (3,)})
    assert unasked(GAME, proposal(GAME, near)[0]) == []


def test_nor_where_the_throw_itself_counts_no_more() -> None:
    assert unasked(OPENING, proposal(OPENING, FAR)[0]) == []


def test_who_threw_without_a_load_of_its_own_accord_was_asked() -> None:
    """The same seat before and after the correction: it let the question pass, and that stands."""
    let_pass = (*OPENING[:4], chosen(2, "A"), Threw(2, {"d8": (1,)}), *OPENING[7:], *GAME[len(OPENING) :])
    first = Corrected(3, "Referee", "misread", dice={"d8": (4,)})
    assert unasked(let_pass, proposal(let_pass, first)[0]) == []


def test_an_annulled_round_is_looked_at_as_well() -> None:
    amendment = annulment(GAME, 1, "Referee", "pushed")
    assert isinstance(amendment, Annulled)
    assert [one.seat for one in unasked(GAME, proposal(GAME, amendment)[0])] == []
