"""Tokenizes Lucene's classic query syntax: terms, phrases, patterns, ranges and operators.

Two departures, so that what people type is found: a colon opens a field only behind a known field's name, and
a slash opens a regular expression only where its closing slash ends the word. Everywhere else both belong to
the term (`2:1`, `10.1.2.3:80`, `GigabitEthernet0/0`, `/v2/abc/servers`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from graph_store.text_search.errors import LuceneSyntaxError

FIELD = "search_text"

_OPERATORS = {"AND", "OR", "NOT"}
_OPERATOR_SIGNS = {"&&": "AND", "||": "OR", "!": "NOT"}
_OUTSIDE_TERMS = set('()[]{}"^~!') | set(" \t\n\r\u3000")
_BLANKS = re.compile(r"[ \t\n\r\u3000]+")
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"', re.DOTALL)
_REGEX = re.compile(r"/((?:\\.|[^/\\])*)/(?=[\s)^~]|$)", re.DOTALL)
_BROKEN_REGEX = re.compile(r"/(?=\S*[\[\](){}|+\\?*])\S*/(?=[\s)^~]|$)")
_BOUND = r'("(?:\\.|[^"\\])*"|(?:\\.|[^\s\]}"\\])+)'
_RANGE = re.compile(rf"([\[{{])\s*{_BOUND}\s+TO\s+{_BOUND}\s*([\]}}])", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)


class WordKind(Enum):
    """What a word of a query is."""

    TERM = auto()
    WILDCARD = auto()
    PHRASE = auto()
    REGEX = auto()
    RANGE = auto()
    FIELD = auto()
    OPEN = auto()
    CLOSE = auto()
    OPERATOR = auto()
    SIGN = auto()
    BOOST = auto()
    FUZZY = auto()
    END = auto()


_PUNCTUATION = (
    (WordKind.OPERATOR, re.compile(r"(&&|\|\||!)")),
    (WordKind.SIGN, re.compile(r"([+-])")),
    (WordKind.OPEN, re.compile(r"(\()")),
    (WordKind.CLOSE, re.compile(r"(\))")),
    (WordKind.BOOST, re.compile(r"\^([0-9]+(?:\.[0-9]+)?)")),
    (WordKind.FUZZY, re.compile(r"~([0-9]+(?:\.[0-9]+)?)?")),
    (WordKind.FIELD, re.compile(rf"({FIELD}|\*)\s*:")),
)

ANY_CHARACTERS = "\U00014400"
ANY_CHARACTER = "\U00014401"
"""Stand for an unescaped `*` and `?`: letters of a dead script, which the analyzer keeps like any letter."""


@dataclass(frozen=True, slots=True)
class QueryWord:
    """One word, unescaped unless a regular expression; a range's `source` shows which ends are included."""

    kind: WordKind
    position: int
    source: str
    text: str = ""
    bounds: tuple[str, str] = ("", "")


def split_query(query: str) -> list[QueryWord]:
    """List the words of a query, the last of kind END. Raises LuceneSyntaxError."""
    words: list[QueryWord] = []
    position = 0
    while True:
        blanks = _BLANKS.match(query, position)
        position = blanks.end() if blanks else position
        if position == len(query):
            return [*words, QueryWord(WordKind.END, position, "")]
        words.append(_punctuation(query, position) or _delimited(query, position) or _term(query, position))
        position += len(words[-1].source)


def _unescape(query: str, position: int, text: str) -> str:
    """Take the backslashes off; raises LuceneSyntaxError for one at the end."""
    if len(text) - len(text.rstrip("\\")) & 1:
        expected = "the character that it escapes, or \\\\"
        raise LuceneSyntaxError(query, position + len(text) - 1, "a backslash at the end", expected)
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else match[2], text)


def _punctuation(query: str, position: int) -> QueryWord | None:
    """Read a sign, an operator sign, a bracket, a boost, a fuzziness or a field prefix."""
    for kind, pattern in _PUNCTUATION:
        match = pattern.match(query, position)
        if match:
            text = match[1] or ""
            return QueryWord(kind, position, match[0], _OPERATOR_SIGNS.get(text, text))
    return None


def _delimited(query: str, position: int) -> QueryWord | None:
    """Read a phrase, a regular expression or a range."""
    character = query[position]
    if character == "/":
        return _regex(query, position)
    if character in "[{":
        return _range(query, position)
    if character != '"':
        return None
    match = _QUOTED.match(query, position)
    if match is None:
        expected = 'a second ", or \\" for the character'
        raise LuceneSyntaxError(query, position, "a quote that is never closed", expected)
    return QueryWord(WordKind.PHRASE, position, match[0], _unescape(query, position + 1, match[1]))


def _regex(query: str, position: int) -> QueryWord | None:
    match = _REGEX.match(query, position)
    if match:
        return QueryWord(WordKind.REGEX, position, match[0], match[1])
    if _BROKEN_REGEX.match(query, position):
        expected = (
            "'/' inside a regular expression written as \\/ (in a path, each of []{}()|+?* with a backslash)"
        )
        raise LuceneSyntaxError(query, position, "a regular expression with a bare '/' inside", expected)
    return None


def _range(query: str, position: int) -> QueryWord:
    match = _RANGE.match(query, position)
    if match is None:
        expected = "a range like [10 TO 20] or {a TO *}, or a backslash before it"
        raise LuceneSyntaxError(query, position, repr(query[position]), expected)
    low, high = (_bound(query, position, bound) for bound in match.group(2, 3))
    return QueryWord(WordKind.RANGE, position, match[0], bounds=(low, high))


def _bound(query: str, position: int, text: str) -> str:
    """Read one end of a range; blank for an open one."""
    if text == "*":
        return ""
    return _unescape(query, position, text[1:-1] if text.startswith('"') else text)


def _term(query: str, position: int) -> QueryWord:
    end = position
    while end < len(query) and query[end] not in _OUTSIDE_TERMS:
        end += 2 if query[end] == "\\" else 1
    source = query[position:end]
    if not source:
        expected = f"a word to search for, or \\{query[position]} for the character"
        raise LuceneSyntaxError(query, position, repr(query[position]), expected)
    if source in _OPERATORS:
        return QueryWord(WordKind.OPERATOR, position, source, source)
    marks = {"*": ANY_CHARACTERS, "?": ANY_CHARACTER}
    marked = re.sub(r"\\.|[*?]", lambda match: marks.get(match[0], match[0]), source, flags=re.DOTALL)
    kind = WordKind.TERM if marked == source else WordKind.WILDCARD
    return QueryWord(kind, position, source, _unescape(query, position, marked))
