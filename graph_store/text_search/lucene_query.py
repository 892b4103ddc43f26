"""Turn a query in Lucene's classic syntax into one of tantivy's, whose own parser reads another language."""

from __future__ import annotations

from functools import singledispatchmethod

from tantivy import Index, Occur, Query

from graph_store.text_search.errors import LuceneSyntaxError, SearchRefusedError
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
from graph_store.text_search.lucene_regex import escape_literal, rust_regex
from graph_store.text_search.lucene_words import ANY_CHARACTER, ANY_CHARACTERS, FIELD
from graph_store.text_search.repeated_words import placements
from graph_store.text_search.split_wildcards import wildcard_words

LINE_FIELD = "id"
"""The field that every line has, blank ones included."""

LUCENES_SHARE = 1 / 2.2
"""Tantivy multiplies BM25 by 1 + k1, Lucene no more; beside patterns, which count 1 for both, that matters."""

_OCCURRENCES = {
    Occurrence.MUST: Occur.Must,
    Occurrence.SHOULD: Occur.Should,
    Occurrence.MUST_NOT: Occur.MustNot,
}


def lucene_query(text: str, index: Index) -> Query:
    """Translate for an index whose tokens are those of `search_text`. Raises LuceneSyntaxError."""
    return _Translation(text, index).query(read_clauses(text))


class _Translation:
    """Builds the query of one text, clause by clause."""

    def __init__(self, text: str, index: Index) -> None:
        self._text = text
        self._index = index
        self._schema = index.schema

    @singledispatchmethod
    def query(self, clause: Clause) -> Query:
        raise TypeError(f"no such clause: {clause!r}")

    @query.register
    def _(self, clause: Phrase) -> Query:
        return Query.boost_query(self._phrase(clause), LUCENES_SHARE)

    def _phrase(self, clause: Phrase) -> Query:
        if len(clause.tokens) == 1:
            return Query.term_query(self._schema, FIELD, clause.tokens[0])
        if clause.slop and len(set(clause.tokens)) < len(clause.tokens):
            return self._repeating(clause)
        return Query.phrase_query(self._schema, FIELD, list(clause.tokens), slop=clause.slop)

    def _repeating(self, clause: Phrase) -> Query:
        placed = placements(clause.tokens, clause.slop)
        if placed is None:
            raise SearchRefusedError(self._text, f"~{clause.slop} behind a phrase that repeats a word")
        phrases = [Query.phrase_query(self._schema, FIELD, [*places]) for places in placed]
        return Query.boolean_query([(Occur.Should, phrase) for phrase in phrases])

    @query.register
    def _(self, clause: Fuzzy) -> Query:
        return Query.fuzzy_term_query(
            self._schema, FIELD, clause.token, distance=clause.edits, transposition_cost_one=True
        )

    @query.register
    def _(self, clause: Wildcard) -> Query:
        found = wildcard_words(clause)
        queries = [self._automaton(_wildcard_regex(word), position=0) for word in found.words]
        if found.phrase:
            patterns: list[str | tuple[int, str]] = [_wildcard_regex(token) for token in found.phrase]
            queries.append(Query.regex_phrase_query(self._schema, FIELD, patterns))
        return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, q) for q in queries])

    @query.register
    def _(self, clause: Pattern) -> Query:
        return self._automaton(rust_regex(clause.source, self._text, clause.position), clause.position)

    @query.register
    def _(self, clause: Range) -> Query:
        """Use tantivy's parser, the only way to a range of text; analyzed ends hold nothing special."""
        if not clause.low and not clause.high:
            return self._automaton(".*", position=0)
        opening = "[" if clause.with_low or not clause.low else "{"
        closing = "]" if clause.with_high or not clause.high else "}"
        return self._index.parse_query(
            f"{FIELD}:{opening}{clause.low or '*'} TO {clause.high or '*'}{closing}", [FIELD]
        )

    @query.register
    def _(self, clause: Everything) -> Query:
        return Query.exists_query(LINE_FIELD)

    @query.register
    def _(self, clause: Boosted) -> Query:
        return Query.boost_query(self.query(clause.clause), clause.factor)

    @query.register
    def _(self, clause: Group) -> Query:
        return Query.boolean_query(
            [(_OCCURRENCES[occurrence], self.query(member)) for occurrence, member in clause.members]
        )

    def _automaton(self, regex: str, position: int) -> Query:
        try:
            return Query.regex_query(self._schema, FIELD, regex)
        except ValueError as error:
            reason = str(error).replace("\n", " ")
            raise LuceneSyntaxError(
                self._text, position, f"a pattern that cannot be compiled ({reason})", "a simpler pattern"
            ) from error


def _wildcard_regex(token: str) -> str:
    return escape_literal(token).replace(ANY_CHARACTERS, ".*").replace(ANY_CHARACTER, ".")
