"""Reads access lists, prefix lists and route maps of an IOS configuration by regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evaluation.parsing.read_blocks import Block, Statement
from evaluation.parsing.read_interfaces import ADDRESS
from evaluation.parsing.records import Fact, Wanted

HOST = "host"
"""Says that an address has no wildcard: so does the address alone."""
EQUAL = "eq"
"""Says that a port is one number or name: so does the port alone."""
_KEYWORD = re.compile(r"[a-z][a-z\-]*")
_IP = r"(?:ip|ipv6) (?:address(?: prefix-list)?|next-hop|route-source|default next-hop|precedence|dscp)"
_PHRASES = re.compile(
    rf"(?:match|set) (?:{_IP}|as-path prepend|extcommunity (?:rt|soo|cost)|[a-z][a-z\-]*)(?![^ ])"
)
_TRAILING = frozenset({"additive", "none", "delete", "exact-match", "internet", "no-export", "no-advertise"})
_ENTRY = r"(?:(\d+) )?(permit|deny|remark)(?: (.+))?"


def read_access_lists(path: str, block: Block) -> Iterator[Fact]:
    """Yield every entry of a numbered or named access list; remarks are none."""
    numbered = block.head.match(r"access-list (\S+) (permit|deny) (.+)")
    if numbered:
        yield _access_entry(path, block.head, numbered[1], "", numbered[2], numbered[3], above=())
    named = block.head.match(r"(?:ip|ipv6) access-list (?:(standard|extended) )?(\S+)")
    for line in block.body if named else ():
        entry = line.match(_ENTRY)
        if named and entry and entry[2] != "remark":
            above = (Wanted(named[1], block.head.number, "word", above=True),) if named[1] else ()
            yield _access_entry(path, line, named[2], entry[1] or "", entry[2], entry[3] or "", above)


def _access_entry(
    path: str,
    line: Statement,
    name: str,
    sequence: str,
    action: str,
    rest: str,
    above: tuple[Wanted, ...],
) -> Fact:
    wanted = [Wanted(name, line.number, "name", above=True), *above]
    if sequence:
        wanted.append(Wanted(sequence, line.number))
    wanted.append(Wanted(action, line.number, "word"))
    before = ""
    for token in rest.split():
        is_wildcard = re.fullmatch(ADDRESS, token) and re.fullmatch(ADDRESS, before)
        if is_wildcard:
            wanted.append(Wanted(token, line.number, "mask", of=before))
        elif token not in (HOST, EQUAL):
            wanted.append(Wanted(token, line.number, "word" if _KEYWORD.fullmatch(token) else "value"))
        before = "" if is_wildcard or before == HOST else token
    label = f"{name} {action} {rest}".strip()
    return Fact("access-list entry", path, line.number, label, tuple(wanted), order=f"access-list {name}")


def read_prefix_list(path: str, block: Block) -> Iterator[Fact]:
    """Yield a prefix list's entry."""
    line = block.head
    found = line.match(
        r"(?:ip|ipv6) prefix-list (\S+) (?:seq (\d+) )?(permit|deny) (\S+)(?: ge (\d+))?(?: le (\d+))?"
    )
    if not found:
        return
    name, sequence, action, prefix, least, most = found.groups()
    wanted = [
        Wanted(name, line.number, "name", above=True),
        Wanted(action, line.number, "word"),
        Wanted(prefix, line.number),
    ]
    if sequence:
        wanted.append(Wanted(sequence, line.number, "name"))
    wanted += [Wanted(length, line.number) for length in (least, most) if length]
    label = f"{name} {sequence or ''} {action} {prefix}"
    yield Fact("prefix-list entry", path, line.number, label, tuple(wanted), order=f"prefix-list {name}")


def read_route_map(path: str, block: Block) -> Iterator[Fact]:
    """Yield a clause of a route map with all that it matches and sets."""
    head = block.head.match(r"route-map (\S+)(?: (permit|deny))?(?: (\d+))?")
    if not head:
        return
    number = block.head.number
    wanted = [Wanted(head[1], number, "name", above=True)]
    if head[2]:
        wanted.append(Wanted(head[2], number, "word"))
    if head[3]:
        wanted.append(Wanted(head[3], number, "name"))
    for line in block.body:
        wanted += _condition(line)
    lines = (number, *(line.number for line in block.body))
    yield Fact("route-map clause", path, number, block.head.text[10:], tuple(wanted), lines)


def _condition(line: Statement) -> Iterator[Wanted]:
    """Yield the values of a match or set line; what it matches or sets is a property's name, and so free."""
    phrase = _PHRASES.match(line.text)
    verb, *rest = line.text.split()
    if verb in ("match", "set"):
        values = line.text[phrase.end() :].split() if phrase else rest[1:]
        for token in values:
            yield Wanted(token, line.number, "word" if token in _TRAILING else "value")
