"""Set-up: only for whoever may, never beside a hidden choice, and the configuration keeps what people wrote into it."""

import asyncio
import json
import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from starlette.types import Message

from controller import config_file, i18n
from controller.config import Config, load
from controller.display.picture import Picture
from controller.errors import ChoiceError, ConfigError
from controller.lobby import Lobby
from controller.panel.keypad import Key
from controller.play import Play, begin
from controller.setup import camera, dice, display
from controller.setup.desk import SetupDesk, desk_of
from controller.setup.keys import Keys
from controller.setup.settings import ALL, Settings
from controller.shows import Leds
from controller.table import Table
from controller.tray import Settled
from controller.web.app import application
from controller.web.sessions import Sessions
from controller.web.site import Site
from tests.vision.taught_dice import throw
from tests.web.asking import Answer, Bot, ask
from tests.web.house import House, start
from vision.calibration import CalibrationError
from vision.calibration.simulated import Held, SheetCamera
from vision.camera.base import Frame
from vision.camera.locked import Lock, Locked
from vision.taught import TaughtError, sets

FILE = """\
# The table in the club
[station]
names = ["Anna", "Jörg"]  # who plays
game = "ueberwurf"  # the usual

# for Fridays
[station.house]
tie = "w6"  # no draws

[page]
referee_secret = "2468"
"""


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    i18n.use("en")
    yield
    i18n.use("en")


# --- the file ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "dicetable.toml"
    path.write_text(FILE, encoding="utf-8")
    path.chmod(0o640)
    return path


def test_what_people_wrote_into_the_file_stays(file: Path) -> None:
    loaded = config_file.change(file, {"station.names": ["Mo", "Ida"], "station.house": {"tie": "draw"}})
    text = file.read_text(encoding="utf-8")
    expected = FILE.replace('["Anna", "Jörg"]', '["Mo", "Ida"]').replace('"w6"', '"draw"')
    assert text == expected
    assert file.stat().st_mode & 0o777 == 0o640, "whoever could not read the secret still cannot"
    assert loaded.config.station.names == ["Mo", "Ida"]
    assert loaded.config.page.referee_secret == "2468"


def test_sections_that_are_missing_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "dicetable.toml"
    config_file.change(path, {"table.best_of": 3, "station.house": {"tie": "w6"}})
    assert load(path).config.table.best_of == 3
    assert load(path).config.station.house == {"tie": "w6"}


# The same settings as people may write them: with dots, here and there, the inner section first.
SCATTERED = {
    "dots": 'station.game = "ueberwurf"  # ours\nstation.house.tie = "w6"\n',
    "dots, other sections between": 'station.game = "ueberwurf"  # ours\ntable.best_of = 7\nstation.house.tie = "w6"\n',
    "dots in a section": '[station]\nhouse.tie = "w6"\ngame = "ueberwurf"  # ours\nhouse.w100 = "off"\n',
    "the inner section first": '[station.house]\ntie = "w6"\n[camera]\n[station]\ngame = "ueberwurf"  # ours\n',
    "in one line": 'station = { game = "ueberwurf", house = { tie = "w6" } }  # ours\n',
}
CHANGES: list[dict[str, Any]] = [
    {"station.names": ["Mo", "Ida"]},
    {"station.game": "zugband", "station.house": {}},
    {"station.house": {"tie": "draw"}, "table.best_of": 3, "station.players": 2},
    {"station.house": {"w100": "replace", "tie": "w6"}, "station.game": "ueberwurf"},
]


@pytest.mark.parametrize("changes", CHANGES, ids=", ".join)
@pytest.mark.parametrize("text", SCATTERED.values(), ids=SCATTERED)
def test_a_section_may_be_written_in_every_way_that_toml_knows(
    tmp_path: Path, text: str, changes: dict[str, Any]
) -> None:
    path = tmp_path / "dicetable.toml"
    path.write_text(text, encoding="utf-8")
    before = msgspec.to_builtins(load(path).config)
    changed = msgspec.to_builtins(config_file.change(path, changes).config)
    wanted = {**before, "station": {**before["station"]}, "table": {**before["table"]}}
    for key, value in changes.items():
        section, _dot, name = key.partition(".")
        wanted[section][name] = value
    assert changed == wanted, "what was asked for, and nothing else"
    if "station.game" not in changes:
        assert "# ours" in path.read_text(encoding="utf-8")


