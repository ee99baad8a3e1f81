"""What people are told of corrections, choices that make themselves, and throws that came to nothing."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from controller import i18n, seeing
from controller.amend import told
from controller.asking import BACK, picked
from controller.history.words import words_of
from controller.i18n import option_name, render
from controller.journal.entries import AnyEntry, Chosen, Corrected, DiceRules, Halted, Started, Threw
from controller.play import begin
from controller.rules.core import Face
from controller.simulated_hand import SimulatedHand
from controller.tray import TrayState

NAMES = {1: "Anna", 2: "Jörg"}
START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"))
SEVEN: tuple[Face, ...] = ("red", "red", "blue", "jester", "green", "wizard", "blue")


def chosen(seat: int, value: str) -> Chosen:
    return Chosen(seat, value, "salt", "seal")


def said(correction: Corrected, *entries: AnyEntry) -> str:
    return render(told(correction, (START, *entries)), NAMES)


def test_a_corrected_throw_says_what_it_is_now_and_what_it_was() -> None:
    """„Entry 87 is corrected“ told nobody at the table anything."""
    text = said(Corrected(1, "Referee", "misread", dice={"d8": (3,)}), Threw(1, {"d8": (8,)}))
    assert text == "The throw of Anna is corrected by Referee, d8 3 instead of d8 8: misread"


def test_of_seven_dice_those_are_named_that_have_changed() -> None:
    after = ("red", "red", "yellow", *SEVEN[3:])
    text = said(Corrected(1, "Referee", "misread", dice={"wizard": after}), Threw(2, {"wizard": SEVEN}))
    assert text == "The throw of Jörg is corrected by Referee, yellow instead of blue: misread"


def test_a_corrected_choice_is_not_told_it_may_be_hidden_still() -> None:
    text = said(Corrected(1, "Referee", "slipped", value="d20"), chosen(1, "d12"))
    assert text == "Entry 1 is corrected by Referee: slipped"


def test_a_figure_is_named_with_its_owner() -> None:
    assert option_name("take:2A", NAMES) == "take, figure A of Jörg"
    assert option_name("take:3A", NAMES) == "take, figure A of Seat 3", "who has no name is called by the seat"
    assert words_of(chosen(1, "give:2B"), False, NAMES) == "Anna locks give, figure B of Jörg (seal seal …)"


@pytest.fixture
def german() -> Any:
    i18n.use("de")
    yield
    i18n.use("en")


def test_scoring_now_is_called_otherwise_than_locking(german: None) -> None:
    assert option_name("lock") == "Aussteigen"
    assert i18n._("Lock") == "Festlegen"
    assert i18n._("lock") == "festlegen", "what stands on the key OK"


def test_a_simulated_throw_that_came_to_nothing_is_said() -> None:
    """The die had left the tray: the same question stood there again, as if nobody had thrown."""
    tray = SimpleNamespace(now=0.0, busy_until=2.0, throw=lambda kinds, stay: None)
    hand = SimulatedHand(cast("Any", tray))
    camera = SimpleNamespace(state=TrayState.WAITING, doubt=None, blocked=False, simulated=True)

    def text() -> str:
        camera.lost = hand.lost
        seen = seeing.tray_of(cast("Any", camera))
        return render(seen.text) if seen and seen.text else ""

    hand.begin()
    hand.throw(["d8"])
    hand.look()
    assert text() == "", "it is still under way"
    tray.now = 10.0
    hand.look()
    assert text() == "No throw was seen in the tray: throw again"
    hand.begin()
    assert text() == ""
    hand.look()
    hand.forget()
    assert text() == "", "another throw is asked for"


def test_from_the_faces_of_a_single_die_one_gets_back_to_the_first_menu() -> None:
    """Nobody was asked which die it is: where one gets back to is where one came from."""
    play, _events = begin(Started("overload", 1, 2, ("Anna", "Jörg"), dice=DiceRules()))
    for entry in (chosen(1, "A"), chosen(1, "8"), Threw(1, {"d8": (5,)}), Halted(2)):
        play, _events = play.fold(entry)
    steps = picked(play, (), "face", failing=False)
    assert steps == ("face", "0")
    assert picked(play, steps, BACK, failing=False) == ()
