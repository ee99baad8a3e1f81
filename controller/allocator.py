"""What the C library keeps of freed memory: little, however long the station runs."""

import ctypes
from typing import Final

# Parameters of mallopt(3), from glibc's malloc.h.
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
# Larger buffers get pages of their own, which go back as soon as they are freed. A frame of 640 × 480 is smaller, so
# that watching the tray asks the system for nothing.
_MAPPED_BYTES: Final = 1 << 20
# So much may lie free at the end of each thread's heap.
_KEPT_BYTES: Final = 2 << 20


def give_back_freed_memory() -> bool:
    """Let the C library give back what is freed: from now on, for the whole process, in whichever thread.

    By itself glibc takes the largest buffer that was ever freed for the measure of what is worth giving back. After a
    net has read its first picture that is tens of megabytes, and then each thread's heap keeps what it needed at its
    peak: memory grows for hours, and differs by 20 MB from one game to the next, though nothing is held.

    Returns:
        Whether it was told; other C libraries than glibc have no such setting.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    # Setting one ends glibc's own adjusting of both.
    return bool(mallopt(_M_MMAP_THRESHOLD, _MAPPED_BYTES)) and bool(mallopt(_M_TRIM_THRESHOLD, _KEPT_BYTES))
