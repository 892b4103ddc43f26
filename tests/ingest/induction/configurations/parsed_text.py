"""What the parser that is induced from a text reads in it, and which of its lines it leaves unexplained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import RawRecord, Sandbox

Values = list[tuple[str, dict[str, Any]]]


def parse(text: str, sandbox: Sandbox) -> list[RawRecord]:
    """Learn a text and read it."""
    lines = text.splitlines()
    return sandbox.run_parse(induce_configuration([lines]).parse_source, lines)


def flatten(records: Iterable[RawRecord]) -> Iterator[RawRecord]:
    """Yield each record before what it holds."""
    for record in records:
        yield record
        yield from flatten(record.children)


def parsed(text: str, sandbox: Sandbox) -> list[RawRecord]:
    """Return all records of a text, each before what it holds."""
    return list(flatten(parse(text, sandbox)))


def values_of(text: str, kinds: Iterable[str], sandbox: Sandbox) -> Values:
    """Return the type and values of the records of some kinds."""
    wanted = set(kinds)
    return [(each.type, dict(each.values)) for each in parsed(text, sandbox) if each.type in wanted]


def unexplained(text: str, sandbox: Sandbox) -> list[str]:
    """Return the lines with a letter or digit that no record owns."""
    spans = (span for record in parsed(text, sandbox) for span in record.lines)
    owned = {number for first, last in spans for number in range(first, last + 1)}
    return [
        line
        for number, line in enumerate(text.splitlines())
        if number not in owned and any(map(str.isalnum, line))
    ]
