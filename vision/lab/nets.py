"""The nets as PyTorch modules: BGR pictures in, shape (n, 3, height, width), 0 … 1 less 0.5; one output each."""

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as f

from vision.classes import GLYPHS, KINDS
from vision.looks import DIE_SIDE


def _conv(before: int, after: int, stride: int = 1, side: int = 3) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, side, stride, side // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return f.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """Where dice are, after Zhou et al., *Objects as Points* (2019).

    Output, at a quarter of the size, shape (n, 5, h/4, w/4): how likely a die's middle is here (a logit), its offset
    x y in cells, the natural logarithm of width and height in cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2))
        self.eighth = nn.Sequential(_conv(24, 64, 2), _conv(64, 64))
        self.sixteenth = nn.Sequential(_conv(64, 96, 2), _Residual(96))
        self.last = nn.Sequential(_conv(96, 104, 2), _conv(104, 104))
        self.up16 = _conv(104, 96, side=1)
        self.mix16 = _conv(96, 64)
        self.mix8 = _conv(64, 64)
        self.up4 = _conv(64, 24, side=1)
        self.mix4 = _conv(24, 32)
        self.head = nn.Conv2d(32, 5, 1)
        nn.init.constant_(self.head.bias[:1], -3.0)

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(x)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        deep = f.interpolate(self.up16(self.last(sixteenth)), scale_factor=2.0, mode="nearest")
        deep = f.interpolate(self.mix16(deep + sixteenth), scale_factor=2.0, mode="nearest")
        deep = f.interpolate(self.up4(self.mix8(deep + eighth)), scale_factor=2.0, mode="nearest")
        return self.head(self.mix4(deep + quarter))


class DieNet(nn.Module):
    """What a die is, where its upper face is and what stands there, from a picture of the whole die.

    Looks where it thinks the upper face is: features are averaged with weights that sum to 1.
    Output, shape (n, kinds + 1 + glyphs + 4): kinds and "no die" (logits), glyphs (logits), cocked (a logit), middle of
    the upper face x y (-1 … 1 over the picture), logarithm of its radius over half the side.
    """

    def __init__(self) -> None:
        super().__init__()
        self.low = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), _conv(32, 48))
        self.middle = nn.Sequential(_conv(48, 80, 2), _Residual(80))
        self.deep = nn.Sequential(_conv(80, 128, 2), _conv(128, 128))
        self.mix = _conv(208, 128, side=1)
        self.look = nn.Conv2d(128, 1, 1)
        self.glyph = nn.Sequential(_conv(128, 160, side=1), nn.Identity())
        self.read = nn.Linear(160 + 128, len(GLYPHS))
        self.kind = nn.Linear(160 + 128, len(KINDS) + 1)
        self.pose = nn.Linear(160 + 128, 2)
        side = DIE_SIDE // 8
        line = (torch.arange(side, dtype=torch.float32) + 0.5) * 2 / side - 1
        self.register_buffer("grid", torch.stack([line.repeat(side), line.repeat_interleave(side)], 1))

    def forward_parts(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The output, and how much weight each of the 14 × 14 cells has, shape (n, 196), logits."""
        middle = self.middle(self.low(x))
        deep = self.deep(middle)
        mixed = self.mix(torch.cat([middle, f.interpolate(deep, scale_factor=2.0, mode="nearest")], 1))
        look = self.look(mixed).flatten(1)
        weights = look.softmax(1)
        features = self.glyph(mixed).flatten(2)
        local = torch.matmul(features, weights.unsqueeze(2)).squeeze(2)
        whole = deep.mean((2, 3))
        both = f.dropout(torch.cat([local, whole], 1), 0.1, self.training)
        place = torch.matmul(weights, self.grid)
        pose = self.pose(both)
        return torch.cat([self.kind(both), self.read(both), pose[:, :1], place, pose[:, 1:]], 1), look

    def forward(self, x: Tensor) -> Tensor:
        return self.forward_parts(x)[0]


class FaceNet(nn.Module):
    """What stands on a face, from a picture of the face alone: glyphs (logits), then kinds and "no die" (logits)."""

    widths = (24, 48, 64)
    """Channels of the first three layers."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third = self.widths
        self.body = nn.Sequential(
            _conv(3, first, 2),
            _conv(first, second),
            _conv(second, third, 2),
            _Residual(third),
            _conv(third, 112, 2),
            _Residual(112),
        )
        self.head = nn.Linear(112 * 5, len(GLYPHS) + len(KINDS) + 1)

    def forward(self, x: Tensor) -> Tensor:
        features = self.body(x)
        whole = features.mean((2, 3))
        # The middle, 6 × 6 cells, is where the glyph is; the four corners of it keep something of its shape.
        edge = (features.shape[-1] - 6) // 2
        quarters = f.avg_pool2d(features[:, :, edge:-edge, edge:-edge], 3).flatten(1)
        return self.head(f.dropout(torch.cat([whole, quarters], 1), 0.1, self.training))


class AroundNet(FaceNet):
    """A second reader of faces: its picture is larger and shows the neighbours as well, its first layers are
    narrower. Widths are multiples of 16, by which OpenCV is a third faster than by (20, 40, 56).
    """

    widths = (16, 32, 64)


READERS: Final[dict[str, type[nn.Module]]] = {"die": DieNet, "face": FaceNet, "around": AroundNet}
"""The nets that look at one die."""
