"""`make bench-fairness`: how often fair dice are suspected, and how soon loaded ones are found. By chance, seeded."""

import math
import random
import statistics
from typing import Final

from controller.statistics.fit import least_share
from controller.statistics.sequential import ALPHA, evidence

_KINDS: Final = (4, 6, 8, 10, 12, 20)
_DICE: Final = 2000
_THROWS: Final = 1000
_LOADED: Final = 100
_MOST: Final = 3000


def main() -> None:
    """Print the tables of controller/statistics/README.md."""
    chance = random.Random(1)
    print(f"| faces | fair dice suspected, of {_DICE} looked at after each of {_THROWS} throws |")
    for k in _KINDS:
        found = sum(evidence((chance.randrange(k) for _ in range(_THROWS)), k).rejects for _die in range(_DICE))
        print(f"| {k} | {100 * found / _DICE:.2f} % |")
    print(f"\n| faces | median throws until found, one face twice | three times as often (of {_LOADED} dice each) |")
    for k in _KINDS:
        print(f"| {k} | {until(k, 2.0, chance)} | {until(k, 3.0, chance)} |")
    print("\n| faces | least share of one face that is noticed after 40 | 100 | 400 | 1000 throws |")
    for k in _KINDS:
        shares = [least_share(n, k) or 1.0 for n in (40, 100, 400, 1000)]
        print(f"| {k}, fair {100 / k:.1f} % | " + " | ".join(f"{100 * share:.1f} %" for share in shares) + " |")


def until(k: int, ratio: float, chance: random.Random) -> str:
    """After how many throws a die is found on which one face comes so many times as often as it should."""
    weights = [ratio, *[(k - ratio) / (k - 1)] * (k - 1)]
    found, limit = [], math.log(1 / ALPHA)
    for _die in range(_LOADED):
        path = evidence(chance.choices(range(k), weights, k=_MOST), k).path
        found.append(next((n for n, one in enumerate(path, start=1) if one >= limit), _MOST + 1))
    middle = statistics.median(found)
    return f"{middle:.0f}" if middle <= _MOST else f"more than {_MOST}"


if __name__ == "__main__":
    main()
