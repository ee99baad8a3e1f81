"""What the page's routes work with."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse

from controller.i18n import current
from controller.looking import Glance
from controller.play import Play
from controller.setup.desk import SetupDesk
from controller.web.addresses import Seats, is_here
from controller.web.files import Files
from controller.web.hub import Hub
from controller.web.page import Page
from controller.web.publisher import Publisher
from controller.web.sessions import Sessions
from controller.web.words import words

FOLDER: Final = Path(__file__).parent


class Live(Protocol):
    """The live camera, as the page uses it; see ``controller.live``. From any thread."""

    @property
    def number(self) -> int:
        """Counts the frames."""

    @property
    def simulated(self) -> bool:
        """Whether it is the simulated tray."""

    def jpeg(self, quality: int = 80) -> bytes | None:
        """The latest frame; ``None`` while there is none."""

    def plan(self, mishap: Any) -> None:
        """Let the next throw go wrong in this way; of the simulated tray alone."""


class Evidence(Protocol):
    """The pictures of each throw, by the names that they have in the record; see ``controller.evidence``."""

    def still(self, picture: str) -> Path | None:
        """The picture with the reading drawn in."""

    def clip(self, picture: str) -> Path | None:
        """How the dice came to lie."""

    def restore(self, play: Play) -> Glance | None:
        """The look at the last throw."""

    def pin(self, picture: str) -> None:
        """Keep it for good."""

    def unpin(self, picture: str) -> None:
        """Keep it as long as there is room."""

    def pinned(self, picture: str) -> bool:
        """Whether it is kept for good."""


@dataclass(frozen=True)
class Site:
    """What the page's routes work with.

    Attributes:
        page: the table's side; only through ``page.do`` from here.
        hub: what everybody reads.
        publisher: the last pictures.
        seats: the secrets of the seats.
        sessions: who is the referee.
        live: the live camera, where there is one.
        evidence: the pictures of earlier throws, where they are kept.
        setup: what may be set up; ``None`` where nothing may.
        where: the page's address on the local network, for QR codes.
        files: the page's files as they were when the station opened it; the server itself may begin later, and again.
    """

    page: Page
    hub: Hub
    publisher: Publisher
    seats: Seats
    sessions: Sessions
    where: str
    live: Live | None = None
    evidence: Evidence | None = None
    setup: SetupDesk | None = None
    files: Files = field(default_factory=lambda: Files(FOLDER))

    def may_set_up(self, request: Request) -> bool:
        """Whether this browser may see the seats' addresses: on this machine itself, or the referee's."""
        here = is_here(request.client.host if request.client else None, request.headers.keys())
        return here or self.sessions.knows(request)

    @property
    def players(self) -> Iterable[int]:
        """The seats that play, or could."""
        moment = self.publisher.moment
        if moment and (game := moment.view.get("game")):
            return [seat["seat"] for seat in game["seats"]]
        return sorted(moment.questions) if moment and moment.questions else (1, 2)


class _Number(Convertor[int]):
    """A number in an address; one that is too long for any game or round is none."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(default=True, default_for_string=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def rendered(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page from its template; ``words`` and ``language`` are always there."""
    text = _TEMPLATES.get_template(template).render(words=words(), language=current(), **values)
    return HTMLResponse(text, status)
