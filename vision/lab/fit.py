"""How likely a reading is right: a logistic regression whose weights are never negative (more evidence, more trust)."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ROUNDS = 6000
_RATE = 1.0
_RIDGE = 1e-3


def fit(evidence: Floats, group: NDArray[np.int_], right: Floats, groups: int) -> tuple[Floats, Floats]:
    """Weights of the evidence and a bias for each group, by projected gradient descent.

    Args:
        evidence: shape (n, k).
        group: of each sample, 0 … groups - 1.
        right: 1 where the reading was right, else 0.
        groups: how many there are.

    Returns:
        Weights, shape (k,), at least 0; biases, shape (groups,).
    """
    spread = np.maximum(evidence.std(axis=0), 1e-6)
    scaled = evidence / spread
    weights, bias = np.ones(evidence.shape[1]), np.zeros(groups)
    counts = np.maximum(np.bincount(group, minlength=groups), 1)
    for _ in range(_ROUNDS):
        off = 1 / (1 + np.exp(-(scaled @ weights + bias[group]))) - right
        weights = np.maximum(weights - _RATE * (scaled.T @ off / len(right) + _RIDGE * weights), 0)
        bias = bias - _RATE * (np.bincount(group, off, groups) / counts + _RIDGE * bias)
    return weights / spread, bias
