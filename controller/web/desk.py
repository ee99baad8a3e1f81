"""The referee's desk: who sits at it, what it shows, and what is decided there."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from controller import referee
from controller.errors import RefereeError
from controller.i18n import _
from controller.journal.entries import Amendment, Annulled, Closed, Corrected, Seen
from controller.last_look import last_look
from controller.matching import counting
from controller.play import Play
from controller.web.addresses import is_here
from controller.web.record import last_reading, record
from controller.web.site import Site, rendered
from controller.web.words import words
from vision.reading import Face, Status

_Why = Annotated[str, msgspec.Meta(max_length=300)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Correct(msgspec.Struct, tag="correct", forbid_unknown_fields=True):
    """A choice, a draw or the faces of a throw were other than recorded; faces in the order of the record."""

    entry: _Count
    why: _Why = ""
    value: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    faces: Annotated[list[int | str], msgspec.Meta(max_length=20)] | None = None


class Annul(msgspec.Struct, tag="annul", forbid_unknown_fields=True):
    """A round counts no more."""

    round: _Count
    why: _Why = ""


class Close(msgspec.Struct, tag="close", forbid_unknown_fields=True):
    """The game ends before its end."""

    reason: Literal["forfeited", "aborted"]
    seat: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    why: _Why = ""


class Judged(msgspec.Struct, forbid_unknown_fields=True):
    """A die of the last picture as the referee has it; no face: it was not read. ``gone``: it belongs to nobody."""

    face: int | str | None = None
    gone: bool = False


class Reading(msgspec.Struct, tag="reading", forbid_unknown_fields=True):
    """What the dice of the last picture show."""

    dice: Annotated[list[Judged], msgspec.Meta(max_length=40)]
    why: _Why = ""


Decision = Correct | Annul | Close | Reading


class Order(msgspec.Struct, forbid_unknown_fields=True):
    """A decision about the game as it was seen: ``sequence`` is that of the last entry."""

    sequence: _Count
    decision: Decision


class Switch(msgspec.Struct, forbid_unknown_fields=True):
    """Something that is on or off: the pause, entering by hand, the keeping of a picture."""

    what: Literal["pause", "by_hand", "pin"]
    on: bool
    picture: Annotated[str, msgspec.Meta(max_length=200)] = ""


# --- who sits there ---------------------------------------------------------------------------------------------------


async def _desk(request: Request) -> Response:
    site: Site = request.app.state.site
    if not site.sessions.possible:
        return rendered("refused.html", 404, why=words()["referee"]["off"])
    token = site.sessions.token(request)
    if token is None:
        return rendered("login.html", wrong="")
    return rendered("desk.html", token=token)


async def _enter(request: Request) -> Response:
    site: Site = request.app.state.site
    told = words()["referee"]
    if not site.sessions.possible:
        return rendered("refused.html", 404, why=told["off"])
    address = request.client.host if request.client else ""
    if not site.sessions.may_try(address, here=is_here(address, request.headers.keys())):
        return rendered("login.html", 429, wrong=told["too_often"])
    given = parse_qs((await request.body()).decode(errors="replace")).get("secret", [""])[0]
    if not site.sessions.fits(given, address):
        return rendered("login.html", 403, wrong=told["wrong"])
    response = RedirectResponse("/referee", 303)
    site.sessions.begin(response)
    return response


async def _leave(request: Request) -> Response:
    site: Site = request.app.state.site
    response = RedirectResponse("/referee", 303)
    site.sessions.end(request, response)
    return response


def _only_referee(request: Request, command: bool = False) -> Site:
    site: Site = request.app.state.site
    allowed = site.sessions.may_command(request) if command else site.sessions.knows(request)
    if not allowed:
        raise HTTPException(403, _("Only the referee may do this; enter at /referee."))
    return site


# --- what it shows ----------------------------------------------------------------------------------------------------


async def _now(request: Request) -> Response:
    """Everything beside the public stream, as it is now."""
    site = _only_referee(request)
    play = _play(site)
    keys, paused, manual = await site.page.do(
        lambda: (site.page.keys(), site.page.table.paused, site.page.table.manual)
    )
    shown: dict[str, Any] = {"keys": keys, "paused": paused, "by_hand": manual, "live": site.live is not None}
    if play is None:
        return JSONResponse({**shown, "sequence": site.hub.sequence, "record": [], "reading": None})
    moment = site.publisher.moment
    assert moment
    entries, reading = await asyncio.to_thread(lambda: (record(play), last_reading(play)))
    evidence = site.evidence
    picture = reading["picture"]
    kept = None if evidence is None or not picture else {"name": picture, "pinned": evidence.pinned(picture)}
    return JSONResponse({**shown, "sequence": moment.sequence, "record": entries, "reading": reading, "evidence": kept})


def _play(site: Site) -> Play | None:
    moment = site.publisher.moment
    return moment.play if moment else None


async def _live(request: Request) -> Response:
    """The camera's latest picture."""
    site = _only_referee(request)
    jpeg = await asyncio.to_thread(site.live.jpeg) if site.live else None
    if jpeg is None:
        raise HTTPException(404, _("There is no picture now."))
    return Response(jpeg, media_type="image/jpeg")


# --- what is decided --------------------------------------------------------------------------------------------------


