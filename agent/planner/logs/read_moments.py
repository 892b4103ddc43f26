"""Reads the times that a question names as tests on events: after, before, between, on a day."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planner.plan_records import CLOCK, DAY, Condition, Test
from agent.planner.words.lexicon import EVENT
from agent.planner.words.question_words import Mention, Word

_AFTER = frozenset(["after", "since", "from", "between", "starting"])
_BEFORE = frozenset(["before", "until", "till", "to", "by", "ending"])


def read_moments(tokens: Sequence[Word | Mention]) -> tuple[Condition, ...]:
    """Make a test of every time; a second one behind "and" or "to" ends a span that the first began."""
    tests: list[Condition] = []
    open_span = False
    for token in tokens:
        if not isinstance(token, Mention) or token.shape != "time":
            continue
        before = tokens[token.index - 1].text.lower() if token.index else ""
        if open_span and before in ("and", "to", "until", "till", "-"):
            test: Test = "before"
        elif before in _AFTER:
            test = "after"
        else:
            test = "before" if before in _BEFORE else "starts"
        open_span = test == "after"
        tests.append(_condition(token.text, test))
    return tuple(tests)


def _condition(text: str, test: Test) -> Condition:
    written = re.sub(r"^(\d):", r"0\1:", text.replace(" ", "T"))
    if re.match(r"\d{4}-", written):
        return Condition(EVENT, "timestamp", test, (written.rstrip("Z"),))
    if written.startswith("--"):
        return Condition(EVENT, DAY, test, (written[2:],))
    return Condition(EVENT, CLOCK, test, (written,))
