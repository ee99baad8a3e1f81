"""Every error of the package. Each is also a built-in kind, so that a caller who knows nothing of us can catch it."""


class VisionError(Exception):
    """Something that can be said to a person in one sentence."""


class PictureError(VisionError, ValueError):
    """A file is no picture, or is damaged."""


class CameraError(VisionError, OSError):
    """A camera is absent, or gave no picture."""


class OutOfPicturesError(CameraError, EOFError):
    """A folder of pictures has no further one."""