def test_a_dotted_key_in_quotes_is_told_what_is_wrong_with_it(tmp_path: Path) -> None:
    path = tmp_path / "dicetable.toml"
    path.write_text('"station.game" = "zugband"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="allowed: the same without the quotes: in them it is one name"):
        load(path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"station.game": "chess"}, "station.game: found 'chess', allowed: ueberwurf"),
        ({"table.best_of": 0}, "table.best_of: found 0, allowed: a whole number from 1 to 99"),
        ({"station.house": {"tie": "never"}}, "tie"),
    ],
)
def test_a_bad_value_changes_nothing(file: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as error:
        config_file.change(file, changes)
    assert said in str(error.value)
    assert ".dicetable-" not in str(error.value), "the file that is named is the one that people know"
    assert file.read_text(encoding="utf-8") == FILE
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_a_file_that_cannot_be_written_is_said_and_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ConfigError, match="cannot be written: No space left on device; let the station's user"):
        config_file.change(file, {"table.best_of": 3})
    assert file.read_text(encoding="utf-8") == FILE
    assert [one.name for one in file.parent.iterdir()] == [file.name]


# --- settings ---------------------------------------------------------------------------------------------------------


class FakeLobby(Lobby):
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[Config] = []

    def configure(self, config: Config) -> None:
        self.told.append(config)


class Desk:
    """Settings as a station has them."""

    def __init__(self, file: Path, play: Play | None = None, overrides: dict[str, Any] | None = None) -> None:
        self.lobby = FakeLobby()
        self.shown = 0
        loaded = load(file, overrides)
        self.settings = Settings(
            loaded.config,
            {**loaded.sources, "station.players": "command line"},
            file,
            lobby=lambda: self.lobby,
            present=lambda: play,
            changed=self._show,
        )

    def _show(self) -> None:
        self.shown += 1


def test_each_change_says_from_when_on_it_holds(file: Path) -> None:
    desk = Desk(file)
    assert desk.settings.change({"station.names": ["Mo"]}) == ["It holds from the next game on."]
    assert desk.lobby.told[-1].station.names == ["Mo"]
    said = desk.settings.change({"table.choose_seconds": 60})
    assert said == ["Times hold once the station is started anew; a game in progress is kept."]
    assert desk.settings.change({"table.choose_seconds": 60}) == ["Nothing is different."]
    assert desk.settings.elsewhere() == {"station.players": "command line"}


def test_a_house_rule_is_written_with_its_game_where_the_command_line_had_named_that(tmp_path: Path) -> None:
    """By itself the file would be of Überwurf, which has no such rule: it was refused, and nothing was saved."""
    file = tmp_path / "new.toml"
    file.touch()
    desk = Desk(file, overrides={"station.game": "menu"})
    assert desk.settings.change({"station.house": {"spell_cards": True}}) == ["It holds from the next game on."]
    kept = load(file).config.station
    assert (kept.game, kept.house) == ("menu", {"spell_cards": True})


def test_the_language_changes_at_once(file: Path) -> None:
    desk = Desk(file)
    assert desk.settings.change({"station.language": "de"}) == ["Die Sprache gilt sofort."]
    assert i18n.current() == "de"
    assert desk.shown == 1
    assert load(file).config.station.language == "de"


def test_where_a_value_comes_from_is_said_in_the_new_language(file: Path) -> None:
    """What the command line had named kept the name that this has in the language of the start."""
    i18n.use("de")
    desk = Desk(file, overrides={"station.game": "ueberwurf"})
    assert desk.settings.elsewhere()["station.game"] == "Befehlszeile"
    desk.settings.change({"station.language": "en"})
    assert desk.settings.elsewhere()["station.game"] == "command line"


