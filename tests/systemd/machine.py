"""A machine of its own for a test: systemd as PID 1 in fresh namespaces, over a copy of the running system or another.

Nothing of it is outside: it lives in a tmpfs that only its own mount namespace sees, and in a cgroup that is removed.
"""

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = Path("/usr/bin/python3")
_BOOT: Final = Path(__file__).with_name("boot.sh")
_NAMESPACES: Final = ("unshare", "-m", "-p", "-f", "--kill-child", "-C", "-i", "-u", "-n")
_TOOLS: Final = {
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "setpriv": "util-linux",
    "systemctl": "systemd",
    "/lib/systemd/systemd": "systemd",
    "systemd-sysusers": "systemd",
}
_ENVIRONMENT: Final = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "LANG": "C.UTF-8"}
_SHUT_DOWN: Final = signal.SIGRTMIN + 4
_WITHIN: Final = 120.0
_numbers = itertools.count()


@cache
def lacking() -> str:
    """Why no machine can be started here; empty when one can."""
    if sys.platform != "linux":
        return "systemd is Linux's own"
    if os.geteuid() != 0:
        return "starting systemd in namespaces needs root"
    missing = {package for tool, package in _TOOLS.items() if shutil.which(tool) is None}
    if missing:
        return f"Debian packages are missing: {' '.join(sorted(missing))}"
    if _cgroups() is None:
        return "there is no cgroup2 hierarchy that may be written"
    done = subprocess.run([*_NAMESPACES, "true"], capture_output=True, text=True, check=False)
    return f"no namespaces may be made here: {done.stderr.strip()}" if done.returncode else ""


@cache
def lacking_python() -> str:
    """Why the station cannot be installed in a machine; empty when it can."""
    if not PYTHON.exists():
        return f"there is no {PYTHON}"
    asked = "import sys; print('%d.%d' % sys.version_info[:2]); import ensurepip, venv"
    done = subprocess.run([PYTHON, "-I", "-c", asked], capture_output=True, text=True, check=False)
    if done.returncode:
        return "Debian packages are missing: python3-venv"
    own = "{}.{}".format(*sys.version_info[:2])
    # The packages of the tests' Python stand for those of the distribution.
    same = done.stdout.strip() == own
    return "" if same else f"{PYTHON} is Python {done.stdout.strip()}, and the tests run with {own}"


def _cgroups() -> Path | None:
    """Where the cgroup2 hierarchy of this machine is."""
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if fields[fields.index("-") + 1] == "cgroup2" and os.access(fields[4], os.W_OK) and "rw" in fields[5]:
            return Path(fields[4])
    return None


class Lab:
    """A tmpfs in which machines live, in a mount namespace that a process holds open."""

    def __init__(self, folder: Path) -> None:
        script = f'mount --make-rprivate / && mount -t tmpfs -o mode=755 tmpfs "{folder}" && echo ready && exec cat'
        # It ends with its input, and so with this process.
        self._holder = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == "ready\n"
        self.folder = folder

    @property
    def pid(self) -> int:
        """Of the process that holds the namespace."""
        return self._holder.pid

    def inside(self, path: Path) -> Path:
        """How this process reaches a path of the lab."""
        return Path(f"/proc/{self.pid}/root{path}")

    def close(self) -> None:
        """Let everything in it go."""
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        self._holder.stdin.close()
        self._holder.wait(_WITHIN)
        self._holder.stdout.close()


