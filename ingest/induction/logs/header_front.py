"""Describes what stands before the time in the lines of a log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ingest.induction.logs.header_columns import NEARLY_ALL, free_name
from ingest.induction.logs.values import IPV4, LEVELS

WEB_CLIENT = rf"(?P<address>{IPV4}|\S+) (?P<ident>\S+) (?P<user>\S+) \["
"""What the common log format of web servers puts before the time."""


def before_time(texts: Sequence[str], taken: set[str]) -> str | None:
    """Describe what stands before the time: signs as they are, words as fields."""
    words = [text.split() for text in texts]
    count = len(words[0])
    parts: list[str] = []
    if count == 4 and all(re.fullmatch(WEB_CLIENT, " ".join(row)) for row in words):
        taken.update(("address", "ident", "user"))
        return rf"\s*{WEB_CLIENT}"
    for index in range(count):
        column = [row[index] for row in words]
        parts.append(_column_before_time(column, taken))
    glued = Counter(text[-1:].isspace() for text in texts).most_common(1)[0][0]
    pattern = r"\s+".join(parts) + (r"\s+" if glued and parts else "")
    compiled = re.compile(pattern)
    fits = sum(1 for text in texts if compiled.fullmatch(text))
    return r"\s*" + pattern if fits >= 0.5 * len(texts) else None


def _column_before_time(values: Sequence[str], taken: set[str]) -> str:
    if len(set(values)) == 1 and not any(character.isalnum() for character in values[0]):
        return re.escape(values[0])
    shapes: tuple[tuple[str, str, str], ...] = (
        (r"<(?:[0-9]{1,3})>[0-9]?[^\w\s]*", "priority", r"<(?P<NAME>[0-9]{1,3})>[0-9]?[^\w\s]*"),
        (r"\W?[0-9]+\W?", "sequence", r"\W?(?P<NAME>[0-9]+)\W?"),
        (rf"\W?{IPV4}\W?", "address", rf"\W?(?P<NAME>{IPV4})\W?"),
        (r"\W?[A-Za-z]+=\W?", "", r"\W?[A-Za-z]+=\W?"),
        (r'\{".*', "", r'\{"\S*'),
    )
    for shape, name, pattern in shapes:
        if all(re.fullmatch(shape, value) for value in values):
            return pattern.replace("NAME", free_name(name, taken)) if name else pattern
    if sum(1 for value in values if value.strip("[]<>():,").lower() in LEVELS) >= NEARLY_ALL * len(values):
        return rf"\W?(?P<{free_name('level', taken)}>[A-Za-z]+)\W?"
    plain = all(re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*:?", value) for value in values)
    name = "host" if plain and len(set(values)) <= max(3, 0.05 * len(values)) else "source"
    return rf"(?P<{free_name(name, taken)}>\S+?):?"
