"""Redaction takes time in proportion to a line, also where the beginning of what it looks for is repeated."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from language_model.redact import LONGEST, LineRedactor, _suspects
from language_model.redaction.secret_words import STEMS
from language_model.redaction.signs import HINTS

PIECES = 8
"""Of the longest line here; each is read by itself, so that only the look at the whole line can take longer for it."""
MOST_S_A_CHARACTER = 60e-6
"""Of processor time, on a line with a secret in every word: twice what the slowest takes on a slow machine."""
MOST_S_A_LOOK = MOST_S_A_CHARACTER / 8
TRIES = 3
STARTS = sorted({*STEMS, *HINTS})
BEHIND = ("", " ", "- ", "=", ".")


def _line(start: str, behind: str, length: int) -> str:
    return (start + behind) * (length // len(start + behind)) + "["


def _redact(line: str) -> None:
    LineRedactor(b"k" * 32).lines([line])


def _look(line: str) -> None:
    _suspects([line])


def _seconds(read: Callable[[str], None], line: str) -> float:
    started = time.process_time()
    read(line)
    return time.process_time() - started


def _slow(read: Callable[[str], None], length: int, most_s: float) -> Iterator[tuple[str, str, float]]:
    """Yield the beginnings on whose line each try takes longer than `most_s` a character."""
    for start in STARTS:
        for behind in BEHIND:
            line = _line(start, behind, length)
            took = _seconds(read, line)
            for _ in range(TRIES - 1):
                took = min(took, _seconds(read, line)) if took > length * most_s else took
            if took > length * most_s:
                yield start, behind, took


@pytest.mark.timeout(900)
def test_no_repeated_beginning_makes_what_is_read_at_once_slow() -> None:
    assert list(_slow(_redact, LONGEST - 1, MOST_S_A_CHARACTER)) == []


@pytest.mark.timeout(900)
def test_no_repeated_beginning_makes_the_look_at_a_long_line_slow() -> None:
    assert list(_slow(_look, PIECES * LONGEST, MOST_S_A_LOOK)) == []


@pytest.mark.parametrize("start", ["radclient ", "psk- ", "password="])
def test_a_long_line_takes_as_long_as_its_pieces(start: str) -> None:
    line = _line(start, "", PIECES * LONGEST)
    assert min(_seconds(_redact, line) for _ in range(TRIES)) < len(line) * MOST_S_A_CHARACTER
