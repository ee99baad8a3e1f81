"""How the games work, said where people play: on a page, to programs, and in the menus between games."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest

from controller import i18n
from controller.panel.keypad import Ask, Prompt
from controller.rules import GAMES
from controller.rules.core import Message
from controller.web import snapshot
from controller.web.snapshot import Moment, Question
from tests.web.asking import ask
from tests.web.house import House


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


def test_programs_get_the_rules_of_every_game_and_of_every_variant(tmp_path: Path, language: str) -> None:
    with House(tmp_path) as house:
        games = ask(house.where, "/api/games").json()["games"]
    assert [one["id"] for one in games] == list(GAMES)
    for game in games:
        assert all(section["title"] and section["lines"] for section in game["rules"])
        assert [one["id"] for one in game["variants"]] == [one.id for one in GAMES[game["id"]].variants]
        assert all(one["changes"] and one["rules"] for one in game["variants"])
        assert "{" not in str([section["lines"] for section in game["rules"]]), "no number is left out"
    said = str(games)
    assert ("Runde" in said) == (language == "de"), "in the language of the station"


def test_people_read_them_on_a_page_with_bold_words_and_nothing_else_of_html(tmp_path: Path, language: str) -> None:
    with House(tmp_path) as house:
        page = ask(house.where, "/rules", Accept="text/html").body.decode()
        games = ask(house.where, "/api/games").json()["games"]
    assert f'<html lang="{language}"' in page
    assert "&lt;b&gt;" not in page
    assert page.count("<b>") == page.count("</b>") > 10
    words = re.sub(r"<[^>]+>", "", page)
    for line in (line for game in games for section in game["rules"] for line in section["lines"]):
        assert re.sub(r"<[^>]+>", "", line) in words.replace("&#39;", "'").replace("&#34;", '"'), line


def menu(*values: str) -> tuple[Moment, Question]:
    """A menu with these options, as all seats have it."""
    labels = tuple(Message(GAMES[value].name if value in GAMES else value) for value in values)
    question = Question(7, Prompt(1, Ask.NEXT, values, False, Message("Which game?"), labels=labels), False)
    view = MappingProxyType({"phase": "menu", "game": None, "options": list(values)})
    return Moment(3, view, {1: question}, None, None), question


def test_a_menu_says_what_each_game_and_each_variant_is() -> None:
    moment, question = menu(*GAMES, "druckrunde", "other")
    notes = [one["note"] for one in snapshot.question(1, question, None)["options"]]
    assert notes == snapshot.state(moment, "")["notes"], "the same on the panel and on the scoreboard"
    assert notes[0].startswith("2 players. Two choose a die in secret")
    assert notes[1].startswith("2–5 players. ")
    assert notes[4].startswith("Who loses a round must play the next larger die")
    assert notes[5] == "", "what speaks for itself has none"


def test_a_choice_in_a_game_has_no_notes() -> None:
    """A note of a die or a field could only be advice."""
    prompt = Prompt(1, Ask.CHOICE, ("d4", "ueberwurf"), True, Message("?"))
    assert [one["note"] for one in snapshot.question(1, Question(1, prompt, False), None)["options"]] == ["", ""]
