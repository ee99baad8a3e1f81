"""What many guests, or one with many addresses, cannot do: find the PIN, shut out the referee, use up the threads."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from controller.web import guard
from controller.web.guard import Turns
from controller.web.sessions import Sessions

PIN = "2468"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_pin_holds_for_an_evening_against_any_number_of_addresses() -> None:
    clock = Clock()
    sessions = Sessions(PIN, clock=clock)
    tried = 0
    for second in range(5 * 3600):
        clock.now = float(second)
        tried += sessions.may_try(f"10.0.{second % 250}.{second // 250 % 250}")
    assert 300 < tried < 350, "of ten thousand"


def test_one_machine_of_ipv6_is_one_however_many_addresses_it_takes() -> None:
    sessions = Sessions(PIN, clock=Clock())
    assert [sessions.may_try(f"2001:db8::{n:x}") for n in range(1, 9)] == [True] * 5 + [False] * 3


def test_tries_from_elsewhere_shut_out_no_referee_who_was_there_before() -> None:
    sessions = Sessions(PIN, clock=Clock())
    assert sessions.may_try("192.168.1.2")
    assert sessions.fits(PIN, "192.168.1.2")
    while sessions.may_try(f"10.0.0.{len(sessions._tries._left)}"):
        pass
    assert not sessions.may_try("192.168.1.3"), "a stranger waits"
    assert sessions.may_try("192.168.1.2")
    assert sessions.may_try("127.0.0.1", here=True), "and the station's own machine never does"


def test_who_tries_in_vain_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    sessions = Sessions(PIN, clock=Clock())
    for _ in range(40):
        sessions.fits("0000", "192.168.1.9")
    told = [one.getMessage() for one in caplog.records]
    assert told == [f"the referee's secret was tried {n} times in vain, last from 192.168.1.9" for n in (20, 40)], (
        "whoever keeps the log sees it, and it does not fill up"
    )


# --- what takes long --------------------------------------------------------------------------------------------------


class Visits:
    """An application that takes as long as a test wants."""

    def __init__(self) -> None:
        self.at_once = self.most = 0
        self.go_on = asyncio.Event()
        self.turns = Turns(self, ("/history",), lambda scope: bool(scope["headers"]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await self.go_on.wait()
        self.at_once -= 1
        await PlainTextResponse("here")(scope, receive, send)

    async def ask(self, path: str, *, referee: bool = False, slow: Awaitable[Any] | None = None) -> int:
        told: list[Message] = []

        async def send(message: Message) -> None:
            told.append(message)
            if slow:
                await slow

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        headers = [(b"cookie", b"x")] if referee else []
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
        await self.turns(scope, receive, send)
        status: int = told[0]["status"]
        return status


def scene(played: Callable[[Visits], Awaitable[None]]) -> None:
    async def run() -> None:
        await asyncio.wait_for(played(Visits()), 20)

    asyncio.run(run())


def test_what_takes_long_is_done_for_few_at_once_and_the_rest_is_sent_away() -> None:
    async def played(visits: Visits) -> None:
        asked = [asyncio.create_task(visits.ask("/history/1")) for _ in range(guard.MOST_WAITING + 5)]
        await asyncio.sleep(0.01)
        assert visits.at_once == guard.TURNS
        state, referee = visits.ask("/api/state"), visits.ask("/history/1", referee=True)
        others = asyncio.gather(state, referee)
        await asyncio.sleep(0.01)
        assert visits.at_once == guard.TURNS + 2, "who asks for something else, or is the referee, waits for nobody"
        visits.go_on.set()
        assert sorted([await one for one in asked]) == [200] * guard.MOST_WAITING + [503] * 5
        assert list(await others) == [200, 200]
        assert await visits.ask("/history/1") == 200, "and all of them have let go"

    scene(played)


def test_whoever_takes_an_answer_slowly_holds_no_turn() -> None:
    async def played(visits: Visits) -> None:
        visits.go_on.set()
        never = asyncio.get_running_loop().create_future()
        lazy = [asyncio.create_task(visits.ask("/history/1", slow=asyncio.shield(never))) for _ in range(10)]
        await asyncio.sleep(0.01)
        assert await visits.ask("/history/2") == 200
        for one in lazy:
            one.cancel()
        await asyncio.gather(*lazy, return_exceptions=True)
        assert await visits.ask("/history/3") == 200

    scene(played)


def test_whoever_hangs_up_while_waiting_gives_the_place_back() -> None:
    async def played(visits: Visits) -> None:
        waiting = [asyncio.create_task(visits.ask("/history/1")) for _ in range(guard.MOST_WAITING)]
        await asyncio.sleep(0.01)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        visits.go_on.set()
        assert await visits.ask("/history/1") == 200

    scene(played)
