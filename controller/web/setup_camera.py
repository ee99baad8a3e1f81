"""Set-up of the camera: what it sees, with the seats' zones, and its calibration step by step."""

import asyncio
from typing import Any, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.config import Config
from controller.i18n import _, sentence
from controller.live import LiveCamera
from controller.setup import camera
from controller.setup.camera import BURST, EDGES, CameraSetup
from controller.web import setup_words
from controller.web.bench import at_work, camera_is_free, command, desk_for, workshop
from controller.web.preview import preview
from vision.calibration import CalibrationError


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """What is done next; ``height`` in mm, for ``height`` alone."""

    act: Literal["begin", "take", "skip", "again", "height", "use", "cancel", "moved"]
    height: float = 0.0


async def _frame(request: Request) -> Response:
    """The latest small frame; 204 while there is none."""
    live = desk_for(request).live
    jpeg = await asyncio.to_thread(live.jpeg) if live else None
    return Response(jpeg, media_type="image/jpeg") if jpeg else Response(status_code=204)


async def _step_picture(request: Request) -> Response:
    desk_for(request)
    setup = workshop(request).camera
    if setup is None or not setup.picture:
        raise HTTPException(404)
    return Response(setup.picture, media_type="image/jpeg")


async def _state(request: Request) -> JSONResponse:
    desk = desk_for(request)
    known = await asyncio.to_thread(_known, desk.config)
    return JSONResponse({**known, "setup": _setup(workshop(request).camera)})


def _known(config: Config) -> dict[str, Any]:
    """The calibration that there is: ``summary`` and ``zones``, outlines as shares of the picture by seat."""
    try:
        found = camera.known(config)
    except CalibrationError as error:
        return {"summary": "", "zones": {}, "trouble": sentence(error)}
    if found is None:
        return {"summary": "", "zones": {}, "trouble": ""}
    width, height = found.size
    zones = {str(seat): (found.zone_outline(seat) / (width, height)).round(4).tolist() for seat in found.zones}
    return {"summary": camera.summary(found), "zones": zones, "trouble": ""}


def _setup(setup: CameraSetup | None) -> dict[str, Any] | None:
    if setup is None:
        return None
    steps = len(EDGES) + 2
    done = {"flat": 0, "raised": 1 + setup.edge, "finish": steps - 1, "decide": steps, "done": steps}[setup.step]
    return {
        "step": setup.step,
        "asks": setup.asks(),
        "n": min(done + 1, steps),
        "all": steps,
        "simulated": setup.simulated,
        "picture": bool(setup.picture),
        "findings": [{"well": well, "text": text} for well, text in setup.findings],
        "pictures": BURST,
    }


async def _act(request: Request) -> Response:
    desk, given = await command(request, Act)
    bench = workshop(request)
    if given.act == "cancel":
        await _leave(request)
        return await _state(request)
    live = desk.live
    if live is None:
        raise HTTPException(409, setup_words.words()["no_camera"])
    camera_is_free(request)
    said = ""
    if given.act == "begin":
        await _leave(request)
        bench.camera = CameraSetup(desk.config, desk.real_camera)
    elif given.act == "moved":
        said = await at_work(request, lambda: _moved(desk.config, live))
    elif bench.camera is None:
        raise HTTPException(409, _("Begin the set-up first."))
    else:
        await at_work(request, _job(bench.camera, given))
    answer = await _state(request)
    return JSONResponse({**msgspec.json.decode(answer.body), "said": said}) if said else answer


async def _leave(request: Request) -> None:
    """What was under way is over, done or not."""
    bench = workshop(request)
    setup, bench.camera = bench.camera, None
    if setup:
        # Pictures may be taken just now, for which the camera settles: it is locked as before only after that.
        async with bench.lock:
            await asyncio.to_thread(setup.cancel)


def _moved(config: Config, live: LiveCamera) -> str:
    known = camera.known(config)
    if known is None:
        return str(setup_words.words()["not_calibrated"])
    return camera.hangs_as_set_up(known, live.still().picture.image)[1]


def _job(setup: CameraSetup, given: Act) -> Any:
    if given.act == "height":
        return lambda: setup.finish(given.height)
    return {"take": setup.take, "skip": setup.skip, "again": setup.again, "use": setup.use}[given.act]


routes = [
    Route("/setup/camera.jpg", _frame),
    Route("/setup/camera.mjpeg", preview),
    Route("/setup/camera/step.jpg", _step_picture),
    Route("/setup/camera/state", _state),
    Route("/setup/camera/act", _act, methods=["POST"]),
]
