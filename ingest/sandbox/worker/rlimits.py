"""Limits of the kernel on this process: memory, processor time, files, processes, descriptors."""

from __future__ import annotations

import resource


def limit_resources(memory_bytes: int, cpu_s: int) -> list[str]:
    """Set the limits; return the names of those that were refused (macOS refuses RLIMIT_AS)."""
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_AS": memory_bytes,
        "RLIMIT_DATA": memory_bytes,
        "RLIMIT_CPU": cpu_s,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_NPROC": 0,
    }
    return [name for name, value in wanted.items() if not _limit(name, value)]


def forbid_descriptors() -> bool:
    """Allow no new descriptor of any kind; those that are open stay usable."""
    return _limit("RLIMIT_NOFILE", 0)


def _limit(name: str, value: int) -> bool:
    number = getattr(resource, name, None)
    if number is None:
        return True
    try:
        resource.setrlimit(number, (value, value))
    except (ValueError, OSError):
        return False
    return True
