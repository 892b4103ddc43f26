"""Writes text of data so that it is shown, not obeyed: controls and marks of direction become escapes."""

from __future__ import annotations

KEPT = "\n\t\xa0"


def printable(text: str) -> str:
    """Escape what a terminal, a spreadsheet or a page would obey instead of showing it; ends of lines stay."""
    if text.isprintable():
        return text
    return "".join(
        each if each in KEPT or each.isprintable() else each.encode("unicode_escape").decode()
        for each in text
    )
