"""The stream: what was missed is told again, slow readers hold up nobody, the station's end is noticed."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.errors import PageError
from controller.web.connection import Connection
from controller.web.hub import Hub, frame
from controller.web.mailbox import Mailbox
from controller.web.server import listen
from tests.web.asking import Bot, Listener, ask, until
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


class Pipe:
    """Where a stream's bytes go, in a test."""

    def __init__(self, *, full: bool = False) -> None:
        self.full = full
        self.sent: list[bytes] = []
        self.over = ""

    def pour(self, data: bytes) -> None:
        self.sent.append(data)

    def end(self) -> None:
        self.over = "ended"

    def cut(self) -> None:
        self.over = "cut"


def at_the_hub(scene: Callable[[Hub], Awaitable[None]], of_an_address: int = 500) -> None:
    """A scene in a loop of its own."""

    async def played() -> None:
        await scene(Hub(of_an_address))

    asyncio.run(played())


def test_a_slow_reader_gets_the_latest_of_each_part_and_is_lost_when_too_far_behind() -> None:
    async def scene(hub: Hub) -> None:
        pipe = Pipe(full=True)
        reader = hub.open(pipe, None, None)
        for number in range(1000):
            hub.publish("state", {"n": number}, number)
            await asyncio.sleep(0)
        assert pipe.sent == []
        pipe.full = False
        reader.catch_up()
        assert pipe.sent == [frame("state", b'{"n":999}', 999)], "bounded, however slow it is"
        pipe.full = True
        for number in range(101):
            assert pipe.over == ""
            hub.happen(number, [])
            await asyncio.sleep(0)
        assert pipe.over == "cut"

    at_the_hub(scene)


def test_who_takes_nothing_for_long_is_dropped_and_who_hears_nothing_gets_a_beat() -> None:
    async def scene(hub: Hub) -> None:
        stuck, idle = Pipe(full=True), Pipe()
        stuck_reader, idle_reader = (hub.open(pipe, None, None) for pipe in (stuck, idle))
        idle.sent.clear()
        for now in (0.0, 4.0, 8.0):
            stuck_reader.beat(b"beat", now)
            idle_reader.beat(b"beat", now)
        assert stuck.over == ""
        assert idle.sent == [b"beat", b"beat"], "not right after something else"
        stuck_reader.beat(b"beat", 12.0)
        assert stuck.over == "cut"

    at_the_hub(scene)


def test_what_comes_in_one_go_is_written_once_and_joined_once_for_all() -> None:
    async def scene(hub: Hub) -> None:
        pipes = [Pipe() for _ in range(200)]
        for pipe in pipes:
            hub.open(pipe, None, None)
            pipe.sent.clear()
        hub.happen(1, [{"event": "locked"}])
        hub.publish("state", {"n": 1}, 1)
        hub.publish("rounds", [])
        await asyncio.sleep(0)
        assert [len(pipe.sent) for pipe in pipes] == [1] * 200
        assert len({id(pipe.sent[0]) for pipe in pipes}) == 1, "the same bytes for all"
        assert [line for line in pipes[0].sent[0].decode().split() if line in ("happened", "state", "rounds")] == [
            "happened",
            "state",
            "rounds",
        ]

    at_the_hub(scene)


def test_who_comes_in_the_moment_of_an_event_is_told_of_it_once() -> None:
    async def scene(hub: Hub) -> None:
        hub.publish("state", {"n": 0}, 1)
        hub.happen(2, [{"event": "locked"}])
        pipe = Pipe()
        hub.open(pipe, None, 1)
        await asyncio.sleep(0)
        assert b"".join(pipe.sent).count(b"locked") == 1

    at_the_hub(scene)


def test_what_has_not_changed_is_not_sent_again() -> None:
    async def scene(hub: Hub) -> None:
        pipe = Pipe()
        hub.open(pipe, 1, None)
        hub.publish("state", {"n": 1}, 1)
        hub.ask(1, {"q": 1})
        hub.ask(2, {"q": 2})
        await asyncio.sleep(0)
        first = b"".join(pipe.sent)
        assert b'{"q":1}' in first
        assert b'{"q":2}' not in first, "another seat's question"
        pipe.sent.clear()
        hub.publish("state", {"n": 1}, 1)
        hub.ask(1, {"q": 1})
        hub.ask(2, {"q": 3})
        await asyncio.sleep(0)
        assert pipe.sent == []

    at_the_hub(scene)


def test_one_address_cannot_take_every_place_of_those_who_watch() -> None:
    async def scene(hub: Hub) -> None:
        for _ in range(3):
            assert hub.may_watch("guest")
            hub.open(Pipe(), None, None, "guest")
        assert not hub.may_watch("guest")
        assert hub.may_watch("other")
        for _ in range(3):
            hub.open(Pipe(), None, None)
        assert hub.may_watch("other"), "players and referee are not counted among them"

    at_the_hub(scene, of_an_address=3)