def test_too_few_seats_for_the_present_game_are_warned_of(file: Path) -> None:
    """A station that is started anew goes on with a game by its own rules, if all its seats are there."""
    three = Desk(file, begin(start("overload", 3))[0]).settings.change({"station.game": "zugband", "station.house": {}})
    assert any("before the station is started anew" in one for one in three)
    two = Desk(file, begin(start())[0]).settings.change({"station.game": "ueberwurf"})
    assert not any("before the station is started anew" in one for one in two)


def test_what_does_not_go_together_is_found_before_the_table_is(file: Path) -> None:
    desk = Desk(file)
    with pytest.raises(ConfigError):
        desk.settings.change({"station.variants": ["ehrenspiel"], "station.stakes": ["a screw", "a nut"]})
    with pytest.raises(ConfigError, match=r"page\.referee_secret: cannot be changed here"):
        desk.settings.change({"page.referee_secret": "1"})
    with pytest.raises(ConfigError, match=r"station\.players"):
        desk.settings.change({"station.players": 9})
    assert file.read_text(encoding="utf-8") == FILE
    assert desk.lobby.told == []


# --- keys -------------------------------------------------------------------------------------------------------------


class Lamps:
    """Panels that note which lamps are lit."""

    def __init__(self) -> None:
        self.lit: list[set[int]] = []

    def open(self, press: Callable[[int, Key], None]) -> None: ...

    def show(self, prompts: object) -> None: ...

    def close(self) -> None: ...

    def light(self, seats: Any) -> None:
        self.lit.append(set(seats))


class Timer:
    """Something that is called later, when the test says so."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, call: Callable[[], None]) -> "Timer":
        self.calls.append((seconds, call))
        return self

    def cancel(self) -> None: ...


def trial(play: Play | None) -> tuple[Keys, list[tuple[int, Key]], Lamps, list[str]]:
    taken: list[tuple[int, Key]] = []
    restored: list[str] = []
    lamps = Lamps()
    keys = Keys(
        lambda seat, key: taken.append((seat, key)),
        present=lambda: play,
        panels=lambda: lamps,
        restore=lambda: restored.append("restored"),
        call_later=Timer(),
    )
    return keys, taken, lamps, restored


def test_a_press_of_the_trial_means_nothing_and_lights_its_seat() -> None:
    keys, taken, lamps, restored = trial(None)
    keys.press(1, 3)
    assert keys.begin() == ""
    keys.press(2, "ok")
    assert keys.trial == [(2, "ok")]
    assert lamps.lit == [set(), {2}]
    keys.end()
    assert restored == ["restored"]
    keys.press(1, 4)
    assert taken == [(1, 3), (1, 4)]
    assert keys.trial is None


def test_no_key_is_shown_while_a_game_is_played() -> None:
    """Not even where the trial had begun before the game did."""
    play: list[Play] = []
    taken: list[tuple[int, Key]] = []
    keys = Keys(
        lambda seat, key: taken.append((seat, key)),
        present=lambda: play[0] if play else None,
        panels=Lamps,
        restore=lambda: None,
        call_later=Timer(),
    )
    assert keys.begin() == ""
    play.append(begin(start())[0])
    keys.press(1, 5)
    assert keys.trial is None
    assert taken == [(1, 5)], "the press is the seat's own, and counts"
    assert "hidden" in keys.begin()
    assert keys.trial is None


# --- display ----------------------------------------------------------------------------------------------------------


def test_a_test_picture_stays_until_its_time_is_up() -> None:
    """And what the display has to show comes back by itself, also where it has changed meanwhile."""
    shown: list[Picture] = []
    leds = Leds(shown.append, Timer(), lambda: 0.0)
    leds.view({"phase": "idle", "game": None}, {})
    before = shown[-1]
    leds.test(display.picture("all"))
    assert shown[-1].data == b"\xff" * 128
    leds.view({"phase": "idle", "game": None}, {})
    assert shown[-1].data == b"\xff" * 128
    leds.test(None)
    assert shown[-1] == before


def test_every_test_picture_is_another() -> None:
    assert len({display.picture(name) for name in display.NAMES}) == len(display.NAMES)


# --- the camera -------------------------------------------------------------------------------------------------------


def test_the_camera_is_set_up_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "BURST", 1)
    path = tmp_path / "camera.toml"
    config = load(None, {"camera.calibration": str(path)}).config
    setup = camera.CameraSetup(config, None)
    assert "flat" in setup.asks()
    setup.take()
    assert setup.step == "raised"
    assert setup.picture.startswith(b"\xff\xd8")
    assert all(isinstance(text, str) and "{" not in text for _well, text in setup.findings)
    with pytest.raises(ChoiceError, match="0 raised sheets were seen, it takes 2 at least"):
        setup.finish()
    with pytest.raises(ChoiceError, match="height 3: allowed are 50 to 5000 mm"):
        setup.finish(3)
    assert not path.exists()
    setup.finish(420)
    assert str(setup.step) == "done"
    found = camera.known(config)
    assert found
    assert found.height == pytest.approx(420, rel=0.05)


def test_a_height_is_not_taken_before_the_sheet_was_seen_nor_after_it_was_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was open since yesterday: it was an error of the station, or a file of pictures of before."""
    monkeypatch.setattr(camera, "BURST", 1)
    path = tmp_path / "camera.toml"
    setup = camera.CameraSetup(load(None, {"camera.calibration": str(path)}).config, None)
    with pytest.raises(ChoiceError, match="Look at the flat sheet first"):
        setup.finish(420)
    setup.take()
    setup.again()
    with pytest.raises(ChoiceError, match="Look at the flat sheet first"):
        setup.finish(420)
    assert not path.exists()
    setup.take()
    setup.finish(420)
    with pytest.raises(ChoiceError, match="Look at the flat sheet first"):
        setup.finish(600)
    found = camera.known(load(None, {"camera.calibration": str(path)}).config)
    assert found
    assert found.height == pytest.approx(420, rel=0.05)


