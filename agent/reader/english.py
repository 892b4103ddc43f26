"""The reader's knowledge of English: stop words, stems, and abbreviations of the networking field."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SHORTEST_STEM = 3
_LONG = 9
_ENDINGS = (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"))


@cache
def _table() -> Mapping[str, Any]:
    return MappingProxyType(json.loads(Path(__file__).with_name("english.json").read_text("utf-8")))


@cache
def phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Return the short names of the field and what they stand for, word by word."""
    return {tuple(short.split()): tuple(long.split()) for short, long in word_table("phrases").items()}


@cache
def aliases(stemmed: str) -> Mapping[str, float]:
    """Return the stems that a question's stem may stand for in the graph, each with its weight from 0 to 1."""
    return {stemmed: 1.0, **_aliases_by_stem().get(stemmed, {})}


@cache
def _aliases_by_stem() -> Mapping[str, Mapping[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for word, others in word_table("aliases").items():
        known = found.setdefault(stem(word), {})
        for other, weight in others.items():
            if stem(other) != stem(word):
                known[stem(other)] = max(weight, known.get(stem(other), 0.0))
    return found


@cache
def stem(word: str) -> str:
    """Reduce an English word to what its forms share: neighbors → neighbor, terminating → terminat."""
    word = word.lower()
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2 - (instead == "y"):
            return _without_e(word[: -len(ending)] + instead)
    for ending in ("ations", "ation", "ating", "ated", "ates", "ate"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)] + "at"
    if word.endswith(("tion", "tions")) and len(word) >= _LONG:
        return word.removesuffix("s")[:-3]
    for ending in ("ings", "ing") if word.endswith("eed") else ("ings", "ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) >= _SHORTEST_STEM and re.search("[aeiouy]", root):
            doubled = len(root) > _SHORTEST_STEM and root[-1] == root[-2] and root[-1] not in "ls"
            return _without_e(root[:-1] if doubled else root)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SHORTEST_STEM:
        word = word[:-1]
    if word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    return _without_e(word)


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


@cache
def split_name(name: str) -> tuple[str, ...]:
    """Split a name of any writing into lower-case words: RouteMapEntry, route-map_entry → route, map, entry."""
    return tuple(part.lower() for part in _PARTS.findall(name))


@cache
def stems_of(text: str) -> tuple[str, ...]:
    """Return the stems of a name's or text's words."""
    return tuple(stem(part) for part in split_name(text))


@cache
def word_list(name: str) -> frozenset[str]:
    """Return one of the lists of words.

    "function" ones only build sentences, "void" ones add nothing, "unsure" ones no answer is claimed with.
    """
    return frozenset(_table()[name])


@cache
def stem_list(name: str) -> frozenset[str]:
    """Return the stems of a list of words: "generic" ones narrow nothing, "devices" are words for any device."""
    return frozenset(map(stem, _table()[name]))


@cache
def word_table(name: str) -> Mapping[str, Any]:
    """Return one of the tables of words: "called" has what else kinds are called, "periods" the parts of a day."""
    table: Mapping[str, Any] = _table()[name]
    return table


@cache
def facts(stemmed: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return what may be said beside a property's word though no name has it, and what names have beside it unsaid."""
    said, unsaid = next((row for word, row in word_table("facts").items() if stem(word) == stemmed), ("", ""))
    return frozenset(map(stem, said.split())), frozenset(map(stem, unsaid.split()))


@cache
def operations() -> Mapping[str, frozenset[str]]:
    """Return what a question may want done ("lack", "compare", "happen", ...), with the words that say so."""
    return {name: frozenset(words) for name, words in word_table("operations").items()}


@cache
def field_words() -> frozenset[str]:
    """Return the words of which the names of well-known statements are made, with the aliases of all words."""
    return word_list("field") | frozenset(
        word for one, others in word_table("aliases").items() for word in (one, *others)
    )
