"""The interface for programs: described as it is, and not brought down by anything that is sent to it."""

import json
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from markupsafe import escape
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from starlette.routing import Route

from controller import i18n
from controller.web import api, api_words, boards, desk, history, panels, rules
from controller.web.site import FOLDER
from tests.web.asking import Bot, Listener, ask
from tests.web.house import House
from tests.web.test_desk import PIN, Desk

PAGES = {
    "/",
    "/overlay",
    "/rules",
    "/seats",
    "/qr/{seat}.svg",
    "/seat/{secret}",
    "/picture/{name}.jpg",
    "/picture/{name}.webp",
    "/history",
    "/history/players",
    "/history/{game}",
    "/dice",
    "/api",
    "/api/openapi.json",
}
DESK = {"/referee", "/referee/enter", "/referee/leave", "/referee/live.jpg"}


def test_every_route_is_described_or_is_a_page(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        described = set(ask(house.where, "/api/openapi.json").json()["paths"])
    routes = [*api.routes, *boards.routes, *desk.routes, *history.routes, *panels.routes, *rules.routes]
    paths = {route.path.replace(":number", "") for route in routes if isinstance(route, Route)} - {"/api/{part}"}
    parts = {f"/api/{part}" for part in api.PARTS}
    assert paths | parts == described | PAGES | DESK


def test_the_description_speaks_the_stations_language(tmp_path: Path) -> None:
    i18n.use("de")
    with House(tmp_path) as house:
        described = ask(house.where, "/api/openapi.json").json()
        page = ask(house.where, "/api").body.decode()
    english = json.loads((FOLDER / "openapi.json").read_text("utf-8"))
    told = texts_of(english)
    assert told == set(api_words.TEXTS), "controller/web/api_words.py names them for the translators"
    assert told & texts_of(described) == set()
    for ways in described["paths"].values():
        for way in ways.values():
            assert "summary" not in way or str(escape(way["summary"])) in page


def texts_of(described: Any) -> set[str]:
    """All summaries and descriptions."""
    if isinstance(described, list):
        return set().union(*map(texts_of, described))
    if not isinstance(described, dict):
        return set()
    own = {text for key in ("summary", "description") if isinstance(text := described.get(key), str)}
    return own.union(*map(texts_of, described.values()))


def test_what_everybody_may_read_needs_no_key_and_changes_nothing(tmp_path: Path) -> None:
    with House(tmp_path) as house, Listener(house.where) as listener:
        listener.until("state")
        for path in ("state", "rounds", "picture", "leds", "events", "games"):
            assert ask(house.where, f"/api/{path}").ok
            assert ask(house.where, f"/api/{path}", "POST", {}).status == 405
        assert ask(house.where, "/api/questions").status == 404
        assert house.table.journal.sequence == 1


def test_events_can_be_asked_for_from_an_entry_on(tmp_path: Path) -> None:
    with House(tmp_path) as house, Bot(house, 1) as bot:
        bot.send(value="d4")
        bot.stream.told("locked")
        told = ask(house.where, "/api/events?after=1").json()["happened"]
        assert [event["event"] for one in told for event in one["events"]] == ["locked"]
        assert ask(house.where, "/api/events?after=2").json() == {"happened": []}


# Streams never end, and so are no answer that a program could check; theirs are in test_stream.
ANSWERED = ("/api/", "/seat/", "/referee/", "/solids")


@pytest.mark.filterwarnings("ignore")
def test_nothing_that_is_sent_brings_it_down(tmp_path: Path) -> None:
    """Every route with what fits its description and what does not, as the seat and as the referee: no 500, ever."""
    with House(tmp_path, secret=PIN) as house:
        referee = Desk(house.where)
        described = ask(house.where, "/api/openapi.json").json()
        secret = house.seat(1).rsplit("/", 1)[1]
        described["paths"] = {path: ways for path, ways in described["paths"].items() if "stream" not in path}
        schema = schemathesis.openapi.from_dict(
            described, config=SchemathesisConfig.from_dict({"base-url": house.where})
        )
        headers = {"Cookie": referee.cookie, "X-Referee": referee.token}
        seen: set[int] = set()
        for operation in schema.get_all_operations():
            found: Any = operation
            _fuzz(found.ok(), secret, headers, seen)
        assert seen >= {200, 400, 404, 409}
        assert ask(house.where, "/api/state").ok, "it still answers"


def _fuzz(operation: Any, secret: str, headers: dict[str, str], seen: set[int]) -> None:
    @hypothesis.settings(
        max_examples=12, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.given(case=operation.as_strategy(), real=hypothesis.strategies.booleans())
    def sent(case: Any, real: bool) -> None:
        if real and "secret" in case.path_parameters:
            case.path_parameters["secret"] = secret
        answer = case.call(headers=headers)
        seen.add(answer.status_code)
        case.validate_response(answer, checks=[not_a_server_error])

    sent()
