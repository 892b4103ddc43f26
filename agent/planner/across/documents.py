"""Questions about the files themselves: how many were read, which they are, how many lines they have."""

from __future__ import annotations

import re

from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.values.collect_values import collected
from agent.reader.value_index import quoted_phrase
from agent.planner.write_conditions import Parameters, where

_KIND = r"(?:(?P<kind>config|log)(?:uration)?s? )?"
_THERE = (
    r"(?: (?:are|were|is|do|have|has|you|we|i|there|here|loaded|ingested|in|the|this|graph|knowledge|kg|database|"
    r"system|all|total|together|altogether|know|available|been))*\s*[?.!]*\s*$"
)
_NUMBER = r"^\s*(?:how many|(?:the )?(?:number|count) of)"
_NAMED = (
    r"^\s*(?:(?:list|show|name|give|display|tell)(?: me)?(?: all)?(?: of)?(?: the)?|"
    r"(?:which|what)(?: are)?(?: all)?(?: the)?)"
)
_COUNT = re.compile(rf"{_NUMBER} {_KIND}(?:documents?|files?){_THERE}", re.IGNORECASE)
_LINES = re.compile(rf"{_NUMBER} {_KIND}lines{_THERE}", re.IGNORECASE)
_LIST = re.compile(rf"{_NAMED} {_KIND}(?:documents|files){_THERE}", re.IGNORECASE)
_SAYING = re.compile(
    rf"{_NAMED} {_KIND}(?:documents?|files?)(?: that)? (?:mentions?|contains?|says?|names?|speaks? of)"
    r" (?:the )?(?:\w+ )?\S+\s*[?.!]*\s*$",
    re.IGNORECASE,
)
_RETURNED = {
    "documents": "count(DISTINCT d) AS documents",
    "lines": "sum(d.lines) AS lines",
    "files": "d.path AS file, d.kind AS kind, d.lines AS lines ORDER BY file",
}
_KINDS = {"config": "configuration", "log": "log"}
_LINE_IDS = 2**32
"""Where the ids of a document's lines begin, by its serial (graph_store/records.py)."""


def write_documents(scope: Scope) -> Statement | None:
    """Write the statement for the files or their lines; None where something else is asked of them."""
    for asked, what in ((_COUNT, "documents"), (_LINES, "lines"), (_LIST, "files")):
        found = asked.match(scope.text)
        if found is not None and not scope.located:
            return _statement(scope, _KINDS.get((found["kind"] or "").lower(), ""), what)
    saying = _SAYING.match(scope.text)
    if saying is None or len(scope.located) != 1:
        return None
    return _saying(scope.located[0].mention.text, _KINDS.get((saying["kind"] or "").lower(), ""))


def _saying(text: str, kind: str) -> Statement:
    """Write the files that say a text, with the number of their lines that do."""
    parameters = Parameters()
    tests = ["d.path = node.path", f"d.kind = {parameters.add(kind)}" if kind else ""]
    written = (
        f"CALL db.index.fulltext.queryNodes('lines', {parameters.add(quoted_phrase(text))}) YIELD node "
        f"MATCH (d:Document){where(tests)} RETURN d.path AS file, count(node) AS count ORDER BY file"
    )
    note = f"read as: the files with lines that say {text}, and how many"
    return Statement(
        written, parameters.values, "count", ("file", "count"), "file", subject="line", note=note
    )


def _statement(scope: Scope, kind: str, what: str) -> Statement:
    """Write what is asked of the documents; each is proven by its first line."""
    parameters = Parameters()
    serials = collected(scope, "MATCH (d:Document)", "d.serial", {})
    first = parameters.add(tuple(one * _LINE_IDS + 1 for one in serials if isinstance(one, int)))
    tests = ["d.path = l.path", f"d.kind = {parameters.add(kind)}" if kind else ""]
    text = f"MATCH (l:Line) WHERE l.id IN {first} MATCH (d:Document){where(tests)} RETURN {_RETURNED[what]}"
    note = f"read as: the {f'{kind} ' if kind else ''}files that were read"
    if what == "files":
        return Statement(
            text, parameters.values, "list", ("file", "kind", "lines"), subject="file", note=note
        )
    note = note if what == "documents" else f"{note}, line by line"
    return Statement(text, parameters.values, "count", (what,), subject=what, note=note)
