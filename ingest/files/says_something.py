"""Tells lines with letters or digits from mere separators."""

from __future__ import annotations


def says_something(text: str) -> bool:
    """True for a text with a letter or digit; most begin with one."""
    return text[:1].isalnum() or any(map(str.isalnum, text))
