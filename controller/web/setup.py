"""Set-up in the browser: game, players, camera, dice, keys, display. For this machine itself, and for the referee."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from controller.web import setup_camera, setup_dice, setup_game, setup_trials, setup_words
from controller.web.bench import desk_for
from controller.web.site import Site, rendered


async def _page(request: Request) -> HTMLResponse:
    site: Site = request.app.state.site
    desk = desk_for(request)
    section = request.path_params.get("section", "game")
    if section not in setup_words.SECTIONS:
        raise HTTPException(404)
    words = setup_words.words()
    data: dict[str, Any] = {
        "words": words,
        "token": site.sessions.token(request) or "",
        "live": desk.live is not None,
        "simulated": bool(desk.live and desk.live.simulated),
        "players": list(site.players),
        "port": desk.config.display.port,
    }
    return rendered("setup.html", s=words, section=section, data=data)


routes = [
    *setup_game.routes,
    *setup_camera.routes,
    *setup_dice.routes,
    *setup_trials.routes,
    Route("/setup", _page),
    Route("/setup/{section}", _page),
]
