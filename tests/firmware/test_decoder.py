"""The firmware's decoder compiled for this machine, under the sanitizers of GCC."""

import subprocess

import pytest

from tests.display.vectors import FILE, vectors
from tests.firmware.building import BUILT, build, needs

pytestmark = needs("check-decoder")


def check(*arguments: str) -> str:
    build("check-decoder")
    done = subprocess.run([BUILT / "check-decoder", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_vectors() -> None:
    expected = sum(len(vectors(kind)) for kind in ("message", "stream", "answer"))
    assert check("vectors", str(FILE)) == f"vectors={expected}\n"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_streams_break_no_rule(seed: str) -> None:
    check("random", "20000", seed)


def test_noise_makes_no_picture_and_the_next_one_arrives() -> None:
    lines = check("noise", "100000", "1").splitlines()
    assert lines[-1] == "recovered=100000 of 100000"
    assert all(line.endswith("pictures_through=0") for line in lines[:-1])
