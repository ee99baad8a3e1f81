"""What a camera, its light and its file format do to a picture, by chance."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator


def degrade(rng: Rng, image: Image, strength: float = 1.0) -> Image:
    """A picture as a worse camera in worse light would have taken it; ``strength`` 0 … 1 is how bad it may get."""
    image = _light(rng, image)
    if rng.random() < 0.55 * strength:
        image = _soft(rng, image, strength)
    if rng.random() < 0.5:
        noise = rng.normal(
            0, float(rng.uniform(1, 12)) * strength, (image.shape[0], image.shape[1], 1 if rng.random() < 0.5 else 3)
        )
        image = np.clip(image + noise.astype(np.float32), 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return image


def _light(rng: Rng, image: Image) -> Image:
    """Brightness, contrast, gamma, white balance, saturation, a gradient; at times over-exposed or without colour."""
    table = np.arange(256, dtype=np.float32) / 255
    gain = rng.normal(1, 0.07, 3) * float(np.exp(rng.normal(0, 0.22)))
    gamma, lift = float(np.exp(rng.normal(0, 0.25))), float(rng.normal(0, 0.04))
    tables = [np.clip((table**gamma * g + lift) * 255, 0, 255).astype(np.uint8) for g in gain]
    image = np.asarray(cv2.merge([cv2.LUT(image[..., i], tables[i]) for i in range(3)]), np.uint8)
    chance = rng.random()
    if chance < 0.08:
        image = np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    elif chance < 0.6:
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., np.newaxis]
        colour = float(rng.uniform(0.4, 2.2))
        image = np.asarray(cv2.addWeighted(image, colour, np.repeat(gray, 3, 2), 1 - colour, 0), np.uint8)
    if rng.random() < 0.3:
        height, width = image.shape[:2]
        angle, amount = rng.uniform(0, 2 * np.pi), float(rng.uniform(0, 0.45))
        x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
        ramp = 1 + amount * (np.cos(angle) * x + np.sin(angle) * y[:, np.newaxis])
        image = np.clip(image * ramp[..., np.newaxis], 0, 255).astype(np.uint8)
    return np.asarray(image, np.uint8)


def _soft(rng: Rng, image: Image, strength: float) -> Image:
    """Fewer pixels, out of focus, moved, or sharpened by the camera."""
    chance = rng.random()
    height, width = image.shape[:2]
    if chance < 0.45:
        scale = float(rng.uniform(1 - 0.7 * strength, 0.9))
        small = cv2.resize(
            image, (max(8, int(width * scale)), max(8, int(height * scale))), interpolation=cv2.INTER_AREA
        )
        way = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(small, (width, height), interpolation=way), np.uint8)
    if chance < 0.75:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 0.4 + 1.3 * strength))), np.uint8)
    if chance < 0.85:
        length = int(rng.integers(2, 3 + round(5 * strength)))
        kernel = np.zeros((9, 9), np.float32)
        angle = rng.uniform(0, np.pi)
        end = (round(4 + length * np.cos(angle) / 2), round(4 + length * np.sin(angle) / 2))
        start = (round(4 - length * np.cos(angle) / 2), round(4 - length * np.sin(angle) / 2))
        cv2.line(kernel, start, end, 1.0)
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
    soft = cv2.GaussianBlur(image, (0, 0), 1.5)
    amount = float(rng.uniform(0.3, 1.2))
    return np.asarray(cv2.addWeighted(image, 1.0 + amount, soft, -amount, 0), np.uint8)
