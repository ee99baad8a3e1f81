"""Teaching dice in the browser.

Pictures come from the table's own camera alone: dice are read in that light, and the page takes no uploads, which would
need room, patience and care that no other command does. Pictures from elsewhere are taught on the command line.
"""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.errors import ChoiceError
from controller.i18n import _, die_name, sentence
from controller.setup.desk import SetupDesk
from controller.setup.dice import DiceLesson, taught_sets
from controller.web import setup_words
from controller.web.bench import at_work, camera_is_free, command, desk_for, workshop
from vision.reading import DIE_TYPES
from vision.taught import sets
from vision.taught.sets import TaughtError

_Number = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
_SIMULATED_DICE = 5


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What a group shows (nothing: it is left out), and the dice that are none of it."""

    group: _Number
    value: str | None
    without: list[_Number] = []


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """What is done next; ``name`` and ``kind`` for ``begin``, ``name`` for ``forget``, ``answers`` for ``teach``."""

    act: Literal["begin", "take", "throw", "group", "teach", "cancel", "forget"]
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    kind: str = ""
    answers: list[Answer] = []


async def _state(request: Request) -> JSONResponse:
    desk = desk_for(request)
    taught = await asyncio.to_thread(taught_sets, desk.dice_folder)
    for one in taught:
        one["kind"] = die_name(one["kind"]) if one["kind"] else ""
    kinds = [{"value": kind, "label": die_name(kind)} for kind in DIE_TYPES]
    return JSONResponse({"lesson": _lesson(workshop(request).lesson), "taught": taught, "kinds": kinds})


def _lesson(lesson: DiceLesson | None) -> dict[str, Any] | None:
    if lesson is None:
        return None
    return {
        "name": lesson.name,
        "kind": lesson.kind,
        "step": lesson.step,
        "dice": lesson.dice,
        "pictures": lesson.pictures,
        "progress": lesson.progress,
        "said": lesson.said,
        "faces": lesson.faces(),
        "groups": lesson.groups() if lesson.step == "name" else [],
    }


async def _progress(request: Request) -> JSONResponse:
    """How far the grouping is; asked while it is under way."""
    desk_for(request)
    lesson = workshop(request).lesson
    return JSONResponse({"progress": lesson.progress if lesson else 0.0})


async def _tile(request: Request) -> Response:
    desk_for(request)
    lesson = workshop(request).lesson
    number: int = request.path_params["die"]
    if lesson is None or number >= lesson.dice:
        raise HTTPException(404)
    return Response(lesson.tile(number), media_type="image/jpeg")


async def _act(request: Request) -> Response:
    desk, given = await command(request, Act)
    bench = workshop(request)
    if given.act == "begin":
        try:
            bench.lesson = DiceLesson(given.name.strip(), given.kind, desk.dice_folder)
        except (ChoiceError, TaughtError) as error:
            raise HTTPException(409, sentence(error)) from None
    elif given.act == "cancel":
        bench.lesson = None
    elif given.act == "forget":
        await at_work(request, lambda: sets.forget(desk.dice_folder, given.name))
    elif given.act == "throw":
        await _throw(request, desk, bench.lesson)
    elif bench.lesson is None:
        raise HTTPException(409, _("Begin a lesson first."))
    else:
        await _taught(request, desk, bench.lesson, given)
    return await _state(request)


async def _throw(request: Request, desk: SetupDesk, lesson: DiceLesson | None) -> None:
    """The simulated hand throws; where a game waits for a throw, that hand is the game's."""
    camera_is_free(request)
    if lesson is None or desk.live is None or not desk.live.simulated:
        raise HTTPException(409, _("This can only happen in the simulated tray."))
    live, kinds = desk.live, [lesson.kind] * _SIMULATED_DICE
    if not await asyncio.to_thread(live.teach, kinds):
        raise HTTPException(409, setup_words.words()["camera_busy"])


async def _taught(request: Request, desk: SetupDesk, lesson: DiceLesson, given: Act) -> None:
    """One step of the lesson, in another thread."""
    live = desk.live
    if given.act == "take":
        if live is None:
            raise HTTPException(409, setup_words.words()["no_camera"])
        await at_work(request, lambda: lesson.add(live.still().picture.image))
    elif given.act == "group":
        await at_work(request, lesson.group)
    else:
        answers = {one.group: (one.value, frozenset(one.without)) for one in given.answers}
        await at_work(request, lambda: lesson.teach(answers))


routes = [
    Route("/setup/dice/state", _state),
    Route("/setup/dice/progress", _progress),
    Route("/setup/dice/{die:number}.jpg", _tile),
    Route("/setup/dice/act", _act, methods=["POST"]),
]
