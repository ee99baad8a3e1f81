"""The stream: what was missed is told again, slow readers hold up nobody, the station's end is noticed."""

import asyncio
import socket
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.errors import PageError
from controller.web.connection import Connection
from controller.web.hub import Hub, frame
from controller.web.mailbox import Mailbox
from controller.web.server import listen
from tests.web.asking import Bot, Listener, ask
from tests.web.house import House, start


def test_a_reader_that_comes_back_is_told_what_it_has_missed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path))
        first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
        with Listener(house.where) as listener:
            listener.until("state")
            first.send(value="d4")
            seen = listener.until("happened").id
        second.send(value="d20")
        first.stream.until("state", phase="throw")
        assert seen
        with Listener(house.where, headers={"Last-Event-ID": seen}) as listener:
            listener.until("state")
            told = [
                event["event"] for one in listener.messages if one.name == "happened" for event in one.data["events"]
            ]
            assert told == ["locked", "revealed"]
            assert next(one.name for one in listener.messages) == "happened", "before the state that it has led to"
        with Listener(house.where, f"/api/stream?after={seen}") as listener:
            listener.until("happened")


def test_the_numbers_of_the_stream_are_those_of_the_journal(tmp_path: Path) -> None:
    with House(tmp_path) as house, Listener(house.where) as listener, Bot(house, 1) as bot:
        assert listener.until("state").id == "1"
        bot.send(value="d4")
        assert listener.until("happened").id == "2"
        assert house.table.journal.sequence == 2


def test_the_end_of_the_station_ends_every_stream(tmp_path: Path) -> None:
    with ExitStack() as watchers:
        with House(tmp_path) as house:
            listener = watchers.enter_context(Listener(house.where))
            listener.until("state")
        listener._thread.join(5)
        assert not listener._thread.is_alive()


def test_a_reader_that_takes_nothing_holds_up_neither_the_table_nor_the_others(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path))
        host, port = house.where.removeprefix("http://").split(":")
        for _ in range(20):
            lazy = stack.enter_context(socket.create_connection((host, int(port))))
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            lazy.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        listener = stack.enter_context(Listener(house.where))
        bots = [stack.enter_context(Bot(house, seat)) for seat in (1, 2)]
        listener.until("state")
        for dice in (("d4", "d6"), ("d8", "d10")):
            for bot, die in zip(bots, dice, strict=True):
                bot.send(value=die)
            for bot in bots:
                bot.send(key="ok")
        bots[0].wait()
        rounds = [one.data["game"]["round"] for one in bots[0].stream.messages if one.name == "state"]
        assert rounds[-1] == 3


def test_a_slow_reader_gets_the_latest_of_each_part_and_is_lost_when_too_far_behind() -> None:
    async def scene() -> None:
        hub = Hub()
        reader = hub.open(None, None)
        for number in range(1000):
            hub.publish("state", {"n": number}, number)
        assert await reader.next(1) == frame("state", b'{"n":999}', 999)
        assert await reader.next(0.01) == b""
        for number in range(101):
            hub.happen(number, [])
        assert reader.lost

    asyncio.run(scene())


def test_what_has_not_changed_is_not_sent_again() -> None:
    async def scene() -> None:
        hub = Hub()
        reader = hub.open(1, None)
        hub.publish("state", {"n": 1}, 1)
        hub.ask(1, {"q": 1})
        hub.ask(2, {"q": 2})
        first = await reader.next(1)
        assert b'{"q":1}' in first
        assert b'{"q":2}' not in first, "another seat's question"
        hub.publish("state", {"n": 1}, 1)
        hub.ask(1, {"q": 1})
        assert await reader.next(0.01) == b""

    asyncio.run(scene())


def test_the_mailbox_keeps_the_latest_until_the_server_is_there() -> None:
    async def scene() -> None:
        delivered: list[tuple[dict[str, Any], list[Any]]] = []
        mailbox = Mailbox(lambda latest, happened: delivered.append((latest, happened)))
        for number in range(5000):
            mailbox.put("moment", number)
            mailbox.add(number)
        mailbox.attach(asyncio.get_running_loop())
        thread = threading.Thread(target=lambda: mailbox.put("glance", 1))
        thread.start()
        thread.join()
        await asyncio.sleep(0.05)
        assert delivered[0][0] == {"moment": 4999, "glance": 1}
        assert len(delivered[0][1]) == 1000, "bounded"
        mailbox.attach(None)
        mailbox.put("moment", 1)

    asyncio.run(scene())


def test_a_taken_port_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PageError, match=rf"port {port}: Address already in use; name another page.port"):
            listen("127.0.0.1", port)
    with pytest.raises(PageError, match="cannot be served"):
        listen("203.0.113.1", 0)


def test_names_from_people_are_data_and_never_markup(tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)>\"'&"
    with House(tmp_path, start(names=(evil, "Jörg"), stakes={"1": evil})) as house:
        state = ask(house.where, "/api/state").json()
        assert state["game"]["seats"][0]["name"] == evil
        assert state["setup"]["stakes"] == {"1": evil}
        for path in ("/", "/seats", "/overlay", house.seat(1).removeprefix(house.where)):
            assert b"<img src=x" not in ask(house.where, path).body


def test_the_table_is_not_kept_waiting_by_the_page(tmp_path: Path) -> None:
    """The page takes what it shows later, in its own thread: a server that hangs is nobody's trouble."""
    with House(tmp_path) as house, Bot(house, 1) as bot:
        bot.wait()
        hang = threading.Event()

        def blocked() -> None:
            hang.wait()

        mailbox = house.page._mailbox
        assert mailbox._loop
        mailbox._loop.call_soon_threadsafe(blocked)
        try:
            for _ in range(50):
                # Gives up, and fails, where the table waits for the server.
                house.at_table(lambda: house.table._present(house.table._asked, house.table._view))
        finally:
            hang.set()


def test_connections_are_bounded_and_none_stays_that_says_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Idle connections would use up the files that the table itself needs."""
    monkeypatch.setattr(Connection, "most", 4)
    monkeypatch.setattr(Connection, "silent_seconds", 0.2)
    with House(tmp_path) as house, ExitStack() as stack:
        host, port = house.where.removeprefix("http://").split(":")
        silent = [stack.enter_context(socket.create_connection((host, int(port)), timeout=10)) for _ in range(8)]
        for one in silent:
            with suppress(ConnectionResetError):
                assert one.recv(1) == b"", "dropped"
        assert ask(house.where, "/api/state").ok
