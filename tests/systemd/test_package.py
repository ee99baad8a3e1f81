"""The Debian package: built, installed, started, removed, and purged, which keeps the games."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.panel.building import lacking as lacking_panels
from tests.systemd.machine import ROOT, Lab, Machine, lacking_python
from tests.systemd.table import GAMES, UNIT

_MISSING = [tool for tool in ("dpkg-buildpackage", "dh") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(_MISSING), reason="Debian packages are missing: dpkg-dev debhelper")
_CARRIED = list(Path(sys.prefix, "carried").glob("*.whl"))


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built once."""
    if not _CARRIED:
        pytest.skip("what the package carries was not fetched: make .venv/carried-ready")
    folder = tmp_path_factory.mktemp("deb")
    command = [str(ROOT / "systemd/build-deb"), sys.executable, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Path(done.stdout.strip())


def field(package: Path, name: str) -> str:
    command = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_package_is_for_every_processor_and_depends_on_the_distributions_own(package: Path) -> None:
    assert field(package, "Architecture") == "all"
    depends = {part.split()[0] for part in field(package, "Depends").split(",")}
    assert depends >= {f"python3-{name}" for name in ("click", "msgspec", "numpy", "opencv", "rich", "serial")}
    assert depends >= {f"python3-{name}" for name in ("jinja2", "segno", "starlette", "tomlkit", "uvicorn")}
    recommends = {part.split()[0] for part in field(package, "Recommends").split(",")}
    assert recommends == {f"python3-{name}" for name in ("gpiozero", "lgpio", "picamera2", "reportlab")}
    listed = subprocess.run(["dpkg-deb", "--contents", str(package)], capture_output=True, text=True, check=True).stdout
    libraries = [line.split()[-1] for line in listed.splitlines() if ".so" in line]
    assert libraries == ["./usr/lib/dicetable/gpio/_lgpio.cpython-313-aarch64-linux-gnu.so"], (
        "loaded by no other Python"
    )
    for module in ("gpio/lgpio.py", "gpio/gpiozero/pins/lgpio.py", "gpio/colorzero/__init__.py"):
        assert f"./usr/lib/dicetable/{module}" in listed
    for part in ("web/static/base.css", "web/templates/base.html", "web/openapi.json", "sheets/fonts"):
        assert f"packages/controller/{part}" in listed
    assert "packages/cobs/cobs/_cobs_py.py" in listed
    assert "packages/tests" not in listed


def test_everything_that_the_project_needs_is_depended_on_or_carried(package: Path) -> None:
    """A requirement that somebody adds reaches the package too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split(r"[<>=;\[ ]", line)[0] for line in project["dependencies"]}
    # By other names in Debian; carried; and for the simulated tray alone.
    names -= {"opencv-python-headless", "pyserial", "cobs", "mujoco-core"}
    depends = {part.split()[0] for part in field(package, "Depends").split(",")}
    assert depends >= {f"python3-{name}" for name in names}


def test_the_station_begins_without_what_it_can_do_without() -> None:
    """The package brings no MuJoCo, and recommends the rest: nothing imports them before it needs them."""
    missing = ("mujoco", "reportlab", "scipy", "gpiozero", "lgpio", "picamera2")
    code = f"""
import sys
sys.modules.update(dict.fromkeys({missing}))
import click, controller.web.app
from controller.commands.group import dicetable
group = click.Context(dicetable)
assert [dicetable.get_command(group, name) for name in dicetable.list_commands(group)]
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def bare(lab: Lab) -> Iterator[Machine]:
    """A machine without the station."""
    if reason := lacking_python() or lacking_panels():
        pytest.skip(reason)
    with Machine(lab) as machine:
        yield machine


def test_the_package_is_installed_started_removed_and_purged(package: Path, bare: Machine) -> None:
    with package.open("rb") as file:
        bare.path("/root/dicetable.deb").write_bytes(file.read())
    # Its dependencies are there, but not as Debian packages, of which the tests bring none.
    bare.run("dpkg", "--force-depends", "--install", "/root/dicetable.deb")
    state = bare.show(UNIT, "ActiveState", "UnitFileState", "NRestarts")
    assert state == {"ActiveState": "active", "UnitFileState": "enabled", "NRestarts": "0"}, bare.log()
    assert bare.run("dicetable", "--lang", "en", "record", "list").stdout, "the game that was begun"
    assert bare.path("/usr/lib/dicetable/packages/controller/__pycache__").is_dir(), "compiled once, not at each start"
    assert bare.run("/usr/lib/dicetable/bin/python3", "-c", "import cobs; print(cobs.__file__)").stdout.startswith(
        "/usr/lib/dicetable/"
    )

    bare.run("dpkg", "--force-depends", "--remove", "dicetable")
    assert bare.show(UNIT, "ActiveState")["ActiveState"] == "inactive"
    assert not bare.path("/usr/lib/dicetable").exists()
    assert not bare.path("/usr/bin/dicetable").is_symlink()
    assert bare.path("/etc/dicetable.toml").exists(), "as every configuration of a package that is only removed"
    bare.run("dpkg", "--force-depends", "--purge", "dicetable")
    assert not bare.path("/etc/dicetable.toml").exists()
    assert bare.path(f"{GAMES}/journal.db").exists(), "games are never deleted"