class Blind:
    """A camera that sees no sheet."""

    description = "a camera"
    loose: tuple[str, ...] | None = None

    def __init__(self) -> None:
        self.locked: Lock | None = None

    def settle(self) -> None:
        """It is of a kind that is not locked."""

    def keep(self, locked: Lock) -> None:
        self.locked = locked

    def still(self) -> Settled:
        return Settled(Frame(np.full((480, 640, 3), 90, np.uint8), "grey", 0.0), None)


def test_where_no_sheet_is_seen_the_step_is_repeated(tmp_path: Path) -> None:
    setup = camera.CameraSetup(load(None, {"camera.calibration": str(tmp_path / "c.toml")}).config, Blind())
    with pytest.raises(CalibrationError):
        setup.take()
    assert setup.step == "flat"
    assert setup.picture, "what the camera saw is shown, so that people see why"


BEFORE = Locked(10_000, 4.0, (1.75, 1.5), 1.25)
SETTLED = Locked(8_333, 1.5, (1.75, 1.5), 1.25)


class SeesTheSheet(Blind):
    """A camera that is locked, and sees the simulated sheet; its light has changed since it was locked."""

    loose: tuple[str, ...] | None = ("white balance",)

    def __init__(self) -> None:
        self.sheet = SheetCamera(flat_pictures=1)
        self.locked = BEFORE

    def settle(self) -> None:
        self.locked = SETTLED

    def still(self) -> Settled:
        return Settled(self.sheet.still(), None)


