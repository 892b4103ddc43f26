"""Tokens and clauses of Cypher text; refuses what two servers could read in two ways. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, takewhile

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
MOST_TOKENS = 5_000
MOST_OPEN = 60
"""Brackets and CASE inside of each other: servers read them by calling themselves."""
ODD_BREAKS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]|\r(?!\n)")
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
JOINED = frozenset({"<=", ">=", "<>", "=~", "->", "<-"})


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `start` and `end` are offsets into the statement, `depth` counts the brackets around it.

    `kind` is word, name (in backticks), string, number, parameter or symbol; `word` is a word in upper case, "" for
    anything else.
    """

    kind: str
    text: str
    start: int = 0
    end: int = 0
    depth: int = 0
    word: str = ""

    @property
    def is_name(self) -> bool:
        """Say whether this may name something: a word, or a name in backticks."""
        return self.kind in ("word", "name")

    @property
    def plain(self) -> str:
        """Return a name without its backticks."""
        return self.text[1:-1].replace("``", "`") if self.text.startswith("`") else self.text

    @property
    def number(self) -> float:
        """Return what a number is worth."""
        digits = self.text.replace("_", "").lower()
        return float(int(digits, 0)) if digits[:2] in ("0x", "0o") else float(digits.rstrip("fd"))


END = Token("end", "")
"""Stands where a statement has no token."""


def checked_tokens(statement: str) -> tuple[Token, ...]:
    """Return the tokens without spaces and comments, every sign alone, and parameters as `$` and a name.

    Raises StatementRefusedError on an unclosed quote or comment, on characters that no statement needs, on
    words that run into numbers or `$` (one server ends the word where another goes on), and on `\\uXXXX` where
    it would change what is code (some servers decode it before they look for quotes); also on one that is too long or
    too deep.
    """
    odd = ODD_BREAKS.search(statement)
    if odd is not None:
        message = f"found the control character {odd[0]!r}; expected plain text"
        raise StatementRefusedError(statement, odd[0], message)
    for match in PATTERN.finditer(statement) if ESCAPE.search(statement) else ():
        _check_escapes(statement, match)
    found = tuple(_scan(statement))
    for token in found:
        _check(statement, token)
    _check_size(statement, found)
    return found


def tokenize(statement: str) -> tuple[Token, ...]:
    """Return the tokens as far as they can be told, with `->`, `<=` and parameters as one; never fails."""
    joined: list[Token] = []
    for token in _scan(statement):
        last = joined[-1] if joined else None
        if last is not None and last.end == token.start:
            sign = last.kind == "symbol" and last.text + token.text in JOINED
            if sign or (last.text == "$" and token.kind in ("word", "name", "number", "glued")):
                kind = "symbol" if sign else "parameter"
                joined[-1] = Token(kind, last.text + token.text, last.start, token.end, last.depth)
                continue
        joined.append(token)
    return tuple(joined)


def without_comments(statement: str) -> str:
    """Blank out the comments; every other character keeps its place."""
    return PATTERN.sub(lambda match: " " * len(match[0]) if _is_comment(match) else match[0], statement)


def code_of(statement: str) -> str:
    """Fill strings and quoted names with underscores and comments with blanks; the quotes and places stay."""
    return PATTERN.sub(_filled, statement)


def _scan(statement: str) -> Iterator[Token]:
    depth = 0
    for match in PATTERN.finditer(statement):
        kind, text = str(match.lastgroup), match[0]
        if kind in ("space", "comment"):
            continue
        depth -= text in CLOSING
        word = unicodedata.normalize("NFKC", text).casefold().upper() if kind == "word" else ""
        yield Token(kind, text, match.start(), match.end(), depth, word)
        depth += text in OPENING


def _is_comment(match: re.Match[str]) -> bool:
    return match.lastgroup == "comment" or (match.lastgroup == "unclosed" and match[0].startswith("/*"))


def _filled(match: re.Match[str]) -> str:
    text = match[0]
    if _is_comment(match):
        return " " * len(text)
    if match.lastgroup in ("string", "name"):
        return text[0] + "_" * (len(text) - 2) + text[-1]
    return text[0] + "_" * (len(text) - 1) if match.lastgroup == "unclosed" else text


def _check(statement: str, token: Token) -> None:
    kind, text = token.kind, token.text
    if kind == "unclosed":
        _refuse_symbol(statement, text[:2] if text.startswith("/*") else text[0])
    if kind == "glued" or (kind == "word" and not text.isidentifier()):
        message = f"found {text!r}, which can be read in two ways; put spaces between words"
        raise StatementRefusedError(statement, text, message)
    if kind == "symbol" and text != ".." and text not in SYMBOLS:
        _refuse_symbol(statement, text)


