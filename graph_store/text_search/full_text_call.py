"""Reads one `CALL db.index.fulltext.queryNodes(...) YIELD ...` in a Cypher statement."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graph_store.cypher_tokens import code_of
from graph_store.text_search.errors import FullTextCallError

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_OPENING = "([{"
_CLOSING = ")]}"


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _ESCAPED.get(match[2], match[2])


def closing_place(code: str, start: int) -> int:
    """Find the bracket that closes the list whose first item is at `start`; -1 when nothing does."""
    depth = 1
    for place in range(start, len(code)):
        depth += (code[place] in _OPENING) - (code[place] in _CLOSING)
        if depth == 0:
            return place
    return -1


def _split_list(statement: str, code: str, separator: str) -> list[str]:
    """Cut an expression at a separator outside all brackets, and strip the pieces; `code` is code_of it."""
    pieces = []
    depth = start = 0
    for place, character in enumerate(code):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == separator and depth == 0:
            pieces.append(statement[start:place].strip())
            start = place + 1
    return [*pieces, statement[start:].strip()]


INDEX = "lines"

_NAME = r"(?:`(?:``|[^`])+`|[^\W\d]\w*)"
_CALL = re.compile(
    r"(?<![\w.$:`])CALL\s+db\s*\.\s*index\s*\.\s*fulltext\s*\.\s*queryNodes\s*\(", re.IGNORECASE
)
_ITEM = rf"(?:node|score|`node`|`score`)(?:\s+AS\s+{_NAME})?"
_YIELD = re.compile(rf"\s*YIELD\s+(\*|{_ITEM}(?:\s*,\s*{_ITEM})*)(?!\s*,|\w)", re.IGNORECASE)
_ANY_YIELD = re.compile(r"\s*YIELD\b", re.IGNORECASE)
_STRING = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
_PARAMETER = re.compile(r"\$(?:(\w+)|`([^`]+)`)")
_OPTION = re.compile(r"(limit|skip|`limit`|`skip`)\s*:\s*(\S+)", re.IGNORECASE)
_OPTIONS = {"limit", "skip", "`limit`", "`skip`"}
_TEXT = "a string, a $parameter, or several joined by +"


@dataclass(frozen=True, slots=True)
class FullTextCall:
    """A call as it stands in the statement, from character `start` to before `end`.

    `node` and `score` are the names it yields, blank where it yields none; `standalone` calls have no YIELD.
    `limit` and `skip` are its own options; a negative limit stands for none.
    """

    start: int
    end: int
    query: str
    node: str
    score: str
    standalone: bool = False
    limit: int = -1
    skip: int = 0


def next_call(statement: str, start: int, parameters: Mapping[str, Any]) -> FullTextCall | None:
    """Read the first call from a place on, in a statement without comments. Raises FullTextCallError."""
    code = code_of(statement)
    opening = _CALL.search(code, start)
    if opening is None:
        return None
    closing = closing_place(code, opening.end())
    if closing < 0:
        raise FullTextCallError(opening.start(), "no closing parenthesis", "')' behind its arguments")
    inside = slice(opening.end(), closing)
    arguments = _split_list(statement[inside], code[inside], ",")
    if len(arguments) not in (2, 3):
        found = f"{len(arguments)} arguments"
        raise FullTextCallError(opening.start(), found, f"two or three: ('{INDEX}', query, {{limit: 10}})")
    reader = _Arguments(opening.start(), parameters)
    if (index := reader.text(arguments[0])) != INDEX:
        raise FullTextCallError(opening.start(), f"the index {index!r}", f"'{INDEX}', the only one")
    options = reader.options(arguments[2]) if len(arguments) == 3 else {}
    end, names = _yielded(statement, code, closing + 1, opening.start())
    return FullTextCall(
        opening.start(),
        end,
        reader.text(arguments[1]),
        names.get("node", ""),
        names.get("score", ""),
        standalone=end == closing + 1 or names.get("*") == "*",
        limit=options.get("limit", -1),
        skip=options.get("skip", 0),
    )


def _yielded(statement: str, code: str, start: int, position: int) -> tuple[int, dict[str, str]]:
    """Read the YIELD behind a call: where it ends, and under which name it gives the node and the score."""
    everything = {"node": "node", "score": "score"}
    match = _YIELD.match(code, start)
    if match is None:
        if _ANY_YIELD.match(code, start):
            raise FullTextCallError(position, "a YIELD of something else", "YIELD node, score")
        return start, everything
    if match[1] == "*":
        return match.end(), everything | {"*": "*"}
    names = {}
    for item in _split_list(statement[slice(*match.span(1))], match[1], ","):
        name, *alias = re.split(r"(?<!\s)\s+AS\s+", item, maxsplit=1, flags=re.IGNORECASE)
        name = name.strip("`").lower()
        names[name] = alias[0] if alias else name
    return match.end(), names


class _Arguments:
    """Evaluates arguments that need no row: literals and parameters."""

    def __init__(self, position: int, parameters: Mapping[str, Any]) -> None:
        self._position = position
        self._parameters = parameters

    def text(self, expression: str) -> str:
        """Read a string, a parameter, or several joined by `+`."""
        return "".join(self._string(part) for part in _split_list(expression, code_of(expression), "+"))

    def options(self, expression: str) -> dict[str, int]:
        """Read the map of options: `limit` and `skip`, each a number or a parameter."""
        if _PARAMETER.fullmatch(expression):
            value = self._parameter(expression)
            if not isinstance(value, Mapping):
                raise self._error(f"{expression} = {value!r}", "a map like {limit: 10}")
            return {str(name).lower(): self._whole(number, str(name)) for name, number in value.items()}
        if not (expression.startswith("{") and expression.endswith("}")):
            raise self._error(expression, "a map like {limit: 10}")
        options = {}
        for item in filter(None, _split_list(expression[1:-1], code_of(expression[1:-1]), ",")):
            match = _OPTION.fullmatch(item)
            if match is None:
                raise self._error(f"the option {item!r}", "limit: and skip:, each a number or a $parameter")
            name, value = match.groups()
            known = self._parameter(value) if value.startswith("$") else value
            options[name.strip("`").lower()] = self._whole(known, name)
        return options

    def _string(self, expression: str) -> str:
        if _STRING.fullmatch(expression):
            return _ESCAPE.sub(_unescaped, expression[1:-1])
        value = self._parameter(expression)
        if not isinstance(value, str):
            raise self._error(f"{expression} = {value!r}", "a text in it")
        return value

    def _parameter(self, expression: str) -> Any:
        match = _PARAMETER.fullmatch(expression)
        if match is None:
            raise self._error(f"the argument {expression or 'nothing'}", _TEXT)
        name = match[1] or match[2]
        if name not in self._parameters:
            raise self._error(f"${name}, which has no value", f"one of {sorted(self._parameters)}")
        return self._parameters[name]

    def _whole(self, value: Any, name: str) -> int:
        if isinstance(value, str) and value.isdecimal():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0 or name.lower() not in _OPTIONS:
            raise self._error(f"{name}: {value!r}", "limit: and skip:, each a whole number")
        return value

    def _error(self, found: str, expected: str) -> FullTextCallError:
        return FullTextCallError(self._position, found, expected)
