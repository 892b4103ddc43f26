"""Writes names as people say them: of kinds and records, such as "BGP neighbor state changed", and of many things."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_ABBREVIATIONS = Path(__file__).with_name("abbreviations.toml")
_PARTS = re.compile(r"[_\-\s]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MNEMONIC = re.compile(r"[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,12}(?=:\s)")
"""The name of an event in front of its text, as in "SNMP_TRAP_LINK_DOWN: ifIndex 526"."""
_VARIABLE = "<*>"
_IRREGULAR_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))


def label_words(label: str) -> str:
    """Split a name into words, with abbreviations as people write them: "VlanInterface" is "VLAN interface".

    The program in front of a record's name goes, or what it stands for takes its place; two words stay.
    """
    known, programs = _abbreviations(), _programs()
    if whole := known.get(label.lower()):
        return whole
    first, *others = [word for word in _PARTS.split(label) if word] or [""]
    written = [known.get(word.lower(), word.lower()) for word in (first, *others)]
    if len(others) > 1 and first.lower() in programs:
        written[0] = programs[first.lower()]
    return " ".join(filter(None, written))


def record_words(message: str) -> str:
    """Write a record's message or template: the name in front of it in words, and "…" for what varies."""
    found = _MNEMONIC.match(message)
    if found:
        message = label_words(found[0]) + message[found.end() :]
    return message.replace(_VARIABLE, "…")


def singular(noun: str) -> str:
    """Take the plural ending off the last word."""
    for ending, instead in _IRREGULAR_ENDINGS:
        if noun.endswith(ending):
            return noun.removesuffix(ending) + instead
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


def plural(noun: str) -> str:
    """Put a plural ending on the last word of a noun that has none."""
    if not noun or singular(noun) != noun:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def name_some(names: Sequence[str], count: int) -> str:
    """Write the names of some of `count` things: "a, b and 3 more"."""
    more = f" and {count - len(names)} more" if count > len(names) else ""
    return ", ".join(names) + more


@cache
def _abbreviations() -> Mapping[str, str]:
    return {word.lower(): word for word in _read()["written"]}


@cache
def _programs() -> Mapping[str, str]:
    return {word.lower(): said for word, said in _read()["programs"].items()}


def _read() -> dict[str, Any]:
    return tomllib.loads(_ABBREVIATIONS.read_text(encoding="utf-8"))
