"""Marks around data in prompts that the data cannot close. Pure."""

from __future__ import annotations

from hashlib import sha256


def fence(name: str, text: str) -> str:
    """Put a text between marks that carry a digest of it: no text can hold its own digest."""
    mark = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    while mark in text:
        mark = sha256(mark.encode()).hexdigest()[:8]
    return f"<{name} {mark}>\n{text}\n</{name} {mark}>"
