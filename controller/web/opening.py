"""Opens the page for a station: takes its port, starts its server, and hands back the table's side of it."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from starlette.types import ASGIApp

from controller import config
from controller.errors import PageError
from controller.i18n import _
from controller.setup.desk import SetupDesk
from controller.table import Table
from controller.web import addresses, server
from controller.web.addresses import Seats
from controller.web.hub import Hub
from controller.web.mailbox import Mailbox
from controller.web.page import Page
from controller.web.publisher import Publisher
from controller.web.sessions import Sessions
from controller.web.site import Evidence, Live, Site

_EVERYWHERE: Final = ("", "0.0.0.0", "::")


def open_page(
    stack: ExitStack,
    settings: config.Page,
    table: Table,
    say: Callable[[str], None],
    *,
    live: Live | None = None,
    evidence: Evidence | None = None,
    setup: SetupDesk | None = None,
) -> tuple[Page, str] | None:
    """Serve the page, until the stack is left.

    Args:
        stack: ends the server.
        settings: host, port, the referee's secret, and how many may watch.
        table: whose games it shows.
        say: told where the page is, or why there is none; the game needs it not.
        live: the live camera.
        evidence: the pictures of earlier throws.
        setup: what may be set up here.

    Returns:
        The table's side of the page, and its address; ``None`` where it cannot be served.
    """
    try:
        port = server.listen(settings.host, settings.port)
        seats = Seats(table.journal.path)
    except PageError as error:
        say(str(error))
        return None
    except OSError as error:
        port.close()
        say(_("the page cannot keep the seats' addresses: {why}. All else goes on").format(why=error))
        return None
    number: int = port.getsockname()[1]
    host = settings.host if settings.host not in _EVERYWHERE else addresses.on_the_network() or "127.0.0.1"
    where = f"http://{f'[{host}]' if ':' in host else host}:{number}"
    hub = Hub(settings.spectators_per_address)
    publisher = Publisher(hub, evidence)
    mailbox = Mailbox(publisher.deliver)
    page = Page(table, mailbox)
    site = Site(page, hub, publisher, seats, Sessions(settings.referee_secret), where, live, evidence, setup)
    stack.callback(server.Server(port, lambda: _application(site), mailbox.attach, hub.close).close)
    say(_("The page: {address}").format(address=where))
    say(_("The seats' panels, on this machine: {address}").format(address=f"http://127.0.0.1:{number}/seats"))
    return page, where


def _application(site: Site) -> ASGIApp:
    # Imported only here, in the server's thread: the game need not wait for it.
    from controller.web.app import application  # noqa: PLC0415

    return application(site)
