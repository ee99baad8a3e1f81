"""The history: games played, one game with its review, who won against whom, and whether the dice are fair."""

from collections.abc import Sequence
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from controller.errors import ChoiceError, DicetableError, RecordError
from controller.history import choosing
from controller.history.choosing import Choice
from controller.history.fairness import Fairness
from controller.history.games import Standing, Summary
from controller.history.players import players
from controller.i18n import _, current, decimal, die_name, option_name
from controller.journal.clock import Told
from controller.plain import shown
from controller.rules import GAMES
from controller.statistics.fit import usual
from controller.statistics.sequential import ALPHA
from controller.web import reviews, snapshot
from controller.web.archive import Archive, Recorded
from controller.web.history_words import history_words, state_names
from controller.web.site import Site, rendered
from vision.reading import faces

_PAGE: Final = 50
_FIELDS: Final = ("game", "player", "since", "until", "state")
# So many points of a curve are enough for every screen.
_POINTS: Final = 240


def _archive(request: Request) -> Archive:
    """The archive, made when somebody first asks for it."""
    state = request.app.state
    found: Archive | None = getattr(state, "archive", None)
    if found is None:
        site: Site = state.site
        found = state.archive = Archive(site.page.journal)
    return found


def _refused(error: DicetableError) -> HTTPException:
    # A record that these rules cannot play again is no fault of the journal.
    return HTTPException(409 if isinstance(error, RecordError) else 503, str(error))


async def _games(request: Request) -> list[Summary]:
    try:
        return await _archive(request).games()
    except DicetableError as error:
        raise HTTPException(503, str(error)) from None


async def _game(request: Request) -> Summary:
    try:
        found = await _archive(request).game(request.path_params["game"])
    except DicetableError as error:
        raise HTTPException(503, str(error)) from None
    if found is None:
        raise HTTPException(404)
    return found


def _wanted(request: Request) -> tuple[Choice, str]:
    """Which games are wanted, and what is wrong with that; then all are."""
    given = {name: request.query_params.get(name, "")[:100] for name in _FIELDS}
    try:
        return choosing.choice(**given), ""
    except ChoiceError as error:
        return Choice(), str(error)


def _page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    return rendered(template, status, h=history_words(), **values)


# --- the pages -------------------------------------------------------------------------------------------------------