def _check_size(statement: str, tokens: Sequence[Token]) -> None:
    if len(tokens) > MOST_TOKENS:
        found = f"{len(tokens):,} words and signs"
        message = f"found {found} in one statement; expected at most {MOST_TOKENS:,}"
        raise StatementRefusedError(statement, found, message)
    cases = accumulate((token.word == "CASE") - (token.word == "END") for token in tokens)
    opened = (token.depth + (token.text in OPENING) for token in tokens)
    if any(brackets + case > MOST_OPEN for brackets, case in zip(opened, cases, strict=True)):
        found = f"more than {MOST_OPEN} brackets inside of each other"
        raise StatementRefusedError(statement, found, f"found {found}; write the statement with fewer")


def _check_escapes(statement: str, match: re.Match[str]) -> None:
    for escape in ESCAPE.finditer(statement, match.start(), match.end() + 5):
        code = int(escape[1], 16)
        plain = match.lastgroup == "string" and code >= 32 and chr(code) not in "'\"`\\/*"
        if escape.start() < match.end() and not plain:
            message = f"found the escape {escape.group()!r} where it may be code; write the character itself"
            raise StatementRefusedError(statement, escape.group(), message)


def _refuse_symbol(statement: str, text: str) -> None:
    unclosed = {"/*": "comment", "'": "string", '"': "string", "`": "name"}.get(text)
    what = f"an unclosed {unclosed}" if unclosed else repr(text)
    raise StatementRefusedError(statement, text, f"found {what} in the statement; expected Cypher that reads")


CLAUSES = frozenset(
    {"MATCH", "OPTIONAL", "WITH", "UNWIND", "WHERE", "RETURN", "ORDER", "SKIP", "LIMIT", "CALL", "YIELD"}
)
CLAUSE_ENDS = CLAUSES | {"UNION"}
AGGREGATES = frozenset(
    {"count", "sum", "avg", "min", "max", "collect", "stdev", "stdevp", "percentilecont", "percentiledisc"}
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause at the top level; `tokens` are those after its keyword."""

    keyword: str
    start: int
    tokens: tuple[Token, ...]

    @property
    def first(self) -> int:
        """Return the offset where the clause's body begins."""
        return self.tokens[0].start if self.tokens else self.start

    @property
    def end(self) -> int:
        """Return the offset where the clause's body ends."""
        return self.tokens[-1].end if self.tokens else self.start


def split_clauses(tokens: Sequence[Token]) -> tuple[Clause, ...]:
    """Cut the tokens where a clause begins, outside all brackets; none where none begins."""
    starts = [place for place in range(len(tokens)) if _begins_clause(tokens, place)]
    ends = [*starts[1:], len(tokens)] if starts else []
    return tuple(
        Clause(tokens[start].word, tokens[start].start, tuple(tokens[start + 1 : end]))
        for start, end in zip(starts, ends, strict=True)
    )


def _begins_clause(tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    if token.depth or token.word not in CLAUSE_ENDS:
        return False
    before = tokens[place - 1] if place else None
    if before is not None and (before.text in {".", ":"} or before.word == "AS"):
        return False
    return not (token.word == "WITH" and before is not None and before.word in {"STARTS", "ENDS"})


def split_list(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Cut tokens at the commas outside all brackets that the first token is not in."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "," and token.depth == tokens[0].depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]


def token_at(tokens: Sequence[Token], place: int) -> Token:
    """Return the token at a place; END before the first and behind the last."""
    return tokens[place] if 0 <= place < len(tokens) else END


def inside(tokens: Sequence[Token], at: int) -> list[Token]:
    """Return what stands in the bracket that opens at a place."""
    return list(takewhile(lambda token: token.depth > tokens[at].depth, tokens[at + 1 :]))


def aggregates(tokens: Sequence[Token]) -> bool:
    """Say whether an expression calls an aggregating function; `COUNT { ... }` is none."""
    pairs = pairwise(tokens)
    return any(token.text.lower() in AGGREGATES and after.text == "(" for token, after in pairs)


def split_union(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Cut a statement into the parts of its UNION; the only part is the statement itself."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.word == "UNION" and token.depth == 0:
            parts.append([])
        elif not (token.word == "ALL" and not parts[-1] and len(parts) > 1):
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]
