"""What programs may read: the state, the rounds, what happened, and all of it as a stream. Nothing that is hidden."""

import json
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.i18n import _
from controller.web.addresses import neighbourhood
from controller.web.api_words import in_words
from controller.web.site import FOLDER, Site, rendered
from controller.web.stream import Stream, after

_OPENAPI: Final = FOLDER / "openapi.json"
PARTS: Final = ("state", "rounds", "picture", "leds")


async def _stream(request: Request) -> Stream:
    site: Site = request.app.state.site
    # The referee's, and the station's own screen, are not among those who only watch.
    address = None if site.may_set_up(request) else neighbourhood(request.client.host if request.client else "")
    return Stream(site.hub, None, after(request), address)


async def _part(request: Request) -> Response:
    site: Site = request.app.state.site
    part = request.path_params["part"]
    if part not in PARTS:
        raise HTTPException(404)
    # Before the first game there is nothing yet.
    data = site.hub.latest.get(part, b"null")
    return Response(data, media_type="application/json")


async def _events(request: Request) -> Response:
    """What happened after an entry, as far back as it is kept."""
    site: Site = request.app.state.site
    found = b",".join(site.hub.events(after(request) or 0))
    return Response(b'{"happened":[%s]}' % found, media_type="application/json")


async def _described(_request: Request) -> Response:
    """The same for people."""
    return rendered("api.html", paths=_description()["paths"])


async def _openapi(_request: Request) -> JSONResponse:
    described = _description()
    described["info"]["title"] = _("Dice table")
    return JSONResponse(described)


def _description() -> Any:
    return in_words(json.loads(_OPENAPI.read_text("utf-8")))


routes = [
    Route("/api", _described),
    Route("/api/openapi.json", _openapi),
    Route("/api/stream", _stream),
    Route("/api/events", _events),
    Route("/api/{part}", _part),
]