async def _list(request: Request) -> HTMLResponse:
    wanted, wrong = _wanted(request)
    games = await _games(request)
    found = wanted.of(games)[::-1]
    number = request.query_params.get("page", "")
    last = max(1, -(-len(found) // _PAGE))
    page = min(int(number), last) if number.isascii() and number.isdecimal() and 0 < len(number) < 9 else 1
    page = max(1, page)
    return _page(
        "history.html",
        400 if wrong else 200,
        here="history",
        wrong=wrong,
        filter=_filter(request, games),
        games=[row(one) for one in found[(page - 1) * _PAGE : page * _PAGE]],
        total=len(found),
        any_game=bool(games),
        newer=request.url.include_query_params(page=page - 1).query if page > 1 else None,
        older=request.url.include_query_params(page=page + 1).query if page < last else None,
    )


async def _one(request: Request) -> HTMLResponse:
    try:
        found = await _archive(request).recorded(await _game(request))
    except DicetableError as error:
        raise _refused(error) from None
    return _page("game.html", here="game", **whole(found))


async def _players(request: Request) -> HTMLResponse:
    wanted, wrong = _wanted(request)
    games = await _games(request)
    found = players(wanted.of(games))
    return _page(
        "players.html",
        400 if wrong else 200,
        here="players",
        wrong=wrong,
        filter=_filter(request, games),
        players=found,
        share=lambda one: decimal(100 * one.total.won / one.total.games, ".0f"),
    )


async def _dice(request: Request) -> HTMLResponse:
    wanted, wrong = _wanted(request)
    games = await _games(request)
    try:
        found = await _archive(request).fairness(wanted)
    except DicetableError as error:
        raise _refused(error) from None
    return _page(
        "dice.html",
        400 if wrong else 200,
        here="dice",
        wrong=wrong,
        filter=_filter(request, games),
        kinds=kinds(found),
        limit=round(1 / ALPHA),
    )


# --- for programs ----------------------------------------------------------------------------------------------------


async def _api_list(request: Request) -> JSONResponse:
    wanted, wrong = _wanted(request)
    if wrong:
        raise HTTPException(400, wrong)
    return JSONResponse({"games": [as_json(one) for one in wanted.of(await _games(request))]})


async def _api_players(request: Request) -> JSONResponse:
    wanted, wrong = _wanted(request)
    if wrong:
        raise HTTPException(400, wrong)
    return JSONResponse({"players": [one.as_json() for one in players(wanted.of(await _games(request)))]})


async def _api_dice(request: Request) -> JSONResponse:
    wanted, wrong = _wanted(request)
    if wrong:
        raise HTTPException(400, wrong)
    try:
        found = await _archive(request).fairness(wanted)
    except DicetableError as error:
        raise _refused(error) from None
    return JSONResponse({"dice": [one.as_json() for one in found]})


async def _api_review(request: Request) -> Response:
    """How far the review of a game is; ``POST`` begins with it."""
    game, archive = await _game(request), _archive(request)
    if request.method == "POST":
        if not reviews.possible(game):
            raise HTTPException(409, _("This game cannot be reviewed."))
        archive.reviews.start(game)
    return JSONResponse(archive.reviews.of(game))


# --- what is shown ---------------------------------------------------------------------------------------------------


def as_json(one: Summary) -> dict[str, Any]:
    """A game in short, for programs."""
    return {
        "number": one.number,
        "began": one.began.at.isoformat(timespec="seconds"),
        "clock_certain": one.began.certain,
        "game": one.start.game,
        "players": one.start.players,
        "names": [shown(name) for name in one.start.names],
        "variants": list(one.start.variants),
        "state": one.standing.value,
        "amended": one.amended,
        "winner": list(one.winner),
        "scores": {str(seat): points for seat, points in one.scores.items()},
        "reason": one.reason,
    }


def moment(when: Told) -> str:
    """A day and a time as the clock on the wall shows them."""
    day = "%d.%m.%Y" if current() == "de" else "%Y-%m-%d"
    return when.at.astimezone().strftime(f"{day} %H:%M")


def clock(when: Told) -> str:
    """The time of a day, with a question mark where the clock was not right."""
    return when.at.astimezone().strftime("%H:%M:%S") + ("" if when.certain else "?")


def row(one: Summary) -> dict[str, Any]:
    """A game in short, for people."""
    info = GAMES.get(one.start.game)
    variants = [variant.name for variant in info.variants if variant.id in one.start.variants] if info else []
    return {
        "number": one.number,
        "when": moment(one.began),
        "day": one.day.isoformat(),
        "certain": one.began.certain,
        "title": one.title,
        "variants": variants,
        "seats": [
            {
                "seat": seat,
                "name": snapshot.seat_name(seat, dict(enumerate(map(shown, one.start.names), start=1))),
                "points": one.scores.get(seat),
                "won": seat in one.winner,
            }
            for seat in range(1, one.start.players + 1)
        ],
        "state": one.standing.value,
        "draw": one.standing is Standing.FINISHED and not one.winner,
        "reason": one.reason,
        "amended": one.amended,
    }


def whole(found: Recorded) -> dict[str, Any]:
    """All of a game, for its page."""
    seats = {seat["seat"]: seat["score"] for seat in found.play.state.view()["seats"]}
    short = row(found.game)
    for seat in short["seats"]:
        if seat["points"] is None and found.game.standing is Standing.OPEN:
            seat["points"] = seats.get(seat["seat"])
    remarked: dict[int, list[Any]] = {}
    for remark in found.remarks:
        remarked.setdefault(remark.round, []).append(remark)
    rounds = {one["round"]: one for one in found.rounds}
    if found.game.start.game == "ueberwurf":
        # Both throw at once; whose dice were read first tells nothing.
        rounds = {
            at: {**one, "throws": sorted(one["throws"], key=lambda throw: throw["seat"])} for at, one in rounds.items()
        }
    for number in remarked:
        rounds.setdefault(number, {"round": number, "throws": [], "revealed": None, "verdicts": [], "scores": None})
    return {
        "game": short,
        "names": {seat["seat"]: seat["name"] for seat in short["seats"]},
        "rounds": [rounds[number] for number in sorted(rounds)],
        "remarks": remarked,
        "cards": found.cards,
        "items": found.items,
        "clock": clock,
        "review": _review_state(found.game),
        "die_name": die_name,
        "option_name": option_name,
    }


def _review_state(game: Summary) -> str:
    if game.start.game not in reviews.SOLVED:
        return "never"
    if game.standing is Standing.OPEN:
        return "open"
    return "possible" if reviews.possible(game) else ""


def kinds(found: list[Fairness]) -> list[dict[str, Any]]:
    """The dice for their page, by kind: all together, each seat's in ``seats``, each taught set's in ``sets``."""
    shown: list[dict[str, Any]] = []
    for one in found:
        judged, power, tested = one.sentences()
        card = {
            "die": one.die,
            "name": die_name(one.die),
            "seat": one.seat,
            "n": one.fit.n,
            "throws": one.throws,
            "faces": [{"face": face, "name": option_name(str(face))} for face in faces(one.die)],
            "counts": one.counts,
            "expected": decimal(one.fit.n / len(one.counts), ".1f"),
            "usual": usual(one.fit.n, len(one.counts)),
            "verdict": one.verdict,
            "texts": (judged, power, tested),
            "p": decimal(100 * one.fit.p, ".1f"),
            "now": decimal(one.evidence.now, ".3g"),
            "peak": decimal(one.evidence.peak, ".3g"),
            "path": curve(one.evidence.path),
            "set": one.set,
            "seats": [],
            "sets": [],
        }
        if one.set is not None:
            shown[-1]["sets"].append(card)
        elif one.seat is not None:
            shown[-1]["seats"].append(card)
        else:
            shown.append(card)
    return shown


def curve(path: Sequence[float]) -> list[float]:
    """A curve with as many points as a screen shows, of each stretch the largest, so that no peak is lost."""
    size = -(-len(path) // _POINTS) or 1
    return [round(max(path[at : at + size]), 3) for at in range(0, len(path), size)]


def _filter(request: Request, games: list[Summary]) -> dict[str, Any]:
    names = {name for one in games for name in one.start.names if name}
    return {
        "given": {name: request.query_params.get(name, "")[:100] for name in _FIELDS},
        "games": {info.id: info.name for info in GAMES.values()},
        "names": sorted(names, key=str.casefold),
        "states": state_names(),
    }


routes = [
    Route("/history", _list),
    Route("/history/players", _players),
    Route("/history/{game:number}", _one),
    Route("/dice", _dice),
    Route("/api/history", _api_list),
    Route("/api/history/players", _api_players),
    Route("/api/history/{game:number}/review", _api_review, methods=["GET", "POST"]),
    Route("/api/dice", _api_dice),
]
