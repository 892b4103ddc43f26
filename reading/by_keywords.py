"""Reads statements that no row describes: leading keywords are the name, what follows is the value."""

from __future__ import annotations

import re

from reading.records import NEGATION, Record
from reading.statements import Statement
from reading.tokens import convert, property_name

KEYWORD = re.compile(r"[a-z][a-z_-]*+(?:[a-z0-9]*[a-z])?")


def read_by_keywords(statement: Statement, block: Record) -> Record:
    """Read one statement; returns the record that what stands inside it belongs to.

    A block becomes a record named after its keywords: `tunnel group 12 {` is a TunnelGroup with the key 12. Anything
    else is a property: `mtu 1500`; of three keywords or more the last is the value (`port mode access`), of fewer all
    are a switch (`logging synchronous`).
    """
    if statement.children:
        words, value = take_apart(statement.text())
        kind = "".join(part.capitalize() for part in property_name(words or ["block"]).split("_"))
        target = block.child(kind, value or None, None, merge=bool(value))
    else:
        target = add_setting(block, statement.text(), statement)
    target.own(statement.first, statement.last)
    if statement.body:
        target.add("text", statement.body)
    return target


def add_setting(record: Record, text: str, statement: Statement) -> Record:
    """Name a value after the keywords before it; keywords alone are a switch. The first word is always one.

    Returns the record that has it: one of its own for a value that is taken back.
    """
    negated = statement.negated
    words, value = take_apart(text)
    if not words and value.split()[0].isidentifier():
        first, _, rest = value.partition(" ")
        words, value = take_apart(rest)
        words = [first, *words]
    if not value and len(words) > 2 and not negated:
        words, value = words[:-1], words[-1]
    name = property_name(words or ["text"])
    if not value:
        record.add(name, not negated)
        return record
    if negated and record.kind != NEGATION:
        record = taken_back(statement, record)
    record.add(name, convert(value))
    return record


def taken_back(statement: Statement, block: Record) -> Record:
    """Return a record for what a statement takes back."""
    taken = block.child(NEGATION, None, None, merge=False)
    taken.values.update(key=statement.text(), negated=True)
    return taken


def take_apart(text: str) -> tuple[list[str], str]:
    """Part a text into its leading keywords and the rest."""
    words = text.split()
    count = 0
    while count < len(words) and KEYWORD.fullmatch(words[count]):
        count += 1
    return words[:count], " ".join(words[count:])
