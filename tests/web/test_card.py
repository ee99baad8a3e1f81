"""The verdict card: it says what was judged and why, proves it, needs nothing else, and never shows what is hidden."""

import re
import subprocess
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser

from controller import i18n
from controller.card import paper, sources
from controller.card.content import Card, Lock, card_of, judged
from controller.commands.record import record as command
from controller.errors import RecordError
from controller.halting import agreed
from controller.journal.entries import (
    AnyEntry,
    Chosen,
    Corrected,
    Halted,
    ProposalJudged,
    Proposed,
    TakenBack,
    Threw,
    Undone,
)
from controller.journal.store import Journal, Step
from controller.play import begin
from controller.referee import unrevealed
from controller.rules import GAMES
from tests.web.house import start
from tests.web.records import Recorder, record

GAMES_AND_PLAYERS = [("ueberwurf", 2), ("zugband", 2), ("overload", 3), ("wizard", 3)]
FIVE = ("Anna", "Jörg", "Maximiliane von Hohenzollern-Sigmaringen", "Li", "Ossip")


@pytest.fixture(autouse=True)
def language() -> None:
    i18n.use("en")


@pytest.mark.parametrize(("game", "players"), GAMES_AND_PLAYERS)
def test_every_verdict_cites_the_rulebook(game: str, players: int) -> None:
    """Where a rule is not known to the card, somebody has added one without its source."""
    history = record(game, players, 4)
    cards = [card_of(history, number) for number in judged(history)[:8]]
    rulings = [one for card in cards for one in card.rulings]
    assert len(rulings) > 2
    assert [one.text for one in rulings if one.source is None] == []
    assert all(one.source and one.source.section for one in rulings)


def test_every_rule_that_the_games_tell_has_a_source() -> None:
    """Also those that no short game meets."""
    code = "".join(path.read_text("utf-8") for path in _modules())
    for game, rule in (
        *(("ueberwurf", one) for one in ("dominanz", "konter", "patt", "parity", "higher", "rethrow", "auto_win")),
        *(("zugband", one) for one in ("more", "double", "ruhiger_zug", "out", "level", "risszug")),
        *(("overload", one) for one in ("overload", "goal")),
        *(("wizard", one) for one in ("hit", "miss", "jester")),
    ):
        assert f'"{rule}"' in code, "the list of this test is no longer that of the rules"
        assert sources.source_of(game, {"rule": rule}), (game, rule)
    assert sources.source_of("ueberwurf", {"rule": "konter", "points": 3}) != sources.source_of(
        "ueberwurf", {"rule": "konter", "points": 2}
    )


def test_the_german_quotes_are_the_rulebooks_own_words() -> None:
    """They stand, word for word, in the rules where they are applied."""
    i18n.use("de")
    comments = _joined("".join(_comments(path) for path in _modules()))
    quotes = {one.quote for one in sources._BOOK.values() if not one.house} | {sources._DOPPELRISIKO}
    for quote in quotes:
        for part in i18n._(quote).split("…"):
            assert _joined(part) in comments, part


def _modules() -> list[Path]:
    return sorted((Path(__file__).parents[2] / "controller/rules").glob("*.py"))


def _comments(path: Path) -> str:
    return "".join(re.sub(r"^\s*#", "", line) for line in path.read_text("utf-8").splitlines(True) if "#" in line)


def _joined(text: str) -> str:
    return " ".join(text.split()).strip(" .")


@pytest.mark.parametrize(("game", "players"), GAMES_AND_PLAYERS[:2] + GAMES_AND_PLAYERS[3:])
def test_a_hidden_choice_is_on_no_card_at_any_moment(game: str, players: int) -> None:
    """After each entry of a game, all cards together hold no nonce and no seal of a choice that is hidden then."""
    history = record(game, players, 7, most=45)
    hidden = 0
    for length in range(1, len(history)):
        now = history[:length]
        secret = [one for at, one in enumerate(now) if at in unrevealed(now) and isinstance(one, Chosen)]
        if not secret:
            continue
        hidden += 1
        everything = "".join(paper.sheet(card_of(now, number), []) for number in judged(now)[-1:])
        for one in secret:
            assert one.nonce not in everything
            assert one.seal not in everything
    assert hidden >= 2