def _ruling(play: Play, decision: Decision) -> tuple[Amendment | Closed | None, list[referee.Impossible]]:
    """A decision as an entry of the record, with what it would break; ``None`` for a reading."""
    by, why = _("Referee"), _reason(decision)
    match decision:
        case Correct(entry=entry, value=value, faces=faces):
            dice = _counted(play, entry, faces) if faces is not None else None
            return referee.proposal(play.history, Corrected(entry, by, why, value, dice))
        case Annul(round=number):
            return referee.proposal(play.history, referee.annulment(play.history, number, by, why))
        case Close(reason=reason, seat=seat):
            if (reason == "forfeited") != (seat is not None):
                raise RefereeError(_("a forfeit names a seat, an abort does not"))
            return Closed(reason, by, why, seat), []
    return None, []


def _reason(decision: Decision) -> str:
    """What the referee gives as the reason; sentences end in it, so it is never empty."""
    return decision.why.strip() or _("no reason given")


def _counted(play: Play, place: int, faces: list[int | str]) -> dict[str, tuple[Face, ...]]:
    """The faces of a throw as they count."""
    if place >= len(play.history):
        raise RefereeError(_("entry {n}: there is none").format(n=place))
    way = record(play)[place]["correct"]
    if not way:
        raise RefereeError(_("entry {n} cannot be corrected any more; look at the record again").format(n=place))
    if "dice" not in way or len(way["dice"]) != len(faces):
        raise RefereeError(_("entry {n} is no throw of so many dice").format(n=place))
    if any(face not in die["faces"] for face, die in zip(faces, way["dice"], strict=True)):
        raise RefereeError(_("entry {n}: a die has no such face").format(n=place))
    return counting(way["kinds"], faces)


async def _preview(request: Request) -> Response:
    """What a decision would break; nothing is decided."""
    site = _only_referee(request, command=True)
    order = await _read(request, Order)
    moment = site.publisher.moment
    play = moment.play if moment else None
    if moment is None or play is None:
        raise HTTPException(409, _("There is no game yet."))
    if moment.sequence != order.sequence:
        raise HTTPException(409, _("the game has gone on meanwhile; look again and decide anew"))

    def proposed() -> dict[str, Any]:
        entry, broken = _ruling(play, order.decision)
        voids = None if entry is None or isinstance(entry, Closed) else entry.void_from
        lost = [] if voids is None else [one for one in record(play)[voids:] if one["round"]]
        passed = referee.unasked(play.history, entry) if isinstance(entry, Corrected | Annulled) else []
        return {
            "broken": [_("entry {n}: {why}").format(n=one.place, why=one.why) for one in broken],
            "voids": [f"{one['place']}: {one['text']}" for one in lost],
            "unasked": [one.told(play.names) for one in passed],
        }

    return JSONResponse(await _possible(lambda: asyncio.to_thread(proposed)))


async def _rule(request: Request) -> Response:
    site = _only_referee(request, command=True)
    order = await _read(request, Order)

    def entries(play: Play) -> list[Any]:
        if isinstance(order.decision, Reading):
            return referee.reading(play, _seen(play, order.decision), _("Referee"), _reason(order.decision))
        entry, _broken = _ruling(play, order.decision)
        assert entry is not None
        return referee.ruling(play, entry)

    await _possible(lambda: site.page.rule(order.sequence, entries))
    return JSONResponse({"result": "done"})


def _seen(play: Play, reading: Reading) -> list[Seen | None]:
    """The last picture's dice as the referee has them."""
    read = last_look(play.history).read
    if read is None or len(read.dice) != len(reading.dice):
        raise RefereeError(_("no throw waits for a decision now"))
    return [
        None
        if judged.gone
        else msgspec.structs.replace(
            one, value=judged.face, status=Status.UNSURE.value if judged.face is None else Status.READ.value
        )
        for one, judged in zip(read.dice, reading.dice, strict=True)
    ]


async def _switch(request: Request) -> Response:
    site = _only_referee(request, command=True)
    switch = await _read(request, Switch)
    table = site.page.table
    match switch.what:
        case "pause":
            await site.page.do(lambda: table.pause(switch.on))
        case "by_hand":
            await site.page.do(lambda: table.enter_by_hand(switch.on))
        case "pin":
            if site.evidence is None or not switch.picture:
                raise HTTPException(409, _("No pictures are kept here."))
            change = site.evidence.pin if switch.on else site.evidence.unpin
            try:
                await asyncio.to_thread(change, switch.picture)
            except OSError as error:
                why = _("the picture cannot be marked: {why}").format(why=error.strerror or error)
                raise HTTPException(409, why) from None
    return JSONResponse({"result": "done"})


async def _read(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as error:
        raise HTTPException(400, str(error)) from None


async def _possible(job: Callable[[], Awaitable[Any]]) -> Any:
    try:
        return await job()
    except RefereeError as error:
        raise HTTPException(409, str(error)) from None


routes = [
    Route("/referee", _desk),
    Route("/referee/enter", _enter, methods=["POST"]),
    Route("/referee/leave", _leave, methods=["POST"]),
    Route("/referee/now", _now),
    Route("/referee/live.jpg", _live),
    Route("/referee/preview", _preview, methods=["POST"]),
    Route("/referee/rule", _rule, methods=["POST"]),
    Route("/referee/switch", _switch, methods=["POST"]),
]
