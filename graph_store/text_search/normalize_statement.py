"""Normalizes the words of a statement's full-text calls, for servers with their own index."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graph_store.cypher_tokens import without_comments
from graph_store.text_search.errors import SearchRefusedError
from graph_store.text_search.full_text_call import INDEX, FullTextCall, next_call
from graph_store.text_search.lucene_clauses import (
    Boosted,
    Clause,
    ClauseGroup,
    Everything,
    Fuzzy,
    Occurrence,
    Pattern,
    Phrase,
    TermRange,
    Wildcard,
    each_choice,
    read_clauses,
    split_wildcards,
    wildcard_words,
)
from graph_store.text_search.lucene_regex import escape_lucene, lucene_regex
from graph_store.text_search.lucene_words import ANY_CHARACTER, ANY_CHARACTERS

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

    def write(self, clause: Clause) -> str:
        match clause:
            case Phrase((token,)):
                return _escaped(token)
            case Phrase(tokens, slop):
                return f'"{_escaped(" ".join(tokens))}"' + (f"~{slop}" if slop else "")
            case Fuzzy(token, edits):
                return _fuzzy(token, edits)
            case Wildcard():
                patterns = [_wildcard(word) for word in wildcard_words(clause).words]
                return patterns[0] if len(patterns) == 1 else f"({' '.join(patterns)})"
            case Pattern(source, position):
                return f"/{lucene_regex(source, self._text, position)}/"
            case TermRange("", ""):
                return "*"
            case TermRange(low, high):
                opening, closing = clause.brackets
                return f"{opening}{_bound(low)} TO {_bound(high)}{closing}"
            case Everything():
                return "*:*"
            case Boosted(inner, factor):
                return f"({self.write(inner)})^{factor:.6f}"
            case ClauseGroup(members):
                return f"({' '.join(f'{_SIGNS[how]}{self.write(member)}' for how, member in members)})"


def _fuzzy(token: str, edits: int) -> str:
    """Let Lucene score the nearest words, and add all others of the same distance."""
    scored = f"{_escaped(token)}~{edits}"
    if len(token) > _LONGEST_NEAR:
        return scored
    others = (f"/{regex}/^0.001" for regex in near_words(token, edits))
    return f"({scored} {' '.join(others)})"


def near_words(word: str, edits: int) -> tuple[str, ...]:
    """List expressions that together fit the words with at most `edits` (1 or 2) letters changed.

    A letter is lost, added, exchanged for another, or swapped with its neighbour. One expression for each place of the
    first change: a single one for all is too complex for Lucene, whose own `word~2` stops at the 50 best words.
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
    """Return a statement and its parameters for a server that has Lucene. Raises as `rewrite_statement` does."""
    normalizing = _Normalizing(without_comments(statement), dict(parameters))
    if next_call(normalizing.statement, 0, parameters) is None:
        return statement, parameters
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
            return self._call(searches[0], call) + returned
        found = " UNION ALL ".join(self._filtered(search, call) for search in searches)
        some = f" SKIP {call.skip}" + (f" LIMIT {call.limit}" if call.limit >= 0 else "")
        best = f"CALL {{ CALL {{ {found} }} RETURN {_yielded('_line', '_score', call)} ORDER BY _score DESC{some} }}"
        return best + (" WITH *" if _WHERE.match(rest) else "") + returned

    def _call(self, search: ServerSearch, call: FullTextCall) -> str:
        limit = f", limit: {call.limit}" if call.limit >= 0 else ""
        given = f", {{skip: {call.skip}{limit}}}" if limit or call.skip else ""
        query = self._parameter("query", search.query)
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
