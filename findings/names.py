"""Reads which names a configuration defines and uses, by the patterns of references.toml.

A pattern is written as the statement itself, with the blocks around it in front:

    router bgp ** neighbor * route-map NAME (in|out)

`*` is one word, `**` any words or none, `(a|b)` one of these words, `[a b]` words that may be missing, `!(a|b)` a place
where none of these words stands, ADDRESS an IPv4 address and PREFIX one with its length. A `*` inside a word stands for
any letters. NAME is the name, NAMES are names up to the end, INTERFACE is an interface's name, UNIT what its name has
behind a dot, `<VSYS>` what the table `macros` has for it. A pattern describes a whole statement, in any case.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path

from pydantic import TypeAdapter

from findings.records import Severity
from findings.statements import GLUE, LEVEL, ConfigStatement
from findings.words import expand_macros
from graph_store.records import SourceLine

REFERENCES = Path(__file__).with_name("references.toml")
_WORD = re.compile(r"\[[^\[\]]*\]|\S+")
_PLACE = re.compile(r"(NAMES|NAME|INTERFACE|UNIT|ADDRESS|PREFIX|[*()|])")
_PLACES = {
    "NAMES": r"(?P<names>.+)",
    "NAME": r"(?P<name>\S+?)",
    "INTERFACE": r"(?P<name>[A-Za-z][A-Za-z-]* \d[\d/.:]*|\S+)",
    "UNIT": r"(?P<unit>\S+)",
    "ADDRESS": r"\d+\.\d+\.\d+\.\d+",
    "PREFIX": r"[\da-f.:]+/\d+",
    "*": r"\S*?",
    "(": "(?:",
    ")": ")",
    "|": "|",
}
_PARAMETERS = re.compile(r"\(\$[^()]*\)")
_OPENED = re.compile(r" \(+(?=[A-Za-z])")
_MARKS = "[](),!\"'"
_MOST_STATEMENTS = 20_000


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A compiled pattern: its parts between `**`, and which of them has the name."""

    parts: tuple[re.Pattern[str], ...]
    place: int

    def find(self, words: str, start: int = 0) -> Iterator[str]:
        """Yield the names at `start` or behind, in time proportional to the text; each word has a blank before it."""
        at = _end_of(self.parts[: self.place], words, 0)
        if at < 0:
            return
        for found in self.parts[self.place].finditer(words, at):
            key = "name" if "name" in found.re.groupindex else "names"
            unit = "unit" if "unit" in found.re.groupindex else ""
            is_own = found.start(unit or key) >= start
            if is_own and _end_of(self.parts[self.place + 1 :], words, found.end()) >= 0:
                yield from _names(found[key], several=key == "names", unit=found[unit] if unit else "")

    def describes(self, words: str) -> bool:
        """Tell whether a statement is as the pattern says; for patterns without a name."""
        return _end_of(self.parts, words, 0) >= 0


def _end_of(parts: Sequence[re.Pattern[str]], words: str, at: int) -> int:
    """Return where the last part ends that is found behind the one before it; -1 if one is not found."""
    for part in parts:
        found = part.search(words, at)
        if not found:
            return -1
        at = found.end()
    return at


def _names(text: str, *, several: bool, unit: str) -> Iterator[str]:
    """Yield the names in what stands at a name's place; a list in parentheses is none where one name is expected."""
    for piece in text.replace(",", " ").split() if several else text.split(","):
        name = (piece.lstrip("(") if several else piece).strip(_MARKS.replace("(", "")).partition("(")[0]
        if name:
            yield (f"{name}.{unit}" if unit else name).replace(GLUE, " ")


@cache
def compile_pattern(text: str) -> NamePattern:
    """Compile a pattern that is written as this module describes."""
    groups: list[list[str]] = [[]]
    for word in _WORD.findall(text):
        if word == "**":
            groups.append([])
        else:
            groups[-1].append(_expression(word))
    last = len(groups) - 1
    parts = [
        ("^" if number == 0 else "") + "".join(group) + ("$" if number == last else "(?= |$)")
        for number, group in enumerate(groups)
        if group
    ]
    place = next((number for number, part in enumerate(parts) if "(?P<name" in part), len(parts))
    return NamePattern(tuple(re.compile(part, re.IGNORECASE) for part in parts), place)


def _expression(word: str) -> str:
    """Write one word of a pattern as a regular expression, with the blank before it."""
    if word.startswith("["):
        return "(?:" + "".join(map(_expression, word[1:-1].split())) + ")?"
    if word.startswith("!"):
        return f"(?!{_expression(word[1:])}(?: |$))"
    if word == "*":
        return r" \S+"
    return " " + "".join(_PLACES.get(piece) or re.escape(piece) for piece in _PLACE.split(word))


