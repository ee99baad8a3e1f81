"""The rules core is pure: standard library alone, and of it nothing that reads a clock, chance, or the world."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = Path(__file__).parents[1] / "controller/rules"
IMPURE = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select",
    "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "hash", "id"}


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where they lead"
            yield node.module or ""


@pytest.mark.parametrize("module", sorted(RULES.glob("*.py")), ids=lambda path: path.stem)
def test_the_rules_are_pure(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for name in imports(tree):
        if name.split(".")[0] == "controller":
            assert name == "controller.rules" or name.startswith("controller.rules."), name
        else:
            assert name.split(".")[0] in sys.stdlib_module_names, name
            assert name.split(".")[0] not in IMPURE, name
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert calls & IMPURE_CALLS == set()


def test_gpiozero_and_lgpio_are_imported_in_their_own_module_alone() -> None:
    root = RULES.parents[1]
    users = [
        path.relative_to(root).as_posix()
        for folder in ("controller", "vision")
        for path in (root / folder).rglob("*.py")
        if any(name.split(".")[0] in ("gpiozero", "lgpio") for name in imports(ast.parse(path.read_text())))
    ]
    assert users == ["controller/panel/chips.py"]


def test_picamera2_is_imported_in_its_own_module_alone() -> None:
    root = RULES.parents[1]
    users = [
        path.relative_to(root).as_posix()
        for folder in ("controller", "vision")
        for path in (root / folder).rglob("*.py")
        if any(name.split(".")[0] in ("picamera2", "libcamera") for name in imports(ast.parse(path.read_text())))
    ]
    assert users == ["vision/camera/picamera.py"]


def test_the_physics_engine_is_imported_in_its_own_module_alone() -> None:
    """Set-up and table use what else there is of the simulated tray, and a real camera needs no engine."""
    vision = RULES.parents[1] / "vision"
    users = [
        path.relative_to(vision).as_posix()
        for path in vision.rglob("*.py")
        if any(name.split(".")[0] == "mujoco" for name in imports(ast.parse(path.read_text())))
    ]
    assert [user for user in users if not user.startswith("lab/")] == ["tray/physics.py"]


def test_every_module_of_vision_is_kept_from_the_lab() -> None:
    """The wall names its modules one by one: a new one must not stand outside of it."""
    root = RULES.parents[1]
    contracts = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (wall,) = (one["source_modules"] for one in contracts if "vision.lab" in one["forbidden_modules"])
    there = {f"vision.{path.stem}" for path in (root / "vision").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert there - {"vision.__init__", "vision.__pycache__", "vision.lab"} == {
        one for one in wall if one != "controller"
    }
