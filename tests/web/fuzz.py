"""Sends nonsense to every route of the page, as raw bytes: methods, paths, queries, headers, bodies.

``python -m tests.web.fuzz --seconds 900 --seed 7`` goes on as long as it is told; ``test_fuzz`` does a little of it.
"""

import argparse
import json
import random
import re
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.routing import Route

from controller.web import api, boards, desk, guard, history, panels, rules, setup, verdicts
from tests.web.asking import Bot, ask, play
from tests.web.house import House, QuickEyes, start
from tests.web.test_desk import PIN, Desk
from tests.web.test_setup import made
from tests.web.test_verdict import Kept

PLACES: Final = sorted(
    {
        (route.path, "POST" if "POST" in (route.methods or ()) else "GET")
        for module in (api, boards, desk, history, panels, rules, setup, verdicts)
        for route in module.routes
        if isinstance(route, Route)
    }
    | {("/static/{name}", "GET"), ("/{name}", "GET")}
)
METHODS: Final = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW", "get")
NASTY: Final = (
    "..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "....//", "%00", "%ff%fe", "%c0%ae%c0%ae", "..%5c..%5c", "~root",
    "*", "|ls", "-1", "0", "1", "2", "6", "1e9", "0x10", "%0d%0aSet-Cookie:%20a=b", "'", '"', "<script>",
    "%3Cscript%3E", "{{7*7}}", "${7*7}", "%25s%25n", "NaN", "null", "true", "%F0%9F%8E%B2",
    "99999999999999999999", "state", "base.css", "templates/base.html", "../app.py", "..%2fapp.py",
    "proc/self/environ", "a" * 3000, "",
)  # fmt: skip
KEYS: Final = (
    "question", "value", "key", "pad", "sequence", "decision", "type", "entry", "why", "faces", "round",
    "reason", "seat", "dice", "face", "gone", "what", "on", "picture", "mishap", "changes", "act", "step",
    "name", "kind", "group", "at", "secret", "section", "language", "view", "page", "station.names",
    "station.game", "station.house", "camera.source",
)  # fmt: skip
WORDS: Final = (
    "ok", "back", "hold", "d4", "d20", "correct", "annul", "close", "reading", "pause", "by_hand", "pin",
    "forfeited", "aborted", "cocked", "begin", "end", "start", "stop", "take", "next", "save", "forget",
    "teach", "on", "off", "wizard", "zugband", "../../x", "\ud800", "\x00", "ä" * 200, "",
)  # fmt: skip
HEADERS: Final = (
    "Accept", "Accept-Language", "Cookie", "Origin", "Referer", "Range", "If-None-Match", "If-Modified-Since",
    "Last-Event-ID", "Content-Type", "Transfer-Encoding", "Content-Encoding", "X-Referee", "X-Forwarded-For",
    "Forwarded", "Sec-Fetch-Site", "Expect", "Upgrade", "Connection", "Via", "X-HTTP-Method-Override",
)  # fmt: skip
# What no answer may hold: where things lie, and how the program is made.
LEAKS: Final = re.compile(
    rb"Traceback|site-packages|\.py\b.{0,9}line \d|/(?:usr|root|home)/\w|sqlite3\.|starlette\.|NoneType"
)


