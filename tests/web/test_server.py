"""The page's server begins anew where it hangs or ends: no game ends because of a page, and none stays gone."""

import asyncio
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from threading import Event

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.web.server import Server, listen

_LONG = 30.0


class House:
    """A server of one page; ``/hang`` keeps its loop until ``go_on``."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.failures = 0
        self.loops: list[asyncio.AbstractEventLoop | None] = []
        self.ended = 0
        port = listen("127.0.0.1", 0)
        self.number: int = port.getsockname()[1]
        self.server: Server | None = None
        self._port = port

    def begin(self) -> None:
        self.server = Server(self._port, self._made, self.loops.append, self._end, patience=2.0, every=0.05)

    def _end(self) -> None:
        self.ended += 1

    def _made(self) -> ASGIApp:
        if self.failures:
            self.failures -= 1
            raise OSError("no templates")

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            if Request(scope).url.path == "/hang":
                self.go_on.wait(_LONG)
            await PlainTextResponse("here")(scope, receive, send)

        return application

    def got(self, path: str = "/") -> str:
        connection = HTTPConnection("127.0.0.1", self.number, timeout=1)
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        except (OSError, HTTPException):
            return ""
        finally:
            connection.close()

    def comes(self) -> bool:
        """Whether the page comes, sooner or later."""
        until = time.monotonic() + _LONG
        while time.monotonic() < until:
            if self.got() == "here":
                return True
        return False


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.go_on.set()
    if made.server:
        made.server.close()


def test_a_server_that_hangs_is_replaced_and_never_comes_back(house: House) -> None:
    house.begin()
    assert house.comes()
    first = house.loops[0]
    assert house.got("/hang") == ""
    assert house.comes()
    assert len(house.loops) == 2
    assert house.loops[1] is not first
    assert house.ended == 1, "its streams are ended, so that their readers come anew"
    house.go_on.set()
    assert house.comes(), "the one that wakes up takes the port from nobody"
    assert None not in house.loops, "and does not cut the new one off from the table"


def test_a_server_that_ends_by_a_fault_begins_anew(house: House) -> None:
    house.failures = 2
    house.begin()
    assert house.comes()
    assert len(house.loops) == 1


def test_a_server_that_is_closed_stays_closed(house: House) -> None:
    house.begin()
    assert house.comes()
    assert house.server is not None
    house.server.close()
    assert house.got() == ""
    assert house.loops[-1] is None
