"""Nonsense in every place where something can be sent: no failure, no word about how the program is made."""

import logging
from pathlib import Path

import pytest

from controller.web import guard
from tests.web.asking import ask
from tests.web.fuzz import Nonsense, house, prepare


@pytest.mark.parametrize("seed", [1, 2])
def test_no_nonsense_brings_the_page_down_or_makes_it_talk(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.Buckets, "take", guard.Buckets.take)  # is put back afterwards
    with caplog.at_level(logging.ERROR), house(tmp_path) as place:
        prepare(place)
        fuzz = Nonsense(place, seed)
        for _ in range(250):
            fuzz.send()
        assert fuzz.wrong == []
        assert fuzz.answered.keys() >= {200, 400, 404, 405, 409}
        assert ask(place.where, "/api/state").ok
    assert not [record for record in caplog.records if record.name.startswith("controller.web")]
