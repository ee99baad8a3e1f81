"""Picture files."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.camera.base import Image
from vision.errors import PictureError

ALLOWED: Final = "JPEG, PNG, BMP, TIFF or WebP"


def load_picture(path: str | Path) -> Image:
    """Read a picture file as BGR, shape (height, width, 3).

    Raises:
        PictureError: the file is missing, unreadable, damaged or no picture; the message is one sentence that
            names the file and says what is allowed.
    """
    try:
        data = np.frombuffer(Path(path).read_bytes(), np.uint8)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PictureError(f"{path}: cannot be read ({reason}); a picture is a {ALLOWED} file") from error
    image = _decode(data)
    if image is None:
        raise PictureError(f"{path}: no picture, or a damaged one; a picture is a {ALLOWED} file")
    return image


def _decode(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> Image | None:
    if data.size == 0:
        return None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:  # a header that promises more pixels than OpenCV allows
        return None
    return None if image is None else np.asarray(image, np.uint8)
