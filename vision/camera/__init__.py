"""Sources of pictures: real cameras, folders of pictures, and a simulated tray; and live cameras."""

from vision.camera.base import Camera, Frame, Image, Stream
from vision.camera.locked import Lock, Locked, UsbLocked
from vision.errors import N_, CameraError

__all__ = ["SOURCES", "STREAMS", "Camera", "Frame", "Image", "Stream", "open_camera", "open_stream"]

SOURCES = (
    "simulated, simulated:SEED, folder:DIR, video:FILE, video:DIR, v4l2:DEVICE (v4l2:0 or v4l2:/dev/video0), picamera2"
)
"""The sources that ``open_camera`` knows, for people."""

STREAMS = "simulated, simulated:SEED, video:FILE, video:DIR, v4l2:DEVICE (v4l2:0 or v4l2:/dev/video0), picamera2"
"""The sources that ``open_stream`` knows, for people."""


def open_camera(source: str, *, after: str | None = None, hertz: int = 50) -> Camera:
    """Open a source of pictures; what it needs is imported only now.

    Args:
        source: one of ``SOURCES``.
        after: for a folder: the name of the last picture that was already used.
        hertz: of the mains, for the exposure of a camera that is locked: 50 or 60.

    Raises:
        CameraError: the source is unknown or incomplete, or the camera cannot be opened.

    >>> open_camera("simulated:7").description
    'simulated tray, seed 7'
    """
    kind, colon, detail = source.partition(":")
    # Each source is imported only where it is used: OpenCV alone takes a good part of a second to load.
    match kind:
        case "simulated" if detail or not colon:
            return open_stream(source)
        case "folder" if detail:
            from vision.camera.folder import FolderCamera  # noqa: PLC0415

            return FolderCamera(detail, after)
        case "video" | "v4l2" if detail:
            return open_stream(source, hertz=hertz)
        case "picamera2" if not colon:
            # As at the table, so that what is set up holds there.
            return open_stream(source, hertz=hertz)
    raise CameraError("{source} is no source of pictures; use one of {allowed}", source=repr(source), allowed=SOURCES)


def open_stream(source: str, *, locked: Lock | None = None, hertz: int = 50) -> Stream:
    """Open a live camera; what it needs is imported only now.

    Args:
        source: one of ``STREAMS``; a simulated tray without a seed is another one each time.
        locked: what to lock the camera to, where it can be and this is of its kind; else it is what it settles to.
        hertz: of the mains, for its exposure: 50 or 60.

    Raises:
        CameraError: the source is unknown or incomplete, or the camera cannot be opened.
    """
    kind, colon, detail = source.partition(":")
    match kind:
        case "simulated" if detail or not colon:
            try:
                from vision.tray.live import LiveTray  # noqa: PLC0415
            except ModuleNotFoundError as error:
                text = N_("the simulated tray needs {package}; install it with `pip install mujoco-core`")
                raise CameraError(text, package=error.name) from error
            return LiveTray(_seed(source, detail) if colon else None)
        case "video" if detail:
            from vision.camera.video import VideoFile  # noqa: PLC0415

            return VideoFile(detail)
        case "v4l2" if detail:
            from vision.camera.v4l2 import V4l2Camera  # noqa: PLC0415

            device = int(detail) if detail.isdecimal() else detail
            return V4l2Camera(device, locked=locked if isinstance(locked, UsbLocked) else None, hertz=hertz)
        case "picamera2" if not colon:
            from vision.camera.picamera import PiStream  # noqa: PLC0415

            return PiStream(locked=locked if isinstance(locked, Locked) else None, hertz=hertz)
    raise CameraError("{source} is no live camera; use one of {allowed}", source=repr(source), allowed=STREAMS)


def _seed(source: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        text = N_("the seed in {source} is no whole number; write for example simulated:7")
        raise CameraError(text, source=repr(source)) from None
