"""The record: amended and never erased, proved, taken to another machine, and closed for what is still hidden."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.errors import RecordError, RefereeError
from controller.journal import check, export
from controller.journal.entries import Closed, Corrected, Ended, Started
from controller.journal.store import Journal
from controller.play import Play, begin, replay
from controller.referee import amend, annulment, consequences, unrevealed, voiding
from controller.rules.core import Answer, Choose, Face, Thrown
from tests.controller.game import random_game
from tests.journal.truth import entry_of, write

START = Started("ueberwurf", 1, 2, ("Anna", "Jörg"))
BY, WHY = "Referee", "the die was cocked"


def written(journal: Journal, script: Sequence[Answer]) -> int:
    """Record a game as the table does, as far as the script goes."""
    return write(journal, START, script)


def played(script: Sequence[Answer]) -> Play:
    play, _events = begin(START)
    for answer in script:
        play, _events = play.fold(entry_of(answer))
    return play


@pytest.fixture
def journal(tmp_path: Path):  # type: ignore[no-untyped-def]
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


@pytest.mark.parametrize("seed", range(5))
def test_a_corrected_throw_equals_a_game_played_so_from_the_start(journal: Journal, seed: int) -> None:
    script = random_game(seed)
    for place, answer in enumerate(script):
        if not isinstance(answer, Thrown):
            continue
        ((kind, (value,)),) = answer.dice.items()
        other: dict[str, tuple[Face, ...]] = {kind: (int(value) % int(kind[1:]) + 1,)}
        game = written(journal, script)
        play = amend(journal, game, Corrected(place + 1, BY, WHY, dice=other))
        assert play.state == played([*script[:place], Thrown(answer.seat, other), *script[place + 1 :]]).state
        assert journal.unfinished() is None
        last = journal.read(game)[-1]
        assert isinstance(last, Ended)
        assert play.outcome is not None
        assert last.outcome == play.outcome.as_json()["outcome"]


def test_a_corrected_choice_that_breaks_later_ones_needs_a_decision(journal: Journal) -> None:
    """The die that seat 1 should have had in round 1 is chosen again later: the referee is told where."""
    script = random_game(3)
    first, later = [place for place, answer in enumerate(script) if isinstance(answer, Choose) and answer.seat == 1][:2]
    wrong = script[later]
    assert isinstance(wrong, Choose)
    game = written(journal, script)
    history = journal.read(game)
    correction = Corrected(first + 1, BY, WHY, value=wrong.value)
    broken = consequences(history, correction)
    assert any(one.place == later + 1 for one in broken)
    assert all(one.why for one in broken)
    with pytest.raises(RefereeError):
        amend(journal, game, correction)
    assert journal.read(game) == history, "nothing is written while it would leave an illegal entry"
    play = amend(journal, game, voiding(history, correction, broken))
    assert play.outcome is None
    assert journal.unfinished() == game
    assert replay(journal.read(game))[0].state == play.state


def test_an_annulled_round_is_played_anew(journal: Journal) -> None:
    script = random_game(6)
    game = written(journal, script)
    amendment = annulment(journal.read(game), 2, BY, WHY)
    assert amendment.last - amendment.first == 3, "two choices and two throws"
    broken = consequences(journal.read(game), amendment)
    # Round six left no choice, so none was recorded; now it does, and its throws wait for one.
    assert {one.place for one in broken} == {len(script) - 1, len(script)}
    play = amend(journal, game, voiding(journal.read(game), amendment, broken))
    assert play.outcome is None
    kept = [script[place - 1] for place in range(1, len(script) - 1) if not amendment.first <= place <= amendment.last]
    assert play.state == played(kept).state


def test_a_round_that_was_not_played_cannot_be_annulled(journal: Journal) -> None:
    game = written(journal, random_game(6)[:3])
    with pytest.raises(RefereeError, match="round 4"):
        annulment(journal.read(game), 4, BY, WHY)


def test_corrections_can_be_corrected(journal: Journal) -> None:
    script = random_game(9)
    place = next(place for place, answer in enumerate(script) if isinstance(answer, Thrown))
    throw = script[place]
    assert isinstance(throw, Thrown)
    ((kind, (value,)),) = throw.dice.items()
    game = written(journal, script)
    amend(journal, game, Corrected(place + 1, BY, WHY, dice={kind: (int(value) % int(kind[1:]) + 1,)}))
    play = amend(journal, game, Corrected(place + 1, BY, WHY, dice={kind: (value,)}))
    assert play.state == played(script).state
    assert len(journal.read(game)) == len(script) + 2 + 4


def test_a_hidden_choice_cannot_be_corrected_by_anybody(journal: Journal) -> None:
    script = random_game(2)
    first = next(place for place, answer in enumerate(script) if isinstance(answer, Choose))
    game = written(journal, script[: first + 1])
    assert unrevealed(journal.read(game)) == {first + 1}
    with pytest.raises(RefereeError, match="still hidden"):
        amend(journal, game, Corrected(first + 1, BY, WHY, value="d4"))


@pytest.mark.parametrize(
    ("correction", "complaint"),
    [
        (Corrected(0, BY, WHY, value="d8"), "entry 0 cannot be corrected"),
        (Corrected(99, BY, WHY, value="d8"), "entry 99 does not count"),
        (Corrected(1, BY, WHY, dice={"d8": (3,)}), "entry 1 cannot be corrected"),
    ],
)
def test_what_cannot_be_corrected_is_refused(journal: Journal, correction: Corrected, complaint: str) -> None:
    game = written(journal, random_game(2))
    with pytest.raises(RefereeError, match=complaint):
        consequences(journal.read(game), correction)
    with pytest.raises(RefereeError, match=complaint):
        amend(journal, game, correction)


@pytest.mark.parametrize(
    ("closed", "winner"),
    [
        (Closed("conceded", "Jörg", "late", 2), [1]),
        (Closed("forfeited", "Referee", "left", 1), [2]),
        (Closed("aborted", "Referee", "power"), []),
    ],
)
def test_a_game_can_end_before_its_end(journal: Journal, closed: Closed, winner: list[int]) -> None:
    game = written(journal, random_game(2)[:9])
    play = amend(journal, game, closed)
    assert play.outcome is not None
    outcome = play.outcome.as_json()["outcome"]
    assert outcome["winner"] == winner
    assert outcome["reason"] == closed.reason
    assert not play.needs
    assert journal.unfinished() is None
    with pytest.raises(RefereeError, match="over"):
        amend(journal, game, closed)


def amended_game(journal: Journal) -> int:
    """A record with everything in it: corrected, annulled, voided, closed."""
    script = random_game(4)
    game = written(journal, script)
    place = next(place for place, answer in enumerate(script) if isinstance(answer, Thrown))
    throw = script[place]
    assert isinstance(throw, Thrown)
    ((kind, _values),) = throw.dice.items()
    amend(journal, game, Corrected(place + 1, BY, WHY, dice={kind: (1,)}))
    round_ = annulment(journal.read(game), 6, BY, WHY)
    amend(journal, game, voiding(journal.read(game), round_, consequences(journal.read(game), round_)))
    amend(journal, game, Closed("conceded", "Jörg", "late", 2))
    return game


def test_a_record_holds(journal: Journal) -> None:
    for game in (written(journal, random_game(1)), amended_game(journal), written(journal, random_game(1)[:4])):
        (row,) = [row for row in journal.games() if row.id == game]
        assert check.faults(journal.lines(game), row.seed) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("UPDATE entry SET body = replace(body, '\"seat\":', '\"seat\":1') WHERE sequence = 5", "chain"),
        ("UPDATE entry SET at = '2000-01-01' WHERE sequence = 5", "chain"),
        ("UPDATE entry SET events = '[]' WHERE sequence = 5", "events"),
        ("DELETE FROM entry WHERE sequence = 5", "chain"),
        ("UPDATE entry SET body = '{' WHERE sequence = 5", "cannot be read"),
        (
            "UPDATE entry SET body = replace(body, '\"winner\":[', '\"winner\":[2,') WHERE body LIKE '%ended%'",
            "outcome",
        ),
        ('UPDATE entry SET body = replace(body, \'"value":"d\', \'"value":"d1\') WHERE sequence = 2', "sealed"),
    ],
)
def test_every_change_to_a_record_is_found(journal: Journal, tmp_path: Path, change: str, complaint: str) -> None:
    game = written(journal, random_game(1))
    other = sqlite3.connect(tmp_path / "journal.db")
    with other:
        assert other.execute(change).rowcount == 1
    other.close()
    found = check.faults(journal.lines(game), journal.games()[0].seed)
    assert any(complaint in fault for fault in found), found


def test_an_exported_game_is_the_same_game(journal: Journal, tmp_path: Path) -> None:
    written(journal, random_game(7))
    game = amended_game(journal)
    (row,) = [row for row in journal.games() if row.id == game]
    path = tmp_path / "game.json"
    path.write_text(export.to_json(row, journal.lines(game)), encoding="utf-8")
    json.loads(path.read_text())
    again, lines = export.from_json(path)
    assert lines == journal.lines(game)
    assert (again.seed, again.name) == (row.seed, "ueberwurf")
    assert check.faults(lines, again.seed) == []


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format":1,"game":"x","started":"","seed":"","lines":[{}]}', "\xff"], ids=range(5)
)
def test_a_file_that_is_no_exported_game_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(RecordError, match=r"game\.json: is no exported game"):
        export.from_json(path)
    with pytest.raises(RecordError, match="cannot be read"):
        export.from_json(tmp_path / "absent.json")
