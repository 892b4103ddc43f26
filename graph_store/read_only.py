"""The first layer of read-only access: refuses statements that may write."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from graph_store.cypher_tokens import END, Token, checked_tokens, token_at
from graph_store.errors import StatementRefusedError

FIRST_WORDS = frozenset({"MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL"})
REFUSED = frozenset(
    """
    CREATE MERGE SET DELETE DETACH NODETACH REMOVE FOREACH LOAD INSERT UPDATE DROP ALTER GRANT DENY REVOKE
    RENAME SHOW USE TERMINATE TRUNCATE PROFILE EXPLAIN CYPHER PERIODIC
    """.split()  # noqa: SIM905 - a list of words reads better without quotes
)
PROCEDURES = frozenset(
    {
        "db.index.fulltext.querynodes",
        "db.index.vector.querynodes",
        "db.labels",
        "db.relationshiptypes",
        "db.propertykeys",
        "db.schema.visualization",
    }
)
FUNCTION_SPACES = frozenset(
    {"DATE", "DATETIME", "TIME", "LOCALTIME", "LOCALDATETIME", "DURATION", "POINT", "VECTOR"}
)
BEFORE_OPERAND = frozenset(
    """
    WITH RETURN DISTINCT WHERE AND OR XOR NOT IN BY CASE WHEN THEN ELSE UNWIND LIMIT SKIP OFFSET CONTAINS
    YIELD IS ON ASC DESC ASCENDING DESCENDING MATCH OPTIONAL UNION ALL CALL USING FILTER LET NEXT FROM FOR
    BOTH LEADING TRAILING SEARCH
    """.split()  # noqa: SIM905 - a list of words reads better without quotes
)
AFTER_ALIAS = FIRST_WORDS | {"ORDER", "SKIP", "OFFSET", "LIMIT", "WHERE", "UNION", "FILTER", "LET", "NEXT"}
ALLOWED = (
    "allowed are MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT, UNION, "
    "CALL { ... } and CALL db.index.fulltext.queryNodes"
)
KNOWN_STATEMENTS = 1000
"""Of so many statements it is remembered that they only read: that depends on their text alone."""


@lru_cache(maxsize=KNOWN_STATEMENTS)
def check_read_only(statement: str) -> None:
    """Raise StatementRefusedError unless it only reads; a refused word may still name something."""
    tokens = checked_tokens(statement)
    while tokens and tokens[-1].text == ";":
        tokens = tokens[:-1]
    if not tokens:
        raise StatementRefusedError(statement, "", f"the statement is empty; {ALLOWED}")
    found = _first_fault(tokens)
    if found:
        raise StatementRefusedError(
            statement, found, f"found {found!r} in a statement that may only read; {ALLOWED}"
        )


def _first_fault(tokens: Sequence[Token]) -> str:
    if tokens[0].word not in FIRST_WORDS:
        return tokens[0].text
    aliases = _alias_marks(tokens)
    for position, token in enumerate(tokens):
        fault = "; and a second statement" if token.text == ";" else _fault_at(tokens, position, aliases)
        if fault:
            return fault
    return ""


def _fault_at(tokens: Sequence[Token], position: int, aliases: frozenset[int]) -> str:
    token = tokens[position]
    if token.kind == "symbol" and token.text == "(":
        return _function_fault(tokens, position)
    if token.word in ("TRANSACTION", "TRANSACTIONS"):
        # `} IN 3 CONCURRENT TRANSACTIONS`; what stands between may be any short expression
        before = range(max(position - 20, 0) + 1, position)
        found = any(tokens[back].word == "IN" and tokens[back - 1].text == "}" for back in before)
        return "IN TRANSACTIONS" if found else ""
    if token.kind != "word" or _is_name(tokens, position, aliases):
        return ""
    if token.word == "CALL":
        return _call_fault(tokens, position)
    return token.text if token.word in REFUSED else ""


def _is_name(tokens: Sequence[Token], position: int, aliases: frozenset[int]) -> bool:
    """Say whether a word cannot be the start of a clause where it stands."""
    earlier, before, after = (token_at(tokens, position + step) for step in (-2, -1, 1))
    if position == 0:
        return False
    if before.text == "." and _ends_value(earlier):
        return True
    if before.kind == "symbol" and before.text in ":|&$":
        return True
    if before.text == "!" and earlier.text in (":", "|", "&", "!", "("):  # not INTEGER!
        return True
    if after.kind == "symbol" and after.text == ":":
        return before.text in ("(", "[", "{", ",")
    if after.kind == "symbol" and after.text == ".":
        return token_at(tokens, position + 2).is_name
    if after is END or (after.kind == "symbol" and after.text in (",", ")", "]", "}", "=", "<", ">")):
        return True
    return position - 1 in aliases and after.word in AFTER_ALIAS


def _ends_value(token: Token) -> bool:
    return token.is_name or (token.kind == "symbol" and token.text in (")", "]", "}"))


def _alias_marks(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the positions of every AS that gives a name, not of a variable that is called "as"."""
    marks: set[int] = set()
    for position, token in enumerate(tokens):
        before = token_at(tokens, position - 1)
        if token.word != "AS" or position - 1 in marks or before.text == ".":
            continue
        name, dot = token_at(tokens, position - 3), token_at(tokens, position - 2)
        is_property = dot.text == "." and _ends_value(name)
        is_value = before.kind in ("string", "number", "name") or (
            before.kind == "word" and (is_property or before.word not in BEFORE_OPERAND)
        )
        if is_value or (before.kind == "symbol" and before.text in (")", "]", "}")):
            marks.add(position)
    return frozenset(marks)


def _call_fault(tokens: Sequence[Token], position: int) -> str:
    if token_at(tokens, position + 1).text in ("{", "("):
        return ""
    name = _dotted(tokens, position + 1)
    return "" if name.lower() in PROCEDURES else f"CALL {name}".strip()


def _dotted(tokens: Sequence[Token], position: int) -> str:
    parts = [token_at(tokens, position).text.strip("`")]
    while token_at(tokens, position + 1).text == ".":
        parts.append(token_at(tokens, position + 2).text.strip("`"))
        position += 2
    return ".".join(parts)


def _function_fault(tokens: Sequence[Token], position: int) -> str:
    """Refuse functions of a namespace that is not the language's own: those of plugins may do anything."""
    start = position - 1
    if token_at(tokens, start).kind not in ("word", "name"):
        return ""
    while token_at(tokens, start - 1).text == "." and token_at(tokens, start - 2).is_name:
        start -= 2
    name, before = _dotted(tokens, start), token_at(tokens, start - 1)
    if "." not in name and before.text != ".":
        return ""
    known = before.word == "CALL" and name.lower() in PROCEDURES
    return "" if known or (token_at(tokens, start).word in FUNCTION_SPACES and before.text != ".") else name