def test_a_sheet_the_wrong_way_round_is_laid_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The zones would be those of the seats on the other side; nothing can be written by it."""
    monkeypatch.setattr(camera, "BURST", 1)
    real = SeesTheSheet()
    turned = Frame(real.sheet.picture(Held((0.0, 0.0, math.pi))), "", 0.0)
    monkeypatch.setattr(real.sheet, "still", lambda: turned)
    path = tmp_path / "camera.toml"
    setup = camera.CameraSetup(load(None, {"camera.calibration": str(path)}).config, real)
    with pytest.raises(CalibrationError, match="the wrong way round"):
        setup.take()
    assert setup.step == "flat"
    with pytest.raises(ChoiceError, match="Look at the flat sheet first"):
        setup.finish(600)
    assert not path.exists()


def test_what_the_camera_was_locked_to_is_part_of_its_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "BURST", 1)
    config = load(None, {"camera.calibration": str(tmp_path / "camera.toml")}).config
    real = SeesTheSheet()
    setup = camera.CameraSetup(config, real)
    setup.take()
    setup.finish(600)
    found = camera.known(config)
    assert found
    assert found.locked == SETTLED, "what it settles to now"
    said = [text for well, text in setup.findings if not well]
    assert any("white balance" in text for text in said), "what cannot be locked is said"
    setup.cancel()
    assert real.locked == SETTLED, "what is done holds"


def test_a_set_up_that_is_not_good_replaces_an_earlier_one_only_where_somebody_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It did without a question."""
    monkeypatch.setattr(camera, "BURST", 1)
    config = load(None, {"camera.calibration": str(tmp_path / "camera.toml")}).config

    def tried(height: float) -> tuple[camera.CameraSetup, SeesTheSheet]:
        real = SeesTheSheet()
        real.loose = ()
        setup = camera.CameraSetup(config, real)
        with pytest.raises(ChoiceError, match="There is no set-up to be used: begin it first"):
            setup.use()
        setup.take()
        setup.finish(height)
        return setup, real

    def height() -> float:
        found = camera.known(config)
        assert found
        return round(found.height)

    assert tried(600)[0].step == "done"
    assert height() == 600
    setup, real = tried(420)
    assert setup.step == "decide"
    assert "The set-up of before stays" in setup.asks()
    assert any("Camera 55 mm higher" in text for well, text in setup.findings if not well)
    with pytest.raises(ChoiceError, match="Look at the flat sheet first"):
        setup.finish(600)
    setup.cancel()
    assert (height(), real.locked) == (600, BEFORE), "the camera keeps to what the set-up that stays was made with"
    setup, real = tried(420)
    setup.use()
    assert (str(setup.step), height(), real.locked) == ("done", 420, SETTLED)
    assert tried(600)[0].step == "done", "a good one replaces any"


@pytest.mark.parametrize(
    ("game", "height", "words"),
    [
        ("ueberwurf", 420, "The height is judged for the dice of Überwurf: d4, d6, d8, d10, d12, d20"),
        ("zugband", 420, "The height is judged for all kinds of dice: d4, d6, d8, d10, d12, d20"),
        ("menu", 420, "The height is judged for all kinds of dice: d4, d6, d8, d10, d12, d20"),
        ("overload", 240, "The height is judged for the dice of Overload: d8"),
        ("wizard", 180, "The height is judged for the dice of Wizard Würfelspiel: Wizard die"),
    ],
)
def test_the_height_is_judged_for_the_dice_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, height: int, words: str
) -> None:
    """On the page it was judged for a d20 whatever is played."""
    monkeypatch.setattr(camera, "BURST", 1)
    values = {"camera.calibration": str(tmp_path / "camera.toml"), "station.game": game}
    setup = camera.CameraSetup(load(None, values).config, None)
    setup.take()
    setup.finish(height)
    assert (True, words) in setup.findings
    assert any("higher" in text for well, text in setup.findings if not well) == (height == 420)


def test_a_set_up_that_is_left_leaves_the_camera_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "BURST", 1)
    real = SeesTheSheet()
    setup = camera.CameraSetup(load(None, {"camera.calibration": str(tmp_path / "camera.toml")}).config, real)
    setup.cancel()
    assert real.locked == BEFORE
    setup.take()
    assert real.locked == SETTLED, "the sheet is looked at in the light that there is"
    setup.cancel()
    assert real.locked == BEFORE


# --- dice -------------------------------------------------------------------------------------------------------------


