"""Texts of people: refused where they come in, in one sentence; shown with a sign where a record has them already."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from controller import config, i18n, referee
from controller.commands.record import show
from controller.errors import ConfigError, RefereeError
from controller.journal.entries import Annulled, Started
from controller.journal.store import Journal
from controller.plain import REASON_LENGTH, shown, unseen
from controller.play import begin

UNSEEN = {
    "a bidi override": ("Anna\u202egnihton", "U+202E"),
    "an isolate": ("\u2067Anna", "U+2067"),
    "a line": ("Anna\nJörg", "U+000A"),
    "a tab": ("An\tna", "U+0009"),
    "a terminal's command": ("An\x1b[2Jna", "U+001B"),
    "nothing": ("An\u200bna", "U+200B"),
    "a soft hyphen": ("An\u00adna", "U+00AD"),
    "a paragraph": ("An\u2029na", "U+2029"),
    "a private sign": ("An\ue000na", "U+E000"),
    "a tower of marks": ("A" + "\u0301" * 9, "U+0301"),
    "a hard space": ("An\u00a0na", "U+00A0"),
}
PLAIN = (
    "Jörg",
    "Ana María",
    "O’Brien",
    "Ngọc Ánh",
    "Ωμέγα",
    "علی",
    "नेहा",
    "👩\u200d🚀 Mo",
    "👍🏽",
    "Zoë-Lou (7)",
    "e\u0301",
)


@pytest.mark.parametrize(("text", "code"), UNSEEN.values(), ids=UNSEEN)
@pytest.mark.parametrize("key", ["names", "stakes"])
def test_what_cannot_be_seen_is_refused_by_the_configuration(tmp_path: Path, key: str, text: str, code: str) -> None:
    """The file, the command line and the set-up page all come through here."""
    with pytest.raises(ConfigError) as refused:
        config.load(overrides={f"station.{key}": ["Mo", text]})
    sentence = str(refused.value)
    assert sentence.startswith(f"command line: station.{key}: found ")
    assert sentence.endswith(f"allowed: letters and signs that are seen, in one line; not {code}")
    assert unseen(sentence) == "", "the sentence itself holds none of it"


@pytest.mark.parametrize("text", PLAIN)
def test_names_of_people_everywhere_are_taken(text: str) -> None:
    assert config.load(overrides={"station.names": [text]}).config.station.names == [text]
    assert shown(text) == text


def test_a_stake_that_fills_the_page_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"station\.stakes: found .*, allowed: at most 80 letters"):
        config.load(overrides={"station.stakes": ["x" * 81]})


@pytest.mark.parametrize(("text", "code"), UNSEEN.values(), ids=UNSEEN)
def test_a_referees_reason_that_cannot_be_seen_is_refused(text: str, code: str) -> None:
    play = begin(Started("zugband", 1, 2))[0]
    for by, why in ((text, "looked again"), ("Mo", text)):
        with pytest.raises(RefereeError, match=r"allowed are letters and signs that are seen, in one line; not ") as no:
            referee.ruling(play, Annulled(1, 1, 1, by, why))
        assert code in str(no.value)
        assert unseen(str(no.value)) == ""


def test_a_reason_without_end_is_refused() -> None:
    play = begin(Started("zugband", 1, 2))[0]
    with pytest.raises(RefereeError, match=f"at most {REASON_LENGTH} letters"):
        referee.ruling(play, Annulled(1, 1, 1, "Mo", "x" * 301))


def test_a_record_from_elsewhere_commands_no_terminal(tmp_path: Path) -> None:
    """Records may be older than the rule, or come from another station: they are shown with a sign."""
    started = Started("zugband", 1, 2, ("An\x1b[2Jna\u202e", "Jörg"), stakes={"1": "all\u2067"})
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        journal.begin(started, begin(started)[1])
    i18n.use("en")
    told = CliRunner().invoke(show, ["1", "--journal", str(path)], obj=None, catch_exceptions=False)
    assert "An�[2Jna�" in told.output
    assert all(unseen(line) == "" for line in told.output.splitlines())
    assert begin(started)[0].names[1] == "An�[2Jna�"
    assert msgspec.json.decode(msgspec.json.encode(started), type=Started) == started, (
        "the record itself stays as it is"
    )
