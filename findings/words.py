"""The words of the makes, from words.toml: what a statement says, as patterns with named fields."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

WORDS = Path(__file__).with_name("words.toml")
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
class Words:
    """Kind of what is said → its patterns; and the kinds of names."""

    says: tuple[tuple[str, re.Pattern[str]], ...]
    names: tuple[NameKind, ...]


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
    return Words(says, names)
