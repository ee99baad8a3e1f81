"""The seats' panels in a browser: each at an address of its own, with a secret in it; and the page that shows these."""

from io import BytesIO
from typing import Annotated, Literal

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from controller.i18n import _
from controller.web.page import Pressed
from controller.web.site import Site, rendered
from controller.web.stream import Stream, after
from controller.web.words import MISHAPS


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What a panel sends: an option that is locked, or a key. ``pad`` makes every answer equally long."""

    question: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    value: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    key: Literal["ok", "back", "hold"] | None = None
    pad: str = ""


def _seat(request: Request) -> int:
    site: Site = request.app.state.site
    seat = site.seats.seat(request.path_params["secret"])
    if seat is None:
        raise HTTPException(404, _("This address is no seat's, or not any more. Scan the seat's code again."))
    return seat


async def _panel(request: Request) -> HTMLResponse:
    seat = _seat(request)
    site: Site = request.app.state.site
    return rendered("seat.html", seat=seat, path=site.seats.path(seat), mishaps=_mishaps(site))


async def _stream(request: Request) -> Stream:
    """A seat's stream: everybody's, and its own question."""
    site: Site = request.app.state.site
    return Stream(site.hub, _seat(request), after(request))


async def _answer(request: Request) -> Response:
    """An answer is always answered in the same words, whatever was chosen."""
    seat = _seat(request)
    site: Site = request.app.state.site
    try:
        answer = msgspec.json.decode(await request.body(), type=Answer)
    except msgspec.DecodeError as error:
        raise HTTPException(400, str(error)) from None
    if (answer.value is None) == (answer.key is None):
        raise HTTPException(400, _("an answer has a value or a key"))
    page = site.page

    def press() -> Pressed:
        if answer.value is not None:
            return page.answer(seat, answer.question, answer.value)
        assert answer.key is not None
        return page.key(seat, answer.question, answer.key)

    done = await page.pressed(press)
    # Whoever presses in the very moment in which a question ends has done nothing wrong.
    status = {"done": 200, "gone": 200, "kept": 200, "impossible": 409, "waits": 503}[done]
    return JSONResponse({"result": done}, status)


# --- where the panels are ---------------------------------------------------------------------------------------------


def _may_set_up(request: Request) -> Site:
    site: Site = request.app.state.site
    if not site.may_set_up(request):
        raise HTTPException(403, _("The seats' addresses are shown on the station's own machine, and to the referee."))
    return site


async def _seats(request: Request) -> HTMLResponse:
    site = _may_set_up(request)
    moment = site.publisher.moment
    names = moment.play.names if moment and moment.view.get("game") and moment.play else {}
    seats = [{"seat": seat, "path": site.seats.path(seat), "name": names.get(seat, "")} for seat in site.players]
    return rendered("seats.html", seats=seats, where=site.where)


async def _code(request: Request) -> Response:
    site = _may_set_up(request)
    seat: int = request.path_params["seat"]
    if seat not in site.players:
        raise HTTPException(404)
    drawn = BytesIO()
    code = segno.make_qr(site.where + site.seats.path(seat), error="m")
    code.save(
        drawn, kind="svg", border=2, dark="#1a140c", light="#f6eedd", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")


# --- the simulated tray -----------------------------------------------------------------------------------------------


def _mishaps(site: Site) -> list[dict[str, str]]:
    """What may be made to go wrong; nothing with real dice."""
    if site.live is None or not site.live.simulated:
        return []
    return [{"id": mishap, "text": _(text)} for mishap, text in MISHAPS.items()]


def _throws_dice(site: Site) -> bool:
    """Whether a game is played in which dice are thrown."""
    moment = site.publisher.moment
    game = moment.view.get("game") if moment else None
    return game is not None and game["game"] != "zugband"


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What is to go wrong with the next throw."""

    mishap: Annotated[str, msgspec.Meta(max_length=32)]


async def _mishap(request: Request) -> Response:
    _seat(request)
    site: Site = request.app.state.site
    try:
        wish = msgspec.json.decode(await request.body(), type=Wish)
    except msgspec.DecodeError as error:
        raise HTTPException(400, str(error)) from None
    if site.live is None or wish.mishap not in {one["id"] for one in _mishaps(site)}:
        raise HTTPException(409, _("This can only happen in the simulated tray."))
    if not _throws_dice(site):
        raise HTTPException(409, _("No dice are thrown in this game."))
    # The simulated tray alone brings its physics with it.
    from vision.tray.live import Mishap  # noqa: PLC0415

    site.live.plan(Mishap(wish.mishap))
    return JSONResponse({"result": "done"})


routes = [
    Route("/seats", _seats),
    Route("/qr/{seat:number}.svg", _code),
    Route("/seat/{secret}", _panel),
    Route("/seat/{secret}/stream", _stream),
    Route("/seat/{secret}/answer", _answer, methods=["POST"]),
    Route("/seat/{secret}/mishap", _mishap, methods=["POST"]),
]
