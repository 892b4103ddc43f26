"""Cuts a Cypher statement into tokens, refusing whatever two servers could read in two ways."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from graph_store.errors import StatementRefusedError

SYMBOLS = frozenset("()[]{}<>=+-*/%^,.:;|&!$~")
PATTERN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<name>`(?:[^`]|``)+`)
      | (?P<unclosed>(?:/\*|['"`]).*)
      | (?P<number>(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+
                    |[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?[fFdD]?)(?![\w$]))
      | (?P<word>[^\W\d]\w*(?![\w$]))
      | (?P<glued>\w[\w$]*)
      | (?P<space>\s+)
      | (?P<symbol>\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\u+([0-9a-f]{4})", re.IGNORECASE)
ODD_BREAKS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]|\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is word, name (in backticks), string, number or symbol; `folded` is a word in upper case."""

    kind: str
    text: str
    folded: str = ""


def cut_statement(statement: str) -> tuple[Token, ...]:
    """Return the tokens without spaces and comments.

    Raises StatementRefusedError on an unclosed quote or comment, on characters that no statement needs, on
    words that run into numbers or `$` (one server ends the word where another goes on), and on `\\uXXXX` where
    it would change what is code (some servers decode it before they look for quotes).
    """
    _check_characters(statement)
    tokens = (_as_token(statement, match) for match in PATTERN.finditer(statement))
    return tuple(token for token in tokens if token is not None)


def _as_token(statement: str, match: re.Match[str]) -> Token | None:
    kind, text = str(match.lastgroup), match.group()
    if kind in ("space", "comment"):
        return None
    if kind == "unclosed":
        _refuse_symbol(statement, text[:2] if text.startswith("/*") else text[0])
    if kind == "glued" or (kind == "word" and not text.isidentifier()):
        raise StatementRefusedError(
            statement, text, f"found {text!r}, which can be read in two ways; put spaces between words"
        )
    if kind == "word":
        return Token(kind, text, unicodedata.normalize("NFKC", text).casefold().upper())
    if kind == "symbol" and text != ".." and text not in SYMBOLS:
        _refuse_symbol(statement, text)
    return Token(kind, text)


def _check_characters(statement: str) -> None:
    odd = ODD_BREAKS.search(statement)
    if odd is not None:
        raise StatementRefusedError(
            statement, odd.group(), f"found the control character {odd.group()!r}; expected plain text"
        )
    for match in PATTERN.finditer(statement) if ESCAPE.search(statement) else ():
        _check_escapes(statement, match)


def _check_escapes(statement: str, match: re.Match[str]) -> None:
    for escape in ESCAPE.finditer(statement, match.start(), match.end() + 5):
        if escape.start() < match.end() and not (match.lastgroup == "string" and _is_plain(escape)):
            message = f"found the escape {escape.group()!r} where it may be code; write the character itself"
            raise StatementRefusedError(statement, escape.group(), message)


def _is_plain(escape: re.Match[str]) -> bool:
    code = int(escape.group(1), 16)
    return code >= 32 and chr(code) not in "'\"`\\/*"


def _refuse_symbol(statement: str, text: str) -> None:
    what = {
        "/*": "an unclosed comment",
        "'": "an unclosed string",
        '"': "an unclosed string",
        "`": "an unclosed name",
    }.get(text, f"{text!r}")
    raise StatementRefusedError(statement, text, f"found {what} in the statement; expected Cypher that reads")
