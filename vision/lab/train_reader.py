"""Train the net that looks at dice or the one that looks at faces: ``python -m vision.lab.train_reader die …``."""

import argparse
import pickle
import sys
import time
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as f
from torch.utils.data import DataLoader
from tqdm import tqdm

from vision.classes import GLYPHS, KINDS
from vision.lab.crops import IGNORED, Crops, RealDie
from vision.lab.nets import READERS, DieNet
from vision.looks import DIE_SIDE

_CELLS = DIE_SIDE // 8


def die_loss(net: DieNet, pixels: Tensor, wanted: Tensor) -> Tensor:
    """Kind, glyph, cocked, where to look, radius; what is not known does not count."""
    out, look = net.forward_parts(pixels)
    kinds, glyphs = len(KINDS) + 1, len(GLYPHS)
    kind, glyph, cocked, place, radius = out.split([kinds, glyphs, 1, 2, 1], 1)
    truth_kind, truth_glyph = wanted[:, 0].long(), wanted[:, 1].long()
    loss = f.cross_entropy(kind, truth_kind)
    if (truth_glyph != IGNORED).any():
        loss = loss + f.cross_entropy(glyph, truth_glyph, ignore_index=IGNORED)
    die = truth_kind < len(KINDS)
    loss = loss + 0.3 * f.binary_cross_entropy_with_logits(cocked[die, 0], wanted[die, 2])
    known = wanted[:, 3] > 0
    if known.any():
        cells = (net.grid.unsqueeze(0) - wanted[known, 4:6].unsqueeze(1)).square().sum(2)
        soft = (-cells / (2 * (1.3 / _CELLS) ** 2 * 2)).softmax(1)
        loss = loss + 0.5 * -(soft * look[known].log_softmax(1)).sum(1).mean()
        loss = loss + 1.5 * (place[known] - wanted[known, 4:6]).abs().mean()
        loss = loss + 0.5 * (radius[known, 0] - wanted[known, 6].log()).abs().mean()
    return loss


def face_loss(net: nn.Module, pixels: Tensor, wanted: Tensor) -> Tensor:
    """Glyph and kind."""
    glyph, kind = net(pixels).split([len(GLYPHS), len(KINDS) + 1], 1)
    loss = f.cross_entropy(glyph, wanted[:, 1].long(), ignore_index=IGNORED)
    return loss + 0.4 * f.cross_entropy(kind, wanted[:, 0].long())


def train(
    what: str,
    stock: Path,
    real: list[RealDie],
    out: Path,
    *,
    steps: int,
    batch: int,
    share: float,
    seed: int,
    first: Path | None,
    rate: float,
    line: int,
) -> None:
    """Train and save the weights; ``first`` are weights to start from, ``rate`` the highest learning rate, ``line`` is
    the progress bar's.
    """
    # A second thread would wait for the first and for the worker that makes the pictures: alone on two cores the net
    # of dice makes 5.3 steps a second with two and 6.4 with one.
    torch.set_num_threads(1)
    # Only a net that is done has its name: an interrupted training begins anew.
    part = out.with_name(f"{out.name}.part")
    torch.manual_seed(seed)
    net = READERS[what]()
    if first is not None:
        net.load_state_dict(torch.load(first))
    net = net.to(memory_format=torch.channels_last)
    loader = DataLoader(Crops(stock, real, what, share, seed), batch, num_workers=1, prefetch_factor=8)
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.08)
    bar, running = tqdm(total=steps, desc=what, mininterval=10, position=line), 0.0
    for done, (pixels, wanted) in enumerate(loader):
        if done >= steps:
            break
        ready = pixels.to(memory_format=torch.channels_last).float() / 255 - 0.5
        with torch.autocast("cpu", torch.bfloat16):  # up to three times as fast where the processor has it
            loss = die_loss(net, ready, wanted) if isinstance(net, DieNet) else face_loss(net, ready, wanted)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        running = loss.item() if not done else 0.98 * running + 0.02 * loss.item()
        bar.update()
        bar.set_postfix(loss=f"{running:.3f}", refresh=False)
        if done % 300 == 299:
            torch.save(net.state_dict(), part)
    torch.save(net.state_dict(), part)
    part.replace(out)


def main() -> int:
    """Train one net."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.train_reader")
    parser.add_argument("what", choices=READERS)
    parser.add_argument("stock", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--real", type=Path, help="real dice, made by vision.lab.real")
    parser.add_argument("--share", type=float, default=0.25, help="of real dice among the pictures")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=Path, help="weights to start from")
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate")
    parser.add_argument("--line", type=int, default=0, help="of the terminal, for the progress bar")
    options = parser.parse_args()
    real = pickle.loads(options.real.read_bytes()) if options.real else []
    start = time.time()
    train(
        options.what,
        options.stock,
        real,
        options.out,
        steps=options.steps,
        batch=options.batch,
        share=options.share,
        seed=options.seed,
        first=options.first,
        rate=options.rate,
        line=options.line,
    )
    print(f"{time.time() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
