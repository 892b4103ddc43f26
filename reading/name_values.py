"""Names what a statement says: values by the keywords before them, switches by their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reading.filter_entries import with_length
from reading.records import Record
from reading.statements import Statement
from reading.tokens import RANGE, convert, is_range, property_name, shape
from reading.values import INTERFACE_NAME

PREFIX_OFF = "no-"
SORTS = {"word": "option", "quoted": "text", "integer": "number"}


def variable_name(
    names: Sequence[str], token: str, used: Sequence[str], statement: Statement, kind: str = ""
) -> str:
    """Name a variable by the keywords before it, else by what it looks like."""
    if names:
        return str(property_name(names))
    kind = kind or shape(token)
    sort = SORTS.get(kind, kind)
    if kind == "interface" and not INTERFACE_NAME.match(token):
        sort = "name"
    if statement.single:
        return "action" if sort == "option" and "action" not in used else sort
    return property_name([used[-1], sort]) if used else sort


def is_listed(tokens: Sequence[str], index: int, statement: Statement, used: Sequence[str]) -> bool:
    """True for one more value of a list: behind a comma, quoted as the one before it, or one of rising numbers."""
    if not used or index == 0 or statement.single:
        return False
    before = tokens[index - 1]
    quoted = shape(before) == shape(tokens[index]) == "quoted"
    return quoted or before + "," in statement.raw or rises(tokens, index)


def are_ranges(tokens: Sequence[str], index: int) -> bool:
    """True for numbers to the end of a statement, with ranges among them: `10 20 to 30`."""
    if RANGE not in tokens[index:]:
        return False
    return all(shape(tokens[at]) == "integer" or is_range(tokens, at) for at in range(index, len(tokens)))


def rises(tokens: Sequence[str], index: int) -> bool:
    """True in a row of at least three rising numbers, but for its first."""
    first = last = index
    while first > 0 and shape(tokens[first - 1]) == "integer":
        first -= 1
    while last < len(tokens) and shape(tokens[last]) == "integer":
        last += 1
    row = [int(token) for token in tokens[first:last]]
    return len(row) > 2 and index > first and row == sorted(set(row))


def put(owner: Record, names: Sequence[str], token: str, used: list[str], statement: Statement) -> None:
    """Store a variable; an address and the mask behind it also make a prefix."""
    name = variable_name(names, token, used, statement)
    before = used[-1] if used else "key"
    if shape(token) == "mask" and (not names or "mask" in names[-1]):
        if names and not used:
            before = only_address(owner) or before
        address = owner.values.get(before)
        address = address[-1] if isinstance(address, list) else address
        network = with_length(address, token) if isinstance(address, str) else ""
        if network:
            owner.add("prefix" if before == "key" else before + "_prefix", network)
    store(owner, name, convert(token), used)


def only_address(owner: Record) -> str:
    """Return the name of the one property that is an address: a mask in a statement of its own is that of it."""
    texts = (
        (name, value) for name, value in owner.values.items() if name != "key" and isinstance(value, str)
    )
    names = [name for name, value in texts if shape(value) == "address"]
    return names[0] if len(names) == 1 else ""


def store(owner: Record, name: str, value: Any, used: list[str]) -> None:
    """Add a property; a name that this statement has used already gets a number."""
    unique, count = name, 2
    while unique in used:
        unique, count = name + "_" + str(count), count + 1
    owner.add(unique, value)
    used.append(unique)


def store_all(owner: Record, name: str, tokens: Sequence[str], used: list[str]) -> None:
    """Add a property of several values, each of them once; a range is one value."""
    at = 0
    while at < len(tokens):
        ranges = at + 1 < len(tokens) and is_range(tokens, at + 1)
        owner.add(name, tokens[at] + "-" + tokens[at + 2] if ranges else convert(tokens[at]))
        at += 3 if ranges else 1
    used.append(name)


def switch(owner: Record, names: Sequence[str], on: bool, before: Sequence[str] = ()) -> None:
    """Set a switch; a keyword that begins with `no-` turns off what its other words say."""
    last = names[-1].removeprefix(PREFIX_OFF) or names[-1]
    owner.add(property_name([*before, *names[:-1], last]), on != (last != names[-1]))
