"""Writes an entry that names its sides ("destination 10.0.0.0 0.0.0.255") in the order that others keep. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIDE = re.compile(r"(src|source|dst|dest|destination)(?:[-_.]?(?:address|addr|ip|net|network|prefix))?")
_PORT = re.compile(r"(src|source|dst|dest|destination)[-_.]?ports?")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?")
_TESTS = frozenset({"eq", "neq", "gt", "lt", "range"})
_ALL = frozenset({"", "ip", "ipv4", "any", "all"})


def in_order(words: Sequence[str]) -> list[str]:
    """Return the words behind "permit" or "deny" as protocol, source, its port, destination, its port, and the rest.

    A side that is not named is any; nothing but a protocol is said of all. Other entries come back as they are.
    """
    lowered = [word.lower() for word in words]
    bare = not words or (len(words) == 1 and lowered[0] in _ALL)
    if not bare and not any(_SIDE.fullmatch(word) or _PORT.fullmatch(word) for word in lowered):
        return list(words)
    sides: list[list[str]] = [[], []]
    ports: list[list[str]] = [[], []]
    rest: list[str] = []
    place = 0
    while place < len(words):
        side, port = _SIDE.fullmatch(lowered[place]), _PORT.fullmatch(lowered[place])
        if side and not sides[_which(side[1])] and (held := _operand(words, place + 1)):
            sides[_which(side[1])] = held[0]
            place = held[1]
        elif port:
            ports[_which(port[1])], place = _port(words, place + 1)
        else:
            rest.append(words[place])
            place += 1
    protocol = rest[:1] if rest and rest[0].isalpha() else []
    behind = rest[len(protocol) :]
    return [*protocol, *(sides[0] or ["any"]), *ports[0], *(sides[1] or ["any"]), *ports[1], *behind]


def _which(side: str) -> int:
    return 0 if side.startswith("s") else 1


def _operand(words: Sequence[str], place: int) -> tuple[list[str], int] | None:
    """Read an address with its mask behind the name of a side; "0" leaves no bit free."""
    first = words[place].lower() if place < len(words) else ""
    if first in ("any", "all"):
        return ["any"], place + 1
    if first == "host" and place + 1 < len(words):
        return list(words[place : place + 2]), place + 2
    if not _ADDRESS.fullmatch(first):
        return None
    mask = words[place + 1] if place + 1 < len(words) else ""
    if mask == "0":
        return ["host", words[place]], place + 2
    return (
        (list(words[place : place + 2]), place + 2)
        if _ADDRESS.fullmatch(mask)
        else ([words[place]], place + 1)
    )


def _port(words: Sequence[str], place: int) -> tuple[list[str], int]:
    test = words[place].lower() if place < len(words) else ""
    if test not in _TESTS:
        return ["eq", *words[place : place + 1]], place + 1
    end = place + (3 if test == "range" else 2)
    return list(words[place:end]), end