def test_where_all_places_are_taken_who_has_most_gives_one_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.hub.MOST", 4)

    async def scene(hub: Hub) -> None:
        pipes = [Pipe() for _ in range(4)]
        for pipe in pipes:
            assert hub.may_watch("greedy")
            hub.open(pipe, None, None, "greedy")
        for _ in range(2):
            assert hub.may_watch("other")
            hub.open(Pipe(), None, None, "other")
        assert [pipe.over for pipe in pipes] == ["ended", "ended", "", ""], "the oldest first"
        assert not hub.may_watch("other"), "who has as many already takes no more"
        assert not hub.may_watch("greedy")
        assert hub.readers == 4

    at_the_hub(scene)


def test_a_phone_that_comes_back_gets_in_however_many_streams_its_seat_has() -> None:
    async def scene(hub: Hub) -> None:
        pipes = [Pipe() for _ in range(20)]
        for pipe in pipes:
            hub.open(pipe, 1, None)
        hub.open(Pipe(), 2, None)
        assert [pipe.over for pipe in pipes] == ["ended"] * 8 + [""] * 12
        assert hub.readers == 13

    at_the_hub(scene)


def test_a_hub_whose_server_begins_anew_serves_new_readers() -> None:
    hub = Hub()

    async def first() -> Pipe:
        pipe = Pipe()
        hub.open(pipe, None, None)
        hub.publish("state", {"n": 1}, 1)
        hub.close()
        return pipe

    async def second() -> Pipe:
        pipe = Pipe()
        hub.open(pipe, None, None)
        hub.publish("state", {"n": 2}, 2)
        await asyncio.sleep(0)
        return pipe

    old = asyncio.run(first())
    assert old.over == "ended"
    known = list(old.sent)
    assert b'{"n":2}' in b"".join(asyncio.run(second()).sent)
    assert old.sent == known, "nothing more goes to those of the old one"


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
        until(lambda: (ask(house.where, "/api/state").json() or {}).get("game"))
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
        silent = [stack.enter_context(connected(house)) for _ in range(8)]
        for one in silent:
            assert ended(one), "dropped"
        assert ask(house.where, "/api/state").ok


def connected(house: House) -> socket.socket:
    host, port = house.where.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=10)


def ended(one: socket.socket) -> bool:
    """Whether the other side hangs up, whatever it says before."""
    with suppress(ConnectionResetError):
        while one.recv(65536):
            pass
    return True


def test_one_guest_with_every_connection_shuts_out_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They take one from each other, the idle ones first; a panel that is open stays open."""
    monkeypatch.setattr(Connection, "most", 6)
    with House(tmp_path) as house, ExitStack() as stack:
        panel = stack.enter_context(Listener(house.where, house.seat(1).removeprefix(house.where) + "/stream"))
        panel.until("state")
        guests = []
        for number in range(30):
            guest = stack.enter_context(connected(house))
            if number % 2:
                # Through a proxy: the station's own screen would not be counted as a guest.
                guest.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nVia: 1.1 guest\r\n\r\n")
                guest.recv(100)
            guests.append(guest)
        with Bot(house, 2) as bot:
            assert bot.send(value="d4") == 200
            panel.until("state", sequence=2)
            assert all(ended(guest) for guest in guests[:20])


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /referee/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n",
    ],
)
@pytest.mark.parametrize("before", [b"", b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"])
def test_a_request_that_comes_one_byte_at_a_time_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, begun: bytes, before: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Slow loris: in the head or in the body, as the first request of a connection or a later one."""
    monkeypatch.setattr(Connection, "silent_seconds", 0.5)
    with House(tmp_path, secret="2468") as house, connected(house) as slow:
        if before:
            slow.sendall(before)
            slow.recv(65536)
        slow.sendall(begun)
        assert any(not sent(slow, b"x") for _ in range(200))
    assert [one for one in caplog.records if one.levelname == "ERROR"] == [], "and fills no log"


def sent(one: socket.socket, data: bytes) -> bool:
    """Whether the other side still takes something."""
    threading.Event().wait(0.05)
    try:
        one.sendall(data)
    except OSError:
        return False
    return True


def test_a_reader_without_chunks_gets_the_same(tmp_path: Path) -> None:
    """A proxy may ask in the way of HTTP/1.0."""
    with House(tmp_path) as house, connected(house) as old:
        old.sendall(b"GET /api/stream HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        told = b""
        while b"event: state" not in told:
            told += old.recv(65536)
        head, body = told.split(b"\r\n\r\n", 1)
        assert b"chunked" not in head
        assert body.startswith(b"retry: 1000\n\n")


def test_a_stream_of_which_only_the_head_is_asked_for_ends(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        answer = ask(house.where, "/api/stream", "HEAD")
        assert answer.ok
        assert answer.body == b""
        assert ask(house.where, "/api/state").ok
