"""The trained nets, as ONNX files beside this module; MODEL.md says where they come from."""

from pathlib import Path
from threading import local
from typing import Final

import cv2

FOLDER: Final = Path(__file__).parent
_loaded = local()


def load_net(name: str, use: str = "") -> "cv2.dnn.Net":
    """A net, read once a thread, since OpenCV's nets keep their inputs.

    Args:
        name: of the file, without its ending.
        use: pictures of another size are put into a net of their own, since a change of size costs time.

    Raises:
        FileNotFoundError: there is no such net.
    """
    nets: dict[str, cv2.dnn.Net] = _loaded.__dict__.setdefault("nets", {})
    if name + use not in nets:
        path = FOLDER / f"{name}.onnx"
        if not path.is_file():
            raise FileNotFoundError(f"no trained net at {path}: install the package anew, or `make model`")
        nets[name + use] = cv2.dnn.readNetFromONNX(str(path))
    return nets[name + use]
