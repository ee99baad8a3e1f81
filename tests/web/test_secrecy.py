"""A hidden choice leaks through nothing that the page sends: every byte of whole games is recorded and searched."""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.journal.entries import Chosen, Started
from tests.web.asking import Bot, Listener, Message, ask, play, until
from tests.web.house import House, QuickEyes, start

PUBLIC = ("/api/state", "/api/rounds", "/api/events", "/api/picture", "/api/leds", "/", "/overlay", "/api/games")


@pytest.mark.parametrize(("game", "players"), [("ueberwurf", 2), ("zugband", 2), ("overload", 3), ("wizard", 3)])
def test_no_byte_of_a_whole_game_holds_a_seal_or_its_nonce(tmp_path: Path, game: str, players: int) -> None:
    """These tell a choice as surely as the choice itself: whoever has them can try all options."""
    house_rules = {"target": 12} if game == "overload" else {}
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start(game, players, house=house_rules)))
        watcher = stack.enter_context(Listener(house.where))
        bots = [stack.enter_context(Bot(house, seat)) for seat in range(1, players + 1)]
        play(bots, random.Random(3))
        asked = b"".join(ask(house.where, path).body for path in PUBLIC)
        everything = watcher.raw + asked + b"".join(bot.stream.raw + b"".join(bot.answers) for bot in bots)
        chosen = [entry for entry in house.entries() if isinstance(entry, Chosen)]
        assert len(chosen) > 4
        for entry in chosen:
            assert entry.nonce.encode() not in everything
            assert entry.seal.encode() not in everything
        for seat in range(1, players + 1):
            secret = house.seat(seat).rsplit("/", 1)[1].encode()
            assert secret not in watcher.raw + asked, "nobody learns a seat's address"


# Games, what is locked before the last hidden choice, and the two choices that must look the same.
MOMENTS = [
    (start("ueberwurf"), {1: ("d4", "d20")}),
    (start("zugband"), {1: ("0", "3")}),
    (start("zugband"), {2: ("1", "2")}),
]


@pytest.mark.parametrize(("started", "choices"), MOMENTS)
def test_two_games_that_differ_in_a_locked_choice_alone_look_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, started: Started, choices: dict[int, tuple[str, str]]
) -> None:
    """Not the page of another seat, nor the seat's own after the lock, nor sizes: the same messages, byte for byte."""
    monkeypatch.setattr("controller.web.page.secrets.randbits", lambda bits: 1)
    ((seat, values),) = choices.items()
    seen = [_after_the_lock(tmp_path / value, started, seat, value) for value in values]
    assert seen[0] == seen[1]
    # What is compared would show it: what is asked before differs as soon as the choices are revealed.
    assert any(b'"locked":true' in part for part in seen[0])


def _after_the_lock(folder: Path, started: Started, seat: int, value: str) -> list[bytes]:
    """Everything that was sent up to the lock of one seat, and at it."""
    folder.mkdir()
    with ExitStack() as stack:
        house = stack.enter_context(House(folder, started, eyes=QuickEyes(7)))
        watcher = stack.enter_context(Listener(house.where))
        own, other = (stack.enter_context(Bot(house, one)) for one in (seat, 3 - seat))
        # What is not read yet is passed over for what is newer: each stream has read all there is before and after.
        for stream in (watcher, own.stream, other.stream):
            stream.until("state", sequence=1)
            stream.until("leds")
        before = ask(house.where, "/api/leds").body
        assert own.send(value=value) == 200
        own.stream.until("question", take_back=True)
        for stream in (watcher, own.stream, other.stream):
            stream.until("state", sequence=2)
        until(lambda: ask(house.where, "/api/leds").body != before)
        answers = own.answers
        public = [ask(house.where, path).body for path in PUBLIC]
        streams = [_told(one.messages) for one in (watcher, own.stream, other.stream)]
        return [*streams, *answers_without_date(answers), *public]


def answers_without_date(answers: Sequence[bytes]) -> list[bytes]:
    """Without the second in which they were given."""
    return [answer.split(b"('date'")[0] + answer.split(b"GMT')", 1)[1] for answer in answers]


def _told(messages: Sequence[Message]) -> bytes:
    """What a stream has told but the lights, which are shown as fast as they can be, and compared for themselves."""
    return repr([(one.name, one.id, one.data) for one in messages if one.name not in ("beat", "leds")]).encode()


def test_another_selection_before_the_lock_sends_nothing_to_anybody(tmp_path: Path) -> None:
    """What is selected stays in the browser: the page has no way to say it before it is locked."""
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start()))
        watcher = stack.enter_context(Listener(house.where))
        bot = stack.enter_context(Bot(house, 1))
        question = bot.wait()
        watcher.until("state")
        before = len(watcher.messages), ask(house.where, "/api/state").body
        none, late = {"question": question["question"], "value": "d7"}, {"question": 999, "value": "d4"}
        assert ask(house.where, f"{bot.path}/answer", "POST", none).status == 409
        gone = ask(house.where, f"{bot.path}/answer", "POST", late)
        assert (gone.status, gone.json()) == (200, {"result": "gone"}), "to press too late is no mistake"
        told = [one.name for one in watcher.messages[before[0] :]]
        assert set(told) <= {"beat", "leds"}
        assert ask(house.where, "/api/state").body == before[1]


def test_an_answer_never_counts_for_a_later_question(tmp_path: Path) -> None:
    """The same bid is asked for in each round: a late second answer must not become the next round's bid."""
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start("zugband")))
        first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
        question = first.wait()
        late = {"question": question["question"], "value": "3"}
        assert first.send(value="1") == 200
        assert ask(house.where, f"{first.path}/answer", "POST", late).json() == {"result": "gone"}
        assert second.send(value="0") == 200
        first.wait()
        assert ask(house.where, f"{first.path}/answer", "POST", late).json() == {"result": "gone"}
        assert [entry.value for entry in house.entries() if isinstance(entry, Chosen)] == ["1", "0"]


def test_ok_without_a_selection_does_nothing_and_says_so(tmp_path: Path) -> None:
    with House(tmp_path) as house, Bot(house, 1) as bot:
        assert bot.send(key="ok") == 409
        assert bot.send(key="back") == 409
        assert bot.send(value="d4") == 200
        assert bot.stream.told("locked")


def test_a_locked_choice_is_taken_back_and_locked_again(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path, start()))
        first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
        second.wait()
        assert first.send(value="d4") == 200
        idle = first.stream.until("question", ask=None, take_back=True).data
        assert ask(house.where, f"{first.path}/answer", "POST", {"question": idle["question"], "key": "back"}).ok
        assert first.send(value="d6") == 200
        assert second.send(value="d8") == 200
        first.stream.until("happened")
        revealed = first.stream.until("state", phase="throw").data["game"]["seats"]
        assert [seat["die"] for seat in revealed] == ["d6", "d8"]
