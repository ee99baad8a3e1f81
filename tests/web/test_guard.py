"""Nobody gets in who should not, and nothing that is sent brings the page down."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from controller.web.addresses import Seats, is_here, is_own
from controller.web.guard import Buckets, Guard
from controller.web.hub import Hub
from tests.web.asking import Listener, ask
from tests.web.house import House
from tests.web.test_desk import Desk


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house"), secret="2468") as house:
        yield house


def test_every_answer_forbids_scripts_that_are_not_the_pages_own(house: House) -> None:
    for path in ("/", "/overlay", "/seats", "/api/state", "/static/dice.js", "/nothing", "/referee", "/qr/1.svg"):
        answer = ask(house.where, path, Accept="text/html")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy, path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        assert answer.headers["referrer-policy"] == "same-origin", path


def test_pages_hold_no_inline_script_and_no_inline_style(house: House) -> None:
    pages = ("/", "/overlay", "/seats", "/referee", house.seat(1).removeprefix(house.where), "/nothing")
    for path in pages:
        body = ask(house.where, path, Accept="text/html").body
        assert b"<script>" not in body, path
        assert b" style=" not in body, path
        assert b"<style" not in body, path
        assert b" onclick" not in body, path
        assert b"http://" not in body.replace(house.where.encode(), b""), f"{path} fetches from elsewhere"
        assert b"https://" not in body, f"{path} fetches from elsewhere"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/picture/../../etc/passwd.jpg",
        "/picture/..%2f..%2fjournal.jpg",
        "/static/%00",
    ],
)
def test_no_file_outside_is_served(house: House, path: str) -> None:
    assert ask(house.where, path).status in (400, 404)


def test_a_strangers_name_for_this_machine_is_refused(house: House) -> None:
    """DNS rebinding: a stranger's page lets its own name point here."""
    assert ask(house.where, "/api/state", Host="stranger.example").status == 421
    assert ask(house.where, "/api/state", Host="localhost:1").status == 200


def test_a_strangers_page_cannot_press_a_seats_keys(house: House) -> None:
    path = house.seat(1).removeprefix(house.where) + "/answer"
    body = {"question": 0, "key": "ok"}
    assert ask(house.where, path, "POST", body, Origin="http://stranger.example").status == 403
    assert ask(house.where, path, "POST", body, Sec_Fetch_Site="cross-site").status == 403
    gone = ask(house.where, path, "POST", body)
    assert (gone.status, gone.json()) == (200, {"result": "gone"}), "from a program, about no question"


def test_a_long_body_is_refused_also_where_its_length_is_not_said(house: House) -> None:
    path = house.seat(1).removeprefix(house.where) + "/answer"
    assert ask(house.where, path, "POST", b"x" * 20_000).status == 413
    import http.client

    connection = http.client.HTTPConnection(house.where.removeprefix("http://"), timeout=10)
    connection.request("POST", path, iter([b"x" * 9_000] * 3), encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"question": 1}', b'{"question": -1, "key": "ok"}', b'{"question": 1, "key": "x"}',
     b'{"question": 1, "key": "ok", "more": 1}', b'{"question": 1, "value": "d4", "key": "ok"}', b"\xff\xfe"],
)  # fmt: skip
def test_a_bad_answer_gets_one_sentence_and_changes_nothing(house: House, body: bytes) -> None:
    before = ask(house.where, "/api/state").body
    answer = ask(house.where, house.seat(1).removeprefix(house.where) + "/answer", "POST", body)
    assert answer.status == 400
    assert answer.json()["error"]
    assert ask(house.where, "/api/state").body == before


def test_nobody_guesses_a_seats_address(house: House) -> None:
    assert ask(house.where, "/seat/aaaaaaaaaaaaaaaaaaaa").status == 404
    assert ask(house.where, "/seat/aaaaaaaaaaaaaaaaaaaa/stream").status == 404
    secrets = {house.seat(seat).rsplit("/", 1)[1] for seat in range(1, 6)}
    assert len(secrets) == 5
    assert all(len(secret) == 20 for secret in secrets)


