"""Writes Lucene queries for a question, without a model."""

from __future__ import annotations

import re

from agent.reader.english import stem
from agent.planner.words.lexicon import Lexicon
from agent.planner.words.question_words import Mention, Word, read_tokens, without_cut
from agent.records import Query, Question, Reading
from graph_store.text_search.tokenize_line import search_tokens

STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.number AS number, node.text AS text, score ORDER BY score DESC LIMIT 10"
)
COLUMNS = ("path", "number", "text", "score")
_SPECIAL = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')
_VALUE_BOOST = 3


def plan_lucene(question: Question, lexicon: Lexicon) -> tuple[Query, ...]:
    """Write a query for lines with all of the question's words, then one for any of them; none without words."""
    tokens = read_tokens(question.text, lexicon.vocabulary)
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
