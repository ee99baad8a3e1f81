"""The referee's desk: who gets in, what is decided, what follows from it, and that nothing hidden is seen there."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.journal.entries import Annulled, Chosen, Closed, Corrected, FaceRuled, PictureRead, Threw
from controller.panel.keypad import Ask, Prompt
from controller.rules.core import Message
from controller.web.sessions import Sessions
from tests.controller.game import FakeEyes, seen
from tests.web.asking import Answer, Bot, Listener, ask, until
from tests.web.house import House
from vision.reading import Status

PIN = "2468"


class Desk:
    """The referee's browser, as a program."""

    def __init__(self, where: str) -> None:
        self.where = where
        answer = ask(
            where, "/referee/enter", "POST", f"secret={PIN}".encode(), Content_Type="application/x-www-form-urlencoded"
        )
        assert answer.status == 303, answer
        self.set_cookie = answer.headers["set-cookie"]
        self.cookie = self.set_cookie.partition(";")[0]
        page = self.get("/referee").body.decode()
        self.token = page.partition('data-token="')[2].partition('"')[0]

    def get(self, path: str) -> Answer:
        return ask(self.where, path, Cookie=self.cookie)

    def now(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.get("/referee/now").json()
        return shown

    def post(self, path: str, body: Mapping[str, Any]) -> Answer:
        return ask(self.where, path, "POST", body, Cookie=self.cookie, X_Referee=self.token)

    def order(self, decision: Mapping[str, Any], preview: bool = False) -> Answer:
        body = {"sequence": self.now()["sequence"], "decision": decision}
        return self.post("/referee/preview" if preview else "/referee/rule", body)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def sit(stack: ExitStack, house: House) -> tuple[Desk, Bot, Bot]:
    first, second = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
    first.wait()
    return Desk(house.where), first, second


def one_round(first: Bot, second: Bot, dice: tuple[str, str]) -> None:
    """A round of Überwurf up to the next question."""
    first.send(value=dice[0])
    second.send(value=dice[1])
    first.send(key="ok")
    second.send(key="ok")
    first.wait()


# --- who gets in ------------------------------------------------------------------------------------------------------


def test_there_is_no_desk_without_a_secret(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        assert ask(house.where, "/referee", Accept="text/html").status == 404
        assert ask(house.where, "/referee/enter", "POST", b"secret=").status == 404
        assert ask(house.where, "/referee/now").status == 403


def test_a_wrong_pin_does_not_get_in_and_tries_are_few(tmp_path: Path) -> None:
    with House(tmp_path, secret=PIN) as house:
        tries = [ask(house.where, "/referee/enter", "POST", f"secret={n}".encode()).status for n in range(7)]
        assert tries == [403] * 5 + [429] * 2
        assert ask(house.where, "/referee/enter", "POST", b"secret=2468").status == 429, "nor with the right one now"


def test_the_sessions_cookie_is_for_this_page_alone(tmp_path: Path) -> None:
    with House(tmp_path, secret=PIN) as house:
        desk = Desk(house.where)
        assert "HttpOnly" in desk.set_cookie
        assert "SameSite=strict" in desk.set_cookie
        assert PIN not in desk.set_cookie
        assert desk.get("/referee/now").ok
        left = ask(house.where, "/referee/leave", "POST", b"", Cookie=desk.cookie)
        assert left.status == 303
        assert desk.get("/referee/now").status == 403


def test_a_session_ends_after_half_a_day() -> None:
    from starlette.requests import Request
    from starlette.responses import Response

    now = [0.0]
    sessions = Sessions(PIN, clock=lambda: now[0])
    response = Response()
    sessions.begin(response)
    cookie = response.headers["set-cookie"].partition(";")[0]
    request = Request({"type": "http", "headers": [(b"cookie", cookie.encode())]})
    assert sessions.knows(request)
    assert not sessions.may_command(request), "a command carries the page's token as well"
    now[0] = 13 * 3600
    assert not sessions.knows(request)


@pytest.mark.parametrize("path", ["/referee/preview", "/referee/rule", "/referee/switch"])
def test_nothing_is_decided_without_session_token_and_own_page(tmp_path: Path, path: str) -> None:
    with House(tmp_path, secret=PIN) as house:
        desk = Desk(house.where)
        body = {"what": "pause", "on": True}
        assert ask(house.where, path, "POST", body).status == 403
        assert ask(house.where, path, "POST", body, Cookie=desk.cookie).status == 403, "no token"
        stranger = {"Cookie": desk.cookie, "X_Referee": desk.token, "Origin": "http://stranger.example"}
        assert ask(house.where, path, "POST", body, **stranger).status == 403
        assert house.at_table(lambda: house.table.paused) is False


# --- what is decided --------------------------------------------------------------------------------------------------


def test_a_throw_is_corrected_with_what_follows_shown_before(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    place = next(one["place"] for one in desk.now()["record"] if one["correct"] and "dice" in one["correct"])
    told = desk.order({"type": "correct", "entry": place, "faces": [4], "why": "seen wrong"}, preview=True)
    assert told.json() == {"broken": [], "voids": [], "unasked": []}
    for nonsense in (["abc"], [9], [-1]):
        assert desk.order({"type": "correct", "entry": place, "faces": nonsense, "why": "?"}).status == 409
    assert desk.order({"type": "correct", "entry": place, "faces": [4], "why": "seen wrong"}).ok
    correction = house.entries()[-1]
    assert isinstance(correction, Corrected)
    assert (correction.dice, correction.by, correction.why) == ({"d4": (4,)}, "Referee", "seen wrong")
    assert "seen wrong" in first.stream.told("corrected")["text"], "everybody is told"
    record = desk.now()["record"]
    assert (record[-1]["by"], record[-1]["why"]) == ("Referee", "seen wrong")


def test_a_hidden_choice_behind_a_correction_is_made_anew_and_never_told(tmp_path: Path, stack: ExitStack) -> None:
    """Whether it could stand would tell something about it: what is locked may be what the correction uses up."""
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    chosen = next(one["place"] for one in desk.now()["record"] if one["correct"] and "options" in one["correct"])
    told = []
    for locked in ("d12", "d10"):
        first.send(value=locked)
        until(lambda: desk.now()["record"][-1]["hidden"])
        shown = desk.order({"type": "correct", "entry": chosen, "value": "d12"}, preview=True)
        assert shown.ok, shown.body
        told.append(shown.json())
        question = next(one.data for one in reversed(first.stream.messages) if one.name == "question")
        ask(house.where, f"{first.path}/answer", "POST", {"question": question["question"], "key": "back"})
        first.wait()
    # Its place in the record and its seal are others each time; a seal tells nothing.
    same = [[re.sub(r"^\d+|seal [0-9a-f]+", "", void) for void in one["voids"]] for one in told]
    assert same[0] == same[1], "the same, whatever is locked"
    assert same[0][-1] == ": Anna locks hidden ( …)"
    assert told[0]["broken"] == told[1]["broken"]


def test_a_hidden_choice_behind_a_correction_that_breaks_nothing_is_made_anew_as_well(
    tmp_path: Path, stack: ExitStack
) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    place = next(one["place"] for one in desk.now()["record"] if one["correct"] and "dice" in one["correct"])
    first.send(value="d12")
    until(lambda: desk.now()["record"][-1]["hidden"])
    correction = {"type": "correct", "entry": place, "faces": [4]}
    assert len(desk.order(correction, preview=True).json()["voids"]) == 1
    assert desk.order(correction).ok
    first.stream.told("corrected")
    assert {one["value"] for one in first.wait()["options"]} == {"d6", "d8", "d10", "d12", "d20"}


def test_the_referee_sees_that_a_seat_has_locked_and_not_what(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, _second = sit(stack, house)
    first.send(value="d12")
    first.stream.until("question", take_back=True)
    now = desk.now()
    assert now["record"][-1]["hidden"]
    assert "hidden" in now["record"][-1]["text"]
    assert now["record"][-1]["correct"] is None
    assert now["keys"]["2"] == {"asked": "choice", "hidden": True, "page": None, "selected": None}
    (chosen,) = [entry for entry in house.entries() if isinstance(entry, Chosen)]
    body = desk.get("/referee/now").body
    assert chosen.nonce.encode() not in body
    assert chosen.seal.encode() not in body
    refused = desk.order({"type": "correct", "entry": 1, "value": "d4"})
    assert refused.status == 409
    assert "still hidden" in refused.json()["error"]


def test_nothing_is_decided_about_a_game_that_has_gone_on(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, _second = sit(stack, house)
    sequence = desk.now()["sequence"]
    first.send(value="d12")
    first.stream.until("question", take_back=True)
    late = desk.post("/referee/rule", {"sequence": sequence, "decision": {"type": "close", "reason": "aborted"}})
    assert late.status == 409
    assert "gone on" in late.json()["error"]
    assert not any(isinstance(entry, Closed) for entry in house.entries())


def test_a_round_is_annulled(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, second = sit(stack, house)
    one_round(first, second, ("d4", "d20"))
    assert desk.order({"type": "annul", "round": 1, "why": "the table was pushed"}).ok
    assert isinstance(house.entries()[-1], Annulled)
    first.stream.until("state", sequence=house.table.journal.sequence)
    state = ask(house.where, "/api/state").json()
    assert [seat["score"] for seat in state["game"]["seats"]] == [0, 0]
    assert state["game"]["round"] == 1
    assert desk.order({"type": "annul", "round": 9}).status == 409
    thrown = next(place for place, entry in enumerate(house.entries()) if isinstance(entry, PictureRead | Threw))
    refused = desk.order({"type": "correct", "entry": thrown, "faces": [1]})
    assert refused.status == 409
    assert "cannot be corrected any more" in refused.json()["error"]


def test_a_seat_forfeits_and_the_game_is_over(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, _second = sit(stack, house)
    assert desk.order({"type": "close", "reason": "forfeited"}).status == 409, "a forfeit names a seat"
    assert desk.order({"type": "close", "reason": "forfeited", "seat": 1, "why": " "}).ok
    # The end of the game may stand behind it already.
    (closed,) = [one for one in house.entries() if isinstance(one, Closed)]
    assert closed.why == "no reason given", "a sentence ends in it"
    outcome = first.stream.until("state", phase="over").data["outcome"]
    assert (outcome["winner"], outcome["reason"]) == ([2], "forfeited")


def test_a_pause_lets_nobody_press_and_is_over_when_the_referee_says_so(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, _second = sit(stack, house)
    question = first.wait()
    assert desk.post("/referee/switch", {"what": "pause", "on": True}).ok
    first.stream.until("state", phase="pause")
    pressed = ask(house.where, f"{first.path}/answer", "POST", {"question": question["question"], "value": "d4"})
    assert pressed.json() == {"result": "gone"}, "the question has gone with the pause"
    assert desk.post("/referee/switch", {"what": "pause", "on": False}).ok
    assert not any(isinstance(entry, Chosen) for entry in house.entries()), "nothing that was pressed meanwhile counts"
    assert first.send(value="d4") == 200
    # An option of a later page of keys: nobody's press turns the page while the game stands still.
    prompt = Prompt(1, Ask.FACE, tuple(str(face) for face in range(1, 21)), False, Message(""))

    def later_page() -> str:
        house.page._keypads[1].ask(prompt)
        house.table.paused = True
        said = house.page.answer(1, house.page._first + house.page._keypads[1].number, "17")
        house.table.paused = False
        return said

    assert house.at_table(later_page) == "waits"


UNSURE = Status.UNSURE


def test_what_the_camera_is_not_sure_of_the_referee_decides(tmp_path: Path, stack: ExitStack) -> None:
    """Accept the guess, amend it, or take a die out that belongs to nobody."""
    ranked = replace(seen("d20", 7, UNSURE), likely=(7, 17, 1))
    eyes = FakeEyes([seen("d4", 3, UNSURE), ranked, seen("d6", 1)], automatic=False)
    house = stack.enter_context(House(tmp_path, secret=PIN, eyes=eyes))
    desk, first, second = sit(stack, house)
    first.send(value="d4")
    second.send(value="d20")
    first.send(key="ok")
    second.send(key="ok")
    first.stream.until("state", phase="confirm")
    reading = desk.now()["reading"]
    assert reading["open"]
    assert [(one["die"], one["face"], one["likely"]) for one in reading["dice"]] == [
        ("d4", 3, [3]), ("d20", 7, [7, 17, 1]), ("d6", 1, [1])]  # fmt: skip
    assert reading["dice"][1]["faces"] == list(range(1, 21)), "the usual order"
    left = {"type": "reading", "dice": [{"face": 3}, {"face": 19}, {"face": 1}]}
    assert desk.order(left).status == 409, "more dice than were thrown: nothing is certain"
    assert desk.order({**left, "dice": [{"face": 3}, {"face": 19}, {"gone": True}], "why": "a stray die"}).ok
    ruled = [entry for entry in house.entries() if isinstance(entry, FaceRuled)]
    assert [(one.value, one.by, one.why) for one in ruled] == [
        (3, "Referee", "a stray die"), (19, "Referee", "a stray die")]  # fmt: skip
    first.stream.told("verdict")
    first.stream.until("state", phase="choose")

    def throws() -> list[list[dict[str, object]]]:
        return [one["dice"] for one in ask(house.where, "/api/rounds").json()["rounds"][0]["throws"]]

    until(throws)
    assert throws() == [[{"die": "d4", "face": 3}], [{"die": "d20", "face": 19}]]


def test_by_hand_every_throw_is_entered_and_confirmed(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk, first, second = sit(stack, house)
    assert desk.post("/referee/switch", {"what": "by_hand", "on": True}).ok
    first.send(value="d4")
    second.send(value="d20")
    first.stream.until("state", phase="confirm")
    assert first.wait()["ask"] == "face"
    assert desk.now()["by_hand"]


def test_bad_orders_get_one_sentence(tmp_path: Path, stack: ExitStack) -> None:
    house = stack.enter_context(House(tmp_path, secret=PIN))
    desk = Desk(house.where)
    stack.enter_context(Listener(house.where)).until("state")
    for body in (
        {},
        {"sequence": 1},
        {"sequence": 1, "decision": {"type": "x"}},
        {"sequence": -1, "decision": {"type": "annul", "round": 1}},
    ):
        answer = desk.post("/referee/rule", body)
        assert answer.status == 400
        assert answer.json()["error"]
    for decision in (
        {"type": "correct", "entry": 99, "value": "d4"},
        {"type": "correct", "entry": 99, "faces": [1]},
        {"type": "correct", "entry": 0, "value": "d4"},
        {"type": "correct", "entry": 0},
    ):
        answer = desk.order(decision)
        assert answer.status == 409, decision
        assert answer.json()["error"]
    assert desk.post("/referee/switch", {"what": "pin", "on": True, "picture": "x"}).status == 409
