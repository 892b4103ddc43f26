"""A filter and its entries: what each matches, and what it does; and a packet that is asked about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from findings.filters.sides import Side
from findings.statements import GLUE, ConfigStatement
from findings.words import FilterWords, read_filter_words
from graph_store.records import SourceLine

PLACES = ("from", "to", "in_interface", "out_interface")
"""Sides that are zones, lists of interfaces or interfaces; the last two are interfaces in any case."""

STATES = ("new", "established", "related", "invalid", "untracked")
"""Of a connection."""


@dataclass(frozen=True, slots=True)
class FilterEntry:
    """One entry: it matches at most what `sides` say, and exactly that when nothing is in `open`.

    `action` is "permit", "deny", "next" where the next entry is asked all the same, "return" where the filter that
    jumped here goes on, or blank where it is not known, or where the filter called `target` is asked; with a
    `target`, "return" is what follows where that one does not decide.
    `sides` lacks what the entry does not ask for. `head` is what the statements of its filter begin with; `place`
    counts from 1 where it was put before others. `is_line`: it is one line of a list. `version` is that of IP where the
    entry is for one alone, else 0.
    """

    name: str
    action: str
    sides: Mapping[str, Side]
    open: tuple[str, ...]
    lines: tuple[SourceLine, ...]
    target: str = ""
    head: str = ""
    place: int = 0
    is_line: bool = False
    version: int = 0

    @property
    def called(self) -> str:
        """Return the name of an entry, or where it stands."""
        return self.name or f"at line {self.lines[0].number}"


@dataclass(frozen=True, slots=True)
class Filter:
    """Entries, of which the first that matches decides; `default` is what else happens, blank if not known.

    `whole` says that it judges all that passes the device; `other` is a second name or number of it. Entries that
    may name zones can be compared with `interfaces`; `lists` are lists of interfaces. Both are in lower case.
    `default_lines` say the default; `same_zone` is what happens instead to what stays in its zone, and `zone_of` the
    zone of an interface. A packet passes all filters of one `hook`, in the order of their `priority`.
    `version` is that of IP which it judges; 0 for both, or where that is not known, and -1 where it judges neither, or
    filters of both stand mixed in it.
    """

    device: str
    name: str
    entries: tuple[FilterEntry, ...]
    default: str = ""
    whole: bool = False
    other: str = ""
    interfaces: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    default_lines: tuple[SourceLine, ...] = ()
    same_zone: str = ""
    zone_of: Mapping[str, str] = field(default_factory=dict, hash=False)
    hook: str = ""
    priority: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet; what is blank or None is not known.

    It comes in at an interface, or zone, and leaves at one. `state` is that of its connection, as firewalls that
    track them call it: new, established, related, invalid, untracked.
    """

    source: str = ""
    destination: str = ""
    protocol: str = ""
    source_port: int | None = None
    destination_port: int | None = None
    in_interface: str = ""
    out_interface: str = ""
    state: str = ""
    icmp_type: int | None = None


def table_of(statement: ConfigStatement, words: FilterWords) -> str:
    """Return the table that the lines below are of, where a line opens one."""
    found = words.table.search(statement.text)
    return found["table"] if found else ""


def version_of(found: re.Match[str]) -> int:
    """Return the version of IP that a match says a filter is for: 4 or 6; 0 where it says none."""
    return read_filter_words().versions.get(found.groupdict().get("family") or "", 0)


def filter_name(found: re.Match[str], around: str = "") -> str:
    """Return the name of the filter in a match, behind its table's where there is one.

    That of a filter for IPv6 begins with `ipv6`: on many makes filters of both families may have one name.
    """
    fields = found.groupdict()
    family = "ipv6" if version_of(found) == 6 else ""
    names = (family, fields.get("table") or around, fields.get("filter") or fields.get("chain"))
    return " ".join(filter(None, names)).replace(GLUE, " ").replace(" to-zone ", " to ")


def head_of(found: re.Match[str]) -> str:
    """Return what the statements of a filter begin with, by one of its entries; blank where that is a single word."""
    fields = found.groupdict()
    head = found.string[: found.end("filter" if fields.get("filter") else "chain")]
    return head if " " in head and "fields" not in fields else ""


def place_of(found: re.Match[str]) -> int:
    """Return the place of an entry that is put before others, from 1; 0 for one behind all."""
    fields = found.groupdict()
    return int(fields.get("place") or bool(fields.get("first")))
