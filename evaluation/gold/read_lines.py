"""Read a data set's files as lines, each with the lines that enclose it by indentation."""

from __future__ import annotations

from pathlib import Path

from evaluation.gold.errors import DataMissingError
from evaluation.gold.records import Line, Lines


def read_lines(folder: Path, pattern: str) -> Lines:
    """Read every file that matches the glob `pattern`, in the order of their names.

    Raises DataMissingError when there is none.
    """
    paths = sorted(path for path in folder.glob(pattern) if path.is_file())
    if not paths:
        raise DataMissingError(str(folder), pattern)
    lines: list[Line] = []
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        lines += nest_lines(path.relative_to(folder).as_posix(), text)
    return tuple(lines)


def nest_lines(file: str, text: str) -> list[Line]:
    """Split a text into lines; a deeper indented line is enclosed by the last less indented one."""
    lines: list[Line] = []
    open_lines: list[tuple[int, Line]] = []
    for number, raw in enumerate(text.replace("\r\n", "\n").removesuffix("\n").split("\n"), start=1):
        indent = len(raw) - len(raw.lstrip(" "))
        if raw.strip():
            open_lines = [(depth, line) for depth, line in open_lines if depth < indent]
        line = Line(file, number, raw, tuple(parent for _, parent in open_lines) if raw.strip() else ())
        lines.append(line)
        if raw.strip():
            open_lines.append((indent, line))
    return lines
