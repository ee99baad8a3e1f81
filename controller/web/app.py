"""The application: every route of the page. Each group of routes stands in a module of its own."""

import logging
from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from controller.i18n import _
from controller.web import api, boards, desk, history, panels, setup, verdicts
from controller.web.addresses import own_names
from controller.web.guard import Guard, TooLarge, too_long
from controller.web.site import FOLDER, Site, rendered

_log = logging.getLogger(__name__)


def application(site: Site, more: Iterable[BaseRoute] = ()) -> ASGIApp:
    """The whole page.

    Args:
        site: what its routes work with.
        more: further routes.
    """
    routes = [
        *boards.routes,
        *panels.routes,
        *desk.routes,
        *setup.routes,
        *verdicts.routes,
        *history.routes,
        *api.routes,
        *more,
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
    ]
    handlers = {HTTPException: _refused, TooLarge: _too_long, Exception: _failed}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.state.site = site
    return Guard(app, own_names())


async def _refused(request: Request, error: Exception) -> Response:
    """What was asked for is not there, or not allowed: in words for people, in JSON for programs."""
    assert isinstance(error, HTTPException)
    known = {404: _("There is nothing here."), 405: _("This is not possible here.")}
    why = known.get(error.status_code, error.detail)
    if wants_json(request):
        return JSONResponse({"error": why}, error.status_code, error.headers)
    return rendered("refused.html", error.status_code, why=why)


async def _too_long(_request: Request, _error: Exception) -> Response:
    return too_long()


async def _failed(_request: Request, error: Exception) -> Response:
    _log.error("the page failed", exc_info=error)
    return JSONResponse({"error": _("The page has failed; the game goes on.")}, 500)


def wants_json(request: Request) -> bool:
    """Whether a program asks, not a person."""
    return request.method != "GET" or "text/html" not in request.headers.get("accept", "")
