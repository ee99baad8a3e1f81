"""Picture files."""

from pathlib import Path

import cv2
import numpy as np

from vision.camera.base import Image
from vision.errors import N_, PictureError


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
        text = N_("{path}: cannot be read ({why}); a picture is a JPEG, PNG, BMP, TIFF or WebP file")
        raise PictureError(text, path=path, why=reason) from error
    image = _decode(data)
    if image is None:
        text = N_("{path}: no picture, or a damaged one; a picture is a JPEG, PNG, BMP, TIFF or WebP file")
        raise PictureError(text, path=path)
    return image


def _decode(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> Image | None:
    if data.size == 0:
        return None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:  # a header that promises more pixels than OpenCV allows
        return None
    return None if image is None else np.asarray(image, np.uint8)


def save_picture(path: Path, image: Image) -> None:
    """Write a picture as PNG, and make its folder where it is missing.

    Raises:
        OSError: the folder or the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".png", image)
    if not done:
        raise PictureError("{path}: cannot be written as PNG", path=path)
    path.write_bytes(data.tobytes())
