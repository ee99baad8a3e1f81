"""Short trials of stations that end while somebody uses them; long ones by ``make restarts`` and ``make rivals``."""

import random
from pathlib import Path
from typing import Any

import pytest

from controller.journal.lines import Line
from tests.station import restarts, rivals
from tests.station.guests import Heard
from tests.station.lives import nothing_lost, written


def test_nothing_acknowledged_is_lost_when_a_station_ends_at_any_instant(tmp_path: Path) -> None:
    trial = restarts.Trial(tmp_path, random.Random(3))
    trial.run(4)
    assert trial.lives == trial.ends.total() == 4


def test_never_do_two_stations_have_the_journal(tmp_path: Path) -> None:
    trial = rivals.Trial(tmp_path, random.Random(5))
    trial.run(2)
    assert trial.came.total() >= 2


LINE = Line("2026-01-01T00:00:00Z", '{"kind":"choice","seat":1,"value":"2"}', "[]", "00")


def test_the_trial_finds_an_entry_that_is_lost() -> None:
    nothing_lost({1: [LINE]}, {1: [LINE, LINE], 2: []})
    with pytest.raises(AssertionError, match="an entry of game 1 is lost"):
        nothing_lost({1: [LINE, LINE]}, {1: [LINE]})
    assert written({1: [LINE]}, {1: [LINE, LINE], 2: []}) == [{"kind": "choice", "seat": 1, "value": "2"}]


def heard(**what: Any) -> Heard:
    made = Heard()
    for name, value in what.items():
        getattr(made, name).update(value) if name == "chosen" else getattr(made, name).extend(value)
    return made


@pytest.mark.parametrize(
    ("said", "there", "found"),
    [
        ("", heard(chosen={(1, "3"): 1}), "acknowledged and not in the record"),
        ("", heard(ruled=["reason 1"]), "decided and not in the record"),
        ("", heard(sent=["Anna 1", "Anna 2"], names=["Anna 2"]), "was acknowledged"),
        ("", heard(wrong=["GET /: 500"]), "500"),
        ("Traceback (most recent call last)", heard(), "failed"),
    ],
)
def test_the_trial_finds_what_was_acknowledged_and_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, there: Heard, found: str
) -> None:
    (tmp_path / "dicetable.toml").write_text('[station]\nnames = ["Anna 1"]\n')
    monkeypatch.setattr(restarts, "records", lambda journal: {1: [LINE]})
    trial = restarts.Trial(tmp_path, random.Random(1))
    with pytest.raises(AssertionError, match=found):
        trial._prove({}, there, said, 0)
    trial._prove({}, heard(chosen={(1, "2"): 1}), "", 0)
