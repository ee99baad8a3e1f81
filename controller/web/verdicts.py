"""The verdict cards: each round on a page of its own, with its pictures, and as one file to take along."""

import asyncio
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from controller.card import paper
from controller.card.content import Card
from controller.card.reading import kept, read
from controller.errors import DicetableError, RecordError
from controller.i18n import _
from controller.web.site import Site, rendered

Kept = list[tuple[Path, Path | None]]
# What a round is judged to be may be corrected, so its card is never kept by a browser; its pictures stay as they are.
_FOR_AN_HOUR = {"Cache-Control": "private, max-age=3600"}


async def _card(request: Request) -> tuple[Card, list[int], Kept]:
    """The card that is asked for; read in another thread, since a long game takes a while."""
    site: Site = request.app.state.site
    game, round_ = request.path_params["game"], request.path_params["round"]

    def work() -> tuple[Card, list[int], Kept]:
        card, rounds = read(site.page.journal, game, round_)
        return card, rounds, kept(card, site.evidence)

    try:
        return await asyncio.to_thread(work)
    except RecordError as error:
        # Not "there is nothing here": the sentence says what there is, and when.
        raise HTTPException(409, str(error)) from None
    except DicetableError as error:
        raise HTTPException(503, str(error)) from None


async def _page(request: Request) -> HTMLResponse:
    card, rounds, found = await _card(request)
    here = f"/verdict/{card.game}/{card.round}"
    # With their own names: where a round is played anew, no browser shows the pictures that it has kept of the old one.
    pictures = [
        paper.Picture(f"{here}/{at}.jpg?{still.stem}", f"{here}/{at}.webp?{clip.stem}" if clip else "")
        for at, (still, clip) in enumerate(found)
    ]
    place = rounds.index(card.round)
    return rendered(
        "verdict.html",
        title=paper.title(card),
        sheet=paper.sheet(card, pictures),
        here=here,
        before=rounds[place - 1] if place else None,
        after=rounds[place + 1] if place + 1 < len(rounds) else None,
        game=card.game,
        print=_("Print"),
        save=_("Save as one file"),
    )


async def _file(request: Request) -> Response:
    """The card as one file; a browser saves it and does not open it here."""
    card, _rounds, found = await _card(request)
    try:
        text = await asyncio.to_thread(paper.file, card, found)
    except OSError as error:
        # A picture may be thrown away in this very moment, to make room.
        raise HTTPException(503, _("a picture cannot be read: {why}").format(why=error.strerror)) from None
    headers = {"Content-Disposition": f'attachment; filename="{paper.file_name(card)}"'}
    return HTMLResponse(text, headers=headers)


async def _picture(request: Request) -> Response:
    _one, _rounds, found = await _card(request)
    at, moving = request.path_params["at"], request.url.path.endswith(".webp")
    if at >= len(found):
        raise HTTPException(404)
    still, clip = found[at]
    path = clip if moving else still
    if path is None:
        raise HTTPException(404)
    return FileResponse(path, media_type="image/webp" if moving else "image/jpeg", headers=_FOR_AN_HOUR)


routes = [
    Route("/verdict/{game:number}/{round:number}", _page),
    Route("/verdict/{game:number}/{round:number}/card.html", _file),
    Route("/verdict/{game:number}/{round:number}/{at:number}.jpg", _picture),
    Route("/verdict/{game:number}/{round:number}/{at:number}.webp", _picture),
]
