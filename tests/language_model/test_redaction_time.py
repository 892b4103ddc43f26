"""Redaction takes time in proportion to a line, also where the beginning of what it looks for is repeated."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from language_model.redact import LineRedactor
from language_model.redaction.secret_words import STEMS
from language_model.redaction.signs import HINTS

LENGTH = 8_000
MOST_S_A_CHARACTER = 30e-6
"""Of processor time, on a line that names a secret in every word of it."""
STARTS = sorted({*STEMS, *HINTS})


def _line(start: str, behind: str, length: int) -> str:
    return (start + behind) * (length // len(start + behind)) + "["


def _seconds(line: str) -> float:
    started = time.process_time()
    LineRedactor(b"k" * 32).lines([line])
    return time.process_time() - started


def _slow() -> Iterator[tuple[str, str, float]]:
    for start in STARTS:
        for behind in ("", " ", "- ", "=", "."):
            took = _seconds(_line(start, behind, LENGTH))
            if took > LENGTH * MOST_S_A_CHARACTER / 4:
                longer = min(_seconds(_line(start, behind, 4 * LENGTH)) for _ in range(2))
                if longer > 4 * LENGTH * MOST_S_A_CHARACTER:
                    yield start, behind, longer


@pytest.mark.timeout(300)
def test_no_repeated_beginning_makes_a_line_slow() -> None:
    assert list(_slow()) == []
