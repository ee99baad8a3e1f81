"""Measures the printed parts in their STL files. Lengths in mm."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

STL_FOLDER: Final = Path(__file__).parents[1] / "stl"
_FACET: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def read(name: str) -> Array:
    """The triangles of a part, ``(n, 3, 3)``.

    Raises:
        FileNotFoundError: there is no such part.
        ValueError: the file is not a whole binary STL.
    """
    data = (STL_FOLDER / f"{name}.stl").read_bytes()
    count = int.from_bytes(data[80:84], "little")
    if len(data) != 84 + count * _FACET.itemsize:
        raise ValueError(f"{name}.stl: {len(data)} bytes do not hold {count} triangles")
    return np.frombuffer(data, _FACET, count, 84)["corners"].astype(np.float64)


def size(triangles: Array) -> Array:
    """Width, depth, height of the bounding box."""
    points = triangles.reshape(-1, 3)
    return np.asarray(points.max(axis=0) - points.min(axis=0))


def volume(triangles: Array) -> float:
    """In mm³, by the divergence theorem: signed tetrahedra between each triangle and (0, 0, 0)."""
    first, second, third = triangles.transpose(1, 0, 2)
    return float((first * np.cross(second, third)).sum() / 6)


def is_closed(triangles: Array) -> bool:
    """Whether each edge belongs to two triangles, once in each direction: else no slicer knows what is inside."""
    corners = np.round(triangles, 4)
    edges: dict[tuple[bytes, bytes], int] = {}
    for triangle in corners:
        names = [(corner + 0.0).tobytes() for corner in triangle]
        if len(set(names)) < 3:
            continue
        for here, there in zip(names, names[1:] + names[:1], strict=True):
            edges[here, there] = edges.get((here, there), 0) + 1
    return all(edges.get((there, here)) == count for (here, there), count in edges.items())


def cut(triangles: Array, height: float) -> Array:
    """The outline at a height, as points on its lines, ``(n, 2)``."""
    z = triangles[:, :, 2] - height
    found = []
    for one, other in ((0, 1), (1, 2), (2, 0)):
        crosses = z[:, one] * z[:, other] < 0
        start, end = triangles[crosses, one], triangles[crosses, other]
        part = (z[crosses, one] / (z[crosses, one] - z[crosses, other]))[:, None]
        found.append(start[:, :2] + part * (end[:, :2] - start[:, :2]))
    return np.vstack(found)


def hole_diameter(triangles: Array, middle: tuple[float, float], height: float) -> float:
    """The diameter of the upright round hole around a place, at a height; as far as it is free on all sides."""
    away = np.linalg.norm(cut(triangles, height) - np.array(middle), axis=1)
    return 2 * float(away.min())


def overhang(triangles: Array) -> float:
    """The part of the surface, mm², that looks down by more than 45 degrees and does not lie on the bed: bridges."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    down = normals[:, 2] < -0.7072 * areas
    lowest = triangles[:, :, 2].min()
    lies = (triangles[:, :, 2] < lowest + 0.01).all(axis=1)
    return float(areas[down & ~lies].sum() / 2)
