"""Reviews of finished games. Solving a game may take minutes, so that a process of its own does it, at low priority:
the table's thread is not kept waiting, and the end of the station ends it. It is ``dicetable record review`` itself.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.analysis.review import Review
from controller.history.games import Standing, Summary
from controller.i18n import _, current, option_name, render
from controller.plain import shown

SOLVED: Final = ("ueberwurf", "zugband")
"""The games that can be solved exactly."""
_KEPT: Final = 50
_LOW: Final = 10
_SAME: Final = 1e-9


@dataclass(slots=True)
class _Job:
    """The review of one game, as its record stood."""

    game: Summary
    reviews: Sequence[Review] | None = None
    why: str = ""
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class Reviews:
    """The reviews that were asked for. In the server's loop alone.

    Args:
        journal: the record.
        command: what reviews a game; the number and the options follow it.
    """

    def __init__(self, journal: Path, command: Sequence[str] = (sys.executable, "-P", "-m", "controller")) -> None:
        self._journal, self._command = journal, command
        self._jobs: dict[int, _Job] = {}
        self._one = asyncio.Lock()

    def of(self, game: Summary) -> dict[str, Any]:
        """How far the review of a game is.

        Returns:
            ``state``: ``impossible`` (no such game can be solved, or it is not over), ``none`` (nobody has asked),
            ``working``, ``failed`` with ``why``, or ``done`` with what ``course`` gives.
        """
        if not possible(game):
            return {"state": "impossible"}
        job = self._jobs.get(game.number)
        if job is None or job.game is not game:
            return {"state": "none"}
        if job.reviews is not None:
            return {"state": "done", **course(game, job.reviews)}
        return {"state": "failed", "why": job.why} if job.why else {"state": "working"}

    def start(self, game: Summary) -> None:
        """Begin with a review, unless it is there or on its way; one at a time."""
        if self.of(game)["state"] not in ("none", "failed"):
            return
        self._jobs.pop(game.number, None)
        for oldest in [number for number, one in self._jobs.items() if one.reviews or one.why][:-_KEPT]:
            del self._jobs[oldest]
        job = self._jobs[game.number] = _Job(game)
        job.task = asyncio.create_task(self._work(job))

    async def _work(self, job: _Job) -> None:
        async with self._one:
            try:
                code, told, error = await self._run(job.game.number)
            except OSError as failed:
                code, told, error = -1, "", str(failed)
        if code:
            lines = error.strip().splitlines()
            job.why = lines[-1] if lines else _("The review has failed.")
            return
        job.reviews = [_review(json.loads(line)) for line in told.splitlines()]

    async def _run(self, number: int) -> tuple[int, str, str]:
        options = ("--lang", current(), "record", "review", str(number), "--json", "--journal", str(self._journal))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *self._command, *options, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
        )
        try:
            # The service's filter of system calls refuses it; then the kernel shares the cores out evenly.
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, _LOW)
            told, error = await process.communicate()
        finally:
            if process.returncode is None:
                # The station ends.
                process.kill()
                await process.communicate()
        return process.returncode or 0, told.decode(), error.decode(errors="replace")


def possible(game: Summary) -> bool:
    """Whether a game can be reviewed: it is over, and of a kind that can be solved."""
    return game.standing is Standing.FINISHED and game.start.game in SOLVED and game.start.players == 2


def _review(found: Mapping[str, Any]) -> Review:
    return Review(**{**found, "best": tuple(found["best"])})


def course(game: Summary, reviews: Sequence[Review]) -> dict[str, Any]:
    """The winning chance of the first seat through a game, draws counted half.

    Returns:
        ``moments``, one for each time that somebody chose: ``round``, the chance ``before`` the choices and ``after``
        them (0 … 1), and ``choices`` with ``seat``, ``chosen``, ``best``, ``lost`` and a sentence in ``text``; ``end``,
        what came out of it, 1, 0.5 or 0.
    """
    names = dict(enumerate(map(shown, game.start.names), start=1))
    moments: list[dict[str, Any]] = []
    last: Review | None = None
    for one in reviews:
        choice = {
            "seat": one.seat,
            "chosen": option_name(one.chosen),
            "best": [option_name(best) for best in one.best],
            "lost": one.lost,
            "text": render(one.message(), names),
        }
        if last and _together(last, one):
            moments[-1]["choices"].append(choice)
        else:
            before, after = (one.chance, one.after) if one.seat == 1 else (1 - one.chance, 1 - one.after)
            moments.append({"round": one.round, "before": before, "after": after, "choices": [choice]})
        last = one
    end = 0.5 if len(game.winner) != 1 else float(game.winner == (1,))
    return {"moments": moments, "end": end}


def _together(one: Review, other: Review) -> bool:
    """Whether two choices were made at the same moment."""
    same = abs(one.chance + other.chance - 1) < _SAME and abs(one.after + other.after - 1) < _SAME
    return same and one.round == other.round and one.seat < other.seat
