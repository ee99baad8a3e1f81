"""The Debian package: built, installed, started, removed, and purged, which keeps the games."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.panel.building import lacking as lacking_panels
from tests.systemd.machine import ROOT, Lab, Machine, lacking_python
from tests.systemd.table import GAMES, UNIT

_MISSING = [tool for tool in ("dpkg-buildpackage", "dh") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(_MISSING), reason="Debian packages are missing: dpkg-dev debhelper")


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built once."""
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
    recommends = {part.split()[0] for part in field(package, "Recommends").split(",")}
    assert recommends == {"python3-gpiozero", "python3-lgpio", "python3-picamera2"}
    listed = subprocess.run(["dpkg-deb", "--contents", str(package)], capture_output=True, text=True, check=True).stdout
    assert ".so\n" not in listed, "nothing in it is made for one processor"
    assert "packages/cobs/cobs/_cobs_py.py" in listed
    assert "packages/tests" not in listed


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
