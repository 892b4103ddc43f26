"""Vendors' words from words.toml: statement patterns with named fields."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).with_name("words.toml")
_PATTERNS = ("entry", "default", "address_objects", "service_objects", "port_objects")
_SETS = ("unheeded", "permits", "denies", "everything", "any_protocol", "log_words")
_MACRO = re.compile(r"<([A-Z]+)>")


@dataclass(frozen=True, slots=True)
class NameKind:
    """A kind of names that are defined in one place and used in others; `builtin` and `prefixes` need no definition."""

    kind: str
    severity: str
    defines: tuple[re.Pattern[str], ...]
    uses: tuple[re.Pattern[str], ...]
    builtin: frozenset[str]
    prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BlockWords:
    """How the entries of a filter are written as blocks, or with all their fields in one line (`fields`).

    `without_action` is what an entry does that says no action, `default` what happens when none matches.
    """

    pattern: re.Pattern[str]
    without_action: str
    default: str


@dataclass(frozen=True, slots=True)
class FilterWords:
    """What filters and their entries are written with."""

    entry: tuple[re.Pattern[str], ...]
    default: tuple[re.Pattern[str], ...]
    blocks: tuple[BlockWords, ...]
    meanings: Mapping[str, str]
    unheeded: frozenset[str]
    permits: frozenset[str]
    denies: frozenset[str]
    everything: frozenset[str]
    any_protocol: frozenset[str]
    log_words: frozenset[str]
    protocols: dict[str, int]
    ports: dict[str, int]
    services: Mapping[str, str]
    address_objects: tuple[re.Pattern[str], ...]
    service_objects: tuple[re.Pattern[str], ...]
    port_objects: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class LogWords:
    """What log records say."""

    links: tuple[re.Pattern[str], ...]
    neighbors: tuple[re.Pattern[str], ...]
    failed_logins: tuple[re.Pattern[str], ...]
    duplicates: tuple[re.Pattern[str], ...]
    heat: tuple[re.Pattern[str], ...]
    cooled: tuple[re.Pattern[str], ...]
    restarts: tuple[re.Pattern[str], ...]
    up: frozenset[str]
    down: frozenset[str]
    administrative: frozenset[str]
    error_levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Kind of what is said → its patterns; the kinds of names; filters; and logs."""

    says: tuple[tuple[str, re.Pattern[str]], ...]
    names: tuple[NameKind, ...]
    filters: FilterWords
    logs: LogWords


@cache
def read_words() -> Words:
    """Read the file once."""
    table = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    macros: dict[str, str] = table["macros"]

    def compiled(pattern: str) -> re.Pattern[str]:
        while _MACRO.search(pattern):
            pattern = _MACRO.sub(lambda found: macros[found[1]], pattern)
        return re.compile(pattern)

    says = tuple((kind, compiled(one)) for kind, patterns in table["says"].items() for one in patterns)
    names = tuple(
        NameKind(
            one["kind"],
            one["severity"],
            tuple(map(compiled, one["defines"])),
            tuple(map(compiled, one["uses"])),
            frozenset(word.lower() for word in one["builtin"]),
            tuple(one.get("prefixes", ())),
        )
        for one in table["name"]
    )
    return Words(says, names, _filter_words(table["filters"], compiled), _log_words(table["logs"], compiled))


def _filter_words(table: Mapping[str, Any], compiled: Callable[[str], re.Pattern[str]]) -> FilterWords:
    """Take each field from the table of that name; patterns are lists of texts there."""
    patterns = {name: tuple(map(compiled, table[name])) for name in _PATTERNS}
    sets = {name: frozenset(table[name]) for name in _SETS}
    blocks = tuple(
        BlockWords(compiled(one["pattern"]), one["without_action"], one.get("default", "deny"))
        for one in table["block"]
    )
    fields: dict[str, Any] = {**table, **patterns, **sets, "blocks": blocks}
    del fields["block"]
    return FilterWords(**fields)


def _log_words(table: Mapping[str, Any], compiled: Callable[[str], re.Pattern[str]]) -> LogWords:
    patterns = {
        name: tuple(map(compiled, table[name])) for name in ("duplicates", "heat", "cooled", "restarts")
    } | {  # makes write the same words in any case
        name: tuple(re.compile(compiled(one).pattern, re.IGNORECASE) for one in table[name])
        for name in ("links", "neighbors", "failed_logins")
    }
    sets = {name: frozenset(table[name]) for name in ("up", "down", "administrative")}
    fields: dict[str, Any] = {**patterns, **sets, "error_levels": tuple(table["error_levels"])}
    return LogWords(**fields)
