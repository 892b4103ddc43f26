"""Turn a query in Lucene's classic syntax into one of tantivy's, whose own parser reads another language."""

from __future__ import annotations

from functools import singledispatchmethod

from tantivy import Index, Occur, Query

from graph_store.text_search.errors import LuceneSyntaxError
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

LINE_FIELD = "id"
"""The field that every line has, blank ones included."""

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
        if len(clause.tokens) == 1:
            return Query.term_query(self._schema, FIELD, clause.tokens[0])
        return Query.phrase_query(self._schema, FIELD, list(clause.tokens), slop=clause.slop)

    @query.register
    def _(self, clause: Fuzzy) -> Query:
        return Query.fuzzy_term_query(
            self._schema, FIELD, clause.token, distance=clause.edits, transposition_cost_one=True
        )

    @query.register
    def _(self, clause: Wildcard) -> Query:
        """Match the whole word, or its tokens one behind the other where the analyzer splits it.

        A bare number in front (`16:*`) begins a time or a community, which stay whole.
        """
        if len(clause.tokens) == 1:
            return self._automaton(_wildcard_regex(clause.tokens[0]), position=0)
        whole = self._automaton(_wildcard_regex(clause.whole), position=0)
        tokens = _without_open_ends(clause.tokens)
        if len(tokens) == 1 and tokens[0].isdecimal():
            return whole
        if len(tokens) == 1:
            split = self._automaton(_wildcard_regex(tokens[0]), position=0)
        else:
            split = Query.regex_phrase_query(
                self._schema, FIELD, [_wildcard_regex(token) for token in tokens]
            )
        return Query.boolean_query([(Occur.Should, whole), (Occur.Should, split)])

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


def _without_open_ends(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out a first and a last token that are only `*`: they may also stand for nothing."""
    start = 1 if set(tokens[0]) == {ANY_CHARACTERS} else 0
    end = len(tokens) - 1 if set(tokens[-1]) == {ANY_CHARACTERS} and len(tokens) - start > 1 else len(tokens)
    return tokens[start:end]
