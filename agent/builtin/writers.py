"""Write queries without a model: selections that are surely read, and text searches."""

from __future__ import annotations

import re

from agent.reader.english import stem
from agent.reader.question_words import Mention, Word, read_tokens, without_cut
from agent.reader.read_part import read_findings_part, read_part
from agent.reader.selection import write_findings, write_selection
from agent.reader.split_question import split_question
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from agent.records import Query, Question, Reading
from graph_store.text_search.tokenize_line import search_tokens

STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC LIMIT 10"
)
COLUMNS = ("path", "number", "text", "score")
_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')
_VALUE_BOOST = 3


class SelectionWriter:
    """Writes Cypher for the parts of a question that are surely read; the others have the closest lines."""

    def __init__(self, vocabulary: Vocabulary, look_up: ValueIndex) -> None:
        self._vocabulary = vocabulary
        self._look_up = look_up

    def write(self, question: Question) -> tuple[Query, ...]:
        """Read each part; in mode "text" none is."""
        if question.mode == "text":
            return ()
        parts = [one for one in split_question(question.text) if not one.leans]
        return tuple(query for part in parts for query in self._written(part.text))

    def _written(self, part: str) -> tuple[Query, ...]:
        findings = read_findings_part(part, self._vocabulary, self._look_up)
        if findings is not None:
            return (write_findings(findings, part),)
        selection = read_part(part, self._vocabulary, self._look_up)
        return () if selection is None else (write_selection(selection, part),)


class NoSearch:
    """Writes no text search: the closest lines are looked for when the answer is known to be open."""

    def write(self, question: Question) -> tuple[Query, ...]:
        """Return no query."""
        return ()


class TextSearchWriter:
    """Writes Lucene queries from a question's words: for lines with all of them, then for any of them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def write(self, question: Question) -> tuple[Query, ...]:
        """Write the queries; none without words."""
        if not any(character.isalnum() for character in question.text):
            return ()
        tokens = read_tokens(question.text, self._vocabulary.stems)
        terms = list(dict.fromkeys(term for token in tokens for term in [_term(token)] if term))
        if not terms:
            return ()
        queries = [" AND ".join(terms), " OR ".join(terms)] if len(terms) > 1 else terms
        reading = Reading("list", "Line", COLUMNS)
        return tuple(Query("lucene", STATEMENT, {"q": query}, reading=reading) for query in queries)


def _term(token: Word | Mention) -> str:
    """Write one term: a word in any of its forms, a value as it is, a text as a phrase."""
    if isinstance(token, Word):
        return f"{_escaped(_root(token))}*" if token.sort == "content" else ""
    text = without_cut(token.text)
    pieces = search_tokens(text)
    if token.shape == "cut" and pieces:
        return f"{_escaped(text.lower())}*^{_VALUE_BOOST}"
    return f'"{_quoted(text)}"^{_VALUE_BOOST}' if pieces else ""


def _root(word: Word) -> str:
    lowered = word.text.lower()
    return stem(lowered) if lowered.startswith(stem(lowered)) else lowered


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
