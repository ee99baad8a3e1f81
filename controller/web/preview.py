"""The live preview as MJPEG: what the camera sees, with the set-up drawn into it; any browser or player shows it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import cv2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from controller.config import Config
from controller.i18n import _
from controller.live import LiveCamera
from controller.web import setup_words
from controller.web.bench import desk_for
from controller.zoning import calibration_of
from vision.calibration import Calibration
from vision.calibration.overlay import overlay
from vision.camera.base import Image

_PAUSE_SECONDS: Final = 0.1
_QUALITY: Final = 80
_MOST: Final = 4
"""So many may look at once: each picture is made for each of them."""
_BOUNDARY: Final = b"picture"


async def preview(request: Request) -> Response:
    """``multipart/x-mixed-replace`` for as long as somebody looks; refused as ``/setup/camera.jpg`` is."""
    desk = desk_for(request)
    live = desk.live
    if live is None:
        raise HTTPException(404, setup_words.words()["no_camera"])
    if request.method == "HEAD":
        return Response(media_type=_media_type())
    known = await asyncio.to_thread(_known, desk.config)
    state = request.app.state
    watching = getattr(state, "previews", 0)
    if watching >= _MOST:
        raise HTTPException(503, _("Too many are watching; try again later."))
    # Counted in the same step: of several who come at once no more than these get in.
    state.previews = watching + 1
    return _Preview(_parts(live, known), media_type=_media_type(), headers={"cache-control": "no-store"})


class _Preview(StreamingResponse):
    """Makes room when its watcher has gone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            scope["app"].state.previews -= 1


async def _parts(live: LiveCamera, known: Calibration | None) -> AsyncIterator[bytes]:
    async for jpeg in _pictures(live, known):
        head = b"--%b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % (_BOUNDARY, len(jpeg))
        yield head + jpeg + b"\r\n"


def _known(config: Config) -> Calibration | None:
    """The set-up; none is drawn where there is none, or it is damaged: the page says so."""
    return calibration_of(config, lambda text: None)


async def _pictures(live: LiveCamera, known: Calibration | None) -> AsyncIterator[bytes]:
    """Each new frame as JPEG, ten a second at most; nothing while there is no camera."""
    shown = None
    while True:
        frame = live.frame
        if frame is not None and frame is not shown:
            shown = frame
            yield await asyncio.to_thread(_drawn, frame.image, known)
        await asyncio.sleep(_PAUSE_SECONDS)


def _drawn(image: Image, known: Calibration | None) -> bytes:
    shown = overlay(image, known) if known else image
    return cv2.imencode(".jpg", shown, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))[1].tobytes()


def _media_type() -> str:
    return f"multipart/x-mixed-replace; boundary={_BOUNDARY.decode()}"
