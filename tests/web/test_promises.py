"""What the page has answered with "done" holds: it counts and is on the disk, also where the station ends just then."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.types import Receive, Scope, Send

from controller.errors import JournalError, RefereeError
from controller.journal.entries import AnyEntry, Chosen, Halted
from controller.panel.keypad import Key
from controller.web import app
from tests.web.asking import Answer, Bot, ask
from tests.web.house import PATIENCE, House, start


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, start("zugband"), secret="1234") as made:
        yield made


def chosen(house: House) -> list[tuple[int, str]]:
    return [(one.seat, one.value) for one in house.entries() if isinstance(one, Chosen)]


def asked(house: House, seat: int = 1) -> dict[str, Any]:
    with Bot(house, seat) as bot:
        return bot.wait()


def answer(house: House, question: int, **given: str) -> Answer:
    path = house.seat(1).removeprefix(house.where)
    return ask(house.where, f"{path}/answer", "POST", {"question": question, **given})


class Disk:
    """Of the journal: it takes something only when it may, or nothing.

    Attributes:
        begun: something is to be written.
        free: it may be.
        full: nothing can be.
    """

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.free, self.full = threading.Event(), threading.Event(), False
        self._append = house.table.journal.append
        monkeypatch.setattr(house.table.journal, "append", self._take)
        house.table.keeper.retry_seconds = 0.05

    def _take(self, *given: Any) -> None:
        self.begun.set()
        assert self.free.wait(PATIENCE)
        if self.full:
            raise JournalError("the disk is full")
        self._append(*given)


def test_an_answer_is_done_only_once_it_is_on_the_disk(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked(house)["question"]
    disk = Disk(house, monkeypatch)
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(answer(house, question, value="2")))
    thread.start()
    assert disk.begun.wait(PATIENCE)
    # The page answers others meanwhile, and not this one.
    assert ask(house.where, "/api/state").ok
    assert answers == []
    disk.free.set()
    thread.join(PATIENCE)
    assert answers[0].json() == {"result": "done"}
    assert chosen(house) == [(1, "2")]


def test_a_disk_that_takes_nothing_is_no_done_and_loses_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked(house)["question"]
    disk = Disk(house, monkeypatch)
    disk.full = True
    disk.free.set()
    kept = answer(house, question, value="2")
    assert (kept.status, kept.json()) == (200, {"result": "kept"})
    disk.full = False
    with Bot(house, 1) as bot:
        bot.stream.until("question", take_back=True)
    assert chosen(house) == [(1, "2")]


def test_an_answer_whose_question_went_in_that_moment_is_told_so(house: House) -> None:
    question = asked(house)["question"]

    def both() -> Any:
        house.table.press(2, "hold")
        return house.page.answer(1, question, "2")

    assert asyncio.run(house.page.pressed(both)) == "gone"
    assert chosen(house) == []
    assert isinstance(house.entries()[-1], Halted)


def test_a_press_that_came_to_nothing_is_no_done_because_a_key_before_it_counted(house: House) -> None:
    asked(house)
    keys: tuple[Key, ...] = (1, "ok")
    for key in keys:
        house.at_table(partial(house.table.press, 2, key))
    with Bot(house, 2) as bot:
        bot.stream.until("question", take_back=True)
    assert [seat for seat, _value in chosen(house)] == [2]

    def nothing() -> Any:
        house.table.press(1, "back")
        return "done"

    assert asyncio.run(house.page.pressed(nothing)) == "gone"


def test_a_table_that_was_told_to_stop_takes_nothing_more(house: House) -> None:
    question = asked(house)["question"]

    def stopped(then: Callable[[], Any]) -> Any:
        # In one step: what was pressed before it counts, what comes behind it does not.
        house.table.stop()
        return then()

    assert house.at_table(lambda: stopped(lambda: house.page.answer(1, question, "2"))) == "waits"
    assert house.at_table(lambda: house.page.key(1, question, "hold")) == "waits"

    def nothing(_play: object) -> list[AnyEntry]:
        return []

    with pytest.raises(RefereeError):
        asyncio.run(house.page.rule(house.table.journal.sequence, nothing))
    assert chosen(house) == []


def test_while_the_referee_lets_the_game_stand_still_no_key_is_done(house: House) -> None:
    question = asked(house)["question"]
    house.at_table(lambda: house.table.pause(True))
    for key in ("ok", "back", "hold"):
        assert answer(house, question, key=key).json() != {"result": "done"}
    house.at_table(lambda: house.table.pause(False))
    assert len(house.entries()) == 1


def test_whoever_asks_while_the_station_ends_gets_a_sentence(house: House) -> None:
    question = asked(house)["question"]
    # Its loop does nothing more from here on, and whoever waits for it is told.
    waiting = threading.Event()
    answers: list[Answer] = []

    def late() -> None:
        waiting.set()
        answers.append(answer(house, question, value="2"))

    thread = threading.Thread(target=late)

    def end() -> None:
        thread.start()
        assert waiting.wait(PATIENCE)
        house.page.close()

    house.at_table(end)
    thread.join(PATIENCE)
    answers.append(answer(house, question, value="2"))
    for one in answers:
        assert one.status == 503
        assert "ends" in one.json()["error"] or "endet" in one.json()["error"]
    assert chosen(house) == []


@pytest.mark.parametrize("begun", [False, True])
def test_what_the_servers_end_cuts_short_ends_in_order(begun: bool) -> None:
    """It is cancelled after a second; the log would call that a fault, and a program would get a 500."""
    sent: list[Any] = []

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def cut() -> None:
        task = asyncio.create_task(app._CutShort(slow)({"type": "http"}, cast("Receive", None), send))
        await asyncio.sleep(0)
        task.cancel()
        await task

    asyncio.run(cut())
    assert sent[0]["status"] == (200 if begun else 503)
    assert not sent[-1].get("more_body", False)
