"""The marks behind statements: `[a.cfg:51,54; b.cfg:7]`, with first, last and total where there are many. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from graph_store.records import SourceLine


def mark_lines(lines: Sequence[SourceLine], total: int, most: int) -> str:
    """Write the mark of `lines`, at most `most` of them; `total` counts those that are not given, too."""
    if not lines or most < 1:
        return ""
    if total <= most and len(lines) <= most:
        return f"[{'; '.join(_file_mark(path, numbers) for path, numbers in _by_file(lines))}]"
    if most < 2 or len(lines) < 2:
        return f"[{_place(lines[0])}, {total:,} lines]"
    first, last = lines[0], lines[-1]
    end = str(last.number) if last.path == first.path else _place(last)
    return f"[{_place(first)} … {end}, {total:,} lines]"


def _by_file(lines: Sequence[SourceLine]) -> list[tuple[str, list[int]]]:
    return [(path, [line.number for line in group]) for path, group in groupby(lines, lambda line: line.path)]


def _file_mark(path: str, numbers: Sequence[int]) -> str:
    return f"{path}:{','.join(map(str, numbers))}"


def _place(line: SourceLine) -> str:
    return f"{line.path}:{line.number}"
