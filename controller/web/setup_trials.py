"""Trying keys and display in the browser."""

from typing import Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.i18n import _
from controller.setup import display
from controller.setup.desk import SetupDesk
from controller.web.bench import command, desk_for
from controller.web.site import Site


class Trial(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the keys are tried from now on."""

    act: Literal["begin", "end"]


class Test(msgspec.Struct, forbid_unknown_fields=True):
    """Which picture the display shows."""

    picture: str


def _keys_now(desk: SetupDesk) -> dict[str, object]:
    """Each press of the trial: seat and key. Nothing while there is none, whatever is pressed then."""
    trial = desk.keys.trial
    pressed = [] if trial is None else [{"seat": seat, "key": key} for seat, key in trial]
    return {"on": trial is not None, "why_not": desk.keys.why_not(), "pressed": pressed}


async def _keys(request: Request) -> JSONResponse:
    desk = desk_for(request)
    site: Site = request.app.state.site
    return JSONResponse(await site.page.do(lambda: _keys_now(desk)))


async def _try_keys(request: Request) -> Response:
    desk, given = await command(request, Trial)
    site: Site = request.app.state.site

    def there() -> str:
        if given.act == "begin":
            return desk.keys.begin()
        desk.keys.end()
        return ""

    why = await site.page.do(there)
    if why:
        raise HTTPException(409, why)
    return await _keys(request)


async def _pictures(request: Request) -> JSONResponse:
    desk_for(request)
    shown = [
        {"name": name, "about": _(about), "lights": display.picture(name).data.hex()}
        for name, about in display.NAMES.items()
    ]
    return JSONResponse({"pictures": shown})


async def _try_display(request: Request) -> Response:
    desk, given = await command(request, Test)
    site: Site = request.app.state.site
    if given.picture not in display.NAMES:
        text = _("There is no test picture {found}; there is: {allowed}")
        raise HTTPException(400, text.format(found=given.picture, allowed=", ".join(display.NAMES)))
    await site.page.do(lambda: desk.test_display(given.picture))
    return JSONResponse({"seconds": display.SECONDS})


routes = [
    Route("/setup/keys/state", _keys),
    Route("/setup/keys/act", _try_keys, methods=["POST"]),
    Route("/setup/display/pictures", _pictures),
    Route("/setup/display/act", _try_display, methods=["POST"]),
]
