"""`make bench-history`: how long each page of the history takes over a journal of a thousand games."""

import resource
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.history.many import many
from tests.web.asking import ask
from tests.web.house import House, start

_GAMES: Final = 1000
_PATHS: Final = (
    "/history", "/history", "/history?page=20", "/history?player=anna&game=wizard", "/history/players",
    "/dice", "/dice", "/dice?player=anna", "/history/1", "/history/6", "/history/4", "/api/history", "/api/dice",
)  # fmt: skip


def main() -> None:
    """Print a table: each page's time on the clock and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        many(Path(folder) / "journal.db", _GAMES)
        with House(Path(folder), start()) as house:
            print("| page | seconds | of the processor | KiB |")
            for path in _PATHS:
                before, used = time.perf_counter(), time.process_time()
                answer = ask(house.where, path, Accept="text/html")
                took, cpu = time.perf_counter() - before, time.process_time() - used
                assert answer.ok, path
                print(f"| {path} | {took:.2f} | {cpu:.2f} | {len(answer.body) / 1024:.0f} |")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB in all")


if __name__ == "__main__":
    main()
