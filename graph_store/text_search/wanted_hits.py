"""Find out how many of a full-text call's best lines a statement can show, where its next clause says so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_CLAUSE = re.compile(
    r"""\s*(?:RETURN|WITH)\s+(?!DISTINCT\b)(?P<items>[^{};]+?)
        (?:\s+ORDER\s+BY\s+(?P<order>[^{};]+?))?
        (?:\s+SKIP\s+(?P<skip>\d+|\$\w+))?
        \s+LIMIT\s+(?P<limit>\d+|\$\w+)(?=\s|$|;|\})""",
    re.VERBOSE | re.IGNORECASE,
)
_NOT_ROW_BY_ROW = re.compile(
    r"""\b(?:WHERE|MATCH|OPTIONAL|UNWIND|CALL|WITH|RETURN|UNION|ORDER|LIMIT|SKIP)\b
        | \b(?:count|sum|avg|min|max|collect|std\w+|percentile\w+)\s*\(""",
    re.VERBOSE | re.IGNORECASE,
)
_DOWN = re.compile(r"(?P<name>\w+|`[^`]+`)\s+(?:DESC|DESCENDING)", re.IGNORECASE)


def wanted_hits(code: str, place: int, node: str, score: str, parameters: Mapping[str, Any]) -> int | None:
    """Read the clause behind a call that stands first: how many of its best lines it shows.

    None when the clause does not limit rows, or not the best ones. `score DESC, node.id` asks for the best as
    well: lines of equal scores are found in the order of their ids.
    `code` is the statement without the insides of its strings.
    """
    clause = _CLAUSE.match(" ".join(code[place:].split()))
    if clause is None or _NOT_ROW_BY_ROW.search(clause["items"]) or not _is_best_first(clause, node, score):
        return None
    limit, skip = (_number(clause[name], parameters) for name in ("limit", "skip"))
    return None if limit is None or skip is None else limit + skip


def _is_best_first(clause: re.Match[str], node: str, score: str) -> bool:
    if clause["order"] is None:
        return True
    first, *more = (key.strip() for key in clause["order"].split(","))
    down = _DOWN.fullmatch(first)
    if down is None or not score or down["name"] != score or _is_renamed(clause["items"], score):
        return False
    return not more or (more == [f"{node}.id"] and not _is_renamed(clause["items"], node))


def _is_renamed(items: str, name: str) -> bool:
    """Tell whether a column takes a name for something else."""
    return re.search(rf"\bAS\s+{re.escape(name)}(?!\w)", items, re.IGNORECASE) is not None


def _number(text: str | None, parameters: Mapping[str, Any]) -> int | None:
    if text is None:
        return 0
    value = parameters.get(text[1:]) if text.startswith("$") else int(text)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