@dataclass
class Nonsense:
    """Where requests go and what came of them.

    Args:
        house: whose page.
        seed: of the chance by which they are made.

    Attributes:
        answered: how often each status came, 0 for a connection that was closed without an answer.
        wrong: what must not be: the request and the answer's beginning.
    """

    house: House
    seed: int
    answered: Counter[int] = field(default_factory=Counter)
    wrong: list[tuple[bytes, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._split = urlsplit(self.house.where)
        self._secret = self.house.seat(1).rsplit("/", 1)[1]
        self._referee = Desk(self.house.where)
        self._folder = str(self.house.table.journal.path.parent).encode()

    def send(self) -> None:
        """One request, and a look at its answer."""
        if not self._chance.randrange(400):
            # The fuzz has left the desk, or has been thrown out.
            self._referee = Desk(self.house.where)
        request, place = self._request()
        answer = self._asked(request)
        status = int(answer[9:12]) if answer[:5] == b"HTTP/" and answer[9:12].isdigit() else 0
        self.answered[status] += 1
        # What the station says when it can take nothing now is a sentence; where its own files lie is told at /setup.
        told = place.startswith("/setup")
        leak = LEAKS.search(answer) or (not told and self._folder in answer)
        if status == 500 or status > 503 or leak:
            self.wrong.append((request[:600], answer[:600]))

    def _asked(self, request: bytes) -> bytes:
        answer = b""
        with suppress(OSError), socket.create_connection((self._split.hostname, self._split.port), timeout=2) as way:
            way.sendall(request)
            end = time.monotonic() + 5
            # Streams never end: their beginning is enough.
            while time.monotonic() < end and len(answer) < 200_000:
                piece = way.recv(65536)
                if not piece or b"text/event-stream" in answer or b"multipart/x-mixed-replace" in answer:
                    break
                answer += piece
        return answer

    def _request(self) -> tuple[bytes, str]:
        one = self._chance
        place, right = one.choice(PLACES)
        method = right if one.random() < 0.85 else one.choice(METHODS)
        path = re.sub(r"\{(\w+)(?::\w+)?\}", self._part, place)
        if one.random() < 0.4:
            names = (*KEYS, "game", "player", "since", "until", "state", "after", "theme")
            path += "?" + "&".join(f"{one.choice(names)}={self._nasty()}" for _ in range(one.randrange(1, 4)))
        body = self._body() if one.random() < 0.7 else b""
        lines = [f"{method} {path or '/'} HTTP/1.1", f"Host: localhost:{self._split.port}"]
        if one.random() < 0.6:
            lines += [f"Cookie: {self._referee.cookie}", f"X-Referee: {self._referee.token}"]
        if body or one.random() < 0.1:
            lines += [f"Content-Length: {len(body) if one.random() < 0.97 else self._nasty()}"]
            lines += ["Content-Type: application/json"] if one.random() < 0.8 else []
        lines += [f"{one.choice(HEADERS)}: {self._nasty()}" for _ in range(one.choice((0, 0, 1, 3)))]
        lines += ["Connection: close"]
        head = "\r\n".join(lines).encode("utf-8", "surrogatepass")
        if one.random() < 0.03:
            head = bytes(byte if one.random() < 0.98 else one.randrange(256) for byte in head)
        return head + b"\r\n\r\n" + body, place

    def _part(self, found: re.Match[str]) -> str:
        one = self._chance
        if found[1] == "secret" and one.random() < 0.7:
            return self._secret
        if found[1] in ("game", "round", "seat", "at", "die") and one.random() < 0.7:
            return str(one.randrange(4))
        return self._nasty()

    def _nasty(self) -> str:
        one = self._chance
        return (
            one.choice(NASTY) if one.random() < 0.8 else "/".join(one.choice(NASTY) for _ in range(one.randrange(1, 5)))
        )

    def _body(self) -> bytes:
        one = self._chance
        kind = one.random()
        if kind < 0.1:
            return one.randbytes(one.choice((0, 1, 30, 2000, 17_000)))
        if kind < 0.15:
            return (b"[" * 5000, b'{"a":' * 3000, b"1" * 5000, b"\xef\xbb\xbf{}", b'"\\ud800"', b"1e999")[
                one.randrange(6)
            ]
        text = json.dumps(self._near() if kind < 0.6 else self._value(4)).encode()
        return text if one.random() < 0.95 else text[: one.randrange(len(text) + 1)]

    def _near(self) -> dict[str, Any]:
        """Nearly a command: the right keys, some values wrong."""
        one = self._chance
        sequence = one.choice((self.house.page.table.journal.sequence, 0, 7, -1, 2**60))
        decision = {"type": one.choice(WORDS[5:9]), "entry": one.randrange(-1, 30), "why": one.choice(WORDS)}
        decision |= {one.choice(KEYS): self._value(2) for _ in range(one.randrange(3))}
        whole: dict[str, Any] = one.choice(
            (
                {"question": self._value(1), "value": one.choice(WORDS)},
                {"question": self._value(1), "key": one.choice(WORDS)},
                {"sequence": sequence, "decision": decision},
                {"what": one.choice(WORDS), "on": one.choice((True, False, 1, None)), "picture": self._nasty()},
                {"changes": {one.choice(KEYS): self._value(3)}},
                {"act": one.choice(WORDS), one.choice(KEYS): self._value(2)},
                {"mishap": one.choice(WORDS)},
            )
        )
        if one.random() < 0.3:
            whole[one.choice(KEYS)] = self._value(3)
        return whole

    def _value(self, deep: int) -> Any:
        one = self._chance
        makers: list[Callable[[], Any]] = [
            lambda: one.choice(WORDS),
            lambda: one.choice((0, 1, -1, 2**31, 2**53, 2**64, 10**30, 0.5, 1e308)),
            lambda: one.choice((True, False, None)),
        ]
        if deep:
            makers += [
                lambda: [self._value(deep - 1) for _ in range(one.randrange(4))],
                lambda: {one.choice(KEYS): self._value(deep - 1) for _ in range(one.randrange(4))},
            ]
        return one.choice(makers)()


def house(folder: Path) -> House:
    """A table with everything that can be asked of it: a referee, set-up, evidence, dice in doubt."""
    eyes = QuickEyes(3, doubt=0.1)
    return House(folder, start(), eyes=eyes, secret=PIN, setup=made(folder), evidence=Kept(folder))


def prepare(place: House) -> None:
    """Some rounds are played, so that there is something to ask about; nobody is sent away for asking too often."""
    guard.Buckets.take = lambda *_: True  # type: ignore[method-assign]
    chance = random.Random(1)
    with Bot(place, 1) as first, Bot(place, 2) as second, suppress(AssertionError):
        play((first, second), chance, most=20)


def summary(answered: Counter[int]) -> str:
    """How often each status came."""
    return ", ".join(f"{status or 'none'}: {many}" for status, many in sorted(answered.items()))


def _main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=900)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as place:
        prepare(place)
        fuzz, end = Nonsense(place, wanted.seed), time.monotonic() + wanted.seconds
        while time.monotonic() < end:
            fuzz.send()
        print(f"seed {wanted.seed}: {sum(fuzz.answered.values())} requests; {summary(fuzz.answered)}")
        assert ask(place.where, "/api/state").ok
        _say(fuzz.wrong)


def _say(wrong: Iterable[tuple[bytes, bytes]]) -> None:
    for request, answer in wrong:
        print("wrong:", request, "\n  ->", answer)


if __name__ == "__main__":
    _main()
