"""One seat's keys: options in order, pages, OK locks, BACK clears, nothing counts twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.panel.keypad import Ask, Key, Keypad, Prompt, keys, pages, presses
from controller.rules.core import message


def prompt(options: int, ask: Ask = Ask.CHOICE) -> Prompt:
    return Prompt(1, ask, tuple(str(n) for n in range(1, options + 1)), True, message(""))


def press_all(keypad: Keypad, *pressed: Key) -> list[str | None]:
    decisions = [keypad.press(key) for key in pressed]
    return [decision.value for decision in decisions if decision]


@given(count=st.integers(1, 40), data=st.data())
def test_every_option_can_be_locked(count: int, data: st.DataObject) -> None:
    value = str(data.draw(st.integers(1, count)))
    keypad = Keypad()
    keypad.ask(prompt(count))
    assert press_all(keypad, *presses(prompt(count), value)) == [value]


@given(count=st.integers(1, 40))
def test_each_option_stands_on_exactly_one_page(count: int) -> None:
    shown = [value for page in range(pages(prompt(count))) for value in keys(prompt(count), page).values() if value]
    assert shown == list(prompt(count).options)


@given(pressed=st.lists(st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, "ok", "back"])))
def test_only_ok_decides_and_only_what_was_selected_last(pressed: list[Key]) -> None:
    keypad = Keypad()
    keypad.ask(prompt(6))
    selected: str | None = None
    for key in pressed:
        decision = keypad.press(key)
        assert (decision is not None) == (key == "ok" and selected is not None)
        if decision:
            assert decision.value == selected
            selected = None
        elif key == "back":
            selected = None
        elif isinstance(key, int) and key <= 6:
            selected = str(key)


def test_a_change_of_mind_locks_the_last_selection() -> None:
    keypad = Keypad()
    keypad.ask(prompt(6))
    assert press_all(keypad, 2, 5, "back", 3, "ok") == ["3"]


def test_the_same_question_in_the_next_round_begins_without_a_selection() -> None:
    keypad = Keypad()
    keypad.ask(prompt(4))
    assert press_all(keypad, 3, "ok") == ["3"]
    keypad.ask(prompt(4))
    assert press_all(keypad, "ok") == []


def test_asking_again_keeps_what_was_selected() -> None:
    """The other seat's lock shows everything anew; this must not take away what was selected here."""
    keypad = Keypad()
    keypad.ask(prompt(4))
    keypad.press(3)
    keypad.ask(prompt(4))
    assert press_all(keypad, "ok") == ["3"]


@pytest.mark.parametrize("ask", [Ask.READY, Ask.NEXT])
def test_a_question_without_options_takes_ok_alone(ask: Ask) -> None:
    keypad = Keypad()
    keypad.ask(Prompt(1, ask, (), False, message("")))
    assert [keypad.press(key) for key in (1, "back")] == [None, None]
    decision = keypad.press("ok")
    assert decision is not None
    assert decision.agrees


@pytest.mark.parametrize("ask", [Ask.CONFIRM, Ask.AGREE])
def test_a_confirmation_takes_ok_and_back(ask: Ask) -> None:
    keypad = Keypad()
    keypad.ask(Prompt(1, ask, (), False, message("")))
    answers = [keypad.press("back"), keypad.press("ok")]
    assert [answer.agrees for answer in answers if answer] == [False, True]


def test_a_seat_that_is_not_asked_can_press_what_it_likes() -> None:
    assert press_all(Keypad(), 1, "ok", "back") == []


def test_ok_alone_passes_over_what_is_optional() -> None:
    keypad = Keypad()
    keypad.ask(Prompt(1, Ask.READY, ("by_hand",), False, message(""), optional=True))
    assert press_all(keypad, "ok", 1, "ok") == [None, "by_hand"]


# --- fixed keys -------------------------------------------------------------------------------------------------------

DICE = ("d4", "d6", "d8", "d10", "d12", "d20")


def fixed(*options: str, places: tuple[str, ...] = DICE) -> Prompt:
    return Prompt(1, Ask.CHOICE, options, True, message(""), keys=places)


@given(left=st.sets(st.sampled_from(DICE), min_size=1))
def test_an_option_keeps_its_key_while_others_are_used_up(left: set[str]) -> None:
    question = fixed(*sorted(left, key=DICE.index))
    assert pages(question) == 1
    assert keys(question, 0) == {key: die for key, die in enumerate(DICE, start=1) if die in left}


def test_a_key_without_an_option_means_nothing() -> None:
    keypad = Keypad()
    keypad.ask(fixed("d4", "d8"))
    assert press_all(keypad, 2, "ok", 3, 2, "ok") == ["d8"]


def test_a_free_place_is_no_option_and_the_next_page_begins_on_key_1() -> None:
    places = (*DICE, "", *(f"{die}+d100" for die in DICE))
    question = fixed("d6", "d6+d100", "d20+d100", places=places)
    assert [keys(question, page) for page in range(pages(question))] == [
        {2: "d6", 8: None},
        {2: "d6+d100", 6: "d20+d100", 8: None},
    ]
    keypad = Keypad()
    keypad.ask(question)
    assert press_all(keypad, 7, "ok", *presses(question, "d20+d100")) == ["d20+d100"]


def test_pages_on_which_nothing_is_left_at_the_end_are_gone() -> None:
    assert pages(fixed("d6", places=(*DICE, "", *(f"{die}+d100" for die in DICE)))) == 1