class Machine:
    """One machine, running.

    Args:
        lab: where it lives.
        on: machines that were before it, whose changes it begins with, the latest first; they must be off.
        system: the root of what it is a copy of.

    Attributes:
        init: its first process, as this one numbers it; 0 while it is off.
        layers: this machine's changes and those it began with, for the machines after it.
    """

    def __init__(self, lab: Lab, on: Sequence[Path] = (), system: Path = Path("/")) -> None:
        self._lab = lab
        self._system = system
        self._folder = lab.folder / f"machine{next(_numbers)}"
        lab.inside(self._folder).mkdir()
        self.layers = (self._folder / "up", *on)
        cgroups = _cgroups()
        assert cgroups is not None
        self._cgroup = cgroups / f"{self.cgroups()}-{self._folder.name}"
        self._trouble = lab.inside(self._folder / "trouble")
        self._process: subprocess.Popen[bytes] | None = None
        self.init = 0
        self.boot()

    @staticmethod
    def cgroups() -> str:
        """How the names of the cgroups of this process's machines begin."""
        return f"dicetable-test-{os.getpid()}"

    def boot(self) -> None:
        """Switch it on; also again, after it was off."""
        self._cgroup.mkdir(exist_ok=True)
        site = sysconfig.get_path("purelib")
        enter = f'echo $$ >"{self._cgroup}/cgroup.procs" && exec "$@"'
        enter_lab = ["nsenter", "-t", str(self._lab.pid), "-m", "--", *_NAMESPACES]
        boot = ["bash", str(_BOOT), str(self._folder), site, str(ROOT), str(self._system)]
        boot += map(str, self.layers[1:])
        # It must not outlive this process, however that ends.
        command = ["setpriv", "--pdeathsig", "KILL", "sh", "-c", enter, "sh", *enter_lab, *boot]
        with self._trouble.open("wb") as trouble:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=trouble)
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        until(lambda: children.exists() and bool(children.read_text().split()), "the machine has a first process")
        self.init = int(children.read_text().split()[0])
        until(self._is_up, "systemd is up")

    def _is_up(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._trouble.read_text(encoding="utf-8")
        done = self.run("systemctl", "is-system-running", "--wait", check=False)
        return done.stdout.strip() in ("running", "degraded")

    # --- in it -------------------------------------------------------------------------------------------------------

    def run(self, *command: str, check: bool = True, stdin: IO[str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command in it as root, outside of every unit.

        Raises:
            AssertionError: it fails, with what it said.
        """
        enter = ["nsenter", "-t", str(self.init), "-m", "-p", "-i", "-u", "-n", "--", *command]
        done = subprocess.run(
            enter, capture_output=True, text=True, env=_ENVIRONMENT, timeout=600, check=False, stdin=stdin
        )
        assert not check or done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}\n{self.log()}"
        return done

    def path(self, inside: str) -> Path:
        """How this process reaches a path of the machine."""
        return Path(f"/proc/{self.init}/root{inside}")

    def show(self, unit: str, *properties: str) -> dict[str, str]:
        """Properties of a unit."""
        out = self.run("systemctl", "show", unit, f"--property={','.join(properties)}").stdout
        return dict(line.split("=", 1) for line in out.splitlines())

    def log(self, unit: str = "dicetable") -> str:
        """What a unit has said, and what systemd has said about it."""
        command = ("journalctl", "--no-pager", "--output=cat", f"--unit={unit}")
        return self.run(*command, check=False).stdout if self.init else ""

    def records(self, *matches: str) -> list[dict[str, Any]]:
        """Records of the log with all their fields."""
        out = self.run("journalctl", "--no-pager", "--output=json", *matches).stdout
        return [json.loads(line) for line in out.splitlines()]

    # --- its end -----------------------------------------------------------------------------------------------------

    def shut_down(self) -> None:
        """Switch it off as a person does who is careful."""
        with suppress(ProcessLookupError):
            os.kill(self.init, _SHUT_DOWN)
        self._gone()

    def cut_power(self) -> None:
        """Switch it off in this very instant."""
        with suppress(ProcessLookupError):
            os.kill(self.init, signal.SIGKILL)
        self._gone()

    def _gone(self) -> None:
        assert self._process is not None
        self._process.wait(_WITHIN)
        self._process, self.init = None, 0

        def removed() -> bool:
            for cgroup in sorted(self._cgroup.glob("**/"), reverse=True):
                with suppress(OSError):
                    cgroup.rmdir()
            return not self._cgroup.exists()

        until(removed, "its cgroup is gone")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            self.cut_power()


def until(holds: Callable[[], bool], what: str, within: float = _WITHIN) -> None:
    """Wait until something holds.

    Raises:
        AssertionError: it does not come.
    """
    end = time.monotonic() + within
    while not holds():
        assert time.monotonic() < end, f"not within {within:.0f} s: {what}"
        time.sleep(0.05)