def _first_words(pattern: str) -> frozenset[str]:
    """Return the words that may stand first in what a pattern describes; none where that may be any word."""
    words: set[str] = set()
    for word in _WORD.findall(pattern):
        optional = word.startswith("[")
        inner = word[1:-1].split()[0] if optional else word
        if "*" in inner:
            break
        words.update(inner.lower().strip("()").split("|"))
        if not optional:
            return frozenset(words)
    return frozenset()


@dataclass(frozen=True, slots=True)
class NameKind:
    """A kind of names that are defined in one place and used in others.

    `builtin` are patterns of names that need no definition, `hardware` those of ports that a device may have without
    a statement; what has a unit behind a dot is none. With `alone`, a name means something without being used.
    With `numbers`, a name may be a number, with `addresses`, an address; a number counts as used in a statement that
    no pattern describes if one of the words of `near` stands there. With `shortened`, `Gi0/1` is `GigabitEthernet0/1`.
    Where a statement of `elsewhere` stands, the file need not have all definitions. Where one of `listed` has a name,
    the file has all that differ from it in their number only, `builtin` or not. Definitions of the kinds in `also` do
    as well. With `among_others`, a file that defines none of its kind is a part of a configuration: what it uses
    is of low severity. What `guards` lets pass or drops, and does neither where it is not applied.
    """

    kind: str
    severity: Severity
    defines: tuple[str, ...]
    uses: tuple[str, ...] = ()
    builtin: tuple[str, ...] = ()
    hardware: tuple[str, ...] = ()
    alone: bool = False
    numbers: bool = False
    addresses: bool = False
    shortened: bool = False
    near: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    among_others: bool = False
    guards: bool = False

    def is_builtin(self, name: str) -> bool:
        """Tell whether a device knows a name without a definition."""
        return any(fnmatchcase(name.lower(), pattern.lower()) for pattern in self.builtin)

    def is_hardware(self, name: str) -> bool:
        """Tell whether a name is that of a port that need not be created."""
        return "." not in name and any(fnmatchcase(name.lower(), pattern) for pattern in self.hardware)


@cache
def name_kinds() -> Mapping[str, NameKind]:
    """Read the kinds of names, once."""
    table = tomllib.loads(REFERENCES.read_text(encoding="utf-8"))
    names = expand_macros(table["name"], table["macros"])
    return {kind.kind: kind for kind in TypeAdapter(tuple[NameKind, ...]).validate_python(names)}


_FREE_TEXT = re.compile(r"( (?:description|remark) ).*", re.DOTALL)
"""What a description says names nothing, even where it reads like a statement."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name where it is defined, or used."""

    kind: str
    name: str
    line: SourceLine


def read_names(statements: Sequence[ConfigStatement]) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """Return the names that statements define, and those that they use, in the order of the file."""
    definitions: list[Named] = []
    uses: list[Named] = []
    for statement in (one for one in statements if not one.takes):
        for kind, name, defines in _names_in(statement.text, statement.start):
            if defines or not statement.off:
                (definitions if defines else uses).append(Named(kind, name, statement.line))
    return tuple(definitions), tuple(uses)


@lru_cache(maxsize=_MOST_STATEMENTS)
def _names_in(text: str, start: int) -> tuple[tuple[str, str, bool], ...]:
    """Return kind, name and whether it is defined there; what is to be used is defined where its block opens."""
    whole = statement_words(text)
    words = _FREE_TEXT.sub(r"\1", whole)
    by_word = _patterns_by_word()
    own = len(whole) - len(statement_words(text[start:]))
    found = [
        (kind, name, defines)
        for kind, defines, pattern in (*by_word.get(words.split(maxsplit=1)[0].lower(), ()), *by_word[""])
        for name in compile_pattern(pattern).find(
            words, own if defines and not name_kinds()[kind].alone else 0
        )
    ]
    return tuple(dict.fromkeys(found))


def statement_words(text: str) -> str:
    """Return a statement as patterns see it: a blank before each word, no marks of blocks, no opening parentheses.

    What is passed on to a policy, as in `apply FROM-PEERS($as, $limit)`, is left out.
    """
    return _OPENED.sub(" ", " " + _PARAMETERS.sub("", text.replace(LEVEL, " ")))


@cache
def _patterns_by_word() -> Mapping[str, Sequence[tuple[str, bool, str]]]:
    """Return the patterns by the word that they begin with, in lower case; those that may begin with any under ""."""
    kept: dict[str, list[tuple[str, bool, str]]] = {"": []}
    for kind in name_kinds().values():
        for patterns, defines in ((kind.defines, True), (kind.uses, False)):
            for pattern in patterns:
                for word in _first_words(pattern) or ("",):
                    kept.setdefault(word, []).append((kind.kind, defines, pattern))
    return kept
