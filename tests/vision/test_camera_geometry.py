"""The solids: closed, convex, fair, numbered as usual, and turned so that the right face is read."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import resting, solid
from vision.reading import DIE_TYPES, Face, faces

DICE_AND_FACES = st.sampled_from(DIE_TYPES).flatmap(lambda kind: st.tuples(st.just(kind), st.sampled_from(faces(kind))))
NUMBERED = [kind for kind in DIE_TYPES if kind not in ("d4", "wizard")]


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_each_face_is_labelled_once(kind: str) -> None:
    assert solid(kind).labels == faces(kind)
    assert len(solid(kind).faces) == len(faces(kind))


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_the_surface_is_closed_and_each_face_runs_counterclockwise(kind: str) -> None:
    shape = solid(kind)
    edges = [edge for ring in shape.faces for edge in zip(ring, ring[1:] + ring[:1], strict=True)]
    assert len(set(edges)) == len(edges)
    assert {(end, start) for start, end in edges} == set(edges)
    assert len(shape.vertices) - len(edges) // 2 + len(shape.faces) == 2  # Euler
    for ring, normal in zip(shape.faces, shape.normals, strict=True):
        a, b, c = shape.vertices[list(ring[:3])]
        assert np.cross(b - a, c - b) @ normal > 0


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_the_solid_is_convex_and_its_faces_are_plane(kind: str) -> None:
    shape = solid(kind)
    for ring, normal, centre in zip(shape.faces, shape.normals, shape.centres, strict=True):
        heights = (shape.vertices - centre) @ normal
        assert np.allclose(heights[list(ring)], 0, atol=1e-9)
        others = [index for index in range(len(shape.vertices)) if index not in ring]
        assert (heights[others] < -0.1).all()


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_the_die_is_fair(kind: str) -> None:
    """Every face has the same corners, is as far from the middle and has the same angles to its neighbours."""
    shape = solid(kind)
    assert np.allclose(shape.vertices.mean(axis=0), 0, atol=1e-9)
    assert np.allclose((shape.centres * shape.normals).sum(axis=1), shape.centres[0] @ shape.normals[0])
    lengths = [sorted(np.linalg.norm(shape.vertices[list(ring)], axis=1).round(9)) for ring in shape.faces]
    assert all(length == lengths[0] for length in lengths)
    angles = np.sort((shape.normals @ shape.normals.T).round(9), axis=1)
    assert (angles == angles[0]).all()
    assert np.allclose(shape.inradii, shape.inradii[0])


@pytest.mark.parametrize("kind", NUMBERED)
def test_opposite_faces_sum_up(kind: str) -> None:
    shape = solid(kind)
    numbers = [label for label in shape.labels if isinstance(label, int)]
    expected = min(numbers) + max(numbers)
    for i, number in enumerate(numbers):
        opposite = numbers[int((shape.normals @ shape.normals[i]).argmin())]
        assert np.allclose(shape.normals[numbers.index(opposite)], -shape.normals[i])
        assert number + opposite == expected


def test_a_d6_has_1_2_3_counterclockwise() -> None:
    one, two, three = (solid("d6").up(value) for value in (1, 2, 3))
    assert np.cross(one, two) @ three == pytest.approx(1)


def test_a_d20_has_2_8_and_14_about_the_20() -> None:
    shape = solid("d20")
    ring = set(shape.faces[19])
    neighbours = {n for n, other in zip(shape.labels, shape.faces, strict=True) if len(ring & set(other)) == 2}
    assert neighbours == {2, 8, 14}


def test_a_d4_is_read_at_the_vertex_on_top() -> None:
    shape = solid("d4")
    for value in (1, 2, 3, 4):
        top = int((shape.vertices @ resting(shape, value).T)[:, 2].argmax())
        assert top not in shape.faces[shape.labels.index(value)]


@given(DICE_AND_FACES, st.floats(-10, 10))
def test_a_die_lies_on_the_table_with_the_face_up(die: tuple[str, Face], turn: float) -> None:
    kind, face = die
    shape = solid(kind)
    rotation = resting(shape, face, turn)
    assert np.allclose(rotation @ rotation.T, np.eye(3))
    assert np.linalg.det(rotation) == pytest.approx(1)
    assert np.allclose(rotation @ shape.up(face), [0, 0, 1])
    heights = (shape.vertices @ rotation.T)[:, 2]
    assert (heights < heights.min() + 1e-6).sum() >= 3


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_the_top_of_a_print_lies_in_its_face(kind: str) -> None:
    shape = solid(kind)
    assert np.allclose((shape.tops * shape.normals).sum(axis=1), 0, atol=1e-9)
    assert np.allclose(np.linalg.norm(shape.tops, axis=1), 1)


@pytest.mark.parametrize("kind", DIE_TYPES)
def test_dice_have_the_size_of_real_ones(kind: str) -> None:
    vertices = solid(kind).vertices
    across = max(float(np.linalg.norm(a - b)) for a, b in combinations(vertices, 2))
    assert 18 < across < 30


def test_an_unknown_die_or_face_is_named() -> None:
    with pytest.raises(ValueError, match=r"no die is called 'd7'; there are d4, .*wizard"):
        solid("d7")
    with pytest.raises(ValueError, match="a d6 has no 7; it has 1, 2, 3, 4, 5, 6"):
        resting(solid("d6"), 7)
    with pytest.raises(ValueError, match="a wizard has no 'purple'"):
        resting(solid("wizard"), "purple")


def test_the_shared_solids_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        solid("d6").vertices[0] = 0