def test_a_seats_address_outlives_the_station(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    assert Seats(journal).path(1) == Seats(journal).path(1)
    key = tmp_path / "journal.db.seats"
    assert key.stat().st_mode & 0o777 == 0o600
    key.write_bytes(b"short")
    first = Seats(journal)
    assert first.seat(first.path(2).rsplit("/", 1)[1]) == 2, "a damaged key is made anew"


def test_the_seats_codes_are_for_this_machine_and_the_referee(house: House) -> None:
    """The rule itself; that a request comes from elsewhere cannot be played on one machine."""
    assert is_here("127.0.0.1")
    assert is_here("::1")
    assert not is_here("192.168.1.7")
    assert not is_here(None)
    assert ask(house.where, "/seats").status == 200
    assert ask(house.where, "/qr/9.svg").status == 404
    for header in ("X_Forwarded_For", "Forwarded", "Via", "X_Real_IP"):  # behind a proxy everybody comes from here
        assert ask(house.where, "/seats", **{header: "203.0.113.9"}).status == 403


def test_numbers_that_no_game_has_are_not_found_and_fill_no_log(house: House) -> None:
    for path in ("/history/", "/verdict/1/", "/qr/"):
        assert ask(house.where, path + "9" * 5000).status == 404


def test_who_plays_is_let_in_where_too_many_are_watching(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hub, "may_watch", lambda hub, address: False)
    # Whoever comes through a proxy is not at this machine, and so only watches.
    refused = ask(house.where, "/api/stream", X_Forwarded_For="203.0.113.9")
    assert refused.status == 503
    assert b"Too many are watching" in refused.body
    with Listener(house.where, house.seat(1).removeprefix(house.where) + "/stream") as seat:
        seat.until("state")
    with Listener(house.where) as screen:
        screen.until("state")
    referee = {"X-Forwarded-For": "203.0.113.9", "Cookie": Desk(house.where).cookie}
    with Listener(house.where, headers=referee) as desk:
        desk.until("state")


def test_own_names() -> None:
    assert is_own("10.0.0.3", ())
    assert is_own("[fe80::1]:8420", ())
    assert is_own("table.local:8420", {"table.local"})
    assert not is_own("table.local.stranger.example", {"table.local"})
    assert not is_own("", {"localhost"})
    assert not is_own("[::1].stranger.example", {"localhost"})
    assert not is_own("[::1", {"localhost"})


def test_many_ranges_at_once_cost_no_more_than_one(house: House) -> None:
    """Sorting thousands of them takes some versions of the library seconds."""
    path = "/static/base.css"
    assert ask(house.where, path, Range="bytes=0-9").status == 206
    whole = ask(house.where, path)
    many = ask(house.where, path, Range="bytes=" + ",".join(f"{n}-{n + 1}" for n in range(0, 3000, 3)))
    assert (many.status, many.body) == (200, whole.body)


def test_a_flood_is_stopped_and_others_are_not() -> None:
    now = [0.0]
    buckets = Buckets(at_once=3, a_second=1, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("b")
    now[0] = 2.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


def test_one_machine_floods_nobody_by_having_many_addresses() -> None:
    """Of IPv6 it has as many as it likes, all of one /64."""

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def asked(address: str) -> int:
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        await guard({**scope, "client": (address, 1)}, no_body, send)
        status: int = sent[0]["status"]
        return status

    async def no_body() -> Message:
        return {"type": "http.request"}

    async def all_of_them() -> tuple[set[int], int]:
        return {await asked(f"2001:db8::{n:x}") for n in range(1, 4000)}, await asked("2001:db8:0:1::1")

    guard = Guard(app, {"localhost"})
    assert asyncio.run(all_of_them()) == ({200, 429}, 200), "and another machine is let in"


def test_a_stream_that_is_asked_for_nonsense_begins_anew(house: House) -> None:
    for nonsense in ("x", "-1", "9" * 40, "١"):
        with Listener(house.where, headers={"Last-Event-ID": nonsense.encode().decode("latin-1")}) as listener:
            assert listener.until("state").data["phase"]


def test_nonsense_that_a_guest_sends_fills_no_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Each line of it would be written to the card that the games are kept on."""
    host, port = house.where.removeprefix("http://").split(":")
    for nonsense in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/9\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: x\r\n\r\n"):
        with socket.create_connection((host, int(port)), timeout=10) as one:
            one.sendall(nonsense)
            one.shutdown(socket.SHUT_WR)
            while one.recv(65536):
                pass
    assert [record.getMessage() for record in caplog.records] == []
