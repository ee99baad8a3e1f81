"""Who is the referee: whoever knows the secret of the configuration. Kept in memory; a restart ends every session."""

import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.web.guard import Buckets

COOKIE: Final = "dicetable_referee"
_SECONDS: Final = 12 * 3600
_MOST: Final = 20
# Tries at the secret: of one address, and of all together.
_TRIES: Final = (5.0, 1 / 30)
_ALL_TRIES: Final = (20.0, 1 / 6)


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

    @property
    def possible(self) -> bool:
        """Whether there is a referee's desk."""
        return bool(self._secret)

    def may_try(self, address: str) -> bool:
        """Whether this address may try the secret now."""
        return self._tries.take(address) and self._all_tries.take("")

    def fits(self, given: str) -> bool:
        """Whether this is the secret."""
        return self.possible and hmac.compare_digest(given.encode(), self._secret)

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
