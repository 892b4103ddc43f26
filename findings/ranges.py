"""Sets of numbers as configurations write them: 10,20-25 or 10 to 20."""

from __future__ import annotations

import re
from collections.abc import Iterable

_RANGE = re.compile(r"(\d+)(?:\s*(?:-|\bto\b)\s*(\d+))?")
HIGHEST = 4095


def number_set(text: str) -> frozenset[int]:
    """Return the numbers of a list of numbers and ranges, up to 4095."""
    found: set[int] = set()
    for first, last in _RANGE.findall(text):
        if int(first) <= HIGHEST:
            found.update(range(int(first), min(int(last or first), HIGHEST) + 1))
    return frozenset(found)


def single_numbers(text: str) -> frozenset[int]:
    """Return the numbers that stand alone in a list, outside of ranges."""
    return frozenset(int(first) for first, last in _RANGE.findall(text) if not last)


def show_numbers(numbers: Iterable[int]) -> str:
    """Write numbers as ranges: "10, 20-25"."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
