"""The interface for programs: described as it is, and not brought down by anything that is sent to it."""

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from starlette.routing import Route

from controller import i18n
from controller.web import api, api_words, boards, desk, history, panels, rules
from controller.web.site import FOLDER
from tests.web.asking import Bot, Listener, ask
from tests.web.contract import Contract, house
from tests.web.house import House
from tests.web.test_desk import one_round

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
        page = re.sub("</?code>", "`", ask(house.where, "/api").body.decode())
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


@pytest.mark.filterwarnings("ignore")
def test_whatever_is_sent_is_answered_as_the_description_promises(tmp_path: Path) -> None:
    """Every route with what fits its description and what does not, as the seat and as the referee: no 500, ever."""
    with ExitStack() as stack:
        place = stack.enter_context(house(stack, tmp_path))
        first, second = (stack.enter_context(Bot(place, seat)) for seat in (1, 2))
        one_round(first, second, ("d4", "d20"))
        contract = Contract(place, examples=12)
        contract.check()
        assert contract.broken == {}
        assert contract.answered.keys() >= {200, 400, 404, 409}
        assert ask(place.where, "/api/state").ok, "it still answers"


@pytest.mark.filterwarnings("ignore")
def test_a_promise_that_is_not_kept_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps the test above from passing whatever is answered: the games' description is made to lie."""
    lie = api._description()
    lie["paths"] = {"/api/games": lie["paths"]["/api/games"]}
    lie["components"]["schemas"]["Game"]["properties"]["name"] = {"type": "integer"}
    monkeypatch.setattr(api, "_description", lambda: lie)
    with ExitStack() as stack:
        contract = Contract(stack.enter_context(house(stack, tmp_path)), examples=2)
        contract.check()
        assert list(contract.broken) == ["GET /api/games"]
        assert "Response violates schema" in contract.broken["GET /api/games"]
