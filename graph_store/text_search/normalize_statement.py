"""Normalizes the words of a statement's full-text calls, for servers with their own index."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any

from graph_store.cypher_tokens import without_comments
from graph_store.text_search.errors import SearchRefusedError
from graph_store.text_search.full_text_call import INDEX, FullTextCall, next_call
from graph_store.text_search.lucene_clauses import (
    Boosted,
    Clause,
    Everything,
    Fuzzy,
    Group,
    Occurrence,
    Pattern,
    Phrase,
    Range,
    Wildcard,
    each_choice,
    read_clauses,
    split_wildcards,
    wildcard_words,
)
from graph_store.text_search.lucene_regex import escape_lucene, lucene_regex
from graph_store.text_search.lucene_words import ANY_CHARACTER, ANY_CHARACTERS

# Regular expressions of Lucene's for the words near one: its own `word~2` stops at the 50 best of them.


def near_words(word: str, edits: int) -> tuple[str, ...]:
    """List expressions that together fit the words with at most `edits` (1 or 2) letters changed.

    A letter is lost, added, exchanged for another, or swapped with its neighbour. One expression for each place
    of the first change: a single one for all is too complex for Lucene.
    """
    found = []
    for place in range(len(word) + 1):
        before, rest = escape_lucene(word[:place]), word[place:]
        found.append(f"{before}.{_near(rest, edits - 1)}")
        if rest:
            found.append(f"{before}.?{_near(rest[1:], edits - 1)}")
        if len(rest) > 1:
            found.append(f"{before}{escape_lucene(rest[1] + rest[0])}{_near(rest[2:], edits - 1)}")
    return tuple(dict.fromkeys(found))


def _near(word: str, edits: int) -> str:
    """Write one expression for the words with at most one letter changed, by the half in which it is changed."""
    if edits == 0:
        return escape_lucene(word)
    if len(word) <= 1:
        letter = escape_lucene(word)
        return f"(.?|{letter}.|.{letter})" if letter else ".?"
    middle = len(word) // 2
    left, right = word[:middle], word[middle:]
    swapped = escape_lucene(left[:-1] + right[0] + left[-1] + right[1:])
    return f"({_near(left, 1)}{escape_lucene(right)}|{escape_lucene(left)}{_near(right, 1)}|{swapped})"


_SPECIAL = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|])')
_SIGNS = {Occurrence.MUST: "+", Occurrence.SHOULD: "", Occurrence.MUST_NOT: "-"}
_MOST_SPLIT = 3
_LONGEST_NEAR = 40
"""Of longer words there are never as many similar ones as Lucene stops at."""


@dataclass(frozen=True, slots=True)
class ServerSearch:
    """One search; the whole search_text of its lines must fit Java's expressions, or not."""

    query: str
    fits: tuple[str, ...] = ()
    fits_not: tuple[str, ...] = ()


def server_searches(text: str) -> tuple[ServerSearch, ...]:
    """Write one search, or several whose lines are different ones and together those of `text`.

    Several where a pattern falls into words that must stand together (`status:4*`): Lucene's syntax has no
    phrase of patterns, so it looks for the words, and an expression looks at their places.
    Raises LuceneSyntaxError and SearchRefusedError.
    """
    clause = read_clauses(text)
    if len(split_wildcards(clause)) > _MOST_SPLIT:
        raise SearchRefusedError(text, f"more than {_MOST_SPLIT} patterns that fall into several words")
    writer = _Writer(text)
    return tuple(
        ServerSearch(
            writer.write(choice.clause),
            tuple(map(_line_regex, choice.fits)),
            tuple(map(_line_regex, choice.fits_not)),
        )
        for choice in each_choice(clause)
    )


class _Writer:
    """Writes the clauses of one text in Lucene's classic syntax."""

    def __init__(self, text: str) -> None:
        self._text = text

    @singledispatchmethod
    def write(self, clause: Clause) -> str:
        raise TypeError(f"no such clause: {clause!r}")

    @write.register
    def _(self, clause: Phrase) -> str:
        if len(clause.tokens) == 1:
            return _escaped(clause.tokens[0])
        words = " ".join(clause.tokens)
        return f'"{_escaped(words)}"' + (f"~{clause.slop}" if clause.slop else "")

    @write.register
    def _(self, clause: Fuzzy) -> str:
        """Let Lucene score the nearest words, and add all others of the same distance."""
        scored = f"{_escaped(clause.token)}~{clause.edits}"
        if len(clause.token) > _LONGEST_NEAR:
            return scored
        others = (f"/{regex}/^0.001" for regex in near_words(clause.token, clause.edits))
        return f"({scored} {' '.join(others)})"

    @write.register
    def _(self, clause: Wildcard) -> str:
        patterns = [_wildcard(word) for word in wildcard_words(clause).words]
        return patterns[0] if len(patterns) == 1 else f"({' '.join(patterns)})"

    @write.register
    def _(self, clause: Pattern) -> str:
        return f"/{lucene_regex(clause.source, self._text, clause.position)}/"

    @write.register
    def _(self, clause: Range) -> str:
        if not clause.low and not clause.high:
            return "*"
        opening = "[" if clause.with_low or not clause.low else "{"
        closing = "]" if clause.with_high or not clause.high else "}"
        return f"{opening}{_bound(clause.low)} TO {_bound(clause.high)}{closing}"

    @write.register
    def _(self, clause: Everything) -> str:
        return "*:*"

    @write.register
    def _(self, clause: Boosted) -> str:
        return f"({self.write(clause.clause)})^{clause.factor:.6f}"

    @write.register
    def _(self, clause: Group) -> str:
        members = (f"{_SIGNS[occurrence]}{self.write(member)}" for occurrence, member in clause.members)
        return f"({' '.join(members)})"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _bound(text: str) -> str:
    return f'"{_escaped(text)}"' if text else "*"


def _wildcard(word: str) -> str:
    return _escaped(word).replace(ANY_CHARACTERS, "*").replace(ANY_CHARACTER, "?")


def _line_regex(clause: Wildcard) -> str:
    """Write Java's expression for a search_text that holds one of the words, or the words in a row."""
    found = wildcard_words(clause)
    choices = [*map(_java_regex, found.words), " ".join(map(_java_regex, found.phrase))]
    return f"(?:.* )?(?:{'|'.join(choices)})(?: .*)?"


def _java_regex(word: str) -> str:
    literal = re.sub(r"([^\w\s])", r"\\\1", word.replace(ANY_CHARACTERS, "\n").replace(ANY_CHARACTER, "\t"))
    return literal.replace("\n", "[^ ]*").replace("\t", "[^ ]")


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
