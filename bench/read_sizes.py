"""Reads sizes as people write them: 10k, 1M."""

from __future__ import annotations

import re

from bench.errors import BenchError

_SIZE = re.compile(r"(\d+)([kM]?)")
_TIMES = {"": 1, "k": 1000, "M": 1_000_000}


def log_sizes(text: str) -> list[int]:
    """Return the sizes of a list as 10k,100k, the smallest first. Raises BenchError."""
    sizes = sorted({_size(part) for part in text.split(",")})
    if not sizes or sizes[0] < 1:
        raise BenchError(f"{text!r} names no sizes; expected a list as 10k,100k,1M")
    return sizes


def configuration_lines(text: str) -> int:
    """Return a number of lines; 0 stands for no configurations. Raises BenchError."""
    return _size(text)


def _size(text: str) -> int:
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise BenchError(
            f"{text.strip()!r} is no size; expected a whole number, perhaps with k or M behind it"
        )
    return int(found[1]) * _TIMES[found[2]]
