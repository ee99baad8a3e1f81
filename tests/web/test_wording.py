"""Questions in other words: the public ones speak to nobody, those above buttons name no key of a real panel."""

import ast
import re
from collections.abc import Iterator

import pytest

from controller import i18n
from controller.asking import Beside, prompts
from controller.halting import QUESTIONS
from controller.i18n import render
from controller.journal.entries import Halted, Started
from controller.panel.keypad import Ask, Prompt
from controller.play import begin
from controller.rules.core import Message, Throw, message
from controller.rules.wizard_words import throw_any, throw_five, throw_three, throw_unfrozen
from controller.seeing import Tray, Way
from controller.tray import TrayState
from controller.web import wording
from tests.web.house import played, start

TRAYS = (None, *(Tray(state, simulated=simulated) for state in TrayState for simulated in (True, False)))
GAMES = (
    start("ueberwurf", 2),
    start("zugband", 2, variants=("drucktest", "risszug")),
    start("overload", 3, house={"target": 3, "fields": 8, "special": "3:plus_minus,5:double"}),
    start("wizard", 3, house={"spell_cards": True}),
)
# Words that speak to somebody, verbs of German's "du" among them.
TO_SOMEBODY = re.compile(
    r"\b(you|your|yourself|du|dein\w*|dir|dich|wähle|wirf|gib|nimm|sag|bestimme|dreh|zieh)\b", re.IGNORECASE
)
# By how the dice come to count.
THROWS = {
    Way.OK: "Throw {dice:dice}, then OK",
    Way.LIVE: "Throw {dice:dice}",
    Way.SIMULATED: "Throw {dice:dice} with OK",
}
KEY = re.compile(r"\b(OK|BACK)\b")


def asked(started: Started) -> Iterator[Prompt]:
    """What a game asks from its beginning to round 12 or its end, before every kind of tray, and when it is stopped."""
    try:
        steps = played(started, 12, seed=4)
    except IndexError:
        # It was over before: chance finds no need that is open.
        steps = played(started, 3, seed=4)
    play = begin(started)[0]
    for step in steps:
        for tray in TRAYS:
            yield from prompts(play, Beside(tray=tray)).values()
        play = play.fold(step.entry)[0]
    halted = play.fold(Halted(1))[0]
    for path in ((), ("concede",), ("face",)):
        yield from prompts(halted, Beside(steps=path)).values()


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


@pytest.mark.parametrize("started", GAMES, ids=lambda started: started.game)
def test_what_everybody_reads_speaks_to_nobody(started: Started, language: str) -> None:
    for prompt in asked(started):
        text = render(wording.told(prompt), {1: "Anna", 2: "Jörg"})
        assert not TO_SOMEBODY.search(text), (language, text)
        assert not KEY.search(text), (language, text)


@pytest.mark.parametrize("way", THROWS, ids=lambda way: way.name)
@pytest.mark.parametrize(
    "throw",
    [throw_five(1, (0, 1)), throw_three(1), throw_unfrozen(1, (3,)), throw_any(1)],
    ids=lambda throw: throw.about.text,
)
def test_of_a_throw_that_leaves_dice_lying_nobody_reads_that_all_are_thrown(
    way: Way, throw: Throw, language: str
) -> None:
    prompt = Prompt(1, Ask.READY, ("by_hand",), False, Message(THROWS[way], {"dice": throw.dice}), optional=True)
    text = render(wording.told(prompt, [throw]))
    assert not re.search("7", text), text
    assert not TO_SOMEBODY.search(text), (language, text)
    assert ("neu" in text or "anderen" in text) if language == "de" else text.startswith("throwing ")


@pytest.mark.parametrize("started", GAMES, ids=lambda started: started.game)
def test_above_buttons_no_key_of_a_real_panel_is_named(started: Started, language: str) -> None:
    for prompt in asked(started):
        text = render(wording.asked(prompt))
        assert not KEY.search(text), (language, text)
        named = wording.button(prompt)
        assert bool(named) == prompt.optional, (
            "a button that answers with nothing picked is there where that is possible"
        )


def test_the_questions_between_games_name_their_buttons() -> None:
    for text in ("Another game? OK begins it.", "Variants of {game}; OK begins"):
        prompt = Prompt(1, Ask.NEXT, ("a",), False, message(text, game="Zugband"), optional=True)
        assert "OK" not in render(wording.asked(prompt))
        assert wording.button(prompt).startswith("Begin")


def test_a_proposal_is_a_statement_for_everybody_and_a_question_for_whom_it_asks(language: str) -> None:
    for says, asks in QUESTIONS.items():
        values = {"by": 1, "seat": 2, "seats": (2,), "die": "d6", "dice": ("d6",), "face": 5, "old": 3}
        prompt = Prompt(2, Ask.AGREE, (), False, Message(asks, values))
        names = {1: "Anna", 2: "Jörg"}
        assert render(wording.told(prompt), names) == render(Message(says, values), names)
        assert render(wording.asked(prompt), names).endswith("?")


@pytest.mark.parametrize(("picked", "named"), [("change", "same seats"), ("stay", "seats changed")])
def test_the_button_for_the_next_game_says_how_one_sits(picked: str, named: str) -> None:
    prompt = Prompt(1, Ask.NEXT, (picked,), False, message("Another game? OK begins it."), optional=True)
    assert wording.button(prompt) == f"Begin the next game, {named}"


def test_what_somebody_looks_for_in_the_menus_is_nobodys_business() -> None:
    """A seat that only looks what giving up would mean has not given up."""
    menu = Prompt(2, Ask.HALT, ("yes", "back"), False, message("Give up the game?"))
    assert render(wording.told(menu), {2: "Jörg"}) == "Jörg has stopped the game"
    assert render(wording.asked(menu)) == "Give up the game?"


def test_every_other_word_belongs_to_a_question_that_is_asked() -> None:
    """A question whose words were changed has lost its other words: this finds it."""
    known = {prompt.about.text for started in GAMES for prompt in asked(started)}
    # These come up in few games: an automatic choice, a card, a doubt about a second throw.
    rare = {
        "Another game? OK begins it.",
        "Game {n} of {all} is next. OK begins it.",
        "Variants of {game}; OK begins",
        "Enter what your {die:die} shows",
        *(text for text in wording.WORDS if re.search("again|really|says|wants|Set a|Strike|secret", text)),
    }
    texts = i18n_texts()
    for text in wording.WORDS:
        assert text in texts, f"no question says {text!r} any more"
        assert text in known | rare, text


def i18n_texts() -> set[str]:
    """All texts that the program marks for translation outside the wording itself."""
    from tests.test_texts import ROOT

    sources = [path for path in (ROOT / "controller").rglob("*.py") if path.name != "wording.py"]
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
