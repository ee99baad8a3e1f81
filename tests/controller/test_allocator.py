"""What is freed goes back to the system, also after a net has freed its large buffers."""

import ctypes
import subprocess
import sys

import pytest

# Frees one large buffer, as the nets do; then a thread frees forty megabytes, and keeps a little behind them.
_PROGRAM = """
import os
from threading import Thread
from controller.allocator import give_back_freed_memory

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

kept = []

def work():
    for size in (1_500_000, 300_000):
        pictures = [bytearray(b"x" * size) for _ in range(30_000_000 // size)]
        if size > 1_000_000:
            kept.append(bytearray(b"x" * 5_000))
        del pictures

assert give_back_freed_memory()
bytearray(b"x" * 30_000_000)
before = resident()
thread = Thread(target=work)
thread.start()
thread.join()
print(resident() - before)
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library than glibc")
def test_freed_memory_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 6_000_000
