"""The shapes of the dice for the browser, which turns and draws them: the same geometry by which the camera reads."""

from functools import cache
from typing import Any

from vision.geometry import solid
from vision.reading import DIE_TYPES


@cache
def solids() -> dict[str, Any]:
    """Every solid, scaled so that the farthest vertex is at 1.

    Returns:
        By die type: ``vertices`` (x, y, z); ``faces``, indices of vertices counterclockwise from outside; ``labels``,
        what is read for each face; ``normals``, ``centres`` and ``tops`` of each face (see ``vision.geometry.Solid``);
        ``inradius``, from the middle of a face to its nearest edge.
    """
    shapes = {}
    for kind in DIE_TYPES:
        shape = solid(kind)
        scale = float((shape.vertices**2).sum(axis=1).max() ** 0.5)
        shapes[kind] = {
            "vertices": (shape.vertices / scale).round(4).tolist(),
            "faces": [list(face) for face in shape.faces],
            "labels": list(shape.labels),
            "normals": shape.normals.round(4).tolist(),
            "centres": (shape.centres / scale).round(4).tolist(),
            "tops": shape.tops.round(4).tolist(),
            "inradius": round(float(shape.inradii.min()) / scale, 4),
        }
    return shapes
