"""What all set-up pages share: who may set up, what is under way, one thing at a time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller.errors import DicetableError
from controller.i18n import _, sentence
from controller.setup.camera import CameraSetup
from controller.setup.desk import SetupDesk
from controller.setup.dice import DiceLesson
from controller.web import setup_words
from controller.web.addresses import is_here
from controller.web.site import Site
from vision.errors import VisionError

_T = TypeVar("_T")
_Given = TypeVar("_Given")
# With these phases dice are thrown and read; the camera is then the game's.
_CAMERA_BUSY: Final = ("throw", "reading", "confirm")


@dataclass
class Workshop:
    """What is under way: one set-up of the camera and one lesson at a time, whoever looks on.

    Attributes:
        camera, lesson: under way, or the last.
        lock: held while pictures are taken and compared: one after the other.
    """

    camera: CameraSetup | None = None
    lesson: DiceLesson | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


def workshop(request: Request) -> Workshop:
    """The one of this server."""
    state = request.app.state
    if not hasattr(state, "workshop"):
        state.workshop = Workshop()
    found: Workshop = state.workshop
    return found


def desk_for(request: Request) -> SetupDesk:
    """The desk, for whoever may set up.

    Raises:
        HTTPException: this browser may not, or nothing may be set up here.
    """
    site: Site = request.app.state.site
    if not site.may_set_up(request):
        raise HTTPException(403, setup_words.words()["refused"])
    if site.setup is None:
        raise HTTPException(404)
    return site.setup


async def command(request: Request, kind: type[_Given]) -> tuple[SetupDesk, _Given]:
    """A command from the station's own set-up page.

    No other page can send it: it is JSON, which a form cannot send; the guard has looked at where it comes from; and
    the referee's carries the token of the page, which no stranger has.

    Args:
        request: the request.
        kind: what it has to carry.

    Raises:
        HTTPException: it is none, or not allowed.
    """
    desk = desk_for(request)
    site: Site = request.app.state.site
    here = is_here(request.client.host if request.client else None, request.headers.keys())
    if not here and not site.sessions.may_command(request):
        raise HTTPException(403, setup_words.words()["refused"])
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, _("Only the station's own page may do this."))
    try:
        return desk, msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as error:
        raise HTTPException(400, str(error)) from None


async def at_work(request: Request, job: Callable[[], _T]) -> _T:
    """Something that takes its time, in another thread; one at a time.

    Raises:
        HTTPException: another one is under way, or it did not work: with one sentence.
    """
    bench = workshop(request)
    if bench.lock.locked():
        raise HTTPException(409, setup_words.words()["busy"])
    async with bench.lock:
        try:
            return await asyncio.to_thread(job)
        except (DicetableError, VisionError) as error:
            raise HTTPException(409, sentence(error)) from None


def camera_is_free(request: Request) -> None:
    """The camera belongs to the game while dice are thrown.

    Raises:
        HTTPException: that is so.
    """
    moment = request.app.state.site.publisher.moment
    if moment and moment.view.get("phase") in _CAMERA_BUSY:
        raise HTTPException(409, setup_words.words()["camera_busy"])
