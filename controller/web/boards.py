"""What everybody may look at: scoreboard, overlay, the shapes of dice, the pictures of throws."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from controller.i18n import _
from controller.web.site import Site, rendered
from controller.web.solids import solids

_FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


async def _scoreboard(_request: Request) -> HTMLResponse:
    return rendered("scoreboard.html")


async def _overlay(_request: Request) -> HTMLResponse:
    return rendered("overlay.html")


async def _solids(_request: Request) -> JSONResponse:
    return JSONResponse(solids(), headers={"Cache-Control": "no-cache"})


async def _picture(request: Request) -> Response:
    site: Site = request.app.state.site
    data = site.publisher.pictures.get(request.path_params["name"])
    if data is None:
        raise HTTPException(404, _("This picture is not kept any more."))
    # The name follows from the picture itself.
    return Response(data, media_type="image/jpeg", headers=_FOR_GOOD)


async def _clip(request: Request) -> Response:
    """How the dice of a picture came to lie, as an animated WebP."""
    site: Site = request.app.state.site
    frame = site.publisher.frames.get(request.path_params["name"])
    path = await asyncio.to_thread(site.evidence.clip, frame) if frame and site.evidence else None
    if path is None:
        raise HTTPException(404, _("This clip is not kept, or not ready yet."))
    return FileResponse(path, media_type="image/webp", headers=_FOR_GOOD)


routes = [
    Route("/", _scoreboard),
    Route("/overlay", _overlay),
    Route("/solids.json", _solids),
    Route("/picture/{name}.jpg", _picture),
    Route("/picture/{name}.webp", _clip),
]
