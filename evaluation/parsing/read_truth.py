"""Reads a log's ground truth as Loghub writes it: one row of `*_structured.csv` for each line."""

from __future__ import annotations

import csv
from pathlib import Path

from evaluation.parsing.errors import UnreadableTruthError
from evaluation.parsing.records import TrueLine

COLUMNS = ("LineId", "Content", "EventTemplate")


def read_truth(path: Path) -> list[TrueLine]:
    """Read the rows in the file's order. Raises UnreadableTruthError for a missing file or column, or a bad number."""
    try:
        with path.open(encoding="utf-8", newline="") as text:
            rows = csv.DictReader(text)
            lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacking:
                reason = f"no column {', '.join(lacking)}; found: {', '.join(rows.fieldnames or ())}"
                raise UnreadableTruthError(str(path), 1, reason)
            return [_line(path, rows.line_num, row) for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UnreadableTruthError(str(path), 0, str(error)) from error


def read_texts(path: Path) -> list[str]:
    """Read a file's lines. Raises UnreadableTruthError."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UnreadableTruthError(str(path), 0, str(error.strerror or error)) from error
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def _line(path: Path, number: int, row: dict[str, str]) -> TrueLine:
    if not row["LineId"].isdecimal():
        raise UnreadableTruthError(str(path), number, f"LineId is {row['LineId']!r}; expected a number")
    return TrueLine(int(row["LineId"]), row["Content"] or "", row["EventTemplate"] or "")
