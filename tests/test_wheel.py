"""The wheel carries everything that the program needs, and works where the source tree is not."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once as a packager would."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", str(folder)]
    done = subprocess.run([*build, str(ROOT)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("dicetable-*.whl")
    return built


def test_the_built_wheel_works_without_the_source(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    # -P and another folder: only what was unpacked can be found, before the editable install of this machine.
    script = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import controller; print(controller.__file__); "
        "from controller.cli import main; main()"
    )
    arguments = ["--lang", "de", "play", "ueberwurf", "--needs"]
    played = subprocess.run(
        [sys.executable, "-P", "-c", script, str(tmp_path / "installed"), *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    where, needs = played.stdout.splitlines()
    assert Path(where).is_relative_to(tmp_path), "the unpacked wheel was used"
    assert "Wähle verdeckt deinen Würfel" in needs
    assert played.returncode == 3


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    """Fonts, texts, models and the like are in it, the tests are not."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    here = {
        path.relative_to(ROOT).as_posix()
        for package in ("controller", "vision")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert names == here
    assert "controller/locale/de/LC_MESSAGES/dicetable.mo" in names
    nets = {f"vision/model/{net}.onnx" for net in ("finder", "die", "face", "around")}
    assert nets <= names
    assert sum((ROOT / net).stat().st_size for net in nets) <= 6_000_000, "what was allowed for the nets together"
