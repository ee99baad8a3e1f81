"""The unit as systemd itself judges it, without running it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "dicetable.service"
MOST_EXPOSED = 2.5

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="Debian package missing: systemd (systemd-analyze)"
)


def analyse(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", "--no-pager", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_unit_is_well_formed(tmp_path: Path) -> None:
    """No unknown key, no bad value; the program, which is installed elsewhere, is replaced by one that is there."""
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text("utf-8").replace("ExecStart=dicetable", "ExecStart=/bin/true"), "utf-8")
    done = analyse("verify", "--man=no", str(copy))
    assert done.returncode == 0, done.stderr
    # It looks at all units of this machine as well.
    assert UNIT.name not in done.stderr


def test_the_unit_exposes_less_than_is_promised() -> None:
    done = analyse("security", "--offline=true", f"--threshold={MOST_EXPOSED * 10:.0f}", str(UNIT))
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"Overall exposure level for dicetable\.service: ([\d.]+)", done.stdout)
    assert found, done.stdout
    assert float(found[1]) <= MOST_EXPOSED


def test_the_promise_would_be_broken_without_its_protections(tmp_path: Path) -> None:
    """The measure measures: the same service without them is far from it."""
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/bin/true\nUser=dicetable\n", "utf-8")
    assert analyse("security", "--offline=true", f"--threshold={MOST_EXPOSED * 10:.0f}", str(bare)).returncode != 0


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="Debian package missing: systemd")
def test_the_user_is_one_that_systemd_makes(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    command = ["systemd-sysusers", f"--root={tmp_path}", str(FOLDER / "dicetable.sysusers")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    users = (tmp_path / "etc/passwd").read_text("utf-8").splitlines()
    (user,) = [line.split(":") for line in users if line.startswith("dicetable:")]
    assert user[5] == "/var/lib/dicetable"
    assert user[6].endswith("/nologin")
    groups = [line.split(":") for line in (tmp_path / "etc/group").read_text("utf-8").splitlines()]
    assert {group[0] for group in groups if "dicetable" in group[3]} == {"gpio", "video", "dialout", "i2c"}