def test_there_is_no_card_of_a_round_before_it_is_revealed_and_judged() -> None:
    history = record("ueberwurf", most=3)
    with pytest.raises(RecordError, match="not revealed"):
        card_of(history[:2], 1)
    with pytest.raises(RecordError, match="not revealed"):
        card_of(history[:3], 1)
    with pytest.raises(RecordError, match="round 2 was not played"):
        card_of(history, 2)


def test_what_two_cards_say_before_the_reveal_does_not_depend_on_the_choice() -> None:
    said = set()
    for value in ("d4", "d20"):
        recorder = Recorder(start(), 1)
        recorder.add(Chosen(1, value, "00", "11"))
        with pytest.raises(RecordError) as error:
            card_of(recorder.entries, 1)
        said.add(str(error.value))
    assert len(said) == 1


def test_a_choice_that_was_taken_back_is_on_no_card() -> None:
    recorder = Recorder(start("zugband"), 2)
    recorder.add(Chosen(1, "3", "aa" * 16, "bb" * 32))
    recorder.add(TakenBack(1, 1))
    history = recorder.play(7)
    assert judged(history)
    for number in judged(history):
        assert "aa" * 16 not in paper.sheet(card_of(history, number), [])


def test_a_choice_that_was_undone_before_it_was_revealed_is_on_no_card() -> None:
    recorder = Recorder(start("zugband"), 2)
    recorder.play(3)
    recorder.add(Chosen(1, "1", "aa" * 16, "bb" * 32))
    for entry in (Halted(2), Proposed(2, "undo"), ProposalJudged(1, True)):
        recorder.add(entry)
    for following in agreed(recorder.now):
        recorder.add(following)
    assert isinstance(recorder.entries[-1], Undone)
    history = recorder.play(14)
    assert judged(history)
    for number in judged(history):
        assert "aa" * 16 not in paper.sheet(card_of(history, number), [])


