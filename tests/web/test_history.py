"""The pages of the history: right, complete, careful with what is hidden, and usable by everybody."""

import asyncio
import json
import os
import random
import re
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser
from starlette.types import ASGIApp, Message

from controller.history.games import Summary
from controller.history.index import Index
from controller.journal.entries import Annulled, Chosen, Corrected, Started, Threw
from controller.journal.store import Journal
from controller.referee import amend
from controller.web.app import application
from controller.web.history import curve
from controller.web.reviews import Reviews, course
from controller.web.sessions import Sessions
from tests.history.many import Years, many, played, started, write
from tests.web.asking import Answer, Bot, Listener, ask
from tests.web.house import House, QuickEyes, start
from tests.web.people import watch

_T = TypeVar("_T")
PAGES = ("/history", "/history/players", "/dice", "/history/{n}", "/api/history", "/api/history/players", "/api/dice")
EVIL = "<b>Eve</b>'\""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Sixty games of all kinds; and one that goes on after it was corrected, and its last round annulled."""
    folder = tmp_path_factory.mktemp("house")
    many(folder / "journal.db", 60)
    with Journal(folder / "journal.db", now=Years()) as journal:
        game = write(journal, played(started(names=(EVIL, "Jörg")), random.Random(1)))
        amended(journal, game)
    with House(folder, start(names=("Anna", "Jörg"))) as house:
        yield house


def amended(journal: Journal, game: int) -> None:
    """The first throw corrected to the next face, the last round annulled."""
    history = journal.read(game)
    places = [at for at, entry in enumerate(history) if isinstance(entry, Threw)]
    first = history[places[0]]
    assert isinstance(first, Threw)
    ((kind, (face,)),) = first.dice.items()
    amend(
        journal, game, Corrected(places[0], "Ref & Co", "cocked <die>", dice={kind: (int(face) % int(kind[1:]) + 1,)})
    )
    amend(journal, game, Annulled(6, places[-2], places[-1], "Ref & Co", "a dog on the table"))


def page(house: House, path: str) -> Answer:
    return ask(house.where, path, Accept="text/html")


def test_games_are_listed_the_latest_first_and_paged(house: House) -> None:
    first = page(house, "/history")
    numbers = re.findall(r'<a href="/history/(\d+)">', first.body.decode())
    assert numbers == [str(n) for n in range(61, 11, -1)]
    assert b"still open" in first.body
    second = page(house, "/history?page=2").body.decode()
    assert re.findall(r'<a href="/history/(\d+)">', second) == [str(n) for n in range(11, 0, -1)]
    for nonsense in ("99", "0", "-1", "x", "%C2%B2", "9" * 30):
        assert page(house, f"/history?page={nonsense}").ok


def test_games_are_chosen(house: House) -> None:
    found = page(house, "/history?game=wizard&player=clara").body.decode()
    assert set(re.findall(r'<a href="/history/\d+">([^<]+)</a>', found)) == {"Wizard Würfelspiel"}
    rows = re.findall(r"<tr>.*?</tr>", found.split("<tbody>")[1], re.DOTALL)
    assert rows
    assert all("Clara" in row for row in rows)
    assert "No game fits" in page(house, "/history?since=2099-01-01").body.decode()
    changed = page(house, "/history?state=amended").body.decode()
    assert re.findall(r'<a href="/history/(\d+)">', changed) == ["61"]


@pytest.mark.parametrize("path", ["/history", "/history/players", "/dice"])
def test_what_cannot_be_chosen_is_said_in_one_sentence(house: House, path: str) -> None:
    for query, says in (
        ("game=poker", "poker is not known"),
        ("since=soon", "soon is no day"),
        ("since=%22%3E%3Cx", "no day"),
    ):
        answer = page(house, f"{path}?{query}")
        assert answer.status == 400
        assert says in answer.body.decode()
        assert b"<x" not in answer.body
    assert ask(house.where, f"/api{path}?game=poker").status in (400, 404)


def test_a_game_that_is_not_there(house: House) -> None:
    assert page(house, "/history/999").status == 404
    assert page(house, "/history/9999999999999999999999").status == 404
    assert page(house, "/history/x").status == 404
    assert ask(house.where, "/api/history/999/review").status == 404


def test_a_record_shows_what_was_amended_by_whom_and_why(house: House) -> None:
    body = page(house, "/history/61").body.decode()
    assert re.search(r"is corrected by Ref &amp; Co, d\d+ \d+ instead of d\d+ \d+: cocked &lt;die&gt;", body)
    assert "Round 6 is annulled by Ref &amp; Co: a dog on the table" in body
    assert "Before it was corrected:" in body
    assert body.count("Counts no more:") == 2, "both throws of the annulled round"
    assert '<tr class="void">' in body
    assert "still open" in body, "the annulled round is to be played again"


def test_names_are_text_and_never_markup(house: House) -> None:
    for path in ("/history", "/history/61", "/history/players", "/dice", "/history?player=%3Cb%3E"):
        body = page(house, path).body.decode()
        assert "<b>Eve" not in body, path
        assert 'data-names=\'{"1": "<' not in body


def test_every_kind_of_game_has_its_record(house: House) -> None:
    for game in Index(house.page.journal).games()[:6]:
        answer = page(house, f"/history/{game.number}")
        assert answer.ok, game.title
        assert game.title in answer.body.decode()
        if game.start.game != "zugband":
            assert b'class="d"' in answer.body


def test_the_same_numbers_for_programs_as_for_people(house: House) -> None:
    listed = ask(house.where, "/api/history?game=wizard").json()["games"]
    assert {one["game"] for one in listed} == {"wizard"}
    assert listed[0]["winner"]
    dice = ask(house.where, "/api/dice?game=ueberwurf").json()["dice"]
    shown = page(house, "/dice?game=ueberwurf").body.decode()
    for one in dice:
        assert one["power"].replace("'", "&#39;") in shown or one["seat"]
    everybody = ask(house.where, "/api/history/players").json()["players"]
    assert {one["name"] for one in everybody} >= {"Anna", "Jörg", "Ümit"}


def test_no_page_has_a_script_or_a_style_of_its_own_in_it(house: House) -> None:
    for path in PAGES[:4]:
        body = page(house, path.format(n=61)).body
        for forbidden in (b"<script>", b" style=", b"<style", b" onclick", b"http://", b"https://"):
            assert forbidden not in body, path


def test_without_a_game_the_pages_say_what_comes_here(tmp_path: Path) -> None:
    class Bare:
        """The table's side of a page whose journal is not there yet."""

        journal = tmp_path / "none.db"

    class Site:
        page = Bare()
        sessions = Sessions("")

    app = application(Site())  # type: ignore[arg-type]
    assert "No game is recorded yet." in called(app, "/history")
    assert "No die was thrown" in called(app, "/dice")
    assert "No finished game" in called(app, "/history/players")
    Bare.journal.write_bytes(b"no database at all" * 400)
    for path in ("/history", "/history/1", "/dice"):
        assert "damaged" in called(app, path, 503), "one sentence, as everywhere"


