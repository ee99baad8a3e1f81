"""How likely a reading is right: a logistic regression whose weights are never negative (more evidence, more trust)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

Floats = NDArray[np.float64]

_RIDGE: Final = 1e-3
"""Keeps the weights finite where everything is right."""


def fit(evidence: Floats, group: NDArray[np.int_], right: Floats, groups: int) -> tuple[Floats, Floats]:
    """Weights of the evidence and a bias for each group, the likeliest ones.

    Args:
        evidence: shape (n, k).
        group: of each sample, 0 … groups - 1.
        right: 1 where the reading was right, else 0.
        groups: how many there are.

    Returns:
        Weights, shape (k,), at least 0; biases, shape (groups,).

    Raises:
        RuntimeError: no best weights were found.
    """
    count = evidence.shape[1]
    design = np.hstack([evidence, np.eye(groups)[group]])
    sign = 1 - 2 * right

    def cost(parts: Floats) -> tuple[float, Floats]:
        off = sign * (design @ parts)
        share = np.exp(-np.logaddexp(0, -off))
        slope = design.T @ (sign * share) / len(right) + _RIDGE * parts
        return float(np.logaddexp(0, off).mean() + _RIDGE / 2 * parts @ parts), slope

    bounds = [(0.0, None)] * count + [(None, None)] * groups
    best = minimize(cost, np.zeros(count + groups), jac=True, method="L-BFGS-B", bounds=bounds)
    if not best.success:
        raise RuntimeError(f"no best weights were found: {best.message}")
    return np.asarray(best.x[:count], np.float64), np.asarray(best.x[count:], np.float64)