def test_dice_are_taught_throw_by_throw(tmp_path: Path) -> None:
    lesson = dice.DiceLesson("Club dice", "d8", tmp_path)
    with pytest.raises(ChoiceError, match="it takes more dice"):
        lesson.group()
    for seed in range(3):
        lesson.add(throw("d8", (1, 3), seed)[0])
    assert lesson.dice >= 6
    lesson.group()
    groups = lesson.groups()
    assert groups
    assert lesson.tile(groups[0]["dice"][0]).startswith(b"\xff\xd8")
    with pytest.raises(ChoiceError, match="still without an answer: groups 1"):
        lesson.teach({})
    with pytest.raises(TaughtError):
        lesson.teach({at: ("9", frozenset()) for at in range(len(groups))})
    assert sets.names(tmp_path) == []
    lesson.teach({at: ("1" if at == 0 else "3", frozenset()) for at in range(len(groups))})
    assert sets.names(tmp_path) == ["Club dice"]
    assert dice.taught_sets(tmp_path)[0]["kind"] == "d8"
    assert any("not taught yet" in one for one in lesson.said)


# --- in the browser ---------------------------------------------------------------------------------------------------


def made(folder: Path) -> Callable[[Table], SetupDesk]:
    """The desk of a house."""
    path = folder / "dicetable.toml"
    path.write_text(FILE, encoding="utf-8")
    values = {"dice.folder": str(folder / "dice"), "camera.calibration": str(folder / "camera.toml")}
    loaded = load(path, values)
    return lambda table: desk_of(loaded.config, table, lambda: None, None, file=path, sources=loaded.sources)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with House(folder, secret="2468", setup=made(folder)) as house:
        yield house


PAGES = ("", "/game", "/camera", "/dice", "/keys", "/display")
DATA = ("/settings", "/camera/state", "/dice/state", "/dice/progress", "/keys/state", "/display/pictures")
COMMANDS = {
    "/settings": {"changes": {"table.best_of": 3}},
    "/camera/act": {"act": "cancel"},
    "/dice/act": {"act": "cancel"},
    "/keys/act": {"act": "end"},
    "/display/act": {"picture": "all"},
}


def from_elsewhere(site: Site, path: str, method: str = "GET", body: object = None, **headers: str) -> Answer:
    """What another machine on the network gets."""
    sent: list[Message] = []

    async def run() -> None:
        given = {"host": "127.0.0.1:8420", "content-type": "application/json", **headers}
        data = json.dumps(body).encode()
        scope = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
            "headers": [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in given.items()],
            "client": ("192.168.1.7", 4711), "server": ("127.0.0.1", 8420), "scheme": "http", "http_version": "1.1",
            "root_path": "", "asgi": {"version": "3.0"},
        }  # fmt: skip

        async def receive() -> Message:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await application(site)(scope, receive, send)

    asyncio.run(run())
    content = b"".join(one.get("body", b"") for one in sent[1:])
    return Answer(sent[0]["status"], {}, content)


def test_set_up_is_for_this_machine_and_for_the_referee() -> None:
    nothing: Any = None
    site = Site(nothing, nothing, nothing, nothing, Sessions("2468"), "", setup=nothing)
    for path in (*PAGES, *DATA, "/camera.jpg", "/camera.mjpeg", "/camera/step.jpg", "/dice/0.jpg"):
        assert from_elsewhere(site, f"/setup{path}").status == 403, path
    for path, body in COMMANDS.items():
        assert from_elsewhere(site, f"/setup{path}", "POST", body).status == 403, path


def test_a_referee_elsewhere_needs_the_token_of_the_page() -> None:
    from starlette.responses import Response

    nothing: Any = None
    sessions = Sessions("2468")
    answer = Response()
    sessions.begin(answer)
    cookie = answer.headers["set-cookie"].partition(";")[0]
    site = Site(nothing, nothing, nothing, nothing, sessions, "", setup=nothing)
    # Whoever may reads that there is nothing to set up at this house.
    assert from_elsewhere(site, "/setup/settings", Cookie=cookie).status == 404
    assert from_elsewhere(site, "/setup/settings", "POST", COMMANDS["/settings"], Cookie=cookie).status == 404


