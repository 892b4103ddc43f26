"""Finds values in documents that say that they hold secrets: by `kind: Secret`, or by the name of their file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from language_model.redaction.find_named import is_secret_of
from language_model.redaction.find_shaped import Span
from language_model.redaction.secret_words import Name, is_ordinary, name_of

MOST_LINES = 400
"""Lines of a document that are read before and behind the one that says what it is."""
_KIND = re.compile(
    r"(?P<indent>\s*+(?:-\s++)?)[\"']?kind[\"']?\s*+:\s*+(?P<quote>[\"']?)Secret(?P=quote)\s*+,?\s*+$"
)
_DATA = re.compile(r"(?P<indent>\s*+(?:-\s++)?)[\"']?(?:data|stringData)[\"']?\s*+:\s*+\{?\s*+$")
_ENTRY = re.compile(
    r"\s*+(?:\"[^\"]++\"|'[^']++'|[\w./-]++)\s*+:\s++(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote)).)++)(?P=quote)"
    r"|(?P<bare>[^\s\"'|>{\[][^\s,]*+))?"
)
_INLINE = re.compile(r"\"kind\"\s*+:\s*+\"Secret\"")
_INLINE_DATA = re.compile(r"\"(?:data|stringData)\"\s*+:\s*+\{(?P<entries>[^{}]*+)\}")
_INLINE_ENTRY = re.compile(r"\"[^\"]++\"\s*+:\s*+\"(?P<value>[^\"]++)\"")


def in_secret_document(lines: Sequence[str], at: int) -> Iterator[tuple[int, Span]]:
    """Yield line and place of each value of the document whose kind the line at `at` tells, above it and below."""
    line = lines[at]
    if _INLINE.search(line):
        for entries in _INLINE_DATA.finditer(line):
            for value in _INLINE_ENTRY.finditer(line, *entries.span("entries")):
                yield at, value.span("value")
    kind = _KIND.match(line)
    if kind is None:
        return
    indent = len(kind["indent"])
    first = at
    while first > max(0, at - MOST_LINES) and not _is_outside(lines[first - 1], indent):
        first -= 1
    inside = False
    for number in range(first, min(len(lines), at + MOST_LINES)):
        text = lines[number]
        if number > at and _is_outside(text, indent):
            return
        depth = len(text) - len(text.lstrip())
        data = _DATA.match(text)
        if data and len(data["indent"]) == indent:
            inside = True
        elif text.strip() and depth <= indent:
            inside = False
        elif inside:
            entry = _ENTRY.match(text)
            group = "quoted" if entry and entry["quoted"] else "bare"
            if entry is None:  # a value over lines
                yield number, (depth, len(text.rstrip()))
            elif entry[group]:
                yield number, entry.span(group)


def _is_outside(line: str, indent: int) -> bool:
    """Say whether a line ends the document, or the list's element, that is indented so."""
    begins = line.lstrip()
    depth = len(line) - len(begins)
    return line.startswith("---") or (bool(begins) and depth < indent and not begins.startswith("- "))


_LISTS = frozenset(["", "txt", "list", "lst", "db", "client", "conf"])
"""How the names of files end in which each line is a secret, or names whose it is first."""
_WORDS = re.compile(r"[A-Za-z]+")


def is_list_of_secrets(path: str) -> bool:
    """Say whether the last word of a file's name says that its lines are secrets: `pgpass`, `vpn-psk.txt`."""
    name, _, ending = path.rsplit("/", 1)[-1].lower().lstrip(".").rpartition(".")
    words = _WORDS.findall(name if ending in _LISTS and name else ending)
    return bool(words) and (
        words[-1] in ("secrets", "passwords", "psks", "communities", "credentials")
        or name_of(words[-1]) in (Name.SECRET, Name.PASS)
    )


def last_value(line: str) -> Iterator[Span]:
    """Yield the last value of a line of such a file."""
    text = line.rstrip(" \t\"'")
    start = max(text.rfind(sign) for sign in " \t\"':;|=") + 1
    is_entry = len(text.split(None, 2)) < 3 and text.lstrip()[:1] not in ("#", ";", "!")
    if is_entry and is_secret_of(Name.SECRET, text[start:]) and not is_ordinary(text[start:]):
        yield start, len(text)
