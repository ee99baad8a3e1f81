"""How the games work, for whoever plays one for the first time: a page for people, and the same for programs."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from controller.rules import GAMES
from controller.web.rules_words import game, short
from controller.web.site import rendered


async def _games(_request: Request) -> JSONResponse:
    return JSONResponse({"games": [game(info) for info in GAMES.values()]})


async def _page(_request: Request) -> HTMLResponse:
    games = [{**game(info), "short": short(info)} for info in GAMES.values()]
    return rendered("rules.html", games=games)


routes = [
    Route("/rules", _page),
    Route("/api/games", _games),
]
