"""Finds a few source lines that hold words of a question: searches are then written as lines are. Not redacted."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.reader.english import function_words, stem
from agent.reader.value_index import ValueIndex
from agent.records import Question
from agent.roles import Writer
from graph_store.text_search.lucene_regex import escape_lucene

SEARCHED = 40
MOST = 6
LONGEST = 200
"""Characters of a line that are shown; what is cut is its middle."""
STATEMENT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score "
    "RETURN node.path AS path, node.text AS text, score "
    f"ORDER BY score DESC, node.id LIMIT {SEARCHED}"
)
_WORD = re.compile(r"\w[\w.:/-]+\w")
_GIVEN = re.compile(
    r"(?<![0-9a-f])(?=[0-9a-f]*?\d)[0-9a-f]++|(?<=[\"'\[(<])[^\"'\])>]{1,60}+(?=[\"'\])>])", re.IGNORECASE
)


def sample_lines(question: Question, plain: Writer, look_up: ValueIndex) -> tuple[str, ...]:
    """Return lines of different kinds, the best fits first, as "path: text".

    `plain` writes the search without a model: for all of the question's words, and for any of them. Where that
    finds nothing, lines are shown with a token that begins like one of the words.
    """
    searches = [str(query.parameters["q"]) for query in plain.write(question)]
    found = _found(searches, look_up) or _found([_begins(question.text)], look_up)
    kinds: dict[str, tuple[str, str]] = {}
    for path, text in found:
        kinds.setdefault(_GIVEN.sub("0", text), (path, text))
    return tuple(f"{path}: {_short(text)}" for path, text in list(kinds.values())[:MOST])


def _found(searches: Iterable[str], look_up: ValueIndex) -> list[tuple[str, str]]:
    return [
        (str(path), str(text))
        for search in searches
        if search
        for path, text, _ in look_up.rows(STATEMENT, {"q": search})
    ]


def _begins(text: str) -> str:
    """Search tokens that begin like the words of a text: "nova-api.log", "prefix-lists"."""
    words = dict.fromkeys(word.lower() for word in _WORD.findall(text))
    return " OR ".join(f"{escape_lucene(_root(word))}*" for word in words if word not in function_words())


def _root(word: str) -> str:
    stemmed = stem(word)
    return stemmed if word.isalpha() and word.startswith(stemmed) else word.removesuffix("s")


def _short(text: str) -> str:
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}"
