"""Who is the referee: whoever knows the secret of the configuration. Kept in memory; a restart ends every session."""

import hmac
import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.web.addresses import neighbourhood
from controller.web.guard import Buckets

_log = logging.getLogger(__name__)

COOKIE: Final = "dicetable_referee"
_SECONDS: Final = 12 * 3600
_MOST: Final = 20
# Tries at the secret: of one address, and of all strangers together, however many addresses they have. A PIN of four
# digits then holds for an evening: of ten thousand some three hundred are tried.
_TRIES: Final = (5.0, 1 / 30)
_ALL_TRIES: Final = (20.0, 1 / 60)
_TOLD_EVERY: Final = 20


class Sessions:
    """The referee's sessions.

    Args:
        secret: PIN or key; there is no referee's desk where it is empty.
        clock: seconds.
    """

    def __init__(self, secret: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._secret = secret.encode()
        self._clock = clock
        # The token of each session, with the one that its commands carry, and its end.
        self._open: dict[str, tuple[str, float]] = {}
        self._tries = Buckets(*_TRIES, clock=clock)
        self._all_tries = Buckets(*_ALL_TRIES, clock=clock)
        # Where the referee has been once: nobody's tries from elsewhere shut them out.
        self._known: dict[str, None] = {}
        self._vain = 0

    @property
    def possible(self) -> bool:
        """Whether there is a referee's desk."""
        return bool(self._secret)

    def may_try(self, address: str, *, here: bool = False) -> bool:
        """Whether this address may try the secret now.

        Args:
            address: whose try it is.
            here: whether it comes from this machine itself, whom tries from elsewhere never shut out.
        """
        address = neighbourhood(address)
        if here or address in self._known:
            return self._tries.take(address)
        return self._tries.take(address) and self._all_tries.take("")

    def fits(self, given: str, address: str = "") -> bool:
        """Whether this is the secret; who tries in vain again and again stands in the log."""
        fitting = self.possible and hmac.compare_digest(given.encode(), self._secret)
        if fitting:
            self._known[neighbourhood(address)] = None
            while len(self._known) > _MOST:
                del self._known[next(iter(self._known))]
        else:
            self._vain += 1
            if self._vain % _TOLD_EVERY == 0:
                _log.warning("the referee's secret was tried %d times in vain, last from %s", self._vain, address)
        return fitting

    def begin(self, response: Response) -> None:
        """The browser that gets this answer is the referee's from now on."""
        token = secrets.token_urlsafe(24)
        self._open[token] = secrets.token_urlsafe(24), self._clock() + _SECONDS
        while len(self._open) > _MOST:
            del self._open[next(iter(self._open))]
        response.set_cookie(COOKIE, token, max_age=_SECONDS, path="/", httponly=True, samesite="strict")

    def end(self, request: Request, response: Response) -> None:
        """It is no more."""
        self._open.pop(request.cookies.get(COOKIE, ""), None)
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")

    def token(self, request: Request) -> str | None:
        """What a command of this browser has to carry, so that no other page can send it; ``None`` for a stranger."""
        token = request.cookies.get(COOKIE, "")
        command, end = self._open.get(token, ("", 0.0))
        if end <= self._clock():
            self._open.pop(token, None)
            return None
        return command

    def knows(self, request: Request) -> bool:
        """Whether this browser is the referee's."""
        return self.token(request) is not None

    def may_command(self, request: Request) -> bool:
        """Whether a command comes from the referee's own page."""
        token = self.token(request)
        given = request.headers.get("x-referee", "")
        return token is not None and hmac.compare_digest(given.encode(), token.encode())
