"""Finds the whole name of an error that a question says in short: NullPointerException, "out of memory error"."""

from __future__ import annotations

import re

from agent.reader.value_index import ValueIndex

_SHORT = re.compile(r"(?<![\w.])[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+(?![\w.])")
_SPELLED = re.compile(r"\b(?:\w+ ){1,3}(?:error|exception|fault|failure)s?\b", re.IGNORECASE)
_LINES = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.search_text LIMIT 20"
_SHORTEST = 8


def with_whole_names(text: str, look_up: ValueIndex) -> str:
    """Return the question with the names of errors as the lines have them: "java.lang.NullPointerException"."""
    for found in _SHORT.finditer(text):
        whole = _whole(found[0], look_up)
        if whole:
            return text.replace(found[0], whole)
    for found in _SPELLED.finditer(text):
        words = found[0].split()
        for start in range(len(words) - 1):
            whole = _whole("".join(words[start:]), look_up)
            if whole:
                return text.replace(" ".join(words[start:]), whole)
    return text


def _whole(name: str, look_up: ValueIndex) -> str:
    """Return the only dotted name in lines whose last part a name is."""
    short = name.lower()
    if len(short) < _SHORTEST or not short.isalnum():
        return ""
    rows = look_up.rows(_LINES, {"q": f"*{short}*"})
    tokens = {
        token for row in rows for token in str(row[0]).split() if re.split(r"[.:$]", token)[-1] == short
    }
    return tokens.pop() if len(tokens) == 1 else ""
