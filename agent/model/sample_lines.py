"""Finds a few source lines that hold words of a question: searches are then written as lines are. Not redacted."""

from __future__ import annotations

import re

from agent.planner.values.value_index import ValueIndex
from agent.records import Question
from agent.roles import Writer

SEARCHED = 40
MOST = 6
LONGEST = 200
"""Characters of a line that are shown; what is cut is its middle."""
STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.text AS text, score "
    f"ORDER BY score DESC, node.id LIMIT {SEARCHED}"
)
_GIVEN = re.compile(r"[0-9a-f]*\d[0-9a-f]*|(?<=[\"'\[(<]).+?(?=[\"'\])>])", re.IGNORECASE)


def sample_lines(question: Question, plain: Writer, look_up: ValueIndex) -> tuple[str, ...]:
    """Return lines of different kinds, the best fits first, as "path: text".

    `plain` writes the search without a model: for all of the question's words, and for any of them.
    """
    found = [
        (str(path), str(text))
        for query in plain.write(question)
        for path, text, _ in look_up.rows(STATEMENT, {"q": str(query.parameters["q"])})
    ]
    kinds: dict[str, tuple[str, str]] = {}
    for path, text in found:
        kinds.setdefault(_GIVEN.sub("0", text), (path, text))
    return tuple(f"{path}: {_short(text)}" for path, text in list(kinds.values())[:MOST])


def _short(text: str) -> str:
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}"
