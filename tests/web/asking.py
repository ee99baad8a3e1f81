"""Asks a page as a program does, and listens to its streams."""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from tests.web.house import House

PATIENCE = 30.0


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def ok(self) -> bool:
        return self.status == 200

    def json(self) -> Any:
        return json.loads(self.body)


def ask(where: str, path: str = "/", method: str = "GET", body: object = None, **headers: str) -> Answer:
    """One request; a body that is no bytes goes as JSON. Underscores in the headers' names stand for dashes."""
    split = urlsplit(where)
    connection = http.client.HTTPConnection(split.hostname or "", split.port, timeout=PATIENCE)
    sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, sent, {"Content-Type": "application/json", **named} if sent else named)
        response = connection.getresponse()
        return Answer(response.status, {name.lower(): one for name, one in response.getheaders()}, response.read())
    finally:
        connection.close()


@dataclass
class Message:
    """One event of a stream."""

    name: str
    id: str | None
    data: Any


@dataclass
class Listener:
    """Reads a stream in a thread of its own; keeps every byte, and every message."""

    where: str
    path: str = "/api/stream"
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes = b""
    messages: list[Message] = field(default_factory=list)

    def __enter__(self) -> Self:
        split = urlsplit(self.where)
        self._changed = threading.Condition()
        self._connection = http.client.HTTPConnection(split.hostname or "", split.port, timeout=PATIENCE)
        self._connection.request("GET", self.path, headers=dict(self.headers))
        self.response = self._connection.getresponse()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        # The thread may be waiting for bytes: closing the socket under it wakes it.
        if self._connection.sock:
            self._connection.sock.shutdown(2)
        self._thread.join(PATIENCE)
        self._connection.close()

    @property
    def is_read(self) -> bool:
        """Whether it goes on; not where whoever sent it has gone."""
        return self._thread.is_alive()

    def until(self, name: str, **wanted: Any) -> Message:
        """The latest message of a name whose data holds these values, waited for."""
        with self._changed:
            found = self._changed.wait_for(lambda: next(self._fitting(name, wanted), None), PATIENCE)
        assert found, (name, wanted, [(one.name, one.data) for one in self.messages][-3:])
        return found

    def told(self, name: str) -> dict[str, Any]:
        """The first event of a name, waited for."""

        def found() -> Iterator[dict[str, Any]]:
            events = [event for one in self.messages if one.name == "happened" for event in one.data["events"]]
            yield from (event for event in events if event["event"] == name)

        with self._changed:
            event = self._changed.wait_for(lambda: next(found(), None), PATIENCE)
        assert event, name
        return event

    def _fitting(self, name: str, wanted: Mapping[str, Any]) -> Iterator[Message]:
        for message in reversed(self.messages):
            if message.name == name and all(message.data.get(key) == value for key, value in wanted.items()):
                yield message

    def _read(self) -> None:
        waiting = b""
        try:
            while chunk := self.response.read1(65536):
                waiting += chunk
                *whole, waiting = waiting.split(b"\n\n")
                with self._changed:
                    self.raw += chunk
                    self.messages += [parsed for one in whole if (parsed := _parse(one))]
                    self._changed.notify_all()
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            return


def _parse(text: bytes) -> Message | None:
    fields = dict(line.split(b": ", 1) for line in text.splitlines() if b": " in line)
    if b"data" not in fields:
        return None
    number = fields.get(b"id")
    name = fields.get(b"event", b"message").decode()
    return Message(name, number.decode() if number else None, json.loads(fields[b"data"]))


class Bot:
    """A seat that is played over the page by a program.

    Args:
        house: where it plays.
        seat: which.
    """

    def __init__(self, house: House, seat: int) -> None:
        self.seat = seat
        self.where = house.where
        self.path = house.seat(seat).removeprefix(house.where)
        self.stream = Listener(house.where, f"{self.path}/stream")
        self.answers: list[bytes] = []
        self._answered: int | None = None

    def __enter__(self) -> Self:
        self.stream.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.stream.__exit__(*error)

    @property
    def question(self) -> dict[str, Any] | None:
        """What is asked now; ``None`` for nothing, or nothing new."""
        found = next((one.data for one in reversed(self.stream.messages) if one.name == "question"), None)
        return found if found and found["ask"] and found["question"] != self._answered else None

    def wait(self) -> dict[str, Any]:
        """The next question."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.question:
                return found
            time.sleep(0.005)
        raise AssertionError(f"seat {self.seat} is asked nothing")

    def send(self, **answer: Any) -> int:
        """Answer the present question; how the page answers."""
        question = self.wait()
        answered = ask(self.where, f"{self.path}/answer", "POST", {"question": question["question"], **answer})
        self.answers.append(repr(sorted(answered.headers.items())).encode() + answered.body)
        if answered.status == 200:
            self._answered = question["question"]
        return answered.status

    def act(self, chance: random.Random) -> bool:
        """Answer what is asked by chance; whether anything was asked, and the answer was taken."""
        question = self.question
        if question is None:
            return False
        if question["ask"] in ("confirm", "agree", "ready"):
            return self.send(key="ok") == 200
        return self.send(value=chance.choice(question["options"])["value"]) == 200


def play(bots: Sequence[Bot], chance: random.Random, most: int = 2000) -> None:
    """Play until the game is over; ``most`` answers at most.

    Only answers that were taken count: how often the next question is looked for in vain, and how often a seat is
    sent away because it asks too fast, depends on the machine.
    """
    answers = 0
    last = time.monotonic()
    while answers < most:
        acted = sum(bot.act(chance) for bot in bots)
        if any(one.name == "state" and one.data["outcome"] for one in bots[0].stream.messages[-4:]):
            return
        answers += acted
        if acted:
            last = time.monotonic()
        else:
            assert time.monotonic() - last < PATIENCE, [bot.question for bot in bots]
            time.sleep(0.005)
    raise AssertionError("the game does not end")


def until(true: Callable[[], object]) -> None:
    """Wait for something that the page shows a moment later."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")
