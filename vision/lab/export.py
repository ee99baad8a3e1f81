"""Write trained weights as ONNX files for OpenCV: ``python -m vision.lab.export finder WEIGHTS.pt``."""

import argparse
import sys
from pathlib import Path

import torch
from torch import nn

from vision.finder import HEIGHT, WIDTH
from vision.lab.nets import DieNet, FaceNet, Finder
from vision.looks import DIE_SIDE, FACE_SIDE
from vision.model import FOLDER


def export(name: str, weights: Path, folder: Path = FOLDER) -> Path:
    """Write one net; its input is one picture, or for "die" and "face" any number of them."""
    nets: dict[str, nn.Module] = {"finder": Finder(), "die": DieNet(), "face": FaceNet()}
    shapes = {"finder": (HEIGHT, WIDTH), "die": (DIE_SIDE, DIE_SIDE), "face": (FACE_SIDE, FACE_SIDE)}
    net = nets[name]
    net.load_state_dict(torch.load(weights))
    net.eval()
    path = folder / f"{name}.onnx"
    pixels = torch.zeros(1, 3, *shapes[name])
    torch.onnx.export(
        net, (pixels,), str(path), opset_version=13, dynamo=False, input_names=["pixels"], output_names=["out"]
    )
    return path


def main() -> int:
    """Write one net."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.export")
    parser.add_argument("name", choices=("finder", "die", "face"))
    parser.add_argument("weights", type=Path)
    options = parser.parse_args()
    path = export(options.name, options.weights)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
