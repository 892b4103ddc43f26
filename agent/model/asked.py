"""Reads which things a question speaks of by other names than theirs. Pure."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

WORD = re.compile(r"[a-z0-9]+")


def subjects_of(question: str) -> str:
    """Return the words of the labels that a question speaks of by other words: "blocked" of filters."""
    said = WORD.findall(question.lower())
    return " ".join(labels for words, labels in _subjects() if not words.isdisjoint(said))


def asks_what_passes(question: str) -> bool:
    """Say whether a question asks what is let through or announced, which filters and lists of prefixes decide."""
    return "filter" in subjects_of(question).split()


@cache
def _subjects() -> tuple[tuple[frozenset[str], str], ...]:
    """Return words of questions, each with the words of the labels that they speak of."""
    table = tomllib.loads(Path(__file__).with_name("asked.toml").read_text("utf-8"))
    return tuple((frozenset(one["words"].split()), one["labels"]) for one in table["subjects"])
