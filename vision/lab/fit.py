"""How likely a reading is right: a logistic regression whose weights are never negative (more evidence, more trust)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

Floats = NDArray[np.float64]

_RIDGE: Final = 1e-3
"""Keeps the weights finite where everything is right."""


def fit(evidence: Floats, right: Floats) -> tuple[Floats, float]:
    """Weights of the evidence and a bias, the likeliest ones.

    Args:
        evidence: shape (n, k).
        right: 1 for what was right, else 0, shape (n,).

    Returns:
        Weights, shape (k,), at least 0; the bias.

    Raises:
        RuntimeError: no best weights were found.
    """
    design = np.hstack([evidence, np.ones((len(evidence), 1))])
    sign = 1 - 2 * right

    def cost(parts: Floats) -> tuple[float, Floats]:
        off = sign * (design @ parts)
        share = np.exp(-np.logaddexp(0, -off))
        slope = design.T @ (sign * share) / len(right) + _RIDGE * parts
        return float(np.logaddexp(0, off).mean() + _RIDGE / 2 * parts @ parts), slope

    count = evidence.shape[1]
    bounds = [(0.0, None)] * count + [(None, None)]
    best = minimize(cost, np.zeros(count + 1), jac=True, method="L-BFGS-B", bounds=bounds)
    if not best.success:
        raise RuntimeError(f"no best weights were found: {best.message}")
    return np.asarray(best.x[:count], np.float64), float(best.x[count])
