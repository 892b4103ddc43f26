"""Writes the names of kinds and records as people say them: "BGP neighbor state changed"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_ABBREVIATIONS = Path(__file__).with_name("abbreviations.toml")
_PARTS = re.compile(r"[_\-\s]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MNEMONIC = re.compile(r"[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,12}(?=:\s)")
"""The name of an event in front of its text, as in "SNMP_TRAP_LINK_DOWN: ifIndex 526"."""
_VARIABLE = "<*>"


def label_words(label: str) -> str:
    """Split a name into words, with abbreviations as people write them: "VlanInterface" is "VLAN interface"."""
    known = _abbreviations()
    whole = known.get(label.lower())
    return whole or " ".join(known.get(word.lower(), word.lower()) for word in _PARTS.split(label) if word)


def record_words(message: str) -> str:
    """Write a record's message or template: the name in front of it in words, and "…" for what varies."""
    found = _MNEMONIC.match(message)
    if found:
        message = label_words(found[0]) + message[found.end() :]
    return message.replace(_VARIABLE, "…")


@cache
def _abbreviations() -> Mapping[str, str]:
    written = tomllib.loads(_ABBREVIATIONS.read_text(encoding="utf-8"))["written"]
    return {word.lower(): word for word in written}