def apart(job: Coroutine[Any, Any, _T]) -> _T:
    """Run it in a loop of its own, in a thread of its own: a browser that is open has one in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, job).result()


def called(app: ASGIApp, path: str, status: int = 200) -> str:
    """What an application answers, without a server."""
    headers = [(b"host", b"localhost"), (b"accept", b"text/html")]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers, "client": None}
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def call() -> None:
        await app(scope, receive, send)

    apart(call())
    assert sent[0]["status"] == status
    return b"".join(one.get("body", b"") for one in sent[1:]).decode()


# --- what is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("started_as", "seat", "values"),
    [(start("ueberwurf"), 1, ("d4", "d20")), (start("zugband"), 1, ("0", "3")), (start("zugband"), 2, ("1", "2"))],
)
def test_two_games_that_differ_in_a_locked_choice_alone_look_the_same(
    tmp_path: Path, started_as: Started, seat: int, values: tuple[str, str]
) -> None:
    seen = [_locked(tmp_path / value, started_as, seat, value) for value in values]
    assert seen[0] == seen[1]
    assert any("locks hidden" in one for one in seen[0]), "what is compared was made after the lock"


def _locked(folder: Path, started_as: Started, seat: int, value: str) -> list[str]:
    """Every page of the history after a lock; without the clock, and without the seal, which is random."""
    folder.mkdir()
    with ExitStack() as stack:
        house = stack.enter_context(House(folder, started_as, eyes=QuickEyes(7)))
        bot = stack.enter_context(Bot(house, seat))
        watcher = stack.enter_context(Listener(house.where))
        assert bot.send(value=value) == 200
        watcher.until("state", sequence=2)
        chosen = [entry for entry in house.entries() if isinstance(entry, Chosen)]
        assert len(chosen) == 1
        bodies = [page(house, path.format(n=1)).body.decode() for path in PAGES]
        for body in bodies:
            assert chosen[0].nonce not in body
            assert chosen[0].seal not in body
        return [re.sub(r"\d\d:\d\d(:\d\d)?|\d{4}-\d\d-\d\d|seal [0-9a-f]{8}", "", body) for body in bodies]


def test_a_choice_that_was_annulled_before_it_was_revealed_stays_hidden_for_good(tmp_path: Path) -> None:
    """Its value is in the journal; no page tells it, not even when the game is over."""
    path = tmp_path / "journal.db"
    with Journal(path, now=Years()) as journal:
        steps = played(started("zugband"), random.Random(4), most=2)
        locked = steps[-1].entry
        assert isinstance(locked, Chosen)
        game = write(journal, steps)
        amend(journal, game, Annulled(1, 1, 1, "Referee", "spoke aloud"))
    with House(tmp_path, start("zugband")) as house:
        for one in PAGES:
            body = page(house, one.format(n=game)).body.decode()
            assert f"locks {locked.value}" not in body
            assert locked.nonce not in body
        assert "locks hidden" in page(house, f"/history/{game}").body.decode()


# --- reviews ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def zugband(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    path = tmp_path_factory.mktemp("zugband") / "journal.db"
    with Journal(path, now=Years()) as journal:
        write(journal, played(started("zugband"), random.Random(4)))
    return Index(path).games()[0]


def reviewed(game: Summary, script: str, again: bool = False) -> list[dict[str, object]]:
    """What is said of a review before it begins, at once, and at its end; the other process runs this script."""

    async def wait() -> list[dict[str, object]]:
        reviews = Reviews(Path("journal.db"), (sys.executable, "-c", script))
        said = [reviews.of(game)]
        for _time in range(1 + again):
            reviews.start(game)
            reviews.start(game)
            said.append(reviews.of(game))
            while reviews.of(game)["state"] == "working":
                await asyncio.sleep(0.01)
            said.append(reviews.of(game))
        return said

    return apart(wait())


LINE = {"seat": 1, "round": 1, "hidden": True, "chosen": "3", "best": ["0"], "chance": 0.5, "lost": 0.1, "after": 0.4}


def test_a_review_comes_from_the_command_of_the_same_name(zugband: Summary) -> None:
    script = f"import sys; assert sys.argv[3:6] == ['record', 'review', '1'], sys.argv; print({json.dumps(LINE)!r})"
    none, working, done = reviewed(zugband, script)
    assert (none, working) == ({"state": "none"}, {"state": "working"})
    assert done["state"] == "done"
    assert done["moments"] == [
        {
            "round": 1,
            "before": 0.5,
            "after": 0.4,
            "choices": [
                {"seat": 1, "chosen": "3", "best": ["0"], "lost": 0.1,
                 "text": "Round 1, Anna: 3 gave away 10.0 %, chance before 50.0 %, best: 0"},
            ],
        }
    ]  # fmt: skip


def test_a_review_that_fails_says_why_and_can_be_asked_for_again(zugband: Summary) -> None:
    """As without SciPy: the sentence of the command is the sentence on the page."""
    said = reviewed(zugband, "import sys; sys.exit('Solving this needs scipy.')", again=True)
    assert said[2] == {"state": "failed", "why": "Solving this needs scipy."}
    assert said[3] == {"state": "working"}
    assert said[4] == said[2]
    silent = reviewed(zugband, "raise SystemExit(1)")
    assert silent[2] == {"state": "failed", "why": "The review has failed."}


def test_the_end_of_the_station_ends_a_review(zugband: Summary, tmp_path: Path) -> None:
    """A game may take minutes to solve; nobody waits for that, and nothing is left running."""
    noted = tmp_path / "pid"
    script = f"import os, time; open({str(noted)!r}, 'w').write(str(os.getpid())); time.sleep(600)"

    async def begun() -> None:
        Reviews(Path("journal.db"), (sys.executable, "-c", script)).start(zugband)
        while not (noted.exists() and noted.read_text()):
            await asyncio.sleep(0.01)

    apart(begun())
    number = int(noted.read_text())
    for _try in range(500):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    raise AssertionError("the review still runs")


def test_what_both_chose_at_once_is_one_step_of_the_course(zugband: Summary) -> None:
    from controller.analysis.review import Review

    reviews = [
        Review(1, 1, True, "1", ("1",), 0.5, 0.0, 0.45),
        Review(2, 1, True, "0", ("0",), 0.5, 0.0, 0.55),
        Review(2, 2, True, "0", ("0",), 0.6, 0.0, 0.7),
        Review(1, 3, False, "annul", ("annul",), 0.2, 0.0, 0.3),
    ]
    found = course(zugband, reviews)
    assert [(one["round"], round(one["before"], 9), round(one["after"], 9)) for one in found["moments"]] == [
        (1, 0.5, 0.45), (2, 0.4, 0.3), (3, 0.2, 0.3),
    ]  # fmt: skip
    assert [len(one["choices"]) for one in found["moments"]] == [2, 1, 1]
    assert found["end"] in (0.0, 0.5, 1.0)


def test_games_that_cannot_be_solved_or_go_on_are_not_reviewed(house: House) -> None:
    games = ask(house.where, "/api/history").json()["games"]
    wizard = next(one["number"] for one in games if one["game"] == "wizard")
    for number in (wizard, 61):
        path = f"/api/history/{number}/review"
        assert ask(house.where, path).json() == {"state": "impossible"}
        assert ask(house.where, path, "POST", {}).status == 409
    assert ask(house.where, "/api/history/1/review", "POST", {}, Origin="http://stranger.example").status == 403


def test_no_peak_of_a_curve_is_lost() -> None:
    path = tuple(5.0 if n == 777 else 0.0 for n in range(5000))
    assert len(curve(path)) <= 240
    assert max(curve(path)) == 5.0
    assert curve(()) == []


# --- in a browser ----------------------------------------------------------------------------------------------------


def test_people_look_at_the_past_on_every_screen(house: House, browser: Browser, pictures: Path) -> None:
    """Dice and charts are drawn, nothing is wider than the screen, the browser complains of nothing, axe neither."""
    from axe_playwright_python.sync_playwright import Axe

    faults: list[str] = []
    for width, height in ((1920, 1080), (390, 844)):
        context = browser.new_context(viewport={"width": width, "height": height})
        view = context.new_page()
        watch(view, faults)
        for path in ("/history", "/history/players", "/dice", "/history/61"):
            view.goto(f"{house.where}{path}?theme=dark")
            view.wait_for_load_state("networkidle")
            view.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert view.evaluate("document.documentElement.scrollWidth") <= width, path
            view.screenshot(path=pictures / f"{path.strip('/').replace('/', '-')}-{width}.png")
            if width == 390 and path in ("/dice", "/history/61"):
                found = Axe().run(view).response["violations"]
                assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], path
        assert view.locator(".d svg.die").count() > 10
        view.goto(f"{house.where}/dice")
        view.wait_for_selector(".bars svg")
        assert view.locator(".bars svg").count() >= 7
        context.close()
    assert faults == []


def test_winning_chances_are_worked_out_when_somebody_asks(house: House, browser: Browser, tmp_path: Path) -> None:
    """By the real solver, in its own process: Zugband takes it a second."""
    number = next(one.number for one in Index(house.page.journal).games() if one.start.game == "zugband")
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    view, faults = context.new_page(), list[str]()
    watch(view, faults)
    view.goto(f"{house.where}/history/{number}")
    view.click("#chances button")
    view.wait_for_selector("#chances svg.course", timeout=60_000)
    assert view.locator("#chances tbody tr").count() > 2
    assert faults == []
    context.close()
