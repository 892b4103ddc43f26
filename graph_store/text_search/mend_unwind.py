"""Mend what ArcadeDB answers wrongly: `UNWIND list AS x MATCH ...` behind another clause gives no rows."""

from __future__ import annotations

import re

from graph_store.text_search.cypher_text import code_of

_UNWIND = re.compile(r"(?<![\w.$:`])UNWIND\b", re.IGNORECASE)
_ALIAS = re.compile(r"\bAS\s+(?:\w+|`[^`]*`)", re.IGNORECASE)
_MATCH = re.compile(r"\s+(?:OPTIONAL\s+)?MATCH\b", re.IGNORECASE)


def mend_unwind(statement: str) -> str:
    """Put `WITH *` between an UNWIND and the MATCH behind it, which changes nothing but the engine's plan."""
    code = code_of(statement)
    pieces = []
    done = 0
    for unwind in _UNWIND.finditer(code):
        alias = _alias(code, unwind.end())
        if alias is not None and _MATCH.match(code, alias.end()):
            pieces.append(statement[done : alias.end()] + " WITH *")
            done = alias.end()
    return "".join(pieces) + statement[done:]


def _alias(code: str, start: int) -> re.Match[str] | None:
    """Find the AS that names the items: the first one outside the brackets of the list's expression."""
    for alias in _ALIAS.finditer(code, start):
        before = code[start : alias.start()]
        if all(before.count(opening) == before.count(closing) for opening, closing in ("()", "[]", "{}")):
            return alias
    return None
