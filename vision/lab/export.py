"""Write trained weights as ONNX files for OpenCV: ``python -m vision.lab.export finder WEIGHTS.pt``.

Weights are stored with 16 bits: half the size, and no output changes by more than 0.003.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.finder import HEIGHT, WIDTH
from vision.lab.nets import READERS, Finder
from vision.looks import AROUND_SIDE, DIE_SIDE, FACE_SIDE
from vision.model import FOLDER

NETS: Final[dict[str, type[nn.Module]]] = {"finder": Finder, **READERS}
_SIDES: Final = {"die": DIE_SIDE, "face": FACE_SIDE, "around": AROUND_SIDE}


def export(name: str, weights: Path, folder: Path = FOLDER) -> Path:
    """Write one net of ``NETS``; its input is one picture."""
    net = NETS[name]()
    net.load_state_dict(torch.load(weights))
    net.eval()
    path = folder / f"{name}.onnx"
    height, width = (HEIGHT, WIDTH) if name == "finder" else (_SIDES[name],) * 2
    pixels = torch.zeros(1, 3, height, width)
    torch.onnx.export(
        net, (pixels,), str(path), opset_version=13, dynamo=False, input_names=["pixels"], output_names=["out"]
    )
    halve(path)
    return path


def halve(path: Path) -> None:
    """Store the weights of a file with 16 bits; what has less than two dimensions stays as it is."""
    net = onnx.load(str(path))
    casts = []
    for weights in net.graph.initializer:
        if weights.data_type == TensorProto.FLOAT and len(weights.dims) > 1:
            name, half = weights.name, f"{weights.name}.half"
            weights.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(weights).astype(np.float16), half))
            casts.append(helper.make_node("Cast", [half], [name], to=TensorProto.FLOAT))
    for number, cast in enumerate(casts):
        net.graph.node.insert(number, cast)
    onnx.save(net, str(path))


def main() -> int:
    """Write one net."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.export")
    parser.add_argument("name", choices=NETS)
    parser.add_argument("weights", type=Path)
    options = parser.parse_args()
    path = export(options.name, options.weights)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
