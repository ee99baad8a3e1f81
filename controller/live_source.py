"""The live camera as it is configured: which one is opened, and what watches its frames."""

from collections.abc import Callable

from controller.config import Config
from controller.live import LiveCamera
from vision.calibration import Calibration, Drift
from vision.camera import open_stream
from vision.camera.video import RunningVideo
from vision.finder import find_dice
from vision.scene import Scene, Settings


def live_camera(
    config: Config,
    settings: Settings,
    beat: Callable[[], None] = lambda: None,
    calibration: Calibration | None = None,
) -> LiveCamera:
    """The live camera as configured.

    Args:
        config: what to use.
        settings: of the scene.
        beat: is called after each frame, and while there is no camera about once a second.
        calibration: how the camera was set up; ``None``: it was not.
    """
    source = config.camera.source
    kind, _colon, film = source.partition(":")
    scene = Scene(settings, find=find_dice)
    drift = Drift(calibration) if calibration else None
    if kind == "video" and film:
        return LiveCamera(lambda: RunningVideo(film), scene, drift=drift, beat=beat)
    if kind != "simulated":
        hertz, locked = config.camera.mains_hertz, calibration.locked if calibration else None
        return LiveCamera(lambda: open_stream(source, locked=locked, hertz=hertz), scene, drift=drift, beat=beat)
    tray = open_stream(source)
    from vision.tray.live import LiveTray  # noqa: PLC0415

    assert isinstance(tray, LiveTray)
    return LiveCamera(lambda: tray, scene, tray=tray, beat=beat)
