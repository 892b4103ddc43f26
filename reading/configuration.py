"""Reads a configuration by a parser's tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from reading.records import parse_lines, read_grammar


def read_configuration(
    lines: Sequence[str],
    grammar: str,
    style: str,
    lead: str = "",
    entry_lists: Mapping[str, str] | None = None,
) -> list[dict[str, Any]]:
    """Return the records of one configuration file: a root of type Configuration with everything inside it.

    `grammar` has the statements, `style` tells how blocks are marked, `lead` is the word that opens every line of a
    flat file. `entry_lists` are the types that are lists of entries with fields (type → Filter, PrefixList or
    RoutePolicy), and those that are entries (type → FilterEntry).
    """
    records: list[dict[str, Any]] = parse_lines(lines, read_grammar(grammar), style, lead, entry_lists or {})
    return records
