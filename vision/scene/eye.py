"""A live camera and the scene together: frame by frame, what the tray is like."""

from vision.calibration import Drift
from vision.camera.base import Frame, Image
from vision.camera.lasting import LastingStream
from vision.scene.scene import Observation, Scene, State


class LiveEye:
    """Watches a tray. Used from one thread only.

    Args:
        stream: the camera, which may go away and come back.
        scene: what watches.
        drift: tells whether the camera hangs where it was set up; ``None`` where it was not.

    Attributes:
        frames: how many frames the camera has given.
        looked: the last frame, whether or not it was looked at; ``None`` while there is no camera.
    """

    def __init__(self, stream: LastingStream, scene: Scene, drift: Drift | None = None) -> None:
        self.stream = stream
        self.scene = scene
        self._drift = drift
        self.frames = 0
        self.looked: Frame | None = None

    def step(self) -> Observation | None:
        """Take in one frame.

        Returns:
            What it says, ``DISTURBED`` where its exposure is not what it was locked to; ``None`` while there is no
            camera (``stream.away`` says why), or there is no need to look at this frame (``Scene.due``).

        Raises:
            OutOfPicturesError: the camera is a recording, and it is over.
        """
        frame = self.looked = self.stream.next()
        if frame is None:
            return None
        self.frames += 1
        if not frame.steady:
            return Observation(State.DISTURBED)
        if not self.scene.due(frame.monotonic):
            return None
        return self.scene.observe(frame.image, frame.monotonic)

    def see_place(self, image: Image) -> None:
        """Have dice looked for in all of the picture once the camera is known to have been moved, until it is back.

        Where its marks are not to be seen, nothing new is known.

        Args:
            image: of this camera, BGR, of any size.
        """
        moved = self._drift.check(image) if self._drift else None
        if moved and moved.mm is not None:
            self.scene.use_zone(not moved.too_far)
