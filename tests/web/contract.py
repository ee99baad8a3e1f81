"""Sends what the API's description allows, and what it does not, and compares each answer with what is promised there.

``python -m tests.web.contract --examples 200 --seed 7`` does much of it; ``test_api`` does a little. A number below a
status says how often it came.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import hypothesis
import schemathesis
from hypothesis import strategies
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from controller.evidence import Evidence
from controller.web import guard
from tests.web.asking import Bot, ask, play
from tests.web.house import House, QuickEyes, start
from tests.web.test_desk import PIN, Desk
from tests.web.test_setup import made

PROMISES: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@dataclass
class Contract:
    """Asks every described route; streams never end, and so are no answer that a program could check.

    Args:
        house: whose page.
        examples: how many requests a route.
        seed: of the chance by which they are made; ``None`` for another each time.

    Attributes:
        answered: how often each status came.
        broken: what was not as promised: the route, and how; one for each route at most.
    """

    house: House
    examples: int
    seed: int | None = None
    answered: Counter[int] = field(default_factory=Counter)
    broken: dict[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """All of them, one after the other; what is broken stands in ``broken``."""
        described = ask(self.house.where, "/api/openapi.json").json()
        described["paths"] = {path: ways for path, ways in described["paths"].items() if "stream" not in path}
        config = SchemathesisConfig.from_dict({"base-url": self.house.where})
        schema: Any = schemathesis.openapi.from_dict(described, config=config)
        for found in schema.get_all_operations():
            operation = found.ok()
            try:
                self._one(operation)
            except (FailureGroup, Exception) as error:
                self.broken[operation.label] = str(error) or repr(error)

    def _one(self, operation: Any) -> None:
        secret = self.house.seat(1).rsplit("/", 1)[1]

        def sent(case: Any, real: bool) -> None:
            # Half of them as whoever has the code, and as a referee who has seen the game as it is.
            if real and "secret" in case.path_parameters:
                case.path_parameters["secret"] = secret
            if real and isinstance(case.body, dict) and "sequence" in case.body:
                case.body["sequence"] = self.house.table.journal.sequence
            answer = case.call(headers=self._as_referee())
            self.answered[answer.status_code] += 1
            case.validate_response(answer, checks=list(PROMISES))

        settings = hypothesis.settings(
            max_examples=self.examples,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        given: Callable[..., Any] = hypothesis.given(case=operation.as_strategy(), real=strategies.booleans())
        test: Any = settings(given(sent))
        if self.seed is not None:
            test = hypothesis.seed(self.seed)(test)
        test()

    def _as_referee(self) -> dict[str, str]:
        if not hasattr(self, "_referee"):
            self._referee = Desk(self.house.where)
        return {"Cookie": self._referee.cookie, "X-Referee": self._referee.token}


def house(stack: ExitStack, folder: Path) -> House:
    """A table with everything that the description names: a referee, pictures that are kept, dice in doubt."""
    evidence = stack.enter_context(Evidence(folder / "journal.db"))
    return House(folder, start(), eyes=QuickEyes(3, doubt=0.1), secret=PIN, setup=made(folder), evidence=evidence)


def _main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--examples", type=int, default=200)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    wanted = asked.parse_args()
    # Nobody is sent away for asking too often.
    guard.Buckets.take = lambda *_: True  # type: ignore[method-assign]
    with ExitStack() as stack:
        place = stack.enter_context(house(stack, Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        bots = [stack.enter_context(Bot(place, seat)) for seat in (1, 2)]
        with suppress(AssertionError):  # the middle of a game is wanted, not its end
            play(bots, random.Random(1), most=20)
        contract = Contract(place, wanted.examples, wanted.seed)
        contract.check()
        told = ", ".join(f"{status}: {many}" for status, many in sorted(contract.answered.items()))
        print(f"seed {wanted.seed}: {contract.answered.total()} requests; {told}; {len(contract.broken)} broken")
        for label, how in contract.broken.items():
            print(f"\n{label}\n{how}")


if __name__ == "__main__":
    _main()
