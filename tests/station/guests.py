"""Whoever uses the page of a station that may end at any moment: phones, the referee, somebody who sets it up.

Each is a thread. What a station has acknowledged is kept, to be looked for in the record.
"""

import http.client
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tests.station.lives import SECRET
from tests.web.asking import Answer, Listener, ask

_PAUSE: Final = 0.01
_LOST: Final = (OSError, http.client.HTTPException)
"""The station ends, has not begun, or is killed."""
_NAMED: Final = frozenset({200, 303, 400, 403, 404, 409, 429, 503})
"""How a page may answer; each with a sentence."""


@dataclass
class Heard:
    """What the guests of one life have heard.

    Attributes:
        statuses: how the page has answered, by who had asked.
        chosen: acknowledged choices: seat and value.
        ruled: acknowledged decisions of the referee, by their reasons, which are all different.
        names: acknowledged names of seat 1, the last one last.
        sent: names that were sent.
        wrong: what may not be.
    """

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    chosen: Counter[tuple[int, str]] = field(default_factory=Counter)
    ruled: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


class Guests:
    """All of them, from ``with`` to its end.

    Args:
        port: of the page.
        paths: of the seats' phones, by seat.
        seed: of what they do.
    """

    def __init__(self, port: int, paths: Mapping[int, str], seed: int) -> None:
        self.heard = Heard()
        self._where = f"http://127.0.0.1:{port}"
        self._over = threading.Event()
        self._seed = seed
        self._numbers = 0
        doers: list[Callable[[random.Random], None]] = [
            *((lambda chance, seat=seat: self._press(chance, seat, paths[seat])) for seat in paths),
            self._referee,
            self._set_up,
        ]
        self._threads = [
            threading.Thread(target=self._run, args=(doer, random.Random(seed * 100 + place)), daemon=True)
            for place, doer in enumerate(doers)
        ]

    def __enter__(self) -> "Guests":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _run(self, do: Callable[[random.Random], None], chance: random.Random) -> None:
        """Do it again and again; where the station is not there, try again."""
        while not self._over.is_set():
            try:
                do(chance)
            except _LOST:
                time.sleep(_PAUSE)
            except Exception as error:
                self.heard.wrong.append(repr(error))
                return

    def _ask(self, who: str, path: str, method: str = "GET", body: object = None, **headers: str) -> Answer:
        answer = ask(self._where, path, method, body, **headers)
        self.heard.statuses[who, answer.status] += 1
        if answer.status not in _NAMED:
            self.heard.wrong.append(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return answer

    # --- a phone -----------------------------------------------------------------------------------------------------

    def _press(self, chance: random.Random, seat: int, path: str) -> None:
        with Listener(self._where, f"{path}/stream") as stream:
            if stream.response.status != 200:
                time.sleep(_PAUSE)
                return
            while not self._over.is_set() and stream.is_read:
                asked = next((one.data for one in reversed(stream.messages) if one.name == "question"), None)
                if asked:
                    self._answer(chance, seat, path, asked)
                time.sleep(_PAUSE)

    def _answer(self, chance: random.Random, seat: int, path: str, asked: dict[str, Any]) -> None:
        some, options = chance.random(), [one["value"] for one in asked.get("options") or ()]
        answer: dict[str, Any] = {"question": asked["question"]}
        if some < 0.02:
            answer["key"] = "hold"
        elif some < 0.06:
            answer["key"] = "back"
        elif options and asked["ask"] != "ready":
            answer["value"] = chance.choice(options)
        else:
            answer["key"] = "ok"
        answered = self._ask("phone", f"{path}/answer", "POST", answer)
        done = answered.ok and answered.json()["result"] == "done"
        if done and asked["ask"] == "choice" and "value" in answer:
            self.heard.chosen[seat, answer["value"]] += 1

    # --- the referee -------------------------------------------------------------------------------------------------

    def _referee(self, chance: random.Random) -> None:
        entered = self._ask(
            "referee", "/referee/enter", "POST", f"secret={SECRET}".encode(),
            Content_Type="application/x-www-form-urlencoded",
        )  # fmt: skip
        cookie = entered.headers.get("set-cookie", "").partition(";")[0]
        if entered.status != 303:
            time.sleep(_PAUSE * 10)
            return
        page = self._ask("referee", "/referee", Cookie=cookie)
        found = re.search(rb'data-token="([^"]+)"', page.body)
        while found and not self._over.is_set():
            self._decide(chance, {"Cookie": cookie, "X_Referee": found[1].decode()})
            time.sleep(chance.uniform(0, 0.2))

    def _decide(self, chance: random.Random, headers: Mapping[str, str]) -> None:
        if chance.random() < 0.2:
            self._switch(headers, "by_hand", True)
            self._switch(headers, "by_hand", False)
            return
        # Mostly while the game stands still: else it has gone on before anything is decided.
        still = chance.random() < 0.7
        if still:
            self._switch(headers, "pause", True)
        now = self._ask("referee", "/referee/now", **headers)
        if now.ok:
            shown = now.json()
            why = f"reason {self._seed}.{self._number()}"
            order = {"sequence": shown["sequence"], "decision": self._decision(chance, shown["record"], why)}
            if self._ask("referee", "/referee/rule", "POST", order, **headers).ok:
                self.heard.ruled.append(why)
        if still:
            self._switch(headers, "pause", False)

    def _switch(self, headers: Mapping[str, str], what: str, on: bool) -> None:
        self._ask("referee", "/referee/switch", "POST", {"what": what, "on": on}, **headers)

    def _decision(self, chance: random.Random, record: list[dict[str, Any]], why: str) -> dict[str, Any]:
        some = chance.random()
        choices = [one for one in record if one.get("correct") and one["correct"].get("options")]
        if some < 0.4 and choices:
            one = chance.choice(choices)
            options = [option["value"] for option in one["correct"]["options"]]
            return {"type": "correct", "entry": one["place"], "value": chance.choice(options), "why": why}
        if some < 0.95:
            rounds = sorted({one["round"] for one in record if one["round"]}) or [1]
            return {"type": "annul", "round": chance.choice(rounds), "why": why}
        return {"type": "close", "reason": "aborted", "why": why}

    # --- who sets it up ----------------------------------------------------------------------------------------------

    def _set_up(self, chance: random.Random) -> None:
        name = f"Anna {self._seed}.{self._number()}"
        self.heard.sent.append(name)
        changes = {"changes": {"station.names": [name, "Kim"]}}
        if self._ask("set-up", "/setup/settings", "POST", changes).ok:
            self.heard.names.append(name)
        with suppress(*_LOST):
            self._ask("reader", chance.choice(("/", "/api/state", "/history", "/seats", "/setup/settings")))
        time.sleep(chance.uniform(0, 0.2))

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers


def as_json(statuses: Counter[tuple[str, int]]) -> dict[str, dict[str, int]]:
    """How the page has answered, for people."""
    found: dict[str, dict[str, int]] = {}
    for (who, status), times in sorted(statuses.items()):
        found.setdefault(who, {})[str(status)] = times
    return found