def test_the_line_of_a_commitment_gives_its_seal() -> None:
    """It is run as a reader of the card would run it."""
    history = [one for game, players in GAMES_AND_PLAYERS for one in record(game, players, 3, most=60)]
    values = {one.value: one for one in history if isinstance(one, Chosen)}
    assert {"annul", "wait", "d20"} & values.keys()
    odd = [Lock(1, "it's", "0f", "")]
    lines = [paper.check(Lock(one.seat, one.value, one.nonce, one.seal)) for one in values.values()]
    result = subprocess.run(["sh", "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in result.stdout.splitlines()] == [one.seal for one in values.values()]
    assert paper.check(odd[0]) == ""


def test_a_corrected_choice_shows_what_was_sealed_and_what_counts() -> None:
    """The seal proves what was locked, whatever the referee decides later."""
    history = record("zugband", most=5)
    first = history[1]
    assert isinstance(first, Chosen)
    other = "2" if first.value != "2" else "1"
    corrected = [*history[:3], Corrected(1, "Ida", "pressed the wrong key", value=other)]
    card = card_of(corrected, 1)
    assert (card.locks[0].value, card.locks[0].counts, card.locks[0].seal) == (first.value, other, first.seal)
    text = paper.file(card, [])
    assert "pressed the wrong key" in text
    assert paper.check(card.locks[0]) in _plain(text)


def test_scores_and_throws_are_those_of_the_round() -> None:
    history = record("ueberwurf", 2, 9)
    cards = [card_of(history, number) for number in judged(history)]
    assert [card.round for card in cards] == [1, 2, 3, 4, 5, 6]
    for before, after in pairwise(cards):
        assert [one.after for one in before.scores] == [one.before for one in after.scores]
    thrown = [one for one in history if isinstance(one, Threw)]
    assert [(cast.seat, cast.dice[0].face) for card in cards for cast in card.casts] == [
        (one.seat, next(iter(one.dice.values()))[0]) for one in thrown
    ]
    assert all(card.pictures == (f"picture-{card.round}",) for card in cards)
    # The last die is no choice, so nothing of the sixth round was sealed.
    assert [len([one for one in card.locks if one.seal]) for card in cards] == [2, 2, 2, 2, 2, 0]


def test_how_a_die_was_read_is_said_and_never_rounded_up() -> None:
    card = card_of(Recorder(start(), 5, doubt=0.0).play(60), 1)
    assert {one.how for one in card.casts} == {"read by the camera, at least 99 % sure"}
    card = card_of(Recorder(start(), 5, doubt=1.0).play(60), 1)
    assert [one.how for one in card.casts] == [
        "entered on the panel, confirmed by Jörg",
        "entered on the panel, confirmed by Anna",
    ]


class _Parts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data", "action")]


def _plain(text: str) -> str:
    from html import unescape

    return unescape(text)


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("still") / "still.jpg"
    cv2.imwrite(str(path), np.full((720, 960, 3), (58, 92, 34), np.uint8))
    return path


def _fullest(still: Path) -> tuple[Card, list[tuple[Path, Path | None]]]:
    """Five at Wizard's table, three throws, ten sealed choices."""
    history = record("wizard", 5, 3, most=160, names=FIVE)
    cards = [card_of(history, number) for number in judged(history)]
    card = max(cards, key=lambda one: len(one.locks))
    assert len(card.locks) >= 10
    return card, [(still, still)] * len(card.pictures)


def test_the_file_needs_nothing_else(still: Path) -> None:
    """No script, and nothing that is fetched: it works where there is no network, and tells nobody that it is read."""
    card, pictures = _fullest(still)
    text = paper.file(card, pictures)
    parts = _Parts()
    parts.feed(text)
    assert not {"script", "link", "iframe", "object", "embed", "form", "base"} & set(parts.tags)
    assert parts.links
    assert all(one.startswith("data:") for one in parts.links), [one[:40] for one in parts.links]
    assert not re.search(r"https?://|@import|url\((?!\"data:)", text)
    assert "default-src 'none'" in text


def test_names_are_words_and_no_markup(still: Path) -> None:
    history = record("ueberwurf", names=("<img src=x onerror=alert(1)>", '"&<'))
    text = paper.file(card_of(history, 1), [(still, None)])
    assert "<img src=x" not in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_fullest_card_prints_on_one_sheet(browser: Browser, pictures: Path, still: Path, language: str) -> None:
    """A4, in both languages; the German one is the longer."""
    i18n.use(language)
    page = browser.new_context(java_script_enabled=False, offline=True).new_page()
    cards: list[tuple[str, Card, list[tuple[Path, Path | None]]]] = [
        ("wizard", *_fullest(still)),
        ("ueberwurf", card_of(record("ueberwurf", 2, 9, names=FIVE[2:4]), 3), [(still, None)]),
        ("overload", card_of(record("overload", 5, 9, names=FIVE, most=120), 2), [(still, None)] * 5),
    ]
    for name, card, shown in cards:
        page.set_content(paper.file(card, shown))
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, name
        (pictures / f"card-{name}-{language}.pdf").write_bytes(printed)
    page.context.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    history = record("ueberwurf", 2, 9)
    _write(path, history[:-1] if history[-1].__class__.__name__ == "Ended" else history)
    return path


def _write(path: Path, history: list[AnyEntry]) -> None:
    with Journal(path) as store:
        play, opening = begin(history[0])  # type: ignore[arg-type]
        number = store.begin(history[0], opening)  # type: ignore[arg-type]
        for entry in history[1:]:
            play, events = play.fold(entry)
            store.append(number, [Step(entry, events)])


def test_the_command_writes_a_card(journal: Path, tmp_path: Path) -> None:
    out = tmp_path / "card.html"
    done = CliRunner().invoke(command, ["card", "last", "2", "--out", str(out), "--journal", str(journal)])
    assert done.exit_code == 0, done.output
    text = out.read_text("utf-8")
    assert GAMES["ueberwurf"].name in text
    assert "sha256sum" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["9"], "round 9 was not played; played so far: 1, 2, 3, 4, 5, 6"),
        (["1", "--out", "{journal}"], "name another file"),
        (["1", "--out", "/nowhere/at/all.html"], "cannot be written"),
    ],
)
def test_the_command_refuses_in_one_sentence(journal: Path, tmp_path: Path, arguments: list[str], said: str) -> None:
    given = [one.format(journal=journal) for one in arguments]
    if "--out" not in given:
        given += ["--out", str(tmp_path / "card.html")]
    before = journal.read_bytes()
    done = CliRunner().invoke(command, ["card", "last", *given, "--journal", str(journal)])
    assert done.exit_code != 0
    assert said in str(done.exception), done.output
    assert not (tmp_path / "card.html").exists()
    assert journal.read_bytes() == before
