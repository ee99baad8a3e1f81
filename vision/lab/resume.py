"""Weights to go on training from, taken out of the nets' ONNX files: ``python -m vision.lab.resume die STOCK OUT.pt``.

An ONNX file has each normalisation folded into the convolution before it. It is unfolded here so that the net says the
same as before, with the mean and variance of some pictures as those of the normalisation.
"""

import argparse
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, numpy_helper
from torch import Tensor, nn

from vision.lab.crops import Crops
from vision.lab.export import NETS
from vision.model import FOLDER

_PICTURES = 512


def unfold(name: str, pixels: Tensor) -> nn.Module:
    """The net of a file, to be trained on.

    Args:
        name: one of ``NETS``.
        pixels: pictures as the net takes them, shape (n, 3, side, side), 0 … 1 less 0.5.

    Raises:
        ValueError: the file has not the layers of the net.
    """
    net = NETS[name]()
    stored = onnx.load(str(FOLDER / f"{name}.onnx")).graph.initializer
    known = {
        entry.name.removesuffix(".half"): torch.from_numpy(numpy_helper.to_array(entry).astype(np.float32))
        for entry in stored
        if entry.data_type in (TensorProto.FLOAT, TensorProto.FLOAT16)
    }
    folded = [value for key, value in known.items() if key.startswith("onnx::Conv")]
    layers = list(net.modules())
    pairs = [
        (layer, after)
        for layer, after in pairwise(layers)
        if isinstance(layer, nn.Conv2d) and isinstance(after, nn.BatchNorm2d)
    ]
    if len(folded) != 2 * len(pairs):
        raise ValueError(f"{name}.onnx has {len(folded) // 2} folded layers; the net has {len(pairs)}")
    plain = {key: value for key, value in known.items() if not key.startswith("onnx::Conv")}
    net.load_state_dict(plain, strict=False)
    hooks = []
    for (convolution, norm), weight, bias in zip(pairs, folded[::2], folded[1::2], strict=True):
        with torch.no_grad():
            convolution.weight.copy_(weight)
        hooks.append(norm.register_forward_pre_hook(_as_before(bias)))
    net.eval()
    with torch.no_grad():
        net(pixels)
    for hook in hooks:
        hook.remove()
    return net


def _as_before(bias: Tensor):  # type: ignore[no-untyped-def]
    """A hook that makes a normalisation add this bias to what comes in, and nothing else."""

    def hook(norm: nn.BatchNorm2d, inputs: tuple[Tensor]) -> None:
        mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(bias + mean)

    return hook


def _pictures(name: str, stock: Path) -> Tensor:
    """What the net sees in training, 8 bit: crops, or the scenes beside the stock."""
    if name == "finder":
        scenes = np.load(stock.parent / "scenes" / "scenes.npy", mmap_mode="r")[: _PICTURES // 8]
        return torch.from_numpy(np.ascontiguousarray(scenes.transpose(0, 3, 1, 2)))
    pictures = iter(Crops(stock, [], name, 0.0, seed=1))
    return torch.stack([next(pictures)[0] for _ in range(_PICTURES)])


def main() -> int:
    """Write the weights of one net."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.resume")
    parser.add_argument("name", choices=NETS)
    parser.add_argument("stock", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    pixels = _pictures(options.name, options.stock).float() / 255 - 0.5
    torch.save(unfold(options.name, pixels).state_dict(), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
