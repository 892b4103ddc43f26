"""Put a statement's full-text calls into words that are indexed; the server's own index answers them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from graph_store.text_search.cypher_text import without_comments
from graph_store.text_search.full_text_call import INDEX, FullTextCall, next_call
from graph_store.text_search.server_query import ServerSearch, server_searches

_WHERE = re.compile(r"\s*WHERE\b", re.IGNORECASE)


def normalize_statement(statement: str, parameters: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return a statement and its parameters for a server that has Lucene.

    Raises FullTextCallError, LuceneSyntaxError and SearchRefusedError, in the cases where rewrite_statement does.
    """
    if next_call(bare := without_comments(statement), 0, parameters) is None:
        return statement, parameters
    normalizing = _Normalizing(bare, dict(parameters))
    normalizing.replace_calls()
    return normalizing.statement, normalizing.parameters


class _Normalizing:
    """Rewrites one statement, call by call from the left."""

    def __init__(self, statement: str, parameters: dict[str, Any]) -> None:
        self.statement = statement
        self.parameters = parameters

    def replace_calls(self) -> None:
        done = 0
        while call := next_call(self.statement, done, self.parameters):
            replacement = self._replacement(call, server_searches(call.query))
            self.statement = self.statement[: call.start] + replacement + self.statement[call.end :]
            done = call.start + len(replacement)

    def _replacement(self, call: FullTextCall, searches: tuple[ServerSearch, ...]) -> str:
        names = [name for name in (call.node, call.score) if name]
        rest = self.statement[call.end :]
        returned = "" if rest.strip(" \t\r\n;") else " RETURN " + ", ".join(names)
        if len(searches) == 1 and not searches[0].fits:
            return self._call(searches[0], call, names) + returned
        found = " UNION ALL ".join(self._filtered(search, call) for search in searches)
        some = "".join(
            f" {word} {number}"
            for word, number in (("SKIP", call.skip), ("LIMIT", call.limit))
            if number >= 0
        )
        best = f"CALL {{ CALL {{ {found} }} RETURN {_yielded('_line', '_score', call)} ORDER BY _score DESC{some} }}"
        return best + (" WITH *" if _WHERE.match(rest) else "") + returned

    def _call(self, search: ServerSearch, call: FullTextCall, names: list[str]) -> str:
        options = (
            f", {{skip: {call.skip}, limit: {call.limit}}}" if call.limit >= 0 else f", {{skip: {call.skip}}}"
        )
        query = self._parameter("query", search.query)
        given = options if call.limit >= 0 or call.skip else ""
        return f"CALL db.index.fulltext.queryNodes('{INDEX}', ${query}{given}) YIELD {_yielded('node', 'score', call)}"

    def _filtered(self, search: ServerSearch, call: FullTextCall) -> str:
        query = self._parameter("query", search.query)
        tests = [f"_line.search_text =~ ${self._parameter('fits', regex)}" for regex in search.fits]
        tests += [f"NOT _line.search_text =~ ${self._parameter('fits', regex)}" for regex in search.fits_not]
        return (
            f"CALL db.index.fulltext.queryNodes('{INDEX}', ${query}) YIELD node AS _line, score AS _score "
            f"WHERE {' AND '.join(tests)} RETURN _line, _score"
        )

    def _parameter(self, wish: str, value: Any) -> str:
        """Add a parameter under a name that is still free."""
        number = 0
        while (name := f"_{wish}{number}") in self.parameters:
            number += 1
        self.parameters[name] = value
        return name


def _yielded(node: str, score: str, call: FullTextCall) -> str:
    pairs = ((node, call.node), (score, call.score))
    return ", ".join(old if old == new else f"{old} AS {new}" for old, new in pairs if new)
