"""Every regular expression of the product takes time in proportion to the text, whatever the text is.

`.venv/bin/python -m tests.test_linear_patterns ingest graph_store` lists those under some folders that do not.
"""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.adversarial_text import Text, adversarial_texts
from tests.product_patterns import ROOT, Found, methods_by_name, modules_with_patterns, patterns_of

LENGTH = 100_000
WORDS_S = 0.004
"""What 25,000 matches of the simplest pattern take on the machine that the limit is meant for."""


def _slowness() -> float:
    """Return how many times longer this machine takes than that one; at least 1."""
    words, text, best = re.compile("[a-z]+ "), "abc " * 25_000, 1.0
    for _ in range(5):
        started = time.process_time()
        words.findall(text)
        best = min(best, time.process_time() - started)
    return max(1.0, best / WORDS_S)


LIMIT_S = 0.05 * _slowness()
"""For a text of LENGTH characters, of processor time, the best of three."""
SHORTER = ((3_000, 0.0008), (20_000, 0.01))
"""Lengths, and what a text of them may take at most to be tried no further: most patterns are judged by these."""
ENDLESS_S = 0.3
QUESTION = 4000
"""Characters of a question, of an answer before it, and of a line of a model's reply that are read."""
LEARNED = "a learned header or message"
BOUNDED = {
    LEARNED: 1500,  # LONGEST of the parser
    "language_model/redaction/find_sections.py:_PART": 30_000,  # a line: one match for each sign, in proportion
    "ingest/files/encoding.py:_SAID": 600,  # the beginning of a line
    "graph_store/text_search/tokenize_line.py": 512,  # a word
    "reading/read_bodies.py:WHOLE": 120,  # a value that is taken apart
    "graph_store/cypher_tokens.py:PATTERN": 30_000,  # a statement: one match for each sign, in proportion
    "language_model/count_tokens.py:_PIECE": 30_000,  # a prompt: one match for every two signs, in proportion
    "reading/mixed_log.py:_TIMES": 60,  # the beginning of a line
    "reading/rows.py:_PIECE": 30_000,  # a row of a grammar: one match for each word
    "agent/builtin/follow_up.py": QUESTION,
    "agent/model/check_line.py": QUESTION,
    "agent/model/gaps.py": QUESTION,
    "agent/model/check_statement.py": QUESTION,
    "agent/model/known_values.py": QUESTION,
    "agent/model/known_values.py:OPEN_ADDRESS": QUESTION,
    "agent/model/moments.py": QUESTION,
    "agent/model/near_values.py": QUESTION,
    "agent/model/read_reply.py": QUESTION,
    "agent/reader/parse_question.py": QUESTION,
    "agent/reader/question_terms.py": QUESTION,
    "agent/reader/closest_lines.py:_GIVEN": QUESTION,
    "agent/value_index.py:_ADDRESS": QUESTION,
    "agent/render/statements.py:SEVERAL": QUESTION,
}
"""Files, or patterns of files, that see texts which were cut to so many characters before."""
OWN_MARKS = "reads marks of citations, which answers are given by us"
WHOLE_REPLY = "reads a whole reply of a model, whose length the model's own limit of tokens bounds"
OWN_STATEMENT = "reads a statement, which whoever may send one has to pay for with a query"
SLOW = {
    "agent/model/call_model.py:OBJECT": WHOLE_REPLY,
    "ingest/learn/model/attempt.py:_FENCE": WHOLE_REPLY,
    "workspace/citations.py:PLACE": OWN_MARKS,
    "graph_store/text_search/lucene_regex.py:_TRAILING": OWN_STATEMENT,
    "graph_store/text_search/rewrite_statement.py:_CLAUSE": OWN_STATEMENT,
    "chat/page/page_words.py:FOREIGN": "reads the page that Chainlit's package brings, and nothing else",
}
"""Patterns that are slow on some text, and why no foreign text of such a length reaches them."""


class _EndlessError(Exception):
    """A match was still running when its time was over."""


@contextmanager
def _ended_after(limit_s: float) -> Iterator[None]:
    """Interrupt what takes more processor time; `re` looks for signals while it backtracks."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise _EndlessError

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _seconds(pattern: re.Pattern[Any], method: str, text: str, clock: Callable[[], float]) -> float:
    read = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
    started = clock()
    try:
        with _ended_after(ENDLESS_S):
            getattr(pattern, method)(read)
    except _EndlessError:
        return ENDLESS_S
    return clock() - started


def _best(pattern: re.Pattern[Any], method: str, text: str, limit_s: float) -> float:
    best = ENDLESS_S
    clock = time.process_time if limit_s >= LIMIT_S else time.perf_counter  # the first one may tick slowly
    for _ in range(3):
        best = min(best, _seconds(pattern, method, text, clock))
        if best <= limit_s or best >= ENDLESS_S:
            break
    return best


def slowest(found: Found) -> tuple[float, str, Text] | None:
    """Return the first text on which a pattern takes longer than allowed: its seconds, the method and the text."""
    most = BOUNDED.get(found.place, BOUNDED.get(found.place.partition(":")[0], LENGTH))
    for text in adversarial_texts(found.pattern):
        for method in found.methods:
            took = _took(found.pattern, method, text, most)
            if took > LIMIT_S and took > 0.05 * _slowness():  # other work may have slowed the machine since
                return took, method, text
    return None


def _took(pattern: re.Pattern[Any], method: str, text: Text, most: int) -> float:
    """Return the seconds for the longest text that was tried; the next one is tried when it may be slow.

    Short texts are timed by the clock, which other work on the machine holds up: none is called slow for that.
    """
    took = 0.0
    for length, enough_s in (*SHORTER, (LENGTH, LIMIT_S)):
        took = _best(pattern, method, text.of_length(min(length, most)), enough_s)
        if took <= enough_s:
            break
    return took


def told(found: Found) -> str:
    """Say what is slow and on what, or nothing."""
    slow = slowest(found)
    if slow is None:
        return ""
    took, method, text = slow
    return (
        f"{found.place}: {method} takes {took:.2f} s or more on {text.head!r} + {text.body!r} * n + {text.tail!r} "
        f"(at most {LENGTH:,} characters); the pattern is {found.pattern.pattern[:200]!r}"
    )


@pytest.mark.parametrize("path", modules_with_patterns(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_makes_a_pattern_slow(path: Path) -> None:
    """Those that are known to be slow are, or they are known no longer."""
    found = list(patterns_of(path, methods_by_name()))
    assert [slow for one in found if one.place not in SLOW and (slow := told(one))] == []
    assert [one for one in found if one.place in SLOW and not slowest(one)] == []


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\S+(?:\s+[\w.-]+=(?:\"[^\"]*\"|\S*))+\s*$", "match"),
        (r"\s+$", "findall"),
        (r"(a|a)*b", "match"),
        (r"[\w.]+@\w+", "search"),
        (r"(?:\d+,?)+;", "match"),
        (rb"eyj[\w-]{8,}\.", "findall"),
    ],
)
def test_a_pattern_that_backtracks_is_found(pattern: str | bytes, method: str) -> None:
    assert slowest(Found("here", re.compile(pattern), (method,))) is not None


if __name__ == "__main__":
    for module in modules_with_patterns():
        for each in patterns_of(module, methods_by_name()):
            if each.place.startswith(tuple(sys.argv[1:] or [""])) and (line := told(each)):
                print(line, flush=True)
