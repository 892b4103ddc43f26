"""Answers a statement's full-text calls with the line index; the database only looks up lines by id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graph_store.cypher_tokens import code_of, without_comments
from graph_store.text_search.full_text_call import FullTextCall, next_call
from graph_store.text_search.line_index import LineIndex

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


def _wanted_hits(code: str, call: FullTextCall, parameters: Mapping[str, Any]) -> int:
    """Read the clause behind a call that stands first: how many of its best lines it shows; -1 for unknown.

    `score DESC, node.id` asks for the best as well: lines of equal scores are found in the order of their ids.
    `code` is the statement without the insides of its strings.
    """
    clause = _CLAUSE.match(" ".join(code[call.end :].split()))
    if clause is None or _NOT_ROW_BY_ROW.search(clause["items"]):
        return -1
    if not _is_best_first(clause, call.node, call.score):
        return -1
    limit, skip = (_number(clause[name], parameters) for name in ("limit", "skip"))
    return -1 if limit is None or skip is None else limit + skip


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


_UNWIND = re.compile(r"(?<![\w.$:`])UNWIND\b", re.IGNORECASE)
_ALIAS = re.compile(r"\bAS\s+(?:\w+|`[^`]*`)", re.IGNORECASE)
_MATCH = re.compile(r"\s+(?:OPTIONAL\s+)?MATCH\b", re.IGNORECASE)


def _mend_unwind(statement: str) -> str:
    """Put `WITH *` between an UNWIND and its MATCH: behind another clause ArcadeDB finds no rows without."""
    code, pieces, done = code_of(statement), [], 0
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


_COUNT = re.compile(
    r"""\s*(?P<clause>RETURN|WITH)\s+
        (?P<count>count\s*\(\s*(?:\*|(?:DISTINCT\s+)?(?P<counted>\w+|`[^`]+`))\s*\))
        (?:\s+AS\s+(?P<alias>\w+|`[^`]+`))?
        (?P<rest>\s*(?:$|;|\}|(?:UNION|ORDER|SKIP|LIMIT|WHERE|RETURN|WITH|MATCH|OPTIONAL|UNWIND|CALL)\b))""",
    re.VERBOSE | re.IGNORECASE,
)
_STARTS_HERE = re.compile(r"(?:^|\{|\bUNION(?:\s+ALL|\s+DISTINCT)?)\s*$", re.IGNORECASE)
_WHERE = re.compile(r"\s*WHERE\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SearchUse:
    """One full-text call: `total` lines match, `hits` of them went into the statement, none where it only counts.

    `cut`: the cap on hits left matches out that the statement had not limited away itself.
    """

    query: str
    hits: int
    total: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A statement for the database, and which searches went into it, in their order."""

    statement: str
    parameters: Mapping[str, Any]
    searches: tuple[SearchUse, ...] = ()


def rewrite_statement(
    statement: str, parameters: Mapping[str, Any], index: LineIndex, hit_limit: int = 20_000
) -> Rewritten:
    """Replace every full-text call by its hits, and mend what ArcadeDB answers wrongly.

    Raises FullTextCallError, LuceneSyntaxError and SearchRefusedError.
    """
    rewriting = _Rewriting(without_comments(statement), dict(parameters), index, hit_limit)
    searches = rewriting.replace_calls()
    if not searches:
        return Rewritten(_mend_unwind(statement), parameters)
    return Rewritten(_mend_unwind(rewriting.statement), rewriting.parameters, searches)


class _Rewriting:
    """Rewrites one statement, call by call from the left."""

    def __init__(self, statement: str, parameters: dict[str, Any], index: LineIndex, hit_limit: int) -> None:
        self.statement = statement
        self.parameters = parameters
        self._index = index
        self._hit_limit = hit_limit

    def replace_calls(self) -> tuple[SearchUse, ...]:
        searches: list[SearchUse] = []
        done = 0
        while call := next_call(self.statement, done, self.parameters):
            end, replacement, use = self._answer(call, len(searches))
            self.statement = self.statement[: call.start] + replacement + self.statement[end:]
            done = call.start + len(replacement)
            searches.append(use)
        return tuple(searches)

    def _answer(self, call: FullTextCall, number: int) -> tuple[int, str, SearchUse]:
        """Search for a call: where the text that it replaces ends, the replacement, and the search."""
        code = code_of(self.statement)
        alone = not call.standalone and _STARTS_HERE.search(code[: call.start])
        count = self._count_only(call, code) if alone else None
        if count is not None:
            total = max(self._index.count(call.query) - call.skip, 0)
            wanted = total if call.limit < 0 else min(total, call.limit)
            name = self._parameter(f"count{number}", wanted)
            end, replacement = call.end + count.start("rest"), self._counted(call, count, name)
            return end, replacement, SearchUse(call.query, 0, total, cut=False)
        shown = _wanted_hits(code, call, self.parameters) if alone else -1
        sent = min(limit for limit in (self._hit_limit, call.limit, shown) if limit >= 0)
        hits, found = self._index.best(call.query, call.skip + sent)
        hits, total = hits[call.skip :], max(found - call.skip, 0)
        wanted = min(limit for limit in (total, call.limit, shown) if limit >= 0)
        name = self._parameter(f"hits{number}", [{"id": line, "score": score} for line, score in hits])
        replacement = self._lookup(call, name, f"_hit{number}")
        return call.end, replacement, SearchUse(call.query, len(hits), total, cut=len(hits) < wanted)

    def _parameter(self, wish: str, value: Any) -> str:
        """Add a parameter under a name that is still free."""
        name = f"_{wish}"
        while name in self.parameters:
            name = f"_{name}"
        self.parameters[name] = value
        return name

    def _count_only(self, call: FullTextCall, code: str) -> re.Match[str] | None:
        """Recognise a call whose lines are counted and nothing else."""
        match = _COUNT.match(code[call.end :])
        if match is None:
            return None
        counted = self.statement[call.end + match.start("counted") : call.end + match.end("counted")]
        if match["counted"] and counted not in (call.node, call.score):
            return None
        distinct_scores = counted == call.score and re.search("distinct", match["count"], re.IGNORECASE)
        return None if distinct_scores else match

    def _counted(self, call: FullTextCall, count: re.Match[str], name: str) -> str:
        """Write the count as a value; without an alias the column keeps the name that it would have had."""
        alias = self.statement[slice(*(call.end + place for place in count.span("alias")))]
        written = self.statement[slice(*(call.end + place for place in count.span("count")))]
        column = alias if count["alias"] else f"`{written.replace('`', '')}`"
        return f"{count['clause']} ${name} AS {column}"

    def _lookup(self, call: FullTextCall, name: str, hit: str) -> str:
        node = call.node or f"{hit}_line"
        clauses = [f"UNWIND ${name} AS {hit} WITH * MATCH ({node}:Line {{id: {hit}.id}})"]
        rest = self.statement[call.end :]
        if call.score:
            clauses.append(f"WITH *, {hit}.score AS {call.score}")
        elif _WHERE.match(rest):
            clauses.append("WITH *")
        if not rest.strip(" \t\r\n;"):
            clauses.append("RETURN " + ", ".join(filter(None, (call.node, call.score))))
        return " ".join(clauses)
