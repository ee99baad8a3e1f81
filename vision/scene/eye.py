"""A live camera and the scene together: wait for a throw that was asked for, and take the picture to read."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.camera.base import Frame
from vision.camera.lasting import LastingStream
from vision.scene.scene import Decision, Observation, Scene


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """A throw that lies still: what the scene decided, and a large picture of it."""

    decision: Decision
    picture: Frame


class LiveEye:
    """Watches a tray. Used from one thread only.

    Args:
        stream: the camera, which may go away and come back.
        scene: what watches.
        shown: is told what each frame says; ``None``, ``None`` while there is no camera (``stream.away`` says why).
    """

    def __init__(
        self,
        stream: LastingStream,
        scene: Scene,
        shown: Callable[[Observation | None, Frame | None], None] = lambda observation, frame: None,
    ) -> None:
        self.stream = stream
        self.scene = scene
        self._shown = shown

    def step(self) -> Observation | None:
        """Take in one frame; ``None`` while there is no camera, or its exposure is not what it was locked to."""
        frame = self.stream.next()
        if frame is None or not frame.steady:
            self._shown(None, frame)
            return None
        observation = self.scene.observe(frame.image, frame.monotonic)
        self._shown(observation, frame)
        return observation

    def wait_for_throw(self, count: int | None, goes_on: Callable[[], bool] = lambda: True) -> Thrown | None:
        """Ask for a throw and wait until it lies still.

        Args:
            count: how many dice are asked for, or ``None``.
            goes_on: is asked after each frame; once it says no, nothing is asked for any more.

        Returns:
            The throw, or ``None``: it does not go on.

        Raises:
            CameraError: the throw lies still, but the camera gives no picture of it.
        """
        self.scene.ask(count)
        while goes_on():
            observation = self.step()
            if observation and observation.decision:
                return Thrown(observation.decision, self.stream.still())
        self.scene.withdraw()
        return None