@pytest.mark.parametrize(("path", "body"), COMMANDS.items())
def test_no_other_page_sets_anything_up(house: House, path: str, body: object) -> None:
    """A form of a stranger's page can send no JSON, and its script is from elsewhere."""
    where = f"/setup{path}"
    assert ask(house.where, where, "POST", body, Origin="http://stranger.example").status == 403
    assert ask(house.where, where, "POST", body, Sec_Fetch_Site="cross-site").status == 403
    assert ask(house.where, where, "POST", body, Content_Type="text/plain").status == 415
    assert load(house.desk.settings.file).config.table.best_of == 1


@pytest.mark.parametrize("path", COMMANDS)
@pytest.mark.parametrize(
    "body", [b"", b"{", b"null", b'{"act": "explode"}', b'{"changes": 1}', b'{"picture": "\\u0000"}']
)
def test_nonsense_gets_one_sentence(house: House, path: str, body: bytes) -> None:
    answer = ask(house.where, f"/setup{path}", "POST", body, Content_Type="application/json")
    assert answer.status == 400
    assert answer.json()["error"]


def test_a_change_is_written_and_says_from_when_on(house: House) -> None:
    answer = ask(house.where, "/setup/settings", "POST", {"changes": {"station.names": ["Ida", "Mo"]}})
    assert answer.json()["said"] == ["It holds from the next game on."]
    assert ask(house.where, "/setup/settings").json()["station"]["names"] == ["Ida", "Mo"]
    assert "# who plays" in house.desk.settings.file.read_text(encoding="utf-8")
    bad = ask(house.where, "/setup/settings", "POST", {"changes": {"station.game": "chess"}})
    assert bad.status == 422
    assert "allowed: ueberwurf" in bad.json()["error"]


def test_everything_that_may_be_changed_is_shown(house: House) -> None:
    """Nothing is forgotten on the page when a setting is added."""
    shown = ask(house.where, "/setup/settings").json()
    keys = {f"station.{key}" for key in shown["station"]} | {f"table.{key}" for key in shown["table"]}
    assert keys == set(ALL)
    assert {one["key"] for one in shown["fields"]} == set(shown["table"])
    assert all("options" in one or "low" in one for one in shown["fields"])
    choices = [one for game in shown["games"] for one in game["house"] if one["kind"] == "choice"]
    assert all(one["labels"][value] != value for one in choices for value in one["allowed"]), "in words, not in code"


def test_the_keys_are_not_shown_while_a_game_is_played(house: House) -> None:
    refused = ask(house.where, "/setup/keys/act", "POST", {"act": "begin"})
    assert refused.status == 409
    assert "hidden" in refused.json()["error"]
    state = ask(house.where, "/setup/keys/state").json()
    assert (state["on"], state["pressed"]) == (False, [])


def test_without_a_live_camera_that_is_said(house: House) -> None:
    assert ask(house.where, "/setup/camera.jpg").status == 204
    assert ask(house.where, "/setup/camera.mjpeg").status == 404
    for path in ("/setup/camera/act", "/setup/dice/act"):
        if "dice" in path:
            assert ask(house.where, path, "POST", {"act": "begin", "name": "Club", "kind": "d6"}).status == 200
        answer = ask(house.where, path, "POST", {"act": "take" if "dice" in path else "begin"})
        assert answer.status == 409
        assert "There is no live camera" in answer.json()["error"]


def test_two_games_that_differ_in_a_locked_choice_alone_look_the_same(tmp_path: Path) -> None:
    """Whoever sets up may sit at the table too: not one byte here tells what a seat has locked."""
    seen = []
    for value in ("d4", "d20"):
        with ExitStack() as stack:
            folder = tmp_path / "house"
            folder.mkdir()
            house = stack.enter_context(House(folder, setup=made(folder)))
            bot, other = (stack.enter_context(Bot(house, seat)) for seat in (1, 2))
            other.wait()
            assert bot.send(value=value) == 200
            other.stream.until("state", sequence=2)
            seen.append([ask(house.where, f"/setup{path}").body for path in (*PAGES, *DATA)])
            seen[-1].append(ask(house.where, "/verdict/1/1", Accept="text/html").body)
            seen[-1].append(ask(house.where, "/verdict/1/1/card.html").body)
        folder.rename(tmp_path / value)
    assert seen[0] == seen[1]
    assert b"not revealed" in seen[0][-1]
