"""Write a query so that a server with Lucene finds what the line index finds: its words as they are indexed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import singledispatchmethod

from graph_store.text_search.errors import SearchRefusedError
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
    read_clauses,
)
from graph_store.text_search.lucene_regex import lucene_regex
from graph_store.text_search.lucene_words import ANY_CHARACTER, ANY_CHARACTERS
from graph_store.text_search.near_words import near_words
from graph_store.text_search.split_wildcards import each_choice, split_wildcards, wildcard_words

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
