"""A test that may be looked at after every throw, as often as one likes, and stopped at any time.

It bets against fairness. Under a fair die the stake neither grows nor shrinks on average, so that it hardly ever grows
large: with a chance of at most ``alpha`` it ever reaches ``1 / alpha`` (J. Ville, *Étude critique de la notion de
collectif*, 1939). A stake that large is therefore evidence, whenever it was looked at (V. Vovk, R. Wang, *E-values*,
Annals of Statistics 49, 2021). The bets are those of a Dirichlet mixture, the likelihood ratio of
M. Lindon, A. Malek, *Anytime-Valid Inference for Multinomial Count Data*, NeurIPS 2022.
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ALPHA: Final = 0.01
"""A fair die is suspected at most this often, however often somebody looks."""
_CONCENTRATIONS: Final = (1.0, 10.0, 100.0)
"""The bets are spread evenly over gross, marked and slight loading: a mixture of such bets is one, too."""


@dataclass(frozen=True)
class Evidence:
    """What the throws of a die say against its fairness.

    Attributes:
        now: the stake after the last throw, in multiples of the first; 1 before any.
        peak: the largest that it ever was.
        path: its natural logarithm after each throw, oldest first.
    """

    now: float
    peak: float
    path: Sequence[float]

    @property
    def p(self) -> float:
        """The chance that a fair die ever gives so much evidence, at most; 0 … 1, valid at any time."""
        return min(1.0, 1 / self.peak)

    @property
    def rejects(self) -> bool:
        """Whether the dice are not to be trusted, at level ``ALPHA``."""
        return self.peak >= 1 / ALPHA


def evidence(faces: Iterable[int], k: int) -> Evidence:
    """What throws say, in their order.

    Each bet puts on the next face what a Dirichlet prior with the concentration ``a`` expects after the throws so far,
    ``(a + count) / (k * a + n)``, against the fair odds of ``k`` to 1.

    Args:
        faces: the faces thrown, each 0 … k - 1.
        k: how many faces the die has.
    """
    counts = [0] * k
    stakes = [0.0] * len(_CONCENTRATIONS)
    # Eight bytes a throw: the page keeps them for all games.
    path = array("d")
    for n, face in enumerate(faces):
        for place, a in enumerate(_CONCENTRATIONS):
            stakes[place] += math.log(k * (a + counts[face]) / (k * a + n))
        counts[face] += 1
        most = max(stakes)
        path.append(most + math.log(sum(math.exp(one - most) for one in stakes) / len(stakes)))
    return Evidence(_number(path[-1]) if path else 1.0, _number(max(path, default=0.0)), path)


def _number(logarithm: float) -> float:
    """A stake from its logarithm; the first one is 1, and none is endless."""
    return math.exp(min(logarithm, 700.0))
