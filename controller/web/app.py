"""The application: every route of the page. Each group of routes stands in a module of its own."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.errors import EndingError
from controller.i18n import _
from controller.web import api, boards, desk, files, history, panels, rules, setup, verdicts
from controller.web.addresses import own_names
from controller.web.guard import Guard, TooLarge, Turns, too_long
from controller.web.site import FOLDER, Site, rendered

_log = logging.getLogger(__name__)

# What reads whole games, or all of them.
_LONG: Final = ("/history", "/verdict/", "/dice", "/api/history", "/api/dice")


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
        *rules.routes,
        *api.routes,
        *more,
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
    ]
    handlers = {
        HTTPException: _refused,
        TooLarge: _too_long,
        ClientDisconnect: _left,
        EndingError: _ending,
        Exception: _failed,
    }
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.state.site = site
    turns = Turns(_Told(app), _LONG, lambda scope: site.sessions.knows(Request(scope)))
    return _CutShort(Guard(turns, own_names()))


async def _refused(request: Request, error: Exception) -> Response:
    """What was asked for is not there, or not allowed: in words for people, in JSON for programs."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and request.url.path.startswith("/static/") and request.app.state.site.files.changed():
        return await _failed(request, error)
    known = {404: _("There is nothing here. The menu leads to every page."), 405: _("This is not possible here.")}
    own = error.detail != HTTPStatus(error.status_code).phrase
    why = error.detail if own else known.get(error.status_code, error.detail)
    if wants_json(request):
        return JSONResponse({"error": why}, error.status_code, error.headers)
    return rendered("refused.html", error.status_code, why=why)


async def _too_long(_request: Request, _error: Exception) -> Response:
    return too_long()


async def _left(_request: Request, _error: Exception) -> Response:
    """Whoever hangs up in the middle of a request hears no answer, and is worth no line in the log."""
    return Response(status_code=400)


async def _ending(request: Request, error: Exception) -> Response:
    """Somebody has asked for something in the moment in which the station was told to end."""
    return (
        JSONResponse({"error": str(error)}, 503) if wants_json(request) else HTMLResponse(files.page(str(error)), 503)
    )


async def _failed(request: Request, error: Exception) -> Response:
    """Something is wrong with the page itself: a sentence that needs none of its files."""
    own: files.Files = request.app.state.site.files
    if own.changed():
        status, why = 503, files.updated()
        if not own.told:
            _log.error("the page's files were updated under the running station, restart it: %s", error)
        own.told = True
    else:
        status, why = 500, _("The page has failed; the game goes on.")
        _log.error("the page failed", exc_info=error)
    return JSONResponse({"error": why}, status) if wants_json(request) else HTMLResponse(files.page(why), status)


class _Told:
    """What has failed was answered and logged: the server would log all of it once more."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(Exception):
            await self._app(scope, receive, send)


class _CutShort:
    """What the server's end cuts short ends in order: with a sentence, or with what was sent so far. It is no fault."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            with suppress(Exception, asyncio.CancelledError):
                if begun:
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                else:
                    sentence = _("the station ends; see what counts once it is back")
                    await PlainTextResponse(sentence, 503)(scope, receive, send)


def wants_json(request: Request) -> bool:
    """Whether a program asks, not a person."""
    return request.method != "GET" or "text/html" not in request.headers.get("accept", "")
