"""Tokenizes statements, and recognizes the kinds of values."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence

from reading.escapes import undo
from reading.values import MAC

ASSIGNMENT = re.compile(r"([A-Za-z][\w-]*)=([^=].*)$")
LISTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|\S+')
LONGEST_NAME = 100
RANGE = "to"
TOKEN = re.compile(
    r'[A-Za-z][\w-]*="(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*"|\'[^\']*\'|\[(?=[^\[\]\s]*+\s)[^\[\]]*+\]'
    r"|\{(?=[^{};,]*+,)[^{};]*+\}|(?<== )\{[^{};=]*+\}|[^\s]+"
)
MASK = (
    r"(0|128|192|224|240|248|252|254|255)(\.\d{1,3}){2}\.(0|128|192|224|240|248|252|254|255)$"
    r"|0(\.0){0,2}(\.(1|3|7|15|31|63|127))(\.255){0,2}$"
)
SHAPES = (
    ("prefix", re.compile(r"\d{1,3}(\.\d{1,3}){3}/\d{1,2}$")),
    ("mask", re.compile(MASK)),
    ("address", re.compile(r"\d{1,3}(\.\d{1,3}){3}$")),
    ("mac", re.compile(f"{MAC}$")),
    ("integer", re.compile(r"-?\d{1,18}$")),
    ("number", re.compile(r"-?\d{1,15}\.\d{1,15}$")),
    ("time", re.compile(r"\d{1,2}:\d{2}(:\d{2})?(\.\d+)?$")),
    ("community", re.compile(r"(?:\w+:)?\d+:\d+(:\d+)?$")),
    ("list", re.compile(r"\[.*\]$|\{.*\}$|\d+(?:[-,]\d+)+$")),
    ("quoted", re.compile(r"[\"'].*[\"']$", re.DOTALL)),
    ("interface", re.compile(r"[A-Za-z][A-Za-z-]*\d+(?:[/.:]\d+)*$")),
)
VALUE_SHAPES = ("prefix", "mask", "address", "mac", "integer", "number", "time", "community", "interface")
TRAILING_COMMENT = re.compile(r"(\"(?:[^\"\\]|\\.)*+\")|;\s++(?:#|/\*|//).*")
WORD = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*$")


def shape(token: str) -> str:
    """Name the kind of value that `token` looks like; "word" for letters alone, "name" for the rest."""
    for name, pattern in SHAPES:
        if pattern.match(token):
            if name == "address" and any(int(part) > 255 for part in token.split(".")):
                continue
            return name
    if ":" in token:
        try:
            ipaddress.IPv6Interface(token)
        except ValueError:
            pass
        else:
            return "prefix" if "/" in token else "address"
    return "word" if WORD.match(token) else "name"


def indent_of(line: str) -> int:
    """Count the blanks that a line begins with."""
    return len(line) - len(line.lstrip())


def is_range(tokens: Sequence[str], at: int) -> bool:
    """True for the word between two numbers that makes a range of them: `30 to 40`."""
    around = tokens[max(at - 1, 0) : at + 2 : 2]
    return tokens[at] == RANGE and len(around) == 2 and all(shape(token) == "integer" for token in around)


def tokenize(text: str) -> list[str]:
    """Split a statement at blanks; quoted strings, bracketed lists and sets in braces stay whole, closing signs go."""
    text = TRAILING_COMMENT.sub(lambda found: found[1] or ";", text.strip())
    while text and text[-1] in ";{,":
        text = text[:-1].rstrip()
    tokens: list[str] = []
    for token in TOKEN.findall(text):
        assigned = ASSIGNMENT.match(token)
        parts = assigned.groups() if assigned else [token]
        tokens += [part.rstrip(",:") if len(part) > 1 and part[0] not in "\"'[" else part for part in parts]
    return [unquote_key(token) for token in tokens if token not in (":", "=", "-", "")]


def unquote_key(token: str) -> str:
    """Take the quotes off a word before a colon, and off a value that is more than text: a number, an address."""
    if token.endswith(('":', "':")) and WORD.match(token[1:-2]):
        return token[1:-2]
    is_quoted = len(token) > 2 and token[0] in "\"'" and token[0] == token[-1]
    return token[1:-1] if is_quoted and shape(token[1:-1]) in VALUE_SHAPES else token


def convert(token: str) -> int | str | list[int | str]:
    """Give a token the value it stands for: a number, the text within quotes, a list, or itself."""
    kind = shape(token)
    if kind == "integer" and (len(token) == 1 or token.lstrip("-")[0] != "0"):
        return int(token)
    if kind == "quoted":
        return undo(token[1:-1]) if token[0] == '"' else token[1:-1]
    if kind == "list" and token[0] == "[":
        return [_member(part) for part in LISTED.findall(token[1:-1])]
    if kind == "list" and token[0] == "{":
        return [_member(part.strip()) for part in token[1:-1].split(",") if part.strip()]
    return token


def _member(part: str) -> int | str:
    """Give a member of a list its value; a list within a list, as scripts have them, stays text."""
    value = convert(part)
    return part if isinstance(value, list) else value


def property_name(words: Iterable[str]) -> str:
    """Join words to a lower_snake_case name of at most LONGEST_NAME letters."""
    name = re.sub(r"[^a-z0-9]+", "_", " ".join(words).lower())[:LONGEST_NAME].strip("_")
    return "n" + name if name[:1].isdigit() else name or "value"
