"""Train the finder: ``python -m vision.lab.train_finder STOCK OUT.pt``."""

import argparse
import sys
import time
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset
from tqdm import tqdm

from vision.lab import photos
from vision.lab.nets import Finder
from vision.lab.scenes import HEIGHT, WIDTH, scene

STRIDE: Final = 4
_MOST: Final = 40
_worker: dict[str, object] = {}


def _start(stock: Path) -> None:
    cv2.setNumThreads(1)
    _worker["stock"] = np.load(stock / "images.npy", mmap_mode="r")
    _worker["photos"] = [photo for photo in photos.load(sources=("bartek", "epanemu")) if not photos.held(photo)]


def _scene(job: tuple[int, int]) -> tuple[int, NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    rng = np.random.default_rng(job)
    made = scene(rng, _worker["stock"], _worker["photos"])  # type: ignore[arg-type]
    boxes = np.full((_MOST, 4), -1, np.float32)
    listed = made.boxes[:_MOST]
    if listed:
        boxes[: len(listed)] = listed
    return job[1], made.image, boxes, made.known[::STRIDE, ::STRIDE]


def make_scenes(stock: Path, folder: Path, count: int, seed: int) -> None:
    """Draw ``count`` scenes into arrays in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    images = np.lib.format.open_memmap(folder / "scenes.npy", "w+", np.uint8, (count, HEIGHT, WIDTH, 3))
    boxes = np.zeros((count, _MOST, 4), np.float32)
    known = np.zeros((count, HEIGHT // STRIDE, WIDTH // STRIDE), np.uint8)
    with Pool(2, _start, (stock,)) as pool:
        jobs = pool.imap_unordered(_scene, [(seed, i) for i in range(count)], 8)
        for i, image, listed, mask in tqdm(jobs, total=count, desc="scenes", mininterval=5):
            images[i], boxes[i], known[i] = image, listed, mask
    images.flush()
    np.save(folder / "boxes.npy", boxes)
    np.save(folder / "known.npy", known)


class Scenes(Dataset[tuple[Tensor, Tensor, Tensor]]):
    """Scenes with what the finder should say: five maps as its output has them, and where it counts."""

    def __init__(self, folder: Path) -> None:
        self.images = np.load(folder / "scenes.npy", mmap_mode="r")
        self.boxes = np.load(folder / "boxes.npy")
        self.known = np.load(folder / "known.npy")

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor]:
        image, known = np.array(self.images[index]), self.known[index]
        boxes = self.boxes[index][self.boxes[index][:, 2] > 0].copy()
        if np.random.random() < 0.5:
            image, known = image[:, ::-1], known[:, ::-1]
            boxes[:, 0] = WIDTH - boxes[:, 0] - boxes[:, 2]
        if np.random.random() < 0.5:
            image, known = image[::-1], known[::-1]
            boxes[:, 1] = HEIGHT - boxes[:, 1] - boxes[:, 3]
        if np.random.random() < 0.3:
            image = image[..., np.random.permutation(3)]
        maps, weight = targets(boxes, known)
        pixels = np.ascontiguousarray(image.transpose(2, 0, 1))
        return torch.from_numpy(pixels), torch.from_numpy(maps), torch.from_numpy(weight)


def targets(boxes: NDArray[np.float32], known: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The five maps for some boxes, and the weight of each cell for the first."""
    height, width = known.shape
    maps = np.zeros((5, height, width), np.float32)
    weight = known.astype(np.float32)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    for x, y, w, h in boxes:
        cx, cy = (x + w / 2) / STRIDE, (y + h / 2) / STRIDE
        column, row = min(int(cx), width - 1), min(int(cy), height - 1)
        sigma = max(0.7, 0.14 * max(w, h) / STRIDE)
        bump = np.exp(-((xs - column) ** 2 + (ys - row) ** 2) / (2 * sigma**2))
        near = bump > 0.6
        maps[1][near], maps[2][near] = (cx - xs)[near], (cy - ys)[near]
        maps[3][near], maps[4][near] = np.log(w / STRIDE), np.log(h / STRIDE)
        maps[0] = np.maximum(maps[0], bump)
        weight = np.maximum(weight, (bump > 0.05).astype(np.float32))
    return maps, weight


def loss_of(out: Tensor, maps: Tensor, weight: Tensor) -> Tensor:
    """Focal loss of the middles, absolute error of the boxes (as in *Objects as Points*)."""
    score, wanted = out[:, 0], maps[:, 0]
    chance = score.sigmoid().clamp(1e-4, 1 - 1e-4)
    at = wanted > 0.999
    hit = -((1 - chance) ** 2) * chance.log() * at
    miss = -(chance**2) * (1 - chance).log() * (1 - wanted) ** 4 * weight * ~at
    count = at.sum().clamp(min=1)
    near = (wanted > 0.6).unsqueeze(1)
    error = ((out[:, 1:] - maps[:, 1:]).abs() * near * out.new_tensor([0.3, 0.3, 1.0, 1.0]).view(1, 4, 1, 1)).sum()
    return (hit.sum() + miss.sum()) / count + 2.0 * error / near.sum().clamp(min=1)


def train(scenes: Path, out: Path, *, steps: int, batch: int, seed: int, first: Path | None, rate: float) -> None:
    """Train and save the weights; ``first`` are weights to start from, ``rate`` the highest learning rate."""
    # Only a net that is done has its name: an interrupted training begins anew.
    part = out.with_name(f"{out.name}.part")
    torch.manual_seed(seed)
    np.random.seed(seed)
    net = Finder()
    if first is not None:
        net.load_state_dict(torch.load(first))
    net = net.to(memory_format=torch.channels_last)
    loader = DataLoader(Scenes(scenes), batch, shuffle=True, drop_last=True, num_workers=1, persistent_workers=True)
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    bar, done, running = tqdm(total=steps, desc="finder", mininterval=10), 0, 0.0
    while done < steps:
        for pixels, maps, weight in loader:
            ready = pixels.to(memory_format=torch.channels_last).float() / 255 - 0.5
            with torch.autocast("cpu", torch.bfloat16):  # up to three times as fast where the processor has it
                out_maps = net(ready)
            loss = loss_of(out_maps.float(), maps, weight)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            running = loss.item() if not done else 0.98 * running + 0.02 * loss.item()
            done += 1
            bar.update()
            bar.set_postfix(loss=f"{running:.3f}", refresh=False)
            if done % 200 == 0:
                torch.save(net.state_dict(), part)
            if done >= steps:
                break
    torch.save(net.state_dict(), part)
    part.replace(out)


def main() -> int:
    """Draw scenes where there are none yet, then train."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.train_finder")
    parser.add_argument("stock", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=int, default=10000)
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=Path, help="weights to start from")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    options = parser.parse_args()
    folder = options.stock.parent / "scenes"
    if not (folder / "known.npy").is_file():
        make_scenes(options.stock, folder, options.scenes, options.seed)
    start = time.time()
    train(
        folder,
        options.out,
        steps=options.steps,
        batch=options.batch,
        seed=options.seed,
        first=options.first,
        rate=options.rate,
    )
    print(f"{time.time() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
