"""Finds the statements of a configuration that name its device, as the tables of the formats write them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from formats import SOURCE, read_source
from reading.statements import OFF, VERBS, read_statements
from reading.tokens import indent_of
from reading.tree import walk

Words = tuple[str, ...]
_NAMED = "<hostname>"
"""What tables call the name of a device."""
_PLAIN = re.compile(r"(?:\S+\|)?(?:hostname|host-name|sysname|switchname)(?:\|\S+)? \*$")
"""A row at the top that names the device and has a plain value."""
_OPTIONAL = re.compile(r"\[[^\[\]]*\]")
_SIGNS = re.compile(r"[={]")
_LINE = re.compile(
    r"[ \t]*/?(?P<words>[\w/-]+(?: +[\w-]+){0,4})(?: +|=)(?P<quote>[\"']?)(?P<name>\w[\w.-]{0,62})(?P=quote)\s*;?\s*$"
)
_SEPARATOR = re.compile(r"(?:!+|#[#-]*)\s*$")
_COMMENT = re.compile(r"[!#;]|//|/\*")
_MENU, _CLOSED = re.compile(r"/|config\s"), re.compile(r"(?:end|next|return)\s*$")
_ROOTS = {("configure",), ("global",)}
"""Blocks around a whole file."""
SETTING = VERBS - set(OFF) | {"nv", "option"}
"""Words that say of what follows only that it is set."""
_LOOKED_BACK = 1_000


class DeviceName(NamedTuple):
    """What the line of that index calls the device; `inside` a block."""

    line: int
    name: str
    inside: bool


def find_device_names(lines: Sequence[str]) -> list[DeviceName]:
    """Return the statements that name the device: none in a text, or in other blocks (`ip dhcp pool`)."""
    found = list(_find_names(lines))
    if len({one.name.lower() for one in found}) > 1:
        tree = read_statements([line.rstrip("\r") for line in lines], "indented")
        begun = {statement.first for _, statement in walk(tree)}
        found = [one for one in found if one.line in begun]
    return found


def _find_names(lines: Sequence[str]) -> Iterator[DeviceName]:
    for at, line in enumerate(lines):
        found = _LINE.match(line) if "ame" in line else None
        if found is None:
            continue
        heads = _heads().get(_words(found["words"].split()), ())
        if heads and (around := _around(lines, at)) in heads:
            yield DeviceName(at, found["name"], bool(around))


def differing_names(lines: Sequence[str]) -> list[DeviceName]:
    """Return the first statement of each name where a configuration has several; else none."""
    first: dict[str, DeviceName] = {}
    for one in find_device_names(lines):
        first.setdefault(one.name.lower(), one)
    return list(first.values()) if len(first) > 1 else []


@cache
def _heads() -> dict[Words, set[Words]]:
    """Return what a line may say in front of a name, with the blocks around it: ("host-name",) → {("system",)}."""
    heads: dict[Words, set[Words]] = {}
    for path in map(_words, _paths()):
        for size in range(len(path)):
            heads.setdefault(path[size:], set()).add(path[:size])
    return heads


def _paths() -> Iterator[list[str]]:
    """Yield the words that stand before a device's name in the tables, with those of the blocks around them."""
    for source in Path(__file__).parent.glob(f"*/{SOURCE}"):
        if "\nGRAMMAR = " not in source.read_text("utf-8"):
            continue
        around: list[tuple[int, list[str]]] = []
        for row in str(read_source(source)[1]["GRAMMAR"]).splitlines():
            indent, text = indent_of(row), _OPTIONAL.sub("", row.strip())
            while around and around[-1][0] >= indent:
                around.pop()
            if _NAMED in text or (not indent and _PLAIN.match(text)):
                own = _SIGNS.sub(" ", text.partition(_NAMED)[0].removesuffix("*")).split()
                path = [word for _, words in around for word in words] + own
                for last in path[-1].split("|") if "<" not in "".join(path) else ():
                    if _NAMED in text or _PLAIN.match(f"{last} *"):
                        yield [*path[:-1], last]
            if text.endswith("{"):
                around.append((indent, text.removesuffix("{").split()))


def _words(words: Sequence[str]) -> Words:
    return tuple(word.lstrip("/") for word in words if word not in SETTING)


def _around(lines: Sequence[str], at: int) -> Words:
    """Return the words of the blocks around a line, by their indentation, or by the menu that is open."""
    indent, around = indent_of(lines[at]), list[str]()
    for line in reversed(lines[max(0, at - _LOOKED_BACK) : at]):
        text = line.strip()
        if _SEPARATOR.match(text) or (_CLOSED.match(text) and indent_of(line) <= indent):
            break
        if not text or _COMMENT.match(text) or text == "}":
            continue
        is_menu = _MENU.match(text) is not None
        if indent_of(line) < indent or (is_menu and not around):
            around[:0] = text.rstrip("{ ").split()
            indent = indent_of(line)
            if is_menu and not indent:
                break
        if not indent and around:
            break
    words = _words(around)
    return next((words[len(root) :] for root in _ROOTS if words[: len(root)] == root), words)
