"""Files that are gone or new under a running station: it says so, in words for people and in JSON for programs."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from controller import i18n
from controller.web import app, boards, opening, site
from tests.web.asking import ask
from tests.web.house import PATIENCE, House

SENTENCES = {
    "en": "The station was updated while it was running: restart it. The game goes on where it was.",
    "de": "Die Station wurde im laufenden Betrieb aktualisiert: Bitte starte sie neu. Das Spiel geht weiter, wo es "
    "war.",
}


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.use(request.param)
    yield request.param
    i18n.use("en")


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The page's files, as a copy that may be updated."""
    folder = tmp_path / "web"
    for name in ("templates", "static"):
        shutil.copytree(site.FOLDER / name, folder / name)
    monkeypatch.setattr(site, "FOLDER", folder)
    monkeypatch.setattr(app, "FOLDER", folder)
    monkeypatch.setattr(site._TEMPLATES, "loader", FileSystemLoader(folder / "templates"))
    return folder


def test_a_page_whose_template_is_gone_says_that_the_station_was_updated(
    tmp_path: Path, files: Path, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    with House(tmp_path) as house:
        assert ask(house.where, "/", Accept="text/html").ok
        shutil.rmtree(files / "templates")
        answer = ask(house.where, "/", Accept="text/html")
        assert answer.status == 503
        assert answer.headers["content-type"].startswith("text/html")
        assert f"<p>{SENTENCES[language]}</p>" in answer.body.decode()
        assert f'<html lang="{language}">' in answer.body.decode()
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        program = ask(house.where, "/")
        assert (program.status, program.json()) == (503, {"error": SENTENCES[language]})
        assert ask(house.where, "/nothing", Accept="text/html").status == 503, (
            "nor is there a page for what is not there"
        )
    lines = [one for one in caplog.records if one.levelname == "ERROR"]
    assert len(lines) == 1, "one line, however often somebody asks"
    assert "restart it" in lines[0].getMessage()
    assert not lines[0].exc_info


def test_a_file_that_is_gone_by_an_update_is_not_just_missing(tmp_path: Path, files: Path) -> None:
    with House(tmp_path) as house:
        assert ask(house.where, "/static/nothing.js").status == 404
        (files / "static/scoreboard.js").rename(files / "static/board.js")
        answer = ask(house.where, "/static/scoreboard.js")
        assert (answer.status, answer.json()) == (503, {"error": SENTENCES["en"]})
        assert ask(house.where, "/api/state").ok, "the rest goes on"


def test_a_template_of_another_version_is_told_from_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where the server begins only after the update, as a slow machine's does, and one that had failed."""
    begins = threading.Event()
    begin = opening._application

    def late(of: site.Site) -> ASGIApp:
        assert begins.wait(PATIENCE)
        return begin(of)

    monkeypatch.setattr(opening, "_application", late)
    with House(tmp_path) as house:
        (files / "templates/scoreboard.html").write_text("{{ words.of_the_next_version.title }}")
        begins.set()
        answer = ask(house.where, "/", Accept="text/html")
        assert (answer.status, SENTENCES["en"] in answer.body.decode()) == (503, True)


def test_a_fault_of_the_page_itself_is_a_sentence_and_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_request: Request) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(boards, "routes", [Route("/", broken)])
    with House(tmp_path) as house:
        answer = ask(house.where, "/", Accept="text/html")
        assert answer.status == 500
        assert "<p>The page has failed; the game goes on.</p>" in answer.body.decode()
        assert ask(house.where, "/").json() == {"error": "The page has failed; the game goes on."}
    assert len([one for one in caplog.records if one.exc_info]) == 2
