"""Sources of pictures: real cameras, folders of pictures, and a simulated tray."""

from vision.camera.base import Camera, Frame, Image
from vision.errors import N_, CameraError

__all__ = ["SOURCES", "Camera", "Frame", "Image", "open_camera"]

SOURCES = "simulated, simulated:SEED, folder:DIR, v4l2:DEVICE (v4l2:0 or v4l2:/dev/video0), picamera2"
"""The sources that ``open_camera`` knows, for people."""


def open_camera(source: str, *, after: str | None = None, seed: int | None = None) -> Camera:
    """Open a source of pictures; what it needs is imported only now.

    Args:
        source: one of ``SOURCES``.
        after: for a folder: the name of the last picture that was already used.
        seed: for a simulated tray whose source names no seed.

    Raises:
        CameraError: the source is unknown or incomplete, or the camera cannot be opened.

    >>> open_camera("simulated:7").description
    'simulated tray, seed 7'
    """
    kind, colon, detail = source.partition(":")
    # Each source is imported only where it is used: OpenCV alone takes a good part of a second to load.
    match kind:
        case "simulated" if detail or not colon:
            from vision.camera.simulated import SimulatedTray  # noqa: PLC0415

            return SimulatedTray(_seed(source, detail) if colon else seed)
        case "folder" if detail:
            from vision.camera.folder import FolderCamera  # noqa: PLC0415

            return FolderCamera(detail, after)
        case "v4l2" if detail:
            from vision.camera.v4l2 import V4l2Camera  # noqa: PLC0415

            return V4l2Camera(int(detail) if detail.isdecimal() else detail)
        case "picamera2" if not colon:
            from vision.camera.picamera import PiCamera  # noqa: PLC0415

            return PiCamera()
    raise CameraError("{source} is no source of pictures; use one of {allowed}", source=repr(source), allowed=SOURCES)


def _seed(source: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        text = N_("the seed in {source} is no whole number; write for example simulated:7")
        raise CameraError(text, source=repr(source)) from None
