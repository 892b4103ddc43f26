"""Reads what a question's words ask for: kinds of values, and things that have other names. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from ipaddress import ip_interface
from pathlib import Path

from graph_store.records import PropertyDescription

WORD = re.compile(r"[a-z0-9]+")
Table = Mapping[str, str | bool]


class AskedKinds:
    """The kinds of values that a question asks for."""

    def __init__(self, question: str) -> None:
        kinds = [*_fitting("kinds", question)]
        self._names = frozenset(name for kind in kinds for name in str(kind["names"]).split())
        self._addresses = any(kind.get("addresses", False) for kind in kinds)

    def has(self, one: PropertyDescription) -> bool:
        """Say whether a property is of one of them, by the end of its name or by its values."""
        shown = [value for value in one.examples if isinstance(value, str)]
        if shown and _is_address(shown[0]):
            return self._addresses
        return one.name.rpartition("_")[2] in self._names


def subjects_of(question: str) -> str:
    """Return the words of the labels that a question speaks of by other words: "blocked" of filters."""
    return " ".join(str(one["labels"]) for one in _fitting("subjects", question))


def asks_what_passes(question: str) -> bool:
    """Say whether a question asks what is let through or announced, which filters and lists of prefixes decide."""
    return "filter" in subjects_of(question).split()


def _fitting(name: str, question: str) -> Iterator[Table]:
    said = frozenset(WORD.findall(question.lower()))
    yield from (one for one in _table()[name] if not said.isdisjoint(str(one["words"]).split()))


def _is_address(text: str) -> bool:
    try:
        ip_interface(text)
    except ValueError:
        return False
    return True


@cache
def _table() -> Mapping[str, Sequence[Table]]:
    return tomllib.loads(Path(__file__).with_name("asked.toml").read_text("utf-8"))
